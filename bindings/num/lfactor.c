/* lfactor.c - what a matrix can be asked: inverse, determinant, rank, systems, eigenvalues,
 * singular values */
#include "bindings/kit/bind.h"
#include "bindings/kit/nums.h"

#include "num/factor.h"

// the receiver of a method, or an operand
static lia_mat factor_view(const lia_arg *a) {
  const lmat *m = a->o;
  return m ? lia_mat_of(m->x, m->rows, m->cols) : lia_mat_of(a->p, a->rows, a->cols);
}

static lia_mat factor_square(lua_State *L, const lia_arg *a) {
  lia_mat A = factor_view(a);
  if (A.rows != A.cols) lia_mistake(L, "needs a square matrix, this is %dx%d", A.rows, A.cols);
  return A;
}

static lia_mat symmetric(lua_State *L, const lia_arg *a) {
  lia_mat A = factor_square(L, a);
  if (!(lia_mat_skewness(A) <= 1e-12 * lia_mat_max(A))) lia_mistake(L, "needs a symmetric matrix");
  return A;
}

static lia_mat factor_push_new(lua_State *L, int rows, int cols) {
  return lia_mat_of(lia_pushmat(L, rows, cols), rows, cols);
}

static lia_mat push_copy(lua_State *L, lia_mat A) {
  lia_mat C = factor_push_new(L, A.rows, A.cols);
  lia_mat_copy(C, A);
  return C;
}

// nil, message, code: what the user has to hear, without the engine's own counting
static int misfortune(lua_State *L, lia_error *err, const char *text) {
  if (err->code == LIA_EDOMAIN) return lia_mistake(L, "the matrix holds nan or inf");
  if (err->code != LIA_ESINGULAR) return lia_fail(L, err);
  lia_error told = { 0 };
  LIA_FAIL(&told, LIA_ESINGULAR, "", "%s", text);
  return lia_fail(L, &told);
}

static const char *const singular = "the matrix is singular to working precision";

// ---- workspaces of the engine: boxes, so that an error in Lua gives them back ----

static void qr_free(void *p) { lia_qr_free(p); }
static void svd_free(void *p) { lia_svd_free(p); }
static void eig_free(void *p) { lia_eig_free(p); }
static const lia_class qr_class = { .name = "qr_workspace", .destroy = qr_free };
static const lia_class svd_class = { .name = "svd_workspace", .destroy = svd_free };
static const lia_class eig_class = { .name = "eig_workspace", .destroy = eig_free };

// the factors of A, in a box on top; NULL: err says why
static lia_svd *push_svd(lua_State *L, lia_mat A, lia_error *err) {
  void **box = lia_push(L, &svd_class);
  lia_svd *f = NULL;
  if (lia_svd_new(&f, A.rows, A.cols, err) != LIA_OK) return NULL;
  *box = f;
  return lia_svd_factor(f, A, err) == LIA_OK ? f : NULL;
}

static lia_qr *push_qr(lua_State *L, lia_mat A, lia_error *err) {
  void **box = lia_push(L, &qr_class);
  lia_qr *f = NULL;
  if (lia_qr_new(&f, A.rows, A.cols, err) != LIA_OK) return NULL;
  *box = f;
  return lia_qr_factor(f, A, -1, err) == LIA_OK ? f : NULL;
}

// ---- square systems ----

typedef struct lu { lia_mat A; int *piv; lia_status status; } lu;

// factors of a copy of A; the copy and the pivots stay on the stack
static lu push_lu(lua_State *L, lia_mat A, lia_error *err) {
  lu f = { .A = push_copy(L, A) };
  f.piv = lua_newuserdata(L, (size_t)A.rows * sizeof *f.piv);
  f.status = lia_lu_factor(f.A, f.piv, err);
  return f;
}

