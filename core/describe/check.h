/* check.h - every complaint about a description, each with its path */
#ifndef LIA_CHECK_H
#define LIA_CHECK_H

#include "base/names.h"
#include "describe/spec.h"

LIA_C_BEGIN

/* Resolve the names of s (parents, children, frames, coordinates), order its joints parents first,
 * and collect everything that is wrong with it, and what is only odd as warnings, behind the
 * complaints its readers already made:
 *
 *   names missing, twice, unknown (with the nearest known one); no joint or two joints to a body;
 *   a body among its own ancestors; coordinates twice, or following nothing; expressions that do
 *   not parse; numbers that are not finite; axes of no length, limits crossed, what may not be
 *   negative; inertia that no body can have; loops from nowhere
 *
 * LIA_OK; LIA_EMODEL with the first complaint where there is one (all: lia_check_report);
 * LIA_ENOMEM. */
LIA_NODISCARD lia_status lia_spec_check(lia_spec *s, lia_error *err);

/* All complaints as one text: "path: what" where there is one, else "n complaints:" and a line for
 * each, at most 20. The length, as snprintf; warnings are told where warnings is 1, errors where it
 * is 0. */
int lia_check_report(const lia_spec *s, int warnings, char *out, size_t size);

/* " (did you mean 'x'?)": the nearest of n names; where none is near " (there are: a, b)", "" where
 * these are many; in buf */
enum { LIA_CHECK_HINT = LIA_NAMES_LIST };
const char *lia_check_hint(char buf[LIA_CHECK_HINT], const char *got, const char *const *name,
    int n);

LIA_C_END

#endif
