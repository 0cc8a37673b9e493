/* lgenerator.c - mechanisms in expressions: geometry, kinematics, what each body contributes */
#include "bindings/kit/fields.h"
#include "bindings/sym/lexpr.h"
#include "bindings/model/lmodel.h"

#include "base/mem.h"
#include "eom/geometric.h"
#include "describe/check.h"
#include "sym/expr/build.h"
#include "sym/simp/simp.h"

#include <string.h>

typedef struct generator { lia_pool *p; lia_smodel *m; int tip; } generator;

static void destroy(void *o) {
  lia_smodel_free(((generator *)o)->m);
  lia_free(o);
}

static int tip_of(const lia_spec *s, const lia_smodel *m) {
  if (s->itip < 0) return LIA_PLACE_GROUND;
  return s->tip_is_frame ? m->nbody + s->itip : m->body_of[s->itip];
}

extern const lia_class lia_generator_class;

static int new_generator(lua_State *L) {
  lia_arg a[1];
  lia_args(L, a);
  lmodel *m = a[0].o;
  lia_pool *p = lia_push_pool(L);
  int keep = lua_gettop(L);
  void **box = lia_push(L, &lia_generator_class);
  lia_keep_pool(L, -1, keep);
  generator *g = lia_calloc(1, sizeof *g);
  if (!g) return lia_error_text(L, "out of memory");
  *box = g;
  g->p = p;
  lia_error err = { 0 };
  lia_status st = lia_smodel_new(&g->m, p, m->spec, &err);
  lia_pool_clear(p);
  if (st != LIA_OK) return lia_raise(L, &err);
  g->tip = tip_of(m->spec, g->m);
  return 1;
}

// ---- places ----

static int unknown_place(lua_State *L, int i, const lia_smodel *m, const char *name) {
  char hint[LIA_CHECK_HINT];
  int n = m->nbody + m->nframe;
  const char **all = lua_newuserdata(L, ((size_t)n + 1) * sizeof *all);
  for (int k = 0; k < n; k++) all[k] = lia_geometric_name(m, k);
  return lia_arg_error(L, i, "no body or frame is named '%.60s'%s", name,
                       lia_check_hint(hint, name, all, n));
}

// the place named by argument i, or otherwise
static int place_at(lua_State *L, int i, const lia_arg *a, const generator *g, int otherwise) {
  if (!a->given) return otherwise;
  int k = lia_geometric_find(g->m, a->s);
  return k == LIA_PLACE_NONE ? unknown_place(L, i, g->m, a->s) : k;
}

static int generator_bodies(lua_State *L) {
  lia_arg a[1];
  lia_args(L, a);
  const generator *g = a[0].o;
  lua_newtable(L);
  for (int i = 0, n = 0; i < g->m->nbody; i++)
    if (!lia_geometric_weightless(&g->m->body[i])) {
      lua_pushstring(L, lia_geometric_label(g->m, i));
      lua_rawseti(L, -2, ++n);
    }
  return 1;
}

static int contacts(lua_State *L) {
  lia_arg a[1];
  lia_args(L, a);
  const lia_smodel *m = ((const generator *)a[0].o)->m;
  lua_newtable(L);
  for (int i = 0, n = 0; i < m->nframe; i++) {
    const lia_sframe *f = &m->frame[i];
    if (!f->contact) continue;
    lua_pushstring(L, f->nmove || f->body < 0 ? f->name : m->body[f->body].name);
    lua_rawseti(L, -2, ++n);
  }
  return 1;
}

static int places(lua_State *L) {
  lia_arg a[1];
  lia_args(L, a);
  const lia_smodel *m = ((const generator *)a[0].o)->m;
  lua_newtable(L);
  for (int i = 0; i < m->nbody + m->nframe; i++) {
    lua_pushstring(L, lia_geometric_name(m, i));
    lua_rawseti(L, -2, i + 1);
  }
  return 1;
}

