/* model_ode.c - right-hand side and energies of a mechanism */
#include "sim/model_ode.h"

#include "base/assert.h"
#include "base/layout.h"
#include "base/mem.h"
#include "base/text.h"
#include "num/small.h"
#include "num/vec.h"
#include "rbd/coriolis.h"
#include "rbd/crba.h"
#include "rbd/fk.h"
#include "rbd/forward.h"
#include "rbd/rnea.h"
#include "sim/stick_impact.h"

#include <float.h>
#include <math.h>
#include <string.h>

static int has_passive(const lia_model_ode *s, const lia_dof *d) {
  return d->damping != 0 || (d->friction != 0 && !s->o.friction_told) || d->stiffness != 0;
}

static int states_of_work(const lia_model_ode_opts *o) {
  if (!o->balance) return 0;
  if (!o->works) return 2;
  return 2 + LIA_WORK_loads + (o->loads ? o->loads->n : 0);
}

static void layout(lia_layout *l, lia_model_ode *s, const lia_model *m,
    const lia_model_ode_opts *o) {
  // a joint that sticks is one row, a point up to three; the one that strikes adds its own
  int nv = m->nv, rows = o->loads && o->loads->njump ? 3 * o->loads->njump : 0,
      loops = rows && o->closed ? o->closed->rows : 0;
  s->pushed = LIA_TAKE(l, double, nv);
  s->tau  = LIA_TAKE(l, double, nv);
  s->v    = LIA_TAKE(l, double, nv);
  s->a    = LIA_TAKE(l, double, nv);
  s->C    = LIA_TAKE(l, double, nv * nv);
  s->Minv = LIA_TAKE(l, double, rows ? nv * nv : 0);
  s->J    = LIA_TAKE(l, double, rows * nv);
  s->W    = LIA_TAKE(l, double, rows * nv);
  s->A    = LIA_TAKE(l, double, 2 * rows * rows);
  s->b    = LIA_TAKE(l, double, 3 * rows);
  s->u    = LIA_TAKE(l, double, 3 * rows);
  s->CW   = LIA_TAKE(l, double, rows ? nv : 0);
  s->B    = LIA_TAKE(l, double, loops * nv);
  s->S    = LIA_TAKE(l, double, loops * loops);
  s->Y    = LIA_TAKE(l, double, loops * nv);
  s->dx   = LIA_TAKE(l, double, m->nq + nv + (o->loads ? o->loads->nz : 0) + states_of_work(o));
  s->weight = LIA_TAKE(l, double, o->works ? nv : 0);
  s->free = LIA_TAKE(l, double, nv);
  s->piv  = LIA_TAKE(l, int, rows);
  s->row  = LIA_TAKE(l, int, rows);
}

lia_status lia_model_ode_new(lia_model_ode **out, const lia_model *m, lia_data *d,
    const lia_model_ode_opts *o, lia_error *err) {
  static const lia_model_ode_opts none;
  lia_model_ode measure;
  lia_layout l = { 0 };
  *out = NULL;
  if (!o) o = &none;
  LIA_TRY(lia_model_dynamic(m, err));
  if (o->closed && o->forward)
    return LIA_FAIL(err, LIA_EARG, "kernel",
        "a kernel of forward dynamics knows nothing of loops and constraints");
  LIA_ASSERT(!o->motion || (o->push && !o->forward && (!o->closed || o->closing)));
  LIA_TAKE(&l, lia_model_ode, 1);
  layout(&l, &measure, m, o);
  l.base = lia_block(l.used);
  if (!l.base) return LIA_FAIL(err, LIA_ENOMEM, "", "no memory to simulate %d coordinates", m->nv);
  l.used = 0;
  lia_model_ode *s = LIA_TAKE(&l, lia_model_ode, 1);
  layout(&l, s, m, o);
  s->m = m;
  s->d = d;
  s->o = *o;
  s->nz = o->loads ? o->loads->nz : 0;
  s->nw = states_of_work(o);
  s->n = m->nq + m->nv + s->nz + s->nw;
  s->left_at = (double)NAN;
  s->quaternions = m->nq != m->nv;
  LIA_ASSERT(m->nq >= m->nv && (!o->closed || o->closed->m == m));
  for (int k = 0; k < m->jv; k++) s->springs |= m->dof[k].stiffness != 0;
  for (int k = 0; k < m->jv; k++) s->passive |= !o->forward_passive && has_passive(s, &m->dof[k]);
  *out = s;
  return LIA_OK;
}

