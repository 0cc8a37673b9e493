/* build.c - sums, products and powers in normal form */
#include "sym/expr/build.h"

#include "base/mem.h"
#include "sym/expr/ball.h"
#include "sym/expr/print.h"
#include "sym/expr/surd.h"

#include <math.h>
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

// sums of numbers and products of numbers, the common small ones without arithmetic
static lia_expr num_add(lia_pool *p, lia_expr a, lia_expr b) {
  return lia_sym_ratio(p, lia_ratio_add(lia_expr_num(p, a), lia_expr_num(p, b)));
}

static lia_expr num_mul(lia_pool *p, lia_expr a, lia_expr b) {
  if (a == LIA_ONE) return b;
  if (b == LIA_ONE) return a;
  return lia_sym_ratio(p, lia_ratio_mul(lia_expr_num(p, a), lia_expr_num(p, b)));
}

static lia_expr num_neg(lia_pool *p, lia_expr a) {
  if (a == LIA_ONE) return LIA_MINUS;
  if (a == LIA_MINUS) return LIA_ONE;
  return lia_pool_num(p, lia_ratio_neg(lia_expr_num(p, a)));
}

static int negative(const lia_pool *p, lia_expr num) {
  if (num == LIA_ONE) return 0;
  return num == LIA_MINUS || lia_ratio_sign(lia_expr_num(p, num)) < 0;
}

static int build_unit(lia_expr num) { return num == LIA_ONE || num == LIA_MINUS; }

// ---- lists of terms (rest, number) and of factors (base, exponent), kept sorted by key

typedef struct pair { lia_expr key, val; } pair;

typedef struct pairs {
  lia_pool *p;
  pair *v;
  size_t n, room;
  int nomem;
  pair local[32];
} pairs;

static void build_start(pairs *t, lia_pool *p) {
  t->p = p;
  t->v = t->local;
  t->n = 0;
  t->room = sizeof t->local / sizeof *t->local;
  t->nomem = 0;
}

static void build_finish(pairs *t) {
  if (t->v != t->local) lia_free(t->v);
}

static int build_reserve(pairs *t, size_t n) {
  if (n <= t->room) return 1;
  pair *v = lia_malloc(2 * n * sizeof *v);
  if (!v) {
    t->nomem = 1;
    return 0;
  }
  memcpy(v, t->v, t->n * sizeof *v);
  build_finish(t);
  t->v = v;
  t->room = 2 * n;
  return 1;
}

static inline void build_put(pairs *t, lia_expr key, lia_expr val) {
  if (t->n == t->room && !build_reserve(t, t->n + 1)) return;
  t->v[t->n++] = (pair){ key, val };
}

static void insertion_sort(pair *v, size_t n) {
  for (size_t i = 1; i < n; i++) {
    pair x = v[i];
    size_t j = i;
    for (; j > 0 && v[j - 1].key > x.key; j--) v[j] = v[j - 1];
    v[j] = x;
  }
}

static size_t run_end(const pair *v, size_t i, size_t n) {
  for (i++; i < n && v[i - 1].key <= v[i].key; i++) { }
  return i;
}

static void merge(pair *to, const pair *a, const pair *a_end, const pair *b_end) {
  const pair *b = a_end;
  while (a < a_end || b < b_end)
    *to++ = b == b_end || (a < a_end && a->key <= b->key) ? *a++ : *b++;
}

// natural merge sort: terms of sums that are flattened arrive as sorted runs
static void build_sort(pairs *t) {
  if (t->n <= 12) {
    insertion_sort(t->v, t->n);
    return;
  }
  while (!t->nomem && run_end(t->v, 0, t->n) < t->n) {
    if (!build_reserve(t, 2 * t->n)) return;
    pair *from = t->v, *to = from + t->n;
    size_t i = 0, k = 0, runs = 0;
    for (; i < t->n; i = k, runs++) {
      size_t j = run_end(from, i, t->n);
      k = j < t->n ? run_end(from, j, t->n) : j;
      merge(to + i, from + i, from + j, from + k);
    }
    memcpy(from, to, t->n * sizeof *from);
  }
}

// ---- sums

