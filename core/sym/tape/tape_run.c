/* tape_run.c - a tape is run: each lane of eight rounds as one point does, so all paths give the
 * same bits */
#include "sym/tape/choices.h"
#include "sym/tape/eval.h"

#include <math.h>
#include <string.h>

#define NUM double
#define TAPE_EVAL run1
#define MAP(f, a) f(a)
#define MAP2(f, a, b) f(a, b)
#define MAP3(f, a, b, c) f(a, b, c)
#define SINCOS(x, s, c) sincos((x), (s), (c), 1)
#define SINE(a) \
  __extension__ ({ \
    double a_ = a, s_, c_; \
    if (sincos) sincos(&a_, &s_, &c_, 1); \
    else s_ = sin(a_); \
    s_; \
  })
#define COSINE(a) \
  __extension__ ({ \
    double a_ = a, s_, c_; \
    if (sincos) sincos(&a_, &s_, &c_, 1); \
    else c_ = cos(a_); \
    c_; \
  })
#define ARCTAN(a) \
  __extension__ ({ \
    double a_ = a; \
    if (arctan) arctan(&a_, &a_, 1); \
    else a_ = atan(a_); \
    a_; \
  })
#include "base/assert.h"
#define MADD(a, b, c) ((a) * (b) + (c))
#include "sym/tape/tape_text.h"
#undef TAPE_EVAL
#undef MADD

// the same where a b + c is rounded once
#define TAPE_EVAL run1_fused
#define MADD(a, b, c) __builtin_fma(a, b, c)
#ifdef LIA_ISA_X86
LIA_ISA_BEGIN(LIA_ISA_AVX2)
#include "sym/tape/tape_text.h"
LIA_ISA_END
#else
#include "sym/tape/tape_text.h"
#endif
#undef NUM
#undef TAPE_EVAL
#undef MADD
#undef MAP
#undef MAP2
#undef MAP3
#undef SINCOS
#undef SINE
#undef COSINE
#undef ARCTAN

#define NUM lia_v8d_at
#define MAP(f, a) \
  __extension__ ({ \
    lia_v8d_at a_ = a, r_ = a_; \
    for (int k = 0; k < 8; k++) r_[k] = f(a_[k]); \
    r_; \
  })
#define MAP2(f, a, b) \
  __extension__ ({ \
    lia_v8d_at a_ = a, b_ = b, r_ = a_; \
    for (int k = 0; k < 8; k++) r_[k] = f(a_[k], b_[k]); \
    r_; \
  })
#define MAP3(f, a, b, c) \
  __extension__ ({ \
    lia_v8d_at a_ = a, b_ = b, c_ = c, r_ = a_; \
    for (int k = 0; k < 8; k++) r_[k] = f(a_[k], b_[k], c_[k]); \
    r_; \
  })
#define SINCOS(x, s, c) sincos((const double *)(x), (double *)(s), (double *)(c), 8)
#define SINE(a) \
  __extension__ ({ \
    lia_v8d_at x_ = a, s_ = x_, c_ = x_; \
    if (sincos) SINCOS(&x_, &s_, &c_); \
    else s_ = MAP(sin, x_); \
    s_; \
  })
#define COSINE(a) \
  __extension__ ({ \
    lia_v8d_at x_ = a, s_ = x_, c_ = x_; \
    if (sincos) SINCOS(&x_, &s_, &c_); \
    else c_ = MAP(cos, x_); \
    c_; \
  })
#define ARCTAN(a) \
  __extension__ ({ \
    lia_v8d_at x_ = a; \
    if (arctan) arctan((const double *)&x_, (double *)&x_, 8); \
    else x_ = MAP(atan, x_); \
    x_; \
  })

#define MADD(a, b, c) ((a) * (b) + (c))
#ifndef LIA_ISA_X86
#define TAPE_EVAL run8_plain
#include "sym/tape/tape_text.h"
#undef TAPE_EVAL
#else

LIA_ISA_BEGIN("no-avx")
#define TAPE_EVAL run8_plain
#include "sym/tape/tape_text.h"
#undef TAPE_EVAL
LIA_ISA_END

LIA_ISA_BEGIN(LIA_ISA_AVX2 ",no-avx512f")
#define TAPE_EVAL run8_avx2
#include "sym/tape/tape_text.h"
#undef TAPE_EVAL
LIA_ISA_END

LIA_ISA_BEGIN(LIA_ISA_AVX512)
#define TAPE_EVAL run8_avx512
#include "sym/tape/tape_text.h"
#undef TAPE_EVAL
LIA_ISA_END

#endif
#undef MADD

#define MADD(a, b, c) MAP3(__builtin_fma, a, b, c)
#ifndef LIA_ISA_X86
#define TAPE_EVAL run8_fused
#include "sym/tape/tape_text.h"
#else

LIA_ISA_BEGIN(LIA_ISA_AVX2 ",no-avx512f")
#define TAPE_EVAL run8_avx2_fused
#include "sym/tape/tape_text.h"
#undef TAPE_EVAL
LIA_ISA_END

LIA_ISA_BEGIN(LIA_ISA_AVX512)
#define TAPE_EVAL run8_avx512_fused
#include "sym/tape/tape_text.h"
LIA_ISA_END

#endif

typedef void run8_fn(const lia_ins *i, lia_v8d_at *w, const lia_tape_math *math);

static run8_fn *run8_of(lia_isa isa, int fused) {
#ifdef LIA_ISA_X86
  static run8_fn *const runs[LIA_ISA_COUNT][2] = { { run8_plain, run8_plain },
      { run8_avx2, run8_avx2_fused }, { run8_avx512, run8_avx512_fused } };
  return runs[isa][fused != 0];
#else
  (void)isa;
  return fused ? run8_fused : run8_plain;
#endif
}

void lia_tape_eval(const lia_tape *t, const double *in, double *out, double *w) {
  LIA_ASSERT(t->nin + t->nconst <= t->nslot && t->ins[t->n - 1].op == LIA_INS_end);
  for (uint32_t i = 0; i < t->nin; i++) w[i] = in[i];
  for (uint32_t i = 0; i < t->nconst; i++) w[t->nin + i] = t->constant[i];
  if (t->fused) run1_fused(t->ins, w, t->math);
  else run1(t->ins, w, t->math);
  for (uint32_t i = 0; i < t->nout; i++) out[i] = w[t->out[i]];
}

void lia_tape_eval8(const lia_tape *t, const double *in, double *out, double *w) {
  lia_tape_eval8_on(t, lia_isa_best(), in, out, w);
}

void lia_tape_eval8_on(const lia_tape *t, lia_isa isa, const double *in, double *out, double *w) {
  LIA_ASSERT(lia_isa_has(isa) && t->ins[t->n - 1].op == LIA_INS_end);
  lia_v8d_at *v = (lia_v8d_at *)w;
  memcpy(v, in, t->nin * sizeof *v);
  for (uint32_t i = 0; i < t->nconst; i++)
    for (int k = 0; k < 8; k++) v[t->nin + i][k] = t->constant[i];
  run8_of(isa, t->fused)(t->ins, v, t->math);
  for (uint32_t i = 0; i < t->nout; i++) memcpy(out + 8 * (size_t)i, v + t->out[i], sizeof *v);
}
