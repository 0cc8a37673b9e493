/* ratio_arithmetic.c - ratios of int64, which become larger ones where they must, and doubles,
 * which stay what they are */
#include "sym/expr/ratio_inside.h"

#include "base/assert.h"

#include <math.h>

static uint64_t ratio_gcd(uint64_t a, uint64_t b) {
  if (!a || !b) return a | b;
  int shift = __builtin_ctzll(a | b);
  a >>= __builtin_ctzll(a);
  do {
    b >>= __builtin_ctzll(b);
    if (a > b) {
      uint64_t t = a;
      a = b;
      b = t;
    }
    b -= a;
  } while (b);
  return a << shift;
}

// ---- doubles

// relative: 2^-43 is thirteen digits; each of d = -2, -3, .. has eight bits less
static double doubt_of(int64_t d) {
  return ldexp(1, d ? (int)(8 * (LIA_RATIO_DOUBTED + 1 - d) - 43) : -43);
}

double lia_ratio_doubt(lia_ratio a) {
  return lia_ratio_is_double(a) ? fabs(a.x) * doubt_of(a.d) : 0;
}

// a result x whose error is `doubt`: three bits more than there were are no loss worth remembering
static lia_ratio ratio_rounded(double x, double doubt) {
  int64_t d = 0;
  while (d > LIA_RATIO_NO_DIGIT && doubt > 8 * fabs(x) * doubt_of(d)) d -= d == 0 ? 2 : 1;
  return d == 0 || x == 0 ? lia_ratio_of(x) : (lia_ratio){ .x = x, .d = d };
}

static const double ten[] = {
  1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
};

// decimals k that leave x = r/10^k with |r| < 10^12
static int decimals_of(double x) {
  int k = 15;
  while (k > 0 && x * ten[k] >= 1e12) k--;
  return k;
}

static int digits_of(const char *text) {
  int n = 0;
  for (; *text && *text != 'e'; text++) n += *text >= '0' && *text <= '9' && (n || *text != '0');
  return n;
}

// twelve digits, wherever the point is
static lia_ratio far_decimal(double x) {
  char text[LIA_TEXT_DOUBLE];
  int n = lia_text_double(text, fabs(x));
  if (!isfinite(x) || digits_of(text) > 12) return (lia_ratio){ .x = x, .d = 0 };
  lia_ratio r = lia_ratio_read(text, (size_t)n);
  return x < 0 ? lia_ratio_neg(r) : r;
}

// the fraction of a small denominator that x is the nearest double to: of 1000 denominators one
// fits by chance once in 10^10. Continued fractions; not found: x itself
static lia_ratio small_fraction(double x) {
  enum { MOST = 1000 };
  double rest = fabs(x), whole = floor(rest), n = whole, d = 1, n_before = 1, d_before = 0;
  const double a = rest;
  while (n / d != a) {
    if (rest - whole < 1e-9) return (lia_ratio){ .x = x, .d = 0 };
    rest = 1 / (rest - whole);
    whole = floor(rest);
    const double n_next = whole * n + n_before, d_next = whole * d + d_before;
    if (d_next > MOST || n_next > 1e6) return (lia_ratio){ .x = x, .d = 0 };
    n_before = n;
    d_before = d;
    n = n_next;
    d = d_next;
  }
  return lia_ratio_make(x < 0 ? -(int64_t)n : (int64_t)n, (int64_t)d);
}

lia_ratio lia_ratio_of(double x) {
  double a = fabs(x);
  if (a <= 0x1p53 && nearbyint(x) == x) return lia_ratio_of_int((int64_t)x);
  if (!(a < 1e12 && a >= 1e-15)) return far_decimal(x);

  // r and 10^k are exact, so r/10^k is the double nearest to the decimal
  int k = decimals_of(a);
  double r = nearbyint(x * ten[k]);
  if (r / ten[k] == x) return lia_ratio_make((int64_t)r, (int64_t)ten[k]);
  lia_ratio far = a < 1e-3 ? far_decimal(x) : (lia_ratio){ .x = x, .d = 0 };
  return far.d ? far : small_fraction(x);
}

lia_ratio lia_ratio_doubted(double x, double doubt) { return ratio_rounded(x, doubt); }

