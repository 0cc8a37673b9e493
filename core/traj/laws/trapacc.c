/* trapacc.c - trapezoidal acceleration
 *
 * s'' rises for tr to a = v/(ta - tr), stays, falls for tr; s' is symmetric about ta/2. */
#include "traj/law.h"

#include <math.h>

static void half(const lia_law *law, double t, double s[4]) {
  double ta = law->ta, tr = law->tr, v = lia_law_cruise(law), a = v / (ta - tr), j = a / tr;
  if (t > ta) {
    lia_law_coast(law, t, s);
  } else if (t < tr) {
    s[0] = j * t * t * t / 6;
    s[1] = j * t * t / 2;
    s[2] = j * t;
    s[3] = j;
  } else if (t <= ta - tr) {
    double u = t - tr;
    s[0] = j * tr * tr * tr / 6 + j * tr * tr / 2 * u + a * u * u / 2;
    s[1] = j * tr * tr / 2 + a * u;
    s[2] = a;
    s[3] = 0;
  } else {
    double u = ta - t;
    s[0] = v * ta / 2 - v * u + j * u * u * u / 6;
    s[1] = v - j * u * u / 2;
    s[2] = j * u;
    s[3] = -j;
  }
}

static void peaks(const lia_law *law, double peak[3]) {
  peak[0] = lia_law_cruise(law);
  peak[1] = lia_law_cruise(law) / (law->ta - law->tr);
  peak[2] = peak[1] / law->tr;
}

static const lia_line lines[] = {
  LIA_ONE("v", "1/(1 - ta)"),
  LIA_ONE("a", "v/(ta - tr)"),
  LIA_ONE("j", "a/tr"),
  LIA_ONE("rise", "j*t^3/6"),
  LIA_ONE("stay", "j*tr^3/6 + j*tr^2/2*(t - tr) + a*(t - tr)^2/2"),
  LIA_ONE("fall", "v*ta/2 - v*(ta - t) + j*(ta - t)^3/6"),
  LIA_ONE("speed_up", "piecewise(t < tr, rise, t <= ta - tr, stay, fall)"),
  LIA_ONE("s", "piecewise(t <= ta, speed_up, v*(t - ta/2))"),
};

LIA_LAW_ROW(trapacc,
  .text = "trapezoidal acceleration (continuous), with rise time tr",
  .nshape = 2,
  .limits = LIA_LAW_JERK,
  .half = half,
  .peaks = peaks,
  LIA_LAW_LINES(lines),
  .whole = 0,
  .s_curve = 1);
