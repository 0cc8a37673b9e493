/* crossing.h - the frequencies at which a frequency response meets a level, from eigenvalues */
#ifndef LIA_CROSSING_H
#define LIA_CROSSING_H

#include "ctl/lti.h"

LIA_C_BEGIN

/* what becomes singular at these frequencies, G~(s) = G(-s)' or G(1/z)': G~ G - level^2; G + G~ -
 * level; L - L~ of one input and output, which is 2 i Im L */
typedef enum lia_crossing_of { LIA_CROSSING_SIZE, LIA_CROSSING_REAL, LIA_CROSSING_PHASE }
    lia_crossing_of;

/* The generalized eigenvalues of a pencil of order 2n + m (no matrix is inverted) that lie within
 * `near` (relative) of the imaginary axis, or of the unit circle for sampled systems: their
 * frequencies w >= 0, rad/s or rad per sample, rising, into w (2n + m at most). A generous `near`
 * gives candidates: what they are is for the caller to ask the response.
 * S. Boyd, V. Balakrishnan, P. Kabamba, Math. Control Signals Systems 2 (1989) 207 */
lia_status lia_crossing_find(lia_arena *a, double *w, int *count, const lia_lti *s,
    lia_crossing_of what, double level, int discrete, double near, lia_error *err) LIA_NODISCARD;

LIA_C_END

#endif
