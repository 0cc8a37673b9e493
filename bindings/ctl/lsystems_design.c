/* lsystems_design.c - kit.ctl: H2 and H-infinity controllers, loop shaping by coprime factors */
#include "bindings/ctl/lsystems.h"
#include "bindings/kit/fields.h"

#include "ctl/design.h"

// A, B1, B2, C1, C2, D11, D12, D21, D22 at 1 .. 9; a D left out is 0
static lia_plant plant_at(lua_State *L, lia_arena *a) {
  lia_plant P;
  lia_mat *part[] = { &P.A, &P.B1, &P.B2, &P.C1, &P.C2, &P.D11, &P.D12, &P.D21, &P.D22 };
  lia_error err = { 0 };
  for (int k = 0; k < 9; k++) *part[k] = lia_lsystems_mat(L, a, k + 1);
  for (int k = 5; k < 9; k++) {
    if (!lua_isnoneornil(L, k + 1)) continue;
    const int rows = k < 7 ? P.C1.rows : P.C2.rows, cols = k % 2 ? P.B1.cols : P.B2.cols;
    lia_lti zero;
    if (lia_lti_new(a, &zero, 0, cols, rows, &err) != LIA_OK) lia_lsystems_no_memory(L);
    *part[k] = zero.D;
  }
  if (lia_plant_check(&P, &err) != LIA_OK) lia_raise(L, &err);
  return P;
}

static void push_told(lua_State *L, const lia_design *d) {
  lua_newtable(L);
  lia_field_number(L, "gamma", d->gamma);
  lia_field_number(L, "rho", d->rho);
  lia_lsystems_push(L, d->X);
  lua_setfield(L, -2, "X");
  lia_lsystems_push(L, d->Y);
  lua_setfield(L, -2, "Y");
  lua_newtable(L);
  lia_pushnums(L, d->re, d->npole);
  lua_setfield(L, -2, "re");
  lia_pushnums(L, d->im, d->npole);
  lua_setfield(L, -2, "im");
  lua_setfield(L, -2, "poles");
}

static int ctl_hinf_design(lua_State *L) {
  lia_arg arg[11];
  lia_error err = { 0 };
  lia_args(L, arg);
  lia_arena *a = lia_lsystems_arena(L);
  const int box = lua_gettop(L);
  const lia_plant P = plant_at(L, a);
  const double gamma = arg[9].given ? arg[9].x : 0, tol = arg[10].given ? arg[10].x : 1e-6;
  lia_design d;
  if (arg[9].given && !(gamma > 0))
    return lia_arg_error(L, 10, "expected a bound above 0, got %g", gamma);
  if (!(tol > 0 && tol < 1))
    return lia_arg_error(L, 11, "expected a tolerance between 0 and 1, got %g", tol);
  if (lia_design_hinf(a, &d, &P, gamma, tol, &err) != LIA_OK) return lia_fail(L, &err);
  lia_lsystems_push_system(L, &d.K);
  push_told(L, &d);
  if (!arg[9].given) lia_field_number(L, "least", d.least);
  lia_release(L, box);
  return 5;
}

static int ctl_h2_design(lua_State *L) {
  lia_arg arg[9];
  lia_error err = { 0 };
  lia_args(L, arg);
  lia_arena *a = lia_lsystems_arena(L);
  const int box = lua_gettop(L);
  const lia_plant P = plant_at(L, a);
  lia_design d;
  if (lia_design_h2(a, &d, &P, &err) != LIA_OK) return lia_fail(L, &err);
  lia_lsystems_push_system(L, &d.K);
  push_told(L, &d);
  lia_release(L, box);
  return 5;
}

static int ctl_ncfsyn(lua_State *L) {
  lia_arg arg[5];
  lia_error err = { 0 };
  lia_args(L, arg);
  lia_arena *a = lia_lsystems_arena(L);
  const int box = lua_gettop(L);
  const lia_lti s = lia_lsystems_system(L, a, 1);
  lia_design d;
  if (lia_design_coprime(a, &d, &s, arg[4].given ? arg[4].x : 1.1, &err) != LIA_OK)
    return lia_fail(L, &err);
  lia_lsystems_push_system(L, &d.K);
  lua_pushnumber(L, d.gamma);
  push_told(L, &d);
  lia_release(L, box);
  return 6;
}

#define PLANT "A: any, B1: any, B2: any, C1: any, C2: any, D11: any, D12: any, D21: any, D22: any"
const lia_fn lia_lsystems_design[] = {
  { ctl_hinf_design, "ctl.hinf_design(" PLANT " [, gamma: num, tol: num]) "
    "-> mat, mat, mat, mat, table", NULL, NULL },
  { ctl_h2_design, "ctl.h2_design(" PLANT ") -> mat, mat, mat, mat, table", NULL, NULL },
  { ctl_ncfsyn, "ctl.ncfsyn(A: any, B: any, C: any, D: any [, factor: num]) "
    "-> mat, mat, mat, mat, num, table", NULL, NULL },
  { 0 },
};
