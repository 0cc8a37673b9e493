/* zeros.c - invariant zeros: the system reduced to a square one with an invertible D */
#include "ctl/zeros.h"

#include "base/assert.h"
#include "ctl/schur_inside.h"
#include "ctl/staircase.h"
#include "ctl/staircase_inside.h"
#include "num/lapack.h"

// n states, m inputs, p outputs: the leading parts are what is left
typedef struct reduced { lia_cols A, B, C, D; int tau, eta; } reduced;

// D := [D1; 0], D1 of full row rank: C turned with it
static lia_status rows_of_D(lia_desk *d, reduced *s, double tol, int *sigma, lia_error *err) {
  const int p = s->D.rows, m = s->D.cols;
  lia_cols F = lia_cols_again(d, s->D);
  double *tau = lia_desk_doubles(d, (size_t)(p + m));
  int *pivot = lia_desk_ints(d, (size_t)m);
  LIA_TRY(lia_desk_ready(d, err));
  LIA_TRY(lia_cols_rank(d, F, tau, pivot, tol, sigma, err));
  LIA_TRY(lia_cols_turn(d, s->D, 'L', 'T', F, tau, err));
  LIA_TRY(lia_cols_turn(d, s->C, 'L', 'T', F, tau, err));
  for (int j = 0; j < m; j++)
    for (int i = *sigma; i < p; i++) *lia_cols_at(s->D, i, j) = 0;
  return LIA_OK;
}

// the rows of C below D1 turned to [S 0], S of full column rank tau: states turned with them
static lia_status columns_of_C(lia_desk *d, reduced *s, int sigma, double tol, int *rank,
                               lia_error *err) {
  const int n = s->A.rows, rho = s->C.rows - sigma;
  lia_cols C2 = lia_cols_part(s->C, sigma, 0, rho, n), F = lia_cols_turned(d, C2);
  double *tau = lia_desk_doubles(d, (size_t)(n + rho));
  int *pivot = lia_desk_ints(d, (size_t)rho);
  LIA_TRY(lia_desk_ready(d, err));
  LIA_TRY(lia_cols_rank(d, F, tau, pivot, tol, rank, err));
  LIA_TRY(lia_cols_turn(d, s->A, 'L', 'T', F, tau, err));
  LIA_TRY(lia_cols_turn(d, s->A, 'R', 'N', F, tau, err));
  LIA_TRY(lia_cols_turn(d, s->B, 'L', 'T', F, tau, err));
  return lia_cols_turn(d, s->C, 'R', 'N', F, tau, err);
}

// the first rank states must be 0: they are known by the outputs of rank, their equations become
// outputs of the system of the rest
static lia_status drop_states(lia_desk *d, reduced *s, int sigma, int rank, lia_error *err) {
  const int n = s->A.rows - rank, m = s->B.cols;
  lia_cols C = lia_cols_new(d, sigma + rank, n), D = lia_cols_new(d, sigma + rank, m);
  LIA_TRY(lia_desk_ready(d, err));
  lia_cols_copy(lia_cols_part(C, 0, 0, sigma, n), lia_cols_part(s->C, 0, rank, sigma, n));
  lia_cols_copy(lia_cols_part(C, sigma, 0, rank, n), lia_cols_part(s->A, 0, rank, rank, n));
  lia_cols_copy(lia_cols_part(D, 0, 0, sigma, m), lia_cols_part(s->D, 0, 0, sigma, m));
  lia_cols_copy(lia_cols_part(D, sigma, 0, rank, m), lia_cols_part(s->B, 0, 0, rank, m));
  s->A = lia_cols_part(s->A, rank, rank, n, n);
  s->B = lia_cols_part(s->B, rank, 0, n, m);
  s->C = C;
  s->D = D;
  return LIA_OK;
}

// until D has full row rank. tau counts the states dropped, eta those of them that belong to rows
// which depend on each other: step k leaves rho - tau rows of that kind with index k
static lia_status reduce_rows(lia_desk *d, reduced *s, double tol, lia_error *err) {
  for (int step = 0; ; step++) {
    int sigma, rank;
    LIA_TRY(rows_of_D(d, s, tol, &sigma, err));
    const int rho = s->D.rows - sigma;
    LIA_TRY(columns_of_C(d, s, sigma, tol, &rank, err));
    s->tau += rank;
    s->eta += step * (rho - rank);
    LIA_TRY(drop_states(d, s, sigma, rank, err));
    if (!rank) return LIA_OK;
  }
}

static lia_status turn_system(lia_desk *d, reduced *s, lia_error *err) {
  lia_cols B = lia_cols_turned(d, s->C), C = lia_cols_turned(d, s->B);
  s->A = lia_cols_turned(d, s->A);
  s->D = lia_cols_turned(d, s->D);
  s->B = B;
  s->C = C;
  return lia_desk_ready(d, err);
}

