/* articulated.h - articulated inertias of a tree in base axes, and M^-1 times many right-hand sides
 *
 * Column by column from the leaves
 *   U = I S,  D = S . U + armature,  I_P += I - U U^T / D                              [RBDA 7.3]
 * and with them M x = b for as many b as there are, eight side by side:
 *   inwards   u = b - S . p,          p_P += p + U u / D
 *   outwards  x = (u - U . A_P) / D,  A = A_P + S x
 * which is forward dynamics at rest and without gravity, of O(n) for each b.
 * Of M^-1 itself, where b is a column of 1, u is zero but on the way from it to the root, and half
 * of the matrix is enough                                                 [Carpentier 2018, 3.2] */
#ifndef LIA_ARTICULATED_H
#define LIA_ARTICULATED_H

#include "base/assert.h"
#include "rbd/fast/columns.h"

LIA_C_BEGIN

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

// what the trees on side branches give to the column they stand on: seven rows of eight, I and p
static inline void put_aside(lia_v4d *to, const articulated *I, lia_v8d p, int fresh) {
  for (int r = 0; r < 6; r++) store8(&to[2*r], fresh ? I->r[r] : I->r[r] + load8(&to[2*r]));
  store8(&to[12], fresh ? p : p + load8(&to[12]));
}

static inline void take_up(const lia_v4d *from, articulated *I, lia_v8d *p) {
  for (int r = 0; r < 6; r++) I->r[r] += load8(&from[2*r]);
  *p += load8(&from[12]);
}

/* U and D of every column (d->U, d->D = 1 / D); with_forces: and of the forces d->f on nodes and
 * d->b on columns what articulated bodies feel of them: u in d->b. After own_inertia */
static inline __attribute__((always_inline)) void articulate(const lia_model *m, lia_data *d,
    int with_forces) {
  const lia_v8d none = number8(0);
  articulated I = { { none, none, none, none, none, none } };
  lia_v8d p = none;
  for (int c = m->jv - 1; c >= 0; c--) {
    const lia_col *col = &m->col[c];
    I = add_rigid(I, &d->C[3*c]);
    if (with_forces) p += load8(&d->f[2*c]);
    if (col->forks) take_up(&d->IA[14*c], &I, &p);

    lia_v8d S = load8(&d->Sr[2*c]), U = aba_apply(&I, (const double *)&d->Sr[2*c]);
    double D = 1 / (dot8(S, U) + m->armature[col->v]);
    store8(&d->U[2*c], U);
    d->D[c] = D;

    // onto the parent
    lia_v8d W = U * number8(D);
    if (with_forces) {
      lia_v8d Ic = aba_apply(&I, (const double *)&d->G[2*c]);
      double u = d->b[c] - dot8(S, p) - dot8(U, load8(&d->G[2*c]));
      d->b[c] = u;
      p = fma8(W, number8(u), p + Ic);
    }
    for (int r = 0; r < 6; r++) I.r[r] = fma8(-W, number8(U[r < 3 ? r : r + 1]), I.r[r]);
    if (col->parent == c - 1) continue;
    LIA_ASSERT(col->parent < 0 || m->col[col->parent].forks);
    if (col->parent >= 0) put_aside(&d->IA[14 * col->parent], &I, p, col->fresh);
    I = (articulated){ { none, none, none, none, none, none } };
    p = none;
  }
}

// ---- right-hand sides, eight side by side: strips of a matrix of columns by right-hand sides ----

/* a force or a motion for each of eight right-hand sides */
typedef struct six8 { lia_v8d r[6]; } six8;

static const six8 six8_zero;

/* s . x, x + s t, s a row of eight in memory */
LIA_LANE_WORD lia_v8d along8(const double s[8], const six8 *x) {
  lia_v8d u = x->r[0] * number8(s[0]), w = x->r[3] * number8(s[4]);
  u = fma8(x->r[1], number8(s[1]), u);
  w = fma8(x->r[4], number8(s[5]), w);
  return fma8(x->r[2], number8(s[2]), u) + fma8(x->r[5], number8(s[6]), w);
}
LIA_LANE_WORD void add_along8(six8 *x, const double s[8], lia_v8d t) {
  for (int r = 0; r < 6; r++) x->r[r] = fma8(t, number8(s[r < 3 ? r : r + 1]), x->r[r]);
}
LIA_LANE_WORD void add_six8(six8 *x, const six8 *y) {
  for (int r = 0; r < 6; r++) x->r[r] += y->r[r];
}

/* 1 at place k of eight, if it is one of them */
LIA_LANE_WORD lia_v8d unit8(int k) {
  static const double one[15] = { [7] = 1 };
  return k >= 0 && k < 8 ? load8(one + 7 - k) : number8(0);
}

