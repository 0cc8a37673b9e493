/* convex_closed.c - distances of cores in closed form: points and segments among themselves, points
 * and the simple shapes, planes and everything */
#include "geo/convex_inside.h"

// a solid about its middle and a point p: s on its surface, m outwards there, p = s + d m
typedef struct { double d, s[3], m[3]; } foot;

static void foot_between(foot *f, const double p[3], const double s[3]) {
  double apart[3];
  lia_sub3(apart, p, s);
  lia_copy3(f->s, s);
  f->d = lia_unit3(f->m, apart);
}

static int on_box(foot *f, const double h[3], const double p[3]) {
  double s[3];
  int outside = 0, side = 0;
  for (int k = 0; k < 3; k++) {
    s[k] = fmin(fmax(p[k], -h[k]), h[k]);
    outside += s[k] != p[k];
    if (h[k] - fabs(p[k]) < h[side] - fabs(p[side])) side = k;
  }
  if (outside > 1) {
    foot_between(f, p, s);
    return 1;
  }
  // one face tells: that which the point is beyond, or the nearest
  double sign = p[side] < 0 ? -1 : 1;
  s[side] = sign * h[side];
  lia_copy3(f->s, s);
  lia_set3(f->m, 0, 0, 0);
  f->m[side] = sign;
  f->d = fabs(p[side]) - h[side];
  return 1;
}

// not hypot, whose last bit depends on the C library
static double flat_norm(double x, double y) { return sqrt(x*x + y*y); }

// shapes of revolution in the half plane of the point: u along its radius, z along the axis
typedef struct { double d, u, z, mu, mz; } foot2;

static void foot2_between(foot2 *f, double u, double z, double su, double sz) {
  double d = flat_norm(u - su, z - sz);
  *f = (foot2){ d, su, sz, d > 0 ? (u - su) / d : 0, d > 0 ? (z - sz) / d : 1 };
}

static foot2 on_rectangle(double r, double h, double u, double z) {
  foot2 f;
  double sign = z < 0 ? -1 : 1, radial = u - r, axial = fabs(z) - h;
  if (radial > 0 && axial > 0) foot2_between(&f, u, z, r, sign * h);
  else if (radial > axial) f = (foot2){ radial, r, z, 1, 0 };
  else f = (foot2){ axial, u, sign * h, 0, sign };
  return f;
}

// the triangle (r, -h), (0, h), (0, -h): the slope's normal is (2h, r) / L
static foot2 on_triangle(double r, double h, double u, double z) {
  double L = flat_norm(2 * h, r), mu = 2 * h / L, mz = r / L;
  double slope = (u - r) * mu + (z + h) * mz, base = -h - z;
  double along = ((z + h) * mu - (u - r) * mz) / L;    // 0 at the rim, 1 at the tip
  foot2 f;
  if (base <= 0 && slope <= 0 && base > slope) return (foot2){ base, u, -h, 0, -1 };
  if (base > 0 && u <= r) return (foot2){ base, u, -h, 0, -1 };
  if (along > 0 && along < 1) return (foot2){ slope, u - slope * mu, z - slope * mz, mu, mz };
  foot2_between(&f, u, z, along >= 1 ? 0 : r, along >= 1 ? h : -h);
  return f;
}

static int on_round(foot *f, const lia_convex *C, const double p[3]) {
  double r = C->size[0], h = C->size[1], u = flat_norm(p[0], p[1]);
  double cx = u > 0 ? p[0] / u : 1, cy = u > 0 ? p[1] / u : 0;
  if (C->kind == LIA_CONVEX_cone && !(r > 0 && h > 0)) return 0;
  foot2 g;
  if (C->kind == LIA_CONVEX_cone) g = on_triangle(r, h, u, p[2]);
  else g = on_rectangle(r, h, u, p[2]);
  f->d = g.d;
  lia_set3(f->s, g.u * cx, g.u * cy, g.z);
  lia_set3(f->m, g.mu * cx, g.mu * cy, g.mz);
  return 1;
}

// s_k = e_k^2 y_k / (t + e_k^2) with t the largest root of sum (e_k y_k / (t + e_k^2))^2 = 1
// [Eberly, Distance from a point to an ellipse, an ellipsoid, or a hyperellipsoid, 2013]. In x =
// t + e^2 of the least axis: the sum falls and is convex, so Newton from the left never passes it
static double ellipsoid_root(const double e[3], const double more[3], const double y[3]) {
  double x = 0;
  for (int k = 0; k < 3; k++) x = fmax(x, e[k] * y[k] - more[k]);
  for (int n = 0; n < 400; n++) {
    double sum = -1, slope = 0;
    for (int k = 0; k < 3; k++) {
      if (y[k] == 0) continue;
      double part = e[k] * y[k] / (x + more[k]);
      sum += part * part;
      slope -= 2 * part * part / (x + more[k]);
    }
    double next = x - sum / slope;
    if (!(next > x)) break;
    x = next;
  }
  return x;
}

