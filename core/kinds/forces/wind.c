/* wind.c - a moving medium: F = (c1 + c2 |w - v|) (w - v), w = velocity + gust sin(2 pi t / period) */
#include "kinds/force.h"

#include "num/sincos.h"

#include <math.h>
#include <stddef.h>

static const lia_force_param param[] = {
  { "velocity", 3, (double)NAN, -(double)INFINITY, "of the medium (m/s), base axes" },
  { "gust", 3, 0, -(double)INFINITY, "swings about it (m/s)" },
  { "period", 1, 1, 0, "of the gusts (s)" },
  { "linear", 1, 0, 0, "force per relative speed" },
  { "quadratic", 1, 0, 0, "force per square of relative speed" },
  { "cd", 1, 0, 0, "coefficient of drag, with area" },
  { "area", 1, 1, 0, "across the flow (m2)" },
  { "density", 1, 1.225, 0, "of the medium (kg/m3)" },
};

static const char *wrong(const double *p) { return p[6] > 0 ? NULL : "period must be greater than 0"; }

static void at(const double *p, double t, const double x[3], const double v[3], double F[3]) {
  double w[3], s, ignored, speed = 0;
  (void)x;
  lia_sincos1(6.283185307179586477 * t / p[6], &s, &ignored);
  for (int k = 0; k < 3; k++) {
    w[k] = p[k] + p[3 + k] * s - v[k];
    speed += w[k] * w[k];
  }
  double c = p[7] + (p[8] + p[11] * p[9] * p[10] / 2) * sqrt(speed);
  for (int k = 0; k < 3; k++) F[k] = c * w[k];
}

extern const lia_force_row lia_force_row_wind;
const lia_force_row lia_force_row_wind = {
  .name = "wind", .text = "what a moving medium does to a point", .ports = LIA_PORT_point, .nparam = 8, .param = param, .wrong = wrong, .at = at, .gives = 1,
};
