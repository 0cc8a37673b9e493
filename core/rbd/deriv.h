/* deriv.h - how forces change with the motion, and accelerations with forces: exact derivatives
 *
 * Nothing here allocates. All bodies must have inertia (lia_model_dynamic). With respect to q means
 * to the tangent of lia_model_step: column k is d/dh at h = 0 of f(q (+) h e_k); for joints without
 * quaternions the partial derivative itself. */
#ifndef LIA_DERIV_H
#define LIA_DERIV_H

#include "model/data.h"

LIA_C_BEGIN

/* tau = M a + C v + g: d tau/dq and d tau/dv, each (nv x nv) row major (d tau/da is M)   O(n depth)
 *
 * q (nq), v (nv), a (nv); v and a may be NULL for zero. By composite bodies in base axes (Singh,
 * Russell, Wensing 2022; MATHS.md). Writes d: tree, C, S, F, V, A, G, f, N and its own arrays */
void lia_deriv_inverse(const lia_model *m, lia_data *d, const double *q, const double *v,
    const double *a, double *dq, double *dv);

/* a = M^-1 (tau - C v - g): a (nv), d a/dq, d a/dv and d a/dtau = M^-1, each (nv x nv) row major
 *   da/dq = -M^-1 dtau/dq,  da/dv = -M^-1 dtau/dv, at that a                               O(n^2)
 * q (nq), v (nv), tau (nv); v and tau may be NULL for zero. By the articulated bodies that gave a;
 * by the factors of M, O(n^3), where joints follow one another or bodies are far from their root.
 * LIA_ESINGULAR: there is no answer (answer.h). Writes d: as lia_aba and lia_deriv_inverse do, and
 * strip, H, T */
lia_status lia_deriv_forward(const lia_model *m, lia_data *d, const double *q, const double *v,
    const double *tau, double *a, double *dq, double *dv,
    double *dtau);

LIA_C_END

#endif
