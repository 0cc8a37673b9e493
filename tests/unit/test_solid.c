/* test_solid.c - every shape against the sum over many small pieces of it, and against its
 * neighbours */
#include "geo/solid.h"

#include "pose.h"
#include <string.h>

static const double pi = 3.14159265358979323846;

static lia_inertia solid(const char *name, double a, double b, double c, double mass) {
  lia_inertia J;
  lia_solid_inertia(&J, (lia_solid_kind)lia_solid_find(name), (double[]){ a, b, c }, mass);
  return J;
}

static double measure(const char *name, double a, double b, double c) {
  return lia_solid_measure((lia_solid_kind)lia_solid_find(name), (double[]){ a, b, c });
}

// ---- the other road: moments of the shape by Gauss-Legendre over its parameters -----------------

static const double gx[5] = { 0, 0.5384693101056831, -0.5384693101056831, 0.9061798459386640,
    -0.9061798459386640 };
static const double gw[5] = { 0.5688888888888889, 0.4786286704993665, 0.4786286704993665,
    0.2369268850561891, 0.2369268850561891 };

// a point of the shape from u, v, w in [0, 1], and the density of measure there
typedef double place(const double *s, const double *u, double p[3]);

static double ring_point(double r, double turn, double z, double p[3]) {
  lia_set3(p, r * cos(2 * pi * turn), r * sin(2 * pi * turn), z);
  return 2 * pi;
}

static double at_box(const double *s, const double *u, double p[3]) {
  lia_set3(p, s[0] * (u[0] - 0.5), s[1] * (u[1] - 0.5), s[2] * (u[2] - 0.5));
  return s[0] * s[1] * s[2];
}
static double at_tube(const double *s, const double *u, double p[3]) {
  double r = s[1] + (s[0] - s[1]) * u[0];
  return ring_point(r, u[1], s[2] * (u[2] - 0.5), p) * r * (s[0] - s[1]) * s[2];
}
static double at_cylinder(const double *s, const double *u, double p[3]) {
  return at_tube((double[]){ s[0], 0, s[1] }, u, p);
}
static double at_cone(const double *s, const double *u, double p[3]) {   // base at z = -h/4
  double top = s[0] * (1 - u[2]), r = top * u[0];
  return ring_point(r, u[1], s[1] * (u[2] - 0.25), p) * r * top * s[1];
}
static double ball_point(double r, double latitude, double turn, double p[3]) {
  return ring_point(r * cos(latitude), turn, r * sin(latitude), p) * r * r * cos(latitude);
}
static double at_hollow_sphere(const double *s, const double *u, double p[3]) {
  return ball_point(s[1] + (s[0] - s[1]) * u[0], pi * (u[2] - 0.5), u[1], p) * pi * (s[0] - s[1]);
}
static double at_sphere(const double *s, const double *u, double p[3]) {
  return at_hollow_sphere((double[]){ s[0], 0 }, u, p);
}
static double at_hemisphere(const double *s, const double *u, double p[3]) {
  double J = ball_point(s[0] * u[0], pi / 2 * u[2], u[1], p) * pi / 2 * s[0];
  p[2] -= 3 * s[0] / 8;
  return J;
}
static double at_ellipsoid(const double *s, const double *u, double p[3]) {
  double J = at_sphere((double[]){ 1 }, u, p);
  lia_set3(p, s[0] * p[0], s[1] * p[1], s[2] * p[2]);
  return J * s[0] * s[1] * s[2];
}
// three equal shares of u[2]
static double at_capsule(const double *s, const double *u, double p[3]) {
  double t = 3 * u[2], third = t < 1 ? 0 : t < 2 ? 1 : 2, v[3] = { u[0], u[1], t - third }, J;
  if (third == 1) return 3 * at_cylinder(s, v, p);
  J = ball_point(s[0] * v[0], pi / 2 * v[2], v[1], p) * pi / 2 * s[0];
  p[2] = third == 0 ? -s[1] / 2 - p[2] : s[1] / 2 + p[2];
  return 3 * J;
}
static double at_torus(const double *s, const double *u, double p[3]) {
  double t = s[1] * u[0], r = s[0] + t * cos(2 * pi * u[2]);
  return ring_point(r, u[1], t * sin(2 * pi * u[2]), p) * r * t * s[1] * 2 * pi;
}
static double at_plate(const double *s, const double *u, double p[3]) {
  at_box((double[]){ s[0], s[1], 0 }, u, p);
  return s[0] * s[1];
}
static double at_disc(const double *s, const double *u, double p[3]) {
  return ring_point(s[0] * u[0], u[1], 0, p) * s[0] * s[0] * u[0];
}
static double at_sphere_shell(const double *s, const double *u, double p[3]) {
  return ball_point(s[0], pi * (u[2] - 0.5), u[1], p) * pi;
}
static double at_cylinder_shell(const double *s, const double *u, double p[3]) {
  return ring_point(s[0], u[1], s[1] * (u[2] - 0.5), p) * s[0] * s[1];
}
static double at_cone_shell(const double *s, const double *u, double p[3]) {
  double r = s[0] * (1 - u[2]);
  return ring_point(r, u[1], s[1] * (u[2] - 1 / 3.), p) * r * sqrt(s[0]*s[0] + s[1]*s[1]);
}
static double at_rod(const double *s, const double *u, double p[3]) {
  lia_set3(p, 0, 0, s[0] * (u[0] - 0.5));
  return s[0];
}
static double at_ring(const double *s, const double *u, double p[3]) {
  return ring_point(s[0], u[1], 0, p) * s[0];
}

