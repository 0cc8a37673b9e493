/* surd.c - roots of whole numbers by their small prime factors */
#include "sym/expr/surd.h"

#include "base/assert.h"
#include "sym/expr/number.h"

#include <math.h>

// what stays under a root has at most so many bits, and roots are of at most this order
enum { INSIDE = 512, ORDER = 10000, FACTORS = 400 };

typedef struct prime { lia_big b; int64_t e; } prime;

typedef struct surd {
  lia_bigs *s;
  prime f[FACTORS];
  int n;
} surd;

static void surd_put(surd *x, lia_big b, int64_t e) {
  if (x->n < FACTORS) x->f[x->n++] = (prime){ b, e };
}

static int surd_is_one(lia_big a) { return a.n == 1 && a.v[0] == 1; }

// what is left when small primes are out may be a power itself: its factors have more than ten bits
// each
static void put_rest(surd *x, lia_big rest, int64_t e) {
  for (uint32_t k = (uint32_t)(lia_big_bits(rest) / 10); k > 1; k--) {
    int exact;
    lia_big r = lia_big_root(x->s, rest, k, &exact);
    if (!exact) continue;
    surd_put(x, r, e * k);
    return;
  }
  surd_put(x, rest, e);
}

// the prime factors of m^e; all of m where its primes are below the limit
static void surd_factor(surd *x, lia_big m, int64_t e) {
  for (uint32_t f = 2; f < LIA_SURD_PRIMES && !surd_is_one(m) &&
      !lia_bigs_bad(x->s); f += 1 + (f > 2)) {
    int64_t count = 0;
    lia_big small = lia_big_of(x->s, f);
    if (lia_big_bits(m) < 24 && (uint64_t)f * f > m.v[0]) break;
    for (; lia_big_mod_small(m, f) == 0; count++) lia_big_div(x->s, m, small, &m, NULL);
    if (count) surd_put(x, small, count * e);
  }
  if (!surd_is_one(m)) put_rest(x, m, e);
}

static int64_t surd_gcd(int64_t a, int64_t b) {
  while (b) {
    int64_t r = a % b;
    a = b;
    b = r;
  }
  return a < 0 ? -a : a;
}

// whole q-th powers go to *outside
static void surd_take_out(surd *x, int64_t q, lia_big *outside) {
  LIA_ASSERT(q > 1);
  for (int i = 0; i < x->n; i++) {
    prime *f = &x->f[i];
    *outside = lia_big_mul(x->s, *outside, lia_big_pow(x->s, f->b, (uint64_t)(f->e / q)));
    f->e %= q;
  }
}

static lia_expr raw(lia_pool *p, lia_expr base, lia_expr exponent) {
  return base && exponent ? lia_pool_node(p, LIA_OP_pow, 2, (lia_expr[2]){ base, exponent }) : 0;
}

// a number times a root, or times 1
static lia_expr surd_scaled(lia_pool *p, lia_ratio times, lia_expr root) {
  lia_expr num = lia_sym_ratio(p, times);
  if (!num || !root) return 0;
  if (root == LIA_ONE) return num;
  return num == LIA_ONE ? root : lia_pool_node(p, LIA_OP_scale, 2, (lia_expr[2]){ num, root });
}

// prod b^(e/q) as m^(h/q); 0-number where that is 1, UINT32_MAX where m is too long
static lia_expr inside(surd *x, lia_pool *p, int64_t q) {
  int64_t h = 0;
  for (int i = 0; i < x->n; i++) h = surd_gcd(x->f[i].e, h);
  if (!h) return LIA_ZERO;
  lia_big m = lia_big_of(x->s, 1);
  for (int i = 0; i < x->n; i++) {
    if ((double)lia_big_bits(x->f[i].b) * (double)(x->f[i].e / h) > INSIDE) return UINT32_MAX;
    m = lia_big_mul(x->s, m, lia_big_pow(x->s, x->f[i].b, (uint64_t)(x->f[i].e / h)));
  }
  if (lia_big_bits(m) > INSIDE) return UINT32_MAX;
  lia_expr base = lia_sym_ratio(p, lia_ratio_join(x->s, m, lia_big_of(x->s, 1)));
  return raw(p, base, lia_sym_rat(p, h, q));
}

// (n/d)^(r/q), 0 < r < q: (n^r d^(q-r))^(1/q)/d
static lia_expr root(lia_pool *p, lia_ratio b, int64_t r, int64_t q, lia_ratio times) {
  lia_bigs s;
  lia_big n, d, outside;
  surd x = { .s = &s };
  lia_bigs_start(&s);
  lia_ratio_split(&s, b, &n, &d);
  outside = lia_big_of(&s, 1);
  lia_expr e = UINT32_MAX;
  if (lia_big_bits(n) + lia_big_bits(d) <= 4 * INSIDE) {
    surd_factor(&x, n, r);
    surd_factor(&x, d, q - r);
    surd_take_out(&x, q, &outside);
    e = inside(&x, p, q);
  }
  if (e == UINT32_MAX) e = raw(p, lia_sym_ratio(p, b), lia_sym_rat(p, r, q));
  else times = lia_ratio_mul(times, lia_ratio_join(&s, outside, d));
  if (e == LIA_ZERO) e = LIA_ONE;
  if (s.nomem) e = lia_pool_nomem(p);
  lia_bigs_free(&s);
  return surd_scaled(p, times, e);
}

// an exponent that fits no int64: of 0 and 1 there is a power, of others none that could be written
static lia_ratio huge_power(lia_ratio b, lia_ratio e) {
  if (b.d == 1 && b.n >= -1 && b.n <= 1) return lia_ratio_pow(b, lia_ratio_odd(e) ? 1 : 2);
  return lia_ratio_pow(lia_ratio_make(2, 1), INT64_MAX);
}

lia_expr lia_surd_pow(lia_pool *p, lia_ratio b, lia_ratio e) {
  if (lia_ratio_is_int(e)) return lia_sym_ratio(p, lia_ratio_pow(b, e.n));
  if (!lia_ratio_exact(b) || !lia_ratio_exact(e)) return lia_sym_ratio(p, lia_ratio_power(b, e));
  if (lia_ratio_whole(e)) return lia_sym_ratio(p, huge_power(b, e));
  if (e.d < 0) return raw(p, lia_sym_ratio(p, b), lia_sym_ratio(p, e));

  // b^(k + r/q) = b^k b^(r/q)
  int64_t q = e.d, k = lia_ratio_floor(e).n, r = e.n - k * q;
  LIA_ASSERT(0 < r && r < q);
  lia_ratio out = lia_ratio_pow(b, k);
  if (q <= ORDER) return root(p, b, r, q, out);
  return surd_scaled(p, out, raw(p, lia_sym_ratio(p, b), lia_sym_rat(p, r, q)));
}

lia_expr lia_surd_join(lia_pool *p, lia_expr m, lia_expr e, lia_expr n, lia_expr f) {
  lia_ratio a = lia_expr_num(p, m), x = lia_expr_num(p, e), b = lia_expr_num(p, n),
      y = lia_expr_num(p, f);
  if (x.d != y.d || x.n > 64 || y.n > 64) return UINT32_MAX;
  size_t bits = (lia_ratio_bits(a) - 1) * (size_t)x.n + (lia_ratio_bits(b) - 1) * (size_t)y.n;
  if (bits > INSIDE) return UINT32_MAX;
  lia_ratio both = lia_ratio_mul(lia_ratio_pow(a, x.n), lia_ratio_pow(b, y.n));
  return lia_surd_pow(p, both, lia_ratio_make(1, x.d));
}
