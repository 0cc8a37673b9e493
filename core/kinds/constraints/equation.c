/* equation.c - an equation of the user: phi(q, t) = 0, or linear in the rates, H(q, t) q' + b(q, t) = 0
 *
 * phi = 0 where no rate stands in it, else a row of velocities */
#include "kinds/constraints/grip.h"

extern const lia_constraint_row lia_constraint_equation;
const lia_constraint_row lia_constraint_equation = {
  .name = "equation", .text = "an equation of the user: phi(q, t) = 0, or linear in the rates, H(q, t) q' + b(q, t) = 0",
  .nrow = 1, .nheld = 1, .nexpr = 1,
};
