/* sine2.c - s'' = a sin^2(pi t/ta), a = 2 v/ta                             [course] F5.7 */
#include "traj/law.h"

#include "num/sincos.h"

#include <math.h>

static const double pi = 3.14159265358979323846;

static void half(const lia_law *law, double t, double s[4]) {
  if (t > law->ta) {
    lia_law_coast(law, t, s);
    return;
  }
  double ta = law->ta, a = 2 * lia_law_cruise(law) / ta, k = 2 * pi / ta, sine, half, cosine;
  lia_sincos1(k * t, &sine, &cosine);
  lia_sincos1(pi * t / ta, &half, &cosine);
  s[0] = a / 4 * (t * t - 4 * half * half / (k * k));   // cos(k t) - 1 = -2 sin^2(k t/2)
  s[1] = a / 2 * (t - sine / k);
  s[2] = a * half * half;
  s[3] = a / 2 * k * sine;
}

static void peaks(const lia_law *law, double peak[3]) {
  peak[0] = lia_law_cruise(law);
  peak[1] = 2 * lia_law_cruise(law) / law->ta;
  peak[2] = peak[1] * pi / law->ta;
}

static const lia_line lines[] = {
  LIA_ONE("v", "1/(1 - ta)"),
  LIA_ONE("a", "2*v/ta"),
  LIA_ONE("k", "2*pi/ta"),
  LIA_ONE("speed_up", "a/4*(t^2 - 4*sin(pi*t/ta)^2/k^2)"),
  LIA_ONE("s", "piecewise(t <= ta, speed_up, v*(t - ta/2))"),
};

LIA_LAW_ROW(sine2,
  .text = "acceleration in sine squared (continuous jerk)",
  .nshape = 1,
  .limits = LIA_LAW_JERK,
  .half = half,
  .peaks = peaks,
  LIA_LAW_LINES(lines),
  .whole = 0,
  .s_curve = 0);
