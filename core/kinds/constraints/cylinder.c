/* cylinder.c - one axis is common: a turn about and a slide along z are left
 *
 * g = x1 . d, y1 . d, d = p0 - p1; x1 . z0, y1 . z0 */
#include "kinds/constraint_words.h"

static void calc(const lia_constraint *c, const lia_end *e, double *work, lia_constraint_eq *row) {
  (void)c;
  (void)work;
  row_along_axis(e, 0, row);
  row_along_axis(e, 1, row + 1);
  row_axis_parallel(e, row + 2);
}

static void equation(lia_constraint_form *f) {
  on_axis(f);
  same_axis(f);
}

LIA_CONSTRAINT_OF_FRAMES(cylinder, "one axis is common: a turn about and a slide along z are left",
                         "cylindrical", 2, 4, 4, LIA_NO_PARAMS, 1, 2);
