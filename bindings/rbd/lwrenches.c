/* lwrenches.c - models: forces and moments from outside, and those that joints transmit, expressed
 * in any axes about any point */
#include "bindings/model/lmodel.h"
#include "bindings/geo/lspace.h"
#include "bindings/kit/nums.h"

#include "geo/screw.h"
#include "rbd/fk.h"
#include "rbd/rnea.h"

#include <math.h>
#include <string.h>

// ---- from outside ----

// the table at argument i that is read, the place it names, and the model
typedef struct reading {
  lua_State *L;
  int i;
  lmodel *o;
  const double *q;
  const char *name;
} reading;

// t[key] or t[k], three numbers; where there is nothing zeros: 0
static int three_at(const reading *r, int t, const char *key, int k, double x[3]) {
  lua_State *L = r->L;
  lia_nums_fault fault;
  lua_getfield(L, t, key);
  if (lua_isnil(L, -1) && k) {
    lua_pop(L, 1);
    lua_rawgeti(L, t, k);
  }
  const int given = !lua_isnil(L, -1);
  const lvec *v = lia_test(L, -1, &lia_vec_class);
  x[0] = x[1] = x[2] = 0;
  if (v && v->n == 3) memcpy(x, v->x, 3 * sizeof *x);
  else if (given && (!lua_istable(L, -1) || !lia_nums_table(L, lua_gettop(L), x, 3, 0, &fault)))
    lia_arg_error(L, r->i, "%s.%s: expected three numbers", r->name, key);
  for (int c = 0; c < 3; c++)
    if (!isfinite(x[c])) lia_arg_error(L, r->i, "%s.%s: expected finite numbers", r->name, key);
  lua_pop(L, 1);
  return given;
}

static void check_keys(const reading *r, int t) {
  static const char *const known[] = { "f", "n", "axes", "point" };
  lua_State *L = r->L;
  for (lua_pushnil(L); lua_next(L, t); lua_pop(L, 1)) {
    if (lua_type(L, -2) == LUA_TNUMBER && lua_tonumber(L, -2) <= 2) continue;
    const char *key = lua_type(L, -2) == LUA_TSTRING ? lua_tostring(L, -2) : "?";
    int found = 0;
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) found |= !strcmp(key, known[k]);
    if (!found)
      lia_arg_error(L, r->i, "%s: unknown key '%.40s' (f, n, axes, point)", r->name, key);
  }
}

// the axes named on top of the stack, told in the world: of a body or frame, of the world, of the
// body itself ("body") or of its moved joint frame ("joint"). 0: none are named
static int axes_at(lua_State *L, int i, const char *where, lmodel *o, const double *q, int body,
                   lia_frame *X_WA) {
  if (lua_isnil(L, -1)) return 0;
  if (lua_type(L, -1) != LUA_TSTRING)
    lia_arg_error(L, i, "%saxes: expected world, body, joint, or the name of a body or frame",
                  where);
  const char *name = lua_tostring(L, -1);
  const int joint = !strcmp(name, "joint");
  lspot spot = { .body = body, .X_BF = LIA_FRAME_IDENTITY, .name = name };
  if (joint && body >= 0) lia_frame_inv(&spot.X_BF, &o->c.model->body[body].X_JB);
  else if (!joint && strcmp(name, "body") != 0) spot = lia_lmodel_spot(L, i, name, o);
  *X_WA = lia_lmodel_pose(o, q, &spot);
  return 1;
}

// t.point: three coordinates of the place itself, or the origin of a body or frame by name
static void read_point(const reading *r, int t, const lspot *place, double p[3]) {
  lua_getfield(r->L, t, "point");
  if (lua_type(r->L, -1) != LUA_TSTRING) {
    lua_pop(r->L, 1);
    three_at(r, t, "point", 0, p);
    return;
  }
  const lspot named = lia_lmodel_spot(r->L, r->i, lua_tostring(r->L, -1), r->o);
  const lia_frame X_WP = lia_lmodel_pose(r->o, r->q, &named),
                  X_WF = lia_lmodel_pose(r->o, r->q, place);
  lia_frame X_FW, X_FP;
  lia_frame_inv(&X_FW, &X_WF);
  lia_frame_mul(&X_FP, &X_FW, &X_WP);
  lia_copy3(p, X_FP.p);
  lua_pop(r->L, 1);
}

