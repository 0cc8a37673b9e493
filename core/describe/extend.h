/* extend.h - a checked description with more that acts on it and is watched
 *
 * What one run, one linear model adds to a description: force elements behind its own, outputs in
 * the place of its own. All else is shared, so that an extension costs what it adds, and whoever
 * takes a description takes an extension. */
#ifndef LIA_EXTEND_H
#define LIA_EXTEND_H

#include "describe/spec.h"

LIA_C_BEGIN

/* s: checked; it must outlive *out and stay as it is. Elements are added as to any description
 * (lia_spec_add_force); its complaints are its own, and its inputs: what sets one in a run may
 * stand as its value. Freed by lia_spec_free */
LIA_NODISCARD lia_status lia_spec_extend(lia_spec **out, const lia_spec *s, lia_error *err);
/* no outputs any more: those that are added stand alone */
void lia_spec_drop_outputs(lia_spec *s);

/* What lia_spec_check does of a description, done of what was added alone. Here nothing can be
 * given a value later: an open name is a complaint, with the nearest one known */
LIA_NODISCARD lia_status lia_spec_check_added(lia_spec *s, lia_error *err);

LIA_C_END

#endif
