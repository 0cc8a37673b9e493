/* test_text.c - text that grows, formats like printf, and numbers that survive the way there and
 * back */
#include "base/text.h"

#include "base/rng.h"
#include "house.h"
#include <float.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

LIA_TEST(text, grows_and_keeps_its_end) {
  lia_text t = { 0 };
  cr_assert_str_eq(lia_text_str(&t), "");
  for (int i = 0; i < 1000; i++) lia_text_put(&t, "ab");
  lia_text_char(&t, 'c');
  lia_text_pad(&t, '.', 3);
  lia_text_pad(&t, '.', -3);
  cr_assert_eq(t.n, 2004);
  cr_assert_str_eq(t.s + 1998, "abc...");
  lia_text_cut(&t, 3);
  lia_text_cut(&t, 30);
  cr_assert_str_eq(t.s, "aba");
  for (int i = 0; i < 6; i++) lia_text_add(&t, t.s, t.n);   // from itself, across reallocations
  cr_assert_eq(t.n, 192);
  cr_assert_str_eq(t.s + 189, "aba");
  cr_assert_eq(lia_text_status(&t, NULL), LIA_OK);
  lia_text_free(&t);
}

LIA_TEST(text, out_of_memory_sticks_and_keeps_what_was_there) {
  lia_text t = { 0 };
  lia_error err = { 0 };
  lia_text_put(&t, "kept");
  lia_mem_fail_after(0);
  lia_text_pad(&t, 'x', 60);
  lia_text_put(&t, "more");
  lia_text_printf(&t, "%d", 12);
  lia_mem_fail_after(-1);
  lia_text_put(&t, "later");
  cr_assert_eq(t.n, 63);
  cr_assert_eq(strncmp(t.s, "keptxxx", 7), 0);
  cr_assert_eq(lia_text_status(&t, &err), LIA_ENOMEM);
  cr_assert_eq(err.code, LIA_ENOMEM);
  lia_text_free(&t);
}

#define SAME(...)                                                        \
  do {                                                                   \
    char a[400], b[400];                                                 \
    int na = snprintf(a, sizeof a, __VA_ARGS__);                         \
    int nb = lia_text_format(b, sizeof b, __VA_ARGS__);                  \
    cr_assert_str_eq(b, a);                                              \
    cr_assert_eq(nb, na);                                                \
    char c[5] = "#####";                                                 \
    lia_text_format(c, 4, __VA_ARGS__);                                  \
    cr_assert_eq(strncmp(c, a, na < 3 ? (size_t)na : 3), 0);             \
    cr_assert_eq(c[4], '#');                                             \
  } while (0)

LIA_TEST(text, formats_as_printf_does) {
  SAME("plain");
  SAME("%d%%|%5d|%-5d|%05d|%+d|% d|%i", 1, 2, 3, 4, 5, 6, -7);
  SAME("%ld|%lld|%lu|%zu|%x|%#X|%o|%u", 1L << 40, -(1LL << 50), ~0UL, (size_t)-1, 255u, 255u, 8u,
      ~0u);
  SAME("%s|%10s|%-10s|%.2s|%c|%3c|%p", "a", "b", "c", "defg", 'x', 'y', (void *)0x1234);
  SAME("%g|%.3f|%10.4e|%-12G|%+.0f|%a|%F", 0.1, 3.14159, -1e-9, 1e300, 2.5, 0.5, -HUGE_VAL);
  SAME("%*d|%-*d|%.*f|%*.*f|%.*g", 5, 1, 6, 2, 3, 1.5, 9, 2, 2.25, -1, 0.5);
  SAME("%*d|", -6, 42);
  SAME("%f", 1e300);
  SAME("%hd %hhd", (short)-3, (signed char)7);
}

LIA_TEST(text, printf_appends_at_any_length) {
  lia_text t = { 0 };
  lia_text_put(&t, "x=");
  lia_text_printf(&t, "%200d;%.300f", 7, 0.25);
  cr_assert_eq(t.n, 2 + 200 + 1 + 302);
  lia_text_num(&t, -0.1);
  cr_assert_str_eq(t.s + 505, "-0.1");
  lia_text_cut(&t, 505);
  cr_assert_eq(strncmp(t.s + 201, "7;0.25000", 9), 0);
  cr_assert_eq(strlen(t.s), t.n);
  lia_text_free(&t);
}

static void prints(double x, const char *expected) {
  char s[LIA_TEXT_DOUBLE];
  int n = lia_text_double(s, x);
  cr_assert_str_eq(s, expected);
  cr_assert_eq((size_t)n, strlen(expected));
}

