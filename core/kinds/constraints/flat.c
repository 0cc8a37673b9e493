/* flat.c - one plane is common: slides along x and y and a turn about z are left
 *
 * g = z1 . d, d = p0 - p1; x1 . z0, y1 . z0 */
#include "kinds/constraints/grip.h"

static void calc(const lia_constraint *c, const lia_end *e, double *work, lia_crow *row) {
  (void)c;
  (void)work;
  hold_along_axis(e, 2, row);
  hold_axis_parallel(e, row + 1);
}

extern const lia_constraint_row lia_constraint_flat;
const lia_constraint_row lia_constraint_flat = {
  .name = "flat", .text = "one plane is common: slides along x and y and a turn about z are left",
  .nend = 2, .nrow = 3, .nheld = 3, .upright = 1, .turns_at = 1, .calc = calc,
};
