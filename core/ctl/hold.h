/* hold.h - a continuous system as a sampled one, and back */
#ifndef LIA_HOLD_H
#define LIA_HOLD_H

#include "ctl/lti.h"

LIA_C_BEGIN

/* zoh: the input stands still between samples; foh: it moves on straight lines (the triangle hold,
 * which looks one sample ahead); tustin: s = k (z - 1) / (z + 1), k = 2 / T, or w / tan(w T / 2)
 * where w is given, so that both responses agree at that frequency; impulse: the impulse response
 * is kept, times T; euler: s = (z - 1) / T; backward: s = (z - 1) / (T z) */
#define LIA_HOLD_LIST(X) X(zoh) X(foh) X(tustin) X(impulse) X(euler) X(backward)

typedef enum lia_hold_method {
#define X(name) LIA_HOLD_##name,
  LIA_HOLD_LIST(X)
#undef X
  LIA_HOLD_COUNT
} lia_hold_method;

/* to = the sampled system of s at period T > 0, in the arena. w: rad/s of prewarping, or 0.
 * LIA_ESINGULAR where the substitution has no inverse (k is an eigenvalue of A, ..); LIA_EARG where
 * the method cannot be (impulse with D, w T >= pi). G. Franklin, J. Powell, M. Workman, Digital
 * Control of Dynamic Systems (1998), 4 and 6 */
lia_status lia_hold_sample(lia_arena *a, lia_lti *to, const lia_lti *s, double T,
    lia_hold_method method, double w, lia_error *err) LIA_NODISCARD;
/* the continuous system whose sampled one is s; LIA_EDOMAIN where there is none (an eigenvalue 0 or
 * negative has no logarithm) */
lia_status lia_hold_continue(lia_arena *a, lia_lti *to, const lia_lti *s, double T,
    lia_hold_method method, double w, lia_error *err) LIA_NODISCARD;

LIA_C_END

#endif
