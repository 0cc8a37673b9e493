/* opspace.h - dynamics as a task sees them: the mass, velocity forces and weight felt at a point of
 * a body
 *
 * Nothing here fails or allocates. All bodies must have inertia (lia_model_dynamic). */
#ifndef LIA_OPSPACE_H
#define LIA_OPSPACE_H

#include "model/data.h"

LIA_C_BEGIN

/* F = M_x x'' + V_x + G_x for x' = the chosen rows of J v at the point p_B (NULL: the origin) of a
 * body, told in axes (fk.h):
 *   M_x = (J M^-1 J^T)^-1,  V_x = M_x (J M^-1 (C v) - J' v),  G_x = M_x J M^-1 g      (Khatib 1987)
 *
 * rows: bits 0 .. 5 choose x y z and the three angular ones, k of them. q (nq), v (nv); Mx (k x k),
 * Vx (k), Gx (k). Returns 1; or 0 where J has lost a row (its pivots tell it to 1e-12), and the
 * results are nan. Writes all of d. */
int lia_opspace(const lia_model *m, lia_data *d, const double *q, const double *v, int body,
    const double p_B[3], int axes, unsigned rows,
    double *Mx, double *Vx, double *Gx);

LIA_C_END

#endif
