/* contact.c - a sphere (or point) on a plane that gives way
 *
 * Spring and damper, never pulling; friction, smooth near rest.
 *
 *   d = radius - n . (p - o),  it touches at p - radius n, where v is that of the body
 *   N = max(0, k d + c d'),  with a power e other than 1  N = max(0, k d^e + c d^e d')
 *   T = -mu N vt / sqrt(|vt|^2 + smooth^2) */
#include "kinds/force.h"

#include <math.h>
#include <stddef.h>

#define CONTACT(X)                                                                          \
  X(through, 3, 0, LIA_FORCE_ANY, "m", "a point of the plane")                              \
  X(normal, 3, LIA_FORCE_GIVEN, LIA_FORCE_ANY, "",                                          \
    "of the plane, any length, towards the free side")                                      \
  X(stiffness, 1, LIA_FORCE_GIVEN, 0, "N/m^power", "force per depth to the power")          \
  X(damping, 1, 0, 0, "N s/m", "force per speed of going in")                               \
  X(power, 1, 1, 0, "",                                                                     \
    "of the depth: 1 linear, 1.5 Hertz; damping then grows with the depth too")             \
  X(mu, 1, 0, 0, "", "friction along the plane")                                            \
  X(smooth, 1, 1e-3, 0, "m/s", "speed within which friction turns round")                   \
  X(radius, 1, 0, 0, "m", "of a sphere about the point")
LIA_FORCE_NUMBERS(CONTACT);

static const char *wrong(const double *p) {
  const double *n = p + AT_normal;
  if (!(n[0] * n[0] + n[1] * n[1] + n[2] * n[2] > 0)) return "normal must not be zero";
  if (!(p[AT_power] > 0)) return "power must be greater than 0";
  return p[AT_smooth] > 0 ? NULL : "smooth must be greater than 0";
}

// depth, and the unit normal
static double depth(const double *p, const double x[3], double n[3]) {
  const double *N = p + AT_normal;
  double size = sqrt(N[0] * N[0] + N[1] * N[1] + N[2] * N[2]), gap = -p[AT_radius];
  for (int k = 0; k < 3; k++) {
    n[k] = N[k] / size;
    gap += n[k] * (x[k] - p[AT_through + k]);
  }
  return -gap;
}

static void arm(const double *p, const double x[3], double out[3]) {
  depth(p, x, out);
  for (int k = 0; k < 3; k++) out[k] *= -p[AT_radius];
}

static void at(const double *p, double t, const double *x, const double *v, const double *z,
               double *f, double *dz) {
  double n[3], d = depth(p, x, n), rate = 0, N, side[3], speed = p[AT_smooth] * p[AT_smooth];
  (void)t;
  (void)z;
  (void)dz;
  f[0] = f[1] = f[2] = 0;
  if (d <= 0) return;
  for (int k = 0; k < 3; k++) rate -= n[k] * v[k];
  double grown = p[AT_power] == 1 ? d : pow(d, p[AT_power]);
  N = p[AT_stiffness] * grown + p[AT_damping] * rate * (p[AT_power] == 1 ? 1 : grown);
  if (N <= 0) return;
  for (int k = 0; k < 3; k++) {
    side[k] = v[k] + rate * n[k];
    speed += side[k] * side[k];
  }
  double s = p[AT_mu] * N / sqrt(speed);
  for (int k = 0; k < 3; k++) f[k] = N * n[k] - s * side[k];
}

static double stored(const double *p, const double *x) {
  double n[3], d = depth(p, x, n);
  return d > 0 ? p[AT_stiffness] * pow(d, p[AT_power] + 1) / (p[AT_power] + 1) : 0;
}

static double storing(const double *p, const double *x, const double *v) {
  double n[3], d = depth(p, x, n);
  double push = d > 0 ? p[AT_stiffness] * pow(d, p[AT_power]) : 0;
  return d > 0 ? -push * (n[0] * v[0] + n[1] * v[1] + n[2] * v[2]) : 0;
}

static const lia_line law[] = {
  LIA_SUM("square", "normal^2"),
  LIA_EACH("n", "normal/sqrt(square)"),
  LIA_SUM("height", "n*(x - through)"),
  LIA_ONE("d", "radius - height"),
  LIA_SUM("rate", "-n*v"),
  LIA_ONE("linear", "stiffness*d^power + damping*rate"),
  LIA_ONE("push", "piecewise(power == 1, linear, (stiffness + damping*rate)*d^power)"),
  LIA_ONE("N", "piecewise(0 < d, max(push, 0), 0)"),
  LIA_EACH("side", "v + rate*n"),
  LIA_SUM("slip", "side^2"),
  LIA_EACH("f", "N*n - mu*N*side/sqrt(slip + smooth^2)"),
  LIA_EACH("arm", "-radius*n"),
  LIA_ONE("V", "piecewise(0 < d, stiffness*d^(power + 1)/(power + 1), 0)"),
};

LIA_FORCE_ROW(contact,
  .text = "a point or sphere on a plane that gives way, never pulling",
  .ports = LIA_PORT_point,
  .along = LIA_FORCE_NO_LAW,
  .at = LIA_FORCE_LAW(at, law, stored, storing, arm),
  .state = LIA_FORCE_NO_STATE,
  .wrong = wrong,
  .gives = 0,
  .events = LIA_FORCE_NO_EVENTS);
