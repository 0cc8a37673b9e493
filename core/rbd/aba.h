/* aba.h - forward dynamics by articulated bodies */
#ifndef LIA_ABA_H
#define LIA_ABA_H

#include "model/data.h"

LIA_C_BEGIN

/* a = M^-1 (tau - C(q,v) v - g(q))                          O(n), no allocation       [RBDA 7.3]
 *
 * q (nq), v (nv), tau (nv) -> a (nv); v and tau may be NULL for zero. Not for mapped models (joints
 * that follow one another couple beyond the tree: lia_forward knows). Writes d: tree, four, C, V,
 * A, G, f, U, IA, D, b */
void lia_aba(const lia_model *m, lia_data *d, const double *q, const double *v, const double *tau,
    double *a);

/* the two halves: all that does not need the forces of constraints, and the accelerations from what
 * is then in d->b. Between the two a force that adds x to what column c is pushed by, through all
 * that hangs on it, adds x to d->b[c] */
void lia_aba_inward(const lia_model *m, lia_data *d, const double *q, const double *v,
    const double *tau);
void lia_aba_outward(const lia_model *m, lia_data *d, double *a);

LIA_C_END

#endif
