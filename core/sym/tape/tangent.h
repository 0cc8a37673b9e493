/* tangent.h - a tape with its slopes along given directions: one pass forward, exact
 *
 * Every instruction carries, beside its value w, the slopes dw of eight directions:
 *
 *   dw[r] = df/da dw[a] + df/db dw[b] + df/dc dw[c]                  [Griewank, Walther 2008, 3.1]
 *
 * Where a function has two slopes (abs and sign at 0, min and max of equals, a choice just where it
 * changes) and a direction leads across, one of them is taken, and every output that uses it is
 * marked as a corner. */
#ifndef LIA_TANGENT_H
#define LIA_TANGENT_H

#include "sym/tape/eval.h"

LIA_C_BEGIN

enum { LIA_TANGENTS = 8 };   /* directions in one pass */

/* doubles that lia_tape_tangent works in */
size_t lia_tape_tangent_room(const lia_tape *t);

/* out (nout) as lia_tape_eval gives it; slopes (nout x LIA_TANGENTS) along directions (nin x
 * LIA_TANGENTS), row by row; corner (nout): set to 1 where the output has no slope along one of
 * them, else left. w: lia_tape_tangent_room doubles, any content */
void lia_tape_tangent(const lia_tape *t, const double *in, const double *directions, double *out,
                      double *slopes, char *corner, double *w);

LIA_C_END

#endif
