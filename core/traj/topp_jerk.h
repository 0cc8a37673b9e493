/* topp_jerk.h - the shortest time along a path under limits of the third derivative too, from rest
 * to rest
 *
 *   lo <= a s''' + 3 b s' s'' + c s'^3 <= hi        (a, b, c = q_s, q_ss, q_sss of a coordinate)
 *
 * Between grid points the acceleration changes with time: (u+ - u-)/dt is s''', which is not convex
 * in x = s'^2. Newton's method on the duration with logarithmic barriers, from a slow motion inside
 * all limits: every iterate keeps them, the end is a local optimum within `gap` of it. s(t) is then
 * told with constant s''' between knots: position, speed and acceleration are continuous. */
#ifndef LIA_TOPP_JERK_H
#define LIA_TOPP_JERK_H

#include "traj/topp.h"

LIA_C_BEGIN

typedef struct lia_topp_third { double a, b, c, lo, hi; } lia_topp_third;   /* lo < 0 < hi */

typedef struct lia_topp_jerk_info { int newton; double gap, duration; } lia_topp_jerk_info;

/* p: from rest to rest (start and stop 0), no place inside where x_max is 0; third ((n + 1) x m3).
 * s(t): one component of degree 3, for lia_pieces_free. LIA_EUNREACHABLE: no slow motion is inside
 * all limits (some hold only at speed); LIA_EARG */
LIA_NODISCARD lia_status lia_topp_jerk(lia_pieces **out, const lia_topp_problem *p,
                                       const lia_topp_third *third, int m3,
                                       lia_topp_jerk_info *info, lia_error *err);

LIA_C_END

#endif
