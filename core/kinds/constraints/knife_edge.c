/* knife_edge.c - a blade along the z of the first does not slide aside on the plane of the second
 *
 * l = z1 x z0 of length 1:  l . (velocity of the origin of the first - that of the second there) = 0 */
#include "kinds/constraints/grip.h"

static void calc(const lia_constraint *c, const lia_end *e, double *work, lia_crow *row) {
  (void)c;
  (void)work;
  hold_contact h;
  const double none[3] = { 0, 0, 0 };
  hold_touch(e, 0, &h);
  // the blade stands where the axle of a wheel would: its left is behind the wheel
  double left[3], rate[3];
  lia_scale3(left, -1, h.f);
  lia_scale3(rate, -1, h.fd);
  hold_no_slip(e, left, rate, none, none, row);
}

extern const lia_constraint_row lia_constraint_knife_edge;
const lia_constraint_row lia_constraint_knife_edge = {
  .name = "knife_edge", .text = "a blade along the z of the first does not slide aside on the plane of the second",
  .nend = 2, .nrow = 1, .calc = calc,
};
