/* ratio.c - ratios of int64, which become larger ones where they must, and doubles, which stay what
 * they are */
#include "sym/expr/ratio.h"

#include "base/mem.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

// besides a denominator, d says: a larger ratio, a double with fewer digits to believe in, no
// number
enum { BIG = -1, WORN = -2, NO_DIGIT = -7, LOOSE = -8, LOST = -16, LARGE = -17 };

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

static uint64_t ratio_magnitude(int64_t n) { return n < 0 ? 0 - (uint64_t)n : (uint64_t)n; }

static lia_ratio ratio_whole(int64_t n) { return (lia_ratio){ .n = n, .d = 1 }; }
static lia_ratio none(int64_t why) { return (lia_ratio){ .n = 0, .d = why }; }
static int is_none(lia_ratio a) { return a.d <= LOST; }
static int is_big(lia_ratio a) { return a.d == BIG || a.d == LOOSE; }
static int is_double(lia_ratio a) { return a.d == 0 || (a.d <= WORN && a.d >= NO_DIGIT); }

// ---- larger ratios, each once

struct lia_bigratio {
  uint32_t hash;
  lia_big n, d;
  lia_limb v[];
};

static struct {
  pthread_mutex_t lock;
  lia_bigratio **slot;
  size_t size, used;
  long holders;
} table = { .lock = PTHREAD_MUTEX_INITIALIZER };

void lia_ratio_hold(void) {
  pthread_mutex_lock(&table.lock);
  table.holders++;
  pthread_mutex_unlock(&table.lock);
}

void lia_ratio_drop(void) {
  pthread_mutex_lock(&table.lock);
  if (--table.holders == 0) {
    for (size_t i = 0; i < table.size; i++) lia_free(table.slot[i]);
    lia_free(table.slot);
    table.slot = NULL;
    table.size = table.used = 0;
  }
  pthread_mutex_unlock(&table.lock);
}

static size_t limbs(lia_big a) { return (size_t)(a.n < 0 ? -a.n : a.n); }

static int ratio_same(lia_big a, lia_big b) {
  return a.n == b.n && memcmp(a.v, b.v, limbs(a) * sizeof *a.v) == 0;
}

static uint32_t hash_of(lia_big n, lia_big d) {
  uint64_t h = (uint64_t)(uint32_t)n.n << 32 | (uint32_t)d.n;
  for (size_t i = 0; i < limbs(n); i++) {
    h = (h ^ n.v[i]) * 0x9E3779B97F4A7C15ull;
    h ^= h >> 29;
  }
  for (size_t i = 0; i < limbs(d); i++) {
    h = (h ^ d.v[i]) * 0xBF58476D1CE4E5B9ull;
    h ^= h >> 32;
  }
  return (uint32_t)(h >> 16);
}

static int ratio_grow(void) {
  size_t size = table.size ? 2 * table.size : 64;
  lia_bigratio **slot = lia_calloc(size, sizeof *slot);
  if (!slot) return 0;
  for (size_t i = 0; i < table.size; i++) {
    lia_bigratio *r = table.slot[i];
    if (!r) continue;
    size_t h = r->hash;
    while (slot[h & (size - 1)]) h++;
    slot[h & (size - 1)] = r;
  }
  lia_free(table.slot);
  table.slot = slot;
  table.size = size;
  return 1;
}

static lia_bigratio *new_entry(uint32_t hash, lia_big n, lia_big d) {
  lia_bigratio *r = lia_malloc(sizeof *r + (limbs(n) + limbs(d)) * sizeof *r->v);
  if (!r) return NULL;
  *r = (lia_bigratio){ .hash = hash, .n = { r->v, n.n }, .d = { r->v + limbs(n), d.n } };
  memcpy(r->v, n.v, limbs(n) * sizeof *r->v);
  memcpy(r->v + limbs(n), d.v, limbs(d) * sizeof *r->v);
  return r;
}

static lia_ratio intern(lia_big n, lia_big d) {
  uint32_t hash = hash_of(n, d);
  lia_bigratio *found = NULL;
  pthread_mutex_lock(&table.lock);
  if (2 * table.used >= table.size && !ratio_grow()) {
    pthread_mutex_unlock(&table.lock);
    return none(LOST);
  }
  size_t h = hash;
  for (; (found = table.slot[h & (table.size - 1)]); h++)
    if (found->hash == hash && ratio_same(found->n, n) && ratio_same(found->d, d)) break;
  if (!found && (found = new_entry(hash, n, d))) {
    table.slot[h & (table.size - 1)] = found;
    table.used++;
  }
  pthread_mutex_unlock(&table.lock);
  if (!found) return none(LOST);
  lia_ratio r = { .n = 0, .d = BIG };
  r.big = found;
  return r;
}

