/* csc.c - two counting sorts make columns out of a list                              [Davis] 2.4 */
#include "num/csc.h"

#include "base/assert.h"
#include "base/layout.h"
#include "base/mem.h"
#include "base/text.h"

static lia_status check_entries(int rows, int cols, int n, const int *i, const int *j,
    lia_error *err) {
  if (rows < 0 || cols < 0 || n < 0)
    return LIA_FAIL(err, LIA_EARG, "",
        "expected sizes of a sparse matrix, got %d x %d with %d entries", rows, cols, n);
  for (int k = 0; k < n; k++) {
    if (i[k] >= 0 && i[k] < rows && j[k] >= 0 && j[k] < cols) continue;
    char path[32];
    lia_text_format(path, sizeof path, "entries[%d]", k);
    return LIA_FAIL(err, LIA_EARG, path, "expected a place within %d x %d, got (%d, %d)", rows,
        cols, i[k], j[k]);
  }
  return LIA_OK;
}

// to = from sorted by key (0 .. nkey-1), equal keys in the order they came; NULL stands for 0, 1,
// 2, ...
static void sort_by(const int *key, int nkey, const int *from, int *to, int n, int *count) {
  for (int k = 0; k <= nkey; k++) count[k] = 0;
  for (int k = 0; k < n; k++) count[key[k] + 1]++;
  for (int k = 0; k < nkey; k++) count[k+1] += count[k];
  for (int k = 0; k < n; k++) {
    int e = from ? from[k] : k;
    to[count[key[e]]++] = e;
  }
}

static void layout(lia_layout *l, lia_csc *A) {
  A->start = LIA_TAKE(l, int, (size_t)A->cols + 1);
  A->row = LIA_TAKE(l, int, A->nentry);
  A->slot = LIA_TAKE(l, int, A->nentry);
  A->x = LIA_TAKE(l, double, A->nentry);
}

// entries in order of column and row: equal neighbours share a slot
static void build(lia_csc *A, const int *i, const int *j, const int *sorted) {
  for (int k = 0; k < A->nentry; k++) {
    int e = sorted[k], last = k ? sorted[k-1] : e;
    if (k == 0 || i[e] != i[last] || j[e] != j[last]) {
      A->row[A->nnz++] = i[e];
      A->start[j[e] + 1]++;
    }
    A->slot[e] = A->nnz - 1;
  }
  for (int c = 0; c < A->cols; c++) A->start[c+1] += A->start[c];
  LIA_ASSERT(A->start[A->cols] == A->nnz && A->nnz <= A->nentry);
}

lia_status lia_csc_new(lia_csc **out, int rows, int cols, int n, const int *i, const int *j,
    lia_error *err) {
  *out = NULL;
  LIA_TRY(check_entries(rows, cols, n, i, j, err));
  lia_csc shape = { .rows = rows, .cols = cols, .nentry = n };
  lia_layout l = { NULL, sizeof shape };
  layout(&l, &shape);
  size_t most = (size_t)(rows > cols ? rows : cols) + 1;
  int *scratch = lia_malloc((2 * (size_t)n + most) * sizeof *scratch);
  lia_csc *A = scratch ? lia_block(l.used) : NULL;
  if (!A) {
    lia_free(scratch);
    return LIA_FAIL(err, LIA_ENOMEM, "",
        "out of memory for a sparse matrix of %d x %d with %d entries", rows, cols, n);
  }
  *A = shape;
  l = (lia_layout){ (char *)A, sizeof shape };
  layout(&l, A);
  sort_by(i, rows, NULL, scratch, n, scratch + 2 * n);
  sort_by(j, cols, scratch, scratch + n, n, scratch + 2 * n);
  build(A, i, j, scratch + n);
  lia_free(scratch);
  *out = A;
  return LIA_OK;
}

void lia_csc_free(lia_csc *A) { lia_free(A); }

void lia_csc_fill(lia_csc *A, const double *v) {
  lia_vec_zero(A->x, A->nnz);
  for (int k = 0; k < A->nentry; k++) A->x[A->slot[k]] += v[k];
}

double lia_csc_get(const lia_csc *A, int i, int j) {
  LIA_ASSERT(i >= 0 && i < A->rows && j >= 0 && j < A->cols);
  int lo = A->start[j], hi = A->start[j+1];
  while (lo < hi) {
    int mid = lo + (hi - lo) / 2;
    if (A->row[mid] == i) return A->x[mid];
    if (A->row[mid] < i) lo = mid + 1;
    else hi = mid;
  }
  return 0;
}

void lia_csc_mulv(double *y, const lia_csc *A, const double *x) {
  lia_vec_zero(y, A->rows);
  for (int j = 0; j < A->cols; j++)
    for (int k = A->start[j]; k < A->start[j+1]; k++)
      y[A->row[k]] = lia_fma(A->x[k], x[j], y[A->row[k]]);
}

void lia_csc_tmulv(double *y, const lia_csc *A, const double *x) {
  for (int j = 0; j < A->cols; j++) {
    y[j] = 0;
    for (int k = A->start[j]; k < A->start[j+1]; k++) y[j] = lia_fma(A->x[k], x[A->row[k]], y[j]);
  }
}

void lia_csc_dense(lia_mat C, const lia_csc *A) {
  LIA_ASSERT(C.rows == A->rows && C.cols == A->cols);
  lia_mat_zero(C);
  for (int j = 0; j < A->cols; j++)
    for (int k = A->start[j]; k < A->start[j+1]; k++) *lia_mat_at(C, A->row[k], j) = A->x[k];
}

lia_status lia_csc_finite(const lia_csc *A, const char *name, lia_error *err) {
  int bad = lia_vec_bad(A->x, A->nnz), j = 0;
  if (bad < 0) return LIA_OK;
  while (A->start[j+1] <= bad) j++;
  LIA_ASSERT(j < A->cols);
  char path[48];
  lia_text_format(path, sizeof path, "%.16s[%d][%d]", name, A->row[bad], j);
  return LIA_FAIL(err, LIA_EDOMAIN, path, "expected a finite number, got %g", A->x[bad]);
}
