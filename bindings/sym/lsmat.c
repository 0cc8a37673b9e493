/* lsmat.c - li.smat: vectors and matrices of expressions */
#include "bindings/sym/lexpr.h"

#include "base/text.h"
#include "sym/expr/build.h"
#include "sym/expr/diff.h"
#include "sym/tape/eval.h"
#include "sym/expr/print.h"
#include "sym/simp/simp.h"
#include "sym/simp/smat.h"
#include "sym/expr/homonym.h"

#include "bindings/kit/kit.h"
#include "bindings/kit/nums.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

lsmat *lia_push_smat(lua_State *L, lia_pool *p, int rows, int cols, int vector, int keep) {
  size_t n = (size_t)rows * (size_t)cols;
  if (n > (size_t)1 << 22)
    lia_mistake(L, "a matrix of %d x %d expressions is too large", rows, cols);
  if (keep < 0) keep = lua_gettop(L) + 1 + keep;
  lsmat *m = lia_push_sized(L, &lia_smat_class, sizeof *m + n * sizeof *m->x);
  m->p = p;
  m->rows = rows;
  m->cols = cols;
  m->vector = vector;
  for (size_t i = 0; i < n; i++) m->x[i] = LIA_ZERO;
  lia_keep_pool(L, -1, keep);
  return m;
}

void lia_push_smat_of(lua_State *L, lia_pool *p, int rows, int cols, int vector, const lia_expr *x,
                      int keep) {
  lsmat *m = lia_push_smat(L, p, rows, cols, vector, keep);
  for (int i = 0; i < rows * cols; i++) {
    lia_expr e = lia_twins_apart(p, x[i]);
    if (!e) lia_expr_raise(L, p);
    lia_refuse_mixed(L, p, e);
    m->x[i] = e;
  }
}

static int smat_count(const lsmat *m) { return m->rows * m->cols; }

// ---- making ----

// a vec or mat as expressions
static lsmat *push_numbers(lua_State *L, lia_pool *p, const double *x, int rows, int cols,
                           int vector, int keep) {
  lsmat *m = lia_push_smat(L, p, rows, cols, vector, keep);
  for (int i = 0; i < rows * cols; i++) {
    m->x[i] = lia_sym_num(p, x[i]);
    if (!m->x[i]) lia_expr_raise(L, p);
  }
  return m;
}

static int cols_of_row(lua_State *L, int row, int arg) {
  char got[100];
  if (lua_istable(L, row)) return (int)lua_rawlen(L, row);
  const lsmat *v = lia_test(L, row, &lia_smat_class);
  if (v && v->vector) return v->rows;
  lia_describe(L, row, got, sizeof got);
  return lia_arg_error(L, arg, "expected rows of equal length, got %s among them", got);
}

// {{a, b}, {c, d}} or {a, b} at idx
static lsmat *push_table(lua_State *L, lia_pool *p, int idx, int arg, int keep) {
  int rows = (int)lua_rawlen(L, idx), cols = 1;
  if (!rows) lia_arg_error(L, arg, "expected rows of expressions, got an empty table");
  lua_rawgeti(L, idx, 1);
  int vector = !lua_istable(L, -1) && !lia_test(L, -1, &lia_smat_class);
  if (!vector) cols = cols_of_row(L, lua_gettop(L), arg);
  lua_pop(L, 1);
  if (!cols) lia_arg_error(L, arg, "row 1 is empty");
  lsmat *m = lia_push_smat(L, p, rows, cols, vector, keep);
  for (int i = 0; i < rows; i++) {
    char what[40];
    lua_rawgeti(L, idx, i + 1);
    if (vector) {
      snprintf(what, sizeof what, "[%d]", i + 1);
      m->x[i] = lia_to_expr(L, p, lua_gettop(L), arg, what);
    } else {
      int n = cols_of_row(L, lua_gettop(L), arg);
      if (n != cols)
        lia_arg_error(L, arg, "row %d has %d entries where the first has %d", i + 1, n, cols);
      const lsmat *v = lia_test(L, -1, &lia_smat_class);
      for (int j = 0; j < cols; j++) {
        if (v) {
          m->x[i * cols + j] = v->x[j];
          continue;
        }
        snprintf(what, sizeof what, "[%d][%d]", i + 1, j + 1);
        lua_rawgeti(L, -1, j + 1);
        m->x[i * cols + j] = lia_to_expr(L, p, lua_gettop(L), arg, what);
        lua_pop(L, 1);
      }
    }
    lua_pop(L, 1);
  }
  return m;
}

