/* plan.c - durations from limits; the tridiagonal spline */
#include "traj/plan.h"

#include "base/assert.h"
#include "base/mem.h"
#include "traj/pieces.h"

#include <math.h>

static int limited(double x) { return x > 0 && isfinite(x); }

static double or_infinite(double x) {
  if (limited(x)) return x;
  return INFINITY;
}

static lia_status check_limits(const lia_axis_limits *lim, int axis, lia_error *err) {
  static const char *const name[5] = { "v", "v", "a", "a", "j" };
  const double x[5] = { lim->v[0], lim->v[1], lim->a[0], lim->a[1], lim->j };
  int any = 0;
  for (int k = 0; k < 5; k++) {
    if (isnan(x[k]) || x[k] < 0)
      return LIA_FAIL(err, LIA_EARG, "limits", "axis %d: %s must be positive, got %g", axis + 1,
                      name[k], x[k]);
    any |= limited(x[k]);
  }
  if (!any)
    return LIA_FAIL(err, LIA_EARG, "limits", "axis %d has no limit: any duration would do",
                    axis + 1);
  if (limited(lim->a[0]) != limited(lim->a[1]))
    return LIA_FAIL(err, LIA_EARG, "limits", "axis %d: a is limited in one direction only, and a "
                    "move from rest to rest needs both", axis + 1);
  return LIA_OK;
}

static lia_status check_axis(const lia_law *law, double travel, const lia_axis_limits *lim,
                             int axis, lia_error *err) {
  double peak[3];
  if (!isfinite(travel))
    return LIA_FAIL(err, LIA_EARG, "travel", "must be finite, got %g", travel);
  LIA_TRY(check_limits(lim, axis, err));
  lia_law_peaks(law, peak);
  if (limited(lim->j) && isinf(peak[2]))
    return LIA_FAIL(err, LIA_EARG, "law",
                    "the acceleration of '%s' jumps: it cannot keep a jerk limit",
                    lia_law_rows[law->kind]->name);
  return LIA_OK;
}

// ---- one axis of travel 1: limits of its speed, of speeding up, of braking, of jerk ----

typedef struct unit_limits { double v, up, down, j; } unit_limits;

static const unit_limits no_limits = { INFINITY, INFINITY, INFINITY, INFINITY };

static unit_limits unit_of(double travel, const lia_axis_limits *lim) {
  const double D = fabs(travel);
  const int back = travel < 0;
  if (D == 0) return no_limits;
  return (unit_limits){ or_infinite(lim->v[back]) / D, or_infinite(lim->a[back]) / D,
                        or_infinite(lim->a[!back]) / D, or_infinite(lim->j) / D };
}

// axes move in proportion, q_i = D_i s: the least of lim_i / D_i
static unit_limits proportional(const double *travel, const lia_axis_limits *lim, int n) {
  unit_limits l = no_limits;
  for (int i = 0; i < n; i++) {
    const unit_limits one = unit_of(travel[i], &lim[i]);
    l.v = fmin(l.v, one.v);
    l.up = fmin(l.up, one.up);
    l.down = fmin(l.down, one.down);
    l.j = fmin(l.j, one.j);
  }
  return l;
}

// T of the law as it stands, for a travel of 1
static double keeping_shape(const lia_law *law, const unit_limits *l) {
  double peak[3], a[2], T;
  lia_law_peaks(law, peak);
  lia_law_accelerations(law, a);
  T = fmax(peak[0] / l->v, sqrt(fmax(a[0] / l->up, a[1] / l->down)));
  return isfinite(l->j) ? fmax(T, cbrt(peak[2] / l->j)) : T;
}

// a law of one formula accelerates forwards and backwards as much
static unit_limits for_law(const lia_law *law, unit_limits l) {
  if (lia_law_rows[law->kind]->nshape == 0) l.up = l.down = fmin(l.up, l.down);
  return l;
}

