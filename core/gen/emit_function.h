/* emit_function.h - a function to be written out: its inputs, its outputs, and how
 *
 * What the emitter (emit.h) and the languages (language.h) both know. */
#ifndef LIA_EMIT_FUNCTION_H
#define LIA_EMIT_FUNCTION_H

#include "base/text.h"
#include "sym/tape/eval.h"

LIA_C_BEGIN

/* statements in a part; in one of a kernel, where compilers take longer for a statement the more
 * there are (gcc -O1 on 5,000: 0.7 s, in parts of 200: 0.4 s, and what comes is no slower) */
enum { LIA_EMIT_PART = 800, LIA_KERNEL_PART = 200 };

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

typedef struct lia_emit_opts {
  int tests;       /* test vectors to carry, with random inputs in (-1, 1) */
  /* languages with kernels (C), for gen/kernel.h of this process: sincos through a pointer
   * NAME_sincos the loader may set, and a second function NAME_8 on eight points at once
   * (in[k][8*i + point]); rounded as a tape that is fused. Compiled whole, or unit by unit
   * (lia_kernel_units) */
  int kernel;
  /* of ship.h: what every input, then every output is called in the record of its group; the
   * arguments of a part; what was written */
  const char *const *member, *arguments;
  struct lia_shipped *shipped;
} lia_emit_opts;

typedef struct lia_language_row lia_language_row;   /* language.h */

LIA_C_END

#endif
