/* regress.h - inverse dynamics as a matrix times the inertial parameters. Nothing here fails or
 * allocates; masses are not asked for */
#ifndef LIA_REGRESS_H
#define LIA_REGRESS_H

#include "model/data.h"

LIA_C_BEGIN

/* Y (nv x 10 nbody) row major with lia_rnea = Y pi + armature a: pi (10 nbody) = m hx hy hz Ixx Iyy
 * Izz Ixy Ixz Iyz of every body
 * as described, in its own frame about its origin       O(n depth)
 * q (nq), v (nv), a (nv); v and a may be NULL for zero. In base axes, four bodies at once; in body
 * axes where bodies are far from their root. Writes d: tree, Sr, S, V, Vp, P, G, A, Ap; or kin */
void lia_regress(const lia_model *m, lia_data *d, const double *q, const double *v, const double *a,
    double *Y);

/* pi of the model (10 nbody); zeros where a body has no inertia */
void lia_regress_parameters(const lia_model *m, double *pi);

LIA_C_END

#endif
