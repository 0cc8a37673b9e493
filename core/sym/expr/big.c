/* big.c - schoolbook and Karatsuba, Knuth's division, Lehmer's greatest common divisor */
#include "sym/expr/big.h"

#include "base/assert.h"
#include "base/mem.h"

#include <math.h>
#include <string.h>

// ---- scratch

struct lia_bigblock { lia_bigblock *next; size_t size; lia_limb v[]; };

void lia_bigs_start(lia_bigs *s) {
  s->block = NULL;
  s->at = s->local;
  s->end = s->local + sizeof s->local / sizeof *s->local;
  s->nomem = s->large = s->loose = 0;
}

static void big_drop(lia_bigs *s, lia_bigblock *kept) {
  while (s->block != kept) {
    lia_bigblock *next = s->block->next;
    lia_free(s->block);
    s->block = next;
  }
}

void lia_bigs_free(lia_bigs *s) { big_drop(s, NULL); }

void lia_bigs_back(lia_bigs *s, lia_bigmark m) {
  LIA_ASSERT(m.at <= m.end);
  big_drop(s, m.block);
  s->at = m.at;
  s->end = m.end;
}

static lia_limb *big_fail(lia_bigs *s, int *why) {
  *why = 1;
  s->at = s->end;
  return NULL;
}

static lia_limb *big_room(lia_bigs *s, size_t n) {
  if (lia_bigs_bad(s)) return NULL;
  if ((size_t)(s->end - s->at) < n) {
    if (n > LIA_BIG_MOST / LIA_LIMB * 2) return big_fail(s, &s->large);
    size_t size = s->block ? 2 * s->block->size : 512;
    if (size > 1 << 16) size = 1 << 16;
    if (size < n) size = n;
    lia_bigblock *b = lia_malloc(sizeof *b + size * sizeof *b->v);
    if (!b) return big_fail(s, &s->nomem);
    b->next = s->block;
    b->size = size;
    s->block = b;
    s->at = b->v;
    s->end = b->v + size;
  }
  lia_limb *v = s->at;
  s->at += n;
  return v;
}

// n limbs of v, the highest of which may be 0, as a number
static lia_big big_number(const lia_limb *v, size_t n, int minus) {
  while (n > 0 && !v[n - 1]) n--;
  return (lia_big){ v, minus ? -(int32_t)n : (int32_t)n };
}

static const lia_big ZERO = { NULL, 0 };

// the same limbs, what is behind them given back
static lia_big made(lia_bigs *s, lia_limb *v, size_t n, int minus) {
  lia_big a = big_number(v, n, minus);
  LIA_ASSERT(v + n <= s->at);
  s->at = v + (a.n < 0 ? -a.n : a.n);
  return a;
}

static size_t big_size_of(lia_big a) { return (size_t)(a.n < 0 ? -a.n : a.n); }

// ---- lists of limbs

static int big_compare(const lia_limb *a, const lia_limb *b, size_t n) {
  while (n-- > 0)
    if (a[n] != b[n]) return a[n] > b[n] ? 1 : -1;
  return 0;
}

// r = a + b, na >= nb; the carry
static lia_limb big_add(lia_limb *r, const lia_limb *a, size_t na, const lia_limb *b, size_t nb) {
  LIA_ASSERT(na >= nb);
  lia_limb carry = 0;
  for (size_t i = 0; i < na; i++) {
    lia_limbs2 t = (lia_limbs2)a[i] + (i < nb ? b[i] : 0) + carry;
    r[i] = (lia_limb)t;
    carry = (lia_limb)(t >> LIA_LIMB);
  }
  return carry;
}

// r = a - b, na >= nb; the borrow
static lia_limb sub(lia_limb *r, const lia_limb *a, size_t na, const lia_limb *b, size_t nb) {
  LIA_ASSERT(na >= nb);
  lia_limb borrow = 0;
  for (size_t i = 0; i < na; i++) {
    lia_limbs2 t = (lia_limbs2)a[i] - (i < nb ? b[i] : 0) - borrow;
    r[i] = (lia_limb)t;
    borrow = (lia_limb)(t >> LIA_LIMB) & 1;
  }
  return borrow;
}

