/* stick_impact.c - equations of what is held, impulses of what strikes */
#include "sim/stick_impact.h"

#include "num/factor.h"
#include "num/small.h"
#include "num/vec.h"
#include "rbd/fk.h"
#include "rbd/forward.h"
#include "rbd/jac.h"

#include <math.h>
#include <string.h>

// modes of a joint: the sign of the way it slides, or HELD; of a point; of a stop
enum { HELD = 0 };
enum { AWAY = 0, SLIDES, STICKS };
enum { LOW = 1, HIGH, LOCKED };

static int is_joint(const lia_load *l) { return lia_load_jumps(l) == LIA_JUMP_stick; }
static int is_point(const lia_load *l) { return lia_load_jumps(l) == LIA_JUMP_strike; }
static int is_stop(const lia_load *l) { return lia_load_jumps(l) == LIA_JUMP_stop; }
static int rests(const lia_load *l) { return !is_joint(l) && lia_load_jumps(l) && l->mode != AWAY; }

// the numbers of an element that its events need, from where its row says they stand
static const lia_force_events *events(const lia_load *l) {
  return &lia_force_rows[l->kind]->events;
}
static const double *through(const lia_load *l) { return l->p + events(l)->strike.through; }
static const double *normal(const lia_load *l) { return l->p + events(l)->strike.normal; }
static double radius(const lia_load *l) { return l->p[events(l)->strike.radius]; }
static double mu(const lia_load *l) { return l->p[events(l)->strike.mu]; }
static double low_end(const lia_load *l) { return l->p[events(l)->stop.min]; }
static double high_end(const lia_load *l) { return l->p[events(l)->stop.max]; }

static double restitution(const lia_load *l) {
  return l->p[is_stop(l) ? events(l)->stop.restitution : events(l)->strike.restitution];
}
static double slow(const lia_load *l) {
  return l->p[is_stop(l) ? events(l)->stop.rest : events(l)->strike.rest];
}
static double limit(const lia_load *l) {
  return fmax(l->p[events(l)->stick.most], l->p[events(l)->stick.coulomb]);
}
static double stick_impact_dot(const double a[3], const double b[3]) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

// ---- a point and its plane ----

typedef struct touch { double n[3], gap, arm[3], v[3], slip[3], speed; } touch;
// arm: from the point to where it touches; v: velocity there; slip: its direction along the plane,
// and how fast

// after lia_fk_motion
static touch touch_of(const lia_machine *s, const lia_load *l) {
  touch c;
  lia_frame X;
  double x[3], V[6], turn[3], size = sqrt(stick_impact_dot(normal(l), normal(l)));
  lia_fk_body(s->m, s->d, l->body[0], &X);
  lia_frame_point(x, &X, l->at[0]);
  lia_fk_velocity(s->m, s->d, l->body[0], l->at[0], LIA_AXES_BASE, V);
  c.gap = -radius(l);
  for (int k = 0; k < 3; k++) {
    c.n[k] = normal(l)[k] / size;
    c.arm[k] = -radius(l) * c.n[k];
    c.gap += c.n[k] * (x[k] - through(l)[k]);
  }
  lia_cross3(turn, V + 3, c.arm);
  for (int k = 0; k < 3; k++) c.v[k] = V[k] + turn[k];
  double vn = stick_impact_dot(c.n, c.v);
  for (int k = 0; k < 3; k++) c.slip[k] = c.v[k] - vn * c.n[k];
  c.speed = sqrt(stick_impact_dot(c.slip, c.slip));
  for (int k = 0; k < 3; k++) c.slip[k] = c.speed > 0 ? c.slip[k] / c.speed : 0;
  return c;
}

// ---- a coordinate and its stop ----

// to the end it rests on, else the nearer one; way: +1 the lower
typedef struct ending { double gap, rate, way; } ending;

static ending ending_of(const lia_load *l, const double *q, const double *v) {
  double low = q[l->iq] - low_end(l), high = high_end(l) - q[l->iq];
  int lower = l->mode == LOW || (l->mode != HIGH && low <= high);
  return lower ? (ending){ low, v[l->iv], 1 } : (ending){ high, -v[l->iv], -1 };
}

// of way
static int end_mode(double way) { return way > 0 ? LOW : HIGH; }

// it began beyond its end, and has not come back yet
static const double far_beyond = 1e-6;

// two directions across the normal
static void stick_impact_across(const double n[3], double u[3], double w[3]) {
  // along the axis that is furthest from n
  int k = fabs(n[0]) < fabs(n[1]) ? 0 : 1;
  double e[3] = { 0 }, size;
  if (!(fabs(n[k]) < fabs(n[2]))) k = 2;
  e[k] = 1;
  size = stick_impact_dot(e, n);
  for (int i = 0; i < 3; i++) u[i] = e[i] - size * n[i];
  size = sqrt(stick_impact_dot(u, u));
  for (int i = 0; i < 3; i++) u[i] /= size;
  lia_cross3(w, n, u);
}