void lia_ratio_split(lia_bigs *s, lia_ratio a, lia_big *n, lia_big *d) {
  *n = is_big(a) ? a.big->n : lia_big_of(s, a.n);
  *d = is_big(a) ? a.big->d : lia_big_of(s, a.d);
}

static lia_ratio own(lia_big n, lia_big d) {
  const lia_bigratio *big = new_entry(0, n, d);
  if (!big) return none(LOST);
  lia_ratio r = { .n = 0, .d = LOOSE };
  r.big = big;
  return r;
}

void lia_ratio_release(lia_ratio a) {
  if (a.d == LOOSE) lia_free((void *)(uintptr_t)a.big);
}

lia_ratio lia_ratio_settle(lia_ratio a) {
  if (a.d != LOOSE) return a;
  lia_ratio r = intern(a.big->n, a.big->d);
  lia_ratio_release(a);
  return r;
}

// n/d in lowest terms, d > 0
static lia_ratio lowest(lia_bigs *s, lia_big n, lia_big d) {
  int64_t a, b;
  if (s->nomem) return none(LOST);
  if (s->large || lia_big_bits(n) > LIA_RATIO_BITS || lia_big_bits(d) > LIA_RATIO_BITS)
    return none(LARGE);
  if (!n.n) return ratio_whole(0);
  if (lia_big_fits(n, &a) && lia_big_fits(d, &b)) return (lia_ratio){ .n = a, .d = b };
  return s->loose ? own(n, d) : intern(n, d);
}

static int ratio_is_one(lia_big d) { return d.n == 1 && d.v[0] == 1; }

lia_ratio lia_ratio_join(lia_bigs *s, lia_big n, lia_big d) {
  if (d.n < 0) {
    n = lia_big_neg(n);
    d = lia_big_neg(d);
  }
  lia_big g = ratio_is_one(d) ? d : lia_big_gcd(s, n, d);
  if (!lia_bigs_bad(s) && !ratio_is_one(g)) {
    lia_big_div(s, n, g, &n, NULL);
    lia_big_div(s, d, g, &d, NULL);
  }
  return lowest(s, n, d);
}

// ---- doubles

// relative: 2^-43 is thirteen digits; each of d = -2, -3, .. has eight bits less
static double doubt_of(int64_t d) { return ldexp(1, d ? (int)(8 * (WORN + 1 - d) - 43) : -43); }

double lia_ratio_doubt(lia_ratio a) { return is_double(a) ? fabs(a.x) * doubt_of(a.d) : 0; }