static int path(lua_State *L) {
  lia_arg a[2];
  lia_args(L, a);
  const generator *g = a[0].o;
  const lia_smodel *m = g->m;
  int to = place_at(L, 2, &a[1], g, g->tip),
      *list = lua_newuserdata(L, ((size_t)m->nbody + 1) * sizeof *list);
  int n = to < 0 ? 0 : lia_geometric_path(m, to, list);
  lua_createtable(L, n + 1, 0);
  for (int i = 0; i < n; i++) {
    lua_pushstring(L, m->body[list[i]].name);
    lua_rawseti(L, -2, i + 1);
  }
  if (to >= m->nbody && m->frame[to - m->nbody].nmove) {
    lua_pushstring(L, m->frame[to - m->nbody].name);
    lua_rawseti(L, -2, n + 1);
  }
  return 1;
}

// ---- results ----

// what was computed, its sines and cosines merged
static int push_result(lua_State *L, lia_pool *p, lia_status st, const lia_error *err, int rows,
                       int cols, lia_expr *x) {
  lia_pool_clear(p);
  if (st != LIA_OK) return lia_raise(L, err);
  for (int k = 0; k < rows * cols; k++)
    if (!(x[k] = lia_simp_trig(p, x[k]))) return lia_expr_raise(L, p);
  lia_push_smat_of(L, p, rows, cols, 0, x, 1);
  return 1;
}

static int homogeneous(lua_State *L) {
  lia_arg a[3];
  lia_args(L, a);
  const generator *g = a[0].o;
  lia_error err = { 0 };
  lia_expr X[16] = { [12] = LIA_ZERO, LIA_ZERO, LIA_ZERO, LIA_ONE };
  int to = place_at(L, 2, &a[1], g, g->tip), from = place_at(L, 3, &a[2], g, LIA_PLACE_GROUND);
  lia_status st = lia_geometric_pose(g->m, from, to, X, &err);
  return push_result(L, g->p, st, &err, 4, 4, X);
}

// argument i: nothing, or three numbers or expressions
static void point_at(lua_State *L, int i, lia_pool *p, lia_expr r[3]) {
  for (int k = 0; k < 3; k++) r[k] = LIA_ZERO;
  if (lua_isnoneornil(L, i)) return;
  if (!lua_istable(L, i) && !lua_isuserdata(L, i))
    lia_arg_error(L, i, "expected a point of three numbers or expressions");
  for (int k = 0; k < 3; k++) {
    static const char *const what[3] = { "[1]", "[2]", "[3]" };
    lua_pushinteger(L, k + 1);
    lua_gettable(L, i);
    r[k] = lia_to_expr(L, p, lua_gettop(L), i, what[k]);
    lua_pop(L, 1);
  }
}

static int generator_jacobian(lua_State *L) {
  lia_arg a[5];
  lia_args(L, a);
  const generator *g = a[0].o;
  lia_error err = { 0 };
  lia_expr r[3];
  int place = place_at(L, 2, &a[1], g, g->tip), axes = place_at(L, 4, &a[3], g, LIA_PLACE_GROUND),
      n = g->m->ncoord;
  point_at(L, 3, g->p, r);
  if (!n) return lia_mistake(L, "nothing moves: no coordinates, no Jacobian");
  lia_expr *J = lua_newuserdata(L, 6 * (size_t)n * sizeof *J);
  lia_status st = a[4].given && a[4].n ? lia_geometric_derived(g->m, place, r, axes, J, &err)
                                       : lia_geometric_jacobian(g->m, place, r, axes, J, &err);
  return push_result(L, g->p, st, &err, 6, n, J);
}

static int energy(lua_State *L) {
  lia_arg a[2];
  lia_args(L, a);
  const generator *g = a[0].o;
  lia_error err = { 0 };
  lia_expr T = 0, V = 0;
  int i = place_at(L, 2, &a[1], g, g->tip);
  if (i >= g->m->nbody) i = g->m->frame[i - g->m->nbody].body;
  if (i < 0) return lia_arg_error(L, 2, "the ground does not move: it has no energy");
  lia_status st = lia_geometric_energy(g->m, i, &T, &V, &err);
  lia_pool_clear(g->p);
  if (st != LIA_OK) return lia_raise(L, &err);
  lia_push_expr(L, g->p, T, 1);
  lia_push_expr(L, g->p, V, 1);
  return 2;
}

static void set_expr(lua_State *L, const generator *g, const char *key, lia_expr e) {
  lia_push_expr(L, g->p, e, 1);
  lua_setfield(L, -2, key);
}

