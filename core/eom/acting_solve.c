/* acting_solve.c - accelerations and multipliers as expressions
 *
 *   [ M  G' ] [ a       ]     [ force ]
 *   [ G  0  ] [ -lambda ]  = -[ acceleration ]      both at a = 0, lambda = 0                  (1)
 *
 * M is positive definite, so that -G M^-1 G', which stands behind it, is negative definite where
 * rows do not depend on each other: no pivot vanishes. Solved by acting_reduce.c */
#include "eom/acting.h"
#include "eom/acting_inside.h"

#include "base/mem.h"
#include "rbd/sym/sdyn.h"
#include "sym/expr/build.h"
#include "sym/expr/diff.h"
#include "sym/expr/subs.h"

#include <string.h>

typedef struct system_of {
  const lia_acting *x;
  int n, rows, *row;               /* n = nv + rows; which rows */
  lia_expr *K, *rhs, *still, *from;
} system_of;

// e at a = 0, lambda = 0
static lia_status at_rest(const system_of *s, int n, const lia_expr *e, lia_expr *out,
                          lia_error *err) {
  const uint32_t count = (uint32_t)(s->x->nv + s->x->nrow);
  int ok = lia_subs(s->x->p, count, s->from, s->still, (uint32_t)n, e, out);
  return ok ? lia_pool_status(s->x->p, err) : LIA_FAIL(err, LIA_ENOMEM, "", "out of memory");
}

static void name_unknowns(const system_of *s) {
  const lia_acting *x = s->x;
  for (int k = 0; k < x->nv; k++) s->from[k] = x->a[k];
  for (int k = 0; k < x->nrow; k++) s->from[x->nv + k] = x->lambda[k];
  for (int k = 0; k < x->nv + x->nrow; k++) s->still[k] = LIA_ZERO;
}

// a tree of the model with room to work in
typedef struct tree { lia_stree *t; lia_sdyn *room; } tree;

static lia_status open_tree(tree *w, const lia_acting *x, lia_error *err) {
  *w = (tree){ NULL, NULL };
  LIA_TRY(lia_stree_new(&w->t, x->m, NULL, err));
  return lia_sdyn_new(&w->room, w->t, err);
}

static void close_tree(tree *w) {
  lia_sdyn_free(w->room);
  lia_stree_free(w->t);
}

// M (nv x nv): of a model by composite bodies, of equations that were given dforce/da
static lia_status mass_matrix(const lia_acting *x, lia_expr *M, lia_error *err) {
  const int n = x->nv;
  if (!x->m) {
    for (int i = 0; i < n; i++)
      for (int k = 0; k <= i; k++) M[i * n + k] = lia_diff(x->p, x->force[i], x->a[k]);
    return lia_pool_status(x->p, err);
  }
  tree w;
  lia_status st = open_tree(&w, x, err);
  if (st == LIA_OK) st = lia_sdyn_mass(w.room, M, err);
  close_tree(&w);
  return st;
}

// the lower half of K; entries do not depend on a and lambda
static lia_status fill_matrix(const system_of *s, lia_error *err) {
  const lia_acting *x = s->x;
  const int nv = x->nv;
  lia_expr *M = lia_malloc(((size_t)nv * (size_t)nv + 1) * sizeof *M);
  lia_status st = M ? mass_matrix(x, M, err) : LIA_FAIL(err, LIA_ENOMEM, "", "out of memory");
  for (int i = 0; i < s->n * s->n; i++) s->K[i] = LIA_ZERO;
  for (int i = 0; st == LIA_OK && i < nv; i++)
    for (int k = 0; k <= i; k++) s->K[i * s->n + k] = M[i * nv + k];
  lia_free(M);
  LIA_TRY(st);
  for (int i = 0; i < s->rows; i++)
    for (int k = 0; k < x->nv; k++)
      s->K[(x->nv + i) * s->n + k] = lia_diff(x->p, x->rate[s->row[i]], x->v[k]);
  return lia_pool_status(x->p, err);
}

static lia_status fill_right(const system_of *s, lia_error *err) {
  const lia_acting *x = s->x;
  LIA_TRY(at_rest(s, x->nv, x->force, s->rhs, err));
  for (int i = 0; i < s->rows; i++)
    LIA_TRY(at_rest(s, 1, &x->acceleration[s->row[i]], &s->rhs[x->nv + i], err));
  for (int i = 0; i < s->n; i++) s->rhs[i] = lia_sym_neg(x->p, s->rhs[i]);
  return lia_pool_status(x->p, err);
}

