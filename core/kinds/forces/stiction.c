/* stiction.c - dry friction that sticks
 *
 * At rest it holds against whatever is below the static limit.
 * Sliding: f = -sign (Fc + (Fs - Fc) exp(-(v/vs)^2)) - b v with the sign of the way it slides, from
 * event to event (sim/stick_impact.h). */
#include "kinds/force.h"

#include <math.h>
#include <stddef.h>

#define STICTION(X)                                                                         \
  X(coulomb, 1, LIA_FORCE_GIVEN, 0, "N or N m", "dry friction of sliding")                  \
  X(static, 1, -1, -1, "N or N m", "what it holds at rest; not given: as sliding")          \
  X(stribeck, 1, 0, 0, "m/s or rad/s",                                                      \
    "speed within which it falls from static to sliding; 0: at once")                       \
  X(viscous, 1, 0, 0, "N s/m or N m s/rad", "force per speed")
LIA_FORCE_NUMBERS(STICTION);

static const char *wrong(const double *p) {
  int less = p[AT_static] >= 0 && p[AT_static] < p[AT_coulomb];
  return less ? "static friction is at least that of sliding" : NULL;
}

// z: the sign of the way it slides, or 0 where it is held
static void along(const double *p, double t, const double *x, const double *v, const double *z,
                  double *f, double *dz) {
  double over = p[AT_static] >= 0 && p[AT_stribeck] > 0 ? p[AT_static] - p[AT_coulomb] : 0;
  double s = p[AT_stribeck] > 0 ? *v / p[AT_stribeck] : 0;
  double dry = p[AT_coulomb] + (over > 0 ? over * exp(-s * s) : 0);
  (void)t;
  (void)x;
  (void)dz;
  *f = -z[0] * dry - p[AT_viscous] * *v;
}

static const lia_line law[] = {
  LIA_ONE("over", "piecewise(static < 0, 0, static - coulomb)"),
  LIA_ONE("dry", "coulomb + piecewise(0 < stribeck, over*exp(-(v/stribeck)^2), 0)"),
  LIA_ONE("f", "-z*dry - viscous*v"),
};

LIA_FORCE_ROW(stiction,
  .text = "dry friction with events: sticks, and slides once static is exceeded",
  .ports = LIA_PORT_coordinate,
  .along = LIA_FORCE_LAW(along, law, NULL, NULL, NULL),
  .at = LIA_FORCE_NO_LAW,
  .state = LIA_FORCE_NO_STATE,
  .wrong = wrong,
  .gives = 0,
  .events = LIA_FORCE_STICKS("held at rest up to static: z, the sign of the way it slides, is 0",
                             friction, AT_coulomb, AT_static));
