/* power.c - x^y = 2^(y log2 x) by two series, summed in a fixed order */
#include "num/power.h"

#include "base/assert.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

// log2 x = k + 2/log 2 (s + s^3/3 + s^5/5 ..),  x = 2^k m,  s = (m - 1)/(m + 1),  1/sqrt 2 <= m <
// sqrt 2
static double binary_logarithm(double x) {
#define TERM(j) (2.8853900817779268 / (2 * (j) + 1))
  int k;
  double m = frexp(x, &k);
  if (m < 0.70710678118654752) {
    m *= 2;
    k--;
  }
  LIA_ASSERT(m >= 0.70710678118654752 && m < 1.4142135623730952);
  double s = (m - 1) / (m + 1), z = s * s, z2 = z * z, z4 = z2 * z2;
  double a = (TERM(0) + TERM(1) * z) + z2 * (TERM(2) + TERM(3) * z);
  double b = (TERM(4) + TERM(5) * z) + z2 * (TERM(6) + TERM(7) * z);
  double c = (TERM(8) + TERM(9) * z) + z2 * TERM(10);
  return k + s * (a + z4 * (b + z4 * c));
#undef TERM
}

static double power_scaled(double x, int n) {
  if (n < -1022 || n > 1023) return ldexp(x, n);
  uint64_t bits = (uint64_t)(n + 1023) << 52;
  double by;
  memcpy(&by, &bits, sizeof by);
  return x * by;
}

// 2^p = 2^n (1 + r + r^2/2 + r^3/6 ..),  r = (p - n) log 2,  |p - n| <= 1/2
static double binary_power(double p) {
  if (p > 1100) return (double)INFINITY;
  if (p < -1100) return 0;
  double n = floor(p + 0.5), r = (p - n) * 0.69314718055994531, r2 = r * r, r4 = r2 * r2;
  double a = (1 + r) + r2 * (1.0 / 2 + r * (1.0 / 6));
  double b = (1.0 / 24 + r * (1.0 / 120)) + r2 * (1.0 / 720 + r * (1.0 / 5040));
  double c = (1.0 / 40320 + r * (1.0 / 362880)) + r2 * (1.0 / 3628800 + r * (1.0 / 39916800));
  double d = 1.0 / 479001600 + r * (1.0 / 6227020800);
  return power_scaled(a + r4 * (b + r4 * (c + r4 * d)), (int)n);
}

double lia_power(double x, double y) {
  if (y == 0 || x == 1) return 1;
  if (!(x >= 0) || isnan(y)) return (double)NAN;
  if (x == 0 || isinf(x)) return (x == 0) == (y > 0) ? 0 : (double)INFINITY;
  return binary_power(y * binary_logarithm(x));
}
