/* lstate_space.c - kit.ctl: pole placement, staircase, minimal realisation, zeros, scaling; Riccati
 * equations over a finite time; polynomials */
#include "bindings/ctl/lctl_inside.h"

#include "ctl/coefficients.h"
#include "ctl/place.h"
#include "ctl/riccati_horizon.h"
#include "ctl/staircase.h"
#include "ctl/zeros.h"

#include <string.h>

// ---- pole placement ----

static int push_unmoved(lua_State *L, const lia_place_told *told) {
  lua_createtable(L, 0, 1);
  lua_createtable(L, told->nmode, 0);
  for (int k = 0; k < told->nmode; k++) {
    lua_createtable(L, 0, 3);
    lia_field_number(L, "re", told->mode[k].re);
    lia_field_number(L, "im", told->mode[k].im);
    lia_field_text(L, "why", told->mode[k].why);
    lua_rawseti(L, -2, k + 1);
  }
  lua_setfield(L, -2, "modes");
  return 1;
}

// place(A, B, re, im, discrete) -> K, { condition =, re =, im = }: the place of the boundary plays
// no part
static int ctl_place(lua_State *L) {
  lia_error err = { 0 };
  int n, k;
  lua_settop(L, 5);
  lia_mat A = lia_lctl_square(L, 1, "A"), B = lia_lctl_sized(L, 2, "B", A.rows, -1);
  const double *re = lia_lctl_numbers(L, 3, "re", &n), *im = lia_lctl_numbers(L, 4, "im", &k);
  if (n != A.rows) LIA_FAIL(&err, LIA_EDIM, "re", "expected %d numbers, got %d", A.rows, n);
  if (k != A.rows) LIA_FAIL(&err, LIA_EDIM, "im", "expected %d numbers, got %d", A.rows, k);
  if (err.code) return lia_raise(L, &err);
  lia_place_told told = { .mode = lua_newuserdata(L, ((size_t)n + 1) * sizeof *told.mode) };
  lia_mat K = lia_lctl_push(L, B.cols, n);
  lua_createtable(L, 0, 3);
  told.re = lia_pushvec(L, n);
  lua_setfield(L, -2, "re");
  told.im = lia_pushvec(L, n);
  lua_setfield(L, -2, "im");
  if (lia_place(K, A, B, re, im, &told, &err) != LIA_OK)
    return lia_fail(L, &err) + push_unmoved(L, &told);
  lia_field_number(L, "condition", told.condition);
  return 2;
}

// ---- what inputs reach and outputs see ----

// staircase(A, B, C or nil [, tol]) -> T, count, { ranks }: T'A T, T'B, C T
static int ctl_staircase(lua_State *L) {
  lia_error err = { 0 };
  int count, blocks;
  lia_mat put;
  lua_settop(L, 4);
  lia_mat A = lia_lctl_square(L, 1, "A"), B = lia_lctl_sized(L, 2, "B", A.rows, -1);
  lia_lctl_maybe(L, 3, "C", -1, A.rows, &put);
  const double tol = luaL_optnumber(L, 4, -1);
  int *block = lua_newuserdata(L, ((size_t)A.rows + 1) * sizeof *block);
  lia_mat T = lia_lctl_push(L, A.rows, A.rows);
  if (lia_staircase(T, &count, block, &blocks, A, B, tol, &err) != LIA_OK) return lia_fail(L, &err);
  lua_pushinteger(L, count);
  lua_createtable(L, blocks, 0);
  for (int k = 0; k < blocks; k++) {
    lua_pushinteger(L, block[k]);
    lua_rawseti(L, -2, k + 1);
  }
  return 3;
}

static lia_mat push_again(lua_State *L, lia_mat A) {
  lia_mat C = lia_lctl_push(L, A.rows, A.cols);
  lia_mat_copy(C, A);
  return C;
}

