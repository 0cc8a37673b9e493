/* flat.c - one plane is common: slides along x and y and a turn about z are left
 *
 * g = z1 . d, d = p0 - p1; x1 . z0, y1 . z0 */
#include "kinds/constraint_words.h"

static void calc(const lia_constraint *c, const lia_end *e, double *work, lia_constraint_eq *row) {
  (void)c;
  (void)work;
  row_along_axis(e, 2, row);
  row_axis_parallel(e, row + 1);
}

static void equation(lia_constraint_form *f) {
  row_of(f, height(f));
  same_axis(f);
}

LIA_CONSTRAINT_OF_FRAMES(flat,
    "one plane is common: slides along x and y and a turn about z are left",
                         "planar", 2, 3, 3, LIA_NO_PARAMS, 1, 1);