// [C D] W = [0 *], W orthogonal: ([A B] - s [1 0]) W, its first n columns, is the pair. W by QR of
// [C D]' with columns in the order D, C, so that its last n columns are wanted
static lia_status zeros_of_square(lia_desk *d, const reduced *s, double *re, double *im,
                                  lia_error *err) {
  const int n = s->A.rows, m = s->B.cols;
  lia_cols F = lia_cols_new(d, n + m, m), M = lia_cols_new(d, n, n + m),
           N = lia_cols_new(d, n, n + m);
  double *tau = lia_desk_doubles(d, (size_t)(n + m));
  int *pivot = lia_desk_ints(d, (size_t)m), rank;
  LIA_TRY(lia_desk_ready(d, err));
  lia_cols_transpose(lia_cols_part(F, 0, 0, m, m), s->D);
  lia_cols_transpose(lia_cols_part(F, m, 0, n, m), s->C);
  lia_cols_copy(lia_cols_part(M, 0, 0, n, m), s->B);
  lia_cols_copy(lia_cols_part(M, 0, m, n, n), s->A);
  for (int i = 0; i < n; i++) *lia_cols_at(N, i, m + i) = 1;
  LIA_TRY(lia_cols_rank(d, F, tau, pivot, 0, &rank, err));
  LIA_TRY(lia_cols_turn(d, M, 'R', 'N', F, tau, err));
  LIA_TRY(lia_cols_turn(d, N, 'R', 'N', F, tau, err));
  return lia_cols_eigenvalues(d, lia_cols_part(M, 0, m, n, n), lia_cols_part(N, 0, m, n, n), re, im,
      err);
}

static lia_status zeros_of(lia_desk *d, reduced *s, double tol, double *re, double *im, int *count,
                           int *infinite, int *rank, lia_error *err) {
  LIA_TRY(reduce_rows(d, s, tol, err));
  *infinite = s->tau - s->eta;
  *rank = s->D.rows;
  LIA_TRY(turn_system(d, s, err));
  LIA_TRY(reduce_rows(d, s, tol, err));
  LIA_TRY(turn_system(d, s, err));
  LIA_ASSERT(s->D.rows == s->D.cols);
  *count = s->A.rows;
  return *count ? zeros_of_square(d, s, re, im, err) : LIA_OK;
}

static double system_norm(const reduced *s) {
  return hypot(hypot(lia_cols_norm(s->A), lia_cols_norm(s->B)),
      hypot(lia_cols_norm(s->C), lia_cols_norm(s->D)));
}

static lia_status zeros_on(lia_desk *d, double *re, double *im, int *count, int *infinite,
                           int *rank, const lia_mat in[4], double tol, lia_error *err) {
  lia_mat M[3];
  double *scale = lia_desk_doubles(d, (size_t)in[0].rows);
  // scaled in a copy, row by row
  for (int k = 0; k < 3; k++) {
    double *x = lia_desk_doubles(d, (size_t)in[k].rows * (size_t)in[k].cols);
    M[k] = lia_mat_of(x, in[k].rows, in[k].cols);
    if (x) lia_mat_copy(M[k], in[k]);
  }
  LIA_TRY(lia_desk_ready(d, err));
  LIA_TRY(lia_state_scale(M[0], M[1], M[2], scale, err));
  reduced s = { .A = lia_cols_of(d, M[0]), .B = lia_cols_of(d, M[1]), .C = lia_cols_of(d, M[2]),
                .D = lia_cols_of(d, in[3]) };
  LIA_TRY(lia_desk_ready(d, err));
  const int size = in[0].rows + in[1].cols + in[2].rows;
  const double relative = tol < 0 ? 10 * size * DBL_EPSILON : tol;
  return zeros_of(d, &s, relative * system_norm(&s), re, im, count, infinite, rank, err);
}

static lia_status zeros_size(lia_mat M, const char *name, int rows, int cols, lia_error *err) {
  if (M.rows == rows && M.cols == cols) return LIA_OK;
  return LIA_FAIL(err, LIA_EDIM, name, "expected %d x %d, got %d x %d", rows, cols, M.rows, M.cols);
}

lia_status lia_zeros(double *re, double *im, int *count, int *infinite, int *rank, lia_mat A,
                     lia_mat B, lia_mat C, lia_mat D, double tol, lia_error *err) {
  lia_desk d;
  const lia_mat in[4] = { A, B, C, D };
  LIA_TRY(lia_lapack_square(A, err));
  LIA_TRY(zeros_size(B, "B", A.rows, B.cols, err));
  LIA_TRY(zeros_size(C, "C", C.rows, A.rows, err));
  LIA_TRY(zeros_size(D, "D", C.rows, B.cols, err));
  lia_desk_begin(&d);
  lia_status st = zeros_on(&d, re, im, count, infinite, rank, in, tol, err);
  lia_desk_end(&d);
  return st;
}
