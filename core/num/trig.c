/* trig.c - roots of K cos + L sin = M by the angle of (K, L) */
#include "num/trig.h"

#include "base/assert.h"

#include <float.h>
#include <math.h>

static const double pi = 3.14159265358979323846;

double lia_trig_wrap(double phi) {
  double r = remainder(phi, 2 * pi);
  return r <= -pi ? r + 2 * pi : r;
}

lia_trig_roots lia_trig_solve(double K, double L, double M) {
  lia_trig_roots r = { 0 };
  double R = hypot(K, L);
  if (!isfinite(K) || !isfinite(L) || !isfinite(M)) {
    r.gap = (double)NAN;
    return r;
  }
  if (R == 0) {
    r.count = M == 0 ? -1 : 0;
    r.gap = M == 0 ? 0 : (double)INFINITY;
    return r;
  }
  // near |M| = R the root of R^2 - M^2 keeps the digits that acos(M/R) loses
  double c = M / R, middle = atan2(L, K), over = fabs(c) - 1;
  double s2 = (R - M) * (R + M), half = M > 0 ? 0 : pi;
  if (s2 > 0) half = atan2(sqrt(s2), M);
  r.gap = over > 4 * DBL_EPSILON ? over : 0;
  r.count = s2 > 0 ? 2 : 1;
  if (r.gap > 0) r.count = 0;
  r.phi[0] = lia_trig_wrap(middle + half);
  r.phi[1] = lia_trig_wrap(middle - half);
  LIA_ASSERT(half >= 0 && half <= pi && fabs(r.phi[0]) <= pi && fabs(r.phi[1]) <= pi);
  return r;
}
