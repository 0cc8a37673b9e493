/* sincos.c - sine and cosine: one text for three widths, and the reduction of huge angles */
#include "num/sincos.h"

#include "num/double_bits.h"
#include "num/lanes.h"

#include <stdint.h>
#include <string.h>
#ifdef LIA_ISA_X86
#include <immintrin.h>
#endif

#define NEAR 0x1p30  /* beyond it the three-part pi/2 is no longer exact enough */

#define V double
#define N int64_t
#define NAME(f) f##_1
#define SPLAT(x) (x)
#define FMA(a, b, c) __builtin_fma(a, b, c)
#define BITS(x) lia_bits_of(x)
#define FLOAT(i) lia_double_of(i)
#include "num/sincos_text.h"
#undef V
#undef N
#undef NAME
#undef SPLAT
#undef FMA
#undef BITS
#undef FLOAT

// ---- huge angles (Payne and Hanek 1983): the product x 2/pi modulo 4 needs only a window of the
// digits of 2/pi ----

// the upper 64 bits of a product, by halves: 32-bit machines have no wider numbers
static uint64_t upper(uint64_t a, uint64_t b) {
  uint64_t a0 = (uint32_t)a, a1 = a >> 32, b0 = (uint32_t)b, b1 = b >> 32;
  uint64_t middle = a1 * b0 + (a0 * b0 >> 32), rest = a0 * b1 + (uint32_t)middle;
  return a1 * b1 + (middle >> 32) + (rest >> 32);
}

// 2/pi, 1280 bits after the point
static const uint64_t two_over_pi[20] = {
  0xa2f9836e4e441529, 0xfc2757d1f534ddc0, 0xdb6295993c439041, 0xfe5163abdebbc561,
      0xb7246e3a424dd2e0,
  0x06492eea09d1921c, 0xfe1deb1cb129a73e, 0xe88235f52ebb4484, 0xe99c7026b45f7e41,
  0x3991d639835339f4,
  0x9c845f8bbdf9283b, 0x1ff897ffde05980f, 0xef2f118b5a0a6d1f, 0x6d367ecf27cb09b7,
  0x4f463f669e5fea2d,
  0x7527bac7ebe5f17b, 0x3d0739f78a5292ea, 0x6bfb5fb11f8d5d08, 0x56033046fc7b6bab,
  0xf0cfbc209af4361d,
};

// 64 bits of 2/pi from bit number at (the first one after the point is 0; bits before it are zero)
static uint64_t digits(int at) {
  int w = at >> 6, b = at & 63;
  uint64_t hi = w >= 0 ? two_over_pi[w] : 0, lo = w + 1 >= 0 ? two_over_pi[w + 1] : 0;
  return b ? hi << b | lo >> (64 - b) : hi;
}

// |x| = m 2^e: f = m 2^e 2/pi mod 4, as 2 bits of quarter turns and 190 of fraction, most
// significant word first
//
// Bits of weight 4 and more drop out, so the window starts where m 2^e times the bit has weight 2;
// cutting it after 192 bits errs by less than 2^53 2^-190, and no double comes closer than 2^-62 to
// a multiple of pi/2.
static void quarter_turns(uint64_t f[3], uint64_t m, int e) {
  int at = e - 2;
  uint64_t carry = upper(m, digits(at + 128));
  f[2] = m * digits(at + 128);
  f[1] = m * digits(at + 64) + carry;
  f[0] = m * digits(at) + upper(m, digits(at + 64)) + (f[1] < carry);
}

static double power_of_two(int e) { return lia_double_of((int64_t)(1023 + e) << 52); }

static void far(double x, double *s, double *c) {
  uint64_t u = (uint64_t)lia_bits_of(x), f[3];
  int e = (int)(u >> 52 & 0x7ff) - 1075;
  if (e == 0x7ff - 1075) { *s = *c = x - x; return; }  // infinity or nan
  quarter_turns(f, (u & 0xfffffffffffff) | 0x10000000000000, e);

  // the nearest quarter turn k; the fraction left of it, up or down, to the top of 192 bits
  int64_t k = (int64_t)((f[0] >> 62) + (f[0] >> 61 & 1));
  uint64_t down = -(f[0] >> 61 & 1);
  for (int i = 0; i < 3; i++) f[i] ^= down;
  uint64_t top = f[0] << 2 | f[1] >> 62, next = f[1] << 2 | f[2] >> 62, last = f[2] << 2;
  int z = top ? __builtin_clzll(top) : 63;   // z >= 1: what is left is below one half
  top = top << z | next >> (64 - z);
  next = next << z | last >> (64 - z);

  // r - n = (a + b) pi/2, a the first 53 bits and b the next 64
  double a = (double)(top >> 11) * power_of_two(-53 - z);
  double b = (double)(top << 53 | next >> 11) * power_of_two(-117 - z);
  double p = a * 0x1.921fb54442d18p+0;
  double q = __builtin_fma(a, 0x1.921fb54442d18p+0, -p)
      + (a * 0x1.1a62633145c07p-54 + b * 0x1.921fb54442d18p+0);
  double r = p + q, n = (r - p) - q;
  if ((x < 0) != (down != 0)) { r = -r; n = -n; }
  turn_1(r, n, x < 0 ? -k : k, s, c);
}