/* B times eight right-hand sides at X, from column `from` to the root. What the branches give to
 * the fork of level l waits in d->strip[B l ..], which is zero before and after.
 * unit: they are the columns first, first + 1 .. of 1 */
static inline __attribute__((always_inline)) void strip_inward(const lia_model *m, lia_data *d,
    double *X, size_t stride, int B, int from, int first) {
  six8 p[LIA_STRIP] = { { { { 0 } } } };
  const int unit = first >= 0;
  for (int c = from; c >= 0; c--) {
    const lia_col *col = &m->col[c];
    const double *S = (const double *)&d->Sr[2*c], *U = (const double *)&d->U[2*c];
    double *x = X + (size_t)c * stride;
    six8 *side = (six8 *)d->strip + LIA_STRIP * col->level;
    if (col->forks)
      for (int b = 0; b < B; b++) {
        add_six8(&p[b], &side[b]);
        side[b] = six8_zero;
      }
    if (unit && col->end <= first) {   // none of them is beyond it
      for (int b = 0; b < B; b++) store8(x + 8*b, number8(0));
    } else {
      const lia_v8d D = number8(d->D[c]);
      for (int b = 0; b < B; b++) {
        lia_v8d u = (unit ? unit8(c - first - 8*b) : load8(x + 8*b)) - along8(S, &p[b]);
        store8(x + 8*b, u);
        add_along8(&p[b], U, u * D);
      }
    }
    if (col->parent == c - 1) continue;
    side = (six8 *)d->strip + LIA_STRIP * m->col[col->parent < 0 ? 0 : col->parent].level;
    for (int b = 0; b < B; b++) {
      if (col->parent >= 0) add_six8(&side[b], &p[b]);
      p[b] = six8_zero;
    }
  }
}

/* and from the root to column `to`, u -> x */
static inline __attribute__((always_inline)) void strip_outward(const lia_model *m, lia_data *d,
    double *X, size_t stride, int B, int to) {
  six8 A[LIA_STRIP] = { { { { 0 } } } }, *kept = (six8 *)d->strip + LIA_STRIP * m->levels;
  for (int c = 0; c <= to; c++) {
    const lia_col *col = &m->col[c];
    const double *S = (const double *)&d->Sr[2*c], *U = (const double *)&d->U[2*c];
    double *x = X + (size_t)c * stride;
    if (col->parent != c - 1)
      for (int b = 0; b < B; b++)
        A[b] = col->parent < 0 ? six8_zero : kept[LIA_STRIP * m->col[col->parent].level + b];
    const lia_v8d D = number8(d->D[c]);
    for (int b = 0; b < B; b++) {
      lia_v8d t = (load8(x + 8*b) - along8(U, &A[b])) * D;
      store8(x + 8*b, t);
      add_along8(&A[b], S, t);
      if (col->forks) kept[LIA_STRIP * col->level + b] = A[b];
    }
  }
}

static inline __attribute__((always_inline)) void strip(const lia_model *m, lia_data *d, double *X,
    size_t stride, int B) {
  strip_inward(m, d, X, stride, B, m->jv - 1, -1);
  strip_outward(m, d, X, stride, B, m->jv - 1);
}

/* X -> M^-1 X, after articulate: rows are columns of the tree, stride apart, each of 8 blocks
 * numbers. O(n) for each of them */
static inline void solve_strips(const lia_model *m, lia_data *d, double *X, size_t stride,
    int blocks) {
  int b = 0;
  for (; b + LIA_STRIP <= blocks; b += LIA_STRIP) strip(m, d, X + 8*b, stride, LIA_STRIP);
  for (; b < blocks; b++) strip(m, d, X + 8*b, stride, 1);
}

static inline __attribute__((always_inline)) void strip_unit(const lia_model *m, lia_data *d,
    double *X, size_t stride, int B, int first) {
  const int last = first + 8*B < m->jv ? first + 8*B - 1 : m->jv - 1;
  strip_inward(m, d, X + first, stride, B, last, first);
  strip_outward(m, d, X + first, stride, B, last);
}

/* the upper half of M^-1 by columns, into rows stride apart, after articulate          O(n^2) */
static inline void invert_strips(const lia_model *m, lia_data *d, double *X, size_t stride) {
  int k = 0;
  for (; k + 8 * (LIA_STRIP - 1) < m->jv; k += 8 * LIA_STRIP)
    strip_unit(m, d, X, stride, LIA_STRIP, k);
  for (; k < m->jv; k += 8) strip_unit(m, d, X, stride, 1, k);
}

LIA_C_END

#endif
