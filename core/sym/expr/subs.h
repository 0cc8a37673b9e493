/* subs.h - substitution, what an expression is made of, degrees and coefficients */
#ifndef LIA_SUBS_H
#define LIA_SUBS_H

#include "sym/expr/pool.h"

LIA_C_BEGIN

/* out[i] = f[i] with every from[j] replaced by to[j], all at once (x -> y, y -> x swaps). from may
 * be a symbol or any expression; a sum is also found as part of a longer sum, times any number (a +
 * b in 2*a + 2*b + c), a product as part of a longer product, to any whole power (x*y in
 * x^2*y^3*z). Where several match, the largest does. out may be f. 1, or 0 on failure (the pool
 * says so): a substitution may divide by zero */
int lia_subs(lia_pool *p, uint32_t n, const lia_expr *from, const lia_expr *to, uint32_t m,
    const lia_expr *f, lia_expr *out);
lia_expr lia_subs_one(lia_pool *p, lia_expr f, lia_expr from, lia_expr to);
/* the same while sums in sums and products in products stay apart (pool.h, nested): what is shared
 * stays shared */
int lia_subs_nested(lia_pool *p, uint32_t n, const lia_expr *from, const lia_expr *to, uint32_t m,
    const lia_expr *f, lia_expr *out);

/* the symbols below f, in the order of their first naming; symbol: room for p->names.count;
 * UINT32_MAX on failure */
uint32_t lia_subs_symbols(lia_pool *p, uint32_t m, const lia_expr *f, lia_expr *symbol);
/* symbols in the order of their names, m2 before m10: of a list that is shown or counted by place,
 * which must not tell in what order they were named */
int lia_subs_compare_names(const char *a, const char *b);   /* below 0 where a comes first */
void lia_subs_by_name(const lia_pool *p, uint32_t n, lia_expr *symbol);
/* 1 where the node x is below f, else 0; -1: no memory */
int lia_subs_depends(lia_pool *p, lia_expr f, lia_expr x);

/* of these symbols those that still need a number: none of given[0 .. n), no constant that stands
 * for one. Room, failure as above */
uint32_t lia_subs_open(lia_pool *p, uint32_t m, const lia_expr *f, uint32_t n,
    const lia_expr *given, lia_expr *symbol);
/* "L1, m1" for messages, as many as there is room for */
void lia_subs_names(const lia_pool *p, uint32_t n, const lia_expr *symbol, char *text, size_t size);

/* f as a polynomial in x (a symbol, or any expression as it stands): f = c[0] + c[1] x + ... + c[d]
 * x^d, with x in no c. Nothing else is expanded. *c is freed by lia_free. Returns the degree d (0
 * for f = 0), -1 where f is no polynomial in x (x below a function, in an exponent or a
 * denominator), -2 on failure (the pool says so) */
int lia_subs_polynomial(lia_pool *p, lia_expr f, lia_expr x, lia_expr **c);
int lia_subs_degree(lia_pool *p, lia_expr f, lia_expr x);
/* the factor of x^k, LIA_ZERO beyond the degree; 0 where f is no polynomial in x (an error of the
 * pool) or on failure */
lia_expr lia_subs_coefficient(lia_pool *p, lia_expr f, lia_expr x, int k);

LIA_C_END

#endif
