/* parallel.c - the axes of both frames are parallel
 *
 * g = x1 . z0, y1 . z0 */
#include "kinds/constraint_words.h"

static void calc(const lia_constraint *c, const lia_end *e, double *work, lia_constraint_eq *row) {
  (void)c;
  (void)work;
  row_axis_parallel(e, row);
}

static void equation(lia_constraint_form *f) {
  same_axis(f);
}

LIA_CONSTRAINT_OF_FRAMES(parallel, "the axes of both frames are parallel",
                         NULL, 2, 2, 2, LIA_NO_PARAMS, 1, 0);
