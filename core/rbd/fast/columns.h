/* columns.h - a tree in base axes, column by column: what has no order is done for four columns at
 * once
 *
 * In base axes the recursions of a tree are sums. What stands beside them needs no order and is
 * computed in lanes. The origin is the root of each tree, so lengths are those of the mechanism
 * however far it has moved. In memory a pair (linear, angular) stands in a lia_columns4, four
 * columns side by side, where it is computed with, or as rows (u 0) (w 0), one column after the
 * other, where it is summed. */
#ifndef LIA_COLUMNS_H
#define LIA_COLUMNS_H

#include "base/assert.h"
#include "rbd/fast/tree_num.h"
#include "geo/spatial_four.h"

#include <string.h>

LIA_C_BEGIN

/* for four columns at a time: c = 0, 4, ..., at = their lia_columns4 */
#define EACH_FOUR(m, d, c, at) \
  for (int c = 0; c < (m)->jv; c += 4) \
    for (lia_columns4 *at = &(d)->columns4[c / 4]; at; at = NULL)

/* number r of column c in one of the arrays of a lia_columns4 */
#define ENTRY(d, array, r, c) ((d)->columns4[(c) >> 2].array[r][(c) & 3])

// ---- pairs ----

typedef struct pair4 { VEC4 u, w; } pair4;

static inline pair4 load_pair(const lia_v4d x[6]) {
  return (pair4){ { x[0], x[1], x[2] }, { x[3], x[4], x[5] } };
}
static inline void store_pair(lia_v4d x[6], pair4 a) {
  x[0] = a.u.x; x[1] = a.u.y; x[2] = a.u.z;
  x[3] = a.w.x; x[4] = a.w.y; x[5] = a.w.z;
}

static inline pair4 load_rows(const lia_v4d *X) {
  NUM4 u[4], w[4];
  for (int k = 0; k < 4; k++) { u[k] = X[2*k]; w[k] = X[2*k+1]; }
  transpose4(&u[0], &u[1], &u[2], &u[3]);
  transpose4(&w[0], &w[1], &w[2], &w[3]);
  return (pair4){ { u[0], u[1], u[2] }, { w[0], w[1], w[2] } };
}
static inline void store_rows(lia_v4d *X, pair4 a) {
  NUM4 u[4] = { a.u.x, a.u.y, a.u.z, number4(0) }, w[4] = { a.w.x, a.w.y, a.w.z, number4(0) };
  transpose4(&u[0], &u[1], &u[2], &u[3]);
  transpose4(&w[0], &w[1], &w[2], &w[3]);
  for (int k = 0; k < 4; k++) { X[2*k] = u[k]; X[2*k+1] = w[k]; }
}

/* motion x motion: (w x u' + u x w', w x w');  motion x* force: (w x f, w x n + u x f)
 *                                                                         [RBDA (2.31), (2.32)] */
static inline pair4 cross_motion4(pair4 a, pair4 b) {
  return (pair4){ addcross4(cross4(a.w, b.u), a.u, b.w), cross4(a.w, b.w) };
}
static inline pair4 cross_force4(pair4 a, pair4 f) {
  return (pair4){ cross4(a.w, f.u), addcross4(cross4(a.w, f.w), a.u, f.u) };
}
static inline pair4 add_pair4(pair4 a, pair4 b) {
  return (pair4){ add4(a.u, b.u), add4(a.w, b.w) };
}
static inline pair4 scale_pair4(NUM4 s, pair4 a) {
  return (pair4){ scale4(s, a.u), scale4(s, a.w) };
}
static inline NUM4 dot_pair4(pair4 a, pair4 b) { return dot4(a.u, b.u) + dot4(a.w, b.w); }

// ---- inertias: ten numbers m h Ixx Iyy Izz Ixy Ixz Iyz; as rows m h | Ixx Iyy Izz Ixy | Ixz Iyz -
// - ----

typedef struct body4 { NUM4 m; VEC4 h; SYM4 I; } body4;

