/* test_ratio.c - exact where it fits, rounded where it does not, never wrong */
#include "house.h"
#include "base/rng.h"
#include "sym/ratio.h"

#include <math.h>

static lia_ratio R(int64_t n, int64_t d) { return lia_ratio_make(n, d); }

LIA_TEST(ratio, a_double_is_the_decimal_a_person_wrote) {
  struct { double x; int64_t n, d; } row[] = {
    { 0.1, 1, 10 }, { 0.5, 1, 2 }, { 9.81, 981, 100 }, { -0.25, -1, 4 }, { 1e-7, 1, 10000000 }, { 3, 3, 1 }, { -0.0, 0, 1 },
    { 1e15, 1000000000000000, 1 }, { 0.4318, 2159, 5000 }, { 123456.789012, 30864197253, 250000 }, { 0x1p53, (int64_t)1 << 53, 1 },
  };
  for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
    lia_ratio a = lia_ratio_of(row[i].x);
    cr_assert(a.n == row[i].n && a.d == row[i].d, "%.17g became %lld/%lld", row[i].x, (long long)a.n, (long long)a.d);
    cr_assert_eq(lia_ratio_double(a), row[i].x);
  }
  double itself[] = { 3.141592653589793, 1.0 / 3, 1e300, 0x1p60, 1e-20, 6.123233995736766e-17, HUGE_VAL };
  for (size_t i = 0; i < sizeof itself / sizeof *itself; i++) {
    lia_ratio a = lia_ratio_of(itself[i]);
    cr_assert(a.d == 0 && a.x == itself[i], "%.17g", itself[i]);
  }
}

// one digit more or less than twelve, one place more or less than fifteen
LIA_TEST(ratio, twelve_digits_are_the_limit) {
  int64_t d = 1;
  for (int k = 0; k <= 15; k++, d *= 10) {
    lia_ratio a = lia_ratio_of(3 / (double)d), b = lia_ratio_of(123456789013. / (double)d);
    cr_assert(lia_ratio_equal(a, R(3, d)), "3e-%d", k);
    cr_assert(lia_ratio_equal(b, R(123456789013, d)), "123456789013e-%d is %lld/%lld", k, (long long)b.n, (long long)b.d);
  }
  double no[] = { 1500000000000.5, 1234567890123.5, 0.1234567890123, 3e-16, 1.2e-15, 999999999999.5 };
  for (size_t i = 0; i < sizeof no / sizeof *no; i++) cr_assert_eq(lia_ratio_of(no[i]).d, 0, "%.17g", no[i]);
  cr_assert(lia_ratio_equal(lia_ratio_of(1e-15), R(1, 1000000000000000)));
  cr_assert(lia_ratio_equal(lia_ratio_of(99999999999.5), R(199999999999, 2)));
  cr_assert_eq(lia_ratio_of(0x1p53 * 2).d, 0);
}

LIA_TEST(ratio, every_double_reads_back) {
  lia_rng r = lia_rng_seed(1);
  for (int i = 0; i < 200000; i++) {
    double x = i % 2 ? lia_rng_normal(&r) * pow(10, (double)(int)lia_rng_below(&r, 40) - 20)
                     : (double)(int64_t)lia_rng_below(&r, 2000000) / pow(10, (double)lia_rng_below(&r, 9));
    cr_assert_eq(lia_ratio_double(lia_ratio_of(x)), x, "%.17g", x);
  }
}

LIA_TEST(ratio, arithmetic_is_exact_or_rounded) {
  lia_rng r = lia_rng_seed(2);
  for (int i = 0; i < 100000; i++) {
    int big = i % 3;
    uint64_t most = big == 0 ? 50 : big == 1 ? 1000000000 : (uint64_t)INT64_MAX;
    lia_ratio a = R((int64_t)lia_rng_below(&r, most) - (int64_t)(most / 2), 1 + (int64_t)lia_rng_below(&r, most - 1));
    lia_ratio b = R((int64_t)lia_rng_below(&r, most) - (int64_t)(most / 2), 1 + (int64_t)lia_rng_below(&r, most - 1));
    double x = lia_ratio_double(a), y = lia_ratio_double(b);
    lia_ratio s = lia_ratio_add(a, b), m = lia_ratio_mul(a, b);
    cr_assert_float_eq(lia_ratio_double(s), x + y, 1e-15 * (fabs(x) + fabs(y)));
    cr_assert_float_eq(lia_ratio_double(m), x * y, 1e-15 * fabs(x * y));
    cr_assert(lia_ratio_equal(lia_ratio_add(b, a), s) && lia_ratio_equal(lia_ratio_mul(b, a), m));
    if (big == 0) {
      cr_assert(s.d && m.d);
      cr_assert(lia_ratio_equal(lia_ratio_add(s, lia_ratio_neg(b)), a));
      if (b.n) cr_assert(lia_ratio_equal(lia_ratio_mul(m, lia_ratio_inv(b)), a));
    }
    if (a.d && b.d) cr_assert(big == 2 || lia_ratio_cmp(a, b) == (x > y) - (x < y) || x == y);
  }
}

