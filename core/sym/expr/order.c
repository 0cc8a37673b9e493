/* order.c - ranks by height: what is made of less comes first, equals are compared by their sorted
 * arguments */
#include "sym/expr/order.h"

#include "base/assert.h"
#include "base/mem.h"
#include "base/text.h"
#include "sym/expr/number.h"
#include "sym/expr/subs.h"

#include <string.h>

typedef struct task {
  lia_pool *p;
  lia_order *o;
  uint32_t *tmp;
} task;

static uint32_t rank_of(const task *t, lia_expr e) { return t->o->rank[t->o->walk->memo[e]]; }

// whether anything in it changes with time
static int order_moving(const task *t, lia_expr e) { return t->o->moving[t->o->walk->memo[e]]; }

static int three_way(uint32_t a, uint32_t b) { return (a > b) - (a < b); }

// which group a factor stands in
static int class_of(const task *t, lia_expr base) {
  const lia_pool *p = t->p;
  switch (lia_expr_op(p, base)) {
    case LIA_OP_num: return 0;
    case LIA_OP_pi: return 1;
    case LIA_OP_sym:
      if (lia_expr_symbol(p, base)->order) return 6;
      return order_moving(t, base) ? 3 : 1;
    case LIA_OP_add: return order_moving(t, base) ? 5 : 2;
    default: return 4;
  }
}

static int compare_exponents(const task *t, lia_expr a, lia_expr b) {
  if (lia_expr_is_num(t->p, a) && lia_expr_is_num(t->p, b))
    return lia_ratio_cmp(lia_expr_num(t->p, b), lia_expr_num(t->p, a));
  if (lia_expr_is_num(t->p, a) != lia_expr_is_num(t->p, b))
    return lia_expr_is_num(t->p, a) ? -1 : 1;
  return three_way(rank_of(t, a), rank_of(t, b));
}

static int compare_factors(const task *t, lia_expr a, lia_expr b) {
  lia_expr ea, eb, x = lia_sym_base(t->p, a, &ea), y = lia_sym_base(t->p, b, &eb);
  if (x == y) return ea == eb ? 0 : compare_exponents(t, ea, eb);
  int c = class_of(t, x) - class_of(t, y);
  return c ? c : three_way(rank_of(t, x), rank_of(t, y));
}

static const lia_expr *factors_of(const task *t, const lia_expr *e, uint32_t *n) {
  *n = 1;
  if (lia_expr_op(t->p, *e) != LIA_OP_mul) return e;
  *n = lia_expr_n(t->p, *e);
  return t->o->sorted + t->o->at[t->o->walk->memo[*e]];
}

static int compare_terms(const task *t, lia_expr a, lia_expr b) {
  lia_expr x, y, numa = lia_sym_split(t->p, a, &x), numb = lia_sym_split(t->p, b, &y);
  if (x == y) return lia_ratio_cmp(lia_expr_num(t->p, numa), lia_expr_num(t->p, numb));
  if (x == LIA_ONE || y == LIA_ONE) return x == LIA_ONE ? 1 : -1;
  uint32_t n, m;
  const lia_expr *f = factors_of(t, &x, &n), *g = factors_of(t, &y, &m);
  for (uint32_t i = 0; i < n && i < m; i++) {
    int c = f[i] == g[i] ? 0 : compare_factors(t, f[i], g[i]);
    if (c) return c;
  }
  return three_way(n, m);
}

// m, m2, m_1: what books write first
static int is_mass(const char *name) {
  const char next = lia_lower(name[1]);
  return *name == 'm' && !(next >= 'a' && next <= 'z');
}

// masses, then by the alphabet: m2*g*L
static int compare_names(const char *a, const char *b) {
  if (is_mass(a) != is_mass(b)) return is_mass(b) - is_mass(a);
  const int first = lia_lower(*a) - lia_lower(*b);
  return first ? first : lia_subs_compare_names(a, b);
}

static int compare_symbols(const task *t, lia_expr a, lia_expr b) {
  const lia_symbol *s = lia_expr_symbol(t->p, a), *r = lia_expr_symbol(t->p, b);
  if (s->order != r->order) return s->order - r->order;
  if (s->base == r->base) return 0;
  return compare_names(s->name, r->name);
}

// two nodes of one height, arguments already ranked
static int compare_nodes(const task *t, lia_expr a, lia_expr b) {
  lia_op op = lia_expr_op(t->p, a);
  if (op != lia_expr_op(t->p, b)) return (int)op - (int)lia_expr_op(t->p, b);
  if (op == LIA_OP_sym) return compare_symbols(t, a, b);
  if (op == LIA_OP_num) return lia_ratio_cmp(lia_expr_num(t->p, a), lia_expr_num(t->p, b));
  if (op == LIA_OP_pow) return compare_factors(t, a, b);
  if (op == LIA_OP_mul || op == LIA_OP_scale) return compare_terms(t, a, b);
  const lia_expr *x = lia_order_args(t->o, t->p, a), *y = lia_order_args(t->o, t->p, b);
  uint32_t n = lia_expr_n(t->p, a), m = lia_expr_n(t->p, b);
  for (uint32_t i = 0; i < n && i < m; i++) {
    if (x[i] == y[i]) continue;
    int c = op == LIA_OP_add ? compare_terms(t, x[i], y[i])
        : three_way(rank_of(t, x[i]), rank_of(t, y[i]));
    if (c) return c;
  }
  return three_way(n, m);
}

