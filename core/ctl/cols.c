/* cols.c - matrices column by column: memory, copies, products */
#include "ctl/cols_inside.h"

#include "base/assert.h"
#include "num/lapack.h"

#include <cblas.h>

// ---- the desk ----

void lia_desk_begin(lia_desk *d) {
  *d = (lia_desk){ .threads = lia_lapack_begin() };
}

void lia_desk_end(lia_desk *d) {
  lia_arena_free(&d->a);
  lia_lapack_end(d->threads);
}

lia_status lia_desk_ready(const lia_desk *d, lia_error *err) {
  if (!d->failed) return LIA_OK;
  return LIA_FAIL(err, LIA_ENOMEM, "", "out of memory for matrices of linear control");
}

double *lia_desk_doubles(lia_desk *d, size_t n) {
  double *x = d->failed ? NULL : lia_arena_alloc(&d->a, (n + 1) * sizeof *x);
  d->failed |= !x;
  return x;
}

int *lia_desk_ints(lia_desk *d, size_t n) {
  int *x = d->failed ? NULL : lia_arena_alloc(&d->a, (n + 1) * sizeof *x);
  d->failed |= !x;
  return x;
}

// ---- made ----

lia_cols lia_cols_new(lia_desk *d, int rows, int cols) {
  LIA_ASSERT(rows >= 0 && cols >= 0);
  double *x = lia_desk_doubles(d, (size_t)rows * (size_t)cols);
  return (lia_cols){ x, rows, cols, rows > 1 ? rows : 1 };
}

lia_cols lia_cols_eye(lia_desk *d, int n) {
  lia_cols C = lia_cols_new(d, n, n);
  for (int i = 0; C.x && i < n; i++) *lia_cols_at(C, i, i) = 1;
  return C;
}

lia_cols lia_cols_of(lia_desk *d, lia_mat A) {
  lia_cols C = lia_cols_new(d, A.rows, A.cols);
  for (int i = 0; C.x && i < A.rows; i++)
    for (int j = 0; j < A.cols; j++) *lia_cols_at(C, i, j) = *lia_mat_at(A, i, j);
  return C;
}

lia_cols lia_cols_again(lia_desk *d, lia_cols A) {
  lia_cols C = lia_cols_new(d, A.rows, A.cols);
  if (C.x) lia_cols_copy(C, A);
  return C;
}

lia_cols lia_cols_turned(lia_desk *d, lia_cols A) {
  lia_cols C = lia_cols_new(d, A.cols, A.rows);
  if (C.x) lia_cols_transpose(C, A);
  return C;
}

lia_cols lia_cols_part(lia_cols A, int i, int j, int rows, int cols) {
  LIA_ASSERT(i >= 0 && rows >= 0 && i + rows <= A.rows);
  LIA_ASSERT(j >= 0 && cols >= 0 && j + cols <= A.cols);
  return (lia_cols){ lia_cols_at(A, i, j), rows, cols, A.ld };
}

// ---- worked with ----

void lia_cols_give(lia_mat C, lia_cols A) {
  LIA_ASSERT(C.rows == A.rows && C.cols == A.cols);
  for (int i = 0; i < C.rows; i++)
    for (int j = 0; j < C.cols; j++) *lia_mat_at(C, i, j) = *lia_cols_at(A, i, j);
}

void lia_cols_copy(lia_cols C, lia_cols A) {
  LIA_ASSERT(C.rows == A.rows && C.cols == A.cols);
  for (int j = 0; j < C.cols; j++)
    lia_vec_copy(lia_cols_at(C, 0, j), lia_cols_at(A, 0, j), C.rows);
}

void lia_cols_transpose(lia_cols C, lia_cols A) {
  LIA_ASSERT(C.rows == A.cols && C.cols == A.rows);
  for (int j = 0; j < C.cols; j++)
    for (int i = 0; i < C.rows; i++) *lia_cols_at(C, i, j) = *lia_cols_at(A, j, i);
}

void lia_cols_add(lia_cols C, double s, lia_cols A) {
  LIA_ASSERT(C.rows == A.rows && C.cols == A.cols);
  for (int j = 0; j < C.cols; j++)
    lia_vec_axpy(lia_cols_at(C, 0, j), s, lia_cols_at(A, 0, j), C.rows);
}

void lia_cols_scale(lia_cols C, double s) {
  for (int j = 0; j < C.cols; j++)
    lia_vec_scale(lia_cols_at(C, 0, j), s, lia_cols_at(C, 0, j), C.rows);
}

void lia_cols_even(lia_cols C) {
  LIA_ASSERT(C.rows == C.cols);
  for (int j = 0; j < C.cols; j++)
    for (int i = 0; i < j; i++) {
      double mean = 0.5 * *lia_cols_at(C, i, j) + 0.5 * *lia_cols_at(C, j, i);
      *lia_cols_at(C, i, j) = mean;
      *lia_cols_at(C, j, i) = mean;
    }
}

static CBLAS_TRANSPOSE cols_op(int turned) { return turned ? CblasTrans : CblasNoTrans; }

void lia_cols_mul(lia_cols C, double c, double s, lia_cols A, char op_a, lia_cols B, char op_b) {
  const int turn_a = op_a == 'T', turn_b = op_b == 'T';
  const int inner = turn_a ? A.rows : A.cols;
  LIA_ASSERT(C.rows == A.rows + A.cols - inner);
  LIA_ASSERT((turn_b ? B.cols : B.rows) == inner && C.cols == B.rows + B.cols - inner);
  if (!C.rows || !C.cols) return;
  if (inner)
    cblas_dgemm(CblasColMajor, cols_op(turn_a), cols_op(turn_b), C.rows, C.cols, inner, s, A.x,
        A.ld, B.x, B.ld, c, C.x, C.ld);
  else lia_cols_scale(C, c);
}

double lia_cols_norm(lia_cols A) {
  double most = 0, sum = 0;
  for (int j = 0; j < A.cols; j++) {
    double m = lia_vec_max(lia_cols_at(A, 0, j), A.rows);
    if (m > most) most = m;
  }
  if (!(most > 0) || !(most <= DBL_MAX)) return most;
  for (int j = 0; j < A.cols; j++) {
    double m = lia_vec_norm(lia_cols_at(A, 0, j), A.rows) / most;
    sum += m * m;
  }
  return most * sqrt(sum);
}

int lia_cols_finite(lia_cols A) {
  for (int j = 0; j < A.cols; j++)
    if (lia_vec_bad(lia_cols_at(A, 0, j), A.rows) >= 0) return 0;
  return 1;
}