// argument arg, whatever stands for a matrix: smat, numbers or a table; pushes it where it had to
// be made
static lsmat *to_smat(lua_State *L, lia_pool *p, int arg, const lia_arg *a, int keep) {
  lsmat *m = lia_test(L, arg, &lia_smat_class);
  if (m) return m;
  if (!lua_istable(L, arg))
    return push_numbers(L, p, a->p, a->cols ? a->rows : a->n, a->cols ? a->cols : 1, !a->cols,
                        keep);
  return push_table(L, p, arg, arg, keep);
}

static int smat_new(lua_State *L) {
  lia_arg a[1];
  lia_args(L, a);
  lia_pool *p = lia_push_pool(L);
  int keep = lua_gettop(L);
  if (to_smat(L, p, 1, a, keep) && lua_gettop(L) == keep) lua_pushvalue(L, 1);
  return 1;
}

static int smat_eye(lua_State *L) {
  lia_arg a[1];
  lia_args(L, a);
  if (a->n < 1 || a->n > 1000) return lia_arg_error(L, 1, "expected 1..1000, got %d", a->n);
  lia_pool *p = lia_push_pool(L);
  lsmat *m = lia_push_smat(L, p, a->n, a->n, 0, -1);
  for (int i = 0; i < a->n; i++) m->x[i * (a->n + 1)] = LIA_ONE;
  return 1;
}

static int smat_jacobian(lua_State *L) {
  lia_arg a[2];
  lia_args(L, a);
  lia_pool *p = lia_push_pool(L);
  int keep = lua_gettop(L), n;
  lsmat *f = to_smat(L, p, 1, a, keep);
  if (f->cols != 1)
    return lia_arg_error(L, 1, "expected a list of expressions, got a %dx%d matrix", f->rows,
                         f->cols);
  lia_expr *x = lia_to_symbols(L, p, 2, 2, &n);
  lia_fit(p, n, x, f->rows, f->x);
  lsmat *J = lia_push_smat(L, p, f->rows, n, 0, keep);
  if (!lia_diff_jacobian(p, (uint32_t)f->rows, f->x, (uint32_t)n, x, J->x))
    return lia_expr_raise(L, p);
  return 1;
}

// ---- reading ----

static lsmat *self(const lia_arg *a) { return a->o; }

static int smat_get(lua_State *L, void *o) {
  const lsmat *m = o;
  if (lua_type(L, 2) != LUA_TNUMBER) return 0;
  double i = lua_tonumber(L, 2);
  if (!(i >= 1 && i <= m->rows) || i != floor(i))
    return lia_error_at(L, "smat: row %.14g out of range 1..%d", i, m->rows);
  int r = (int)i - 1;
  if (m->vector) lia_push_expr(L, m->p, m->x[r], 1);
  else lia_push_smat_of(L, m->p, m->cols, 1, 1, m->x + r * m->cols, 1);
  return 1;
}

static int smat_at(lua_State *L) {
  lia_arg a[3];
  lia_args(L, a);
  const lsmat *m = self(a);
  int j = a[2].given ? a[2].n : 1;
  if (a[1].n < 1 || a[1].n > m->rows)
    return lia_arg_error(L, 2, "row %d out of range 1..%d", a[1].n, m->rows);
  if (j < 1 || j > m->cols) return lia_arg_error(L, 3, "column %d out of range 1..%d", j, m->cols);
  lia_push_expr(L, m->p, m->x[(a[1].n - 1) * m->cols + j - 1], 1);
  return 1;
}

static int smat_len(lua_State *L) {
  lua_pushinteger(L, ((const lsmat *)lia_check(L, 1, &lia_smat_class))->rows);
  return 1;
}

static int smat_size(lua_State *L) {
  lia_arg a[1];
  lia_args(L, a);
  lua_pushinteger(L, self(a)->rows);
  lua_pushinteger(L, self(a)->cols);
  return 2;
}

