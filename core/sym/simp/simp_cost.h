/* simp_cost.h - what the simplifications share: sums rewritten everywhere, and which of two forms
 * takes fewer operations */
#ifndef LIA_SMALLER_H
#define LIA_SMALLER_H

#include "sym/expr/pool.h"

LIA_C_BEGIN

/* operations, SIZE_MAX without memory */
size_t lia_simp_cost(lia_pool *p, lia_expr e);
/* b where it takes fewer operations, else a; b may be 0 or UINT32_MAX (no candidate); 0 where a is,
 * or without memory */
lia_expr lia_simp_smaller(lia_pool *p, lia_expr a, lia_expr b);

/* e with f applied to every sum, arguments first; f may return anything equal to its sum, 0 on
 * failure */
lia_expr lia_simp_everywhere(lia_pool *p, lia_expr e, lia_expr (*f)(lia_pool *p, lia_expr sum));

/* f(e) within pool->simp_work; e itself where it is met, which p->cut counts */
lia_expr lia_simp_within(lia_pool *p, lia_expr e, lia_expr (*f)(lia_pool *p, lia_expr e));

LIA_C_END

#endif
