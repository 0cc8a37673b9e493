/* topp_lp.h - linear programmes of two variables between strips and in a box, by Seidel
 *
 *   least or greatest x  where  lo <= p x + q y <= hi of every strip, x0 <= x <= x1, y0 <= y <= y1
 *
 * Strips are tried in the order in which they last mattered: a programme that is like the one
 * before takes one walk over them. Rounding is told apart from what does not fit by the size of
 * the terms a number was made of. */
#ifndef LIA_TOPP_LP_H
#define LIA_TOPP_LP_H

#include "base/extern.h"

LIA_C_BEGIN

/* lo, hi: infinite where there is none */
typedef struct lia_strip { double p, q, lo, hi; int id; } lia_strip;

/* sides of a strip, and of the box, as they are told: 2 id, 2 id + 1, or these */
enum { LIA_SIDE_NONE = -1, LIA_SIDE_X1 = -2, LIA_SIDE_X0 = -3, LIA_SIDE_Y = -4 };
#define LIA_LP_FAR 1e30    /* what an infinite x1 or y1 is taken for */

typedef struct lia_lp {
  lia_strip *strip;
  int *order, n;             /* (n) strips, and how they are tried */
  double x0, x1, y0, y1;
  int fight[3];              /* sides that leave nothing between them, where there is nothing */
} lia_lp;

/* sign 1: the greatest x, -1: the least, and a y that goes with it into v. 0: there is none */
int lia_lp_solve(lia_lp *l, double sign, double v[2]);
/* all y at this x, *least to *most; 0: there are none, then *most is where they come nearest */
int lia_lp_across(lia_lp *l, double x, double *least, double *most);

LIA_C_END

#endif
