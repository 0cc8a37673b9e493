/* tape_run.c - a tape is run: each lane of eight rounds as one point does, so all paths give the
 * same bits */
#include "sym/tape/eval.h"

#include <math.h>
#include <string.h>

static inline double less(double x, double y) { return x < y; }
static inline double less_equal(double x, double y) { return x <= y; }
static inline double equal(double x, double y) { return x == y; }
static inline double choose(double x, double y, double z) { return x != 0 ? y : z; }

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
#include "base/assert.h"
#include "sym/tape/tape_text.h"
#undef NUM
#undef TAPE_EVAL
#undef MAP
#undef MAP2
#undef MAP3
#undef SINCOS
#undef SINE
#undef COSINE

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

#ifndef LIA_ISA_X86
#define TAPE_EVAL run8_plain
#include "sym/tape/tape_text.h"
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
LIA_ISA_END

#endif

static void run8(const lia_ins *i, lia_v8d_at *w, lia_sincos_fn *sincos, lia_isa isa) {
  switch (isa) {
#ifdef LIA_ISA_X86
    case LIA_ISA_avx512: run8_avx512(i, w, sincos); return;
    case LIA_ISA_avx2: run8_avx2(i, w, sincos); return;
#endif
    default: run8_plain(i, w, sincos);
  }
}

void lia_tape_eval(const lia_tape *t, const double *in, double *out, double *w) {
  LIA_ASSERT(t->nin + t->nconst <= t->nslot && t->ins[t->n - 1].op == LIA_INS_end);
  for (uint32_t i = 0; i < t->nin; i++) w[i] = in[i];
  for (uint32_t i = 0; i < t->nconst; i++) w[t->nin + i] = t->constant[i];
  run1(t->ins, w, t->sincos);
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
  run8(t->ins, v, t->sincos, isa);
  for (uint32_t i = 0; i < t->nout; i++) memcpy(out + 8 * (size_t)i, v + t->out[i], sizeof *v);
}
