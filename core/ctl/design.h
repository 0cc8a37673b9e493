/* design.h - optimal controllers of a plant: H2, H-infinity, normalized coprime factors */
#ifndef LIA_DESIGN_H
#define LIA_DESIGN_H

#include "ctl/plant.h"

LIA_C_BEGIN

/* what a design tells: the norm reached (H2), or the bound (H-infinity); both Riccati solutions;
 * rho: spectral radius of X Y; closed-loop poles */
typedef struct lia_design {
  lia_lti K;
  double gamma, rho, least;   /* least: what the bisection found, H-infinity without gamma */
  lia_mat X, Y;
  double *re, *im;
  int npole;
} lia_design;

/* the K that makes the H2 norm from w to z least. LIA_ESINGULAR, LIA_EDOMAIN naming what is not
 * satisfied: D11 = 0, D12 of full column rank, D21 of full row rank, (A, B2) stabilizable, (A, C2)
 * detectable, no zeros of (A, B2, C1, D12) and (A, B1, C2, D21) on the imaginary axis.
 * J. Doyle, K. Glover, P. Khargonekar, B. Francis, IEEE Trans. Automatic Control 34 (1989) 831 */
lia_status lia_design_h2(lia_arena *a, lia_design *out, const lia_plant *P, lia_error *err)
    LIA_NODISCARD;

/* the central K with the H-infinity norm from w to z below gamma; gamma 0: by bisection the least
 * one, to relative tol (1e-6 where any does), and as little more as the digits near it ask for: the
 * norm of the closed loop is computed and is below gamma. The same assumptions but D11 = 0.
 * LIA_EDOMAIN where gamma is too small, saying of the conditions which.
 * K. Glover, J. Doyle, Systems & Control Letters 11 (1988) 167 */
lia_status lia_design_hinf(lia_arena *a, lia_design *out, const lia_plant *P, double gamma,
    double tol, lia_error *err) LIA_NODISCARD;

/* The K, in positive feedback u = K y, that makes s = M^-1 N robust against perturbations of its
 * normalized coprime factors up to 1 / gamma, gamma = factor gamma_min, factor > 1,
 * gamma_min = sqrt(1 + rho(X Y)). D. McFarlane, K. Glover, IEEE Trans. Automatic Control 37 (1992)
 * 759 */
lia_status lia_design_coprime(lia_arena *a, lia_design *out, const lia_lti *s, double factor,
    lia_error *err) LIA_NODISCARD;

LIA_C_END

#endif
