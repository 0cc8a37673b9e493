/* hold.h - what jumps: dry friction that sticks, points that strike a hard plane
 *
 * Between events every element has a mode. Held joints and resting points are equations on the accelerations,
 *   J a = -dJ/dt v,   M a = f + W lambda,   (J M^-1 W) lambda = -(J a_0 + dJ/dt v)
 * with W = J^T for a held joint, and W = Jn^T - mu Jt^T for a point that rests on a plane and slides along it. Modes change where
 *   sliding      the speed comes to zero: held where the static limit suffices, else it turns round
 *   held         the force it takes reaches the static limit
 *   away         the gap closes: an impulse with Newton's restitution and Coulomb's friction; it rests where it is slow
 *   resting      the force it takes would have to pull */
#ifndef LIA_HOLD_H
#define LIA_HOLD_H

#include "sim/machine.h"

/* modes that fit t, x; x may be changed (a point that already strikes). EARG where a point starts behind its plane */
LIA_NODISCARD lia_status lia_hold_begin(lia_machine *s, double t, double *x, lia_error *err);
/* (loads->njump) functions whose falling zeros are the events */
LIA_NODISCARD lia_status lia_hold_events(lia_machine *s, double t, const double *x, double *g, lia_error *err);
/* event k (of njump) happened */
LIA_NODISCARD lia_status lia_hold_at(lia_machine *s, int k, double t, double *x, lia_error *err);
/* a (nv), the accelerations without holding forces, corrected; lambda of the elements set */
LIA_NODISCARD lia_status lia_hold_correct(lia_machine *s, double t, const double *q, const double *v, double *a, lia_error *err);

#endif