// one term per rest: factors of equal rests add up, what vanishes leaves
static void collect_terms(pairs *t) {
  build_sort(t);
  size_t m = 0;
  for (size_t i = 0; i < t->n && !t->nomem; ) {
    pair x = t->v[i++];
    for (; i < t->n && t->v[i].key == x.key; i++) {
      x.val = num_add(t->p, x.val, t->v[i].val);
      if (!x.val) { t->nomem = 1; return; }
    }
    if (x.val != LIA_ZERO) t->v[m++] = x;
  }
  t->n = m;
}

static void put_term(pairs *t, lia_expr e, lia_expr factor) {
  lia_expr rest, num = lia_sym_split(t->p, e, &rest);
  num = num_mul(t->p, num, factor);
  if (!num) t->nomem = 1;
  build_put(t, rest, num);
}

// a sum of n terms among `total`: copying it must not cost more than a fixed number of terms for
// each one added
static int flattens(const lia_pool *p, size_t n, size_t total) {
  return !p->nested && (n <= LIA_FLAT_MOST || 4 * (total - n) >= n);
}

static size_t total_terms(const pairs *t) {
  size_t total = 0;
  for (size_t i = 0; i < t->n; i++)
    total += lia_expr_op(t->p, t->v[i].key) == LIA_OP_add ? lia_expr_n(t->p, t->v[i].key) : 1;
  return total;
}

