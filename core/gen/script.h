/* script.h - a tape as statements: who is read once, who gets a name, which part it stands in
 *
 * Between the tape (slots, written again and again) and the text (names, written once).
 *
 * Of a kernel, functions that wait for nothing but each other's arguments are computed together:
 * values are sorted by how many functions stand below them (their level), those of a level are
 * batches that are called between parts. */
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
  int part;              /* of its statement, others: of that of their reader */
  int crosses;           /* read in another part: lives in w[place] ... */
  int at_home;           /* ... and is read in its own part, or stored there */
  uint32_t place;
  uint32_t level;        /* functions computed together that stand below it, one on the other */
  int early;             /* a sincos of what comes from inputs alone, or its cosine */
} lia_value;

/* parts of values that stand in none: computed before all parts; with a batch */
enum { LIA_PART_EARLY = -1, LIA_PART_BATCH = -2 };

/* n functions computed together: sines and cosines (each of a sincos is followed by its cosine), or
 * arctangents. In w from `at` stand their arguments, then their results, of a sincos sines and
 * cosines, in blocks of a multiple of eight */
typedef struct lia_batch {
  int trig;              /* 1: sines and cosines, 0: arctangents */
  uint32_t first, end, n;   /* values first .. end - 1 */
  int before;            /* of this part */
  uint32_t at;
} lia_batch;

enum { LIA_VALUE_INPUT = LIA_INS_end + 1, LIA_VALUE_CONSTANT, LIA_VALUE_COS };

typedef struct lia_script {
  const lia_tape *tape;
  lia_value *v;          /* (n), in the order they are computed */
  uint32_t n, first;     /* v[first ..] are computed */
  uint32_t *out;         /* (nout) value of each output */
  uint32_t *store;       /* (nout) outputs sorted by the value they wait for */
  uint32_t statements;
  int parts;
  uint32_t sz_w;         /* values that cross parts, and batches */
  lia_batch *batch;      /* (nbatch) in the order they are computed */
  int nbatch;
  uint32_t together;     /* values in batches */
} lia_script;

static inline uint32_t lia_batch_block(const lia_batch *b) { return (b->n + 7) & ~7u; }

/* the part before which a value is there */
int lia_script_ready(const lia_script *s, uint32_t i);

/* most: statements in a part; costly: operations a text may hold before it is cut; batches: 1 finds
 * what comes early and what is computed together. One block, freed by lia_free */
LIA_NODISCARD lia_status lia_script_new(lia_script **out, const lia_tape *t, uint32_t most,
    uint32_t costly, int batches, lia_error *err);

LIA_C_END

#endif
