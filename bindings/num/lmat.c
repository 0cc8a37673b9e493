/* lmat.c - li.mat: matrices, indexed M[i][j] from 1 */
#include "bindings/kit/kit.h"
#include "bindings/kit/nums.h"

#include "num/mat.h"

#include <math.h>
#include <string.h>

double *lia_pushmat(lua_State *L, int rows, int cols) {
  lmat *m = lia_push_sized(L, &lia_mat_class, sizeof *m + (size_t)rows * (size_t)cols
      * sizeof(double));
  m->rows = rows;
  m->cols = cols;
  return m->x;
}

void lia_mat_label(lua_State *L, const char *text) {
  lua_pushstring(L, text);
  lia_keep(L, -2, -1);
  lua_pop(L, 1);
}

void lia_pushrows(lua_State *L, const double *x, int rows, int cols) {
  double *o = lia_pushmat(L, rows, cols);
  memcpy(o, x, (size_t)rows * (size_t)cols * sizeof *o);
}

// ---- making ----

static int mat_new(lua_State *L) {
  lia_arg a[1];
  lia_args(L, a);
  lia_pushrows(L, a->p, a->rows, a->cols);
  return 1;
}

static int mat_eye(lua_State *L) {
  lia_arg a[1];
  lia_args(L, a);
  if (a->n < 1 || (double)a->n * a->n > LIA_NUMS_MOST)
    return lia_arg_error(L, 1, "expected 1..4096, got %d", a->n);
  double *o = lia_pushmat(L, a->n, a->n);
  for (int i = 0; i < a->n; i++) o[(size_t)i * (size_t)(a->n + 1)] = 1;
  return 1;
}

static int mat_diag(lua_State *L) {
  lia_arg a[1];
  lia_args(L, a);
  if (a->n < 1 || (double)a->n * a->n > LIA_NUMS_MOST)
    return lia_arg_error(L, 1, "expected 1..4096 numbers, got %d", a->n);
  double *o = lia_pushmat(L, a->n, a->n);
  for (int i = 0; i < a->n; i++) o[(size_t)i * (size_t)(a->n + 1)] = a->p[i];
  return 1;
}

// size of one block: a vec stands as one column, or as one row
static void block_size(const lia_arg *a, int as_column, int *rows, int *cols) {
  *rows = a->rows;
  *cols = a->cols;
  if (a->given != 2) return;
  *rows = as_column ? a->n : 1;
  *cols = as_column ? 1 : a->n;
}

// all arguments beside (or below) each other
static int mat_join(lua_State *L, int beside) {
  lia_arg a;
  int n = lia_args(L, &a), rows = 0, cols = 0, r, c, at = 0;
  if (n == 0) return lia_mistake(L, "expected at least one mat or vec");
  for (int i = 1; i <= n; i++) {
    lia_arg_at(L, i, &a);
    block_size(&a, beside, &r, &c);
    int is = beside ? r : c, first = beside ? rows : cols;
    if (i > 1 && is != first)
      return lia_arg_error(L, i, "has %d %s where the first has %d", is,
          beside ? "rows" : "columns", first);
    if (!r || !c) return lia_arg_error(L, i, "is empty");
    rows = beside ? r : rows + r;
    cols = beside ? cols + c : c;
    if ((double)rows * cols > LIA_NUMS_MOST) return lia_mistake(L, "the result is too large");
  }
  double *o = lia_pushmat(L, rows, cols);
  for (int i = 1; i <= n; i++) {
    lia_arg_at(L, i, &a);
    block_size(&a, beside, &r, &c);
    for (int k = 0; k < r; k++)
      memcpy(o + (beside ? k * cols + at : (at + k) * cols), a.p + k * c, (size_t)c * sizeof *o);
    at += beside ? c : r;
  }
  return 1;
}

static int mat_beside(lua_State *L) { return mat_join(L, 1); }
static int mat_below(lua_State *L) { return mat_join(L, 0); }

// ---- reading and writing ----

// row i, from 0, as a vec that lives in the mat at `at`
static int mat_push_row(lua_State *L, lmat *m, int i, int at) {
  lvec *v = lia_push_sized(L, &lia_vec_class, sizeof *v);
  v->n = m->cols;
  v->x = m->x + (size_t)i * (size_t)m->cols;
  v->self = v;
  lia_keep(L, -1, at);
  return 1;
}

