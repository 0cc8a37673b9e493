/* aba.c - articulated bodies in numbers, in base axes
 *
 * There inertias of all bodies simply add, and the whole recursion is, column by column from the
 * leaves,
 *   U = I S,  D = S . U + armature,  u = tau - S . p - U . c
 *   I_P += I - U U^T / D,  p_P += p + I c + U u / D
 * and back:  a = (u - U . A_P) / D,  A = A_P + c + S a
 * with c = V_P x S v, p = V x* I V                                                    [RBDA 7.3]
 * A general node is several columns, one on the other, with no inertia in between. Rows of eight:
 * linear, 0, angular, 0. */
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC optimize("O3,no-tree-slp-vectorize")
#endif

#include "rbd/aba.h"

#include "base/assert.h"
#include "rbd/fast/articulated.h"

// p = V x* I V of every node
static void bias_forces(const lia_model *m, lia_data *d) {
  EACH_FOUR(m, d, c, at) {
    pair4 V = load_rows(&d->V[2*c]);
    store_rows(&d->f[2*c], cross_force4(V, momentum4(load_body(at->own), V)));
  }
}

static void outward(const lia_model *m, lia_data *d, double *a) {
  const lia_v8d a0 = { -m->gravity[0], -m->gravity[1], -m->gravity[2] };
  lia_v8d A = a0;
  for (int c = 0; c < m->jv; c++) {
    const lia_col *col = &m->col[c];
    if (col->parent < 0) A = a0;
    else if (col->parent != c - 1) A = load8(&d->A[2 * col->parent]);
    double x = (d->b[c] - dot8(load8(&d->U[2*c]), A)) * d->D[c];
    A = fma8(load8(&d->Sr[2*c]), number8(x), A + load8(&d->G[2*c]));
    store8(&d->A[2*c], A);
    a[col->v] = x;
  }
}

void lia_aba_inward(const lia_model *m, lia_data *d, const double *q, const double *v,
    const double *tau) {
  LIA_ASSERT(!m->has_mimic);
  tree_poses(m, d, joint_q(m, d, q));
  by_columns(m, v ? v : d->zero, d->vc);
  by_columns(m, tau ? tau : d->zero, d->b);
  own_inertia(m, d);
  tree_velocities(m, d);
  coriolis(m, d);
  bias_forces(m, d);
  articulate(m, d, 1);
}

void lia_aba_outward(const lia_model *m, lia_data *d, double *a) { outward(m, d, a); }

void lia_aba(const lia_model *m, lia_data *d, const double *q, const double *v, const double *tau,
    double *a) {
  lia_aba_inward(m, d, q, v, tau);
  outward(m, d, a);
}
