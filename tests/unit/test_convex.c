/* test_convex.c - distances of convex shapes: known ones, separating axes, quadratic programmes,
 * every face of small differences, and laws over all pairs of kinds */
#include "geo/convex.h"
#include "num/qp.h"

#include "pose.h"

enum { CORNERS = 24 };
typedef struct { lia_convex C; double v[3 * CORNERS]; lia_frame X; } shape;

static shape make(int kind, double x, double y, double z, double radius) {
  shape s = { .C = { .kind = kind, .size = { x, y, z }, .radius = radius },
    .X = LIA_FRAME_IDENTITY };
  return s;
}

static shape at(shape s, double x, double y, double z) {
  lia_set3(s.X.p, x, y, z);
  return s;
}

// corners on an ellipsoid: all of them are corners of the hull
static void random_shape(shape *s, lia_rng *r, int kind, double spread) {
  *s = make(kind, 0, 0, 0, 0);
  for (int k = 0; k < 3; k++) s->C.size[k] = lia_rng_range(r, 0.2, 1);
  if (kind == LIA_CONVEX_sphere || kind == LIA_CONVEX_capsule || lia_rng_below(r, 4) == 0)
    s->C.radius = lia_rng_range(r, 0.05, 0.5);
  if (kind == LIA_CONVEX_polytope) {
    s->C.nv = 4 + (int)lia_rng_below(r, CORNERS - 3);
    for (int k = 0; k < s->C.nv; k++) {
      lia_rng_unit(r, s->v + 3*k, 3);
      for (int j = 0; j < 3; j++) s->v[3*k+j] *= s->C.size[j];
    }
  }
  random_rot(r, s->X.R);
  random_nums(r, s->X.p, 3, spread);
}

static lia_nearest nearest(shape *A, shape *B) {
  lia_nearest near;
  lia_error err = { .code = LIA_OK };
  A->C.v = A->v;
  B->C.v = B->v;
  lia_status status = lia_convex_nearest(&near, &A->C, &A->X, &B->C, &B->X, &err);
  cr_assert_eq(status, LIA_OK, "%s, %s: %s", lia_convex_name(A->C.kind),
      lia_convex_name(B->C.kind), err.text);
  double b[3];
  lia_copy3(b, near.p_A);
  lia_addto3(b, near.distance, near.n);
  NEAR(b, near.p_B, 3, 1e-12);
  cr_assert(fabs(lia_norm3(near.n) - 1) < 1e-14);
  return near;
}

static double distance(shape *A, shape *B) { return nearest(A, B).distance; }

#define IS(A, B, expected) do { \
    shape a_ = (A), b_ = (B); \
    double got_ = distance(&a_, &b_), back_ = distance(&b_, &a_); \
    cr_assert(fabs(got_ - (expected)) <= 2e-15 && fabs(back_ - (expected)) <= 2e-15, \
        "line %d: got %.17g, %.17g, expected %.17g", __LINE__, got_, back_, (double)(expected)); \
  } while (0)

// how far a shape reaches along d, by its definition: the other road to supports
static double reach(const shape *s, const double d_W[3]) {
  double d[3], most = -INFINITY;
  const double *h = s->C.size;
  lia_frame_vector_back(d, &s->X, d_W);
  double flat = hypot(d[0], d[1]);
  switch (s->C.kind) {
    case LIA_CONVEX_sphere: most = 0; break;
    case LIA_CONVEX_capsule: most = h[1] * fabs(d[2]); break;
    case LIA_CONVEX_box: most = h[0]*fabs(d[0]) + h[1]*fabs(d[1]) + h[2]*fabs(d[2]); break;
    case LIA_CONVEX_cylinder: most = h[0] * flat + h[1] * fabs(d[2]); break;
    case LIA_CONVEX_cone: most = fmax(h[1] * d[2], h[0] * flat - h[1] * d[2]); break;
    case LIA_CONVEX_ellipsoid:
      most = sqrt(h[0]*h[0]*d[0]*d[0] + h[1]*h[1]*d[1]*d[1] + h[2]*h[2]*d[2]*d[2]);
      break;
    case LIA_CONVEX_polytope:
      for (int k = 0; k < s->C.nv; k++) most = fmax(most, lia_dot3(s->v + 3*k, d));
      break;
    default:
      if (hypot(flat, d[2] - 1) < 1e-12) most = 0;
  }
  return most + s->C.radius + lia_dot3(s->X.p, d_W);
}

