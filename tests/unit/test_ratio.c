/* test_ratio.c - exact ratios, and doubles that stay what they are */
#include "house.h"
#include "base/rng.h"
#include "sym/expr/ratio.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static lia_ratio R(int64_t n, int64_t d) { return lia_ratio_make(n, d); }

LIA_TEST(ratio, a_double_is_the_decimal_a_person_wrote) {
  struct { double x; int64_t n, d; } row[] = {
    { 0.1, 1, 10 }, { 0.5, 1, 2 }, { 9.81, 981, 100 }, { -0.25, -1, 4 }, { 1e-7, 1, 10000000 },
        { 3, 3, 1 }, { -0.0, 0, 1 },
    { 1e15, 1000000000000000, 1 }, { 0.4318, 2159, 5000 }, { 123456.789012, 30864197253, 250000 },
        { 0x1p53, (int64_t)1 << 53, 1 },
  };
  for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
    lia_ratio a = lia_ratio_of(row[i].x);
    cr_assert(a.n == row[i].n && a.d == row[i].d, "%.17g became %lld/%lld", row[i].x,
        (long long)a.n, (long long)a.d);
    cr_assert_eq(lia_ratio_double(a), row[i].x);
  }
  double itself[] = { 3.141592653589793, 0.7071067811865476, 1.0 / 3 * 1e300, 0x1p60, 1e-20 / 3,
      6.123233995736766e-17, HUGE_VAL };
  for (size_t i = 0; i < sizeof itself / sizeof *itself; i++) {
    lia_ratio a = lia_ratio_of(itself[i]);
    cr_assert(a.d == 0 && a.x == itself[i], "%.17g", itself[i]);
  }
}

// which fraction it came from is seen by its being the nearest double; a neighbour is itself
LIA_TEST(ratio, a_double_is_the_fraction_it_came_from) {
  static const int64_t row[][2] = { { 1, 3 }, { -2, 3 }, { 116, 75 }, { 4, 75 }, { 1, 997 },
    { 1000, 999 }, { 22, 7 }, { -999983, 991 }, { 6, 700 } };
  for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
    const double x = (double)row[i][0] / (double)row[i][1];
    cr_assert(lia_ratio_equal(lia_ratio_of(x), R(row[i][0], row[i][1])), "%.17g", x);
    cr_assert_eq(lia_ratio_double(lia_ratio_of(x)), x);
    for (int up = -1; up <= 1; up += 2) {
      const lia_ratio near = lia_ratio_of(nextafter(x, up * HUGE_VAL));
      cr_assert(near.d == 0, "beside %.17g", x);
    }
  }
  const double beyond[] = { 1.0 / 1009, 1000001.0 / 3, 0.8 * 0.8 / 12, 1 / 3e9, 0.1 + 0.2 };
  for (size_t i = 0; i < sizeof beyond / sizeof *beyond; i++)
    cr_assert(lia_ratio_of(beyond[i]).d == 0, "%.17g", beyond[i]);
  uint64_t seed = 7;
  for (int i = 0; i < 100000; i++) {
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    const double x = (double)(seed >> 11) * 0x1p-53;
    const int64_t d = lia_ratio_of(x).d; // decimals of twelve digits do come by chance
    cr_assert(d == 0 || d > 1000, "%.17g by chance", x);
  }
}

// one digit more or less than twelve, wherever the point is
LIA_TEST(ratio, twelve_digits_are_the_limit) {
  int64_t d = 1;
  for (int k = 0; k <= 15; k++, d *= 10) {
    lia_ratio a = lia_ratio_of(3 / (double)d), b = lia_ratio_of(123456789013. / (double)d);
    cr_assert(lia_ratio_equal(a, R(3, d)), "3e-%d", k);
    cr_assert(lia_ratio_equal(b, R(123456789013, d)), "123456789013e-%d is %lld/%lld", k,
        (long long)b.n, (long long)b.d);
  }
  double no[] = { 1500000000000.5, 1234567890123.5, 0.1234567890123, 1.234567890123e-16,
      1.234567890123e18, 999999999999.5 };
  for (size_t i = 0; i < sizeof no / sizeof *no; i++)
    cr_assert_eq(lia_ratio_of(no[i]).d, 0, "%.17g", no[i]);
  cr_assert(lia_ratio_equal(lia_ratio_of(1e-15), R(1, 1000000000000000)));
  cr_assert(lia_ratio_equal(lia_ratio_of(99999999999.5), R(199999999999, 2)));
  cr_assert_eq(lia_ratio_of(0x1p53 * 2).d, 0);
  // beyond 63 bits too
  const char *far[] = { "3e-16", "1.2e-15", "1e300", "-4.56e-300", "123456789012e12", "5e-324",
      "1.2345e-5" };
  lia_ratio_hold();
  for (size_t i = 0; i < sizeof far / sizeof *far; i++) {
    int minus = far[i][0] == '-';
    lia_ratio a = lia_ratio_of(strtod(far[i], NULL)),
        b = lia_ratio_read(far[i] + minus, strlen(far[i]) - (size_t)minus);
    cr_assert(lia_ratio_exact(a) && lia_ratio_equal(a, minus ? lia_ratio_neg(b) : b), "%s", far[i]);
    cr_assert_eq(lia_ratio_double(a), strtod(far[i], NULL));
  }
  lia_ratio_drop();
}

