/* emit.h - functions written out as programs, in any language of languages.def
 *
 * What is written is the tape of the outputs (sym/tape/eval.h): shared parts once, whole powers as
 * products, sin and cos of an angle together. Values read once stand where they are read; the
 * others get names: s_q1, c_q2q3 for sines and cosines of angles, x1, x2 ... for the rest.
 * Functions are cut into parts of at most LIA_EMIT_PART statements.
 * Every text carries its operation count and, where asked, test vectors with a self-test. */
#ifndef LIA_EMIT_H
#define LIA_EMIT_H

#include "gen/emit_function.h"

LIA_C_BEGIN

typedef enum lia_language {
#define X(id) LIA_LANGUAGE_##id,
#include "gen/languages.def"
#undef X
  LIA_LANGUAGE_COUNT
} lia_language;

extern const lia_language_row *const lia_language_rows[LIA_LANGUAGE_COUNT];

int lia_language_find(const char *name);            /* its number, or -1 */
const char *lia_language_name(lia_language k);
const char *lia_language_text(lia_language k);

/* append the program to out. EARG: an output with a symbol that is no input, a name that is no
 * identifier */
LIA_NODISCARD lia_status lia_emit(const lia_emit_fn *f, lia_language language,
                                  const lia_emit_opts *opts, lia_text *out, lia_count *count,
                                  lia_error *err);

LIA_C_END

#endif
