/* carry.c - symbols by name, then every node once, its arguments by size */
#include "sym/expr/carry.h"

#include "base/assert.h"
#include "base/mem.h"
#include "sym/expr/build.h"
#include "sym/expr/subs.h"
#include "sym/expr/walk.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- symbols ----

typedef struct entry { lia_expr e; const lia_symbol *s; } entry;

static int carry_by_name(const void *x, const void *y) {
  const lia_symbol *a = ((const entry *)x)->s, *b = ((const entry *)y)->s;
  int names = strcmp(a->name, b->name);
  if (a->kind != b->kind) return a->kind < b->kind ? -1 : 1;
  if (names) return names;
  return a->order < b->order ? -1 : a->order > b->order;
}

static lia_expr new_symbol(lia_pool *to, lia_symkind kind, uint32_t i) {
  char name[24];
  snprintf(name, sizeof name, "%s%u", kind == LIA_SYM_parameter ? "k" : "x", i);
  return kind == LIA_SYM_parameter ? lia_sym_symbol(to, name) : lia_sym_coordinate(to, name);
}

lia_expr *lia_carry_symbols(lia_pool *from, uint32_t m, const lia_expr *e, lia_pool *to,
    uint32_t *n) {
  lia_expr *all = lia_malloc(((size_t)from->names.count + 1) * sizeof *all);
  uint32_t count = all ? lia_subs_symbols(from, m, e, all) : UINT32_MAX;
  lia_expr *out = count == UINT32_MAX ? NULL : lia_malloc((2 * (size_t)count + 1) * sizeof *out);
  entry *sorted = out ? lia_malloc(((size_t)count + 1) * sizeof *sorted) : NULL;
  if (!sorted) {
    if (from->err.code == LIA_OK) lia_pool_nomem(from);
    lia_free(out);
    out = NULL;
  }
  for (uint32_t i = 0; out && i < count; i++)
    sorted[i] = (entry){ all[i], lia_expr_symbol(from, all[i]) };
  if (out) qsort(sorted, count, sizeof *sorted, carry_by_name);
  for (uint32_t i = 0; out && i < count; i++) {
    out[i] = sorted[i].e;
    out[count + i] = new_symbol(to, (lia_symkind)sorted[i].s->kind, i);
    if (out[count + i]) continue;
    lia_free(out);
    out = NULL;
  }
  lia_free(sorted);
  lia_free(all);
  *n = count;
  return out;
}

// ---- nodes ----

// by place in the walk: size at the point, what it becomes
typedef struct part { double size; lia_expr image; } part;

typedef struct work {
  lia_pool *from, *to;
  lia_walk *walk;
  part *part;
  struct sized { double size; lia_expr e; } *arg;   // of the node at hand
  uint32_t room;
  lia_expr *list;
} work;

// between 0.3 and 1.7, by name and derivative
static double size_of_symbol(const lia_symbol *s) {
  uint64_t h = 0x9E3779B97F4A7C15ull * (s->order + 1u);
  for (const char *c = s->name; *c; c++) {
    h = (h ^ (uint64_t)(unsigned char)*c) * 0xBF58476D1CE4E5B9ull;
    h ^= h >> 29;
  }
  return 0.3 + 1.4 * (double)(h >> 11) / 9007199254740992.0;
}

static double value_at(const work *w, lia_expr e) { return w->part[w->walk->memo[e]].size; }

static double carry_size_of(const work *w, lia_expr e) {
  const lia_pool *p = w->from;
  lia_op op = lia_expr_op(p, e);
  uint32_t n = lia_expr_n(p, e);
  if (op == LIA_OP_num) return lia_ratio_double(lia_expr_num(p, e));
  if (op == LIA_OP_sym) return size_of_symbol(lia_expr_symbol(p, e));
  double x = op == LIA_OP_add ? 0 : 1;
  if (op == LIA_OP_add || op == LIA_OP_mul) {
    for (uint32_t i = 0; i < n; i++) {
      double y = value_at(w, lia_expr_args(p, e)[i]);
      x = op == LIA_OP_add ? x + y : x * y;
    }
    return x;
  }
  double a[3] = { 0 };
  for (uint32_t i = 0; i < n && i < 3; i++) a[i] = value_at(w, lia_expr_args(p, e)[i]);
  return lia_op_value(op, a[0], a[1], a[2]);
}

// what has no value there stays behind, in the order it had
static int by_size(const void *x, const void *y) {
  const struct sized *a = x, *b = y;
  if (a->size < b->size) return -1;
  if (a->size > b->size) return 1;
  return a->e < b->e ? -1 : a->e > b->e;
}

static int fits(work *w, uint32_t n) {
  if (n <= w->room) return 1;
  struct sized *arg = lia_realloc(w->arg, 2 * (size_t)n * sizeof *arg);
  if (arg) w->arg = arg;
  lia_expr *list = lia_realloc(w->list, 2 * (size_t)n * sizeof *list);
  if (list) w->list = list;
  if (arg && list) w->room = 2 * n;
  else lia_pool_nomem(w->to);
  return arg && list;
}

