/* sldl.c - row k of L is a sparse triangular solve whose pattern the elimination tree tells
 *                                                                                  [Davis] 4.8 */
#include "num/sldl.h"

#include "base/assert.h"
#include "base/layout.h"
#include "base/mem.h"
#include "base/text.h"
#include "num/amd.h"

#include <float.h>

static void layout_pattern(lia_layout *l, lia_sldl *f, int nupper) {
  f->order = LIA_TAKE(l, int, f->n);
  f->place = LIA_TAKE(l, int, f->n);
  f->parent = LIA_TAKE(l, int, f->n);
  f->filled = LIA_TAKE(l, int, f->n);
  f->flag = LIA_TAKE(l, int, f->n);
  f->stack = LIA_TAKE(l, int, f->n);
  f->start = LIA_TAKE(l, int, (size_t)f->n + 1);
  f->ustart = LIA_TAKE(l, int, (size_t)f->n + 1);
  f->urow = LIA_TAKE(l, int, nupper);
  f->uslot = LIA_TAKE(l, int, nupper);
  f->d = LIA_TAKE(l, double, f->n);
  f->y = LIA_TAKE(l, double, f->n);
}

static int count_lower(const lia_csc *A) {
  int n = 0;
  for (int j = 0; j < A->cols; j++)
    for (int k = A->start[j]; k < A->start[j+1]; k++) n += A->row[k] >= j;
  return n;
}

// the lower triangle of A, as the upper one of P A P', by columns
static void permute(lia_sldl *f, const lia_csc *A) {
  for (int pass = 0; pass < 2; pass++) {
    for (int j = 0; j < f->n; j++)
      for (int k = A->start[j]; k < A->start[j+1]; k++) {
        if (A->row[k] < j) continue;
        int r = f->place[A->row[k]], c = f->place[j];
        if (r > c) { int t = r; r = c; c = t; }
        if (pass == 0) f->ustart[c + 1]++;
        else {
          f->urow[f->stack[c]] = r;
          f->uslot[f->stack[c]++] = k;
        }
      }
    for (int c = 0; c < f->n && pass == 0; c++) {
      f->ustart[c+1] += f->ustart[c];
      f->stack[c] = f->ustart[c];
    }
  }
}

// the pattern of row k: from every entry of column k of the triangle up the tree, to where row k
// has been already
static void analyse(lia_sldl *f) {
  for (int k = 0; k < f->n; k++) {
    f->parent[k] = -1;
    f->flag[k] = k;
    for (int p = f->ustart[k]; p < f->ustart[k+1]; p++)
      for (int i = f->urow[p]; f->flag[i] != k; i = f->parent[i]) {
        if (f->parent[i] < 0) f->parent[i] = k;
        LIA_ASSERT(f->parent[i] > i && f->parent[i] <= k);
        f->start[i+1]++;
        f->flag[i] = k;
      }
  }
  for (int k = 0; k < f->n; k++) f->start[k+1] += f->start[k];
  f->nnz = f->start[f->n];
}

static lia_status choose_order(lia_sldl *f, const lia_csc *A, const int *order, lia_error *err) {
  for (int k = 0; k < f->n && order; k++) f->order[k] = order[k];
  if (!order) LIA_TRY(lia_amd_order(A, f->order, err));
  for (int k = 0; k < f->n; k++) f->place[k] = -1;
  for (int k = 0; k < f->n; k++) {
    int i = f->order[k];
    if (i < 0 || i >= f->n || f->place[i] >= 0)
      return LIA_FAIL(err, LIA_EARG, "order", "expected every number from 0 to %d once, got %d",
          f->n - 1, i);
    f->place[i] = k;
  }
  return LIA_OK;
}

