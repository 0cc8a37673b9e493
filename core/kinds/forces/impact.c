/* impact.c - a point (or sphere) and a hard plane
 *
 * It strikes, comes back with restitution, rests, and leaves: all of it at events
 * (sim/stick_impact.h). The law between them is no force. */
#include "kinds/force.h"

#include <math.h>
#include <stddef.h>

#define IMPACT(X)                                                                           \
  X(through, 3, 0, LIA_FORCE_ANY, "m", "a point of the plane")                              \
  X(normal, 3, LIA_FORCE_GIVEN, LIA_FORCE_ANY, "",                                          \
    "of the plane, any length, towards the free side")                                      \
  X(restitution, 1, 0, 0, "", "speed of leaving by speed of striking")                      \
  X(mu, 1, 0, 0, "", "friction along the plane")                                            \
  X(radius, 1, 0, 0, "m", "of a sphere about the point")                                    \
  X(rest, 1, 1e-3, 0, "m/s", "slower than this it does not leave again")
LIA_FORCE_NUMBERS(IMPACT);

static const char *wrong(const double *p) {
  const double *n = p + AT_normal;
  if (!(n[0] * n[0] + n[1] * n[1] + n[2] * n[2] > 0)) return "normal must not be zero";
  return p[AT_restitution] > 1 ? "restitution is at most 1" : NULL;
}

static void at(const double *p, double t, const double *x, const double *v, const double *z,
               double *f, double *dz) {
  (void)p;
  (void)t;
  (void)x;
  (void)v;
  (void)z;
  (void)dz;
  f[0] = f[1] = f[2] = 0;
}

static const lia_line law[] = { LIA_EACH("f", "0") };

LIA_FORCE_ROW(impact,
  .text = "a point or sphere and a hard plane: strikes, rests, leaves",
  .ports = LIA_PORT_point,
  .along = LIA_FORCE_NO_LAW,
  .at = LIA_FORCE_LAW(at, law, NULL, NULL, NULL),
  .state = LIA_FORCE_NO_STATE,
  .wrong = wrong,
  .gives = 0,
  .events = LIA_FORCE_STRIKES("strikes, rests and leaves; between that it pushes nothing",
                              contact, AT_through, AT_normal, AT_restitution, AT_mu, AT_radius,
                              AT_rest));
