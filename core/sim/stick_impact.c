/* stick_impact.c - events of what sticks and strikes: when they happen, and what then follows */
#include "sim/stick_impact.h"

#include "base/assert.h"
#include "rbd/fk.h"
#include "sim/stick_impact_inside.h"

#include <math.h>
#include <string.h>

static lia_status begin_point(lia_model_ode *s, lia_load *l, double t, double *x, lia_error *err) {
  lia_fk_motion(s->m, s->d, x, x + s->m->nq, NULL);
  lia_hold_touch c = lia_hold_touch_of(s, l);
  double vn = lia_dot3(c.n, c.v), near = 1e-9 * (1 + lia_hold_radius(l));
  if (c.gap < -1e-6)
    return LIA_FAIL(err, LIA_EARG, l->name, "starts %.3g behind its plane", -c.gap);
  if (c.gap > near || vn > lia_hold_slow(l)) return LIA_OK;
  return lia_hold_strike(s, l, t, x, err);
}

static lia_status begin_stop(lia_model_ode *s, lia_load *l, double t, double *x, lia_error *err) {
  lia_hold_ending e = lia_hold_ending_of(l, x, x + s->m->nq);
  if (lia_hold_low_end(l) == lia_hold_high_end(l) && fabs(e.gap) <= lia_hold_still) {
    l->mode = LIA_HOLD_LOCKED;
    lia_hold_count(s);
    return lia_hold_halt(s, t, x, x + s->m->nq, err);
  }
  if (e.gap < -lia_hold_far_beyond) l->outside = -e.gap;
  return e.gap > 1e-9 || e.gap < -lia_hold_far_beyond || e.rate > lia_hold_slow(l) ? LIA_OK
      : lia_hold_strike(s, l, t, x, err);
}

lia_status lia_hold_begin(lia_model_ode *s, double t, double *x, lia_error *err) {
  double *v = x + s->m->nq;
  for (int k = 0; k < s->o.loads->n; k++) {
    lia_load *l = &s->o.loads->load[k];
    l->lambda = l->hardest = l->outside = 0;
    l->struck = 0;
    l->first = (double)NAN;
    l->mode = LIA_HOLD_AWAY;
    if (lia_hold_is_joint(l)) l->mode = v[l->iv] >= 0 ? 1 : -1;
  }
  lia_hold_count(s);
  for (int k = 0; k < s->o.loads->n; k++) {
    lia_load *l = &s->o.loads->load[k];
    if (lia_hold_is_point(l) && l->mode == LIA_HOLD_AWAY) LIA_TRY(begin_point(s, l, t, x, err));
    if (lia_hold_is_stop(l) && l->mode == LIA_HOLD_AWAY) LIA_TRY(begin_stop(s, l, t, x, err));
  }
  LIA_TRY(lia_hold_settle(s, NULL, t, x, err));
  return lia_hold_strike_on(s, t, x, err);
}

lia_status lia_hold_again(lia_model_ode *s, double t, double *x, lia_error *err) {
  lia_hold_count(s);
  LIA_TRY(lia_hold_settle(s, NULL, t, x, err));
  return lia_hold_strike_on(s, t, x, err);
}

// of a point: it strikes or leaves; it turns (its speed falls to nothing, or it has turned by 60
// degrees) or slips
static void point_events(const lia_model_ode *s, const lia_load *l, double g[2]) {
  lia_hold_touch c = lia_hold_touch_of(s, l);
  g[0] = l->mode == LIA_HOLD_AWAY ? c.gap + lia_hold_behind : l->lambda;
  g[1] = 1;
  if (l->mode == LIA_HOLD_SLIDES && lia_hold_mu(l) > 0)
    g[1] = c.speed * (lia_dot3(l->way, c.slip) - 0.5);
  if (l->mode == LIA_HOLD_STICKS)
    g[1] = lia_hold_mu(l) * l->lambda - sqrt(lia_dot3(l->side, l->side));
}

// of a stop: it strikes or leaves; of one that is both ends at once neither
static double stop_event(const lia_model_ode *s, const lia_load *l, const double *x) {
  if (l->mode == LIA_HOLD_LOCKED) return 1;
  return l->mode == LIA_HOLD_AWAY ? lia_hold_ending_of(l, x, x + s->m->nq).gap + lia_hold_behind
      : l->lambda;
}

int lia_hold_calm(const lia_model_ode *s, double h, const double *x_old, const double *x) {
  int nq = s->m->nq;
  for (int k = 0; k < s->o.loads->n; k++) {
    const lia_load *l = &s->o.loads->load[k];
    if (!lia_load_jumps(l)) continue;
    if (!lia_hold_is_stop(l) || l->mode != LIA_HOLD_AWAY) return 0;
    // between its ends a cubic is never further from the straight line than 4/27 h times what its
    // slopes differ from that; twice as far is allowed for
    double a = x_old[l->iq], b = x[l->iq], v0 = x_old[nq + l->iv], v1 = x[nq + l->iv],
        reach = fabs(h) * (fabs(v0) + fabs(v1)) / 2;
    if (fmin(a, b) - reach <= lia_hold_low_end(l) || fmax(a, b) + reach >= lia_hold_high_end(l))
      return 0;
  }
  return 1;
}

