/* lcontact.c - shapes that touch, of one run: the option contacts, pairs, what is told */
#include "bindings/sim/lcontact.h"
#include "bindings/sim/lrun.h"

#include "bindings/geo/lmesh.h"
#include "bindings/geo/lspace.h"
#include "bindings/kit/fields.h"
#include "bindings/kit/nums.h"

#include "base/names.h"
#include "base/text.h"
#include "geo/convex_faces.h"

#include <math.h>
#include <string.h>

// what a body is touched with
typedef struct material { double mu, restitution; } material;

typedef struct reading {
  lua_State *L;
  int options, t;                // t: the table contacts, 0: contacts = true
  const lmodel *o;
  lcontacts *c;
  // (shapes) the body of the description, behind them the ground and obstacles; what each is
  // touched with
  int *body_of;
  material *m;
  int ground;                    // its shape, -1: none
} reading;

#define CONTACT_KEYS "ground friction restitution margin rest tol pairs except bodies obstacles"

static int wrong(const reading *r, const char *fmt, const char *a, const char *b) {
  return lia_arg_error(r->L, r->options, fmt, a, b);
}

static void check_keys(const reading *r, int t, const char *where, const char *known) {
  lua_State *L = r->L;
  for (lua_pushnil(L); lua_next(L, t); lua_pop(L, 1)) {
    if (lua_type(L, -2) != LUA_TSTRING) continue;
    const char *key = lua_tostring(L, -2), *at = strstr(known, key);
    const size_t n = strlen(key);
    if (at && (at == known || at[-1] == ' ') && (at[n] == 0 || at[n] == ' ')) continue;
    lia_arg_error(L, r->options, "%s: unknown key '%.40s' (%s)", where, key, known);
  }
}

// the number >= 0 at key of the table at t
static double number_at(const reading *r, int t, const char *where, const char *key, double or) {
  lua_State *L = r->L;
  if (!t) return or;
  lua_getfield(L, t, key);
  const double x = lia_number_or(L, -1, or, -1);
  lua_pop(L, 1);
  if (!(x >= 0) || !isfinite(x))
    lia_arg_error(L, r->options, "%s.%s: expected a number >= 0", where, key);
  return x;
}

static material material_at(const reading *r, int t, const char *where, material or) {
  material m = { number_at(r, t, where, "friction", or.mu),
    number_at(r, t, where, "restitution", or.restitution) };
  if (m.restitution > 1) wrong(r, "%s.restitution: is at most 1%s", where, "");
  return m;
}

// ---- shapes, as lib/liaison/sim/contact_shapes.lua tells them ----

// corners and faces of the hull of a mesh: its own, which the list on the stack keeps
static void take_hull(reading *r, int t, lia_convex *C) {
  lua_State *L = r->L;
  lua_getfield(L, t, "hull");
  const lia_mesh *hull = lua_isnil(L, -1) ? NULL : lia_lmesh_at(L, -1);
  lua_pop(L, 1);
  if (!hull) return;
  int *room = lua_newuserdata(L, (size_t)(5 * hull->nf + hull->nv + 2) * sizeof *room);
  int *corner = room + hull->nf + 1, *work = corner + 3 * hull->nf;
  C->v = hull->v;
  C->nv = hull->nv;
  C->nface = lia_convex_faces(room, corner, hull->v, hull->nv, hull->f, hull->nf, work);
  C->first = room;
  C->corner = corner;
}

// behind the bodies and the ground stand obstacles, by the first shape of each name
static int obstacle_of(const reading *r, int n) {
  const int first = r->o->spec->nbody + 1;
  int k = 0;
  while (k < n && !(r->body_of[k] >= first && !strcmp(r->c->shape_name[k], r->c->shape_name[n])))
    k++;
  return first + k;
}

