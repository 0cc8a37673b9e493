/* on_surface.c - the origin of the first is on a surface of the second: an equation in x y z
 *
 * g = phi(x) */
#include "kinds/constraints/surface.h"

static void calc(const lia_constraint *c, const lia_end *e, double *work, lia_crow *row) {
  hold_surfaces(c, e, work, 1, row);
}

extern const lia_constraint_row lia_constraint_on_surface;
const lia_constraint_row lia_constraint_on_surface = {
  .name = "on_surface", .text = "the origin of the first is on a surface of the second: an equation in x y z",
  .nend = 2, .nrow = 1, .nheld = 1, .nexpr = 1, .calc = calc,
};