static inline body4 load_body(const lia_v4d x[10]) {
  return (body4){ x[0], { x[1], x[2], x[3] }, { x[4], x[5], x[6], x[7], x[8], x[9] } };
}
static inline void store_body(lia_v4d x[10], body4 B) {
  x[0] = B.m;
  x[1] = B.h.x; x[2] = B.h.y; x[3] = B.h.z;
  x[4] = B.I.xx; x[5] = B.I.yy; x[6] = B.I.zz;
  x[7] = B.I.xy; x[8] = B.I.xz; x[9] = B.I.yz;
}

/* three rows of each of four columns as three times four numbers side by side, and back */
static inline void load_triple(const lia_v4d *X, NUM4 a[3][4]) {
  for (int k = 0; k < 3; k++) {
    for (int l = 0; l < 4; l++) a[k][l] = X[3*l+k];
    transpose4(&a[k][0], &a[k][1], &a[k][2], &a[k][3]);
  }
}
static inline void store_triple(lia_v4d *X, NUM4 a[3][4]) {
  for (int k = 0; k < 3; k++) {
    transpose4(&a[k][0], &a[k][1], &a[k][2], &a[k][3]);
    for (int l = 0; l < 4; l++) X[3*l+k] = a[k][l];
  }
}

static inline body4 load_body_rows(const lia_v4d *X) {
  NUM4 a[3][4];
  load_triple(X, a);
  return (body4){ a[0][0], { a[0][1], a[0][2], a[0][3] },
      { a[1][0], a[1][1], a[1][2], a[1][3], a[2][0], a[2][1] } };
}
static inline void store_body_rows(lia_v4d *X, body4 B) {
  NUM4 zero = number4(0),
      a[3][4] = { { B.m, B.h.x, B.h.y, B.h.z }, { B.I.xx, B.I.yy, B.I.zz, B.I.xy },
      { B.I.xz, B.I.yz, zero, zero } };
  store_triple(X, a);
}

/* momentum: f = m u + w x h, n = I w + h x u */
static inline pair4 momentum4(body4 B, pair4 V) {
  return (pair4){ addcross4(scale4(B.m, V.u), V.w, B.h), addcross4(symmul4(B.I, V.w), B.h, V.u) };
}

// ---- gyration: B x is the force of turning particles of velocity r' at twice the angular part of
// x, sum of 2 m w x r' at r. B (u, w) = (-2 p x w, N w),  p = sum m r',  N = 2 ((h . u) 1 - u h^T -
// w~ (1/2 tr I 1 - I)) by the body's twist (u, w) ----

/* rows of N with p in the fourth place */
static inline void gyration4(body4 B, pair4 V, VEC4 p, NUM4 N[3][4]) {
  const NUM4 two = number4(2), t = (B.I.xx + B.I.yy + B.I.zz) * number4(0.5);
  VEC4 u = scale4(two, V.u), w = scale4(two, V.w), h = B.h;
  NUM4 hu = dot4(h, u);
  // columns of w~ (1/2 tr I 1 - I)
  VEC4 a = cross4(w, (VEC4){ t - B.I.xx, -B.I.xy, -B.I.xz }),
      b = cross4(w, (VEC4){ -B.I.xy, t - B.I.yy, -B.I.yz });
  VEC4 e = cross4(w, (VEC4){ -B.I.xz, -B.I.yz, t - B.I.zz });
  N[0][0] = hu - fma4(u.x, h.x, a.x);
  N[0][1] = -fma4(u.x, h.y, b.x);
  N[0][2] = -fma4(u.x, h.z, e.x);
  N[0][3] = p.x;
  N[1][0] = -fma4(u.y, h.x, a.y);
  N[1][1] = hu - fma4(u.y, h.y, b.y);
  N[1][2] = -fma4(u.y, h.z, e.y);
  N[1][3] = p.y;
  N[2][0] = -fma4(u.z, h.x, a.z);
  N[2][1] = -fma4(u.z, h.y, b.z);
  N[2][2] = hu - fma4(u.z, h.z, e.z);
  N[2][3] = p.z;
}

