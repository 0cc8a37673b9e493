/* lyapunov.c - Sylvester, Lyapunov, Stein: to Schur form, solved there, back */
#include "ctl/lyapunov.h"

#include "base/assert.h"
#include "ctl/lyapunov_inside.h"
#include "ctl/schur_inside.h"
#include "ctl/two_sided_inside.h"
#include "num/lapack.h"

#include <string.h>

// ---- an equation between triangles: solved, or its adjoint ----

typedef struct triangles {
  int two_sided;              // else by dtrsyl: A Y + Y B = F, or (turn) A Y + Y B' = F
  int turn;
  lia_cols A, B;
  lia_two_sided whole, adjoint;
} triangles;

// F becomes Y; 1: singular to working precision
static int triangles_solve(const triangles *e, lia_cols F, int adjoint) {
  double scale = 1;
  if (e->two_sided) {
    if (!adjoint) return lia_two_sided_solve(&e->whole, F);
    lia_cols_backwards(F);
    int singular = lia_two_sided_solve(&e->adjoint, F);
    lia_cols_backwards(F);
    return singular;
  }
  const char right = e->turn != adjoint ? 'T' : 'N';
  int info = LAPACKE_dtrsyl_work(LAPACK_COL_MAJOR, adjoint ? 'T' : 'N', right, 1, F.rows, F.cols,
      e->A.x, e->A.ld, e->B.x, e->B.ld, F.x, F.ld, &scale);
  if (scale != 1 && scale > 0) lia_cols_scale(F, 1 / scale);
  return info != 0 || !(scale > 0);
}

// the 1-norm of the inverse of F -> Y, estimated                               [Higham] 15.3
static lia_status inverse_norm(lia_desk *d, const triangles *e, int rows, int cols, double *norm,
                               lia_error *err) {
  const size_t n = (size_t)rows * (size_t)cols;
  double *v = lia_desk_doubles(d, n), *x = lia_desk_doubles(d, n);
  int *sign = lia_desk_ints(d, n), isave[3] = { 0 }, kase = 0;
  LIA_TRY(lia_desk_ready(d, err));
  *norm = 0;
  if (!n) return LIA_OK;
  do {
    LAPACKE_dlacn2_work((int)n, v, x, sign, norm, &kase, isave);
    if (kase) triangles_solve(e, (lia_cols){ x, rows, cols, rows }, kase == 2);
  } while (kase);
  return LIA_OK;
}

static lia_status no_single_solution(lia_error *err, const char *which) {
  return LIA_FAIL(err, LIA_ESINGULAR, "", "no single solution: %s", which);
}

// ---- Sylvester ----

// F = U' C V; A Y + Y B = F between triangles; X = U Y V'
static lia_status sylvester_on(lia_desk *d, lia_cols X, lia_cols A, lia_cols B, lia_cols C,
                               double *inverse, lia_error *err) {
  const int n = A.rows, m = B.rows;
  lia_cols S = lia_cols_again(d, A), T = lia_cols_again(d, B), U = lia_cols_new(d, n, n),
           V = lia_cols_new(d, m, m), W = lia_cols_new(d, n, m), F = lia_cols_new(d, n, m);
  double *w = lia_desk_doubles(d, 2 * (size_t)(n + m));
  LIA_TRY(lia_desk_ready(d, err));
  LIA_TRY(lia_cols_schur(d, S, U, w, w + n, err));
  LIA_TRY(lia_cols_schur(d, T, V, w, w + m, err));
  lia_cols_mul(W, 0, 1, U, 'T', C, 'N');
  lia_cols_mul(F, 0, 1, W, 'N', V, 'N');
  const triangles e = { .A = S, .B = T };
  if (triangles_solve(&e, F, 0))
    return no_single_solution(err, "an eigenvalue of A is minus one of B");
  lia_cols_mul(W, 0, 1, U, 'N', F, 'N');
  lia_cols_mul(X, 0, 1, W, 'N', V, 'T');
  return inverse_norm(d, &e, n, m, inverse, err);
}

