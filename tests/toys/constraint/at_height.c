/* at_height.c - a point stays at a height above the plane of the second
 *
 * g = z1 . d - height, d = p0 - p1 */
#include "kinds/constraint_words.h"

static const lia_kind_param param[] = { { "height", "m", "above the plane", LIA_MUST_BE_GIVEN } };

static void calc(const lia_constraint *c, const lia_end *e, double *work, lia_constraint_eq *row) {
  (void)work;
  row_along_axis(e, 2, row);
  row->g -= c->param[0];
}

static void equation(lia_constraint_form *f) { row_of(f, minus(height(f), f->param[0])); }

/* name, text, alias, frames, rows, rows of positions, parameters, upright, from which row on */
LIA_CONSTRAINT_OF_FRAMES(at_height, "a point stays at a height above the plane of the second",
                         NULL, 2, 1, 1, LIA_PARAMS(param), 0, 0);
