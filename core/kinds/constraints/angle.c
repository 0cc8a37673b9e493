/* angle.c - the axes of both frames stay at an angle to each other
 *
 * g = z1 . z0 - cos angle */
#include "kinds/constraint_words.h"

#include "num/sincos.h"

static const lia_kind_param param[] = {
  { "angle", "rad", "between the axes", LIA_MUST_BE_GIVEN },
};

static void calc(const lia_constraint *c, const lia_end *e, double *work, lia_constraint_eq *row) {
  (void)work;
  double a[3], b[3], sine, cosine;
  lia_sincos1(c->param[0], &sine, &cosine);
  row_axis(a, &e[1], 2);
  row_axis(b, &e[0], 2);
  row_dot(e, a, b, cosine, row);
}

static void equation(lia_constraint_form *f) {
  row_of(f, minus(inner(z_of(f, 1), z_of(f, 0)), cosine(f->param[0])));
}

LIA_CONSTRAINT_OF_FRAMES(angle, "the axes of both frames stay at an angle to each other",
                         NULL, 2, 1, 1, LIA_PARAMS(param), 0, 0);
