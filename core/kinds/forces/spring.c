/* spring.c - a spring with a damper in it: f = -k (x - rest) - c v; a rope only pulls */
#include "kinds/force.h"

#include <math.h>
#include <stddef.h>

#define SPRING(X)                                                                           \
  X(stiffness, 1, LIA_FORCE_GIVEN, 0, "N/m or N m/rad", "force per length or angle")        \
  X(rest, 1, 0, LIA_FORCE_ANY, "m or rad", "where it is slack")                             \
  X(damping, 1, 0, 0, "N s/m or N m s/rad", "force per speed")                              \
  X(rope, 1, 0, 0, "", "1: only pulls, slack where it is short")
LIA_FORCE_NUMBERS(SPRING);

static void along(const double *p, double t, const double *x, const double *v, const double *z,
                  double *f, double *dz) {
  (void)t;
  (void)z;
  (void)dz;
  *f = -p[AT_stiffness] * (*x - p[AT_rest]) - p[AT_damping] * *v;
  if (p[AT_rope] != 0) *f = *x > p[AT_rest] ? fmin(*f, 0) : 0;
}

static int is_slack(const double *p, double x) { return p[AT_rope] != 0 && x < p[AT_rest]; }

static double stored(const double *p, const double *x) {
  return is_slack(p, *x) ? 0 : p[AT_stiffness] * (*x - p[AT_rest]) * (*x - p[AT_rest]) / 2;
}

static double storing(const double *p, const double *x, const double *v) {
  return is_slack(p, *x) ? 0 : p[AT_stiffness] * (*x - p[AT_rest]) * *v;
}

static const lia_line law[] = {
  LIA_ONE("pull", "-stiffness*(x - rest) - damping*v"),
  LIA_ONE("f", "piecewise(rope == 0, pull, rest < x, min(pull, 0), 0)"),
  LIA_ONE("stretched", "stiffness*(x - rest)^2/2"),
  LIA_ONE("V", "piecewise(rope == 0, stretched, x < rest, 0, stretched)"),
};

LIA_FORCE_ROW(spring,
  .text = "-stiffness (x - rest) - damping v",
  .ports = LIA_PORT_coordinate | LIA_PORT_line,
  .along = LIA_FORCE_LAW(along, law, stored, storing, NULL),
  .at = LIA_FORCE_NO_LAW,
  .state = LIA_FORCE_NO_STATE,
  .wrong = NULL,
  .gives = 0,
  .events = LIA_FORCE_NO_EVENTS);
