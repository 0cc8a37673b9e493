/* carry.h - expressions told again in another pool, in an order that does not depend on what either
 * pool was asked before
 *
 * A pool orders what it adds and multiplies by age. Where a search goes through terms in their
 * order, what it finds would depend on which symbol was named first. Carried into a pool of its
 * own, symbols come in the order of their names, and terms and factors in that of their sizes at a
 * point which the names alone decide. Sums in sums and products in products stay apart. */
#ifndef LIA_CARRY_H
#define LIA_CARRY_H

#include "sym/expr/pool.h"

LIA_C_BEGIN

/* the symbols below e, by kind, name and derivative: symbol[0 .. *n); and a new one in `to` for
 * each: symbol[*n .. 2 *n), a parameter for a parameter and a coordinate for all that moves. Freed
 * by lia_free; NULL where memory is out (the pool concerned says so) */
lia_expr *lia_carry_symbols(lia_pool *from, uint32_t m, const lia_expr *e, lia_pool *to,
    uint32_t *n);

/* out[i], of pool `to`, is e[i] of pool `from` with symbol[k] become image[k] (any expressions of
 * `to`). 1, or 0 where memory is out, a symbol is not among them (LIA_EARG, naming it), or an image
 * has no value there: `to` says so */
int lia_carry(lia_pool *from, uint32_t m, const lia_expr *e, uint32_t n, const lia_expr *symbol,
    lia_pool *to, const lia_expr *image, lia_expr *out);

LIA_C_END

#endif
