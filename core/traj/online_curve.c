/* online_curve.c - profiles of many axes as one curve of pieces */
#include "traj/online.h"

#include "base/assert.h"
#include "base/mem.h"

#include <math.h>
#include <stdlib.h>

static int rising(const void *a, const void *b) {
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

// all times at which a phase of an axis begins or an axis ends, rising, each once: those nearer to
// each other than a part of 1e-13 of the whole are one
static int knots_of(const lia_online_profile *x, int n, double T, double *t) {
  int count = 0, kept = 1;
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < x[i].n; k++) t[count++] = x[i].phase[k].t;
    t[count++] = x[i].T;
  }
  t[count++] = 0;
  t[count++] = T;
  qsort(t, (size_t)count, sizeof *t, rising);
  for (int k = 1; k < count; k++)
    if (t[k] > t[kept - 1] + 1e-13 * T) t[kept++] = t[k];
  t[kept - 1] = T;
  return kept;
}

// the phase of x in which the middle of a piece lies, as a cubic about the piece's beginning
static void cubic_of(const lia_online_profile *x, double t, double middle, double *c) {
  lia_online_phase f = { x->T, x->target.p, x->target.v, x->target.a, 0 };
  for (int k = 0; k < x->n && middle < x->T; k++)
    if (k == 0 || x->phase[k].t <= middle) f = x->phase[k];
  const double d = t - f.t;
  c[0] = f.p + d * (f.v + d * (f.a / 2 + d * f.j / 6));
  c[1] = f.v + d * (f.a + d * f.j / 2);
  c[2] = (f.a + d * f.j) / 2;
  c[3] = f.j / 6;
}

lia_status lia_online_pieces(lia_pieces **out, const lia_online_profile *x, int n, double still,
                             lia_error *err) {
  double T = 0;
  *out = NULL;
  if (n < 1) return LIA_FAIL(err, LIA_EDIM, "online", "needs 1 axis or more, got %d", n);
  for (int i = 0; i < n; i++) T = fmax(T, x[i].T);
  if (!(T > 0)) T = still;
  if (!(T > 0)) return LIA_FAIL(err, LIA_EARG, "still", "needs a time above 0, got %g", still);
  double *t = lia_malloc(((size_t)n * (LIA_ONLINE_PHASES + 1) + 2) * sizeof *t);
  if (!t) return LIA_FAIL(err, LIA_ENOMEM, "", "out of memory");
  const int knots = knots_of(x, n, T, t);
  lia_status st = lia_pieces_new(out, n, knots - 1, 3, err);
  for (int k = 0; st == LIA_OK && k < knots; k++) {
    (*out)->knot[k] = t[k];
    for (int i = 0; i < n && k + 1 < knots; i++)
      cubic_of(&x[i], t[k], t[k] + (t[k + 1] - t[k]) / 2, lia_pieces_coef(*out, k, i));
  }
  lia_free(t);
  return st;
}
