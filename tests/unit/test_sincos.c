/* test_sincos.c - sine and cosine against long double, over the whole range; the same bits for
 * every width */
#include "num/sincos.h"

#include "base/rng.h"

#include "house.h"

#include <float.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

/* an angle of kind k: small; any exponent; next to a multiple of pi/2; up to the end of the near
 * range */
static double angle(lia_rng *r, int k) {
  double x = lia_rng_range(r, -1, 1);
  if (k == 0) return 4 * x;
  if (k == 1) return ldexp(x, (int)lia_rng_below(r, 2000) - 1000);
  if (k == 2) return nextafter(rint(x * 0x1p30) * 1.5707963267948966, x);
  return x * 0x1p31;
}

static double ulps(double got, long double want) {
  double w = fabs((double)want), ulp = nextafter(w, HUGE_VAL) - w;
  return (double)(fabsl((long double)got - want) / (long double)ulp);
}

LIA_TEST(sincos, is_right_to_one_unit_in_the_last_place) {
  if (LDBL_MANT_DIG < 64) LIA_SKIP("long double is no better yardstick on this machine");
  lia_rng r = lia_rng_seed(1);
  for (int i = 0; i < 200000; i++) {
    double x = angle(&r, i % 4), s, c;
    lia_sincos1(x, &s, &c);
    cr_assert_leq(ulps(s, sinl(x)), 1.0, "sin %a = %a", x, s);
    cr_assert_leq(ulps(c, cosl(x)), 1.0, "cos %a = %a", x, c);
  }
}

// the doubles next to 16367173 2^72 pi-odd multiples and the like: the hardest to reduce
LIA_TEST(sincos, is_right_where_the_reduction_is_hardest) {
  static const double hard[] = { 0x1.6ac5b262ca1ffp+849, 6381956970095103.0 * 0x1p797,
      0x1.921fb54442d18p+0, 0x1.921fb54442d18p+30,
      0x1p30, -0x1p30, 0x1.0000000000001p30, 1e22, 1e300, DBL_MAX, -DBL_MAX };
  for (size_t i = 0; i < sizeof hard / sizeof *hard; i++) {
    double s, c;
    lia_sincos1(hard[i], &s, &c);
    cr_assert_leq(ulps(s, sinl(hard[i])), 1.0, "sin %a = %a, %La", hard[i], s, sinl(hard[i]));
    cr_assert_leq(ulps(c, cosl(hard[i])), 1.0, "cos %a = %a, %La", hard[i], c, cosl(hard[i]));
  }
}

LIA_TEST(sincos, keeps_zeros_and_gives_nan_for_what_is_no_angle) {
  double x[6] = { 0.0, -0.0, HUGE_VAL, -HUGE_VAL, __builtin_nan(""), 4.9e-324 }, s[6], c[6];
  lia_sincos(x, s, c, 6);
  cr_assert(s[0] == 0 && !signbit(s[0]) && c[0] == 1);
  cr_assert(s[1] == 0 && signbit(s[1]) && c[1] == 1);
  for (int i = 2; i < 5; i++) cr_assert(isnan(s[i]) && isnan(c[i]));
  cr_assert(s[5] == x[5] && c[5] == 1);
}

// any number of angles, any widths of the machine: what one angle gives alone; and no lane beyond n
// is touched
LIA_TEST(sincos, has_the_same_bits_alone_and_in_company) {
  lia_rng r = lia_rng_seed(2);
  for (int i = 0; i < 4000; i++) {
    double x[20], s[20], c[20];
    int n = (int)lia_rng_below(&r, 19);
    for (int k = 0; k < 20; k++) { x[k] = angle(&r, (int)lia_rng_below(&r, 4)); s[k] = c[k] = 7; }
    lia_sincos(x, s, c, n);
    for (int k = 0; k < n; k++) {
      double S, C;
      lia_sincos1(x[k], &S, &C);
      cr_assert(memcmp(&S, &s[k], 8) == 0 && memcmp(&C, &c[k], 8) == 0, "lane %d of %d: %a", k, n,
          x[k]);
    }
    for (int k = n; k < 20; k++) cr_assert(s[k] == 7 && c[k] == 7);
    for (int isa = 0; isa < LIA_ISA_COUNT; isa++) {
      double S[20], C[20];
      if (!lia_isa_has((lia_isa)isa)) continue;
      for (int k = 0; k < 20; k++) S[k] = C[k] = 7;
      lia_sincos_on((lia_isa)isa, x, S, C, n);
      cr_assert(memcmp(S, s, sizeof S) == 0 && memcmp(C, c, sizeof C) == 0, "%d angles on %s", n,
          lia_isa_name((lia_isa)isa));
    }
  }
}

// gcc and clang, with and without vectors, on any machine: one hash
LIA_TEST(sincos, gives_the_bits_it_gives_everywhere) {
  lia_rng r = lia_rng_seed(3);
  uint64_t hash = 0;
  for (int i = 0; i < 100000; i++) {
    double y[2];
    uint64_t b[2];
    lia_sincos1(angle(&r, i % 4), &y[0], &y[1]);
    memcpy(b, y, sizeof b);
    hash = (hash * 0x9E3779B97F4A7C15u + b[0]) * 0x9E3779B97F4A7C15u + b[1];
  }
  cr_assert_eq(hash, 0x5dde90a2c84b9ac0u, "hash %llx", (unsigned long long)hash);
}

LIA_TEST(sincos, may_write_over_its_argument) {
  double x[9], s[9], c[9];
  for (int k = 0; k < 9; k++) x[k] = k;
  lia_sincos(x, s, c, 9);
  lia_sincos(x, x, c, 9);
  for (int k = 0; k < 9; k++) cr_assert(x[k] == s[k]);
}