// the right-hand side becomes the solution
static lia_status reduce(const system_of *s, lia_acting_pivots *pivots, lia_error *err) {
  const lia_acting *x = s->x;
  if (lia_acting_reduce(x->p, x->nv, s->rows, s->K, 1, s->rhs, pivots))
    return lia_pool_status(x->p, err);
  lia_status st = lia_pool_status(x->p, err);
  return st != LIA_OK ? st : LIA_FAIL(err, LIA_ENOMEM, "", "out of memory");
}

static lia_status solve(const system_of *s, lia_expr *a, lia_expr *lambda,
                        lia_acting_pivots *pivots, lia_error *err) {
  const lia_acting *x = s->x;
  name_unknowns(s);
  LIA_TRY(fill_matrix(s, err));
  LIA_TRY(fill_right(s, err));
  LIA_TRY(reduce(s, pivots, err));
  for (int k = 0; k < x->nv; k++) a[k] = s->rhs[k];
  for (int k = 0; k < x->nrow; k++) lambda[k] = LIA_ZERO;
  for (int i = 0; i < s->rows; i++)
    lambda[s->row[i]] = lia_sym_neg(x->p, s->rhs[x->nv + i]);
  return lia_pool_status(x->p, err);
}

// ---- room ----

static lia_status open_system(system_of *s, const lia_acting *x, const char *skip, int columns,
                              lia_error *err) {
  *s = (system_of){ .x = x, .n = x->nv };
  s->row = lia_calloc((size_t)x->nrow + 1, sizeof *s->row);
  for (int i = 0; s->row && i < x->nrow; i++)
    if (!skip || !skip[i]) s->row[s->rows++] = i;
  s->n += s->rows;
  const size_t n = (size_t)s->n, all = (size_t)(x->nv + x->nrow);
  s->K = lia_calloc(n * n + n * (size_t)columns + 2 * all + 1, sizeof *s->K);
  if (!s->row || !s->K) return LIA_FAIL(err, LIA_ENOMEM, "", "out of memory");
  s->rhs = s->K + n * n;
  s->still = s->rhs + n * (size_t)columns;
  s->from = s->still + all;
  return LIA_OK;
}

static void close_system(system_of *s) {
  lia_free(s->K);
  lia_free(s->row);
}

// accelerations of a tree: M a = pushed - h
static lia_status tree_accelerations(const lia_acting *x, lia_expr *a, lia_error *err) {
  tree w;
  lia_status st = open_tree(&w, x, err);
  if (st == LIA_OK) st = lia_sdyn_forward(w.room, x->v, x->pushed, a, err);
  close_tree(&w);
  return st;
}

lia_status lia_acting_solve(const lia_acting *x, const char *skip, lia_expr *a, lia_expr *lambda,
                            lia_error *err) {
  system_of s;
  if (x->m && !x->nrow) return tree_accelerations(x, a, err);
  lia_status st = open_system(&s, x, skip, 1, err);
  if (st == LIA_OK) st = solve(&s, a, lambda, NULL, err);
  close_system(&s);
  return st;
}

lia_status lia_acting_solve_watched(const lia_acting *x, const char *skip, lia_expr *a,
                                    lia_expr *lambda, lia_acting_pivots *pivots, lia_error *err) {
  system_of s;
  pivots->n = 0;
  lia_status st = open_system(&s, x, skip, 1, err);
  if (st == LIA_OK) st = solve(&s, a, lambda, pivots, err);
  close_system(&s);
  return st;
}

// ---- onto the rows ----

// d (nv) with G d = -gap of the rows of s, least in the metric of M
static lia_status least_change(const system_of *s, const lia_expr *gap, lia_expr *d, lia_expr *sure,
                          lia_error *err) {
  const lia_acting *x = s->x;
  lia_acting_pivots pivots = { .diag = lia_malloc(((size_t)s->rows + 1) * sizeof *pivots.diag) };
  if (!pivots.diag) return LIA_FAIL(err, LIA_ENOMEM, "", "out of memory");
  lia_status st = fill_matrix(s, err);
  for (int k = 0; k < x->nv; k++) s->rhs[k] = LIA_ZERO;
  for (int i = 0; i < s->rows; i++) s->rhs[x->nv + i] = lia_sym_neg(x->p, gap[s->row[i]]);
  if (st == LIA_OK) st = reduce(s, &pivots, err);
  for (int k = 0; st == LIA_OK && k < x->nv; k++) d[k] = s->rhs[k];
  if (st == LIA_OK) *sure = lia_sym_min(x->p, *sure, pivots.sure);
  lia_free(pivots.diag);
  return st;
}

