/* knife_edge.c - a blade along the z of the first does not slide aside on the plane of the second
 *
 * l = z1 x z0 of length 1:  l . (velocity of the origin of the first - that of the second there)
 *   = 0 */
#include "kinds/constraint_words.h"

static void calc(const lia_constraint *c, const lia_end *e, double *work, lia_constraint_eq *row) {
  (void)c;
  (void)work;
  row_contact h;
  const double none[3] = { 0, 0, 0 };
  row_touch(e, 0, &h);
  // the blade stands where the axle of a wheel would: its left is behind the wheel
  double left[3], rate[3];
  lia_scale3(left, -1, h.f);
  lia_scale3(rate, -1, h.fd);
  row_no_slip(e, left, rate, none, none, row);
}

static void equation(lia_constraint_form *f) {
  slip(f, minus3(ahead(f)), zero());   // the blade stands where the axle of a wheel would
}

LIA_CONSTRAINT_OF_FRAMES(knife_edge,
    "a blade along the z of the first does not slide aside on the plane of the second",
                         NULL, 2, 1, 0, LIA_NO_PARAMS, 0, 0);
