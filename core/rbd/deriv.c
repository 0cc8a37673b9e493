/* deriv.c - derivatives of inverse dynamics by composite bodies
 *
 * For columns j, and c in the tree on j; I, f, B those of the tree on c (sums), in base axes:
 *   P_j = Vp_j x S_j,  Q_j = Ap_j x S_j + Vp_j x P_j,  R_j = P_j + V_j x S_j
 *   dtau_c/dq_j = S_c . (B P_j + I Q_j),         dtau_c/dv_j = S_c . (B S_j + I R_j)
 *   dtau_j/dq_c = S_j . (B P_c + I Q_c + S_c x* f), dtau_j/dv_c = S_j . (B S_c + I R_c)        [MATHS, derivatives]
 * B x is the force that turns particles of velocity r' at twice the angular part w of x: sum of 2 m w x r' at r, hence
 *   B (u, w) = (-2 p x w, N w),  p = sum m r',  N = 2 ((h . u) 1 - u h^T - w~ (1/2 tr I 1 - I))  of each body's own twist (u, w)
 * Within the columns of one joint the term S_c x* f is missing: its axes move with the body. */
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC optimize("O3,no-tree-slp-vectorize")
#endif

#include "rbd/deriv.h"

#include "rbd/columns.h"

/* rows of N with p in the fourth place */
static void own_gyration(const lia_model *m, lia_data *d) {
  for (int c = 0; c < m->jv; c += 4) {
    bodies4 B = load_bodies(&d->C[3*c]);
    pair4 V = load_pairs(&d->V[2*c]);
    VEC4 p = momentum4(B, V).u, u = V.u, w = V.w, h = B.h;
    NUM4 half = number4(0.5), hu = dot4(h, u), t = (B.I.xx + B.I.yy + B.I.zz) * half;
    VEC4 x = { t - B.I.xx, -B.I.xy, -B.I.xz }, y = { -B.I.xy, t - B.I.yy, -B.I.yz }, z = { -B.I.xz, -B.I.yz, t - B.I.zz };
    VEC4 a = cross4(w, x), b = cross4(w, y), e = cross4(w, z);  // columns of w~ (1/2 tr I 1 - I)
    NUM4 two = number4(2);
    NUM4 r[3][4] = {
      { two * (hu - fma4(u.x, h.x, a.x)), -two * fma4(u.x, h.y, b.x), -two * fma4(u.x, h.z, e.x), p.x },
      { -two * fma4(u.y, h.x, a.y), two * (hu - fma4(u.y, h.y, b.y)), -two * fma4(u.y, h.z, e.y), p.y },
      { -two * fma4(u.z, h.x, a.z), -two * fma4(u.z, h.y, b.z), two * (hu - fma4(u.z, h.z, e.z)), p.z },
    };
    for (int k = 0; k < 3; k++) {
      transpose4(&r[k][0], &r[k][1], &r[k][2], &r[k][3]);
      for (int l = 0; l < 4; l++) d->N[3*(c+l)+k] = r[k][l];
    }
  }
}

