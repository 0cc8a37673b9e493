/* cycloid.c - s = t - sin(2 pi t)/(2 pi): the acceleration is one whole sine */
#include "traj/law.h"

#include "num/sincos.h"

static const double pi = 3.14159265358979323846;

static void half(double tr, double t, double s[4]) {
  double sine, cosine, half, unused;
  (void)tr;
  lia_sincos1(2 * pi * t, &sine, &cosine);
  lia_sincos1(pi * t, &half, &unused);
  s[0] = t - sine / (2 * pi);
  s[1] = 2 * half * half;   // 1 - cos(2 pi t)
  s[2] = 2 * pi * sine;
  s[3] = 4 * pi * pi * cosine;
}

static void peaks(double tr, double peak[3]) {
  (void)tr;
  peak[0] = 2;
  peak[1] = 2 * pi;
  peak[2] = 4 * pi * pi;   // at both ends and in the middle
}

static const lia_line lines[] = {
  LIA_ONE("s", "t - sin(2*pi*t)/(2*pi)"),
};

LIA_LAW_ROW(cycloid,
  .text = "cycloidal: the acceleration is one whole sine",
  .nshape = 0,
  .limits = LIA_LAW_JERK,
  .half = half,
  .peaks = peaks,
  LIA_LAW_LINES(lines),
  .whole = 1,
  .s_curve = 0,
  .covers = 0,
  .degree = 0);
