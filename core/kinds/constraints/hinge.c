/* hinge.c - one point and one axis are common: a turn about z is left
 *
 * g = p0 - p1 in base axes; x1 . z0, y1 . z0 */
#include "kinds/constraints/grip.h"

static void calc(const lia_constraint *c, const lia_end *e, double *work, lia_crow *row) {
  (void)c;
  (void)work;
  hold_point(e, row);
  hold_axis_parallel(e, row + 3);
}

extern const lia_constraint_row lia_constraint_hinge;
const lia_constraint_row lia_constraint_hinge = {
  .name = "hinge", .text = "one point and one axis are common: a turn about z is left",
  .nend = 2, .nrow = 5, .nheld = 5, .upright = 1, .turns_at = 3, .calc = calc,
};