static int generator_body(lua_State *L) {
  lia_arg a[2];
  lia_args(L, a);
  const generator *g = a[0].o;
  int i = place_at(L, 2, &a[1], g, g->tip);
  if (i >= g->m->nbody) i = g->m->frame[i - g->m->nbody].body;
  if (i < 0) return lia_arg_error(L, 2, "the ground is no body");
  const lia_sbody *b = &g->m->body[i];
  const lia_expr *I = b->I, full[9] = { I[0], I[3], I[4], I[3], I[1], I[5], I[4], I[5], I[2] };
  lua_createtable(L, 0, 4);
  set_expr(L, g, "mass", b->m);
  lia_push_smat_of(L, g->p, 3, 1, 1, b->com, 1);
  lua_setfield(L, -2, "com");
  lia_push_smat_of(L, g->p, 3, 3, 0, full, 1);
  lua_setfield(L, -2, "inertia");
  lia_field_text(L, "frame", b->name);
  return 1;
}

static void push_vector(lua_State *L, const generator *g, int n, const lia_expr *e) {
  lsmat *x = lia_push_smat(L, g->p, n, 1, 1, 1);
  memcpy(x->x, e, (size_t)n * sizeof *e);
}

// N or S of q' = N v, v = S q'; or where quaternions begin among the numbers of q
static int generator_push_rates(lua_State *L, const generator *g, char which) {
  const lia_smodel *m = g->m;
  size_t size = (size_t)m->nq * (size_t)m->ncoord;
  lia_expr *N = lua_newuserdata(L, (2 * size + 1) * sizeof *N);
  int *first = lua_newuserdata(L, ((size_t)m->nbody + 1) * sizeof *first),
      n = lia_geometric_rates(m, N, N + size, first);
  if (n < 0) return lia_error_text(L, "out of memory");
  if (which == 'N') {
    lia_push_smat_of(L, g->p, m->nq, m->ncoord, 0, N, 1);
    return 1;
  }
  if (which == 'S') {
    lia_push_smat_of(L, g->p, m->ncoord, m->nq, 0, N + size, 1);
    return 1;
  }
  lua_createtable(L, n, 0);
  for (int i = 0; i < n; i++) {
    lua_pushinteger(L, first[i] + 1);
    lua_rawseti(L, -2, i + 1);
  }
  return 1;
}

// inertia of rotors by coordinate: armature (scale q')^2 / 2
static int push_armature(lua_State *L, const generator *g) {
  const lia_smodel *m = g->m;
  lsmat *x = lia_push_smat(L, g->p, m->ncoord, 1, 1, 1);
  for (int i = 0; i < m->ncoord; i++) x->x[i] = LIA_ZERO;
  for (int i = 0; i < m->nelement; i++) {
    const lia_selement *e = &m->element[i];
    x->x[e->coord] = lia_sym_add(g->p, x->x[e->coord],
                                 lia_sym_mul(g->p, e->armature, lia_sym_sq(g->p, e->scale)));
  }
  return 1;
}

// forces of springs, dampers and dry friction, by speed: sum of scale (-c (s - rest) - d s' - f
// sign s') of joints at s
static int push_passive(lua_State *L, const generator *g) {
  const lia_smodel *m = g->m;
  lia_pool *p = g->p;
  lsmat *x = lia_push_smat(L, p, m->ncoord, 1, 1, 1);
  for (int i = 0; i < m->ncoord; i++) x->x[i] = LIA_ZERO;
  for (int i = 0; i < m->nelement; i++) {
    const lia_selement *e = &m->element[i];
    x->x[e->coord] = lia_sym_add(p, x->x[e->coord], lia_smodel_element_force(m, e));
  }
  return 1;
}