// what separates them along d: no more than their distance, whatever d is
static double gap_along(const shape *A, const shape *B, const double d[3]) {
  double back[3];
  lia_scale3(back, -1, d);
  return -reach(B, back) - reach(A, d);
}

// ---- known ones ---------------------------------------------------------------------------------

static const double h = 0.5;
#define SPHERE(r) make(LIA_CONVEX_sphere, 0, 0, 0, (r))
#define CAPSULE(r, half) make(LIA_CONVEX_capsule, 0, (half), 0, (r))
#define BOX(x, y, z) make(LIA_CONVEX_box, (x), (y), (z), 0)
#define CYLINDER(r, half) make(LIA_CONVEX_cylinder, (r), (half), 0, 0)
#define CONE(r, half) make(LIA_CONVEX_cone, (r), (half), 0, 0)
#define ELLIPSOID(x, y, z) make(LIA_CONVEX_ellipsoid, (x), (y), (z), 0)
#define PLANE make(LIA_CONVEX_plane, 0, 0, 0, 0)

static shape turned_x(shape s) {   // z becomes -y
  static const double R[9] = { 1, 0, 0, 0, 0, -1, 0, 1, 0 };
  lia_copy33(s.X.R, R);
  return s;
}

static shape tetrahedron(void) {   // corners 0, e_x, e_y, e_z
  shape s = make(LIA_CONVEX_polytope, 0, 0, 0, 0);
  s.C.nv = 4;
  for (int k = 1; k < 4; k++) s.v[3*k+k-1] = 1;
  return s;
}

