/* eig.c - eigenvalues: symmetric, symmetric pairs, and any real matrix               [GVL] 7, 8 */
#include "num/factor.h"

#include "base/assert.h"
#include "base/layout.h"
#include "base/mem.h"
#include "num/lapack.h"

// what dsyevd and dsygvd state, and what dgeev asks for
static int eig_work_size(int n) {
  double any = 0;
  LAPACKE_dgeev_work(LAPACK_COL_MAJOR, 'N', 'V', n, NULL, n, NULL, NULL, NULL, n, NULL, n, &any,
      -1);
  int symmetric = 1 + 6 * n + 2 * n * n, least = 4 * n;
  int most = any > least ? (int)any : least;
  return most > symmetric ? most : symmetric;
}

static void layout(lia_layout *l, lia_eig *f, int n) {
  size_t square = (size_t)n * (size_t)n;
  f->re = LIA_TAKE(l, double, n);
  f->im = LIA_TAKE(l, double, n);
  f->V.x = LIA_TAKE(l, double, square);
  f->b = LIA_TAKE(l, double, square);
  f->work = LIA_TAKE(l, double, f->nwork);
  f->iwork = LIA_TAKE(l, int, f->niwork);
}

lia_status lia_eig_new(lia_eig **out, int n, lia_error *err) {
  *out = NULL;
  LIA_TRY(lia_lapack_sizes(n, n, err));
  lia_eig shape = { .max = n, .nwork = n ? eig_work_size(n) : 0, .niwork = 3 + 5 * n };
  lia_layout l = { NULL, sizeof shape };
  layout(&l, &shape, n);
  lia_eig *f = lia_block(l.used);
  if (!f) return LIA_FAIL(err, LIA_ENOMEM, "", "out of memory for the eigenvalues of order %d", n);
  *f = shape;
  l = (lia_layout){ (char *)f, sizeof shape };
  layout(&l, f, n);
  *out = f;
  return LIA_OK;
}

void lia_eig_free(lia_eig *f) { lia_free(f); }

static lia_status prepare(lia_eig *f, lia_mat A, lia_error *err) {
  LIA_TRY(lia_lapack_square(A, err));
  LIA_TRY(lia_lapack_fits(A, f->max, f->max, err));
  f->n = A.rows;
  f->V = lia_mat_of(f->V.x, A.rows, A.rows);
  lia_vec_zero(f->im, A.rows);
  return LIA_OK;
}

// vectors come as rows: the largest entry of each becomes positive, then they become columns
static void finish_symmetric(lia_eig *f) {
  for (int k = 0; k < f->n; k++) {
    double *v = lia_mat_row(f->V, k);
    if (lia_lapack_negative(v, f->n)) lia_vec_scale(v, -1, v, f->n);
  }
  lia_mat_transpose(f->V, f->V);
}

lia_status lia_eig_sym(lia_eig *f, lia_mat A, lia_error *err) {
  LIA_TRY(prepare(f, A, err));
  LIA_TRY(lia_mat_finite_lower(A, "A", err));
  int n = f->n;
  if (n == 0) return LIA_OK;
  lia_mat_copy(f->V, A);
  int threads = lia_lapack_begin();
  int info = LAPACKE_dsyevd_work(LAPACK_COL_MAJOR, 'V', 'U', n, f->V.x, n, f->re, f->work, f->nwork,
      f->iwork, f->niwork);
  lia_lapack_end(threads);
  if (info) return LIA_FAIL(err, LIA_ENOCONV, "A", "eigenvalues did not converge");
  finish_symmetric(f);
  return LIA_OK;
}