// the shape of the table at t, onto the list; what it needs stays on the stack
static void take_shape(reading *r, int t) {
  lua_State *L = r->L;
  const int n = r->c->scene.nshape++, body = lia_field_whole(L, t, "body");
  lia_scene_shape *h = &r->c->scene.shape[n];
  *h = (lia_scene_shape){ .convex = { .kind = lia_field_whole(L, t, "kind") } };
  const int top = lua_gettop(L);
  lua_getfield(L, t, "radius");
  h->convex.radius = lua_tonumber(L, -1);
  lua_getfield(L, t, "size");
  for (int k = 0; k < 3 && lua_istable(L, -1); k++) {
    lua_rawgeti(L, -1, k + 1);
    h->convex.size[k] = lua_tonumber(L, -1);
    lua_pop(L, 1);
  }
  lua_getfield(L, t, "at");
  h->X_BS = *(const lia_frame *)lia_check(L, -1, &lia_frame_class);
  lua_getfield(L, t, "name");
  r->c->shape_name[n] = lua_tostring(L, -1);
  lua_settop(L, top);
  luaL_checkstack(L, 4, "shapes");
  if (h->convex.kind == LIA_CONVEX_polytope) take_hull(r, t, &h->convex);
  h->body = body ? r->o->c.body[body - 1] : -1;
  h->reach = lia_scene_reach(&h->convex);
  if (body) r->body_of[n] = body - 1;
  else r->body_of[n] = obstacle_of(r, n);
}

// the list of them, and of what there is to say, pushed; how many
static int push_shapes(reading *r) {
  lua_State *L = r->L;
  lia_kit_function(L, "contacts", "shapes");
  lua_pushvalue(L, 1);
  if (r->t) lua_getfield(L, r->t, "obstacles");
  else lua_pushnil(L);
  lua_call(L, 2, 2);
  r->c->notes = lua_gettop(L);
  return (int)lua_rawlen(L, -2);
}

// z of X along n (any length)
static void upright(lia_frame *X, const double n[3]) {
  double z[3], u[2][3];
  lia_unit3(z, n);
  lia_scene_across(z, u);
  for (int k = 0; k < 3; k++) {
    X->R[3 * k] = u[0][k];
    X->R[3 * k + 1] = u[1][k];
    X->R[3 * k + 2] = z[k];
  }
}

static void three_at(const reading *r, int t, const char *key, double x[3]) {
  lua_State *L = r->L;
  lia_nums_fault f;
  lua_getfield(L, t, key);
  if (!lua_isnil(L, -1) && (!lua_istable(L, -1) || !lia_nums_table(L, lua_gettop(L), x, 3, 0, &f)))
    wrong(r, "contacts.ground.%s: expected 3 numbers%s", key, "");
  lua_pop(L, 1);
}

// against gravity, through the origin or so far up; or as the table says
static void read_ground(reading *r) {
  lua_State *L = r->L;
  const double *g = r->o->c.model->gravity;
  double up[3] = { -g[0], -g[1], -g[2] }, through[3] = { 0 };
  material *m = &r->m[r->o->spec->nbody];
  r->ground = -1;
  if (r->t) lua_getfield(L, r->t, "ground");
  else lua_pushnil(L);
  const int i = lua_gettop(L);
  if (lua_isboolean(L, i) && !lua_toboolean(L, i)) return;
  if (!(lia_dot3(up, up) > 0)) lia_set3(up, 0, 0, 1);
  if (lua_type(L, i) == LUA_TNUMBER) {
    lia_unit3(through, up);
    lia_scale3(through, lua_tonumber(L, i), through);
  } else if (lua_istable(L, i)) {
    check_keys(r, i, "contacts.ground", "normal through friction restitution");
    three_at(r, i, "normal", up);
    three_at(r, i, "through", through);
    *m = material_at(r, i, "contacts.ground", *m);
  } else if (!lua_isnil(L, i) && !lua_isboolean(L, i))
    wrong(r, "contacts.ground: expected true, false, a height or {normal =, through =}, got %s%s",
        luaL_typename(L, i), "");
  if (!(lia_dot3(up, up) > 0)) wrong(r, "contacts.ground.normal: must not be zero%s%s", "", "");
  const int n = r->ground = r->c->scene.nshape++;
  lia_scene_shape *h = &r->c->scene.shape[n];
  *h = (lia_scene_shape){ .convex = { .kind = LIA_CONVEX_plane }, .body = -1,
    .reach = (double)INFINITY };
  upright(&h->X_BS, up);
  lia_copy3(h->X_BS.p, through);
  r->c->shape_name[n] = "ground";
  r->body_of[n] = r->o->spec->nbody;
}