LIA_TEST(ratio, corners) {
  lia_ratio most = R(INT64_MAX, 1), least = R(INT64_MIN, 1);
  cr_assert_eq(lia_ratio_double(lia_ratio_add(most, most)), 0x1p64);
  cr_assert_eq(lia_ratio_double(lia_ratio_mul(most, most)), 0x1p63 * 0x1p63);
  cr_assert_eq(lia_ratio_double(least), -0x1p63);
  cr_assert_eq(lia_ratio_double(lia_ratio_mul(R(-1, 1), least)), 0x1p63);
  cr_assert(lia_ratio_equal(R(6, -4), R(-3, 2)));
  cr_assert(lia_ratio_equal(R(0, -4), R(0, 7)));
  cr_assert(lia_ratio_equal(lia_ratio_pow(R(2, 3), -3), R(27, 8)));
  cr_assert(lia_ratio_equal(lia_ratio_pow(R(0, 1), 0), R(1, 1)));
  cr_assert_eq(lia_ratio_double(lia_ratio_pow(R(1, 3), 80)), pow(1.0 / 3, 80));
  cr_assert(!lia_ratio_finite(lia_ratio_pow(R(10, 1), 400)));
  cr_assert(lia_ratio_equal(lia_ratio_gcd(R(1, 6), R(3, 4)), R(1, 12)));
  cr_assert(lia_ratio_equal(lia_ratio_gcd(R(0, 1), R(-3, 4)), R(3, 4)));
  // doubles among them
  lia_ratio x = lia_ratio_of(1.0 / 3), y = lia_ratio_of(-2.0 / 3), half = R(1, 2), huge = lia_ratio_of(1e300);
  cr_assert(lia_ratio_sign(x) == 1 && lia_ratio_sign(y) == -1 && lia_ratio_sign(R(0, 1)) == 0 && lia_ratio_sign(R(-1, 2)) == -1 && lia_ratio_sign(half) == 1);
  cr_assert(lia_ratio_cmp(x, y) == 1 && lia_ratio_cmp(y, half) == -1 && lia_ratio_cmp(half, x) == 1 && lia_ratio_cmp(x, x) == 0);
  cr_assert(lia_ratio_cmp(R(1, 3), R(1, 2)) == -1 && lia_ratio_cmp(R(1, 2), R(1, 3)) == 1 && lia_ratio_cmp(half, half) == 0);
  cr_assert(lia_ratio_equal(lia_ratio_gcd(x, half), R(1, 1)) && lia_ratio_equal(lia_ratio_gcd(half, y), R(1, 1)));
  cr_assert_eq(lia_ratio_double(lia_ratio_add(x, half)), 1.0 / 3 + 0.5);
  cr_assert_eq(lia_ratio_double(lia_ratio_mul(half, y)), -1.0 / 3);
  cr_assert_eq(lia_ratio_double(lia_ratio_inv(huge)), 1e-300);
  cr_assert_eq(lia_ratio_double(lia_ratio_neg(x)), -1.0 / 3);
  cr_assert(lia_ratio_finite(huge) && lia_ratio_finite(half) && !lia_ratio_finite(lia_ratio_mul(huge, huge)));
  cr_assert(lia_ratio_equal(lia_ratio_inv(R(-2, 3)), R(-3, 2)) && lia_ratio_equal(lia_ratio_inv(R(2, 3)), R(3, 2)));
  cr_assert_eq(lia_ratio_double(R(INT64_MIN, 3)), -0x1p63 / 3);
  cr_assert_eq(lia_ratio_double(R(3, INT64_MIN)), -3 / 0x1p63);
  cr_assert_eq(lia_ratio_double(R(INT64_MAX, INT64_MAX - 2)), 1.0);
  cr_assert(lia_ratio_equal(lia_ratio_add(R(1, 6), R(1, 10)), R(4, 15)) && lia_ratio_equal(lia_ratio_add(R(1, 6), R(-1, 6)), R(0, 1)));
  cr_assert(lia_ratio_equal(lia_ratio_mul(R(0, 1), R(5, 7)), R(0, 1)) && lia_ratio_equal(lia_ratio_mul(R(5, 7), R(0, 1)), R(0, 1)));
  cr_assert(lia_ratio_exact(half) && !lia_ratio_exact(x) && lia_ratio_is_int(R(4, 2)) && !lia_ratio_is_int(half));
  lia_ratio root;
  cr_assert(lia_ratio_sqrt(R(0, 1), &root) && root.n == 0);
  cr_assert(lia_ratio_sqrt(R((int64_t)3037000499 * 3037000499, 1), &root) && root.n == 3037000499);
  cr_assert(!lia_ratio_sqrt(R((int64_t)3037000499 * 3037000499 - 1, 1), &root) && !lia_ratio_sqrt(x, &root) && !lia_ratio_sqrt(R(4, 3), &root) && !lia_ratio_sqrt(R(3, 4), &root));
  for (int64_t n = 1; n < 3000000000; n += 1 + n / 3) cr_assert(lia_ratio_sqrt(R(n * n, 1), &root) && root.n == n);
  cr_assert(lia_ratio_sqrt(R(49, 36), &root) && lia_ratio_equal(root, R(7, 6)));
  cr_assert(!lia_ratio_sqrt(R(2, 1), &root) && !lia_ratio_sqrt(R(-4, 1), &root));
  cr_assert(!lia_ratio_sqrt(most, &root));
}
