/* qr.c - A P = Q R with column pivots, and the complete decomposition behind it   [GVL] 5.2, 5.4 */
#include "num/factor.h"

#include "base/assert.h"
#include "base/layout.h"
#include "base/mem.h"
#include "num/lapack.h"

static int qr_least(int a, int b) { return a < b ? a : b; }
static int qr_most(int a, int b) { return a > b ? a : b; }

static int uses_lapack(int rows, int cols) { return qr_least(rows, cols) > LIA_FACTOR_LAPACK; }

// own code: a column, a row, two lists of norms; LAPACK: what it asks for, behind a transposed copy
static int qr_work_size(int rows, int cols) {
  int own = 3 * cols + 2 * qr_most(rows, cols);
  if (!uses_lapack(rows, cols)) return own;
  double n = 0;
  LAPACKE_dgeqp3_work(LAPACK_COL_MAJOR, rows, cols, NULL, rows, NULL, NULL, &n, -1);
  return qr_most(own, qr_most((int)n, 3 * cols + 1));
}

static void layout(lia_layout *l, lia_qr *f, int rows, int cols) {
  int k = qr_least(rows, cols), copy = uses_lapack(rows, cols) ? rows * cols : 0;
  f->perm = LIA_TAKE(l, int, cols);
  f->tau = LIA_TAKE(l, double, k);
  f->ztau = LIA_TAKE(l, double, k);
  f->A.x = LIA_TAKE(l, double, (size_t)rows * (size_t)cols);
  f->Z.x = LIA_TAKE(l, double, (size_t)k * (size_t)cols);
  f->work = LIA_TAKE(l, double, (size_t)copy + (size_t)f->nwork);
}

lia_status lia_qr_new(lia_qr **out, int rows, int cols, lia_error *err) {
  *out = NULL;
  LIA_TRY(lia_lapack_sizes(rows, cols, err));
  lia_qr shape = { .maxrows = rows, .maxcols = cols, .nwork = qr_work_size(rows, cols) };
  lia_layout l = { NULL, sizeof shape };
  layout(&l, &shape, rows, cols);
  lia_qr *f = lia_block(l.used);
  if (!f)
    return LIA_FAIL(err, LIA_ENOMEM, "", "out of memory for the QR factors of %d x %d", rows, cols);
  *f = shape;
  l = (lia_layout){ (char *)f, sizeof shape };
  layout(&l, f, rows, cols);
  *out = f;
  return LIA_OK;
}

void lia_qr_free(lia_qr *f) { lia_free(f); }

// H = 1 - tau v v' sends (a, x) to (b, 0), v = (1, x / (a - b)); returns tau, x becomes v, *a
// becomes b
static double reflector(double *a, double *x, int n) {
  double norm = lia_vec_norm(x, n);
  if (norm == 0) return 0;
  double b = -copysign(hypot(*a, norm), *a), tau = (b - *a) / b;
  for (int i = 0; i < n; i++) x[i] /= *a - b;
  *a = b;
  return tau;
}

// B = H_k B, from row k on; w is B.cols doubles
static void reflect(const lia_qr *f, int k, lia_mat B, double *w) {
  LIA_ASSERT(B.rows == f->rows && k < qr_least(f->rows, f->cols));
  if (f->tau[k] == 0) return;
  lia_vec_copy(w, lia_mat_row(B, k), B.cols);
  for (int i = k + 1; i < f->rows; i++)
    lia_vec_axpy(w, *lia_mat_at(f->A, i, k), lia_mat_row(B, i), B.cols);
  lia_vec_axpy(lia_mat_row(B, k), -f->tau[k], w, B.cols);
  for (int i = k + 1; i < f->rows; i++)
    lia_vec_axpy(lia_mat_row(B, i), -f->tau[k] * *lia_mat_at(f->A, i, k), w, B.cols);
}

static double column_norm(lia_mat A, int from, int j, double *v) {
  for (int i = from; i < A.rows; i++) v[i - from] = *lia_mat_at(A, i, j);
  return lia_vec_norm(v, A.rows - from);
}

static void bring(lia_qr *f, int p, int k, double *norm, double *fresh) {
  LIA_ASSERT(k >= 0 && k <= p && p < f->cols);
  if (p == k) return;
  for (int i = 0; i < f->rows; i++) lia_vec_swap(lia_mat_at(f->A, i, p), lia_mat_at(f->A, i, k), 1);
  int t = f->perm[p];
  f->perm[p] = f->perm[k];
  f->perm[k] = t;
  norm[p] = norm[k];
  fresh[p] = fresh[k];
}

// what is left of a column's norm below row k; computed anew where the difference would be all
// rounding
static void qr_shorten(lia_qr *f, int k, int j, double *norm, double *fresh, double *v) {
  if (norm[j] == 0) return;
  double r = *lia_mat_at(f->A, k, j) / norm[j], left = fmax(0, 1 - r * r),
      since = norm[j] / fresh[j];
  if (left * since * since > 1e-8) norm[j] *= sqrt(left);
  else norm[j] = fresh[j] = column_norm(f->A, k + 1, j, v);
}

static void factor_own(lia_qr *f) {
  lia_mat A = f->A;
  double *norm = f->work, *fresh = norm + A.cols, *w = fresh + A.cols, *v = w + A.cols;
  for (int j = 0; j < A.cols; j++) {
    f->perm[j] = j;
    norm[j] = fresh[j] = column_norm(A, 0, j, v);
  }
  for (int k = 0; k < qr_least(A.rows, A.cols); k++) {
    int p = k;
    for (int j = k + 1; j < A.cols; j++)
      if (norm[j] > norm[p]) p = j;
    bring(f, p, k, norm, fresh);

    column_norm(A, k, k, v);
    f->tau[k] = reflector(&v[0], v + 1, A.rows - k - 1);
    for (int i = k; i < A.rows; i++) *lia_mat_at(A, i, k) = v[i - k];
    // the part right of column k, with whole rows so that H_k is found in column k
    lia_mat rest = { A.x + k + 1, A.rows, A.cols - k - 1, A.ld };
    reflect(f, k, rest, w);
    for (int j = k + 1; j < A.cols; j++) qr_shorten(f, k, j, norm, fresh, v);
  }
}