lia_status lia_sldl_new(lia_sldl **out, const lia_csc *A, const int *order, lia_error *err) {
  *out = NULL;
  if (A->rows != A->cols)
    return LIA_FAIL(err, LIA_EDIM, "A", "expected a square matrix, got %d x %d", A->rows, A->cols);
  lia_sldl shape = { .n = A->cols };
  int nupper = count_lower(A);
  lia_layout l = { NULL, sizeof shape };
  layout_pattern(&l, &shape, nupper);
  lia_sldl *f = lia_block(l.used);
  if (!f) return LIA_FAIL(err, LIA_ENOMEM, "", "out of memory to factor %d sparse rows", A->cols);
  *f = shape;
  l = (lia_layout){ (char *)f, sizeof shape };
  layout_pattern(&l, f, nupper);
  lia_status status = choose_order(f, A, order, err);
  if (status == LIA_OK) {
    permute(f, A);
    analyse(f);
    f->row = lia_malloc((size_t)f->nnz * sizeof *f->row);
    f->x = lia_malloc((size_t)f->nnz * sizeof *f->x);
    if (!f->row || !f->x)
      status = LIA_FAIL(err, LIA_ENOMEM, "", "out of memory for %d numbers of a sparse factor",
          f->nnz);
  }
  if (status != LIA_OK) lia_sldl_free(f);
  else *out = f;
  return status;
}

void lia_sldl_free(lia_sldl *f) {
  if (!f) return;
  lia_free(f->row);
  lia_free(f->x);
  lia_free(f);
}

// spread column k of the triangle into y; stack[top ..] becomes the pattern of row k, children
// before parents
static int spread(lia_sldl *f, const lia_csc *A, int k) {
  int top = f->n;
  f->flag[k] = k;
  LIA_ASSERT(k >= 0 && k < f->n);
  for (int p = f->ustart[k]; p < f->ustart[k+1]; p++) {
    int len = 0;
    f->y[f->urow[p]] += A->x[f->uslot[p]];
    for (int i = f->urow[p]; f->flag[i] != k; i = f->parent[i]) {
      f->stack[len++] = i;
      f->flag[i] = k;
    }
    LIA_ASSERT(len <= top);
    while (len > 0) f->stack[--top] = f->stack[--len];
  }
  return top;
}

// y = D L_11' l_k by columns of L; d_k = a_kk - sum y_i l_ki; row k goes to the end of each column
static int sldl_eliminate(lia_sldl *f, int k, int top) {
  double d = f->y[k], m = fabs(d);
  f->y[k] = 0;
  for (; top < f->n; top++) {
    int i = f->stack[top], end = f->start[i] + f->filled[i]++;
    LIA_ASSERT(i < k && end < f->start[i+1]);
    double y = f->y[i], l = y / f->d[i];
    f->y[i] = 0;
    for (int p = f->start[i]; p < end; p++) f->y[f->row[p]] = lia_fma(-f->x[p], y, f->y[f->row[p]]);
    d = lia_fma(-l, y, d);
    m = lia_fma(fabs(l), fabs(y), m);
    f->row[end] = k;
    f->x[end] = l;
  }
  f->d[k] = d;
  return fabs(d) > f->n * DBL_EPSILON * m;
}

lia_status lia_sldl_factor(lia_sldl *f, const lia_csc *A, lia_error *err) {
  LIA_ASSERT(A->rows == f->n && A->cols == f->n);
  LIA_TRY(lia_csc_finite(A, "A", err));
  lia_vec_zero(f->y, f->n);
  for (int k = 0; k < f->n; k++) {
    f->filled[k] = 0;
    f->flag[k] = -1;
  }
  for (int k = 0; k < f->n; k++) {
    if (sldl_eliminate(f, k, spread(f, A, k))) continue;
    char path[32];
    lia_text_format(path, sizeof path, "A[%d]", f->order[k]);
    return LIA_FAIL(err, LIA_ESINGULAR, path,
        "singular to working precision in this order of elimination: the pivot is %g", f->d[k]);
  }
  return LIA_OK;
}

void lia_sldl_solve(lia_sldl *f, double *b) {
  double *y = f->y;
  for (int k = 0; k < f->n; k++) y[k] = b[f->order[k]];
  for (int j = 0; j < f->n; j++)
    for (int p = f->start[j]; p < f->start[j+1]; p++)
      y[f->row[p]] = lia_fma(-f->x[p], y[j], y[f->row[p]]);
  for (int j = f->n - 1; j >= 0; j--) {
    y[j] /= f->d[j];
    for (int p = f->start[j]; p < f->start[j+1]; p++) y[j] = lia_fma(-f->x[p], y[f->row[p]], y[j]);
  }
  for (int k = 0; k < f->n; k++) b[f->order[k]] = y[k];
}

void lia_sldl_inertia(const lia_sldl *f, int count[2]) {
  count[0] = count[1] = 0;
  for (int k = 0; k < f->n; k++) count[f->d[k] < 0]++;
}
