/* mat.c - products row by row, so that inner loops run along memory */
#include "num/mat.h"

#include "base/assert.h"
#include "base/mem.h"
#include "base/text.h"

lia_status lia_mat_new(lia_mat *A, int rows, int cols, lia_error *err) {
  *A = (lia_mat){ NULL, 0, 0, 0 };
  if (rows < 0 || cols < 0)
    return LIA_FAIL(err, LIA_EARG, "", "expected sizes of a matrix, got %d x %d", rows, cols);
  size_t n = (size_t)rows * (size_t)cols;
  double *x = n > (size_t)-1 / 16 ? NULL : lia_block(n * sizeof *x);
  if (!x) return LIA_FAIL(err, LIA_ENOMEM, "", "out of memory for a matrix of %d x %d", rows, cols);
  *A = (lia_mat){ x, rows, cols, cols };
  return LIA_OK;
}

void lia_mat_free(lia_mat *A) {
  lia_free(A->x);
  *A = (lia_mat){ NULL, 0, 0, 0 };
}

void lia_mat_zero(lia_mat C) {
  for (int i = 0; i < C.rows; i++) lia_vec_zero(lia_mat_row(C, i), C.cols);
}

void lia_mat_eye(lia_mat C) {
  lia_mat_zero(C);
  for (int i = 0; i < C.rows && i < C.cols; i++) *lia_mat_at(C, i, i) = 1;
}

void lia_mat_copy(lia_mat C, lia_mat A) {
  LIA_ASSERT(C.rows == A.rows && C.cols == A.cols);
  for (int i = 0; i < C.rows; i++) lia_vec_copy(lia_mat_row(C, i), lia_mat_row(A, i), C.cols);
}

static void transpose_in_place(lia_mat C) {
  for (int i = 0; i < C.rows; i++)
    for (int j = 0; j < i; j++) {
      double t = *lia_mat_at(C, i, j);
      *lia_mat_at(C, i, j) = *lia_mat_at(C, j, i);
      *lia_mat_at(C, j, i) = t;
    }
}

void lia_mat_transpose(lia_mat C, lia_mat A) {
  LIA_ASSERT(C.rows == A.cols && C.cols == A.rows);
  LIA_ASSERT(C.x != A.x || C.rows == C.cols || C.rows == 0 || C.cols == 0);
  if (C.x == A.x && C.rows == C.cols) {   // an empty view may start where another does
    transpose_in_place(C);
    return;
  }
  for (int i = 0; i < A.rows; i++)
    for (int j = 0; j < A.cols; j++) *lia_mat_at(C, j, i) = *lia_mat_at(A, i, j);
}

void lia_mat_scale(lia_mat C, double s, lia_mat A) {
  LIA_ASSERT(C.rows == A.rows && C.cols == A.cols);
  for (int i = 0; i < C.rows; i++) lia_vec_scale(lia_mat_row(C, i), s, lia_mat_row(A, i), C.cols);
}

void lia_mat_add(lia_mat C, lia_mat A, double s, lia_mat B) {
  LIA_ASSERT(C.rows == A.rows && C.cols == A.cols && C.rows == B.rows && C.cols == B.cols);
  for (int i = 0; i < C.rows; i++)
    lia_vec_add(lia_mat_row(C, i), lia_mat_row(A, i), s, lia_mat_row(B, i), C.cols);
}

void lia_mat_mirror(lia_mat C) {
  LIA_ASSERT(C.rows == C.cols);
  for (int i = 0; i < C.rows; i++)
    for (int j = 0; j < i; j++) *lia_mat_at(C, j, i) = *lia_mat_at(C, i, j);
}

void lia_mat_muladd(lia_mat C, double s, lia_mat A, lia_mat B) {
  LIA_ASSERT(C.rows == A.rows && C.cols == B.cols && A.cols == B.rows);
  for (int i = 0; i < C.rows; i++)
    for (int k = 0; k < A.cols; k++)
      lia_vec_axpy(lia_mat_row(C, i), s * *lia_mat_at(A, i, k), lia_mat_row(B, k), C.cols);
}

void lia_mat_tmuladd(lia_mat C, double s, lia_mat A, lia_mat B) {
  LIA_ASSERT(C.rows == A.cols && C.cols == B.cols && A.rows == B.rows);
  for (int k = 0; k < A.rows; k++)
    for (int i = 0; i < C.rows; i++)
      lia_vec_axpy(lia_mat_row(C, i), s * *lia_mat_at(A, k, i), lia_mat_row(B, k), C.cols);
}

void lia_mat_mul(lia_mat C, lia_mat A, lia_mat B) {
  LIA_ASSERT((C.x != A.x && C.x != B.x) || C.rows == 0 || C.cols == 0);
  lia_mat_zero(C);
  lia_mat_muladd(C, 1, A, B);
}

void lia_mat_tmul(lia_mat C, lia_mat A, lia_mat B) {
  LIA_ASSERT((C.x != A.x && C.x != B.x) || C.rows == 0 || C.cols == 0);
  lia_mat_zero(C);
  lia_mat_tmuladd(C, 1, A, B);
}

