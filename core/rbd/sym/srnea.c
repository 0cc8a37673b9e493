/* srnea.c - inverse dynamics in expressions, and the regrouping that makes it small */
#include "rbd/sym/srnea.h"

#include "base/mem.h"
#include "rbd/sym/sdyn.h"
#include "sym/expr/build.h"
#include "sym/tape/eval.h"

lia_status lia_srnea(const lia_stree *t, const lia_expr *v, const lia_expr *a, int gravity,
    lia_expr *tau, lia_error *err) {
  lia_sdyn *s;
  LIA_TRY(lia_sdyn_new(&s, t, err));
  lia_status st = lia_sdyn_inverse(s, v, a, gravity, tau, err);
  lia_sdyn_free(s);
  return st;
}

// operations of the inverse dynamics with this regrouping
static lia_status srnea_size_of(const lia_smodel *m, const lia_regroup *how, lia_expr *tau,
    size_t *size, lia_error *err) {
  int n = m->ncoord;
  lia_stree *t;
  lia_count c;
  LIA_TRY(lia_stree_new(&t, m, how, err));
  lia_status s = lia_srnea(t, m->v, m->a, 1, tau, err);
  if (s == LIA_OK && lia_tape_count_moving(m->p, (uint32_t)n, tau, &c)) *size = c.mul + c.add;
  else if (s == LIA_OK) s = lia_pool_status(m->p, err);
  lia_stree_free(t);
  return s;
}

lia_status lia_srnea_regroup(const lia_smodel *m, lia_regroup *how, lia_error *err) {
  int nodes = lia_stree_nodes(m);
  size_t best = 0, size = 0;
  for (int i = 0; i <= nodes; i++) how[i] = LIA_REGROUP_yy;
  if (nodes > 16) return LIA_OK;
  lia_expr *tau = lia_calloc((size_t)m->ncoord + 1, sizeof *tau);
  lia_status s = tau ? srnea_size_of(m, how, tau, &best, err)
      : LIA_FAIL(err, LIA_ENOMEM, "", "out of memory");
  for (int i = nodes; s == LIA_OK && i > 0; i--)
    for (int k = 0; s == LIA_OK && k < LIA_REGROUP_COUNT; k++) {
      lia_regroup before = how[i];
      if ((lia_regroup)k == before) continue;
      how[i] = (lia_regroup)k;
      s = srnea_size_of(m, how, tau, &size, err);
      if (s != LIA_OK || size >= best) how[i] = before;
      else best = size;
    }
  lia_free(tau);
  return s;
}
