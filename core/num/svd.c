/* svd.c - A = U diag(s) V' and everything that follows from it                    [GVL] 2.4, 5.5 */
#include "num/factor.h"

#include "base/assert.h"
#include "base/layout.h"
#include "base/mem.h"
#include "num/lapack.h"

static int svd_least(int a, int b) { return a < b ? a : b; }
static int svd_most(int a, int b) { return a > b ? a : b; }

// LAPACK sees A', cols x rows: its left vectors are our right ones
static int svd_work_size(int rows, int cols) {
  int k = svd_least(rows, cols), minimum = svd_most(3 * k + svd_most(rows, cols), 5 * k);
  if (k == 0) return 0;
  double n = 0;
  LAPACKE_dgesvd_work(LAPACK_COL_MAJOR, 'A', 'S', cols, rows, NULL, cols, NULL, NULL, cols, NULL, k,
      &n, -1);
  return svd_most((int)n, minimum);
}

static void layout(lia_layout *l, lia_svd *f, int rows, int cols) {
  size_t m = (size_t)rows, n = (size_t)cols, k = m < n ? m : n;
  f->s = LIA_TAKE(l, double, k);
  f->U.x = LIA_TAKE(l, double, m * k);
  f->Vt.x = LIA_TAKE(l, double, n * n);
  f->work = LIA_TAKE(l, double, m * n + (size_t)f->nwork);
}

lia_status lia_svd_new(lia_svd **out, int rows, int cols, lia_error *err) {
  *out = NULL;
  LIA_TRY(lia_lapack_sizes(rows, cols, err));
  lia_svd shape = { .maxrows = rows, .maxcols = cols, .nwork = svd_work_size(rows, cols) };
  lia_layout l = { NULL, sizeof shape };
  layout(&l, &shape, rows, cols);
  lia_svd *f = lia_block(l.used);
  if (!f)
    return LIA_FAIL(err, LIA_ENOMEM, "", "out of memory for the singular values of %d x %d", rows,
        cols);
  *f = shape;
  l = (lia_layout){ (char *)f, sizeof shape };
  layout(&l, f, rows, cols);
  *out = f;
  return LIA_OK;
}

void lia_svd_free(lia_svd *f) { lia_free(f); }

// (u, v) and (-u, -v) are equally good: keep the one whose largest v is positive
static void fix_signs(lia_svd *f) {
  for (int k = 0; k < f->cols; k++) {
    double *v = lia_mat_row(f->Vt, k);
    if (!lia_lapack_negative(v, f->cols)) continue;
    lia_vec_scale(v, -1, v, f->cols);
    for (int i = 0; i < f->rows && k < f->U.cols; i++) *lia_mat_at(f->U, i, k) *= -1;
  }
}

lia_status lia_svd_factor(lia_svd *f, lia_mat A, lia_error *err) {
  LIA_TRY(lia_lapack_fits(A, f->maxrows, f->maxcols, err));
  LIA_TRY(lia_mat_finite(A, "A", err));
  int m = f->rows = A.rows, n = f->cols = A.cols, k = svd_least(m, n);
  f->U = lia_mat_of(f->U.x, m, k);
  f->Vt = lia_mat_of(f->Vt.x, n, n);
  if (k == 0) {
    lia_mat_eye(f->Vt);
    return LIA_OK;
  }
  lia_mat_copy(lia_mat_of(f->work, m, n), A);
  int threads = lia_lapack_begin();
  int info = LAPACKE_dgesvd_work(LAPACK_COL_MAJOR, 'A', 'S', n, m, f->work, n, f->s, f->Vt.x, n,
      f->U.x, k, f->work + m * n, f->nwork);
  lia_lapack_end(threads);
  if (info)
    return LIA_FAIL(err, LIA_ENOCONV, "A", "singular values did not converge: %d of %d are left",
        info, k);
  for (int j = 1; j < k; j++) LIA_ASSERT(f->s[j-1] >= f->s[j] && f->s[j] >= 0);
  fix_signs(f);
  return LIA_OK;
}

static double default_tol(const lia_svd *f, double tol) {
  return tol < 0 ? svd_most(f->rows, f->cols) * DBL_EPSILON : tol;
}

int lia_svd_rank(const lia_svd *f, double tol) {
  int k = 0;
  while (k < f->U.cols && f->s[k] > default_tol(f, tol) * f->s[0]) k++;
  return k;
}

double lia_svd_cond(const lia_svd *f) {
  if (f->U.cols == 0) return 1;
  double last = f->s[f->U.cols - 1];
  return last > 0 ? f->s[0] / last : HUGE_VAL;
}

// s / (s^2 + damp^2), without squares that over- or underflow
static double inverse(double s, double damp) {
  double ratio = damp / s;
  return 1 / (s * (1 + ratio * ratio));
}

void lia_svd_solve(const lia_svd *f, const double *b, double tol, double damp, double *x) {
  int r = lia_svd_rank(f, tol);
  lia_vec_zero(x, f->cols);
  for (int k = 0; k < r; k++) {
    double c = 0;
    for (int i = 0; i < f->rows; i++) c = lia_fma(*lia_mat_at(f->U, i, k), b[i], c);
    lia_vec_axpy(x, c * inverse(f->s[k], damp), lia_mat_row(f->Vt, k), f->cols);
  }
}

void lia_svd_pinv(const lia_svd *f, double tol, double damp, lia_mat C) {
  LIA_ASSERT(C.rows == f->cols && C.cols == f->rows);
  int r = lia_svd_rank(f, tol);
  lia_mat_zero(C);
  for (int k = 0; k < r; k++)
    for (int j = 0; j < C.rows; j++)
      for (int i = 0; i < C.cols; i++)
        *lia_mat_at(C, j, i) += *lia_mat_at(f->Vt, k, j) * inverse(f->s[k], damp)
            * *lia_mat_at(f->U, i, k);
}

void lia_svd_null(const lia_svd *f, double tol, lia_mat N) {
  int r = lia_svd_rank(f, tol);
  LIA_ASSERT(N.rows == f->cols && N.cols == f->cols - r);
  lia_mat_transpose(N, lia_mat_part(f->Vt, r, 0, f->cols - r, f->cols));
}
