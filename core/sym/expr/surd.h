/* surd.h - powers of numbers that are no numbers: sqrt(8) = 2 sqrt(2), (2/3)^(1/3) = 18^(1/3)/3 */
#ifndef LIA_SURD_H
#define LIA_SURD_H

#include "sym/expr/pool.h"

LIA_C_BEGIN

/* base^exponent of two numbers, base > 0: a number where it is one; else c m^(h/q) with m whole, h
 * < q, no q-th power left in m^h (as far as its prime factors below LIA_SURD_PRIMES tell). A double
 * makes it a double. 0 on failure */
enum { LIA_SURD_PRIMES = 2000 };
lia_expr lia_surd_pow(lia_pool *p, lia_ratio base, lia_ratio exponent);

/* m^(h/q) n^(k/q), m and n whole, as one: what lia_surd_pow makes of (m^h n^k)^(1/q); UINT32_MAX
 * where they stay two */
lia_expr lia_surd_join(lia_pool *p, lia_expr m, lia_expr e, lia_expr n, lia_expr f);

LIA_C_END

#endif
