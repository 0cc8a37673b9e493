/* equation.c - an equation of the user: phi(q, t) = 0, or linear in the rates, H q' + b = 0
 *
 * phi = 0 where no rate stands in it, else a row of velocities */
#include "kinds/constraint_texts.h"

static void write(lia_text *out, const lia_constraint_texts *t) {
  lia_text_put(out, t->expr[0]);
}

LIA_CONSTRAINT_OF_COORDINATES(equation,
    "an equation of the user: phi(q, t) = 0, or linear in the rates, H(q, t) q' + b(q, t) = 0",
                              LIA_NO_PARAMS, 0, NULL, 1, "equation");
