/* cross.c - one point is common, z of the first at right angles to y of the second
 *
 * A universal joint.  g = p0 - p1 in base axes; y1 . z0 */
#include "kinds/constraint_words.h"

static void calc(const lia_constraint *c, const lia_end *e, double *work, lia_constraint_eq *row) {
  (void)c;
  (void)work;
  row_point(e, row);
  row_square(e, 1, 2, row + 3);
}

static void equation(lia_constraint_form *f) {
  same_point(f);
  row_of(f, inner(y_of(f, 1), z_of(f, 0)));
}

LIA_CONSTRAINT_OF_FRAMES(cross,
    "one point is common, z of the first at right angles to y of the second",
                         "universal", 2, 4, 4, LIA_NO_PARAMS, 0, 0);
