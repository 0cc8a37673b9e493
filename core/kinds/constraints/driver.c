/* driver.c - a coordinate, or an expression of coordinates, follows a law of time
 *
 * q - law(t) = 0 */
#include "kinds/constraint_texts.h"

static void write(lia_text *out, const lia_constraint_texts *t) {
  lia_text_printf(out, "(%s) - (%s)", t->coord[0], t->expr[0]);
}

LIA_CONSTRAINT_OF_COORDINATES(driver,
    "a coordinate, or an expression of coordinates, follows a law of time",
                              LIA_NO_PARAMS, 1, "coordinate", 1, "law");
