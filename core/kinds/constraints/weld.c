/* weld.c - both frames are one
 *
 * g = p0 - p1 in base axes; y1 . z0, z1 . x0, x1 . y0 */
#include "kinds/constraints/grip.h"

static void calc(const lia_constraint *c, const lia_end *e, double *work, lia_crow *row) {
  (void)c;
  (void)work;
  hold_point(e, row);
  hold_orientation(e, row + 3);
}

extern const lia_constraint_row lia_constraint_weld;
const lia_constraint_row lia_constraint_weld = {
  .name = "weld", .text = "both frames are one",
  .nend = 2, .nrow = 6, .nheld = 6, .upright = 2, .turns_at = 3, .calc = calc,
};