// r += a x; the carry
static lia_limb add_times(lia_limb *r, const lia_limb *a, size_t n, lia_limb x) {
  lia_limb carry = 0;
  for (size_t i = 0; i < n; i++) {
    lia_limbs2 t = (lia_limbs2)a[i] * x + r[i] + carry;
    r[i] = (lia_limb)t;
    carry = (lia_limb)(t >> LIA_LIMB);
  }
  return carry;
}

// r -= a x; the borrow
static lia_limb sub_times(lia_limb *r, const lia_limb *a, size_t n, lia_limb x) {
  lia_limb borrow = 0;
  for (size_t i = 0; i < n; i++) {
    lia_limbs2 t = (lia_limbs2)a[i] * x + borrow;
    borrow = (lia_limb)(t >> LIA_LIMB) + (r[i] < (lia_limb)t);
    r[i] -= (lia_limb)t;
  }
  return borrow;
}

// r = a / x, and what is left; r may be a
static lia_limb divide_small(lia_limb *r, const lia_limb *a, size_t n, lia_limb x) {
  lia_limb rest = 0;
  while (n-- > 0) {
    lia_limbs2 t = (lia_limbs2)rest << LIA_LIMB | a[n];
    r[n] = (lia_limb)(t / x);
    rest = (lia_limb)(t % x);
  }
  return rest;
}

static int leading_zeros(lia_limb x) {
  return __builtin_clzll((unsigned long long)x) - (64 - LIA_LIMB);
}
static int trailing_zeros(lia_limb x) { return __builtin_ctzll((unsigned long long)x); }

// r (n + 1) = a 2^bits, bits < LIA_LIMB
static void shift_up(lia_limb *r, const lia_limb *a, size_t n, int bits) {
  LIA_ASSERT(bits >= 0 && bits < LIA_LIMB);
  lia_limb low = 0;
  for (size_t i = 0; i < n; i++) {
    lia_limb x = a[i];
    r[i] = x << bits | low;
    low = bits ? x >> (LIA_LIMB - bits) : 0;
  }
  r[n] = low;
}

static void shift_down(lia_limb *r, const lia_limb *a, size_t n, int bits) {
  for (size_t i = 0; i < n; i++) {
    lia_limb high = bits && i + 1 < n ? a[i + 1] << (LIA_LIMB - bits) : 0;
    r[i] = a[i] >> bits | high;
  }
}

// ---- multiplication

enum { KARATSUBA = 40 };

static void multiply_plain(lia_limb *r, const lia_limb *a, size_t na, const lia_limb *b,
    size_t nb) {
  memset(r, 0, (na + nb) * sizeof *r);
  for (size_t j = 0; j < nb; j++) r[na + j] = add_times(r + j, a, na, b[j]);
}

// r (2 n) = a b, both of n limbs; w: 4 n + 64 limbs
// (a0 + a1 B)(b0 + b1 B) = a0 b0 + B ((a0 + a1)(b0 + b1) - a0 b0 - a1 b1) + B^2 a1 b1
static void multiply_even(lia_limb *r, const lia_limb *a, const lia_limb *b, size_t n,
    lia_limb *w) {
  if (n < KARATSUBA) {
    multiply_plain(r, a, n, b, n);
    return;
  }
  size_t h = n / 2, m = n - h;
  lia_limb *x = w, *y = w + m + 1, *mid = w, *next = w + 2 * m + 2;
  x[m] = big_add(x, a + h, m, a, h);
  y[m] = big_add(y, b + h, m, b, h);
  // the sums first into r, whose halves are written after them
  memcpy(r, x, (2 * m + 2 <= 2 * n ? 2 * m + 2 : 2 * n) * sizeof *r);
  multiply_even(mid, r, r + m + 1, m + 1, next);
  multiply_even(r, a, b, h, next);
  multiply_even(r + 2 * h, a + h, b + h, m, next);
  sub(mid, mid, 2 * m + 2, r, 2 * h);
  sub(mid, mid, 2 * m + 2, r + 2 * h, 2 * m);
  size_t left = 2 * n - h, have = 2 * m + 2 < left ? 2 * m + 2 : left;
  big_add(r + h, r + h, left, mid, have);
}

