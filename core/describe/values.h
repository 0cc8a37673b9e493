/* values.h - the expressions in the fields of a description: do they read, names, values for names
 *
 * Texts follow sym/expr/parse.h, in every way of describing. */
#ifndef LIA_VALUES_H
#define LIA_VALUES_H

#include "base/names.h"
#include "base/text.h"
#include "describe/spec.h"
#include "sym/expr/pool.h"

LIA_C_BEGIN

/* Read every text: one that does not parse, or names a coordinate, is complained about; one
 * without open names becomes its number; the open names of all go to s->symbol. Part of
 * lia_spec_check, before numbers are looked at. */
void lia_values_check(lia_spec *s);

/* The same of what an extension adds (extend.h): an open name is complained about. Part of
 * lia_spec_check_added */
void lia_values_check_added(lia_spec *s);

/* A text by itself: does it read, and what is its value where it names nothing? 1: *x is its
 * value; 0: it has open names; -1: it does not read, or has no finite value: err->path is the
 * place in the text or "", err->text what is wrong. p: any pool without coordinates; it is
 * cleared of a failure */
int lia_values_number(lia_pool *p, const char *text, double *x, lia_error *err);
/* what is wrong with a text, as every way of describing says it: 'max(1': column 6: expected
 * ')' .. */
enum { LIA_VALUES_SENTENCE = 400 };
void lia_values_sentence(char out[LIA_VALUES_SENTENCE], const char *text, const lia_error *err);
/* the first function of the text that has corners, "a comparison", or NULL; without memory
 * NULL */
const char *lia_values_corner(const char *text);

/* the times at which a text changes its branch, as its conditions t < 5 tell them: found(user, 5)
 * for each, in order of appearance. 0 where memory is out */
int lia_values_times(const char *text, void (*found)(void *user, double t), void *user);

/* does a text have no corner but where t is compared with numbers, and no other name? */
int lia_values_only_times(const char *text);
/* such a text, whose value and rate go on at all these times: 1. 0: not; *at: where one of them
 * jumps, NaN where that is not the reason (law_of_time.c) */
int lia_values_goes_on(const char *text, double *at);
/* the open names of one text, in order of appearance; 0 where memory is out. What does not
 * read has none */
int lia_values_names(const char *text, lia_names *names);

/* The first constraint whose equation names input number `input`, into *constraint; -1: none does.
 * Surfaces name no inputs: their x y z are places */
LIA_NODISCARD lia_status lia_values_driven(const lia_spec *s, int input, int *constraint,
                                           lia_error *err);
/* text with the values of inputs in the places of their names, behind out; 1 where it names some */
int lia_values_put_inputs(lia_text *out, const lia_spec *s, const char *text);

/* Put values for names into every field of s, at once: { "a", "2*b" }, { "b", "3" } turns a+b
 * into 2*b+3. A name that is not in s->symbol is complained about, with the nearest one.
 * Afterwards the description is to be checked again. */
void lia_values_bind(lia_spec *s, int n, const char *const *name, const lia_val *value);

/* "is the symbol 'm2': give it a value, or ask for equations" of a text with open names */
void lia_values_open_text(const char *text, char *out, size_t size);

LIA_C_END

#endif
