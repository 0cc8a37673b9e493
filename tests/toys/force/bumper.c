/* bumper.c - ends of a coordinate with other numbers, in another order, than the stop has: struck
 * at events where softness is 0, else a spring beyond them */
#include "kinds/force.h"

#include <math.h>
#include <stddef.h>

#define BUMPER(X)                                                                           \
  X(bounce, 1, 0, 0, "", "speed of leaving by speed of striking")                           \
  X(low, 1, -(double)INFINITY, LIA_FORCE_ANY, "m or rad", "the lower end")                  \
  X(softness, 1, 0, 0, "N/m or N m/rad", "0: hard; else force per way beyond an end")       \
  X(high, 1, (double)INFINITY, LIA_FORCE_ANY, "m or rad", "the upper end")                  \
  X(slow, 1, 1e-3, 0, "m/s or rad/s", "slower than this it does not leave again")
LIA_FORCE_NUMBERS(BUMPER);

static const char *wrong(const double *p) {
  return p[AT_low] <= p[AT_high] ? NULL : "low is greater than high";
}

// below the lower end positive, above the upper negative
static double beyond(const double *p, double x) {
  return fmax(p[AT_low] - x, 0) - fmax(x - p[AT_high], 0);
}

static void along(const double *p, double t, const double *x, const double *v, const double *z,
                  double *f, double *dz) {
  (void)t, (void)v, (void)z, (void)dz;
  *f = p[AT_softness] > 0 ? p[AT_softness] * beyond(p, *x) : 0;
}

static double stored(const double *p, const double *x) {
  double d = beyond(p, *x);
  return p[AT_softness] > 0 ? p[AT_softness] * d * d / 2 : 0;
}

static double storing(const double *p, const double *x, const double *v) {
  return p[AT_softness] > 0 ? -p[AT_softness] * beyond(p, *x) * *v : 0;
}

static const lia_line law[] = {
  LIA_ONE("d", "piecewise(x < low, low - x, high < x, high - x, 0)"),
  LIA_ONE("f", "piecewise(0 < softness, softness*d, 0)"),
  LIA_ONE("V", "softness*d^2/2"),
};

LIA_FORCE_ROW(bumper,
  .text = "ends that are struck, with numbers of their own",
  .ports = LIA_PORT_coordinate,
  .along = LIA_FORCE_LAW(along, law, stored, storing, NULL),
  .at = LIA_FORCE_NO_LAW,
  .state = LIA_FORCE_NO_STATE,
  .wrong = wrong,
  .gives = 0,
  .events = LIA_FORCE_STOPS("struck, rested on and left", AT_softness, AT_low, AT_high, AT_bounce,
                            AT_slow));
