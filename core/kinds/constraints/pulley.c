/* pulley.c - a rope: |from - to| + ratio |from2 - to2| is its length
 *
 * g = |d| + ratio |d2| - length, each as in distance */
#include "kinds/constraints/grip.h"

static const char *const names[] = { "length", "ratio" };
static const double otherwise[] = { __builtin_nan(""), 1 };

/* the part of one stretch, s times */
static void stretch(const lia_end *e, double s, double F0[6], double F1[6], lia_crow *row) {
  double d[3], dd[3], u[3];
  hold_gap(e, d, dd);
  double l = lia_unit3(u, d), along = lia_dot3(u, dd);
  row->g += s * l;
  if (l > 0) row->c += s * (lia_dot3(dd, dd) - along * along) / l;
  for (int k = 0; k < 3; k++) {
    F0[k] = s * u[k];
    F1[k] = -s * u[k];
  }
}

static void calc(const lia_constraint *c, const lia_end *e, double *work, lia_crow *row) {
  (void)work;
  *row = (lia_crow){ .g = -c->param[0] };
  stretch(e, 1, row->F[0], row->F[1], row);
  stretch(e + 2, c->param[1], row->F[2], row->F[3], row);
}

extern const lia_constraint_row lia_constraint_pulley;
const lia_constraint_row lia_constraint_pulley = {
  .name = "pulley", .text = "a rope: |from - to| + ratio |from2 - to2| is its length",
  .nend = 4, .nrow = 1, .nheld = 1, .nparam = 2, .param = names, .missing = otherwise, .calc = calc,
};