// M[i] is a vec that lives in row i: M[i][j] reads and writes M
static int mat_get(lua_State *L, void *o) {
  lmat *m = o;
  if (lua_type(L, 2) != LUA_TNUMBER) return 0;
  double i = lua_tonumber(L, 2);
  if (!(i >= 1 && i <= m->rows) || i != floor(i)) {
    const char *hint = i == m->rows + 1 ? " (to walk it: for i, row in M:each() do)" : "";
    return lia_error_at(L, "mat: row %.14g out of range 1..%d%s", i, m->rows, hint);
  }
  return mat_push_row(L, m, (int)i - 1, 1);
}

static int each_next(lua_State *L) {
  lmat *m = lia_test(L, 1, &lia_mat_class);
  double i = lua_tonumber(L, 2);
  if (!m || !(i >= 0 && i < m->rows)) {
    lua_pushnil(L);
    return 1;
  }
  lua_pushinteger(L, (int)i + 1);
  mat_push_row(L, m, (int)i, 1);
  return 2;
}

static int mat_each(lua_State *L) {
  lia_arg a[1];
  lia_args(L, a);
  return lia_push_loop(L, each_next);
}

// M[i] = {...} overwrites row i
static int mat_set(lua_State *L, void *o) {
  lmat *m = o;
  lia_nums_fault f = { 0 };
  if (lua_type(L, 2) != LUA_TNUMBER) return 0;
  double i = lua_tonumber(L, 2);
  if (!(i >= 1 && i <= m->rows) || i != floor(i))
    return lia_error_at(L, "mat: row %.14g out of range 1..%d", i, m->rows);
  double *row = m->x + ((size_t)i - 1) * (size_t)m->cols;
  lua_createtable(L, 1, 0);                            /* read as the one row of a 1 x cols table */
  lua_pushvalue(L, 3);
  lua_rawseti(L, -2, 1);
  double *x = lia_pushvec(L, m->cols);
  if (!lia_nums_table(L, lua_gettop(L) - 1, x, 1, m->cols, &f)) {
    if (f.col) return lia_error_at(L, "mat: row %d, column %d: %s", (int)i, f.col, f.text);
    return lia_error_at(L, "mat: row %d: %s", (int)i, f.text);
  }
  memcpy(row, x, (size_t)m->cols * sizeof *x);
  return 1;
}

static lmat *self(const lia_arg *a) { return a->o; }

// element (i, j) of the arguments 2 and 3, inside m
static double *mat_element(lua_State *L, lmat *m, const lia_arg *a) {
  if (a[1].n < 1 || a[1].n > m->rows)
    lia_arg_error(L, 2, "row %d out of range 1..%d", a[1].n, m->rows);
  if (a[2].n < 1 || a[2].n > m->cols)
    lia_arg_error(L, 3, "column %d out of range 1..%d", a[2].n, m->cols);
  return m->x + (size_t)(a[1].n - 1) * (size_t)m->cols + a[2].n - 1;
}

static int mat_at(lua_State *L) {
  lia_arg a[3];
  lia_args(L, a);
  lua_pushnumber(L, *mat_element(L, self(a), a));
  return 1;
}

static int mat_put(lua_State *L) {
  lia_arg a[4];
  lia_args(L, a);
  *mat_element(L, self(a), a) = a[3].x;
  lua_settop(L, 1);
  return 1;
}

static int mat_size(lua_State *L) {
  lia_arg a[1];
  lia_args(L, a);
  lua_pushinteger(L, self(a)->rows);
  lua_pushinteger(L, self(a)->cols);
  return 2;
}

static int mat_len(lua_State *L) {
  lua_pushinteger(L, ((const lmat *)lia_check(L, 1, &lia_mat_class))->rows);
  return 1;
}

static int mat_copy(lua_State *L) {
  lia_arg a[1];
  lia_args(L, a);
  lia_pushrows(L, self(a)->x, self(a)->rows, self(a)->cols);
  return 1;
}

static int mat_row(lua_State *L) {
  lia_arg a[2];
  lia_args(L, a);
  const lmat *m = a->o;
  if (a[1].n < 1 || a[1].n > m->rows)
    return lia_arg_error(L, 2, "row %d out of range 1..%d", a[1].n, m->rows);
  lia_pushnums(L, m->x + (size_t)(a[1].n - 1) * (size_t)m->cols, m->cols);
  return 1;
}

