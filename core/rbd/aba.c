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
#include "rbd/fast/columns.h"

typedef struct articulated { lia_v8d r[6]; } articulated;  /* a symmetric 6x6 matrix */

// a . b; the sums of the halves first, so that eight lanes and two times four give the same bits
static inline double dot8(lia_v8d a, lia_v8d b) {
  lia_v8d x = a * b;
  NUM4 s = low8(x) + high8(x);
  return (s[0] + s[2]) + s[1];
}

// A + [m 1, -h~; h~, I], entries picked from m h | Ixx Iyy Izz Ixy | Ixz Iyz 0 0
static inline articulated add_rigid(articulated A, const lia_v4d *C) {
  lia_v8d a = load8(C);
  lia_v4d l = C[2];
  lia_v8d b = __builtin_shufflevector(l, l, 0, 1, 2, 3, 2, 3, 2, 3);
  A.r[0] = fma8(__builtin_shufflevector(a, b, 0, 10, 10, 10, 10, 3, 2, 10),
      (lia_v8d){ 1, 1, 1, 1, 1, 1, -1, 1 }, A.r[0]);
  A.r[1] = fma8(__builtin_shufflevector(a, b, 10, 0, 10, 10, 3, 10, 1, 10),
      (lia_v8d){ 1, 1, 1, 1, -1, 1, 1, 1 }, A.r[1]);
  A.r[2] = fma8(__builtin_shufflevector(a, b, 10, 10, 0, 10, 2, 1, 10, 10),
      (lia_v8d){ 1, 1, 1, 1, 1, -1, 1, 1 }, A.r[2]);
  A.r[3] = fma8(__builtin_shufflevector(a, b, 10, 3, 2, 10, 4, 7, 8, 10),
      (lia_v8d){ 1, -1, 1, 1, 1, 1, 1, 1 }, A.r[3]);
  A.r[4] = fma8(__builtin_shufflevector(a, b, 3, 10, 1, 10, 7, 5, 9, 10),
      (lia_v8d){ 1, 1, -1, 1, 1, 1, 1, 1 }, A.r[4]);
  A.r[5] = fma8(__builtin_shufflevector(a, b, 2, 1, 10, 10, 8, 9, 6, 10),
      (lia_v8d){ -1, 1, 1, 1, 1, 1, 1, 1 }, A.r[5]);
  return A;
}

// A x, x as a row of eight in memory
static inline lia_v8d aba_apply(const articulated *A, const double x[8]) {
  lia_v8d u = A->r[0] * number8(x[0]), w = A->r[3] * number8(x[4]);
  u = fma8(A->r[1], number8(x[1]), u);
  w = fma8(A->r[4], number8(x[5]), w);
  return fma8(A->r[2], number8(x[2]), u) + fma8(A->r[5], number8(x[6]), w);
}

// p = V x* I V of every node
static void bias_forces(const lia_model *m, lia_data *d) {
  EACH_FOUR(m, d, c, at) {
    pair4 V = load_rows(&d->V[2*c]);
    store_rows(&d->f[2*c], cross_force4(V, momentum4(load_body(at->own), V)));
  }
}

// what the trees on side branches give to the column they stand on: seven rows of eight, I and p
static inline void put_aside(lia_v4d *to, const articulated *I, lia_v8d p, int fresh) {
  for (int r = 0; r < 6; r++) store8(&to[2*r], fresh ? I->r[r] : I->r[r] + load8(&to[2*r]));
  store8(&to[12], fresh ? p : p + load8(&to[12]));
}

static inline void take_up(const lia_v4d *from, articulated *I, lia_v8d *p) {
  for (int r = 0; r < 6; r++) I->r[r] += load8(&from[2*r]);
  *p += load8(&from[12]);
}

static void inward(const lia_model *m, lia_data *d) {
  const lia_v8d none = number8(0);
  articulated I = { { none, none, none, none, none, none } };
  lia_v8d p = none;
  for (int c = m->jv - 1; c >= 0; c--) {
    const lia_col *col = &m->col[c];
    I = add_rigid(I, &d->C[3*c]);
    p += load8(&d->f[2*c]);
    if (col->forks) take_up(&d->IA[14*c], &I, &p);

    lia_v8d S = load8(&d->Sr[2*c]), U = aba_apply(&I, (const double *)&d->Sr[2*c]),
        Ic = aba_apply(&I, (const double *)&d->G[2*c]);
    double D = 1 / (dot8(S, U) + m->armature[col->v]),
        u = d->b[c] - dot8(S, p) - dot8(U, load8(&d->G[2*c]));
    store8(&d->U[2*c], U);
    d->D[c] = D;
    d->b[c] = u;

    // onto the parent
    lia_v8d W = U * number8(D);
    p = fma8(W, number8(u), p + Ic);
    for (int r = 0; r < 6; r++) I.r[r] = fma8(-W, number8(U[r < 3 ? r : r + 1]), I.r[r]);
    if (col->parent == c - 1) continue;
    LIA_ASSERT(col->parent < 0 || m->col[col->parent].forks);
    if (col->parent >= 0) put_aside(&d->IA[14 * col->parent], &I, p, col->fresh);
    I = (articulated){ { none, none, none, none, none, none } };
    p = none;
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
  inward(m, d);
}

void lia_aba_outward(const lia_model *m, lia_data *d, double *a) { outward(m, d, a); }

void lia_aba(const lia_model *m, lia_data *d, const double *q, const double *v, const double *tau,
    double *a) {
  lia_aba_inward(m, d, q, v, tau);
  outward(m, d, a);
}