LIA_TEST(text, prints_the_shortest_decimal) {
  prints(1.0, "1"), prints(-1.0, "-1"), prints(0.0, "0"), prints(-0.0, "-0"),
      prints(100000, "100000");
  prints(0.1, "0.1"), prints(0.1 + 0.2, "0.30000000000000004"),
      prints(1.0 / 3, "0.3333333333333333");
  prints(1e20, "1e20"), prints(1e-7, "1e-7"), prints(1e15, "1e15"),
      prints(999999999999999, "999999999999999");
  prints(1e100, "1e100"), prints(-2.5e-200, "-2.5e-200"),
      prints(9007199254740993.0, "9007199254740992");
  prints(DBL_MAX, "1.7976931348623157e308"), prints(DBL_MIN, "2.2250738585072014e-308"),
      prints(5e-324, "5e-324");
  prints((double)INFINITY, "inf"), prints(-(double)INFINITY, "-inf"), prints((double)NAN, "nan"),
      prints(-(double)NAN, "nan");
}

static double reads(const char *s, size_t expected) {
  double x = 12345;
  size_t n = lia_text_number(s, strlen(s), &x);
  cr_assert_eq(n, expected, "'%s' took %zu", s, n);
  return x;
}

LIA_TEST(text, reads_numbers_and_stops_where_they_end) {
  cr_assert_eq(reads("1", 1), 1);
  cr_assert_eq(reads("-1.5e3x", 6), -1500);
  cr_assert_eq(reads("+.5", 3), 0.5);
  cr_assert_eq(reads("5.", 2), 5);
  cr_assert_eq(reads("5.e2", 4), 500);
  cr_assert_eq(reads("1e", 1), 1);
  cr_assert_eq(reads("1e+", 1), 1);
  cr_assert_eq(reads("1E-2,", 4), 0.01);
  cr_assert_eq(reads("1,5", 1), 1);
  cr_assert_eq(reads("0x10", 1), 0);
  cr_assert_eq(reads("000012", 6), 12);
  cr_assert_eq(reads("0.00000000000000000000000000000000000000000000000012", 52), 1.2e-49);
  cr_assert_eq(reads("inf", 3), (double)INFINITY);
  cr_assert_eq(reads("-inf", 4), -(double)INFINITY);
  cr_assert(isnan(reads("nan", 3)));
  cr_assert(signbit(reads("-0", 2)));
  const char *none[] = { "", "-", "+", ".", "e5", "-.", "- 1", "x", ".e1", "in", "na" };
  for (size_t k = 0; k < sizeof none / sizeof *none; k++)
    cr_assert_eq(reads(none[k], 0), 12345, "%s", none[k]);
  double x = 0;
  cr_assert_eq(lia_text_number("123", 2, &x), 2);   // the length is the end, not the 0
  cr_assert_eq(x, 12);
}

LIA_TEST(text, reads_with_one_rounding_as_strtod_does) {
  const char *hard[] = {
    "1e23", "8.5e22", "1e-400", "1e400", "2.2250738585072011e-308", "4.9e-324",
    "2.4703282292062327e-324", "2.4703282292062328e-324",
    "9007199254740993", "9007199254740992.99999",
    "9007199254740993.000000000000000000000000000000000001",
    "123456789012345678901234567890", "0.1e1", "179769313486231580793728971405301e276",
    "1e99999999999", "1e-99999999999",
    "0e99999999999", "100000000000000000000000000000000000000000000e-43", "6.9294956446009195e15",
    "7.2057594037927933e16",
  };
  for (size_t k = 0; k < sizeof hard / sizeof *hard; k++)
    cr_assert_eq(reads(hard[k], strlen(hard[k])), strtod(hard[k], NULL), "%s", hard[k]);

  // 1 + 2^-53 exactly halfway, then 900 zeros and a 1: only the very last digit says up
  char s[1200];
  int n = snprintf(s, sizeof s, "1.00000000000000011102230246251565404236316680908203125");
  cr_assert_eq(reads(s, (size_t)n), 1);
  memset(s + n, '0', 900);
  strcpy(s + n + 900, "1");
  cr_assert_eq(reads(s, (size_t)n + 901), 1 + DBL_EPSILON);
  // the same with the point far to the right
  char big[2200];
  memmove(s + 1, s + 2, strlen(s + 1));
  snprintf(big, sizeof big, "%s%0900de-%zu", s, 0, strlen(s) - 1 + 900);
  cr_assert_eq(reads(big, strlen(big)), 1 + DBL_EPSILON);
}

