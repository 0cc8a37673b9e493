/* matfun.h - functions of a square matrix: exponential, logarithm */
#ifndef LIA_MATFUN_H
#define LIA_MATFUN_H

#include "base/arena.h"
#include "num/mat.h"

LIA_C_BEGIN

/* X = exp(A) by scaling and squaring: the [m/m] Pade approximant of A / 2^s, squared s times; m and
 * s from |A^k|^(1/k), so that a matrix far from normal is not scaled too much. X may not be A.
 * LIA_EDOMAIN where exp(A) is larger than a double holds.
 * N. Higham, SIAM J. Matrix Anal. Appl. 26 (2005) 1179; A. Al-Mohy, N. Higham, 31 (2009) 970 */
lia_status lia_matfun_exp(lia_arena *a, lia_mat X, lia_mat A, lia_error *err) LIA_NODISCARD;

/* X = log(A), the one with eigenvalues between -pi and pi: square roots of the real Schur form
 * until it is near 1, then the [7/7] Pade approximant in partial fractions (Gauss and Legendre);
 * diagonal blocks in closed form. LIA_EDOMAIN naming an eigenvalue that is 0 or negative.
 * N. Higham, Functions of Matrices (2008), chapters 6 and 11 */
lia_status lia_matfun_log(lia_arena *a, lia_mat X, lia_mat A, lia_error *err) LIA_NODISCARD;

LIA_C_END

#endif
