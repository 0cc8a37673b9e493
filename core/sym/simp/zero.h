/* zero.h - is an expression zero everywhere? yes with a proof, no with a proof, or not known
 *
 * "no": its value at a random point (the same points on every machine) is further from 0 than
 * anything can explain: in doubles, and where these do not tell in balls of up to 1024 bits
 * (ball.h). A double that came in is believed as far as it says. "yes": one of several roads ends
 * in 0, each within its share of a budget of work (pool->proof_work: the same answer on every
 * machine): multiplied out as it stands; one fraction, in angles of a basis, c^2 = 1 - s^2
 * (prove.h); in all cases of the signs that abs, sign, min, max, comparisons and roots of products
 * depend on; the constants that are left decided as numbers (constant.h). Sums of products of
 * symbols, sines and cosines of sums of them, and quotients and roots of all these are decided
 * always, up to the work. */
#ifndef LIA_SYM_ZERO_H
#define LIA_SYM_ZERO_H

#include "sym/simp/zero_answer.h"

LIA_C_BEGIN

enum { LIA_ZERO_MOST = 200000 };


lia_zero_answer lia_zero(lia_pool *p, lia_expr e);      /* unknown for expression 0 */
static inline lia_zero_answer lia_zero_equal(lia_pool *p, lia_expr a, lia_expr b);

/* |e| at point number k of a fixed sequence, and how much of it may be rounding; 0 where e has no
 * value there (or memory) */
int lia_zero_probe(lia_pool *p, lia_expr e, unsigned k, double *value, double *rounding);

#include "sym/expr/build.h"

static inline lia_zero_answer lia_zero_equal(lia_pool *p, lia_expr a, lia_expr b) {
  return a == b && a ? LIA_ZERO_yes : lia_zero(p, lia_sym_sub(p, a, b));
}

LIA_C_END

#endif
