/* turn.h - c + i s in expressions: what turns follow one another to, and multiples of a turn */
#ifndef LIA_TURN_H
#define LIA_TURN_H

#include "sym/expr/pool.h"

LIA_C_BEGIN

/* cosine and sine of an angle, or any complex number; 0 where one is not there */
typedef struct lia_turn { lia_expr c, s; } lia_turn;

lia_turn lia_turn_then(lia_pool *p, lia_turn a, lia_turn b);        /* (c + i s)(c' + i s') */
/* (c + i s)^n; of n < 0 the conjugate of that of -n */
lia_turn lia_turn_multiple(lia_pool *p, lia_turn t, int64_t n);

LIA_C_END

#endif