// where friction takes it to slide: the way it goes, or at rest and just after it has turned the
// way it was set off
static const double *way_of(const lia_load *l, const touch *c) {
  return c->speed > 1e-12 && stick_impact_dot(l->way, c->slip) > 0.4 ? c->slip : l->way;
}

// ---- rows: what must not move ----

// J (nv) += scale times: how fast the point moves along u where it touches
static void add_row(const lia_machine *s, const lia_load *l, const touch *c, const double u[3],
    double scale, double *J) {
  double turn[3];
  lia_cross3(turn, c->arm, u);
  const double six[6] = { scale * u[0], scale * u[1], scale * u[2], scale * turn[0],
      scale * turn[1], scale * turn[2] };
  lia_jac_force(s->m, s->d, l->body[0], l->at[0], LIA_AXES_BASE, six, J);
}

// row r for element k, along u; 0 where nothing can move that way
static int point_row(lia_machine *s, int k, const touch *c, const double u[3], int r) {
  int n = s->m->nv;
  double *J = s->J + r * n;
  memset(J, 0, (size_t)n * sizeof *J);
  add_row(s, &s->o.loads->load[k], c, u, 1, J);
  memcpy(s->W + r * n, J, (size_t)n * sizeof *J);
  memcpy(s->u + 3 * r, u, 3 * sizeof *u);
  s->row[r] = k;
  return lia_vec_max(J, n) > 1e-12;
}

// rows r .. for a point: its normal, and where it sticks two along the plane. Returns the next
static int point_rows(lia_machine *s, int k, const touch *c, int sticks, int r) {
  double u[2][3];
  r += point_row(s, k, c, c->n, r);
  if (!sticks) return r;
  stick_impact_across(c->n, u[0], u[1]);
  for (int i = 0; i < 2; i++) r += point_row(s, k, c, u[i], r);
  return r;
}

static int joint_row(lia_machine *s, int k, int r) {
  int n = s->m->nv, iv = s->o.loads->load[k].iv;
  memset(s->J + r * n, 0, (size_t)n * sizeof *s->J);
  s->J[r * n + iv] = 1;
  memcpy(s->W + r * n, s->J + r * n, (size_t)n * sizeof *s->J);
  s->row[r] = k;
  return r + 1;
}

static int stop_row(lia_machine *s, int k, double way, int r) {
  int n = s->m->nv;
  joint_row(s, k, r);
  s->J[r * n + s->o.loads->load[k].iv] = s->W[r * n + s->o.loads->load[k].iv] = way;
  return r + 1;
}

// of everything that is held or rests, but one; friction of what slides goes into W where it is
// asked for. After lia_fk_motion
static int stick_impact_rows(lia_machine *s, const lia_load *but, int joints, int friction) {
  int r = 0;
  for (int k = 0; k < s->o.loads->n; k++) {
    const lia_load *l = &s->o.loads->load[k];
    if (l == but) continue;
    if (is_joint(l) && joints && l->mode == HELD) r = joint_row(s, k, r);
    if (is_stop(l) && l->mode != AWAY) r = stop_row(s, k, l->mode == HIGH ? -1 : 1, r);
    if (!is_point(l) || l->mode == AWAY) continue;
    touch c = touch_of(s, l);
    int first = r;
    r = point_rows(s, k, &c, l->mode == STICKS, r);
    if (friction && l->mode == SLIDES && r > first)
      add_row(s, l, &c, way_of(l, &c), -mu(l), s->W + first * s->m->nv);
  }
  return r;
}

// ---- equations ----

// C of the header into s->Minv, and B = (G M^-1 G^T)^-1 G M^-1 of the rows of constraints that are
// used
static lia_status compliance(lia_machine *s, const double *q, double t, lia_error *err) {
  int n = s->m->nv;
  lia_closed *w = s->o.closed;
  (void)lia_forward_minv(s->m, s->d, q, s->Minv);
  if (!w) return LIA_OK;
  lia_closed_rows(w, q, NULL, t);
  LIA_TRY(lia_constrained_rank(w->dense_solver, lia_mat_of(w->G, w->rows, n), w->opts.rank_tol,
      err));
  int r = w->dense_solver->rank;
  const lia_mat J = w->dense_solver->J;
  for (int i = 0; i < r; i++)
    for (int a = 0; a < n; a++)
      s->B[i * n + a] = lia_vec_dot(s->Minv + a * n, lia_mat_row(J, i), n);
  for (int i = 0; i < r; i++)
    for (int k = 0; k < r; k++) s->S[i * r + k] = lia_vec_dot(lia_mat_row(J, i), s->B + k * n, n);
  memcpy(s->Y, s->B, (size_t)(r * n) * sizeof *s->Y);
  LIA_TRY(lia_chol_factor(lia_mat_of(s->S, r, r), err));
  lia_chol_solvem(lia_mat_of(s->S, r, r), lia_mat_of(s->B, r, n));
  for (int i = 0; i < r; i++)
    for (int a = 0; a < n; a++) lia_vec_axpy(s->Minv + a * n, -s->Y[i * n + a], s->B + i * n, n);
  return LIA_OK;
}

