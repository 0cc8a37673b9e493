/* poly3.c - s = 3 t^2 - 2 t^3: rests at both ends, acceleration jumps there */
#include "traj/law.h"

#include <math.h>

static void half(double tr, double t, double s[4]) {
  static const double c[] = { 0, 0, 3, -2 };
  (void)tr;
  lia_law_poly(c, 3, t, s);
}

static void peaks(double tr, double peak[3]) {
  (void)tr;
  peak[0] = 1.5;
  peak[1] = 6;
  peak[2] = INFINITY;
}

static const lia_line lines[] = {
  LIA_ONE("s", "3*t^2 - 2*t^3"),
};

LIA_LAW_ROW(poly3,
  .text = "degree 3: rest to rest, acceleration jumps at the ends",
  .nshape = 0,
  .limits = LIA_LAW_ACCELERATION,
  .half = half,
  .peaks = peaks,
  LIA_LAW_LINES(lines),
  .whole = 1,
  .s_curve = 0,
  .covers = 0,
  .degree = 3);
