/* isa.h - which vectors this machine has, asked when it runs: one library serves all of them
 *
 * The paths differ in width alone: each operation of a lane rounds as the same operation on one
 * number does, and no product is fused with a sum behind the text's back, so every path gives the
 * same bits. */
#ifndef LIA_ISA_H
#define LIA_ISA_H

#include "base/extern.h"

LIA_C_BEGIN

/* four and eight doubles side by side (num/lanes.h has the words about them); eight of somebody's
 * array */
typedef double lia_v4d __attribute__((vector_size(32)));
typedef double lia_v8d __attribute__((vector_size(64)));
typedef double lia_v8d_at __attribute__((vector_size(64), aligned(8)));

/* what any machine of the kind has; four doubles at once; eight */
typedef enum lia_isa { LIA_ISA_plain, LIA_ISA_avx2, LIA_ISA_avx512, LIA_ISA_COUNT } lia_isa;

int lia_isa_has(lia_isa isa);          /* 1 where this machine runs that path */
lia_isa lia_isa_best(void);            /* the widest it runs */
const char *lia_isa_name(lia_isa isa); /* "plain", "avx2", "avx512" */
int lia_isa_find(const char *name);    /* its number, or -1 */

/* Functions between BEGIN(features) and END are compiled with these features besides the file's
 * own, whatever it is compiled for; gcc and clang spell it differently. Features with "no-" take
 * some away, where no intrinsics are called in between. Elsewhere than on x86-64 there is one path
 * only. */
#if defined(__x86_64__)
#define LIA_ISA_X86 1
#define LIA_ISA_AVX2   "avx2,fma,bmi2"
#define LIA_ISA_AVX512 LIA_ISA_AVX2 ",avx512f,avx512dq,avx512vl,avx512bw,avx512cd"
#define LIA_ISA_PRAGMA(text) _Pragma(#text)
#if defined(__clang__)
#define LIA_ISA_BEGIN(features) \
  LIA_ISA_PRAGMA(clang attribute push(__attribute__((target(features))), apply_to = function))
#define LIA_ISA_END _Pragma("clang attribute pop")
#else
#define LIA_ISA_BEGIN(features) _Pragma("GCC push_options") LIA_ISA_PRAGMA(GCC target(features))
#define LIA_ISA_END _Pragma("GCC pop_options")
#endif
#endif

LIA_C_END

#endif