// (J C W) y = b in place of b, for r rows. A little is put on the diagonal and taken off again by
// refining: rows that say the same twice share what they hold, and nothing else changes
static lia_status stick_impact_solve(lia_machine *s, int r, double t, lia_error *err) {
  int n = s->m->nv;
  double most = 0, *y = s->b + r, *rest = s->b + 2 * r, *LU = s->A + r * r;
  for (int k = 0; k < r; k++) {
    for (int a = 0; a < n; a++) s->CW[a] = lia_vec_dot(s->Minv + a * n, s->W + k * n, n);
    for (int i = 0; i < r; i++) s->A[i * r + k] = lia_vec_dot(s->J + i * n, s->CW, n);
    // where a joint stands still at a dead point of its loop this is the rounding of 0, but never
    // less than 0
    if (!is_point(&s->o.loads->load[s->row[k]])) s->A[k * r + k] = fabs(s->A[k * r + k]);
    most = fmax(most, fabs(s->A[k * r + k]));
  }
  memcpy(LU, s->A, (size_t)(r * r) * sizeof *LU);
  for (int i = 0; i < r; i++) {
    LU[i * r + i] += 1e-5 * most;
    y[i] = 0;
  }
  if (lia_lu_factor((lia_mat){ LU, r, r, r }, s->piv, &(lia_error){ 0 }) != LIA_OK)
    return LIA_FAIL(err, LIA_ESINGULAR, "forces",
        "what sticks and rests has no forces that hold it at t = %.9g", t);
  double left = (double)INFINITY;
  for (int turn = 0; turn < 40; turn++) {
    for (int i = 0; i < r; i++) rest[i] = s->b[i] - lia_vec_dot(s->A + i * r, y, r);
    double now = lia_vec_max(rest, r);
    if (!(now < left / 2)) break;   // rounding: it gets no better
    left = now;
    lia_lu_solve((lia_mat){ LU, r, r, r }, s->piv, rest);
    lia_vec_axpy(y, 1, rest, r);
  }
  memcpy(s->b, y, (size_t)r * sizeof *y);
  return LIA_OK;
}

// v += C W y
static void spread(const lia_machine *s, int r, double *v) {
  int n = s->m->nv;
  memset(s->CW, 0, (size_t)n * sizeof *s->CW);
  for (int k = 0; k < r; k++) lia_vec_axpy(s->CW, s->b[k], s->W + k * n, n);
  for (int a = 0; a < n; a++) v[a] += lia_vec_dot(s->Minv + a * n, s->CW, n);
}

// what the loops hold is less by what these forces put on them: -B W y
static void spread_multipliers(lia_machine *s) {
  lia_closed *w = s->o.closed;
  for (int i = 0; w && i < w->dense_solver->rank; i++) {
    int row = w->dense_solver->row[i];
    w->lambda[row] -= lia_vec_dot(s->B + i * s->m->nv, s->CW, s->m->nv)
        / w->dense_solver->norm[row];
  }
}

// u . (acceleration where it touches that velocities alone give)
static double bias_of(const lia_machine *s, int r, const double *q, const double *v) {
  const lia_load *l = &s->o.loads->load[s->row[r]];
  double bias[6], arm[3], turn[3], size = sqrt(stick_impact_dot(normal(l), normal(l)));
  if (!is_point(l)) return 0;
  lia_jac_bias(s->m, s->d, q, v, l->body[0], l->at[0], LIA_AXES_BASE, bias);
  for (int k = 0; k < 3; k++) arm[k] = -radius(l) * normal(l)[k] / size;
  lia_cross3(turn, bias + 3, arm);
  return stick_impact_dot(s->u + 3 * r, bias) + stick_impact_dot(s->u + 3 * r, turn);
}

// what element l holds with, as of its lambda and side: into l->F. After lia_fk_motion
static void held_force(const lia_machine *s, lia_load *l) {
  if (is_joint(l) || is_stop(l)) {
    l->F[0] = is_stop(l) && l->mode == HIGH ? -l->lambda : l->lambda;
    return;
  }
  touch c = touch_of(s, l);
  const double *way = way_of(l, &c);
  for (int k = 0; k < 3; k++)
    l->F[k] = l->lambda * (c.n[k] - (l->mode == SLIDES ? mu(l) * way[k] : 0)) + l->side[k];
}

