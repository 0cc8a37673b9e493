/* text_format.c - formatting piece by piece, and decimals that are exact both ways */
#include "base/text_format.h"

#include "base/assert.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- formatting: each directive apart, so that only numbers are touched ----

typedef struct out { char *s; size_t size, n; } out;

static void text_emit(out *o, const char *s, size_t n) {
  size_t left = o->n < o->size ? o->size - o->n : 0;
  if (left) memcpy(o->s + o->n, s, n < left ? n : left);
  o->n += n;
}

// whatever the locale put between the digits becomes '.'
static void repoint(char *s) {
  static const char number[] = "+- 0123456789abcdefinptxABCDEFINPTX";
  char *p = s + strspn(s, number);
  if (!*p) return;
  size_t n = strcspn(p, number);
  *p = '.';
  memmove(p + 1, p + n, strlen(p + n) + 1);
}

typedef struct directive {
  char spec[48];   // %, flags, width, precision, length, conversion: '*' already replaced
  int longs;       // 0, 1 (l, z, t: as wide as long), 2 (ll, j)
  char conv;
} directive;

static const char *parse_count(const char *f, int star, int *n) {
  *n = 0;
  if (*f == '*') {
    *n = star;
    return f + 1;
  }
  for (; *f >= '0' && *f <= '9'; f++)
    if (*n < 100000) *n = 10 * *n + (*f - '0');
  return f;
}

// f stands behind '%'; the arguments of '*' are taken here
static const char *parse_directive(directive *d, const char *f, va_list *ap) {
  char flags[8] = "";
  size_t nflags = strspn(f, "-+ #0");
  memcpy(flags, f, nflags < 7 ? nflags : 7);
  f += nflags;

  int width, precision = -1;
  f = parse_count(f, *f == '*' ? va_arg(*ap, int) : 0, &width);
  if (*f == '.') {
    f++;
    f = parse_count(f, *f == '*' ? va_arg(*ap, int) : 0, &precision);
  }

  d->longs = 0;
  for (; *f && strchr("hljzt", *f); f++) d->longs += *f == 'j' ? 2 : *f != 'h';
  d->conv = *f ? *f++ : '%';

  // a negative width asks for the left edge, a negative precision for none
  int n = snprintf(d->spec, sizeof d->spec, "%%%s%s", flags, width < 0 ? "-" : "");
  if (width) n += snprintf(d->spec + n, sizeof d->spec - (size_t)n, "%d", abs(width));
  if (precision >= 0) n += snprintf(d->spec + n, sizeof d->spec - (size_t)n, ".%d", precision);
  static const char *const length[] = { "", "l", "ll" };
  int whole = strchr("diouxX", d->conv) != NULL;
  LIA_ASSERT(n > 0 && n < (int)sizeof d->spec - 4);   // "ll", the letter and the 0 follow
  snprintf(d->spec + n, sizeof d->spec - (size_t)n, "%s%c",
      whole ? length[d->longs > 2 ? 2 : d->longs] : "", d->conv);
  return f;
}

// strings go straight to the output, at any length
static void emit_string(out *o, const directive *d, const char *s) {
  size_t left = o->n < o->size ? o->size - o->n : 0;
  int n = snprintf(left ? o->s + o->n : NULL, left, d->spec, s ? s : "(null)");
  o->n += n > 0 ? (size_t)n : 0;
}

static void emit_directive(out *o, const directive *d, va_list *ap) {
  char s[1100] = "";   // holds %f of the largest double with 700 decimals
  switch (d->conv) {
    case 's': emit_string(o, d, va_arg(*ap, const char *)); return;
    case 'c': snprintf(s, sizeof s, d->spec, va_arg(*ap, int)); text_emit(o, s,
        s[0] ? strlen(s) : 1); return;
    case 'p': snprintf(s, sizeof s, d->spec, va_arg(*ap, void *)); break;
    case 'd': case 'i': case 'o': case 'u': case 'x': case 'X':
      if (d->longs >= 2) snprintf(s, sizeof s, d->spec, va_arg(*ap, long long));
      else if (d->longs) snprintf(s, sizeof s, d->spec, va_arg(*ap, long));
      else snprintf(s, sizeof s, d->spec, va_arg(*ap, int));
      break;
    case 'a': case 'A': case 'e': case 'E': case 'f': case 'F': case 'g': case 'G':
      snprintf(s, sizeof s, d->spec, va_arg(*ap, double));
      repoint(s);
      break;
    default: s[0] = d->conv;   // "%%"
  }
  text_emit(o, s, strlen(s));
}

int lia_text_vformat(char *s, size_t size, const char *fmt, va_list args) {
  LIA_ASSERT(s || size == 0);
  va_list ap;
  va_copy(ap, args);
  out o = { s, size, 0 };
  while (*fmt) {
    size_t plain = strcspn(fmt, "%");
    text_emit(&o, fmt, plain);
    fmt += plain;
    if (!*fmt) break;
    directive d;
    fmt = parse_directive(&d, fmt + 1, &ap);
    emit_directive(&o, &d, &ap);
  }
  va_end(ap);
  if (size) s[o.n < size ? o.n : size - 1] = 0;
  return (int)o.n;
}