static int opens(lia_pool *p, pair x, size_t total) {
  if (lia_expr_op(p, x.key) != LIA_OP_add) return 0;
  return build_unit(x.val) ? flattens(p, lia_expr_n(p, x.key), total)
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
static int flatten_terms(pairs *t) {
  lia_pool *p = t->p;
  size_t total = total_terms(t), m = t->n, kept = 0;
  if (total == m || !build_reserve(t, m + total)) return 0;
  int first = 0, left = 0;
  for (size_t i = 0; i < m; i++) first |= opens(p, t->v[i], total) && holds_sum(p, t->v[i].key);
  for (size_t i = 0; i < m; i++) {
    pair x = t->v[i];
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

static lia_expr raw_scale(lia_pool *p, lia_expr num, lia_expr e) {
  if (!num || !e) return 0;
  if (num == LIA_ONE) return e;
  return lia_pool_node(p, LIA_OP_scale, 2, (lia_expr[2]){ num, e });
}

// the first rest gets a positive factor: a - b and b - a share a node
static lia_expr make_add(pairs *t) {
  lia_pool *p = t->p;
  int flip = negative(p, t->v[t->v[0].key == LIA_ONE].val);
  lia_expr local[32], *k = t->n <= 32 ? local : lia_malloc(t->n * sizeof *k), e = 0;
  if (!k) return lia_pool_nomem(p);
  size_t i = 0;
  for (; i < t->n; i++) {
    lia_expr num = flip ? num_neg(p, t->v[i].val) : t->v[i].val;
    k[i] = t->v[i].key == LIA_ONE ? num : raw_scale(p, num, t->v[i].key);
    if (!k[i]) break;
  }
  if (i == t->n) e = lia_pool_node(p, LIA_OP_add, (uint32_t)t->n, k);
  if (k != local) lia_free(k);
  return e && flip ? raw_scale(p, LIA_MINUS, e) : e;
}

static lia_expr build_sum_of(pairs *t) {
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
  pairs t;
  build_start(&t, p);
  size_t i = 0;
  for (; i < n && term[i]; i++) put_term(&t, term[i], LIA_ONE);
  lia_expr e = i == n ? build_sum_of(&t) : 0;
  build_finish(&t);
  return e;
}

// two terms that are no sums need no list
static lia_expr add_two(lia_pool *p, pair a, pair b) {
  if (a.key > b.key) { pair x = a; a = b; b = x; }
  int flip = negative(p, a.key == LIA_ONE ? b.val : a.val);
  if (flip) { a.val = num_neg(p, a.val); b.val = num_neg(p, b.val); }
  lia_expr k[2] = { a.key == LIA_ONE ? a.val : raw_scale(p, a.val, a.key),
      raw_scale(p, b.val, b.key) };
  if (!k[0] || !k[1]) return 0;
  lia_expr e = lia_pool_node(p, LIA_OP_add, 2, k);
  return e && flip ? raw_scale(p, LIA_MINUS, e) : e;
}

lia_expr lia_sym_add(lia_pool *p, lia_expr a, lia_expr b) {
  if (!a || !b) return 0;
  if (a == LIA_ZERO) return b;
  if (b == LIA_ZERO) return a;
  pair x, y;
  x.val = lia_sym_split(p, a, &x.key);
  y.val = lia_sym_split(p, b, &y.key);
  if (x.key == y.key) {
    lia_expr num = num_add(p, x.val, y.val);
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
  if (i == n) return raw_scale(p, num, e);
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
  if (d->op == LIA_OP_num) return num_mul(p, num, a);
  if (d->op == LIA_OP_scale) {
    lia_expr rest = d->k[1];
    return lia_sym_scale(p, num_mul(p, num, d->k[0]), rest);
  }
  if (d->op == LIA_OP_add && num != LIA_MINUS && lia_sym_inside(p, num, a)) {
    pairs t;
    build_start(&t, p);
    for (uint32_t i = 0; i < lia_expr_n(p, a); i++) put_term(&t, lia_expr_args(p, a)[i], num);
    lia_expr e = t.nomem ? lia_pool_nomem(p) : make_add(&t);
    build_finish(&t);
    return e;
  }
  if (d->op == LIA_OP_mul && num != LIA_MINUS) return scale_product(p, num, a);
  return raw_scale(p, num, a);
}

lia_expr lia_sym_neg(lia_pool *p, lia_expr a) { return lia_sym_scale(p, LIA_MINUS, a); }

// ---- products

// bases whose powers may turn into something else when exponents meet: 2^(1/2) 2^(1/2) is the
// number 2
static int plain_base(const lia_pool *p, lia_expr base) {
  switch (lia_expr_op(p, base)) {
    case LIA_OP_num: case LIA_OP_scale: case LIA_OP_mul: case LIA_OP_pow: case LIA_OP_abs: case LIA_OP_exp: return 0;
    default: return 1;
  }
}

typedef struct factors {
  pairs t;
  lia_expr num;      // the number in front
  lia_expr exponent; // of e^..., 0 where there is none
  size_t nexp;
} factors;

static void put_factor(factors *f, lia_expr e) {
  lia_pool *p = f->t.p;
  lia_expr rest, exponent, num = lia_sym_split(p, e, &rest);
  f->num = num_mul(p, f->num, num);
  if (!f->num) { f->t.nomem = 1; f->num = LIA_ONE; }
  if (rest == LIA_ONE) return;
  if (lia_expr_op(p, rest) == LIA_OP_mul &&
      flattens(p, lia_expr_n(p, rest), lia_expr_n(p, rest) + f->t.n)) {
    for (uint32_t i = 0; i < lia_expr_n(p, rest); i++) put_factor(f, lia_expr_args(p, rest)[i]);
    return;
  }
  if (lia_expr_op(p, rest) == LIA_OP_exp) {
    lia_expr x = lia_expr_args(p, rest)[0];
    f->exponent = f->nexp++ ? lia_sym_add(p, f->exponent, x) : x;
    if (!f->exponent) f->t.nomem = 1;
    return;
  }
  lia_expr base = lia_sym_base(p, rest, &exponent);
  build_put(&f->t, base, exponent);
}

// one factor per base: exponents of equal bases add up; returns 1 where a power became something
// else and went back in
static int collect_factors(factors *f) {
  pairs *t = &f->t;
  lia_pool *p = t->p;
  build_sort(t);
  size_t m = 0, n = t->n;
  int again = 0;
  for (size_t i = 0; i < n && !t->nomem; ) {
    pair x = t->v[i++];
    size_t first = i;
    for (; i < n && t->v[i].key == x.key && !t->nomem; i++) {
      x.val = lia_sym_add(p, x.val, t->v[i].val);
      t->nomem = !x.val;
    }
    if (x.val == LIA_ZERO || t->nomem) continue;
    if (i == first || plain_base(p, x.key)) {
      t->v[m++] = x;
      continue;
    }
    lia_expr e = lia_sym_pow(p, x.key, x.val);
    if (e) put_factor(f, e);
    else t->nomem = 1;
    again = 1;
  }
  memmove(t->v + m, t->v + n, (t->n - n) * sizeof *t->v);
  t->n -= n - m;
  return again && !t->nomem;
}

// a root of a whole number
static int build_is_root(const lia_pool *p, pair x) {
  if (!lia_expr_is_num(p, x.key) || !lia_expr_is_num(p, x.val)) return 0;
  lia_ratio e = lia_expr_num(p, x.val);
  return e.d > 1 && e.n > 0 && e.n < e.d && lia_ratio_whole(lia_expr_num(p, x.key));
}

// sqrt(n) sqrt(m) = sqrt(n m), squares taken out: roots of numbers of one order are one; 1 where
// two were made one
static int join_roots(factors *f) {
  pairs *t = &f->t;
  lia_pool *p = t->p;
  for (size_t i = 1; i < t->n; i++)
    for (size_t j = 0; j < i && build_is_root(p, t->v[i]); j++) {
      if (!build_is_root(p, t->v[j])) continue;
      lia_expr e = lia_surd_join(p, t->v[j].key, t->v[j].val, t->v[i].key, t->v[i].val);
      if (e == UINT32_MAX) continue;
      memmove(t->v + i, t->v + i + 1, (t->n - i - 1) * sizeof *t->v);
      memmove(t->v + j, t->v + j + 1, (t->n - j - 2) * sizeof *t->v);
      t->n -= 2;
      if (e) put_factor(f, e);
      else t->nomem = 1;
      return 1;
    }
  return 0;
}

static lia_expr raw_pow(lia_pool *p, lia_expr base, lia_expr exponent) {
  if (!base || !exponent) return 0;
  if (exponent == LIA_ONE) return base;
  return lia_pool_node(p, LIA_OP_pow, 2, (lia_expr[2]){ base, exponent });
}

static lia_expr make_mul(pairs *t) {
  lia_pool *p = t->p;
  if (t->n == 0) return LIA_ONE;
  if (t->n == 1) return raw_pow(p, t->v[0].key, t->v[0].val);
  lia_expr local[32], *k = t->n <= 32 ? local : lia_malloc(t->n * sizeof *k), e = 0;
  if (!k) return lia_pool_nomem(p);
  size_t i = 0;
  while (i < t->n && (k[i] = raw_pow(p, t->v[i].key, t->v[i].val))) i++;
  if (i == t->n) e = lia_pool_node(p, LIA_OP_mul, (uint32_t)t->n, k);
  if (k != local) lia_free(k);
  return e;
}

static lia_expr product_of(factors *f) {
  lia_pool *p = f->t.p;
  if (f->num == LIA_ZERO) return LIA_ZERO;
  do {
    // e^a e^b = e^(a + b)
    while (f->nexp && !f->t.nomem) {
      lia_expr e = lia_sym_exp(p, f->exponent);
      f->nexp = 0;
      if (!e) return 0;
      if (lia_expr_op(p, e) == LIA_OP_exp) build_put(&f->t, e, LIA_ONE);
      else put_factor(f, e);
    }
  } while (!f->t.nomem && (collect_factors(f) || f->nexp || join_roots(f)));
  if (f->t.nomem) return lia_pool_nomem(p);
  return lia_sym_scale(p, f->num, make_mul(&f->t));
}

lia_expr lia_sym_product(lia_pool *p, size_t n, const lia_expr *factor) {
  factors f = { .num = LIA_ONE };
  build_start(&f.t, p);
  size_t i = 0;
  for (; i < n && factor[i]; i++) put_factor(&f, factor[i]);
  lia_expr e = i == n ? product_of(&f) : 0;
  build_finish(&f.t);
  return e;
}

static const lia_expr NO = UINT32_MAX;

// two factors that need no list; NO where they do
static lia_expr mul_two(lia_pool *p, lia_expr a, lia_expr b) {
  lia_expr ea, eb, x = lia_sym_base(p, a, &ea), y = lia_sym_base(p, b, &eb);
  int op = lia_expr_op(p, x), oq = lia_expr_op(p, y);
  if (x == y || op == LIA_OP_exp || oq == LIA_OP_exp || (op == LIA_OP_num && oq == LIA_OP_num))
    return NO;
  if (!p->nested && ((op == LIA_OP_mul && x == a) || (oq == LIA_OP_mul && y == b))) return NO;
  return lia_pool_node(p, LIA_OP_mul, 2, x < y ? (lia_expr[2]){ a, b } : (lia_expr[2]){ b, a });
}

lia_expr lia_sym_mul(lia_pool *p, lia_expr a, lia_expr b) {
  if (!a || !b) return 0;
  if (a == LIA_ONE) return b;
  if (b == LIA_ONE) return a;
  if (a == LIA_ZERO || b == LIA_ZERO) return LIA_ZERO;
  lia_expr x, y, num = num_mul(p, lia_sym_split(p, a, &x), lia_sym_split(p, b, &y));
  if (!num) return 0;
  if (x == LIA_ONE || y == LIA_ONE) return lia_sym_scale(p, num, x == LIA_ONE ? y : x);
  if (x == y && plain_base(p, x)) return raw_scale(p, num, raw_pow(p, x, LIA_TWO));
  lia_expr e = mul_two(p, x, y);
  return lia_sym_scale(p, num, e != NO ? e : lia_sym_product(p, 2, (lia_expr[2]){ x, y }));
}

lia_expr lia_sym_div(lia_pool *p, lia_expr a, lia_expr b) {
  if (!a || !b) return 0;
  if (b == LIA_ZERO) {
    char text[120];
    lia_print_short(p, a, text, sizeof text);
    return lia_pool_fail(p, LIA_EDOMAIN, "division by zero: (%s)/0", text);
  }
  return lia_sym_mul(p, a, lia_sym_inv(p, b));
}

// ---- powers

static lia_expr no_value(lia_pool *p, lia_expr base, lia_expr exponent) {
  char b[80], e[80];
  lia_print_short(p, base, b, sizeof b);
  lia_print_short(p, exponent, e, sizeof e);
  if (base == LIA_ZERO) return lia_pool_fail(p, LIA_EDOMAIN, "division by zero: 0^(%s)", e);
  if (exponent == LIA_HALF) return lia_pool_fail(p, LIA_EDOMAIN, "sqrt(%s) has no real value", b);
  return lia_pool_fail(p, LIA_EDOMAIN, "(%s)^(%s) has no real value", b, e);
}

// number ^ number: what is no number stays a root, times a number
static lia_expr num_pow(lia_pool *p, lia_expr base, lia_expr exponent) {
  lia_ratio b = lia_expr_num(p, base), e = lia_expr_num(p, exponent);
  if (lia_ratio_sign(b) < 0 && !lia_ratio_whole(e)) return no_value(p, base, exponent);
  return lia_surd_pow(p, b, e);
}

static lia_expr mul_pow(lia_pool *p, lia_expr base, lia_expr exponent) {
  factors f = { .num = LIA_ONE };
  build_start(&f.t, p);
  for (uint32_t i = 0; i < lia_expr_n(p, base) && !f.t.nomem; i++) {
    lia_expr e = lia_sym_pow(p, lia_expr_args(p, base)[i], exponent);
    if (e) put_factor(&f, e);
    else f.t.nomem = 1;
  }
  lia_expr e = product_of(&f);
  build_finish(&f.t);
  return e;
}

static int is_even(const lia_pool *p, lia_expr a) {
  if (!lia_expr_is_num(p, a)) return 0;
  lia_ratio r = lia_expr_num(p, a);
  return lia_ratio_whole(r) && !lia_ratio_odd(r);
}

// (b^a)^e = b^(a e); for even a and broken e the root of a square is an absolute value: sqrt(x^2) =
// |x|
static lia_expr pow_pow(lia_pool *p, lia_expr base, lia_expr exponent, int whole) {
  lia_expr b = lia_expr_args(p, base)[0], a = lia_expr_args(p, base)[1];
  if (!lia_expr_is_num(p, a) || !lia_expr_is_num(p, exponent))
    return whole ? lia_sym_pow(p, b, lia_sym_mul(p, a, exponent)) : 0;
  lia_expr e = num_mul(p, a, exponent);
  if (!whole && is_even(p, a) && e && !is_even(p, e)) b = lia_sym_abs(p, b);
  return b && e ? lia_sym_pow(p, b, e) : 0;
}

// (c r)^e = |c|^e (sign(c) r)^e, all of c where e is whole
static lia_expr scale_pow(lia_pool *p, lia_expr base, lia_expr exponent, int whole) {
  lia_expr num = lia_expr_args(p, base)[0], rest = lia_expr_args(p, base)[1];
  if (!whole && negative(p, num)) {
    if (num == LIA_MINUS) return raw_pow(p, base, exponent);
    num = num_neg(p, num);
    rest = raw_scale(p, LIA_MINUS, rest);
  }
  return lia_sym_mul(p, lia_sym_pow(p, num, exponent), lia_sym_pow(p, rest, exponent));
}

// a broken power of a constant that is negative for sure
static int no_root(lia_pool *p, lia_expr base, lia_expr exponent) {
  if (p->node[base].bits || lia_expr_is_num(p, base) || !lia_expr_is_num(p, exponent)) return 0;
  return !lia_ratio_whole(lia_expr_num(p, exponent)) && lia_ball_sign_of(p, base) < 0;
}

lia_expr lia_sym_pow(lia_pool *p, lia_expr base, lia_expr exponent) {
  if (!base || !exponent) return 0;
  if (exponent == LIA_ONE) return base;
  if (exponent == LIA_ZERO || base == LIA_ONE) return LIA_ONE;
  int number = lia_expr_is_num(p, exponent);
  if (base == LIA_ZERO && number)
    return lia_ratio_sign(lia_expr_num(p, exponent)) > 0 ? LIA_ZERO : no_value(p, base, exponent);
  if (no_root(p, base, exponent)) return no_value(p, base, exponent);

  int whole = number && lia_ratio_whole(lia_expr_num(p, exponent));
  switch (lia_expr_op(p, base)) {
    case LIA_OP_num: return number ? num_pow(p, base, exponent) : raw_pow(p, base, exponent);
    case LIA_OP_scale: return number ? scale_pow(p, base, exponent, whole)
        : raw_pow(p, base, exponent);
    case LIA_OP_mul: return whole && !p->nested ? mul_pow(p, base, exponent)
        : raw_pow(p, base, exponent);
    case LIA_OP_pow: {
      lia_expr inner = lia_expr_args(p, base)[1];
      return whole || (number && lia_expr_is_num(p, inner)) ? pow_pow(p, base, exponent, whole)
          : raw_pow(p, base, exponent);
    }
    case LIA_OP_abs: return is_even(p, exponent)
        ? lia_sym_pow(p, lia_expr_args(p, base)[0], exponent) : raw_pow(p, base, exponent);
    case LIA_OP_exp: return lia_sym_exp(p, lia_sym_mul(p, lia_expr_args(p, base)[0], exponent));
    default: return raw_pow(p, base, exponent);
  }
}

lia_expr lia_sym_powi(lia_pool *p, lia_expr a, int64_t n) {
  return lia_sym_pow(p, a, lia_sym_int(p, n));
}
lia_expr lia_sym_inv(lia_pool *p, lia_expr a) { return lia_sym_pow(p, a, LIA_MINUS); }
lia_expr lia_sym_rsqrt(lia_pool *p, lia_expr a) { return lia_sym_pow(p, a, lia_sym_rat(p, -1, 2)); }

void lia_sym_measured_turn(lia_pool *p, lia_expr angle, lia_expr *cosine, lia_expr *sine) {
  const int measured = angle != LIA_ZERO && lia_expr_is_num(p, angle);
  const double x = measured ? lia_ratio_double(lia_expr_num(p, angle)) : 0;
  *cosine = measured ? lia_sym_num(p, cos(x)) : lia_sym_cos(p, angle);
  *sine = measured ? lia_sym_num(p, sin(x)) : lia_sym_sin(p, angle);
}
