/* model_ode.h - a mechanism as differential equations: x = (q, v, z), x' = (q', forward dynamics,
 * rates of own states of forces)
 *
 * Acting on the joints: what the input gives, force elements (element_forces.h), and what the
 * description says of each degree of freedom (springs, viscous and dry friction, told of the joint
 * where it follows a scaled coordinate). Dry friction is
 * -friction sign(v), 0 at rest, unless it stands among the force elements (joint_forces.h), where
 * it sticks. */
#ifndef LIA_MACHINE_H
#define LIA_MACHINE_H

#include "sim/machine.h"

LIA_C_BEGIN

/* one block, freed by lia_free; model, data and what the options point to must outlive it. Refuses
 * what lia_model_dynamic refuses; o may be NULL */
LIA_NODISCARD lia_status lia_model_ode_new(lia_model_ode **out, const lia_model *m, lia_data *d,
    const lia_model_ode_opts *o, lia_error *err);

/* with constraints: x = (q, v, ..) onto them by the least change; held (nv, or NULL): 1 for
 * velocities that stay, and the coordinates they move; LIA_EUNREACHABLE names a constraint that
 * cannot be met */
LIA_NODISCARD lia_status lia_model_ode_close(lia_model_ode *s, double t, double *x,
    const char *held,
    lia_error *err);

/* a (nv): accelerations of the tree alone, by what acts between jumps, without constraints; dz (nz)
 * rates of own states, dw (nw) of works. For steps that find what is hard themselves
 * (contact_step.h) */
LIA_NODISCARD lia_status lia_model_ode_smooth(lia_model_ode *s, double t, const double *x,
    double *a, double *dz, double *dw, lia_error *err);

/* kinetic and potential energy (gravity, springs, force elements that store) of x = (q, v, ..) */
void lia_model_ode_energy(lia_model_ode *s, const double *x, double *T, double *V);

LIA_C_END

#endif
