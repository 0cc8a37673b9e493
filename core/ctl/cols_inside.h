/* cols_inside.h - matrices as LAPACK stores them, column by column, and the desk they lie on
 *
 * A desk is the memory of one call: it remembers that memory ran out, so that a function takes all
 * it needs and asks once (lia_desk_ready). While it stands, LAPACK runs on one thread. */
#ifndef LIA_COLS_INSIDE_H
#define LIA_COLS_INSIDE_H

#include "base/arena.h"
#include "num/mat.h"

LIA_C_BEGIN

/* element (i, j) is x[i + j ld] */
typedef struct lia_cols { double *x; int rows, cols, ld; } lia_cols;

typedef struct lia_desk { lia_arena a; int failed, threads; } lia_desk;

void lia_desk_begin(lia_desk *d);
void lia_desk_end(lia_desk *d);
lia_status lia_desk_ready(const lia_desk *d, lia_error *err);   /* LIA_ENOMEM where it ran out */
double *lia_desk_doubles(lia_desk *d, size_t n);                /* zeroed; NULL: it ran out */
int *lia_desk_ints(lia_desk *d, size_t n);

/* zeros, 1 on the diagonal, a copy of a matrix, of a matrix transposed; .x NULL: no memory */
lia_cols lia_cols_new(lia_desk *d, int rows, int cols);
lia_cols lia_cols_eye(lia_desk *d, int n);
lia_cols lia_cols_of(lia_desk *d, lia_mat A);
lia_cols lia_cols_again(lia_desk *d, lia_cols A);
lia_cols lia_cols_turned(lia_desk *d, lia_cols A);

static inline double *lia_cols_at(lia_cols A, int i, int j) {
  return A.x + (size_t)i + (size_t)j * (size_t)A.ld;
}

lia_cols lia_cols_part(lia_cols A, int i, int j, int rows, int cols);   /* a view */
void lia_cols_give(lia_mat C, lia_cols A);               /* C = A, row by row */
void lia_cols_copy(lia_cols C, lia_cols A);
void lia_cols_transpose(lia_cols C, lia_cols A);         /* C = A', another memory */
void lia_cols_add(lia_cols C, double s, lia_cols A);     /* C = C + s A */
void lia_cols_scale(lia_cols C, double s);
void lia_cols_even(lia_cols C);                          /* C = (C + C') / 2 */
/* C = c C + s op(A) op(B); op: 'N' as it is, 'T' transposed */
void lia_cols_mul(lia_cols C, double c, double s, lia_cols A, char op_a, lia_cols B, char op_b);
double lia_cols_norm(lia_cols A);                        /* Frobenius */
int lia_cols_finite(lia_cols A);

LIA_C_END

#endif
