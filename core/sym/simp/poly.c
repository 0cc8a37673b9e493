/* poly.c - reading sums, merging constants, writing names out */
#include "sym/simp/poly.h"

#include "base/mem.h"
#include "sym/expr/build.h"
#include "sym/expr/walk.h"

#define NUM(n) lia_ratio_make((n), 1)

// ---- multiplied out ----

void lia_poly_read(lia_terms *t, uint32_t n, const lia_expr *e, uint32_t *poly) {
  for (uint32_t i = 0; i < n; i++) poly[i] = lia_terms_read(t, e[i]);
}

// ---- as it stands ----

enum { HIGHEST = 8 };   // powers up to it are that many factors

// a node as a number times a monomial, once it is asked for
typedef struct said { lia_ratio c; uint32_t m; uint8_t wanted; } said;

typedef struct reading { lia_terms *t; lia_walk *walk; said *s; } reading;

static said *said_of(const reading *r, lia_expr e) { return &r->s[r->walk->memo[e]]; }

static int whole_power(const lia_pool *p, lia_expr e, lia_expr *base, int64_t *k) {
  lia_expr x;
  *base = lia_sym_base(p, e, &x);
  return lia_sym_whole(p, x, k) && *k > 0 && *k <= HIGHEST;
}

static void want_parts(const reading *r, lia_expr e) {
  const lia_pool *p = r->t->p;
  lia_op op = lia_expr_op(p, e);
  lia_expr base;
  int64_t k;
  if (op == LIA_OP_pow && whole_power(p, e, &base, &k)) said_of(r, base)->wanted = 1;
  if (op != LIA_OP_add && op != LIA_OP_mul && op != LIA_OP_scale) return;
  for (uint32_t i = op == LIA_OP_scale; i < lia_expr_n(p, e); i++)
    said_of(r, lia_expr_args(p, e)[i])->wanted = 1;
}

static void times_said(lia_terms *t, said *x, const said *y) {
  x->c = lia_ratio_mul(x->c, y->c);
  x->m = lia_terms_times(t, x->m, y->m);
}

// a polynomial and its name; of one term that term, of none 0
static void say_sum(const reading *r, lia_expr e, said *x) {
  lia_terms *t = r->t;
  uint32_t n = lia_expr_n(t->p, e), poly = lia_terms_poly(t, n);
  for (uint32_t i = 0; i < n && !t->failed; i++) {
    const said *y = said_of(r, lia_expr_args(t->p, e)[i]);
    if (lia_ratio_sign(y->c) != 0) lia_terms_add(t, poly, y->m, y->c);
  }
  if (!t->failed) lia_poly_merge(t, poly);
  if (t->failed) return;
  lia_poly *sum = &LIA_POLY(t, poly);
  if (sum->n > 1) {
    uint32_t lit = lia_terms_named(t, poly, 0);
    x->m = lia_terms_product(t, 1, &lit);
    return;
  }
  x->c = sum->n ? sum->t[0].c : NUM(0);
  x->m = sum->n ? sum->t[0].m : 0;
  sum->n = 0;
}

static void say(const reading *r, lia_expr e, said *x) {
  lia_terms *t = r->t;
  lia_pool *p = t->p;
  lia_op op = lia_expr_op(p, e);
  lia_expr base;
  int64_t k;
  x->c = NUM(1);
  x->m = 0;
  if (op == LIA_OP_num) {
    x->c = lia_expr_num(p, e);
    return;
  }
  if (op == LIA_OP_scale) {
    x->c = lia_expr_num(p, lia_expr_args(p, e)[0]);
    times_said(t, x, said_of(r, lia_expr_args(p, e)[1]));
    return;
  }
  uint32_t lit = lia_terms_literal(t, e);
  if (t->failed) return;
  if (LIA_LIT(t, lit).fixed) x->m = lia_terms_product(t, 1, &lit);
  else if (op == LIA_OP_add) say_sum(r, e, x);
  else if (op == LIA_OP_mul)
    for (uint32_t i = 0; i < lia_expr_n(p, e); i++)
      times_said(t, x, said_of(r, lia_expr_args(p, e)[i]));
  else if (op == LIA_OP_pow && whole_power(p, e, &base, &k))
    while (k-- > 0) times_said(t, x, said_of(r, base));
  else x->m = lia_terms_product(t, 1, &lit);
}

static void say_all(const reading *r, uint32_t n, const lia_expr *e, uint32_t *poly) {
  lia_terms *t = r->t;
  for (uint32_t i = 0; i < r->walk->n; i++) r->walk->memo[r->walk->list[i]] = i;
  for (uint32_t i = 0; i < n; i++) {
    poly[i] = lia_terms_poly(t, 2);
    said_of(r, e[i])->wanted = 1;
  }
  for (uint32_t i = r->walk->n; i-- > 0;)
    if (r->s[i].wanted) want_parts(r, r->walk->list[i]);
  for (uint32_t i = 0; i < r->walk->n && !t->failed; i++)
    if (r->s[i].wanted) say(r, r->walk->list[i], &r->s[i]);
  for (uint32_t i = 0; i < n && !t->failed; i++) {
    const said *x = said_of(r, e[i]);
    if (lia_ratio_sign(x->c) != 0) lia_terms_add(t, poly[i], x->m, x->c);
  }
}

