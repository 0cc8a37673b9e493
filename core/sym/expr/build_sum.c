/* build_sum.c - symbols, sums and multiples in normal form */
#include "sym/expr/build_inside.h"

#include "base/assert.h"
#include "sym/expr/print.h"

#include <string.h>

// ---- symbols

lia_expr lia_sym_symbol(lia_pool *p, const char *name) {
  return lia_pool_symbol(p, name, strlen(name), LIA_SYM_parameter);
}
lia_expr lia_sym_coordinate(lia_pool *p, const char *name) {
  return lia_pool_symbol(p, name, strlen(name), LIA_SYM_coordinate);
}
lia_expr lia_sym_function(lia_pool *p, const char *name) {
  return lia_pool_symbol(p, name, strlen(name), LIA_SYM_function);
}
lia_expr lia_sym_time(lia_pool *p) {
  return p->time ? p->time : lia_pool_symbol(p, "t", 1, LIA_SYM_time);
}

lia_expr lia_sym_rate(lia_pool *p, lia_expr symbol) {
  if (!symbol) return 0;
  if (lia_expr_op(p, symbol) == LIA_OP_sym) return lia_pool_rate(p, symbol);
  char text[80];
  lia_print_short(p, symbol, text, sizeof text);
  return lia_pool_fail(p, LIA_EARG, "expected a symbol, got %s", text);
}

static int build_unit(lia_expr num) { return num == LIA_ONE || num == LIA_MINUS; }

// ---- sums

// one term per rest: factors of equal rests add up, what vanishes leaves
static void collect_terms(lia_pairs *t) {
  lia_pairs_sort(t);
  for (size_t i = 1; i < t->n && !t->nomem; i++) LIA_ASSERT(t->v[i - 1].key <= t->v[i].key);
  size_t m = 0;
  for (size_t i = 0; i < t->n && !t->nomem; ) {
    lia_pair x = t->v[i++];
    for (; i < t->n && t->v[i].key == x.key; i++) {
      x.val = lia_build_num_add(t->p, x.val, t->v[i].val);
      if (!x.val) { t->nomem = 1; return; }
    }
    if (x.val != LIA_ZERO) t->v[m++] = x;
  }
  t->n = m;
}

static void put_term(lia_pairs *t, lia_expr e, lia_expr factor) {
  lia_expr rest, num = lia_sym_split(t->p, e, &rest);
  num = lia_build_num_mul(t->p, num, factor);
  if (!num) t->nomem = 1;
  lia_pairs_put(t, rest, num);
}

static size_t total_terms(const lia_pairs *t) {
  size_t total = 0;
  for (size_t i = 0; i < t->n; i++)
    total += lia_expr_op(t->p, t->v[i].key) == LIA_OP_add ? lia_expr_n(t->p, t->v[i].key) : 1;
  return total;
}

static int opens(lia_pool *p, lia_pair x, size_t total) {
  if (lia_expr_op(p, x.key) != LIA_OP_add) return 0;
  return build_unit(x.val) ? lia_build_flattens(p, lia_expr_n(p, x.key), total)
      : lia_sym_inside(p, x.val, x.key);
}

// k (a + b) among the terms of a sum
static int holds_sum(const lia_pool *p, lia_expr sum) {
  const lia_expr *k = lia_expr_args(p, sum);
  for (uint32_t i = 0; i < lia_expr_n(p, sum); i++) {
    lia_expr rest;
    if (lia_sym_split(p, k[i], &rest) != LIA_ONE && lia_expr_op(p, rest) == LIA_OP_add) return 1;
  }
  return 0;
}

// replace sums among the terms by what they sum. Sums that hold a multiple of a sum go first,
// alone: that multiple may be of another one in the list, x + 2 (a + b) - (a + b). Returns 0 where
// there was none, 2 where some are left
static int flatten_terms(lia_pairs *t) {
  lia_pool *p = t->p;
  size_t total = total_terms(t), m = t->n, kept = 0;
  if (total == m || !lia_pairs_reserve(t, m + total)) return 0;
  int first = 0, left = 0;
  for (size_t i = 0; i < m; i++) first |= opens(p, t->v[i], total) && holds_sum(p, t->v[i].key);
  for (size_t i = 0; i < m; i++) {
    lia_pair x = t->v[i];
    int inside = opens(p, x, total);
    if (inside && first && !holds_sum(p, x.key)) {
      inside = 0;
      left = 2;
    }
    if (!inside) {
      t->v[kept++] = x;
      continue;
    }
    for (uint32_t j = 0; j < lia_expr_n(p, x.key); j++)
      put_term(t, lia_expr_args(p, x.key)[j], x.val);
  }
  memmove(t->v + kept, t->v + m, (t->n - m) * sizeof *t->v);
  t->n -= m - kept;
  return left ? left : kept < m;
}

// the first rest gets a positive factor: a - b and b - a share a node
static lia_expr make_add(lia_pairs *t) {
  lia_pool *p = t->p;
  LIA_ASSERT(t->n >= 2);
  int flip = lia_build_negative(p, t->v[t->v[0].key == LIA_ONE].val);
  lia_expr local[32], *k = t->n <= 32 ? local : lia_malloc(t->n * sizeof *k), e = 0;
  if (!k) return lia_pool_nomem(p);
  size_t i = 0;
  for (; i < t->n; i++) {
    lia_expr num = flip ? lia_build_num_neg(p, t->v[i].val) : t->v[i].val;
    k[i] = t->v[i].key == LIA_ONE ? num : lia_build_scale_node(p, num, t->v[i].key);
    if (!k[i]) break;
  }
  if (i == t->n) e = lia_pool_node(p, LIA_OP_add, (uint32_t)t->n, k);
  if (k != local) lia_free(k);
  return e && flip ? lia_build_scale_node(p, LIA_MINUS, e) : e;
}

