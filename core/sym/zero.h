/* zero.h - is an expression zero everywhere? yes with a proof, no with a proof, or not known
 *
 * "no": its value at a random point (the same points on every machine) is further from 0 than rounding can explain; of
 * numbers that are no exact ratios thirteen digits are believed.
 * "yes": its normal form is 0: angles of sums multiplied out to base angles, one fraction, the numerator expanded with
 * c^2 = 1 - s^2. Sums of products of symbols, sines and cosines of sums of them, and quotients and roots of all these are
 * decided always, up to LIA_ZERO_MOST terms; so is whatever differs from them by functions that are equal as they stand. */
#ifndef LIA_SYM_ZERO_H
#define LIA_SYM_ZERO_H

#include "sym/pool.h"

LIA_C_BEGIN

enum { LIA_ZERO_MOST = 200000 };

typedef enum lia_zero_answer { LIA_ZERO_unknown, LIA_ZERO_yes, LIA_ZERO_no } lia_zero_answer;

lia_zero_answer lia_zero(lia_pool *p, lia_expr e);      /* unknown for expression 0 */
static inline lia_zero_answer lia_zero_equal(lia_pool *p, lia_expr a, lia_expr b);

/* the normal form itself: its numerator; 0 on failure, UINT32_MAX where it has too many terms */
lia_expr lia_zero_normal(lia_pool *p, lia_expr e);

/* |e| at point number k of a fixed sequence, and how much of it may be rounding; 0 where e has no value there (or memory) */
int lia_zero_probe(lia_pool *p, lia_expr e, unsigned k, double *value, double *rounding);

#include "sym/build.h"

static inline lia_zero_answer lia_zero_equal(lia_pool *p, lia_expr a, lia_expr b) {
  return a == b && a ? LIA_ZERO_yes : lia_zero(p, lia_sym_sub(p, a, b));
}

LIA_C_END

#endif