lia_status lia_hold_events(lia_model_ode *s, double t, const double *x, double *g, lia_error *err) {
  const double *v = x + s->m->nq, *first = g;
  LIA_TRY(lia_hold_evaluate(s, t, x, err));
  if (s->o.loads->points) lia_fk_motion(s->m, s->d, x, v, NULL);
  for (int k = 0; k < s->o.loads->n; k++) {
    const lia_load *l = &s->o.loads->load[k];
    if (lia_hold_is_stop(l)) *g++ = stop_event(s, l, x);
    if (lia_hold_is_joint(l))
      *g++ = l->mode ? l->mode * v[l->iv] + lia_hold_back : lia_hold_limit(l) - fabs(l->lambda);
    if (lia_hold_is_point(l)) {
      point_events(s, l, g);
      g += 2;
    }
  }
  LIA_ASSERT(g == first + s->o.loads->njump);
  return LIA_OK;
}

static lia_status stop_at(lia_model_ode *s, lia_load *l, double t, double *x, lia_error *err) {
  if (l->mode == LIA_HOLD_AWAY) return lia_hold_strike(s, l, t, x, err);
  l->mode = LIA_HOLD_AWAY;
  return lia_hold_settle(s, l, t, x, err);
}

static lia_status joint_at(lia_model_ode *s, lia_load *l, double t, double *x, lia_error *err) {
  if (l->mode != LIA_HOLD_HELD) {
    x[s->m->nq + l->iv] = 0;
    return lia_hold_settle(s, NULL, t, x, err);
  }
  LIA_TRY(lia_hold_evaluate(s, t, x, err));
  l->mode = l->lambda > 0 ? -1 : 1;
  return lia_hold_settle(s, l, t, x, err);
}

static lia_status point_at(lia_model_ode *s, lia_load *l, int which, double t, double *x,
    lia_error *err) {
  if (which == 0 && l->mode == LIA_HOLD_AWAY) return lia_hold_strike(s, l, t, x, err);
  if (which == 0) {
    l->mode = LIA_HOLD_AWAY;
    return lia_hold_settle(s, l, t, x, err);
  }
  if (l->mode == LIA_HOLD_STICKS) {
    LIA_TRY(lia_hold_evaluate(s, t, x, err));
    lia_hold_slip(l);
    return lia_hold_settle(s, l, t, x, err);
  }
  lia_fk_motion(s->m, s->d, x, x + s->m->nq, NULL);
  lia_hold_touch c = lia_hold_touch_of(s, l);
  memcpy(l->way, c.slip, sizeof l->way);
  if (c.speed > fmax(lia_hold_slow(l), lia_hold_still)) return LIA_OK;
  l->mode = LIA_HOLD_STICKS;
  lia_hold_count(s);
  LIA_TRY(lia_hold_halt(s, t, x, x + s->m->nq, err));
  return lia_hold_settle(s, NULL, t, x, err);
}

// how many functions of lia_hold_events are its own
static int events_of(const lia_load *l) {
  return lia_hold_is_point(l) ? 2 : lia_load_jumps(l) != LIA_JUMP_none;
}

lia_status lia_hold_at(lia_model_ode *s, int k, double t, double *x, lia_error *err) {
  lia_load *l = s->o.loads->load;
  LIA_ASSERT(k >= 0 && k < s->o.loads->njump);
  for (; k >= events_of(l); l++) k -= events_of(l);
  if (lia_hold_is_stop(l)) LIA_TRY(stop_at(s, l, t, x, err));
  else LIA_TRY(lia_hold_is_point(l) ? point_at(s, l, k, t, x, err) : joint_at(s, l, t, x, err));
  return lia_hold_strike_on(s, t, x, err);
}

lia_status lia_hold_keep(lia_model_ode *s, double t, double *x, lia_error *err) {
  int n = s->m->nv, points = 0;
  LIA_TRY(lia_hold_halt(s, t, x, x + s->m->nq, err));
  for (int k = 0; k < s->o.loads->n; k++) {
    const lia_load *l = &s->o.loads->load[k];
    if (lia_hold_is_stop(l) && l->mode != LIA_HOLD_AWAY) {
      lia_hold_ending e = lia_hold_ending_of(l, x, x + s->m->nq);
      lia_hold_stop_row(s, k, e.way, points);
      s->b[points++] = -e.gap;
    }
    if (!lia_hold_is_point(l) || l->mode == LIA_HOLD_AWAY) continue;
    lia_hold_touch c = lia_hold_touch_of(s, l);
    if (!lia_hold_point_row(s, k, &c, c.n, points)) continue;
    s->b[points++] = -c.gap;
  }
  if (!points) return LIA_OK;
  LIA_TRY(lia_hold_solve(s, points, t, err));
  memset(s->v, 0, (size_t)n * sizeof *s->v);
  lia_hold_spread(s, points, s->v);
  lia_model_step(s->m, x, s->v, 1, x);
  return LIA_OK;
}