static int generator_get(lua_State *L, void *object) {
  const generator *g = object;
  const lia_smodel *m = g->m;
  const char *key = lua_type(L, 2) == LUA_TSTRING ? lua_tostring(L, 2) : "";
  if (!strcmp(key, "n")) {
    lua_pushinteger(L, m->ncoord);
    return 1;
  }
  if (!strcmp(key, "q")) {
    push_vector(L, g, m->ncoord, m->q);
    return 1;
  }
  if (!strcmp(key, "v")) {
    push_vector(L, g, m->ncoord, m->v);
    return 1;
  }
  if (!strcmp(key, "a")) {
    push_vector(L, g, m->ncoord, m->a);
    return 1;
  }
  if (!strcmp(key, "armature")) return push_armature(L, g);
  if (!strcmp(key, "passive")) return push_passive(L, g);
  if (!strcmp(key, "numbers")) {
    push_vector(L, g, m->nq, m->number);
    return 1;
  }
  if (m->ncoord && (!strcmp(key, "N") || !strcmp(key, "S") || !strcmp(key, "turns")))
    return generator_push_rates(L, g, key[0]);
  return 0;
}

// as the Lua half writes it
static int tostring(lua_State *L) { return lia_tostring_by(L, "text"); }

// ---- rows ----

#define ARM "local g = li.planar{'L1', 'L2'}:generator(); "

static const lia_fn methods[] = {
  { tostring, "generator.__tostring(g: generator) -> str",
    "All there is to print, as generator:text() gives it.",
    ARM "return tostring(g):match '^%a+' --> paths" },
  { places, "generator:places() -> table", "The names of all bodies and frames.",
    ARM "return #g:places() --> 3" },
  { generator_bodies, "generator:bodies() -> table",
    "The names of the bodies that have mass or inertia; a frame put straight on a body gives it "
    "its name.",
    ARM "return g:bodies()[2] --> link2" },
  { contacts, "generator:contacts() -> table", "The names of the contact points.",
    ARM "return #g:contacts() --> 0" },
  { path, "generator:path([place: str]) -> table",
    "The bodies from the ground to the place, which is the tip where left out.",
    ARM "return g:path()[1], #g:path() --> link1, 3" },
  { homogeneous, "generator:homogeneous([place: str, from: str]) -> smat",
    "The homogeneous matrix (4x4) of a place, the tip where left out, told in another, the world "
    "where left out. Angles of parallel axes are merged.",
    ARM "return g:homogeneous()[1] --> [c12  -s12  0  L1*c1 + L2*c12]" },
  { generator_jacobian,
    "generator:jacobian([place: str, point: any, axes: str, how: direct|derived]) -> smat",
    "J (6 x n), linear part first, of a point of the place (its origin; told there), in axes of "
    "another place (the world): column by column from the axes of the "
    "joints, or by derivation: dp/dq and the skew matrices dR/dq R'.",
    ARM "return g:jacobian(nil, nil, 'link2')[2] --> [L1*c2 + L2  L2]" },
  { energy, "generator:energy([body: str]) -> T: expr, V: expr",
    "Kinetic and potential energy of one body alone, rotors and springs not in them.",
    ARM "return (g:energy 'link1'):degree(g.v[1]) --> 2" },
  { generator_body, "generator:body([name: str]) -> table",
    "What a body is: mass, com (in its frame), inertia (3x3, about the centre of mass, in axes of "
    "its frame), frame (whose axes).",
    ARM "return g:body('link1').com, g:body('link1').frame --> [L1/2  0  0], link1" },
  { 0 },
};

static const lia_fn model_methods[] = {
  { new_generator, "model:generator() -> generator",
    "The generator of models: paths, homogeneous matrices, Jacobians, twists, centres of mass, "
    "energies, contact forces, all in symbols. Geometry needs no masses.",
    "return #li.robots.rrp():generator():path() --> 3" },
  { 0 },
};

const lia_class lia_generator_class = {
  .name = "generator",
  .text = "A mechanism in symbols: where its places are, how they move, what its bodies "
          "contribute; fields q, v, a, n, armature (of rotors) and passive (forces of springs, "
          "dampers and friction) by coordinate, and where joints turn by quaternions numbers (of "
          "q), N, S (q' = N v, v = S q'), turns (where they begin).",
  .destroy = destroy,
  .method = methods,
  .field = "q v a n armature passive numbers N S turns",
  .get = generator_get,
};

void lia_open_generator(lua_State *L);
void lia_open_generator(lua_State *L) {
  lia_class_register(L, &lia_generator_class);
  lia_methods(L, &lia_model_class, model_methods);
}
