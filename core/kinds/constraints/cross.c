/* cross.c - one point is common, z of the first at right angles to y of the second
 *
 * A universal joint.  g = p0 - p1 in base axes; y1 . z0 */
#include "kinds/constraints/grip.h"

static void calc(const lia_constraint *c, const lia_end *e, double *work, lia_crow *row) {
  (void)c;
  (void)work;
  hold_point(e, row);
  hold_square(e, 1, 2, row + 3);
}

extern const lia_constraint_row lia_constraint_cross;
const lia_constraint_row lia_constraint_cross = {
  .name = "cross", .text = "one point is common, z of the first at right angles to y of the second",
  .nend = 2, .nrow = 4, .nheld = 4, .calc = calc,
};
