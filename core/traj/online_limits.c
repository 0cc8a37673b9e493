/* online_limits.c - an axis made ready: its limits and states checked, braked, its extremes */
#include "traj/online_inside.h"

#include <float.h>
#include <math.h>

// a target may be past its limit by rounding only
static int passes(double x, double limit) { return x > limit + 1e-12 * fabs(limit); }

static lia_status check_limits(const lia_online_limits *l, lia_online_mode mode, int i,
                               lia_error *err) {
  const struct { const char *name; double x, sign; } row[] = {
    { "v_max", l->v_max, 1 }, { "v_min", l->v_min, -1 }, { "a_max", l->a_max, 1 },
    { "a_min", l->a_min, -1 }, { "j", l->j, 1 } };
  for (int k = mode == LIA_ONLINE_VELOCITY ? 2 : 0; k < 5; k++) {
    if (row[k].x * row[k].sign > 0) continue;
    return LIA_FAIL(err, LIA_EARG, "limits", "axis %d: %s must be %s 0, got %g", i + 1, row[k].name,
                    row[k].sign > 0 ? "above" : "below", row[k].x);
  }
  if (isfinite(l->a_max) != isfinite(l->a_min))
    return LIA_FAIL(err, LIA_EARG, "limits", "axis %d: a_min = %g and a_max = %g: limit both, or "
                    "none", i + 1, l->a_min, l->a_max);
  const int first_order = isinf(l->j) && isinf(l->a_max);
  if (first_order && mode == LIA_ONLINE_VELOCITY)
    return LIA_FAIL(err, LIA_EARG, "limits", "axis %d: needs a or j, else any velocity is reached "
                    "at once", i + 1);
  if (first_order && (isinf(l->v_max) || isinf(l->v_min)))
    return LIA_FAIL(err, LIA_EARG, "limits", "axis %d: needs v_min and v_max, or a, or j: without "
                    "limits no duration is the shortest", i + 1);
  return LIA_OK;
}

static lia_status check_state(const lia_online_state *s, const char *name, lia_online_mode mode,
                              int i, lia_error *err) {
  const double x[3] = { s->p, s->v, s->a };
  static const char *const part[3] = { "position", "velocity", "acceleration" };
  for (int k = mode == LIA_ONLINE_VELOCITY && *name == 't'; k < 3; k++)
    if (!isfinite(x[k]))
      return LIA_FAIL(err, LIA_EARG, name, "axis %d: its %s is not finite (%g)", i + 1, part[k],
                      x[k]);
  return LIA_OK;
}

static lia_status outside(const char *what, double x, double low, double high, int i,
                          lia_error *err) {
  if (!passes(x, high) && !passes(-x, -low)) return LIA_OK;
  return LIA_FAIL(err, LIA_EARG, "to", "axis %d: %s %.9g is outside its limits %g to %g: take "
                  "another target or wider limits", i + 1, what, x, low, high);
}

// with a > 0 the target is reached from v - a^2/2j at the least, with a < 0 from v + a^2/2j
static lia_status check_before(const lia_online_limits *l, const lia_online_state *to, int i,
                               lia_error *err) {
  const double before = to->v - to->a * fabs(to->a) / (2 * l->j);
  if (isinf(l->j) || (!passes(before, l->v_max) && !passes(-before, -l->v_min))) return LIA_OK;
  return LIA_FAIL(err, LIA_EARG, "to", "axis %d: v = %g with a = %g can only be reached from "
                  "v = %g, outside %g to %g: take an a of at most %g", i + 1, to->v, to->a, before,
                  l->v_min, l->v_max,
                  sqrt(2 * l->j * fmax(to->a > 0 ? to->v - l->v_min : l->v_max - to->v, 0)));
}

static lia_status check_target(const lia_online_limits *l, const lia_online_state *to,
                               lia_online_mode mode, int order, int i, lia_error *err) {
  if (mode == LIA_ONLINE_POSITION && order > 1)
    LIA_TRY(outside("velocity", to->v, l->v_min, l->v_max, i, err));
  if (order < 3) return LIA_OK;
  LIA_TRY(outside("acceleration", to->a, l->a_min, l->a_max, i, err));
  if (mode == LIA_ONLINE_VELOCITY) return LIA_OK;
  return check_before(l, to, i, err);
}

// of the user's problem: 3 with a limit of j, 2 without, 1 without one of a
static int order_under(const lia_online_limits *l) {
  if (isfinite(l->j)) return 3;
  return isfinite(l->a_max) ? 2 : 1;
}

static double clip(double x, double low, double high) { return fmin(fmax(x, low), high); }

// states come from motions of the same limits: they are told to a part of 1e-12 of the ways these
// make, but to no more than that of the positions where a way is short
static void roundings(lia_online_axis *x, double from, double to) {
  const double size = fabs(to) + fabs(from), v = fmax(fabs(x->v0), fabs(x->vf));
  x->round = 2 * DBL_EPSILON * size;
  x->miss = 1e-12 * (size + v);
}

static void of_position(lia_online_axis *x, const lia_online_limits *l, int order) {
  x->order = order;
  x->v_min = l->v_min;
  x->v_max = l->v_max;
  x->a_min = l->a_min;
  x->a_max = l->a_max;
  x->j = l->j;
  x->D = x->to.p - x->from.p;
  if (order > 1) {
    x->v0 = x->from.v;
    x->vf = clip(x->to.v, l->v_min, l->v_max);
  }
  if (order < 3) return;
  x->a0 = x->from.a;
  x->af = clip(x->to.a, l->a_min, l->a_max);
}

// v takes the place of p, a that of v and j that of a: one order less
static void of_velocity(lia_online_axis *x, const lia_online_limits *l, int order) {
  x->order = order - 1;
  x->v_min = l->a_min;
  x->v_max = l->a_max;
  x->a_min = -l->j;
  x->a_max = l->j;
  x->j = INFINITY;
  x->D = x->to.v - x->from.v;
  if (order < 3) return;
  x->v0 = x->from.a;
  x->vf = clip(x->to.a, l->a_min, l->a_max);
}

lia_status lia_online_ready(lia_online_axis *x, const lia_online_limits *lim,
    const lia_online_state *from, const lia_online_state *to, lia_online_mode mode, int i,
    lia_error *err) {
  LIA_TRY(check_limits(lim, mode, i, err));
  LIA_TRY(check_state(from, "from", mode, i, err));
  LIA_TRY(check_state(to, "to", mode, i, err));
  const int order = order_under(lim);
  LIA_TRY(check_target(lim, to, mode, order, i, err));
  *x = (lia_online_axis){ .mode = mode, .from = *from, .to = *to };
  if (mode == LIA_ONLINE_VELOCITY) of_velocity(x, lim, order);
  else of_position(x, lim, order);
  if (mode == LIA_ONLINE_VELOCITY) roundings(x, from->v, to->v);
  else roundings(x, from->p, to->p);
  lia_online_brake(x);
  lia_extreme_make(&x->most, x, 0);
  lia_extreme_make(&x->least, x, 1);
  x->alone = lia_online_next(x, 0);
  return LIA_OK;
}
