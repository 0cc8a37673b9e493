/* kernel.h - compiled functions: what a generated file exports, and how one is loaded and called
 *
 * A generated file includes only <math.h>, allocates nothing, and exports exactly two names,
 *   int NAME(const double *const *in, double *const *out, double *w);   0, or which domain was left
 *   const lia_kernel_info *NAME_info(void);
 * Its text repeats the two declarations, so it compiles without any header of ours.
 *
 * One made for this process (gen/emit.h, kernel) exports more: NAME_8, the same on eight points at
 * once with arrays in[k][8*i + point], and the pointers NAME_sincos and NAME_atan, which the loader
 * sets to ours.
 * w is aligned to 64 bytes then. Its text has two halves, NAME and NAME_8 (which has NAME_8_info
 * too), each of lia_kernel_units units that may be compiled side by side and apart from the other
 * half (lia_cc.unit: 0, or behind those of the first). Both round as a fused tape does
 * (sym/tape/eval.h), where they are compiled for machines that have a b + c in one instruction. */
#ifndef LIA_KERNEL_H
#define LIA_KERNEL_H

#include "base/status.h"
#include "gen/cc.h"
#include "sym/tape/eval.h"

LIA_C_BEGIN

enum { LIA_KERNEL_ABI = 1 };

typedef int lia_kernel_fn(const double *const *in, double *const *out, double *w);

typedef struct lia_kernel_info {
  int abi, n_in, n_out, sz_w;            /* w: scratch doubles, the caller's */
  const char *name, *made_from;          /* made_from: fingerprint of the description */
  const char *const *in_name, *const *out_name;
  const int *in_size, *out_size;         /* doubles in each */
} lia_kernel_info;

/* opaque: what dlopen gave must outlive every call */
typedef struct lia_kernel lia_kernel;

/* load NAME and NAME_info from a shared object; refuses another ABI or senseless sizes */
LIA_NODISCARD lia_status lia_kernel_load(lia_kernel **out, const char *path, const char *name,
    lia_error *err);
/* compile and load. A kept object that cannot be loaded is thrown away and made once again; a new
 * one that cannot be is not kept. LIA_ECOMPILER, LIA_EIO, LIA_EMODEL, LIA_EINTERRUPT, LIA_ENOMEM */
LIA_NODISCARD lia_status lia_kernel_make(lia_kernel **out, const lia_cc *cc, const char *text,
    size_t n, const char *name,
    lia_cc_result *made, lia_error *err);
/* how many units each half of a text has; 0: it has none and is compiled as it is */
int lia_kernel_units(const char *text);
/* 1 where kernels for that machine round a b + c once, as a fused tape */
int lia_kernel_fused(lia_isa isa);

/* what NAME_sincos and NAME_atan are set to, where the object has them (results have room for the
 * next multiple of eight: machine_math.h); NULL: it keeps those of libm */
void lia_kernel_set_math(lia_kernel *k, const char *name, const lia_tape_math *math);
void lia_kernel_free(lia_kernel *k);

const lia_kernel_info *lia_kernel_about(const lia_kernel *k);

/* the function itself: no allocation, safe from several threads with a w each */
lia_kernel_fn *lia_kernel_call(const lia_kernel *k);

/* another function of the same signature in the same object (eight states at once); NULL where
 * there is none */
lia_kernel_fn *lia_kernel_other(const lia_kernel *k, const char *name);

LIA_C_END

#endif
