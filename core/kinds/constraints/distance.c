/* distance.c - the origins of both frames stay at a length from each other
 *
 * g = |d| - length, d = p0 - p1, u = d / |d|:  G v = u . d',  c = (d' . d' - (u . d')^2) / |d| */
#include "kinds/constraint_words.h"

static const lia_kind_param param[] = {
  { "length", "m", "from origin to origin", LIA_MUST_BE_GIVEN },
};

static void calc(const lia_constraint *c, const lia_end *e, double *work, lia_constraint_eq *row) {
  (void)work;
  double d[3], dd[3], u[3];
  row_gap(e, d, dd);
  double s = lia_unit3(u, d), along = lia_dot3(u, dd);
  *row = (lia_constraint_eq){ .g = s - c->param[0] };
  if (s > 0) row->c = (lia_dot3(dd, dd) - along * along) / s;
  for (int k = 0; k < 3; k++) {
    row->F[0][k] = u[k];
    row->F[1][k] = -u[k];
  }
}

static void equation(lia_constraint_form *f) {
  row_of(f, minus(length(f, gap(f, 0)), f->param[0]));
}

LIA_CONSTRAINT_OF_FRAMES(distance, "the origins of both frames stay at a length from each other",
                         NULL, 2, 1, 1, LIA_PARAMS(param), 0, 0);
