/* schur.c - Schur forms by LAPACK: dgees, dgges; dtrsen, dtgsen bring the chosen to the front */
#include "ctl/schur.h"

#include "base/assert.h"
#include "ctl/schur_inside.h"
#include "num/lapack.h"

// LAPACK is silent about finite numbers only
static lia_status schur_finite(lia_cols A, lia_error *err) {
  if (lia_cols_finite(A)) return LIA_OK;
  return LIA_FAIL(err, LIA_EDOMAIN, "", "the numbers are too large: their products overflow");
}

// ---- one matrix ----

lia_status lia_cols_schur(lia_desk *d, lia_cols T, lia_cols U, double *re, double *im,
                          lia_error *err) {
  const int n = T.rows, ldu = U.x ? U.ld : 1;
  const char want = U.x ? 'V' : 'N';
  int none = 0;
  double size = 0;
  if (!n) return LIA_OK;
  LIA_ASSERT(T.cols == n);
  LIA_TRY(schur_finite(T, err));
  LAPACKE_dgees_work(LAPACK_COL_MAJOR, want, 'N', NULL, n, T.x, T.ld, &none, re, im, U.x, ldu,
      &size, -1, NULL);
  double *work = lia_desk_doubles(d, (size_t)size);
  LIA_TRY(lia_desk_ready(d, err));
  int info = LAPACKE_dgees_work(LAPACK_COL_MAJOR, want, 'N', NULL, n, T.x, T.ld, &none, re, im,
      U.x, ldu, work, (int)size, NULL);
  if (info) return LIA_FAIL(err, LIA_ENOCONV, "", "eigenvalues did not converge");
  return LIA_OK;
}

// by |re + i im| < bound |beta|, or re < bound beta
static int schur_wanted(lia_select first, double re, double im, double beta) {
  switch (first.region) {
    case LIA_REGION_LEFT: return beta < 0 ? re > first.bound * beta : re < first.bound * beta;
    case LIA_REGION_INSIDE: return hypot(re, im) < first.bound * fabs(beta);
    default: return 0;
  }
}

lia_status lia_cols_schur_order(lia_desk *d, lia_cols T, lia_cols U, double *re, double *im,
                                lia_select first, int *count, lia_error *err) {
  const int n = T.rows;
  *count = 0;
  if (!n || first.region == LIA_REGION_NONE) return LIA_OK;
  int *select = lia_desk_ints(d, (size_t)n), iwork[1];
  double *work = lia_desk_doubles(d, (size_t)n), s, sep;
  LIA_TRY(lia_desk_ready(d, err));
  for (int k = 0; k < n; k++) select[k] = schur_wanted(first, re[k], im[k], 1);
  int info = LAPACKE_dtrsen_work(LAPACK_COL_MAJOR, 'N', 'V', select, n, T.x, T.ld, U.x, U.ld, re,
      im, count, &s, &sep, work, n, iwork, 1);
  if (info)
    return LIA_FAIL(err, LIA_ENOCONV, "", "eigenvalues too close to one another to be ordered");
  return LIA_OK;
}

static lia_status schur_on(lia_desk *d, lia_mat U, lia_mat T, double *re, double *im, int *count,
                           lia_mat A, lia_select first, lia_error *err) {
  LIA_TRY(lia_lapack_square(A, err));
  lia_cols t = lia_cols_of(d, A), u = lia_cols_new(d, A.rows, A.rows);
  LIA_TRY(lia_desk_ready(d, err));
  LIA_TRY(lia_cols_schur(d, t, u, re, im, err));
  LIA_TRY(lia_cols_schur_order(d, t, u, re, im, first, count, err));
  lia_cols_give(U, u);
  lia_cols_give(T, t);
  return LIA_OK;
}

lia_status lia_schur(lia_mat U, lia_mat T, double *re, double *im, int *count, lia_mat A,
                     lia_select first, lia_error *err) {
  lia_desk d;
  *count = 0;
  lia_desk_begin(&d);
  lia_status st = schur_on(&d, U, T, re, im, count, A, first, err);
  lia_desk_end(&d);
  return st;
}

// ---- a pair ----

lia_status lia_cols_pair(lia_desk *d, lia_cols S, lia_cols T, lia_cols Q, lia_cols Z, double *ar,
                         double *ai, double *beta, lia_error *err) {
  const int n = S.rows, ldq = Q.x ? Q.ld : 1;
  const char want = Q.x ? 'V' : 'N';
  int none = 0;
  double size = 0;
  if (!n) return LIA_OK;
  LIA_ASSERT(S.cols == n && T.rows == n && T.cols == n);
  LIA_TRY(schur_finite(S, err));
  LIA_TRY(schur_finite(T, err));
  LAPACKE_dgges3_work(LAPACK_COL_MAJOR, want, 'V', 'N', NULL, n, S.x, S.ld, T.x, T.ld, &none, ar,
      ai, beta, Q.x, ldq, Z.x, Z.ld, &size, -1, NULL);
  double *work = lia_desk_doubles(d, (size_t)size);
  LIA_TRY(lia_desk_ready(d, err));
  int info = LAPACKE_dgges3_work(LAPACK_COL_MAJOR, want, 'V', 'N', NULL, n, S.x, S.ld, T.x, T.ld,
      &none, ar, ai, beta, Q.x, ldq, Z.x, Z.ld, work, (int)size, NULL);
  if (info) return LIA_FAIL(err, LIA_ENOCONV, "", "eigenvalues of the pair did not converge");
  return LIA_OK;
}

