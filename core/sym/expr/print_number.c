/* print_number.c - numbers as a person writes them: fractions, decimals, doubles */
#include "sym/expr/print_inside.h"

#include "base/assert.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// decimals of a number that has a denominator of twos alone, and is no fraction all the same
enum { SHORT = 15 };

static lia_ratio times_ten(lia_ratio a, int k) {
  return lia_ratio_mul(a, lia_ratio_pow(lia_ratio_make(10, 1), k));
}

// the digits of a 10^k are a number of their own: of more than a ratio may have there are none
static int too_many_digits(lia_ratio a, int k) {
  return !lia_ratio_exact(times_ten(a, k));
}

int lia_print_as_fraction(lia_ratio a) {
  if (!lia_ratio_exact(a) || lia_ratio_whole(a)) return 0;
  if ((a.n == 1 || a.n == -1 || a.n == 3 || a.n == -3) && (a.d == 2 || a.d == 4)) return 1;
  int k = lia_ratio_decimals(a);
  return k < 0 || (k > SHORT && (!lia_ratio_by_five(a) || too_many_digits(a, k)));
}

// of what was exact and is so no longer there was no memory
static void put_digits(lia_text *out, lia_ratio a) {
  lia_ratio_digits(a, out);
  out->nomem |= !lia_ratio_exact(a);
}

// 8.64e-7 from its n digits and the power of ten of the first
static void put_scientific(lia_text *out, const char *digit, int n, int exponent) {
  lia_text_printf(out, "%.1s%s%.*se%d", digit, n > 1 ? "." : "", n - 1, digit + 1, exponent);
}

// 0.000864, 123.4, 8.64e-7
static void put_decimal(lia_text *out, const char *digit, int n, int exponent) {
  LIA_ASSERT(n > 0);
  int whole = exponent + 1;
  if (exponent < -4) put_scientific(out, digit, n, exponent);
  else if (whole <= 0) {
    lia_text_put(out, "0.");
    lia_text_pad(out, '0', -whole);
    lia_text_add(out, digit, (size_t)n);
  } else {
    lia_text_add(out, digit, (size_t)whole);
    lia_text_char(out, '.');
    lia_text_add(out, digit + whole, (size_t)(n - whole));
  }
}

// a whole number as it is, or 1e30 where zeros are most of it
static void put_whole(lia_text *out, lia_ratio a) {
  lia_text t = { 0 };
  lia_ratio_digits(a, &t);
  int minus = t.n && t.s[0] == '-', n = (int)t.n - minus, used = n;
  while (used > 1 && t.s[minus + used - 1] == '0') used--;
  if (minus) lia_text_char(out, '-');
  if (n > 19 && 2 * used < n) put_scientific(out, t.s + minus, used, n - 1);
  else lia_text_put(out, lia_text_str(&t) + minus);
  out->nomem |= t.nomem;
  lia_text_free(&t);
}

// sixteen and seventeen digits are what a double looks like: an exact decimal of so many gets zeros
// behind it
static void put_exact_decimal(lia_text *out, lia_ratio a) {
  lia_text t = { 0 };
  int k = lia_ratio_decimals(a);
  put_digits(&t, times_ten(a, k));
  int minus = t.n && t.s[0] == '-', n = (int)t.n - minus;
  for (; n == 16 || n == 17; n++, k++) lia_text_char(&t, '0');
  if (minus) lia_text_char(out, '-');
  if (!t.nomem) put_decimal(out, t.s + minus, n, n - 1 - k);
  out->nomem |= t.nomem;
  lia_text_free(&t);
}