lia_status lia_plan_duration(const lia_law *law, double travel, const lia_limits *lim, double *T,
    lia_error *err) {
  const lia_axis_limits both = lia_both_ways(*lim);
  LIA_TRY(check_axis(law, travel, &both, 0, err));
  const unit_limits l = unit_of(travel, &both);
  *T = travel == 0 ? 0 : keeping_shape(law, &l);
  return LIA_OK;
}

// ---- three phases: the shortest ramps to a speed, and the speed of the shortest move ----

typedef struct ramps {
  unit_limits l;
  double covers;
  double k2[2], k3[2], share[2];     // peaks of r'' and r''', tr as a part of ta; so for braking
  int s_curve;
} ramps;

static ramps ramps_of(const lia_law *law, const unit_limits *l) {
  const lia_law_row *row = lia_law_rows[law->kind];
  const double share[2] = { law->tr / law->ta, law->trd / law->td };
  ramps r = { .l = *l, .covers = row->covers, .s_curve = row->s_curve && isfinite(l->j) };
  for (int k = 0; k < 2; k++) {
    double peak[3];
    row->peaks(share[k], peak);
    r.share[k] = share[k];
    r.k2[k] = peak[1];
    r.k3[k] = isfinite(l->j) ? peak[2] : 0;
  }
  return r;
}

// the shortest time to the speed v, and its rise. Peaks are k2 v/tau and k3 v/tau^2. The S-curve:
// v/a + a/j with the acceleration a held for a while, rise a/j; where v j < a^2 it is never
// reached, and the rise takes half of 2 sqrt(v/j)
static double ramp_time(const ramps *r, int down, double v, double *rise) {
  const double a = down ? r->l.down : r->l.up, j = r->l.j;
  if (!r->s_curve) {
    const double tau = fmax(r->k2[down] * v / a, sqrt(r->k3[down] * v / j));
    *rise = r->share[down] * tau;
    return tau;
  }
  *rise = fmin(a / j, sqrt(v / j));
  return v * j > a * a ? v / a + a / j : 2 * *rise;
}

// T - 1/v, and how much of the travel 1 both ramps leave
static double both_ramps(const ramps *r, double v, double *left) {
  double rise;
  const double tau = ramp_time(r, 0, v, &rise) + ramp_time(r, 1, v, &rise);
  *left = 1 - r->covers * v * tau;
  return (1 - r->covers) * tau;
}

static double left_at(const ramps *r, double v) {
  double left;
  (void)both_ramps(r, v, &left);
  return left;
}

static double time_at(const ramps *r, double v) {
  double left;
  return 1 / v + both_ramps(r, v, &left);
}

// T falls with v as long as there is a cruise: v goes up to its limit or to where none is left,
// which halving finds
static double best_speed(const ramps *r) {
  double lo = isfinite(r->l.v) ? r->l.v : 1;
  if (isfinite(r->l.v) && left_at(r, lo) >= 0) return lo;
  while (left_at(r, lo) < 0) lo /= 2;
  double hi = lo * 2;
  while (left_at(r, hi) >= 0) hi *= 2;
  lo = hi / 2;
  for (int k = 0; k < 60; k++) {
    const double v = lo + (hi - lo) / 2;
    if (left_at(r, v) >= 0) lo = v;
    else hi = v;
  }
  return lo;
}

// the shape with top speed v, as parts of T
static void shape_at(lia_law *law, const ramps *r, double v, double T) {
  double rise, rise_down;
  const double up = ramp_time(r, 0, v, &rise) / T, down = ramp_time(r, 1, v, &rise_down) / T;
  const double over = fmax(up + down, 1);   // by a rounding, where there is no cruise
  law->ta = up / over;
  law->td = fmin(down / over, 1 - law->ta);
  law->tr = fmin(rise / T, law->ta / 2);
  law->trd = fmin(rise_down / T, law->td / 2);
}

// a speed limit alone would leave no time to accelerate: the law keeps its shape
static int free_phases(const lia_law *law, const unit_limits *l) {
  return lia_law_rows[law->kind]->nshape > 0 && (isfinite(l->up) || isfinite(l->j));
}

