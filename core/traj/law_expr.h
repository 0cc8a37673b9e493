/* law_expr.h - motion laws as expressions, from the lines of their rows */
#ifndef LIA_LAW_EXPR_H
#define LIA_LAW_EXPR_H

#include "sym/expr/pool.h"
#include "traj/law.h"

LIA_C_BEGIN

/* *s = s(t), with any expressions for the time t (a part of the duration) and the shape, in the
 * order of lia_law_shapes (0: not there, for laws without; td and trd are then ta and tr td/ta). At
 * rest before 0 and after 1; within = 1: without these ends, for 0 <= t <= 1. Derivatives are those
 * of diff.h */
LIA_NODISCARD lia_status lia_law_expr_of(lia_pool *p, lia_law_kind kind, lia_expr t,
                                         const lia_expr *shape, int within, lia_expr *s,
                                         lia_error *err);
/* the same of a law that brakes as it accelerates */
LIA_NODISCARD lia_status lia_law_expr(lia_pool *p, lia_law_kind kind, lia_expr t, lia_expr ta,
                                      lia_expr tr, int within, lia_expr *s, lia_error *err);

LIA_C_END

#endif
