/* prove.h - the normal form in which what is zero is 0: as few independent angles, exponentials and
 * roots as there are */
#ifndef LIA_PROVE_H
#define LIA_PROVE_H

#include "sym/expr/pool.h"

LIA_C_BEGIN

/* sines, cosines and tangents of the angles of e in those of a basis: each angle is a sum of whole
 * multiples of basis angles, which have no such relation among themselves. q1 + q2 alone is one;
 * with q1 and q2 there are two */
lia_expr lia_prove_angles(lia_pool *p, lia_expr e);

/* e with tanh by exp, acos by asin, powers of numbers by exp, logs of products and powers as sums,
 * roots of products as products, fractions under roots as one, where no sign stands in the way; in
 * angles of a basis, sines and cosines of asin, atan and atan2 by roots. Equal to e wherever e has
 * a value */
lia_expr lia_prove_simpler(lia_pool *p, lia_expr e);

/* the numerator of that multiplied out, with c^2 = 1 - s^2. Zero where e is, wherever e has a
 * value. UINT32_MAX where it has more than LIA_PROVE_MOST terms; 0 on failure */
enum { LIA_PROVE_MOST = 200000 };
lia_expr lia_prove_normal(lia_pool *p, lia_expr e);

/* the cases of what depends on signs: factors whose sign decides about abs, sign, min, max,
 * comparisons, and roots and logs of products. assume[i]: 1, -1, or 0 (it is zero) */
enum { LIA_PROVE_CASES = 5 };
typedef struct lia_cases {
  int n;                               /* -1: too many */
  lia_expr of[LIA_PROVE_CASES];
  /* 1: where it is zero is a case of its own, else it is both others */
  int apart[LIA_PROVE_CASES];
} lia_cases;

int lia_prove_cases(lia_pool *p, lia_expr e, lia_cases *c);   /* 0 on failure */
/* e in one case; LIA_ZERO where it has no value in it; 0 on failure */
lia_expr lia_prove_case(lia_pool *p, lia_expr e, const lia_cases *c, const int *assume);

/* known not to be negative, and to be positive, whatever its symbols are: squares, roots,
 * exponentials, sums of such */
int lia_prove_nonnegative(const lia_pool *p, lia_expr e);
int lia_prove_positive(lia_pool *p, lia_expr e);

LIA_C_END

#endif
