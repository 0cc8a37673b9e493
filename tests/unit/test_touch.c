/* test_touch.c - where convex shapes touch: counted, placed, the same from both sides */
#include "geo/convex.h"
#include "geo/convex_faces.h"

#include "base/rng.h"
#include "geo/quat.h"
#include "house.h"

#include <math.h>
#include <string.h>

static const lia_convex brick = { .kind = LIA_CONVEX_box, .size = { 0.2, 0.1, 0.05 } };
static const lia_convex bullet = { .kind = LIA_CONVEX_capsule, .size = { 0, 0.15, 0 },
  .radius = 0.05 };
static const lia_convex drum = { .kind = LIA_CONVEX_cylinder, .size = { 0.1, 0.2, 0 } };
static const lia_convex marble = { .kind = LIA_CONVEX_sphere, .radius = 0.1 };
static const lia_convex ground = { .kind = LIA_CONVEX_plane };

static lia_frame at(double x, double y, double z) {
  lia_frame X = LIA_FRAME_IDENTITY;
  lia_set3(X.p, x, y, z);
  return X;
}

static void turn(lia_frame *X, const double q[4]) { lia_quat_to_rot(X->R, q); }

static int touches(const lia_convex *A, lia_frame X_A, const lia_convex *B, lia_frame X_B,
    double margin, lia_touch t[LIA_TOUCH_MOST], double n[3]) {
  int count;
  lia_error err = { 0 };
  cr_assert_eq(lia_convex_touch(t, &count, n, A, &X_A, B, &X_B, margin, &err), LIA_OK, "%s",
      err.text);
  return count;
}

LIA_TEST(touch, points_on_a_plane_are_counted) {
  lia_touch t[LIA_TOUCH_MOST];
  double n[3];
  const lia_frame floor = at(0, 0, 0);
  cr_assert_eq(touches(&ground, floor, &brick, at(0, 0, 0.05), 1e-3, t, n), 4);
  for (int k = 0; k < 4; k++)
    cr_assert(fabs(t[k].gap) < 1e-15 && fabs(fabs(t[k].p_B[0]) - 0.2) < 1e-15);
  cr_assert(n[2] == 1);
  cr_assert_eq(touches(&ground, floor, &marble, at(0, 0, 0.1005), 1e-3, t, n), 1);
  cr_assert(fabs(t[0].gap - 5e-4) < 1e-15 && fabs(t[0].p_A[2]) < 1e-15);
  cr_assert_eq(touches(&drum, at(0, 0, 0.2), &ground, floor, 1e-3, t, n), 8);
  cr_assert(n[2] == -1 && fabs(t[0].p_A[2]) < 1e-15);
  lia_frame lying = at(0, 0, 0.05);
  const double q[4] = { sqrt(0.5), 0, sqrt(0.5), 0 };
  turn(&lying, q);
  cr_assert_eq(touches(&ground, floor, &bullet, lying, 1e-3, t, n), 2);
  cr_assert_eq(touches(&ground, floor, &marble, at(0, 0, 0.2), 1e-3, t, n), 0);
}

// what two faces share is a rectangle: its corners
LIA_TEST(touch, faces_share_a_polygon) {
  lia_touch t[LIA_TOUCH_MOST];
  double n[3];
  for (int k = 0; k < 3; k++) {
    const double gap = k == 2 ? 1e-12 : 1e-3 * (k - 0.5);
    const int count = touches(&brick, at(0, 0, 0), &brick, at(0.1, 0.05, 0.1 + gap), 1e-2, t, n);
    cr_assert_eq(count, 4, "%d", count);
    cr_assert(fabs(n[2] - 1) < 1e-12);
    double low[2] = { 1, 1 }, high[2] = { -1, -1 };
    for (int i = 0; i < 4; i++) {
      cr_assert(fabs(t[i].gap - gap) < 1e-14);
      for (int a = 0; a < 2; a++) {
        low[a] = fmin(low[a], t[i].p_A[a]);
        high[a] = fmax(high[a], t[i].p_A[a]);
      }
    }
    cr_assert(fabs(low[0] + 0.1) < 1e-15 && fabs(high[0] - 0.2) < 1e-15);
    cr_assert(fabs(low[1] + 0.05) < 1e-15 && fabs(high[1] - 0.1) < 1e-15);
  }
  // crossed edges: one point; parallel capsules: two
  lia_frame X = at(0, 0, 0.2);
  const double a = 0.78539816339744831;
  const double edge[4] = { cos(a / 2), 0, sin(a / 2), 0 };
  turn(&X, edge);
  lia_frame Y = at(0, 0, -0.5);
  const double other[4] = { cos(a / 2), sin(a / 2), 0, 0 };
  turn(&Y, other);
  const lia_convex cube = { .kind = LIA_CONVEX_box, .size = { 0.1, 0.1, 0.1 } };
  Y.p[2] = 0.2 - 2 * sqrt(0.02) - 1e-3;
  cr_assert_eq(touches(&cube, Y, &cube, X, 1e-2, t, n), 1);
  cr_assert(fabs(t[0].gap - 1e-3) < 1e-9 && fabs(n[2] - 1) < 1e-6);
  cr_assert_eq(touches(&bullet, at(0, 0, 0), &bullet, at(0.1, 0, 0.1), 1e-3, t, n), 2);
}

