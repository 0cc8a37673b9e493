/* dense.c - linear systems on a desk: dgetrf, dgecon, dgetrs */
#include "ctl/dense_inside.h"

#include "base/assert.h"
#include "num/lapack.h"

double lia_cols_solve(lia_desk *d, lia_cols A, char op, lia_cols B) {
  const int n = A.rows;
  LIA_ASSERT(A.cols == n && B.rows == n);
  int *pivot = lia_desk_ints(d, 2 * (size_t)n);
  double *work = lia_desk_doubles(d, 4 * (size_t)n), rcond = 0;
  if (d->failed) return 0;
  if (!n) return 1;
  if (!lia_cols_finite(A) || !lia_cols_finite(B)) return 0;
  const double norm = LAPACKE_dlange_work(LAPACK_COL_MAJOR, '1', n, n, A.x, A.ld, work);
  if (LAPACKE_dgetrf_work(LAPACK_COL_MAJOR, n, n, A.x, A.ld, pivot)) return 0;
  LAPACKE_dgecon_work(LAPACK_COL_MAJOR, '1', n, A.x, A.ld, norm, &rcond, work, pivot + n);
  if (!(rcond > 0) || !B.cols) return rcond;
  LAPACKE_dgetrs_work(LAPACK_COL_MAJOR, op, n, B.cols, A.x, A.ld, pivot, B.x, B.ld);
  return rcond;
}
