/* solve.h - equations in symbols: linear systems, one unknown, K cos x + L sin x = M
 *
 * An equation is given as an expression that is to be 0. */
#ifndef LIA_SOLVE_H
#define LIA_SOLVE_H

#include "sym/expr/pool.h"

LIA_C_BEGIN

/* the roots of one equation in one unknown; real where condition >= 0 */
typedef struct lia_roots {
  int n;                /* 1 or 2 */
  lia_expr root[2];     /* with the + of the square root or the arc cosine first */
  lia_expr condition;   /* an expression, or LIA_ZERO where the roots are always real */
} lia_roots;

/* f = 0 for x, where f is a polynomial of degree 1 or 2 in x, or K cos x + L sin x - M:
 *   x = atan2(L, K) +- acos(M/sqrt(K^2 + L^2)), condition K^2 + L^2 - M^2;
 *   simpler where K, L or M is 0
 * K, L, M, and the coefficients of the polynomial, are free of x; the leading one must not be zero
 * (as zero.h sees it; where that is open the roots hold where it is not). Several solutions differ
 * by full turns. LIA_EARG: no such equation; LIA_EDOMAIN: no real root whatever the symbols are, or
 * every x is one */
lia_status lia_solve_one(lia_pool *p, lia_expr f, lia_expr x, lia_roots *roots,
    lia_error *err) LIA_NODISCARD;

/* n equations f[i] = 0, linear in n unknowns x: out[j] is x[j]. LIA_EARG: not linear; LIA_ESINGULAR
 */
lia_status lia_solve_linear(lia_pool *p, int n, const lia_expr *f, const lia_expr *x, lia_expr *out,
    lia_error *err) LIA_NODISCARD;

/* f = A x - b: A (n x m) and b (n) of n expressions in m unknowns; LIA_EARG where one is not linear
 */
lia_status lia_solve_split(lia_pool *p, int n, const lia_expr *f, int m, const lia_expr *x,
    lia_expr *A, lia_expr *b, lia_error *err)
  LIA_NODISCARD;

LIA_C_END

#endif