lia_status lia_hold_correct(lia_machine *s, double t, const double *q, const double *v, double *a,
    lia_error *err) {
  int n = s->m->nv;
  LIA_TRY(compliance(s, q, t, err));
  lia_fk_motion(s->m, s->d, q, v, NULL);
  int r = stick_impact_rows(s, NULL, 1, 1);
  for (int i = 0; i < r; i++) s->b[i] = -bias_of(s, i, q, v) - lia_vec_dot(s->J + i * n, a, n);
  LIA_TRY(stick_impact_solve(s, r, t, err));
  spread(s, r, a);
  spread_multipliers(s);
  // what holds does no work; friction of what slides does
  s->lost -= lia_vec_dot(s->CW, v, n);
  for (int i = 0; i < r; i++) {
    lia_load *l = &s->o.loads->load[s->row[i]];
    if (i && s->row[i] == s->row[i - 1])
      for (int k = 0; k < 3; k++) l->side[k] += s->b[i] * s->u[3 * i + k];
    else {
      l->lambda = s->b[i];
      memset(l->side, 0, sizeof l->side);
    }
  }
  for (int i = 0; i < r; i++) held_force(s, &s->o.loads->load[s->row[i]]);
  return LIA_OK;
}

// v least changed so that nothing held or resting moves; modes stay
static lia_status halt(lia_machine *s, double t, const double *q, double *v, lia_error *err) {
  int n = s->m->nv;
  LIA_TRY(compliance(s, q, t, err));
  lia_fk_motion(s->m, s->d, q, v, NULL);
  int r = stick_impact_rows(s, NULL, 1, 0);
  for (int i = 0; i < r; i++) s->b[i] = -lia_vec_dot(s->J + i * n, v, n);
  LIA_TRY(stick_impact_solve(s, r, t, err));
  spread(s, r, v);
  for (int i = 0; i < r; i++) {
    const lia_load *l = &s->o.loads->load[s->row[i]];
    if (!is_point(l)) v[l->iv] = 0;
  }
  return LIA_OK;
}

// ---- modes ----

static void stick_impact_count(lia_machine *s) {
  s->nheld = 0;
  for (int k = 0; k < s->o.loads->n; k++) {
    const lia_load *l = &s->o.loads->load[k];
    s->nheld += (is_joint(l) && l->mode == HELD) || rests(l);
  }
}

// lambda of all that is held
static lia_status stick_impact_evaluate(lia_machine *s, double t, const double *x, lia_error *err) {
  stick_impact_count(s);
  return s->nheld ? lia_machine_problem(s).f(s, t, x, s->dx, err) : LIA_OK;
}

// a point slips: friction goes on in the direction in which it held
static void slip(lia_load *l) {
  double size = sqrt(stick_impact_dot(l->side, l->side));
  l->mode = SLIDES;
  for (int k = 0; k < 3; k++) l->way[k] = size > 0 ? -l->side[k] / size : 0;
}

// slower than this is at rest, nearer touches; a point strikes when it is this far behind its
// plane, so that rounding, which may put it just behind while it rests or leaves, is no strike, nor
// hides one
static const double still = 1e-9, behind = 1e-11;

// a joint that stands at an end and does not move off it rests there
static void lean(const lia_machine *s, lia_load *l, const double *x) {
  ending e = ending_of(l, x, x + s->m->nq);
  if (e.gap < still && e.gap > -far_beyond && fabs(e.rate) < fmax(slow(l), still))
    l->mode = end_mode(e.way);
}

// everything at rest is held and everything that touches and does not move off rests, but one
static void hold_all(lia_machine *s, const lia_load *but, const double *x) {
  const double *v = x + s->m->nq;
  lia_fk_motion(s->m, s->d, x, v, NULL);
  for (int k = 0; k < s->o.loads->n; k++) {
    lia_load *l = &s->o.loads->load[k];
    l->freed = l == but;
    if (l == but) continue;
    if (is_joint(l) && fabs(v[l->iv]) < still) l->mode = HELD;
    if (is_stop(l) && l->mode == AWAY) lean(s, l, x);
    if (!is_point(l)) continue;
    touch c = touch_of(s, l);
    if (l->mode == AWAY && c.gap < still &&
        fabs(stick_impact_dot(c.n, c.v)) < fmax(slow(l), still)) {
      l->mode = SLIDES;
      memcpy(l->way, c.slip, sizeof l->way);
    }
    if (l->mode == SLIDES && mu(l) > 0 && c.speed < still) l->mode = STICKS;
  }
  stick_impact_count(s);
}

// by how much a point would have to pull, or anything held takes more than it can
static double pull(const lia_load *l) {
  return rests(l) && !(is_stop(l) && l->mode == LOCKED) ? -l->lambda : 0;
}
static double excess(const lia_load *l) {
  // what stands at its limit slides: if it should not, it comes to rest at once
  const double nearly = 1 - 1e-10;
  if (is_joint(l)) return l->mode == HELD ? fabs(l->lambda) - nearly * limit(l) : 0;
  return is_point(l) && l->mode == STICKS
      ? sqrt(stick_impact_dot(l->side, l->side)) - nearly * mu(l) * l->lambda : 0;
}

