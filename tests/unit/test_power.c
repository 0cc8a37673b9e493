/* test_power.c - x^y against square roots, exact powers, long double, at the ends of the range; its
 * very bits */
#include "num/power.h"

#include "base/rng.h"
#include "house.h"

#include <float.h>
#include <math.h>

static double apart(double got, double want) { return fabs(got - want) / fabs(want); }

LIA_TEST(power, one_half_is_the_square_root) {
  lia_rng r = lia_rng_seed(1);
  for (int i = 0; i < 20000; i++) {
    double x = lia_rng_range(&r, 1, 4),
        near = 1 + lia_rng_range(&r, -1, 1) * ldexp(1, -1 - (int)lia_rng_below(&r, 50));
    cr_assert_lt(apart(lia_power(x, 0.5), sqrt(x)), 6e-16, "%a", x);
    cr_assert_lt(apart(lia_power(near, 0.5), sqrt(near)), 4e-16, "%a", near);
    int e = 2 * ((int)lia_rng_below(&r, 500) - 250);
    cr_assert_lt(apart(lia_power(ldexp(x, 2 * e), 0.5), ldexp(sqrt(x), e)), 3e-13, "%a",
        ldexp(x, 2 * e));
  }
}

LIA_TEST(power, whole_powers) {
  for (int n = 2; n < 40; n++) {
    double p = 1;
    for (int k = 1; p < 9e15 / n; k++) {
      p *= n;
      cr_assert_lt(apart(lia_power(n, k), p), 2e-14, "%d^%d", n, k);
      cr_assert_lt(apart(lia_power(1.0 / n, -k), p), 2e-14, "%d^%d", n, k);
    }
    cr_assert_eq(lia_power(1.0 / 256, n / 8.0), ldexp(1, -n));   // powers of two are exact
  }
}

LIA_TEST(power, is_as_right_as_it_says) {
  if (LDBL_MANT_DIG < 64) LIA_SKIP("long double is no better yardstick on this machine");
  lia_rng r = lia_rng_seed(2);
  for (int i = 0; i < 100000; i++) {
    double x = i % 2 ? exp(lia_rng_range(&r, -80, 80)) : lia_rng_range(&r, 0, 2),
        y = i % 3 ? lia_rng_range(&r, -1, 1) : lia_rng_range(&r, -8, 8);
    double want = (double)powl(x, y), got = lia_power(x, y);
    cr_assert_lt(apart(got, want), 1e-15 * (1 + fabs(y * log2(x))), "%a ^ %a is %a, not %a", x, y,
        got, want);
  }
}

LIA_TEST(power, ends_of_the_range) {
  const double inf = (double)INFINITY, none = (double)NAN;
  cr_assert(lia_power(0, 0) == 1 && lia_power(inf, 0) == 1 && lia_power(1, inf) == 1 &&
      lia_power(1, none) == 1 && lia_power(none, 0) == 1);
  cr_assert(lia_power(0, 2) == 0 && lia_power(0, -2) == inf && lia_power(inf, 0.5) == inf &&
      lia_power(inf, -0.5) == 0);
  cr_assert(lia_power(2, inf) == inf && lia_power(2, -inf) == 0 && lia_power(0.5, inf) == 0 &&
      lia_power(0.5, -inf) == inf);
  cr_assert(lia_power(2, 1e30) == inf && lia_power(2, -1e30) == 0 && lia_power(0.5, 1e30) == 0 &&
      lia_power(0.5, -1e30) == inf);
  cr_assert(isnan(lia_power(-1, 2)) && isnan(lia_power(none, 2)) && isnan(lia_power(2, none)));
  cr_assert(lia_power(2, 1023) == ldexp(1, 1023) && lia_power(2, 1024) == inf &&
      lia_power(10, 400) == inf && lia_power(10, -400) == 0);
  cr_assert(lia_power(2, -1074) == ldexp(1, -1074) && lia_power(2, -1022) == DBL_MIN &&
      lia_power(2, -1080) == 0);
  cr_assert(lia_power(ldexp(1, -1074), 0.5) == ldexp(1, -537));
}

// not what is right but what every build on every machine must give: 2^20 results in one number
LIA_TEST(power, the_bits_of_every_machine) {
  uint64_t h = 14695981039346656037u;
  lia_rng r = lia_rng_seed(3);
  for (int i = 0; i < 1 << 20; i++) {
    double y = lia_rng_range(&r, -1, 1), x = lia_rng_range(&r, 0, 2);
    int e = (int)lia_rng_below(&r, 60) - 30;
    union { double x; uint64_t u; } v = { lia_power(ldexp(x, e), y) };
    h = (h ^ v.u) * 1099511628211u;
  }
  cr_assert_eq(h, 0xc5210c8fd2b74321u, "%llx", (unsigned long long)h);
}
