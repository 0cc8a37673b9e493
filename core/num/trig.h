/* trig.h - the equation K cos(phi) + L sin(phi) = M, both roots */
#ifndef LIA_TRIG_H
#define LIA_TRIG_H

#include "base/extern.h"

LIA_C_BEGIN

typedef struct lia_trig_roots {
  /* 2, 1 (they coincide, within rounding), 0 (no root), -1 (every angle is one: K = L = M = 0) */
  int count;
  /* in (-pi, pi]: phi[0] has the + of the square root, phi[1] the -; where count <= 0 the nearest
   * miss */
  double phi[2];
  /* |M| / hypot(K, L) - 1 where positive: by how much there is no root; INFINITY where K = L = 0 */
  double gap;
} lia_trig_roots;

/* phi = atan2(L, K) +- acos(M / hypot(K, L)), which is 2 atan((L +- sqrt(K^2 + L^2 - M^2)) / (K +
 * M)) without its division by K + M = 0 [course] F2.1. Never fails; NaN or infinite coefficients
 * give count 0 and gap NaN. */
lia_trig_roots lia_trig_solve(double K, double L, double M);

/* the same angle in (-pi, pi] */
double lia_trig_wrap(double phi);

LIA_C_END

#endif
