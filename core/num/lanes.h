/* lanes.h - four and eight doubles side by side: the one set of words about them
 *
 * The types are those of base/isa.h.
 * Each lane rounds as one number does, and products are added by lia_fma, so every width of vectors
 * gives the same bits. A word ends in how many lanes it is about: load4, fma8. */
#ifndef LIA_LANES_H
#define LIA_LANES_H

#include "base/isa.h"
#include "num/small.h"

#ifdef __FMA__
#include <immintrin.h>
#endif

#define LIA_LANE_WORD static inline __attribute__((always_inline))

// ---- four ----

LIA_LANE_WORD lia_v4d number4(double s) { return LIA_LITERAL(lia_v4d){ s, s, s, s }; }

/* a b + c */
LIA_LANE_WORD lia_v4d fma4(lia_v4d a, lia_v4d b, lia_v4d c) {
#ifdef __FMA__
  return (lia_v4d)_mm256_fmadd_pd((__m256d)a, (__m256d)b, (__m256d)c);
#else
  for (int k = 0; k < 4; k++) c[k] = lia_fma(a[k], b[k], c[k]);
  return c;
#endif
}

/* four numbers from anywhere, and back */
LIA_LANE_WORD lia_v4d load4(const double *p) {
  lia_v4d a;
  __builtin_memcpy(&a, p, sizeof a);
  return a;
}
LIA_LANE_WORD void store4(double *p, lia_v4d a) { __builtin_memcpy(p, &a, sizeof a); }

/* the numbers whose bits are set, zeros for the others */
LIA_LANE_WORD lia_v4d keep4(lia_v4d a, unsigned bits) {
#ifdef __AVX512VL__
  return (lia_v4d)_mm256_maskz_mov_pd((__mmask8)bits, (__m256d)a);
#else
  for (int k = 0; k < 4; k++) a[k] = bits >> k & 1 ? a[k] : 0;
  return a;
#endif
}

/* rows to columns */
LIA_LANE_WORD void transpose4(lia_v4d *a, lia_v4d *b, lia_v4d *c, lia_v4d *d) {
  lia_v4d ab0 = __builtin_shufflevector(*a, *b, 0, 4, 2, 6);
  lia_v4d ab1 = __builtin_shufflevector(*a, *b, 1, 5, 3, 7);
  lia_v4d cd0 = __builtin_shufflevector(*c, *d, 0, 4, 2, 6);
  lia_v4d cd1 = __builtin_shufflevector(*c, *d, 1, 5, 3, 7);
  *a = __builtin_shufflevector(ab0, cd0, 0, 1, 4, 5);
  *b = __builtin_shufflevector(ab1, cd1, 0, 1, 4, 5);
  *c = __builtin_shufflevector(ab0, cd0, 2, 3, 6, 7);
  *d = __builtin_shufflevector(ab1, cd1, 2, 3, 6, 7);
}

// ---- eight ----

LIA_LANE_WORD lia_v8d number8(double s) { return LIA_LITERAL(lia_v8d){ s, s, s, s, s, s, s, s }; }

/* the halves of eight */
LIA_LANE_WORD lia_v4d low8(lia_v8d a) { return __builtin_shufflevector(a, a, 0, 1, 2, 3); }
LIA_LANE_WORD lia_v4d high8(lia_v8d a) { return __builtin_shufflevector(a, a, 4, 5, 6, 7); }

/* a b + c */
LIA_LANE_WORD lia_v8d fma8(lia_v8d a, lia_v8d b, lia_v8d c) {
#ifdef __AVX512F__
  return (lia_v8d)_mm512_fmadd_pd((__m512d)a, (__m512d)b, (__m512d)c);
#else
  lia_v4d low = fma4(low8(a), low8(b), low8(c)), high = fma4(high8(a), high8(b), high8(c));
  return __builtin_shufflevector(low, high, 0, 1, 2, 3, 4, 5, 6, 7);
#endif
}

/* a s + c, s one number */
LIA_LANE_WORD lia_v8d scaled8(lia_v8d a, double s, lia_v8d c) {
#ifdef __AVX512F__
  return (lia_v8d)_mm512_fmadd_pd((__m512d)a, _mm512_set1_pd(s), (__m512d)c);
#else
  for (int k = 0; k < 8; k++) c[k] = lia_fma(a[k], s, c[k]);
  return c;
#endif
}

/* eight numbers from anywhere, and back */
LIA_LANE_WORD lia_v8d load8(const void *p) {
  lia_v8d a;
  __builtin_memcpy(&a, p, sizeof a);
  return a;
}
LIA_LANE_WORD void store8(void *p, lia_v8d a) { __builtin_memcpy(p, &a, sizeof a); }

/* a with s in one lane: without a way through memory, which eight lanes read at once would wait
 * for */
LIA_LANE_WORD lia_v8d put8(lia_v8d a, int lane, double s) {
#ifdef __AVX512F__
  return (lia_v8d)_mm512_mask_broadcastsd_pd((__m512d)a, (__mmask8)(1u << lane), _mm_set_sd(s));
#else
  a[lane] = s;
  return a;
#endif
}

/* the sum of all lanes, the halves first */
LIA_LANE_WORD double sum8(lia_v8d a) {
  return ((a[0] + a[4]) + (a[2] + a[6])) + ((a[1] + a[5]) + (a[3] + a[7]));
}

#endif
