/* solid.c - inertia of bodies of simple shape and uniform density */
#include "geo/solid.h"

#include <string.h>

static const double pi = 3.14159265358979323846;

static double sq(double x) { return x * x; }
// a shape without extent has no share of anything
static double solid_share(double a, double of) { return of == 0 ? 0 : a / of; }
static void round_about_z(double k[3], double xx, double zz) { lia_set3(k, xx, xx, zz); }

static double calc_box(const double *s, double k[3]) {
  lia_set3(k, (sq(s[1]) + sq(s[2])) / 12, (sq(s[0]) + sq(s[2])) / 12, (sq(s[0]) + sq(s[1])) / 12);
  return s[0] * s[1] * s[2];
}

static double calc_tube(const double *s, double k[3]) {
  double r = s[0], in = s[1], h = s[2], rr = sq(r) + sq(in);
  round_about_z(k, rr / 4 + sq(h) / 12, rr / 2);
  return pi * (r - in) * (r + in) * h;
}

static double calc_cylinder(const double *s, double k[3]) {
  return calc_tube((double[]){ s[0], 0, s[1] }, k);
}

static double calc_cone(const double *s, double k[3]) {
  double r = s[0], h = s[1];
  round_about_z(k, 0.15 * sq(r) + 3 * sq(h) / 80, 0.3 * sq(r));
  return pi * sq(r) * h / 3;
}

// 2/5 (r^5 - a^5) / (r^3 - a^3), r - a divided out: right for a thin wall too. x = a/r keeps the
// powers in the range of doubles
static double calc_hollow_sphere(const double *s, double k[3]) {
  double r = s[0], x = solid_share(s[1], r), three = 1 + x + sq(x),
      five = three + sq(x) * (x + sq(x)), kk = 0.4 * sq(r) * five / three;
  lia_set3(k, kk, kk, kk);
  return 4 * pi / 3 * (r - s[1]) * sq(r) * three;
}

static double calc_sphere(const double *s, double k[3]) {
  return calc_hollow_sphere((double[]){ s[0], 0 }, k);
}

static double calc_hemisphere(const double *s, double k[3]) {
  round_about_z(k, 83 * sq(s[0]) / 320, 0.4 * sq(s[0]));
  return 2 * pi / 3 * s[0] * sq(s[0]);
}

static double calc_ellipsoid(const double *s, double k[3]) {
  double a = sq(s[0]), b = sq(s[1]), c = sq(s[2]);
  lia_set3(k, (b + c) / 5, (a + c) / 5, (a + b) / 5);
  return 4 * pi / 3 * s[0] * s[1] * s[2];
}

// a cylinder with two half spheres, whose centres of mass are 3r/8 beyond its ends
static double calc_capsule(const double *s, double k[3]) {
  double r = s[0], h = s[1], whole = h + 4 * r / 3, cyl = solid_share(h, whole),
      caps = solid_share(4 * r / 3, whole);
  round_about_z(k, cyl * (sq(r) / 4 + sq(h) / 12) + caps
      * (0.4 * sq(r) + sq(h) / 4 + 3 * h * r / 8),
                (cyl / 2 + 0.4 * caps) * sq(r));
  return pi * sq(r) * whole;
}

static double calc_torus(const double *s, double k[3]) {
  double R = s[0], t = s[1];
  round_about_z(k, sq(R) / 2 + 5 * sq(t) / 8, sq(R) + 3 * sq(t) / 4);
  return 2 * sq(pi) * R * sq(t);
}

static double calc_plate(const double *s, double k[3]) {
  calc_box((double[]){ s[0], s[1], 0 }, k);
  return s[0] * s[1];
}

static double calc_disc(const double *s, double k[3]) {
  round_about_z(k, sq(s[0]) / 4, sq(s[0]) / 2);
  return pi * sq(s[0]);
}

static double calc_sphere_shell(const double *s, double k[3]) {
  calc_hollow_sphere((double[]){ s[0], s[0] }, k);
  return 4 * pi * sq(s[0]);
}

static double calc_cylinder_shell(const double *s, double k[3]) {
  calc_tube((double[]){ s[0], s[0], s[1] }, k);
  return 2 * pi * s[0] * s[1];
}

static double calc_cone_shell(const double *s, double k[3]) {
  round_about_z(k, sq(s[0]) / 4 + sq(s[1]) / 18, sq(s[0]) / 2);
  return pi * s[0] * hypot(s[0], s[1]);
}

static double calc_rod(const double *s, double k[3]) {
  round_about_z(k, sq(s[0]) / 12, 0);
  return s[0];
}

static double calc_ring(const double *s, double k[3]) {
  round_about_z(k, sq(s[0]) / 2, sq(s[0]));
  return 2 * pi * s[0];
}

const lia_solid_row lia_solid_rows[LIA_SOLID_COUNT] = {
#define X(name, per, a, b, c, nested, com) \
  { #name, { a, b, c }, 1 + (sizeof b > 1) + (sizeof c > 1), nested, LIA_SOLID_##per, com, \
      calc_##name },
  LIA_SOLID_LIST(X)
#undef X
};

int lia_solid_find(const char *name) {
  for (int k = 0; k < LIA_SOLID_COUNT; k++)
    if (strcmp(lia_solid_rows[k].name, name) == 0) return k;
  return -1;
}

double lia_solid_measure(lia_solid_kind kind, const double *size) {
  double k[3];
  return lia_solid_rows[kind].calc(size, k);
}

void lia_solid_inertia(lia_inertia *J, lia_solid_kind kind, const double *size, double mass) {
  double k[3];
  lia_solid_rows[kind].calc(size, k);
  *J = (lia_inertia){ .m = mass };
  lia_scale3(J->I, mass, k);
}

lia_status lia_solid_check(lia_solid_kind kind, const double *size, const char *path,
    lia_error *err) {
  const lia_solid_row *row = lia_solid_rows + kind;
  for (int k = 0; k < row->nsize; k++)
    if (!(size[k] >= 0) || isinf(size[k]))
      return LIA_FAIL(err, LIA_EMODEL, path, "%s of a %s: expected a number >= 0, got %g",
          row->size[k], row->name, size[k]);
  if (row->nested && size[1] > size[0])
    return LIA_FAIL(err, LIA_EMODEL, path, "%s of a %s: expected at most %s = %g, got %g",
        row->size[1], row->name,
        row->size[0], size[0], size[1]);
  return LIA_OK;
}