LIA_TEST(convex, pairs_with_known_distances) {
  IS(SPHERE(1), at(SPHERE(0.5), 3, 4, 0), 3.5);
  IS(SPHERE(1), at(SPHERE(0.5), 0.3, 0.4, 0), -1);
  IS(SPHERE(1), at(CAPSULE(0.25, 1), 2, 0, 0.5), 0.75);
  IS(SPHERE(1), at(CAPSULE(0.25, 1), 0, 3, 5), 3.75);
  IS(CAPSULE(0.1, 1), at(turned_x(CAPSULE(0.2, 1)), 0.5, 0, 0), 0.2);
  IS(CAPSULE(0.1, 1), at(CAPSULE(0.2, 1), 0.5, 0, 1.5), 0.2);
  IS(CAPSULE(0.1, 1), at(turned_x(CAPSULE(0.2, 1)), 0, 0, 0), -0.3);
  IS(CAPSULE(0.1, 1), at(CAPSULE(0.2, 1), 0, 0, 0.5), -0.3);
  IS(BOX(1, 2, 3), at(SPHERE(0.5), 4, 6, 3), 4.5);
  IS(BOX(1, 2, 3), at(SPHERE(0.5), 0.75, 0, 0), -0.75);
  IS(BOX(1, 1, 1), at(CAPSULE(0.5, 1), 2, 0, 0), 0.5);
  IS(BOX(1, 1, 1), at(BOX(1, 1, 1), 2.5, 0.3, 0.2), 0.5);
  IS(BOX(1, 1, 1), at(BOX(1, 1, 1), 5, 6, 2), 5);
  IS(BOX(1, 1, 1), at(BOX(1, 1, 1), 1.75, 0.25, 0), -0.25);
  IS(BOX(1, 1, 1), at(BOX(1, 1, 1), 2, 0, 0), 0);
  IS(BOX(1, 1, 1), at(BOX(1, 1, 1), 0, 0, 0), -2);
  IS(BOX(1, 1, 1), at(tetrahedron(), 2, 0, 0), 1);
  IS(CYLINDER(1, 2), at(SPHERE(0.5), 4, 0, 6), 4.5);
  IS(CYLINDER(1, 2), at(SPHERE(0.5), 0, 0.75, 0), -0.75);
  IS(CYLINDER(1, 2), at(CYLINDER(0.5, 1), 0, 0, 3.5), 0.5);
  IS(CYLINDER(1, 2), at(CYLINDER(0.5, 1), 3, 0, 0), 1.5);
  IS(CYLINDER(1, 2), at(CYLINDER(0.5, 1), 0, 0, 2.75), -0.25);
  IS(CYLINDER(1, 2), at(BOX(1, 1, 1), 4, 0, 0), 2);
  IS(CONE(3, 2), at(SPHERE(0), 0, 0, 3), 1);
  IS(CONE(3, 2), at(SPHERE(0), 0, 4, -2), 1);
  IS(CONE(3, 2), at(SPHERE(0), 0, 1, -4), 2);
  IS(CONE(3, 2), at(SPHERE(0), 1.5 + 0.8, 0, 0.6), 1);     // the slope's normal is (4, 3)/5
  IS(CONE(3, 2), at(SPHERE(0.25), 1.5 - 0.4, 0, -0.3), -0.75);
  IS(CONE(1, 1), at(CONE(1, 1), 0, 0, 3), 1);
  IS(ELLIPSOID(1, 2, 3), at(SPHERE(0.5), 0, 0, 5), 1.5);
  IS(ELLIPSOID(1, 2, 3), at(SPHERE(0.5), 0, 0, 0), -1.5);
  IS(ELLIPSOID(1, 2, 3), at(ELLIPSOID(1, 2, 3), 0, 5, 0), 1);
  IS(ELLIPSOID(1, 2, 3), at(BOX(1, 1, 1), 3, 0, 0), 1);
  IS(PLANE, at(SPHERE(0.5), 3, 4, 2), 1.5);
  IS(PLANE, at(BOX(1, 1, 0.5), 3, 4, 0.25), -0.25);
  IS(PLANE, at(turned_x(CONE(1, 1)), 0, 0, 2), 1);
  IS(PLANE, at(tetrahedron(), 0, 0, 1), 1);
  IS(PLANE, at(ELLIPSOID(1, 2, 3), 0, 0, 1), -2);
}

// a box just outside of the rim, so that the normal is nearly that of the cap
LIA_TEST(convex, beside_a_cap) {
  const double e = 1e-4, d = sqrt(1 + e*e);
  IS(CYLINDER(1, 1), at(BOX(h, h, h), 1.5 + e, 0, 2.5), d);
  IS(CYLINDER(1, 1), at(BOX(h, h, h), 0, 1.5 + e, 2.5), d);
  IS(CYLINDER(1, 1), at(BOX(h, h, h), 0, -1.5 - e, -2.5), d);
  IS(CONE(1, 1), at(BOX(h, h, h), 0, 1.5 + e, -2.5), d);
  IS(CYLINDER(1, 1), at(BOX(h, h, h), 0, 1.5 - e, 2.5), 1);
}

// the diagonal of a square against a face: corner to face, edge to edge across
LIA_TEST(convex, boxes_turned_by_an_eighth) {
  const double c = sqrt(0.5);
  shape A = BOX(1, 1, 1), B = at(BOX(1, 1, 1), 3, 0, 0);
  double R[9] = { c, -c, 0, c, c, 0, 0, 0, 1 };
  lia_copy33(B.X.R, R);
  cr_assert(fabs(distance(&A, &B) - (2 - sqrt(2))) < 1e-15);
  lia_set3(B.X.p, 2, 0, 0);
  cr_assert(fabs(distance(&A, &B) - (1 - sqrt(2))) < 1e-15);
}

