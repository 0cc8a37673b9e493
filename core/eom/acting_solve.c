/* acting_solve.c - accelerations and multipliers as expressions
 *
 *   [ M  G' ] [ a       ]     [ force ]
 *   [ G  0  ] [ -lambda ]  = -[ acceleration ]      both at a = 0, lambda = 0                  (1)
 *
 * M is positive definite, so that -G M^-1 G', which stands behind it, is negative definite where
 * rows do not depend on each other: no pivot vanishes */
#include "eom/acting.h"
#include "eom/acting_inside.h"

#include "base/mem.h"
#include "sym/expr/build.h"
#include "sym/expr/diff.h"
#include "sym/expr/subs.h"
#include "sym/simp/smat.h"

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
  for (int k = 0; k < x->nv; k++) s->from[k] = x->m->a[k];
  for (int k = 0; k < x->nrow; k++) s->from[x->nv + k] = x->lambda[k];
  for (int k = 0; k < x->nv + x->nrow; k++) s->still[k] = LIA_ZERO;
}

// the lower half of K; entries do not depend on a and lambda
static lia_status fill_matrix(const system_of *s, lia_error *err) {
  const lia_acting *x = s->x;
  for (int i = 0; i < s->n * s->n; i++) s->K[i] = LIA_ZERO;
  for (int i = 0; i < x->nv; i++)
    for (int k = 0; k <= i; k++)
      s->K[i * s->n + k] = lia_diff(x->p, x->force[i], x->m->a[k]);
  for (int i = 0; i < s->rows; i++)
    for (int k = 0; k < x->nv; k++)
      s->K[(x->nv + i) * s->n + k] = lia_diff(x->p, x->rate[s->row[i]], x->m->v[k]);
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

static lia_status solve(const system_of *s, lia_expr *a, lia_expr *lambda, lia_error *err) {
  const lia_acting *x = s->x;
  name_unknowns(s);
  LIA_TRY(fill_matrix(s, err));
  LIA_TRY(fill_right(s, err));
  if (!lia_smat_ldl_solve_nested(x->p, s->n, s->K, 1, s->rhs, s->rhs)) {
    lia_status st = lia_pool_status(x->p, err);
    return st != LIA_OK ? st : LIA_FAIL(err, LIA_ENOMEM, "", "out of memory");
  }
  for (int k = 0; k < x->nv; k++) a[k] = s->rhs[k];
  for (int k = 0; k < x->nrow; k++) lambda[k] = LIA_ZERO;
  for (int i = 0; i < s->rows; i++)
    lambda[s->row[i]] = lia_sym_neg(x->p, s->rhs[x->nv + i]);
  return lia_pool_status(x->p, err);
}

lia_status lia_acting_solve(const lia_acting *x, const char *skip, lia_expr *a, lia_expr *lambda,
                            lia_error *err) {
  system_of s = { .x = x, .n = x->nv };
  s.row = lia_calloc((size_t)x->nrow + 1, sizeof *s.row);
  for (int i = 0; s.row && i < x->nrow; i++)
    if (!skip || !skip[i]) s.row[s.rows++] = i;
  s.n += s.rows;
  const size_t n = (size_t)s.n, all = (size_t)(x->nv + x->nrow);
  lia_expr *room = lia_calloc(n * n + n + 2 * all + 1, sizeof *room);
  lia_status st = LIA_ENOMEM;
  if (s.row && room) {
    s.K = room;
    s.rhs = s.K + n * n;
    s.still = s.rhs + n;
    s.from = s.still + all;
    st = solve(&s, a, lambda, err);
  } else (void)LIA_FAIL(err, LIA_ENOMEM, "", "out of memory");
  lia_free(room);
  lia_free(s.row);
  return st;
}
