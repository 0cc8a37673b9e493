/* pbh.c - least singular values of [A - lambda E, B] */
#include "ctl/pbh.h"

#include "base/assert.h"
#include "ctl/pbh_inside.h"
#include "ctl/schur_inside.h"
#include "num/lapack.h"

#include <complex.h>

typedef double _Complex pbh_complex;

static double entry_of(lia_cols A, int i, int j, int turned) {
  return turned ? *lia_cols_at(A, j, i) : *lia_cols_at(A, i, j);
}

// M (n x (n + m)) = [A - s E, B]
static void pbh_fill(pbh_complex *M, lia_cols A, lia_cols E, lia_cols B, pbh_complex s,
                     int turned) {
  const int n = A.rows;
  for (int j = 0; j < n; j++)
    for (int i = 0; i < n; i++) {
      double e = E.x ? entry_of(E, i, j, turned) : i == j;
      M[(size_t)i + (size_t)j * (size_t)n] = entry_of(A, i, j, turned) - s * e;
    }
  for (int j = 0; B.x && j < B.cols; j++)
    for (int i = 0; i < n; i++)
      M[(size_t)i + (size_t)(n + j) * (size_t)n] = *lia_cols_at(B, i, j);
}

lia_status lia_cols_pbh(lia_desk *d, double *sigma, lia_cols A, lia_cols E, lia_cols B, double re,
                        double im, int turned, lia_error *err) {
  const int n = A.rows, m = B.x ? B.cols : 0, nwork = 64 * (2 * n + m + 1);
  LIA_ASSERT(n > 0 && (!B.x || B.rows == n));
  pbh_complex *M = (pbh_complex *)(void *)lia_desk_doubles(d, 2 * (size_t)n * (size_t)(n + m));
  pbh_complex *work = (pbh_complex *)(void *)lia_desk_doubles(d, 2 * (size_t)nwork);
  double *s = lia_desk_doubles(d, (size_t)n), *rwork = lia_desk_doubles(d, 5 * (size_t)n);
  LIA_TRY(lia_desk_ready(d, err));
  pbh_fill(M, A, E, B, re + im * (pbh_complex)I, turned);
  *sigma = -1;
  if (lia_vec_bad((const double *)M, 2 * n * (n + m)) >= 0) return LIA_OK;
  int info = LAPACKE_zgesvd_work(LAPACK_COL_MAJOR, 'N', 'N', n, n + m, M, n, s, NULL, 1, NULL, 1,
      work, nwork, rwork);
  *sigma = info ? -1 : s[n - 1];
  return LIA_OK;
}

static lia_status pbh_on(lia_desk *d, double *re, double *im, double *sigma, lia_mat a, lia_mat b,
                         lia_error *err) {
  lia_cols A = lia_cols_of(d, a), B = lia_cols_of(d, b), T = lia_cols_of(d, a), none = { 0 };
  LIA_TRY(lia_desk_ready(d, err));
  LIA_TRY(lia_cols_eigenvalues(d, T, none, re, im, err));
  for (int k = 0; k < a.rows; k++) {
    lia_desk own = { .failed = 0 };
    if (im[k] < 0) sigma[k] = sigma[k - 1];   // behind its conjugate
    else {
      lia_status st = lia_cols_pbh(&own, &sigma[k], A, none, B, re[k], im[k], 0, err);
      lia_arena_free(&own.a);
      LIA_TRY(st);
    }
  }
  return LIA_OK;
}

lia_status lia_pbh(double *re, double *im, double *sigma, lia_mat A, lia_mat B, lia_error *err) {
  lia_desk d;
  LIA_TRY(lia_lapack_square(A, err));
  if (B.rows != A.rows)
    return LIA_FAIL(err, LIA_EDIM, "B", "expected %d rows as A has, got %d", A.rows, B.rows);
  lia_desk_begin(&d);
  lia_status st = pbh_on(&d, re, im, sigma, A, B, err);
  lia_desk_end(&d);
  return st;
}
