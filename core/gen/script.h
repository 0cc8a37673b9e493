/* script.h - a tape as statements: who is read once, who gets a name, which part it stands in
 *
 * Between the tape (slots, written again and again) and the text (names, written once). */
#ifndef LIA_SCRIPT_H
#define LIA_SCRIPT_H

#include "sym/tape/eval.h"

LIA_C_BEGIN

/* a value: an input, a constant, or what an instruction computes; the second value of a sincos
 * follows the first */
typedef struct lia_value {
  uint32_t op;           /* lia_tapeop, or one of the below */
  uint32_t k[3];         /* values read; inputs and constants: k[0] which */
  uint32_t reads;        /* how many of k */
  uint32_t uses;         /* how often it is read, by values and outputs */
  uint32_t cost;         /* operations written where it is read */
  int named;             /* gets a statement of its own */
  uint32_t statement;    /* named: which; others: that of their reader */
  int part;              /* of that statement */
  int crosses;           /* read in another part: lives in w[place] ... */
  int at_home;           /* ... and is read in its own part, or stored there */
  uint32_t place;
} lia_value;

enum { LIA_VALUE_INPUT = LIA_INS_end + 1, LIA_VALUE_CONSTANT, LIA_VALUE_COS };

typedef struct lia_script {
  const lia_tape *tape;
  lia_value *v;          /* (n), in the order they are computed */
  uint32_t n, first;     /* v[first ..] are computed */
  uint32_t *out;         /* (nout) value of each output */
  uint32_t *store;       /* (nout) outputs sorted by the value they wait for */
  uint32_t statements;
  int parts;
  uint32_t sz_w;         /* values that cross parts */
} lia_script;

/* most: statements in a part; costly: operations a text may hold before it is cut. One block, freed
 * by lia_free */
LIA_NODISCARD lia_status lia_script_new(lia_script **out, const lia_tape *t, uint32_t most,
    uint32_t costly, lia_error *err);

LIA_C_END

#endif
