/* cylinder.c - one axis is common: a turn about and a slide along z are left
 *
 * g = x1 . d, y1 . d, d = p0 - p1; x1 . z0, y1 . z0 */
#include "kinds/constraints/grip.h"

static void calc(const lia_constraint *c, const lia_end *e, double *work, lia_crow *row) {
  (void)c;
  (void)work;
  hold_along_axis(e, 0, row);
  hold_along_axis(e, 1, row + 1);
  hold_axis_parallel(e, row + 2);
}

extern const lia_constraint_row lia_constraint_cylinder;
const lia_constraint_row lia_constraint_cylinder = {
  .name = "cylinder", .text = "one axis is common: a turn about and a slide along z are left",
  .nend = 2, .nrow = 4, .nheld = 4, .upright = 1, .turns_at = 2, .calc = calc,
};
