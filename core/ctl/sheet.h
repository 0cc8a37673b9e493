/* sheet.h - matrices that live as long as one computation, and eigenvalues and singular
 * values of them by LAPACK
 *
 * Everything is taken from the caller's arena and dies with it. Matrices are row major as
 * everywhere; what LAPACK wants column by column is turned here. */
#ifndef LIA_SHEET_H
#define LIA_SHEET_H

#include "base/arena.h"
#include "num/mat.h"

LIA_C_BEGIN

/* zeroed numbers and matrices; LIA_ENOMEM, LIA_EARG beyond what LAPACK counts */
lia_status lia_sheet_vec(lia_arena *a, double **x, int n, lia_error *err) LIA_NODISCARD;
lia_status lia_sheet_mat(lia_arena *a, lia_mat *M, int rows, int cols, lia_error *err)
    LIA_NODISCARD;
lia_status lia_sheet_copy(lia_arena *a, lia_mat *M, lia_mat A, lia_error *err) LIA_NODISCARD;
/* M = A B, M = A', in the arena */
lia_status lia_sheet_mul(lia_arena *a, lia_mat *M, lia_mat A, lia_mat B, lia_error *err)
    LIA_NODISCARD;
lia_status lia_sheet_turn(lia_arena *a, lia_mat *M, lia_mat A, lia_error *err) LIA_NODISCARD;

/* B = A^-1 B, and B = B A^-1; LIA_ESINGULAR with the text `what` where A has no inverse */
lia_status lia_sheet_divide(lia_arena *a, lia_mat B, lia_mat A, const char *what, lia_error *err)
    LIA_NODISCARD;
lia_status lia_sheet_rdivide(lia_arena *a, lia_mat B, lia_mat A, const char *what, lia_error *err)
    LIA_NODISCARD;

/* the eigenvalues re + i im of a square A, in LAPACK's order (dgeev) */
lia_status lia_sheet_eig(lia_arena *a, lia_mat A, double *re, double *im, lia_error *err)
    LIA_NODISCARD;
/* those of the pencil A - w E (dggev): w = (re + i im) / beta, beta may be 0 */
lia_status lia_sheet_pencil(lia_arena *a, lia_mat A, lia_mat E, double *re, double *im,
    double *beta, lia_error *err) LIA_NODISCARD;

/* A = U diag(s) V': U rows x k, Vt k x cols, k the smaller size; either may be NULL */
lia_status lia_sheet_svd(lia_arena *a, lia_mat A, double **s, lia_mat *U, lia_mat *Vt,
    lia_error *err) LIA_NODISCARD;
/* the largest singular value of the complex matrix re + i im */
lia_status lia_sheet_largest(lia_arena *a, lia_mat re, lia_mat im, double *s, lia_error *err)
    LIA_NODISCARD;
/* the least eigenvalue of the Hermitian matrix re + i im */
lia_status lia_sheet_least(lia_arena *a, lia_mat re, lia_mat im, double *w, lia_error *err)
    LIA_NODISCARD;

LIA_C_END

#endif
