/* pulley.c - a rope: |from - to| + ratio |from2 - to2| is its length
 *
 * g = |d| + ratio |d2| - length, each as in distance */
#include "kinds/constraint_words.h"

static const lia_kind_param param[] = {
  { "length", "m", "of the rope", LIA_MUST_BE_GIVEN },
  { "ratio", "1", "how often the rope goes between the second pair", 1 },
};

// the part of one stretch, s times
static void stretch(const lia_end *e, double s, double F0[6], double F1[6],
    lia_constraint_eq *row) {
  double d[3], dd[3], u[3];
  row_gap(e, d, dd);
  double l = lia_unit3(u, d), along = lia_dot3(u, dd);
  row->g += s * l;
  if (l > 0) row->c += s * (lia_dot3(dd, dd) - along * along) / l;
  for (int k = 0; k < 3; k++) {
    F0[k] = s * u[k];
    F1[k] = -s * u[k];
  }
}

static void calc(const lia_constraint *c, const lia_end *e, double *work, lia_constraint_eq *row) {
  (void)work;
  *row = (lia_constraint_eq){ .g = -c->param[0] };
  stretch(e, 1, row->F[0], row->F[1], row);
  stretch(e + 2, c->param[1], row->F[2], row->F[3], row);
}

static void equation(lia_constraint_form *f) {
  NUM rope = plus(length(f, gap(f, 0)), times(f->param[1], length(f, gap(f, 2))));
  row_of(f, minus(rope, f->param[0]));
}

LIA_CONSTRAINT_OF_FRAMES(pulley, "a rope: |from - to| + ratio |from2 - to2| is its length",
                         NULL, 4, 1, 1, LIA_PARAMS(param), 0, 0);
