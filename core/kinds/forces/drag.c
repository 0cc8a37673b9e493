/* drag.c - resistance of a medium at rest: F = -(c1 + c2 |v|) v, c2 also as 1/2 density cd area */
#include "kinds/force.h"

#include <math.h>
#include <stddef.h>

static const lia_force_param param[] = {
  { "linear", 1, 0, 0, "force per speed" },
  { "quadratic", 1, 0, 0, "force per square of speed" },
  { "cd", 1, 0, 0, "coefficient of drag, with area" },
  { "area", 1, 1, 0, "across the flow (m2)" },
  { "density", 1, 1.225, 0, "of the medium (kg/m3)" },
};

static void at(const double *p, double t, const double x[3], const double v[3], double F[3]) {
  double speed = sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
  double c = p[0] + (p[1] + p[4] * p[2] * p[3] / 2) * speed;
  (void)t, (void)x;
  for (int k = 0; k < 3; k++) F[k] = -c * v[k];
}

extern const lia_force_row lia_force_row_drag;
const lia_force_row lia_force_row_drag = {
  .name = "drag", .text = "-(linear + quadratic |v| + density cd area |v| / 2) v", .ports = LIA_PORT_point, .nparam = 5, .param = param, .at = at,
};
