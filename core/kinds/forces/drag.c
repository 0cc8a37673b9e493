/* drag.c - resistance of a medium at rest: F = -(c1 + c2 |v|) v, c2 also as 1/2 density cd area */
#include "kinds/force.h"

#include <math.h>
#include <stddef.h>

#define DRAG(X)                                                                             \
  X(linear, 1, 0, 0, "N s/m", "force per speed")                                            \
  X(quadratic, 1, 0, 0, "N s2/m2", "force per square of speed")                             \
  X(cd, 1, 0, 0, "", "coefficient of drag, with area")                                      \
  X(area, 1, 1, 0, "m2", "across the flow")                                                 \
  X(density, 1, 1.225, 0, "kg/m3", "of the medium")
LIA_FORCE_NUMBERS(DRAG);

static void at(const double *p, double t, const double *x, const double *v, const double *z,
               double *f, double *dz) {
  double speed = sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
  double c = p[AT_linear] + (p[AT_quadratic] + p[AT_density] * p[AT_cd] * p[AT_area] / 2) * speed;
  (void)t;
  (void)x;
  (void)z;
  (void)dz;
  for (int k = 0; k < 3; k++) f[k] = -c * v[k];
}

// no root of 0: so the force has a slope at rest
static const lia_line law[] = {
  LIA_SUM("square", "v^2"),
  LIA_ONE("speed", "piecewise(square == 0, 0, sqrt(square))"),
  LIA_ONE("c", "linear + (quadratic + density*cd*area/2)*speed"),
  LIA_EACH("f", "-c*v"),
};

LIA_FORCE_ROW(drag,
  .text = "-(linear + quadratic |v| + density cd area |v| / 2) v",
  .ports = LIA_PORT_point,
  .along = LIA_FORCE_NO_LAW,
  .at = LIA_FORCE_LAW(at, law, NULL, NULL, NULL),
  .state = LIA_FORCE_NO_STATE,
  .wrong = NULL,
  .gives = 0,
  .events = LIA_FORCE_NO_EVENTS);