// {f, n, axes = name, point = {..}} at t -> F in axes of the place, about its origin: the point is
// one of the place's own coordinates or has a name, axes those of the place where none are named
static void read_told(const reading *r, int t, const lspot *place, double F[6]) {
  lua_State *L = r->L;
  double p[3];
  check_keys(r, t);
  const int f = three_at(r, t, "f", 1, F), n = three_at(r, t, "n", 2, F + 3);
  if (!f && !n)
    lia_arg_error(L, r->i, "%s: expected f = {..} or n = {..}", r->name);
  read_point(r, t, place, p);
  char where[80];
  lia_text_format(where, sizeof where, "%.70s.", r->name);
  lia_frame X_WA;
  lua_getfield(L, t, "axes");
  if (axes_at(L, r->i, where, r->o, r->q, place->body, &X_WA)) {
    const lia_frame X_WF = lia_lmodel_pose(r->o, r->q, place);
    lia_rot6(F, X_WA.R, F);
    lia_rot6_back(F, X_WF.R, F);
  }
  lua_pop(L, 1);
  for (int c = 0; c < 3; c++) p[c] = -p[c];
  lia_wrench_at(F, F, p);
}

// is it a table with names, or of two vectors, and no wrench or six numbers?
static int is_told(lua_State *L) {
  if (!lua_istable(L, -1) || lia_classof(L, -1)) return 0;
  lua_rawgeti(L, -1, 1);
  const int numbers = lua_type(L, -1) == LUA_TNUMBER;
  lua_pop(L, 1);
  return !numbers;
}

const double *lia_lmodel_external(lua_State *L, int i, lmodel *o, const double *q) {
  const lia_model *m = o->c.model;
  double *ext = lua_newuserdata(L, (size_t)(6 * m->nbody + 1) * sizeof *ext);
  int any = 0;
  memset(ext, 0, (size_t)(6 * m->nbody) * sizeof *ext);
  for (lua_pushnil(L); lua_next(L, i); lua_pop(L, 1)) {
    double F[6];
    if (lua_type(L, -2) != LUA_TSTRING)
      lia_arg_error(L, i, "expected forces on bodies or frames by name, got a %s as name",
                    luaL_typename(L, -2));
    const reading r = { L, i, o, q, lua_tostring(L, -2) };
    const lspot place = lia_lmodel_spot(L, i, r.name, o);
    if (is_told(L)) read_told(&r, lua_gettop(L), &place, F);
    else lia_lmodel_six(L, i, r.name, F);
    if (place.body < 0) continue;
    lia_wrench_to(F, &place.X_BF, F);
    for (int c = 0; c < 6; c++) ext[6 * place.body + c] += F[c];
    any = 1;
  }
  return any ? ext : NULL;
}

// ---- what joints transmit ----

// options.axes, options.at of wrenches, on the stack (nil where they are not given)
typedef struct asked { int axes, at, any; } asked;

static asked read_asked(lua_State *L, int i) {
  asked g = { 0, 0, 0 };
  if (lua_isnoneornil(L, i)) return g;
  for (lua_pushnil(L); lua_next(L, i); lua_pop(L, 1)) {
    const char *key = lua_type(L, -2) == LUA_TSTRING ? lua_tostring(L, -2) : "?";
    if (strcmp(key, "axes") && strcmp(key, "at"))
      lia_arg_error(L, i, "unknown option '%.40s' (axes, at)", key);
    g.any = 1;
  }
  lua_getfield(L, i, "axes");
  g.axes = lua_gettop(L);
  lua_getfield(L, i, "at");
  g.at = lua_gettop(L);
  return g;
}

