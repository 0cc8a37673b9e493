/* schur.h - real Schur forms, of a matrix and of a pair, with chosen eigenvalues first  [GVL] 7.6-7
 *
 *   A = U T U'                 T upper quasi-triangular: blocks of one (real) and two (complex)
 *   A = Q S Z',  B = Q T Z'    S upper quasi-triangular, T upper triangular: A v = lambda B v
 *
 * U, Q, Z orthogonal. All n x n, row major; dgees, dgges make them, dtrsen, dtgsen order. */
#ifndef LIA_SCHUR_H
#define LIA_SCHUR_H

#include "ctl/region.h"
#include "num/mat.h"

LIA_C_BEGIN

/* re, im: n, in the order of T; *count: how many come first */
lia_status lia_schur(lia_mat U, lia_mat T, double *re, double *im, int *count, lia_mat A,
                     lia_select first, lia_error *err) LIA_NODISCARD;
/* eigenvalue k is (ar[k] + i ai[k]) / beta[k]; beta 0: infinite */
lia_status lia_generalized_schur(lia_mat Q, lia_mat Z, lia_mat S, lia_mat T, double *ar, double *ai,
                                 double *beta, int *count, lia_mat A, lia_mat B, lia_select first,
                                 lia_error *err) LIA_NODISCARD;

LIA_C_END

#endif
