/* slip_tyre.c - the side force of a tyre at a point: F = -mu load sin(C atan(B s)) side
 *
 * s = v . side / (|v . forward| + slow): the tangent of the slip angle, bounded at rest. */
#include "kinds/force.h"

#include <math.h>
#include <stddef.h>

#define TYRE(X)                                                                             \
  X(forward, 3, LIA_FORCE_GIVEN, LIA_FORCE_ANY, "", "the way it rolls, unit, base axes")    \
  X(side, 3, LIA_FORCE_GIVEN, LIA_FORCE_ANY, "", "the axis of the wheel, unit, base axes")  \
  X(stiffness, 1, 8, 0, "", "B, of the slip")                                               \
  X(shape, 1, 1.3, 0, "", "C, at most 2")                                                   \
  X(mu, 1, 1, 0, "", "force at most by load")                                               \
  X(load, 1, 0, 0, "N", "on the wheel")                                                     \
  X(slow, 1, 0.1, 0, "m/s", "speed below which the slip is bounded")
LIA_FORCE_NUMBERS(TYRE);

static const char *wrong(const double *p) {
  if (!(p[AT_slow] > 0)) return "slow must be greater than 0";
  return p[AT_shape] > 2 ? "shape is at most 2" : NULL;
}

static double dot(const double *a, const double *b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void at(const double *p, double t, const double *x, const double *v, const double *z,
               double *f, double *dz) {
  double s = dot(v, p + AT_side) / (fabs(dot(v, p + AT_forward)) + p[AT_slow]);
  double F = -p[AT_mu] * p[AT_load] * sin(p[AT_shape] * atan(p[AT_stiffness] * s));
  (void)t, (void)x, (void)z, (void)dz;
  for (int k = 0; k < 3; k++) f[k] = F * p[AT_side + k];
}

static const lia_line law[] = {
  LIA_SUM("across", "v*side"),
  LIA_SUM("ahead", "v*forward"),
  LIA_ONE("slip", "across/(abs(ahead) + slow)"),
  LIA_ONE("F", "-mu*load*sin(shape*atan(stiffness*slip))"),
  LIA_EACH("f", "F*side"),
};

LIA_FORCE_ROW(slip_tyre,
  .text = "the side force of a tyre, from its slip",
  .ports = LIA_PORT_point,
  .along = LIA_FORCE_NO_LAW,
  .at = LIA_FORCE_LAW(at, law, NULL, NULL, NULL),
  .state = LIA_FORCE_NO_STATE,
  .wrong = wrong,
  .gives = 0,
  .events = LIA_FORCE_NO_EVENTS);
