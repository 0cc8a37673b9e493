/* expand.h - multiplying out: the core of expand, collect and the normal forms */
#ifndef LIA_EXPAND_H
#define LIA_EXPAND_H

#include "sym/pool.h"

LIA_C_BEGIN

/* which sums are opened; x: only those below which one of x[0..n) stands; n = 0: all */
typedef struct lia_expand_opts {
  uint32_t n;
  const lia_expr *x;
  int inside;        /* 1: also inside the arguments of functions and below the line */
  int squares;       /* 1: cos(u)^2 becomes 1 - sin(u)^2, and roots lose their whole powers: x^(3/2) is x sqrt(x) for sums x */
  size_t most;       /* most terms; at most eight times as many are made on the way */
} lia_expand_opts;

/* e multiplied out; UINT32_MAX where that has more terms than most (no error then); 0 on failure */
lia_expr lia_expand(lia_pool *p, lia_expr e, const lia_expand_opts *o);

LIA_C_END

#endif
