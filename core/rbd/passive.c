/* passive.c - springs, dampers and dry friction of joints */
#include "rbd/passive.h"

#include "base/assert.h"

// elongation of the spring of joint velocity k of node N, which has one coordinate for each
static double stretch(const lia_model *m, const lia_node *N, int k, const double *q) {
  LIA_ASSERT(N->nq == N->nv);
  int j = N->iq + k;
  return m->scale_q[j] * q[m->user_q[j]] + m->offset_q[j] - m->dof[N->iv + k].rest;
}

void lia_passive(const lia_model *m, const double *q, const double *v, double *tau) {
  LIA_ASSERT(!m->nv || (tau != q && tau != v));
  for (int k = 0; k < m->nv; k++) tau[k] = 0;
  for (int i = 1; i <= m->nnode; i++)
    for (int k = 0; k < m->node[i].nv; k++) {
      int j = m->node[i].iv + k;
      const lia_dof *f = &m->dof[j];
      double x = f->scale * v[m->user_v[j]],
          t = -f->damping * x - f->friction * ((x > 0) - (x < 0));
      if (f->stiffness != 0) t -= f->stiffness * stretch(m, &m->node[i], k, q);
      tau[m->user_v[j]] += f->scale * t;
    }
}

double lia_passive_energy(const lia_model *m, const double *q) {
  double V = 0;
  for (int i = 1; i <= m->nnode; i++)
    for (int k = 0; k < m->node[i].nv; k++) {
      double c = m->dof[m->node[i].iv + k].stiffness;
      if (c == 0) continue;
      double x = stretch(m, &m->node[i], k, q);
      V += c * x * x / 2;
    }
  return V;
}