static int mat_col(lua_State *L) {
  lia_arg a[2];
  lia_args(L, a);
  const lmat *m = a->o;
  if (a[1].n < 1 || a[1].n > m->cols)
    return lia_arg_error(L, 2, "column %d out of range 1..%d", a[1].n, m->cols);
  double *o = lia_pushvec(L, m->rows);
  for (int i = 0; i < m->rows; i++) o[i] = m->x[i * m->cols + a[1].n - 1];
  return 1;
}

static int mat_diagonal(lua_State *L) {
  lia_arg a[1];
  lia_args(L, a);
  const lmat *m = a->o;
  int n = m->rows < m->cols ? m->rows : m->cols;
  double *o = lia_pushvec(L, n);
  for (int i = 0; i < n; i++) o[i] = m->x[i * m->cols + i];
  return 1;
}

static int mat_block(lua_State *L) {
  lia_arg a[5];
  lia_args(L, a);
  lmat *m = a->o;
  const double *from = mat_element(L, m, a);
  int rows = a[3].n, cols = a[4].n, below = m->rows - a[1].n + 1, right = m->cols - a[2].n + 1;
  if (rows < 1 || rows > below)
    return lia_arg_error(L, 4, "expected 1..%d rows, got %d", below, rows);
  if (cols < 1 || cols > right)
    return lia_arg_error(L, 5, "expected 1..%d columns, got %d", right, cols);
  double *o = lia_pushmat(L, rows, cols);
  for (int i = 0; i < rows; i++) memcpy(o + i * cols, from + i * m->cols, (size_t)cols * sizeof *o);
  return 1;
}

static int mat_table(lua_State *L) {
  lia_arg a[1];
  lia_args(L, a);
  const lmat *m = a->o;
  lua_createtable(L, m->rows, 0);
  for (int i = 0; i < m->rows; i++) {
    lua_createtable(L, m->cols, 0);
    for (int j = 0; j < m->cols; j++) {
      lua_pushnumber(L, m->x[i * m->cols + j]);
      lua_rawseti(L, -2, j + 1);
    }
    lua_rawseti(L, -2, i + 1);
  }
  return 1;
}

static int mat_ptr(lua_State *L) {
  lia_arg a[1];
  lia_args(L, a);
  lua_pushlightuserdata(L, self(a)->x);
  return 1;
}

// ---- algebra ----

static lia_mat mat_push_new(lua_State *L, int rows, int cols) {
  return lia_mat_of(lia_pushmat(L, rows, cols), rows, cols);
}
static lia_mat mat_operand(const lia_arg *a) { return lia_mat_of(a->p, a->rows, a->cols); }

static int mat_transpose(lua_State *L) {
  lia_arg a[1];
  lia_args(L, a);
  const lmat *m = a->o;
  lia_mat_transpose(mat_push_new(L, m->cols, m->rows), lia_mat_of(m->x, m->rows, m->cols));
  return 1;
}

static void same_size(lua_State *L, const lia_arg *a) {
  if (a[0].rows == a[1].rows && a[0].cols == a[1].cols) return;
  lia_mistake(L, "sizes differ: %dx%d and %dx%d", a[0].rows, a[0].cols, a[1].rows, a[1].cols);
}

static int mat_add(lua_State *L) {
  lia_arg a[2];
  lia_args(L, a);
  same_size(L, a);
  lia_mat_add(mat_push_new(L, a->rows, a->cols), mat_operand(&a[0]), 1, mat_operand(&a[1]));
  return 1;
}

static int mat_subtract(lua_State *L) {
  lia_arg a[2];
  lia_args(L, a);
  same_size(L, a);
  lia_mat_add(mat_push_new(L, a->rows, a->cols), mat_operand(&a[0]), -1, mat_operand(&a[1]));
  return 1;
}

static int mat_unm(lua_State *L) {
  const lmat *m = lia_check(L, 1, &lia_mat_class);
  lia_mat_scale(mat_push_new(L, m->rows, m->cols), -1, lia_mat_of(m->x, m->rows, m->cols));
  return 1;
}

static int mat_scaled(lua_State *L, double s, const lia_arg *m) {
  lia_mat_scale(mat_push_new(L, m->rows, m->cols), s, mat_operand(m));
  return 1;
}

enum { NUM = 1, MAT = 2, VEC = 3 };   /* which alternative of num|mat|vec came */

static int times_vec(lua_State *L, const lia_arg *a) {
  if (a[0].cols != a[1].n)
    return lia_mistake(L, "a %dx%d matrix times %d numbers", a[0].rows, a[0].cols, a[1].n);
  lia_mat_mulv(lia_pushvec(L, a[0].rows), mat_operand(&a[0]), a[1].p);
  return 1;
}

