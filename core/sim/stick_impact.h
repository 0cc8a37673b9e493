/* stick_impact.h - what jumps: dry friction that sticks, points that strike a hard plane, rest on
 * it, stick to it or slide along it, joints at their stops
 *
 * Between events every element has a mode. Held joints, resting points and joints at a stop are
 * equations on the accelerations,
 *   J a = -dJ/dt v,   M a = f + G^T y + W lambda,   G a = -c (loops and constraints of the model)
 * with W = J^T for what is held, and W = Jn^T - mu Jd^T for a point that slides along its plane in
 * direction d. With
 *   C = M^-1 - M^-1 G^T (G M^-1 G^T)^-1 G M^-1
 * the accelerations that forces give where the constraints stand, they are
 * (J C W) lambda = -(J a_0 + dJ/dt v), and the same J C W tells impulses, so that an impact keeps
 * the constraints. Equations that say the same twice share their forces so that these are least.
 * Modes change where
 *   sliding    the speed comes to zero: held where friction suffices, else it goes on the other way
 *   held       the force it takes reaches the static limit (mu times the normal force)
 *   away       the gap closes: an impulse with Newton's restitution and Coulomb's friction; it
 *              rests where it is slow
 *   resting    the force it takes would have to pull
 * A joint that begins beyond its stop is free until it has come back. */
#ifndef LIA_HOLD_H
#define LIA_HOLD_H

#include "sim/machine.h"

LIA_C_BEGIN

/* contact modes from (t, x) at the start; a point that already penetrates gets an impulse, which
 * changes x. EARG where a point starts behind its plane */
LIA_NODISCARD lia_status lia_hold_begin(lia_model_ode *s, double t, double *x, lia_error *err);
/* the same after something else changed the state or the forces at t; strikes are counted on */
LIA_NODISCARD lia_status lia_hold_again(lia_model_ode *s, double t, double *x, lia_error *err);
/* (loads->njump) functions whose falling zeros are the events */
LIA_NODISCARD lia_status lia_hold_events(lia_model_ode *s, double t, const double *x, double *g,
    lia_error *err);
/* 1: of what jumps nothing can have happened between x_old and x, h apart: stops out of reach, and
 * nothing else. O(stops) */
int lia_hold_calm(const lia_model_ode *s, double h, const double *x_old, const double *x);
/* event k (of njump) happened */
LIA_NODISCARD lia_status lia_hold_at(lia_model_ode *s, int k, double t, double *x, lia_error *err);
/* a (nv), the accelerations without holding forces, corrected; lambda of the elements set,
 * multipliers of constraints corrected */
LIA_NODISCARD lia_status lia_hold_correct(lia_model_ode *s, double t, const double *q,
    const double *v, double *a, lia_error *err);
/* after a step: what rests back onto its plane, what is held back to rest, both by the least change
 * in the mass metric */
LIA_NODISCARD lia_status lia_hold_keep(lia_model_ode *s, double t, double *x, lia_error *err);

LIA_C_END

#endif