static int mat_solve(lua_State *L) {
  lia_arg a[2];
  lia_error err = { 0 };
  lia_args(L, a);
  lia_mat A = factor_square(L, a);
  int vector = a[1].given == 2, n = vector ? a[1].n : a[1].rows;
  if (n != A.rows) return lia_arg_error(L, 2, "expected %d rows, got %d", A.rows, n);
  lu f = push_lu(L, A, &err);
  if (f.status != LIA_OK) return misfortune(L, &err, singular);
  if (vector) {
    lia_pushnums(L, a[1].p, n);
    lia_lu_solve(f.A, f.piv, ((lvec *)lua_touserdata(L, -1))->x);
  } else lia_lu_solvem(f.A, f.piv, push_copy(L, lia_mat_of(a[1].p, a[1].rows, a[1].cols)));
  return 1;
}

static int mat_inverse(lua_State *L) {
  lia_arg a[1];
  lia_error err = { 0 };
  lia_args(L, a);
  lu f = push_lu(L, factor_square(L, a), &err);
  if (f.status != LIA_OK) return misfortune(L, &err, singular);
  lia_lu_inverse(factor_push_new(L, f.A.rows, f.A.rows), f.A, f.piv);
  return 1;
}

static int mat_det(lua_State *L) {
  lia_arg a[1];
  lia_error err = { 0 };
  lia_args(L, a);
  lu f = push_lu(L, factor_square(L, a), &err);
  if (f.status == LIA_EDOMAIN) return misfortune(L, &err, singular);
  lua_pushnumber(L, f.status == LIA_OK ? lia_lu_det(f.A, f.piv) : 0);
  return 1;
}

// M ^ n by squaring; a negative n from the inverse. An operator has no second result, so singular
// raises
static int mat_pow(lua_State *L) {
  lia_arg a[2];
  lia_error err = { 0 };
  lia_args(L, a);
  lia_mat A = factor_square(L, a);
  if (a[1].n < -1000000 || a[1].n > 1000000)
    return lia_arg_error(L, 2, "expected at most 1000000 in size, got %d", a[1].n);
  int n = A.rows, e = a[1].n < 0 ? -a[1].n : a[1].n;
  lia_mat R = factor_push_new(L, n, n), S = push_copy(L, A), T = factor_push_new(L, n, n);
  lia_mat_eye(R);
  if (a[1].n < 0) {
    lu f = push_lu(L, A, &err);
    if (f.status != LIA_OK)
      return lia_mistake(L, "%s",
          err.code == LIA_ESINGULAR ? singular : "the matrix holds nan or inf");
    lia_lu_inverse(S, f.A, f.piv);
    lua_pop(L, 2);
  }
  for (; e; e >>= 1) {
    if (e & 1) {
      lia_mat_mul(T, R, S);
      lia_mat_copy(R, T);
    }
    lia_mat_mul(T, S, S);
    lia_mat_copy(S, T);
  }
  lua_pop(L, 2);
  return 1;
}

// P A = L U, as three matrices
static int mat_lu(lua_State *L) {
  lia_arg a[1];
  lia_error err = { 0 };
  lia_args(L, a);
  lu f = push_lu(L, factor_square(L, a), &err);
  if (f.status == LIA_EDOMAIN) return misfortune(L, &err, singular);
  int n = f.A.rows;
  lia_mat Lo = factor_push_new(L, n, n), U = factor_push_new(L, n, n), P = factor_push_new(L, n, n);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) *lia_mat_at(j < i ? Lo : U, i, j) = *lia_mat_at(f.A, i, j);
  for (int i = 0; i < n; i++) *lia_mat_at(Lo, i, i) = 1;
  lia_mat_eye(P);
  for (int k = 0; k < n; k++)
    if (f.piv[k] != k) lia_vec_swap(lia_mat_row(P, k), lia_mat_row(P, f.piv[k]), n);
  return 3;
}

