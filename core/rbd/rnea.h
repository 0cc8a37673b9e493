/* rnea.h - inverse dynamics: the forces that a motion takes
 *
 * Nothing here fails or allocates. All bodies must have inertia (lia_model_dynamic). */
#ifndef LIA_RNEA_H
#define LIA_RNEA_H

#include "model/data.h"

LIA_C_BEGIN

/* tau = M(q) a + C(q,v) v + g(q)                                      O(n)
 *
 * q (nq), v (nv), a (nv) -> tau (nv); v and a may be NULL for zero: the bias C v + g without a. The
 * armature of each joint counts as inertia of its coordinate alone; springs, dampers and friction
 * are not in it (passive.h). Writes d: kin */
void lia_rnea(const lia_model *m, lia_data *d, const double *q, const double *v, const double *a,
    double *tau);

/* the same while the world pulls: ext (6 nbody) force and moment on every body about its origin, in
 * its axes (NULL: none)
 *   tau = M a + C v + g - sum of J^T ext;  statics where v and a are NULL          [course F4.6] */
void lia_rnea_ext(const lia_model *m, lia_data *d, const double *q, const double *v,
    const double *a, const double *ext, double *tau);

/* tau = g(q), the gradient of the potential energy               O(n). Writes d: kin (R p a f n) */
void lia_rnea_gravity(const lia_model *m, lia_data *d, const double *q, double *tau);

/* what every joint transmits: W (6 nbody) force and moment of the parent (or the ground) on the
 * body, for fixed joints too, told
 * in the joint's moved frame (the body's, where X_JB is the identity) about its origin; ext as
 * above.                                                                      [course F6.2-F6.4]
 * S . W is tau without the armature's share. Writes d: world, kin */
void lia_rnea_wrenches(const lia_model *m, lia_data *d, const double *q, const double *v,
    const double *a, const double *ext, double *W);

LIA_C_END

#endif
