/* expand.c - sums times sums, term by term, equal terms met by sorting */
#include "sym/simp/expand.h"

#include "base/assert.h"
#include "base/mem.h"
#include "sym/expr/build.h"
#include "sym/expr/walk.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const lia_expr TOO_MANY = UINT32_MAX;

typedef struct term { lia_expr rest; lia_ratio c; } term;

typedef struct terms { term *v; size_t n, room; } terms;

typedef struct work {
  lia_pool *p;
  lia_walk *w;
  const lia_expand_opts *o;
  terms a, b;           // a product so far, and its next version
  lia_expr *list;
  size_t listroom;
  size_t made;          // terms multiplied so far
  lia_toomuch many;     // more than allowed
  double bits, expected; // of the numbers so far; terms of the power at hand
} work;

static int expand_reserve(work *k, terms *t, size_t n) {
  if (n <= t->room) return 1;
  term *v = lia_realloc(t->v, 2 * n * sizeof *v);
  if (!v) {
    lia_pool_nomem(k->p);
    return 0;
  }
  t->v = v;
  t->room = 2 * n;
  return 1;
}

// coefficients are the terms' own (ratio.h): what leaves a list is released
static void clear(terms *t) {
  for (size_t i = 0; i < t->n; i++) lia_ratio_release(t->v[i].c);
  t->n = 0;
}

static void expand_drop(terms *t) {
  clear(t);
  lia_free(t->v);
  *t = (terms){ 0 };
}

static lia_ratio expand_times(lia_ratio a, lia_ratio b) {
  lia_ratio r = lia_ratio_loose_mul(a, b);
  lia_ratio_release(a);
  return r;
}

// + c e; c goes with it
static int expand_put(work *k, terms *t, lia_expr e, lia_ratio c) {
  if (!e || !expand_reserve(k, t, t->n + 1)) {
    lia_ratio_release(c);
    return 0;
  }
  lia_expr rest, num = lia_sym_split(k->p, e, &rest);
  t->v[t->n++] = (term){ rest, num == LIA_ONE ? c : expand_times(c, lia_expr_num(k->p, num)) };
  return 1;
}

static lia_expr expand_image(const work *k, lia_expr e) {
  return lia_walk_reached(k->w, e) ? k->w->memo[e] : e;
}

// a sum that is to be opened: one of the x is below it
static int opens(const work *k, lia_expr e) {
  if (lia_expr_op(k->p, e) != LIA_OP_add) return 0;
  if (!k->o->n) return 1;
  for (uint32_t i = 0; i < k->o->n; i++)
    if (k->p->node[e].bits & k->p->node[k->o->x[i]].bits) return 1;
  return 0;
}

static int expand_put_all(work *k, terms *t, lia_expr e, lia_ratio c) {
  lia_expr rest, num = lia_sym_split(k->p, e, &rest);
  if (lia_expr_op(k->p, rest) != LIA_OP_add ||
      !(num == LIA_ONE || num == LIA_MINUS || opens(k, rest)))
    return expand_put(k, t, e, c);
  // settled numbers here: they are used again and again
  c = lia_ratio_mul(c, lia_expr_num(k->p, num));
  for (uint32_t i = 0; i < lia_expr_n(k->p, rest); i++)
    if (!expand_put_all(k, t, lia_expr_args(k->p, rest)[i], c)) return 0;
  return 1;
}

static int by_rest(const void *a, const void *b) {
  const term *x = a, *y = b;
  return (x->rest > y->rest) - (x->rest < y->rest);
}

static int too_much(work *k, lia_toomuch what) {
  k->many = what;
  return 0;
}

// equal terms made one; 0 where too many are left, or their numbers too long
static int expand_collect(work *k, terms *t) {
  size_t m = 0;
  double bits = 0;
  if (lia_pool_stopped(k->p, (uint32_t)t->n)) return 0;
  if (t->n > 1) qsort(t->v, t->n, sizeof *t->v, by_rest);
  for (size_t i = 0; i < t->n; ) {
    term x = t->v[i++];
    for (; i < t->n && t->v[i].rest == x.rest; i++) {
      lia_ratio sum = lia_ratio_loose_add(x.c, t->v[i].c);
      lia_ratio_release(x.c);
      lia_ratio_release(t->v[i].c);
      x.c = sum;
    }
    if (!lia_ratio_sign(x.c)) continue;
    t->v[m++] = x;
    if (x.c.d < 0) bits += (double)lia_ratio_bits(x.c);
  }
  t->n = m;
  if (m > k->o->most) return too_much(k, LIA_TOO_MANY_TERMS);
  return bits * 0.30103 <= LIA_EXPAND_DIGITS ? 1 : too_much(k, LIA_TOO_MANY_DIGITS);
}