static int mat_chol(lua_State *L) {
  lia_arg a[1];
  lia_error err = { 0 };
  lia_args(L, a);
  lia_mat C = push_copy(L, symmetric(L, a));
  if (lia_chol_factor(C, &err) != LIA_OK)
    return misfortune(L, &err, "the matrix is not positive definite");
  for (int i = 0; i < C.rows; i++)
    for (int j = i + 1; j < C.cols; j++) *lia_mat_at(C, i, j) = 0;
  return 1;
}

// ---- any shape ----

static int mat_qr(lua_State *L) {
  lia_arg a[1];
  lia_error err = { 0 };
  lia_args(L, a);
  lia_mat A = factor_view(a);
  lia_qr *f = push_qr(L, A, &err);
  if (!f) return misfortune(L, &err, singular);
  int k = A.rows < A.cols ? A.rows : A.cols, box = lua_gettop(L);
  lia_qr_q(f, factor_push_new(L, A.rows, k));
  lia_qr_r(f, factor_push_new(L, k, A.cols));
  lia_mat P = factor_push_new(L, A.cols, A.cols);
  for (int j = 0; j < A.cols; j++) *lia_mat_at(P, f->perm[j], j) = 1;
  lia_release(L, box);
  return 3;
}

static int mat_svd(lua_State *L) {
  lia_arg a[1];
  lia_error err = { 0 };
  lia_args(L, a);
  lia_mat A = factor_view(a);
  lia_svd *f = push_svd(L, A, &err);
  if (!f) return misfortune(L, &err, singular);
  int k = A.rows < A.cols ? A.rows : A.cols, box = lua_gettop(L);
  lia_mat_copy(factor_push_new(L, A.rows, k), f->U);
  lia_pushnums(L, f->s, k);
  lia_mat_transpose(factor_push_new(L, A.cols, k), lia_mat_part(f->Vt, 0, 0, k, A.cols));
  lia_release(L, box);
  return 3;
}

static double tolerance(const lia_arg *a) { return a->given ? a->x : -1; }

static int mat_rank(lua_State *L) {
  lia_arg a[2];
  lia_error err = { 0 };
  lia_args(L, a);
  lia_svd *f = push_svd(L, factor_view(a), &err);
  if (!f) return misfortune(L, &err, singular);
  lua_pushinteger(L, lia_svd_rank(f, tolerance(&a[1])));
  lia_release(L, -2);
  return 1;
}

static int mat_cond(lua_State *L) {
  lia_arg a[1];
  lia_error err = { 0 };
  lia_args(L, a);
  lia_svd *f = push_svd(L, factor_view(a), &err);
  if (!f) return misfortune(L, &err, singular);
  lua_pushnumber(L, lia_svd_cond(f));
  lia_release(L, -2);
  return 1;
}

static int mat_null(lua_State *L) {
  lia_arg a[2];
  lia_error err = { 0 };
  lia_args(L, a);
  lia_mat A = factor_view(a);
  lia_svd *f = push_svd(L, A, &err);
  if (!f) return misfortune(L, &err, singular);
  int free = A.cols - lia_svd_rank(f, tolerance(&a[1]));
  if (free) lia_svd_null(f, tolerance(&a[1]), factor_push_new(L, A.cols, free));
  else lua_pushnil(L);
  lia_release(L, -2);
  return 1;
}

static int mat_pinv(lua_State *L) {
  lia_arg a[3];
  lia_error err = { 0 };
  lia_args(L, a);
  lia_mat A = factor_view(a);
  lia_svd *f = push_svd(L, A, &err);
  if (!f) return misfortune(L, &err, singular);
  lia_svd_pinv(f, tolerance(&a[1]), a[2].given ? a[2].x : 0, factor_push_new(L, A.cols, A.rows));
  lia_release(L, -2);
  return 1;
}

