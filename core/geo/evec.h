/* evec.h - rotations as an Euler vector v = t u (exponential coordinates): rates
 *
 * Conversions are lia_quat_exp, lia_quat_log, lia_rot_exp, lia_rot_log.
 *
 *   w = v' +- B v x v' + C v x (v x v'),  B = (1 - cos t)/t^2,  C = (t - sin t)/t^3  + base, - body
 *
 * One-to-one for |v| < 2 pi. Where |v| = 2 pi k, k > 0, only the part of w along v can be had:
 * within LIA_POLE_NEAR of there rate gives the shortest v' that does it and returns
 * LIA_POLE_NO_INVERSE, else 0. */
#ifndef LIA_EVEC_H
#define LIA_EVEC_H

#include "geo/rot.h"

LIA_C_BEGIN

void lia_evec_omega(double w[3], const double v[3], const double vd[3], lia_side side);
unsigned lia_evec_rate(double vd[3], const double v[3], const double w[3], lia_side side);
void lia_evec_accel(double wd[3], const double v[3], const double vd[3], const double vdd[3],
    lia_side side);
unsigned lia_evec_rate2(double vdd[3], const double v[3], const double vd[3], const double wd[3],
    lia_side side);

LIA_C_END

#endif