// where joint velocity k of body b stands: x = scale q + offset
static double joint_place(const lia_model_ode *s, const lia_model_body *b, int k, const double *q) {
  const lia_dof *d = &s->m->dof[b->jv + k];
  double scale = s->m->has_mimic ? d->scale : 1, offset = s->m->has_mimic ? d->offset : 0;
  return scale * q[s->m->user_q[b->jq + k]] + offset;
}

// joint velocity k of body B, whose coordinates and velocities go together: force at where it
// stands and how fast it moves
static double joint_force(const lia_model_ode *s, const lia_dof *d, double q, double v) {
  double dry = s->o.friction_told ? 0 : d->friction;
  return -d->damping * v - dry * ((v > 0) - (v < 0))
      - (d->stiffness != 0 ? d->stiffness * (q - d->rest) : 0);
}

// the forces of springs, dampers and friction, added to tau (nv)
static void model_ode_passive(lia_model_ode *s, const double *q, const double *v, double *tau) {
  const lia_model *m = s->m;
  for (int i = 0; i < m->nbody; i++) {
    const lia_model_body *b = &m->body[i];
    for (int k = 0; k < b->nv; k++) {
      int jv = b->jv + k;
      const lia_dof *d = &m->dof[jv];
      if (!has_passive(s, d)) continue;
      // springs of quaternion joints are refused with the description: q is read only where it is a
      // number
      double scale = m->has_mimic ? d->scale : 1, x = b->nq == b->nv ? joint_place(s, b, k, q) : 0;
      double w = scale * v[m->user_v[jv]], f = joint_force(s, d, x, w);
      tau[m->user_v[jv]] += scale * f;
      s->lost -= (f + (d->stiffness != 0 ? d->stiffness * (x - d->rest) : 0)) * w;
      s->power[LIA_WORK_joints] += f * w;
    }
  }
}

static double springs(const lia_model_ode *s, const double *q) {
  const lia_model *m = s->m;
  double V = 0;
  for (int i = 0; i < m->nbody; i++) {
    const lia_model_body *b = &m->body[i];
    for (int k = 0; k < b->nv; k++) {
      const lia_dof *d = &m->dof[b->jv + k];
      if (d->stiffness == 0 || b->nq != b->nv) continue;
      double x = joint_place(s, b, k, q) - d->rest;
      V += d->stiffness * x * x / 2;
    }
  }
  return V;
}

// T = v . M v / 2; M v is inverse dynamics of the acceleration v at rest, less that of none
void lia_model_ode_energy(lia_model_ode *s, const double *x, double *T, double *V) {
  const lia_model *m = s->m;
  const double *q = x, *v = x + m->nq;
  lia_rnea(m, s->d, q, NULL, v, s->tau);
  lia_rnea(m, s->d, q, NULL, NULL, s->a);
  *T = 0;
  for (int k = 0; k < m->nv; k++) *T += v[k] * (s->tau[k] - s->a[k]) / 2;
  *V = s->springs ? springs(s, q) : 0;
  *V += s->o.loads ? lia_loads_energy(s->o.loads, m, s->d, q) : 0;
  lia_fk(m, s->d, q, NULL);
  for (int i = 0; i < m->nbody; i++) {
    const lia_model_body *b = &m->body[i];
    lia_frame X;
    double h[3];
    if (!b->has_inertia) continue;
    lia_fk_body(m, s->d, i, &X);
    lia_mv3(h, X.R, b->inertia.h);
    for (int k = 0; k < 3; k++) *V -= m->gravity[k] * (b->inertia.m * X.p[k] + h[k]);
  }
}

// ---- what went wrong ----

static const char *model_ode_name_of(const char *const *name, int i, char room[32]) {
  if (name && name[i]) return name[i];
  lia_text_format(room, 32, "coordinate %d", i + 1);
  return room;
}