int lia_ratio_wear(lia_ratio a) {
  return a.d <= LIA_RATIO_DOUBTED && a.d >= LIA_RATIO_NO_DIGIT ? (int)(LIA_RATIO_DOUBTED + 1 - a.d)
      : 0;
}
lia_ratio lia_ratio_worn(double x, int wear) {
  LIA_ASSERT(wear >= 0 && wear <= LIA_RATIO_WORN);
  return wear ? (lia_ratio){ .x = x, .d = LIA_RATIO_DOUBTED + 1 - wear } : lia_ratio_of(x);
}

// ---- small ratios

lia_ratio lia_ratio_make(int64_t n, int64_t d) {
  LIA_ASSERT(d != 0);
  uint64_t g = ratio_gcd(lia_ratio_magnitude(n), lia_ratio_magnitude(d));
  uint64_t un = lia_ratio_magnitude(n) / g, ud = lia_ratio_magnitude(d) / g;
  if (un > INT64_MAX || ud > INT64_MAX) {
    lia_bigs s;
    lia_bigs_start(&s);
    lia_ratio r = lia_ratio_join(&s, lia_big_of(&s, n), lia_big_of(&s, d));
    lia_bigs_free(&s);
    return r;
  }
  int negative = (n < 0) != (d < 0);
  return (lia_ratio){ .n = negative ? -(int64_t)un : (int64_t)un, .d = (int64_t)ud };
}

double lia_ratio_double(lia_ratio a) {
  if (lia_ratio_is_none(a)) return a.d == LIA_RATIO_LARGE ? HUGE_VAL : (double)NAN;
  if (lia_ratio_is_double(a)) return a.x;
  if (a.d > 0 && lia_ratio_magnitude(a.n) <= (uint64_t)1 << 53 && a.d <= (int64_t)1 << 53)
    return (double)a.n / (double)a.d;
  lia_bigs s;
  lia_big n, d;
  lia_bigs_start(&s);
  lia_ratio_split(&s, a, &n, &d);
  double x = lia_big_ratio_double(&s, n, d);
  // memory: a last digit may be wrong, the result is not
  if (s.nomem) x = a.d > 0 ? (double)a.n / (double)a.d : (double)NAN;
  lia_bigs_free(&s);
  return x;
}

// ---- arithmetic

typedef lia_ratio on_bigs(lia_bigs *s, lia_ratio a, lia_ratio b);

static lia_ratio exactly(on_bigs *f, lia_ratio a, lia_ratio b, int loose) {
  lia_bigs s;
  lia_bigs_start(&s);
  s.loose = loose;
  lia_ratio r = f(&s, a, b);
  lia_bigs_free(&s);
  return r;
}

static lia_ratio big_add(lia_bigs *s, lia_ratio a, lia_ratio b) {
  lia_big an, ad, bn, bd;
  lia_ratio_split(s, a, &an, &ad);
  lia_ratio_split(s, b, &bn, &bd);
  lia_big n = lia_big_add(s, lia_big_mul(s, an, bd), lia_big_mul(s, bn, ad));
  return lia_ratio_join(s, n, lia_big_mul(s, ad, bd));
}

static lia_ratio big_mul(lia_bigs *s, lia_ratio a, lia_ratio b) {
  lia_big an, ad, bn, bd;
  lia_ratio_split(s, a, &an, &ad);
  lia_ratio_split(s, b, &bn, &bd);
  return lia_ratio_join(s, lia_big_mul(s, an, bn), lia_big_mul(s, ad, bd));
}

static lia_ratio double_add(lia_ratio a, lia_ratio b) {
  double x = lia_ratio_double(a), y = lia_ratio_double(b);
  return ratio_rounded(x + y, lia_ratio_doubt(a) + lia_ratio_doubt(b));
}

static lia_ratio double_mul(lia_ratio a, lia_ratio b) {
  double x = lia_ratio_double(a), y = lia_ratio_double(b);
  return ratio_rounded(x * y, fabs(x) * lia_ratio_doubt(b) + fabs(y) * lia_ratio_doubt(a));
}