/* N and 2 p */
static inline void load_gyration(const lia_v4d *X, MAT4 *N, VEC4 *p) {
  NUM4 a[3][4];
  load_triple(X, a);
  *N = (MAT4){ a[0][0], a[0][1], a[0][2], a[1][0], a[1][1], a[1][2], a[2][0], a[2][1], a[2][2] };
  *p = scale4(number4(2), (VEC4){ a[0][3], a[1][3], a[2][3] });
}

// ---- sums up and down the tree ----

/* every column's k rows onto its parent's, from the leaves */
static inline __attribute__((always_inline)) void add_trees(const lia_model *m, lia_v4d *X, int k) {
  lia_v4d sum[3] = { number4(0), number4(0), number4(0) };
  LIA_ASSERT(k >= 1 && k <= 3);
  for (int c = m->jv - 1; c >= 0; c--) {
    lia_v4d *x = &X[k*c];
    int p = m->col[c].parent;
    for (int r = 0; r < k; r++) x[r] = sum[r] += x[r];
    if (p == c - 1) continue;
    for (int r = 0; r < k; r++) {
      if (p >= 0) X[k*p+r] += sum[r];
      sum[r] = number4(0);
    }
  }
}

/* on every column of a node X = X_P + sum of s S + G over its columns, and Xp = X_P of its parent;
 * x0 on the ground */
static inline __attribute__((always_inline)) void sums(const lia_model *m, const lia_v4d *S,
    const double *s, const lia_v4d *G,
    const lia_v4d x0[2], lia_v4d *X, lia_v4d *Xp) {
  lia_v4d u = x0[0], w = x0[1];
  for (int i = 1; i <= m->nnode; i++) {
    const int c = m->node[i].col, e = c + m->node[i].nv, p = m->col[c].parent;
    if (p < 0) { u = x0[0]; w = x0[1]; }
    else if (p != c - 1) { u = X[2*p]; w = X[2*p+1]; }
    for (int k = c; k < e; k++) { Xp[2*k] = u; Xp[2*k+1] = w; }
    for (int k = c; k < e; k++) {
      u = addrow(u, s[k], S[2*k]);
      w = addrow(w, s[k], S[2*k+1]);
      if (G) { u += G[2*k]; w += G[2*k+1]; }
    }
    for (int k = c; k < e; k++) { X[2*k] = u; X[2*k+1] = w; }
  }
}

// ---- the steps ----

/* joint velocities or the like by columns */
static inline void by_columns(const lia_model *m, const double *v, double *vc) {
  if (m->in_order) memcpy(vc, v, sizeof *v * (size_t)m->jv);
  else for (int c = 0; c < m->jv; c++) vc[c] = v[m->col[c].v];
}

/* X_0N of every column's node; the roots of trees are only turned, not moved */
static inline void tree_poses(const lia_model *m, lia_data *d, const double *q) {
  lia_pose *X = d->tree, P = X[0];
  for (int i = 1; i <= m->nnode; i++) {
    const lia_node *N = &m->node[i];
    lia_pose X_PN = lia_node_pose(N, d, q);
    int c = N->col;
    if (N->parent == 0) {
      P = pose(rot(X_PN), zero());
    } else {
      if (N->parent != i - 1) P = X[m->col[c].parent];
      P = compose(P, X_PN);
    }
    for (int k = 0; k < N->nv; k++) X[c+k] = P;
  }
}

/* motion of four columns:  w = R S_w, u = R S_u + p x w */
static inline void put_motion(lia_data *d, int c, const lia_columns4_local *N, MAT4 R, VEC4 p) {
  pair4 S = load_pair(N->S);
  S.w = mul4(R, S.w);
  S.u = addcross4(mul4(R, S.u), p, S.w);
  store_pair(d->columns4[c / 4].S, S);
  store_rows(&d->Sr[2*c], S);
}
static inline void own_motion(const lia_model *m, lia_data *d) {
  for (int c = 0; c < m->jv; c += 4) {
    MAT4 R;
    VEC4 p;
    poses4(&d->tree[c], &R, &p);
    put_motion(d, c, &m->columns4[c / 4], R, p);
  }
}

