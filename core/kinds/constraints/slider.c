/* slider.c - the axes of both frames are parallel, a slide along z is left
 *
 * g = x1 . d, y1 . d, d = p0 - p1; y1 . z0, z1 . x0, x1 . y0 */
#include "kinds/constraints/grip.h"

static void calc(const lia_constraint *c, const lia_end *e, double *work, lia_crow *row) {
  (void)c;
  (void)work;
  hold_along_axis(e, 0, row);
  hold_along_axis(e, 1, row + 1);
  hold_orientation(e, row + 2);
}

extern const lia_constraint_row lia_constraint_slider;
const lia_constraint_row lia_constraint_slider = {
  .name = "slider", .text = "the axes of both frames are parallel, a slide along z is left",
  .nend = 2, .nrow = 5, .nheld = 5, .upright = 2, .turns_at = 2, .calc = calc,
};
