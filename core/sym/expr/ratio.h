/* ratio.h - a number of the expression room: an exact ratio of whole numbers of any size, or a
 * double where one came in
 *
 * Every value has one form, so equal numbers are equal bit by bit:
 *   d > 0    the ratio n/d in lowest terms, both of 63 bits
 *   d = -1   a larger ratio, in a table of the process that has each once (-8: one that is
 *            somebody's own, see below)
 *   d = 0    the double x, which is then no decimal of at most 12 digits and no small fraction
 *            (see lia_ratio_of); 13 digits of it are believed
 *   d < -1   a double of which fewer digits are believed, or no number at all: memory was out, or
 *            it has too many digits
 * Arithmetic on ratios is exact, whatever they grow to. A double makes every later result a double.
 * A value that is none (lia_ratio_finite) makes every later result the same; lia_sym_ratio says
 * what became of it.
 *
 * Larger ratios live as long as anything holds the table: every pool does. */
#ifndef LIA_RATIO_H
#define LIA_RATIO_H

#include "sym/expr/big.h"

#include <stdint.h>

LIA_C_BEGIN

typedef struct lia_bigratio lia_bigratio;

typedef struct lia_ratio {
  union { int64_t n; double x; const lia_bigratio *big; };
  int64_t d;
} lia_ratio;

/* the most of a numerator or denominator: about 315000 digits */
enum { LIA_RATIO_BITS = 1 << 20 };

/* the number a person means by the double x: integers up to 2^53, decimals of at most 12
 * significant digits (0.1 is 1/10, 9.81 is 981/100, 1e-20 is 1/10^20) and fractions with
 * denominators up to 1000 (0.3333333333333333 is 1/3), which read back as x; any other double is
 * itself */
lia_ratio lia_ratio_of(double x);
lia_ratio lia_ratio_make(int64_t n, int64_t d);      /* n/d in lowest terms; d != 0 */
/* the number written in s[0..n): digits [. digits] [e [+-] digits], exactly; but a decimal of 16 or
 * 17 digits, as a double has them that reads back, is that double */
lia_ratio lia_ratio_read(const char *s, size_t n);
/* the double x, at most `doubt` away from what it stands for */
lia_ratio lia_ratio_doubted(double x, double doubt);
/* how worn a double is: 0 (13 digits believed, or an exact number) .. 6 (none), eight bits less
 * each time; and such a one */
enum { LIA_RATIO_WORN = 6 };
int lia_ratio_wear(lia_ratio a);
lia_ratio lia_ratio_worn(double x, int wear);
double lia_ratio_double(lia_ratio a);                /* the nearest double, ties to even */

lia_ratio lia_ratio_add(lia_ratio a, lia_ratio b);
lia_ratio lia_ratio_mul(lia_ratio a, lia_ratio b);
lia_ratio lia_ratio_neg(lia_ratio a);
lia_ratio lia_ratio_inv(lia_ratio a);                /* 1/a; a is not 0 */
lia_ratio lia_ratio_pow(lia_ratio a, int64_t n);     /* a^n, 0^0 = 1; a is not 0 where n < 0 */
/* a^b as a double, one of them being one; a > 0 */
lia_ratio lia_ratio_power(lia_ratio a, lia_ratio b);
/* 1 and the root where a >= 0 is the k-th power of a ratio */
int lia_ratio_root(lia_ratio a, uint32_t k, lia_ratio *root);
static inline int lia_ratio_sqrt(lia_ratio a, lia_ratio *root) {
  return lia_ratio_root(a, 2, root);
}
/* the largest ratio of which both are whole multiples; 1 for doubles */
lia_ratio lia_ratio_gcd(lia_ratio a, lia_ratio b);
lia_ratio lia_ratio_floor(lia_ratio a);              /* of an exact one */
lia_ratio lia_ratio_top(lia_ratio a);                /* numerator and denominator of an exact one */
lia_ratio lia_ratio_bottom(lia_ratio a);

int lia_ratio_sign(lia_ratio a);                     /* -1, 0, 1 */
int lia_ratio_cmp(lia_ratio a, lia_ratio b);         /* sign of a - b */
/* 0 for an overflowed double and for what is no number */
int lia_ratio_finite(lia_ratio a);
int lia_ratio_lost(lia_ratio a);                     /* memory was out */
int lia_ratio_large(lia_ratio a);                    /* more than LIA_RATIO_BITS */
/* of the numerator and the denominator of an exact one */
size_t lia_ratio_bits(lia_ratio a);
/* how far the true value may be from a double; 0 of an exact one */
double lia_ratio_doubt(lia_ratio a);

/* decimals: the smallest k with a 10^k whole, -1 where there is none; a whole number is read off
 * its digits */
int lia_ratio_decimals(lia_ratio a);
int lia_ratio_by_five(lia_ratio a);                  /* 5 divides the denominator of an exact one */
void lia_ratio_digits(lia_ratio a, lia_text *out);   /* of a whole number, with its minus */

/* numerator and denominator as numbers of a scratch; of an exact one */
void lia_ratio_split(lia_bigs *s, lia_ratio a, lia_big *n, lia_big *d);
lia_ratio lia_ratio_join(lia_bigs *s, lia_big n, lia_big d);   /* n/d, d not 0 */

/* sums and products of many terms on the way to a few: a larger result is the caller's own, given
 * back by release; settle makes it the one everybody has (and gives it back). Only these, sign and
 * bits may be asked of one that is not settled */
lia_ratio lia_ratio_loose_add(lia_ratio a, lia_ratio b);
lia_ratio lia_ratio_loose_mul(lia_ratio a, lia_ratio b);
lia_ratio lia_ratio_settle(lia_ratio a);
void lia_ratio_release(lia_ratio a);

/* larger ratios stay while anybody holds them */
void lia_ratio_hold(void);
void lia_ratio_drop(void);

/* a whole number of int64, n */
static inline int lia_ratio_is_int(lia_ratio a) { return a.d == 1; }
/* a whole number of any size */
int lia_ratio_whole(lia_ratio a);
int lia_ratio_odd(lia_ratio a);                                         /* an odd whole number */
static inline int lia_ratio_exact(lia_ratio a) { return a.d > 0 || a.d == -1 || a.d == -8; }
static inline int lia_ratio_equal(lia_ratio a, lia_ratio b) { return a.n == b.n && a.d == b.d; }

LIA_C_END

#endif