// sixteen digits, seventeen where they do not read back: fewer would be an exact decimal
static void put_double(lia_text *out, double x) {
  char s[LIA_TEXT_DOUBLE], digit[LIA_TEXT_DOUBLE];
  double back = 0;
  int n = 16, length = lia_text_format(s, sizeof s, "%.15e", fabs(x));
  if (!lia_text_number(s, (size_t)length, &back) || back != fabs(x)) {
    n = 17;
    lia_text_format(s, sizeof s, "%.16e", fabs(x));
  }
  LIA_ASSERT(length < LIA_TEXT_DOUBLE && s[1] == '.');
  digit[0] = s[0];
  memcpy(digit + 1, s + 2, (size_t)n - 1);
  int exponent = (int)strtol(s + n + 2, NULL, 10);
  if (x < 0) lia_text_char(out, '-');
  if (exponent < 15) put_decimal(out, digit, n, exponent);
  else put_scientific(out, digit, n, exponent);
}

// digits of them, without zeros at the end
static void put_rounded(lia_text *out, double x, int digits) {
  char s[LIA_TEXT_DOUBLE], digit[LIA_TEXT_DOUBLE];
  if (digits > 16) digits = 16;
  lia_text_format(s, sizeof s, "%.*e", digits - 1, fabs(x));
  const char *e = strchr(s, 'e');
  if (!e) {   // not finite
    lia_text_printf(out, "%g", x);
    return;
  }
  int n = 1;
  digit[0] = s[0];
  if (digits > 1) memcpy(digit + 1, s + 2, (size_t)digits - 1);
  for (int k = 1; k < digits; k++)
    if (digit[k] != '0') n = k + 1;
  const int exponent = (int)strtol(e + 1, NULL, 10);
  if (x < 0) lia_text_char(out, '-');
  if (exponent < 15 && exponent + 1 >= n) {
    lia_text_add(out, digit, (size_t)n);
    lia_text_pad(out, '0', exponent + 1 - n);
  } else if (exponent < 15) {
    put_decimal(out, digit, n, exponent);
  } else {
    put_scientific(out, digit, n, exponent);
  }
}

void lia_print_number_text(lia_text *out, lia_ratio a) {
  if (lia_ratio_whole(a)) put_whole(out, a);
  else if (lia_ratio_exact(a)) put_exact_decimal(out, a);
  else put_double(out, lia_ratio_double(a));
}

// 1.5e-9 in LaTeX: 1.5 \cdot 10^{-9}
static void latex_decimal(lia_text *out, lia_ratio a, int digits) {
  lia_text t = { 0 };
  if (digits) put_rounded(&t, lia_ratio_double(a), digits);
  else lia_print_number_text(&t, a);
  const char *s = lia_text_str(&t), *e = strchr(s, 'e');
  if (!e || t.nomem) lia_text_put(out, s);
  else lia_text_printf(out, "%.*s \\cdot 10^{%ld}", (int)(e - s), s, strtol(e + 1, NULL, 10));
  out->nomem |= t.nomem;
  lia_text_free(&t);
}

void lia_print_fraction(lia_text *out, const lia_style *style, lia_ratio a) {
  lia_ratio n = lia_ratio_top(a), d = lia_ratio_bottom(a);
  int minus = style->latex && lia_ratio_sign(n) < 0;
  if (style->latex) lia_text_put(out, minus ? "-\\frac{" : "\\frac{");
  put_digits(out, minus ? lia_ratio_neg(n) : n);
  lia_text_put(out, style->latex ? "}{" : "/");
  put_digits(out, d);
  lia_text_put(out, style->latex ? "}" : "");
}

void lia_print_num(lia_text *out, const lia_style *style, lia_ratio a) {
  lia_print_num_short(out, style, a, 0);
}

void lia_print_num_short(lia_text *out, const lia_style *style, lia_ratio a, int digits) {
  if (a.d == 1) lia_text_printf(out, "%lld", (long long)a.n);
  else if (lia_print_as_fraction(a)) lia_print_fraction(out, style, a);
  else if (lia_ratio_whole(a) && digits) lia_print_num_short(out, style, a, 0);
  else if (style->latex) latex_decimal(out, a, digits);
  else if (digits) put_rounded(out, lia_ratio_double(a), digits);
  else {
    lia_print_number_text(out, a);
    if (lia_ratio_wear(a) >= style->told_wear) lia_text_printf(out, "~%d", lia_ratio_wear(a));
  }
}