static int on_ellipsoid(foot *f, const double e[3], const double p[3]) {
  int least = 0;
  for (int k = 1; k < 3; k++)
    if (e[k] < e[least]) least = k;
  if (!(e[least] > 0)) return 0;
  double y[3], more[3], s[3], rest = 1, inside = 0;
  for (int k = 0; k < 3; k++) {
    y[k] = fabs(p[k]);
    more[k] = (e[k] - e[least]) * (e[k] + e[least]);
    inside += (y[k] / e[k]) * (y[k] / e[k]);
  }
  // in the middle plane, and near the middle: the foot is off the plane
  int apart = y[least] == 0;
  for (int k = 0; apart && k < 3; k++) {
    if (y[k] == 0) continue;
    double part = more[k] > 0 ? e[k] * y[k] / more[k] : (double)INFINITY;
    rest -= part * part;
  }
  if (apart && rest > 0) {
    for (int k = 0; k < 3; k++) s[k] = y[k] > 0 ? e[k] * e[k] * y[k] / more[k] : 0;
    s[least] = e[least] * sqrt(rest);
  } else {
    double x = ellipsoid_root(e, more, y);
    for (int k = 0; k < 3; k++) s[k] = y[k] > 0 ? e[k] * e[k] * y[k] / (x + more[k]) : 0;
  }
  double off[3];
  for (int k = 0; k < 3; k++) {
    f->m[k] = s[k] / (e[k] * e[k]);
    off[k] = y[k] - s[k];
  }
  lia_unit3(f->m, f->m);
  f->d = copysign(fabs(lia_dot3(f->m, off)), inside - 1);
  for (int k = 0; k < 3; k++) {
    f->s[k] = p[k] < 0 ? -s[k] : s[k];
    f->m[k] = p[k] < 0 ? -f->m[k] : f->m[k];
  }
  return 1;
}

static int foot_on(foot *f, const lia_convex *C, const double p[3]) {
  switch (C->kind) {
    case LIA_CONVEX_box: return on_box(f, C->size, p);
    case LIA_CONVEX_cylinder:
    case LIA_CONVEX_cone: return on_round(f, C, p);
    case LIA_CONVEX_ellipsoid: return on_ellipsoid(f, C->size, p);
    default: return 0;
  }
}

// ---- segments, and points as segments of no length ----------------------------------------------

static void at_place(double p[3], const double middle[3], const double t[3], double x) {
  lia_copy3(p, middle);
  lia_addto3(p, x, t);
}

// the place in -1 .. 1 of the point of middle + x t nearest to p
static double place_near(const double middle[3], const double t[3], const double p[3]) {
  double d[3], tt = lia_dot3(t, t);
  lia_sub3(d, p, middle);
  return tt > 0 ? fmin(fmax(lia_dot3(d, t) / tt, -1), 1) : 0;
}

static double square_apart(const double a[3], const double b[3]) {
  double d[3];
  lia_sub3(d, b, a);
  return lia_dot3(d, d);
}

static void keep_nearer(lia_convex_answer *out, double *least, const double a[3],
    const double b[3]) {
  double square = square_apart(a, b);
  if (!(square < *least)) return;
  *least = square;
  lia_copy3(out->a, a);
  lia_copy3(out->b, b);
}

// two segments u, t about the middles 0 and p: ends against segments, and the common perpendicular
static void of_segments(lia_convex_answer *out, const double u[3], const double p[3],
    const double t[3]) {
  static const double zero[3] = { 0, 0, 0 };
  double a[3], b[3], least = INFINITY, m[3];
  lia_cross3(m, u, t);
  double mm = lia_dot3(m, m), parallel = 1e-24 * lia_dot3(u, u) * lia_dot3(t, t);
  int skew = mm > parallel && mm > 0;
  if (skew) {
    double pt[3], pu[3];
    lia_cross3(pt, p, t);
    lia_cross3(pu, p, u);
    double x = lia_dot3(pt, m) / mm, y = lia_dot3(pu, m) / mm;
    if (fabs(x) <= 1 && fabs(y) <= 1) {
      at_place(a, zero, u, x);
      at_place(b, p, t, y);
      keep_nearer(out, &least, a, b);
      double along = lia_dot3(m, p);
      lia_scale3(out->n, along < 0 ? -1 / sqrt(mm) : 1 / sqrt(mm), m);
      out->distance = fabs(along) / sqrt(mm);
      return;
    }
  }
  // where they are side by side, the middles of what they share
  for (int end = 0; end < 3; end++) {
    double side = end == 0 ? 0 : 2 * end - 3;
    at_place(a, zero, u, side);
    at_place(b, p, t, place_near(p, t, a));
    keep_nearer(out, &least, a, b);
    at_place(b, p, t, side);
    at_place(a, zero, u, place_near(zero, u, b));
    keep_nearer(out, &least, a, b);
  }
  double apart[3];
  lia_sub3(apart, out->b, out->a);
  out->distance = lia_unit3(out->n, apart);
  if (out->distance > 0) return;
  // they touch: square to both
  if (skew) lia_unit3(out->n, m);
  else if (lia_dot3(u, u) > 0) lia_convex_square_to(out->n, u);
  else if (lia_dot3(t, t) > 0) lia_convex_square_to(out->n, t);
  else lia_set3(out->n, 0, 0, 1);
  if (lia_dot3(out->n, p) < 0) lia_scale3(out->n, -1, out->n);
}

