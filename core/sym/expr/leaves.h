/* leaves.h - how long expressions are when they are written out */
#ifndef LIA_LEAVES_H
#define LIA_LEAVES_H

#include "sym/expr/pool.h"

LIA_C_BEGIN

/* out[i]: the names and numbers a text of e[i] holds, each as often as it stands there. Parts that
 * are shared, and cost nothing to hold, are written wherever they stand: 1e12 is no rare answer.
 * One walk over the nodes up to the last of e. 0 where memory is out */
int lia_expr_leaves(const lia_pool *p, uint32_t n, const lia_expr *e, double *out);

LIA_C_END

#endif
