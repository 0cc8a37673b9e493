/* test_rng.c - the published sequence, and the moments of what is drawn from it */
#include "base/rng.h"

#include "house.h"
#include <math.h>
#include <stdlib.h>

LIA_TEST(rng, follows_the_published_sequence) {
  // xoshiro256** from the state 1, 2, 3, 4: by hand from its definition, s1*5 rotated 7, times 9
  lia_rng r = { { 1, 2, 3, 4 } };
  const uint64_t expected[] = { 11520, 0, 1509978240, 1215971899390074240u };
  for (int k = 0; k < 4; k++) cr_assert_eq(lia_rng_bits(&r), expected[k]);
  // splitmix64 from 1234567 (Rosetta Code, and the reference implementation)
  const uint64_t state[] = { 6457827717110365317u, 3203168211198807973u, 9817491932198370423u,
      4593380528125082431u };
  r = lia_rng_seed(1234567);
  for (int k = 0; k < 4; k++) cr_assert_eq(r.s[k], state[k]);
}

LIA_TEST(rng, same_seed_same_bits_other_seed_others) {
  lia_rng a = lia_rng_seed(7), b = lia_rng_seed(7), c = lia_rng_seed(8);
  int equal = 0;
  for (int k = 0; k < 1000; k++) {
    uint64_t x = lia_rng_bits(&a);
    cr_assert_eq(x, lia_rng_bits(&b));
    equal += x == lia_rng_bits(&c);
  }
  cr_assert_eq(equal, 0);
}

LIA_TEST(rng, uniform_fills_its_interval) {
  lia_rng r = lia_rng_seed(1);
  double lo = 1, hi = 0, sum = 0, square = 0;
  enum { N = 100000 };
  for (int k = 0; k < N; k++) {
    double u = lia_rng_uniform(&r);
    cr_assert(u >= 0 && u < 1);
    lo = fmin(lo, u), hi = fmax(hi, u), sum += u, square += u * u;
  }
  cr_assert(lo < 1e-3 && hi > 1 - 1e-3);
  cr_assert_float_eq(sum / N, 0.5, 5e-3);
  cr_assert_float_eq(square / N, 1.0 / 3, 5e-3);
  for (int k = 0; k < 100; k++) {
    double x = lia_rng_range(&r, -3, 5);
    cr_assert(x >= -3 && x < 5);
  }
}

LIA_TEST(rng, normal_has_the_moments_and_tails_of_gauss) {
  lia_rng r = lia_rng_seed(2);
  enum { N = 200000 };
  double m1 = 0, m2 = 0, m3 = 0, m4 = 0;
  int inside1 = 0, inside2 = 0, far = 0;
  for (int k = 0; k < N; k++) {
    double x = lia_rng_normal(&r);
    m1 += x, m2 += x * x, m3 += x * x * x, m4 += x * x * x * x;
    inside1 += fabs(x) < 1, inside2 += fabs(x) < 2, far += fabs(x) > 3;
  }
  cr_assert_float_eq(m1 / N, 0, 0.01);
  cr_assert_float_eq(m2 / N, 1, 0.015);
  cr_assert_float_eq(m3 / N, 0, 0.04);
  cr_assert_float_eq(m4 / N, 3, 0.1);
  cr_assert_float_eq((double)inside1 / N, 0.6826895, 5e-3);
  cr_assert_float_eq((double)inside2 / N, 0.9544997, 3e-3);
  cr_assert_float_eq((double)far / N, 0.0026998, 6e-4);
}

LIA_TEST(rng, below_is_fair_also_where_n_is_no_power_of_two) {
  lia_rng r = lia_rng_seed(3);
  int count[6] = { 0 };
  for (int k = 0; k < 60000; k++) count[lia_rng_below(&r, 6)]++;
  for (int k = 0; k < 6; k++) cr_assert(abs(count[k] - 10000) < 500, "%d: %d", k, count[k]);
  cr_assert_eq(lia_rng_below(&r, 0), 0);
  cr_assert_eq(lia_rng_below(&r, 1), 0);
  cr_assert_lt(lia_rng_below(&r, UINT64_MAX), UINT64_MAX);
}

