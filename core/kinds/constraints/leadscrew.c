/* leadscrew.c - the second coordinate slides pitch times the turn of the first
 *
 * q2 - pitch q1 - offset = 0 */
#include "kinds/constraint_texts.h"

static const lia_kind_param param[] = {
  { "pitch", "m/rad", "how far the second slides for a radian of the first", LIA_MUST_BE_GIVEN },
  { "offset", "m", "of the second where the first is 0", 0 },
};

static void write(lia_text *out, const lia_constraint_texts *t) {
  lia_text_printf(out, "%s - (%s)*%s - (%s)", t->coord[1], t->param[0], t->coord[0], t->param[1]);
}

LIA_CONSTRAINT_OF_COORDINATES(leadscrew,
    "the second coordinate slides pitch times the turn of the first",
                              LIA_PARAMS(param), 2, "coordinates", 0, NULL);