// what pulls most leaves, then what takes most beyond its limit slides the way the rest pushes it;
// 0: all are content
static int let_go(lia_machine *s) {
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
    if (!way) worst->mode = AWAY;
    else if (is_joint(worst)) worst->mode = worst->lambda > 0 ? -1 : 1;
    else slip(worst);
    return 1;
  }
  return 0;
}

static int take_up_stop(const lia_machine *s, lia_load *l, const double *x) {
  const double *v = x + s->m->nq, *a = s->dx + s->m->nq;
  ending e = ending_of(l, x, v);
  if (l->mode != AWAY || l->freed || e.gap > still || e.gap < -far_beyond || fabs(e.rate) > still ||
      e.way * a[l->iv] >= -still)
    return 0;
  l->mode = end_mode(e.way);
  return 1;
}

// points and joints that touch, do not move off and are pushed in come to rest; 0: none
static int take_up(lia_machine *s, const double *x) {
  const double *v = x + s->m->nq, *a = s->dx + s->m->nq;
  int taken = 0;
  for (int k = 0; k < s->o.loads->n; k++) {
    lia_load *l = &s->o.loads->load[k];
    if (is_stop(l)) taken |= take_up_stop(s, l, x);
    if (!is_point(l) || l->mode != AWAY || l->freed) continue;
    lia_fk_motion(s->m, s->d, x, v, NULL);
    touch c = touch_of(s, l);
    if (c.gap > still || fabs(stick_impact_dot(c.n, c.v)) > still || !point_row(s, k, &c, c.n, 0))
      continue;
    if (lia_vec_dot(s->J, a, s->m->nv) + bias_of(s, 0, x, v) >= -still) continue;
    l->mode = c.speed < still && mu(l) > 0 ? STICKS : SLIDES;
    memcpy(l->way, c.slip, sizeof l->way);
    taken = 1;
  }
  return taken;
}

// a point that has just slipped goes where it is accelerated, which need not be where it was
// pushed: friction is told against that
static int turn_ways(lia_machine *s, const double *x) {
  const double *v = x + s->m->nq, *a = s->dx + s->m->nq;
  int turned = 0;
  for (int k = 0; k < s->o.loads->n; k++) {
    lia_load *l = &s->o.loads->load[k];
    double to[3] = { 0 }, size = 0;
    if (!is_point(l) || l->mode != SLIDES || !(mu(l) > 0)) continue;
    lia_fk_motion(s->m, s->d, x, v, NULL);
    touch c = touch_of(s, l);
    if (c.speed > still) continue;
    for (int i = 1, r = point_rows(s, k, &c, 1, 0); i < r; i++) {
      double part = lia_vec_dot(s->J + i * s->m->nv, a, s->m->nv) + bias_of(s, i, x, v);
      for (int j = 0; j < 3; j++) to[j] += part * s->u[3 * i + j];
    }
    size = sqrt(stick_impact_dot(to, to));
    if (size < still || stick_impact_dot(to, l->way) > 0.9999 * size) continue;
    for (int j = 0; j < 3; j++)
      to[j] = to[j] / size + (stick_impact_dot(to, l->way) > -0.9 * size ? l->way[j] : 0);
    size = sqrt(stick_impact_dot(to, to));
    for (int j = 0; j < 3; j++) l->way[j] = to[j] / size;
    turned = 1;
  }
  return turned;
}

// modes that fit: all that is at rest is held, then let go one after the other where it cannot be.
// `but` is free already
static lia_status stick_impact_settle(lia_machine *s, const lia_load *but, double t, double *x,
    lia_error *err) {
  hold_all(s, but, x);
  int most = 4 * s->o.loads->n + 40;
  if (s->nheld) LIA_TRY(halt(s, t, x, x + s->m->nq, err));
  for (int turn = 0; turn < most; turn++) {
    LIA_TRY(lia_machine_problem(s).f(s, t, x, s->dx, err));
    int changed = let_go(s) || take_up(s, x) || turn_ways(s, x);
    stick_impact_count(s);
    if (!changed) return LIA_OK;
  }
  return LIA_OK;
}

// ---- impacts ----

// move q along C J^T so that the gap becomes `gap`: rounding must not leave a point behind its
// plane
static void lift(lia_machine *s, const lia_load *l, double gap, double *q, const double *v) {
  int n = s->m->nv;
  double size = 0, *u = s->v, now;
  memset(s->W, 0, (size_t)n * sizeof *s->W);
  if (is_stop(l)) {
    ending e = ending_of(l, q, v);
    s->W[l->iv] = e.way;
    now = e.gap;
  } else {
    touch c = touch_of(s, l);
    add_row(s, l, &c, c.n, 1, s->W);
    now = c.gap;
  }
  for (int a = 0; a < n; a++) size += s->W[a] * (u[a] = lia_vec_dot(s->Minv + a * n, s->W, n));
  if (size > 0) lia_model_step(s->m, q, u, (gap - now) / size, q);
  lia_fk_motion(s->m, s->d, q, v, NULL);
}