// ---- bodies by name ----

// its index in the description, behind them the ground, then obstacles
static int body_named(const reading *r, const char *name, const char *where) {
  const lia_spec *s = r->o->spec;
  for (int k = 0; k < s->nbody; k++)
    if (!strcmp(s->body[k].name, name)) return k;
  if (!strcmp(name, "ground")) return s->nbody;
  for (int k = 0; k < r->c->scene.nshape; k++)
    if (r->body_of[k] > s->nbody && !strcmp(r->c->shape_name[k], name)) return r->body_of[k];
  const char **list = lua_newuserdata(r->L, ((size_t)s->nbody + 1) * sizeof *list);
  for (int k = 0; k < s->nbody; k++) list[k] = s->body[k].name;
  list[s->nbody] = "ground";
  const int near_ = lia_names_nearest_of(list, s->nbody + 1, name, strlen(name));
  return lia_arg_error(r->L, r->options, "%s: no body '%.60s'%s%.60s%s", where, name,
      near_ >= 0 ? " (did you mean '" : "", near_ >= 0 ? list[near_] : "",
      near_ >= 0 ? "'?)" : "");
}

// bodies = { box = 0.3, feet = {friction =, restitution =} }
static void read_bodies(reading *r) {
  lua_State *L = r->L;
  if (!r->t) return;
  lua_getfield(L, r->t, "bodies");
  const int t = lua_gettop(L);
  if (lua_isnil(L, t)) return;
  if (!lua_istable(L, t))
    wrong(r, "contacts.bodies: expected {name = friction or table}, got %s%s", luaL_typename(L, t),
        "");
  for (lua_pushnil(L); lua_next(L, t); lua_pop(L, 1)) {
    if (lua_type(L, -2) != LUA_TSTRING)
      wrong(r, "contacts.bodies: expected names of bodies as keys%s%s", "", "");
    const int value = lua_gettop(L);
    const int k = body_named(r, lua_tostring(L, -2), "contacts.bodies");
    material *m = &r->m[k];
    if (lua_istable(L, value)) {
      check_keys(r, value, "contacts.bodies", "friction restitution");
      *m = material_at(r, value, "contacts.bodies", *m);
    } else {
      m->mu = lia_number_or(L, value, -1, -1);
      if (!(m->mu >= 0) || !isfinite(m->mu))
        wrong(r, "contacts.bodies: expected a number >= 0 (friction) or a table%s%s", "", "");
    }
    lua_settop(L, value);
  }
}

// ---- pairs ----

// the body that the joint of b stands on; -1: the world
static int carrier(const lia_model *m, int b) {
  const int node = b < 0 ? 0 : m->body[b].node;
  if (!node) return -1;
  return m->body[m->node[node].body].parent;
}

// one carries the other by a joint, or they are one rigid body
static int joined(const lia_model *m, int a, int b) {
  const int na = a < 0 ? 0 : m->body[a].node, nb = b < 0 ? 0 : m->body[b].node;
  if (na == nb) return 1;
  for (int turn = 0; turn < 2; turn++) {
    const int on = carrier(m, turn ? b : a), other = turn ? a : b;
    if (on < 0 || other < 0) continue;
    // of what stands on the world each body for itself
    if (on == other || (m->body[on].node && m->body[on].node == m->body[other].node)) return 1;
  }
  return 0;
}