/* the same, and inertia of every column:
 *   h_0 = R h + m p, I_0 = R I R^T + 2 (p . s) 1 - p s^T - s p^T, s = R h + m p / 2   (Steiner) */
static inline void own_inertia(const lia_model *m, lia_data *d) {
  EACH_FOUR(m, d, c, at) {
    const lia_columns4_local *N = &m->columns4[c / 4];
    MAT4 R;
    VEC4 p;
    poses4(&d->tree[c], &R, &p);
    body4 B = load_body(N->I);
    B.h = mul4(R, B.h);
    B.I = steiner4(rotsym4(R, B.I), p, addscaled4(B.h, B.m * 0.5, p));
    B.h = addscaled4(B.h, B.m, p);
    store_body(at->own, B);
    store_body_rows(&d->C[3*c], B);

    put_motion(d, c, N, R, p);
  }
}

/* V and Vp of the velocities vc */
static inline void tree_velocities(const lia_model *m, lia_data *d) {
  const lia_v4d rest[2] = { number4(0), number4(0) };
  sums(m, d->Sr, d->vc, NULL, rest, d->V, d->Vp);
}

/* P = Vp x S and G = P v */
static inline void coriolis(const lia_model *m, lia_data *d) {
  EACH_FOUR(m, d, c, at) {
    pair4 P = cross_motion4(load_rows(&d->Vp[2*c]), load_pair(at->S));
    store_pair(at->P, P);
    store_rows(&d->G[2*c], scale_pair4(load4(d->vc + c), P));
  }
}

/* A and Ap of the accelerations ac, on a ground that accelerates against gravity */
static inline void tree_accelerations(const lia_model *m, lia_data *d) {
  const lia_v4d a0[2] = { { -m->gravity[0], -m->gravity[1], -m->gravity[2], 0 }, number4(0) };
  coriolis(m, d);
  sums(m, d->Sr, d->ac, d->G, a0, d->A, d->Ap);
}

/* f = I A + V x* I V of every node, I its own */
static inline void own_forces(const lia_model *m, lia_data *d) {
  EACH_FOUR(m, d, c, at) {
    body4 B = load_body(at->own);
    pair4 V = load_rows(&d->V[2*c]);
    store_rows(&d->f[2*c], add_pair4(momentum4(B, load_rows(&d->A[2*c])),
        cross_force4(V, momentum4(B, V))));
  }
}

/* F = C S */
static inline void momenta(const lia_model *m, lia_data *d) {
  EACH_FOUR(m, d, c, at) store_pair(at->F, momentum4(load_body_rows(&d->C[3*c]), load_pair(at->S)));
}

// ---- matrices of columns by columns, n x n, filled row after row: before the diagonal the
// ancestors, beyond it the tree ----

/* s . x for four columns, s the same number in all lanes */
static inline NUM4 dots(const NUM4 s[6], const lia_v4d x[6]) {
  return fma4(s[2], x[2], fma4(s[1], x[1], s[0] * x[0]))
      + fma4(s[5], x[5], fma4(s[4], x[4], s[3] * x[3]));
}
static inline NUM4 dots3(const NUM4 s[3], const lia_v4d x[3]) {
  return fma4(s[2], x[2], fma4(s[1], x[1], s[0] * x[0]));
}

/* k numbers of column c, each in all lanes */
static inline __attribute__((always_inline)) void splat(NUM4 *s, const lia_v4d *x, int c, int k) {
  for (int r = 0; r < k; r++) s[r] = number4(x[r][c & 3]);
}

/* the ancestors of column r and itself, as runs lo .. hi of columns that follow each other, from r
 * down */
