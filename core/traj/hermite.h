/* hermite.h - polynomials through values and derivatives at both ends
 *
 *   x(u) = sum_k<r a_k u^k/k! + u^r sum_k<r q_k u^k,   0 <= u <= 1
 *
 * with a the value and r - 1 derivatives at 0, and q such that those at 1 are met: degree 2 r - 1.
 * r = 2, 3, 4: cubic, quintic, septic. */
#ifndef LIA_HERMITE_H
#define LIA_HERMITE_H

#include "traj/pieces.h"

LIA_C_BEGIN

enum { LIA_HERMITE_MOST = 4 };

/* c[0 .. 2 r - 1] about the start of a piece of length h, from a[k stride] and b[k stride], k < r,
 * derivatives in time at its ends */
void lia_hermite(double *c, int r, double h, const double *a, const double *b, int stride);

/* the integral of (x^(r))^2 over a piece of length 1 as a quadratic form u' E u of its ends,
 * u = (x, x' .. at 0, x, x' .. at 1): E is 2 r x 2 r */
void lia_hermite_energy(int r, double E[2 * LIA_HERMITE_MOST][2 * LIA_HERMITE_MOST]);

/* one piece from rows a to rows b (degree + 1)/2 x n of values, velocities, .. in the time T;
 * degree 3, 5 or 7. LIA_EARG: another degree, T not above 0 */
LIA_NODISCARD lia_status lia_hermite_curve(lia_pieces **out, int degree, const double *a,
                                           const double *b, int n, double T, lia_error *err);

LIA_C_END

#endif
