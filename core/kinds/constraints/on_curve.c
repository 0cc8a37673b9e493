/* on_curve.c - the origin of the first is on a curve of the second: two equations in x y z
 *
 * g = phi_1(x), phi_2(x) */
#include "kinds/constraint_surface.h"
#include "kinds/constraint_words.h"

static void calc(const lia_constraint *c, const lia_end *e, double *work, lia_constraint_eq *row) {
  row_surfaces(c, e, work, 2, row);
}

static void equation(lia_constraint_form *f) {
  surface_row(f, 0);
  surface_row(f, 1);
}

LIA_CONSTRAINT_OF_SURFACES(on_curve,
    "the origin of the first is on a curve of the second: two equations in x y z",
                           NULL, 2, 2, 2, 2, "equations");
