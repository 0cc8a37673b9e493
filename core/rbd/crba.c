/* crba.c - the mass matrix in numbers: composite bodies in base axes */
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC optimize("O3,no-tree-slp-vectorize")
#endif

#include "rbd/crba.h"

#include "rbd/fast/columns.h"
#include "rbd/far.h"

// H_rc = F_r . S_c where r is in the tree on c, four rows by four columns
static inline void tile_of(const lia_data *d, const lia_tile *t, NUM4 F[4][6], NUM4 x[4]) {
  const lia_v4d *S = d->columns4[t->column].S;
  for (int i = 0; i < 4; i++) x[i] = dots(F[i], S);
  if (t->related == 0xffff) return;
  for (int i = 0; i < 4; i++) x[i] = keep4(x[i], t->related >> 4 * i & 15u);
}

// what is below the diagonal also above it, and the armature on it
static inline void both_sides(const lia_model *m, int c, NUM4 x[4]) {
  NUM4 y[4] = { x[0], x[1], x[2], x[3] };
  transpose4(&y[0], &y[1], &y[2], &y[3]);
  x[0] = __builtin_shufflevector(x[0], y[0], 0, 5, 6, 7);
  x[1] = __builtin_shufflevector(x[1], y[1], 0, 1, 6, 7);
  x[2] = __builtin_shufflevector(x[2], y[2], 0, 1, 2, 7);
  for (int k = 0; k < 4 && c + k < m->jv; k++) x[k][k] += m->armature[m->col[c+k].v];
}

static inline void put_tile(const lia_model *m, double *H, int row, int column, const NUM4 x[4]) {
  const int n = m->jv;
  double *to = H + (size_t)row * (size_t)n;
  if (row + 4 <= n && column + 4 <= n)
    for (int i = 0; i < 4; i++) store4(to + (size_t)i * (size_t)n + column, x[i]);
  else
    for (int i = 0; i < 4 && row + i < n; i++) put(to + i * n, column, 0, n - 1, x[i]);
}

// H_rc = S_r . F_c = F_r . S_c, c in the tree on r or r in that on c, and zero else   [RBDA (6.17)]
static void crba_fill(const lia_model *m, const lia_data *d, double *H) {
  const size_t n = (size_t)m->jv;
  if (!m->chain) memset(H, 0, n * n * sizeof *H);
  for (const lia_tile *t = m->tile, *end = t + m->ntile; t < end; t++) {
    NUM4 F[4][6], x[4];
    const int row = 4 * t->row;
    for (int i = 0; i < 4; i++) splat(F[i], d->columns4[t->row].F, i, 6);
    for (; 4 * t->column < row; t++) {
      tile_of(d, t, F, x);
      put_tile(m, H, row, 4 * t->column, x);
      transpose4(&x[0], &x[1], &x[2], &x[3]);
      put_tile(m, H, 4 * t->column, row, x);
    }
    // the last of a row of tiles is on the diagonal
    tile_of(d, t, F, x);
    both_sides(m, row, x);
    put_tile(m, H, row, row, x);
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