// pieces of a as long as b; r (na + nb), na >= nb
static void multiply_long(lia_limb *r, const lia_limb *a, size_t na, const lia_limb *b, size_t nb,
    lia_limb *w) {
  lia_limb *part = w;
  memset(r, 0, (na + nb) * sizeof *r);
  for (size_t i = 0; i < na; i += nb) {
    size_t n = na - i < nb ? na - i : nb;
    if (n == nb) multiply_even(part, a + i, b, nb, w + 2 * nb);
    else multiply_plain(part, b, nb, a + i, n);
    big_add(r + i, r + i, na + nb - i, part, n + nb);
  }
}

lia_big lia_big_mul(lia_bigs *s, lia_big a, lia_big b) {
  size_t na = big_size_of(a), nb = big_size_of(b);
  if (na < nb) return lia_big_mul(s, b, a);
  if (!nb) return ZERO;
  lia_limb *r = big_room(s, na + nb);
  if (!r) return ZERO;
  if (nb < KARATSUBA) {
    multiply_plain(r, a.v, na, b.v, nb);
  } else {
    lia_bigmark m = lia_bigs_mark(s);
    lia_limb *w = big_room(s, 8 * nb + 256);
    if (!w) return ZERO;
    multiply_long(r, a.v, na, b.v, nb, w);
    lia_bigs_back(s, m);
  }
  lia_big p = big_number(r, na + nb, (a.n < 0) != (b.n < 0));
  if (lia_big_bits(p) > LIA_BIG_MOST) s->large = 1;
  return p;
}

// ---- small things

lia_big lia_big_of(lia_bigs *s, int64_t x) {
  uint64_t u = x < 0 ? 0 - (uint64_t)x : (uint64_t)x;
  lia_limb *v = big_room(s, 64 / LIA_LIMB);
  if (!v) return ZERO;
  for (int i = 0; i < 64 / LIA_LIMB; i++) v[i] = (lia_limb)(u >> (i * LIA_LIMB % 64));
  return made(s, v, 64 / LIA_LIMB, x < 0);
}

lia_big lia_big_of_double(lia_bigs *s, double x) {
  int e;
  double m = frexp(x, &e);
  return lia_big_shift(s, lia_big_of(s, (int64_t)ldexp(m, 53)), e - 53);
}

lia_big lia_big_copy(lia_bigs *s, lia_big a) {
  lia_limb *v = big_room(s, big_size_of(a));
  if (!v || !a.n) return ZERO;
  memcpy(v, a.v, big_size_of(a) * sizeof *v);
  return (lia_big){ v, a.n };
}

int lia_big_fits(lia_big a, int64_t *x) {
  uint64_t u = 0;
  if (lia_big_bits(a) > 63) return 0;
  for (size_t i = big_size_of(a); i-- > 0; ) u = u << (LIA_LIMB % 64) | a.v[i];
  *x = a.n < 0 ? -(int64_t)u : (int64_t)u;
  return 1;
}

size_t lia_big_bits(lia_big a) {
  size_t n = big_size_of(a);
  return n ? n * LIA_LIMB - (size_t)leading_zeros(a.v[n - 1]) : 0;
}

int lia_big_cmp(lia_big a, lia_big b) {
  if (a.n != b.n) return a.n < b.n ? -1 : 1;
  int c = big_compare(a.v, b.v, big_size_of(a));
  return a.n < 0 ? -c : c;
}

int lia_big_odd(lia_big a) { return a.n && (a.v[0] & 1); }

size_t lia_big_twos(lia_big a) {
  size_t i = 0;
  if (!a.n) return 0;
  while (!a.v[i]) i++;
  return i * LIA_LIMB + (size_t)trailing_zeros(a.v[i]);
}

