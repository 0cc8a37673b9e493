/* emit.h - functions written out as programs, in any language of languages.def
 *
 * What is written is the tape of the outputs (sym/tape/eval.h): shared parts once, whole powers as
 * products, sin and cos of an angle together. Values read once stand where they are read; the
 * others get names: s_q1, c_q2q3 for sines and cosines of angles, x1, x2 ... for the rest.
 * Functions are cut into parts of at most LIA_EMIT_PART statements.
 * Every text carries its operation count and, where asked, test vectors with a self-test. */
#ifndef LIA_EMIT_H
#define LIA_EMIT_H

#include "base/text.h"
#include "sym/tape/eval.h"

LIA_C_BEGIN

enum { LIA_EMIT_PART = 800 };

/* a group of inputs (symbols) or outputs (expressions) that is one array for the caller; cols > 0:
 * a matrix, row by row */
typedef struct lia_emit_vec { const char *name; const lia_expr *e; int n, cols; } lia_emit_vec;

typedef struct lia_emit_fn {
  lia_pool *p;
  const char *name;          /* letters, digits, _ ; no digit first */
  const char *about;         /* one line, or NULL */
  const char *made_from;     /* fingerprint of the description, or NULL */
  const lia_emit_vec *in, *out;
  int nin, nout;
  /* 0, or the group of inputs (from 1) whose symbols stand for something else: with its name tau,
   * q1'' is tau_q1 */
  int stand_in;
} lia_emit_fn;

typedef enum lia_language {
#define X(id) LIA_LANGUAGE_##id,
#include "gen/languages.def"
#undef X
  LIA_LANGUAGE_COUNT
} lia_language;

typedef struct lia_language_row lia_language_row;   /* language.h */
extern const lia_language_row *const lia_language_rows[LIA_LANGUAGE_COUNT];

int lia_language_find(const char *name);            /* its number, or -1 */
const char *lia_language_name(lia_language k);
const char *lia_language_text(lia_language k);

typedef struct lia_emit_opts {
  int tests;       /* test vectors to carry, with random inputs in (-1, 1) */
  /* languages with kernels (C), for gen/kernel.h of this process: sincos through a pointer
   * NAME_sincos the loader may set, and a second function NAME_8 on eight points at once
   * (in[k][8*i + point]) */
  int kernel;
} lia_emit_opts;

/* append the program to out. EARG: an output with a symbol that is no input, a name that is no
 * identifier */
LIA_NODISCARD lia_status lia_emit(const lia_emit_fn *f, lia_language language,
                                  const lia_emit_opts *opts, lia_text *out, lia_count *count,
                                  lia_error *err);

LIA_C_END

#endif
