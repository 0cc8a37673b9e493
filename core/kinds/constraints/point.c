/* point.c - the origins of both frames are one point
 *
 * g = p0 - p1, in base axes */
#include "kinds/constraint_words.h"

static void calc(const lia_constraint *c, const lia_end *e, double *work, lia_constraint_eq *row) {
  (void)c;
  (void)work;
  row_point(e, row);
}

static void equation(lia_constraint_form *f) {
  same_point(f);
}

LIA_CONSTRAINT_OF_FRAMES(point, "the origins of both frames are one point",
                         "spherical", 2, 3, 3, LIA_NO_PARAMS, 0, 0);