// the sum itself; the terms are gone
static lia_expr expand_sum_of(work *k, terms *t) {
  for (size_t i = 1; i < t->n; i++) LIA_ASSERT(t->v[i - 1].rest < t->v[i].rest);
  lia_pool *p = k->p;
  if (t->n > k->listroom) {
    lia_expr *list = lia_realloc(k->list, 2 * t->n * sizeof *list);
    if (!list) return lia_pool_nomem(p);
    k->list = list;
    k->listroom = 2 * t->n;
  }
  size_t n = t->n;
  for (size_t i = 0; i < n; i++)
    k->list[i] = lia_sym_scale(p, lia_sym_ratio(p, lia_ratio_settle(t->v[i].c)), t->v[i].rest);
  t->n = 0;
  return lia_sym_sum(p, n, k->list);
}

// what a factor opens into: a sum to a whole power; with squares also cos^n, n > 1, and roots of
// sums above 1
typedef enum kind { PLAIN, SUM, COSINE, ROOT } kind;

static kind expand_kind_of(const work *k, lia_expr f, int64_t *n) {
  const lia_pool *p = k->p;
  lia_expr e, base = lia_sym_base(p, f, &e);
  *n = 1;
  if (!lia_expr_is_num(p, e)) return PLAIN;
  int whole = lia_sym_whole(p, e, n);
  if (opens(k, base)) {
    if (whole) return *n > 0 ? SUM : PLAIN;
    lia_ratio r = lia_expr_num(p, e);
    *n = r.d ? r.n / r.d : 0;
    return k->o->squares && *n > 0 ? ROOT : PLAIN;
  }
  return k->o->squares && whole && *n > 1 && lia_expr_op(p, base) == LIA_OP_cos ? COSINE : PLAIN;
}

// one product of two terms into b, which is put in order when it has grown to *tidy
static int expand_put_product(work *k, lia_expr x, lia_ratio cx, lia_expr y, lia_ratio cy,
    size_t *tidy) {
  if (!expand_put(k, &k->b, lia_sym_mul(k->p, x, y), lia_ratio_loose_mul(cx, cy))) return 0;
  if (k->b.n < *tidy) return 1;
  if (!expand_collect(k, &k->b)) return 0;
  *tidy = 2 * k->b.n + 4096;
  return 1;
}

static int swap_in(work *k) {
  if (!expand_collect(k, &k->b)) return 0;
  terms t = k->a;
  k->a = k->b;
  k->b = t;
  clear(&k->b);
  return 1;
}

static int count_products(work *k, size_t n) {
  k->made += n;
  return k->made <= LIA_EXPAND_PRODUCTS * k->o->most ? 1 : too_much(k, LIA_TOO_MANY_PRODUCTS);
}

// a = a times the terms of e
static int expand_multiply(work *k, lia_expr e) {
  lia_pool *p = k->p;
  lia_expr rest, num = lia_sym_split(p, e, &rest);
  int is_sum = lia_expr_op(p, rest) == LIA_OP_add;
  uint32_t n = is_sum ? lia_expr_n(p, rest) : 1;
  lia_ratio c = lia_expr_num(p, num);
  size_t tidy = 4096;
  clear(&k->b);
  if (!e || k->many || !count_products(k, k->a.n * n)) return 0;
  for (size_t i = 0; i < k->a.n; i++)
    for (uint32_t j = 0; j < n; j++) {
      lia_expr f, fnum = is_sum ? lia_sym_split(p, lia_expr_args(p, rest)[j], &f) : LIA_ONE;
      if (!is_sum) f = rest;
      if (!expand_put_product(k, k->a.v[i].rest, k->a.v[i].c, f,
          lia_ratio_mul(c, lia_expr_num(p, fnum)), &tidy))
        return 0;
    }
  return swap_in(k);
}

// a = a times the terms of t
static int multiply_terms(work *k, const terms *t) {
  size_t tidy = 4096;
  clear(&k->b);
  if (k->many || !count_products(k, k->a.n * t->n)) return 0;
  for (size_t i = 0; i < k->a.n; i++)
    for (size_t j = 0; j < t->n; j++)
      if (!expand_put_product(k, k->a.v[i].rest, k->a.v[i].c, t->v[j].rest, t->v[j].c, &tidy))
        return 0;
  return swap_in(k);
}

