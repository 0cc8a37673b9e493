/* stiction.c - dry friction that sticks: at rest it holds against whatever is below the static limit       [sim/hold.h]
 *
 * Sliding: f = -sign (Fc + (Fs - Fc) exp(-(v/vs)^2)) - b v with the sign of the way it slides, from event to event. */
#include "kinds/force.h"

#include <math.h>
#include <stddef.h>

static const lia_force_param param[] = {
  { "coulomb", 1, (double)NAN, 0, "dry friction of sliding" },
  { "static", 1, -1, -1, "what it holds at rest; not given: as sliding" },
  { "stribeck", 1, 0, 0, "speed within which it falls from static to sliding; 0: at once" },
  { "viscous", 1, 0, 0, "force per speed" },
};

static const char *wrong(const double *p) { return p[1] >= 0 && p[1] < p[0] ? "static friction is at least that of sliding" : NULL; }

// z: the sign of the way it slides, or 0 where it is held
static void along(const double *p, double t, double x, double v, const double *z, double *f, double *dz) {
  double over = p[1] >= 0 && p[2] > 0 ? p[1] - p[0] : 0, s = p[2] > 0 ? v / p[2] : 0;
  (void)t, (void)x, (void)dz;
  *f = z[0] == 0 ? 0 : -z[0] * (p[0] + (over > 0 ? over * exp(-s * s) : 0)) - p[3] * v;
}

extern const lia_force_row lia_force_row_stiction;
const lia_force_row lia_force_row_stiction = {
  .name = "stiction", .text = "dry friction with events: sticks, and slides once static is exceeded", .ports = LIA_PORT_coordinate,
  .nparam = 4, .param = param, .wrong = wrong, .along = along, .jumps = LIA_JUMP_stick,
};
