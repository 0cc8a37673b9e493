/* spatial_num.h - the words that algorithms are told in, meaning double
 *
 * A *_text.h speaks these words only, so that one text serves numbers and expressions
 * (spatial_sym.h has the same words, meaning lia_expr). A word takes values and returns one. The
 * order of every operation is fixed and products are added by lia_fma, so gcc and clang give the
 * same bits. */
#ifndef LIA_WORDS_NUM_H
#define LIA_WORDS_NUM_H

#include "geo/quat.h"
#include "geo/spatial.h"
#include "num/sincos.h"
#include "num/small.h"

#ifdef __FMA__
#include <immintrin.h>
#endif

#define NUM double
#define VEC lia_vec3
#define MAT lia_mat3
#define SYM lia_sym3
#define POSE lia_pose
#define NAME(f) lia_##f
#define CTX            /* what a function takes besides: nothing; an expression pool */
#define ON             /* ... and is given */

#define WORD static inline __attribute__((always_inline))

WORD NUM number(double x) { return x; }
WORD int is_number(NUM s, double x) { return s == x; }

#define WNUM NUM
#define WVEC VEC
#define WMAT MAT
#define WSYM SYM
#define W(f) f
#define FMA(a, b, c) lia_fma(a, b, c)
#include "geo/spatial_text.h"
#undef WNUM
#undef WVEC
#undef WMAT
#undef WSYM
#undef W
#undef FMA

// ---- poses: rows of four, so that a product of poses is 9 operations on rows instead of 36 on
// numbers ----

/* c + s a */
WORD lia_v4d addrow(lia_v4d c, NUM s, lia_v4d a) {
#ifdef __FMA__
  return (lia_v4d)_mm256_fmadd_pd(_mm256_set1_pd(s), (__m256d)a, (__m256d)c);
#else
  for (int k = 0; k < 4; k++) c[k] = lia_fma(s, a[k], c[k]);
  return c;
#endif
}
WORD lia_v4d at(NUM s) { return (lia_v4d){ 0, 0, 0, s }; }

WORD POSE pose(MAT R, VEC p) {
  return (POSE){ { R.xx, R.xy, R.xz, p.x }, { R.yx, R.yy, R.yz, p.y }, { R.zx, R.zy, R.zz, p.z } };
}
WORD POSE identity(void) { return (POSE){ { 1, 0, 0, 0 }, { 0, 1, 0, 0 }, { 0, 0, 1, 0 } }; }
WORD MAT rot(POSE X) {
  return (MAT){ X.x[0], X.x[1], X.x[2], X.y[0], X.y[1], X.y[2], X.z[0], X.z[1], X.z[2] };
}
WORD VEC pos(POSE X) { return (VEC){ X.x[3], X.y[3], X.z[3] }; }

/* poses in memory: twelve numbers, row after row */
WORD POSE pose_of(const NUM X[12]) {
  POSE P;
  __builtin_memcpy(&P, X, sizeof P);
  return P;
}
WORD void pose_to(NUM X[12], POSE P) { __builtin_memcpy(X, &P, sizeof P); }
WORD MAT rot_of(const NUM X[12]) {
  return (MAT){ X[0], X[1], X[2], X[4], X[5], X[6], X[8], X[9], X[10] };
}
WORD VEC pos_of(const NUM X[12]) { return (VEC){ X[3], X[7], X[11] }; }

/* X_AC = X_AB X_BC */
WORD POSE compose(POSE A, POSE B) {
  return (POSE){ addrow(addrow(addrow(at(A.x[3]), A.x[2], B.z), A.x[1], B.y), A.x[0], B.x),
                 addrow(addrow(addrow(at(A.y[3]), A.y[2], B.z), A.y[1], B.y), A.y[0], B.x),
                 addrow(addrow(addrow(at(A.z[3]), A.z[2], B.z), A.z[1], B.y), A.z[0], B.x) };
}

/* X followed by a turn about z, c = cos t, s = sin t; by a slide along z */
WORD lia_v4d turnrow(lia_v4d a, NUM c, NUM s) {
#ifdef __FMA__
  return (lia_v4d)_mm256_fmadd_pd(_mm256_permute_pd((__m256d)a, 5), _mm256_setr_pd(s, -s, 0, 0),
      _mm256_mul_pd((__m256d)a, _mm256_setr_pd(c, c, 1, 1)));
#else
  return (lia_v4d){ lia_fma(a[1], s, a[0] * c), lia_fma(a[0], -s, a[1] * c), a[2], a[3] };
#endif
}
WORD POSE turn(POSE X, NUM c, NUM s) {
  return (POSE){ turnrow(X.x, c, s), turnrow(X.y, c, s), turnrow(X.z, c, s) };
}
WORD POSE slide(POSE X, NUM s) {
  return (POSE){ addrow(X.x, s, at(X.x[2])), addrow(X.y, s, at(X.y[2])),
      addrow(X.z, s, at(X.z[2])) };
}

/* X followed by a shift, by a rotation told in plain numbers, by that of a quaternion w x y z of
 * any length */
WORD POSE shift(POSE X, VEC r) { return pose(rot(X), addmul(pos(X), rot(X), r)); }
WORD POSE rotate(POSE X, const double R[9]) { return pose(matmul(rot(X), mat_of(R)), pos(X)); }
WORD POSE quaternion(POSE X, const NUM q[4]) {
  double R[9];
  lia_quat_to_rot(R, q);
  return rotate(X, R);
}

/* cos t and sin t of one angle */
WORD void angle_of(NUM t, NUM *c, NUM *s) { lia_sincos1(t, s, c); }

#endif
