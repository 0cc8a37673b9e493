/* lapack.h - how this room speaks to LAPACK: column major, own workspace, finite input, so that it
 * stays silent
 *
 * Row-major memory read column by column is the transpose. Symmetric matrices do not mind but for
 * the name of the triangle: what we call lower, LAPACK calls 'U'. */
#ifndef LIA_LAPACK_H
#define LIA_LAPACK_H

#include "num/factor.h"

#include <assert.h>
#include <float.h>
#include <lapacke.h>

LIA_C_BEGIN

static_assert(sizeof(lapack_int) == sizeof(int),
    "pivots are shared with LAPACK: its integers must be ints");

/* a pivot x that was computed from numbers of magnitude m is nothing but rounding error */
static inline int lia_lapack_noise(double x, double m, int n) {
  return !(fabs(x) > n * DBL_EPSILON * m) || x == 0;
}

/* no need to ask further where most of the digits are left; and up to which row asking further has
 * its memory */
static inline int lia_lapack_clear(double x, double m) { return fabs(x) > 1e-4 * m; }
enum { LIA_LAPACK_ASK = 256 };

/* One thread, whatever the machine: sums split among threads change their last bits with the number
 * of cores, and below a few hundred rows the split costs more than it gains. The setting is the
 * process's, so it is put back. Weak: another BLAS than OpenBLAS has no such switch */
extern void openblas_set_num_threads(int) __attribute__((weak));
extern int openblas_get_num_threads(void) __attribute__((weak));

static inline int lia_lapack_begin(void) {
  if (!openblas_get_num_threads || !openblas_set_num_threads) return 0;
  int threads = openblas_get_num_threads();
  if (threads > 1) openblas_set_num_threads(1);
  return threads;
}

static inline void lia_lapack_end(int threads) {
  if (threads > 1) openblas_set_num_threads(threads);
}

static inline lia_status lia_lapack_square(lia_mat A, lia_error *err) {
  if (A.rows == A.cols) return LIA_OK;
  return LIA_FAIL(err, LIA_EDIM, "A", "expected a square matrix, got %d x %d", A.rows, A.cols);
}

static inline lia_status lia_lapack_sizes(int rows, int cols, lia_error *err) {
  enum { MOST = 16384 };   // twice its square is still an int
  if (rows >= 0 && cols >= 0 && rows <= MOST && cols <= MOST) return LIA_OK;
  return LIA_FAIL(err, LIA_EARG, "", "expected sizes from 0 to %d, got %d x %d", MOST, rows, cols);
}

static inline lia_status lia_lapack_fits(lia_mat A, int rows, int cols, lia_error *err) {
  if (A.rows <= rows && A.cols <= cols) return LIA_OK;
  return LIA_FAIL(err, LIA_EDIM, "A", "expected at most %d x %d, got %d x %d", rows, cols, A.rows,
      A.cols);
}

/* is the largest entry of v negative? Of entries that are equal but for rounding the first one
 * speaks */
static inline int lia_lapack_negative(const double *v, int n) {
  double m = (1 - 1e-8) * lia_vec_max(v, n);
  for (int i = 0; i < n; i++)
    if (fabs(v[i]) >= m) return v[i] < 0;
  return 0;
}

LIA_C_END

#endif