void lia_mat_mult(lia_mat C, lia_mat A, lia_mat B) {
  LIA_ASSERT(C.rows == A.rows && C.cols == B.rows && A.cols == B.cols);
  for (int i = 0; i < C.rows; i++)
    for (int j = 0; j < C.cols; j++)
      *lia_mat_at(C, i, j) = lia_vec_dot(lia_mat_row(A, i), lia_mat_row(B, j), A.cols);
}

// C' = B A, one column of C at a time
void lia_mat_tmult(lia_mat C, lia_mat A, lia_mat B) {
  LIA_ASSERT(C.rows == A.cols && C.cols == B.rows && A.rows == B.cols);
  lia_mat_zero(C);
  for (int k = 0; k < A.rows; k++)
    for (int i = 0; i < C.rows; i++)
      for (int j = 0; j < C.cols; j++)
        *lia_mat_at(C, i, j) = lia_fma(*lia_mat_at(A, k, i), *lia_mat_at(B, j, k),
            *lia_mat_at(C, i, j));
}

void lia_mat_mulv(double *y, lia_mat A, const double *x) {
  for (int i = 0; i < A.rows; i++) y[i] = lia_vec_dot(lia_mat_row(A, i), x, A.cols);
}

void lia_mat_tmulv(double *y, lia_mat A, const double *x) {
  lia_vec_zero(y, A.cols);
  for (int i = 0; i < A.rows; i++) lia_vec_axpy(y, x[i], lia_mat_row(A, i), A.cols);
}

double lia_mat_quad(lia_mat A, const double *x, const double *y) {
  double s = 0;
  for (int i = 0; i < A.rows; i++) s = lia_fma(x[i], lia_vec_dot(lia_mat_row(A, i), y, A.cols), s);
  return s;
}

// the larger of two, and NaN where one is NaN
static double mat_larger(double m, double s) { return s <= m || m != m ? m : s; }

double lia_mat_norm1(lia_mat A) {
  double m = 0;
  for (int j = 0; j < A.cols; j++) {
    double s = 0;
    for (int i = 0; i < A.rows; i++) s += fabs(*lia_mat_at(A, i, j));
    m = mat_larger(m, s);
  }
  return m;
}

double lia_mat_norminf(lia_mat A) {
  double m = 0;
  for (int i = 0; i < A.rows; i++) {
    double s = 0;
    for (int j = 0; j < A.cols; j++) s += fabs(*lia_mat_at(A, i, j));
    m = mat_larger(m, s);
  }
  return m;
}

// rows first, then hypot of row norms: no square is ever formed that could overflow
double lia_mat_normf(lia_mat A) {
  double s = 0;
  for (int i = 0; i < A.rows; i++) s = hypot(s, lia_vec_norm(lia_mat_row(A, i), A.cols));
  return s;
}

double lia_mat_max(lia_mat A) {
  double m = 0;
  for (int i = 0; i < A.rows; i++) m = mat_larger(m, lia_vec_max(lia_mat_row(A, i), A.cols));
  return m;
}

double lia_mat_diff(lia_mat A, lia_mat B) {
  LIA_ASSERT(A.rows == B.rows && A.cols == B.cols);
  double m = 0;
  for (int i = 0; i < A.rows; i++)
    m = mat_larger(m, lia_vec_diff(lia_mat_row(A, i), lia_mat_row(B, i), A.cols));
  return m;
}

double lia_mat_trace(lia_mat A) {
  double s = 0;
  for (int i = 0; i < A.rows && i < A.cols; i++) s += *lia_mat_at(A, i, i);
  return s;
}

double lia_mat_skewness(lia_mat A) {
  LIA_ASSERT(A.rows == A.cols);
  double m = 0;
  for (int i = 0; i < A.rows; i++)
    for (int j = 0; j < i; j++)
      m = mat_larger(m, fabs(*lia_mat_at(A, i, j) - *lia_mat_at(A, j, i)));
  return m;
}

static lia_status not_finite(lia_mat A, int i, int j, const char *name, lia_error *err) {
  char path[48];
  lia_text_format(path, sizeof path, "%.16s[%d][%d]", name, i, j);
  return LIA_FAIL(err, LIA_EDOMAIN, path, "expected a finite number, got %g", *lia_mat_at(A, i, j));
}

lia_status lia_mat_finite(lia_mat A, const char *name, lia_error *err) {
  for (int i = 0; i < A.rows; i++) {
    int j = lia_vec_bad(lia_mat_row(A, i), A.cols);
    if (j >= 0) return not_finite(A, i, j, name, err);
  }
  return LIA_OK;
}

lia_status lia_mat_finite_lower(lia_mat A, const char *name, lia_error *err) {
  for (int i = 0; i < A.rows; i++) {
    int j = lia_vec_bad(lia_mat_row(A, i), i + 1);
    if (j >= 0) return not_finite(A, i, j, name, err);
  }
  return LIA_OK;
}
