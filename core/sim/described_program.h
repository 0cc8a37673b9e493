/* described_program.h - expressions about what acts on a description, as a program of any language
 *
 * The numbers of force elements, forces told by expressions and laws of inputs, read as
 * described_forces.h reads them, for those who compute them elsewhere: the living page. */
#ifndef LIA_DESCRIBED_PROGRAM_H
#define LIA_DESCRIBED_PROGRAM_H

#include "describe/spec.h"
#include "gen/emit.h"

LIA_C_BEGIN

/* s: a checked description. text (ntext): in its coordinates, rates, inputs and t, and in param
 * (nparam), names that are open. port: 1 where x and v are those of the port of an element */
typedef struct lia_described_texts {
  const lia_spec *s;
  const char *const *text, *const *param;
  int ntext, nparam, port;
} lia_described_texts;

/* program `name`, appended to out: of x, v (1 each, of the port), q, the rates, inputs, t (1) and
 * p, the values of the texts. EMODEL: one does not read; EARG: it has another open name */
LIA_NODISCARD lia_status lia_described_program(const lia_described_texts *d, lia_language language,
                                               const char *name, lia_text *out, lia_error *err);

LIA_C_END

#endif
