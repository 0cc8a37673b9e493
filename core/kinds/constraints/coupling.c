/* coupling.c - coordinates times their factors add up to offset
 *
 * sum factor_k q_k - offset = 0 */
#include "kinds/constraint_texts.h"

static const lia_kind_param param[] = {
  { "offset", "as the coordinates", "what they add up to", 0 },
};

static void write(lia_text *out, const lia_constraint_texts *t) {
  for (int k = 0; k < t->n; k++)
    lia_text_printf(out, "%s(%s)*%s", k ? " + " : "", t->factor[k], t->coord[k]);
  lia_text_printf(out, " - (%s)", t->param[0]);
}

LIA_CONSTRAINT_OF_COORDINATES(coupling, "coordinates times their factors add up to offset",
                              LIA_PARAMS(param), -1, "coordinates", 0, NULL);