lia_status lia_acting_project(const lia_acting *x, const char *skip, lia_expr *dq, lia_expr *dv,
                              lia_expr *sure, lia_error *err) {
  char *left = lia_calloc((size_t)x->nrow + 1, 1);
  if (!left) return LIA_FAIL(err, LIA_ENOMEM, "", "out of memory");
  const lia_expr *gap[2] = { x->g, x->rate };
  lia_expr *to[2] = { dq, dv };
  lia_status st = LIA_OK;
  *sure = LIA_ONE;
  for (int speeds = 0; st == LIA_OK && speeds < 2; speeds++) {
    system_of s;
    for (int i = 0; i < x->nrow; i++)
      left[i] = (skip && skip[i]) || (!speeds && !x->holds[i]);
    st = open_system(&s, x, left, 1, err);
    if (st == LIA_OK) st = least_change(&s, gap[speeds], to[speeds], sure, err);
    close_system(&s);
  }
  lia_free(left);
  return st;
}

// ---- slopes: K d(a, -lambda) = -d(force, acceleration) where a and lambda stay ----

static lia_status slope_rows(const system_of *s, int n, const lia_expr *by, lia_error *err) {
  const lia_acting *x = s->x;
  int ok = lia_diff_jacobian(x->p, (uint32_t)x->nv, x->force, (uint32_t)n, by, s->rhs);
  for (int i = 0; ok && i < s->rows; i++)
    ok = lia_diff_jacobian(x->p, 1, &x->acceleration[s->row[i]], (uint32_t)n, by,
                           s->rhs + (x->nv + i) * n);
  for (int k = 0; ok && k < s->n * n; k++) s->rhs[k] = lia_sym_neg(x->p, s->rhs[k]);
  return ok ? lia_pool_status(x->p, err) : LIA_FAIL(err, LIA_ENOMEM, "", "out of memory");
}

static void put_slopes(const system_of *s, int n, lia_expr *slopes) {
  const lia_acting *x = s->x;
  for (int k = 0; k < x->nv * n; k++) slopes[k] = s->rhs[k];
  for (int k = x->nv * n; k < (x->nv + x->nrow) * n; k++) slopes[k] = LIA_ZERO;
  for (int i = 0; i < s->rows; i++)
    for (int k = 0; k < n; k++)
      slopes[(x->nv + s->row[i]) * n + k] = lia_sym_neg(x->p, s->rhs[(x->nv + i) * n + k]);
}

static lia_status slopes_of(const system_of *s, const lia_expr *a, const lia_expr *lambda, int n,
                            const lia_expr *by, lia_expr *slopes, lia_error *err) {
  const lia_acting *x = s->x;
  name_unknowns(s);
  LIA_TRY(fill_matrix(s, err));
  LIA_TRY(slope_rows(s, n, by, err));
  memcpy(s->still, a, (size_t)x->nv * sizeof *a);
  memcpy(s->still + x->nv, lambda, (size_t)x->nrow * sizeof *a);
  int ok = lia_subs_nested(x->p, (uint32_t)(x->nv + x->nrow), s->from, s->still,
                           (uint32_t)(s->n * n), s->rhs, s->rhs);
  ok = ok && lia_acting_reduce(x->p, x->nv, s->rows, s->K, n, s->rhs, NULL);
  if (ok) put_slopes(s, n, slopes);
  return ok ? lia_pool_status(x->p, err) : LIA_FAIL(err, LIA_ENOMEM, "", "out of memory");
}

lia_status lia_acting_slopes(const lia_acting *x, const char *skip, const lia_expr *a,
                             const lia_expr *lambda, int n, const lia_expr *by, lia_expr *slopes,
                             lia_error *err) {
  system_of s;
  lia_status st = open_system(&s, x, skip, n, err);
  if (st == LIA_OK) st = slopes_of(&s, a, lambda, n, by, slopes, err);
  close_system(&s);
  return st;
}
