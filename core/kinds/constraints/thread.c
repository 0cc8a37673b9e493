/* thread.c - one axis is common, the slide along it is pitch times the turn
 *
 * g = x1 . d, y1 . d; x1 . z0, y1 . z0; z1 . d - pitch t,
 * t the turn about z nearest to z1 . d / pitch. With s = y1 . x0, k = x1 . x0:
 *   t = atan2(s, k),  t' = (k s' - s k') / (s^2 + k^2) */
#include "kinds/constraint_words.h"

static const lia_kind_param param[] = {
  { "pitch", "m/rad", "how far it slides for a radian of its turn", LIA_MUST_BE_GIVEN },
};

static void calc(const lia_constraint *c, const lia_end *e, double *work, lia_constraint_eq *row) {
  (void)work;
  row_along_axis(e, 0, row);
  row_along_axis(e, 1, row + 1);
  row_axis_parallel(e, row + 2);
  row_along_axis(e, 2, row + 4);

  double x0[3], x1[3], y1[3];
  lia_constraint_eq s, k;
  row_axis(x0, &e[0], 0);
  row_axis(x1, &e[1], 0);
  row_axis(y1, &e[1], 1);
  row_dot(e, y1, x0, 0, &s);
  row_dot(e, x1, x0, 0, &k);
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

static void equation(lia_constraint_form *f) {
  on_axis(f);
  same_axis(f);
  NUM t = angle_of(inner(y_of(f, 1), x_of(f, 0)), inner(x_of(f, 1), x_of(f, 0)));
  // t is nearest to what the slide says
  f->period[f->n] = times(times(LIA_TWO, LIA_PI), f->param[0]);
  row_of(f, minus(height(f), times(f->param[0], t)));
}

LIA_CONSTRAINT_OF_FRAMES(thread, "one axis is common, the slide along it is pitch times the turn",
                         "helical", 2, 5, 5, LIA_PARAMS(param), 1, 2);