// A against B and B against A: the same gaps, normals the other way round; no point is nearer than
// the distance
LIA_TEST(touch, both_ways_say_the_same) {
  static const lia_convex *const all[] = { &brick, &bullet, &drum, &marble };
  lia_rng r = lia_rng_seed(4);
  int found = 0;
  for (int k = 0; k < lia_cases(400); k++) {
    const lia_convex *A = all[k % 4], *B = all[k / 4 % 4];
    lia_frame X = at(0, 0, 0), Y = at(0, 0, 0);
    double q[4], d[3];
    lia_rng_quat(&r, q);
    turn(&X, q);
    lia_rng_quat(&r, q);
    turn(&Y, q);
    lia_rng_unit(&r, d, 3);
    lia_scale3(Y.p, lia_rng_range(&r, 0.15, 0.4), d);
    lia_touch ab[LIA_TOUCH_MOST], ba[LIA_TOUCH_MOST];
    double n[3], m[3];
    const int count = touches(A, X, B, Y, 0.01, ab, n), back = touches(B, Y, A, X, 0.01, ba, m);
    lia_nearest near;
    lia_error err = { 0 };
    if (lia_convex_nearest(&near, A, &X, B, &Y, &err) != LIA_OK || near.distance < -0.02) continue;
    cr_assert_eq(count > 0, back > 0, "case %d", k);
    cr_assert_eq(count > 0, near.distance <= 0.01, "case %d: %g", k, near.distance);
    double least[2] = { 1, 1 };
    for (int i = 0; i < count; i++) least[0] = fmin(least[0], ab[i].gap);
    for (int i = 0; i < back; i++) least[1] = fmin(least[1], ba[i].gap);
    if (!count) continue;
    found++;
    cr_assert(fabs(least[0] - near.distance) < 2e-3, "case %d: %g %g", k, least[0],
        near.distance);
    cr_assert(fabs(least[0] - least[1]) < 2e-3 && lia_dot3(n, m) < -0.99);
  }
  cr_assert(found > 40, "%d", found);
}

LIA_TEST(touch, triangles_of_a_cube_are_six_faces) {
  double v[24];
  for (int k = 0; k < 8; k++)
    for (int a = 0; a < 3; a++) v[3 * k + a] = k >> a & 1 ? 1 : -1;
  static const int four[6][4] = { { 0, 2, 3, 1 }, { 4, 5, 7, 6 }, { 0, 1, 5, 4 }, { 2, 6, 7, 3 },
    { 0, 4, 6, 2 }, { 1, 3, 7, 5 } };
  int f[36], first[13], corner[36], work[20];
  for (int k = 0; k < 6; k++) {
    const int six[6] = { four[k][0], four[k][1], four[k][2], four[k][0], four[k][2], four[k][3] };
    memcpy(f + 6 * k, six, sizeof six);
  }
  cr_assert_eq(lia_convex_faces(first, corner, v, 8, f, 12, work), 6);
  cr_assert_eq(first[6], 24);
  const lia_convex cube = { .kind = LIA_CONVEX_polytope, .nv = 8, .nface = 6, .v = v,
    .first = first, .corner = corner };
  lia_touch t[LIA_TOUCH_MOST];
  double n[3];
  cr_assert_eq(touches(&cube, at(0, 0, 0), &cube, at(0.5, 0.3, 2), 1e-3, t, n), 4);
  for (int k = 0; k < 4; k++) cr_assert(fabs(t[k].gap) < 1e-15);
}
