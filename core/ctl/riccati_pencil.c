/* riccati_pencil.c - the extended pencil of a Riccati equation, compressed, in Schur form */
#include "ctl/riccati_inside.h"

#include "base/assert.h"
#include "ctl/dense_inside.h"
#include "ctl/schur_inside.h"
#include "num/lapack.h"

// C(i0.., j0..) = s op(A)
static void set_block(lia_cols C, int i0, int j0, double s, lia_cols A, int turned) {
  const int rows = turned ? A.cols : A.rows, cols = turned ? A.rows : A.cols;
  for (int j = 0; j < cols; j++)
    for (int i = 0; i < rows; i++) {
      double a = turned ? *lia_cols_at(A, j, i) : *lia_cols_at(A, i, j);
      *lia_cols_at(C, i0 + i, j0 + j) = s * a;
    }
}

// x' = A x + B u;  E'l' = -Q x - A'l - S u;  0 = S'x + B'l + R u                     (l = X E x)
//   [A 0; -Q -A'; S' B'] - lambda [E 0; 0 E'; 0 0],  columns of u  [B; -S; R]
static void fill_continuous(const lia_care *p, lia_cols M, lia_cols N) {
  const int n = p->n;
  set_block(M, 0, 0, 1, p->A, 0);
  set_block(M, n, 0, -1, p->Q, 0);
  set_block(M, n, n, -1, p->A, 1);
  set_block(M, 2 * n, 0, 1, p->S, 1);
  set_block(M, 2 * n, n, 1, p->B, 1);
  set_block(N, 0, 0, 1, p->E, 0);
  set_block(N, n, n, 1, p->E, 1);
}

// E x+ = A x + B u;  A'l+ = -Q x + E'l - S u;  -B'l+ = S'x + R u
//   [A 0; -Q E'; S' 0] - lambda [E 0; 0 A'; 0 -B'],  columns of u  [B; -S; R]
static void fill_discrete(const lia_care *p, lia_cols M, lia_cols N) {
  const int n = p->n;
  set_block(M, 0, 0, 1, p->A, 0);
  set_block(M, n, 0, -1, p->Q, 0);
  set_block(M, n, n, 1, p->E, 1);
  set_block(M, 2 * n, 0, 1, p->S, 1);
  set_block(N, 0, 0, 1, p->E, 0);
  set_block(N, n, n, 1, p->A, 1);
  set_block(N, 2 * n, n, -1, p->B, 1);
}

// rows that are orthogonal to the columns of u: W' of W R = [B; -S; R], but for its first m rows
static lia_status compress(lia_desk *d, const lia_care *p, lia_cols M, lia_cols N, lia_error *err) {
  const int n = p->n, m = p->m, rows = 2 * n + m, nwork = 64 * (2 * n + m + 1);
  lia_cols U = lia_cols_new(d, rows, m);
  double *tau = lia_desk_doubles(d, (size_t)m), *work = lia_desk_doubles(d, (size_t)nwork);
  LIA_TRY(lia_desk_ready(d, err));
  if (!m) return LIA_OK;
  set_block(U, 0, 0, 1, p->B, 0);
  set_block(U, n, 0, -1, p->S, 0);
  set_block(U, 2 * n, 0, 1, p->R, 0);
  LAPACKE_dgeqrf_work(LAPACK_COL_MAJOR, rows, m, U.x, U.ld, tau, work, nwork);
  LAPACKE_dormqr_work(LAPACK_COL_MAJOR, 'L', 'T', rows, 2 * n, m, U.x, U.ld, tau, M.x, M.ld, work,
      nwork);
  LAPACKE_dormqr_work(LAPACK_COL_MAJOR, 'L', 'T', rows, 2 * n, m, U.x, U.ld, tau, N.x, N.ld, work,
      nwork);
  return LIA_OK;
}

lia_status lia_care_pencil_make(lia_desk *d, lia_care_pencil *f, const lia_care *p,
                                lia_error *err) {
  const int n = p->n, m = p->m;
  lia_cols M = lia_cols_new(d, 2 * n + m, 2 * n), N = lia_cols_new(d, 2 * n + m, 2 * n);
  f->Z = lia_cols_new(d, 2 * n, 2 * n);
  f->ar = lia_desk_doubles(d, 2 * (size_t)n);
  f->ai = lia_desk_doubles(d, 2 * (size_t)n);
  f->beta = lia_desk_doubles(d, 2 * (size_t)n);
  LIA_TRY(lia_desk_ready(d, err));
  if (p->discrete) fill_discrete(p, M, N);
  else fill_continuous(p, M, N);
  LIA_TRY(compress(d, p, M, N, err));
  f->M = lia_cols_part(M, m, 0, 2 * n, 2 * n);
  f->N = lia_cols_part(N, m, 0, 2 * n, 2 * n);
  return LIA_OK;
}

