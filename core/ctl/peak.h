/* peak.h - the largest or the least of a frequency response, over all frequencies */
#ifndef LIA_PEAK_H
#define LIA_PEAK_H

#include "ctl/lti.h"

LIA_C_BEGIN

/* gamma = sup over w of the largest singular value of G(i w), or G(exp(i w)) where discrete, at
 * the frequency w (rad/s, rad per sample; infinity where it is D's), to relative `tol`. Stable: the
 * H-infinity norm; not stable: that on the axis, L-infinity. A pole on the axis: infinity. The
 * lower bound rises to the values between the frequencies that meet it until none does:
 * N. Bruinsma, M. Steinbuch, Systems & Control Letters 14 (1990) 287 */
typedef struct lia_peak { double value, w; int stable; } lia_peak;
lia_status lia_peak_norm(lia_peak *out, const lia_lti *s, int discrete, double tol, lia_error *err)
    LIA_NODISCARD;

/* value = the least eigenvalue of G + G* over all frequencies, w where; passive: positive real:
 * value >= 0 but for rounding, no pole outside, those on the axis simple with residue >= 0.
 * As many outputs as inputs */
lia_status lia_peak_passive(lia_peak *out, int *passive, const lia_lti *s, int discrete,
    lia_error *err) LIA_NODISCARD;

LIA_C_END

#endif