// minimal(A, B, C, D [, tol]) -> A, B, C, D, states not reached, states reached and not seen
static int ctl_minimal(lua_State *L) {
  lia_error err = { 0 };
  int order, removed[2];
  lua_settop(L, 5);
  lia_mat A = lia_lctl_square(L, 1, "A"), B = lia_lctl_sized(L, 2, "B", A.rows, -1),
          C = lia_lctl_sized(L, 3, "C", -1, A.rows);
  lia_lctl_sized(L, 4, "D", C.rows, B.cols);
  const double tol = luaL_optnumber(L, 5, -1);
  A = push_again(L, A);
  B = push_again(L, B);
  C = push_again(L, C);
  if (lia_minimal(A, B, C, &order, removed, tol, &err) != LIA_OK) return lia_fail(L, &err);
  push_again(L, lia_mat_part(A, 0, 0, order, order));
  push_again(L, lia_mat_part(B, 0, 0, order, B.cols));
  push_again(L, lia_mat_part(C, 0, 0, C.rows, order));
  lua_pushvalue(L, 4);
  lua_pushinteger(L, removed[0]);
  lua_pushinteger(L, removed[1]);
  return 6;
}

// zeros(A, B, C, D [, tol]) -> re, im, infinite, rank
static int ctl_zeros(lua_State *L) {
  lia_error err = { 0 };
  int count, infinite, rank;
  lua_settop(L, 5);
  lia_mat A = lia_lctl_square(L, 1, "A"), B = lia_lctl_sized(L, 2, "B", A.rows, -1),
          C = lia_lctl_sized(L, 3, "C", -1, A.rows), D = lia_lctl_sized(L, 4, "D", C.rows, B.cols);
  double *re = lia_pushvec(L, A.rows), *im = lia_pushvec(L, A.rows);
  if (lia_zeros(re, im, &count, &infinite, &rank, A, B, C, D, luaL_optnumber(L, 5, -1), &err)
      != LIA_OK)
    return lia_fail(L, &err);
  lia_pushnums(L, re, count);
  lia_pushnums(L, im, count);
  lua_pushinteger(L, infinite);
  lua_pushinteger(L, rank);
  return 4;
}

// scale(A, B, C) -> A, B, C, d: of the states x~ = x / d
static int ctl_scale(lua_State *L) {
  lia_error err = { 0 };
  lua_settop(L, 3);
  lia_mat A = lia_lctl_square(L, 1, "A"), B = lia_lctl_sized(L, 2, "B", A.rows, -1),
          C = lia_lctl_sized(L, 3, "C", -1, A.rows);
  A = push_again(L, A);
  B = push_again(L, B);
  C = push_again(L, C);
  double *d = lia_pushvec(L, A.rows);
  if (lia_state_scale(A, B, C, d, &err) != LIA_OK) return lia_fail(L, &err);
  return 4;
}

// ---- over a finite time ----

// a mat, or a list of mats, at idx; nothing where there is none. What they are made of stays in a
// table that takes the place of the argument
static lia_mats mats_at(lua_State *L, int idx, const char *name) {
  if (lua_isnoneornil(L, idx)) return (lia_mats){ NULL, 0 };
  int count = 1;
  // a list of matrices begins with a mat, or with rows of rows
  int is_list = lua_type(L, idx) == LUA_TTABLE && lua_rawlen(L, idx) > 0;
  if (is_list) {
    lua_rawgeti(L, idx, 1);
    is_list = lia_test(L, -1, &lia_mat_class) != NULL;
    if (!is_list && lua_type(L, -1) == LUA_TTABLE) {
      lua_rawgeti(L, -1, 1);
      is_list = lua_type(L, -1) == LUA_TTABLE;
      lua_pop(L, 1);
    }
    lua_pop(L, 1);
  }
  if (is_list) count = (int)lua_rawlen(L, idx);
  lia_mat *list = lua_newuserdata(L, (size_t)count * sizeof *list);
  lua_createtable(L, count + 1, 0);
  for (int k = 0; k < count; k++) {
    if (is_list) lua_rawgeti(L, idx, k + 1);
    else lua_pushvalue(L, idx);
    list[k] = lia_lctl_mat(L, lua_gettop(L), name);
    lua_rawseti(L, -2, k + 1);
  }
  lua_insert(L, -2);
  lua_rawseti(L, -2, count + 1);
  lua_replace(L, idx);
  return (lia_mats){ list, count };
}

