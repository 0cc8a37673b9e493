/* lkernel.h - compiled functions as arguments of others */
#ifndef LIA_LKERNEL_H
#define LIA_LKERNEL_H

#include "bind.h"

extern const lia_class lia_kernel_class;

/* groups of inputs and results, and how many numbers are in each */
typedef struct lkernel_shape { int groups, results; const int *in_size, *out_size; } lkernel_shape;
lkernel_shape lia_lkernel_shape(const void *kernel);

/* one evaluation; no Lua, nothing allocated */
void lia_lkernel_run(void *kernel, const double *const *in, double *const *out);

#endif