/* what is needed of every column: S_, P (angular), Q, R; F = I S, b = B^T S (angular), g and h of d/dq and d/dv above */
static void own_derivatives(const lia_model *m, lia_data *d) {
  const int n = m->lanes;
  for (int c = 0; c < m->jv; c += 4) {
    pair4 S = { load_linear(d->S, n, c), load_angular(d->S, n, c) };
    pair4 Vp = load_pairs(&d->Vp[2*c]), V = load_pairs(&d->V[2*c]), Ap = load_pairs(&d->Ap[2*c]);
    pair4 P = cross_motion4(Vp, S), Q = add_pair4(cross_motion4(Ap, S), cross_motion4(Vp, P)), R = add_pair4(P, cross_motion4(V, S));
    bodies4 I = load_bodies(&d->C[3*c]);
    MAT4 N;
    VEC4 p;
    NUM4 a[3][4];
    for (int k = 0; k < 3; k++) {
      for (int l = 0; l < 4; l++) a[k][l] = d->N[3*(c+l)+k];
      transpose4(&a[k][0], &a[k][1], &a[k][2], &a[k][3]);
    }
    N = (MAT4){ a[0][0], a[0][1], a[0][2], a[1][0], a[1][1], a[1][2], a[2][0], a[2][1], a[2][2] };
    p = (VEC4){ a[0][3] * number4(2), a[1][3] * number4(2), a[2][3] * number4(2) };

    pair4 F = momentum4(I, S), f = load_pairs(&d->f[2*c]);
    pair4 g = momentum4(I, Q), h = momentum4(I, R);
    g = add_pair4((pair4){ addcross4(g.u, P.w, p), addmul4(g.w, N, P.w) }, cross_force4(S, f));
    h = (pair4){ addcross4(h.u, S.w, p), addmul4(h.w, N, S.w) };
    VEC4 b = addcross4(tmul4(N, S.w), p, S.u);
    store_column4(d->F, n, c, F.u, F.w);
    store_column4(d->P, n, c, P.u, P.w);
    store_column4(d->Q, n, c, Q.u, Q.w);
    store_column4(d->R, n, c, R.u, R.w);
    store_column4(d->g, n, c, g.u, g.w);
    store_column4(d->h, n, c, h.u, h.w);
    store_column4(d->B, n, c, b, b);
  }
}

/* s . x for four columns x from c on */
static inline NUM4 dots(const NUM4 s[6], const double *x, int n, int c) {
  NUM4 a = s[0] * load4(LANE(x, 0) + c), b = s[3] * load4(LANE(x, 3) + c);
  a = fma4(s[1], load4(LANE(x, 1) + c), a);
  b = fma4(s[4], load4(LANE(x, 4) + c), b);
  return fma4(s[2], load4(LANE(x, 2) + c), a) + fma4(s[5], load4(LANE(x, 5) + c), b);
}
static inline NUM4 dots3(const NUM4 s[3], const double *x, int n, int c) {
  return fma4(s[0], load4(LANE(x, 0) + c), fma4(s[1], load4(LANE(x, 1) + c), s[2] * load4(LANE(x, 2) + c)));
}

static inline void splat(NUM4 s[6], const double *S, int n, int j) {
  for (int r = 0; r < 6; r++) s[r] = number4(LANE(S, r)[j]);
}

/* four rows of row j over the tree on it: dtau_j/dq_c, dtau_c/dq_j, dtau_j/dv_c, dtau_c/dv_j */
static inline void pairs(const lia_model *m, const lia_data *d, int j, double *qu, double *ql, double *vu, double *vl) {
  static const double keep[7] = { 1, 1, 1, 1, 0, 0, 0 };
  const int n = m->lanes, end = m->col[j].end;
  NUM4 S[6], P[6], Q[6], R[6];
  splat(S, d->S, n, j);
  splat(P, d->P, n, j);
  splat(Q, d->Q, n, j);
  splat(R, d->R, n, j);
  for (int c = j & ~3; c < end; c += 4) {
    NUM4 k = load4(keep + (c + 4 > end ? c + 4 - end : 0));
    store4(qu + c, k * dots(S, d->g, n, c));
    store4(vu + c, k * dots(S, d->h, n, c));
    store4(ql + c, k * (dots(Q, d->F, n, c) + dots3(P + 3, d->B, n, c)));
    store4(vl + c, k * (dots(R, d->F, n, c) + dots3(S + 3, d->B, n, c)));
  }
}

/* within one joint: dtau_j/dq_c = F_j . Q_c + b_j . P_c for all its columns */
static void own_joint(const lia_model *m, const lia_data *d, const lia_node *N, double *qu) {
  const int n = m->lanes;
  for (int j = N->col; j < N->col + N->nv; j++)
    for (int c = j + 1; c < N->col + N->nv; c++) {
      double x = 0;
      for (int r = 0; r < 6; r++) x = lia_fma(LANE(d->F, r)[j], LANE(d->Q, r)[c], x);
      for (int r = 0; r < 3; r++) x = lia_fma(LANE(d->B, r)[j], LANE(d->P, 3 + r)[c], x);
      qu[(size_t)j * (size_t)n + (size_t)c] = x;
    }
}