LIA_TEST(convex, shapes_without_extent) {
  IS(SPHERE(0), SPHERE(0), 0);
  IS(BOX(0, 0, 0), at(BOX(0, 0, 0), 3, 4, 0), 5);
  IS(BOX(0, 0, 0), BOX(0, 0, 0), 0);
  IS(BOX(1, 1, 0), BOX(1, 1, 0), 0);
  IS(BOX(1, 1, 0), BOX(1, 0, 1), -1);
  IS(BOX(1, 0, 0), BOX(0, 1, 0), 0);
  IS(BOX(1, 1, 0), at(BOX(1, 1, 0), 0, 0, 0.5), 0.5);
  IS(CYLINDER(0, 1), at(CYLINDER(0, 1), 1, 0, 0), 1);
  IS(CYLINDER(1, 0), at(CYLINDER(1, 0), 0, 0, 1), 1);
  IS(CYLINDER(1, 0), CYLINDER(1, 0), 0);
  IS(CONE(0, 1), at(CONE(0, 1), 2, 0, 0), 2);
  IS(CONE(0, 1), at(SPHERE(0.5), 2, 0, 0), 1.5);
  IS(CONE(1, 0), at(SPHERE(0.5), 0, 0, 2), 1.5);
  IS(CAPSULE(0, 0), at(CAPSULE(0, 0), 1, 0, 0), 1);
  IS(ELLIPSOID(1, 1, 0), at(ELLIPSOID(1, 1, 0), 0, 0, 1), 1);
  IS(ELLIPSOID(1, 2, 0), at(SPHERE(0.25), 0, 0, 1), 0.75);
}

// ---- laws over all pairs of kinds ---------------------------------------------------------------

static void each_pair(int cases, uint64_t seed, double spread, void (*law)(shape *, shape *,
    lia_rng *)) {
  lia_rng r = lia_rng_seed(seed);
  shape A, B;
  for (int i = 0; i < LIA_CONVEX_COUNT; i++)
    for (int j = 0; j < LIA_CONVEX_COUNT; j++)
      for (int k = 0; k < cases; k++) {
        if (i == LIA_CONVEX_plane && j == LIA_CONVEX_plane) continue;
        random_shape(&A, &r, i, spread);
        random_shape(&B, &r, j, spread);
        law(&A, &B, &r);
      }
}

static void on_surfaces(shape *A, shape *B, lia_rng *r) {
  (void)r;
  lia_nearest near = nearest(A, B);
  shape p = SPHERE(0), q = SPHERE(0);
  lia_copy3(p.X.p, near.p_A);
  lia_copy3(q.X.p, near.p_B);
  // points of the shapes, as far apart as the supports along the normal: a least distance, proved
  cr_assert(distance(A, &p) < 1e-10, "%s by %g", lia_convex_name(A->C.kind), distance(A, &p));
  cr_assert(distance(B, &q) < 1e-10, "%s by %g", lia_convex_name(B->C.kind), distance(B, &q));
  cr_assert(fabs(gap_along(A, B, near.n) - near.distance) < 1e-12);
}
LIA_TEST(convex, nearest_points_are_of_the_shapes_and_the_normal_separates_them) {
  each_pair(lia_cases(60), 1, 1, on_surfaces);
}

static void no_better(shape *A, shape *B, lia_rng *r) {
  lia_nearest near = nearest(A, B);
  if (A->C.kind == LIA_CONVEX_plane || B->C.kind == LIA_CONVEX_plane) return;
  for (int k = 0; k < 60; k++) {
    double d[3], e = pow(10, -lia_rng_range(r, 0, 6));
    lia_rng_unit(r, d, 3);
    for (int i = 0; i < 3 && k % 2; i++) d[i] = near.n[i] + e * d[i];
    lia_unit3(d, d);
    double other = gap_along(A, B, d);
    cr_assert(other <= near.distance + 1e-12, "%s, %s: %.12g along another, %.12g told",
        lia_convex_name(A->C.kind), lia_convex_name(B->C.kind), other, near.distance);
  }
}
LIA_TEST(convex, no_direction_separates_more) { each_pair(lia_cases(40), 2, 0.7, no_better); }

static void both_orders(shape *A, shape *B, lia_rng *r) {
  (void)r;
  lia_nearest near = nearest(A, B), back = nearest(B, A);
  cr_assert(fabs(near.distance - back.distance) < 1e-11, "%s, %s: %g",
      lia_convex_name(A->C.kind), lia_convex_name(B->C.kind), near.distance - back.distance);
  // the same question, the same bits, whatever was asked between
  lia_nearest again = nearest(A, B);
  cr_assert(!memcmp(&again, &near, sizeof near));
}
LIA_TEST(convex, order_does_not_matter) { each_pair(lia_cases(40), 3, 1, both_orders); }