void lia_sincos1(double x, double *s, double *c) {
  if (__builtin_fabs(x) <= NEAR) near_1(x, s, c);
  else far(x, s, c);
}

// ---- many angles: the widest vectors the machine has; lanes beyond n are neither read nor written
// ----

#ifdef LIA_ISA_X86

typedef int64_t n4 __attribute__((vector_size(32)));
typedef int64_t n8 __attribute__((vector_size(64)));

LIA_ISA_BEGIN(LIA_ISA_AVX2)

static inline __m256i live_4(int n) {
  return _mm256_cmpgt_epi64(_mm256_set1_epi64x(n), _mm256_setr_epi64x(0, 1, 2, 3));
}

static inline int far_4(lia_v4d x) {
  __m256d a = _mm256_andnot_pd(_mm256_set1_pd(-0.0), (__m256d)x);
  return _mm256_movemask_pd(_mm256_cmp_pd(a, _mm256_set1_pd(NEAR), _CMP_NLE_UQ));
}

#define LANES 4
#define V lia_v4d
#define N n4
#define NAME(f) f##_4
#define SPLAT(x) ((lia_v4d){ (x), (x), (x), (x) })
#define FMA(a, b, c) ((lia_v4d)_mm256_fmadd_pd((__m256d)(a), (__m256d)(b), (__m256d)(c)))
#define BITS(x) ((n4)(x))
#define FLOAT(i) ((lia_v4d)(i))
#define LOAD(p, n) ((lia_v4d)_mm256_maskload_pd((p), live_4(n)))
#define STORE(p, n, v) _mm256_maskstore_pd((p), live_4(n), (__m256d)(v))
#define STORE_ALL(p, v) _mm256_storeu_pd((p), (__m256d)(v))
#include "num/sincos_text.h"
#undef LANES
#undef V
#undef N
#undef NAME
#undef SPLAT
#undef FMA
#undef BITS
#undef FLOAT
#undef LOAD
#undef STORE
#undef STORE_ALL

static void many_avx2(const double *x, double *s, double *c, int n) {
  for (int i = 0; i < n; i += 4) block_4(x + i, s + i, c + i, n - i < 4 ? n - i : 4);
}

static void room_avx2(const double *x, double *s, double *c, int n) {
  for (int i = 0; i < n; i += 4) whole_4(x + i, s + i, c + i, n - i < 4 ? n - i : 4);
}

LIA_ISA_END
LIA_ISA_BEGIN(LIA_ISA_AVX512)

static inline __mmask8 live_8(int n) { return (__mmask8)(0xff >> (8 - n)); }

static inline int far_8(lia_v8d x) {
  return _mm512_cmp_pd_mask(_mm512_abs_pd((__m512d)x), _mm512_set1_pd(NEAR), _CMP_NLE_UQ);
}

#define LANES 8
#define V lia_v8d
#define N n8
#define NAME(f) f##_8
#define SPLAT(x) ((lia_v8d){ (x), (x), (x), (x), (x), (x), (x), (x) })
#define FMA(a, b, c) ((lia_v8d)_mm512_fmadd_pd((__m512d)(a), (__m512d)(b), (__m512d)(c)))
#define BITS(x) ((n8)(x))
#define FLOAT(i) ((lia_v8d)(i))
#define LOAD(p, n) ((lia_v8d)_mm512_maskz_loadu_pd(live_8(n), (p)))
#define STORE(p, n, v) _mm512_mask_storeu_pd((p), live_8(n), (__m512d)(v))
#define STORE_ALL(p, v) _mm512_storeu_pd((p), (__m512d)(v))
#include "num/sincos_text.h"

static void many_avx512(const double *x, double *s, double *c, int n) {
  int i = 0;
  for (; n - i > 4; i += 8) block_8(x + i, s + i, c + i, n - i < 8 ? n - i : 8);
  if (n > i) block_4(x + i, s + i, c + i, n - i);
}

static void room_avx512(const double *x, double *s, double *c, int n) {
  for (int i = 0; i < n; i += 8) whole_8(x + i, s + i, c + i, n - i < 8 ? n - i : 8);
}

LIA_ISA_END

#endif

static void many_plain(const double *x, double *s, double *c, int n) {
  for (int i = 0; i < n; i++) lia_sincos1(x[i], s + i, c + i);
}

// what this file was compiled for the machine has, and nothing is asked
static lia_isa path(void) {
#if defined(LIA_ISA_X86) && defined(__AVX512DQ__) && defined(__AVX512VL__)
  return LIA_ISA_avx512;
#else
  return lia_isa_best();
#endif
}

void lia_sincos_on(lia_isa isa, const double *x, double *s, double *c, int n) {
  switch (isa) {
#ifdef LIA_ISA_X86
    case LIA_ISA_avx512: many_avx512(x, s, c, n); return;
    case LIA_ISA_avx2: many_avx2(x, s, c, n); return;
#endif
    default: many_plain(x, s, c, n);
  }
}

void lia_sincos_room(const double *x, double *s, double *c, int n) {
  switch (path()) {
#ifdef LIA_ISA_X86
    case LIA_ISA_avx512: room_avx512(x, s, c, n); return;
    case LIA_ISA_avx2: room_avx2(x, s, c, n); return;
#endif
    default: many_plain(x, s, c, n);
  }
}

void lia_sincos(const double *x, double *s, double *c, int n) { lia_sincos_on(path(), x, s, c, n); }
