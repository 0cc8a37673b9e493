/* values.h - the expressions in the fields of a description: do they read, which names, values for names
 *
 * Texts follow sym/parse.h; deg is pi/180 beside pi. */
#ifndef LIA_VALUES_H
#define LIA_VALUES_H

#include "base/names.h"
#include "describe/spec.h"

LIA_C_BEGIN

/* Read every text: one that does not parse, or names a coordinate, is complained about; one without open names becomes
 * its number; the open names of all go to s->symbol. Part of lia_spec_check, before numbers are looked at. */
void lia_values_check(lia_spec *s);

/* the open names of one text, in order of appearance; 0 where memory is out */
int lia_values_names(const char *text, lia_names *names);

/* Put values for names into every field of s, at once: { "a", "2*b" }, { "b", "3" } turns a+b into 2*b+3. A name that is not
 * in s->symbol is complained about, with the nearest one. Afterwards the description is to be checked again. */
void lia_values_bind(lia_spec *s, int n, const char *const *name, const lia_val *value);

/* "is the symbol 'm2': give it a value, or ask for equations" of a text with open names */
void lia_values_open_text(const char *text, char *out, size_t size);

LIA_C_END

#endif