static int smat_table(lua_State *L) {
  lia_arg a[1];
  lia_args(L, a);
  const lsmat *m = self(a);
  lua_createtable(L, m->rows, 0);
  for (int i = 0; i < m->rows; i++) {
    if (!m->vector) lua_createtable(L, m->cols, 0);
    for (int j = 0; j < m->cols; j++) {
      lia_push_expr(L, m->p, m->x[i * m->cols + j], 1);
      lua_rawseti(L, -2, (m->vector ? i : j) + 1);
    }
    if (!m->vector) lua_rawseti(L, -2, i + 1);
  }
  return 1;
}

static int smat_row(lua_State *L) {
  lia_arg a[2];
  lia_args(L, a);
  const lsmat *m = self(a);
  if (a[1].n < 1 || a[1].n > m->rows)
    return lia_arg_error(L, 2, "row %d out of range 1..%d", a[1].n, m->rows);
  lia_push_smat_of(L, m->p, m->cols, 1, 1, m->x + (a[1].n - 1) * m->cols, 1);
  return 1;
}

static int smat_col(lua_State *L) {
  lia_arg a[2];
  lia_args(L, a);
  const lsmat *m = self(a);
  if (a[1].n < 1 || a[1].n > m->cols)
    return lia_arg_error(L, 2, "column %d out of range 1..%d", a[1].n, m->cols);
  lsmat *c = lia_push_smat(L, m->p, m->rows, 1, 1, 1);
  for (int i = 0; i < m->rows; i++) c->x[i] = m->x[i * m->cols + a[1].n - 1];
  return 1;
}

// ---- algebra ----

static lia_pool *pool_of_both(lua_State *L, int *keep) {
  for (*keep = 1; *keep <= 2; ++*keep) {
    lia_pool *p = lia_pool_of(L, *keep);
    if (p) return p;
  }
  lia_pool *p = lia_push_pool(L);
  *keep = lua_gettop(L);
  return p;
}

static int is_scalar(lua_State *L, int idx) {
  return lua_type(L, idx) == LUA_TNUMBER || lia_test(L, idx, &lia_expr_class);
}

static int add_signed(lua_State *L, lia_expr sign) {
  lia_arg a[2];
  lia_args(L, a);
  int keep;
  lia_pool *p = pool_of_both(L, &keep);
  if (is_scalar(L, 1) || is_scalar(L, 2)) {
    char x[100], y[100];
    lia_describe(L, 1, x, sizeof x);
    lia_describe(L, 2, y, sizeof y);
    return lia_mistake(L, "a matrix and a single expression cannot be added: %s and %s", x, y);
  }
  lsmat *x = to_smat(L, p, 1, &a[0], keep), *y = to_smat(L, p, 2, &a[1], keep);
  if (x->rows != y->rows || x->cols != y->cols)
    return lia_mistake(L, "sizes differ: %dx%d and %dx%d", x->rows, x->cols, y->rows, y->cols);
  lsmat *r = lia_push_smat(L, p, x->rows, x->cols, x->vector && y->vector, keep);
  if (!lia_smat_add(p, smat_count(x), x->x, sign, y->x, r->x)) return lia_expr_raise(L, p);
  return 1;
}

static int smat_add(lua_State *L) { return add_signed(L, LIA_ONE); }
static int smat_sub(lua_State *L) { return add_signed(L, LIA_MINUS); }

static int smat_scaled(lua_State *L, lia_pool *p, lia_expr f, const lsmat *m, int keep) {
  lsmat *r = lia_push_smat(L, p, m->rows, m->cols, m->vector, keep);
  for (int i = 0; i < smat_count(m); i++) {
    r->x[i] = lia_sym_mul(p, f, m->x[i]);
    if (!r->x[i]) return lia_expr_raise(L, p);
  }
  return 1;
}