static void add_pair(reading *r, int a, int b, const material *own) {
  const material *A = &r->m[r->body_of[a]], *B = &r->m[r->body_of[b]];
  lia_scene_pair p = { .a = a, .b = b, .mu = sqrt(A->mu * B->mu),
    .restitution = fmax(A->restitution, B->restitution) };
  if (own->mu >= 0) p.mu = own->mu;
  if (own->restitution >= 0) p.restitution = own->restitution;
  lcontacts *c = r->c;
  int name = 0;
  while (name < c->nname && !(!strcmp(c->name[name].a, c->shape_name[a])
      && !strcmp(c->name[name].b, c->shape_name[b]))) name++;
  if (name == c->nname)
    c->name[c->nname++] = (lcontact_pair){ .a = c->shape_name[a], .b = c->shape_name[b] };
  c->name_of[c->scene.npair] = name;
  c->scene.pair[c->scene.npair++] = p;
}

// the table of two names on top, which keeps them; raises
static void two_bodies(const reading *r, const char *where, const char *body[2]) {
  lua_State *L = r->L;
  const int t = lua_gettop(L);
  if (!lua_istable(L, t)) wrong(r, "%s: expected {'a', 'b'}%s", where, "");
  for (int k = 0; k < 2; k++) {
    lua_rawgeti(L, t, k + 1);
    if (lua_type(L, -1) != LUA_TSTRING) wrong(r, "%s: expected two names of bodies%s", where, "");
    body[k] = lua_tostring(L, -1);
    (void)body_named(r, body[k], where);
    lua_settop(L, t);
  }
}

static int is_these(const reading *r, int a, int b, const char *const body[2]) {
  const char *x = r->c->shape_name[a], *y = r->c->shape_name[b];
  return (!strcmp(x, body[0]) && !strcmp(y, body[1]))
      || (!strcmp(x, body[1]) && !strcmp(y, body[0]));
}

// the list at key, pushed: how long it is
static int list_at(const reading *r, const char *key) {
  lua_State *L = r->L;
  if (!r->t) return 0;
  lua_getfield(L, r->t, key);
  if (lua_isnil(L, -1)) return 0;
  if (!lua_istable(L, -1))
    wrong(r, "contacts.%s: expected a list of {'a', 'b'}, got %s", key, luaL_typename(L, -1));
  return (int)lua_rawlen(L, -1);
}

static int body_in_model(const reading *r, int shape) { return r->c->scene.shape[shape].body; }

static void told_pairs(reading *r, int n) {
  lua_State *L = r->L;
  const int list = lua_gettop(L), shapes = r->c->scene.nshape;
  for (int k = 1; k <= n; k++) {
    const char *body[2];
    int found = 0;
    lua_rawgeti(L, list, k);
    two_bodies(r, "contacts.pairs", body);
    check_keys(r, list + 1, "contacts.pairs", "friction restitution");
    // -1: as the bodies say
    const material none = { -1, -1 };
    material own = none;
    lua_getfield(L, list + 1, "friction");
    if (!lua_isnil(L, -1)) own.mu = number_at(r, list + 1, "contacts.pairs", "friction", 0);
    lua_getfield(L, list + 1, "restitution");
    if (!lua_isnil(L, -1))
      own.restitution = material_at(r, list + 1, "contacts.pairs", none).restitution;
    for (int a = 0; a < shapes; a++)
      for (int b = a + 1; b < shapes; b++)
        if (is_these(r, a, b, body)) {
          add_pair(r, a, b, &own);
          found = 1;
        }
    if (!found)
      lia_arg_error(L, r->options, "contacts.pairs[%d]: one of the two has no shape", k);
    lua_settop(L, list);
  }
}

