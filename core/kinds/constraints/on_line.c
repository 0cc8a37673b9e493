/* on_line.c - the origin of the first is on the z axis of the second
 *
 * g = x1 . d, y1 . d, d = p0 - p1 */
#include "kinds/constraint_words.h"

static void calc(const lia_constraint *c, const lia_end *e, double *work, lia_constraint_eq *row) {
  (void)c;
  (void)work;
  row_along_axis(e, 0, row);
  row_along_axis(e, 1, row + 1);
}

static void equation(lia_constraint_form *f) {
  on_axis(f);
}

LIA_CONSTRAINT_OF_FRAMES(on_line, "the origin of the first is on the z axis of the second",
                         NULL, 2, 2, 2, LIA_NO_PARAMS, 0, 0);
