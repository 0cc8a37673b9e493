/* zeros.h - invariant zeros of a linear system
 *
 * Where P(s) = [A - s 1, B; C, D] has less than its normal rank n + r. Emami-Naeini and Van Dooren,
 * Computation of zeros of linear multivariable systems, Automatica 18, 1982: orthogonal steps take
 * away zeros at infinity and what has none, first by rows, then by columns; the zeros of the square
 * system with invertible D that is left are eigenvalues of a pair. */
#ifndef LIA_ZEROS_H
#define LIA_ZEROS_H

#include "num/mat.h"

LIA_C_BEGIN

/* re, im: n, *count of them. *infinite: zeros at infinity with their multiplicity; *rank: r, the
 * normal rank of C (s - A)^-1 B + D. tol: of ranks, relative to the norm of [A B; C D]; < 0:
 * 10 (n + m + p) eps */
lia_status lia_zeros(double *re, double *im, int *count, int *infinite, int *rank, lia_mat A,
                     lia_mat B, lia_mat C, lia_mat D, double tol, lia_error *err) LIA_NODISCARD;

LIA_C_END

#endif
