/* compact.h - the fewest operations: what several expressions have in common, and the common factors of their terms
 *
 * share.h finds common parts as they stand. Here expressions are multiplied out first and put together again: sums that several
 * of them contain become nodes (A13 = A14 + ...), then, one at a time, whichever saves most of a product that occurs twice
 * and two terms with a common factor, a b + a c = a (b + c), wherever such a b + c occurs, is taken out. After each taking out
 * the next is looked for among what is left, named parts included.                  [Rajski] [Hosangadi]
 * The forms tried before: as they stand, products of sines merged, s^2 = 1 - c^2 or c^2 = 1 - s^2 for each angle that
 * occurs in squares, and double angles where an angle occurs in even powers only. */
#ifndef LIA_COMPACT_H
#define LIA_COMPACT_H

#include "sym/pool.h"

LIA_C_BEGIN

/* out[i] equal to e[i], together with at most as many operations; out may be e. constants: 1 where symbols constant in time
 * are known beforehand: what is made of them alone costs nothing (lia_tape_count_moving), else every symbol moves.
 * For what a person might write by hand: beyond LIA_COMPACT_MOST pairs of terms only lia_share looks.
 * 1, or 0 where memory is out or an e is no expression (the pool says so) */
int lia_compact(lia_pool *p, uint32_t n, const lia_expr *e, lia_expr *out, int constants);

enum { LIA_COMPACT_MOST = 6000 };

LIA_C_END

#endif
