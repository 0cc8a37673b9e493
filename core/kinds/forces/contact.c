/* contact.c - a sphere (or point) on a plane that gives way: spring and damper, never pulling; friction smooth near rest
 *
 *   d = radius - n . (p - o),  it touches at p - radius n, where v is that of the body
 *   N = max(0, k d + c d'),  with a power e other than 1  N = max(0, k d^e + c d^e d')
 *   T = -mu N vt / sqrt(|vt|^2 + smooth^2) */
#include "kinds/force.h"

#include <math.h>
#include <stddef.h>

enum { O = 0, NORMAL = 3, K = 6, C, E, MU, SMOOTH, RADIUS };

static const lia_force_param param[] = {
  { "through", 3, 0, -(double)INFINITY, "a point of the plane" },
  { "normal", 3, (double)NAN, -(double)INFINITY, "of the plane, any length, towards the free side" },
  { "stiffness", 1, (double)NAN, 0, "force per depth to the power" },
  { "damping", 1, 0, 0, "force per speed of going in" },
  { "power", 1, 1, 0, "of the depth: 1 linear, 1.5 Hertz; damping then grows with the depth too" },
  { "mu", 1, 0, 0, "friction along the plane" },
  { "smooth", 1, 1e-3, 0, "speed within which friction turns round" },
  { "radius", 1, 0, 0, "of a sphere about the point" },
};

static const char *wrong(const double *p) {
  const double *n = p + NORMAL;
  if (!(n[0] * n[0] + n[1] * n[1] + n[2] * n[2] > 0)) return "normal must not be zero";
  if (!(p[E] > 0)) return "power must be greater than 0";
  return p[SMOOTH] > 0 ? NULL : "smooth must be greater than 0";
}

// depth, and the unit normal
static double depth(const double *p, const double x[3], double n[3]) {
  double size = sqrt(p[3] * p[3] + p[4] * p[4] + p[5] * p[5]), gap = -p[RADIUS];
  for (int k = 0; k < 3; k++) {
    n[k] = p[NORMAL + k] / size;
    gap += n[k] * (x[k] - p[O + k]);
  }
  return -gap;
}

static void arm(const double *p, const double x[3], double out[3]) {
  depth(p, x, out);
  for (int k = 0; k < 3; k++) out[k] *= -p[RADIUS];
}

static void at(const double *p, double t, const double x[3], const double v[3], double F[3]) {
  double n[3], d = depth(p, x, n), rate = 0, N, side[3], speed = p[SMOOTH] * p[SMOOTH];
  (void)t;
  F[0] = F[1] = F[2] = 0;
  if (d <= 0) return;
  for (int k = 0; k < 3; k++) rate -= n[k] * v[k];
  double grown = p[E] == 1 ? d : pow(d, p[E]);
  N = p[K] * grown + p[C] * rate * (p[E] == 1 ? 1 : grown);
  if (N <= 0) return;
  for (int k = 0; k < 3; k++) {
    side[k] = v[k] + rate * n[k];
    speed += side[k] * side[k];
  }
  double s = p[MU] * N / sqrt(speed);
  for (int k = 0; k < 3; k++) F[k] = N * n[k] - s * side[k];
}

static double stored_at(const double *p, const double x[3]) {
  double n[3], d = depth(p, x, n);
  return d > 0 ? p[K] * pow(d, p[E] + 1) / (p[E] + 1) : 0;
}

static double storing_at(const double *p, const double x[3], const double v[3]) {
  double n[3], d = depth(p, x, n);
  return d > 0 ? -p[K] * pow(d, p[E]) * (n[0] * v[0] + n[1] * v[1] + n[2] * v[2]) : 0;
}

extern const lia_force_row lia_force_row_contact;
const lia_force_row lia_force_row_contact = {
  .name = "contact", .text = "a point or sphere on a plane that gives way, never pulling", .ports = LIA_PORT_point,
  .nparam = 8, .param = param, .wrong = wrong, .at = at, .arm = arm, .stored_at = stored_at, .storing_at = storing_at,
};
