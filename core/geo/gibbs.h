/* gibbs.h - rotations as Rodrigues (Gibbs) parameters p = u tan(t/2): to and from quaternions,
 * product, rates
 *
 *   R = I + 2/(1 + p.p) (p~ + p~ p~)                              [thesis F2.11], [nonhol (A5.6.2)]
 *   w = 2/(1 + p.p) (p' +- p x p'),  p' = 1/2 (w +- w x p + (w.p) p)       + base, - body
 *
 * Infinite at half a turn: there a vector of length 1e16 along the axis stands for it, which gives
 * back the same rotation to rounding; of it the line of the axis is what is determined. Going in,
 * infinite numbers are taken as such: half a turn about the direction they make. */
#ifndef LIA_GIBBS_H
#define LIA_GIBBS_H

#include "geo/quat.h"

LIA_C_BEGIN

void lia_gibbs_to_quat(double q[4], const double p[3]);

/* any q. pole: within LIA_POLE_NEAR of half a turn HALF_TURN and INFINITE, other = -p; else other =
 * p */
void lia_gibbs_from_quat(double p[3], const double q[4], lia_pole *pole);

/* (a + b + a x b)/(1 - a.b), R(o) = R(a) R(b), right also where a.b = 1           [thesis F2.11] */
void lia_gibbs_mul(double o[3], const double a[3], const double b[3]);

/* both ways without a singular set, for |p| up to 1e150 */
void lia_gibbs_omega(double w[3], const double p[3], const double pd[3], lia_side side);
void lia_gibbs_rate(double pd[3], const double p[3], const double w[3], lia_side side);
void lia_gibbs_accel(double wd[3], const double p[3], const double pd[3], const double pdd[3],
    lia_side side);
void lia_gibbs_rate2(double pdd[3], const double p[3], const double pd[3], const double wd[3],
    lia_side side);

LIA_C_END

#endif
