/* test_atan.c - the arctangent against long double, over the whole range; the same bits for every
 * width */
#include "num/atan.h"

#include "base/rng.h"

#include "house.h"

#include <float.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

/* a number of kind k: small; any exponent; next to where the text changes its way */
static double number(lia_rng *r, int k) {
  static const double edge[] = { 0.4375, 0.6875, 1.1875, 2.4375, 0.5, 1, 1.5 };
  double x = lia_rng_range(r, -1, 1);
  if (k == 0) return 4 * x;
  if (k == 1) return ldexp(x, (int)lia_rng_below(r, 2000) - 1000);
  return edge[lia_rng_below(r, 7)] * (1 + 0x1p-50 * x) * (x < 0 ? -1 : 1);
}

LIA_TEST(atan, is_right_to_one_unit_in_the_last_place) {
  if (LDBL_MANT_DIG < 64) LIA_SKIP("long double is no better yardstick on this machine");
  lia_rng r = lia_rng_seed(1);
  for (int i = 0; i < 300000; i++) {
    double x = number(&r, i % 3), got = lia_atan1(x), size = fabs(got);
    long double ulp = nextafter(size, HUGE_VAL) - size, want = atanl(x);
    cr_assert_leq((double)(fabsl(got - want) / ulp), 1.0, "atan %a = %a", x, got);
  }
}

LIA_TEST(atan, keeps_zeros_ends_at_a_quarter_turn_and_gives_nan_for_nan) {
  double x[6] = { 0.0, -0.0, HUGE_VAL, -HUGE_VAL, __builtin_nan(""), 4.9e-324 }, y[6];
  lia_atan(x, y, 6);
  cr_assert(y[0] == 0 && !signbit(y[0]));
  cr_assert(y[1] == 0 && signbit(y[1]));
  cr_assert(y[2] == 1.5707963267948966 && y[3] == -1.5707963267948966);
  cr_assert(isnan(y[4]));
  cr_assert(y[5] == x[5]);
}

LIA_TEST(atan, rises_wherever_it_is_asked) {
  lia_rng r = lia_rng_seed(5);
  for (int i = 0; i < 100000; i++) {
    double x = number(&r, i % 3), next = nextafter(x, HUGE_VAL);
    cr_assert(lia_atan1(next) >= lia_atan1(x), "at %a", x);
    cr_assert(lia_atan1(-x) == -lia_atan1(x), "at %a", x);
  }
}

LIA_TEST(atan, has_the_same_bits_alone_and_in_company) {
  lia_rng r = lia_rng_seed(2);
  for (int i = 0; i < 4000; i++) {
    double x[24], y[24];
    int n = (int)lia_rng_below(&r, 19);
    for (int k = 0; k < 24; k++) {
      x[k] = number(&r, (int)lia_rng_below(&r, 3));
      y[k] = 7;
    }
    lia_atan(x, y, n);
    for (int k = 0; k < n; k++) {
      double alone = lia_atan1(x[k]);
      cr_assert(memcmp(&alone, &y[k], 8) == 0, "lane %d of %d: %a", k, n, x[k]);
    }
    for (int k = n; k < 24; k++) cr_assert(y[k] == 7);
    for (int isa = 0; isa < LIA_ISA_COUNT; isa++) {
      double Y[24];
      if (!lia_isa_has((lia_isa)isa)) continue;
      for (int k = 0; k < 24; k++) Y[k] = 7;
      lia_atan_on((lia_isa)isa, x, Y, n);
      cr_assert(memcmp(Y, y, sizeof Y) == 0, "%d numbers on %s", n, lia_isa_name((lia_isa)isa));
    }
    lia_atan_room(x, x, n);
    cr_assert(memcmp(x, y, (size_t)n * sizeof *x) == 0);
  }
}

// gcc and clang, with and without vectors, on any machine: one hash
LIA_TEST(atan, gives_the_bits_it_gives_everywhere) {
  lia_rng r = lia_rng_seed(3);
  uint64_t hash = 0;
  for (int i = 0; i < 100000; i++) {
    double y = lia_atan1(number(&r, i % 3));
    uint64_t b;
    memcpy(&b, &y, sizeof b);
    hash = hash * 0x9E3779B97F4A7C15u + b;
  }
  cr_assert_eq(hash, 0x6b096516f70c1fa4u, "hash %llx", (unsigned long long)hash);
}
