/* gear.c - the second coordinate turns ratio times the first
 *
 * q2 - ratio q1 - offset = 0 */
#include "kinds/constraint_texts.h"

static const lia_kind_param param[] = {
  { "ratio", "1", "turns of the second for a turn of the first", LIA_MUST_BE_GIVEN },
  { "offset", "rad", "of the second where the first is 0", 0 },
};

static void write(lia_text *out, const lia_constraint_texts *t) {
  lia_text_printf(out, "%s - (%s)*%s - (%s)", t->coord[1], t->param[0], t->coord[0], t->param[1]);
}

LIA_CONSTRAINT_OF_COORDINATES(gear, "the second coordinate turns ratio times the first",
                              LIA_PARAMS(param), 2, "coordinates", 0, NULL);
