/* simp.h - the costly simplifications, each asked for by name
 *
 * None changes a value (where the expression before it has one), and all but expand, collect,
 * together, angles and merge, whose forms are what is asked for, never add operations: where the
 * result would need more (lia_tape_count), the argument comes back. Each returns an expression, 0
 * on failure (the pool says so). What would need more than LIA_SIMP_MOST terms is refused by expand
 * with LIA_ELIMIT; the others then give their argument back. So do they where pool->simp_work is
 * spent, or what they had by then: pool->cut counts how often. */
#ifndef LIA_SIMP_H
#define LIA_SIMP_H

#include "sym/expr/pool.h"

LIA_C_BEGIN

enum { LIA_SIMP_MOST = 1000000 };

/* products and whole powers of sums multiplied out, everywhere, also inside functions and
 * denominators */
lia_expr lia_simp_expand(lia_pool *p, lia_expr e);

/* e as a sum of powers of x[0..n) (symbols, or any expressions as they stand), each with all its
 * terms in one factor: (a + b)*x^2 + c*x*y + d. Only sums that contain one of the x are multiplied
 * out. n = 0: as lia_simp_expand */
lia_expr lia_simp_collect(lia_pool *p, lia_expr e, uint32_t n, const lia_expr *x);

/* e = num/den with no denominator inside either (functions apart); den is a product of powers */
int lia_simp_together(lia_pool *p, lia_expr e, lia_expr *num, lia_expr *den);

/* what terms have in common is taken out, first from all of them, then from the largest groups: a*x
 * + a*y + b = a*(x + y) + b */
lia_expr lia_simp_factor(lia_pool *p, lia_expr e);

/* sines and cosines of sums multiplied out: sin(a + 2*b) in sines and cosines of a and b; tan
 * becomes sin/cos */
lia_expr lia_simp_angles(lia_pool *p, lia_expr e);

/* pairs of products of sines and cosines merged to the angle of a sum as long as there are such
 * pairs, whatever the operations: what depends on differences of angles alone shows it */
lia_expr lia_simp_merge(lia_pool *p, lia_expr e);

/* the smallest of the exact forms: products of sines and cosines merged to angles of sums (c1*c2 -
 * s1*s2 = c12), and s^2 + c^2 = 1 used wherever it saves something */
lia_expr lia_simp_trig(lia_pool *p, lia_expr e);

/* num/den in lowest terms, *n over *d with whole numbers; as they are where that is too much work.
 * 0 on failure */
int lia_simp_lowest(lia_pool *p, lia_expr num, lia_expr den, lia_expr *n, lia_expr *d);

/* common factors of numerators and denominators cancelled, polynomials included: (x^2 - 1)/(x - 1)
 * = x + 1 */
lia_expr lia_simp_cancel(lia_pool *p, lia_expr e);

/* all of the above, what is smallest at the end */
lia_expr lia_simp_all(lia_pool *p, lia_expr e);

LIA_C_END

#endif
