/* wheel_longitudinal.c - a wheel about the z of the first does not slip ahead on the plane
 *
 * The contact of the wheel has no velocity on the plane z = 0 of the second, ahead (z0 x z1) */
#include "kinds/constraint_words.h"

static const lia_kind_param param[] = {
  { "radius", "m", "of the wheel", LIA_MUST_BE_GIVEN },
};

static void calc(const lia_constraint *c, const lia_end *e, double *work, lia_constraint_eq *row) {
  (void)work;
  row_contact h;
  row_touch(e, c->param[0], &h);
  row_no_slip(e, h.f, h.fd, h.r, h.rd, row);
}

static void equation(lia_constraint_form *f) {
  VEC heading = ahead(f);
  slip(f, heading, contact_of(z_of(f, 0), heading, f->param[0]));
}

LIA_CONSTRAINT_OF_FRAMES(wheel_longitudinal,
    "a wheel about the z of the first does not slip ahead on the plane of the second",
                         NULL, 2, 1, 0, LIA_PARAMS(param), 0, 0);