static void moved(shape *A, shape *B, lia_rng *r) {
  lia_nearest near = nearest(A, B), there;
  lia_frame X = random_frame(r);
  lia_frame_mul(&A->X, &X, &A->X);
  lia_frame_mul(&B->X, &X, &B->X);
  there = nearest(A, B);
  cr_assert(fabs(there.distance - near.distance) < 1e-11);
}
LIA_TEST(convex, moved_together_they_stay_as_far) { each_pair(lia_cases(40), 4, 1, moved); }

static void parted(shape *A, shape *B, lia_rng *r) {
  lia_nearest near = nearest(A, B);
  double step = lia_rng_range(r, 0, 0.5);
  lia_addto3(B->X.p, step - near.distance, near.n);
  cr_assert(fabs(distance(A, B) - step) < 1e-10);
  // a way of length 1/8 changes the distance by no more
  double u[3], before = distance(A, B);
  lia_rng_unit(r, u, 3);
  lia_addto3(B->X.p, 0.125, u);
  cr_assert(fabs(distance(A, B) - before) <= 0.125 + 1e-10);
}
LIA_TEST(convex, moved_along_the_normal_they_touch_and_part) {
  each_pair(lia_cases(40), 5, 1, parted);
}

static void blown_up(shape *A, shape *B, lia_rng *r) {
  double before = distance(A, B), by = lia_rng_range(r, 0, 1);
  A->C.radius += by;
  cr_assert(fabs(distance(A, B) - (before - by)) < 1e-13);
}
LIA_TEST(convex, a_larger_radius_is_a_smaller_distance) {
  each_pair(lia_cases(20), 6, 1, blown_up);
}

static int within(shape *A, shape *B, double margin) {
  int yes;
  cr_assert_eq(lia_convex_within(&yes, &A->C, &A->X, &B->C, &B->X, margin, NULL), LIA_OK);
  return yes;
}

static void decided(shape *A, shape *B, lia_rng *r) {
  double d = distance(A, B), by = lia_rng_range(r, 0.001, 0.3);
  cr_assert(within(A, B, 0) == (d <= 0), "%s, %s at %g", lia_convex_name(A->C.kind),
      lia_convex_name(B->C.kind), d);
  cr_assert(within(A, B, d + by) && !within(A, B, d - by), "%s, %s at %g by %g",
      lia_convex_name(A->C.kind), lia_convex_name(B->C.kind), d, by);
  cr_assert(within(A, B, d + 1e-9) && !within(A, B, d - 1e-9));
}
LIA_TEST(convex, within_a_margin_is_a_distance_below_it) {
  each_pair(lia_cases(20), 11, 1, decided);
}

// the box touches the shape on all sides, the ball holds the box's corners that the shape has
LIA_TEST(convex, what_holds_a_shape) {
  lia_rng r = lia_rng_seed(12);
  lia_convex_bound z;
  for (int kind = 0; kind < LIA_CONVEX_plane; kind++)
    for (int k = 0; k < lia_cases(20); k++) {
      shape s;
      random_shape(&s, &r, kind, 0);
      s.X = LIA_FRAME_IDENTITY;
      s.C.v = s.v;
      lia_convex_bound_of(&z, &s.C);
      for (int j = 0; j < 3; j++) {
        double up[3] = { j == 0, j == 1, j == 2 }, down[3] = { -(j == 0), -(j == 1), -(j == 2) };
        cr_assert(fabs(reach(&s, up) - (z.middle[j] + z.half[j])) < 1e-14);
        cr_assert(fabs(reach(&s, down) - (z.half[j] - z.middle[j])) < 1e-14);
      }
      double most = -1;
      for (int n = 0; n < 200; n++) {
        double d[3];
        lia_rng_unit(&r, d, 3);
        most = fmax(most, reach(&s, d) - lia_dot3(z.middle, d));
      }
      cr_assert(most <= z.radius + 1e-14 && most > 0.6 * z.radius);
    }
  shape plane = PLANE;
  lia_convex_bound_of(&z, &plane.C);
  cr_assert(isinf(z.radius) && isinf(z.half[0]));
  cr_assert_str_eq(lia_convex_name(LIA_CONVEX_box), "box");
  cr_assert(!lia_convex_name(-1) && !lia_convex_name(LIA_CONVEX_COUNT));
}