// room for count mats of that size, which stand in a new table on top
static lia_mat *push_mats(lua_State *L, int count, int rows, int cols) {
  lia_mat *list = lua_newuserdata(L, ((size_t)count + 1) * sizeof *list);
  lua_createtable(L, count, 0);
  for (int k = 0; k < count; k++) {
    list[k] = lia_lctl_push(L, rows, cols);
    lua_rawseti(L, -2, k + 1);
  }
  return list;
}

// riccati_steps(A, B, Q, R, S or nil, QN, N) -> { K of step 0, .. }, X0; each a mat or a list of N
static int ctl_riccati_steps(lua_State *L) {
  lia_error err = { 0 };
  lua_settop(L, 7);
  luaL_checkstack(L, 30, "riccati_steps");
  lia_riccati_run r = { .A = mats_at(L, 1, "A"), .B = mats_at(L, 2, "B"), .Q = mats_at(L, 3, "Q"),
                        .R = mats_at(L, 4, "R"), .S = mats_at(L, 5, "S"),
                        .steps = (int)luaL_checkinteger(L, 7) };
  lia_mat QN = lia_lctl_square(L, 6, "QN");
  const int m = r.B.count ? r.B.list[0].cols : 0;
  lia_mat *K = push_mats(L, r.steps > 0 ? r.steps : 0, m, QN.rows);
  lia_mat X0 = lia_lctl_push(L, QN.rows, QN.rows);
  if (lia_riccati_steps(X0, K, &r, QN, &err) != LIA_OK) return lia_fail(L, &err);
  return 2;
}

// riccati_flow(A, B, Q, R, S or nil, QT, times) -> { X at each of the times }; X is QT at the last
static int ctl_riccati_flow(lua_State *L) {
  lia_error err = { 0 };
  lia_mat put;
  int count;
  lua_settop(L, 7);
  lia_mat A = lia_lctl_square(L, 1, "A"), B = lia_lctl_sized(L, 2, "B", A.rows, -1);
  const int n = A.rows, m = B.cols;
  lia_mat Q = lia_lctl_sized(L, 3, "Q", n, n), R = lia_lctl_sized(L, 4, "R", m, m),
          QT = lia_lctl_sized(L, 6, "QT", n, n);
  const lia_mat *S = lia_lctl_maybe(L, 5, "S", n, m, &put);
  const double *time = lia_lctl_numbers(L, 7, "times", &count);
  lia_mat *X = push_mats(L, count, n, n);
  if (lia_riccati_flow(X, time, count, A, B, Q, R, S, QT, &err) != LIA_OK)
    return lia_fail(L, &err);
  return 1;
}

// ---- polynomials ----

// roots(coefficients, highest first) -> re, im
static int ctl_roots(lua_State *L) {
  lia_error err = { 0 };
  int count, degree;
  lua_settop(L, 1);
  const double *c = lia_lctl_numbers(L, 1, "c", &count);
  double *re = lia_pushvec(L, count > 1 ? count - 1 : 0);
  double *im = lia_pushvec(L, count > 1 ? count - 1 : 0);
  if (lia_coefficients_roots(re, im, &degree, c, count, &err) != LIA_OK) return lia_fail(L, &err);
  return 2;
}

// poly(re, im) -> coefficients, highest first, the first 1
static int ctl_poly(lua_State *L) {
  lia_error err = { 0 };
  int n, k;
  lua_settop(L, 2);
  const double *re = lia_lctl_numbers(L, 1, "re", &n), *im = lia_lctl_numbers(L, 2, "im", &k);
  if (n != k) LIA_FAIL(&err, LIA_EDIM, "im", "expected %d numbers, got %d", n, k);
  if (err.code) return lia_raise(L, &err);
  double *c = lia_pushvec(L, n + 1);
  if (lia_coefficients_of(c, re, im, n, &err) != LIA_OK) return lia_fail(L, &err);
  return 1;
}

void lia_open_state_space(lua_State *L);
void lia_open_state_space(lua_State *L) {
  static const luaL_Reg list[] = { { "place", ctl_place }, { "staircase", ctl_staircase },
      { "minimal", ctl_minimal }, { "zeros", ctl_zeros }, { "scale", ctl_scale },
      { "riccati_steps", ctl_riccati_steps }, { "riccati_flow", ctl_riccati_flow },
      { "roots", ctl_roots }, { "poly", ctl_poly }, { NULL, NULL } };
  lia_kit_register(L, "ctl", list);
}