LIA_TEST(ratio, every_double_reads_back) {
  lia_ratio_hold();
  lia_rng r = lia_rng_seed(1);
  for (int i = 0; i < 200000; i++) {
    double x = i % 2 ? lia_rng_normal(&r) * pow(10, (double)(int)lia_rng_below(&r, 40) - 20)
        : (double)(int64_t)lia_rng_below(&r, 2000000) / pow(10, (double)lia_rng_below(&r, 9));
    cr_assert_eq(lia_ratio_double(lia_ratio_of(x)), x, "%.17g", x);
  }
  lia_ratio_drop();
}

LIA_TEST(ratio, arithmetic_is_exact) {
  lia_ratio_hold();
  lia_rng r = lia_rng_seed(2);
  for (int i = 0; i < 100000; i++) {
    int big = i % 3;
    uint64_t most = big == 0 ? 50 : big == 1 ? 1000000000 : (uint64_t)INT64_MAX;
    lia_ratio a = R((int64_t)lia_rng_below(&r, most) - (int64_t)(most / 2),
        1 + (int64_t)lia_rng_below(&r, most - 1));
    lia_ratio b = R((int64_t)lia_rng_below(&r, most) - (int64_t)(most / 2),
        1 + (int64_t)lia_rng_below(&r, most - 1));
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
  lia_ratio_drop();
}

LIA_TEST(ratio, corners) {
  lia_ratio_hold();
  lia_ratio most = R(INT64_MAX, 1), least = R(INT64_MIN, 1);
  cr_assert_eq(lia_ratio_double(lia_ratio_add(most, most)), 0x1p64);
  cr_assert_eq(lia_ratio_double(lia_ratio_mul(most, most)), 0x1p63 * 0x1p63);
  cr_assert_eq(lia_ratio_double(least), -0x1p63);
  cr_assert_eq(lia_ratio_double(lia_ratio_mul(R(-1, 1), least)), 0x1p63);
  cr_assert(lia_ratio_equal(R(6, -4), R(-3, 2)));
  cr_assert(lia_ratio_equal(R(0, -4), R(0, 7)));
  cr_assert(lia_ratio_equal(lia_ratio_pow(R(2, 3), -3), R(27, 8)));
  cr_assert(lia_ratio_equal(lia_ratio_pow(R(0, 1), 0), R(1, 1)));
  cr_assert_float_eq(lia_ratio_double(lia_ratio_pow(R(1, 3), 80)), pow(1.0 / 3, 80),
      1e-14 * pow(1.0 / 3, 80));
  cr_assert_eq(lia_ratio_double(lia_ratio_pow(R(10, 1), 400)), HUGE_VAL);
  cr_assert(lia_ratio_equal(lia_ratio_gcd(R(1, 6), R(3, 4)), R(1, 12)));
  cr_assert(lia_ratio_equal(lia_ratio_gcd(R(0, 1), R(-3, 4)), R(3, 4)));
  // doubles among them
  const double tenth = sqrt(0.1), minus = -sqrt(0.4);
  lia_ratio x = lia_ratio_of(tenth), y = lia_ratio_of(minus), half = R(1, 2),
      huge = lia_ratio_of(1e300 / 3);
  cr_assert(lia_ratio_sign(x) == 1 && lia_ratio_sign(y) == -1 && lia_ratio_sign(R(0, 1)) == 0 &&
      lia_ratio_sign(R(-1, 2)) == -1 && lia_ratio_sign(half) == 1);
  cr_assert(lia_ratio_cmp(x, y) == 1 && lia_ratio_cmp(y, half) == -1 &&
      lia_ratio_cmp(half, x) == 1 && lia_ratio_cmp(x, x) == 0);
  cr_assert(lia_ratio_cmp(R(1, 3), R(1, 2)) == -1 && lia_ratio_cmp(R(1, 2), R(1, 3)) == 1 &&
      lia_ratio_cmp(half, half) == 0);
  cr_assert(lia_ratio_equal(lia_ratio_gcd(x, half), R(1, 1)) &&
      lia_ratio_equal(lia_ratio_gcd(half, y), R(1, 1)));
  cr_assert_eq(lia_ratio_double(lia_ratio_add(x, half)), tenth + 0.5);
  cr_assert_eq(lia_ratio_double(lia_ratio_mul(half, y)), minus / 2);
  cr_assert_eq(lia_ratio_double(lia_ratio_inv(huge)), 1 / (1e300 / 3));
  cr_assert_eq(lia_ratio_double(lia_ratio_neg(x)), -tenth);
  cr_assert(lia_ratio_finite(huge) && lia_ratio_finite(half) &&
      !lia_ratio_finite(lia_ratio_mul(huge, huge)));
  cr_assert(lia_ratio_equal(lia_ratio_inv(R(-2, 3)), R(-3, 2)) &&
      lia_ratio_equal(lia_ratio_inv(R(2, 3)), R(3, 2)));
  cr_assert_eq(lia_ratio_double(R(INT64_MIN, 3)), -0x1p63 / 3);
  cr_assert_eq(lia_ratio_double(R(3, INT64_MIN)), -3 / 0x1p63);
  cr_assert_eq(lia_ratio_double(R(INT64_MAX, INT64_MAX - 2)), 1.0);
  cr_assert(lia_ratio_equal(lia_ratio_add(R(1, 6), R(1, 10)), R(4, 15)) &&
      lia_ratio_equal(lia_ratio_add(R(1, 6), R(-1, 6)), R(0, 1)));
  cr_assert(lia_ratio_equal(lia_ratio_mul(R(0, 1), R(5, 7)), R(0, 1)) &&
      lia_ratio_equal(lia_ratio_mul(R(5, 7), R(0, 1)), R(0, 1)));
  cr_assert(lia_ratio_exact(half) && !lia_ratio_exact(x) && lia_ratio_is_int(R(4, 2)) &&
      !lia_ratio_is_int(half));
  lia_ratio root;
  cr_assert(lia_ratio_sqrt(R(0, 1), &root) && root.n == 0);
  cr_assert(lia_ratio_sqrt(R((int64_t)3037000499 * 3037000499, 1), &root) && root.n == 3037000499);
  cr_assert(!lia_ratio_sqrt(R((int64_t)3037000499 * 3037000499 - 1, 1), &root) &&
      !lia_ratio_sqrt(x, &root) && !lia_ratio_sqrt(R(4, 3), &root) &&
      !lia_ratio_sqrt(R(3, 4), &root));
  for (int64_t n = 1; n < 3000000000; n += 1 + n / 3)
    cr_assert(lia_ratio_sqrt(R(n * n, 1), &root) && root.n == n);
  cr_assert(lia_ratio_sqrt(R(49, 36), &root) && lia_ratio_equal(root, R(7, 6)));
  cr_assert(!lia_ratio_sqrt(R(2, 1), &root) && !lia_ratio_sqrt(R(-4, 1), &root));
  cr_assert(!lia_ratio_sqrt(most, &root));
  lia_ratio_drop();
}

// to the last bit what the C library reads: any digits, from below the smallest double to beyond
// the largest
LIA_TEST(ratio, rounds_as_a_decimal_is_read) {
  lia_rng r = lia_rng_seed(3);
  char text[120];
  lia_ratio_hold();
  for (int i = 0; i < 20000; i++) {
    int digits = 18 + (int)lia_rng_below(&r, 30),
        e = (int)lia_rng_below(&r, i % 2 ? 40 : 700) - (i % 2 ? 20 : 370);
    int n = snprintf(text, sizeof text, "%d.", 1 + (int)lia_rng_below(&r, 9));
    while (n < digits + 1) text[n++] = (char)('0' + lia_rng_below(&r, 10));
    n += snprintf(text + n, sizeof text - (size_t)n, "e%d", e);
    cr_assert_eq(lia_ratio_double(lia_ratio_read(text, (size_t)n)), strtod(text, NULL), "%s", text);
  }
  // halfway between two doubles, and beside it
  static const char *const tie[] = {
    "9007199254740993", "9007199254740995", "9007199254740992.9999999999999999999",
    "9007199254740993.00000000000000000001",
    "4.9406564584124654e-324", "2.4703282292062327e-324", "2.4703282292062328e-324",
    "2.2250738585072011e-308", "1.7976931348623158e308",
    "1.7976931348623159e308", "1e309", "1e-400", "0.000000000000000000000000000000",
  };
  for (size_t i = 0; i < sizeof tie / sizeof *tie; i++)
    cr_assert_eq(lia_ratio_double(lia_ratio_read(tie[i], strlen(tie[i]))), strtod(tie[i], NULL),
        "%s", tie[i]);
  cr_assert_eq(lia_ratio_double(lia_ratio_inv(lia_ratio_pow(R(10, 1), 30))), 1e-30);
  lia_ratio_drop();
}

// a decimal is what its digits say; sixteen and seventeen digits that a double prints as are that
// double
LIA_TEST(ratio, reads_what_was_written) {
  lia_ratio_hold();
  static const struct { const char *s; int64_t n, d; } row[] = {
    { "0.1", 1, 10 }, { "9.81", 981, 100 }, { "1e3", 1000, 1 }, { "2.50e-1", 1, 4 },
        { "007", 7, 1 }, { ".5", 1, 2 }, { "3.", 3, 1 },
    { "0.123456789012345", 24691357802469, 200000000000000 }, { "1E2", 100, 1 }, { "1e+2", 100, 1 },
        { "0e5", 0, 1 }, { "0.1000000000000000", 1, 10 },
        { "0.3333333333333333", 1, 3 },
    { "123456789012345678", 123456789012345678, 1 },
  };
  for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
    lia_ratio a = lia_ratio_read(row[i].s, strlen(row[i].s));
    cr_assert(a.n == row[i].n && a.d == row[i].d, "%s", row[i].s);
  }
  static const char *const rounded[] = { "0.7071067811865476", "1.570796326794897",
      "0.30000000000000004", "6.123233995736766e-17", "1.152921504606847e18" };
  for (size_t i = 0; i < sizeof rounded / sizeof *rounded; i++) {
    lia_ratio a = lia_ratio_read(rounded[i], strlen(rounded[i]));
    cr_assert(a.d == 0 && a.x == strtod(rounded[i], NULL), "%s", rounded[i]);
  }
  static const char *const exact[] = { "0.333333333333333300", "3.1415926535897932",
      "1234567890123456789.5", "1e-40", "0.33333333333333333" };
  for (size_t i = 0; i < sizeof exact / sizeof *exact; i++)
    cr_assert(lia_ratio_exact(lia_ratio_read(exact[i], strlen(exact[i]))), "%s", exact[i]);
  cr_assert(lia_ratio_large(lia_ratio_read("1e400000", 8)) &&
      lia_ratio_large(lia_ratio_read("1e-400000", 9)));
  cr_assert(!lia_ratio_finite(lia_ratio_read("1e400000", 8)));
  lia_ratio_drop();
}

