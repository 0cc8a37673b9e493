/* driver.c - a coordinate, or an expression of coordinates, follows a law of time
 *
 * q - law(t) = 0 */
#include "kinds/constraints/grip.h"

extern const lia_constraint_row lia_constraint_driver;
const lia_constraint_row lia_constraint_driver = {
  .name = "driver", .text = "a coordinate, or an expression of coordinates, follows a law of time",
  .nrow = 1, .nheld = 1, .ncoord = 1, .nexpr = 1,
};
