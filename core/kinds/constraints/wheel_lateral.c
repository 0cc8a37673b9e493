/* wheel_lateral.c - a wheel about the z of the first does not slide aside on the plane of the second
 *
 * The contact of the wheel has no velocity on the plane z = 0 of the second, aside */
#include "kinds/constraints/grip.h"

static const char *const names[] = { "radius" };
static const double otherwise[] = { 0 };

static void calc(const lia_constraint *c, const lia_end *e, double *work, lia_crow *row) {
  (void)work;
  hold_contact h;
  hold_touch(e, c->param[0], &h);
  hold_no_slip(e, h.l, h.ld, h.r, h.rd, row);
}

extern const lia_constraint_row lia_constraint_wheel_lateral;
const lia_constraint_row lia_constraint_wheel_lateral = {
  .name = "wheel_lateral", .text = "a wheel about the z of the first does not slide aside on the plane of the second",
  .nend = 2, .nrow = 1, .nparam = 1, .param = names, .missing = otherwise, .calc = calc,
};
