/* at_events.h - what acts at events only, and so stands in no expression
 *
 * Dry friction that sticks, what strikes, hard ends, limits of joints: runs of a model know them,
 * equations and kernels tell that they leave them out. */
#ifndef LIA_AT_EVENTS_H
#define LIA_AT_EVENTS_H

#include "describe/spec.h"

LIA_C_BEGIN

/* the numbers p of element f; those that are expressions count as 1 */
void lia_spec_numbers_about(const lia_spec_force *f, double p[LIA_FORCE_NPARAM]);

/* a sentence for each: of force elements (the first nelement of n), then of joints */
typedef struct lia_at_events { const char **text; int n, nelement; } lia_at_events;

/* of a checked description; texts in the arena */
LIA_NODISCARD lia_status lia_spec_at_events(const lia_spec *s, lia_arena *arena,
                                            lia_at_events *out, lia_error *err);

LIA_C_END

#endif
