/* trapacc.c - trapezoidal acceleration
 *
 * r'' rises for tr to a = 1/(1 - tr), stays, falls for tr; r' is symmetric about 1/2. */
#include "traj/law.h"

#include <math.h>

static void half(double tr, double t, double s[4]) {
  const double a = 1 / (1 - tr), j = a / tr;
  if (t < tr) {
    s[0] = j * t * t * t / 6;
    s[1] = j * t * t / 2;
    s[2] = j * t;
    s[3] = j;
  } else if (t <= 1 - tr) {
    const double u = t - tr;
    s[0] = j * tr * tr * tr / 6 + j * tr * tr / 2 * u + a * u * u / 2;
    s[1] = j * tr * tr / 2 + a * u;
    s[2] = a;
    s[3] = 0;
  } else {
    const double u = 1 - t;
    s[0] = 0.5 - u + j * u * u * u / 6;
    s[1] = 1 - j * u * u / 2;
    s[2] = j * u;
    s[3] = -j;
  }
}

static void peaks(double tr, double peak[3]) {
  peak[0] = 1;
  peak[1] = 1 / (1 - tr);
  peak[2] = peak[1] / tr;
}

static const lia_line lines[] = {
  LIA_ONE("a", "v/(ta - tr)"),
  LIA_ONE("j", "a/tr"),
  LIA_ONE("rise", "j*t^3/6"),
  LIA_ONE("stay", "j*tr^3/6 + j*tr^2/2*(t - tr) + a*(t - tr)^2/2"),
  LIA_ONE("fall", "v*ta/2 - v*(ta - t) + j*(ta - t)^3/6"),
  LIA_ONE("s", "piecewise(t < tr, rise, t <= ta - tr, stay, fall)"),
};

LIA_LAW_ROW(trapacc,
  .text = "trapezoidal acceleration (continuous), with rise time tr",
  .nshape = 2,
  .limits = LIA_LAW_JERK,
  .half = half,
  .peaks = peaks,
  LIA_LAW_LINES(lines),
  .whole = 0,
  .s_curve = 1,
  .covers = 0.5,
  .degree = 3);
