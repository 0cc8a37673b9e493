/* axang.h - rotations as an axis and an angle: to and from quaternions, rates
 *
 * The axis u may have any length; only its direction counts, and a zero axis turns nothing. Answers
 * are unit axes.
 *
 *   w = a' u + sin a u' +- (1 - cos a) u x u'       + base, - body
 *                                                     [course F3.4 by differentiation]
 *
 * Singular at a = 2 pi k, where u is anything: rates come back only along u. */
#ifndef LIA_AXANG_H
#define LIA_AXANG_H

#include "geo/quat.h"

LIA_C_BEGIN

void lia_axang_to_quat(double q[4], const double u[3], double a);

/* lia_quat_axis: a in [0, pi], any q */
void lia_axang_from_quat(double u[3], double *a, const double q[4], lia_pole *pole);

/* x = (u, a): four numbers. Of u' only what turns u counts. rate gives the u' that keeps the length
 * of u; within LIA_POLE_NEAR of a = 2 pi k it gives u' = 0 and a' = u.w and returns
 * LIA_POLE_NO_INVERSE, else 0 */
void lia_axang_omega(double w[3], const double x[4], const double xd[4], lia_side side);
unsigned lia_axang_rate(double xd[4], const double x[4], const double w[3], lia_side side);
void lia_axang_accel(double wd[3], const double x[4], const double xd[4], const double xdd[4],
    lia_side side);
unsigned lia_axang_rate2(double xdd[4], const double x[4], const double xd[4], const double wd[3],
    lia_side side);

LIA_C_END

#endif
