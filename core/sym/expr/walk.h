/* walk.h - visit what an expression is made of, arguments first, each node once, without recursion
 *
 * Time and memory grow with the nodes reached (and, once per pool, with the pool). A walk gives
 * every node it reached one word of memory, w->memo[e]. Several walks may be open at once. */
#ifndef LIA_WALK_H
#define LIA_WALK_H

#include "sym/expr/pool.h"

LIA_C_BEGIN

struct lia_walk {
  lia_expr *list;      /* (n) nodes reached, arguments before what is made of them */
  uint32_t n;
  uint32_t *memo;      /* by node; only for nodes reached; starts as 0 */

  uint32_t *stamp;     /* by node: epoch where reached */
  uint32_t epoch, size, listsize;
  uint64_t *stack;
  uint32_t nstack, stacksize;
  lia_walk *next;
};

/* reach the nodes below the roots (roots included; zeros among them are skipped). With mask != 0,
 * nodes that share no bit with it are not entered. NULL where memory is out or the work was stopped
 * (the pool says so). Close every walk */
lia_walk *lia_walk_open(lia_pool *p, uint32_t nroot, const lia_expr *root, uint64_t mask);
void lia_walk_close(lia_pool *p, lia_walk *w);

static inline int lia_walk_reached(const lia_walk *w, lia_expr e) {
  return e < w->size && w->stamp[e] == w->epoch;
}

LIA_C_END

#endif