lia_status lia_eig_pair(lia_eig *f, lia_mat A, lia_mat B, lia_error *err) {
  LIA_TRY(prepare(f, A, err));
  int n = f->n;
  if (B.rows != n || B.cols != n)
    return LIA_FAIL(err, LIA_EDIM, "B", "expected %d x %d as A has, got %d x %d", n, n, B.rows,
        B.cols);
  LIA_TRY(lia_mat_finite_lower(A, "A", err));
  LIA_TRY(lia_mat_finite_lower(B, "B", err));
  if (n == 0) return LIA_OK;
  lia_mat_copy(f->V, A);
  lia_mat_copy(lia_mat_of(f->b, n, n), B);
  int threads = lia_lapack_begin();
  int info = LAPACKE_dsygvd_work(LAPACK_COL_MAJOR, 1, 'V', 'U', n, f->V.x, n, f->b, n, f->re,
      f->work, f->nwork, f->iwork, f->niwork);
  lia_lapack_end(threads);
  if (info > n)
    return LIA_FAIL(err, LIA_ESINGULAR, "B", "not positive definite: pivot %d", info - n - 1);
  if (info) return LIA_FAIL(err, LIA_ENOCONV, "A", "eigenvalues did not converge");
  finish_symmetric(f);
  return LIA_OK;
}

static int eig_size_of(const lia_eig *f, int k) { return f->im[k] > 0 ? 2 : 1; }

static int after(const lia_eig *f, int a, int b) {
  if (f->re[a] != f->re[b]) return f->re[a] > f->re[b];
  return fabs(f->im[a]) > fabs(f->im[b]);
}

static void swap_pairs(lia_eig *f, int a, int b) {
  lia_vec_swap(&f->re[a], &f->re[b], 1);
  lia_vec_swap(&f->im[a], &f->im[b], 1);
  lia_vec_swap(lia_mat_row(f->V, a), lia_mat_row(f->V, b), f->n);
}

// exchange the neighbours at k (of one or two rows) and behind it
static void exchange(lia_eig *f, int k) {
  int a = eig_size_of(f, k), b = eig_size_of(f, k + a);
  LIA_ASSERT(k >= 0 && k + a + b <= f->n);
  for (int move = 0; move < b; move++)
    for (int i = k + move + a; i > k + move; i--) swap_pairs(f, i, i - 1);
}

// insertion, by neighbours: pairs stay pairs
static void eig_sort(lia_eig *f) {
  for (int end = 0, size; end < f->n; end += size) {
    size = eig_size_of(f, end);
    // a pair is two neighbours
    LIA_ASSERT(size == 1 || (end + 1 < f->n && f->im[end+1] == -f->im[end]));
    for (int at = end, before; at > 0; at = before) {
      before = f->im[at-1] < 0 ? at - 2 : at - 1;
      if (!after(f, before, at)) break;
      exchange(f, before);
    }
  }
}

static void finish_any(lia_eig *f) {
  eig_sort(f);
  for (int k = 0; k < f->n; k += eig_size_of(f, k)) {
    // the rows of a pair are the real and the imaginary part: LAPACK made the largest entry real
    double *v = lia_mat_row(f->V, k);
    if (lia_lapack_negative(v, f->n)) lia_vec_scale(v, -1, v, f->n * eig_size_of(f, k));
  }
  lia_mat_transpose(f->V, f->V);
}

lia_status lia_eig_any(lia_eig *f, lia_mat A, lia_error *err) {
  LIA_TRY(prepare(f, A, err));
  LIA_TRY(lia_mat_finite(A, "A", err));
  int n = f->n;
  if (n == 0) return LIA_OK;
  lia_mat_transpose(lia_mat_of(f->b, n, n), A);
  int threads = lia_lapack_begin();
  int info = LAPACKE_dgeev_work(LAPACK_COL_MAJOR, 'N', 'V', n, f->b, n, f->re, f->im, NULL, n,
      f->V.x, n, f->work, f->nwork);
  lia_lapack_end(threads);
  if (info)
    return LIA_FAIL(err, LIA_ENOCONV, "A", "eigenvalues did not converge: %d of %d are left", info,
        n);
  finish_any(f);
  return LIA_OK;
}
