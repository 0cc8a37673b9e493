/* margin.h - how far a loop of one input and one output is from instability: every crossing */
#ifndef LIA_MARGIN_H
#define LIA_MARGIN_H

#include "ctl/lti.h"

LIA_C_BEGIN

/* a frequency (rad/s) and what is left there */
typedef struct lia_margin { double w, left; } lia_margin;

/* L in 1 + L, T: sampling time, 0 continuous. gain: where L is real and negative (w = 0, the
 * highest frequency and infinity too), the factor -1 / L. phase: where |L| = 1, the angle
 * pi + arg L in (-pi, pi]. delay: the same frequencies, the seconds until the phase is used up.
 * Crossings from eigenvalues, polished by bisection of the response. flat: |L| = 1 (flat[0]) or
 * Im L = 0 (flat[1]) at all frequencies, nothing is listed for it then. Lists in the arena, rising
 */
typedef struct lia_margins {
  lia_margin *gain, *phase, *delay;
  int ngain, nphase, ndelay, flat[2];
} lia_margins;
lia_status lia_margin_find(lia_arena *a, lia_margins *out, const lia_lti *L, double T,
    lia_error *err) LIA_NODISCARD;

LIA_C_END

#endif