// n/d = (a.n (b.d/g) + b.n (a.d/g)) / (a.d/g b.d), where only gcd(n, g) can still be cancelled
// ([Knuth] 4.5.1)
static int small_add(lia_ratio a, lia_ratio b, lia_ratio *r) {
  LIA_ASSERT(a.d > 0 && b.d > 0);
  int64_t g = (int64_t)ratio_gcd((uint64_t)a.d, (uint64_t)b.d), x, y, n, d;
  if (__builtin_mul_overflow(a.n, b.d / g, &x) || __builtin_mul_overflow(b.n, a.d / g, &y))
    return 0;
  if (__builtin_add_overflow(x, y, &n) || n == INT64_MIN) return 0;
  int64_t h = (int64_t)ratio_gcd((uint64_t)g, lia_ratio_magnitude(n));
  if (__builtin_mul_overflow(a.d / g, b.d / h, &d)) return 0;
  *r = (lia_ratio){ .n = n / h, .d = n ? d : 1 };
  return 1;
}

static lia_ratio ratio_add(lia_ratio a, lia_ratio b, int loose) {
  int64_t n;
  lia_ratio r;
  if (a.d == 1 && b.d == 1 && !__builtin_add_overflow(a.n, b.n, &n) && n != INT64_MIN)
    return lia_ratio_of_int(n);
  if (a.d > 0 && b.d > 0 && small_add(a, b, &r)) return r;
  if (lia_ratio_is_none(a)) return a;
  if (lia_ratio_is_none(b)) return b;
  return lia_ratio_is_double(a) || lia_ratio_is_double(b) ? double_add(a, b)
      : exactly(big_add, a, b, loose);
}

lia_ratio lia_ratio_add(lia_ratio a, lia_ratio b) { return ratio_add(a, b, 0); }
lia_ratio lia_ratio_loose_add(lia_ratio a, lia_ratio b) { return ratio_add(a, b, 1); }

// cancel across, so that the product is in lowest terms at once
static int small_mul(lia_ratio a, lia_ratio b, lia_ratio *r) {
  LIA_ASSERT(a.d > 0 && b.d > 0);
  if (!a.n || !b.n) {
    *r = lia_ratio_of_int(0);
    return 1;
  }
  int64_t g = (int64_t)ratio_gcd(lia_ratio_magnitude(a.n), (uint64_t)b.d),
      h = (int64_t)ratio_gcd(lia_ratio_magnitude(b.n), (uint64_t)a.d), n, d;
  if (__builtin_mul_overflow(a.n / g, b.n / h, &n) || __builtin_mul_overflow(a.d / h, b.d / g, &d))
    return 0;
  *r = (lia_ratio){ .n = n, .d = d };
  return n != INT64_MIN;
}

static lia_ratio mul(lia_ratio a, lia_ratio b, int loose) {
  int64_t n;
  lia_ratio r;
  if (a.d == 1 && b.d == 1 && !__builtin_mul_overflow(a.n, b.n, &n) && n != INT64_MIN)
    return lia_ratio_of_int(n);
  if (a.d > 0 && b.d > 0 && small_mul(a, b, &r)) return r;
  if (lia_ratio_is_none(a)) return a;
  if (lia_ratio_is_none(b)) return b;
  return lia_ratio_is_double(a) || lia_ratio_is_double(b) ? double_mul(a, b)
      : exactly(big_mul, a, b, loose);
}

lia_ratio lia_ratio_mul(lia_ratio a, lia_ratio b) { return mul(a, b, 0); }
lia_ratio lia_ratio_loose_mul(lia_ratio a, lia_ratio b) { return mul(a, b, 1); }

static lia_ratio big_neg(lia_bigs *s, lia_ratio a, lia_ratio b) {
  lia_big n, d;
  (void)b;
  lia_ratio_split(s, a, &n, &d);
  return lia_ratio_lowest(s, lia_big_neg(n), d);
}

lia_ratio lia_ratio_neg(lia_ratio a) {
  if (a.d > 0) a.n = -a.n;
  else if (lia_ratio_is_double(a)) a.x = -a.x;
  else if (a.d == LIA_RATIO_BIG) return exactly(big_neg, a, a, 0);
  return a;
}

static lia_ratio big_inv(lia_bigs *s, lia_ratio a, lia_ratio b) {
  lia_big n, d;
  (void)b;
  lia_ratio_split(s, a, &n, &d);
  return n.n < 0 ? lia_ratio_lowest(s, lia_big_neg(d), lia_big_neg(n)) : lia_ratio_lowest(s, d, n);
}