uint64_t lia_big_mod_small(lia_big a, uint32_t m) {
  uint64_t rest = 0;
  for (size_t i = big_size_of(a); i-- > 0; )
    for (int k = LIA_LIMB - 32; k >= 0; k -= 32) rest = (rest << 32 | (uint32_t)(a.v[i] >> k)) % m;
  return rest;
}

// ---- sums

// |a| + |b| or |a| - |b|
static lia_big big_sum(lia_bigs *s, lia_big a, lia_big b, int minus) {
  size_t na = big_size_of(a), nb = big_size_of(b);
  if (na < nb) return big_sum(s, b, a, minus);
  lia_limb *r = big_room(s, na + 1);
  if (!r) return ZERO;
  r[na] = big_add(r, a.v, na, b.v, nb);
  return made(s, r, na + 1, minus);
}

static lia_big difference(lia_bigs *s, lia_big a, lia_big b, int minus) {
  size_t na = big_size_of(a), nb = big_size_of(b);
  if (na < nb || (na == nb && big_compare(a.v, b.v, na) < 0)) return difference(s, b, a, !minus);
  lia_limb *r = big_room(s, na);
  if (!r) return ZERO;
  LIA_ASSERT(na > nb || big_compare(a.v, b.v, na) >= 0);
  sub(r, a.v, na, b.v, nb);
  return made(s, r, na, minus);
}

lia_big lia_big_add(lia_bigs *s, lia_big a, lia_big b) {
  return (a.n < 0) == (b.n < 0) ? big_sum(s, a, b, a.n < 0) : difference(s, a, b, a.n < 0);
}

lia_big lia_big_sub(lia_bigs *s, lia_big a, lia_big b) { return lia_big_add(s, a, lia_big_neg(b)); }

lia_big lia_big_shift(lia_bigs *s, lia_big a, int64_t bits) {
  size_t n = big_size_of(a), by = (size_t)((bits < 0 ? -bits : bits) / LIA_LIMB);
  int few = (int)((bits < 0 ? -bits : bits) % LIA_LIMB);
  if (!n || (bits < 0 && by >= n)) return ZERO;
  if (bits > LIA_BIG_MOST) {
    big_fail(s, &s->large);
    return ZERO;
  }
  lia_limb *r = big_room(s, bits < 0 ? n - by : n + by + 1);
  if (!r) return ZERO;
  if (bits < 0) {
    shift_down(r, a.v + by, n - by, few);
    return made(s, r, n - by, a.n < 0);
  }
  memset(r, 0, by * sizeof *r);
  shift_up(r + by, a.v, n, few);
  return made(s, r, n + by + 1, a.n < 0);
}

// ---- division                                                          [Knuth] 4.3.1, algorithm D

// u (nu + 1 limbs, its highest bits shifted in) over v (n, highest bit set): q (nu - n + 1), the
// rest stays in u
static void big_divide(lia_limb *q, lia_limb *u, size_t nu, const lia_limb *v, size_t n) {
  LIA_ASSERT(n >= 2 && nu >= n && v[n - 1] >> (LIA_LIMB - 1));
  lia_limb top = v[n - 1], second = v[n - 2];
  for (size_t j = nu - n + 1; j-- > 0; ) {
    lia_limbs2 t = (lia_limbs2)u[j + n] << LIA_LIMB | u[j + n - 1], guess = t / top, rest = t % top;
    if (u[j + n] >= top) {
      guess = (lia_limb)-1;
      rest = t - guess * top;
    }
    while (!(rest >> LIA_LIMB) && guess * second > (rest << LIA_LIMB | u[j + n - 2])) {
      guess--;
      rest += top;
    }
    lia_limb borrow = sub_times(u + j, v, n, (lia_limb)guess), high = u[j + n];
    u[j + n] = high - borrow;
    if (high < borrow) {
      guess--;
      u[j + n] += big_add(u + j, u + j, n, v, n);
    }
    q[j] = (lia_limb)guess;
  }
}

