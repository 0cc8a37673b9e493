/* rolling_ball.c - a ball about the origin of the first rolls on the plane z = 0 of the second, or on a sphere about its origin
 *
 * The contact is at r = -radius n from the centre, n the normal of what it rolls on: z1, or for a sphere of radius s the way from
 * centre to centre, the other way round inside it (s < 0, a bowl). It has no velocity on what it rolls on: along n the rate of
 *   g = z1 . d - radius,   or   sign(s) |d| - s - radius,                d = p0 - p1
 * and along two directions across n, for a sphere axis x n with that axis of the second which is furthest from n. */
#include "kinds/constraints/grip.h"

#include <math.h>

static const char *const names[] = { "radius", "sphere" };
static const double otherwise[] = { __builtin_nan(""), 0 };

/* n and its rate; the height of the centre along it */
static double normal_of(const lia_end *e, double sphere, double n[3], double nd[3]) {
  double d[3], dd[3], axis[3], size;
  hold_gap(e, d, dd);
  size = lia_norm3(d);
  if (sphere == 0 || size < 1e-12 * fabs(sphere)) {     // at the centre of a bowl every way is down: that of the plane
    hold_axis(axis, &e[1], 2);
    lia_set3(n, axis[0], axis[1], axis[2]);
    lia_cross3(nd, e[1].w, n);
    return sphere == 0 ? lia_dot3(n, d) : -sphere;
  }
  hold_unit(n, nd, d, dd);
  if (sphere < 0) lia_scale3(n, -1, n), lia_scale3(nd, -1, nd);
  return lia_dot3(n, d) - sphere;
}

/* directions across n and their rates */
static void across(const lia_end *e, const double n[3], const double nd[3], double t[2][3], double td[2][3]) {
  double a[3], ad[3], x[3], xd[3], y[3];
  int k = 0;
  double least = 2;
  for (int i = 0; i < 3; i++) {
    hold_axis(a, &e[1], i);
    if (fabs(lia_dot3(a, n)) < least - 1e-9) least = fabs(lia_dot3(a, n)), k = i;
  }
  hold_axis(a, &e[1], k);
  lia_cross3(ad, e[1].w, a);
  lia_cross3(x, a, n);
  lia_cross3(xd, ad, n);
  lia_cross3(y, a, nd);
  lia_add3(xd, xd, y);
  hold_unit(t[0], td[0], x, xd);
  lia_cross3(t[1], n, t[0]);
  lia_cross3(td[1], nd, t[0]);
  lia_cross3(y, n, td[0]);
  lia_add3(td[1], td[1], y);
}

static void calc(const lia_constraint *c, const lia_end *e, double *work, lia_crow *row) {
  (void)work;
  double n[3], nd[3], r[3], rd[3], t[2][3], td[2][3], radius = c->param[0];
  double height = normal_of(e, c->param[1], n, nd);
  lia_scale3(r, -radius, n);
  lia_scale3(rd, -radius, nd);
  across(e, n, nd, t, td);
  hold_no_slip(e, n, nd, r, rd, row);
  row->g = height - radius;
  hold_no_slip(e, t[0], td[0], r, rd, row + 1);
  hold_no_slip(e, t[1], td[1], r, rd, row + 2);
}

extern const lia_constraint_row lia_constraint_rolling_ball;
const lia_constraint_row lia_constraint_rolling_ball = {
  .name = "rolling_ball", .text = "a ball about the origin of the first rolls on the plane z = 0 of the second, or on a sphere about its origin",
  .nend = 2, .nrow = 3, .nheld = 1, .nparam = 2, .param = names, .missing = otherwise, .calc = calc,
};
