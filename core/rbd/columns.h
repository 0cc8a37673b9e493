/* columns.h - a tree in base axes, column by column: what has no order is done for four columns at once
 *
 * In base axes the recursions of a tree are sums. What stands beside them needs no order and is computed in lanes. The
 * origin is the root of each tree, so lengths are those of the mechanism however far it has moved. Pairs (linear,
 * angular) and inertias live in memory either as arrays over columns, or as rows of four, one column after the other. */
#ifndef LIA_COLUMNS_H
#define LIA_COLUMNS_H

#include "rbd/tree_num.h"
#include "geo/words_four.h"

#include <string.h>

#define LANE(a, k) ((a) + (size_t)(k) * (size_t)n)

static inline VEC4 load_linear(const double *S, int n, int c) {
  return (VEC4){ load4(LANE(S, 0) + c), load4(LANE(S, 1) + c), load4(LANE(S, 2) + c) };
}
static inline VEC4 load_angular(const double *S, int n, int c) { return load_linear(LANE(S, 3), n, c); }
static inline void store_column4(double *S, int n, int c, VEC4 u, VEC4 w) {
  store4(LANE(S, 0) + c, u.x);
  store4(LANE(S, 1) + c, u.y);
  store4(LANE(S, 2) + c, u.z);
  store4(LANE(S, 3) + c, w.x);
  store4(LANE(S, 4) + c, w.y);
  store4(LANE(S, 5) + c, w.z);
}

/* (linear, angular) of four columns side by side; as rows (u 0) (w 0) of one column after the other */
typedef struct pair4 { VEC4 u, w; } pair4;

static inline pair4 load_pairs(const lia_row *X) {
  NUM4 u[4], w[4];
  for (int k = 0; k < 4; k++) { u[k] = X[2*k]; w[k] = X[2*k+1]; }
  transpose4(&u[0], &u[1], &u[2], &u[3]);
  transpose4(&w[0], &w[1], &w[2], &w[3]);
  return (pair4){ { u[0], u[1], u[2] }, { w[0], w[1], w[2] } };
}

static inline void store_pairs(lia_row *X, pair4 P) {
  NUM4 u[4] = { P.u.x, P.u.y, P.u.z, number4(0) }, w[4] = { P.w.x, P.w.y, P.w.z, number4(0) };
  transpose4(&u[0], &u[1], &u[2], &u[3]);
  transpose4(&w[0], &w[1], &w[2], &w[3]);
  for (int k = 0; k < 4; k++) { X[2*k] = u[k]; X[2*k+1] = w[k]; }
}

/* motion x motion: (w x u' + u x w', w x w');  motion x* force: (w x f, w x n + u x f)           [RBDA (2.31), (2.32)] */
static inline pair4 cross_motion4(pair4 a, pair4 b) { return (pair4){ addcross4(cross4(a.w, b.u), a.u, b.w), cross4(a.w, b.w) }; }
static inline pair4 cross_force4(pair4 a, pair4 f) { return (pair4){ cross4(a.w, f.u), addcross4(cross4(a.w, f.w), a.u, f.u) }; }
static inline pair4 add_pair4(pair4 a, pair4 b) { return (pair4){ add4(a.u, b.u), add4(a.w, b.w) }; }
static inline pair4 scale_pair4(NUM4 s, pair4 a) { return (pair4){ scale4(s, a.u), scale4(s, a.w) }; }
static inline NUM4 dot_pair4(pair4 a, pair4 b) { return dot4(a.u, b.u) + dot4(a.w, b.w); }

/* inertia of four nodes side by side; in memory m h | Ixx Iyy Izz Ixy | Ixz Iyz - - of one node after the other */
typedef struct bodies4 { NUM4 m; VEC4 h; SYM4 I; } bodies4;

static inline bodies4 load_bodies(const lia_row *C) {
  NUM4 a[3][4];
  for (int k = 0; k < 4; k++)
    for (int r = 0; r < 3; r++) a[r][k] = C[3*k+r];
  for (int r = 0; r < 3; r++) transpose4(&a[r][0], &a[r][1], &a[r][2], &a[r][3]);
  return (bodies4){ a[0][0], { a[0][1], a[0][2], a[0][3] }, { a[1][0], a[1][1], a[1][2], a[1][3], a[2][0], a[2][1] } };
}

static inline void store_bodies(lia_row *C, bodies4 B) {
  NUM4 zero = number4(0), a[3][4] = { { B.m, B.h.x, B.h.y, B.h.z }, { B.I.xx, B.I.yy, B.I.zz, B.I.xy }, { B.I.xz, B.I.yz, zero, zero } };
  for (int r = 0; r < 3; r++) transpose4(&a[r][0], &a[r][1], &a[r][2], &a[r][3]);
  for (int k = 0; k < 4; k++)
    for (int r = 0; r < 3; r++) C[3*k+r] = a[r][k];
}

/* X_0N of every column's node; the roots of trees are only turned, so that all lengths are those of the mechanism */
static inline void tree_poses(const lia_model *m, lia_data *d, const double *q) {
  lia_pose *X = d->tree, P = X[0];
  for (int i = 1; i <= m->nnode; i++) {
    const lia_node *N = &m->node[i];
    lia_pose X_PN = lia_node_pose(N, d, q);
    int c = N->col;
    if (N->parent == 0) {
      P = pose(matmul(rot_of(m->node[0].X), rot(X_PN)), zero());
    } else {
      if (N->parent != i - 1) P = X[m->col[c].parent];
      P = compose(P, X_PN);
    }
    for (int k = 0; k < N->nv; k++) X[c+k] = P;
  }
}

