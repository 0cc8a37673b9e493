/* given.c - a given force: constant on a coordinate, or at a point in base axes */
#include "kinds/force.h"

#include <math.h>
#include <stddef.h>

#define GIVEN(X)                                                                            \
  X(value, 1, 0, LIA_FORCE_ANY, "N or N m", "on a coordinate, or apart along a line")       \
  X(force, 3, 0, LIA_FORCE_ANY, "N", "at a point, base axes")
LIA_FORCE_NUMBERS(GIVEN);

static void along(const double *p, double t, const double *x, const double *v, const double *z,
                  double *f, double *dz) {
  (void)t;
  (void)x;
  (void)v;
  (void)z;
  (void)dz;
  *f = p[AT_value];
}

static void at(const double *p, double t, const double *x, const double *v, const double *z,
               double *f, double *dz) {
  (void)t;
  (void)x;
  (void)v;
  (void)z;
  (void)dz;
  for (int k = 0; k < 3; k++) f[k] = p[AT_force + k];
}

static const lia_line along_law[] = { LIA_ONE("f", "value") };
static const lia_line at_law[] = { LIA_EACH("f", "force") };

LIA_FORCE_ROW(given,
  .text = "a given force: a number, an expression of x, v, t, or a function",
  .ports = LIA_PORT_coordinate | LIA_PORT_line | LIA_PORT_point,
  .along = LIA_FORCE_LAW(along, along_law, NULL, NULL, NULL),
  .at = LIA_FORCE_LAW(at, at_law, NULL, NULL, NULL),
  .state = LIA_FORCE_NO_STATE,
  .wrong = NULL,
  .gives = 1,
  .events = LIA_FORCE_NO_EVENTS);