static int mat_mul(lua_State *L) {
  lia_arg a[2];
  lia_args(L, a);
  int l = a[0].given, r = a[1].given;
  if (l == NUM && r == MAT) return mat_scaled(L, a[0].x, &a[1]);
  if (l == MAT && r == NUM) return mat_scaled(L, a[1].x, &a[0]);
  if (l == MAT && r == VEC) return times_vec(L, a);
  if (l != MAT || r != MAT) return lia_mistake(L, "vec * mat: say M:transpose() * v");
  if (a[0].cols != a[1].rows)
    return lia_mistake(L, "a %dx%d matrix times a %dx%d one", a[0].rows, a[0].cols, a[1].rows,
        a[1].cols);
  lia_mat_mul(mat_push_new(L, a[0].rows, a[1].cols), mat_operand(&a[0]), mat_operand(&a[1]));
  return 1;
}

static int mat_div(lua_State *L) {
  lia_arg a[2];
  lia_args(L, a);
  if (a[1].x == 0) return lia_mistake(L, "division by zero");
  double *o = lia_pushmat(L, a->rows, a->cols);
  for (int k = 0; k < a->n; k++) o[k] = a[0].p[k] / a[1].x;
  return 1;
}

static const lmat *mat_square(lua_State *L, const lia_arg *a) {
  const lmat *m = a->o;
  if (m->rows != m->cols) lia_mistake(L, "needs a square matrix, this is %dx%d", m->rows, m->cols);
  return m;
}

static int mat_trace(lua_State *L) {
  lia_arg a[1];
  lia_args(L, a);
  const lmat *m = mat_square(L, a);
  lua_pushnumber(L, lia_mat_trace(lia_mat_of(m->x, m->rows, m->cols)));
  return 1;
}

static int mat_near(lua_State *L) {
  lia_arg a[3];
  lia_args(L, a);
  const lmat *m = a->o;
  double tol = a[2].given ? a[2].x : 1e-12;
  int near = m->rows == a[1].rows && m->cols == a[1].cols;
  for (int k = 0; near && k < m->rows * m->cols; k++) near = fabs(m->x[k] - a[1].p[k]) <= tol;
  lua_pushboolean(L, near);
  return 1;
}

static int mat_tostring(lua_State *L) {
  const lmat *m = lia_check(L, 1, &lia_mat_class);
  if (lia_kept(L, 1)) {                                  // lia_mat_label
    const char *text = lua_tostring(L, -1);
    if (text[0] == LIA_MAT_TEXT) lua_pushstring(L, text + 1);
    else lua_pushfstring(L, "Jacobian of %s in world", text);
    lua_pushliteral(L, ": rows 1 to 3 linear, 4 to 6 angular\n");
    lua_concat(L, 2);
  } else {
    lua_pushliteral(L, "");
  }
  lia_push_text(L, m->x, m->rows, m->cols);
  lua_concat(L, 2);
  return 1;
}

static int mat_equal(const void *pa, const void *pb) {
  const lmat *a = pa, *b = pb;
  if (a->rows != b->rows || a->cols != b->cols) return 0;
  for (int k = 0; k < a->rows * a->cols; k++)
    if (a->x[k] != b->x[k]) return 0;
  return 1;
}

static const double *mat_view(const void *o, int *rows, int *cols) {
  const lmat *m = o;
  *rows = m->rows;
  *cols = m->cols;
  return m->x;
}

#define M22 "li.mat{{1, 2}, {3, 4}}"

