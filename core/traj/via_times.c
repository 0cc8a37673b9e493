/* via_times.c - points with times: looked at, and times that nobody told */
#include "traj/via.h"

#include <math.h>

static lia_status check_points(const double *x, int m, int n, int least, lia_error *err) {
  if (n < 1) return LIA_FAIL(err, LIA_EDIM, "x", "expected points of 1 component or more");
  if (m < least)
    return LIA_FAIL(err, LIA_EDIM, "x", "needs at least %d points, got %d", least, m);
  for (int k = 0; k < m * n; k++)
    if (!isfinite(x[k]))
      return LIA_FAIL(err, LIA_EARG, "x", "point %d has a component that is not finite", k / n + 1);
  return LIA_OK;
}

lia_status lia_via_check(const double *t, const double *x, int m, int n, int least,
                         lia_error *err) {
  LIA_TRY(check_points(x, m, n, least, err));
  return lia_pieces_check_times(t, m, err);
}

static double chord(const double *a, const double *b, int n) {
  double sum = 0;
  for (int c = 0; c < n; c++) sum = hypot(sum, b[c] - a[c]);
  return sum;
}

lia_status lia_via_times(double *t, const double *x, int m, int n, double power, double T,
                         lia_error *err) {
  LIA_TRY(check_points(x, m, n, 2, err));
  if (!(T > 0) || !isfinite(T))
    return LIA_FAIL(err, LIA_EARG, "T", "expected a duration above 0, got %g", T);
  t[0] = 0;
  for (int k = 1; k < m; k++) {
    const double way = chord(x + (k - 1) * n, x + k * n, n);
    if (power > 0 && !(way > 0))
      return LIA_FAIL(err, LIA_EARG, "x", "points %d and %d are equal: by the way between them "
                      "they would have one time (tell t, or take uniform steps)", k, k + 1);
    t[k] = t[k - 1] + pow(way, power);
  }
  const double scale = T / t[m - 1];
  for (int k = 1; k < m; k++) t[k] *= scale;
  t[m - 1] = T;
  return lia_via_check(t, x, m, n, 2, err);
}