static int smat_mul(lua_State *L) {
  lia_arg a[2];
  lia_args(L, a);
  int keep;
  lia_pool *p = pool_of_both(L, &keep);
  if (is_scalar(L, 1))
    return smat_scaled(L, p, lia_to_expr(L, p, 1, 1, NULL), to_smat(L, p, 2, &a[1], keep), keep);
  if (is_scalar(L, 2))
    return smat_scaled(L, p, lia_to_expr(L, p, 2, 2, NULL), to_smat(L, p, 1, &a[0], keep), keep);
  lsmat *x = to_smat(L, p, 1, &a[0], keep), *y = to_smat(L, p, 2, &a[1], keep);
  if (x->vector && y->vector)
    return lia_mistake(L, "vector * vector: say v:dot(w), v:cross(w) or v * w:transpose()");
  if (x->cols != y->rows)
    return lia_mistake(L, "a %dx%d matrix times a %dx%d one", x->rows, x->cols, y->rows, y->cols);
  lsmat *r = lia_push_smat(L, p, x->rows, y->cols, y->vector, keep);
  if (!lia_smat_mul(p, x->rows, x->cols, y->cols, x->x, y->x, r->x)) return lia_expr_raise(L, p);
  return 1;
}

static int smat_div(lua_State *L) {
  lia_arg a[2];
  lia_args(L, a);
  int keep;
  lia_pool *p = pool_of_both(L, &keep);
  if (!is_scalar(L, 2))
    return lia_arg_error(
        L, 2, "a matrix is divided by a number or an expression: say A:inverse(), A:solve(b)");
  lsmat *x = to_smat(L, p, 1, &a[0], keep);
  lia_expr d = lia_sym_div(p, LIA_ONE, lia_to_expr(L, p, 2, 2, NULL));
  if (!d) return lia_expr_raise(L, p);
  return smat_scaled(L, p, d, x, keep);
}

static int smat_unm(lua_State *L) {
  const lsmat *m = lia_check(L, 1, &lia_smat_class);
  return smat_scaled(L, m->p, LIA_MINUS, m, 1);
}

static int smat_transpose(lua_State *L) {
  lia_arg a[1];
  lia_args(L, a);
  const lsmat *m = self(a);
  lsmat *t = lia_push_smat(L, m->p, m->cols, m->rows, 0, 1);
  lia_smat_transpose(m->rows, m->cols, m->x, t->x);
  return 1;
}

// two vectors of n entries (0: any number, the same) as arguments 1 and 2
static const lsmat *other_vector(lua_State *L, const lia_arg *a, int n) {
  const lsmat *v = self(a), *w = to_smat(L, v->p, 2, &a[1], 1);
  if (v->cols != 1) lia_mistake(L, "needs a vector, this is %dx%d", v->rows, v->cols);
  if (n && v->rows != n) lia_mistake(L, "needs vectors of %d entries, this has %d", n, v->rows);
  if (w->cols != 1 || w->rows != v->rows)
    lia_arg_error(L, 2, "expected a vector of %d entries, got %dx%d", v->rows, w->rows, w->cols);
  return w;
}

static int smat_dot(lua_State *L) {
  lia_arg a[2];
  lia_args(L, a);
  const lsmat *v = self(a), *w = other_vector(L, a, 0);
  lia_expr e;
  if (!lia_smat_mul(v->p, 1, v->rows, 1, v->x, w->x, &e)) e = 0;
  lia_push_expr(L, v->p, e, 1);
  return 1;
}

static int smat_cross(lua_State *L) {
  lia_arg a[2];
  lia_args(L, a);
  const lsmat *v = self(a), *w = other_vector(L, a, 3);
  lia_pool *p = v->p;
  lsmat *r = lia_push_smat(L, p, 3, 1, 1, 1);
  for (int i = 0; i < 3; i++) {
    int j = (i + 1) % 3, k = (i + 2) % 3;
    r->x[i] = lia_sym_sub(p, lia_sym_mul(p, v->x[j], w->x[k]), lia_sym_mul(p, v->x[k], w->x[j]));
    if (!r->x[i]) return lia_expr_raise(L, p);
  }
  return 1;
}

static const lsmat *smat_square(lua_State *L, const lia_arg *a) {
  const lsmat *m = self(a);
  if (m->rows != m->cols) lia_mistake(L, "needs a square matrix, this is %dx%d", m->rows, m->cols);
  return m;
}

static int smat_trace(lua_State *L) {
  lia_arg a[1];
  lia_args(L, a);
  const lsmat *m = smat_square(L, a);
  lia_expr e = LIA_ZERO;
  for (int i = 0; i < m->rows; i++) e = lia_sym_add(m->p, e, m->x[i * (m->rows + 1)]);
  lia_push_expr(L, m->p, e, 1);
  return 1;
}

