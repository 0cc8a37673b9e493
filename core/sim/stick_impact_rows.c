/* stick_impact_rows.c - what must not move: a point and its plane, a coordinate and its stop, and
 * their rows of velocities */
#include "sim/stick_impact_inside.h"

#include "base/assert.h"
#include "num/vec.h"
#include "rbd/fk.h"
#include "rbd/jac.h"

#include <math.h>
#include <string.h>

// ---- a point and its plane ----

// after lia_fk_motion
lia_hold_touch lia_hold_touch_of(const lia_model_ode *s, const lia_load *l) {
  LIA_ASSERT(lia_hold_is_point(l) && l->body[0] >= 0);
  lia_hold_touch c;
  lia_frame X;
  double x[3], V[6], turn[3], size = sqrt(lia_dot3(lia_hold_normal(l), lia_hold_normal(l)));
  lia_fk_body(s->m, s->d, l->body[0], &X);
  lia_frame_point(x, &X, l->at[0]);
  lia_fk_velocity(s->m, s->d, l->body[0], l->at[0], LIA_AXES_BASE, V);
  c.gap = -lia_hold_radius(l);
  for (int k = 0; k < 3; k++) {
    c.n[k] = lia_hold_normal(l)[k] / size;
    c.arm[k] = -lia_hold_radius(l) * c.n[k];
    c.gap += c.n[k] * (x[k] - lia_hold_through(l)[k]);
  }
  lia_cross3(turn, V + 3, c.arm);
  for (int k = 0; k < 3; k++) c.v[k] = V[k] + turn[k];
  double vn = lia_dot3(c.n, c.v);
  for (int k = 0; k < 3; k++) c.slip[k] = c.v[k] - vn * c.n[k];
  c.speed = sqrt(lia_dot3(c.slip, c.slip));
  for (int k = 0; k < 3; k++) c.slip[k] = c.speed > 0 ? c.slip[k] / c.speed : 0;
  return c;
}

// ---- a coordinate and its stop ----

lia_hold_ending lia_hold_ending_of(const lia_load *l, const double *q, const double *v) {
  LIA_ASSERT(lia_hold_is_stop(l) && l->iq >= 0 && l->iv >= 0);
  double low = q[l->iq] - lia_hold_low_end(l), high = lia_hold_high_end(l) - q[l->iq];
  int lower = l->mode == LIA_HOLD_LOW || (l->mode != LIA_HOLD_HIGH && low <= high);
  return lower ? (lia_hold_ending){ low, v[l->iv], 1 } : (lia_hold_ending){ high, -v[l->iv], -1 };
}

// two directions across the normal
static void stick_impact_across(const double n[3], double u[3], double w[3]) {
  // along the axis that is furthest from n
  int k = fabs(n[0]) < fabs(n[1]) ? 0 : 1;
  double e[3] = { 0 }, size;
  if (!(fabs(n[k]) < fabs(n[2]))) k = 2;
  e[k] = 1;
  size = lia_dot3(e, n);
  for (int i = 0; i < 3; i++) u[i] = e[i] - size * n[i];
  size = sqrt(lia_dot3(u, u));
  for (int i = 0; i < 3; i++) u[i] /= size;
  lia_cross3(w, n, u);
  LIA_ASSERT(!(fabs(lia_dot3(n, u)) > 1e-9) && !(fabs(lia_dot3(w, w) - 1) > 1e-9));
}

// where friction takes it to slide: the way it goes, or at rest and just after it has turned the
// way it was set off
const double *lia_hold_way_of(const lia_load *l, const lia_hold_touch *c) {
  return c->speed > 1e-12 && lia_dot3(l->way, c->slip) > 0.4 ? c->slip : l->way;
}

// ---- rows: what must not move ----

// J (nv) += scale times: how fast the point moves along u where it touches
void lia_hold_add_row(const lia_model_ode *s, const lia_load *l, const lia_hold_touch *c,
    const double u[3],
    double scale, double *J) {
  double turn[3];
  lia_cross3(turn, c->arm, u);
  const double six[6] = { scale * u[0], scale * u[1], scale * u[2], scale * turn[0],
      scale * turn[1], scale * turn[2] };
  lia_jac_force(s->m, s->d, l->body[0], l->at[0], LIA_AXES_BASE, six, J);
}

// row r for element k, along u; 0 where nothing can move that way
int lia_hold_point_row(lia_model_ode *s, int k, const lia_hold_touch *c, const double u[3], int r) {
  int n = s->m->nv;
  double *J = s->J + r * n;
  // the machine has room for three rows of each event
  LIA_ASSERT(r >= 0 && r < 3 * s->o.loads->njump && k >= 0 && k < s->o.loads->n);
  memset(J, 0, (size_t)n * sizeof *J);
  lia_hold_add_row(s, &s->o.loads->load[k], c, u, 1, J);
  memcpy(s->W + r * n, J, (size_t)n * sizeof *J);
  memcpy(s->u + 3 * r, u, 3 * sizeof *u);
  s->row[r] = k;
  return lia_vec_max(J, n) > 1e-12;
}

// rows r .. for a point: its normal, and where it sticks two along the plane. Returns the next
int lia_hold_point_rows(lia_model_ode *s, int k, const lia_hold_touch *c, int sticks, int r) {
  double u[2][3];
  r += lia_hold_point_row(s, k, c, c->n, r);
  if (!sticks) return r;
  stick_impact_across(c->n, u[0], u[1]);
  for (int i = 0; i < 2; i++) r += lia_hold_point_row(s, k, c, u[i], r);
  return r;
}

static int joint_row(lia_model_ode *s, int k, int r) {
  int n = s->m->nv, iv = s->o.loads->load[k].iv;
  LIA_ASSERT(r >= 0 && r < 3 * s->o.loads->njump && iv >= 0 && iv < n);
  memset(s->J + r * n, 0, (size_t)n * sizeof *s->J);
  s->J[r * n + iv] = 1;
  memcpy(s->W + r * n, s->J + r * n, (size_t)n * sizeof *s->J);
  s->row[r] = k;
  return r + 1;
}

int lia_hold_stop_row(lia_model_ode *s, int k, double way, int r) {
  int n = s->m->nv;
  joint_row(s, k, r);
  s->J[r * n + s->o.loads->load[k].iv] = s->W[r * n + s->o.loads->load[k].iv] = way;
  return r + 1;
}

// of everything that is held or rests, but one; friction of what slides goes into W where it is
// asked for. After lia_fk_motion
int lia_hold_rows(lia_model_ode *s, const lia_load *but, int joints, int friction) {
  int r = 0;
  for (int k = 0; k < s->o.loads->n; k++) {
    const lia_load *l = &s->o.loads->load[k];
    if (l == but) continue;
    if (lia_hold_is_joint(l) && joints && l->mode == LIA_HOLD_HELD) r = joint_row(s, k, r);
    if (lia_hold_is_stop(l) && l->mode != LIA_HOLD_AWAY)
      r = lia_hold_stop_row(s, k, l->mode == LIA_HOLD_HIGH ? -1 : 1, r);
    if (!lia_hold_is_point(l) || l->mode == LIA_HOLD_AWAY) continue;
    lia_hold_touch c = lia_hold_touch_of(s, l);
    int first = r;
    r = lia_hold_point_rows(s, k, &c, l->mode == LIA_HOLD_STICKS, r);
    if (friction && l->mode == LIA_HOLD_SLIDES && r > first)
      lia_hold_add_row(s, l, &c, lia_hold_way_of(l, &c), -lia_hold_mu(l), s->W + first * s->m->nv);
  }
  return r;
}
