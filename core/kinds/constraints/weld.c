/* weld.c - both frames are one
 *
 * g = p0 - p1 in base axes; y1 . z0, z1 . x0, x1 . y0 */
#include "kinds/constraint_words.h"

static void calc(const lia_constraint *c, const lia_end *e, double *work, lia_constraint_eq *row) {
  (void)c;
  (void)work;
  row_point(e, row);
  row_orientation(e, row + 3);
}

static void equation(lia_constraint_form *f) {
  same_point(f);
  same_turn(f);
}

LIA_CONSTRAINT_OF_FRAMES(weld, "both frames are one",
                         "fixed", 2, 6, 6, LIA_NO_PARAMS, 2, 3);