static place *const places[LIA_SOLID_COUNT] = {
#define X(name, per, a, b, c, nested, com) at_##name,
  LIA_SOLID_LIST(X)
#undef X
};

// 6 cells of 5 points each way: exact for polynomials, 1e-8 for sines over a whole turn
static lia_inertia integral(place *at, const double *s) {
  enum { CELLS = 6, N = 5 * CELLS };
  lia_inertia J = { 0 };
  double x[N], w[N];
  for (int i = 0; i < N; i++) {
    x[i] = (i / 5 + (1 + gx[i % 5]) / 2) / CELLS;
    w[i] = gw[i % 5] / 2 / CELLS;
  }
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      for (int k = 0; k < N; k++) {
        double p[3], u[3] = { x[i], x[j], x[k] };
        lia_inertia point;
        double dm = at(s, u, p) * w[i] * w[j] * w[k];
        lia_inertia_of_com(&point, dm, p, (double[6]){ 0 });
        lia_inertia_add(&J, &J, &point);
      }
  return J;
}

// density 1: mass is the measure; first moments vanish, so the centre of mass is where the list
// says
LIA_TEST(solid, every_shape_is_the_integral_over_it) {
  static const double size[3] = { 0.7, 0.4, 1.1 };
  for (int k = 0; k < LIA_SOLID_COUNT; k++) {
    const lia_solid_row *row = lia_solid_rows + k;
    lia_inertia sum = integral(places[k], size), J;
    double mass = lia_solid_measure((lia_solid_kind)k, size);
    lia_solid_inertia(&J, (lia_solid_kind)k, size, mass);
    const double *a = (const double *)&J, *b = (const double *)&sum;
    for (int i = 0; i < 10; i++)
      cr_assert_float_eq(a[i], b[i], 1e-7, "%s, number %d: got %.12g, integral %.12g", row->name, i,
          a[i], b[i]);
    // a body of three dimensions is strictly possible; thin ones are at the limit
    int thin = row->per == LIA_SOLID_LENGTH || strcmp(row->name, "plate") == 0 ||
        strcmp(row->name, "disc") == 0;
    cr_assert_eq(lia_inertia_check(&J, 1, row->name, NULL), thin ? LIA_EMODEL : LIA_OK, "%s",
        row->name);
    cr_assert_eq(lia_inertia_check(&J, 0, row->name, NULL), LIA_OK, "%s", row->name);
  }
}

// 2/5 m r^2, though the fifth powers in it leave the range of doubles
LIA_TEST(solid, very_large_and_very_small_spheres) {
  for (int e = -150; e <= 150; e += 50) {
    double r = pow(10, e), size[3] = { r, r / 2 };
    lia_inertia J;
    lia_solid_inertia(&J, LIA_SOLID_sphere, size, 2);
    cr_assert_float_eq(J.I[2] / (0.8 * r * r), 1, 1e-14, "1e%d", e);
    lia_solid_inertia(&J, LIA_SOLID_hollow_sphere, size, 2);
    cr_assert_float_eq(J.I[2] / (0.8 * r * r), (31 / 32.0) / (7 / 8.0), 1e-14, "1e%d", e);
  }
}

LIA_TEST(solid, limits_of_one_shape_are_another) {
  static const struct { const char *a; double sa[3]; const char *b; double sb[3]; } rows[] = {
    { "tube", { 2, 0, 3 }, "cylinder", { 2, 3 } },
    { "tube", { 2, 2, 3 }, "cylinder_shell", { 2, 3 } },
    { "hollow_sphere", { 2, 0 }, "sphere", { 2 } },
    { "hollow_sphere", { 2, 2 }, "sphere_shell", { 2 } },
    { "ellipsoid", { 2, 2, 2 }, "sphere", { 2 } },
    { "capsule", { 2, 0 }, "sphere", { 2 } },
    { "capsule", { 0, 3 }, "rod", { 3 } },
    { "cylinder", { 0, 3 }, "rod", { 3 } },
    { "cylinder", { 2, 0 }, "disc", { 2 } },
    { "box", { 2, 3, 0 }, "plate", { 2, 3 } },
    { "torus", { 2, 0 }, "ring", { 2 } },
    { "cylinder_shell", { 2, 0 }, "ring", { 2 } },
    { "cylinder_shell", { 0, 3 }, "rod", { 3 } },
  };
  for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
    lia_inertia a = solid(rows[k].a, rows[k].sa[0], rows[k].sa[1], rows[k].sa[2], 5);
    lia_inertia b = solid(rows[k].b, rows[k].sb[0], rows[k].sb[1], rows[k].sb[2], 5);
    NEAR((double *)&a, (double *)&b, 10, 1e-14);
  }
  // nothing at all: a point, not nan
  for (int k = 0; k < LIA_SOLID_COUNT; k++) {
    lia_inertia J, point = { .m = 3 };
    lia_solid_inertia(&J, (lia_solid_kind)k, (double[3]){ 0 }, 3);
    NEAR((double *)&J, (double *)&point, 10, 0);
    cr_assert_eq(lia_solid_measure((lia_solid_kind)k, (double[3]){ 0 }), 0);
  }
}

