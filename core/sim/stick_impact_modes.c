/* stick_impact_modes.c - modes that fit: what is at rest is held, what would pull or takes too much
 * is let go */
#include "sim/stick_impact_inside.h"

#include "base/assert.h"
#include "num/vec.h"
#include "rbd/fk.h"

#include <math.h>
#include <string.h>

void lia_hold_count(lia_model_ode *s) {
  s->nstuck = 0;
  for (int k = 0; k < s->o.loads->n; k++) {
    const lia_load *l = &s->o.loads->load[k];
    LIA_ASSERT(!lia_hold_is_joint(l) || (l->mode >= -1 && l->mode <= 1));
    LIA_ASSERT(!lia_hold_is_point(l) || (l->mode >= LIA_HOLD_AWAY && l->mode <= LIA_HOLD_STICKS));
    LIA_ASSERT(!lia_hold_is_stop(l) || (l->mode >= LIA_HOLD_AWAY && l->mode <= LIA_HOLD_LOCKED));
    s->nstuck += (lia_hold_is_joint(l) && l->mode == LIA_HOLD_HELD) || lia_hold_rests(l);
  }
}

// lambda of all that is held
lia_status lia_hold_evaluate(lia_model_ode *s, double t, const double *x, lia_error *err) {
  lia_hold_count(s);
  return s->nstuck ? lia_model_ode_problem(s).f(s, t, x, s->dx, err) : LIA_OK;
}

// a point slips: friction goes on in the direction in which it held
void lia_hold_slip(lia_load *l) {
  LIA_ASSERT(lia_hold_is_point(l));
  double size = sqrt(lia_dot3(l->side, l->side));
  l->mode = LIA_HOLD_SLIDES;
  for (int k = 0; k < 3; k++) l->way[k] = size > 0 ? -l->side[k] / size : 0;
}

// a joint that stands at an end and does not move off it rests there
static void lean(const lia_model_ode *s, lia_load *l, const double *x) {
  lia_hold_ending e = lia_hold_ending_of(l, x, x + s->m->nq);
  if (e.gap < lia_hold_still && e.gap > -lia_hold_far_beyond &&
      fabs(e.rate) < fmax(lia_hold_slow(l), lia_hold_still))
    l->mode = lia_hold_end_mode(e.way);
}

// everything at rest is held and everything that touches and does not move off rests, but one
static void hold_all(lia_model_ode *s, const lia_load *but, const double *x) {
  const double *v = x + s->m->nq;
  lia_fk_motion(s->m, s->d, x, v, NULL);
  for (int k = 0; k < s->o.loads->n; k++) {
    lia_load *l = &s->o.loads->load[k];
    l->freed = l == but;
    if (l == but) continue;
    if (lia_hold_is_joint(l) && fabs(v[l->iv]) < lia_hold_still) l->mode = LIA_HOLD_HELD;
    if (lia_hold_is_stop(l) && l->mode == LIA_HOLD_AWAY) lean(s, l, x);
    if (!lia_hold_is_point(l)) continue;
    lia_hold_touch c = lia_hold_touch_of(s, l);
    if (l->mode == LIA_HOLD_AWAY && c.gap < lia_hold_still &&
        fabs(lia_dot3(c.n, c.v)) < fmax(lia_hold_slow(l), lia_hold_still)) {
      l->mode = LIA_HOLD_SLIDES;
      memcpy(l->way, c.slip, sizeof l->way);
    }
    if (l->mode == LIA_HOLD_SLIDES && lia_hold_mu(l) > 0 && c.speed < lia_hold_still)
      l->mode = LIA_HOLD_STICKS;
  }
  lia_hold_count(s);
}

// by how much a point would have to pull, or anything held takes more than it can
static double pull(const lia_load *l) {
  return lia_hold_rests(l) && !(lia_hold_is_stop(l) && l->mode == LIA_HOLD_LOCKED) ? -l->lambda : 0;
}
static double excess(const lia_load *l) {
  // what stands at its limit slides: if it should not, it comes to rest at once
  const double nearly = 1 - 1e-10;
  if (lia_hold_is_joint(l))
    return l->mode == LIA_HOLD_HELD ? fabs(l->lambda) - nearly * lia_hold_limit(l) : 0;
  return lia_hold_is_point(l) && l->mode == LIA_HOLD_STICKS
      ? sqrt(lia_dot3(l->side, l->side)) - nearly * lia_hold_mu(l) * l->lambda : 0;
}

