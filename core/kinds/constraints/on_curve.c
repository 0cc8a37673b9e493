/* on_curve.c - the origin of the first is on a curve of the second: two equations in x y z
 *
 * g = phi_1(x), phi_2(x) */
#include "kinds/constraints/surface.h"

static void calc(const lia_constraint *c, const lia_end *e, double *work, lia_crow *row) {
  hold_surfaces(c, e, work, 2, row);
}

extern const lia_constraint_row lia_constraint_on_curve;
const lia_constraint_row lia_constraint_on_curve = {
  .name = "on_curve", .text = "the origin of the first is on a curve of the second: two equations in x y z",
  .nend = 2, .nrow = 2, .nheld = 2, .nexpr = 2, .calc = calc,
};