#define EACH_RUN(m, r, lo, hi) \
  for (int hi = (r), lo; hi >= 0 && (lo = (m)->col[hi].run, 1); hi = (m)->col[lo].parent)

/* entries j .. j+3 of a row, those from lo to hi */
static inline void put(double *row, int j, int lo, int hi, NUM4 x) {
  if (lo <= j && j + 3 <= hi) { store4(row + j, x); return; }
#ifdef __AVX512VL__
  int first = lo > j ? lo - j : 0, last = hi < j + 3 ? hi - j : 3;
  _mm256_mask_storeu_pd(row + j, (__mmask8)((2 << last) - (1 << first)), (__m256d)x);
#else
  if (lo <= j && j <= hi) row[j] = x[0];
  if (lo <= j + 1 && j + 1 <= hi) row[j+1] = x[1];
  if (lo <= j + 2 && j + 2 <= hi) row[j+2] = x[2];
  if (lo <= j + 3 && j + 3 <= hi) row[j+3] = x[3];
#endif
}

/* zeros, where there are branches that do not meet; may run over into the next row, which is
 * written later */
static inline void clear_row(const lia_model *m, double *row, int r) {
  const int n = m->jv;
  if (m->chain) return;
  int c = 0;
  for (; c < n && (r + 1 < n || c + 4 <= n); c += 4) store4(row + c, number4(0));
  for (; c < n; c++) row[c] = 0;
}

/* columns to the user's velocities, on both sides */
static inline void scatter(const lia_model *m, const double *X, double *out) {
  const size_t n = (size_t)m->jv;
  LIA_ASSERT(!n || X != out);
  for (int k = 0; k < m->nv * m->nv; k++) out[k] = 0;
  for (size_t r = 0; r < n; r++)
    for (size_t c = 0; c < n; c++) {
      int i = m->col[r].v, j = m->col[c].v;
      double *o = &out[m->user_v[i] * m->nv + m->user_v[j]];
      *o = lia_fma(m->scale_v[i] * m->scale_v[j], X[r*n+c], *o);
    }
}

// entries lo .. hi - 1 of row r of X, in rows of m->lanes, and those across the diagonal
static inline void both_of_row(const lia_model *m, const double *X, int r, int lo, int hi,
    double *out) {
  const size_t n = (size_t)m->jv, i = (size_t)m->col[r].v;
  const double *row = X + (size_t)r * (size_t)m->lanes;
  for (int c = lo; c < hi; c++) {
    const size_t j = (size_t)m->col[c].v;
    out[i*n + j] = out[j*n + i] = row[c];
  }
}

/* a symmetric matrix whose upper half X has by columns, in rows of m->lanes, as one of
 * velocities */
static inline void both_halves(const lia_model *m, const double *X, double *out) {
  const int n = m->jv, tiles = m->in_order && n >= 12 ? n & ~3 : 0;
  const size_t w = (size_t)m->lanes, stride = (size_t)n;
  LIA_ASSERT(!m->has_mimic && (!n || X != out));
  // four by four, each also the other way round
  for (int r = 0; r < tiles; r += 4)
    for (int c = r + 4; c < tiles; c += 4) {
      NUM4 a[4];
      for (int k = 0; k < 4; k++) a[k] = load4(X + (size_t)(r + k) * w + c);
      for (int k = 0; k < 4; k++) store4(out + (size_t)(r + k) * stride + c, a[k]);
      transpose4(&a[0], &a[1], &a[2], &a[3]);
      for (int k = 0; k < 4; k++) store4(out + (size_t)(c + k) * stride + r, a[k]);
    }
  // and what is left
  for (int r = 0; r < tiles; r++) {
    both_of_row(m, X, r, r, (r | 3) + 1, out);
    both_of_row(m, X, r, tiles, n, out);
  }
  for (int r = tiles; r < n; r++) both_of_row(m, X, r, r, n, out);
}

LIA_C_END

#endif