// what a reader would make of it, where that takes no time; e where it would
static lia_expr short_form(lia_pool *p, lia_expr e) {
  lia_count c;
  if (!e || !lia_tape_count(p, 1, &e, &c) || lia_count_all(c) > 120) return e;
  lia_expr simple = lia_simp_all(p, e);
  if (!simple) lia_pool_clear(p);
  return simple ? simple : e;
}

static int smat_det(lua_State *L) {
  lia_arg a[1];
  lia_args(L, a);
  const lsmat *m = smat_square(L, a);
  lia_push_expr(L, m->p, short_form(m->p, lia_smat_det(m->p, m->rows, m->x)), 1);
  return 1;
}

// a singular matrix is a misfortune, all else is raised
static int smat_refused(lua_State *L, lia_pool *p) {
  lia_error err = p->err;
  lia_pool_clear(p);
  return lia_fail(L, &err);
}

static int smat_inverse(lua_State *L) {
  lia_arg a[1];
  lia_args(L, a);
  const lsmat *m = smat_square(L, a);
  lsmat *r = lia_push_smat(L, m->p, m->rows, m->rows, 0, 1);
  int block = lia_smat_inverse(m->p, m->rows, m->x, r->x);
  if (!block) return smat_refused(L, m->p);
  for (int i = 0; block <= 4 && i < smat_count(m); i++) r->x[i] = short_form(m->p, r->x[i]);
  return 1;
}

static int smat_solve(lua_State *L) {
  lia_arg a[3];
  lia_args(L, a);
  const lsmat *m = smat_square(L, a), *b = to_smat(L, m->p, 2, &a[1], 1);
  if (b->rows != m->rows) return lia_arg_error(L, 2, "expected %d rows, got %d", m->rows, b->rows);
  if (m->rows > 200)
    return lia_mistake(L, "a system of %d equations is too large to solve in symbols", m->rows);
  lsmat *r = lia_push_smat(L, m->p, b->rows, b->cols, b->vector, 1);
  int ok = a[2].given && a[2].n == 1 ? lia_smat_ldl_solve(m->p, m->rows, m->x, b->cols, b->x, r->x)
                      : lia_smat_solve(m->p, m->rows, m->x, b->cols, b->x, r->x);
  return ok ? 1 : smat_refused(L, m->p);
}

// ---- text ----

static int printed(lua_State *L, const lsmat *m, const lia_print_opts *o) {
  lia_text t = { 0 };
  lia_status st =
      lia_print_matrix(m->p, m->vector ? 1 : m->rows, m->vector ? m->rows : m->cols, m->x, o, &t);
  return lia_push_printed(L, m->p, st, &t);
}

// as many digits as a person wants to see; files of liaison read the text again
static int shown_digits(lua_State *L) { return lia_for_person(L) ? lia_digits(L, 0) : 0; }

// with c12 for cos(q1 + q2) where the angles have one name before their numbers
static int smat_tostring(lua_State *L) {
  return printed(L, lia_check(L, 1, &lia_smat_class),
                 &(lia_print_opts){ .style = &lia_style_shown, .most = 20000, .angles = 1,
                                    .digits = shown_digits(L) });
}

// in the style asked for, angles abbreviated where nothing is
static lia_print_opts in_style(const lia_arg *a, const lia_style *style, int digits) {
  enum { ANGLES = 1 };
  return (lia_print_opts){ .style = style, .most = (size_t)1 << 24, .digits = digits,
                           .angles = a[1].given ? a[1].n : ANGLES };
}

static int smat_text(lua_State *L) {
  lia_arg a[2];
  lia_args(L, a);
  const lia_print_opts o = in_style(a, &lia_style_shown, shown_digits(L));
  return printed(L, self(a), &o);
}

static int smat_latex(lua_State *L) {
  lia_arg a[2];
  lia_args(L, a);
  const lsmat *m = self(a);
  lia_text t = { 0 };
  const lia_print_opts o = in_style(a, &lia_style_latex, lia_digits(L, 0));
  return lia_push_printed(L, m->p, lia_print_matrix(m->p, m->rows, m->cols, m->x, &o, &t), &t);
}

static int smat_equal(const void *pa, const void *pb) {
  const lsmat *a = pa, *b = pb;
  return a->p == b->p && a->rows == b->rows && a->cols == b->cols &&
         !memcmp(a->x, b->x, (size_t)smat_count(a) * sizeof *a->x);
}

