/* sequence.h - a sampled system step by step: a run, its Markov parameters */
#ifndef LIA_SEQUENCE_H
#define LIA_SEQUENCE_H

#include "ctl/lti.h"

LIA_C_BEGIN

/* x+ = A x + B u, y = C x + D u from x0 (n): U is N x m, Y N x p, X N x n (before each step) */
void lia_sequence_run(const lia_lti *s, lia_mat U, const double *x0, lia_mat Y, lia_mat X);
/* H (N p x m): D, C B, C A B, .. one under the other, N of them; work n x m twice */
lia_status lia_sequence_markov(lia_arena *a, const lia_lti *s, lia_mat H, lia_error *err)
    LIA_NODISCARD;

LIA_C_END

#endif