static lia_status sylvester_told(lia_desk *d, lia_mat out, lia_mat a, lia_mat b, lia_mat c,
                                 lia_equation_told *told, lia_error *err) {
  lia_cols A = lia_cols_of(d, a), B = lia_cols_of(d, b), C = lia_cols_of(d, c),
           X = lia_cols_new(d, a.rows, b.rows);
  LIA_TRY(lia_desk_ready(d, err));
  double inverse = 0;
  LIA_TRY(sylvester_on(d, X, A, B, C, &inverse, err));
  lia_cols_give(out, X);
  const double na = lia_cols_norm(A), nb = lia_cols_norm(B), nx = lia_cols_norm(X);
  const double terms = (na + nb) * nx + lia_cols_norm(C);
  lia_cols_mul(C, -1, 1, A, 'N', X, 'N');
  lia_cols_mul(C, 1, 1, X, 'N', B, 'N');
  told->condition = inverse * (na + nb);
  told->residual = terms > 0 ? lia_cols_norm(C) / terms : 0;
  return LIA_OK;
}

lia_status lia_sylvester(lia_mat X, lia_mat A, lia_mat B, lia_mat C, lia_equation_told *told,
                         lia_error *err) {
  lia_desk d;
  LIA_TRY(lia_lapack_square(A, err));
  if (B.rows != B.cols)
    return LIA_FAIL(err, LIA_EDIM, "B", "expected a square matrix, got %d x %d", B.rows, B.cols);
  if (C.rows != A.rows || C.cols != B.rows)
    return LIA_FAIL(err, LIA_EDIM, "C", "expected %d x %d, got %d x %d", A.rows, B.rows, C.rows,
        C.cols);
  lia_desk_begin(&d);
  lia_status st = sylvester_told(&d, X, A, B, C, told, err);
  lia_desk_end(&d);
  return st;
}

// ---- Lyapunov and Stein ----

// A, E in their forms: A = U S U', or A = Q S Z', E = Q T Z'; F in the same coordinates
typedef struct forms { lia_cols S, T, left, right; } forms;

static lia_status lyapunov_forms(lia_desk *d, forms *f, lia_cols A, lia_cols E, lia_error *err) {
  const int n = A.rows;
  double *w = lia_desk_doubles(d, 3 * (size_t)n);
  f->S = lia_cols_again(d, A);
  f->left = lia_cols_new(d, n, n);
  f->right = E.x ? lia_cols_new(d, n, n) : f->left;
  f->T = E.x ? lia_cols_again(d, E) : lia_cols_eye(d, n);
  LIA_TRY(lia_desk_ready(d, err));
  if (E.x) return lia_cols_pair(d, f->S, f->T, f->left, f->right, w, w + n, w + 2 * n, err);
  return lia_cols_schur(d, f->S, f->left, w, w + n, err);
}

// S Y T' + T Y S' = F, or S Y S' - T Y T' = F
static triangles lyapunov_triangles(lia_desk *d, const forms *f, int plain, int discrete) {
  triangles e = { .two_sided = !plain, .turn = 1, .A = f->S, .B = f->S };
  if (plain) return e;
  e.whole = (lia_two_sided){ .A = f->S, .B = f->T, .C = f->T, .D = f->S };
  if (discrete) {
    e.whole = (lia_two_sided){ .A = f->S, .B = f->S, .C = lia_cols_again(d, f->T), .D = f->T };
    if (e.whole.C.x) lia_cols_scale(e.whole.C, -1);
  }
  e.whole.work = lia_desk_doubles(d, 2 * (size_t)f->S.rows);
  return e;
}

lia_status lia_cols_lyapunov(lia_desk *d, lia_cols X, lia_cols A, lia_cols Q, lia_cols E,
                             int discrete, double *inverse, lia_error *err) {
  const int n = A.rows, plain = !E.x && !discrete;
  forms f;
  LIA_TRY(lyapunov_forms(d, &f, A, E, err));
  lia_cols W = lia_cols_new(d, n, n), F = lia_cols_new(d, n, n);
  triangles e = lyapunov_triangles(d, &f, plain, discrete);
  if (!plain && inverse) e.adjoint = lia_two_sided_adjoint(d, &e.whole);
  LIA_TRY(lia_desk_ready(d, err));
  lia_cols_mul(W, 0, -1, f.left, 'T', Q, 'N');
  lia_cols_mul(F, 0, 1, W, 'N', f.left, 'N');
  if (triangles_solve(&e, F, 0))
    return no_single_solution(err, discrete ? "two eigenvalues have the product 1"
                                            : "two eigenvalues have the sum 0");
  lia_cols_mul(W, 0, 1, f.right, 'N', F, 'N');
  lia_cols_mul(X, 0, 1, W, 'N', f.right, 'T');
  return inverse ? inverse_norm(d, &e, n, n, inverse, err) : LIA_OK;
}

