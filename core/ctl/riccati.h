/* riccati.h - algebraic Riccati equations, continuous and discrete, and the modes that forbid them
 *
 *   A'XE + E'XA - (E'XB + S) R^-1 (B'XE + S') + Q = 0            K = R^-1 (B'XE + S')
 *   A'XA - E'XE - (A'XB + S) (R + B'XB)^-1 (B'XA + S') + Q = 0   K = (R + B'XB)^-1 (B'XA + S')
 *
 * The X with A - B K stable (eigenvalues of the pair A - B K, E in the left half-plane, inside the
 * unit circle). The extended pencil of order 2 n + m, scaled by powers of two, is compressed by QR
 * (van Dooren, SIAM J. Sci. Stat. Comput. 2, 1981), so that the discrete R may be singular; ordered
 * generalized Schur form; then Newton's steps (Kleinman, IEEE TAC 13, 1968) while the residual
 * falls. Q, R symmetric, definite or not. */
#ifndef LIA_RICCATI_H
#define LIA_RICCATI_H

#include "ctl/named_mode.h"
#include "num/mat.h"

LIA_C_BEGIN

/* n x n: A, Q, E; n x m: B, S; R m x m. S NULL: 0; E NULL: the identity, else not singular */
typedef struct lia_riccati {
  lia_mat A, B, Q, R;
  const lia_mat *S, *E;
  int discrete;
} lia_riccati;

/* residual: relative to the sum of the norms of its terms. condition: how much relative changes of
 * the matrices may grow in X, an estimate of the first order in the scaled coordinates (Byers,
 * Linear Algebra Appl. 71, 1985). steps: Newton's steps that made the residual smaller. mode: the
 * caller's, 2 n of them; nmode: how many were named, on failure */
typedef struct lia_riccati_told {
  double residual, condition;
  int steps, nmode;
  lia_named_mode *mode;
} lia_riccati_told;

/* X n x n, K m x n, re, im: n. LIA_ESINGULAR: R is singular (continuous), or there is no
 * stabilizing solution, the modes named in told */
lia_status lia_riccati_solve(lia_mat X, lia_mat K, double *re, double *im, const lia_riccati *p,
                             lia_riccati_told *told, lia_error *err) LIA_NODISCARD;

LIA_C_END

#endif