typedef int comparison(const task *t, lia_expr a, lia_expr b);

// merge sort, bottom up, stable
static void order_sort(const task *t, lia_expr *v, uint32_t n, comparison *cmp) {
  for (uint32_t w = 1; w < n; w *= 2) {
    for (uint32_t i = 0; i + w < n; i += 2 * w) {
      uint32_t end = n - i < 2 * w ? n : i + 2 * w;
      if (cmp(t, v[i + w - 1], v[i + w]) <= 0) continue;
      memcpy(t->tmp, v + i, w * sizeof *v);
      uint32_t a = 0, b = i + w, k = i;
      while (a < w) v[k++] = b < end && cmp(t, v[b], t->tmp[a]) < 0 ? v[b++] : t->tmp[a++];
    }
  }
}

static void sort_args(task *t, lia_expr e, uint32_t i, uint32_t *used) {
  lia_op op = lia_expr_op(t->p, e);
  if (op != LIA_OP_add && op != LIA_OP_mul) return;
  uint32_t n = lia_expr_n(t->p, e);
  lia_expr *v = t->o->sorted + *used;
  t->o->at[i] = *used;
  *used += n;
  LIA_ASSERT(n >= 2);   // a sum or a product of one thing is that thing
  memcpy(v, lia_expr_args(t->p, e), n * sizeof *v);
  order_sort(t, v, n, op == LIA_OP_add ? compare_terms : compare_factors);
}

// height: 0 for leaves, else one more than the highest argument; and what moves
static uint32_t heights(lia_pool *p, lia_order *o, uint32_t *height) {
  uint32_t most = 0;
  for (uint32_t i = 0; i < o->walk->n; i++) {
    lia_expr e = o->walk->list[i];
    o->walk->memo[e] = i;
    height[i] = 0;
    o->moving[i] = lia_expr_op(p, e) == LIA_OP_sym &&
        lia_expr_symbol(p, e)->kind != LIA_SYM_parameter;
    for (uint32_t k = 0; k < lia_expr_n(p, e); k++) {
      uint32_t below = o->walk->memo[lia_expr_args(p, e)[k]], h = height[below] + 1;
      if (h > height[i]) height[i] = h;
      o->moving[i] |= o->moving[below];
    }
    if (height[i] > most) most = height[i];
  }
  return most;
}

// counting sort of the nodes by height: level[h] .. level[h+1]
static void by_height(const lia_order *o, const uint32_t *height, uint32_t most, uint32_t *level,
    lia_expr *node) {
  memset(level, 0, ((size_t)most + 2) * sizeof *level);
  for (uint32_t i = 0; i < o->walk->n; i++) level[height[i] + 1]++;
  for (uint32_t h = 0; h <= most; h++) level[h + 1] += level[h];
  for (uint32_t i = o->walk->n; i-- > 0; ) node[--level[height[i] + 1]] = o->walk->list[i];
  memmove(level, level + 1, ((size_t)most + 1) * sizeof *level);
  level[most + 1] = o->walk->n;
  LIA_ASSERT(o->walk->n == 0 || level[most] < o->walk->n);   // some node is the highest
}

static void rank_all(task *t, uint32_t most, const uint32_t *level, lia_expr *node) {
  uint32_t used = 0, rank = 0;
  for (uint32_t h = 0; h <= most; h++) {
    uint32_t a = level[h], b = level[h + 1];
    for (uint32_t i = a; i < b; i++) sort_args(t, node[i], t->o->walk->memo[node[i]], &used);
    order_sort(t, node + a, b - a, compare_nodes);
    for (uint32_t i = a; i < b; i++) t->o->rank[t->o->walk->memo[node[i]]] = rank++;
  }
}

int lia_order_open(lia_order *o, lia_pool *p, uint32_t nroot, const lia_expr *root) {
  *o = (lia_order){ .walk = lia_walk_open(p, nroot, root, 0) };
  if (!o->walk) return 0;
  size_t n = o->walk->n, args = 0;
  for (size_t i = 0; i < n; i++) args += lia_expr_n(p, o->walk->list[i]);
  // rank, at, sorted, moving stay; height, level, node and the sorts' copy are for now
  uint32_t *kept = o->block = lia_malloc((2 * n + args) * sizeof *kept + n);
  uint32_t *work = lia_malloc((3 * n + 2 + (args > n ? args : n)) * sizeof *work);
  if (kept && work) {
    o->rank = kept;
    o->at = kept + n;
    o->sorted = kept + 2 * n;
    o->moving = (uint8_t *)(kept + 2 * n + args);
    task t = { p, o, work + 3 * n + 2 };
    uint32_t most = heights(p, o, work);
    by_height(o, work, most, work + 2 * n, work + n);
    rank_all(&t, most, work + 2 * n, work + n);
  }
  lia_free(work);
  if (kept && work) return 1;
  lia_order_close(o, p);
  lia_pool_nomem(p);
  return 0;
}

void lia_order_close(lia_order *o, lia_pool *p) {
  lia_free(o->block);
  lia_walk_close(p, o->walk);
  *o = (lia_order){ 0 };
}

const lia_expr *lia_order_args(const lia_order *o, const lia_pool *p, lia_expr e) {
  LIA_ASSERT(lia_walk_reached(o->walk, e));
  lia_op op = lia_expr_op(p, e);
  return op == LIA_OP_add || op == LIA_OP_mul ? o->sorted + o->at[o->walk->memo[e]]
      : lia_expr_args(p, e);
}