// of the rows before `at`: a point that would have to pull is let go, one that sticks and takes too
// much slides. 1: some changed
static int overtaxed(lia_machine *s, int at) {
  int changed = 0;
  for (int k = 0; k < at; k++) {
    lia_load *l = &s->o.loads->load[s->row[k]];
    double side = k + 1 < at && s->row[k + 1] == s->row[k] ? s->b[k + 1] : 0,
        more = k + 2 < at && s->row[k + 2] == s->row[k] ? s->b[k + 2] : 0;
    if (k && s->row[k - 1] == s->row[k]) continue;
    if (s->b[k] < 0 && !(is_stop(l) && l->mode == LOCKED)) {
      l->mode = AWAY;
      changed = 1;
    } else if (is_point(l) && l->mode == STICKS && hypot(side, more) > mu(l) * s->b[k] &&
        hypot(side, more) > 1e-12) {
      for (int i = 0; i < 3; i++)
        l->way[i] = -side * s->u[3 * (k + 1) + i] - more * (more != 0 ? s->u[3 * (k + 2) + i] : 0);
      double size = sqrt(stick_impact_dot(l->way, l->way));
      for (int i = 0; i < 3; i++) l->way[i] /= size;
      l->mode = SLIDES;
      changed = 1;
    }
  }
  return changed;
}

// the impulse of one point: first as if it stuck along the plane, then sliding where friction does
// not suffice
static lia_status impulse(lia_machine *s, lia_load *l, double e, double t, double *v,
    lia_error *err) {
  int n = s->m->nv, k = (int)(l - s->o.loads->load);
  touch c = touch_of(s, l);
  double vn = stick_impact_dot(c.n, c.v);
  for (int slide = mu(l) > 0 ? 0 : 1; slide < 2; slide++) {
    int at = stick_impact_rows(s, l, 0, 0), r = point_rows(s, k, &c, !slide, at);
    for (int i = 0; i < r; i++) s->b[i] = -lia_vec_dot(s->J + i * n, v, n);
    s->b[at] = -(1 + e) * vn;
    if (slide && c.speed > 0) add_row(s, l, &c, c.slip, -mu(l), s->W + at * n);
    LIA_TRY(stick_impact_solve(s, r, t, err));
    double side = 0;
    for (int i = at + 1; i < r; i++) side = hypot(side, s->b[i]);
    if (!slide && side > mu(l) * s->b[at]) continue;
    if (overtaxed(s, at)) return impulse(s, l, e, t, v, err);
    spread(s, r, v);
    return LIA_OK;
  }
  return LIA_OK;
}

// of a joint at its end
static lia_status stop_impulse(lia_machine *s, lia_load *l, double e, double t, const double *q,
    double *v, lia_error *err) {
  int n = s->m->nv, k = (int)(l - s->o.loads->load), at = stick_impact_rows(s, l, 0, 0);
  ending end = ending_of(l, q, v);
  stop_row(s, k, end.way, at);
  for (int i = 0; i < at; i++) s->b[i] = -lia_vec_dot(s->J + i * n, v, n);
  s->b[at] = -(1 + e) * end.rate;
  LIA_TRY(stick_impact_solve(s, at + 1, t, err));
  if (overtaxed(s, at)) return stop_impulse(s, l, e, t, q, v, err);
  spread(s, at + 1, v);
  return LIA_OK;
}

// what an impulse has set in motion slides the way it goes
static void set_off(lia_machine *s, const double *v) {
  for (int k = 0; k < s->o.loads->n; k++) {
    lia_load *l = &s->o.loads->load[k];
    if (is_joint(l) && fabs(v[l->iv]) > 1e-14) l->mode = v[l->iv] > 0 ? 1 : -1;
    if (!is_point(l) || l->mode != SLIDES) continue;
    touch c = touch_of(s, l);
    if (c.speed > 1e-12) memcpy(l->way, c.slip, sizeof l->way);
  }
}

static void tell_strike(lia_load *l, double t, double speed) {
  if (!(speed > still)) return;
  if (!l->struck++) l->first = t;
  l->hardest = fmax(l->hardest, speed);
}

// how fast it goes in, after lia_fk_motion
static double going_in(const lia_machine *s, const lia_load *l, const double *q, const double *v) {
  if (is_stop(l)) return -ending_of(l, q, v).rate;
  touch c = touch_of(s, l);
  return -stick_impact_dot(c.n, c.v);
}

static lia_status strike(lia_machine *s, lia_load *l, double t, double *x, lia_error *err) {
  double *q = x, *v = x + s->m->nq;
  LIA_TRY(compliance(s, q, t, err));
  lia_fk_motion(s->m, s->d, q, v, NULL);
  double speed = going_in(s, l, q, v), e = restitution(l),
      way = is_stop(l) ? ending_of(l, q, v).way : 0;
  int stays = e == 0 || speed * e < slow(l);
  tell_strike(l, t, speed);
  if (is_stop(l)) LIA_TRY(stop_impulse(s, l, stays ? 0 : e, t, q, v, err));
  else LIA_TRY(impulse(s, l, stays ? 0 : e, t, v, err));
  lia_fk_motion(s->m, s->d, q, v, NULL);
  lift(s, l, stays ? 0 : 1e-12, q, v);
  l->mode = is_point(l) ? SLIDES : end_mode(way);
  if (!stays) l->mode = AWAY;
  if (is_point(l)) {
    touch c = touch_of(s, l);
    memcpy(l->way, c.slip, sizeof l->way);
  }
  set_off(s, v);
  return stick_impact_settle(s, stays ? NULL : l, t, x, err);
}

