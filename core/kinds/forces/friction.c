/* friction.c - dry friction with Stribeck's dip and viscous friction, smooth near rest
 *
 *   f = -(Fc + (Fs - Fc) exp(-(v/vs)^2)) v / sqrt(v^2 + e^2) - b v
 *
 * e = smooth: a joint that should stick creeps with a speed of that size. What really sticks is stiction.c. */
#include "kinds/force.h"

#include <math.h>
#include <stddef.h>

static const lia_force_param param[] = {
  { "coulomb", 1, 0, 0, "dry friction of sliding" },
  { "static", 1, -1, -1, "dry friction near rest; not given: as sliding" },
  { "stribeck", 1, 0.01, 0, "speed within which it falls from static to sliding" },
  { "viscous", 1, 0, 0, "force per speed" },
  { "smooth", 1, 1e-3, 0, "speed within which the force turns round" },
};

static const char *wrong(const double *p) {
  if (!(p[4] > 0)) return "smooth must be greater than 0 (friction that sticks is 'stiction')";
  if (!(p[2] > 0)) return "stribeck must be greater than 0";
  return p[1] >= 0 && p[1] < p[0] ? "static friction is at least that of sliding" : NULL;
}

static void along(const double *p, double t, double x, double v, const double *z, double *f, double *dz) {
  double over = p[1] >= 0 ? p[1] - p[0] : 0, s = v / p[2];
  (void)t, (void)x, (void)z, (void)dz;
  *f = -(p[0] + (over > 0 ? over * exp(-s * s) : 0)) * v / sqrt(v * v + p[4] * p[4]) - p[3] * v;
}

extern const lia_force_row lia_force_row_friction;
const lia_force_row lia_force_row_friction = {
  .name = "friction", .text = "Coulomb, Stribeck and viscous friction, smooth near rest", .ports = LIA_PORT_coordinate | LIA_PORT_line,
  .nparam = 5, .param = param, .wrong = wrong, .along = along,
};
