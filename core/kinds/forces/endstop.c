/* endstop.c - a coordinate that goes no further than its ends, hard or soft
 *
 * Hard (stiffness 0): events; it strikes, comes back with restitution, rests on the stop, and
 * leaves it (sim/stick_impact.h).
 * Soft: beyond an end by d, pushed back with max(0, k d + c d'). */
#include "kinds/force.h"

#include <math.h>
#include <stddef.h>

#define ENDSTOP(X)                                                                          \
  X(min, 1, -(double)INFINITY, LIA_FORCE_ANY, "m or rad",                                   \
    "the lower end; not given: none")                                                       \
  X(max, 1, (double)INFINITY, LIA_FORCE_ANY, "m or rad",                                    \
    "the upper end; not given: none")                                                       \
  X(restitution, 1, 0, 0, "", "speed of leaving by speed of striking")                      \
  X(rest, 1, 1e-3, 0, "m/s or rad/s", "slower than this it does not leave again")           \
  X(stiffness, 1, 0, 0, "N/m or N m/rad", "0: hard; else force per way beyond the end")     \
  X(damping, 1, 0, 0, "N s/m or N m s/rad",                                                 \
    "with stiffness: force per speed of going in")
LIA_FORCE_NUMBERS(ENDSTOP);

static int is_soft(const double *p) { return p[AT_stiffness] > 0; }

static const char *wrong(const double *p) {
  if (!(p[AT_min] <= p[AT_max])) return "min is greater than max";
  if (isinf(p[AT_min]) && isinf(p[AT_max])) return "expected min, max or both";
  if (p[AT_damping] > 0 && !is_soft(p)) return "damping is of a soft stop: give its stiffness";
  return p[AT_restitution] > 1 ? "restitution is at most 1" : NULL;
}

// how far beyond an end, and which: its push goes that way
static double beyond(const double *p, double x, double *way) {
  *way = p[AT_min] - x > x - p[AT_max] ? 1 : -1;
  return fmax(p[AT_min] - x, x - p[AT_max]);
}

static void along(const double *p, double t, const double *x, const double *v, const double *z,
                  double *f, double *dz) {
  double way, d = beyond(p, *x, &way);
  (void)t;
  (void)z;
  (void)dz;
  *f = 0;
  if (d > 0 && is_soft(p)) *f = way * fmax(p[AT_stiffness] * d - way * p[AT_damping] * *v, 0);
}

static double stored(const double *p, const double *x) {
  double way, d = beyond(p, *x, &way);
  return d > 0 ? p[AT_stiffness] * d * d / 2 : 0;
}

static double storing(const double *p, const double *x, const double *v) {
  double way, d = beyond(p, *x, &way);
  return d > 0 ? -way * p[AT_stiffness] * d * *v : 0;
}

static const lia_line law[] = {
  LIA_ONE("below", "piecewise(x < min_, max(stiffness*(min_ - x) - damping*v, 0), 0)"),
  LIA_ONE("above", "piecewise(max_ < x, max(stiffness*(x - max_) + damping*v, 0), 0)"),
  LIA_ONE("f", "piecewise(0 < stiffness, below - above, 0)"),
  LIA_ONE("into", "piecewise(x < min_, min_ - x, max_ < x, x - max_, 0)"),
  LIA_ONE("V", "stiffness*into^2/2"),
};

LIA_FORCE_ROW(endstop,
  .text = "ends that a coordinate does not pass, hard or soft",
  .ports = LIA_PORT_coordinate,
  .along = LIA_FORCE_LAW(along, law, stored, storing, NULL),
  .at = LIA_FORCE_NO_LAW,
  .state = LIA_FORCE_NO_STATE,
  .wrong = wrong,
  .gives = 0,
  .events = LIA_FORCE_STOPS("a hard stop strikes, rests and leaves; between that it pushes nothing",
                            AT_stiffness, AT_min, AT_max, AT_restitution, AT_rest));
