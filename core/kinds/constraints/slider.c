/* slider.c - the axes of both frames are parallel, a slide along z is left
 *
 * g = x1 . d, y1 . d, d = p0 - p1; y1 . z0, z1 . x0, x1 . y0 */
#include "kinds/constraint_words.h"

static void calc(const lia_constraint *c, const lia_end *e, double *work, lia_constraint_eq *row) {
  (void)c;
  (void)work;
  row_along_axis(e, 0, row);
  row_along_axis(e, 1, row + 1);
  row_orientation(e, row + 2);
}

static void equation(lia_constraint_form *f) {
  on_axis(f);
  same_turn(f);
}

LIA_CONSTRAINT_OF_FRAMES(slider, "the axes of both frames are parallel, a slide along z is left",
                         "prismatic", 2, 5, 5, LIA_NO_PARAMS, 2, 2);
