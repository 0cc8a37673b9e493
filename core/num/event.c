/* event.c - interpolate, truncate, project: secant speed with the safety of bisection
 *
 * The ITP method (Oliveira, Takahashi, 2020): regula falsi, moved a little towards the middle, and
 * kept within reach of the middle so that no more steps than bisection plus one are ever needed. */
#include "num/event.h"

#include "base/assert.h"

#include <float.h>
#include <math.h>

int lia_event_crossing(double ga, double gb) {
  if (ga < 0 && gb >= 0) return 1;
  if (ga > 0 && gb <= 0) return -1;
  return 0;
}

lia_status lia_event_locate(lia_event_fn *g, void *user, double a, double ga, double b, double gb,
    double tol,
    double *before, double *after, lia_error *err) {
  *before = a;
  *after = b;
  if (!(ga * gb < 0))
    return gb == 0 || ga == 0 ? LIA_OK
        : LIA_FAIL(err, LIA_EARG, "", "no change of sign between t = %.9g and %.9g", a, b);
  double width = fabs(b - a);
  double eps = fmax(tol, 4 * DBL_EPSILON * fmax(fabs(a), fabs(b))) / 2;
  double k1 = 0.2 / width;
  int most = (int)ceil(log2(fmax(width / (2 * eps), 1))) + 1;
  for (int j = 0; fabs(b - a) > 2 * eps && j < 200; j++) {
    double half = (a + b) / 2, r = eps * ldexp(1, most - j) - fabs(b - a) / 2;
    double falsi = (gb * a - ga * b) / (gb - ga), toward = half > falsi ? 1 : -1;
    double shift = fmin(k1 * (b - a) * (b - a), fabs(half - falsi));
    double t = falsi + toward * shift;
    if (fabs(t - half) > r) t = half - toward * fmax(r, 0);
    // met exactly: one look just before it closes the bracket
    if (gb == 0) t = b - copysign(1.9 * eps, b - a);
    if (!isfinite(t) || t == a || t == b) t = half;
    if (t == a || t == b) break;
    LIA_ASSERT(fmin(a, b) - eps < t && t < fmax(a, b) + eps);   // but for rounding inside
    double gt;
    LIA_TRY(g(user, t, &gt, err));
    if (!isfinite(gt))
      return LIA_FAIL(err, LIA_EDOMAIN, "", "the event function is %g at t = %.9g", gt, t);
    if ((gt > 0) == (ga > 0) && gt != 0) {
      a = t;
      ga = gt;
    } else {
      b = t;
      gb = gt;
    }
  }
  LIA_ASSERT((ga < 0) != (gb < 0) || gb == 0);   // still a bracket
  *before = a;
  *after = b;
  return LIA_OK;
}
