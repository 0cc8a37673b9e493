/* lctl.c - kit.ctl: arguments and results; Schur forms and linear matrix equations */
#include "bindings/ctl/lctl_inside.h"

#include "ctl/lyapunov.h"
#include "ctl/schur.h"

#include <string.h>

// ---- in ----

static int mat_mistake(lua_State *L, const char *name, const lia_nums_fault *f) {
  lia_error err = { 0 };
  if (f->col) LIA_FAIL(&err, LIA_EARG, name, "[%d][%d]: %s", f->row, f->col, f->text);
  else LIA_FAIL(&err, LIA_EARG, name, "%s", f->text);
  return lia_raise(L, &err);
}

static int no_mat(lua_State *L, int idx, const char *name, const char *expected) {
  lia_error err = { 0 };
  LIA_FAIL(&err, LIA_EARG, name, "expected %s, got %s", expected, luaL_typename(L, idx));
  return lia_raise(L, &err);
}

// a mat of the table or number at idx, put in its place
static void mat_from_table(lua_State *L, int idx, const char *name) {
  lia_nums_fault f = { 0 };
  int rows = 1, cols = 1;
  const int is_number = lua_type(L, idx) == LUA_TNUMBER;
  if (!is_number && lua_type(L, idx) != LUA_TTABLE)
    no_mat(L, idx, name, "a mat or rows of numbers");
  if (!is_number && !lia_nums_shape(L, idx, &rows, &cols, &f)) mat_mistake(L, name, &f);
  if (!cols && rows) no_mat(L, idx, name, "a mat or rows of numbers");
  double *x = lia_pushmat(L, rows, cols);
  if (is_number) *x = lua_tonumber(L, idx);
  else if (rows && !lia_nums_table(L, idx, x, rows, cols, &f)) mat_mistake(L, name, &f);
  lua_replace(L, idx);
}

lia_mat lia_lctl_mat(lua_State *L, int idx, const char *name) {
  lia_error err = { 0 };
  if (!lia_test(L, idx, &lia_mat_class)) mat_from_table(L, idx, name);
  const lmat *m = lia_check(L, idx, &lia_mat_class);
  lia_mat A = lia_mat_of(m->x, m->rows, m->cols);
  if (lia_mat_finite(A, name, &err) != LIA_OK) lia_raise(L, &err);
  return A;
}

lia_mat lia_lctl_sized(lua_State *L, int idx, const char *name, int rows, int cols) {
  lia_error err = { 0 };
  lia_mat A = lia_lctl_mat(L, idx, name);
  if ((rows < 0 || A.rows == rows) && (cols < 0 || A.cols == cols)) return A;
  if (rows < 0)
    LIA_FAIL(&err, LIA_EDIM, name, "expected %d columns, got %d x %d", cols, A.rows, A.cols);
  else if (cols < 0)
    LIA_FAIL(&err, LIA_EDIM, name, "expected %d rows, got %d x %d", rows, A.rows, A.cols);
  else
    LIA_FAIL(&err, LIA_EDIM, name, "expected %d x %d, got %d x %d", rows, cols, A.rows, A.cols);
  lia_raise(L, &err);
  return A;
}

const lia_mat *lia_lctl_maybe(lua_State *L, int idx, const char *name, int rows, int cols,
                              lia_mat *put) {
  if (lua_isnoneornil(L, idx)) return NULL;
  *put = lia_lctl_sized(L, idx, name, rows, cols);
  return put;
}

lia_mat lia_lctl_square(lua_State *L, int idx, const char *name) {
  lia_error err = { 0 };
  lia_mat A = lia_lctl_mat(L, idx, name);
  if (A.rows == A.cols) return A;
  LIA_FAIL(&err, LIA_EDIM, name, "expected a square matrix, got %d x %d", A.rows, A.cols);
  lia_raise(L, &err);
  return A;
}

const double *lia_lctl_numbers(lua_State *L, int idx, const char *name, int *n) {
  lia_nums_fault f = { 0 };
  int rows = 0, cols = 0;
  const lvec *v = lia_test(L, idx, &lia_vec_class);
  if (v) {
    *n = v->n;
    if (lia_vec_bad(v->x, v->n) >= 0) no_mat(L, idx, name, "finite numbers");
    return v->x;
  }
  if (lua_type(L, idx) != LUA_TTABLE) no_mat(L, idx, name, "a vec or a list of numbers");
  if (!lia_nums_shape(L, idx, &rows, &cols, &f)) mat_mistake(L, name, &f);
  if (cols) no_mat(L, idx, name, "a vec or a list of numbers");
  double *x = lia_pushvec(L, rows);
  if (!lia_nums_table(L, idx, x, rows, 0, &f)) mat_mistake(L, name, &f);
  lua_replace(L, idx);
  *n = rows;
  return x;
}

lia_mat lia_lctl_push(lua_State *L, int rows, int cols) {
  return lia_mat_of(lia_pushmat(L, rows, cols), rows, cols);
}

// ---- Schur forms ----