// what an impulse has driven onto its plane strikes in the same moment, one after the other
static lia_status strike_on(lia_machine *s, double t, double *x, lia_error *err) {
  int most = 40 * s->o.loads->n;
  for (int k = 0, turn = 0; k < s->o.loads->n && turn < most; k++) {
    lia_load *l = &s->o.loads->load[k];
    if (is_joint(l) || !lia_load_jumps(l) || l->mode != AWAY) continue;
    lia_fk_motion(s->m, s->d, x, x + s->m->nq, NULL);
    double gap = is_stop(l) ? ending_of(l, x, x + s->m->nq).gap : touch_of(s, l).gap;
    if (gap > still || (is_stop(l) && gap < -far_beyond) ||
        going_in(s, l, x, x + s->m->nq) <= still)
      continue;
    LIA_TRY(strike(s, l, t, x, err));
    k = -1;
    turn++;
  }
  return LIA_OK;
}

// ---- events ----

static lia_status begin_point(lia_machine *s, lia_load *l, double t, double *x, lia_error *err) {
  lia_fk_motion(s->m, s->d, x, x + s->m->nq, NULL);
  touch c = touch_of(s, l);
  double vn = stick_impact_dot(c.n, c.v), near = 1e-9 * (1 + radius(l));
  if (c.gap < -1e-6)
    return LIA_FAIL(err, LIA_EARG, l->name, "starts %.3g behind its plane", -c.gap);
  if (c.gap > near || vn > slow(l)) return LIA_OK;
  return strike(s, l, t, x, err);
}

static lia_status begin_stop(lia_machine *s, lia_load *l, double t, double *x, lia_error *err) {
  ending e = ending_of(l, x, x + s->m->nq);
  if (low_end(l) == high_end(l) && fabs(e.gap) <= still) {
    l->mode = LOCKED;
    stick_impact_count(s);
    return halt(s, t, x, x + s->m->nq, err);
  }
  if (e.gap < -far_beyond) l->outside = -e.gap;
  return e.gap > 1e-9 || e.gap < -far_beyond || e.rate > slow(l) ? LIA_OK : strike(s, l, t, x, err);
}

lia_status lia_hold_begin(lia_machine *s, double t, double *x, lia_error *err) {
  double *v = x + s->m->nq;
  for (int k = 0; k < s->o.loads->n; k++) {
    lia_load *l = &s->o.loads->load[k];
    l->lambda = l->hardest = l->outside = 0;
    l->struck = 0;
    l->first = (double)NAN;
    l->mode = AWAY;
    if (is_joint(l)) l->mode = v[l->iv] >= 0 ? 1 : -1;
  }
  stick_impact_count(s);
  for (int k = 0; k < s->o.loads->n; k++) {
    lia_load *l = &s->o.loads->load[k];
    if (is_point(l) && l->mode == AWAY) LIA_TRY(begin_point(s, l, t, x, err));
    if (is_stop(l) && l->mode == AWAY) LIA_TRY(begin_stop(s, l, t, x, err));
  }
  LIA_TRY(stick_impact_settle(s, NULL, t, x, err));
  return strike_on(s, t, x, err);
}

lia_status lia_hold_again(lia_machine *s, double t, double *x, lia_error *err) {
  stick_impact_count(s);
  LIA_TRY(stick_impact_settle(s, NULL, t, x, err));
  return strike_on(s, t, x, err);
}

// of a point: it strikes or leaves; it turns (its speed falls to nothing, or it has turned by 60
// degrees) or slips
static void point_events(const lia_machine *s, const lia_load *l, double g[2]) {
  touch c = touch_of(s, l);
  g[0] = l->mode == AWAY ? c.gap + behind : l->lambda;
  g[1] = 1;
  if (l->mode == SLIDES && mu(l) > 0) g[1] = c.speed * (stick_impact_dot(l->way, c.slip) - 0.5);
  if (l->mode == STICKS) g[1] = mu(l) * l->lambda - sqrt(stick_impact_dot(l->side, l->side));
}

// of a stop: it strikes or leaves; of one that is both ends at once neither
static double stop_event(const lia_machine *s, const lia_load *l, const double *x) {
  if (l->mode == LOCKED) return 1;
  return l->mode == AWAY ? ending_of(l, x, x + s->m->nq).gap + behind : l->lambda;
}