LIA_TEST(rng, directions_are_unit_and_have_no_preference) {
  lia_rng r = lia_rng_seed(4);
  for (int n = 0; n <= 5; n++) {
    double second[5] = { 0 }, first[5] = { 0 };
    for (int i = 0; i < 20000; i++) {
      double x[6] = { 9, 9, 9, 9, 9, 9 }, s = 0;
      lia_rng_unit(&r, x, n);
      for (int k = 0; k < n; k++) s += x[k] * x[k], first[k] += x[k], second[k] += x[k] * x[k];
      cr_assert(n == 0 || fabs(s - 1) < 1e-14);
      cr_assert_eq(x[n], 9);
    }
    for (int k = 0; k < n; k++) {
      cr_assert_float_eq(second[k] / 20000, 1.0 / n, 0.015);
      cr_assert_float_eq(first[k] / 20000, 0, 0.03);
    }
  }
}

LIA_TEST(rng, rotations_are_haar) {
  // the angle of a Haar rotation has density (1 - cos t) / pi: P(t < pi/2) = 1/2 - 1/pi
  lia_rng r = lia_rng_seed(5);
  int small = 0;
  for (int i = 0; i < 40000; i++) {
    double q[4];
    lia_rng_quat(&r, q);
    cr_assert(q[0] >= 0);
    small += 2 * acos(q[0]) < acos(-1.0) / 2;
  }
  cr_assert_float_eq(small / 40000.0, 0.5 - 1 / acos(-1.0), 0.01);
}

LIA_TEST(rng, shuffle_keeps_every_element_and_reaches_every_order) {
  lia_rng r = lia_rng_seed(6);
  int seen[6] = { 0 };
  for (int i = 0; i < 12000; i++) {
    int a[3] = { 0, 1, 2 };
    lia_rng_shuffle(&r, a, 3, sizeof *a);
    cr_assert_eq(1 << a[0] | 1 << a[1] | 1 << a[2], 7);
    seen[2 * a[0] + (a[1] > a[2])]++;
  }
  for (int k = 0; k < 6; k++) cr_assert(abs(seen[k] - 2000) < 250);
  lia_rng_shuffle(&r, NULL, 0, 8);
}

// computed apart from this code, by the published definitions with integers of any length
LIA_TEST(rng, goes_on_as_published) {
  lia_rng r = { { 1, 2, 3, 4 } };
  const uint64_t from4[4] = { 1216172134540287360u, 607988272756665600u, 16172922978634559625u,
      8476171486693032832u }, at99 = 2644096379427808420u;
  for (int k = 0; k < 99; k++) {
    uint64_t x = lia_rng_bits(&r);
    if (k > 3 && k < 8) cr_assert_eq(x, from4[k - 4]);
  }
  cr_assert_eq(lia_rng_bits(&r), at99);
  // normal numbers as [Leva 1992] draws them, from the seed 11
  const double normal[4] = { -0x1.d2ca4d91a8785p-1, -0x1.05bec2f4ee565p-3, -0x1.7349847189f4fp-2,
      -0x1.434bab8eba322p+0 }, at1999 = -0x1.f3c3bef39c32ap-1;
  double x = 0, sum = 0;
  r = lia_rng_seed(11);
  for (int k = 0; k < 2000; k++) {
    x = lia_rng_normal(&r);
    sum += x;
    if (k < 4) cr_assert_eq(x, normal[k]);
  }
  cr_assert_eq(x, at1999);
  cr_assert_float_eq(sum, -17.760882366077386, 1e-9);
}

LIA_TEST(rng, a_range_is_filled_from_end_to_end) {
  lia_rng r = lia_rng_seed(12);
  double lo = 9, hi = -9;
  for (int k = 0; k < 1000; k++) {
    double x = lia_rng_range(&r, -3, 5);
    lo = fmin(lo, x), hi = fmax(hi, x);
  }
  cr_assert(lo >= -3 && lo < -2.9 && hi < 5 && hi > 4.9);
}
