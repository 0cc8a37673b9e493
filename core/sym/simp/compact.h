/* compact.h - the fewest operations: what several expressions have in common, and the common
 * factors of their terms
 *
 * cse.h finds common parts as they stand. Here several forms are tried, parts are taken out of each
 * (parts.h), and the cheapest is kept: as they stand, the sums in them as so many polynomials;
 * multiplied out; with products of sines merged; with s^2 = 1 - c^2 or c^2 = 1 - s^2 for each angle
 * that occurs in squares, and double angles where an angle occurs in even powers only. The search
 * goes on in a pool of its own (carry.h): nothing depends on which symbol was named first. */
#ifndef LIA_COMPACT_H
#define LIA_COMPACT_H

#include "sym/expr/pool.h"

LIA_C_BEGIN

/* out[i] equal to e[i], together no dearer (lia_count_price); out may be e. constants: 1 where
 * symbols constant in time are known beforehand: what is made of them alone costs nothing
 * (lia_tape_count_moving), else every symbol moves. function: what a function costs, 1 where it
 * counts as one operation more. For what a person might write by hand: beyond LIA_COMPACT_MOST
 * pairs of terms only lia_share looks. 1, or 0 where memory is out or an e is no expression (the
 * pool says so) */
int lia_compact_at(lia_pool *p, uint32_t n, const lia_expr *e, lia_expr *out, int constants,
    size_t function);
static inline int lia_compact(lia_pool *p, uint32_t n, const lia_expr *e, lia_expr *out,
    int constants) {
  return lia_compact_at(p, n, e, out, constants, 1);
}

enum { LIA_COMPACT_MOST = 6000 };

LIA_C_END

#endif
