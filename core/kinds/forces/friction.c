/* friction.c - dry friction with Stribeck's dip and viscous friction, smooth near rest
 *
 *   f = -(Fc + (Fs - Fc) exp(-(v/vs)^2)) v / sqrt(v^2 + e^2) - b v
 *
 * e = smooth: a joint that should stick creeps with a speed of that size. What really sticks is
 * stiction.c. */
#include "kinds/force.h"

#include <math.h>
#include <stddef.h>

#define FRICTION(X)                                                                         \
  X(coulomb, 1, 0, 0, "N or N m", "dry friction of sliding")                                \
  X(static, 1, -1, -1, "N or N m", "dry friction near rest; not given: as sliding")         \
  X(stribeck, 1, 0.01, 0, "m/s or rad/s",                                                   \
    "speed within which it falls from static to sliding")                                   \
  X(viscous, 1, 0, 0, "N s/m or N m s/rad", "force per speed")                              \
  X(smooth, 1, 1e-3, 0, "m/s or rad/s", "speed within which the force turns round")
LIA_FORCE_NUMBERS(FRICTION);

static const char *wrong(const double *p) {
  if (!(p[AT_smooth] > 0))
    return "smooth must be greater than 0 (friction that sticks is 'stiction')";
  if (!(p[AT_stribeck] > 0)) return "stribeck must be greater than 0";
  int less = p[AT_static] >= 0 && p[AT_static] < p[AT_coulomb];
  return less ? "static friction is at least that of sliding" : NULL;
}

static void along(const double *p, double t, const double *x, const double *v, const double *z,
                  double *f, double *dz) {
  double over = p[AT_static] >= 0 ? p[AT_static] - p[AT_coulomb] : 0, s = *v / p[AT_stribeck];
  double dry = p[AT_coulomb] + (over > 0 ? over * exp(-s * s) : 0);
  (void)t;
  (void)x;
  (void)z;
  (void)dz;
  *f = -dry * *v / sqrt(*v * *v + p[AT_smooth] * p[AT_smooth]) - p[AT_viscous] * *v;
}

static const lia_line law[] = {
  LIA_ONE("over", "piecewise(static < 0, 0, static - coulomb)"),
  LIA_ONE("dry", "coulomb + over*exp(-(v/stribeck)^2)"),
  LIA_ONE("f", "-dry*v/sqrt(v^2 + smooth^2) - viscous*v"),
};

LIA_FORCE_ROW(friction,
  .text = "Coulomb, Stribeck and viscous friction, smooth near rest",
  .ports = LIA_PORT_coordinate | LIA_PORT_line,
  .along = LIA_FORCE_LAW(along, law, NULL, NULL, NULL),
  .at = LIA_FORCE_NO_LAW,
  .state = LIA_FORCE_NO_STATE,
  .wrong = wrong,
  .gives = 0,
  .events = LIA_FORCE_NO_EVENTS);
