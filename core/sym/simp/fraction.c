/* fraction.c - one fraction: sums over a common denominator, whose factors are found as they stand
 */
#include "sym/simp/simp.h"

#include "base/assert.h"
#include "base/mem.h"
#include "sym/expr/build.h"
#include "sym/expr/walk.h"

#include <string.h>

// a denominator among the terms of a sum: base^power, power > 0
typedef struct below { lia_expr base; int64_t power; } below;

typedef struct common {
  lia_pool *p;
  lia_walk *w;          // memo: the node as a product without denominators inside its sums
  below *d;             // sorted by base
  uint32_t n, room;
  lia_expr *list;
  uint32_t listroom;
  int failed;
} common;

static void require(common *c, lia_expr base, int64_t power) {
  uint32_t i = 0, j = c->n;
  while (i < j) {
    uint32_t m = (i + j) / 2;
    if (c->d[m].base < base) i = m + 1;
    else j = m;
  }
  if (i < c->n && c->d[i].base == base) {
    if (power > c->d[i].power) c->d[i].power = power;
    return;
  }
  if (c->n == c->room) {
    uint32_t room = 2 * c->room + 16;
    below *d = lia_realloc(c->d, room * sizeof *d);
    if (!d) {
      lia_pool_nomem(c->p);
      c->failed = 1;
      return;
    }
    c->d = d;
    c->room = room;
  }
  LIA_ASSERT(i <= c->n && c->n < c->room && power > 0);
  memmove(c->d + i + 1, c->d + i, (c->n++ - i) * sizeof *c->d);
  c->d[i] = (below){ base, power };
}

static void note_denominators(common *c, lia_expr term) {
  const lia_pool *p = c->p;
  lia_expr rest;
  lia_sym_split(p, term, &rest);
  const lia_expr *f;
  uint32_t n = lia_expr_factors(p, &rest, &f);
  for (uint32_t i = 0; i < n; i++) {
    lia_expr e, base = lia_sym_base(p, f[i], &e);
    if (!lia_expr_is_num(p, e)) continue;
    // x^(-1/2) = x^(1/2)/x
    lia_ratio whole = lia_ratio_floor(lia_expr_num(p, e));
    if (lia_ratio_is_int(whole) && whole.n < 0) require(c, base, -whole.n);
  }
}

static int fraction_fit(common *c, uint32_t n) {
  if (n <= c->listroom) return 1;
  lia_expr *list = lia_realloc(c->list, 2 * n * sizeof *list);
  if (!list) {
    lia_pool_nomem(c->p);
    c->failed = 1;
    return 0;
  }
  c->list = list;
  c->listroom = 2 * n;
  return 1;
}

// t1/d1 + t2/d2 + ... = (t1 d/d1 + t2 d/d2 + ...)/d
static lia_expr fraction_sum(common *c, lia_expr e) {
  lia_pool *p = c->p;
  uint32_t n = lia_expr_n(p, e);
  c->n = 0;
  for (uint32_t i = 0; i < n && !c->failed; i++)
    note_denominators(c, c->w->memo[lia_expr_args(p, e)[i]]);
  if (c->failed || !fraction_fit(c, n + c->n)) return 0;
  if ((double)n * c->n > LIA_SIMP_MOST)
    return lia_pool_fail(p, LIA_ELIMIT, "a common denominator of %u terms is too large", n);

  lia_expr d = LIA_ONE;
  for (uint32_t i = 0; i < c->n; i++) c->list[i] = lia_sym_powi(p, c->d[i].base, c->d[i].power);
  if (c->n) d = lia_sym_product(p, c->n, c->list);
  for (uint32_t i = 0; i < n; i++) {
    lia_expr t = c->w->memo[lia_expr_args(p, e)[i]];
    c->list[i] = c->n ? lia_sym_mul(p, t, d) : t;
  }
  lia_expr s = lia_sym_sum(p, n, c->list);
  return c->n ? lia_sym_div(p, s, d) : s;
}

static lia_expr fraction_node(common *c, lia_expr e) {
  lia_pool *p = c->p;
  uint32_t n = lia_expr_n(p, e);
  if (lia_expr_op(p, e) == LIA_OP_add) return fraction_sum(c, e);
  if (!fraction_fit(c, n)) return 0;
  int same = 1;
  for (uint32_t i = 0; i < n; i++) {
    c->list[i] = c->w->memo[lia_expr_args(p, e)[i]];
    same &= c->list[i] == lia_expr_args(p, e)[i];
  }
  return same ? e : lia_sym_apply(p, lia_expr_op(p, e), n, c->list);
}

// the factors on one side of the line of a product without denominators inside; below the line as
// they stand there
static lia_expr side(common *c, lia_expr rest, int under) {
  lia_pool *p = c->p;
  const lia_expr *f;
  uint32_t n = lia_expr_factors(p, &rest, &f), m = 0;
  if (!fraction_fit(c, n)) return 0;
  for (uint32_t i = 0; i < n; i++) {
    lia_expr x, base;
    int64_t power;
    lia_expr_factors(p, &rest, &f);
    lia_expr factor = f[i];
    base = lia_sym_base(p, factor, &x);
    int is_under = lia_sym_whole(p, x, &power) && power < 0;
    if (is_under == under) c->list[m++] = under ? lia_sym_powi(p, base, -power) : factor;
  }
  return lia_sym_product(p, m, c->list);
}

static int fraction_split(common *c, lia_expr e, lia_expr *num, lia_expr *den) {
  lia_expr rest, number = lia_sym_split(c->p, e, &rest);
  if (rest == LIA_ONE) {
    *num = number;
    *den = LIA_ONE;
    return 1;
  }
  *num = lia_sym_mul(c->p, number, side(c, rest, 0));
  *den = side(c, rest, 1);
  return *num && *den;
}

int lia_simp_together(lia_pool *p, lia_expr e, lia_expr *num, lia_expr *den) {
  *num = *den = 0;
  if (!e) return 0;
  common c = { .p = p, .w = lia_walk_open(p, 1, &e, 0) };
  int ok = c.w != NULL;
  for (uint32_t i = 0; ok && i < c.w->n; i++) {
    lia_expr x = c.w->list[i], r = lia_expr_n(p, x) ? fraction_node(&c, x) : x;
    c.w->memo[x] = r;
    ok = r != 0;
    if (ok && x == e) ok = fraction_split(&c, r, num, den);
  }
  lia_walk_close(p, c.w);
  lia_free(c.d);
  lia_free(c.list);
  return ok;
}
