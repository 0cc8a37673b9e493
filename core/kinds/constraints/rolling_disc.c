/* rolling_disc.c - a disc about the z of the first rolls on the plane z = 0 of the second
 *
 * The contact of the disc has no velocity on the plane. Along the normal that is the rate of the
 * height of the disc,
 * g = z1 . d - radius |z0 x z1|; the other two have no g.                        [nonhol] 2.10 */
#include "kinds/constraint_words.h"

static const lia_kind_param param[] = {
  { "radius", "m", "of the disc", LIA_MUST_BE_GIVEN },
};

static void calc(const lia_constraint *c, const lia_end *e, double *work, lia_constraint_eq *row) {
  (void)work;
  row_contact h;
  double x[3], y[3], xd[3], yd[3], d[3], at[3];
  row_touch(e, c->param[0], &h);
  row_gap(e, d, at);
  lia_add3(at, d, h.r);
  row_no_slip(e, h.n, h.nd, h.r, h.rd, row);
  row->g = lia_dot3(h.n, at);
  row_axis(x, &e[1], 0);
  row_axis(y, &e[1], 1);
  lia_cross3(xd, e[1].w, x);
  lia_cross3(yd, e[1].w, y);
  row_no_slip(e, x, xd, h.r, h.rd, row + 1);
  row_no_slip(e, y, yd, h.r, h.rd, row + 2);
}

static void equation(lia_constraint_form *f) {
  VEC r = contact_of(z_of(f, 0), ahead(f), f->param[0]);
  row_of(f, inner(z_of(f, 1), add(gap(f, 0), r)));
  slip(f, x_of(f, 1), r);
  slip(f, y_of(f, 1), r);
}

LIA_CONSTRAINT_OF_FRAMES(rolling_disc,
    "a disc about the z of the first rolls on the plane z = 0 of the second",
                         NULL, 2, 3, 1, LIA_PARAMS(param), 0, 0);
