/* fd.h - forward dynamics: the motion that forces give
 *
 * Nothing here fails or allocates. All bodies must have inertia (lia_model_dynamic). A mechanism with a coordinate that moves
 * no mass has no answer: the accelerations are then infinite or nan. */
#ifndef LIA_FD_H
#define LIA_FD_H

#include "model/data.h"

/* a = M^-1 (tau - C(q,v) v - g(q))
 *
 * q (nq), v (nv), tau (nv) -> a (nv); v and tau may be NULL for zero. By the articulated bodies (O(n), lia_aba) or by the
 * factors of M (O(n depth^2), less on short arms), whichever takes less work for this model. */
void lia_fd(const lia_model *m, lia_data *d, const double *q, const double *v, const double *tau, double *a);

/* by the factors of M, always: M = L^T D L with the zeros of M kept                                [RBDA 6.5]
 * writes d: tree, C, S, F, V, A, f, H (L below the diagonal, by columns), D */
void lia_fd_factor(const lia_model *m, lia_data *d, const double *q, const double *v, const double *tau, double *a);

#endif