// two half spheres, flat faces together, are a sphere; a tube is a cylinder less its core
LIA_TEST(solid, shapes_are_put_together_and_cut) {
  double r = 1.3;
  lia_frame up = LIA_FRAME_IDENTITY, down = { { 1, 0, 0, 0, -1, 0, 0, 0, -1 }, { 0 } };
  up.p[2] = 3 * r / 8;
  down.p[2] = -3 * r / 8;
  lia_inertia half = solid("hemisphere", r, 0, 0, 2), a, b, ball = solid("sphere", r, 0, 0, 4);
  lia_inertia_to(&a, &up, &half);
  lia_inertia_to(&b, &down, &half);
  lia_inertia_add(&a, &a, &b);
  NEAR((double *)&a, (double *)&ball, 10, 1e-15 * 10);

  lia_inertia whole = solid("cylinder", 2, 3, 0, 7 * measure("cylinder", 2, 3, 0));
  lia_inertia core = solid("cylinder", 1.5, 3, 0, 7 * measure("cylinder", 1.5, 3, 0));
  lia_inertia tube = solid("tube", 2, 1.5, 3, 7 * measure("tube", 2, 1.5, 3));
  lia_inertia_sub(&whole, &whole, &core);
  NEAR((double *)&whole, (double *)&tube, 10, 1e-12);
}

LIA_TEST(solid, rows_know_their_sizes_and_are_found) {
  for (int k = 0; k < LIA_SOLID_COUNT; k++) {
    const lia_solid_row *row = lia_solid_rows + k;
    cr_assert_eq(lia_solid_find(row->name), k);
    for (int i = 0; i < 3; i++) cr_assert_eq(row->size[i][0] != 0, i < row->nsize, "%s", row->name);
  }
  cr_assert_eq(lia_solid_find("boxx"), -1);
}

LIA_TEST(solid, check_names_the_size_that_cannot_be) {
  static const struct { const char *name; double s[3]; const char *text; } rows[] = {
    { "box", { 1, 2, 3 }, NULL },
    { "box", { 0, 0, 0 }, NULL },
    { "box", { 1, 2, -3 }, "z of a box: expected a number >= 0, got -3" },
    { "box", { (double)NAN, 2, 3 }, "x of a box: expected a number >= 0, got nan" },
    { "rod", { (double)INFINITY, -1, (double)NAN }, "h of a rod: expected a number >= 0, got inf" },
    { "rod", { 1, -1, (double)NAN }, NULL },
    { "cylinder", { 1, 2, -1 }, NULL },
    { "tube", { 1, 1, 3 }, NULL },
    { "tube", { 1, 1.5, 3 }, "inner of a tube: expected at most r = 1, got 1.5" },
    { "torus", { 1, 1.5, 0 }, "tube of a torus: expected at most r = 1, got 1.5" },
  };
  for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
    lia_error err = { 0 };
    lia_status s = lia_solid_check((lia_solid_kind)lia_solid_find(rows[k].name), rows[k].s,
        "bodies[1]", &err);
    cr_assert_eq(s, rows[k].text ? LIA_EMODEL : LIA_OK, "case %zu: %s", k, err.text);
    if (rows[k].text) cr_assert_str_eq(err.text, rows[k].text);
    if (rows[k].text) cr_assert_str_eq(err.path, "bodies[1]");
  }
}

// a hole is not larger than what it is in; any other shape may be longer than it is wide
LIA_TEST(solid, only_holes_must_fit) {
  const char *const holed[] = { "tube", "hollow_sphere", "torus" };
  for (int kind = 0; kind < LIA_SOLID_COUNT; kind++) {
    int hole = 0;
    for (int k = 0; k < 3; k++) hole = hole || strcmp(lia_solid_rows[kind].name, holed[k]) == 0;
    lia_error err = { 0 };
    cr_assert_eq(lia_solid_check((lia_solid_kind)kind, (double[]){ 1, 2, 3 }, "s", &err),
        hole ? LIA_EMODEL : LIA_OK, "%s", lia_solid_rows[kind].name);
    cr_assert_eq(lia_solid_check((lia_solid_kind)kind, (double[]){ 2, 2, 3 }, "s", NULL), LIA_OK,
        "%s", lia_solid_rows[kind].name);
  }
}