// at idx nil | "left" | "inside", behind it the bound
static lia_select select_at(lua_State *L, int idx) {
  static const char *const word[] = { "left", "inside", NULL };
  lia_select first = { LIA_REGION_NONE, 0 };
  if (lua_isnoneornil(L, idx)) return first;
  const int k = luaL_checkoption(L, idx, NULL, word);
  first.region = k == 0 ? LIA_REGION_LEFT : LIA_REGION_INSIDE;
  first.bound = luaL_optnumber(L, idx + 1, k);
  return first;
}

// schur(A [, "left"|"inside" [, bound]]) -> U, T, re, im, count
static int ctl_schur(lua_State *L) {
  lia_error err = { 0 };
  int count;
  lua_settop(L, 3);
  lia_mat A = lia_lctl_square(L, 1, "A");
  lia_select first = select_at(L, 2);
  const int n = A.rows;
  lia_mat U = lia_lctl_push(L, n, n), T = lia_lctl_push(L, n, n);
  double *re = lia_pushvec(L, n), *im = lia_pushvec(L, n);
  if (lia_schur(U, T, re, im, &count, A, first, &err) != LIA_OK) return lia_fail(L, &err);
  lua_pushinteger(L, count);
  return 5;
}

// generalized_schur(A, B [, ..]) -> Q, Z, S, T, alpha_re, alpha_im, beta, count
static int ctl_generalized_schur(lua_State *L) {
  lia_error err = { 0 };
  int count;
  lua_settop(L, 4);
  lia_mat A = lia_lctl_square(L, 1, "A"), B = lia_lctl_sized(L, 2, "B", A.rows, A.rows), out[4];
  lia_select first = select_at(L, 3);
  double *w[3];
  for (int k = 0; k < 4; k++) out[k] = lia_lctl_push(L, A.rows, A.rows);
  for (int k = 0; k < 3; k++) w[k] = lia_pushvec(L, A.rows);
  if (lia_generalized_schur(out[0], out[1], out[2], out[3], w[0], w[1], w[2], &count, A, B, first,
                            &err) != LIA_OK)
    return lia_fail(L, &err);
  lua_pushinteger(L, count);
  return 8;
}

// ---- linear matrix equations ----

static int push_told(lua_State *L, const lia_equation_told *told) {
  lua_createtable(L, 0, 2);
  lia_field_number(L, "residual", told->residual);
  lia_field_number(L, "condition", told->condition);
  return 2;
}

// sylvester(A, B, C) -> X, told: A X + X B = C
static int ctl_sylvester(lua_State *L) {
  lia_error err = { 0 };
  lia_equation_told told = { 0 };
  lua_settop(L, 3);
  lia_mat A = lia_lctl_square(L, 1, "A"), B = lia_lctl_square(L, 2, "B"),
          C = lia_lctl_sized(L, 3, "C", A.rows, B.rows), X = lia_lctl_push(L, A.rows, B.rows);
  if (lia_sylvester(X, A, B, C, &told, &err) != LIA_OK) return lia_fail(L, &err);
  return push_told(L, &told);
}

typedef lia_status lyapunov_call(lia_mat X, lia_mat A, lia_mat Q, const lia_mat *E,
                                 lia_equation_told *told, lia_error *err);

static int lyapunov_by(lua_State *L, lyapunov_call *call) {
  lia_error err = { 0 };
  lia_equation_told told = { 0 };
  lia_mat put;
  lua_settop(L, 3);
  lia_mat A = lia_lctl_square(L, 1, "A"), Q = lia_lctl_sized(L, 2, "Q", A.rows, A.rows);
  const lia_mat *E = lia_lctl_maybe(L, 3, "E", A.rows, A.rows, &put);
  lia_mat X = lia_lctl_push(L, A.rows, A.rows);
  if (call(X, A, Q, E, &told, &err) != LIA_OK) return lia_fail(L, &err);
  return push_told(L, &told);
}

// lyapunov(A, Q [, E]) -> X, told: A X E' + E X A' + Q = 0
static int ctl_lyapunov(lua_State *L) { return lyapunov_by(L, lia_lyapunov); }

// stein(A, Q [, E]) -> X, told: A X A' - E X E' + Q = 0
static int ctl_stein(lua_State *L) { return lyapunov_by(L, lia_stein); }

// lyapunov_factor(A, B, discrete) -> U, lower: A U U' + U U' A' + B B' = 0, or A U U' A' - ..
static int ctl_lyapunov_factor(lua_State *L) {
  lia_error err = { 0 };
  lua_settop(L, 3);
  lia_mat A = lia_lctl_square(L, 1, "A"), B = lia_lctl_sized(L, 2, "B", A.rows, -1),
          U = lia_lctl_push(L, A.rows, A.rows);
  if (lia_lyapunov_factor(U, A, B, lua_toboolean(L, 3), &err) != LIA_OK) return lia_fail(L, &err);
  return 1;
}

void lia_open_ctl(lua_State *L);
void lia_open_ctl(lua_State *L) {
  static const luaL_Reg list[] = { { "schur", ctl_schur },
      { "generalized_schur", ctl_generalized_schur }, { "sylvester", ctl_sylvester },
      { "lyapunov", ctl_lyapunov }, { "stein", ctl_stein },
      { "lyapunov_factor", ctl_lyapunov_factor }, { NULL, NULL } };
  lia_kit_register(L, "ctl", list);
}
