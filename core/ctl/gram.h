/* gram.h - Gramians, the H2 norm, balanced realisations and smaller models from them */
#ifndef LIA_GRAM_H
#define LIA_GRAM_H

#include "ctl/lti.h"

LIA_C_BEGIN

/* Wc = S S', Wo = R R' (n x n, lower triangular) of a stable system by Hammarling's method; either
 * may be NULL. LIA_EDOMAIN naming an eigenvalue that is not stable */
lia_status lia_gram_factors(lia_mat *S, lia_mat *R, const lia_lti *s, int discrete, lia_error *err)
    LIA_NODISCARD;

/* sqrt(trace(C Wc C')) (+ trace(D D') where discrete): the H2 norm; infinity where A is not stable,
 * or D is not 0 in continuous time */
lia_status lia_gram_h2(double *norm, const lia_lti *s, int discrete, lia_error *err) LIA_NODISCARD;

/* x = T z, z = Ti x, both Gramians of z diag(hankel) (n, falling): the square-root method.
 * LIA_ESINGULAR where a mode is not controllable or not observable.
 * A. Laub et al., IEEE Trans. Automatic Control 32 (1987) 115 */
typedef struct lia_balanced { lia_lti s; double *hankel; lia_mat T, Ti; } lia_balanced;
lia_status lia_gram_balance(lia_arena *a, lia_balanced *b, const lia_lti *s, int discrete,
    lia_error *err) LIA_NODISCARD;

/* A = V diag(A1, A2) V^-1, A1 stable: s = stable + unstable, D with the stable part.
 * What is on the border within rounding is not stable */
typedef struct lia_split { lia_lti stable, unstable; } lia_split;
lia_status lia_gram_split(lia_arena *a, lia_split *out, const lia_lti *s, int discrete,
    lia_error *err) LIA_NODISCARD;

/* Of `order` states, the unstable ones (kept of them) untouched: the least Hankel singular values
 * are truncated, or their states set to rest (residualize: the gain at rest stays). hankel: n -
 * kept values. Fewer states than asked where the system has no more. LIA_EARG where order < kept */
typedef struct lia_reduced { lia_lti s; double *hankel; int kept, nhankel; } lia_reduced;
lia_status lia_gram_reduce(lia_arena *a, lia_reduced *out, const lia_lti *s, int discrete,
    int order, int residualize, lia_error *err) LIA_NODISCARD;

LIA_C_END

#endif