// ---- the rows ----

#define XY "local x, y = li.symbols 'x y'; "
#define M "local x, y = li.symbols 'x y'; local M = li.smat{{x, y}, {1, 2}}; "
#define ANY "num|expr|smat|mat|vec|table"

static const lia_fn methods[] = {
  { smat_len, "smat.__len(a: smat, b: any) -> int", "#M: how many rows.", M "return #M --> 2" },
  { smat_add, "smat.__add(a: " ANY ", b: " ANY ") -> smat", "M + N, with mats and vecs too.",
    M "return M + li.eye(2) --> [x + 1  y]\n[1      3]" },
  { smat_sub, "smat.__sub(a: " ANY ", b: " ANY ") -> smat", "M - N.",
    M "return M - M --> [0  0]\n[0  0]" },
  { smat_mul, "smat.__mul(a: " ANY ", b: " ANY ") -> smat",
    "M * N, M * v, and a number or an expression times M.",
    M "return M * {x, 1}, x * li.smat{1, y} --> [x^2 + y  x + 2], [x  x*y]" },
  { smat_div, "smat.__div(a: smat|mat|vec|table, b: num|expr) -> smat", "Every entry divided.",
    XY "return li.smat{x, y}/x --> [1  y/x]" },
  { smat_unm, "smat.__unm(a: smat, b: any) -> smat", "-M.",
    XY "return -li.smat{x, -y} --> [-x  y]" },
  { smat_tostring, "smat.__tostring(a: smat) -> str",
    "A line per row, columns aligned; a vector in one line. c12 is cos(q1 + q2) where all its "
    "angles have one name and a number.", M "return M --> [x  y]\n[1  2]" },
  { smat_text, "smat:text([style: plain|angles|own]) -> str",
    "The same in full, however long. 'angles' is what is printed; 'plain' abbreviates no sine, "
    "'own' each whose coordinates have one name (expr:text).",
    "local q1 = li.coordinates 'q1'; local M = li.smat{li.cos(q1), q1}; "
    "return M, M:text 'plain' --> [c1  q1], [cos(q1)  q1]" },
  { smat_at, "smat:at(row: int [, col: int]) -> expr",
    "One entry: M:at(i, j) is M[i][j], v:at(i) is v[i].", M "return M:at(1, 2), M[2][2] --> y, 2" },
  { smat_size, "smat:size() -> rows: int, cols: int", "Rows and columns; a vector has one column.",
    M "return M:size() --> 2, 2" },
  { smat_table, "smat:table() -> table", "The entries as Lua tables.",
    M "return M:table()[1][2] --> y" },
  { smat_row, "smat:row(i: int) -> smat", "Row i as a vector.", M "return M:row(1) --> [x  y]" },
  { smat_col, "smat:col(j: int) -> smat", "Column j as a vector.", M "return M:col(1) --> [x  1]" },
  { smat_transpose, "smat:transpose() -> smat", "The transpose; of a vector a matrix of one row.",
    M "return M:transpose() --> [x  1]\n[y  2]" },
  { smat_dot, "smat:dot(w: smat|vec|table) -> expr", "The sum of the products of their entries.",
    XY "return li.smat{x, y}:dot{1, 2} --> x + 2*y" },
  { smat_cross, "smat:cross(w: smat|vec|table) -> smat", "Vector product.",
    XY "return li.smat{x, 0, 0}:cross{0, y, 0} --> [0  0  x*y]" },
  { smat_trace, "smat:trace() -> expr", "The sum of the diagonal.",
    M "return M:trace() --> x + 2" },
  { smat_det, "smat:det() -> expr", "The determinant by minors, at most 16 rows.",
    M "return M:det() --> 2*x - y" },
  { smat_inverse, "smat:inverse() -> smat",
    "The inverse by cofactors, at most 8 rows in each block (rows and columns that share no entry "
    "with others); nil, message, 'ESINGULAR' where the determinant is zero.",
    M "return M:inverse()[1] --> [2/(2*x - y)  -y/(2*x - y)]" },
  { smat_solve, "smat:solve(b: smat|mat|vec|table [, how: elimination|ldl]) -> smat",
    "X with M X = b by elimination; with 'ldl' for symmetric M by L D L' without pivoting. nil, "
    "message, 'ESINGULAR' where M is singular.",
    XY "return li.smat{{x, 0}, {1, y}}:solve{1, 0} --> [1/x  -1/(x*y)]" },
  { smat_jacobian, "smat:jacobian(x: expr|str|table|smat) -> smat",
    "The matrix of derivatives of a vector by a list of symbols.",
    XY "return li.smat{x*y, y}:jacobian{x, y} --> [y  x]\n[0  1]" },
  { smat_latex, "smat:latex([style: plain|angles|own]) -> str",
    "As a LaTeX pmatrix, c_{12} for cos(q1 + q2) as it is printed; 'plain' abbreviates nothing.",
    M "return M:latex() --> \\begin{pmatrix}x & y \\\\ 1 & 2\\end{pmatrix}" },
  { 0 },
};

