/* pbh.h - which modes can be moved: the least singular value of [A - lambda 1, B]
 *
 * Popov, Belevitch, Hautus: the mode lambda of x' = A x + B u is moved by no input where the rank
 * of [A - lambda 1, B] is less than n. The least singular value is the distance to such a system
 * (Eising, Systems & Control Letters 4, 1984) */
#ifndef LIA_PBH_H
#define LIA_PBH_H

#include "num/mat.h"

LIA_C_BEGIN

/* re, im, sigma: n, for every eigenvalue of A. n + 1 singular value decompositions at most */
lia_status lia_pbh(double *re, double *im, double *sigma, lia_mat A, lia_mat B, lia_error *err)
    LIA_NODISCARD;

LIA_C_END

#endif
