/* mat.h - dense views: rows and columns of somebody's doubles, row major; products, norms
 *
 * A view is passed by value and owns nothing. `const double *` data may be viewed too: arguments
 * that are only read are named A, B, x, y below; what is written comes first. Results may not
 * overlap arguments unless said. Zero rows or columns are ordinary. Sizes must match: that is
 * asserted (base/assert.h), not reported. */
#ifndef LIA_MAT_H
#define LIA_MAT_H

#include "base/assert.h"
#include "base/status.h"
#include "num/vec.h"

LIA_C_BEGIN

typedef struct lia_mat {
  double *x;              /* element (i, j) is x[i*ld + j] */
  int rows, cols, ld;     /* ld >= cols */
} lia_mat;

/* view rows*cols numbers that lie one row after the other; const data may only be read through it
 */
static inline lia_mat lia_mat_of(const double *x, int rows, int cols) {
  return LIA_LITERAL(lia_mat){ (double *)(void *)(size_t)x, rows, cols, cols };
}

static inline double *lia_mat_at(lia_mat A, int i, int j) {
  return A.x + (size_t)i * (size_t)A.ld + j;
}

/* a matrix without columns may have no memory: its rows start where it does */
static inline double *lia_mat_row(lia_mat A, int i) {
  return A.cols ? A.x + (size_t)i * (size_t)A.ld : A.x;
}

/* the block of rows x cols elements that starts at (i, j): a view into A */
static inline lia_mat lia_mat_part(lia_mat A, int i, int j, int rows, int cols) {
  LIA_ASSERT(i >= 0 && rows >= 0 && i + rows <= A.rows);
  LIA_ASSERT(j >= 0 && cols >= 0 && j + cols <= A.cols);
  return LIA_LITERAL(lia_mat){ rows && cols ? lia_mat_at(A, i, j) : A.x, rows, cols, A.ld };
}

/* fresh, zeroed, 64-aligned memory for rows x cols; LIA_EARG where a size is negative */
lia_status lia_mat_new(lia_mat *A, int rows, int cols, lia_error *err) LIA_NODISCARD;
/* only what lia_mat_new made; NULL data is fine */
void lia_mat_free(lia_mat *A);

void lia_mat_zero(lia_mat C);
/* 1 where i = j, also where C is not square */
void lia_mat_eye(lia_mat C);
void lia_mat_copy(lia_mat C, lia_mat A);                 /* C = A */
/* C = A'; in place where C and A are one square view */
void lia_mat_transpose(lia_mat C, lia_mat A);
void lia_mat_scale(lia_mat C, double s, lia_mat A);      /* C = s A; C may be A */
void lia_mat_add(lia_mat C, lia_mat A, double s, lia_mat B);  /* C = A + s B; C may be A or B */
void lia_mat_mirror(lia_mat C);                          /* upper triangle = lower triangle' */

void lia_mat_mul(lia_mat C, lia_mat A, lia_mat B);       /* C = A B */
void lia_mat_tmul(lia_mat C, lia_mat A, lia_mat B);      /* C = A' B */
void lia_mat_mult(lia_mat C, lia_mat A, lia_mat B);      /* C = A B' */
void lia_mat_tmult(lia_mat C, lia_mat A, lia_mat B);     /* C = A' B' */
void lia_mat_muladd(lia_mat C, double s, lia_mat A, lia_mat B);   /* C = C + s A B */
void lia_mat_tmuladd(lia_mat C, double s, lia_mat A, lia_mat B);  /* C = C + s A' B */

void lia_mat_mulv(double *y, lia_mat A, const double *x);    /* y (rows) = A x */
void lia_mat_tmulv(double *y, lia_mat A, const double *x);   /* y (cols) = A' x */
double lia_mat_quad(lia_mat A, const double *x, const double *y);  /* x' A y */

double lia_mat_norm1(lia_mat A);                         /* largest column sum of |a|  */
double lia_mat_norminf(lia_mat A);                       /* largest row sum of |a| */
/* sqrt(sum of squares), safe from overflow */
double lia_mat_normf(lia_mat A);
double lia_mat_max(lia_mat A);                           /* max |a| */
double lia_mat_diff(lia_mat A, lia_mat B);               /* max |a - b| */
double lia_mat_trace(lia_mat A);
double lia_mat_skewness(lia_mat A);                      /* max |a_ij - a_ji|: 0 where symmetric */

/* LIA_EDOMAIN naming the first element that is NaN or infinite, "A[2][3]" with name "A" (indices
 * from 0); the second looks at the lower triangle only */
lia_status lia_mat_finite(lia_mat A, const char *name, lia_error *err) LIA_NODISCARD;
lia_status lia_mat_finite_lower(lia_mat A, const char *name, lia_error *err) LIA_NODISCARD;

LIA_C_END

#endif