static int multiply_often(work *k, lia_expr e, int64_t n) {
  for (int64_t i = 0; i < n; i++)
    if (!e || !expand_multiply(k, e)) return 0;
  return 1;
}

// r = r (t[0] + .. + t[m - 1])
static int times_sum(work *k, terms *r, const term *t, size_t m) {
  terms out = { 0 };
  int ok = count_products(k, r->n * m) && !lia_pool_stopped(k->p, 1);
  for (size_t i = 0; ok && i < r->n; i++)
    for (size_t j = 0; ok && j < m; j++)
      ok = expand_put(k, &out, lia_sym_mul(k->p, r->v[i].rest, t[j].rest),
          lia_ratio_loose_mul(r->v[i].c, t[j].c));
  ok = ok && expand_collect(k, &out);
  expand_drop(r);
  *r = out;
  return ok;
}

// terms that a sum of m terms to the power n has at most: binomial(n + m - 1, m - 1)
static double count_terms(double m, double n) {
  double count = 1;
  for (double i = 1; i < m; i++) count *= (n + i) / i;
  return floor(count + 0.5);
}

// the number of u^(n - i) and how long all of them are by now
static int long_numbers(work *k, lia_ratio c, size_t n) {
  if (c.d < 0) k->bits += (double)lia_ratio_bits(c) * (double)n;
  return k->bits * 0.30103 <= LIA_EXPAND_DIGITS ? 0 : !too_much(k, LIA_TOO_MANY_DIGITS);
}

// out = t^n: (u + R)^n = sum binomial(n, i) u^(n - i) R^i, R^i from R^(i - 1)
static int power_terms(work *k, const term *t, size_t m, int64_t n, terms *out) {
  LIA_ASSERT(m >= 2 && n >= 1 && out->n == 0);
  lia_pool *p = k->p;
  terms rest = { 0 };
  lia_ratio binomial = lia_ratio_make(1, 1);
  int ok = expand_reserve(k, &rest, 1);
  if (ok) rest.v[rest.n++] = (term){ LIA_ONE, binomial };
  k->bits = 0;
  for (int64_t i = 0; ok && i <= n; i++) {
    lia_expr u = lia_sym_powi(p, t[0].rest, n - i);
    lia_ratio c = lia_ratio_mul(binomial, lia_ratio_pow(t[0].c, n - i));
    ok = u && count_products(k, rest.n) && !lia_pool_stopped(p, 1) && !long_numbers(k, c, rest.n);
    for (size_t j = 0; ok && j < rest.n; j++)
      ok = expand_put(k, out, lia_sym_mul(p, u, rest.v[j].rest),
          lia_ratio_loose_mul(c, rest.v[j].c));
    if (ok && out->n > 2 * k->o->most) ok = expand_collect(k, out);
    if (!ok || i == n) break;
    binomial = lia_ratio_mul(binomial, lia_ratio_make(n - i, i + 1));
    ok = times_sum(k, &rest, t + 1, m - 1);
  }
  expand_drop(&rest);
  return ok && expand_collect(k, out);
}

// a power of a sum; squares, and sums too long for it to pay, one factor after the other
static int multiply_power(work *k, lia_expr e, int64_t n) {
  lia_pool *p = k->p;
  uint32_t m = e && lia_expr_op(p, e) == LIA_OP_add ? lia_expr_n(p, e) : 0;
  if (n < 3 || m < 2 || m > 64) return multiply_often(k, e, n);
  k->expected = fmax(k->expected, count_terms(m, (double)n));
  term *t = lia_malloc(m * sizeof *t);
  terms out = { 0 };
  int ok = t != NULL;
  if (!ok) lia_pool_nomem(p);
  for (uint32_t i = 0; ok && i < m; i++)
    t[i].c = lia_expr_num(p, lia_sym_split(p, lia_expr_args(p, e)[i], &t[i].rest));
  ok = ok && power_terms(k, t, m, n, &out) && multiply_terms(k, &out);
  lia_free(t);
  expand_drop(&out);
  return ok;
}

