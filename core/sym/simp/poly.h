/* poly.h - expressions as polynomials of terms.h, and back */
#ifndef LIA_POLY_H
#define LIA_POLY_H

#include "sym/simp/terms.h"

LIA_C_BEGIN

/* poly[i]: e[i], multiplied out already, as one polynomial */
void lia_poly_read(lia_terms *t, uint32_t n, const lia_expr *e, uint32_t *poly);

/* as it stands: every sum is a polynomial, products are multiplied out into the sums they stand in.
 * poly[0 .. n) are the first, those of the sums inside follow. What is divided by, and what stands
 * in functions, stays as it is */
void lia_poly_read_sums(lia_terms *t, uint32_t n, const lia_expr *e, uint32_t *poly);

/* k1 x + k2 x = (k1 + k2) x with k1 + k2 one constant */
void lia_poly_merge(lia_terms *t, uint32_t poly);

/* out[i] = by[i] times polynomial poly[i] (UINT32_MAX: 0), every name written out once, sums in
 * sums and products in products apart. 1, or 0 where memory is out */
int lia_poly_build(lia_terms *t, uint32_t n, const uint32_t *poly, const lia_ratio *by,
    lia_expr *out);

LIA_C_END

#endif
