/* in_plane.c - the origin of the first is in the plane z = 0 of the second
 *
 * g = z1 . d, d = p0 - p1 */
#include "kinds/constraint_words.h"

static void calc(const lia_constraint *c, const lia_end *e, double *work, lia_constraint_eq *row) {
  (void)c;
  (void)work;
  row_along_axis(e, 2, row);
}

static void equation(lia_constraint_form *f) {
  row_of(f, height(f));
}

LIA_CONSTRAINT_OF_FRAMES(in_plane, "the origin of the first is in the plane z = 0 of the second",
                         NULL, 2, 1, 1, LIA_NO_PARAMS, 0, 0);
