/* tape_inside.h - what the passes that make a tape share among themselves */
#ifndef LIA_TAPE_INSIDE_H
#define LIA_TAPE_INSIDE_H

#include "sym/expr/walk.h"
#include "sym/tape/eval.h"

#include <string.h>

LIA_C_BEGIN

/* values besides those of instructions: inputs (a: which), constants (a, b: the bits), the cos of a
 * sincos before it */
enum { LIA_VAL_input = LIA_INS_end + 1, LIA_VAL_constant, LIA_VAL_second, LIA_VAL_dead };

typedef struct lia_val { uint32_t op, a, b, c; } lia_val;

/* a signed value: 2 * value + (1 where it stands for minus the value) */
typedef uint32_t lia_sval;
#define LIA_VAL_none UINT32_MAX

/* what is known of a node, by its place in the walk */
typedef struct lia_tape_info {
  lia_sval value;   /* LIA_VAL_none until there is one */
  uint32_t uses;    /* how often it is an argument or output */
  uint8_t scaled;   /* something scales it */
  uint8_t trig;     /* 1: its sin is wanted, 2: its cos */
  double constant;  /* its value where it has no symbols */
} lia_tape_info;

typedef struct lia_tape_maker {
  lia_pool *p;
  lia_walk *walk;
  lia_tape_info *node;
  uint32_t *input;             /* by symbol: 1 + which input */
  lia_val *v;                  /* values so far */
  uint8_t *fixed;              /* ... and which are known beforehand */
  int fix;                     /* inputs constant in time are */
  /* there are numbers by name: constants of the pool that are no inputs */
  int named;
  uint32_t n, room;
  uint32_t *table, ntable;     /* value numbering: 1 + value */
  lia_sval *list;              /* scratch for sums and products, a stack */
  uint32_t nlist, listroom;
  uint32_t *uses;              /* pass 2: by value */
  int nomem;
} lia_tape_maker;

static inline uint32_t lia_val_reads(uint32_t op) {
  return op == LIA_VAL_second ? 1 : lia_tape_reads(op);
}

static inline lia_tape_info *lia_tape_info_of(const lia_tape_maker *m, lia_expr e) {
  return &m->node[m->walk->memo[e]];
}

/* of a constant */
static inline double lia_val_constant(const lia_val *v) {
  uint64_t bits = (uint64_t)v->b << 32 | v->a;
  double x;
  memcpy(&x, &bits, sizeof x);
  return x;
}

/* ---- tape_number.c: values, each once */

/* one value more, as it is */
uint32_t lia_tape_append(lia_tape_maker *m, lia_val v);
/* the value of an instruction: the one there is, or a new one */
uint32_t lia_tape_number(lia_tape_maker *m, lia_tapeop op, uint32_t a, uint32_t b, uint32_t c);
/* the value of this instruction where there is one, else LIA_VAL_none */
uint32_t lia_tape_known(const lia_tape_maker *m, lia_val v);
uint32_t lia_tape_raw_constant(lia_tape_maker *m, double x);
lia_sval lia_tape_constant(lia_tape_maker *m, double x);   /* its sign is carried */
/* the value without its sign carried: minus a difference is the difference the other way */
uint32_t lia_tape_plain(lia_tape_maker *m, lia_sval s);

/* the scratch list: put, then multiply or sum what was put since `from` */
void lia_tape_put(lia_tape_maker *m, lia_sval s);
lia_sval lia_tape_multiply(lia_tape_maker *m, uint32_t from);
lia_sval lia_tape_add_up(lia_tape_maker *m, uint32_t from);

/* ---- tape_values.c: pass 1 */

/* who uses what, and which angles want both sin and cos */
void lia_tape_survey(lia_tape_maker *m, uint32_t nout, const lia_expr *out);
lia_status lia_tape_values(lia_tape_maker *m, lia_error *err) LIA_NODISCARD;
lia_sval lia_tape_value_of(lia_tape_maker *m, lia_expr e);
/* a node without symbols on doubles, from what its arguments are */
double lia_tape_constant_node(const lia_tape_maker *m, lia_expr e);

/* ---- tape_slots.c: passes 2 and 3. m->uses holds how often each value is an output */

void lia_tape_mark_alive(lia_tape_maker *m);
/* b - a where a - b is there already is minus that: a sign is no operation */
void lia_tape_mirror(lia_tape_maker *m);
/* products that are only added are added at once */
void lia_tape_fuse(lia_tape_maker *m);
/* the operations of what is alive are added to c */
void lia_tape_count_of(const lia_tape_maker *m, lia_count *c);
/* additions read by sines and cosines alone, and those these read; elsewhere: by value, zeros, then
 * whether anything else reads it */
size_t lia_tape_angles(const lia_tape_maker *m, uint32_t nout, const uint32_t *out,
    uint8_t *elsewhere);
/* values -> slots and instructions */
lia_status lia_tape_finish(const lia_tape_maker *m, uint32_t nin, uint32_t nout,
    const uint32_t *out, lia_tape **tape, lia_error *err) LIA_NODISCARD;

LIA_C_END

#endif