// the foot of a point in the middle plane of an ellipsoid is off the plane
LIA_TEST(convex, points_in_the_middle_of_ellipsoids) {
  lia_rng r = lia_rng_seed(13);
  for (int k = 0; k < 60; k++) {
    shape A = ELLIPSOID(3, 2, 0.25), B = SPHERE(0);
    lia_set3(B.X.p, k % 4 ? lia_rng_range(&r, -3, 3) : 0, k % 3 ? lia_rng_range(&r, -2, 2) : 0,
        k % 5 ? 0 : 1e-9);
    if (k > 30) lia_set3(A.C.size, 2, 2, 2);
    if (k > 45) lia_set3(A.C.size, 0.3, 0.3, 2);
    on_surfaces(&A, &B, &r);
    no_better(&A, &B, &r);
  }
}

// the distance changes with a move u of B as n.u, where it has one nearest pair
static void slope(shape *A, shape *B, lia_rng *r) {
  double u[3], step = 1e-6;
  lia_rng_unit(r, u, 3);
  lia_nearest near = nearest(A, B), ahead, behind;
  lia_addto3(B->X.p, step, u);
  ahead = nearest(A, B);
  lia_addto3(B->X.p, -2 * step, u);
  behind = nearest(A, B);
  double turn = 1 - fmin(lia_dot3(ahead.n, near.n), lia_dot3(behind.n, near.n));
  if (turn > 1e-6) return;      // from one deepest place to another
  cr_assert(fabs((ahead.distance - behind.distance) / (2 * step) - lia_dot3(near.n, u)) < 1e-4,
      "%s, %s at %g: %.12g, %.12g", lia_convex_name(A->C.kind), lia_convex_name(B->C.kind),
      near.distance, (ahead.distance - behind.distance) / (2 * step), lia_dot3(near.n, u));
}
LIA_TEST(convex, the_normal_is_the_slope_of_the_distance) {
  each_pair(lia_cases(40), 7, 1, slope);
}

// ---- other roads --------------------------------------------------------------------------------

// boxes by their fifteen axes [Gottschalk, Lin, Manocha 1996]: exact where they overlap
LIA_TEST(convex, overlapping_boxes_by_separating_axes) {
  lia_rng r = lia_rng_seed(8);
  for (int k = 0, deep = 0; deep < lia_cases(500); k++) {
    shape A, B;
    random_shape(&A, &r, LIA_CONVEX_box, 0.6);
    random_shape(&B, &r, LIA_CONVEX_box, 0.6);
    double most = -INFINITY;
    for (int e = 0; e < 15; e++) {
      double a[3], b[3], d[3];
      int i = e % 3, j = e / 3 % 3;
      for (int c = 0; c < 3; c++) {
        a[c] = A.X.R[3*c+i];
        b[c] = B.X.R[3*c+j];
      }
      if (e < 9) lia_cross3(d, a, b);
      else if (e < 12) lia_copy3(d, a);
      else for (int c = 0; c < 3; c++) d[c] = B.X.R[3*c+i];
      if (lia_unit3(d, d) < 1e-6) continue;
      most = fmax(most, gap_along(&A, &B, d));
      lia_scale3(d, -1, d);
      most = fmax(most, gap_along(&A, &B, d));
    }
    double got = distance(&A, &B);
    cr_assert((most > 0) == (got > 0));
    if (most > 0) continue;
    deep++;
    cr_assert(fabs(got - most) < 1e-13, "%.17g, by axes %.17g", got, most);
  }
}

