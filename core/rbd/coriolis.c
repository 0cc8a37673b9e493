/* coriolis.c - velocity forces as a matrix, by composite bodies in base axes
 *
 * With the gyration matrix of columns.h (B/2 of each tree in the formulas of deriv.c) and S' = V x
 * S:
 *   C_rc = S_r . (1/2 B S_c + I S'_c), I and B of the tree on whichever of r, c is beyond the other
 * Then C + C^T = dM/dt, because 1/2 (B + B^T) is the rate of I and S' that of S. */
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC optimize("O3,no-tree-slp-vectorize")
#endif

#include "rbd/coriolis.h"

#include "base/assert.h"
#include "rbd/fast/columns.h"
#include "rbd/rnea.h"

static void own_gyration(const lia_model *m, lia_data *d) {
  EACH_FOUR(m, d, c, at) {
    NUM4 N[3][4];
    pair4 V = load_rows(&d->V[2*c]);
    body4 B = load_body(at->own);
    store_pair(at->V, V);
    gyration4(B, V, momentum4(B, V).u, N);
    store_triple(&d->N[3*c], N);
  }
}

// R = S', F = I S, b = 1/2 B^T S (angular), h = 1/2 B S + I S' of every column
static void own_terms(const lia_model *m, lia_data *d) {
  EACH_FOUR(m, d, c, at) {
    MAT4 N;
    VEC4 p;
    load_gyration(&d->N[3*c], &N, &p);
    const NUM4 half = number4(0.5);
    pair4 S = load_pair(at->S), R = cross_motion4(load_pair(at->V), S);
    body4 I = load_body_rows(&d->C[3*c]);
    pair4 h = momentum4(I, R);
    VEC4 b = scale4(half, addcross4(tmul4(N, S.w), p, S.u)), w = scale4(half, S.w);
    store_pair(at->F, momentum4(I, S));
    store_pair(at->R, R);
    store_pair(at->h, (pair4){ addcross4(h.u, w, p), addmul4(h.w, N, w) });
    at->b[0] = b.x;
    at->b[1] = b.y;
    at->b[2] = b.z;
  }
}

static void coriolis_fill(const lia_model *m, const lia_data *d, double *C) {
  for (int r = 0; r < m->jv; r++) {
    const lia_columns4 *at = &d->columns4[r >> 2];
    double *row = C + (size_t)r * (size_t)m->jv;
    NUM4 S[6], F[6], b[3];
    splat(S, at->S, r, 6);
    splat(F, at->F, r, 6);
    splat(b, at->b, r, 3);
    clear_row(m, row, r);
    EACH_RUN(m, r, lo, hi)
      for (int j = lo & ~3; j <= hi; j += 4)
        put(row, j, lo, hi, dots(F, d->columns4[j >> 2].R) + dots3(b, d->columns4[j >> 2].S + 3));
    for (int c = (r + 1) & ~3; c < m->col[r].end; c += 4)
      put(row, c, r + 1, m->col[r].end - 1, dots(S, d->columns4[c >> 2].h));
  }
}

static void coriolis_at(const lia_model *m, lia_data *d, const double *v, double *C) {
  LIA_ASSERT(!m->nv || C != d->T);
  const int plain = m->in_order && !m->has_mimic;
  by_columns(m, joint_v(m, d->v, v), d->vc);
  tree_velocities(m, d);
  own_gyration(m, d);
  add_trees(m, d->N, 3);
  own_terms(m, d);
  coriolis_fill(m, d, plain ? C : d->T);
  if (!plain) scatter(m, d->T, C);
}

static void inertias_at(const lia_model *m, lia_data *d, const double *q) {
  tree_poses(m, d, joint_q(m, d, q));
  own_inertia(m, d);
  add_trees(m, d->C, 3);
}

// bodies far from their root (far.h), with rates for velocities, where C is bilinear and symmetric:
//   C(v) e_k = 1/2 (h(v + e_k) - h(v) - h(e_k) + h(0)),   h of inverse dynamics in body axes
static int polar(const lia_model *m) {
  int rates = m->far;
  for (int i = 1; i <= m->nnode; i++) rates &= m->node[i].kind != LIA_GENERAL;
  return rates;
}

static void by_polarity(const lia_model *m, lia_data *d, const double *q, const double *v,
    double *C) {
  const int n = m->nv;
  double *at = d->task, *still = at + n, *moving = still + n, *h = moving + n, *own = h + n;
  lia_rnea(m, d, q, NULL, NULL, still);
  lia_rnea(m, d, q, v, NULL, moving);
  for (int k = 0; k < n; k++) {
    for (int i = 0; i < n; i++) at[i] = v[i] + (i == k);
    lia_rnea(m, d, q, at, NULL, h);
    for (int i = 0; i < n; i++) at[i] = i == k;
    lia_rnea(m, d, q, at, NULL, own);
    for (int i = 0; i < n; i++) C[i * n + k] = ((h[i] - moving[i]) - (own[i] - still[i])) / 2;
  }
}

void lia_coriolis(const lia_model *m, lia_data *d, const double *q, const double *v, double *C) {
  if (__builtin_expect(m->far, 0) && polar(m)) {
    by_polarity(m, d, q, v, C);
    return;
  }
  inertias_at(m, d, q);
  coriolis_at(m, d, v, C);
}

// C(q, e_k) is column k of the symbols: B_ij of v = e_j, C_ijk of e_j and e_k
void lia_coriolis_split(const lia_model *m, lia_data *d, const double *q, double *B, double *C,
    double *work) {
  LIA_ASSERT(!m->nv || (work != B && work != C));
  const int n = m->nv, pairs = n * (n - 1) / 2;
  double *e = d->b;
  for (int k = 0; k < n * pairs; k++) C[k] = 0;
  for (int k = 0; k < n; k++) e[k] = 0;
  const int far = m->far && polar(m);
  if (!far) inertias_at(m, d, q);
  for (int k = 0; k < n; k++) {
    e[k] = 1;
    if (far) by_polarity(m, d, q, e, work);
    else coriolis_at(m, d, e, work);
    e[k] = 0;
    for (int i = 0; i < n; i++) {
      B[i*n+k] = work[i*n+k];
      for (int j = 0; j < n; j++) {
        int a = j < k ? j : k, b = j < k ? k : j, at = a * (2 * n - a - 1) / 2 + b - a - 1;
        if (j != k) C[i*pairs+at] += work[i*n+j];
      }
    }
  }
}
