/* columns.h - a tree in base axes, column by column: what has no order is done for four columns at once
 *
 * In base axes the recursions of a tree are sums. What stands beside them needs no order and is computed in lanes. The
 * origin is the root of each tree, so lengths are those of the mechanism however far it has moved. Pairs (linear,
 * angular) and inertias live in memory either as arrays over columns, or as rows of four, one column after the other. */
#ifndef LIA_COLUMNS_H
#define LIA_COLUMNS_H

#include "rbd/tree_num.h"
#include "geo/words_four.h"

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

    VEC4 w = mul4(R, load_angular(m->S_N, m->lanes, c)), u = mul4(R, load_linear(m->S_N, m->lanes, c));
    store_column4(d->S, m->lanes, c, addcross4(u, p, w), w);
  }
}

/* every column's inertia onto its parent's, from the leaves */
static inline void add_trees(const lia_model *m, lia_row *C) {
  lia_row a = number4(0), b = a, e = a;
  for (int c = m->jv - 1; c >= 0; c--) {
    lia_row *I = &C[3*c];
    int p = m->col[c].parent;
    I[0] = a += I[0];
    I[1] = b += I[1];
    I[2] = e += I[2];
    if (p == c - 1) continue;
    if (p >= 0) { C[3*p] += a; C[3*p+1] += b; C[3*p+2] += e; }
    a = b = e = number4(0);
  }
}

/* F = C S:  f = m u + w x h, n = I w + h x u */
static inline void momenta(const lia_model *m, lia_data *d) {
  for (int c = 0; c < m->jv; c += 4) {
    VEC4 u = load_linear(d->S, m->lanes, c), w = load_angular(d->S, m->lanes, c);
    bodies4 B = load_bodies(&d->C[3*c]);
    store_column4(d->F, m->lanes, c, addcross4(scale4(B.m, u), w, B.h), addcross4(symmul4(B.I, w), B.h, u));
  }
}

#endif
