/* crba.c - the mass matrix in numbers: composite bodies in base axes */
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC optimize("O3,no-tree-slp-vectorize")
#endif

#include "rbd/crba.h"

#include "rbd/fast/columns.h"
#include "rbd/far.h"

// H_rc = S_r . F_c = F_r . S_c, c in the tree on r or r in that on c, and zero else   [RBDA (6.17)]
static void crba_fill(const lia_model *m, const lia_data *d, double *H) {
  for (int r = 0; r < m->jv; r++) {
    const lia_columns4 *R = &d->columns4[r >> 2];
    double *row = H + (size_t)r * (size_t)m->jv;
    NUM4 S[6], F[6];
    splat(S, R->S, r, 6);
    splat(F, R->F, r, 6);
    clear_row(m, row, r);
    EACH_RUN(m, r, lo, hi)
      for (int j = lo & ~3; j <= hi; j += 4) put(row, j, lo, hi, dots(F, d->columns4[j >> 2].S));
    for (int c = (r + 1) & ~3; c < m->col[r].end; c += 4)
      put(row, c, r + 1, m->col[r].end - 1, dots(S, d->columns4[c >> 2].F));
    row[r] += m->armature[m->col[r].v];
  }
}

void lia_crba(const lia_model *m, lia_data *d, const double *q, double *M) {
  const int plain = m->in_order && !m->has_mimic;
  if (__builtin_expect(m->far, 0)) {
    lia_far_mass(m, d, q, M);
    return;
  }
  tree_poses(m, d, joint_q(m, d, q));
  own_inertia(m, d);
  add_trees(m, d->C, 3);
  momenta(m, d);
  crba_fill(m, d, plain ? M : d->T);
  if (!plain) scatter(m, d->T, M);
}
