/* on_line.c - the origin of the first is on the z axis of the second
 *
 * g = x1 . d, y1 . d, d = p0 - p1 */
#include "kinds/constraints/grip.h"

static void calc(const lia_constraint *c, const lia_end *e, double *work, lia_crow *row) {
  (void)c;
  (void)work;
  hold_along_axis(e, 0, row);
  hold_along_axis(e, 1, row + 1);
}

extern const lia_constraint_row lia_constraint_on_line;
const lia_constraint_row lia_constraint_on_line = {
  .name = "on_line", .text = "the origin of the first is on the z axis of the second",
  .nend = 2, .nrow = 2, .nheld = 2, .calc = calc,
};
