/* law_curve.h - moves by laws as curves of pieces */
#ifndef LIA_LAW_CURVE_H
#define LIA_LAW_CURVE_H

#include "traj/law.h"
#include "traj/pieces.h"

LIA_C_BEGIN

/* from + (to - from) s(t/T), axis i by law[i stride] (stride 0: one law for all). Laws of
 * polynomials are given exactly and *error is 0; those of sines by polynomials of degree 7 through
 * their values and three derivatives, and *error is the largest distance met between the two, any
 * axis. LIA_EARG: T not above 0 */
LIA_NODISCARD lia_status lia_law_curve(lia_pieces **out, const lia_law *law, int stride,
                                       const double *from, const double *to, int n, double T,
                                       double *error, lia_error *err);

LIA_C_END

#endif
