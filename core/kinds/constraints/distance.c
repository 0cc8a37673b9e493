/* distance.c - the origins of both frames stay at a length from each other
 *
 * g = |d| - length, d = p0 - p1, u = d / |d|:  G v = u . d',  c = (d' . d' - (u . d')^2) / |d| */
#include "kinds/constraints/grip.h"

static const char *const names[] = { "length" };
static const double otherwise[] = { __builtin_nan("") };

static void calc(const lia_constraint *c, const lia_end *e, double *work, lia_crow *row) {
  (void)work;
  double d[3], dd[3], u[3];
  hold_gap(e, d, dd);
  double s = lia_unit3(u, d), along = lia_dot3(u, dd);
  *row = (lia_crow){ .g = s - c->param[0], .c = s > 0 ? (lia_dot3(dd, dd) - along * along) / s : 0 };
  for (int k = 0; k < 3; k++) {
    row->F[0][k] = u[k];
    row->F[1][k] = -u[k];
  }
}

extern const lia_constraint_row lia_constraint_distance;
const lia_constraint_row lia_constraint_distance = {
  .name = "distance", .text = "the origins of both frames stay at a length from each other",
  .nend = 2, .nrow = 1, .nheld = 1, .nparam = 1, .param = names, .missing = otherwise, .calc = calc,
};
