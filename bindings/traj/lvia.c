/* lvia.c - li._internal.via: curves through points, for lib/liaison/motion/via.lua, which checks */
#include "bindings/traj/llaw.h"
#include "bindings/traj/lpieces.h"

#include "bindings/kit/fields.h"
#include "bindings/kit/nums.h"

#include "traj/hermite.h"
#include "traj/via.h"

#include <math.h>

static const lvec *vec_at(lua_State *L, int i) { return lia_check(L, i, &lia_vec_class); }
static const lmat *mat_at(lua_State *L, int i) { return lia_check(L, i, &lia_mat_class); }

static const double *numbers_or_null(lua_State *L, int i) {
  return lua_isnil(L, i) ? NULL : vec_at(L, i)->x;
}

// complaints name the field of li.via
static int raise_of(lua_State *L, const lia_error *err) {
  lia_error told = *err;
  lia_text_format(told.path, sizeof told.path, "via.%s", err->path);
  return lia_raise(L, &told);
}

// the curve of a call that fills a box on the stack
static int curve_or_raise(lua_State *L, void **box, lia_pieces *x, lia_status st,
                          const lia_error *err) {
  *box = x;
  return st == LIA_OK ? 1 : raise_of(L, err);
}

// a flat list of m n numbers, false where nothing is told; NULL for nil
static const double *told_at(lua_State *L, int i, int count) {
  if (lua_isnil(L, i)) return NULL;
  double *told = lua_newuserdata(L, (size_t)count * sizeof *told);
  for (int k = 0; k < count; k++) {
    lua_rawgeti(L, i, k + 1);
    told[k] = lua_type(L, -1) == LUA_TNUMBER ? lua_tonumber(L, -1) : (double)NAN;
    lua_pop(L, 1);
  }
  return told;
}

// x, r, v, a, j, periodic at first ..: all but the times
static lia_via via_at(lua_State *L, int first) {
  const lmat *x = mat_at(L, first);
  lia_via v = { .m = x->rows, .n = x->cols, .r = (int)lua_tointeger(L, first + 1), .x = x->x };
  for (int l = 0; l < 3; l++) v.told[l] = told_at(L, first + 2 + l, x->rows * x->cols);
  v.periodic = lua_toboolean(L, first + 5);
  return v;
}

// spline(t, x, r, v, a, j, periodic)
static int spline(lua_State *L) {
  lia_error err = { 0 };
  lua_settop(L, 7);
  lia_via v = via_at(L, 2);
  v.t = vec_at(L, 1)->x;
  void **box = lia_push_curve_box(L);
  lia_pieces *x;
  lia_status st = lia_via_spline(&x, &v, &err);
  return curve_or_raise(L, box, x, st, &err);
}

// bspline(t, x, degree)
static int bspline(lua_State *L) {
  lia_error err = { 0 };
  const lmat *x = mat_at(L, 2);
  void **box = lia_push_curve_box(L);
  lia_pieces *out;
  lia_status st = lia_via_bspline(&out, vec_at(L, 1)->x, x->x, x->rows, x->cols,
                                  (int)lua_tointeger(L, 3), &err);
  return curve_or_raise(L, box, out, st, &err);
}

// blends(t, x, smooth, through, time or nil, a or nil): curve, how far it passes
static int blends(lua_State *L) {
  lia_error err = { 0 };
  lua_settop(L, 6);
  const lmat *x = mat_at(L, 2);
  const lia_blends b = {
    .m = x->rows, .n = x->cols, .t = vec_at(L, 1)->x, .x = x->x, .smooth = lua_toboolean(L, 3),
    .through = lua_toboolean(L, 4), .time = numbers_or_null(L, 5), .a = numbers_or_null(L, 6),
  };
  double *near = lia_pushvec(L, x->rows);
  void **box = lia_push_curve_box(L);
  lia_pieces *out;
  lia_status st = lia_via_blends(&out, &b, near, &err);
  curve_or_raise(L, box, out, st, &err);
  lua_pushvalue(L, 7);
  return 2;
}

