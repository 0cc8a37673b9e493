/* given.c - a given force: constant on a coordinate, or at a point in base axes */
#include "kinds/force.h"

#include <math.h>
#include <stddef.h>

static const lia_force_param param[] = {
  { "value", 1, 0, -(double)INFINITY, "on a coordinate, or apart along a line" },
  { "force", 3, 0, -(double)INFINITY, "at a point, base axes (N)" },
};

static void along(const double *p, double t, double x, double v, const double *z, double *f, double *dz) {
  (void)t, (void)x, (void)v, (void)z, (void)dz;
  *f = p[0];
}

static void at(const double *p, double t, const double x[3], const double v[3], double F[3]) {
  (void)t, (void)x, (void)v;
  for (int k = 0; k < 3; k++) F[k] = p[1 + k];
}

extern const lia_force_row lia_force_row_given;
const lia_force_row lia_force_row_given = {
  .name = "given", .text = "a given force: a number, an expression of x, v, t, or a function",
  .ports = LIA_PORT_coordinate | LIA_PORT_line | LIA_PORT_point, .nparam = 2, .param = param, .along = along, .at = at, .gives = 1,
};