static void divide_by_limb(lia_bigs *s, lia_big a, lia_big b, lia_big *q, lia_big *r) {
  size_t n = big_size_of(a);
  lia_limb *v = big_room(s, n), *rest = big_room(s, 1);
  if (!v || !rest) return;
  *rest = divide_small(v, a.v, n, b.v[0]);
  if (q) *q = big_number(v, n, (a.n < 0) != (b.n < 0));
  if (r) *r = big_number(rest, 1, a.n < 0);
}

void lia_big_div(lia_bigs *s, lia_big a, lia_big b, lia_big *q, lia_big *r) {
  LIA_ASSERT(b.n != 0 || lia_bigs_bad(s));
  size_t na = big_size_of(a), nb = big_size_of(b);
  if (q) *q = ZERO;
  if (r) *r = ZERO;
  if (na < nb) {
    if (r) *r = a;
    return;
  }
  if (nb == 1) {
    divide_by_limb(s, a, b, q, r);
    return;
  }
  lia_limb *quotient = big_room(s, na - nb + 1), *u = big_room(s, na + 1), *v = big_room(s, nb + 1);
  if (!quotient || !u || !v) return;
  int up = leading_zeros(b.v[nb - 1]);
  shift_up(u, a.v, na, up);
  shift_up(v, b.v, nb, up);
  big_divide(quotient, u, na, v, nb);
  shift_down(u, u, nb, up);
  if (q) *q = big_number(quotient, na - nb + 1, (a.n < 0) != (b.n < 0));
  if (r) *r = big_number(u, nb, a.n < 0);
}

// ---- greatest common divisor                                           [Knuth] 4.5.2, algorithm L

static lia_limb gcd_limb(lia_limb a, lia_limb b) {
  if (!a || !b) return a | b;
  int shift = trailing_zeros(a | b);
  a >>= trailing_zeros(a);
  while (b) {
    b >>= trailing_zeros(b);
    if (a > b) {
      lia_limb t = a;
      a = b;
      b = t;
    }
    b -= a;
  }
  return a << shift;
}

// the 62 bits of a from bit `from` on
static int64_t top_bits(lia_big a, size_t from) {
  uint64_t x = 0;
  for (size_t i = big_size_of(a); i-- > from / LIA_LIMB; ) {
    size_t at = i * LIA_LIMB;
    if (at >= from + 64) continue;
    x |= at >= from ? (uint64_t)a.v[i] << (at - from) : (uint64_t)a.v[i] >> (from - at);
  }
  return (int64_t)(x & (((uint64_t)1 << 62) - 1));
}

// quotients that the leading bits are sure of, as (a, b) -> (A a + B b, C a + D b); 0 where there
// is none
typedef struct step { int64_t A, B, C, D; } step;

static int lehmer(int64_t x, int64_t y, step *m) {
  step t = { 1, 0, 0, 1 };
  const int64_t most = (int64_t)1 << 30;
  while (y + t.C != 0 && y + t.D != 0) {
    int64_t q = (x + t.A) / (y + t.C);
    if (q != (x + t.B) / (y + t.D) || q > most) break;
    int64_t C = t.A - q * t.C, D = t.B - q * t.D, rest = x - q * y;
    if (C > most || C < -most || D > most || D < -most) break;
    t = (step){ t.C, t.D, C, D };
    x = y;
    y = rest;
  }
  *m = t;
  return t.B != 0;
}

// |x a + y b| of n limbs, where it has no more
static void big_combine(lia_limb *r, const lia_limb *a, int64_t x, const lia_limb *b, int64_t y,
    size_t n) {
  // one of x, y is negative or 0: the larger product minus the other
  const lia_limb *plus = x >= 0 && y <= 0 ? a : b, *minus = plus == a ? b : a;
  lia_limb p = (lia_limb)(plus == a ? x : y), m = (lia_limb)(plus == a ? -y : -x), up = 0, down = 0;
  for (size_t i = 0; i < n; i++) {
    lia_limbs2 t = (lia_limbs2)plus[i] * p + up, u = (lia_limbs2)minus[i] * m + down;
    r[i] = (lia_limb)t - (lia_limb)u;
    up = (lia_limb)(t >> LIA_LIMB);
    down = (lia_limb)(u >> LIA_LIMB) + ((lia_limb)t < (lia_limb)u);
  }
}

