/* poly9.c - s = 126 t^5 - 420 t^6 + 540 t^7 - 315 t^8 + 70 t^9 */
#include "traj/law.h"

#include <math.h>

static void half(double tr, double t, double s[4]) {
  static const double c[] = { 0, 0, 0, 0, 0, 126, -420, 540, -315, 70 };
  (void)tr;
  lia_law_poly(c, 9, t, s);
}

// s' = 630 u^4, u = t (1 - t): s'' at 1 - 2 t = 1/sqrt(7), s''' at t = 1/2
static void peaks(double tr, double peak[3]) {
  (void)tr;
  peak[0] = 315.0 / 128;
  peak[1] = 2520.0 * 216 / (343 * 64 * sqrt(7));
  peak[2] = 315.0 / 4;
}

static const lia_line lines[] = {
  LIA_ONE("s", "126*t^5 - 420*t^6 + 540*t^7 - 315*t^8 + 70*t^9"),
};

LIA_LAW_ROW(poly9,
  .text = "degree 9: the derivative of the jerk vanishes at the ends too",
  .nshape = 0,
  .limits = LIA_LAW_JERK,
  .half = half,
  .peaks = peaks,
  LIA_LAW_LINES(lines),
  .whole = 1,
  .s_curve = 0,
  .covers = 0,
  .degree = 0);   // above 7 it is approximated, as laws of sines are