static int mat_least_squares(lua_State *L) {
  lia_arg a[3];
  lia_error err = { 0 };
  lia_args(L, a);
  lia_mat A = factor_view(a);
  lia_arg_size(L, 2, &a[1], A.rows);
  lia_svd *f = push_svd(L, A, &err);
  if (!f) return misfortune(L, &err, singular);
  int box = lua_gettop(L);
  double *x = lia_pushvec(L, A.cols), *r = lia_pushvec(L, A.rows);
  lia_svd_solve(f, a[1].p, -1, a[2].given ? a[2].x : 0, x);
  lia_mat_mulv(r, A, x);
  lia_vec_axpy(r, -1, a[1].p, A.rows);
  lua_pushnumber(L, lia_vec_norm(r, A.rows));
  lua_remove(L, -2);
  lia_release(L, box);
  return 2;
}

static int mat_eig(lua_State *L) {
  lia_arg a[2];
  lia_error err = { 0 };
  lia_args(L, a);
  lia_mat A = factor_square(L, a);
  if (a[1].given) {
    symmetric(L, a);
    int rows = a[1].rows, cols = a[1].cols;
    if (rows != A.rows || cols != A.cols)
      return lia_arg_error(L, 2, "expected %dx%d, got %dx%d", A.rows, A.cols, rows, cols);
  }
  void **box = lia_push(L, &eig_class);
  int at = lua_gettop(L), complex = 0;
  lia_eig *f = NULL;
  lia_status s = lia_eig_new(&f, A.rows, &err);
  *box = f;
  if (s == LIA_OK) {
    if (a[1].given) s = lia_eig_pair(f, A, lia_mat_of(a[1].p, a[1].rows, a[1].cols), &err);
    else if (lia_mat_skewness(A) == 0) s = lia_eig_sym(f, A, &err);
    else s = lia_eig_any(f, A, &err);
  }
  if (s != LIA_OK) return misfortune(L, &err, "the second matrix is not positive definite");
  lia_pushnums(L, f->re, A.rows);
  lia_mat_copy(factor_push_new(L, A.rows, A.rows), f->V);
  for (int k = 0; k < A.rows; k++) complex |= f->im[k] != 0;
  if (complex) lia_pushnums(L, f->im, A.rows);
  lia_release(L, at);
  return complex ? 3 : 2;
}

enum { FRO, ONE, INF, TWO, MAX };

static int mat_norm(lua_State *L) {
  lia_arg a[2];
  lia_error err = { 0 };
  lia_args(L, a);
  lia_mat A = factor_view(a);
  lia_svd *f;
  switch (a[1].given ? a[1].n : FRO) {
    case ONE: lua_pushnumber(L, lia_mat_norm1(A)); return 1;
    case INF: lua_pushnumber(L, lia_mat_norminf(A)); return 1;
    case MAX: lua_pushnumber(L, lia_mat_max(A)); return 1;
    case TWO:
      if (!(f = push_svd(L, A, &err))) return misfortune(L, &err, singular);
      lua_pushnumber(L, f->s[0]);
      lia_release(L, -2);
      return 1;
    default: lua_pushnumber(L, lia_mat_normf(A)); return 1;
  }
}

static int mat_symmetric(lua_State *L) {
  lia_arg a[2];
  lia_args(L, a);
  lia_mat A = factor_view(a);
  lua_pushboolean(L, A.rows == A.cols && lia_mat_skewness(A) <= (a[1].given ? a[1].x : 0));
  return 1;
}

#define SPD "li.mat{{4, 2}, {2, 5}}"

