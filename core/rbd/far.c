/* far.c - the mass matrix in body axes, spoken in numbers */
#include "rbd/far.h"

#include "num/factor.h"
#include "rbd/crba.h"
#include "rbd/fast/tree_num.h"

#include "rbd/text/fk_text.h"
#include "rbd/text/jac_text.h"
#include "rbd/text/mass_text.h"

#include <math.h>

/* of the user's velocities, from one by joints */
static void by_user(const lia_model *m, const double *X, double *M) {
  const int n = m->jv;
  for (int k = 0; k < m->nv * m->nv; k++) M[k] = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      double *o = &M[m->lead_v[i] * m->nv + m->lead_v[j]];
      *o = lia_fma(m->scale_v[i] * m->scale_v[j], X[i * n + j], *o);
    }
}

void lia_far_mass(const lia_model *m, lia_data *d, const double *q, double *M) {
  lia_mass_matrix(m, d, joint_q(m, d, q), d->T);
  by_user(m, d->T, M);
}

/* what the inertia of a velocity is made of before anything cancels: m (|u| + |w| r)^2 + |I| |w|^2, r the
 * distance of its tree's mass from where inertias are told */
static void sizes(const lia_model *m, lia_data *d, const double *q, double *size) {
  const double *jq = joint_q(m, d, q);
  lia_composites(m, d, jq);
  lia_fk_poses(m, d, jq, d->world);
  for (int k = 0; k < m->nv; k++) size[k] = 0;
  for (int i = 1; i <= m->nnode; i++) {
    const lia_node *N = &m->node[i];
    const lia_composite *C = &d->comp[i];
    int root = i;
    while (m->node[root].parent > 0) root = m->node[root].parent;
    lia_vec3 arm = sub(pos(d->world[i]), pos(d->world[root]));
    double reach = m->far ? 0 : sqrt(dot(arm, arm)), h = sqrt(dot(C->h, C->h));
    double I = fabs(C->I.xx) + fabs(C->I.yy) + fabs(C->I.zz);
    for (int k = 0; k < N->nv; k++) {
      lia_vec3 u, w;
      lia_subspace_column(N, k, &u, &w);
      const double s = m->scale_v[N->iv + k], U = sqrt(dot(u, u)), W = sqrt(dot(w, w)), speed = U + W * reach;
      const double own = C->m * speed * speed + 2 * h * speed * W + I * W * W + m->armature[N->iv + k];
      size[m->lead_v[N->iv + k]] += s * s * own;
    }
  }
}

int lia_far_weightless(const lia_model *m, lia_data *d, const double *q, double *work) {
  const int n = m->nv;
  double *M = work, *own = M + n * n, *size = own + n;
  int k = 0;
  sizes(m, d, q, size);
  lia_crba(m, d, q, M);
  for (int i = 0; i < n; i++) own[i] = M[i * (n + 1)];
  lia_status st = lia_ldl_factor(lia_mat_of(M, n, n), NULL);
  while (k < n && M[k * (n + 1)] > 1e-13 * own[k] && own[k] > 1e-14 * size[k]) k++;
  if (k < n) return k;
  return st == LIA_OK ? -1 : 0;
}