// a = a times f opened
static int multiply_open(work *k, lia_expr f) {
  lia_pool *p = k->p;
  int64_t n;
  lia_expr e, base = lia_sym_base(p, f, &e);
  switch (expand_kind_of(k, f, &n)) {
    case SUM: return multiply_power(k, base, n);
    case COSINE: {
      // cos^n = cos^(n mod 2) (1 - sin^2)^(n div 2)
      lia_expr square = lia_sym_sub(p, LIA_ONE, lia_sym_sq(p,
          lia_sym_sin(p, lia_expr_args(p, base)[0])));
      return (n % 2 == 0 || expand_multiply(k, base)) && multiply_power(k, square, n / 2);
    }
    case ROOT: {
      lia_expr left = lia_sym_pow(p, base, lia_sym_sub(p, e, lia_sym_int(p, n)));
      return multiply_power(k, base, n) && left && expand_multiply(k, left);
    }
    default: return expand_multiply(k, f);
  }
}

// e as one number and plain factors (multiplied into a, which is one term), and factors that open
// (put on the list)
static int divide_up(work *k, lia_expr e, uint32_t *nopen) {
  lia_pool *p = k->p;
  lia_expr rest, num = lia_sym_split(p, e, &rest);
  int64_t n;
  LIA_ASSERT(k->a.n == 1);
  if (num != LIA_ONE) k->a.v[0].c = expand_times(k->a.v[0].c, lia_expr_num(p, num));
  if (rest == LIA_ONE) return 1;
  if (lia_expr_op(p, rest) == LIA_OP_mul) {
    for (uint32_t i = 0; i < lia_expr_n(p, rest); i++)
      if (!divide_up(k, lia_expr_args(p, rest)[i], nopen)) return 0;
    return 1;
  }
  if (expand_kind_of(k, rest, &n) == PLAIN) {
    // a product of plain factors may leave plain ones behind, never a sum: those of equal bases
    // have met already
    lia_expr m = lia_sym_mul(p, k->a.v[0].rest, rest), r, c;
    if (!m) return 0;
    c = lia_sym_split(p, m, &r);
    k->a.v[0] = (term){ r, expand_times(k->a.v[0].c, lia_expr_num(p, c)) };
    return 1;
  }
  if (*nopen == k->listroom) {
    size_t room = 2 * k->listroom + 16;
    lia_expr *list = lia_realloc(k->list, room * sizeof *list);
    if (!list) return (int)lia_pool_nomem(p);
    k->list = list;
    k->listroom = room;
  }
  k->list[(*nopen)++] = rest;
  return 1;
}

// a = e opened, one round; 2 where nothing opened
static int open_term(work *k, lia_expr e, lia_ratio c) {
  uint32_t n = 0;
  clear(&k->a);
  if (!expand_reserve(k, &k->a, 1)) {
    lia_ratio_release(c);
    return 0;
  }
  k->a.v[k->a.n++] = (term){ LIA_ONE, c };
  if (!divide_up(k, e, &n)) return 0;
  for (uint32_t i = 0; i < n; i++)
    if (!multiply_open(k, k->list[i])) return 0;
  return n ? 1 : 2;
}

static int is_open(const work *k, lia_expr e) {
  const lia_pool *p = k->p;
  uint32_t n = lia_expr_op(p, e) == LIA_OP_mul ? lia_expr_n(p, e) : 1;
  int64_t power;
  for (uint32_t i = 0; i < n; i++)
    if (expand_kind_of(k, n > 1 ? lia_expr_args(p, e)[i] : e, &power) != PLAIN) return 1;
  return 0;
}

// the terms of a that open no more go to *done, the others are opened in their turn; done is put in
// order when it has doubled
static int expand_settle(work *k, terms *todo, terms *done) {
  size_t tidy = 256;
  while (todo->n) {
    term t = todo->v[--todo->n];
    if (lia_pool_stopped(k->p, 1)) {
      lia_ratio_release(t.c);
      return 0;
    }
    if (!is_open(k, t.rest)) {
      if (!expand_put(k, done, t.rest, t.c)) return 0;
    } else {
      if (!open_term(k, t.rest, t.c) || !expand_reserve(k, todo, todo->n + k->a.n)) return 0;
      memcpy(todo->v + todo->n, k->a.v, k->a.n * sizeof *todo->v);
      todo->n += k->a.n;
      k->a.n = 0;
    }
    if (done->n < tidy) continue;
    if (!expand_collect(k, done)) return 0;
    tidy = 2 * done->n + 256;
  }
  return 1;
}

// what became of it where terms could not be put or met
static lia_expr expand_refused(const work *k) { return k->many ? TOO_MANY : 0; }

