/* terms.c - literals, monomials and polynomials, each product once */
#include "sym/simp/terms.h"

#include "base/assert.h"
#include "base/mem.h"
#include "sym/expr/build.h"

#include <string.h>

enum { HIGHEST = 16 };   // powers up to it are that many factors

uint32_t lia_terms_more(lia_terms *t, lia_list *l, size_t size) {
  if (l->n == l->room) {
    uint32_t room = 2 * l->room + 64;
    void *v = t->failed ? NULL : lia_realloc(l->v, room * size);
    if (!v) {
      lia_pool_nomem(t->p);
      t->failed = 1;
      return 0;
    }
    l->v = v;
    l->room = room;
  }
  return l->n++;
}

static uint32_t terms_hash(uint32_t n, const uint32_t *x) {
  uint64_t h = 0x9E3779B97F4A7C15ull * (n + 1);
  for (uint32_t i = 0; i < n; i++) h = (h ^ (h >> 29) ^ x[i]) * 0xBF58476D1CE4E5B9ull;
  return (uint32_t)(h >> 32);
}

static uint32_t hash_mono(const lia_terms *t, uint32_t i) {
  return terms_hash(LIA_MONO(t, i).n, LIA_LITS(t, i));
}
static uint32_t hash_lit(const lia_terms *t, uint32_t i) { return terms_hash(1, &LIA_LIT(t, i).e); }

// tables are at most half full
static int terms_grow(lia_terms *t, uint32_t **table, uint32_t *size, uint32_t n,
    uint32_t (*of)(const lia_terms *, uint32_t)) {
  if (2 * n < *size) return 1;
  uint32_t bigger = *size ? 2 * *size : 256, *x = t->failed ? NULL : lia_calloc(bigger, sizeof *x);
  if (!x) {
    lia_pool_nomem(t->p);
    t->failed = 1;
    return 0;
  }
  for (uint32_t i = 0; i < n; i++) {
    uint32_t h = of(t, i);
    while (x[h & (bigger - 1)]) h++;
    x[h & (bigger - 1)] = i + 1;
  }
  lia_free(*table);
  *table = x;
  *size = bigger;
  return 1;
}

// ---- literals ----

// constant in time, all that is in e
static int is_fixed(const lia_terms *t, lia_expr e, int levels) {
  const lia_pool *p = t->p;
  if (!p->node[e].bits) return 1;
  if (!t->fix) return 0;
  if (lia_expr_op(p, e) == LIA_OP_sym) return lia_expr_symbol(p, e)->kind == LIA_SYM_parameter;
  // sums of constants under a root and the like; what is deeper counts as moving
  uint32_t n = lia_expr_n(p, e);
  if (levels == 0 || n > 64) return 0;
  for (uint32_t i = 0; i < n; i++) {
    lia_expr k = lia_expr_args(p, e)[i];
    if (!is_fixed(t, k, levels - 1)) return 0;
  }
  return 1;
}

uint32_t lia_terms_literal(lia_terms *t, lia_expr e) {
  if (!terms_grow(t, &t->known, &t->nknown, t->lits.n, hash_lit)) return 0;
  uint32_t h = terms_hash(1, &e);
  for (uint32_t i; (i = t->known[h & (t->nknown - 1)]); h++)
    if (LIA_LIT(t, i - 1).e == e) return i - 1;
  uint32_t i = lia_terms_more(t, &t->lits, sizeof(lia_lit));
  if (t->failed) return 0;
  LIA_LIT(t, i) = (lia_lit){ .e = e, .fixed = is_fixed(t, e, 4) };
  t->known[h & (t->nknown - 1)] = i + 1;
  return i;
}

uint32_t lia_terms_named(lia_terms *t, uint32_t poly, int fixed) {
  uint32_t i = lia_terms_more(t, &t->lits, sizeof(lia_lit));
  if (!t->failed) LIA_LIT(t, i) = (lia_lit){ .poly = poly, .fixed = fixed };
  return i;
}

// ---- monomials ----

