/* modvel.c - modified constant velocity: speeding up as the modified sine does, then cruising
 *
 *   r'' = pi/2 sin(2 pi t) to 1/4, pi/2 sin(2/3 pi t + pi/3) behind */
#include "traj/law.h"

#include "num/sincos.h"

static const double pi = 3.14159265358979323846;

static void half(double tr, double t, double s[4]) {
  double sine, cosine;
  (void)tr;
  if (t <= 0.25) {
    lia_sincos1(2 * pi * t, &sine, &cosine);
    s[0] = (t - sine / (2 * pi)) / 4;
    s[1] = (1 - cosine) / 4;
    s[2] = pi / 2 * sine;
    s[3] = pi * pi * cosine;
  } else {
    lia_sincos1(2 * pi / 3 * t + pi / 3, &sine, &cosine);
    s[0] = (4 / pi + t - 9 / (2 * pi) * sine) / 4;
    s[1] = (1 - 3 * cosine) / 4;
    s[2] = pi / 2 * sine;
    s[3] = pi * pi / 3 * cosine;
  }
}

static void peaks(double tr, double peak[3]) {
  (void)tr;
  peak[0] = 1;
  peak[1] = pi / 2;
  peak[2] = pi * pi;   // where it begins
}

static const lia_line lines[] = {
  LIA_ONE("u", "t/ta"),
  LIA_ONE("fast", "(u - sin(2*pi*u)/(2*pi))/4"),
  LIA_ONE("slow", "(4/pi + u - 9/(2*pi)*sin(2*pi*u/3 + pi/3))/4"),
  LIA_ONE("s", "v*ta*piecewise(u <= 1/4, fast, slow)"),
};

LIA_LAW_ROW(modvel,
  .text = "modified constant velocity; ta = 1/4 is MCV50, ta = 1/2 the modified sine",
  .nshape = 1,
  .limits = LIA_LAW_JERK,
  .half = half,
  .peaks = peaks,
  LIA_LAW_LINES(lines),
  .whole = 0,
  .s_curve = 0,
  .covers = (4 + 3.14159265358979323846) / (4 * 3.14159265358979323846),
  .degree = 0);
