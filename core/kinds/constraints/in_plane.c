/* in_plane.c - the origin of the first is in the plane z = 0 of the second
 *
 * g = z1 . d, d = p0 - p1 */
#include "kinds/constraints/grip.h"

static void calc(const lia_constraint *c, const lia_end *e, double *work, lia_crow *row) {
  (void)c;
  (void)work;
  hold_along_axis(e, 2, row);
}

extern const lia_constraint_row lia_constraint_in_plane;
const lia_constraint_row lia_constraint_in_plane = {
  .name = "in_plane", .text = "the origin of the first is in the plane z = 0 of the second",
  .nend = 2, .nrow = 1, .nheld = 1, .calc = calc,
};
