/* sine2.c - r'' = 2 sin^2(pi t)                                            [course] F5.7 */
#include "traj/law.h"

#include "num/sincos.h"

static const double pi = 3.14159265358979323846;

static void half(double tr, double t, double s[4]) {
  double sine, half, cosine;
  (void)tr;
  lia_sincos1(2 * pi * t, &sine, &cosine);
  lia_sincos1(pi * t, &half, &cosine);
  s[0] = (t * t - half * half / (pi * pi)) / 2;   // cos(2 pi t) - 1 = -2 sin^2(pi t)
  s[1] = t - sine / (2 * pi);
  s[2] = 2 * half * half;
  s[3] = 2 * pi * sine;
}

static void peaks(double tr, double peak[3]) {
  (void)tr;
  peak[0] = 1;
  peak[1] = 2;
  peak[2] = 2 * pi;
}

static const lia_line lines[] = {
  LIA_ONE("a", "2*v/ta"),
  LIA_ONE("k", "2*pi/ta"),
  LIA_ONE("s", "a/4*(t^2 - 4*sin(pi*t/ta)^2/k^2)"),
};

LIA_LAW_ROW(sine2,
  .text = "acceleration in sine squared (continuous jerk)",
  .nshape = 1,
  .limits = LIA_LAW_JERK,
  .half = half,
  .peaks = peaks,
  LIA_LAW_LINES(lines),
  .whole = 0,
  .s_curve = 0,
  .covers = 0.5,
  .degree = 0);