lia_ratio lia_ratio_inv(lia_ratio a) {
  if (a.d > 0)
    return a.n < 0 ? (lia_ratio){ .n = -a.d, .d = -a.n } : (lia_ratio){ .n = a.d, .d = a.n };
  if (lia_ratio_is_double(a)) return ratio_rounded(1 / a.x, lia_ratio_doubt(a) / (a.x * a.x));
  return a.d == LIA_RATIO_BIG ? exactly(big_inv, a, a, 0) : a;
}

static lia_ratio big_pow(lia_ratio a, uint64_t k) {
  lia_bigs s;
  lia_big n, d;
  lia_bigs_start(&s);
  lia_ratio_split(&s, a, &n, &d);
  size_t bits = lia_big_bits(n) > lia_big_bits(d) ? lia_big_bits(n) : lia_big_bits(d);
  lia_ratio r = lia_ratio_none(LIA_RATIO_LARGE);
  if ((double)(bits - 1) * (double)k <= LIA_RATIO_BITS)
    r = lia_ratio_lowest(&s, lia_big_pow(&s, n, k), lia_big_pow(&s, d, k));
  lia_bigs_free(&s);
  return r;
}

lia_ratio lia_ratio_pow(lia_ratio a, int64_t n) {
  if (n < 0) a = lia_ratio_inv(a);
  uint64_t k = lia_ratio_magnitude(n);
  if (lia_ratio_is_none(a)) return a;
  if (lia_ratio_is_double(a)) {
    double v = pow(a.x, (double)k);
    return ratio_rounded(v, fabs(v) * (double)k * doubt_of(a.d));
  }
  if (k == 0) return lia_ratio_of_int(1);
  if (a.d == 1 && (a.n == 1 || a.n == 0 || a.n == -1))
    return a.n == -1 && k % 2 == 0 ? lia_ratio_of_int(1) : a;
  if (k > 4 || a.d == LIA_RATIO_BIG) return k == 1 ? a : big_pow(a, k);
  lia_ratio r = lia_ratio_of_int(1);
  while (k--) r = lia_ratio_mul(r, a);
  return r;
}

lia_ratio lia_ratio_power(lia_ratio a, lia_ratio b) {
  double x = lia_ratio_double(a), y = lia_ratio_double(b), v = pow(x, y);
  if (lia_ratio_is_none(a) || lia_ratio_is_none(b)) return lia_ratio_is_none(a) ? a : b;
  return ratio_rounded(v,
      fabs(v) * (fabs(y) * lia_ratio_doubt(a) / x + fabs(log(x)) * lia_ratio_doubt(b)));
}

int lia_ratio_root(lia_ratio a, uint32_t k, lia_ratio *root) {
  if (!lia_ratio_exact(a) || lia_ratio_sign(a) < 0) return 0;
  LIA_ASSERT(k > 0);
  lia_bigs s;
  lia_big n, d;
  int whole_n, whole_d = 0;
  lia_bigs_start(&s);
  lia_ratio_split(&s, a, &n, &d);
  lia_big rn = lia_big_root(&s, n, k, &whole_n),
      rd = whole_n ? lia_big_root(&s, d, k, &whole_d) : d;
  lia_ratio r = whole_d ? lia_ratio_lowest(&s, rn, rd) : lia_ratio_none(LIA_RATIO_LOST);
  lia_bigs_free(&s);
  if (lia_ratio_is_none(r)) return 0;
  *root = r;
  return 1;
}

static lia_ratio big_gcd(lia_bigs *s, lia_ratio a, lia_ratio b) {
  lia_big an, ad, bn, bd, common;
  lia_ratio_split(s, a, &an, &ad);
  lia_ratio_split(s, b, &bn, &bd);
  lia_big_div(s, ad, lia_big_gcd(s, ad, bd), &common, NULL);
  return lia_ratio_lowest(s, lia_big_gcd(s, an, bn), lia_big_mul(s, common, bd));
}

