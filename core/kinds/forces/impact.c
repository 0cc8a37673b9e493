/* impact.c - a point (or sphere) and a hard plane: it strikes, comes back with restitution, rests, and leaves   [sim/hold.h] */
#include "kinds/force.h"

#include <math.h>
#include <stddef.h>

static const lia_force_param param[] = {
  { "through", 3, 0, -(double)INFINITY, "a point of the plane" },
  { "normal", 3, (double)NAN, -(double)INFINITY, "of the plane, any length, towards the free side" },
  { "restitution", 1, 0, 0, "speed of leaving by speed of striking" },
  { "mu", 1, 0, 0, "friction along the plane" },
  { "radius", 1, 0, 0, "of a sphere about the point" },
  { "rest", 1, 1e-3, 0, "slower than this it does not leave again (m/s)" },
};

static const char *wrong(const double *p) {
  if (!(p[3] * p[3] + p[4] * p[4] + p[5] * p[5] > 0)) return "normal must not be zero";
  return p[6] > 1 ? "restitution is at most 1" : NULL;
}

static void at(const double *p, double t, const double x[3], const double v[3], double F[3]) {
  (void)p, (void)t, (void)x, (void)v;
  F[0] = F[1] = F[2] = 0;
}

extern const lia_force_row lia_force_row_impact;
const lia_force_row lia_force_row_impact = {
  .name = "impact", .text = "a point or sphere and a hard plane: strikes, rests, leaves", .ports = LIA_PORT_point,
  .nparam = 6, .param = param, .wrong = wrong, .at = at, .jumps = LIA_JUMP_strike,
};