static int is_line(const lia_convex *C) {
  return C->kind == LIA_CONVEX_sphere || C->kind == LIA_CONVEX_capsule;
}

static double half_length(const lia_convex *C) {
  return C->kind == LIA_CONVEX_capsule ? C->size[1] : 0;
}

// ---- planes -------------------------------------------------------------------------------------

// the half space z <= 0 about the origin of X, and the point p of the other nearest to it or
// deepest in it: what is told of the plane as A
static void of_plane(lia_convex_answer *out, const double m[3], const double origin[3],
    const double p[3]) {
  double d[3];
  lia_sub3(d, p, origin);
  out->distance = lia_dot3(d, m);
  lia_copy3(out->n, m);
  lia_copy3(out->b, p);
  lia_copy3(out->a, p);
  lia_addto3(out->a, -out->distance, m);
}

static void turn_round(lia_convex_answer *out) {
  double a[3];
  lia_copy3(a, out->a);
  lia_copy3(out->a, out->b);
  lia_copy3(out->b, a);
  lia_scale3(out->n, -1, out->n);
}

static void plane_first(lia_convex_answer *out, const lia_convex_pair *pair) {
  static const double up[3] = { 0, 0, 1 }, down[3] = { 0, 0, -1 }, zero[3] = { 0, 0, 0 };
  double at_B[3], s[3], p[3];
  lia_frame_vector_back(at_B, &pair->X_AB, down);
  lia_convex_support(s, pair->B, at_B);
  lia_frame_point(p, &pair->X_AB, s);
  of_plane(out, up, zero, p);
}

static void plane_second(lia_convex_answer *out, const lia_convex_pair *pair) {
  double m[3] = { pair->X_AB.R[2], pair->X_AB.R[5], pair->X_AB.R[8] }, back[3], p[3];
  lia_scale3(back, -1, m);
  lia_convex_support(p, pair->A, back);
  of_plane(out, m, pair->X_AB.p, p);
  turn_round(out);
}

// a point in A or B and a simple shape in the other
static int of_foot(lia_convex_answer *out, const lia_convex_pair *pair) {
  static const double zero[3] = { 0, 0, 0 };
  double p[3];
  foot f;
  if (pair->B->kind == LIA_CONVEX_sphere && foot_on(&f, pair->A, pair->X_AB.p)) {
    lia_copy3(out->a, f.s);
    lia_copy3(out->b, pair->X_AB.p);
    lia_copy3(out->n, f.m);
  } else {
    lia_frame_point_back(p, &pair->X_AB, zero);
    if (pair->A->kind != LIA_CONVEX_sphere || !foot_on(&f, pair->B, p)) return 0;
    lia_copy3(out->a, zero);
    lia_frame_point(out->b, &pair->X_AB, f.s);
    lia_frame_vector(out->n, &pair->X_AB, f.m);
    lia_scale3(out->n, -1, out->n);
  }
  out->distance = f.d;
  return 1;
}

int lia_convex_closed(lia_convex_answer *out, const lia_convex_pair *pair) {
  out->gap = 0;
  if (pair->A->kind == LIA_CONVEX_plane) {
    plane_first(out, pair);
    return 1;
  }
  if (pair->B->kind == LIA_CONVEX_plane) {
    plane_second(out, pair);
    return 1;
  }
  if (is_line(pair->A) && is_line(pair->B)) {
    double u[3] = { 0, 0, half_length(pair->A) }, t[3], z[3] = { 0, 0, half_length(pair->B) };
    lia_frame_vector(t, &pair->X_AB, z);
    of_segments(out, u, pair->X_AB.p, t);
    return 1;
  }
  return of_foot(out, pair);
}
