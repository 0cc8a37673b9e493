/* coefficients.h - polynomials by their coefficients, highest first: roots, and back */
#ifndef LIA_COEFFICIENTS_H
#define LIA_COEFFICIENTS_H

#include "base/status.h"

LIA_C_BEGIN

/* re, im: count - 1. Eigenvalues of the balanced companion matrix (Edelman, Murakami, Mathematics
 * of Computation 64, 1995), each polished by Newton's step while |p| falls. Zeros at the end of c
 * are roots at 0, exactly; LIA_EARG where the first coefficient is 0. *degree: count - 1 */
lia_status lia_coefficients_roots(double *re, double *im, int *degree, const double *c, int count,
                                  lia_error *err) LIA_NODISCARD;

/* c: n + 1, (s - r_1) .. (s - r_n); LIA_EARG where a complex root has no conjugate beside it */
lia_status lia_coefficients_of(double *c, const double *re, const double *im, int n, lia_error *err)
    LIA_NODISCARD;

LIA_C_END

#endif
