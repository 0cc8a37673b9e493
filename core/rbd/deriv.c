/* deriv.c - derivatives of inverse dynamics by composite bodies, of forward dynamics by articulated
 * ones
 *
 * For columns j, and c in the tree on j; I, f, B those of the tree on c (sums), in base axes:
 *   P_j = Vp_j x S_j,  Q_j = Ap_j x S_j + Vp_j x P_j,  R_j = P_j + V_j x S_j
 *   dtau_c/dq_j = S_c . (B P_j + I Q_j),         dtau_c/dv_j = S_c . (B S_j + I R_j)
 *   dtau_j/dq_c = S_j . (B P_c + I Q_c + S_c x* f), dtau_j/dv_c = S_j . (B S_c + I R_c)
 * B the gyration matrix of columns.h.                                      [MATHS, derivatives]
 * Within the columns of one joint the term S_c x* f is missing: its axes move with the body. */
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC optimize("O3,no-tree-slp-vectorize")
#endif

#include "rbd/deriv.h"

#include "base/assert.h"
#include "rbd/answer.h"
#include "rbd/crba.h"
#include "rbd/fast/articulated.h"
#include "rbd/fast/factor_mass.h"
#include "rbd/forward.h"

// f of every node, and its gyration
static void own_forces_and_gyration(const lia_model *m, lia_data *d) {
  EACH_FOUR(m, d, c, at) {
    NUM4 N[3][4];
    body4 B = load_body(at->own);
    pair4 V = load_rows(&d->V[2*c]), L = momentum4(B, V);
    store_pair(at->V, V);
    store_rows(&d->f[2*c], add_pair4(momentum4(B, load_rows(&d->A[2*c])), cross_force4(V, L)));
    gyration4(B, V, L.u, N);
    store_triple(&d->N[3*c], N);
  }
}

// what is needed of every column: Q, R; F = I S, b = B^T S (angular), g and h of d/dq and d/dv
// above
static void own_derivatives(const lia_model *m, lia_data *d) {
  EACH_FOUR(m, d, c, at) {
    MAT4 N;
    VEC4 p;
    load_gyration(&d->N[3*c], &N, &p);
    pair4 S = load_pair(at->S), P = load_pair(at->P),
        R = add_pair4(P, cross_motion4(load_pair(at->V), S));
    pair4 Q = add_pair4(cross_motion4(load_rows(&d->Ap[2*c]), S),
        cross_motion4(load_rows(&d->Vp[2*c]), P));
    body4 I = load_body_rows(&d->C[3*c]);
    pair4 g = momentum4(I, Q), h = momentum4(I, R);
    g = add_pair4((pair4){ addcross4(g.u, P.w, p), addmul4(g.w, N, P.w) },
        cross_force4(S, load_rows(&d->f[2*c])));
    h = (pair4){ addcross4(h.u, S.w, p), addmul4(h.w, N, S.w) };
    VEC4 b = addcross4(tmul4(N, S.w), p, S.u);
    store_pair(at->F, momentum4(I, S));
    store_pair(at->Q, Q);
    store_pair(at->R, R);
    store_pair(at->g, g);
    store_pair(at->h, h);
    at->b[0] = b.x;
    at->b[1] = b.y;
    at->b[2] = b.z;
  }
}

// row r of both derivatives up to the diagonal: what the velocities of its ancestors do to its
// force
static inline void deriv_before(const lia_model *m, const lia_data *d, int r, double *dq,
    double *dv) {
  NUM4 F[6], b[3];
  splat(F, d->columns4[r >> 2].F, r, 6);
  splat(b, d->columns4[r >> 2].b, r, 3);
  EACH_RUN(m, r, lo, hi)
    for (int j = lo & ~3; j <= hi; j += 4) {
      const lia_columns4 *J = &d->columns4[j >> 2];
      put(dq, j, lo, hi, dots(F, J->Q) + dots3(b, J->P + 3));
      put(dv, j, lo, hi, dots(F, J->R) + dots3(b, J->S + 3));
    }
}

// and beyond it: what the velocities of the tree on it do
static inline void after(const lia_model *m, const lia_data *d, int r, double *dq, double *dv) {
  const int last = m->col[r].end - 1;
  NUM4 S[6];
  splat(S, d->columns4[r >> 2].S, r, 6);
  for (int c = (r + 1) & ~3; c <= last; c += 4) {
    put(dq, c, r + 1, last, dots(S, d->columns4[c >> 2].g));
    put(dv, c, r + 1, last, dots(S, d->columns4[c >> 2].h));
  }
}

