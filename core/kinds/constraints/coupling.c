/* coupling.c - coordinates times their factors add up to offset
 *
 * sum factor_k q_k - offset = 0 */
#include "kinds/constraints/grip.h"

static const char *const names[] = { "offset" };
static const double otherwise[] = { 0 };

static void write(lia_text *out, int n, const char *const *coord, const char *const *factor, const char *const *param) {
  for (int k = 0; k < n; k++) lia_text_printf(out, "%s(%s)*%s", k ? " + " : "", factor[k], coord[k]);
  lia_text_printf(out, " - (%s)", param[0]);
}

extern const lia_constraint_row lia_constraint_coupling;
const lia_constraint_row lia_constraint_coupling = {
  .name = "coupling", .text = "coordinates times their factors add up to offset",
  .nrow = 1, .nheld = 1, .nparam = 1, .param = names, .missing = otherwise, .ncoord = -1, .write = write,
};
