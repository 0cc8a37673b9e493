/* build.h - the constructors of expressions, with the rules that always shrink
 *
 * They keep the normal form of pool.h: sums and products are flat, sorted and collected, constants
 * folded, signs brought outside, and the rows of fold.def applied. No rule adds an operation, and
 * every rule keeps the value wherever the expression before it had one. What may grow (expanding)
 * or costs time is asked for by name: simp.h.
 *
 * Any argument 0 gives 0. What has no real value (1/0, log 0, sqrt -1) gives 0 and an error that
 * prints the expression.
 *
 * Sums and products flatten what they are made of, so a + (b + c) is (a + b) + c. Two limits:
 * adding a few terms to more than LIA_FLAT_MOST does not copy them (a long sum made term by term
 * costs linear, not square, time; lia_sym_sum of a list has no limit); and while pool->nested is 1
 * nothing is flattened: recursive algorithms keep the sharing they were written with. */
#ifndef LIA_BUILD_H
#define LIA_BUILD_H

#include "sym/expr/number.h"

LIA_C_BEGIN

enum { LIA_FLAT_MOST = 128 };

/* symbols: the one of this name, made where new */
/* a constant parameter, or whatever the name is already */
lia_expr lia_sym_symbol(lia_pool *p, const char *name);
lia_expr lia_sym_coordinate(lia_pool *p, const char *name);  /* q, with rates q', q'', ... */
lia_expr lia_sym_function(lia_pool *p, const char *name);    /* another function of time */
/* t; refused where t is another symbol */
lia_expr lia_sym_time(lia_pool *p);
/* q -> q' -> q''; 0 for parameters, 1 for the time */
lia_expr lia_sym_rate(lia_pool *p, lia_expr symbol);

lia_expr lia_sym_add(lia_pool *p, lia_expr a, lia_expr b);
lia_expr lia_sym_sub(lia_pool *p, lia_expr a, lia_expr b);
lia_expr lia_sym_mul(lia_pool *p, lia_expr a, lia_expr b);
lia_expr lia_sym_div(lia_pool *p, lia_expr a, lia_expr b);
lia_expr lia_sym_pow(lia_pool *p, lia_expr base, lia_expr exponent);
lia_expr lia_sym_neg(lia_pool *p, lia_expr a);
lia_expr lia_sym_scale(lia_pool *p, lia_expr number, lia_expr a);
lia_expr lia_sym_sum(lia_pool *p, size_t n, const lia_expr *term);
lia_expr lia_sym_product(lia_pool *p, size_t n, const lia_expr *factor);

lia_expr lia_sym_inv(lia_pool *p, lia_expr a);               /* 1/a */
lia_expr lia_sym_powi(lia_pool *p, lia_expr a, int64_t n);
static inline lia_expr lia_sym_sq(lia_pool *p, lia_expr a) { return lia_sym_pow(p, a, LIA_TWO); }
static inline lia_expr lia_sym_sqrt(lia_pool *p, lia_expr a) { return lia_sym_pow(p, a, LIA_HALF); }
lia_expr lia_sym_rsqrt(lia_pool *p, lia_expr a);             /* 1/sqrt(a) */

/* functions of one argument, by operation */
lia_expr lia_sym_fun(lia_pool *p, lia_op op, lia_expr x);
static inline lia_expr lia_sym_sin(lia_pool *p, lia_expr x) {
  return lia_sym_fun(p, LIA_OP_sin, x);
}
static inline lia_expr lia_sym_cos(lia_pool *p, lia_expr x) {
  return lia_sym_fun(p, LIA_OP_cos, x);
}
/* cosine and sine of an angle of a description. One that is a number, no part of pi, is as
 * measured, and so are these: cos(0.3) itself stays what it is, and products of many such would be
 * sums without end */
void lia_sym_measured_turn(lia_pool *p, lia_expr angle, lia_expr *cosine, lia_expr *sine);
static inline lia_expr lia_sym_tan(lia_pool *p, lia_expr x) {
  return lia_sym_fun(p, LIA_OP_tan, x);
}
static inline lia_expr lia_sym_asin(lia_pool *p, lia_expr x) {
  return lia_sym_fun(p, LIA_OP_asin, x);
}
static inline lia_expr lia_sym_acos(lia_pool *p, lia_expr x) {
  return lia_sym_fun(p, LIA_OP_acos, x);
}
static inline lia_expr lia_sym_atan(lia_pool *p, lia_expr x) {
  return lia_sym_fun(p, LIA_OP_atan, x);
}
static inline lia_expr lia_sym_exp(lia_pool *p, lia_expr x) {
  return lia_sym_fun(p, LIA_OP_exp, x);
}
static inline lia_expr lia_sym_log(lia_pool *p, lia_expr x) {
  return lia_sym_fun(p, LIA_OP_log, x);
}
static inline lia_expr lia_sym_floor(lia_pool *p, lia_expr x) {
  return lia_sym_fun(p, LIA_OP_floor, x);
}
static inline lia_expr lia_sym_tanh(lia_pool *p, lia_expr x) {
  return lia_sym_fun(p, LIA_OP_tanh, x);
}
static inline lia_expr lia_sym_abs(lia_pool *p, lia_expr x) {
  return lia_sym_fun(p, LIA_OP_abs, x);
}
static inline lia_expr lia_sym_sign(lia_pool *p, lia_expr x) {
  return lia_sym_fun(p, LIA_OP_sign, x);
}

lia_expr lia_sym_atan2(lia_pool *p, lia_expr y, lia_expr x);
lia_expr lia_sym_min(lia_pool *p, lia_expr a, lia_expr b);
lia_expr lia_sym_max(lia_pool *p, lia_expr a, lia_expr b);
lia_expr lia_sym_lt(lia_pool *p, lia_expr a, lia_expr b);    /* 1 where a < b, else 0 */
lia_expr lia_sym_le(lia_pool *p, lia_expr a, lia_expr b);
lia_expr lia_sym_eq(lia_pool *p, lia_expr a, lia_expr b);
/* a where condition is not 0, else b */
lia_expr lia_sym_if(lia_pool *p, lia_expr condition, lia_expr a, lia_expr b);

/* any operation on any arguments, as walkers need it: n as its row says; a leaf is given as it is
 * by rebuild */
lia_expr lia_sym_apply(lia_pool *p, lia_op op, size_t n, const lia_expr *k);

LIA_C_END

#endif
