/* order.h - the order in which a person reads terms and factors
 *
 * The pool sorts by age, which is fast but tells a reader nothing. Here the arguments of every sum
 * and product below some roots are put in an order that depends only on structure and on names:
 * masses (m, m2), then by the alphabet, m2 before m10. What was named before, and by whom, does not
 * count: one expression has one text. Factors: parameters, sums of parameters, coordinates and
 * time, functions, other sums, then rates q', q''; powers with their base, higher first; terms: by
 * their factors, one after the other; numbers last in sums. */
#ifndef LIA_ORDER_H
#define LIA_ORDER_H

#include "sym/expr/walk.h"

LIA_C_BEGIN

typedef struct lia_order {
  lia_walk *walk;       /* everything below the roots; memo: the place in the arrays below */
  uint32_t *rank;       /* (n) */
  uint32_t *at;         /* (n) sums and products: sorted[at ..], else unused */
  lia_expr *sorted;
  uint8_t *moving;      /* (n) 1 where something in it changes with time */
  void *block;
} lia_order;

/* 0 where memory is out (the pool says so). Close every order; expressions may be built meanwhile
 */
int lia_order_open(lia_order *o, lia_pool *p, uint32_t nroot, const lia_expr *root);
void lia_order_close(lia_order *o, lia_pool *p);

/* the arguments of a sum or product in reading order, of any other node as they are */
const lia_expr *lia_order_args(const lia_order *o, const lia_pool *p, lia_expr e);

LIA_C_END

#endif
