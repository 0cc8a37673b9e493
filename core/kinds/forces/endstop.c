/* endstop.c - a coordinate that goes no further than its ends: hard, with restitution, or a spring and damper beyond them    [sim/hold.h]
 *
 * Hard (stiffness 0): events; it strikes, comes back with restitution, rests on the stop, and leaves it.
 * Soft: beyond an end by d, pushed back with max(0, k d + c d'). */
#include "kinds/force.h"

#include <math.h>
#include <stddef.h>

enum { MIN, MAX, RESTITUTION, REST, K, C };

static const lia_force_param param[] = {
  { "min", 1, -(double)INFINITY, -(double)INFINITY, "the lower end; not given: none" },
  { "max", 1, (double)INFINITY, -(double)INFINITY, "the upper end; not given: none" },
  { "restitution", 1, 0, 0, "speed of leaving by speed of striking" },
  { "rest", 1, 1e-3, 0, "slower than this it does not leave again" },
  { "stiffness", 1, 0, 0, "0: hard; else force per way beyond the end" },
  { "damping", 1, 0, 0, "with stiffness: force per speed of going in" },
};

static const char *wrong(const double *p) {
  if (!(p[MIN] <= p[MAX])) return "min is greater than max";
  if (isinf(p[MIN]) && isinf(p[MAX])) return "expected min, max or both";
  if (p[C] > 0 && !(p[K] > 0)) return "damping is of a soft stop: give its stiffness";
  return p[RESTITUTION] > 1 ? "restitution is at most 1" : NULL;
}

static int yields(const double *p) { return p[K] > 0; }

// how far beyond an end, and which: its push goes that way
static double beyond(const double *p, double x, double *way) {
  *way = p[MIN] - x > x - p[MAX] ? 1 : -1;
  return fmax(p[MIN] - x, x - p[MAX]);
}

static void along(const double *p, double t, double x, double v, const double *z, double *f, double *dz) {
  double way, d = beyond(p, x, &way);
  (void)t, (void)z, (void)dz;
  *f = d > 0 && yields(p) ? way * fmax(p[K] * d - way * p[C] * v, 0) : 0;
}

static double stored(const double *p, double x) {
  double way, d = beyond(p, x, &way);
  return d > 0 ? p[K] * d * d / 2 : 0;
}

static double storing(const double *p, double x, double v) {
  double way, d = beyond(p, x, &way);
  return d > 0 ? -way * p[K] * d * v : 0;
}

extern const lia_force_row lia_force_row_endstop;
const lia_force_row lia_force_row_endstop = {
  .name = "endstop", .text = "ends that a coordinate does not pass, hard or soft", .ports = LIA_PORT_coordinate, .nparam = 6, .param = param,
  .wrong = wrong, .along = along, .stored = stored, .storing = storing, .jumps = LIA_JUMP_stop, .yields = yields,
};
