/* eval.h - expressions -> a tape of instructions -> numbers, one point or eight at a time
 *
 * A tape is compiled once: shared parts are computed once, signs are carried instead of negated,
 * whole powers become products, sin and cos of one angle are one instruction, products that are
 * only added are added at once (rounded twice, the bits are those of separate operations, unless
 * it is said otherwise), and values live in as few slots as their lifetimes allow. Evaluation does
 * not allocate and cannot fail; where a function has no value it gives inf or nan, as in C. */
#ifndef LIA_EVAL_H
#define LIA_EVAL_H

#include "base/isa.h"
#include "sym/expr/pool.h"

LIA_C_BEGIN

typedef enum lia_tapeop {
#define LIA_INS(id, reads, mul, add, div, fun, text) LIA_INS_##id,
#include "sym/tape/tape.def"
#undef LIA_INS
  LIA_INS_sincos,   /* w[r] = sin w[a], w[b] = cos w[a] */
  LIA_INS_end
} lia_tapeop;

typedef struct lia_ins { uint32_t op : 8, r : 24, a, b, c; } lia_ins;

/* how many values an instruction reads: a, b, c in this order; 0 of the end and of what is none */
uint32_t lia_tape_reads(uint32_t op);

/* operations; sqrt, comparisons and choices count as functions, sin and cos of one angle as two.
 * angle: so many of the additions only make angles for them; published counts list them with the
 * functions */
typedef struct lia_count { size_t mul, add, div, fun, angle; } lia_count;

static inline size_t lia_count_all(lia_count c) { return c.mul + c.add + c.div + c.fun; }

/* how dear they are together, by which ways to compute one thing are compared: a division takes as
 * long as four operations, a function as long as `function` of them, LIA_FUNCTION_PRICE on common
 * machines */
enum { LIA_FUNCTION_PRICE = 16 };
static inline size_t lia_count_price(lia_count c, size_t function) {
  return c.mul + c.add + 4 * c.div + function * c.fun;
}

/* s[i] = sin x[i], c[i] = cos x[i]; y[i] = f(x[i]) for i < n */
typedef void lia_sincos_fn(const double *x, double *s, double *c, int n);
typedef void lia_map_fn(const double *x, double *y, int n);

/* functions that a caller has faster or portable */
typedef struct lia_tape_math { lia_sincos_fn *sincos; lia_map_fn *atan; } lia_tape_math;

typedef struct lia_tape {
  uint32_t nin, nout, nconst, nslot;  /* slots: inputs, constants, then values */
  size_t n;
  lia_ins *ins;          /* (n) the last is LIA_INS_end */
  double *constant;      /* (nconst) */
  uint32_t *out;         /* (nout) slots */
  lia_count count;
  const lia_tape_math *math;          /* NULL: those of <math.h> */
  /* 1: a b + c is rounded once, where the machine does that in one instruction (LIA_ISA_avx2 and
   * above, AArch64): the bits of compiled kernels (gen/kernel.h) */
  int fused;
} lia_tape;

/* inputs are symbols, outputs expressions in them; an output 0, or a symbol that is no input, is
 * refused by name. Constants of the pool that stand for numbers (lia_pool_constant) are these: in
 * expressions they stay where they are put, as no number does. Freed by lia_free. Cost: linear in
 * the nodes below the outputs */
lia_status lia_tape_new(lia_tape **tape, lia_pool *p, uint32_t nin, const lia_expr *in,
    uint32_t nout, const lia_expr *out,
    lia_error *err) LIA_NODISCARD;

/* in (nin) -> out (nout); w: nslot doubles of the caller's, any content */
void lia_tape_eval(const lia_tape *t, const double *in, double *out, double *w);

/* eight points at once: in[8*i + k], out[8*i + k] for point k; w: 8*nslot doubles. Results are
 * those of lia_tape_eval */
void lia_tape_eval8(const lia_tape *t, const double *in, double *out, double *w);
/* the same on a path of one's own choice, which the machine must have; eval8 takes the widest */
void lia_tape_eval8_on(const lia_tape *t, lia_isa isa, const double *in, double *out, double *w);

/* the operations a tape of these outputs would have; 0 where memory is out (the pool says so) */
int lia_tape_count(lia_pool *p, uint32_t nout, const lia_expr *out, lia_count *count);
/* the same where symbols constant in time are known beforehand: what is made of them alone costs
 * nothing */
int lia_tape_count_moving(lia_pool *p, uint32_t nout, const lia_expr *out, lia_count *count);

/* one expression at one point: symbols and their values. A result that is not finite is
 * LIA_EDOMAIN, and err names the part of the expression that has no value there */
lia_status lia_eval(lia_pool *p, lia_expr e, uint32_t n, const lia_expr *symbol,
    const double *value, double *result,
    lia_error *err) LIA_NODISCARD;

LIA_C_END

#endif
