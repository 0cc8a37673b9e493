/* modtrap.c - modified trapezoid: the acceleration rises and falls by quarters of a sine
 *
 *   s'' = a sin(4 pi t) to 1/8, a to 3/8, a cos(4 pi (t - 3/8)) to 1/2; a = 8 pi/(2 + pi) */
#include "traj/law.h"

#include "num/sincos.h"

static const double pi = 3.14159265358979323846;

static void half(double tr, double t, double s[4]) {
  const double a = 8 * pi / (2 + pi), k = 4 * pi, v1 = a / k, s1 = v1 * (0.125 - 1 / k);
  double sine, cosine;
  (void)tr;
  if (t <= 0.125) {
    lia_sincos1(k * t, &sine, &cosine);
    s[0] = v1 * (t - sine / k);
    s[1] = v1 * (1 - cosine);
    s[2] = a * sine;
    s[3] = a * k * cosine;
  } else if (t <= 0.375) {
    const double u = t - 0.125;
    s[0] = s1 + v1 * u + a * u * u / 2;
    s[1] = v1 + a * u;
    s[2] = a;
    s[3] = 0;
  } else {
    const double u = t - 0.375, v2 = v1 + a / 4, s2 = s1 + v1 / 4 + a / 32;
    lia_sincos1(k * u, &sine, &cosine);
    s[0] = s2 + v2 * u + a / (k * k) * (1 - cosine);
    s[1] = v2 + v1 * sine;
    s[2] = a * cosine;
    s[3] = -a * k * sine;
  }
}

static void peaks(double tr, double peak[3]) {
  (void)tr;
  peak[0] = 2;
  peak[1] = 8 * pi / (2 + pi);
  peak[2] = 4 * pi * peak[1];   // at both ends and in the middle
}

static const lia_line lines[] = {
  LIA_ONE("a", "8*pi/(2 + pi)"),
  LIA_ONE("w", "a/(4*pi)"),
  LIA_ONE("way", "w*(1/8 - 1/(4*pi))"),
  LIA_ONE("rise", "w*(t - sin(4*pi*t)/(4*pi))"),
  LIA_ONE("stay", "way + w*(t - 1/8) + a*(t - 1/8)^2/2"),
  LIA_ONE("fall", "way + w/4 + a/32 + (w + a/4)*(t - 3/8) "
                  "+ w/(4*pi)*(1 - cos(4*pi*(t - 3/8)))"),
  LIA_ONE("s", "piecewise(t <= 1/8, rise, t <= 3/8, stay, fall)"),
};

LIA_LAW_ROW(modtrap,
  .text = "modified trapezoid: low acceleration, rounded by sines",
  .nshape = 0,
  .limits = LIA_LAW_JERK,
  .half = half,
  .peaks = peaks,
  LIA_LAW_LINES(lines),
  .whole = 0,
  .s_curve = 0,
  .covers = 0,
  .degree = 0);
