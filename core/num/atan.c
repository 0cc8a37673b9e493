/* atan.c - the arctangent: one text for three widths */
#include "num/atan.h"

#include "num/double_bits.h"

#include <stdint.h>
#include <string.h>
#ifdef LIA_ISA_X86
#include <immintrin.h>
#endif

#define V double
#define N int64_t
#define SPLAT(x) (x)
#define FMA(a, b, c) __builtin_fma(a, b, c)
#define BITS(x) lia_bits_of(x)
#define FLOAT(i) lia_double_of(i)
#define NOT_BELOW(a, b) (-(int64_t)((a) >= (b)))
#define NAME(f) f##_1
#include "num/atan_text.h"
#undef NAME

#ifdef LIA_ISA_X86

// one number where a b + c is an instruction, not a call
LIA_ISA_BEGIN(LIA_ISA_AVX2)
#define NAME(f) f##_fused
#include "num/atan_text.h"
#undef NAME
LIA_ISA_END

#undef V
#undef N
#undef SPLAT
#undef FMA
#undef BITS
#undef FLOAT
#undef NOT_BELOW

typedef int64_t n4 __attribute__((vector_size(32)));
typedef int64_t n8 __attribute__((vector_size(64)));

LIA_ISA_BEGIN(LIA_ISA_AVX2)

static inline __m256i live_4(int n) {
  return _mm256_cmpgt_epi64(_mm256_set1_epi64x(n), _mm256_setr_epi64x(0, 1, 2, 3));
}

#define V lia_v4d
#define N n4
#define NAME(f) f##_4
#define SPLAT(x) ((lia_v4d){ (x), (x), (x), (x) })
#define FMA(a, b, c) ((lia_v4d)_mm256_fmadd_pd((__m256d)(a), (__m256d)(b), (__m256d)(c)))
#define BITS(x) ((n4)(x))
#define FLOAT(i) ((lia_v4d)(i))
#define NOT_BELOW(a, b) ((n4)((a) >= (b)))
#include "num/atan_text.h"
#undef V
#undef N
#undef NAME
#undef SPLAT
#undef FMA
#undef BITS
#undef FLOAT
#undef NOT_BELOW

static void many_avx2(const double *x, double *y, int n) {
  for (int i = 0; i < n; i += 4) {
    const __m256i live = live_4(n - i);
    const lia_v4d r = one_atan_4((lia_v4d)_mm256_maskload_pd(x + i, live));
    _mm256_maskstore_pd(y + i, live, (__m256d)r);
  }
}

static void room_avx2(const double *x, double *y, int n) {
  for (int i = 0; i < n; i += 4) {
    const lia_v4d r = one_atan_4((lia_v4d)_mm256_maskload_pd(x + i, live_4(n - i)));
    _mm256_storeu_pd(y + i, (__m256d)r);
  }
}

LIA_ISA_END
LIA_ISA_BEGIN(LIA_ISA_AVX512)

static inline __mmask8 live_8(int n) { return (__mmask8)(n < 8 ? 0xff >> (8 - n) : 0xff); }

#define V lia_v8d
#define N n8
#define NAME(f) f##_8
#define SPLAT(x) ((lia_v8d){ (x), (x), (x), (x), (x), (x), (x), (x) })
#define FMA(a, b, c) ((lia_v8d)_mm512_fmadd_pd((__m512d)(a), (__m512d)(b), (__m512d)(c)))
#define BITS(x) ((n8)(x))
#define FLOAT(i) ((lia_v8d)(i))
#define NOT_BELOW(a, b) ((n8)((a) >= (b)))
#include "num/atan_text.h"

static void many_avx512(const double *x, double *y, int n) {
  for (int i = 0; i < n; i += 8) {
    const __mmask8 live = live_8(n - i);
    const lia_v8d r = one_atan_8((lia_v8d)_mm512_maskz_loadu_pd(live, x + i));
    _mm512_mask_storeu_pd(y + i, live, (__m512d)r);
  }
}

static void room_avx512(const double *x, double *y, int n) {
  for (int i = 0; i < n; i += 8) {
    const lia_v8d r = one_atan_8((lia_v8d)_mm512_maskz_loadu_pd(live_8(n - i), x + i));
    _mm512_storeu_pd(y + i, (__m512d)r);
  }
}

LIA_ISA_END

#endif

double lia_atan1(double x) {
#ifdef LIA_ISA_X86
  if (lia_isa_best() != LIA_ISA_plain) return one_atan_fused(x);
#endif
  return one_atan_1(x);
}

static void many_plain(const double *x, double *y, int n) {
  for (int i = 0; i < n; i++) y[i] = one_atan_1(x[i]);
}

void lia_atan_on(lia_isa isa, const double *x, double *y, int n) {
  switch (isa) {
#ifdef LIA_ISA_X86
    case LIA_ISA_avx512: many_avx512(x, y, n); return;
    case LIA_ISA_avx2: many_avx2(x, y, n); return;
#endif
    default: many_plain(x, y, n);
  }
}

void lia_atan_room(const double *x, double *y, int n) {
  switch (lia_isa_best()) {
#ifdef LIA_ISA_X86
    case LIA_ISA_avx512: room_avx512(x, y, n); return;
    case LIA_ISA_avx2: room_avx2(x, y, n); return;
#endif
    default: many_plain(x, y, n);
  }
}

void lia_atan(const double *x, double *y, int n) {
  if (n == 1) *y = lia_atan1(*x);
  else lia_atan_on(lia_isa_best(), x, y, n);
}