// some acceleration is not finite: is it the state, a force, or the mass matrix?
static lia_status model_ode_blame(lia_model_ode *s, double t, const double *q, const double *v,
    const double *a, lia_error *err) {
  const lia_model *m = s->m;
  char room[32];
  int k = 0;
  while (isfinite(a[k])) k++;
  for (int i = 0; i < m->nq; i++)
    if (!isfinite(q[i]))
      return LIA_FAIL(err, LIA_EDOMAIN, "", "%s is %g at t = %.9g",
          model_ode_name_of(s->o.qname, i, room), q[i], t);
  for (int i = 0; i < m->nv; i++)
    if (!isfinite(v[i]))
      return LIA_FAIL(err, LIA_EDOMAIN, "", "the rate of %s is %g at t = %.9g",
          model_ode_name_of(s->o.vname, i, room), v[i], t);
  for (int i = 0; i < m->nv; i++)
    if (fabs(v[i]) > 1e60)
      return LIA_FAIL(err, LIA_EDOMAIN, "",
          "%s runs away: it is %.3g at t = %.9g (unstable gains, a wrong sign, too long a delay?)",
          model_ode_name_of(s->o.vname, i, room), v[i], t);
  for (int i = 0; i < m->nv; i++)
    if (!isfinite(s->tau[i]))
      return LIA_FAIL(err, LIA_EDOMAIN, "", "the force on %s is %g at t = %.9g",
          model_ode_name_of(s->o.vname, i, room), s->tau[i], t);
  return LIA_FAIL(err, LIA_ESINGULAR, "",
      "the acceleration of %s is %g at t = %.9g though all forces are finite: the mass matrix is "
      "singular "
                  "there (something moves that has no inertia), or speeds overflow",
                  model_ode_name_of(s->o.vname, k, room), a[k], t);
}

// ---- x' ----

static double law_time(const lia_model_ode *s, double t) {
  return s->law_time ? s->law_time(s->user, t) : t;
}

// Stages of a step keep the constraints to its error only, where redundant rows seem to tell
// something: no more count than do where the constraints are kept, and what a singular place leaves
// of one is let go
static void loosely(lia_cmodel *w, int rows) {
  w->opts.max_rank = rows;
  w->opts.drop_below = 1e-4; }
static void strictly(lia_cmodel *w) {
  w->opts.max_rank = 0;
  w->opts.drop_below = 0; }

static lia_status nearest(lia_model_ode *s, int rows, int most, const double *q, const double *v,
    double *out, lia_error *err) {
  lia_cmodel *w = s->o.closed;
  LIA_ASSERT(rows <= w->rows && most >= 0 && most <= w->rows);
  const int n = s->m->nv;
  lia_crba(s->m, w->d, q, w->M);
  loosely(w, most);
  lia_status st = lia_constrained_nearest(w->dense_solver, &w->opts, lia_mat_of(w->M, n, n), v,
      lia_mat_of(w->G, rows, n), w->rhs, out, err);
  strictly(w);
  return st;
}

// the powers of what has pushed so far, and of the weight: -G . v
static void weigh(lia_model_ode *s, const double *q, const double *v) {
  memset(s->power, 0, sizeof s->power);
  s->power[LIA_WORK_tau] = s->given;
  lia_rnea(s->m, s->d, q, NULL, NULL, s->weight);
  s->power[LIA_WORK_weight] = -lia_vec_dot(s->weight, v, s->m->nv);
}

// s->tau, at x = (q, v, z)
static lia_status forces(lia_model_ode *s, double t, const double *x, double *dz,
    lia_error *err) {
  const double *q = x, *v = x + s->m->nq, *z = v + s->m->nv;
  memset(s->tau, 0, (size_t)s->m->nv * sizeof *s->tau);
  s->given = s->lost = 0;
  if (s->input) {
    LIA_TRY(s->input(s->user, t, q, v, s->tau, err));
    memcpy(s->pushed, s->tau, (size_t)s->m->nv * sizeof *s->tau);
    s->given = lia_vec_dot(s->tau, v, s->m->nv);
  }
  if (s->o.works) weigh(s, q, v);
  if (s->passive) model_ode_passive(s, q, v, s->tau);
  if (!s->o.loads) return LIA_OK;
  LIA_TRY(lia_loads_apply(s->o.loads, s->m, s->d, t, q, v, z, s->tau, dz, err));
  LIA_ASSERT(s->o.loads->nz == s->nz);
  s->given += s->o.loads->given;
  s->lost += s->o.loads->lost;
  if (!s->o.push) return LIA_OK;
  double power[2];
  LIA_TRY(s->o.push(s->o.compiled_user, t, x, s->tau, dz, power, err));
  s->given += power[0];
  s->lost += power[1];
  return LIA_OK;
}

