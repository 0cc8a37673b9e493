/* rolling_disc.c - a disc about the z of the first rolls on the plane z = 0 of the second
 *
 * The contact of the disc has no velocity on the plane. Along the normal that is the rate of the height of the disc,
 * g = z1 . d - radius |z0 x z1|; the other two have no g.                                                [nonhol] 2.10 */
#include "kinds/constraints/grip.h"

static const char *const names[] = { "radius" };
static const double otherwise[] = { __builtin_nan("") };

static void calc(const lia_constraint *c, const lia_end *e, double *work, lia_crow *row) {
  (void)work;
  hold_contact h;
  double x[3], y[3], xd[3], yd[3], d[3], at[3];
  hold_touch(e, c->param[0], &h);
  hold_gap(e, d, at);
  lia_add3(at, d, h.r);
  hold_no_slip(e, h.n, h.nd, h.r, h.rd, row);
  row->g = lia_dot3(h.n, at);
  hold_axis(x, &e[1], 0);
  hold_axis(y, &e[1], 1);
  lia_cross3(xd, e[1].w, x);
  lia_cross3(yd, e[1].w, y);
  hold_no_slip(e, x, xd, h.r, h.rd, row + 1);
  hold_no_slip(e, y, yd, h.r, h.rd, row + 2);
}

extern const lia_constraint_row lia_constraint_rolling_disc;
const lia_constraint_row lia_constraint_rolling_disc = {
  .name = "rolling_disc", .text = "a disc about the z of the first rolls on the plane z = 0 of the second",
  .nend = 2, .nrow = 3, .nheld = 1, .nparam = 1, .param = names, .missing = otherwise, .calc = calc,
};