int lia_text_format(char *s, size_t size, const char *fmt, ...) {
  va_list ap;
  va_start(ap, fmt);
  int n = lia_text_vformat(s, size, fmt, ap);
  va_end(ap);
  return n;
}

// ---- doubles, both ways ----

// 1e+20 -> 1e20, 1e-07 -> 1e-7
static int trim_exponent(char *s) {
  char *e = strchr(s, 'e');
  if (!e) return (int)strlen(s);
  char *from = e + 1, *to = e + 1;
  if (*from == '-') to++;
  from++;
  while (*from == '0' && from[1]) from++;
  memmove(to, from, strlen(from) + 1);
  return (int)strlen(s);
}

int lia_text_double(char s[LIA_TEXT_DOUBLE], double x) {
  if (isnan(x)) return snprintf(s, LIA_TEXT_DOUBLE, "nan");
  if (isinf(x)) return snprintf(s, LIA_TEXT_DOUBLE, x > 0 ? "inf" : "-inf");
  if (x == 0) return snprintf(s, LIA_TEXT_DOUBLE, signbit(x) ? "-0" : "0");
  if (fabs(x) < 1e15 && x == (double)(long long)x)
    return snprintf(s, LIA_TEXT_DOUBLE, "%lld", (long long)x);

  // 15 digits always survive the way there, 17 the way back; fewer do near the smallest doubles
  int digits = fabs(x) < DBL_MIN ? 1 : 15;
  double back = 0;
  for (; digits <= 17 && back != x; digits++) {
    snprintf(s, LIA_TEXT_DOUBLE, "%.*g", digits, x);
    back = strtod(s, NULL);
  }
  LIA_ASSERT(back == x);
  repoint(s);
  return trim_exponent(s);
}

static int text_digit(const char *s, const char *end) { return s < end && *s >= '0' && *s <= '9'; }

static size_t word(const char *s, const char *end, const char *w) {
  size_t n = strlen(w);
  return (size_t)(end - s) >= n && memcmp(s, w, n) == 0 ? n : 0;
}

// digits that can matter to the rounding of a double; one more stands for the rest
enum { KEPT = 780 };

typedef struct decimal { char digit[KEPT + 2]; int n, exponent; } decimal;   // digits * 10^exponent

static void text_take(decimal *d, char c, int behind_point) {
  LIA_ASSERT(d->n >= 0 && d->n <= KEPT + 1);
  if (d->n == 0 && c == '0') {
    d->exponent -= behind_point;
  } else if (d->n < KEPT) {
    d->digit[d->n++] = c;
    d->exponent -= behind_point;
  } else {
    // a nonzero rest only breaks ties: any digit behind the last kept one will do
    if (c != '0' && d->n == KEPT) {
      d->digit[d->n++] = '1';
      d->exponent--;
    }
    d->exponent += !behind_point;
  }
}

// [e [+-] digits], or nothing where no digit follows
static const char *scan_exponent(const char *p, const char *end, int *e) {
  if (p == end || (*p != 'e' && *p != 'E')) return p;
  const char *q = p + 1;
  int minus = q < end && *q == '-', v = 0;
  if (q < end && (*q == '-' || *q == '+')) q++;
  if (!text_digit(q, end)) return p;
  for (; text_digit(q, end); q++)
    if (v < 100000000) v = 10 * v + (*q - '0');
  *e += minus ? -v : v;
  return q;
}

static double decimal_value(const decimal *d) {
  static const double power[] = { 1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11,
      1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22 };
  if (d->n == 0) return 0;
  // both factors are exact, so one rounding is all there is
  if (d->n <= 15 && abs(d->exponent) <= 22) {
    double m = 0;
    for (int i = 0; i < d->n; i++) m = 10 * m + (d->digit[i] - '0');
    return d->exponent < 0 ? m / power[-d->exponent] : m * power[d->exponent];
  }
  char s[KEPT + 20];   // no point in it, so strtod need not know one
  snprintf(s, sizeof s, "%.*se%d", d->n, d->digit, d->exponent);
  return strtod(s, NULL);
}

size_t lia_text_number(const char *s, size_t n, double *x) {
  const char *end = s + n, *p = s;
  double sign = p < end && *p == '-' ? -1 : 1;
  if (p < end && (*p == '-' || *p == '+')) p++;

  size_t w = word(p, end, "inf");
  if (w) {
    *x = sign * HUGE_VAL;
    return (size_t)(p - s) + w;
  }
  w = word(p, end, "nan");
  if (w) {
    *x = (double)NAN;
    return (size_t)(p - s) + w;
  }

  decimal d = { .n = 0 };
  int any = 0;
  for (; text_digit(p, end); p++, any = 1) text_take(&d, *p, 0);
  if (p < end && *p == '.' && (any || text_digit(p + 1, end)))
    for (p++; text_digit(p, end); p++, any = 1) text_take(&d, *p, 1);
  if (!any) return 0;
  p = scan_exponent(p, end, &d.exponent);
  LIA_ASSERT(s < p && p <= end);
  *x = sign * decimal_value(&d);
  return (size_t)(p - s);
}
