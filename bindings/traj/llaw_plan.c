/* llaw_plan.c - li._internal.traj: moves by laws under limits, for lib/liaison/motion/laws.lua */
#include "bindings/traj/llaw.h"
#include "bindings/traj/lpieces.h"

#include "bindings/kit/nums.h"

#include "traj/law_curve.h"
#include "traj/plan.h"

#include <string.h>

lia_axis_limits *lia_push_axis_limits(lua_State *L, int i) {
  const lmat *rows = lia_check(L, i, &lia_mat_class);
  lia_axis_limits *lim = lua_newuserdata(L, (size_t)rows->rows * sizeof *lim);
  for (int k = 0; k < rows->rows; k++) {
    const double *x = rows->x + 5 * k;
    lim[k] = (lia_axis_limits){ { x[0], x[1] }, { x[2], x[3] }, x[4] };
  }
  return lim;
}

static void push_laws(lua_State *L, const lia_law *law, int n) {
  lua_createtable(L, n, 0);
  for (int k = 0; k < n; k++) {
    lia_push_law(L, &law[k]);
    lua_rawseti(L, -2, k + 1);
  }
}

// plan(law, travel, limits, by_time): T, a list of laws (one, or one for each axis), what binds
static int plan(lua_State *L) {
  const lia_law *given = lia_check(L, 1, &lia_law_class);
  const lvec *travel = lia_check(L, 2, &lia_vec_class);
  const int by_time = lua_toboolean(L, 4), n = travel->n;
  const lia_axis_limits *lim = lia_push_axis_limits(L, 3);
  lia_law *law = lua_newuserdata(L, (size_t)n * sizeof *law);
  unsigned char *binds = lua_newuserdata(L, 3 * (size_t)n);
  lia_error err = { 0 };
  double T;
  for (int k = 0; k < n; k++) law[k] = *given;
  lia_status st = by_time ? lia_plan_by_time(law, travel->x, lim, n, &T, &err)
                          : lia_plan_shortest(law, travel->x, lim, n, &T, &err);
  if (st != LIA_OK) return lia_raise(L, &err);
  lia_plan_binds(law, by_time, travel->x, lim, n, T, binds);
  lua_pushnumber(L, T);
  push_laws(L, law, by_time ? n : 1);
  lia_push_binds(L, binds, n);
  return 3;
}

// curve(laws, from, to, T): one law, or one for each axis
static int curve(lua_State *L) {
  const lvec *from = lia_check(L, 2, &lia_vec_class), *to = lia_check(L, 3, &lia_vec_class);
  const int nlaw = (int)lua_rawlen(L, 1);
  const double T = lua_tonumber(L, 4);
  lia_law *law = lua_newuserdata(L, (size_t)nlaw * sizeof *law);
  lia_error err = { 0 };
  double error;
  for (int k = 0; k < nlaw; k++) {
    lua_rawgeti(L, 1, k + 1);
    law[k] = *(const lia_law *)lia_check(L, -1, &lia_law_class);
    lua_pop(L, 1);
  }
  void **box = lia_push_curve_box(L);
  lia_pieces *x;
  lia_status st = lia_law_curve(&x, law, nlaw > 1, from->x, to->x, from->n, T, &error, &err);
  *box = x;
  if (st != LIA_OK) return lia_raise(L, &err);
  lua_pushnumber(L, error);
  return 2;
}

static const luaL_Reg inside[] = { { "plan", plan }, { "curve", curve }, { NULL, NULL } };

void lia_open_law_plan(lua_State *L);
void lia_open_law_plan(lua_State *L) { lia_kit_register(L, "traj", inside); }