// what is left after digits cancel is believed less, and nothing is once all have
LIA_TEST(ratio, cancelling_wears_a_double) {
  lia_ratio a = lia_ratio_of(sqrt(2)), two = R(2, 1), square = lia_ratio_mul(a, a);
  cr_assert(lia_ratio_wear(square) == 0 && lia_ratio_wear(a) == 0);
  lia_ratio left = lia_ratio_add(square, lia_ratio_neg(two));
  cr_assert(lia_ratio_wear(left) == 6 && lia_ratio_doubt(left) > fabs(left.x), "%d",
      lia_ratio_wear(left));
  lia_ratio some = lia_ratio_add(lia_ratio_of(sqrt(1111.)), R(-33331666, 1000000));
  cr_assert(lia_ratio_wear(some) > 0 && lia_ratio_doubt(some) < some.x);
  cr_assert_eq(lia_ratio_wear(lia_ratio_mul(some, a)), lia_ratio_wear(some));
  for (int w = 0; w <= LIA_RATIO_WORN; w++)
    cr_assert_eq(lia_ratio_wear(lia_ratio_worn(0.1 / 3, w)), w);
  lia_ratio sum = a;
  for (int i = 0; i < 1000; i++) sum = lia_ratio_add(sum, lia_ratio_of(1.0 / (3 + i)));
  cr_assert_eq(lia_ratio_wear(sum), 0);
}

LIA_TEST(ratio, how_many_decimals_it_takes_to_write_one) {
  static const struct { int64_t n, d; int decimals; } row[] = {
    { 3, 1, 0 }, { 1, 2, 1 }, { 1, 5, 1 }, { 1, 8, 3 }, { 7, 40, 3 }, { 1, 3, -1 }, { 1, 7, -1 },
  };
  for (size_t k = 0; k < sizeof row / sizeof *row; k++)
    cr_assert_eq(lia_ratio_decimals(lia_ratio_make(row[k].n, row[k].d)), row[k].decimals,
        "%d/%d", (int)row[k].n, (int)row[k].d);
  cr_assert_eq(lia_ratio_decimals(lia_ratio_of(1.4142135623730951)), -1,
      "a double has none that are its own");
}