static uint32_t sorted(lia_terms *t, uint32_t n, const uint32_t *lit) {
  if (!terms_grow(t, &t->table, &t->ntable, t->monos.n, hash_mono)) return 0;
  uint32_t h = terms_hash(n, lit);
  for (uint32_t i; (i = t->table[h & (t->ntable - 1)]); h++)
    if (LIA_MONO(t, i - 1).n == n &&
        (n == 0 || memcmp(LIA_LITS(t, i - 1), lit, n * sizeof *lit) == 0))
      return i - 1;
  for (uint32_t i = 1; i < n; i++)
    LIA_ASSERT(t->failed || (lit[i - 1] <= lit[i] && lit[i] < t->lits.n));
  lia_mono m = { .at = t->list.n, .n = n, .poly = UINT32_MAX };
  for (uint32_t i = 0; i < n; i++) {
    uint32_t at = lia_terms_more(t, &t->list, sizeof *lit);
    if (t->failed) return 0;
    ((uint32_t *)t->list.v)[at] = lit[i];
    m.moving += !LIA_LIT(t, lit[i]).fixed;
  }
  uint32_t i = lia_terms_more(t, &t->monos, sizeof m);
  if (t->failed) return 0;
  LIA_MONO(t, i) = m;
  t->table[h & (t->ntable - 1)] = i + 1;
  return i;
}

uint32_t lia_terms_product(lia_terms *t, uint32_t n, uint32_t *lit) {
  for (uint32_t i = 1; i < n; i++) {
    uint32_t x = lit[i], j = i;
    for (; j > 0 && lit[j - 1] > x; j--) lit[j] = lit[j - 1];
    lit[j] = x;
  }
  return sorted(t, n, lit);
}

// lists of at most this many literals; longer ones are cut: divisors stay divisors
enum { LONGEST = 256 };

uint32_t lia_terms_common(lia_terms *t, uint32_t a, uint32_t b, int moving) {
  uint32_t out[LONGEST], n = 0, i = 0, j = 0, na = LIA_MONO(t, a).n, nb = LIA_MONO(t, b).n;
  const uint32_t *x = LIA_LITS(t, a), *y = LIA_LITS(t, b);
  while (i < na && j < nb && n < LONGEST) {
    if (x[i] == y[j]) {
      if (!moving || !LIA_LIT(t, x[i]).fixed) out[n++] = x[i];
      i++;
      j++;
    } else if (x[i] < y[j]) i++;
    else j++;
  }
  return sorted(t, n, out);
}

uint32_t lia_terms_over(lia_terms *t, uint32_t a, uint32_t b) {
  uint32_t out[LONGEST], n = 0, j = 0, na = LIA_MONO(t, a).n, nb = LIA_MONO(t, b).n;
  const uint32_t *x = LIA_LITS(t, a), *y = LIA_LITS(t, b);
  for (uint32_t i = 0; i < na && n < LONGEST; i++) {
    if (j < nb && x[i] == y[j]) j++;
    else out[n++] = x[i];
  }
  LIA_ASSERT(j == nb || n == LONGEST);   // b divides a
  return sorted(t, n, out);
}

uint32_t lia_terms_times(lia_terms *t, uint32_t a, uint32_t b) {
  uint32_t out[LONGEST], n = 0, na = LIA_MONO(t, a).n, nb = LIA_MONO(t, b).n;
  for (uint32_t i = 0; i < na && n < LONGEST; i++) out[n++] = LIA_LITS(t, a)[i];
  for (uint32_t i = 0; i < nb && n < LONGEST; i++) out[n++] = LIA_LITS(t, b)[i];
  return lia_terms_product(t, n, out);
}

// ---- polynomials ----

uint32_t lia_terms_poly(lia_terms *t, uint32_t room) {
  uint32_t i = lia_terms_more(t, &t->polys, sizeof(lia_poly));
  if (t->failed) return 0;
  LIA_POLY(t, i) = (lia_poly){ .t = lia_arena_alloc(&t->arena, (room + 1) * sizeof(lia_term)),
      .room = room + 1 };
  if (!LIA_POLY(t, i).t) {
    LIA_POLY(t, i).room = 0;
    lia_pool_nomem(t->p);
    t->failed = 1;
  }
  return i;
}

// a polynomial is filled while it is the newest: then its monomials know of it
lia_term *lia_terms_find(const lia_terms *t, uint32_t poly, uint32_t m) {
  const lia_poly *x = &LIA_POLY(t, poly);
  const lia_mono *o = &LIA_MONO(t, m);
  if (poly + 1 == t->polys.n && o->poly != poly) return NULL;
  if (o->poly == poly && o->place < x->n && x->t[o->place].m == m) return &x->t[o->place];
  for (uint32_t i = 0; i < x->n; i++)
    if (x->t[i].m == m) return &x->t[i];
  return NULL;
}

