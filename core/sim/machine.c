/* machine.c - right-hand side and energies of a mechanism */
#include "sim/machine.h"

#include "base/layout.h"
#include "base/mem.h"
#include "num/small.h"
#include "rbd/fk.h"
#include "rbd/forward.h"
#include "rbd/rnea.h"

#include <math.h>
#include <string.h>

static int has_passive(const lia_dof *d) { return d->damping != 0 || d->friction != 0 || d->stiffness != 0; }

static void layout(lia_layout *l, lia_machine *s, const lia_model *m) {
  s->tau = LIA_TAKE(l, double, m->nv);
  s->v   = LIA_TAKE(l, double, m->nv);
  s->a   = LIA_TAKE(l, double, m->nv);
}

lia_status lia_machine_new(lia_machine **out, const lia_model *m, lia_data *d, lia_error *err) {
  lia_machine measure;
  lia_layout l = { 0 };
  *out = NULL;
  LIA_TRY(lia_model_dynamic(m, err));
  LIA_TAKE(&l, lia_machine, 1);
  layout(&l, &measure, m);
  l.base = lia_block(l.used);
  if (!l.base) return LIA_FAIL(err, LIA_ENOMEM, "", "no memory to simulate %d coordinates", m->nv);
  l.used = 0;
  lia_machine *s = LIA_TAKE(&l, lia_machine, 1);
  layout(&l, s, m);
  s->m = m;
  s->d = d;
  s->quaternions = m->nq != m->nv;
  for (int k = 0; k < m->jv; k++) s->passive |= has_passive(&m->dof[k]);
  *out = s;
  return LIA_OK;
}

// joint velocity k of body B, whose coordinates and velocities go together: force at where it stands and how fast it moves
static double joint_force(const lia_dof *d, double q, double v) {
  return -d->damping * v - d->friction * ((v > 0) - (v < 0)) - (d->stiffness != 0 ? d->stiffness * (q - d->rest) : 0);
}

void lia_machine_passive(const lia_machine *s, const double *q, const double *v, double *tau) {
  const lia_model *m = s->m;
  for (int i = 0; i < m->nbody; i++) {
    const lia_place *b = &m->body[i];
    for (int k = 0; k < b->nv; k++) {
      int jv = b->jv + k;
      const lia_dof *d = &m->dof[jv];
      if (!has_passive(d)) continue;
      // springs of quaternion joints are refused with the description: q is read only where it is a number
      double scale = m->mapped ? d->scale : 1, x = b->nq == b->nv ? scale * q[m->lead_q[b->jq + k]] + (m->mapped ? d->offset : 0) : 0;
      tau[m->lead_v[jv]] += scale * joint_force(d, x, scale * v[m->lead_v[jv]]);
    }
  }
}

static double springs(const lia_machine *s, const double *q) {
  const lia_model *m = s->m;
  double V = 0;
  for (int i = 0; i < m->nbody; i++) {
    const lia_place *b = &m->body[i];
    for (int k = 0; k < b->nv; k++) {
      const lia_dof *d = &m->dof[b->jv + k];
      if (d->stiffness == 0 || b->nq != b->nv) continue;
      double x = (m->mapped ? d->scale : 1) * q[m->lead_q[b->jq + k]] + (m->mapped ? d->offset : 0) - d->rest;
      V += d->stiffness * x * x / 2;
    }
  }
  return V;
}

// T = v . M v / 2; M v is inverse dynamics of the acceleration v at rest, less that of none
void lia_machine_energy(lia_machine *s, const double *x, double *T, double *V) {
  const lia_model *m = s->m;
  const double *q = x, *v = x + m->nq;
  lia_rnea(m, s->d, q, NULL, v, s->tau);
  lia_rnea(m, s->d, q, NULL, NULL, s->a);
  *T = 0;
  for (int k = 0; k < m->nv; k++) *T += v[k] * (s->tau[k] - s->a[k]) / 2;
  *V = s->passive ? springs(s, q) : 0;
  lia_fk(m, s->d, q, NULL);
  for (int i = 0; i < m->nbody; i++) {
    const lia_place *b = &m->body[i];
    lia_frame X;
    double h[3];
    if (!b->has_inertia) continue;
    lia_fk_body(m, s->d, i, &X);
    lia_mv3(h, X.R, b->inertia.h);
    for (int k = 0; k < 3; k++) *V -= m->gravity[k] * (b->inertia.m * X.p[k] + h[k]);
  }
}

static lia_status rhs(void *user, double t, const double *x, double *dx, lia_error *err) {
  lia_machine *s = user;
  const lia_model *m = s->m;
  const double *q = x, *v = x + m->nq;
  memset(s->tau, 0, (size_t)m->nv * sizeof *s->tau);
  if (s->input) LIA_TRY(s->input(s->user, t, q, v, s->tau, err));
  if (s->passive) lia_machine_passive(s, q, v, s->tau);
  lia_model_rate(m, q, v, dx);
  lia_forward(m, s->d, q, v, s->tau, dx + m->nq);
  return LIA_OK;
}

static lia_status project(void *user, double t, double *x, lia_error *err) {
  const lia_machine *s = user;
  (void)t, (void)err;
  lia_model_normalise(s->m, x);
  return LIA_OK;
}

lia_ode_problem lia_machine_problem(lia_machine *s) {
  return (lia_ode_problem){ .n = s->m->nq + s->m->nv, .f = rhs, .project = s->quaternions ? project : NULL, .user = s };
}
