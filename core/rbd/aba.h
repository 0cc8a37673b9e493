/* aba.h - forward dynamics by articulated bodies */
#ifndef LIA_ABA_H
#define LIA_ABA_H

#include "model/data.h"

/* a = M^-1 (tau - C(q,v) v - g(q))                                    O(n), no allocation            [RBDA 7.3]
 *
 * q (nq), v (nv), tau (nv) -> a (nv); v and tau may be NULL for zero. Not for mapped models (joints that follow
 * one another couple beyond the tree: lia_forward knows). Writes d: tree, four, C, V, A, G, f, U, IA, D, b */
void lia_aba(const lia_model *m, lia_data *d, const double *q, const double *v, const double *tau, double *a);

#endif
