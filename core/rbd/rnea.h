/* rnea.h - inverse dynamics: the forces that a motion takes
 *
 * Nothing here fails or allocates. All bodies must have inertia (lia_model_dynamic). */
#ifndef LIA_RNEA_H
#define LIA_RNEA_H

#include "model/data.h"

/* tau = M(q) a + C(q,v) v + g(q)                                      O(n)
 *
 * q (nq), v (nv), a (nv) -> tau (nv); v and a may be NULL for zero. The armature of each joint counts as inertia of
 * its coordinate alone; springs, dampers and friction are not in it (passive.h). Writes d: kin */
void lia_rnea(const lia_model *m, lia_data *d, const double *q, const double *v, const double *a, double *tau);

#endif