static lia_expr carry_again(work *w, lia_expr e) {
  lia_op op = lia_expr_op(w->from, e);
  uint32_t n = lia_expr_n(w->from, e);
  if (op == LIA_OP_num) return lia_sym_ratio(w->to, lia_expr_num(w->from, e));
  if (op == LIA_OP_pi) return LIA_PI;
  if (op == LIA_OP_sym)
    return lia_pool_fail(w->to, LIA_EARG, "'%s' is none of the symbols given",
        lia_expr_symbol(w->from, e)->name);
  if (!fits(w, n)) return 0;
  for (uint32_t i = 0; i < n; i++) {
    const lia_expr a = lia_expr_args(w->from, e)[i];
    double size = fabs(value_at(w, a));
    w->arg[i] = (struct sized){ isfinite(size) ? size : HUGE_VAL, a };
  }
  if (op == LIA_OP_add || op == LIA_OP_mul) qsort(w->arg, n, sizeof *w->arg, by_size);
  for (uint32_t i = 0; i < n; i++) w->list[i] = w->part[w->walk->memo[w->arg[i].e]].image;
  if (op == LIA_OP_add) return lia_sym_sum(w->to, n, w->list);
  if (op == LIA_OP_mul) return lia_sym_product(w->to, n, w->list);
  return lia_sym_apply(w->to, op, n, w->list);
}

// nodes are made in the order in which the first of e needs them, its smallest parts first: not in
// that of their age
static int carry_make(work *w, lia_expr root) {
  lia_pool *p = w->from;
  uint32_t depth = 1, room = 64;
  lia_expr *stack = lia_malloc(room * sizeof *stack);
  if (stack) stack[0] = root;
  while (stack && depth) {
    lia_expr e = stack[depth - 1];
    LIA_ASSERT(depth <= room && lia_walk_reached(w->walk, e));
    part *x = &w->part[w->walk->memo[e]];
    uint32_t n = lia_expr_n(p, e), waiting = 0;
    if (x->image) {
      depth--;
      continue;
    }
    if (!fits(w, n)) break;
    for (uint32_t i = 0; i < n; i++) {
      const lia_expr a = lia_expr_args(p, e)[i];
      double size = fabs(value_at(w, a));
      if (!w->part[w->walk->memo[a]].image)
        w->arg[waiting++] = (struct sized){ isfinite(size) ? size : HUGE_VAL, a };
    }
    if (!waiting) {
      x->image = carry_again(w, e);
      if (!x->image) break;
      depth--;
      continue;
    }
    qsort(w->arg, waiting, sizeof *w->arg, by_size);
    if (depth + waiting > room) {
      room = 2 * (depth + waiting);
      lia_expr *more = lia_realloc(stack, room * sizeof *more);
      if (!more) lia_free(stack);
      stack = more;
    }
    // the smallest on top
    for (uint32_t i = waiting; stack && i-- > 0;) stack[depth++] = w->arg[i].e;
  }
  if (!stack) lia_pool_nomem(w->to);
  lia_free(stack);
  return w->part[w->walk->memo[root]].image != 0;
}

static int carry(work *w, uint32_t m, const lia_expr *e, uint32_t n, const lia_expr *symbol,
    const lia_expr *image, lia_expr *out) {
  for (uint32_t i = 0; i < w->walk->n; i++) w->walk->memo[w->walk->list[i]] = i;
  for (uint32_t i = 0; i < w->walk->n; i++) w->part[i].size = carry_size_of(w, w->walk->list[i]);
  for (uint32_t k = 0; k < n; k++)
    if (lia_walk_reached(w->walk, symbol[k])) w->part[w->walk->memo[symbol[k]]].image = image[k];
  for (uint32_t i = 0; i < m; i++) {
    if (!carry_make(w, e[i])) return 0;
    out[i] = w->part[w->walk->memo[e[i]]].image;
  }
  return 1;
}

int lia_carry(lia_pool *from, uint32_t m, const lia_expr *e, uint32_t n, const lia_expr *symbol,
    lia_pool *to, const lia_expr *image, lia_expr *out) {
  for (uint32_t i = 0; i < m; i++)
    if (!e[i]) return 0;
  int nested = to->nested, ok;
  work w = { .from = from, .to = to, .walk = lia_walk_open(from, m, e, 0) };
  w.part = w.walk ? lia_calloc((size_t)w.walk->n + 1, sizeof *w.part) : NULL;
  if (!w.part) lia_pool_nomem(to);
  to->nested = 1;
  ok = w.part && carry(&w, m, e, n, symbol, image, out);
  to->nested = nested;
  lia_walk_close(from, w.walk);
  lia_free(w.part);
  lia_free(w.arg);
  lia_free(w.list);
  return ok;
}
