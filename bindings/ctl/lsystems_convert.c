/* lsystems_convert.c - kit.ctl: exponential, c2d and d2c, transfer functions, Pade */
#include "bindings/ctl/lsystems.h"

#include "ctl/hold.h"
#include "ctl/matfun.h"
#include "ctl/transfer.h"

typedef lia_status matrix_fn(lia_arena *a, lia_mat X, lia_mat A, lia_error *err);

static int of_matrix(lua_State *L, matrix_fn *f) {
  lia_arg arg[1];
  lia_error err = { 0 };
  lia_args(L, arg);
  lia_arena *a = lia_lsystems_arena(L);
  const int box = lua_gettop(L);
  const lia_mat A = lia_lsystems_mat(L, a, 1);
  if (A.rows != A.cols)
    return lia_arg_error(L, 1, "expected a square matrix, got %d x %d", A.rows, A.cols);
  const lia_mat X = lia_mat_of(lia_pushmat(L, A.rows, A.rows), A.rows, A.rows);
  if (f(a, X, A, &err) != LIA_OK) return lia_fail(L, &err);
  lia_release(L, box);
  return 1;
}

static int ctl_expm(lua_State *L) { return of_matrix(L, lia_matfun_exp); }
static int ctl_logm(lua_State *L) { return of_matrix(L, lia_matfun_log); }

typedef lia_status hold_road(lia_arena *a, lia_lti *to, const lia_lti *s, double T,
    lia_hold_method method, double w, lia_error *err);

static int hold(lua_State *L, hold_road *road) {
#define X(name) #name,
  static const char *const words[] = { LIA_HOLD_LIST(X) NULL };
#undef X
  lia_arg arg[7];
  lia_error err = { 0 };
  lia_args(L, arg);
  lia_arena *a = lia_lsystems_arena(L);
  const int box = lua_gettop(L), method = lia_lsystems_word(L, 6, words);
  const lia_lti s = lia_lsystems_system(L, a, 1);
  lia_lti to;
  const double w = arg[6].given ? arg[6].x : 0;
  if (road(a, &to, &s, arg[4].x, (lia_hold_method)method, w, &err) != LIA_OK)
    return lia_fail(L, &err);
  lia_lsystems_push_system(L, &to);
  lia_release(L, box);
  return 4;
}

static int ctl_c2d(lua_State *L) { return hold(L, lia_hold_sample); }
static int ctl_d2c(lua_State *L) { return hold(L, lia_hold_continue); }

// without the zeros in front
static void push_polynomial(lua_State *L, const double *c, int n) {
  while (n > 1 && *c == 0) {
    c++;
    n--;
  }
  lia_pushnums(L, c, n);
}

static int ctl_tf_of_ss(lua_State *L) {
  lia_arg arg[4];
  lia_error err = { 0 };
  lia_args(L, arg);
  lia_arena *a = lia_lsystems_arena(L);
  const int box = lua_gettop(L);
  const lia_lti s = lia_lsystems_system(L, a, 1);
  lia_transfer t;
  if (lia_transfer_of(a, &t, &s, &err) != LIA_OK) return lia_fail(L, &err);
  lia_pushnums(L, t.den, t.n + 1);
  lua_createtable(L, t.p, 0);
  for (int i = 0; i < t.p; i++) {
    lua_createtable(L, t.m, 0);
    for (int j = 0; j < t.m; j++) {
      push_polynomial(L, t.num[i * t.m + j], t.n + 1);
      lua_rawseti(L, -2, j + 1);
    }
    lua_rawseti(L, -2, i + 1);
  }
  lia_release(L, box);
  return 2;
}

static int ctl_ss_of_tf(lua_State *L) {
  lia_arg arg[2];
  lia_error err = { 0 };
  lia_args(L, arg);
  lia_arena *a = lia_lsystems_arena(L);
  const int box = lua_gettop(L);
  int nn, nd;
  const double *num = lia_lsystems_list(L, a, 1, &nn), *den = lia_lsystems_list(L, a, 2, &nd);
  lia_lti s;
  if (lia_transfer_column(a, &s, den, nd, &num, &nn, 1, &err) != LIA_OK) return lia_fail(L, &err);
  lia_lsystems_push_system(L, &s);
  lia_release(L, box);
  return 4;
}

