/* expand.h - multiplying out: the core of expand, collect and the normal forms */
#ifndef LIA_EXPAND_H
#define LIA_EXPAND_H

#include "sym/expr/pool.h"

LIA_C_BEGIN

/* which sums are opened; x: only those below which one of x[0..n) stands; n = 0: all */
typedef struct lia_expand_opts {
  uint32_t n;
  const lia_expr *x;
  int inside;        /* 1: also inside the arguments of functions and below the line */
  /* 1: cos(u)^2 becomes 1 - sin(u)^2, and roots lose their whole powers: x^(3/2) is x sqrt(x) for
   * sums x */
  int squares;
  /* most terms; LIA_EXPAND_PRODUCTS times as many products of two terms on the way */
  size_t most;
} lia_expand_opts;

/* what was too much: terms, products on the way, digits of all numbers together */
typedef enum lia_toomuch { LIA_FITS, LIA_TOO_MANY_TERMS, LIA_TOO_MANY_PRODUCTS,
    LIA_TOO_MANY_DIGITS } lia_toomuch;
enum { LIA_EXPAND_PRODUCTS = 8, LIA_EXPAND_DIGITS = 50000000 };

/* e multiplied out; UINT32_MAX where that is too much (no error then); 0 on failure. A power of a
 * sum of t terms is made from those of t - 1 by the binomial theorem */
lia_expr lia_expand(lia_pool *p, lia_expr e, const lia_expand_opts *o);
/* the same, which also says what was too much, and (where it is known beforehand, else 0) how many
 * terms there would be */
lia_expr lia_expand_told(lia_pool *p, lia_expr e, const lia_expand_opts *o, lia_toomuch *what,
    double *terms);

LIA_C_END

#endif
