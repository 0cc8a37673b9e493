/* modsine.c - modified sine: a quarter of a fast sine, half of a slow one, a quarter of a fast one
 *
 *   s'' = a sin(4 pi t) to 1/8, a sin(4/3 pi t + pi/3) to 7/8; a = 4 pi^2/(4 + pi) */
#include "traj/law.h"

#include "num/sincos.h"

static const double pi = 3.14159265358979323846;

static void half(double tr, double t, double s[4]) {
  const double q = pi / (4 + pi), a = 4 * pi * q;
  double sine, cosine;
  (void)tr;
  if (t <= 0.125) {
    lia_sincos1(4 * pi * t, &sine, &cosine);
    s[0] = q * (t - sine / (4 * pi));
    s[1] = q * (1 - cosine);
    s[2] = a * sine;
    s[3] = a * 4 * pi * cosine;
  } else {
    lia_sincos1(4 * pi / 3 * t + pi / 3, &sine, &cosine);
    s[0] = q * (2 / pi + t - 9 / (4 * pi) * sine);
    s[1] = q * (1 - 3 * cosine);
    s[2] = a * sine;
    s[3] = a * 4 * pi / 3 * cosine;
  }
}

static void peaks(double tr, double peak[3]) {
  (void)tr;
  const double q = pi / (4 + pi);
  peak[0] = 4 * q;
  peak[1] = 4 * pi * q;
  peak[2] = 16 * pi * pi * q;   // at both ends
}

static const lia_line lines[] = {
  LIA_ONE("q", "pi/(4 + pi)"),
  LIA_ONE("fast", "q*(t - sin(4*pi*t)/(4*pi))"),
  LIA_ONE("slow", "q*(2/pi + t - 9/(4*pi)*sin(4*pi*t/3 + pi/3))"),
  LIA_ONE("s", "piecewise(t <= 1/8, fast, slow)"),
};

LIA_LAW_ROW(modsine,
  .text = "modified sine: low speed and torque, for large masses",
  .nshape = 0,
  .limits = LIA_LAW_JERK,
  .half = half,
  .peaks = peaks,
  LIA_LAW_LINES(lines),
  .whole = 0,
  .s_curve = 0,
  .covers = 0,
  .degree = 0);