// what pulls most leaves, then what takes most beyond its limit slides the way the rest pushes it;
// 0: all are content
static int let_go(lia_model_ode *s) {
  for (int way = 0; way < 2; way++) {
    lia_load *worst = NULL;
    double most = 0;
    for (int k = 0; k < s->o.loads->n; k++) {
      double by = (way ? excess : pull)(&s->o.loads->load[k]);
      if (by > most) {
        most = by;
        worst = &s->o.loads->load[k];
      }
    }
    if (!worst) continue;
    worst->freed = 1;
    if (!way) worst->mode = LIA_HOLD_AWAY;
    else if (lia_hold_is_joint(worst)) worst->mode = worst->lambda > 0 ? -1 : 1;
    else lia_hold_slip(worst);
    return 1;
  }
  return 0;
}

static int take_up_stop(const lia_model_ode *s, lia_load *l, const double *x) {
  const double *v = x + s->m->nq, *a = s->dx + s->m->nq;
  lia_hold_ending e = lia_hold_ending_of(l, x, v);
  if (l->mode != LIA_HOLD_AWAY || l->freed || e.gap > lia_hold_still ||
      e.gap < -lia_hold_far_beyond || fabs(e.rate) > lia_hold_still ||
      e.way * a[l->iv] >= -lia_hold_still)
    return 0;
  l->mode = lia_hold_end_mode(e.way);
  return 1;
}

// points and joints that touch, do not move off and are pushed in come to rest; 0: none
static int take_up(lia_model_ode *s, const double *x) {
  const double *v = x + s->m->nq, *a = s->dx + s->m->nq;
  int taken = 0;
  for (int k = 0; k < s->o.loads->n; k++) {
    lia_load *l = &s->o.loads->load[k];
    if (lia_hold_is_stop(l)) taken |= take_up_stop(s, l, x);
    if (!lia_hold_is_point(l) || l->mode != LIA_HOLD_AWAY || l->freed) continue;
    lia_fk_motion(s->m, s->d, x, v, NULL);
    lia_hold_touch c = lia_hold_touch_of(s, l);
    if (c.gap > lia_hold_still || fabs(lia_dot3(c.n, c.v)) > lia_hold_still ||
        !lia_hold_point_row(s, k, &c, c.n, 0))
      continue;
    if (lia_vec_dot(s->J, a, s->m->nv) + lia_hold_bias_of(s, 0, x, v) >= -lia_hold_still) continue;
    l->mode = c.speed < lia_hold_still && lia_hold_mu(l) > 0 ? LIA_HOLD_STICKS : LIA_HOLD_SLIDES;
    memcpy(l->way, c.slip, sizeof l->way);
    taken = 1;
  }
  return taken;
}

// a point that has just slipped goes where it is accelerated, which need not be where it was
// pushed: friction is told against that
static int turn_ways(lia_model_ode *s, const double *x) {
  const double *v = x + s->m->nq, *a = s->dx + s->m->nq;
  int turned = 0;
  for (int k = 0; k < s->o.loads->n; k++) {
    lia_load *l = &s->o.loads->load[k];
    double to[3] = { 0 }, size = 0;
    if (!lia_hold_is_point(l) || l->mode != LIA_HOLD_SLIDES || !(lia_hold_mu(l) > 0)) continue;
    lia_fk_motion(s->m, s->d, x, v, NULL);
    lia_hold_touch c = lia_hold_touch_of(s, l);
    if (c.speed > lia_hold_still) continue;
    for (int i = 1, r = lia_hold_point_rows(s, k, &c, 1, 0); i < r; i++) {
      double part = lia_vec_dot(s->J + i * s->m->nv, a, s->m->nv) + lia_hold_bias_of(s, i, x, v);
      for (int j = 0; j < 3; j++) to[j] += part * s->u[3 * i + j];
    }
    size = sqrt(lia_dot3(to, to));
    if (size < lia_hold_still || lia_dot3(to, l->way) > 0.9999 * size) continue;
    for (int j = 0; j < 3; j++)
      to[j] = to[j] / size + (lia_dot3(to, l->way) > -0.9 * size ? l->way[j] : 0);
    size = sqrt(lia_dot3(to, to));
    for (int j = 0; j < 3; j++) l->way[j] = to[j] / size;
    turned = 1;
  }
  return turned;
}

// modes that fit: all that is at rest is held, then let go one after the other where it cannot be.
// `but` is free already
lia_status lia_hold_settle(lia_model_ode *s, const lia_load *but, double t, double *x,
    lia_error *err) {
  hold_all(s, but, x);
  int most = 4 * s->o.loads->n + 40;
  if (s->nstuck) LIA_TRY(lia_hold_halt(s, t, x, x + s->m->nq, err));
  for (int turn = 0; turn < most; turn++) {
    LIA_TRY(lia_model_ode_problem(s).f(s, t, x, s->dx, err));
    int changed = let_go(s) || take_up(s, x) || turn_ways(s, x);
    lia_hold_count(s);
    if (!changed) return LIA_OK;
  }
  return LIA_OK;
}
