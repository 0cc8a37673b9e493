/* cubic.c - a spring that grows stiffer: f = -k (x - rest)^3 */
#include "kinds/force.h"

#include <math.h>
#include <stddef.h>

#define CUBIC(X)                                                                            \
  X(stiffness, 1, LIA_FORCE_GIVEN, 0, "N/m3 or N m/rad3", "force per cube of the way")      \
  X(rest, 1, 0, LIA_FORCE_ANY, "m or rad", "where it is slack")
LIA_FORCE_NUMBERS(CUBIC);

static void along(const double *p, double t, const double *x, const double *v, const double *z,
                  double *f, double *dz) {
  double d = *x - p[AT_rest];
  (void)t, (void)v, (void)z, (void)dz;
  *f = -p[AT_stiffness] * d * d * d;
}

static double stored(const double *p, const double *x) {
  double d = *x - p[AT_rest];
  return p[AT_stiffness] * d * d * d * d / 4;
}

static double storing(const double *p, const double *x, const double *v) {
  double d = *x - p[AT_rest];
  return p[AT_stiffness] * d * d * d * *v;
}

static const lia_line law[] = {
  LIA_ONE("f", "-stiffness*(x - rest)^3"),
  LIA_ONE("V", "stiffness*(x - rest)^4/4"),
};

LIA_FORCE_ROW(cubic,
  .text = "-stiffness (x - rest)^3",
  .ports = LIA_PORT_coordinate | LIA_PORT_line,
  .along = LIA_FORCE_LAW(along, law, stored, storing, NULL),
  .at = LIA_FORCE_NO_LAW,
  .state = LIA_FORCE_NO_STATE,
  .wrong = NULL,
  .gives = 0,
  .events = LIA_FORCE_NO_EVENTS);
