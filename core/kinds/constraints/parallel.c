/* parallel.c - the axes of both frames are parallel
 *
 * g = x1 . z0, y1 . z0 */
#include "kinds/constraints/grip.h"

static void calc(const lia_constraint *c, const lia_end *e, double *work, lia_crow *row) {
  (void)c;
  (void)work;
  hold_axis_parallel(e, row);
}

extern const lia_constraint_row lia_constraint_parallel;
const lia_constraint_row lia_constraint_parallel = {
  .name = "parallel", .text = "the axes of both frames are parallel",
  .nend = 2, .nrow = 2, .nheld = 2, .upright = 1, .calc = calc,
};