lia_ratio lia_ratio_gcd(lia_ratio a, lia_ratio b) {
  if (!lia_ratio_exact(a) || !lia_ratio_exact(b)) return lia_ratio_of_int(1);
  if (a.d == LIA_RATIO_BIG || b.d == LIA_RATIO_BIG) return exactly(big_gcd, a, b, 0);
  int64_t g = (int64_t)ratio_gcd((uint64_t)a.d, (uint64_t)b.d), d;
  if (__builtin_mul_overflow(a.d / g, b.d, &d)) return exactly(big_gcd, a, b, 0);
  return (lia_ratio){ .n = (int64_t)ratio_gcd(lia_ratio_magnitude(a.n), lia_ratio_magnitude(b.n)),
      .d = d };
}

static lia_ratio big_floor(lia_bigs *s, lia_ratio a, lia_ratio b) {
  lia_big n, d, q, r;
  (void)b;
  lia_ratio_split(s, a, &n, &d);
  lia_big_div(s, n, d, &q, &r);
  return lia_ratio_lowest(s, r.n < 0 ? lia_big_sub(s, q, lia_big_of(s, 1)) : q, lia_big_of(s, 1));
}

lia_ratio lia_ratio_floor(lia_ratio a) {
  if (a.d == 1) return a;
  if (a.d > 1) return lia_ratio_of_int(a.n / a.d - (a.n % a.d < 0));
  return a.d == LIA_RATIO_BIG ? exactly(big_floor, a, a, 0) : a;
}

static lia_ratio big_top(lia_bigs *s, lia_ratio a, lia_ratio b) {
  (void)b;
  return lia_ratio_lowest(s, a.big->n, lia_big_of(s, 1));
}

static lia_ratio big_bottom(lia_bigs *s, lia_ratio a, lia_ratio b) {
  (void)b;
  return lia_ratio_lowest(s, a.big->d, lia_big_of(s, 1));
}

lia_ratio lia_ratio_top(lia_ratio a) {
  if (a.d > 0) return lia_ratio_of_int(a.n);
  return a.d == LIA_RATIO_BIG ? exactly(big_top, a, a, 0) : a;
}
lia_ratio lia_ratio_bottom(lia_ratio a) {
  if (a.d > 0) return lia_ratio_of_int(a.d);
  return a.d == LIA_RATIO_BIG ? exactly(big_bottom, a, a, 0) : lia_ratio_of_int(1);
}

// ---- asking

int lia_ratio_sign(lia_ratio a) {
  if (a.d > 0) return (a.n > 0) - (a.n < 0);
  if (lia_ratio_is_double(a)) return (a.x > 0) - (a.x < 0);
  return lia_ratio_is_big(a) ? lia_big_sign(a.big->n) : 1;
}

int lia_ratio_cmp(lia_ratio a, lia_ratio b) {
  int64_t l, r;
  if (a.d > 0 && b.d > 0 && !__builtin_mul_overflow(a.n, b.d, &l) &&
      !__builtin_mul_overflow(b.n, a.d, &r))
    return (l > r) - (l < r);
  if (lia_ratio_exact(a) && lia_ratio_exact(b)) {
    if (lia_ratio_equal(a, b)) return 0;
    lia_ratio c = lia_ratio_add(a, lia_ratio_neg(b));
    if (!lia_ratio_is_none(c)) return lia_ratio_sign(c);
  }
  double x = lia_ratio_double(a), y = lia_ratio_double(b);
  return (x > y) - (x < y);
}

int lia_ratio_finite(lia_ratio a) {
  return lia_ratio_exact(a) || (lia_ratio_is_double(a) && isfinite(a.x));
}
int lia_ratio_lost(lia_ratio a) { return a.d == LIA_RATIO_LOST; }
int lia_ratio_large(lia_ratio a) { return a.d == LIA_RATIO_LARGE; }

int lia_ratio_whole(lia_ratio a) {
  return a.d == 1 || (a.d == LIA_RATIO_BIG && lia_big_is_one(a.big->d));
}
int lia_ratio_odd(lia_ratio a) {
  return a.d == 1 ? (int)(a.n & 1) : lia_ratio_whole(a) && lia_big_odd(a.big->n);
}

size_t lia_ratio_bits(lia_ratio a) {
  if (lia_ratio_is_big(a)) return lia_big_bits(a.big->n) + lia_big_bits(a.big->d);
  if (a.d <= 0) return 64;
  size_t n = a.n ? 64 - (size_t)__builtin_clzll(lia_ratio_magnitude(a.n)) : 0;
  return n + 64 - (size_t)__builtin_clzll((uint64_t)a.d);
}
