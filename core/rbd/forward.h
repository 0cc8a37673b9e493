/* forward.h - forward dynamics: the motion that forces give
 *
 * Nothing here allocates. All bodies must have inertia (lia_model_dynamic). A mechanism with a
 * coordinate that moves no mass has no answer: LIA_ESINGULAR is returned, the results are infinite,
 * nan or rounding, and answer.h says which it is. */
#ifndef LIA_FORWARD_H
#define LIA_FORWARD_H

#include "model/data.h"

LIA_C_BEGIN

/* a = M^-1 (tau - C(q,v) v - g(q))
 *
 * q (nq), v (nv), tau (nv) -> a (nv); v and tau may be NULL for zero. By articulated bodies
 * (aba.h), or by the factors of M where joints follow one another or bodies are far from their root
 * (far.h). */
lia_status lia_forward(const lia_model *m, lia_data *d, const double *q, const double *v,
    const double *tau, double *a);

/* the same without a look at the answer: for steps of a motion, which look at its end */
void lia_forward_quick(const lia_model *m, lia_data *d, const double *q, const double *v,
    const double *tau, double *a);

/* by the factors of M, always: M = L^T D L with the zeros of M kept      O(n depth^2)    [RBDA 6.5]
 * Writes d: tree, four, C, V, A, G, f, H, D, b */
void lia_forward_factor(const lia_model *m, lia_data *d, const double *q, const double *v,
    const double *tau, double *a);

/* the inverse of M, (nv x nv) row major, symmetric to the last bit            O(n^2), no allocation
 *
 * q (nq). By articulated bodies (fast/articulated.h); by the factors of M, O(n^3), where joints
 * follow one another or bodies are far from their root. Writes d: tree, own, C, Sr, U, IA, D,
 * strip, H */
lia_status lia_forward_minv(const lia_model *m, lia_data *d, const double *q, double *Minv);

LIA_C_END

#endif
