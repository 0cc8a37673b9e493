/* leaves.c - how long expressions are when they are written out */
#include "sym/expr/leaves.h"

#include "base/mem.h"

// arguments have smaller indices: those of node i are known
static double leaves_of(const lia_pool *p, lia_expr i, const double *known) {
  const lia_expr *k = lia_expr_args(p, i);
  double sum = 0;
  if (lia_op_row[lia_expr_op(p, i)].kind == LIA_LEAF) return 1;
  for (uint32_t j = 0; j < lia_expr_n(p, i); j++) sum += known[k[j]];
  return sum;
}

int lia_expr_leaves(const lia_pool *p, uint32_t n, const lia_expr *e, double *out) {
  lia_expr last = 0;
  for (uint32_t i = 0; i < n; i++) last = e[i] > last ? e[i] : last;
  double *known = lia_calloc((size_t)last + 1, sizeof *known);
  if (!known) return 0;
  for (lia_expr i = 1; i <= last; i++) known[i] = leaves_of(p, i, known);
  for (uint32_t i = 0; i < n; i++) out[i] = known[e[i]];
  lia_free(known);
  return 1;
}
