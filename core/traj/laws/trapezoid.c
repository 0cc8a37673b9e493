/* trapezoid.c - s'' = v/ta, then s' = v: trapezoidal velocity */
#include "traj/law.h"

#include <math.h>

static void half(const lia_law *law, double t, double s[4]) {
  if (t > law->ta) {
    lia_law_coast(law, t, s);
    return;
  }
  double a = lia_law_cruise(law) / law->ta;
  s[0] = a * t * t / 2;
  s[1] = a * t;
  s[2] = a;
  s[3] = 0;
}

static void peaks(const lia_law *law, double peak[3]) {
  peak[0] = lia_law_cruise(law);
  peak[1] = lia_law_cruise(law) / law->ta;
  peak[2] = INFINITY;
}

static const lia_line lines[] = {
  LIA_ONE("v", "1/(1 - ta)"),
  LIA_ONE("s", "piecewise(t <= ta, v*t^2/(2*ta), v*(t - ta/2))"),
};

LIA_LAW_ROW(trapezoid,
  .text = "trapezoidal velocity; ta = 1/2 is bang-bang",
  .nshape = 1,
  .limits = LIA_LAW_ACCELERATION,
  .half = half,
  .peaks = peaks,
  LIA_LAW_LINES(lines),
  .whole = 0,
  .s_curve = 0);