static const lia_fn methods[] = {
  { mat_at, "mat:get(i: int, j: int) -> num", "Element of row i, column j; the same as M[i][j].",
    M22 ":get(2, 1) --> 3" },
  { mat_put, "mat:set(i: int, j: int, x: num) -> mat",
      "Write element (i, j); returns the mat itself.",
    M22 ":set(1, 1, 9):get(1, 1) --> 9" },
  { mat_size, "mat:size() -> rows: int, cols: int", "How many rows and columns.",
      "li.zeros(2, 3):size() --> 2, 3" },
  { mat_copy, "mat:copy() -> mat", "A new mat with the same numbers.",
      M22 ":copy() == " M22 " --> true" },
  { mat_row, "mat:row(i: int) -> vec",
      "A copy of row i (M[i] is the row itself: writing to it writes to M).",
    M22 ":row(2) --> [3  4]" },
  { mat_col, "mat:col(j: int) -> vec", "A copy of column j.", M22 ":col(2) --> [2  4]" },
  { mat_diagonal, "mat:diagonal() -> vec", "A copy of the diagonal.",
      M22 ":diagonal() --> [1  4]" },
  { mat_block, "mat:block(i: int, j: int, rows: int, cols: int) -> mat",
    "A copy of the block whose first element is (i, j).",
    "li.eye(3):block(2, 2, 2, 1) --> [1]\n[0]" },
  { mat_each, "mat:each() -> fn",
      "Iterate over rows: for i, row in M:each() do ... end; what is written into row is written "
      "into M.",
    "for i, row in li.mat{{1, 2}, {3, 4}}:each() do print(i, row) end --> 1, [1  2]\n2, [3  4]" },
  { mat_table, "mat:table() -> table", "The rows as Lua tables.",
      M22 ":table()[2][1] * 1.5 --> 4.5" },
  { mat_transpose, "mat:transpose() -> mat", "Rows become columns.",
      M22 ":transpose() --> [1  3]\n[2  4]" },
  { mat_trace, "mat:trace() -> num", "Sum of the diagonal.", M22 ":trace() --> 5" },
  { mat_near, "mat:near(b: mat [, tol: num]) -> bool", "Do all elements agree within tol (1e-12)?",
    "li.eye(2):near{{1, 1e-14}, {0, 1}} --> true" },
  { mat_ptr, "mat:ptr() -> any",
    "Address of the first number (double *, rows one after the other) for LuaJIT's ffi; valid "
    "while the mat "
    "lives.", "type(li.eye(2):ptr()) --> userdata" },
  { mat_len, "mat.__len(a: mat, b: any) -> int", "#M: how many rows.", "#li.zeros(2, 3) --> 2" },
  { mat_add, "mat.__add(a: mat, b: mat) -> mat", "M + N, element by element.",
    M22 " + {{1, 1}, {1, 1}} --> [2  3]\n[4  5]" },
  { mat_subtract, "mat.__sub(a: mat, b: mat) -> mat", "M - N, element by element.",
    M22 " - li.eye(2) --> [0  2]\n[3  3]" },
  { mat_mul, "mat.__mul(a: num|mat|vec, b: num|mat|vec) -> mat|vec",
      "M * N, M * v, and a number times M.",
    M22 " * {1, 1} --> [3  7]" },
  { mat_div, "mat.__div(a: mat, b: num) -> mat", "M / s: every element divided by the number.",
    M22 " / 2 --> [0.5  1]\n[1.5  2]" },
  { mat_unm, "mat.__unm(a: mat, b: any) -> mat", "-M.", "-li.eye(2) --> [-1   0]\n[ 0  -1]" },
  { mat_tostring, "mat.__tostring(a: mat) -> str",
    "A line per row, six digits each, columns aligned at the decimal point; entries below 1e-13 "
    "of the largest "
    "show as 0.", "tostring(li.mat{{10, 0.5}, {1, -2}}) --> [10   0.5]\n[ 1  -2  ]" },
  { 0 },
};

const lia_class lia_mat_class = {
  .name = "mat",
      .text = "A matrix, indexed M[i][j] from 1. Anything that takes a mat takes a table of rows "
      "too.",
  .size = sizeof(lmat), .method = methods, .get = mat_get, .set = mat_set, .equal = mat_equal,
      .view = mat_view,
};

static const lia_fn functions[] = {
  { mat_new, "mat(rows: mat) -> mat",
      "A matrix from its rows, {{...}, {...}}, or a copy of another.",
    M22 " --> [1  2]\n[3  4]" },
  { mat_eye, "eye(n: int) -> mat", "The n x n identity.", "li.eye(2) --> [1  0]\n[0  1]" },
  { mat_beside, "hcat(...: mat|vec) -> mat",
      "Matrices beside each other; a vec stands as a column.",
    "li.hcat(li.eye(2), {5, 6}) --> [1  0  5]\n[0  1  6]" },
  { mat_below, "vcat(...: mat|vec) -> mat", "Matrices below each other; a vec stands as a row.",
    "li.vcat(li.eye(2), {5, 6}) --> [1  0]\n[0  1]\n[5  6]" },
  { mat_diag, "diag(d: vec) -> mat", "The square matrix with d on its diagonal.",
      "li.diag{2, 3} --> [2  0]\n[0  3]" },
  { 0 },
};

void lia_open_mat(lua_State *L);
void lia_open_mat(lua_State *L) {
  lia_class_register(L, &lia_mat_class);
  lia_functions(L, functions);
}