static void balance_of(lia_model_ode *s, double moved, double *dw) {
  dw[0] = s->given;
  dw[1] = s->lost;
  if (!s->o.works) return;
  s->power[LIA_WORK_rows] = moved;
  memcpy(dw + 2, s->power, sizeof s->power);
  for (int k = 0; s->o.loads && k < s->o.loads->n; k++)
    dw[2 + LIA_WORK_loads + k] = s->o.loads->load[k].power;
}

// constraints that move in time work: G v = -b, with the force G' lambda. After the accelerations
static void balance(lia_model_ode *s, double *dw) {
  const lia_cmodel *w = s->o.closed;
  if (!s->nw) return;
  double moved = 0;
  for (int r = 0; w && w->s->timed && r < w->rows; r++) {
    const double P = -w->lambda[r] * w->row[r].b;
    s->given += P;
    moved += P;
  }
  balance_of(s, moved, dw);
}

// a with G a = -c - 2 w (G v + b) - w^2 g, from one with G a = -c, by the least change in the mass
// metric
static lia_status baumgarte(lia_model_ode *s, double t, const double *q, const double *v, double *a,
    lia_error *err) {
  lia_cmodel *w = s->o.closed;
  const lia_model *m = s->m;
  double rate = s->o.rate;
  lia_cmodel_rows(w, q, v, t);
  for (int r = 0; r < w->rows; r++) {
    w->rhs[r] = -w->c[r] - 2 * rate * w->row[r].b - rate * rate * w->g[r];
    for (int k = 0; k < m->nv; k++) w->rhs[r] -= 2 * rate * w->G[r * m->nv + k] * v[k];
  }
  return nearest(s, w->rows, s->rows, q, a, a, err);
}

static lia_status accelerate(lia_model_ode *s, double t, const double *q, const double *v,
    double *a,
    lia_error *err) {
  const lia_model *m = s->m;
  if (s->o.closed) {
    loosely(s->o.closed, s->rows);
    lia_status st = lia_cmodel_forward(s->o.closed, q, v, s->tau, t, a, err);
    strictly(s->o.closed);
    LIA_TRY(st);
    if (s->o.keep == LIA_KEEP_baumgarte) LIA_TRY(baumgarte(s, t, q, v, a, err));
  } else if (s->o.forward) LIA_TRY(s->o.forward(s->o.forward_user, q, v, s->tau, a, err));
  else lia_forward_quick(m, s->d, q, v, s->tau, a);
  double sum = 0;
  for (int k = 0; k < m->nv; k++) sum += a[k] - a[k];   // 0 where all are finite
  if (sum != 0) return model_ode_blame(s, t, q, v, a, err);
  return s->nstuck ? lia_hold_correct(s, t, q, v, a, err) : LIA_OK;
}

// out nearest to v with G out + b = -rate g
static lia_status nearest_velocity(lia_model_ode *s, double t, const double *q, const double *v,
    double rate, double *out, lia_error *err) {
  lia_cmodel *w = s->o.closed;
  lia_cmodel_rows(w, q, NULL, t);
  for (int r = 0; r < w->rows; r++) w->rhs[r] = -w->row[r].b - rate * w->g[r];
  return nearest(s, w->rows, s->rows, q, v, out, err);
}