// |sum lambda a - sum mu b|^2 least: a quadratic programme in lambda and mu
static double by_programme(const shape *A, const shape *B, lia_qp_work *w) {
  enum { N = 2 * CORNERS };
  double W[3 * N], H[N * N] = { 0 }, g[N] = { 0 }, E[2 * N] = { 0 }, one[2] = { 1, 1 },
      zero[N] = { 0 }, x[N];
  int nA = A->C.nv, n = nA + B->C.nv;
  for (int k = 0; k < n; k++) {
    const shape *s = k < nA ? A : B;
    double p[3];
    lia_frame_point(p, &s->X, s->v + 3 * (k < nA ? k : k - nA));
    lia_scale3(W + 3*k, k < nA ? 1 : -1, p);
    E[k < nA ? k : n + k] = 1;
  }
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) H[n*i+j] = lia_dot3(W + 3*i, W + 3*j);
  const lia_qp p = { .n = n, .m = 2, .H = { H, n, n, n }, .A = { E, 2, n, n }, .g = g,
    .lower = one, .upper = one, .least = zero };
  lia_error err = { .code = LIA_OK };
  cr_assert_eq(lia_qp_solve(w, &p, NULL, x, NULL, NULL, NULL, &err), LIA_OK, "%s", err.text);
  double sum[3] = { 0, 0, 0 };
  for (int k = 0; k < n; k++) lia_addto3(sum, x[k], W + 3*k);
  return lia_norm3(sum);
}

LIA_TEST(convex, polytopes_by_quadratic_programmes) {
  lia_rng r = lia_rng_seed(9);
  for (int k = 0; k < lia_cases(60); k++) {
    shape A, B;
    random_shape(&A, &r, LIA_CONVEX_polytope, 1);
    random_shape(&B, &r, LIA_CONVEX_polytope, 1);
    A.C.radius = B.C.radius = 0;
    double got = distance(&A, &B);
    if (got < 0.01) continue;
    lia_qp_work *w = NULL;
    cr_assert_eq(lia_qp_new(&w, A.C.nv + B.C.nv, 2, NULL), LIA_OK);
    double expected = by_programme(&A, &B, w);
    cr_assert(fabs(got - expected) < 1e-8, "%.12g, by a programme %.12g", got, expected);
    lia_qp_free(w);
  }
}

// the depth of small polytopes: every plane through three differences with all others on one side
LIA_TEST(convex, overlapping_polytopes_by_all_faces_of_their_difference) {
  enum { N = 6 };
  lia_rng r = lia_rng_seed(10);
  for (int k = 0; k < lia_cases(40); k++) {
    shape A, B;
    random_shape(&A, &r, LIA_CONVEX_polytope, 0.2);
    random_shape(&B, &r, LIA_CONVEX_polytope, 0.2);
    A.C.nv = B.C.nv = N;
    A.C.radius = B.C.radius = 0;
    double w[N * N][3], least = INFINITY;
    for (int i = 0; i < N * N; i++) {
      double a[3], b[3];
      lia_frame_point(a, &A.X, A.v + 3 * (i / N));
      lia_frame_point(b, &B.X, B.v + 3 * (i % N));
      lia_sub3(w[i], b, a);
    }
    for (int i = 0; i < N * N; i++)
      for (int j = i + 1; j < N * N; j++)
        for (int l = j + 1; l < N * N; l++) {
          double u[3], v[3], m[3], low = INFINITY, high = -INFINITY;
          lia_sub3(u, w[j], w[i]);
          lia_sub3(v, w[l], w[i]);
          lia_cross3(m, u, v);
          if (lia_unit3(m, m) < 1e-9) continue;
          for (int c = 0; c < N * N && (low > -1e-9 || high < 1e-9); c++) {
            double off = lia_dot3(m, w[c]) - lia_dot3(m, w[i]);
            low = fmin(low, off);
            high = fmax(high, off);
          }
          double d = lia_dot3(m, w[i]);
          if (high < 1e-9) least = fmin(least, d);
          else if (low > -1e-9) least = fmin(least, -d);
        }
    double got = distance(&A, &B);
    if (least < 0) cr_assert(got > 0);
    else cr_assert(fabs(got + least) < 1e-12, "%.15g, by all faces %.15g", got, -least);
  }
}