void lia_poly_read_sums(lia_terms *t, uint32_t n, const lia_expr *e, uint32_t *poly) {
  reading r = { t, lia_walk_open(t->p, n, e, 0), NULL };
  r.s = r.walk ? lia_calloc((size_t)r.walk->n + 1, sizeof *r.s) : NULL;
  if (r.s) say_all(&r, n, e, poly);
  else {
    t->failed = 1;
    (void)lia_pool_nomem(t->p);
  }
  lia_walk_close(t->p, r.walk);
  lia_free(r.s);
}

// ---- constants ----

// what a monomial is made of: fixed or moving literals
static uint32_t only(lia_terms *t, uint32_t m, int fixed) {
  uint32_t out[256], n = 0;
  for (uint32_t i = 0; i < LIA_MONO(t, m).n && n < 256; i++)
    if (LIA_LIT(t, LIA_LITS(t, m)[i]).fixed == fixed) out[n++] = LIA_LITS(t, m)[i];
  return lia_terms_product(t, n, out);
}

static lia_expr constant_of(lia_terms *t, uint32_t m) {
  lia_expr e = LIA_ONE;
  for (uint32_t i = 0; i < LIA_MONO(t, m).n; i++)
    e = lia_sym_mul(t->p, e, LIA_LIT(t, LIA_LITS(t, m)[i]).e);
  return e;
}

// k1 x + k2 x = (k1 + k2) x with k1 + k2 one constant
void lia_poly_merge(lia_terms *t, uint32_t poly) {
  for (uint32_t i = 0; i < LIA_POLY(t, poly).n && !t->failed; i++) {
    lia_term x = LIA_POLY(t, poly).t[i];
    uint32_t moves = only(t, x.m, 0), n = 0;
    lia_expr sum = constant_of(t, only(t, x.m, 1));
    for (uint32_t j = i + 1; j < LIA_POLY(t, poly).n && !t->failed;) {
      lia_term y = LIA_POLY(t, poly).t[j];
      if (only(t, y.m, 0) != moves) {
        j++;
        continue;
      }
      lia_expr k = lia_sym_scale(t->p, lia_sym_ratio(t->p, lia_ratio_mul(y.c, lia_ratio_inv(x.c))),
          constant_of(t, only(t, y.m, 1)));
      sum = lia_sym_add(t->p, sum, k);
      lia_terms_drop_at(t, poly, j);
      n++;
    }
    if (!n || !sum) continue;
    lia_expr rest, num = lia_sym_split(t->p, sum, &rest);
    lia_ratio c = lia_ratio_mul(x.c, lia_expr_num(t->p, num));
    lia_terms_drop(t, poly, x.m);
    uint32_t lit = lia_terms_literal(t, rest);
    if (rest == LIA_ONE) lia_terms_add(t, poly, moves, c);
    else if (lia_ratio_sign(c) != 0)
      lia_terms_add(t, poly, lia_terms_times(t, moves, lia_terms_product(t, 1, &lit)), c);
    i = UINT32_MAX;   // from the start: terms have moved
  }
}

// ---- the way back ----

static lia_expr poly_image(lia_terms *t, uint32_t poly, lia_expr *made);

// fixed factors are one factor of their own
static lia_expr poly_product(lia_terms *t, uint32_t m, lia_expr *made) {
  lia_expr f[258], fixed[258] = { LIA_ONE };
  uint32_t n = 1, nf = 0;
  for (uint32_t i = 0; i < LIA_MONO(t, m).n && n < 258; i++) {
    lia_lit l = LIA_LIT(t, LIA_LITS(t, m)[i]);
    lia_expr e = l.e ? l.e : poly_image(t, l.poly, made);
    if (l.fixed) fixed[nf++] = e;
    else f[n++] = e;
  }
  f[0] = lia_sym_product(t->p, nf, fixed);
  return nf ? lia_sym_product(t->p, n, f) : lia_sym_product(t->p, n - 1, f + 1);
}

// depth: at most so many names within names as there are names, and these are few
static lia_expr poly_image(lia_terms *t, uint32_t poly, lia_expr *made) {
  if (made[poly]) return made[poly];
  uint32_t n = LIA_POLY(t, poly).n;
  lia_expr *v = lia_malloc((n + 1) * sizeof *v);
  if (!v) return lia_pool_nomem(t->p);
  for (uint32_t i = 0; i < n; i++) {
    lia_term x = LIA_POLY(t, poly).t[i];
    v[i] = lia_sym_scale(t->p, lia_sym_ratio(t->p, x.c), poly_product(t, x.m, made));
  }
  made[poly] = n ? lia_sym_sum(t->p, n, v) : LIA_ZERO;
  lia_free(v);
  return made[poly];
}

int lia_poly_build(lia_terms *t, uint32_t n, const uint32_t *poly, const lia_ratio *by,
    lia_expr *out) {
  lia_pool *p = t->p;
  int nested = p->nested, ok = 1;
  lia_expr *made = lia_calloc((size_t)t->polys.n + 1, sizeof *made);
  if (!made) {
    lia_pool_nomem(p);
    return 0;
  }
  p->nested = 1;
  for (uint32_t i = 0; ok && i < n; i++) {
    out[i] = poly[i] == UINT32_MAX ? LIA_ZERO
        : lia_sym_scale(p, lia_sym_ratio(p, by[i]), poly_image(t, poly[i], made));
    ok = out[i] != 0;
  }
  p->nested = nested;
  lia_free(made);
  return ok;
}