static lia_status engine_rates(lia_model_ode *s, double t, const double *x, double *dx,
    lia_error *err) {
  int nq = s->m->nq, nv = s->m->nv;
  LIA_TRY(forces(s, t, x, dx + nq + nv, err));
  const double *v = x + nq;
  if (s->o.closed && s->o.keep == LIA_KEEP_ggl)
    LIA_TRY(nearest_velocity(s, t, x, v, s->o.rate, s->free, err));
  lia_model_rate(s->m, x, s->o.closed && s->o.keep == LIA_KEEP_ggl ? s->free : v, dx);
  LIA_TRY(accelerate(s, t, x, v, dx + nq, err));
  balance(s, dx + nq + nv + s->nz);
  return LIA_OK;
}

lia_status lia_model_ode_smooth(lia_model_ode *s, double t, const double *x, double *a, double *dz,
    double *dw, lia_error *err) {
  const double *q = x, *v = x + s->m->nq;
  double sum = 0;
  s->calls++;
  t = law_time(s, t);
  LIA_TRY(forces(s, t, x, dz, err));
  if (s->o.forward) LIA_TRY(s->o.forward(s->o.forward_user, q, v, s->tau, a, err));
  else lia_forward_quick(s->m, s->d, q, v, s->tau, a);
  for (int k = 0; k < s->m->nv; k++) sum += a[k] - a[k];   // 0 where all are finite
  if (sum != 0) return model_ode_blame(s, t, q, v, a, err);
  if (s->nw) balance_of(s, 0, dw);
  return LIA_OK;
}

// ---- the same where the motion is one function: what acts is in it ----

// the engine has the motion from here on
static void leave_motion(lia_model_ode *s, double t) {
  s->o.motion = NULL;
  s->o.closing = NULL;
  s->left_at = t;
}

// its accelerations are in dx
static lia_status compiled_ended(lia_model_ode *s, double t, const double *x, double *dx,
    const lia_compiled_motion *got, lia_error *err) {
  const int nq = s->m->nq, nv = s->m->nv;
  const double *v = x + nq;
  double sum = 0, *dw = dx + nq + nv + s->nz;
  for (int k = 0; k < nv; k++) sum += got->a[k] - got->a[k];   // 0 where all are finite
  if (sum != 0) return model_ode_blame(s, t, x, v, got->a, err);
  s->given = lia_vec_dot(s->tau, v, nv) + got->power[0];
  s->lost = got->power[1];
  if (s->nstuck) LIA_TRY(lia_hold_correct(s, t, x, v, got->a, err));
  if (s->nw) {
    dw[0] = s->given;
    dw[1] = s->lost;
  }
  return LIA_OK;
}

static lia_status compiled_rates(lia_model_ode *s, double t, const double *x, double *dx,
    lia_error *err) {
  const int nq = s->m->nq, nv = s->m->nv;
  const double *v = x + nq;
  lia_compiled_motion got = { .a = dx + nq, .dz = dx + nq + nv, .sure = 1 };
  lia_vec_zero(s->tau, nv);
  if (s->input) LIA_TRY(s->input(s->user, t, x, v, s->tau, err));
  lia_vec_copy(s->pushed, s->tau, nv);
  lia_model_rate(s->m, x, v, dx);
  LIA_TRY(s->o.motion(s->o.compiled_user, t, x, s->tau, &got, err));
  if (got.sure) return compiled_ended(s, t, x, dx, &got, err);
  leave_motion(s, t);
  return engine_rates(s, t, x, dx, err);
}

static lia_status rhs(void *user, double t, const double *x, double *dx, lia_error *err) {
  lia_model_ode *s = user;
  s->calls++;
  t = law_time(s, t);
  // what is held or rests pushes on loops: the engine knows how
  const int compiled = s->o.motion && !(s->o.closed && s->nstuck);
  return compiled ? compiled_rates(s, t, x, dx, err) : engine_rates(s, t, x, dx, err);
}

// ---- onto the constraints ----

