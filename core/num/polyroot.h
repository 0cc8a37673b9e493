/* polyroot.h - the real roots of a polynomial in an interval, all of them, where it changes sign */
#ifndef LIA_POLYROOT_H
#define LIA_POLYROOT_H

#include "base/extern.h"

LIA_C_BEGIN

enum { LIA_POLYROOT_DEGREE = 24 };   /* at most */

/* c[0] + c[1] x + .. + c[degree] x^degree at x, by Horner */
static inline double lia_poly_at(const double *c, int degree, double x) {
  double sum = 0;
  for (int k = degree; k >= 0; k--) sum = sum * x + c[k];
  return sum;
}

/* coefficients of derivative `order` of a polynomial into out (one where it is 0); returns its
 * degree */
int lia_poly_derived(const double *c, int degree, int order, double *out);

/* roots of c[0] + .. + c[degree] x^degree in lo <= x <= hi where it changes sign or is 0 at an end,
 * rising, each as near as doubles tell; returns how many (at most degree; of the zero polynomial
 * none). Between two neighbouring roots of its derivative a polynomial is monotonic: there is one
 * root where it changes sign, and bisection with Newton's step finds it. A root that is only
 * touched lies at a root of the derivative, and is found where rounding leaves it on the axis */
int lia_polyroot(const double *c, int degree, double lo, double hi, double *root);

LIA_C_END

#endif