static void factor_lapack(lia_qr *f) {
  lia_mat T = lia_mat_of(f->work, f->cols, f->rows);
  lia_mat_transpose(T, f->A);
  for (int j = 0; j < f->cols; j++) f->perm[j] = 0;
  int threads = lia_lapack_begin();
  LAPACKE_dgeqp3_work(LAPACK_COL_MAJOR, f->rows, f->cols, T.x, f->rows, f->perm, f->tau,
      f->work + f->rows * f->cols, f->nwork);
  lia_lapack_end(threads);
  for (int j = 0; j < f->cols; j++) f->perm[j]--;
  lia_mat_transpose(f->A, T);
}

static int count_rank(const lia_qr *f, double tol) {
  int k = 0;
  if (tol < 0) tol = qr_most(f->rows, f->cols) * DBL_EPSILON;
  while (k < qr_least(f->rows, f->cols) && fabs(*lia_mat_at(f->A, k, k)) > tol * fabs(f->A.x[0]))
    k++;
  return k;
}

// one row with reflector i: entry i, and the entries behind the triangle
static void reflect_row(const lia_qr *f, int i, double *row) {
  LIA_ASSERT(i < f->rank && f->rank < f->cols);
  int r = f->rank, n = f->cols - r;
  const double *v = lia_mat_at(f->Z, i, r);
  double s = f->ztau[i] * (row[i] + lia_vec_dot(v, row + r, n));
  row[i] -= s;
  lia_vec_axpy(row + r, -s, v, n);
}

// [R11 R12] H_r-1 .. H_0 = [T 0], H_i made of row i                                    [GVL] 5.4.2
static void qr_complete(lia_qr *f) {
  f->Z = (lia_mat){ f->Z.x, f->rank, f->cols, f->cols };
  if (f->rank == f->cols) return;
  lia_mat_copy(f->Z, lia_mat_part(f->A, 0, 0, f->rank, f->cols));
  for (int i = f->rank - 1; i >= 0; i--) {
    f->ztau[i] = reflector(lia_mat_at(f->Z, i, i), lia_mat_at(f->Z, i, f->rank), f->cols - f->rank);
    for (int l = 0; l < i; l++) reflect_row(f, i, lia_mat_row(f->Z, l));
  }
}

lia_status lia_qr_factor(lia_qr *f, lia_mat A, double tol, lia_error *err) {
  LIA_TRY(lia_lapack_fits(A, f->maxrows, f->maxcols, err));
  LIA_TRY(lia_mat_finite(A, "A", err));
  f->rows = A.rows;
  f->cols = A.cols;
  f->A = lia_mat_of(f->A.x, A.rows, A.cols);
  lia_mat_copy(f->A, A);
  if (uses_lapack(A.rows, A.cols)) factor_lapack(f);
  else factor_own(f);
  f->rank = count_rank(f, tol);
  LIA_ASSERT(f->rank <= qr_least(f->rows, f->cols));
  qr_complete(f);
  return LIA_OK;
}

// c = Q' b, T y = c, x = P H_r-1 .. H_0 (y, 0)
double lia_qr_solve(lia_qr *f, const double *b, double *x) {
  int r = f->rank;
  double *c = f->work, *y = c + f->rows, w;
  lia_vec_copy(c, b, f->rows);
  for (int k = 0; k < qr_least(f->rows, f->cols); k++) reflect(f, k, lia_mat_of(c, f->rows, 1), &w);

  lia_mat T = r < f->cols ? f->Z : f->A;
  lia_vec_zero(y, f->cols);
  for (int i = r - 1; i >= 0; i--)
    y[i] = (c[i] - lia_vec_dot(lia_mat_at(T, i, i) + 1, y + i + 1, r - i - 1))
        / *lia_mat_at(T, i, i);
  for (int i = 0; i < r && r < f->cols; i++) reflect_row(f, i, y);
  for (int k = 0; k < f->cols; k++) x[f->perm[k]] = y[k];
  return lia_vec_norm(c + r, f->rows - r);
}

void lia_qr_q(lia_qr *f, lia_mat Q) {
  LIA_ASSERT(Q.rows == f->rows && Q.cols <= f->rows);
  lia_mat_eye(Q);
  for (int k = qr_least(f->rows, f->cols) - 1; k >= 0; k--) reflect(f, k, Q, f->work);
}

void lia_qr_r(const lia_qr *f, lia_mat R) {
  LIA_ASSERT(R.rows == qr_least(f->rows, f->cols) && R.cols == f->cols);
  lia_mat_zero(R);
  for (int i = 0; i < R.rows; i++)
    lia_vec_copy(lia_mat_row(R, i) + i, lia_mat_row(f->A, i) + i, R.cols - i);
}

void lia_qr_null(lia_qr *f, lia_mat N) {
  LIA_ASSERT(N.rows == f->cols && N.cols == f->cols - f->rank);
  double *y = f->work;
  for (int j = 0; j < N.cols; j++) {
    lia_vec_zero(y, f->cols);
    y[f->rank + j] = 1;
    for (int i = 0; i < f->rank; i++) reflect_row(f, i, y);
    for (int k = 0; k < f->cols; k++) *lia_mat_at(N, f->perm[k], j) = y[k];
  }
}