// factors that met in a product may have made something that opens again, sqrt(x + y)^2: until
// nothing does
static lia_expr open_all(work *k) {
  size_t i = 0;
  while (i < k->a.n && !is_open(k, k->a.v[i].rest)) i++;
  if (i == k->a.n) return expand_sum_of(k, &k->a);
  terms todo = k->a, done = { 0 };
  k->a = (terms){ 0 };
  int ok = expand_settle(k, &todo, &done) && expand_collect(k, &done);
  lia_expr r = ok ? expand_sum_of(k, &done) : expand_refused(k);
  expand_drop(&todo);
  expand_drop(&done);
  return r;
}

// a product or a power, its parts multiplied out already
static lia_expr expand_product(work *k, lia_expr e) {
  lia_pool *p = k->p;
  lia_op op = lia_expr_op(p, e);
  lia_expr m = e;
  if (op == LIA_OP_pow)
    m = lia_sym_pow(p, expand_image(k, lia_expr_args(p, e)[0]),
        expand_image(k, lia_expr_args(p, e)[1]));
  if (op == LIA_OP_mul) {
    uint32_t n = lia_expr_n(p, e);
    lia_expr local[16], *list = n <= 16 ? local : lia_malloc(n * sizeof *list);
    if (!list) return lia_pool_nomem(p);
    for (uint32_t i = 0; i < n; i++) list[i] = expand_image(k, lia_expr_args(p, e)[i]);
    m = memcmp(list, lia_expr_args(p, e), n * sizeof *list) ? lia_sym_product(p, n, list) : e;
    if (list != local) lia_free(list);
  }
  lia_expr rest;
  if (!m) return 0;
  lia_sym_split(p, m, &rest);
  if (!is_open(k, rest)) return m;
  if (!open_term(k, m, lia_ratio_make(1, 1))) return expand_refused(k);
  return open_all(k);
}

static lia_expr expand_sum(work *k, lia_expr e) {
  lia_pool *p = k->p;
  lia_ratio one = lia_ratio_make(1, 1);
  clear(&k->a);
  for (uint32_t i = 0; i < lia_expr_n(p, e); i++)
    if (!expand_put_all(k, &k->a, expand_image(k, lia_expr_args(p, e)[i]), one))
      return expand_refused(k);
  return expand_collect(k, &k->a) ? expand_sum_of(k, &k->a) : expand_refused(k);
}

static lia_expr expand_scaled(work *k, lia_expr e) {
  lia_expr num = lia_expr_args(k->p, e)[0], rest = expand_image(k, lia_expr_args(k->p, e)[1]), r;
  lia_sym_split(k->p, rest, &r);
  if (!opens(k, r)) return lia_sym_mul(k->p, num, rest);
  clear(&k->a);
  if (!expand_put_all(k, &k->a, rest, lia_expr_num(k->p, num))) return expand_refused(k);
  return expand_collect(k, &k->a) ? expand_sum_of(k, &k->a) : expand_refused(k);
}

static lia_expr expand_function(work *k, lia_expr e) {
  lia_expr a[3];
  uint32_t n = lia_expr_n(k->p, e);
  for (uint32_t i = 0; i < n; i++) a[i] = expand_image(k, lia_expr_args(k->p, e)[i]);
  return lia_sym_apply(k->p, lia_expr_op(k->p, e), n, a);
}

static lia_expr expand_node(work *k, lia_expr e) {
  switch (lia_expr_op(k->p, e)) {
    case LIA_OP_none: case LIA_OP_num: case LIA_OP_pi: case LIA_OP_sym: return e;
    case LIA_OP_scale: return expand_scaled(k, e);
    case LIA_OP_add: return expand_sum(k, e);
    case LIA_OP_mul: case LIA_OP_pow: return expand_product(k, e);
    default: return k->o->inside ? expand_function(k, e) : e;
  }
}

lia_expr lia_expand_told(lia_pool *p, lia_expr e, const lia_expand_opts *o, lia_toomuch *what,
    double *expected) {
  if (!e) return 0;
  work k = { .p = p, .o = o, .w = lia_walk_open(p, 1, &e, 0) };
  if (!k.w) return 0;
  lia_expr r = 0;
  for (uint32_t i = 0; i < k.w->n; i++) {
    r = expand_node(&k, k.w->list[i]);
    if (!r || r == TOO_MANY) break;
    k.w->memo[k.w->list[i]] = r;
  }
  lia_walk_close(p, k.w);
  expand_drop(&k.a);
  expand_drop(&k.b);
  lia_free(k.list);
  *what = k.many;
  *expected = k.expected;
  return r;
}

lia_expr lia_expand(lia_pool *p, lia_expr e, const lia_expand_opts *o) {
  lia_toomuch what;
  double expected;
  return lia_expand_told(p, e, o, &what, &expected);
}
