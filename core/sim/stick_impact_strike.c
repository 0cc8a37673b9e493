/* stick_impact_strike.c - impulses of what strikes: points on their planes, joints at their stops
 * */
#include "sim/stick_impact_inside.h"

#include "base/assert.h"
#include "num/vec.h"
#include "rbd/fk.h"

#include <math.h>
#include <string.h>

// move q along C J^T so that the gap becomes `gap`: rounding must not leave a point behind its
// plane
static void lift(lia_model_ode *s, const lia_load *l, double gap, double *q, const double *v) {
  int n = s->m->nv;
  double size = 0, *u = s->v, now;
  memset(s->W, 0, (size_t)n * sizeof *s->W);
  if (lia_hold_is_stop(l)) {
    lia_hold_ending e = lia_hold_ending_of(l, q, v);
    s->W[l->iv] = e.way;
    now = e.gap;
  } else {
    lia_hold_touch c = lia_hold_touch_of(s, l);
    lia_hold_add_row(s, l, &c, c.n, 1, s->W);
    now = c.gap;
  }
  for (int a = 0; a < n; a++) size += s->W[a] * (u[a] = lia_vec_dot(s->Minv + a * n, s->W, n));
  if (size > 0) lia_model_step(s->m, q, u, (gap - now) / size, q);
  lia_fk_motion(s->m, s->d, q, v, NULL);
}

// of the rows before `at`: a point that would have to pull is let go, one that sticks and takes too
// much slides. 1: some changed
static int overtaxed(lia_model_ode *s, int at) {
  int changed = 0;
  for (int k = 0; k < at; k++) {
    lia_load *l = &s->o.loads->load[s->row[k]];
    double side = k + 1 < at && s->row[k + 1] == s->row[k] ? s->b[k + 1] : 0,
        more = k + 2 < at && s->row[k + 2] == s->row[k] ? s->b[k + 2] : 0;
    if (k && s->row[k - 1] == s->row[k]) continue;
    if (s->b[k] < 0 && !(lia_hold_is_stop(l) && l->mode == LIA_HOLD_LOCKED)) {
      l->mode = LIA_HOLD_AWAY;
      changed = 1;
    } else if (lia_hold_is_point(l) && l->mode == LIA_HOLD_STICKS &&
        hypot(side, more) > lia_hold_mu(l) * s->b[k] &&
        hypot(side, more) > 1e-12) {
      for (int i = 0; i < 3; i++)
        l->way[i] = -side * s->u[3 * (k + 1) + i] - more * (more != 0 ? s->u[3 * (k + 2) + i] : 0);
      double size = sqrt(lia_dot3(l->way, l->way));
      for (int i = 0; i < 3; i++) l->way[i] /= size;
      l->mode = LIA_HOLD_SLIDES;
      changed = 1;
    }
  }
  return changed;
}

// the impulse of one point: first as if it stuck along the plane, then sliding where friction does
// not suffice
static lia_status impulse(lia_model_ode *s, lia_load *l, double e, double t, double *v,
    lia_error *err) {
  int n = s->m->nv, k = (int)(l - s->o.loads->load);
  lia_hold_touch c = lia_hold_touch_of(s, l);
  double vn = lia_dot3(c.n, c.v);
  for (int slide = lia_hold_mu(l) > 0 ? 0 : 1; slide < 2; slide++) {
    int at = lia_hold_rows(s, l, 0, 0), r = lia_hold_point_rows(s, k, &c, !slide, at);
    for (int i = 0; i < r; i++) s->b[i] = -lia_vec_dot(s->J + i * n, v, n);
    s->b[at] = -(1 + e) * vn;
    if (slide && c.speed > 0) lia_hold_add_row(s, l, &c, c.slip, -lia_hold_mu(l), s->W + at * n);
    LIA_TRY(lia_hold_solve(s, r, t, err));
    double side = 0;
    for (int i = at + 1; i < r; i++) side = hypot(side, s->b[i]);
    if (!slide && side > lia_hold_mu(l) * s->b[at]) continue;
    if (overtaxed(s, at)) return impulse(s, l, e, t, v, err);
    lia_hold_spread(s, r, v);
    return LIA_OK;
  }
  return LIA_OK;
}