// one Newton step of q in the mass metric: d nearest to 0 with G d = -g, rows without a position
// left out
static lia_status position_step(lia_model_ode *s, double t, double *q, double *gap,
    lia_error *err) {
  lia_cmodel *w = s->o.closed;
  const lia_model *m = s->m;
  int n = m->nv, held = 0;
  lia_cmodel_rows(w, q, NULL, t);
  *gap = 0;
  for (int i = 0; i < w->s->n; i++)
    for (int k = 0; k < w->s->c[i].nposition; k++, held++) {
      int r = w->s->c[i].first + k;
      memmove(w->G + held * n, w->G + r * n, (size_t)n * sizeof *w->G);
      w->rhs[held] = -w->g[r];
      *gap = fmax(*gap, fabs(w->g[r]));
    }
  LIA_ASSERT(held == w->s->nposition);
  if (!(*gap > 1e-15)) return LIA_OK;
  memset(s->free, 0, (size_t)n * sizeof *s->free);
  LIA_TRY(nearest(s, held, s->held, q, s->free, s->free, err));
  lia_model_step(m, q, s->free, 1, q);
  return LIA_OK;
}

// the same steps by the compiled function: 1, or 0 where it is not sure
static int compiled_onto(lia_model_ode *s, double t, double *x) {
  const lia_model *m = s->m;
  double gap[2] = { 1, 0 }, last, *v = x + m->nq;
  for (int k = 0; k < 4 && gap[0] > 1e-14; k++) {
    last = gap[0];
    if (!s->o.closing(s->o.compiled_user, t, x, s->free, s->v, gap)) return 0;
    if (gap[0] > 1e-15) lia_model_step(m, x, s->free, 1, x);
    if (k && gap[0] > last / 2) break;   // rounding: it will not get better
  }
  lia_model_normalise(m, x);
  for (int k = 0; k < m->nv; k++) v[k] += s->v[k];
  return gap[1] <= 1e-9 * (1 + lia_vec_max(v, m->nv));
}

static lia_status model_ode_onto(lia_model_ode *s, double t, double *x, lia_error *err) {
  double gap = 1, last;
  if (s->o.closing && s->o.motion) {
    if (compiled_onto(s, t, x)) return LIA_OK;
    leave_motion(s, t);
  }
  for (int k = 0; k < 4 && gap > 1e-14; k++) {
    last = gap;
    LIA_TRY(position_step(s, t, x, &gap, err));
    if (k && gap > last / 2) break;   // rounding: it will not get better
  }
  lia_model_normalise(s->m, x);
  loosely(s->o.closed, 0);
  lia_status st = lia_cmodel_velocity(s->o.closed, x, x + s->m->nq, t, 1, x + s->m->nq, err);
  strictly(s->o.closed);
  LIA_TRY(st);
  int rank = s->o.closed->dense_solver->rank;
  if (s->rows && rank > s->rows) s->rows = rank;   // out of a singular place
  return LIA_OK;
}

static lia_status model_ode_project(void *user, double t, double *x, lia_error *err) {
  lia_model_ode *s = user;
  lia_model_normalise(s->m, x);
  if (s->o.closed && s->o.keep == LIA_KEEP_project) LIA_TRY(model_ode_onto(s, t, x, err));
  return s->nstuck ? lia_hold_keep(s, t, x, err) : LIA_OK;
}

// of kinetic energy and of weights at their distance: what the energy is measured by, wherever its
// zero is. After lia_fk
static double energy_size(const lia_model_ode *s, double T) {
  const lia_model *m = s->m;
  double g = sqrt(m->gravity[0] * m->gravity[0] + m->gravity[1] * m->gravity[1] + m->gravity[2]
      * m->gravity[2]);
  for (int i = 0; i < m->nbody; i++) {
    const lia_model_body *b = &m->body[i];
    lia_frame X;
    double h[3], far = 0;
    if (!b->has_inertia) continue;
    lia_fk_body(m, s->d, i, &X);
    lia_mv3(h, X.R, b->inertia.h);
    for (int k = 0; k < 3; k++)
      far += (b->inertia.m * X.p[k] + h[k]) * (b->inertia.m * X.p[k] + h[k]);
    T += g * sqrt(far);
  }
  return T;
}