// within one joint: dtau_j/dq_c = F_j . Q_c + b_j . P_c for all its columns
static void own_joint(const lia_model *m, const lia_data *d, const lia_node *N, size_t stride,
    double *dq) {
  LIA_ASSERT(N->nv > 1 && N->col + N->nv <= m->jv);
  for (int j = N->col; j < N->col + N->nv; j++)
    for (int c = j + 1; c < N->col + N->nv; c++) {
      double x = 0;
      for (int r = 0; r < 6; r++) x = lia_fma(ENTRY(d, F, r, j), ENTRY(d, Q, r, c), x);
      for (int r = 0; r < 3; r++) x = lia_fma(ENTRY(d, b, r, j), ENTRY(d, P, 3 + r, c), x);
      dq[(size_t)j * stride + (size_t)c] = x;
    }
}

// everything up to own_derivatives, where the tree stands and moves as its data say; the
// accelerations of the joints are in d->ac
static void composites(const lia_model *m, lia_data *d) {
  tree_accelerations(m, d);
  own_forces_and_gyration(m, d);
  add_trees(m, d->C, 3);
  add_trees(m, d->f, 2);
  add_trees(m, d->N, 3);
  own_derivatives(m, d);
}

// both derivatives by columns, rows stride apart
static void all_pairs(const lia_model *m, const lia_data *d, size_t stride, double *dq,
    double *dv) {
  for (int r = 0; r < m->jv; r++) {
    double *q = dq + (size_t)r * stride, *v = dv + (size_t)r * stride;
    clear_row(m, q, r);
    clear_row(m, v, r);
    deriv_before(m, d, r, q, v);
    after(m, d, r, q, v);
  }
  for (int i = 1; i <= m->nnode; i++)
    if (m->node[i].nv > 1) own_joint(m, d, &m->node[i], stride, dq);
}

void lia_deriv_inverse(const lia_model *m, lia_data *d, const double *q, const double *v,
    const double *a, double *dq, double *dv) {
  LIA_ASSERT(!m->nv || dq != dv);
  const size_t size = (size_t)m->jv * (size_t)m->jv;
  const int plain = m->in_order && !m->has_mimic;
  double *q_ = plain ? dq : d->T, *v_ = plain ? dv : d->T + size;
  by_columns(m, joint_v(m, d->v, v ? v : d->zero), d->vc);
  by_columns(m, joint_v(m, d->a, a ? a : d->zero), d->ac);
  tree_poses(m, d, joint_q(m, d, q));
  own_inertia(m, d);
  tree_velocities(m, d);
  composites(m, d);
  all_pairs(m, d, (size_t)m->jv, q_, v_);
  if (plain) return;
  scatter(m, q_, dq);
  scatter(m, v_, dv);
}

// the other way where M is dense: joints follow one another, or bodies are far from their root
static void forward_dense(const lia_model *m, lia_data *d, const double *q, const double *v,
    const double *a, double *dq, double *dv, double *dtau) {
  const int nv = m->nv;
  lia_deriv_inverse(m, d, q, v, a, dq, dv);
  for (int k = 0; k < nv * nv; k++) dtau[k] = k % (nv + 1) == 0;
  lia_crba(m, d, q, d->H);
  factor_dense(d->H, d->D, nv);
  solve_dense(d->H, d->D, -1, dq, nv, nv);
  solve_dense(d->H, d->D, -1, dv, nv, nv);
  solve_dense(d->H, d->D, 1, dtau, nv, nv);
}

// -X, by columns in rows stride apart, as a matrix of velocities
static void negated(const lia_model *m, const double *X, size_t stride, double *out) {
  const size_t n = (size_t)m->jv;
  for (size_t r = 0; r < n; r++) {
    double *row = out + (size_t)m->col[r].v * n;
    const double *x = X + r * stride;
    if (m->in_order) for (size_t c = 0; c < n; c++) row[c] = -x[c];
    else for (size_t c = 0; c < n; c++) row[m->col[c].v] = -x[c];
  }
}

// after lia_aba, whose articulated bodies solve for all columns of both derivatives
static void forward_by_tree(const lia_model *m, lia_data *d, const double *a, double *dq,
    double *dv, double *dtau) {
  const int eights = (m->jv + 7) / 8;
  const size_t w = 8 * (size_t)eights;
  by_columns(m, a, d->ac);
  composites(m, d);
  all_pairs(m, d, 2 * w, d->T, d->T + w);
  solve_strips(m, d, d->T, 2 * w, 2 * eights);
  negated(m, d->T, 2 * w, dq);
  negated(m, d->T + w, 2 * w, dv);
  invert_strips(m, d, d->H, (size_t)m->lanes);
  both_halves(m, d->H, dtau);
}

lia_status lia_deriv_forward(const lia_model *m, lia_data *d, const double *q, const double *v,
    const double *tau, double *a, double *dq, double *dv,
    double *dtau) {
  LIA_ASSERT(!m->nv || (dq != dv && dtau != dq && dtau != dv));
  lia_forward_quick(m, d, q, v, tau, a);
  if (m->has_mimic || m->far) forward_dense(m, d, q, v, a, dq, dv, dtau);
  else forward_by_tree(m, d, a, dq, dv, dtau);
  return lia_answer_check(m, d, q, a, m->nv);
}