static lia_big gcd_small(lia_bigs *s, lia_big a, lia_big b) {
  lia_big r = ZERO;
  lia_limb *v = big_room(s, 1);
  lia_big_div(s, a, b, NULL, &r);
  if (!v || lia_bigs_bad(s)) return ZERO;
  *v = gcd_limb(b.v[0], r.n ? r.v[0] : 0);
  return (lia_big){ v, 1 };
}

lia_big lia_big_gcd(lia_bigs *s, lia_big a, lia_big b) {
  a = lia_big_abs(a);
  b = lia_big_abs(b);
  if (lia_big_cmp(a, b) < 0) {
    lia_big t = a;
    a = b;
    b = t;
  }
  while (b.n > 1 && !lia_bigs_bad(s)) {
    step m;
    size_t bits = lia_big_bits(a), from = bits > 62 ? bits - 62 : 0, n = big_size_of(a);
    if (from && b.n == a.n && lehmer(top_bits(a, from), top_bits(b, from), &m)) {
      lia_limb *x = big_room(s, n), *y = big_room(s, n);
      if (!x || !y) return ZERO;
      big_combine(x, a.v, m.A, b.v, m.B, n);
      big_combine(y, a.v, m.C, b.v, m.D, n);
      a = big_number(x, n, 0);
      b = big_number(y, n, 0);
    } else {
      lia_big r;
      lia_big_div(s, a, b, NULL, &r);
      a = b;
      b = r;
    }
  }
  if (lia_bigs_bad(s)) return ZERO;
  return b.n ? gcd_small(s, a, b) : a;
}

// ---- powers

lia_big lia_big_pow(lia_bigs *s, lia_big a, uint64_t n) {
  lia_big r = lia_big_of(s, 1);
  size_t bits = lia_big_bits(a);
  if (bits > 1 && (double)(bits - 1) * (double)n > LIA_BIG_MOST) {
    big_fail(s, &s->large);
    return ZERO;
  }
  for (; n && !lia_bigs_bad(s); n >>= 1) {
    if (n & 1) r = lia_big_mul(s, r, a);
    if (n > 1) a = lia_big_mul(s, a, a);
  }
  return r;
}

// ---- decimal digits

enum { CHUNK = 9 };

lia_big lia_big_of_digits(lia_bigs *s, const char *digits, size_t n) {
  // 10 digits are less than 34 bits
  lia_limb *v = big_room(s, n / 9 * 32 / LIA_LIMB + 3);
  size_t size = 0;
  if (!v) return ZERO;
  for (size_t i = 0; i < n; ) {
    lia_limb x = 0, ten = 1;
    for (int k = 0; k < CHUNK && i < n; k++, i++) {
      x = 10 * x + (lia_limb)(digits[i] - '0');
      ten *= 10;
    }
    for (size_t j = 0; j < size; j++) {
      lia_limbs2 t = (lia_limbs2)v[j] * ten + x;
      v[j] = (lia_limb)t;
      x = (lia_limb)(t >> LIA_LIMB);
    }
    if (x) v[size++] = x;
  }
  return made(s, v, size, 0);
}

void lia_big_digits(lia_bigs *s, lia_big a, lia_text *out) {
  size_t n = big_size_of(a), most = n * LIA_LIMB / 3 + CHUNK + 1, at = most;
  lia_bigmark m = lia_bigs_mark(s);
  lia_limb *v = big_room(s, n + 1);
  char *text = lia_malloc(most);
  if (!v || !text) out->nomem = 1;
  else {
    if (n) memcpy(v, a.v, n * sizeof *v);
    do {
      lia_limb rest = divide_small(v, v, n, 1000000000);
      while (n && !v[n - 1]) n--;
      for (int k = 0; k < CHUNK && (n || rest || k == 0); k++, rest /= 10)
        text[--at] = (char)('0' + rest % 10);
    } while (n);
    lia_text_add(out, text + at, most - at);
  }
  lia_free(text);
  if (!lia_bigs_bad(s)) lia_bigs_back(s, m);
}
