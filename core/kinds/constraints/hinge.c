/* hinge.c - one point and one axis are common: a turn about z is left
 *
 * g = p0 - p1 in base axes; x1 . z0, y1 . z0 */
#include "kinds/constraint_words.h"

static void calc(const lia_constraint *c, const lia_end *e, double *work, lia_constraint_eq *row) {
  (void)c;
  (void)work;
  row_point(e, row);
  row_axis_parallel(e, row + 3);
}

static void equation(lia_constraint_form *f) {
  same_point(f);
  same_axis(f);
}

LIA_CONSTRAINT_OF_FRAMES(hinge, "one point and one axis are common: a turn about z is left",
                         "revolute", 2, 5, 5, LIA_NO_PARAMS, 1, 3);