// a result x whose error is `doubt`: three bits more than there were are no loss worth remembering
static lia_ratio ratio_rounded(double x, double doubt) {
  int64_t d = 0;
  while (d > NO_DIGIT && doubt > 8 * fabs(x) * doubt_of(d)) d -= d == 0 ? 2 : 1;
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

lia_ratio lia_ratio_of(double x) {
  double a = fabs(x);
  if (a <= 0x1p53 && nearbyint(x) == x) return ratio_whole((int64_t)x);
  if (!(a < 1e12 && a >= 1e-15)) return far_decimal(x);

  // r and 10^k are exact, so r/10^k is the double nearest to the decimal
  int k = decimals_of(a);
  double r = nearbyint(x * ten[k]);
  if (r / ten[k] == x) return lia_ratio_make((int64_t)r, (int64_t)ten[k]);
  return a < 1e-3 ? far_decimal(x) : (lia_ratio){ .x = x, .d = 0 };
}

lia_ratio lia_ratio_doubted(double x, double doubt) { return ratio_rounded(x, doubt); }

int lia_ratio_wear(lia_ratio a) {
  return a.d <= WORN && a.d >= NO_DIGIT ? (int)(WORN + 1 - a.d) : 0;
}
lia_ratio lia_ratio_worn(double x, int wear) {
  return wear ? (lia_ratio){ .x = x, .d = WORN + 1 - wear } : lia_ratio_of(x);
}

// ---- small ratios

lia_ratio lia_ratio_make(int64_t n, int64_t d) {
  uint64_t g = ratio_gcd(ratio_magnitude(n), ratio_magnitude(d));
  uint64_t un = ratio_magnitude(n) / g, ud = ratio_magnitude(d) / g;
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
  if (is_none(a)) return a.d == LARGE ? HUGE_VAL : (double)NAN;
  if (is_double(a)) return a.x;
  if (a.d > 0 && ratio_magnitude(a.n) <= (uint64_t)1 << 53 && a.d <= (int64_t)1 << 53)
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
  int64_t g = (int64_t)ratio_gcd((uint64_t)a.d, (uint64_t)b.d), x, y, n, d;
  if (__builtin_mul_overflow(a.n, b.d / g, &x) || __builtin_mul_overflow(b.n, a.d / g, &y))
    return 0;
  if (__builtin_add_overflow(x, y, &n) || n == INT64_MIN) return 0;
  int64_t h = (int64_t)ratio_gcd((uint64_t)g, ratio_magnitude(n));
  if (__builtin_mul_overflow(a.d / g, b.d / h, &d)) return 0;
  *r = (lia_ratio){ .n = n / h, .d = n ? d : 1 };
  return 1;
}

static lia_ratio ratio_add(lia_ratio a, lia_ratio b, int loose) {
  int64_t n;
  lia_ratio r;
  if (a.d == 1 && b.d == 1 && !__builtin_add_overflow(a.n, b.n, &n) && n != INT64_MIN)
    return ratio_whole(n);
  if (a.d > 0 && b.d > 0 && small_add(a, b, &r)) return r;
  if (is_none(a)) return a;
  if (is_none(b)) return b;
  return is_double(a) || is_double(b) ? double_add(a, b) : exactly(big_add, a, b, loose);
}

lia_ratio lia_ratio_add(lia_ratio a, lia_ratio b) { return ratio_add(a, b, 0); }
lia_ratio lia_ratio_loose_add(lia_ratio a, lia_ratio b) { return ratio_add(a, b, 1); }

// cancel across, so that the product is in lowest terms at once
static int small_mul(lia_ratio a, lia_ratio b, lia_ratio *r) {
  if (!a.n || !b.n) {
    *r = ratio_whole(0);
    return 1;
  }
  int64_t g = (int64_t)ratio_gcd(ratio_magnitude(a.n), (uint64_t)b.d),
      h = (int64_t)ratio_gcd(ratio_magnitude(b.n), (uint64_t)a.d), n, d;
  if (__builtin_mul_overflow(a.n / g, b.n / h, &n) || __builtin_mul_overflow(a.d / h, b.d / g, &d))
    return 0;
  *r = (lia_ratio){ .n = n, .d = d };
  return n != INT64_MIN;
}

static lia_ratio mul(lia_ratio a, lia_ratio b, int loose) {
  int64_t n;
  lia_ratio r;
  if (a.d == 1 && b.d == 1 && !__builtin_mul_overflow(a.n, b.n, &n) && n != INT64_MIN)
    return ratio_whole(n);
  if (a.d > 0 && b.d > 0 && small_mul(a, b, &r)) return r;
  if (is_none(a)) return a;
  if (is_none(b)) return b;
  return is_double(a) || is_double(b) ? double_mul(a, b) : exactly(big_mul, a, b, loose);
}

lia_ratio lia_ratio_mul(lia_ratio a, lia_ratio b) { return mul(a, b, 0); }
lia_ratio lia_ratio_loose_mul(lia_ratio a, lia_ratio b) { return mul(a, b, 1); }

static lia_ratio big_neg(lia_bigs *s, lia_ratio a, lia_ratio b) {
  lia_big n, d;
  (void)b;
  lia_ratio_split(s, a, &n, &d);
  return lowest(s, lia_big_neg(n), d);
}

lia_ratio lia_ratio_neg(lia_ratio a) {
  if (a.d > 0) a.n = -a.n;
  else if (is_double(a)) a.x = -a.x;
  else if (a.d == BIG) return exactly(big_neg, a, a, 0);
  return a;
}

static lia_ratio big_inv(lia_bigs *s, lia_ratio a, lia_ratio b) {
  lia_big n, d;
  (void)b;
  lia_ratio_split(s, a, &n, &d);
  return n.n < 0 ? lowest(s, lia_big_neg(d), lia_big_neg(n)) : lowest(s, d, n);
}

lia_ratio lia_ratio_inv(lia_ratio a) {
  if (a.d > 0)
    return a.n < 0 ? (lia_ratio){ .n = -a.d, .d = -a.n } : (lia_ratio){ .n = a.d, .d = a.n };
  if (is_double(a)) return ratio_rounded(1 / a.x, lia_ratio_doubt(a) / (a.x * a.x));
  return a.d == BIG ? exactly(big_inv, a, a, 0) : a;
}

static lia_ratio big_pow(lia_ratio a, uint64_t k) {
  lia_bigs s;
  lia_big n, d;
  lia_bigs_start(&s);
  lia_ratio_split(&s, a, &n, &d);
  size_t bits = lia_big_bits(n) > lia_big_bits(d) ? lia_big_bits(n) : lia_big_bits(d);
  lia_ratio r = none(LARGE);
  if ((double)(bits - 1) * (double)k <= LIA_RATIO_BITS)
    r = lowest(&s, lia_big_pow(&s, n, k), lia_big_pow(&s, d, k));
  lia_bigs_free(&s);
  return r;
}

lia_ratio lia_ratio_pow(lia_ratio a, int64_t n) {
  if (n < 0) a = lia_ratio_inv(a);
  uint64_t k = ratio_magnitude(n);
  if (is_none(a)) return a;
  if (is_double(a)) {
    double v = pow(a.x, (double)k);
    return ratio_rounded(v, fabs(v) * (double)k * doubt_of(a.d));
  }
  if (a.d == 1 && (a.n == 1 || a.n == 0 || a.n == -1))
    return k == 0 ? ratio_whole(1) : a.n == -1 && k % 2 == 0 ? ratio_whole(1) : a;
  if (k > 4 || a.d == BIG) return k == 0 ? ratio_whole(1) : k == 1 ? a : big_pow(a, k);
  lia_ratio r = ratio_whole(1);
  while (k--) r = lia_ratio_mul(r, a);
  return r;
}

lia_ratio lia_ratio_power(lia_ratio a, lia_ratio b) {
  double x = lia_ratio_double(a), y = lia_ratio_double(b), v = pow(x, y);
  if (is_none(a) || is_none(b)) return is_none(a) ? a : b;
  return ratio_rounded(v,
      fabs(v) * (fabs(y) * lia_ratio_doubt(a) / x + fabs(log(x)) * lia_ratio_doubt(b)));
}

int lia_ratio_root(lia_ratio a, uint32_t k, lia_ratio *root) {
  if (!lia_ratio_exact(a) || lia_ratio_sign(a) < 0) return 0;
  lia_bigs s;
  lia_big n, d;
  int whole_n, whole_d = 0;
  lia_bigs_start(&s);
  lia_ratio_split(&s, a, &n, &d);
  lia_big rn = lia_big_root(&s, n, k, &whole_n),
      rd = whole_n ? lia_big_root(&s, d, k, &whole_d) : d;
  lia_ratio r = whole_d ? lowest(&s, rn, rd) : none(LOST);
  lia_bigs_free(&s);
  if (is_none(r)) return 0;
  *root = r;
  return 1;
}

static lia_ratio big_gcd(lia_bigs *s, lia_ratio a, lia_ratio b) {
  lia_big an, ad, bn, bd, common;
  lia_ratio_split(s, a, &an, &ad);
  lia_ratio_split(s, b, &bn, &bd);
  lia_big_div(s, ad, lia_big_gcd(s, ad, bd), &common, NULL);
  return lowest(s, lia_big_gcd(s, an, bn), lia_big_mul(s, common, bd));
}

lia_ratio lia_ratio_gcd(lia_ratio a, lia_ratio b) {
  if (!lia_ratio_exact(a) || !lia_ratio_exact(b)) return ratio_whole(1);
  if (a.d == BIG || b.d == BIG) return exactly(big_gcd, a, b, 0);
  int64_t g = (int64_t)ratio_gcd((uint64_t)a.d, (uint64_t)b.d), d;
  if (__builtin_mul_overflow(a.d / g, b.d, &d)) return exactly(big_gcd, a, b, 0);
  return (lia_ratio){ .n = (int64_t)ratio_gcd(ratio_magnitude(a.n), ratio_magnitude(b.n)), .d = d };
}

static lia_ratio big_floor(lia_bigs *s, lia_ratio a, lia_ratio b) {
  lia_big n, d, q, r;
  (void)b;
  lia_ratio_split(s, a, &n, &d);
  lia_big_div(s, n, d, &q, &r);
  return lowest(s, r.n < 0 ? lia_big_sub(s, q, lia_big_of(s, 1)) : q, lia_big_of(s, 1));
}

lia_ratio lia_ratio_floor(lia_ratio a) {
  if (a.d == 1) return a;
  if (a.d > 1) return ratio_whole(a.n / a.d - (a.n % a.d < 0));
  return a.d == BIG ? exactly(big_floor, a, a, 0) : a;
}

static lia_ratio big_top(lia_bigs *s, lia_ratio a, lia_ratio b) {
  (void)b;
  return lowest(s, a.big->n, lia_big_of(s, 1));
}

static lia_ratio big_bottom(lia_bigs *s, lia_ratio a, lia_ratio b) {
  (void)b;
  return lowest(s, a.big->d, lia_big_of(s, 1));
}

lia_ratio lia_ratio_top(lia_ratio a) {
  return a.d > 0 ? ratio_whole(a.n) : a.d == BIG ? exactly(big_top, a, a, 0) : a;
}
lia_ratio lia_ratio_bottom(lia_ratio a) {
  return a.d > 0 ? ratio_whole(a.d) : a.d == BIG ? exactly(big_bottom, a, a, 0) : ratio_whole(1);
}

// ---- asking

int lia_ratio_sign(lia_ratio a) {
  if (a.d > 0) return (a.n > 0) - (a.n < 0);
  if (is_double(a)) return (a.x > 0) - (a.x < 0);
  return is_big(a) ? lia_big_sign(a.big->n) : 1;
}

int lia_ratio_cmp(lia_ratio a, lia_ratio b) {
  int64_t l, r;
  if (a.d > 0 && b.d > 0 && !__builtin_mul_overflow(a.n, b.d, &l) &&
      !__builtin_mul_overflow(b.n, a.d, &r))
    return (l > r) - (l < r);
  if (lia_ratio_exact(a) && lia_ratio_exact(b)) {
    if (lia_ratio_equal(a, b)) return 0;
    lia_ratio c = lia_ratio_add(a, lia_ratio_neg(b));
    if (!is_none(c)) return lia_ratio_sign(c);
  }
  double x = lia_ratio_double(a), y = lia_ratio_double(b);
  return (x > y) - (x < y);
}

int lia_ratio_finite(lia_ratio a) { return lia_ratio_exact(a) || (is_double(a) && isfinite(a.x)); }
int lia_ratio_lost(lia_ratio a) { return a.d == LOST; }
int lia_ratio_large(lia_ratio a) { return a.d == LARGE; }

int lia_ratio_whole(lia_ratio a) { return a.d == 1 || (a.d == BIG && ratio_is_one(a.big->d)); }
int lia_ratio_odd(lia_ratio a) {
  return a.d == 1 ? (int)(a.n & 1) : lia_ratio_whole(a) && lia_big_odd(a.big->n);
}

size_t lia_ratio_bits(lia_ratio a) {
  if (is_big(a)) return lia_big_bits(a.big->n) + lia_big_bits(a.big->d);
  if (a.d <= 0) return 64;
  size_t n = a.n ? 64 - (size_t)__builtin_clzll(ratio_magnitude(a.n)) : 0;
  return n + 64 - (size_t)__builtin_clzll((uint64_t)a.d);
}

// ---- decimals

// d = 2^i 5^k: the larger of the two, -1 where there is more in it
static int powers_of_ten(lia_bigs *s, lia_big d) {
  size_t twos = lia_big_twos(d), fives = 0;
  lia_big five = lia_big_of(s, 5), q, r;
  d = lia_big_shift(s, d, -(int64_t)twos);
  while (!ratio_is_one(d) && !lia_bigs_bad(s)) {
    lia_big_div(s, d, five, &q, &r);
    if (r.n) return -1;
    d = q;
    fives++;
  }
  return lia_bigs_bad(s) ? -1 : (int)(twos > fives ? twos : fives);
}

int lia_ratio_decimals(lia_ratio a) {
  if (a.d > 0) {
    int twos = 0, fives = 0;
    int64_t d = a.d;
    for (; d % 2 == 0; d /= 2) twos++;
    for (; d % 5 == 0; d /= 5) fives++;
    return d != 1 ? -1 : twos > fives ? twos : fives;
  }
  if (a.d != BIG) return -1;
  lia_bigs s;
  lia_bigs_start(&s);
  int k = lia_big_bits(a.big->d) > 4096 ? -1 : powers_of_ten(&s, a.big->d);
  lia_bigs_free(&s);
  return k;
}

int lia_ratio_by_five(lia_ratio a) {
  return a.d > 0 ? a.d % 5 == 0 : a.d == BIG && lia_big_mod_small(a.big->d, 5) == 0;
}

void lia_ratio_digits(lia_ratio a, lia_text *out) {
  if (a.d > 0) {
    lia_text_printf(out, "%lld", (long long)a.n);
    return;
  }
  if (a.d != BIG) return;
  lia_bigs s;
  lia_bigs_start(&s);
  if (a.big->n.n < 0) lia_text_char(out, '-');
  lia_big_digits(&s, a.big->n, out);
  out->nomem |= s.nomem;
  lia_bigs_free(&s);
}

// ---- reading

// digits without the point, how many of them count, and the power of ten behind them
typedef struct decimal { const char *s; size_t n, digits; int64_t exponent; int point; } decimal;

static decimal scan(const char *s, size_t n) {
  decimal d = { .s = s };
  size_t i = 0;
  for (; i < n && ((s[i] >= '0' && s[i] <= '9') || s[i] == '.'); i++) {
    if (s[i] == '.') d.point = 1;
    else {
      d.digits += d.digits || s[i] != '0';
      d.exponent -= d.point;
    }
  }
  d.n = i;
  if (i == n) return d;
  int minus = i + 1 < n && s[i + 1] == '-';
  int64_t e = 0;
  for (i++; i < n; i++)
    if (s[i] >= '0' && s[i] <= '9' && e < 100000000) e = 10 * e + (s[i] - '0');
  d.exponent += minus ? -e : e;
  d.point = 1;
  return d;
}

// a decimal with as many digits as the double needs that reads back
static int as_double(const char *s, size_t n, size_t digits, double *x) {
  char text[40];
  double back;
  if (digits < 16 || digits > 17 || !lia_text_number(s, n, x)) return 0;
  lia_text_format(text, sizeof text, "%.*e", (int)digits - 1, *x);
  // the same digits: as numbers they differ by less than a digit, so it is enough to look at these
  size_t k = 0;
  for (size_t i = 0; i < n && s[i] != 'e' && s[i] != 'E'; i++) {
    if (s[i] == '.' || (k == 0 && s[i] == '0')) continue;
    if (text[k + (k > 0)] != s[i]) return 0;
    k++;
  }
  return lia_text_number(text, strlen(text), &back) && back == *x;
}

static lia_ratio read_big(decimal d) {
  lia_bigs s;
  char *digits = lia_malloc(d.n + 1);
  size_t m = 0;
  if (!digits) return none(LOST);
  for (size_t i = 0; i < d.n; i++)
    if (d.s[i] != '.') digits[m++] = d.s[i];
  lia_bigs_start(&s);
  lia_big n = lia_big_of_digits(&s, digits, m), one = lia_big_of(&s, 1);
  uint64_t e = ratio_magnitude(d.exponent);
  lia_big power = n.n ? lia_big_pow(&s, lia_big_of(&s, 10), e) : one;
  lia_ratio r = d.exponent < 0 ? lia_ratio_join(&s, n, power)
      : lia_ratio_join(&s, lia_big_mul(&s, n, power), one);
  lia_bigs_free(&s);
  lia_free(digits);
  return r;
}

lia_ratio lia_ratio_read(const char *s, size_t n) {
  decimal d = scan(s, n);
  double x;
  if (d.point && as_double(s, n, d.digits, &x)) return lia_ratio_of(x);
  if (d.digits > 18 || d.exponent < -18 || d.exponent > 0) {
    // what has more digits than fit is said before it is made
    double digits = (double)d.digits + (double)ratio_magnitude(d.exponent);
    return digits * 3.3219 > LIA_RATIO_BITS ? d.digits ? none(LARGE) : ratio_whole(0) : read_big(d);
  }
  int64_t m = 0, power = 1;
  for (size_t i = 0; i < d.n; i++)
    if (s[i] != '.') m = 10 * m + (s[i] - '0');
  for (int64_t k = d.exponent; k < 0; k++) power *= 10;
  return lia_ratio_make(m, power);
}
