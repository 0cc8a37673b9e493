/* cse.h - what several sums or several products have in common is computed once
 *
 * Constructors flatten: a + b + c and a + b + d share nothing but a and b. Here pairs of terms
 * (with the same ratio of their numbers) and pairs of factors that occur most often become nodes of
 * their own, again and again until no pair occurs twice: s + c and s + d with s = a + b. The
 * results are for evaluation and generated code: sums in sums and products in products, which
 * building on flattens again. */
#ifndef LIA_SHARE_H
#define LIA_SHARE_H

#include "sym/expr/pool.h"

LIA_C_BEGIN

/* out[i] equal to e[i], together with at most as many operations (lia_tape_count); out may be e.
 * About n log n in the pairs of terms; sums and products of more than LIA_SHARE_WIDEST parts are
 * left as they are. 1, or 0 where memory is out or an e is no expression (the pool says so) */
int lia_share(lia_pool *p, uint32_t n, const lia_expr *e, lia_expr *out);

enum { LIA_SHARE_WIDEST = 256 };

LIA_C_END

#endif
