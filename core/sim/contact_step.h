/* contact_step.h - steps of a mechanism whose shapes touch: velocities jump, impulses keep the law
 * of contact
 *
 * Moreau's midpoint rule [Moreau 1988; Acary, Brogliato 2008, 10.1], one step h from (q, v):
 *   q_M = q (+) v h/2,   q_E = q_M (+) v h/2
 *   M(q_M) (v+ - v) = h f(t_M, q_M, v_M) + J' x,     v_M = v + h/2 M^-1 f(t_M, q_M, v)
 *   q+ = q_M (+) v+ h/2
 * with J, normals and gaps g_E at q_E, which v+ belongs to (rates of bodies in space are told in
 * their own axes, and these turn), so that g+ = g + h/2 J v+ with g = g_E - h/2 J v,
 * with one system for the impulses x of all that is hard: shapes that touch and points on hard
 * planes (cones of Coulomb), stops and dry friction of joints, loops and constraints (num/cone.h).
 * Along the normal of a contact, u- = J v_c, v_c what v becomes where no force acts:
 *   g > 0:  u+ >= -2 g/h      no deeper than touching at the end of the step  [Stewart, Trinkle]
 *   g <= 0: u+ >= -e u-       Newton's restitution, where it came in faster than `rest`, else 0
 * A contact that will bounce is let in first. What the end of the step is too deep is taken back by
 * the least change of q in the mass metric, which leaves v as it is (a split impulse).
 *
 * Where nothing touches the error of a step is of order h^3, with contacts that come and go the
 * position is right to order h. Impulses work x . J (v_c + v+)/2, and what the change of q lifts
 * the weights by is taken off what they took, so that the energy balance closes to order h^2;
 * without restitution impulses only take: x . J v+ <= 0. */
#ifndef LIA_CONTACT_STEP_H
#define LIA_CONTACT_STEP_H

#include "sim/contact_state.h"

LIA_C_BEGIN

extern const lia_contact_opts lia_contact_defaults;

/* the scene stays the caller's; freed by lia_contact_step_free, NULL is fine there */
LIA_NODISCARD lia_status lia_contact_step_new(lia_contact_step **out, lia_model_ode *s,
    lia_scene *scene, const lia_contact_opts *o, lia_error *err);
void lia_contact_step_free(lia_contact_step *c);

/* one step of h from (t, x) into y, both (s->n); nothing is allocated but where there are more
 * contacts than ever before. As lia_ode_problem.leap */
LIA_NODISCARD lia_status lia_contact_step_leap(void *c, double t, const double *x, double h,
    double *y, lia_error *err);
/* x' of the last step: (v, (v+ - v)/h ..), as lia_ode_problem.f */
LIA_NODISCARD lia_status lia_contact_step_rates(void *c, double t, const double *x, double *dx,
    lia_error *err);

LIA_C_END

#endif
