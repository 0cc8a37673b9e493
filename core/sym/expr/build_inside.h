/* build_inside.h - what the files of build share: numbers, and lists of terms and of factors */
#ifndef LIA_BUILD_INSIDE_H
#define LIA_BUILD_INSIDE_H

#include "base/assert.h"
#include "base/mem.h"
#include "sym/expr/build.h"

LIA_C_BEGIN

/* sums of numbers and products of numbers, the common small ones without arithmetic */
static inline lia_expr lia_build_num_add(lia_pool *p, lia_expr a, lia_expr b) {
  return lia_sym_ratio(p, lia_ratio_add(lia_expr_num(p, a), lia_expr_num(p, b)));
}

static inline lia_expr lia_build_num_mul(lia_pool *p, lia_expr a, lia_expr b) {
  LIA_ASSERT(lia_expr_is_num(p, a) && lia_expr_is_num(p, b));
  if (a == LIA_ONE) return b;
  if (b == LIA_ONE) return a;
  return lia_sym_ratio(p, lia_ratio_mul(lia_expr_num(p, a), lia_expr_num(p, b)));
}

static inline lia_expr lia_build_num_neg(lia_pool *p, lia_expr a) {
  if (a == LIA_ONE) return LIA_MINUS;
  if (a == LIA_MINUS) return LIA_ONE;
  return lia_pool_num(p, lia_ratio_neg(lia_expr_num(p, a)));
}

static inline int lia_build_negative(const lia_pool *p, lia_expr num) {
  LIA_ASSERT(lia_expr_is_num(p, num));
  if (num == LIA_ONE) return 0;
  return num == LIA_MINUS || lia_ratio_sign(lia_expr_num(p, num)) < 0;
}

/* number times e as a node, e being neither number nor multiple */
static inline lia_expr lia_build_scale_node(lia_pool *p, lia_expr num, lia_expr e) {
  if (!num || !e) return 0;
  LIA_ASSERT(lia_expr_op(p, e) != LIA_OP_scale && !lia_expr_is_num(p, e));   // the normal form
  if (num == LIA_ONE) return e;
  return lia_pool_node(p, LIA_OP_scale, 2, (lia_expr[2]){ num, e });
}

/* a sum of n terms among `total`: copying it must not cost more than a fixed number of terms for
 * each one added */
static inline int lia_build_flattens(const lia_pool *p, size_t n, size_t total) {
  return !p->nested && (n <= LIA_FLAT_MOST || 4 * (total - n) >= n);
}

/* ---- lists of terms (rest, number) and of factors (base, exponent), kept sorted by key */

typedef struct lia_pair { lia_expr key, val; } lia_pair;

typedef struct lia_pairs {
  lia_pool *p;
  lia_pair *v;
  size_t n, room;
  int nomem;
  lia_pair local[32];
} lia_pairs;

static inline void lia_pairs_start(lia_pairs *t, lia_pool *p) {
  t->p = p;
  t->v = t->local;
  t->n = 0;
  t->room = sizeof t->local / sizeof *t->local;
  t->nomem = 0;
}

static inline void lia_pairs_finish(lia_pairs *t) {
  if (t->v != t->local) lia_free(t->v);
}

/* room for n pairs; 0: no memory, which the list remembers */
int lia_pairs_reserve(lia_pairs *t, size_t n);

static inline void lia_pairs_put(lia_pairs *t, lia_expr key, lia_expr val) {
  if (t->n == t->room && !lia_pairs_reserve(t, t->n + 1)) return;
  LIA_ASSERT(t->n < t->room);
  t->v[t->n++] = (lia_pair){ key, val };
}

/* by rising key, pairs of one key in their order: natural merge sort, as terms of sums that are
 * flattened arrive as sorted runs */
void lia_pairs_sort(lia_pairs *t);

LIA_C_END

#endif
