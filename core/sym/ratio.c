/* ratio.c - ratios of int64 that fall back to doubles, never to a wrong number */
#include "sym/ratio.h"

#include <math.h>
#include <stdlib.h>

__extension__ typedef __int128 wide;

static uint64_t gcd(uint64_t a, uint64_t b) {
  if (!a || !b) return a | b;
  int shift = __builtin_ctzll(a | b);
  a >>= __builtin_ctzll(a);
  do {
    b >>= __builtin_ctzll(b);
    if (a > b) { uint64_t t = a; a = b; b = t; }
    b -= a;
  } while (b);
  return a << shift;
}

static uint64_t magnitude(int64_t n) { return n < 0 ? 0 - (uint64_t)n : (uint64_t)n; }

static lia_ratio whole(int64_t n) { return (lia_ratio){ .n = n, .d = 1 }; }

static const double ten[] = { 1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15 };

// decimals k that leave x = r/10^k with |r| < 10^12
static int decimals_of(double x) {
  int k = 15;
  while (k > 0 && x * ten[k] >= 1e12) k--;
  return k;
}

lia_ratio lia_ratio_of(double x) {
  double a = fabs(x);
  if (a <= 0x1p53 && nearbyint(x) == x) return whole((int64_t)x);

  // r and 10^k are exact, so r/10^k is the double nearest to the decimal
  if (a < 1e12 && a >= 1e-15) {
    int k = decimals_of(a);
    double r = nearbyint(x * ten[k]);
    if (r / ten[k] == x) return lia_ratio_make((int64_t)r, (int64_t)ten[k]);
  }
  return (lia_ratio){ .x = x, .d = 0 };
}

lia_ratio lia_ratio_make(int64_t n, int64_t d) {
  uint64_t g = gcd(magnitude(n), magnitude(d));
  uint64_t un = magnitude(n) / g, ud = magnitude(d) / g;
  if (un > INT64_MAX || ud > INT64_MAX) return lia_ratio_of((double)n / (double)d);
  int negative = (n < 0) != (d < 0);
  return (lia_ratio){ .n = negative ? -(int64_t)un : (int64_t)un, .d = (int64_t)ud };
}

double lia_ratio_double(lia_ratio a) {
  if (!a.d) return a.x;
  if (magnitude(a.n) <= (uint64_t)1 << 53 && a.d <= (int64_t)1 << 53) return (double)a.n / (double)a.d;
  return (double)((long double)a.n / (long double)a.d);
}

static int fits(wide a) { return a <= INT64_MAX && a >= -INT64_MAX; }

lia_ratio lia_ratio_add(lia_ratio a, lia_ratio b) {
  int64_t n;
  if (a.d == 1 && b.d == 1 && !__builtin_add_overflow(a.n, b.n, &n) && n != INT64_MIN) return whole(n);
  if (!a.d || !b.d) return lia_ratio_of(lia_ratio_double(a) + lia_ratio_double(b));

  // n/d = (a.n (b.d/g) + b.n (a.d/g)) / (a.d/g b.d), where only gcd(n, g) can still be cancelled  ([Knuth] 4.5.1)
  int64_t g = (int64_t)gcd((uint64_t)a.d, (uint64_t)b.d);
  wide sum = (wide)a.n * (b.d / g) + (wide)b.n * (a.d / g);
  wide r = sum % g;
  int64_t h = (int64_t)gcd((uint64_t)g, magnitude((int64_t)r));
  wide top = sum / h, low = (wide)(a.d / g) * (b.d / h);
  if (fits(top) && fits(low)) return (lia_ratio){ .n = (int64_t)top, .d = top ? (int64_t)low : 1 };
  return lia_ratio_of(lia_ratio_double(a) + lia_ratio_double(b));
}

lia_ratio lia_ratio_mul(lia_ratio a, lia_ratio b) {
  int64_t n, d;
  if (a.d == 1 && b.d == 1 && !__builtin_mul_overflow(a.n, b.n, &n) && n != INT64_MIN) return whole(n);
  if (!a.d || !b.d) return lia_ratio_of(lia_ratio_double(a) * lia_ratio_double(b));
  if (!a.n || !b.n) return whole(0);

  // cancel across, so that the product is in lowest terms at once
  int64_t g = (int64_t)gcd(magnitude(a.n), (uint64_t)b.d), h = (int64_t)gcd(magnitude(b.n), (uint64_t)a.d);
  if (!__builtin_mul_overflow(a.n / g, b.n / h, &n) && !__builtin_mul_overflow(a.d / h, b.d / g, &d) && n != INT64_MIN)
    return (lia_ratio){ .n = n, .d = d };
  return lia_ratio_of(lia_ratio_double(a) * lia_ratio_double(b));
}

lia_ratio lia_ratio_neg(lia_ratio a) {
  if (a.d) a.n = -a.n;
  else a.x = -a.x;
  return a;
}

lia_ratio lia_ratio_inv(lia_ratio a) {
  if (!a.d) return lia_ratio_of(1 / a.x);
  return a.n < 0 ? (lia_ratio){ .n = -a.d, .d = -a.n } : (lia_ratio){ .n = a.d, .d = a.n };
}

lia_ratio lia_ratio_pow(lia_ratio a, int64_t n) {
  if (n < 0) a = lia_ratio_inv(a);
  lia_ratio r = whole(1), start = a;
  for (uint64_t k = magnitude(n); k; k >>= 1) {
    if (k & 1) r = lia_ratio_mul(r, a);
    if (k > 1) a = lia_ratio_mul(a, a);
  }
  // inexact on the way: one rounding is better than many
  return r.d ? r : lia_ratio_of(pow(lia_ratio_double(start), (double)magnitude(n)));
}

static int64_t root_of(int64_t n) {
  int64_t r = (int64_t)sqrt((double)n);
  while (r > 0 && r > n / r) r--;
  while ((r + 1) <= n / (r + 1)) r++;
  return r * r == n ? r : -1;
}

int lia_ratio_sqrt(lia_ratio a, lia_ratio *root) {
  if (!a.d || a.n < 0) return 0;
  int64_t n = root_of(a.n), d = root_of(a.d);
  if (n < 0 || d < 0) return 0;
  *root = (lia_ratio){ .n = n, .d = d };
  return 1;
}

lia_ratio lia_ratio_gcd(lia_ratio a, lia_ratio b) {
  if (!a.d || !b.d) return whole(1);
  int64_t g = (int64_t)gcd((uint64_t)a.d, (uint64_t)b.d), d;
  if (__builtin_mul_overflow(a.d / g, b.d, &d)) return whole(1);
  return (lia_ratio){ .n = (int64_t)gcd(magnitude(a.n), magnitude(b.n)), .d = d };
}

int lia_ratio_sign(lia_ratio a) {
  return a.d ? (a.n > 0) - (a.n < 0) : (a.x > 0) - (a.x < 0);
}

int lia_ratio_cmp(lia_ratio a, lia_ratio b) {
  if (a.d && b.d) {
    wide l = (wide)a.n * b.d, r = (wide)b.n * a.d;
    return (l > r) - (l < r);
  }
  double x = lia_ratio_double(a), y = lia_ratio_double(b);
  return (x > y) - (x < y);
}

int lia_ratio_finite(lia_ratio a) { return a.d || isfinite(a.x); }
