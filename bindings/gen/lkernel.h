/* lkernel.h - compiled functions as arguments of others */
#ifndef LIA_LKERNEL_H
#define LIA_LKERNEL_H

#include "bindings/kit/bind.h"

#include "gen/kernel.h"
#include "sym/tape/eval.h"

extern const lia_class lia_kernel_class;

/* groups of inputs and results, and how many numbers are in each */
typedef struct lkernel_shape { int groups, results; const int *in_size, *out_size; } lkernel_shape;
lkernel_shape lia_lkernel_shape(const void *kernel);

/* one evaluation; no Lua, nothing allocated */
void lia_lkernel_run(void *kernel, const double *const *in, double *const *out);

/* a function of C as a kernel of this shape, pushed; destroy frees user. Nothing is
 * compiled; why: what it is told as */
typedef struct lkernel_own {
  void *user;
  void (*run)(void *user, const double *const *in, double *const *out);
  void (*destroy)(void *user);
  const char *why;
} lkernel_own;
void lia_lkernel_push_own(lua_State *L, const lkernel_shape *shape, const lkernel_own *own);

/* eight at once, for threads that bring their own room: fn, or NULL and the tape on isa; w: sz_w8
 * doubles, 64-aligned. Waits for the compiler; raises where the user stops that */
typedef struct lkernel_eight {
  lia_kernel_fn *fn;
  const lia_tape *tape;
  lia_isa isa;
  size_t sz_w8;
} lkernel_eight;
lkernel_eight lia_lkernel_eight(lua_State *L, void *kernel);

#endif
