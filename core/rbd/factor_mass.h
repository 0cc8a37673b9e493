/* factor_mass.h - the mass matrix of a tree as L^T D L, with no entry where branches do not meet
 *
 * By columns; ancestors of a column come in runs of columns that follow each other.                       [RBDA 6.5] */
#ifndef LIA_FACTOR_MASS_H
#define LIA_FACTOR_MASS_H

#include "rbd/columns.h"

/* y += s x on [0, n); may go on up to the next multiple of four where y has room for what does not matter */
static inline void axpy_over(double *y, double s, const double *x, int n) {
  NUM4 S = number4(s);
  for (int k = 0; k < n; k += 4) store4(y + k, fma4(S, load4(x + k), load4(y + k)));
}
static inline void axpy_exact(double *y, double s, const double *x, int n) {
  int k = 0;
  for (; k + 4 <= n; k += 4) store4(y + k, fma4(number4(s), load4(x + k), load4(y + k)));
  for (; k < n; k++) y[k] = lia_fma(s, x[k], y[k]);
}

/* the row of every column: F_c . S_j on its ancestors j and itself (and on what lies between, where it is no matter) */
static inline void mass_rows(const lia_model *m, lia_data *d) {
  for (int c = 0; c < m->jv; c++) {
    double *row = d->H + (size_t)c * (size_t)m->lanes;
    NUM4 F[6];
    splat(F, d->four[c >> 2].F, c, 6);
    for (int j = m->col[c].root & ~3; j <= c; j += 4) store4(row + j, dots(F, d->four[j >> 2].S));
    row[c] += m->armature[m->col[c].v];
  }
}

/* H -> L below the diagonal and D[k] = 1 / D_kk; b -> L^-T b on the way
 *   for k from the leaves: for ancestors i of k: a = H_ki / H_kk, H_ij -= a H_kj for ancestors j of i, L_ki = a, b_i -= a b_k */
static inline void factor(const lia_model *m, double *H, double *D, double *b) {
  const size_t n = (size_t)m->lanes;
  for (int k = m->jv - 1; k >= 0; k--) {
    double *row = H + (size_t)k * n, inv = 1 / row[k];
    D[k] = inv;
    for (int i = m->col[k].parent; i >= 0; i = m->col[i].parent) {
      double a = row[i] * inv, *to = H + (size_t)i * n;
      for (int e = i; e >= 0; e = m->col[m->col[e].run].parent) {
        int s = m->col[e].run;
        axpy_over(to + s, -a, row + s, e - s + 1);
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

#endif
