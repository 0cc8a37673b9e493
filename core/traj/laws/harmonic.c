/* harmonic.c - s = (1 - cos(pi t))/2: simple harmonic motion, acceleration jumps at the ends */
#include "traj/law.h"

#include "num/sincos.h"

#include <math.h>

static const double pi = 3.14159265358979323846;

static void half(double tr, double t, double s[4]) {
  double sine, cosine, half, unused;
  (void)tr;
  lia_sincos1(pi * t, &sine, &cosine);
  lia_sincos1(pi * t / 2, &half, &unused);
  s[0] = half * half;   // 1 - cos(x) = 2 sin^2(x/2)
  s[1] = pi / 2 * sine;
  s[2] = pi * pi / 2 * cosine;
  s[3] = -pi * pi * pi / 2 * sine;
}

static void peaks(double tr, double peak[3]) {
  (void)tr;
  peak[0] = pi / 2;
  peak[1] = pi * pi / 2;   // at both ends
  peak[2] = INFINITY;
}

static const lia_line lines[] = {
  LIA_ONE("s", "(1 - cos(pi*t))/2"),
};

LIA_LAW_ROW(harmonic,
  .text = "simple harmonic: rest to rest, acceleration jumps at the ends",
  .nshape = 0,
  .limits = LIA_LAW_ACCELERATION,
  .half = half,
  .peaks = peaks,
  LIA_LAW_LINES(lines),
  .whole = 1,
  .s_curve = 0,
  .covers = 0,
  .degree = 0);
