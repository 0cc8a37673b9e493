/* trapezoid.c - s'' = v/ta, then s' = v: trapezoidal velocity */
#include "traj/law.h"

#include <math.h>

static void half(double tr, double t, double s[4]) {
  (void)tr;
  s[0] = t * t / 2;
  s[1] = t;
  s[2] = 1;
  s[3] = 0;
}

static void peaks(double tr, double peak[3]) {
  (void)tr;
  peak[0] = peak[1] = 1;
  peak[2] = INFINITY;
}

static const lia_line lines[] = {
  LIA_ONE("s", "v*t^2/(2*ta)"),
};

LIA_LAW_ROW(trapezoid,
  .text = "trapezoidal velocity; ta = 1/2 is bang-bang",
  .nshape = 1,
  .limits = LIA_LAW_ACCELERATION,
  .half = half,
  .peaks = peaks,
  LIA_LAW_LINES(lines),
  .whole = 0,
  .s_curve = 0,
  .covers = 0.5,
  .degree = 2);