int lia_hold_calm(const lia_machine *s, double h, const double *x_old, const double *x) {
  int nq = s->m->nq;
  for (int k = 0; k < s->o.loads->n; k++) {
    const lia_load *l = &s->o.loads->load[k];
    if (!lia_load_jumps(l)) continue;
    if (!is_stop(l) || l->mode != AWAY) return 0;
    // between its ends a cubic is never further from the straight line than 4/27 h times what its
    // slopes differ from that; twice as far is allowed for
    double a = x_old[l->iq], b = x[l->iq], v0 = x_old[nq + l->iv], v1 = x[nq + l->iv],
        reach = fabs(h) * (fabs(v0) + fabs(v1)) / 2;
    if (fmin(a, b) - reach <= low_end(l) || fmax(a, b) + reach >= high_end(l)) return 0;
  }
  return 1;
}

lia_status lia_hold_events(lia_machine *s, double t, const double *x, double *g, lia_error *err) {
  const double *v = x + s->m->nq;
  LIA_TRY(stick_impact_evaluate(s, t, x, err));
  if (s->o.loads->points) lia_fk_motion(s->m, s->d, x, v, NULL);
  for (int k = 0; k < s->o.loads->n; k++) {
    const lia_load *l = &s->o.loads->load[k];
    if (is_stop(l)) *g++ = stop_event(s, l, x);
    if (is_joint(l)) *g++ = l->mode ? l->mode * v[l->iv] : limit(l) - fabs(l->lambda);
    if (is_point(l)) {
      point_events(s, l, g);
      g += 2;
    }
  }
  return LIA_OK;
}

static lia_status stop_at(lia_machine *s, lia_load *l, double t, double *x, lia_error *err) {
  if (l->mode == AWAY) return strike(s, l, t, x, err);
  l->mode = AWAY;
  return stick_impact_settle(s, l, t, x, err);
}

static lia_status joint_at(lia_machine *s, lia_load *l, double t, double *x, lia_error *err) {
  if (l->mode != HELD) {
    x[s->m->nq + l->iv] = 0;
    return stick_impact_settle(s, NULL, t, x, err);
  }
  LIA_TRY(stick_impact_evaluate(s, t, x, err));
  l->mode = l->lambda > 0 ? -1 : 1;
  return stick_impact_settle(s, l, t, x, err);
}

static lia_status point_at(lia_machine *s, lia_load *l, int which, double t, double *x,
    lia_error *err) {
  if (which == 0 && l->mode == AWAY) return strike(s, l, t, x, err);
  if (which == 0) {
    l->mode = AWAY;
    return stick_impact_settle(s, l, t, x, err);
  }
  if (l->mode == STICKS) {
    LIA_TRY(stick_impact_evaluate(s, t, x, err));
    slip(l);
    return stick_impact_settle(s, l, t, x, err);
  }
  lia_fk_motion(s->m, s->d, x, x + s->m->nq, NULL);
  touch c = touch_of(s, l);
  memcpy(l->way, c.slip, sizeof l->way);
  if (c.speed > fmax(slow(l), still)) return LIA_OK;
  l->mode = STICKS;
  stick_impact_count(s);
  LIA_TRY(halt(s, t, x, x + s->m->nq, err));
  return stick_impact_settle(s, NULL, t, x, err);
}

// how many functions of lia_hold_events are its own
static int events_of(const lia_load *l) {
  return is_point(l) ? 2 : lia_load_jumps(l) != LIA_JUMP_none;
}

lia_status lia_hold_at(lia_machine *s, int k, double t, double *x, lia_error *err) {
  lia_load *l = s->o.loads->load;
  for (; k >= events_of(l); l++) k -= events_of(l);
  if (is_stop(l)) LIA_TRY(stop_at(s, l, t, x, err));
  else LIA_TRY(is_point(l) ? point_at(s, l, k, t, x, err) : joint_at(s, l, t, x, err));
  return strike_on(s, t, x, err);
}

lia_status lia_hold_keep(lia_machine *s, double t, double *x, lia_error *err) {
  int n = s->m->nv, points = 0;
  LIA_TRY(halt(s, t, x, x + s->m->nq, err));
  for (int k = 0; k < s->o.loads->n; k++) {
    const lia_load *l = &s->o.loads->load[k];
    if (is_stop(l) && l->mode != AWAY) {
      ending e = ending_of(l, x, x + s->m->nq);
      stop_row(s, k, e.way, points);
      s->b[points++] = -e.gap;
    }
    if (!is_point(l) || l->mode == AWAY) continue;
    touch c = touch_of(s, l);
    if (!point_row(s, k, &c, c.n, points)) continue;
    s->b[points++] = -c.gap;
  }
  if (!points) return LIA_OK;
  LIA_TRY(stick_impact_solve(s, points, t, err));
  memset(s->v, 0, (size_t)n * sizeof *s->v);
  spread(s, points, s->v);
  lia_model_step(s->m, x, s->v, 1, x);
  return LIA_OK;
}