// H = N^-1 M, or (M + N)^-1 (M - N): the same vectors, its eigenvalues s = lambda, or
// (lambda - 1) / (lambda + 1), left where lambda is stable. 0: N, or M + N, is too near to singular
static int pencil_to_matrix(lia_desk *d, const lia_care_pencil *f, lia_cols H, int discrete) {
  const double near = 1e-8;
  lia_cols V = lia_cols_again(d, f->N);
  if (d->failed) return 0;
  lia_cols_copy(H, f->M);
  if (discrete) {
    lia_cols_add(V, 1, f->M);
    lia_cols_add(H, -1, f->N);
  }
  return lia_cols_solve(d, V, 'N', H) > near;
}

// s = (lambda - 1) / (lambda + 1) back: lambda = (1 + s) / (1 - s)
//   = ((1 + s) (1 - conj s)) / |1 - s|^2 = (1 - |s|^2 + 2 i im s) / |1 - s|^2
static void back_to_circle(double *re, double *im, double *beta) {
  const double a = *re, b = *im;
  *re = (1 - a) * (1 + a) - b * b;
  *im = 2 * b;
  *beta = (1 - a) * (1 - a) + b * b;
}

lia_status lia_care_pencil_quick(lia_desk *d, lia_care_pencil *f, const lia_care *p, int *done,
                                 lia_error *err) {
  lia_cols H = lia_cols_new(d, 2 * p->n, 2 * p->n);
  LIA_TRY(lia_desk_ready(d, err));
  *done = pencil_to_matrix(d, f, H, p->discrete);
  LIA_TRY(lia_desk_ready(d, err));
  if (!*done) return LIA_OK;
  LIA_TRY(lia_cols_schur(d, H, f->Z, f->ar, f->ai, err));
  LIA_TRY(lia_cols_schur_order(d, H, f->Z, f->ar, f->ai, (lia_select){ LIA_REGION_LEFT, 0 },
                               &f->count, err));
  for (int k = 0; k < 2 * p->n; k++) {
    f->beta[k] = 1;
    if (p->discrete) back_to_circle(&f->ar[k], &f->ai[k], &f->beta[k]);
  }
  return LIA_OK;
}

lia_status lia_care_pencil_order(lia_desk *d, lia_care_pencil *f, const lia_care *p,
                                 lia_error *err) {
  const lia_cols none = { 0 };
  lia_cols S = lia_cols_again(d, f->M), T = lia_cols_again(d, f->N);
  LIA_TRY(lia_desk_ready(d, err));
  LIA_TRY(lia_cols_pair(d, S, T, none, f->Z, f->ar, f->ai, f->beta, err));
  const lia_select first = { p->discrete ? LIA_REGION_INSIDE : LIA_REGION_LEFT, p->discrete };
  return lia_cols_pair_order(d, S, T, none, f->Z, f->ar, f->ai, f->beta, first, &f->count, err);
}

lia_status lia_care_pencil_solution(lia_desk *d, lia_cols X, double *rcond,
                                    const lia_care_pencil *f, const lia_care *p, lia_error *err) {
  const int n = p->n;
  lia_cols U1 = lia_cols_part(f->Z, 0, 0, n, n), U2 = lia_cols_part(f->Z, n, 0, n, n);
  lia_cols V = lia_cols_again(d, U1), Y = lia_cols_turned(d, U2);
  LIA_TRY(lia_desk_ready(d, err));
  if (!p->plain) lia_cols_mul(V, 0, 1, p->E, 'N', U1, 'N');
  // X V = U2: V'X' = U2'
  *rcond = lia_cols_solve(d, V, 'T', Y);
  LIA_TRY(lia_desk_ready(d, err));
  if (!(*rcond > 0)) return LIA_OK;
  lia_cols_transpose(X, Y);
  lia_cols_even(X);
  return LIA_OK;
}