// ---- columns of a transfer matrix ----

typedef struct poly { const double *c; int n; } poly;

static poly poly_at(lua_State *L, lia_arena *a, int arg) {
  poly p;
  lua_pushvalue(L, -1);
  lua_replace(L, arg);   // complaints name the argument it came from
  p.c = lia_lsystems_list(L, a, arg, &p.n);
  return p;
}

// a copy in the arena: the table it came from may go
static poly poly_keep(lua_State *L, lia_arena *a, poly p) {
  double *c = lia_arena_alloc(a, ((size_t)p.n + 1) * sizeof *c);
  if (!c) lia_lsystems_no_memory(L);
  lia_vec_copy(c, p.c, p.n);
  return (poly){ c, p.n };
}

static poly poly_product(lua_State *L, lia_arena *a, poly x, poly y) {
  double *c = lia_arena_alloc(a, (size_t)(x.n + y.n + 1) * sizeof *c);
  if (!c) lia_lsystems_no_memory(L);
  for (int i = 0; i < x.n; i++)
    for (int j = 0; j < y.n; j++) c[i+j] += x.c[i] * y.c[j];
  return (poly){ c, x.n && y.n ? x.n + y.n - 1 : 0 };
}

static int poly_same(poly x, poly y) {
  return x.n == y.n && lia_vec_diff(x.c, y.c, x.n) == 0;
}

// the polynomial t[i][j] (t at idx, a copy of which stays there), or t[j], or t itself
static poly poly_entry(lua_State *L, lia_arena *a, int idx, int i, int j) {
  lua_pushvalue(L, idx);
  const int whole = lua_gettop(L);
  for (int k = 0; k < 2 && lua_istable(L, -1); k++) {
    lua_rawgeti(L, -1, 1);
    const int number = lua_type(L, -1) == LUA_TNUMBER;
    lua_pop(L, 1);
    if (number) break;
    lua_rawgeti(L, -1, 1);
    int nested = 0;
    if (lua_istable(L, -1)) {
      lua_rawgeti(L, -1, 1);
      nested = lua_type(L, -1) != LUA_TNUMBER;
      lua_pop(L, 1);
    }
    lua_pop(L, 1);
    lua_rawgeti(L, -1, nested ? i : j);
  }
  const poly p = poly_keep(L, a, poly_at(L, a, idx));
  lua_pushvalue(L, whole);
  lua_replace(L, idx);
  lua_settop(L, whole - 1);
  return p;
}

// the product of the denominators of column j that differ, and what each numerator is short of
static poly column_den(lua_State *L, lia_arena *a, int p, int j, poly *num) {
  poly *den = lia_arena_alloc(a, (size_t)(p + 1) * sizeof *den);
  if (!den) lia_lsystems_no_memory(L);
  poly all = { NULL, 0 };
  for (int i = 0; i < p; i++) {
    den[i] = poly_entry(L, a, 2, i + 1, j + 1);
    num[i] = poly_entry(L, a, 1, i + 1, j + 1);
  }
  for (int i = 0; i < p; i++) {
    int first = 0;
    while (!poly_same(den[first], den[i])) first++;
    if (first < i) continue;
    all = i ? poly_product(L, a, all, den[i]) : den[i];
    for (int k = 0; k < p; k++)
      if (!poly_same(den[k], den[i])) num[k] = poly_product(L, a, num[k], den[i]);
  }
  return all;
}

// the columns side by side: A and B block diagonal, C and D in a row
static void put_columns(lia_lti *s, const lia_lti *part, int m) {
  for (int j = 0, at = 0; j < m; j++) {
    const int n = lia_lti_n(&part[j]), p = lia_lti_p(s);
    lia_mat_copy(lia_mat_part(s->A, at, at, n, n), part[j].A);
    lia_mat_copy(lia_mat_part(s->B, at, j, n, 1), part[j].B);
    lia_mat_copy(lia_mat_part(s->C, 0, at, p, n), part[j].C);
    lia_mat_copy(lia_mat_part(s->D, 0, j, p, 1), part[j].D);
    at += n;
  }
}

