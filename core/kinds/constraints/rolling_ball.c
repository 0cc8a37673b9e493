/* rolling_ball.c - a ball rolls on the plane z = 0 of the second, or on a sphere about its origin
 *
 * The contact is at r = -radius n from the centre, n the normal of what it rolls on: z1, or for a
 * sphere of radius s the way from centre to centre, the other way round inside it (s < 0, a bowl).
 * It has no velocity on what it rolls on: along n the rate of
 *   g = z1 . d - radius,   or   sign(s) |d| - s - radius,                d = p0 - p1
 * and along two directions across n, for a sphere axis x n with that axis of the second which is
 * furthest from n. */
#include "kinds/constraint_words.h"

#include <math.h>

static const lia_kind_param param[] = {
  { "radius", "m", "of the ball", LIA_MUST_BE_GIVEN },
  { "sphere", "m", "of the sphere it rolls on; below 0: it rolls inside; 0: on the plane", 0 },
};

// n and its rate; the height of the centre along it
static double normal_of(const lia_end *e, double sphere, double n[3], double nd[3]) {
  double d[3], dd[3], axis[3], size;
  row_gap(e, d, dd);
  size = lia_norm3(d);
  // at the centre of a bowl every way is down: that of the plane
  if (sphere == 0 || size < 1e-12 * fabs(sphere)) {
    row_axis(axis, &e[1], 2);
    lia_set3(n, axis[0], axis[1], axis[2]);
    lia_cross3(nd, e[1].w, n);
    return sphere == 0 ? lia_dot3(n, d) : -sphere;
  }
  row_unit(n, nd, d, dd);
  if (sphere < 0) {
    lia_scale3(n, -1, n);
    lia_scale3(nd, -1, nd);
  }
  return lia_dot3(n, d) - sphere;
}

// directions across n and their rates
static void across(const lia_end *e, const double n[3], const double nd[3], double t[2][3],
    double td[2][3]) {
  double a[3], ad[3], x[3], xd[3], y[3];
  int k = 0;
  double least = 2;
  for (int i = 0; i < 3; i++) {
    row_axis(a, &e[1], i);
    if (fabs(lia_dot3(a, n)) < least - 1e-9) {
      least = fabs(lia_dot3(a, n));
      k = i;
    }
  }
  row_axis(a, &e[1], k);
  lia_cross3(ad, e[1].w, a);
  lia_cross3(x, a, n);
  lia_cross3(xd, ad, n);
  lia_cross3(y, a, nd);
  lia_add3(xd, xd, y);
  row_unit(t[0], td[0], x, xd);
  lia_cross3(t[1], n, t[0]);
  lia_cross3(td[1], nd, t[0]);
  lia_cross3(y, n, td[0]);
  lia_add3(td[1], td[1], y);
}

static void calc(const lia_constraint *c, const lia_end *e, double *work, lia_constraint_eq *row) {
  (void)work;
  double n[3], nd[3], r[3], rd[3], t[2][3], td[2][3], radius = c->param[0];
  double height = normal_of(e, c->param[1], n, nd);
  lia_scale3(r, -radius, n);
  lia_scale3(rd, -radius, nd);
  across(e, n, nd, t, td);
  row_no_slip(e, n, nd, r, rd, row);
  row->g = height - radius;
  row_no_slip(e, t[0], td[0], r, rd, row + 1);
  row_no_slip(e, t[1], td[1], r, rd, row + 2);
}

// the axis of the second that is furthest from n: the first of those that are least along it
static VEC furthest(const form *f, VEC n) {
  VEC axis[3] = { x_of(f, 1), y_of(f, 1), z_of(f, 1) }, best = axis[0];
  NUM least = size_of(inner(best, n));
  for (int k = 1; k < 3; k++) {
    NUM along = size_of(inner(axis[k], n));
    // 1 or 0
    NUM better = over(plus(LIA_ONE, sign_of(minus(minus(least, number(1e-9)), along))), LIA_TWO);
    best = addscaled(best, better, sub(axis[k], best));
    least = plustimes(least, minus(along, least), better);
  }
  return best;
}

// the height of the centre along n, and the slip of the contact in two directions across it
static void roll(form *f, VEC n, NUM high, VEC across) {
  VEC r = scale(minus_of(f->param[0]), n);
  row_of(f, minus(high, f->param[0]));
  slip(f, across, r);
  slip(f, cross(n, across), r);
}

static void equation(lia_constraint_form *f) {
  VEC n = z_of(f, 1), d = gap(f, 0);
  NUM sphere = f->param[1];
  if (sphere == LIA_ZERO) {
    roll(f, n, height(f), cross(x_of(f, 1), n));
    return;
  }
  NUM side = sign_of(sphere), far = length(f, d);
  n = tidy3(f, scale(over(LIA_ONE, far), scale(side, d)));
  VEC across = cross(furthest(f, n), n);
  across = scale(over(LIA_ONE, root(inner(across, across))), across);
  roll(f, n, minus(times(side, far), sphere), across);
}

LIA_CONSTRAINT_OF_FRAMES(rolling_ball,
    "a ball about the origin of the first rolls on the plane z = 0 of the second, "
    "or on a sphere about its origin",
                         NULL, 2, 3, 1, LIA_PARAMS(param), 0, 0);
