/* plan.c - durations from limits; the tridiagonal spline */
#include "traj/plan.h"

#include "base/assert.h"

#include <math.h>

static int limited(double x) { return x > 0 && isfinite(x); }

static lia_status check_limits(const lia_limits *lim, int axis, lia_error *err) {
  static const char *const name[3] = { "v", "a", "j" };
  const double x[3] = { lim->v, lim->a, lim->j };
  for (int k = 0; k < 3; k++)
    if (isnan(x[k]) || x[k] < 0)
      return LIA_FAIL(err, LIA_EARG, "limits", "axis %d: %s must be positive, got %g", axis + 1,
          name[k], x[k]);
  if (!limited(lim->v) && !limited(lim->a) && !limited(lim->j))
    return LIA_FAIL(err, LIA_EARG, "limits", "axis %d has no limit: any duration would do",
        axis + 1);
  return LIA_OK;
}

lia_status lia_plan_duration(const lia_law *law, double travel, const lia_limits *lim, double *T,
    lia_error *err) {
  double peak[3], D = fabs(travel);
  if (!isfinite(D)) return LIA_FAIL(err, LIA_EARG, "travel", "must be finite, got %g", travel);
  LIA_TRY(check_limits(lim, 0, err));
  lia_law_peaks(law, peak);
  if (limited(lim->j) && isinf(peak[2]))
    return LIA_FAIL(err, LIA_EARG, "law",
        "the acceleration of '%s' jumps: it cannot keep a jerk limit",
        lia_law_rows[law->kind]->name);
  *T = 0;
  if (limited(lim->v)) *T = fmax(*T, peak[0] * D / lim->v);
  if (limited(lim->a)) *T = fmax(*T, sqrt(peak[1] * D / lim->a));
  if (limited(lim->j)) *T = fmax(*T, cbrt(peak[2] * D / lim->j));
  return LIA_OK;
}

// axes move in proportion, q_i = D_i s: one axis of travel 1 whose limits are the least lim_i / D_i
static lia_limits proportional(const double *travel, const lia_limits *lim, int n) {
  lia_limits l = { INFINITY, INFINITY, INFINITY };
  for (int i = 0; i < n; i++) {
    double D = fabs(travel[i]);
    if (D == 0) continue;
    if (limited(lim[i].v)) l.v = fmin(l.v, lim[i].v / D);
    if (limited(lim[i].a)) l.a = fmin(l.a, lim[i].a / D);
    if (limited(lim[i].j)) l.j = fmin(l.j, lim[i].j / D);
  }
  return l;
}

// With cruise speed v and acceleration time ta (seconds), peaks are v, k2 v/ta, k3 v/ta^2 and T =
// D/v + ta, D = 1. The shortest ta is max(k2 v/a, sqrt(k3 v/j)); T falls with v as long as D/v >=
// ta, so v goes up to its limit or to where the cruise vanishes: D/v = k2 v/a or D/v = sqrt(k3
// v/j).
static void fastest_phases(lia_law *law, const lia_limits *l, double *T) {
  double peak[3], v0 = 1 / (1 - law->ta);
  lia_law_peaks(law, peak);
  double k2 = peak[1] / v0 * law->ta, k3 = peak[2] / v0 * law->ta * law->ta;
  double v = l->v, ta = 0;
  if (isfinite(l->a)) v = fmin(v, sqrt(l->a / k2));
  if (isfinite(l->j)) v = fmin(v, cbrt(l->j / k3));
  if (isfinite(l->a)) ta = fmax(ta, k2 * v / l->a);
  if (isfinite(l->j)) ta = fmax(ta, sqrt(k3 * v / l->j));
  *T = 1 / v + ta;
  double share = fmin(ta / *T, 0.5);
  law->tr *= share / law->ta;
  law->ta = share;
}

// The S-curve: speed v is reached in ta = v/a + a/j with the acceleration a held for a while, tr =
// a/j; where v j < a^2 that
// is never reached, and tr = sqrt(v/j), ta = 2 tr. Both ramps together take v ta of the travel 1: v
// goes up to its limit, or
// to where that is all of it, v (v/a + a/j) = 1 or 2 v sqrt(v/j) = 1.
static void fastest_s_curve(lia_law *law, const lia_limits *l, double *T) {
  const double a = l->a, j = l->j;
  double v = cbrt(j / 4);
  if (v * j > a * a) {
    double p = a * a / j;
    v = 2 / (p + sqrt(p * p + 4 * a)) * a;   // the root of v^2 + p v = a
  }
  v = fmin(v, l->v);
  int held = v * j > a * a;
  double tr = held ? a / j : sqrt(v / j), ta = held ? v / a + a / j : 2 * tr;
  *T = 1 / v + ta;
  law->ta = fmin(ta / *T, 0.5);
  law->tr = fmin(tr / *T, law->ta / 2);
}