static lia_expr build_sum_of(lia_pairs *t) {
  collect_terms(t);
  for (int more = 2; more == 2 && !t->nomem; ) {
    more = flatten_terms(t);
    if (more) collect_terms(t);
  }
  if (t->nomem) return lia_pool_nomem(t->p);
  if (t->n == 0) return LIA_ZERO;
  if (t->n > 1) return make_add(t);
  return t->v[0].key == LIA_ONE ? t->v[0].val : lia_sym_scale(t->p, t->v[0].val, t->v[0].key);
}

lia_expr lia_sym_sum(lia_pool *p, size_t n, const lia_expr *term) {
  lia_pairs t;
  lia_pairs_start(&t, p);
  size_t i = 0;
  for (; i < n && term[i]; i++) put_term(&t, term[i], LIA_ONE);
  lia_expr e = i == n ? build_sum_of(&t) : 0;
  lia_pairs_finish(&t);
  return e;
}

// two terms that are no sums need no list
static lia_expr add_two(lia_pool *p, lia_pair a, lia_pair b) {
  if (a.key > b.key) { lia_pair x = a; a = b; b = x; }
  int flip = lia_build_negative(p, a.key == LIA_ONE ? b.val : a.val);
  if (flip) { a.val = lia_build_num_neg(p, a.val); b.val = lia_build_num_neg(p, b.val); }
  lia_expr k[2] = { a.key == LIA_ONE ? a.val : lia_build_scale_node(p, a.val, a.key),
      lia_build_scale_node(p, b.val, b.key) };
  if (!k[0] || !k[1]) return 0;
  lia_expr e = lia_pool_node(p, LIA_OP_add, 2, k);
  return e && flip ? lia_build_scale_node(p, LIA_MINUS, e) : e;
}

lia_expr lia_sym_add(lia_pool *p, lia_expr a, lia_expr b) {
  if (!a || !b) return 0;
  if (a == LIA_ZERO) return b;
  if (b == LIA_ZERO) return a;
  lia_pair x, y;
  x.val = lia_sym_split(p, a, &x.key);
  y.val = lia_sym_split(p, b, &y.key);
  if (x.key == y.key) {
    lia_expr num = lia_build_num_add(p, x.val, y.val);
    return num && x.key != LIA_ONE ? lia_sym_scale(p, num, x.key) : num;
  }
  if (lia_expr_op(p, x.key) != LIA_OP_add && lia_expr_op(p, y.key) != LIA_OP_add)
    return add_two(p, x, y);
  return lia_sym_sum(p, 2, (lia_expr[2]){ a, b });
}

lia_expr lia_sym_sub(lia_pool *p, lia_expr a, lia_expr b) {
  return lia_sym_add(p, a, lia_sym_neg(p, b));
}

// ---- numbers times something

// into the first sum among the factors that it saves multiplications in: (x (2 a + 2 b))/2 = x (a +
// b)
static lia_expr scale_product(lia_pool *p, lia_expr num, lia_expr e) {
  uint32_t n = lia_expr_n(p, e), i = 0;
  for (; i < n; i++) {
    lia_expr f = lia_expr_args(p, e)[i];
    if (lia_expr_op(p, f) == LIA_OP_add && lia_sym_inside(p, num, f)) break;
  }
  if (i == n) return lia_build_scale_node(p, num, e);
  lia_expr local[32], *k = n <= 32 ? local : lia_malloc(n * sizeof *k);
  if (!k) return lia_pool_nomem(p);
  memcpy(k, lia_expr_args(p, e), n * sizeof *k);
  k[i] = lia_sym_scale(p, num, k[i]);
  e = lia_sym_product(p, n, k);
  if (k != local) lia_free(k);
  return e;
}

lia_expr lia_sym_scale(lia_pool *p, lia_expr num, lia_expr a) {
  if (!num || !a) return 0;
  if (num == LIA_ONE) return a;
  if (num == LIA_ZERO) return LIA_ZERO;
  const lia_enode *d = &p->node[a];
  if (d->op == LIA_OP_num) return lia_build_num_mul(p, num, a);
  if (d->op == LIA_OP_scale) {
    lia_expr rest = d->k[1];
    return lia_sym_scale(p, lia_build_num_mul(p, num, d->k[0]), rest);
  }
  if (d->op == LIA_OP_add && num != LIA_MINUS && lia_sym_inside(p, num, a)) {
    lia_pairs t;
    lia_pairs_start(&t, p);
    for (uint32_t i = 0; i < lia_expr_n(p, a); i++) put_term(&t, lia_expr_args(p, a)[i], num);
    lia_expr e = t.nomem ? lia_pool_nomem(p) : make_add(&t);
    lia_pairs_finish(&t);
    return e;
  }
  if (d->op == LIA_OP_mul && num != LIA_MINUS) return scale_product(p, num, a);
  return lia_build_scale_node(p, num, a);
}

lia_expr lia_sym_neg(lia_pool *p, lia_expr a) { return lia_sym_scale(p, LIA_MINUS, a); }