// Energy that stays: what a step changes it by would, in a minute, come to no more than rtol of its
// size; steps so short that rounding of the projection is seen are let pass. The estimate of a step
// cannot see this: projection comes after it
static double audit(void *user, double rtol, double t_old, const double *x_old, double t,
    const double *x) {
  lia_model_ode *s = user;
  double T[2], V[2];
  if (s->input) return 0;
  for (int r = 0; r < s->o.closed->rows; r++)
    if (s->o.closed->row[r].b != 0) return 0;   // something drives it
  lia_model_ode_energy(s, x_old, &T[0], &V[0]);
  lia_model_ode_energy(s, x, &T[1], &V[1]);
  double most = energy_size(s, fmax(T[0], T[1]))
      * fmax(rtol * fmax(fabs(t - t_old) / 60, 6e-5), 500 * DBL_EPSILON);
  return most > 0 ? fabs(T[1] + V[1] - T[0] - V[0]) / most : 0;
}

lia_status lia_model_ode_close(lia_model_ode *s, double t, double *x, const char *held,
    lia_error *err) {
  lia_cmodel_info info = { 0 };
  double *v = x + s->m->nq;
  if (!s->o.closed) return LIA_OK;
  lia_cmodel_begin(s->o.closed);
  memcpy(s->dx, v, (size_t)s->m->nv * sizeof *v);
  LIA_TRY(lia_cmodel_assemble(s->o.closed, x, t, held, 1e-12, 100, &info, err));
  LIA_TRY(model_ode_onto(s, t, x, err));
  if (held) LIA_TRY(lia_cmodel_velocity_held(s->o.closed, x, s->dx, t, held, 1, v, err));
  LIA_TRY(lia_cmodel_rank(s->o.closed, x, t, &s->rows, &s->held, err));
  LIA_ASSERT(s->rows <= s->o.closed->rows && s->held <= s->o.closed->s->nposition);
  if (s->rows == s->o.closed->rows) s->rows = s->held = 0;
  return LIA_OK;
}

static const char *model_ode_state_name(void *user, int i) {
  const lia_model_ode *s = user;
  const lia_model *m = s->m;
  if (i < m->nq) return s->o.qname ? s->o.qname[i] : NULL;
  return i < m->nq + m->nv && s->o.vname ? s->o.vname[i - m->nq] : NULL;
}

// ---- canonical coordinates (q, p), p = M v                                        [HLW] VI.1 ----

// p' = tau - G + (dM/dt - C) v with C the matrix of Christoffel: dM/dt = C + C^T, so p' = tau - G +
// C^T v
static lia_status model_ode_momentum(void *user, double t, const double *x, double *z,
    lia_error *err) {
  lia_model_ode *s = user;
  const lia_model *m = s->m;
  int n = m->nv;
  (void)t;
  (void)err;
  lia_rnea(m, s->d, x, NULL, x + n, s->tau);
  lia_rnea(m, s->d, x, NULL, NULL, s->a);
  for (int k = 0; k < n; k++) {
    z[k] = x[k];
    z[n + k] = s->tau[k] - s->a[k];
  }
  memcpy(z + 2 * n, x + 2 * n, (size_t)s->nw * sizeof *z);
  return LIA_OK;
}

// v = M^-1 p: forward dynamics at rest of p + G
static lia_status velocity(void *user, double t, const double *z, double *x, lia_error *err) {
  lia_model_ode *s = user;
  const lia_model *m = s->m;
  int n = m->nv;
  lia_rnea(m, s->d, z, NULL, NULL, s->tau);
  for (int k = 0; k < n; k++) s->tau[k] += z[n + k];
  lia_forward_quick(m, s->d, z, NULL, s->tau, s->v);
  for (int k = 0; k < n; k++)
    if (!isfinite(s->v[k])) return model_ode_blame(s, t, z, z + n, s->v, err);
  for (int k = 0; k < n; k++) {
    x[k] = z[k];
    x[n + k] = s->v[k];
  }
  memcpy(x + 2 * n, z + 2 * n, (size_t)s->nw * sizeof *x);
  return LIA_OK;
}

// tau += the forces of what is held
static lia_status holding(lia_model_ode *s, double t, const double *q, const double *v,
    lia_error *err) {
  LIA_TRY(accelerate(s, t, q, v, s->dx, err));
  for (int k = 0; k < s->m->nv; k++) s->tau[k] += s->CW[k];
  return LIA_OK;
}