/* own inertia of every column in base axes about the root:  h_0 = R h + m p,
 * I_0 = R I R^T + 2 (p . s) 1 - p s^T - s p^T,  s = R h + m p / 2;  and its motion  w = R S_w, u = R S_u + p x w */
static inline void own_inertia(const lia_model *m, lia_data *d) {
  for (int c = 0; c < m->jv; c += 4) {
    MAT4 R;
    VEC4 p;
    poses4(&d->tree[c], &R, &p);
    bodies4 B = load_bodies(&m->inertia[3*c]);
    B.h = mul4(R, B.h);
    B.I = steiner4(rotsym4(R, B.I), p, addscaled4(B.h, B.m * 0.5, p));
    B.h = addscaled4(B.h, B.m, p);
    store_bodies(&d->C[3*c], B);

    VEC4 w = mul4(R, load_angular(m->S_N, m->lanes, c)), u = addcross4(mul4(R, load_linear(m->S_N, m->lanes, c)), p, w);
    store_column4(d->S, m->lanes, c, u, w);
    store_pairs(&d->Sr[2*c], (pair4){ u, w });
  }
}

/* momentum: f = m u + w x h, n = I w + h x u */
static inline pair4 momentum4(bodies4 B, pair4 V) {
  return (pair4){ addcross4(scale4(B.m, V.u), V.w, B.h), addcross4(symmul4(B.I, V.w), B.h, V.u) };
}

/* every column's k rows onto its parent's, from the leaves */
static inline __attribute__((always_inline)) void add_trees(const lia_model *m, lia_row *X, int k) {
  lia_row sum[3] = { number4(0), number4(0), number4(0) };
  for (int c = m->jv - 1; c >= 0; c--) {
    lia_row *x = &X[k*c];
    int p = m->col[c].parent;
    for (int r = 0; r < k; r++) x[r] = sum[r] += x[r];
    if (p == c - 1) continue;
    for (int r = 0; r < k; r++) {
      if (p >= 0) X[k*p+r] += sum[r];
      sum[r] = number4(0);
    }
  }
}

/* F = C S */
static inline void momenta(const lia_model *m, lia_data *d) {
  for (int c = 0; c < m->jv; c += 4) {
    pair4 F = momentum4(load_bodies(&d->C[3*c]), (pair4){ load_linear(d->S, m->lanes, c), load_angular(d->S, m->lanes, c) });
    store_column4(d->F, m->lanes, c, F.u, F.w);
  }
}

/* joint velocities or the like by columns */
static inline void by_columns(const lia_model *m, const double *v, double *vc) {
  if (m->in_order) memcpy(vc, v, sizeof *v * (size_t)m->jv);
  else for (int c = 0; c < m->jv; c++) vc[c] = v[m->col[c].v];
}

/* sums down the tree: on every column of a node X = X_P + sum of s S + G over its columns, and X_P of the parent; x0 on the ground */
static inline __attribute__((always_inline)) void sums(const lia_model *m, const lia_row *S, const double *s, const lia_row *G, const lia_row x0[2],
                                                       lia_row *X, lia_row *Xp) {
  lia_row u = x0[0], w = x0[1];
  for (int i = 1; i <= m->nnode; i++) {
    const lia_node *N = &m->node[i];
    const int c = N->col, e = c + N->nv, p = m->col[c].parent;
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

/* V and Vp of the velocities vc; A and Ap of the accelerations ac as well, on a ground that accelerates against gravity */
static inline void tree_velocities(const lia_model *m, lia_data *d) {
  const lia_row rest[2] = { number4(0), number4(0) };
  sums(m, d->Sr, d->vc, NULL, rest, d->V, d->Vp);
}

/* G = Vp x S v */
static inline void coriolis(const lia_model *m, lia_data *d) {
  for (int c = 0; c < m->jv; c += 4) {
    pair4 S = { load_linear(d->S, m->lanes, c), load_angular(d->S, m->lanes, c) };
    store_pairs(&d->G[2*c], cross_motion4(load_pairs(&d->Vp[2*c]), scale_pair4(load4(d->vc + c), S)));
  }
}

static inline void tree_accelerations(const lia_model *m, lia_data *d) {
  const lia_row a0[2] = { { -m->gravity[0], -m->gravity[1], -m->gravity[2], 0 }, number4(0) };
  coriolis(m, d);
  sums(m, d->Sr, d->ac, d->G, a0, d->A, d->Ap);
}

/* f = I A + V x* I V of every node, I its own: before add_trees */
static inline void own_forces(const lia_model *m, lia_data *d) {
  for (int c = 0; c < m->jv; c += 4) {
    bodies4 B = load_bodies(&d->C[3*c]);
    pair4 V = load_pairs(&d->V[2*c]);
    store_pairs(&d->f[2*c], add_pair4(momentum4(B, load_pairs(&d->A[2*c])), cross_force4(V, momentum4(B, V))));
  }
}

#endif