// [x, y], [a, b; c, d], as far as there is room
static void brief(const void *o, char *out, size_t n) {
  const lsmat *m = o;
  size_t used = 0;
  for (int i = 0; i < smat_count(m) && used + 12 < n; i++) {
    const char *between = m->vector || i % m->cols ? ", " : "; ", *before = i ? between : "[";
    char text[32];
    lia_print_short(m->p, m->x[i], text, sizeof text);
    used += (size_t)snprintf(out + used, n - used - 4, "%s%s", before, text);
    if (used > n - 5) used = n - 5;
    if (used + 12 >= n && i + 1 < smat_count(m)) {
      snprintf(out + used, n - used, "...");
      return;
    }
  }
  snprintf(out + used, n - used, "%s", used ? "]" : "[]");
}

const lia_class lia_smat_class = {
  .name = "smat",
  .text = "A vector or matrix of expressions: v[i], M[i][j].",
  .size = sizeof(lsmat),
  .method = methods,
  .field = "",
  .get = smat_get,
  .equal = smat_equal,
  .brief = brief,
};

static const lia_fn functions[] = {
  { smat_new, "smat(rows: table|mat|vec|smat) -> smat",
    "A matrix from rows {{a, b}, {c, d}}, a vector from {a, b}; entries are expressions, numbers "
    "or texts.",
    XY "return li.smat{{x, 'x*y'}, {0, 1}}, li.smat{x, 2} --> [x  x*y]\n[0  1], [x  2]" },
  { smat_eye, "seye(n: count) -> smat", "The unit matrix as expressions.",
    "return li.seye(2) --> [1  0]\n[0  1]" },
  { smat_jacobian, "jacobian(f: table|smat, x: expr|str|table|smat) -> smat",
    "The matrix of derivatives of a list of expressions by a list of symbols.",
    XY "return li.jacobian({x^2, x*y}, 'x y') --> [2*x  0]\n[y    x]" },
  { 0 },
};

// mat and vec meet expressions: their operators look whether the other side is one
// upvalues: their own operator, that of smat
static int mixed(lua_State *L) {
  int symbolic = lia_pool_of(L, 1) || lia_pool_of(L, 2);
  lua_pushvalue(L, lua_upvalueindex(symbolic ? 2 : 1));
  lua_insert(L, 1);
  lua_call(L, lua_gettop(L) - 1, LUA_MULTRET);
  return lua_gettop(L);
}

static void mix(lua_State *L, const lia_class *c, const char *name) {
  lua_pushlightuserdata(L, (void *)c);
  lua_rawget(L, LUA_REGISTRYINDEX);
  lua_pushlightuserdata(L, (void *)&lia_smat_class);
  lua_rawget(L, LUA_REGISTRYINDEX);
  lua_getfield(L, -2, name);
  lua_getfield(L, -2, name);
  lua_pushcclosure(L, mixed, 2);
  lua_setfield(L, -3, name);
  lua_pop(L, 2);
}

void lia_open_smat(lua_State *L);
void lia_open_smat(lua_State *L) {
  lia_class_register(L, &lia_smat_class);
  lia_functions(L, functions);
  static const char *const operators[] = { "__add", "__sub", "__mul", "__div" };
  for (int i = 0; i < 4; i++) {
    mix(L, &lia_mat_class, operators[i]);
    mix(L, &lia_vec_class, operators[i]);
  }
}
