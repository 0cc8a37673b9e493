/* poly5.c - s = 10 t^3 - 15 t^4 + 6 t^5                                  [course] F5.4 */
#include "traj/law.h"

#include <math.h>

static void half(double tr, double t, double s[4]) {
  static const double c[] = { 0, 0, 0, 10, -15, 6 };
  (void)tr;
  lia_law_poly(c, 5, t, s);
}

static void peaks(double tr, double peak[3]) {
  (void)tr;
  peak[0] = 15.0 / 8;
  peak[1] = 10 * sqrt(3) / 3;   // at t = 1/2 - sqrt(3)/6
  peak[2] = 60;                 // at both ends
}

static const lia_line lines[] = {
  LIA_ONE("s", "10*t^3 - 15*t^4 + 6*t^5"),
};

LIA_LAW_ROW(poly5,
  .text = "degree 5: velocity and acceleration vanish at the ends",
  .nshape = 0,
  .limits = LIA_LAW_JERK,
  .half = half,
  .peaks = peaks,
  LIA_LAW_LINES(lines),
  .whole = 1,
  .s_curve = 0,
  .covers = 0,
  .degree = 5);
