/* lriccati.c - kit.ctl: Riccati equations, and which modes can be moved */
#include "bindings/ctl/lctl_inside.h"

#include "ctl/pbh.h"
#include "ctl/riccati.h"

// { modes = { { re, im, sigma, why = }, .. } }
static int push_modes(lua_State *L, const lia_riccati_told *told) {
  lua_createtable(L, 0, 1);
  lua_createtable(L, told->nmode, 0);
  for (int k = 0; k < told->nmode; k++) {
    lua_createtable(L, 2, 4);
    lua_pushnumber(L, told->mode[k].re);
    lua_rawseti(L, -2, 1);
    lua_pushnumber(L, told->mode[k].im);
    lua_rawseti(L, -2, 2);
    lia_field_number(L, "re", told->mode[k].re);
    lia_field_number(L, "im", told->mode[k].im);
    lia_field_number(L, "sigma", told->mode[k].sigma);
    lia_field_text(L, "why", told->mode[k].why);
    lua_rawseti(L, -2, k + 1);
  }
  lua_setfield(L, -2, "modes");
  return 1;
}

static void push_riccati_told(lua_State *L, const lia_riccati_told *told) {
  lua_createtable(L, 0, 4);
  lia_field_number(L, "residual", told->residual);
  lia_field_number(L, "condition", told->condition);
  lia_field_integer(L, "steps", told->steps);
  lia_field_flag(L, "refined", told->steps > 0);
}

static int riccati_by(lua_State *L, int discrete) {
  lia_error err = { 0 };
  lia_mat s, e;
  lua_settop(L, 6);
  lia_mat A = lia_lctl_square(L, 1, "A"), B = lia_lctl_sized(L, 2, "B", A.rows, -1);
  const int n = A.rows, m = B.cols;
  lia_riccati p = { .A = A, .B = B, .Q = lia_lctl_sized(L, 3, "Q", n, n),
                    .R = lia_lctl_sized(L, 4, "R", m, m),
                    .S = lia_lctl_maybe(L, 5, "S", n, m, &s),
                    .E = lia_lctl_maybe(L, 6, "E", n, n, &e), .discrete = discrete };
  lia_riccati_told told = { .mode = lua_newuserdata(L, (2 * (size_t)n + 1) * sizeof *told.mode) };
  lia_mat X = lia_lctl_push(L, n, n), K = lia_lctl_push(L, m, n);
  double *re = lia_pushvec(L, n), *im = lia_pushvec(L, n);
  if (lia_riccati_solve(X, K, re, im, &p, &told, &err) != LIA_OK)
    return lia_fail(L, &err) + push_modes(L, &told);
  push_riccati_told(L, &told);
  return 5;
}

// care(A, B, Q, R, S or nil, E or nil) -> X, K, re, im, told; or nil, why, code, { modes = }
static int ctl_care(lua_State *L) { return riccati_by(L, 0); }

// dare(A, B, Q, R, S or nil, E or nil) -> the same
static int ctl_dare(lua_State *L) { return riccati_by(L, 1); }

// modes(A, B, discrete [, tol]) -> { { re =, im =, sigma =, stable =, reached = }, .. }: reached
// where sigma exceeds tol, 1e-10 (|A| + |B|) unless told
static int ctl_modes(lua_State *L) {
  lia_error err = { 0 };
  lua_settop(L, 4);
  lia_mat A = lia_lctl_square(L, 1, "A"), B = lia_lctl_sized(L, 2, "B", A.rows, -1);
  const int n = A.rows, discrete = lua_toboolean(L, 3);
  const double tol = luaL_optnumber(L, 4, 1e-10 * (lia_mat_normf(A) + lia_mat_normf(B)));
  double *re = lia_pushvec(L, n), *im = lia_pushvec(L, n), *sigma = lia_pushvec(L, n);
  if (lia_pbh(re, im, sigma, A, B, &err) != LIA_OK) return lia_fail(L, &err);
  lua_createtable(L, n, 0);
  for (int k = 0; k < n; k++) {
    const double off = discrete ? hypot(re[k], im[k]) - 1 : re[k];
    lua_createtable(L, 0, 5);
    lia_field_number(L, "re", re[k]);
    lia_field_number(L, "im", im[k]);
    lia_field_number(L, "sigma", sigma[k]);
    lia_field_flag(L, "stable", off < 0);
    lia_field_flag(L, "reached", sigma[k] > tol);
    lua_rawseti(L, -2, k + 1);
  }
  return 1;
}

void lia_open_riccati(lua_State *L);
void lia_open_riccati(lua_State *L) {
  static const luaL_Reg list[] = { { "care", ctl_care }, { "dare", ctl_dare },
      { "modes", ctl_modes }, { NULL, NULL } };
  lia_kit_register(L, "ctl", list);
}