/* out = the upper half of U, and of T on the other side of the diagonal; rows of out n apart, those of U and T lanes */
static void join(const lia_model *m, const double *U, const double *T, double *out) {
  const size_t n = (size_t)m->jv, s = (size_t)m->lanes;
  for (size_t j = 0; j < n; j++) memcpy(out + j * (n + 1), U + j * (s + 1), (n - j) * sizeof *out);
  for (size_t j = 0; j < n; j += 4) {
    for (size_t r = j; r < j + 4 && r < n; r++)
      for (size_t c = r + 1; c < j + 4 && c < n; c++) out[c*n+r] = T[r*s+c];
    size_t c = j + 4;
    for (; c + 4 <= n; c += 4) {
      NUM4 x[4];
      for (size_t r = 0; r < 4; r++) x[r] = load4(T + (j + r) * s + c);
      transpose4(&x[0], &x[1], &x[2], &x[3]);
      for (size_t r = 0; r < 4; r++) store4(out + (c + r) * n + j, x[r]);
    }
    for (; c < n; c++)
      for (size_t r = j; r < j + 4; r++) out[c*n+r] = T[r*s+c];
  }
}

/* columns to the user's velocities, on both sides */
static void scatter(const lia_model *m, const double *X, double *out) {
  const size_t n = (size_t)m->jv;
  for (int k = 0; k < m->nv * m->nv; k++) out[k] = 0;
  for (size_t r = 0; r < n; r++)
    for (size_t c = 0; c < n; c++) {
      int i = m->col[r].v, j = m->col[c].v;
      double *o = &out[m->lead_v[i] * m->nv + m->lead_v[j]];
      *o = lia_fma(m->dof[i].scale * m->dof[j].scale, X[r*n+c], *o);
    }
}

/* everything up to own_derivatives; v and ac of the joints are in d->vc, d->ac */
static void composites(const lia_model *m, lia_data *d, const double *q) {
  tree_poses(m, d, q);
  own_inertia(m, d);
  tree_velocities(m, d);
  tree_accelerations(m, d);
  own_forces(m, d);
  own_gyration(m, d);
  add_trees(m, d->C, 3);
  add_trees(m, d->f, 2);
  add_trees(m, d->N, 3);
  own_derivatives(m, d);
}

static void all_pairs(const lia_model *m, lia_data *d) {
  const size_t n = (size_t)m->lanes, size = n * (size_t)m->jv;
  double *qu = d->T, *ql = qu + size, *vu = ql + size, *vl = vu + size;
  for (int j = 0; j < m->jv; j++) {
    size_t row = (size_t)j * n;
    pairs(m, d, j, qu + row, ql + row, vu + row, vl + row);
  }
  for (int i = 1; i <= m->nnode; i++)
    if (m->node[i].nv > 1) own_joint(m, d, &m->node[i], qu);
}

static void deliver(const lia_model *m, lia_data *d, const double *U, const double *T, double *out) {
  if (m->in_order && !m->mapped) { join(m, U, T, out); return; }
  join(m, U, T, d->H);
  scatter(m, d->H, out);
}

void lia_rnea_deriv(const lia_model *m, lia_data *d, const double *q, const double *v, const double *a, double *dq, double *dv, double *M) {
  const size_t size = (size_t)m->lanes * (size_t)m->jv;
  by_columns(m, joint_v(m, d->v, v ? v : d->zero), d->vc);
  by_columns(m, joint_v(m, d->a, a ? a : d->zero), d->ac);
  composites(m, d, joint_q(m, d, q));
  all_pairs(m, d);
  if (dq) deliver(m, d, d->T, d->T + size, dq);
  if (dv) deliver(m, d, d->T + 2*size, d->T + 3*size, dv);
}