lia_status lia_plan_fastest(lia_law *law, const double *travel, const lia_limits *lim, int n,
    double *T, lia_error *err) {
  *T = 0;
  for (int i = 0; i < n; i++) {
    double Ti;
    LIA_TRY(check_limits(&lim[i], i, err));
    LIA_TRY(lia_plan_duration(law, travel[i], &lim[i], &Ti, err));
    *T = fmax(*T, Ti);
  }
  lia_limits l = proportional(travel, lim, n);
  int free_phases = lia_law_rows[law->kind]->nshape > 0 && *T > 0;
  // a speed limit alone would leave no time to accelerate: the law keeps its shape
  if (free_phases && lia_law_rows[law->kind]->s_curve && isfinite(l.j)) fastest_s_curve(law, &l, T);
  else if (free_phases && (isfinite(l.a) || isfinite(l.j))) fastest_phases(law, &l, T);
  return LIA_OK;
}

static lia_status check_times(const double *t, int m, lia_error *err) {
  if (m < 2) return LIA_FAIL(err, LIA_EDIM, "t", "needs at least 2 points, got %d", m);
  for (int k = 0; k < m; k++) {
    if (!isfinite(t[k])) return LIA_FAIL(err, LIA_EARG, "t", "t[%d] is not finite", k + 1);
    if (k && !(t[k] > t[k - 1]))
      return LIA_FAIL(err, LIA_EARG, "t", "times must increase: t[%d] = %g after %g", k + 1, t[k],
          t[k - 1]);
  }
  return LIA_OK;
}

// one component: h_k-1 y_k-1 + 2 (h_k-1 + h_k) y_k + h_k y_k+1 = 6 (slope_k - slope_k-1), with y =
// x'' and clamped ends
static void spline_column(const double *t, const double *x, int m, int stride, double v0, double v1,
    double *y, double *c) {
  double up = 0, right = 0;
  for (int k = 0; k < m; k++) {
    double hl = k ? t[k] - t[k - 1] : 0, hr = k < m - 1 ? t[k + 1] - t[k] : 0;
    double sl = k ? (x[k * stride] - x[(k - 1) * stride]) / hl : v0;
    double sr = k < m - 1 ? (x[(k + 1) * stride] - x[k * stride]) / hr : v1;
    double pivot = 2 * (hl + hr) - hl * up;
    LIA_ASSERT(!(pivot <= 0));   // up < 1: the diagonal is the larger
    up = hr / pivot;
    right = (6 * (sr - sl) - hl * right) / pivot;
    c[k] = up;
    y[k * stride] = right;
  }
  for (int k = m - 2; k >= 0; k--) y[k * stride] -= c[k] * y[(k + 1) * stride];
}

lia_status lia_plan_spline(const double *t, const double *x, int m, int n, const double *v0,
    const double *v1,
    double *second, double *work, lia_error *err) {
  LIA_TRY(check_times(t, m, err));
  for (int i = 0; i < n; i++)
    spline_column(t, x + i, m, n, v0 ? v0[i] : 0, v1 ? v1[i] : 0, second + i, work);
  return LIA_OK;
}

static int segment(const double *t, int m, double now) {
  int lo = 0, hi = m - 1;
  while (hi - lo > 1) {
    int mid = (lo + hi) / 2;
    if (now >= t[mid]) lo = mid;
    else hi = mid;
  }
  LIA_ASSERT(lo >= 0 && lo + 1 < m);
  return lo;
}

void lia_plan_spline_at(const double *t, const double *x, const double *second, int m, int n,
    double now,
    double *pos, double *vel, double *acc) {
  double u = fmin(fmax(now, t[0]), t[m - 1]);
  int k = segment(t, m, u);
  double h = t[k + 1] - t[k], B = (u - t[k]) / h, A = 1 - B;
  const double *x0 = x + k * n, *x1 = x0 + n, *y0 = second + k * n, *y1 = y0 + n;
  for (int i = 0; i < n; i++) {
    pos[i] = A * x0[i] + B * x1[i] + ((A * A * A - A) * y0[i] + (B * B * B - B) * y1[i]) * h * h
        / 6;
    vel[i] = (x1[i] - x0[i]) / h + ((3 * B * B - 1) * y1[i] - (3 * A * A - 1) * y0[i]) * h / 6;
    acc[i] = A * y0[i] + B * y1[i];
  }
}
