/* spring.c - a spring with a damper in it: f = -k (x - rest) - c v, pulls and pushes; one way where it is a rope */
#include "kinds/force.h"

#include <math.h>
#include <stddef.h>

static const lia_force_param param[] = {
  { "stiffness", 1, (double)NAN, 0, "force per length or angle" },
  { "rest", 1, 0, -(double)INFINITY, "where it is slack" },
  { "damping", 1, 0, 0, "force per speed" },
  { "rope", 1, 0, 0, "1: only pulls, slack where it is short" },
};

static void along(const double *p, double t, double x, double v, const double *z, double *f, double *dz) {
  (void)t, (void)z, (void)dz;
  *f = -p[0] * (x - p[1]) - p[2] * v;
  if (p[3] != 0) *f = x > p[1] ? fmin(*f, 0) : 0;
}

static double stored(const double *p, double x) { return p[3] != 0 && x < p[1] ? 0 : p[0] * (x - p[1]) * (x - p[1]) / 2; }

static double storing(const double *p, double x, double v) { return p[3] != 0 && x < p[1] ? 0 : p[0] * (x - p[1]) * v; }

extern const lia_force_row lia_force_row_spring;
const lia_force_row lia_force_row_spring = {
  .name = "spring", .text = "-stiffness (x - rest) - damping v", .ports = LIA_PORT_coordinate | LIA_PORT_line,
  .nparam = 4, .param = param, .along = along, .stored = stored, .storing = storing,
};