static void all_pairs(reading *r) {
  lua_State *L = r->L;
  const int top = lua_gettop(L), n = list_at(r, "except"), list = lua_gettop(L);
  const int shapes = r->c->scene.nshape, room = n;
  const material own = { -1, -1 };
  const char *(*not_)[2] = lua_newuserdata(L, ((size_t)room + 1) * sizeof *not_);
  for (int k = 0; k < n; k++) {
    lua_rawgeti(L, list, k + 1);
    two_bodies(r, "contacts.except", not_[k]);
    lua_pop(L, 1);
  }
  for (int a = 0; a < shapes; a++)
    for (int b = a + 1; b < shapes; b++) {
      int out = joined(r->o->c.model, body_in_model(r, a), body_in_model(r, b));
      for (int k = 0; k < n; k++) out |= is_these(r, a, b, not_[k]);
      if (!out) add_pair(r, a, b, &own);
    }
  lua_settop(L, top);
}

static void read_pairs(reading *r) {
  lua_State *L = r->L;
  const size_t shapes = (size_t)r->c->scene.nshape, most = shapes * shapes / 2 + 1;
  lcontacts *c = r->c;
  c->scene.pair = lua_newuserdata(L, most * sizeof *c->scene.pair);
  c->name_of = lua_newuserdata(L, most * sizeof *c->name_of);
  c->name = lua_newuserdata(L, most * sizeof *c->name);
  c->scene.X = lua_newuserdata(L, (shapes + 1) * sizeof *c->scene.X);
  c->scene.V = lua_newuserdata(L, (shapes + 1) * 6 * sizeof *c->scene.V);
  const int top = lua_gettop(L);
  int told = 0;
  if (r->t) {
    lua_getfield(L, r->t, "pairs");
    told = !lua_isnil(L, -1);
    lua_settop(L, top);
  }
  if (told) told_pairs(r, list_at(r, "pairs"));
  else all_pairs(r);
  lua_settop(L, top);
}

// ---- all of it ----

// the run keeps what is pushed here: the table, which names stay in, first
lcontacts *lia_contacts_read(lua_State *L, int options, const lmodel *o, int recorded) {
  const int at = lia_sim_option(L, options, "contacts");
  if (lua_isnil(L, at) || (lua_isboolean(L, at) && !lua_toboolean(L, at))) return NULL;
  luaL_checkstack(L, 40, "contacts");
  lcontacts *c = lua_newuserdata(L, sizeof *c);
  *c = (lcontacts){ .o = lia_contact_defaults };
  reading r = { .L = L, .options = options, .t = lua_istable(L, at) ? at : 0, .o = o, .c = c };
  if (!r.t && !lua_isboolean(L, at))
    wrong(&r, "contacts: expected true or a table, got %s%s", luaL_typename(L, at), "");
  if (r.t) check_keys(&r, r.t, "contacts", CONTACT_KEYS);
  const size_t shapes = (size_t)push_shapes(&r) + 1;
  const int list = c->notes - 1;
  c->scene.shape = lua_newuserdata(L, shapes * sizeof *c->scene.shape);
  c->shape_name = lua_newuserdata(L, shapes * sizeof *c->shape_name);
  r.body_of = lua_newuserdata(L, shapes * sizeof *r.body_of);
  r.m = lua_newuserdata(L, ((size_t)o->spec->nbody + 1 + shapes) * sizeof *r.m);
  const material all = material_at(&r, r.t, "contacts", (material){ 0.5, 0 });
  for (size_t i = 0; i <= (size_t)o->spec->nbody + shapes; i++) r.m[i] = all;
  c->o.margin = number_at(&r, r.t, "contacts", "margin", c->o.margin);
  c->o.rest = number_at(&r, r.t, "contacts", "rest", c->o.rest);
  c->o.tol = number_at(&r, r.t, "contacts", "tol", c->o.tol);
  read_ground(&r);
  for (size_t k = 1; k < shapes; k++) {
    lua_rawgeti(L, list, (int)k);   // it stays there: its hull is read
    take_shape(&r, lua_gettop(L));
  }
  read_bodies(&r);
  if (!c->scene.nshape || (r.ground >= 0 && c->scene.nshape == 1))
    wrong(&r, "contacts: no body has a shape that could touch (shapes = {{'box', size = ..}})%s%s",
        "", "");
  read_pairs(&r);
  if (recorded) lia_contacts_log(L, c);
  return c;
}

