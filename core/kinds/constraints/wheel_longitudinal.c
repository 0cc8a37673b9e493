/* wheel_longitudinal.c - a wheel about the z of the first does not slip ahead on the plane of the second
 *
 * The contact of the wheel has no velocity on the plane z = 0 of the second, ahead (z0 x z1) */
#include "kinds/constraints/grip.h"

static const char *const names[] = { "radius" };
static const double otherwise[] = { __builtin_nan("") };

static void calc(const lia_constraint *c, const lia_end *e, double *work, lia_crow *row) {
  (void)work;
  hold_contact h;
  hold_touch(e, c->param[0], &h);
  hold_no_slip(e, h.f, h.fd, h.r, h.rd, row);
}

extern const lia_constraint_row lia_constraint_wheel_longitudinal;
const lia_constraint_row lia_constraint_wheel_longitudinal = {
  .name = "wheel_longitudinal", .text = "a wheel about the z of the first does not slip ahead on the plane of the second",
  .nend = 2, .nrow = 1, .nparam = 1, .param = names, .missing = otherwise, .calc = calc,
};