// of a joint at its end
static lia_status stop_impulse(lia_model_ode *s, lia_load *l, double e, double t, const double *q,
    double *v, lia_error *err) {
  int n = s->m->nv, k = (int)(l - s->o.loads->load), at = lia_hold_rows(s, l, 0, 0);
  lia_hold_ending end = lia_hold_ending_of(l, q, v);
  lia_hold_stop_row(s, k, end.way, at);
  for (int i = 0; i < at; i++) s->b[i] = -lia_vec_dot(s->J + i * n, v, n);
  s->b[at] = -(1 + e) * end.rate;
  LIA_TRY(lia_hold_solve(s, at + 1, t, err));
  if (overtaxed(s, at)) return stop_impulse(s, l, e, t, q, v, err);
  lia_hold_spread(s, at + 1, v);
  return LIA_OK;
}

// what an impulse has set in motion slides the way it goes
static void set_off(lia_model_ode *s, const double *v) {
  for (int k = 0; k < s->o.loads->n; k++) {
    lia_load *l = &s->o.loads->load[k];
    if (lia_hold_is_joint(l) && fabs(v[l->iv]) > 1e-14) l->mode = v[l->iv] > 0 ? 1 : -1;
    if (!lia_hold_is_point(l) || l->mode != LIA_HOLD_SLIDES) continue;
    lia_hold_touch c = lia_hold_touch_of(s, l);
    if (c.speed > 1e-12) memcpy(l->way, c.slip, sizeof l->way);
  }
}

static void tell_strike(lia_load *l, double t, double speed) {
  if (!(speed > lia_hold_still)) return;
  if (!l->struck++) l->first = t;
  l->hardest = fmax(l->hardest, speed);
}

// how fast it goes in, after lia_fk_motion
static double going_in(const lia_model_ode *s, const lia_load *l, const double *q,
    const double *v) {
  if (lia_hold_is_stop(l)) return -lia_hold_ending_of(l, q, v).rate;
  lia_hold_touch c = lia_hold_touch_of(s, l);
  return -lia_dot3(c.n, c.v);
}

lia_status lia_hold_strike(lia_model_ode *s, lia_load *l, double t, double *x, lia_error *err) {
  LIA_ASSERT(l >= s->o.loads->load && l < s->o.loads->load + s->o.loads->n);
  LIA_ASSERT(lia_hold_is_point(l) || lia_hold_is_stop(l));
  double *q = x, *v = x + s->m->nq;
  LIA_TRY(lia_hold_compliance(s, q, t, err));
  lia_fk_motion(s->m, s->d, q, v, NULL);
  double speed = going_in(s, l, q, v), e = lia_hold_restitution(l),
      way = lia_hold_is_stop(l) ? lia_hold_ending_of(l, q, v).way : 0;
  int stays = e == 0 || speed * e < lia_hold_slow(l);
  tell_strike(l, t, speed);
  if (lia_hold_is_stop(l)) LIA_TRY(stop_impulse(s, l, stays ? 0 : e, t, q, v, err));
  else LIA_TRY(impulse(s, l, stays ? 0 : e, t, v, err));
  lia_fk_motion(s->m, s->d, q, v, NULL);
  lift(s, l, stays ? 0 : 1e-12, q, v);
  l->mode = lia_hold_is_point(l) ? LIA_HOLD_SLIDES : lia_hold_end_mode(way);
  if (!stays) l->mode = LIA_HOLD_AWAY;
  if (lia_hold_is_point(l)) {
    lia_hold_touch c = lia_hold_touch_of(s, l);
    memcpy(l->way, c.slip, sizeof l->way);
  }
  set_off(s, v);
  return lia_hold_settle(s, stays ? NULL : l, t, x, err);
}

// what an impulse has driven onto its plane strikes in the same moment, one after the other
lia_status lia_hold_strike_on(lia_model_ode *s, double t, double *x, lia_error *err) {
  int most = 40 * s->o.loads->n;
  for (int k = 0, turn = 0; k < s->o.loads->n && turn < most; k++) {
    lia_load *l = &s->o.loads->load[k];
    if (lia_hold_is_joint(l) || !lia_load_jumps(l) || l->mode != LIA_HOLD_AWAY) continue;
    lia_fk_motion(s->m, s->d, x, x + s->m->nq, NULL);
    double gap = lia_hold_is_stop(l) ? lia_hold_ending_of(l, x, x + s->m->nq).gap
        : lia_hold_touch_of(s, l).gap;
    if (gap > lia_hold_still || (lia_hold_is_stop(l) && gap < -lia_hold_far_beyond) ||
        going_in(s, l, x, x + s->m->nq) <= lia_hold_still)
      continue;
    LIA_TRY(lia_hold_strike(s, l, t, x, err));
    k = -1;
    turn++;
  }
  return LIA_OK;
}