static lia_status momentum_rate(void *user, double t, const double *z, double *dz, lia_error *err) {
  lia_model_ode *s = user;
  const lia_model *m = s->m;
  int n = m->nv;
  t = law_time(s, t);
  LIA_TRY(velocity(user, t, z, s->dx, err));
  memcpy(s->free, s->dx + n, (size_t)n * sizeof *s->free);
  LIA_TRY(forces(s, t, s->dx, s->v, err));   // plain: no states of elements
  if (s->nstuck) LIA_TRY(holding(s, t, z, s->free, err));
  lia_rnea(m, s->d, z, NULL, NULL, s->a);
  lia_coriolis(m, s->d, z, s->free, s->C);
  for (int k = 0; k < n; k++) {
    dz[k] = s->free[k];
    dz[n + k] = s->tau[k] - s->a[k];
    for (int i = 0; i < n; i++) dz[n + k] += s->C[i * n + k] * s->free[i];
  }
  balance(s, dz + 2 * n);
  return LIA_OK;
}

// ---- moves on the group ----

static lia_status algebra(void *user, double t, const double *x, double *u, lia_error *err) {
  lia_model_ode *s = user;
  int nq = s->m->nq, nv = s->m->nv;
  t = law_time(s, t);
  memcpy(u, x + nq, (size_t)nv * sizeof *u);
  LIA_TRY(forces(s, t, x, u + 2 * nv, err));
  LIA_TRY(accelerate(s, t, x, x + nq, u + nv, err));
  balance(s, u + 2 * nv + s->nz);
  return LIA_OK;
}

static void move(void *user, const double *x, const double *u, double h, double *y) {
  const lia_model_ode *s = user;
  int nq = s->m->nq, nv = s->m->nv;
  lia_model_step(s->m, x, u, h, y);
  for (int k = 0; k < nv + s->nz + s->nw; k++) y[nq + k] = x[nq + k] + h * u[nv + k];
}

// of two body velocities (u; w): (w1 x u2 - w2 x u1; w1 x w2); all joints but balls and free bodies
// commute with themselves
static void bracket(void *user, const double *a, const double *b, double *c) {
  const lia_model_ode *s = user;
  const lia_model *m = s->m;
  memset(c, 0, (size_t)(2 * m->nv + s->nz + s->nw) * sizeof *c);
  for (int i = 0; i < m->nbody; i++) {
    const lia_model_body *p = &m->body[i];
    if (p->nq == p->nv) continue;
    LIA_ASSERT(p->nq == p->nv + 1 && (p->nv == 3 || p->nv == 6));   // a ball, or a free body
    const double *A = a + p->iv, *B = b + p->iv;
    double *o = c + p->iv, x[3], y[3];
    if (p->nv == 3) {
      lia_cross3(o, A, B);
      continue;
    }
    lia_cross3(x, A + 3, B);
    lia_cross3(y, B + 3, A);
    for (int k = 0; k < 3; k++) o[k] = x[k] - y[k];
    lia_cross3(o + 3, A + 3, B + 3);
  }
}

lia_ode_problem lia_model_ode_problem(lia_model_ode *s) {
  int jumps = s->o.loads && s->o.loads->njump, plain = !s->quaternions && !s->nz && !s->o.closed;
  int projects = jumps || s->quaternions || (s->o.closed && s->o.keep == LIA_KEEP_project);
  int conserves = s->o.closed && s->o.keep == LIA_KEEP_project && !s->o.closed->s->timed &&
      !s->passive && !(s->o.loads && s->o.loads->acts);
  return (lia_ode_problem){ .n = s->n, .f = rhs, .project = projects ? model_ode_project : NULL,
      .user = s, .name = model_ode_state_name, .audit = conserves ? audit : NULL,
      .lead = s->m->nq, .nq = plain ? s->m->nq : 0,
      .canonical = plain && !s->o.forward ? model_ode_momentum : NULL,
          .uncanonical = velocity,
      .canonical_rate = momentum_rate, .m = 2 * s->m->nv + s->nz + s->nw, .quad = s->nw,
          .algebra = algebra, .move = move, .bracket = bracket };
}
