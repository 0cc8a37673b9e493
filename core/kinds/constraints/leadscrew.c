/* leadscrew.c - the second coordinate slides pitch times the turn of the first
 *
 * q2 - pitch q1 - offset = 0 */
#include "kinds/constraints/grip.h"

static const char *const names[] = { "pitch", "offset" };
static const double otherwise[] = { __builtin_nan(""), 0 };

static void write(lia_text *out, int n, const char *const *coord, const char *const *factor, const char *const *param) {
  (void)n;
  (void)factor;
  lia_text_printf(out, "%s - (%s)*%s - (%s)", coord[1], param[0], coord[0], param[1]);
}

extern const lia_constraint_row lia_constraint_leadscrew;
const lia_constraint_row lia_constraint_leadscrew = {
  .name = "leadscrew", .text = "the second coordinate slides pitch times the turn of the first",
  .nrow = 1, .nheld = 1, .nparam = 2, .param = names, .missing = otherwise, .ncoord = 2, .write = write,
};
