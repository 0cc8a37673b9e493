/* ratio.h - a number of the expression room: an exact ratio of two int64 where it fits, a double where it does not
 *
 * Every value has one form, so equal numbers are equal bit by bit:
 *   d > 0   the ratio n/d in lowest terms
 *   d == 0  the double x, which is then no decimal of at most 12 digits (see lia_ratio_of)
 * Arithmetic on ratios is exact; where a result needs more than 63 bits it is the rounded double instead, and a double
 * makes every later result a double. So a value is never wrong: it is exact, or rounded as double arithmetic rounds. */
#ifndef LIA_RATIO_H
#define LIA_RATIO_H

#include "base/extern.h"

#include <stdint.h>

LIA_C_BEGIN

typedef struct lia_ratio {
  union { int64_t n; double x; };
  int64_t d;
} lia_ratio;

/* the number a person means by the double x: integers up to 2^53 and decimals of at most 12 significant digits
 * (0.1 is 1/10, 9.81 is 981/100; down to 1e-15), which read back as x; any other double is itself */
lia_ratio lia_ratio_of(double x);
lia_ratio lia_ratio_make(int64_t n, int64_t d);      /* n/d in lowest terms; d != 0 */
double lia_ratio_double(lia_ratio a);                /* the nearest double */

lia_ratio lia_ratio_add(lia_ratio a, lia_ratio b);
lia_ratio lia_ratio_mul(lia_ratio a, lia_ratio b);
lia_ratio lia_ratio_neg(lia_ratio a);
lia_ratio lia_ratio_inv(lia_ratio a);                /* 1/a; a is not 0 */
lia_ratio lia_ratio_pow(lia_ratio a, int64_t n);     /* a^n, 0^0 = 1; a is not 0 where n < 0 */
int lia_ratio_sqrt(lia_ratio a, lia_ratio *root);    /* 1 and the root where a >= 0 is the square of a ratio */
lia_ratio lia_ratio_gcd(lia_ratio a, lia_ratio b);   /* the largest ratio of which both are whole multiples; 1 for doubles */

int lia_ratio_sign(lia_ratio a);                     /* -1, 0, 1 */
int lia_ratio_cmp(lia_ratio a, lia_ratio b);         /* sign of a - b */
int lia_ratio_finite(lia_ratio a);                   /* 0 for an overflowed double */

static inline int lia_ratio_is_int(lia_ratio a) { return a.d == 1; }
static inline int lia_ratio_exact(lia_ratio a) { return a.d != 0; }
static inline int lia_ratio_equal(lia_ratio a, lia_ratio b) { return a.n == b.n && a.d == b.d; }

LIA_C_END

#endif
