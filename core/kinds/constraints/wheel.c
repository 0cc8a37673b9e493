/* wheel.c - a wheel about the z of the first neither slips nor slides on the plane of the second
 *
 * The contact of the wheel has no velocity on the plane z = 0 of the second, ahead (z0 x z1) and
 * aside. The height is left alone. */
#include "kinds/constraint_words.h"

static const lia_kind_param param[] = {
  { "radius", "m", "of the wheel", LIA_MUST_BE_GIVEN },
};

static void calc(const lia_constraint *c, const lia_end *e, double *work, lia_constraint_eq *row) {
  (void)work;
  row_contact h;
  row_touch(e, c->param[0], &h);
  row_no_slip(e, h.f, h.fd, h.r, h.rd, row);
  row_no_slip(e, h.l, h.ld, h.r, h.rd, row + 1);
}

static void equation(lia_constraint_form *f) {
  VEC heading = ahead(f), r = contact_of(z_of(f, 0), heading, f->param[0]);
  slip(f, heading, r);
  slip(f, cross(z_of(f, 1), heading), r);
}

LIA_CONSTRAINT_OF_FRAMES(wheel,
    "a wheel about the z of the first neither slips nor slides on the plane of the second",
                         NULL, 2, 2, 0, LIA_PARAMS(param), 0, 0);