static double shortest(lia_law *law, const unit_limits *l) {
  if (!free_phases(law, l)) return keeping_shape(law, l);
  const ramps r = ramps_of(law, l);
  const double v = best_speed(&r), T = time_at(&r, v);
  shape_at(law, &r, v, T);
  return T;
}

lia_status lia_plan_shortest(lia_law *law, const double *travel, const lia_axis_limits *lim, int n,
                             double *T, lia_error *err) {
  *T = 0;
  int moves = 0;
  for (int i = 0; i < n; i++) {
    LIA_TRY(check_axis(law, travel[i], &lim[i], i, err));
    moves |= travel[i] != 0;
  }
  if (!moves) return LIA_OK;
  const unit_limits l = for_law(law, proportional(travel, lim, n));
  *T = shortest(law, &l);
  return LIA_OK;
}

lia_status lia_plan_fastest(lia_law *law, const double *travel, const lia_limits *lim, int n,
    double *T, lia_error *err) {
  lia_axis_limits *both = lia_calloc(n > 0 ? (size_t)n : 1, sizeof *both);
  if (!both) return LIA_FAIL(err, LIA_ENOMEM, "", "out of memory");
  for (int i = 0; i < n; i++) both[i] = lia_both_ways(lim[i]);
  lia_status st = lia_plan_shortest(law, travel, both, n, T, err);
  lia_free(both);
  return st;
}

// ---- several axes in one time ----

// the top speed with which the move takes T, which is not shorter than with `fastest`
static double slower_speed(const ramps *r, double fastest, double T) {
  double lo = fastest, hi = fastest;
  while (time_at(r, lo) < T) lo /= 2;
  for (int k = 0; k < 60; k++) {
    const double v = lo + (hi - lo) / 2;
    if (time_at(r, v) < T) hi = v;
    else lo = v;
  }
  return lo;
}

lia_status lia_plan_by_time(lia_law *law, const double *travel, const lia_axis_limits *lim, int n,
                            double *T, lia_error *err) {
  *T = 0;
  for (int i = 0; i < n; i++) {
    lia_law one = law[i];
    const unit_limits l = for_law(law + i, unit_of(travel[i], &lim[i]));
    LIA_TRY(check_axis(law + i, travel[i], &lim[i], i, err));
    if (travel[i] != 0) *T = fmax(*T, shortest(&one, &l));
  }
  for (int i = 0; i < n; i++) {
    const unit_limits l = unit_of(travel[i], &lim[i]);
    if (travel[i] == 0 || !free_phases(law + i, &l)) continue;
    const ramps r = ramps_of(law + i, &l);
    shape_at(law + i, &r, slower_speed(&r, best_speed(&r), *T), *T);
  }
  return LIA_OK;
}

void lia_plan_binds(const lia_law *law, int stride, const double *travel,
                    const lia_axis_limits *lim, int n, double T, unsigned char *binds) {
  const double near = 1 - 1e-9;
  for (int i = 0; i < n; i++) {
    double peak[3], a[2];
    const lia_law *one = &law[i * stride];
    const unit_limits l = for_law(one, unit_of(travel[i], &lim[i]));
    const int moves = travel[i] != 0;
    lia_law_peaks(one, peak);
    lia_law_accelerations(one, a);
    const double up = a[0] / (T * T), down = a[1] / (T * T);
    binds[3 * i] = moves && peak[0] / T >= near * l.v;
    binds[3 * i + 1] = moves && (up >= near * l.up || down >= near * l.down);
    binds[3 * i + 2] = moves && isfinite(l.j) && peak[2] / (T * T * T) >= near * l.j;
  }
}

static lia_status check_times(const double *t, int m, lia_error *err) {
  if (m < 2) return LIA_FAIL(err, LIA_EDIM, "t", "needs at least 2 points, got %d", m);
  return lia_pieces_check_times(t, m, err);
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
