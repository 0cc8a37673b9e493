/* gravity_compensation.c - what holds a coordinate against the weight of all it carries */
#include "kinds/force.h"

#include <math.h>
#include <stddef.h>

#define COMPENSATION(X)                                                                     \
  X(factor, 1, 1, LIA_FORCE_ANY, "", "part of the weight that is held: 1 all of it")
LIA_FORCE_NUMBERS(COMPENSATION);

static void along(const double *p, double t, const double *x, const double *v, const double *z,
                  double *f, double *dz) {
  (void)t;
  (void)v;
  (void)z;
  (void)dz;
  *f = p[AT_factor] * *x;
}

static const lia_line law[] = { LIA_ONE("f", "factor*x") };

LIA_FORCE_ROW(gravity_compensation,
  .text = "factor x, where x is what gravity asks of the coordinate: dV/dq of all bodies",
  .ports = LIA_PORT_coordinate,
  .along = LIA_FORCE_LAW_OF_WEIGHT(along, law),
  .at = LIA_FORCE_NO_LAW,
  .state = LIA_FORCE_NO_STATE,
  .wrong = NULL,
  .gives = 1,
  .events = LIA_FORCE_NO_EVENTS);