static lia_status column(lua_State *L, lia_arena *a, lia_lti *s, int p, int j, lia_error *err) {
  poly *num = lia_arena_alloc(a, (size_t)(p + 1) * sizeof *num);
  const double **c = lia_arena_alloc(a, (size_t)(p + 1) * sizeof *c);
  int *n = lia_arena_alloc(a, (size_t)(p + 1) * sizeof *n);
  if (!num || !c || !n) lia_lsystems_no_memory(L);
  const poly den = column_den(L, a, p, j, num);
  for (int i = 0; i < p; i++) {
    c[i] = num[i].c;
    n[i] = num[i].n;
  }
  return lia_transfer_column(a, s, den.c, den.n, c, n, p, err);
}

static int ctl_ss_of_columns(lua_State *L) {
  lia_arg arg[2];
  lia_error err = { 0 };
  lia_args(L, arg);
  lia_arena *a = lia_lsystems_arena(L);
  const int box = lua_gettop(L), p = (int)lua_rawlen(L, 1);
  if (p == 0) return lia_arg_error(L, 1, "expected rows of numerators, got none");
  lua_rawgeti(L, 1, 1);
  const int m = lua_istable(L, -1) ? (int)lua_rawlen(L, -1) : 0;
  lua_pop(L, 1);
  if (m == 0) return lia_arg_error(L, 1, "expected rows of numerators, {{num11, ..}, ..}");
  lia_lti *part = lia_arena_alloc(a, (size_t)m * sizeof *part), s;
  if (!part) lia_lsystems_no_memory(L);
  int n = 0;
  for (int j = 0; j < m; j++) {
    if (column(L, a, &part[j], p, j, &err) != LIA_OK) return lia_fail(L, &err);
    n += lia_lti_n(&part[j]);
  }
  if (lia_lti_new(a, &s, n, m, p, &err) != LIA_OK) return lia_fail(L, &err);
  put_columns(&s, part, m);
  lia_lsystems_push_system(L, &s);
  lia_release(L, box);
  return 4;
}

static int ctl_pade(lua_State *L) {
  lia_arg arg[2];
  lia_error err = { 0 };
  lia_args(L, arg);
  if (arg[1].n > 1000) return lia_arg_error(L, 2, "expected at most 1000, got %d", arg[1].n);
  const int n = arg[0].x == 0 ? 1 : arg[1].n + 1;
  double *num = lia_pushvec(L, n), *den = lia_pushvec(L, n);
  if (lia_transfer_pade(num, den, arg[0].x, n - 1, &err) != LIA_OK) return lia_fail(L, &err);
  return 2;
}

#define SYSTEM "A: any, B: any, C: any, D: any"
const lia_fn lia_lsystems_convert[] = {
  { ctl_expm, "ctl.expm(A: any) -> mat", NULL, NULL },
  { ctl_logm, "ctl.logm(A: any) -> mat", NULL, NULL },
  { ctl_c2d, "ctl.c2d(" SYSTEM ", T: num, method: any [, w: num]) -> mat, mat, mat, mat", NULL,
    NULL },
  { ctl_d2c, "ctl.d2c(" SYSTEM ", T: num, method: any [, w: num]) -> mat, mat, mat, mat", NULL,
    NULL },
  { ctl_tf_of_ss, "ctl.tf_of_ss(" SYSTEM ") -> vec, table", NULL, NULL },
  { ctl_ss_of_tf, "ctl.ss_of_tf(num: any, den: any) -> mat, mat, mat, mat", NULL, NULL },
  { ctl_ss_of_columns, "ctl.ss_of_columns(nums: table, dens: any) -> mat, mat, mat, mat", NULL,
    NULL },
  { ctl_pade, "ctl.pade(delay: num, order: count) -> vec, vec", NULL, NULL },
  { 0 },
};
