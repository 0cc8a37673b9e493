/* coriolis.h - the matrix of velocity forces, and their split into squares and products
 *
 * Nothing here fails or allocates. All bodies must have inertia (lia_model_dynamic). */
#ifndef LIA_CORIOLIS_H
#define LIA_CORIOLIS_H

#include "model/data.h"

LIA_C_BEGIN

/* C(q,v) (nv x nv) row major with C v the velocity forces and dM/dt - 2 C skew; for joints without
 * quaternions that of the Christoffel symbols
 *                                              O(n depth)      [Echeandia, Wensing 2021; MATHS]
 * q (nq), v (nv). Writes d: tree, four, C, V, N */
void lia_coriolis(const lia_model *m, lia_data *d, const double *q, const double *v, double *C);

/* C v = B [v_j^2] + C [v_j v_k, j < k]                                             [course F6.5]
 * B (nv x nv), C (nv x nv(nv-1)/2) with columns (1,2) (1,3) .. (2,3) ..
 *   B_ij = dM_ij/dq_j - 1/2 dM_jj/dq_i,  C_ijk = dM_ij/dq_k + dM_ik/dq_j - dM_jk/dq_i
 *                                                                                 [course F6.12]
 * O(n^2 depth); q (nq). work (nv x nv) */
void lia_coriolis_split(const lia_model *m, lia_data *d, const double *q, double *B, double *C,
    double *work);

LIA_C_END

#endif