LIA_TEST(text, every_double_reads_back_to_the_bit) {
  lia_rng r = lia_rng_seed(1);
  for (int i = 0; i < 20000; i++) {
    union { uint64_t u; double x; } v = { lia_rng_bits(&r) };
    if (i % 4 == 1) v.x = lia_rng_normal(&r);
    if (i % 4 == 2) v.u &= 0x800fffffffffffffu;   // subnormal
    if (i % 4 == 3) v.x = (double)(int64_t)(v.u >> (i % 60)) / 1000;
    if (!isfinite(v.x)) continue;
    char s[LIA_TEXT_DOUBLE];
    int n = lia_text_double(s, v.x);
    double x;
    cr_assert_eq(lia_text_number(s, (size_t)n, &x), (size_t)n, "%s", s);
    cr_assert(x == v.x && strtod(s, NULL) == v.x, "%s is not %a", s, v.x);
  }
}

LIA_TEST(text, a_decimal_comma_in_the_locale_changes_nothing) {
  const char *comma[] = { "de_DE.UTF-8", "de_DE", "fr_FR.UTF-8", "fr_FR", "de_DE.utf8",
      "fr_FR.utf8" };
  const char *got = NULL;
  for (size_t k = 0; k < sizeof comma / sizeof *comma && !got; k++)
    got = setlocale(LC_ALL, comma[k]);
  if (!got) LIA_SKIP("no locale with a decimal comma is here (apt-get install locales)");
  char s[64];
  snprintf(s, sizeof s, "%.1f", 0.5);
  cr_assert_str_eq(s, "0,5");
  prints(0.5, "0.5");
  prints(-1.25e-300, "-1.25e-300");
  cr_assert_eq(reads("12345678901234567.25e-3", 23), 12345678901234.56725);
  lia_text_format(s, sizeof s, "%.2f, %8.3e", 1.5, -2.5);
  cr_assert_str_eq(s, "1.50, -2.500e+00");
  lia_error err = { 0 };
  (void)LIA_FAIL(&err, LIA_EARG, "x", "got %g", 0.5);
  cr_assert_str_eq(err.text, "got 0.5");
  setlocale(LC_ALL, "C");
}

LIA_TEST(text, adds_itself_while_it_moves) {
  lia_text t = { 0 };
  lia_text_put(&t, "aba");
  for (int i = 0; i < 10; i++) lia_text_add(&t, t.s, t.n);
  cr_assert_eq(t.n, 3 << 10);
  for (size_t k = 0; k < t.n; k++) cr_assert_eq(t.s[k], k % 3 == 1 ? 'b' : 'a');
  for (size_t k = t.n; k < 5000; k++) lia_text_add(&t, t.s + k - 3, 1);   // its end
  for (size_t k = 0; k < t.n; k++) cr_assert_eq(t.s[k], k % 3 == 1 ? 'b' : 'a');
  lia_text_free(&t);
}

LIA_TEST(text, more_than_any_memory_is_refused) {
  for (int k = 0; k < 3; k++) {
    volatile size_t n = (size_t)-1 >> k;
    lia_text t = { 0 };
    if (k) lia_text_put(&t, "abc");
    lia_mem_fail_after(0);   // not asked: a sanitizer would take note
    lia_text_add(&t, "x", n - 8);
    lia_mem_fail_after(-1);
    cr_assert_eq(lia_text_status(&t, NULL), LIA_ENOMEM);
    cr_assert_str_eq(lia_text_str(&t), k ? "abc" : "");
    lia_text_free(&t);
  }
}

// each text in a block of exactly its bytes: under the sanitizers, reading one further ends the
// test
LIA_TEST(text, reads_no_byte_behind_the_last) {
  const char *row[] = { "", "-", "+", ".", "-.", "5", "5.", ".5", "1e", "1e+", "1e-", "1e5", "in",
      "na", "inf", "nan", "-in", "00" };
  for (size_t k = 0; k < sizeof row / sizeof *row; k++) {
    size_t n = strlen(row[k]);
    char *s = lia_malloc(n + 8);
    memcpy(s + 8, row[k], n);
    double x = 77, y = 77;
    cr_assert_eq(lia_text_number(s + 8, n, &x), lia_text_number(row[k], n, &y));
    cr_assert(x == y || (isnan(x) && isnan(y)));
    lia_free(s);
  }
}