static int lyapunov_symmetric(lia_mat Q) { return lia_mat_skewness(Q) == 0; }

// Q := A X E' + E X A' + Q, or A X A' - E X E' + Q; V, W: room for products
static void put_residual(lia_cols Q, lia_cols A, lia_cols X, lia_cols E, int discrete, lia_cols W) {
  lia_cols_mul(W, 0, 1, A, 'N', X, 'N');
  lia_cols_mul(Q, 1, 1, W, 'N', discrete ? A : E, 'T');
  lia_cols_mul(W, 0, discrete ? -1 : 1, E, 'N', X, 'N');
  lia_cols_mul(Q, 1, 1, W, 'N', discrete ? E : A, 'T');
}

static lia_status lyapunov_told(lia_desk *d, lia_mat out, lia_mat a, lia_mat q, const lia_mat *e,
                                int discrete, lia_equation_told *told, lia_error *err) {
  const int n = a.rows;
  lia_cols A = lia_cols_of(d, a), Q = lia_cols_of(d, q), X = lia_cols_new(d, n, n), E = { 0 },
           W = lia_cols_new(d, n, n);
  if (e) E = lia_cols_of(d, *e);
  LIA_TRY(lia_desk_ready(d, err));
  double inverse = 0;
  LIA_TRY(lia_cols_lyapunov(d, X, A, Q, E, discrete, &inverse, err));
  if (lyapunov_symmetric(q)) lia_cols_even(X);
  lia_cols_give(out, X);
  if (!e) E = lia_cols_eye(d, n);
  LIA_TRY(lia_desk_ready(d, err));
  const double na = lia_cols_norm(A), ne = e ? lia_cols_norm(E) : 1, nx = lia_cols_norm(X);
  const double size = discrete ? na * na + ne * ne : 2 * na * ne;
  const double terms = size * nx + lia_cols_norm(Q);
  put_residual(Q, A, X, E, discrete, W);
  told->condition = inverse * size;
  told->residual = terms > 0 ? lia_cols_norm(Q) / terms : 0;
  return LIA_OK;
}

static lia_status lyapunov_same_size(lia_mat M, const char *name, lia_mat A, lia_error *err) {
  if (M.rows == A.rows && M.cols == A.rows) return LIA_OK;
  return LIA_FAIL(err, LIA_EDIM, name, "expected %d x %d as A has, got %d x %d", A.rows, A.rows,
      M.rows, M.cols);
}

static lia_status lyapunov_any(lia_mat X, lia_mat A, lia_mat Q, const lia_mat *E, int discrete,
                               lia_equation_told *told, lia_error *err) {
  lia_desk d;
  LIA_TRY(lia_lapack_square(A, err));
  LIA_TRY(lyapunov_same_size(Q, "Q", A, err));
  if (E) LIA_TRY(lyapunov_same_size(*E, "E", A, err));
  lia_desk_begin(&d);
  lia_status st = lyapunov_told(&d, X, A, Q, E, discrete, told, err);
  lia_desk_end(&d);
  return st;
}

lia_status lia_lyapunov(lia_mat X, lia_mat A, lia_mat Q, const lia_mat *E, lia_equation_told *told,
                        lia_error *err) {
  return lyapunov_any(X, A, Q, E, 0, told, err);
}

lia_status lia_stein(lia_mat X, lia_mat A, lia_mat Q, const lia_mat *E, lia_equation_told *told,
                     lia_error *err) {
  return lyapunov_any(X, A, Q, E, 1, told, err);
}
