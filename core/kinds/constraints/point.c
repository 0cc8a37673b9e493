/* point.c - the origins of both frames are one point
 *
 * g = p0 - p1, in base axes */
#include "kinds/constraints/grip.h"

static void calc(const lia_constraint *c, const lia_end *e, double *work, lia_crow *row) {
  (void)c;
  (void)work;
  hold_point(e, row);
}

extern const lia_constraint_row lia_constraint_point;
const lia_constraint_row lia_constraint_point = {
  .name = "point", .text = "the origins of both frames are one point",
  .nend = 2, .nrow = 3, .nheld = 3, .calc = calc,
};