static const lia_fn methods[] = {
  { mat_solve, "mat:solve(b: mat|vec) -> x: mat|vec",
    "x with M x = b, for one right-hand side or for every column of a mat; nil, message, code "
    "where M is "
    "singular.", "li.mat{{2, 1}, {1, 3}}:solve{3, 5} --> [0.8  1.4]" },
  { mat_inverse, "mat:inverse() -> mat",
    "The inverse; nil, message, \"ESINGULAR\" where there is none to working precision (M ^ -1 "
    "raises instead).",
    "li.mat{{2, 0}, {0, 4}}:inverse() --> [0.5  0   ]\n[0    0.25]" },
  { mat_pow, "mat.__pow(a: mat, b: int) -> mat",
    "M ^ n for an integer n: M * M ..., the inverse for -1, the identity for 0.",
    "li.mat{{1, 1}, {0, 1}} ^ 5 --> [1  5]\n[0  1]" },
  { mat_det, "mat:det() -> num",
      "Determinant; exactly 0 where the matrix is singular to working precision.",
    "li.mat{{1, 2}, {3, 4}}:det() --> -2" },
  { mat_rank, "mat:rank([tol: num]) -> int",
    "How many singular values exceed tol times the largest (max(rows, cols) * 2.2e-16).",
    "li.mat{{1, 2}, {2, 4}}:rank() --> 1" },
  { mat_null, "mat:null([tol: num]) -> mat",
      "Orthonormal columns N with M N = 0; nil where only zero is sent to zero.",
    "li.mat{{1, 0}}:null() --> [0]\n[1]" },
  { mat_pinv, "mat:pinv([tol: num, damp: num]) -> mat",
    "Pseudo-inverse; with damping s / (s^2 + damp^2) in place of 1 / s.",
    "li.mat{{1, 0}, {0, 2}, {0, 0}}:pinv() --> [1  0    0]\n[0  0.5  0]" },
  { mat_least_squares, "mat:least_squares(b: vec [, damp: num]) -> x: vec, rest: num",
    "The shortest x that makes |M x - b| least, and that least value.",
    "li.mat{{1}, {1}}:least_squares{1, 3} --> [2], 1.4142135623731" },
  { mat_cond, "mat:cond() -> num", "Largest singular value over smallest; inf where singular.",
    "li.diag{1, 10}:cond() --> 10" },
  { mat_norm, "mat:norm([kind: fro|one|inf|two|max]) -> num",
    "fro: root of the sum of squares; one, inf: largest column or row sum of absolute values; "
    "two: largest "
    "singular value; max: largest absolute value.", "li.mat{{3, 0}, {4, 0}}:norm() --> 5" },
  { mat_eig, "mat:eig([B: mat]) -> values: vec, V: mat, im: vec",
    "M V = V diag(values); symmetric: ascending, V orthogonal. With B (both symmetric, B positive "
    "definite): M V "
    "= B V diag(values). Complex values: real parts, then (re, im) of a pair as two columns of V, "
    "and the "
    "imaginary parts.",
    "li.mat{{2, 1}, {1, 2}}:eig() --> [1  3], [ 0.707107  0.707107]\n[-0.707107  0.707107]" },
  { mat_svd, "mat:svd() -> U: mat, s: vec, V: mat", "M = U diag(s) V', s falling.",
    "(select(2, li.diag{3, 5}:svd())) --> [5  3]" },
  { mat_lu, "mat:lu() -> Lo: mat, U: mat, P: mat",
    "P M = Lo U with Lo unit lower triangular; also of a singular matrix.",
    "li.mat{{0, 1}, {2, 3}}:lu() --> [1  0]\n[0  1], [2  3]\n[0  1], [0  1]\n[1  0]" },
  { mat_chol, "mat:chol() -> Lo: mat",
    "M = Lo Lo' of a symmetric positive definite matrix; nil, message, code where it is not.",
    SPD ":chol() --> [2  0]\n[1  2]" },
  { mat_qr, "mat:qr() -> Q: mat, R: mat, P: mat",
    "M P = Q R with orthonormal columns in Q; P orders the columns by what they add.",
    "(li.mat{{0}, {2}}:qr()):norm() --> 1" },
  { mat_symmetric, "mat:symmetric([tol: num]) -> bool",
      "Is it square, with no |M[i][j] - M[j][i]| above tol (0)?",
    SPD ":symmetric() --> true" },
  { 0 },
};

void lia_open_factor(lua_State *L);
void lia_open_factor(lua_State *L) {
  lia_class_register(L, &qr_class);
  lia_class_register(L, &svd_class);
  lia_class_register(L, &eig_class);
  lia_methods(L, &lia_mat_class, methods);
}
