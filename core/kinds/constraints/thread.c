/* thread.c - one axis is common, the slide along it is pitch times the turn
 *
 * g = x1 . d, y1 . d; x1 . z0, y1 . z0; z1 . d - pitch t, t the turn about z nearest to z1 . d / pitch.
 * With s = y1 . x0, k = x1 . x0:  t = atan2(s, k),  t' = (k s' - s k') / (s^2 + k^2) */
#include "kinds/constraints/grip.h"

static const char *const names[] = { "pitch" };
static const double otherwise[] = { __builtin_nan("") };

static void calc(const lia_constraint *c, const lia_end *e, double *work, lia_crow *row) {
  (void)work;
  hold_along_axis(e, 0, row);
  hold_along_axis(e, 1, row + 1);
  hold_axis_parallel(e, row + 2);
  hold_along_axis(e, 2, row + 4);

  double x0[3], x1[3], y1[3];
  lia_crow s, k;
  hold_axis(x0, &e[0], 0);
  hold_axis(x1, &e[1], 0);
  hold_axis(y1, &e[1], 1);
  hold_dot(e, y1, x0, 0, &s);
  hold_dot(e, x1, x0, 0, &k);
  double pitch = c->param[0], n = s.g * s.g + k.g * k.g, t = atan2(s.g, k.g), turns = 2 * acos(-1);
  if (pitch != 0) t += turns * floor((row[4].g / pitch - t) / turns + 0.5);

  // rates of s and k
  double sd = 0, kd = 0;
  for (int i = 0; i < 3; i++) {
    sd += s.F[0][3+i] * e[0].w[i] + s.F[1][3+i] * e[1].w[i];
    kd += k.F[0][3+i] * e[0].w[i] + k.F[1][3+i] * e[1].w[i];
  }
  double td = (k.g * sd - s.g * kd) / n;
  row[4].g -= pitch * t;
  row[4].c -= pitch * ((k.g * s.c - s.g * k.c) - 2 * td * (s.g * sd + k.g * kd)) / n;
  for (int j = 0; j < 2; j++)
    for (int i = 3; i < 6; i++) row[4].F[j][i] -= pitch * (k.g * s.F[j][i] - s.g * k.F[j][i]) / n;
}

extern const lia_constraint_row lia_constraint_thread;
const lia_constraint_row lia_constraint_thread = {
  .name = "thread", .text = "one axis is common, the slide along it is pitch times the turn",
  .nend = 2, .nrow = 5, .nheld = 5, .upright = 1, .turns_at = 2, .nparam = 1, .param = names, .missing = otherwise, .calc = calc,
};
