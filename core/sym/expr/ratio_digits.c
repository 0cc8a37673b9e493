/* ratio_digits.c - numbers and their digits: how many decimals, and numbers read from digits */
#include "sym/expr/ratio_inside.h"

#include "base/mem.h"

#include <string.h>

// ---- decimals

// d = 2^i 5^k: the larger of the two, -1 where there is more in it
static int powers_of_ten(lia_bigs *s, lia_big d) {
  size_t twos = lia_big_twos(d), fives = 0;
  lia_big five = lia_big_of(s, 5), q, r;
  d = lia_big_shift(s, d, -(int64_t)twos);
  while (!lia_big_is_one(d) && !lia_bigs_bad(s)) {
    lia_big_div(s, d, five, &q, &r);
    if (r.n) return -1;
    d = q;
    fives++;
  }
  return lia_bigs_bad(s) ? -1 : (int)(twos > fives ? twos : fives);
}

int lia_ratio_decimals(lia_ratio a) {
  if (a.d > 0) {
    int twos = 0, fives = 0;
    int64_t d = a.d;
    for (; d % 2 == 0; d /= 2) twos++;
    for (; d % 5 == 0; d /= 5) fives++;
    if (d != 1) return -1;
    return twos > fives ? twos : fives;
  }
  if (a.d != LIA_RATIO_BIG) return -1;
  lia_bigs s;
  lia_bigs_start(&s);
  int k = lia_big_bits(a.big->d) > 4096 ? -1 : powers_of_ten(&s, a.big->d);
  lia_bigs_free(&s);
  return k;
}

int lia_ratio_by_five(lia_ratio a) {
  return a.d > 0 ? a.d % 5 == 0 : a.d == LIA_RATIO_BIG && lia_big_mod_small(a.big->d, 5) == 0;
}

void lia_ratio_digits(lia_ratio a, lia_text *out) {
  if (a.d > 0) {
    lia_text_printf(out, "%lld", (long long)a.n);
    return;
  }
  if (a.d != LIA_RATIO_BIG) return;
  lia_bigs s;
  lia_bigs_start(&s);
  if (a.big->n.n < 0) lia_text_char(out, '-');
  lia_big_digits(&s, a.big->n, out);
  out->nomem |= s.nomem;
  lia_bigs_free(&s);
}

// ---- reading

// digits without the point, how many of them count, and the power of ten behind them
typedef struct decimal { const char *s; size_t n, digits; int64_t exponent; int point; } decimal;

static decimal scan(const char *s, size_t n) {
  decimal d = { .s = s };
  size_t i = 0;
  for (; i < n && ((s[i] >= '0' && s[i] <= '9') || s[i] == '.'); i++) {
    if (s[i] == '.') d.point = 1;
    else {
      d.digits += d.digits || s[i] != '0';
      d.exponent -= d.point;
    }
  }
  d.n = i;
  if (i == n) return d;
  int minus = i + 1 < n && s[i + 1] == '-';
  int64_t e = 0;
  for (i++; i < n; i++)
    if (s[i] >= '0' && s[i] <= '9' && e < 100000000) e = 10 * e + (s[i] - '0');
  d.exponent += minus ? -e : e;
  d.point = 1;
  return d;
}

// a decimal with as many digits as the double needs that reads back
static int as_double(const char *s, size_t n, size_t digits, double *x) {
  char text[40];
  double back;
  if (digits < 16 || digits > 17 || !lia_text_number(s, n, x)) return 0;
  lia_text_format(text, sizeof text, "%.*e", (int)digits - 1, *x);
  // the same digits: as numbers they differ by less than a digit, so it is enough to look at these
  size_t k = 0;
  for (size_t i = 0; i < n && s[i] != 'e' && s[i] != 'E'; i++) {
    if (s[i] == '.' || (k == 0 && s[i] == '0')) continue;
    if (text[k + (k > 0)] != s[i]) return 0;
    k++;
  }
  return lia_text_number(text, strlen(text), &back) && back == *x;
}

static lia_ratio read_big(decimal d) {
  lia_bigs s;
  char *digits = lia_malloc(d.n + 1);
  size_t m = 0;
  if (!digits) return lia_ratio_none(LIA_RATIO_LOST);
  for (size_t i = 0; i < d.n; i++)
    if (d.s[i] != '.') digits[m++] = d.s[i];
  lia_bigs_start(&s);
  lia_big n = lia_big_of_digits(&s, digits, m), one = lia_big_of(&s, 1);
  uint64_t e = lia_ratio_magnitude(d.exponent);
  lia_big power = n.n ? lia_big_pow(&s, lia_big_of(&s, 10), e) : one;
  lia_ratio r = d.exponent < 0 ? lia_ratio_join(&s, n, power)
      : lia_ratio_join(&s, lia_big_mul(&s, n, power), one);
  lia_bigs_free(&s);
  lia_free(digits);
  return r;
}

lia_ratio lia_ratio_read(const char *s, size_t n) {
  decimal d = scan(s, n);
  double x;
  if (d.point && as_double(s, n, d.digits, &x)) return lia_ratio_of(x);
  if (d.digits > 18 || d.exponent < -18 || d.exponent > 0) {
    // what has more digits than fit is said before it is made
    double digits = (double)d.digits + (double)lia_ratio_magnitude(d.exponent);
    if (!(digits * 3.3219 > LIA_RATIO_BITS)) return read_big(d);
    return d.digits ? lia_ratio_none(LIA_RATIO_LARGE) : lia_ratio_of_int(0);
  }
  int64_t m = 0, power = 1;
  for (size_t i = 0; i < d.n; i++)
    if (s[i] != '.') m = 10 * m + (s[i] - '0');
  for (int64_t k = d.exponent; k < 0; k++) power *= 10;
  return lia_ratio_make(m, power);
}
