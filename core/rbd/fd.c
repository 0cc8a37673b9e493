/* fd.c - forward dynamics by the factors of the mass matrix */
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC optimize("O3,no-tree-slp-vectorize")
#endif

#include "rbd/fd.h"

#include "rbd/factor_mass.h"

/* tau - C v - g by columns, and the factors of M */
static void equations(const lia_model *m, lia_data *d, const double *q, const double *v, const double *tau) {
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
  EACH_FOUR(m, d, c, at) store4(d->b + c, load4(d->b + c) - dot_pair4(load_pair(at->S), load_rows(&d->f[2*c])));
  mass_rows(m, d);
}

void lia_fd_factor(const lia_model *m, lia_data *d, const double *q, const double *v, const double *tau, double *a) {
  equations(m, d, joint_q(m, d, q), v ? v : d->zero, tau ? tau : d->zero);
  factor(m, d->H, d->D, d->b);
  back_solve(m, d->H, d->D, d->b);
  for (int c = 0; c < m->jv; c++) a[m->col[c].v] = d->b[c];
}
