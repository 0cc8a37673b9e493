/* constant.h - is a constant zero? no with a value, yes with a bound no other number of its kind is
 * below
 *
 * A number made of whole numbers by + - * / and roots, and of sines and cosines of rational
 * multiples of pi, that is not zero is at least 1/(l u^(D - 1)): u and l bound the conjugates of
 * its numerator and denominator, D the degree of the field it lives in (Burnikel, Funke, Mehlhorn,
 * Schirra, Schmitt 2001). What is smaller is zero. Others are taken apart: logs add up to 0 where
 * the product of their powers is 1, angles where their sine is 0 and they are small; pi, e^x, sin
 * x, log x are otherwise taken for independent of each other, so that nothing wrong is ever proved.
 */
#ifndef LIA_CONSTANT_H
#define LIA_CONSTANT_H

#include "sym/simp/zero_answer.h"

LIA_C_BEGIN

/* e has no symbols */
lia_zero_answer lia_constant_zero(lia_pool *p, lia_expr e);
/* only by the bound; unknown where it is no such number or takes too many bits */
lia_zero_answer lia_constant_algebraic(lia_pool *p, lia_expr e);

LIA_C_END

#endif
