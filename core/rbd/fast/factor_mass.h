/* factor_mass.h - the mass matrix of a tree as L^T D L, with no entry where branches do not meet
 *
 * By columns; ancestors of a column come in runs of columns that follow each other.   [RBDA 6.5] */
#ifndef LIA_FACTOR_MASS_H
#define LIA_FACTOR_MASS_H

#include "base/assert.h"
#include "rbd/fast/columns.h"

LIA_C_BEGIN

/* y += s x on [0, n); over: up to the next multiple of four, where what follows does not matter */
static inline void axpy_over(double *y, double s, const double *x, int n) {
  NUM4 S = number4(s);
  for (int k = 0; k < n; k += 4) store4(y + k, fma4(S, load4(x + k), load4(y + k)));
}
static inline void axpy(double *y, double s, const double *x, int n) {
  int k = 0;
  for (; k + 4 <= n; k += 4) store4(y + k, fma4(number4(s), load4(x + k), load4(y + k)));
  for (; k < n; k++) y[k] = lia_fma(s, x[k], y[k]);
}

/* the row of every column: F_c . S_j on its ancestors j and itself (and on what lies between, where
 * it is no matter) */
static inline void mass_rows(const lia_model *m, lia_data *d) {
  for (int c = 0; c < m->jv; c++) {
    double *row = d->H + (size_t)c * (size_t)m->lanes;
    NUM4 F[6];
    splat(F, d->columns4[c >> 2].F, c, 6);
    for (int j = m->col[c].root & ~3; j <= c; j += 4)
      store4(row + j, dots(F, d->columns4[j >> 2].S));
    row[c] += m->armature[m->col[c].v];
  }
}

/* H -> L below the diagonal and D[k] = 1 / D_kk; b -> L^-T b on the way
 *   for k from the leaves: for ancestors i of k:
 *     a = H_ki / H_kk, H_ij -= a H_kj for ancestors j of i, L_ki = a, b_i -= a b_k */
static inline void factor(const lia_model *m, double *H, double *D, double *b) {
  const size_t n = (size_t)m->lanes;
  for (int k = m->jv - 1; k >= 0; k--) {
    double *row = H + (size_t)k * n, inv = 1 / row[k];
    D[k] = inv;
    for (int i = m->col[k].parent; i >= 0; i = m->col[i].parent) {
      double a = row[i] * inv, *to = H + (size_t)i * n;
      for (int e = i; e >= 0; e = m->col[m->col[e].run].parent) {
        int s = m->col[e].run;
        if (e == i) axpy_over(to + s, -a, row + s, e - s + 1);
        else axpy(to + s, -a, row + s, e - s + 1);
      }
      b[i] = lia_fma(-a, b[k], b[i]);
      row[i] = a;
    }
  }
}

/* b -> L^-1 D^-1 b, where b is L^-T of the right-hand side */
static inline void back_solve(const lia_model *m, const double *L, const double *D, double *b) {
  const size_t n = (size_t)m->lanes;
  for (int k = 0; k < m->jv; k++) {
    double x = b[k] * D[k];
    const double *row = L + (size_t)k * n;
    for (int i = m->col[k].parent; i >= 0; i = m->col[i].parent) x = lia_fma(-row[i], b[i], x);
    b[k] = x;
  }
}

// ---- joints that follow one another couple beyond the tree: a dense matrix, M = L D L^T in place
// ----

static inline void factor_dense(double *M, double *D, int n) {
  for (int k = 0; k < n; k++) {
    double *row = M + (size_t)k * (size_t)n;
    for (int j = 0; j < k; j++) {
      const double *other = M + (size_t)j * (size_t)n;
      // row[i] is L_ki D_i up to here
      for (int i = 0; i < j; i++) row[j] = lia_fma(-row[i], other[i], row[j]);
    }
    double d = row[k];
    for (int j = 0; j < k; j++) {
      double l = row[j] * D[j];
      d = lia_fma(-l, row[j], d);
      row[j] = l;
    }
    D[k] = 1 / d;
  }
}

static inline void solve_dense(const double *L, const double *D, double s, double *X, int n,
    int nc) {
  const size_t w = (size_t)nc;
  for (int k = 0; k < n; k++)
    for (int i = 0; i < k; i++) axpy(X + (size_t)k * w, -L[k * n + i], X + (size_t)i * w, nc);
  for (int k = n - 1; k >= 0; k--) {
    for (int c = 0; c < nc; c++) X[(size_t)k * w + (size_t)c] *= s * D[k];
    for (int i = k + 1; i < n; i++) axpy(X + (size_t)k * w, -L[i * n + k], X + (size_t)i * w, nc);
  }
}

LIA_C_END

#endif
