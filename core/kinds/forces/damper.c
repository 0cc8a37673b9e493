/* damper.c - f = -c v - c2 v |v| */
#include "kinds/force.h"

#include <math.h>
#include <stddef.h>

static const lia_force_param param[] = {
  { "damping", 1, 0, 0, "force per speed" },
  { "quadratic", 1, 0, 0, "force per square of speed" },
};

static void along(const double *p, double t, double x, double v, const double *z, double *f, double *dz) {
  (void)t, (void)x, (void)z, (void)dz;
  *f = -p[0] * v - p[1] * v * fabs(v);
}

extern const lia_force_row lia_force_row_damper;
const lia_force_row lia_force_row_damper = {
  .name = "damper", .text = "-damping v - quadratic v |v|", .ports = LIA_PORT_coordinate | LIA_PORT_line,
  .nparam = 2, .param = param, .along = along,
};
