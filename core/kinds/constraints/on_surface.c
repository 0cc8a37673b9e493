/* on_surface.c - the origin of the first is on a surface of the second: an equation in x y z
 *
 * g = phi(x) */
#include "kinds/constraint_surface.h"
#include "kinds/constraint_words.h"

static void calc(const lia_constraint *c, const lia_end *e, double *work, lia_constraint_eq *row) {
  row_surfaces(c, e, work, 1, row);
}

static void equation(lia_constraint_form *f) {
  surface_row(f, 0);
}

LIA_CONSTRAINT_OF_SURFACES(on_surface,
    "the origin of the first is on a surface of the second: an equation in x y z",
                           NULL, 2, 1, 1, 1, "equation");
