/* damper.c - f = -c v - c2 v |v| */
#include "kinds/force.h"

#include <math.h>
#include <stddef.h>

#define DAMPER(X)                                                                           \
  X(damping, 1, 0, 0, "N s/m or N m s/rad", "force per speed")                              \
  X(quadratic, 1, 0, 0, "N s2/m2 or N m s2/rad2", "force per square of speed")
LIA_FORCE_NUMBERS(DAMPER);

static void along(const double *p, double t, const double *x, const double *v, const double *z,
                  double *f, double *dz) {
  (void)t;
  (void)x;
  (void)z;
  (void)dz;
  *f = -p[AT_damping] * *v - p[AT_quadratic] * *v * fabs(*v);
}

static const lia_line law[] = { LIA_ONE("f", "-damping*v - quadratic*v*abs(v)") };

LIA_FORCE_ROW(damper,
  .text = "-damping v - quadratic v |v|",
  .ports = LIA_PORT_coordinate | LIA_PORT_line,
  .along = LIA_FORCE_LAW(along, law, NULL, NULL, NULL),
  .at = LIA_FORCE_NO_LAW,
  .state = LIA_FORCE_NO_STATE,
  .wrong = NULL,
  .gives = 0,
  .events = LIA_FORCE_NO_EVENTS);
