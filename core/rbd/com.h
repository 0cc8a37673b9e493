/* com.h - centre of mass and momentum of all that moves (bodies fixed to the ground do not count)
 *
 * All bodies must have inertia, and some of it mass. Base axes. Nothing here fails or allocates. */
#ifndef LIA_COM_H
#define LIA_COM_H

#include "model/data.h"

LIA_C_BEGIN

/* c (3); q (nq). Writes d: world */
void lia_com(const lia_model *m, lia_data *d, const double *q, double c[3]);

/* J (3 x nv) with c' = J v; q (nq)             O(n). Writes d: tree, own, C, S, F, f (world, kin,
 * comp where bodies are far from their root) */
void lia_com_jacobian(const lia_model *m, lia_data *d, const double *q, double *J);

/* A (6 x nv), linear first, with (p, L) = A v: momentum and moment of momentum about the centre of
 * mass (armature not in it)                             O(n). Writes d: as lia_com_jacobian does */
void lia_com_matrix(const lia_model *m, lia_data *d, const double *q, double *A);

/* (p, L) (6) itself; q (nq), v (nv). Writes d: world, kin */
void lia_com_momentum(const lia_model *m, lia_data *d, const double *q, const double *v,
    double h[6]);

/* (p', L') (6) of the motion q, v, a: the resultant of all forces on it from outside, weight among
 * them, and of their moments about the centre of mass (armature not in it). With a = 0 it is A' v,
 * the bias of A. q (nq), v (nv), a (nv, NULL: 0). Writes d: world, kin */
void lia_com_rate(const lia_model *m, lia_data *d, const double *q, const double *v,
    const double *a, double out[6]);

LIA_C_END

#endif
