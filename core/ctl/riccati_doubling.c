/* riccati_doubling.c - the discrete equation by doubling: two steps, four, eight, as many as count
 *
 * Each is a few products, where the pencil needs a Schur form of twice the order: four times as
 * fast where it converges, which what follows looks at. */
#include "ctl/riccati_inside.h"

#include "base/assert.h"
#include "ctl/dense_inside.h"
#include "ctl/passage_inside.h"

// without cross terms: F = A - B R^-1 S', G = B R^-1 B', P = Q - S R^-1 S'. 0: R is too near to
// singular
static int doubling_begin(lia_desk *d, lia_passage *g, const lia_care *p) {
  const int n = p->n, m = p->m;
  const double near = 1e-8;
  lia_cols R = lia_cols_again(d, p->R), Y = lia_cols_new(d, m, 2 * n);
  *g = (lia_passage){ lia_cols_again(d, p->A), lia_cols_new(d, n, n), lia_cols_again(d, p->Q) };
  if (d->failed) return 0;
  lia_cols s = lia_cols_part(Y, 0, 0, m, n), b = lia_cols_part(Y, 0, n, m, n);
  lia_cols_transpose(s, p->S);
  lia_cols_transpose(b, p->B);
  if (!(lia_cols_solve(d, R, 'N', Y) > near)) return 0;
  lia_cols_mul(g->F, 1, -1, p->B, 'N', s, 'N');
  lia_cols_mul(g->G, 0, 1, p->B, 'N', b, 'N');
  lia_cols_mul(g->P, 1, -1, p->S, 'N', s, 'N');
  lia_cols_even(g->G);
  lia_cols_even(g->P);
  return 1;
}

// F is the closed loop taken as often as there are steps: where it is small, P is X but for its
// square
lia_status lia_care_doubling(lia_desk *d, lia_cols X, const lia_care *p, int *done,
                             lia_error *err) {
  enum { MOST = 20 };
  const double small = 1e-9;
  lia_passage g;
  LIA_ASSERT(p->discrete && p->plain);
  int fine = doubling_begin(d, &g, p), none_left = 0;
  for (int k = 0; fine && !none_left && k < MOST; k++) {
    lia_desk step = { .failed = 0 };
    fine = lia_passage_double(&step, &g) && lia_cols_finite(g.F) && lia_cols_finite(g.P);
    d->failed |= step.failed;
    lia_arena_free(&step.a);
    none_left = fine && lia_cols_norm(g.F) < small;
  }
  LIA_TRY(lia_desk_ready(d, err));
  *done = none_left;
  if (none_left) lia_cols_copy(X, g.P);
  return LIA_OK;
}
