/* passage.c - the X of a Riccati equation moved by a time, and by twice the time */
#include "ctl/passage_inside.h"

#include "base/assert.h"
#include "ctl/dense_inside.h"

#include <float.h>

// X := P + F'X (1 + G X)^-1 F. 0: 1 + G X is singular
int lia_passage_apply(lia_desk *d, const lia_passage *g, lia_cols X) {
  const int n = X.rows;
  lia_cols V = lia_cols_eye(d, n), Y = lia_cols_again(d, g->F), T = lia_cols_new(d, n, n);
  if (d->failed) return 0;
  lia_cols_mul(V, 1, 1, g->G, 'N', X, 'N');
  if (!(lia_cols_solve(d, V, 'N', Y) > DBL_EPSILON)) return 0;
  lia_cols_mul(T, 0, 1, X, 'N', Y, 'N');
  lia_cols_copy(X, g->P);
  lia_cols_mul(X, 1, 1, g->F, 'T', T, 'N');
  lia_cols_even(X);
  return 1;
}

// twice the time, with W = (1 + G P)^-1:
//   F := F W F,  G := G + F W G F',  P := P + F'P W F
int lia_passage_double(lia_desk *d, lia_passage *g) {
  const int n = g->F.rows;
  lia_cols V = lia_cols_eye(d, n), Y = lia_cols_new(d, n, 2 * n), T = lia_cols_new(d, n, n);
  if (d->failed) return 0;
  lia_cols WF = lia_cols_part(Y, 0, 0, n, n), WG = lia_cols_part(Y, 0, n, n, n);
  lia_cols_copy(WF, g->F);
  lia_cols_copy(WG, g->G);
  lia_cols_mul(V, 1, 1, g->G, 'N', g->P, 'N');
  if (!(lia_cols_solve(d, V, 'N', Y) > DBL_EPSILON)) return 0;
  lia_cols_mul(T, 0, 1, g->P, 'N', WF, 'N');
  lia_cols_mul(g->P, 1, 1, g->F, 'T', T, 'N');
  lia_cols_mul(T, 0, 1, g->F, 'N', WG, 'N');
  lia_cols_mul(g->G, 1, 1, T, 'N', g->F, 'T');
  lia_cols_mul(T, 0, 1, g->F, 'N', WF, 'N');
  lia_cols_copy(g->F, T);
  lia_cols_even(g->G);
  lia_cols_even(g->P);
  return 1;
}
