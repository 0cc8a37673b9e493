/* forward.c - forward dynamics: by articulated bodies or by the factors of the mass matrix, and its
 * inverse */
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC optimize("O3,no-tree-slp-vectorize")
#endif

#include "rbd/forward.h"

#include "rbd/aba.h"
#include "rbd/answer.h"
#include "rbd/crba.h"
#include "rbd/fast/articulated.h"
#include "rbd/fast/factor_mass.h"
#include "rbd/rnea.h"

// tau - C v - g by columns, and M by its rows
static void equations(const lia_model *m, lia_data *d, const double *q, const double *v,
    const double *tau) {
  by_columns(m, v, d->vc);
  memset(d->ac, 0, sizeof *d->ac * (size_t)m->jv);
  tree_poses(m, d, q);
  own_inertia(m, d);
  tree_velocities(m, d);
  tree_accelerations(m, d);
  own_forces(m, d);
  add_trees(m, d->C, 3);
  add_trees(m, d->f, 2);
  momenta(m, d);
  by_columns(m, tau, d->b);
  EACH_FOUR(m, d, c, at) store4(d->b + c,
      load4(d->b + c) - dot_pair4(load_pair(at->S), load_rows(&d->f[2*c])));
  mass_rows(m, d);
}

// the recursions are of joints as they are, about the root of their tree
static inline int by_matrix(const lia_model *m) { return m->has_mimic || m->far; }

// where joints follow one another, or bodies are far away: M and bias of the user's velocities
static void dense(const lia_model *m, lia_data *d, const double *q, const double *v,
    const double *tau, double *a) {
  lia_rnea(m, d, q, v, NULL, d->b);
  for (int k = 0; k < m->nv; k++) a[k] = (tau ? tau[k] : 0) - d->b[k];
  lia_crba(m, d, q, d->H);
  factor_dense(d->H, d->D, m->nv);
  solve_dense(d->H, d->D, 1, a, m->nv, 1);
}

void lia_forward_factor(const lia_model *m, lia_data *d, const double *q, const double *v,
    const double *tau, double *a) {
  if (by_matrix(m)) { dense(m, d, q, v, tau, a); return; }
  equations(m, d, joint_q(m, d, q), v ? v : d->zero, tau ? tau : d->zero);
  factor(m, d->H, d->D, d->b);
  back_solve(m, d->H, d->D, d->b);
  for (int c = 0; c < m->jv; c++) a[m->col[c].v] = d->b[c];
}

void lia_forward_quick(const lia_model *m, lia_data *d, const double *q, const double *v,
    const double *tau, double *a) {
  if (by_matrix(m)) dense(m, d, q, v, tau, a);
  else lia_aba(m, d, q, v, tau, a);
}

lia_status lia_forward(const lia_model *m, lia_data *d, const double *q, const double *v,
    const double *tau, double *a) {
  lia_forward_quick(m, d, q, v, tau, a);
  return lia_answer_check(m, d, q, a, m->nv);
}

lia_status lia_forward_minv(const lia_model *m, lia_data *d, const double *q, double *Minv) {
  const int nv = m->nv;
  if (by_matrix(m)) {
    for (int k = 0; k < nv * nv; k++) Minv[k] = k % (nv + 1) == 0;
    lia_crba(m, d, q, d->H);
    factor_dense(d->H, d->D, nv);
    solve_dense(d->H, d->D, 1, Minv, nv, nv);
    return lia_answer_check(m, d, q, Minv, nv * nv);
  }
  tree_poses(m, d, joint_q(m, d, q));
  own_inertia(m, d);
  articulate(m, d, 0);
  invert_strips(m, d, d->H, (size_t)m->lanes);
  both_halves(m, d->H, Minv);
  return lia_answer_check(m, d, q, Minv, nv * nv);
}