// smooth(t, x, weights or nil, lambda or nil): curve, { lambda =, rest =, freedom =, score = }
static int smooth(lua_State *L) {
  lia_error err = { 0 };
  lua_settop(L, 4);
  const lmat *x = mat_at(L, 2);
  const double *t = vec_at(L, 1)->x, *w = numbers_or_null(L, 3);
  double lambda = lua_tonumber(L, 4);
  lia_smooth_info info;
  lia_status st = LIA_OK;
  if (lua_isnil(L, 4))
    st = lia_via_smooth_best(&lambda, t, x->x, w, x->rows, x->cols, &err);
  if (st == LIA_OK)
    st = lia_via_smooth_info(&info, t, x->x, w, x->rows, x->cols, lambda, &err);
  if (st != LIA_OK) return raise_of(L, &err);
  void **box = lia_push_curve_box(L);
  lia_pieces *out;
  st = lia_via_smooth(&out, t, x->x, w, x->rows, x->cols, lambda, &err);
  curve_or_raise(L, box, out, st, &err);
  lua_createtable(L, 0, 4);
  lia_field_number(L, "lambda", info.lambda);
  lia_field_number(L, "rest", info.rest);
  lia_field_number(L, "freedom", info.freedom);
  lia_field_number(L, "score", info.score);
  return 2;
}

// times(x, power, T)
static int times(lua_State *L) {
  lia_error err = { 0 };
  const lmat *x = mat_at(L, 1);
  double *t = lia_pushvec(L, x->rows);
  if (lia_via_times(t, x->x, x->rows, x->cols, lua_tonumber(L, 2), lua_tonumber(L, 3), &err)
      != LIA_OK)
    return raise_of(L, &err);
  return 1;
}

// ---- under limits ----

// a list of what binds in each piece: { { component, "v" }, .. }
static void push_binds(lua_State *L, const unsigned char *binds, int pieces, int n) {
  static const char *const name[3] = { "v", "a", "j" };
  lua_createtable(L, pieces, 0);
  for (int i = 0; i < pieces; i++) {
    int count = 0;
    lua_newtable(L);
    for (int k = 0; k < 3 * n; k++) {
      if (!binds[3 * n * i + k]) continue;
      lua_createtable(L, 0, 2);
      lia_field_integer(L, "component", k / 3 + 1);
      lia_field_text(L, "limit", name[k % 3]);
      lua_rawseti(L, -2, ++count);
    }
    lua_rawseti(L, -2, i + 1);
  }
}

// fastest(x, r, v, a, j, periodic, limits): t, binds, { T =, iterations =, degraded = }
static int fastest(lua_State *L) {
  lia_error err = { 0 };
  lua_settop(L, 7);
  const lia_via v = via_at(L, 1);
  const lia_axis_limits *lim = lia_push_axis_limits(L, 7);
  const size_t room = (size_t)v.m * (size_t)v.n * 3;
  unsigned char *binds = lua_newuserdata(L, room ? room : 1);
  double *t = lia_pushvec(L, v.m);
  lia_via_info info;
  if (lia_via_fastest(t, &v, lim, binds, &info, &err) != LIA_OK) return raise_of(L, &err);
  push_binds(L, binds, v.m - 1, v.n);
  lua_createtable(L, 0, 3);
  lia_field_number(L, "T", info.T);
  lia_field_integer(L, "iterations", info.iterations);
  lia_field_flag(L, "degraded", info.degraded);
  return 3;
}

// stretch_of_curve(curve, limits): the factor of its times that just keeps them
static int stretch_of_curve(lua_State *L) {
  const lia_pieces *x = lia_check(L, 1, &lia_curve_class);
  lua_pushnumber(L, lia_via_stretch(x, lia_push_axis_limits(L, 2)));
  return 1;
}

// energy_of_curve(curve, r)
static int energy_of_curve(lua_State *L) {
  const lia_pieces *x = lia_check(L, 1, &lia_curve_class);
  lua_pushnumber(L, lia_via_energy(x, (int)lua_tointeger(L, 2)));
  return 1;
}

// hermite(degree, a, b, T): a and b have a row for each derivative
static int hermite(lua_State *L) {
  lia_error err = { 0 };
  const lmat *a = mat_at(L, 2), *b = mat_at(L, 3);
  void **box = lia_push_curve_box(L);
  lia_pieces *x;
  lia_status st = lia_hermite_curve(&x, (int)lua_tointeger(L, 1), a->x, b->x, a->cols,
                                    lua_tonumber(L, 4), &err);
  return curve_or_raise(L, box, x, st, &err);
}

static const luaL_Reg inside[] = {
  { "spline", spline }, { "bspline", bspline }, { "blends", blends }, { "smooth", smooth },
  { "times", times }, { "fastest", fastest }, { "stretch", stretch_of_curve },
  { "energy", energy_of_curve }, { "hermite", hermite }, { NULL, NULL },
};

void lia_open_via(lua_State *L);
void lia_open_via(lua_State *L) { lia_kit_register(L, "via", inside); }