// the origin of a body or frame, of the body ("body") or of its joint ("joint"), or three numbers,
// told in the world
static void asked_point(lua_State *L, const asked *g, lmodel *o, const double *q, int body,
                        double p_W[3]) {
  const reading r = { L, 6, o, q, "at" };
  lia_frame X;
  lia_nums_fault fault;
  if (lua_type(L, g->at) == LUA_TSTRING) {
    lua_pushvalue(L, g->at);
    (void)axes_at(L, 6, "", o, q, body, &X);
    lua_pop(L, 1);
    lia_copy3(p_W, X.p);
    return;
  }
  const lvec *v = lia_test(L, g->at, &lia_vec_class);
  if (v && v->n == 3) lia_copy3(p_W, v->x);
  else if (!lua_istable(L, g->at) || !lia_nums_table(L, g->at, p_W, 3, 0, &fault))
    lia_arg_error(L, r.i, "at: expected body, joint, the name of a body or frame, world, or three "
                  "numbers");
}

// W of body b, told in its joint's moved frame about its origin, as it was asked for
static void tell(lua_State *L, const asked *g, lmodel *o, const double *q, int b, double W[6]) {
  const lia_model *m = o->c.model;
  lia_frame X_BJ, X_WJ, X_WA;
  double p_W[3], to[3];
  lia_frame_inv(&X_BJ, &m->body[b].X_JB);
  lia_frame_mul(&X_WJ, &o->X[b], &X_BJ);
  lia_rot6(W, X_WJ.R, W);
  if (!lua_isnil(L, g->at)) {
    asked_point(L, g, o, q, b, p_W);
    lia_sub3(to, p_W, X_WJ.p);
    lia_wrench_at(W, W, to);
  }
  lua_pushvalue(L, g->axes);
  if (!axes_at(L, 6, "", o, q, b, &X_WA)) X_WA = X_WJ;
  lua_pop(L, 1);
  lia_rot6_back(W, X_WA.R, W);
}

// what every joint transmits, a table by body
static int wrenches(lua_State *L) {
  lia_arg a[6];
  lia_args(L, a);
  lmodel *o = a[0].o;
  const lia_model *m = lia_lmodel_dynamic(L, o);
  lua_settop(L, 6);
  const double *q = lia_lmodel_q(L, 2, &a[1], o), *v = lia_lmodel_v(L, 3, &a[2], o, o->v),
      *acc = lia_lmodel_v(L, 4, &a[3], o, o->a);
  const double *ext = a[4].given ? lia_lmodel_external(L, 5, o, q) : NULL;
  const asked g = read_asked(L, 6);
  double *W = lua_newuserdata(L, (size_t)(6 * m->nbody + 1) * sizeof *W);
  lia_rnea_wrenches(m, o->d, q, v, acc, ext, W);
  if (g.any) {
    lia_fk(m, o->d, q, o->X);
    for (int b = 0; b < m->nbody; b++) tell(L, &g, o, q, b, W + 6 * b);
  }
  lua_createtable(L, 0, o->spec->nbody);
  for (int k = 0; k < o->spec->nbody; k++) {
    lia_push_six(L, &lia_wrench_class, &W[6 * o->c.body[k]]);
    lua_setfield(L, -2, o->spec->body[k].name);
  }
  return 1;
}

const lia_fn lia_model_wrenches[] = {
  { wrenches,
    "model:wrenches(q: nums|table, v: nums|table, a: nums|table [, ext: table, options: table]) -> "
    "table",
    "The force and moment that every joint transmits to its body in this motion, by body: "
    "expressed in the moved joint frame, about its origin, or in axes = 'world', 'body' (its own), "
    "'joint', or of a body or frame by name, about at = the origin of one of these or three "
    "numbers in world axes. ext as in model:id.",
    "li.planar{1, mass = 2}:wrenches({0}, {0}, {0}).link1.f --> [0  19.62  0]" },
  { 0 },
};
