/* poly7.c - s = 35 t^4 - 84 t^5 + 70 t^6 - 20 t^7                        [course] F5.5 */
#include "traj/law.h"

#include <math.h>

static void half(double tr, double t, double s[4]) {
  static const double c[] = { 0, 0, 0, 0, 35, -84, 70, -20 };
  (void)tr;
  lia_law_poly(c, 7, t, s);
}

static void peaks(double tr, double peak[3]) {
  (void)tr;
  peak[0] = 35.0 / 16;
  peak[1] = 84 * sqrt(5) / 25;  // at t = 1/2 - sqrt(5)/10; the course prints 85
  peak[2] = 105.0 / 2;          // |s'''| at t = 1/2; the other extrema are 42
}

static const lia_line lines[] = {
  LIA_ONE("s", "35*t^4 - 84*t^5 + 70*t^6 - 20*t^7"),
};

LIA_LAW_ROW(poly7,
  .text = "degree 7: velocity, acceleration and jerk vanish at the ends",
  .nshape = 0,
  .limits = LIA_LAW_JERK,
  .half = half,
  .peaks = peaks,
  LIA_LAW_LINES(lines),
  .whole = 1,
  .s_curve = 0,
  .covers = 0,
  .degree = 7);
