/* linearize.h - small motions about a state: d/dt (dq, dv) = A (dq, dv) + B dtau, springs and
 * dampers in it */
#ifndef LIA_LINEARIZE_H
#define LIA_LINEARIZE_H

#include "model/data.h"

LIA_C_BEGIN

/* A (2 nv x 2 nv) = [0 1; da/dq + M^-1 Kq, da/dv + M^-1 Kv],  B (2 nv x nv) = [0; M^-1], where Kq,
 * Kv are the slopes of springs and dampers. With respect to q means to the tangent of
 * lia_model_step.
 *
 * v (nv, NULL: at rest); tau (nv) what motors give, NULL: what holds the state. LIA_EMODEL: a model
 * that turns freely in space, in motion; LIA_ESINGULAR: no answer there (answer.h). Allocates */
LIA_NODISCARD lia_status lia_linearize(const lia_model *m, lia_data *d, const double *q,
                                       const double *v, const double *tau,
                                       double *A, double *B, lia_error *err);

LIA_C_END

#endif