// ---- rest, failure ------------------------------------------------------------------------------

static int is_round(int kind) {
  return kind == LIA_CONVEX_cylinder || kind == LIA_CONVEX_cone || kind == LIA_CONVEX_ellipsoid;
}

// shapes that touch, share faces and edges, stand in one another: supports with many answers
LIA_TEST(convex, shapes_in_one_place_and_in_line) {
  static const double steps[] = { 0, 1e-16, 1e-13, 1e-10, 1e-8, 1e-6, 1e-3, 0.5 };
  for (int i = 0; i < LIA_CONVEX_plane; i++)
    for (int j = 0; j < LIA_CONVEX_plane; j++)
      for (int k = 0; k < 8; k++)
        for (int axis = 0; axis < 3; axis++)
          for (int sign = -1; sign < 2; sign += 2) {
            shape A = make(i, h, h, h, 0), B = make(j, h, h, h, 0);
            shape T = tetrahedron();
            if (i == LIA_CONVEX_polytope) A = T;
            if (j == LIA_CONVEX_polytope) B = T;
            double u[3] = { 0, 0, 0 }, back[3];
            u[axis] = 1;
            lia_scale3(back, -1, u);
            A.C.v = A.v;
            B.C.v = B.v;
            double touch = reach(&A, u) + reach(&B, back);
            lia_addto3(B.X.p, touch + sign * steps[k], u);
            lia_nearest near = nearest(&A, &B);
            // a corner on a rim has no one normal: the least is known to 1e-9, its place to the
            // root of that
            int round = is_round(i) || is_round(j);
            double least = round ? 1e-9 : 1e-12, most = round ? 1e-4 : 1e-9;
            cr_assert(near.distance >= sign * steps[k] - least, "%s, %s, step %g: %g",
                lia_convex_name(i), lia_convex_name(j), sign * steps[k], near.distance);
            cr_assert(fabs(gap_along(&A, &B, near.n) - near.distance) < 1e-12);
            shape p = SPHERE(0);
            lia_copy3(p.X.p, near.p_A);
            cr_assert(distance(&A, &p) < most, "%s, %s, step %g: %g", lia_convex_name(i),
                lia_convex_name(j), sign * steps[k], distance(&A, &p));
            lia_copy3(p.X.p, near.p_B);
            cr_assert(distance(&B, &p) < most, "%s, %s, step %g: %g", lia_convex_name(i),
                lia_convex_name(j), sign * steps[k], distance(&B, &p));
          }
}

static void refused(shape A, shape B, const char *part) {
  lia_nearest near;
  lia_error err = { .code = LIA_OK };
  A.C.v = A.v;
  B.C.v = B.v;
  cr_assert_eq(lia_convex_nearest(&near, &A.C, &A.X, &B.C, &B.X, &err), LIA_EARG);
  cr_assert(strstr(err.text, part), "%s", err.text);
}

LIA_TEST(convex, what_is_no_shape_is_refused) {
  const double nan = (double)NAN, inf = (double)INFINITY;
  refused(make(-1, 0, 0, 0, 0), SPHERE(1), "got -1");
  refused(SPHERE(1), make(LIA_CONVEX_COUNT, 0, 0, 0, 0), "expected a kind");
  refused(SPHERE(-1), SPHERE(1), "radius of 0 or more, got -1");
  refused(SPHERE(1), SPHERE(nan), "radius of 0 or more, got");
  refused(BOX(1, -2, 3), SPHERE(1), "box: expected a size of 0 or more, got -2");
  refused(SPHERE(1), CYLINDER(inf, 3), "cylinder: expected a size");
  refused(make(LIA_CONVEX_polytope, 0, 0, 0, 0), SPHERE(1), "1 corner or more, got 0");
  shape T = tetrahedron();
  T.v[4] = nan;
  refused(T, SPHERE(1), "finite corners");
  refused(at(SPHERE(1), nan, 0, 0), SPHERE(1), "finite numbers");
  refused(PLANE, PLANE, "overlap without end");
}