lia_status lia_cols_pair_order(lia_desk *d, lia_cols S, lia_cols T, lia_cols Q, lia_cols Z,
                               double *ar, double *ai, double *beta, lia_select first, int *count,
                               lia_error *err) {
  const int n = S.rows, nwork = 4 * n + 16, ldq = Q.x ? Q.ld : 1;
  *count = 0;
  if (!n || first.region == LIA_REGION_NONE) return LIA_OK;
  int *select = lia_desk_ints(d, (size_t)n), iwork[1];
  double *work = lia_desk_doubles(d, (size_t)nwork), pl, pr, dif[2];
  LIA_TRY(lia_desk_ready(d, err));
  for (int k = 0; k < n; k++) select[k] = schur_wanted(first, ar[k], ai[k], beta[k]);
  int info = LAPACKE_dtgsen_work(LAPACK_COL_MAJOR, 0, Q.x != NULL, 1, select, n, S.x, S.ld, T.x,
      T.ld, ar, ai, beta, Q.x, ldq, Z.x, Z.ld, count, &pl, &pr, dif, work, nwork, iwork, 1);
  if (info)
    return LIA_FAIL(err, LIA_ENOCONV, "", "eigenvalues too close to one another to be ordered");
  return LIA_OK;
}

static lia_status pair_on(lia_desk *d, const lia_mat out[4], double *ar, double *ai, double *beta,
                          int *count, lia_mat A, lia_mat B, lia_select first, lia_error *err) {
  LIA_TRY(lia_lapack_square(A, err));
  if (B.rows != A.rows || B.cols != A.rows)
    return LIA_FAIL(err, LIA_EDIM, "B", "expected %d x %d as A has, got %d x %d", A.rows, A.rows,
        B.rows, B.cols);
  lia_cols s = lia_cols_of(d, A), t = lia_cols_of(d, B);
  lia_cols q = lia_cols_new(d, A.rows, A.rows), z = lia_cols_new(d, A.rows, A.rows);
  LIA_TRY(lia_desk_ready(d, err));
  LIA_TRY(lia_cols_pair(d, s, t, q, z, ar, ai, beta, err));
  LIA_TRY(lia_cols_pair_order(d, s, t, q, z, ar, ai, beta, first, count, err));
  const lia_cols from[4] = { q, z, s, t };
  for (int k = 0; k < 4; k++) lia_cols_give(out[k], from[k]);
  return LIA_OK;
}

lia_status lia_generalized_schur(lia_mat Q, lia_mat Z, lia_mat S, lia_mat T, double *ar, double *ai,
                                 double *beta, int *count, lia_mat A, lia_mat B, lia_select first,
                                 lia_error *err) {
  lia_desk d;
  const lia_mat out[4] = { Q, Z, S, T };
  *count = 0;
  lia_desk_begin(&d);
  lia_status st = pair_on(&d, out, ar, ai, beta, count, A, B, first, err);
  lia_desk_end(&d);
  return st;
}

// ---- eigenvalues alone ----

static int eigenvalues_of_one(lia_desk *d, lia_cols A, double *re, double *im) {
  const int n = A.rows;
  double size = 0;
  LAPACKE_dgeev_work(LAPACK_COL_MAJOR, 'N', 'N', n, A.x, A.ld, re, im, NULL, 1, NULL, 1, &size, -1);
  double *work = lia_desk_doubles(d, (size_t)size);
  if (!work) return 0;
  return LAPACKE_dgeev_work(LAPACK_COL_MAJOR, 'N', 'N', n, A.x, A.ld, re, im, NULL, 1, NULL, 1,
      work, (int)size);
}

static int eigenvalues_of_pair(lia_desk *d, lia_cols A, lia_cols E, double *re, double *im) {
  const int n = A.rows;
  double size = 0, *beta = lia_desk_doubles(d, (size_t)n);
  LAPACKE_dggev_work(LAPACK_COL_MAJOR, 'N', 'N', n, A.x, A.ld, E.x, E.ld, re, im, beta, NULL, 1,
      NULL, 1, &size, -1);
  double *work = lia_desk_doubles(d, (size_t)size);
  if (!work) return 0;
  int info = LAPACKE_dggev_work(LAPACK_COL_MAJOR, 'N', 'N', n, A.x, A.ld, E.x, E.ld, re, im, beta,
      NULL, 1, NULL, 1, work, (int)size);
  for (int k = 0; k < n; k++) {
    if (beta[k] == 0) im[k] = 0;
    else im[k] /= beta[k];
    re[k] = beta[k] == 0 ? (double)INFINITY : re[k] / beta[k];
  }
  return info;
}

lia_status lia_cols_eigenvalues(lia_desk *d, lia_cols A, lia_cols E, double *re, double *im,
                                lia_error *err) {
  if (!A.rows) return LIA_OK;
  LIA_TRY(schur_finite(A, err));
  if (E.x) LIA_TRY(schur_finite(E, err));
  int info = E.x ? eigenvalues_of_pair(d, A, E, re, im) : eigenvalues_of_one(d, A, re, im);
  LIA_TRY(lia_desk_ready(d, err));
  if (info) return LIA_FAIL(err, LIA_ENOCONV, "", "eigenvalues did not converge");
  return LIA_OK;
}