void lia_terms_drop_at(lia_terms *t, uint32_t poly, uint32_t i) {
  LIA_ASSERT(poly < t->polys.n && i < LIA_POLY(t, poly).n);
  lia_poly *x = &LIA_POLY(t, poly);
  x->t[i] = x->t[--x->n];
  lia_mono *moved = &LIA_MONO(t, x->t[i].m);
  if (moved->poly == poly) moved->place = i;
}

void lia_terms_drop(lia_terms *t, uint32_t poly, uint32_t m) {
  const lia_term *e = lia_terms_find(t, poly, m);
  if (e) lia_terms_drop_at(t, poly, (uint32_t)(e - LIA_POLY(t, poly).t));
}

void lia_terms_add(lia_terms *t, uint32_t poly, uint32_t m, lia_ratio c) {
  LIA_ASSERT(t->failed || (poly < t->polys.n && m < t->monos.n));
  if (t->failed) return;
  lia_term *e = lia_terms_find(t, poly, m);
  if (e) {
    e->c = lia_ratio_add(e->c, c);
    if (lia_ratio_sign(e->c) == 0) lia_terms_drop(t, poly, m);
    return;
  }
  lia_poly *x = &LIA_POLY(t, poly);
  if (x->n == x->room) {
    lia_term *more = lia_arena_alloc(&t->arena, 2 * (size_t)x->room * sizeof *more);
    if (!more) {
      lia_pool_nomem(t->p);
      t->failed = 1;
      return;
    }
    memcpy(more, x->t, x->n * sizeof *more);
    x->t = more;
    x->room *= 2;
  }
  if (poly + 1 == t->polys.n) {
    LIA_MONO(t, m).poly = poly;
    LIA_MONO(t, m).place = x->n;
  }
  x->t[x->n++] = (lia_term){ .m = m, .c = c };
}

// the factors of a product, powers as that many factors
static uint32_t read_product(lia_terms *t, lia_expr e) {
  const lia_pool *p = t->p;
  uint32_t out[LONGEST], n = 0, count = lia_expr_op(p, e) == LIA_OP_mul ? lia_expr_n(p, e) : 1;
  for (uint32_t i = 0; i < count; i++) {
    lia_expr f = lia_expr_op(p, e) == LIA_OP_mul ? lia_expr_args(p, e)[i] : e, x,
        base = lia_sym_base(p, f, &x);
    int64_t k;
    int power = lia_sym_whole(p, x, &k) && k > 0 && k <= HIGHEST;
    if (!power) {
      k = 1;
      base = f;
    }
    // more than fits is one literal: it stays as it is
    if (n + (uint32_t)k > LONGEST - 8)
      return lia_terms_product(t, 1, (uint32_t[1]){ lia_terms_literal(t, e) });
    uint32_t lit = lia_terms_literal(t, base);
    while (k-- > 0) out[n++] = lit;
  }
  return lia_terms_product(t, n, out);
}

static void read_term(lia_terms *t, uint32_t poly, lia_expr e, lia_ratio by) {
  const lia_pool *p = t->p;
  lia_expr rest, num = lia_sym_split(p, e, &rest);
  lia_ratio c = lia_ratio_mul(by, lia_expr_num(p, num));
  if (lia_expr_op(p, rest) == LIA_OP_add) {   // a number times a sum
    for (uint32_t i = 0; i < lia_expr_n(p, rest); i++)
      read_term(t, poly, lia_expr_args(p, rest)[i], c);
    return;
  }
  if (lia_ratio_sign(c) != 0)
    lia_terms_add(t, poly, rest == LIA_ONE ? 0 : read_product(t, rest), c);
}

uint32_t lia_terms_read(lia_terms *t, lia_expr e) {
  uint32_t poly = lia_terms_poly(t, lia_expr_op(t->p, e) == LIA_OP_add ? lia_expr_n(t->p, e) : 4);
  if (!t->failed) read_term(t, poly, e, lia_ratio_make(1, 1));
  return poly;
}

int lia_terms_start(lia_terms *t, lia_pool *p, int fix) {
  *t = (lia_terms){ .p = p, .fix = fix };
  sorted(t, 0, NULL);
  return !t->failed;
}

void lia_terms_free(lia_terms *t) {
  lia_arena_free(&t->arena);
  lia_free(t->lits.v);
  lia_free(t->monos.v);
  lia_free(t->list.v);
  lia_free(t->polys.v);
  lia_free(t->table);
  lia_free(t->known);
}
