/* audit.h - other roads to the same torques, for those who do not believe one */
#ifndef LIA_AUDIT_H
#define LIA_AUDIT_H

#include "con/constrained_model.h"
#include "model/data.h"

LIA_C_BEGIN

/* Kane: the inertia force and moment of every body, each times the partial velocities, the columns
 * of its Jacobian
 *   F = m (a - g) + wd x h + w x (w x h),  N = h x (a - g) + I wd + w x I w,  tau = sum Jv' F + Jw'
 * N q (nq), v, a (nv) -> tau (nv), rotors not in it. J: room (6 x nv). Writes d: world, kin */
void lia_audit_kane(const lia_model *m, lia_data *d, const double *q, const double *v,
                    const double *a, double *tau, double *J);

/* r (nv): what M has on its diagonal beyond Kane's: rotors, seen by their own coordinate alone;
 * zeros where there are none. Allocates */
LIA_NODISCARD lia_status lia_audit_rotors(const lia_model *m, lia_data *d, const double *q,
                                          double *r, lia_error *err);

LIA_C_END

#endif