void lia_contacts_begin(lua_State *L, lcontacts *c, lia_model_ode *machine) {
  lia_error err = { 0 };
  void **box = lia_push(L, &lia_contacts_class);
  if (lia_contact_step_new(&c->step, machine, &c->scene, &c->o, &err) != LIA_OK)
    lia_raise(L, &err);
  *box = c->step;
}

// ---- what is shown ----

void lia_contacts_names(const lcontacts *c, lcolumns *columns, char dot) {
  for (int k = 0; k < c->nname; k++)
    for (int side = 0; side < 2; side++)
      lia_columns_add(columns, "N", "%c%c%.50s%c%.50s", side ? 'T' : 'N', dot, c->name[k].b, dot,
          c->name[k].a);
}

void lia_contacts_row(lcontacts *c, double *y) {
  const lia_contact_step *s = c->step;
  for (int k = 0; k < c->nname; k++) {
    double sum[3] = { 0, 0, 0 };
    y[2 * k] = 0;
    for (int i = 0; i < s->nbefore && s->h > 0; i++) {
      const lia_contact *o = &s->before[i];
      if (c->name_of[o->pair] != k) continue;
      y[2 * k] += o->impulse[0] / s->h;
      for (int a = 0; a < 2; a++) lia_addto3(sum, o->impulse[1 + a] / s->h, o->u[a]);
    }
    y[2 * k + 1] = lia_norm3(sum);
  }
}

static void tell_rough(const lia_contact_told *t, lua_State *L, int list) {
  ltold told = { .what = "contacts", .name = "residual", .count = t->rough, .first = t->rough_at,
    .most = t->residual };
  if (!t->rough) return;
  lia_text_format(told.text, sizeof told.text,
      "impulses of contacts were left inexact in %ld of %ld steps, by %.2g of the speeds at most, "
      "at t = %.6g", t->rough, t->steps, t->residual, t->rough_at);
  lia_told_add(L, list, &told);
}

static void tell_deep(const lia_contact_told *t, lua_State *L, int list) {
  char room[48];
  ltold told = { .what = "contacts", .name = "depth", .count = 1, .first = t->deepest_at,
    .most = t->deepest };
  if (!(t->deepest > 1e-6)) return;
  lia_text_format(told.text, sizeof told.text,
      "shapes were %s in each other at most, at t = %.6g, and taken back out of each other",
      lia_told_amount(t->deepest, "m", room), t->deepest_at);
  lia_told_add(L, list, &told);
}

void lia_contacts_tell(const lcontacts *c, lua_State *L, int list) {
  ltold told = { .what = "contacts", .name = "shapes", .count = 1 };
  tell_rough(&c->step->told, L, list);
  tell_deep(&c->step->told, L, list);
  for (int k = 1; k <= (int)lua_rawlen(L, c->notes); k++) {
    lua_rawgeti(L, c->notes, k);
    lia_text_format(told.text, sizeof told.text, "%s", lua_tostring(L, -1));
    lua_pop(L, 1);
    lia_told_add(L, list, &told);
  }
}

void lia_contacts_info(const lcontacts *c, lua_State *L) {
  const lia_contact_told *t = &c->step->told;
  lua_createtable(L, 0, 8);
  lia_field_integer(L, "steps", t->steps);
  lia_field_integer(L, "sweeps", t->sweeps);
  lia_field_integer(L, "newtons", t->newtons);
  lia_field_integer(L, "inexact", t->rough);
  lia_field_number(L, "residual", t->residual);
  lia_field_number(L, "deepest", t->deepest);
  lia_field_integer(L, "most", t->most);
  lia_run_tell(L, -2, "contacts");
}
