/* wind.c - a moving medium: F = (c1 + c2 |u|) u, u = velocity + gust sin(2 pi t / period) - v */
#include "kinds/force.h"

#include "num/sincos.h"

#include <math.h>
#include <stddef.h>

#define WIND(X)                                                                             \
  X(velocity, 3, LIA_FORCE_GIVEN, LIA_FORCE_ANY, "m/s", "of the medium, base axes")         \
  X(gust, 3, 0, LIA_FORCE_ANY, "m/s", "swings about it")                                    \
  X(period, 1, 1, 0, "s", "of the gusts")                                                   \
  X(linear, 1, 0, 0, "N s/m", "force per relative speed")                                   \
  X(quadratic, 1, 0, 0, "N s2/m2", "force per square of relative speed")                    \
  X(cd, 1, 0, 0, "", "coefficient of drag, with area")                                      \
  X(area, 1, 1, 0, "m2", "across the flow")                                                 \
  X(density, 1, 1.225, 0, "kg/m3", "of the medium")
LIA_FORCE_NUMBERS(WIND);

static const char *wrong(const double *p) {
  return p[AT_period] > 0 ? NULL : "period must be greater than 0";
}

static void at(const double *p, double t, const double *x, const double *v, const double *z,
               double *f, double *dz) {
  double w[3], s, ignored, speed = 0;
  (void)x;
  (void)z;
  (void)dz;
  lia_sincos1(6.283185307179586477 * t / p[AT_period], &s, &ignored);
  for (int k = 0; k < 3; k++) {
    w[k] = p[AT_velocity + k] + p[AT_gust + k] * s - v[k];
    speed += w[k] * w[k];
  }
  double per_speed = p[AT_quadratic] + p[AT_density] * p[AT_cd] * p[AT_area] / 2;
  double c = p[AT_linear] + per_speed * sqrt(speed);
  for (int k = 0; k < 3; k++) f[k] = c * w[k];
}

// no root of 0: so the force has a slope where the medium goes along
static const lia_line law[] = {
  LIA_EACH("w", "velocity + gust*sin(2*pi*t/period) - v"),
  LIA_SUM("square", "w^2"),
  LIA_ONE("speed", "piecewise(square == 0, 0, sqrt(square))"),
  LIA_ONE("c", "linear + (quadratic + density*cd*area/2)*speed"),
  LIA_EACH("f", "c*w"),
};

LIA_FORCE_ROW(wind,
  .text = "what a moving medium does to a point",
  .ports = LIA_PORT_point,
  .along = LIA_FORCE_NO_LAW,
  .at = LIA_FORCE_LAW(at, law, NULL, NULL, NULL),
  .state = LIA_FORCE_NO_STATE,
  .wrong = wrong,
  .gives = 1,
  .events = LIA_FORCE_NO_EVENTS);
