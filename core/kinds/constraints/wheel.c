/* wheel.c - a wheel about the z of the first neither slips nor slides on the plane of the second
 *
 * The contact of the wheel has no velocity on the plane z = 0 of the second, ahead (z0 x z1) and aside.
 * The height is left alone. */
#include "kinds/constraints/grip.h"

static const char *const names[] = { "radius" };
static const double otherwise[] = { __builtin_nan("") };

static void calc(const lia_constraint *c, const lia_end *e, double *work, lia_crow *row) {
  (void)work;
  hold_contact h;
  hold_touch(e, c->param[0], &h);
  hold_no_slip(e, h.f, h.fd, h.r, h.rd, row);
  hold_no_slip(e, h.l, h.ld, h.r, h.rd, row + 1);
}

extern const lia_constraint_row lia_constraint_wheel;
const lia_constraint_row lia_constraint_wheel = {
  .name = "wheel", .text = "a wheel about the z of the first neither slips nor slides on the plane of the second",
  .nend = 2, .nrow = 2, .nparam = 1, .param = names, .missing = otherwise, .calc = calc,
};
