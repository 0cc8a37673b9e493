/* model_configuration.c - configurations: neutral, drawn by lot, limits, steps, differences */
#include "model/model.h"

#include "base/assert.h"
#include "num/vec.h"

#include <math.h>

// the next joint that owns its coordinates, from body i on; -1 after the last
static int owner(const lia_model *m, int i) {
  for (; i < m->nbody; i++)
    if (m->body[i].nv && !(m->body[i].nv == 1 && m->dof[m->node[m->body[i].first].iv].follows >= 0))
      return i;
  return -1;
}

#define EACH_JOINT(m, b) for (int b = owner(m, 0); b >= 0; b = owner(m, b + 1))
#define ROW(m, b) lia_joint_types[(m)->body[b].joint]

// 0 where it is within the limits
static double neutral_coordinate(const lia_dof *d) {
  if (d->q_min <= 0 && d->q_max >= 0) return 0;
  if (isfinite(d->q_min) && isfinite(d->q_max)) return 0.5 * d->q_min + 0.5 * d->q_max;
  return isfinite(d->q_min) ? d->q_min : d->q_max;
}

void lia_model_neutral(const lia_model *m, double *q) {
  EACH_JOINT(m, b) {
    const lia_model_body *B = &m->body[b];
    if (ROW(m, b)->neutral) ROW(m, b)->neutral(q + B->iq);
    else for (int k = 0; k < B->nq; k++) q[B->iq + k] = neutral_coordinate(&m->dof[B->jv + k]);
  }
}

// within the limits where both are given; else a turn anywhere, a slide within one metre; both
// where the joint allows
static double random_coordinate(lia_rng *r, const lia_dof *d, int slide) {
  double wide = slide ? 1 : 3.14159265358979312, a = -wide, b = wide;
  if (isfinite(d->q_max)) a = d->q_max - 2 * wide;
  if (isfinite(d->q_min)) b = d->q_min + 2 * wide;
  if (isfinite(d->q_min)) a = d->q_min;
  if (isfinite(d->q_max)) b = d->q_max;
  return lia_rng_range(r, a, b);
}

void lia_model_random(const lia_model *m, lia_rng *r, double *q) {
  EACH_JOINT(m, b) {
    const lia_model_body *B = &m->body[b];
    if (ROW(m, b)->random) ROW(m, b)->random(r, q + B->iq);
    else for (int k = 0; k < B->nq; k++) {
      const lia_node *N = &m->node[B->first + (B->nq > 1 ? k : 0)];
      q[B->iq + k] = random_coordinate(r, &m->dof[N->iv], N->kind == LIA_SLIDE);
    }
  }
}

void lia_model_limits(const lia_model *m, double *lower, double *upper) {
  LIA_ASSERT(!m->nv || lower != upper);
  EACH_JOINT(m, b) {
    const lia_model_body *B = &m->body[b];
    for (int k = 0; k < B->nv; k++) {
      const lia_dof *d = B->nq == B->nv ? &m->dof[B->jv + k] : &lia_dof_none;
      lower[B->iv + k] = d->q_min;
      upper[B->iv + k] = d->q_max;
    }
  }
}

// what a limit of a joint, which stands at scale q + offset, is of its coordinate; 0: none
typedef double most_of(const lia_dof *d, double scale);

static double speed_of(const lia_dof *d, double scale) { return scale > 0 ? d->v_max / scale : 0; }
static double effort_of(const lia_dof *d, double scale) { return d->tau_max * scale; }

static void most_of_each(const lia_model *m, most_of *of, double *most) {
  for (int k = 0; k < m->nv; k++) most[k] = (double)INFINITY;
  EACH_JOINT(m, b) {
    const lia_model_body *B = &m->body[b];
    for (int k = 0; k < B->nv && m->dof[B->jv].follows < 0; k++) {
      const lia_dof *d = &m->dof[B->jv + k];
      const double x = of(d, fabs(m->has_mimic ? d->scale : 1));
      if (x > 0) most[B->iv + k] = x;
    }
  }
}

void lia_model_speed_limits(const lia_model *m, double *most) { most_of_each(m, speed_of, most); }
void lia_model_efforts(const lia_model *m, double *most) { most_of_each(m, effort_of, most); }

// a coordinate that one turn alone follows may go round; -1: not seen yet
static void period_of_node(const lia_model *m, const lia_node *n, double *period) {
  for (int k = 0; k < n->nv; k++) {
    double *x = &period[m->user_v[n->iv + k]];
    const int first = *x < 0;
    *x = first && n->kind == LIA_TURN ? 6.28318530717958648 / fabs(m->scale_v[n->iv]) : 0;
  }
}

void lia_model_periods(const lia_model *m, double *period) {
  for (int k = 0; k < m->nv; k++) period[k] = -1;
  for (int i = 1; i <= m->nnode; i++) period_of_node(m, &m->node[i], period);
}

int lia_model_is_numbers(const lia_model *m) {
  int numbers = m->nq == m->nv;
  EACH_JOINT(m, b)
    numbers &= !ROW(m, b)->rate && !ROW(m, b)->normalise && m->body[b].iq == m->body[b].iv;
  return numbers;
}

void lia_model_normalise(const lia_model *m, double *q) {
  if (m->numbers) return;
  EACH_JOINT(m, b)
    if (ROW(m, b)->normalise) ROW(m, b)->normalise(q + m->body[b].iq);
}

void lia_model_step(const lia_model *m, const double *q, const double *v, double h, double *qn) {
  LIA_ASSERT(!m->nv || (q && v && qn != v));
  EACH_JOINT(m, b) {
    const lia_model_body *B = &m->body[b];
    if (ROW(m, b)->step) ROW(m, b)->step(B->param, q + B->iq, v + B->iv, h, qn + B->iq);
    else for (int k = 0; k < B->nq; k++) qn[B->iq + k] = q[B->iq + k] + h * v[B->iv + k];
  }
}

void lia_model_diff(const lia_model *m, const double *q1, const double *q2, double *v) {
  LIA_ASSERT(!m->nv || (v != q1 && v != q2));
  EACH_JOINT(m, b) {
    const lia_model_body *B = &m->body[b];
    if (ROW(m, b)->diff) ROW(m, b)->diff(B->param, q1 + B->iq, q2 + B->iq, v + B->iv);
    else for (int k = 0; k < B->nq; k++) v[B->iv + k] = q2[B->iq + k] - q1[B->iq + k];
  }
}

void lia_model_rate(const lia_model *m, const double *q, const double *v, double *qdot) {
  if (m->numbers) {
    lia_vec_copy(qdot, v, m->nv);
    return;
  }
  EACH_JOINT(m, b) {
    const lia_model_body *B = &m->body[b];
    if (ROW(m, b)->rate) ROW(m, b)->rate(B->param, q + B->iq, v + B->iv, qdot + B->iq);
    else for (int k = 0; k < B->nq; k++) qdot[B->iq + k] = v[B->iv + k];
  }
}
