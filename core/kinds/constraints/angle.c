/* angle.c - the axes of both frames stay at an angle to each other
 *
 * g = z1 . z0 - cos angle */
#include "kinds/constraints/grip.h"

#include "num/sincos.h"

static const char *const names[] = { "angle" };
static const double otherwise[] = { __builtin_nan("") };

static void calc(const lia_constraint *c, const lia_end *e, double *work, lia_crow *row) {
  (void)work;
  double a[3], b[3], sine, cosine;
  lia_sincos1(c->param[0], &sine, &cosine);
  hold_axis(a, &e[1], 2);
  hold_axis(b, &e[0], 2);
  hold_dot(e, a, b, cosine, row);
}

extern const lia_constraint_row lia_constraint_angle;
const lia_constraint_row lia_constraint_angle = {
  .name = "angle", .text = "the axes of both frames stay at an angle to each other",
  .nend = 2, .nrow = 1, .nheld = 1, .nparam = 1, .param = names, .missing = otherwise, .calc = calc,
};
