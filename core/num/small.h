/* small.h - in-line kernels for 3-vectors and 3x3 matrices (row major)
 *
 * The result comes first, as in memcpy, and may be one of the arguments. */
#ifndef LIA_SMALL_H
#define LIA_SMALL_H

#include "base/isa.h"

#include <float.h>
#include <math.h>

#if FLT_EVAL_METHOD != 0
#error "doubles must be computed as doubles (on a 32-bit x86: -msse2 -mfpmath=sse)"
#endif

LIA_C_BEGIN

/* a*b + c in one rounding where the target has the instruction, or where all targets shall agree
 * (make FMA=1: the C library does it where the target cannot, which takes 1.3 to 4.5 times as
 * long); else in two. LIA_FUSED: in one */
#if defined __FMA__ || defined __ARM_FEATURE_FMA || defined LIA_FMA
#define LIA_FUSED
#endif
static inline double lia_fma(double a, double b, double c) {
#ifdef LIA_FUSED
  return __builtin_fma(a, b, c);
#else
  return a * b + c;
#endif
}

static inline void lia_set3(double o[3], double x, double y, double z) {
  o[0] = x;
  o[1] = y;
  o[2] = z;
}
static inline void lia_copy3(double o[3], const double a[3]) { lia_set3(o, a[0], a[1], a[2]); }
static inline void lia_add3(double o[3], const double a[3], const double b[3]) {
  for (int k = 0; k < 3; k++) o[k] = a[k] + b[k];
}
static inline void lia_sub3(double o[3], const double a[3], const double b[3]) {
  for (int k = 0; k < 3; k++) o[k] = a[k] - b[k];
}
static inline void lia_scale3(double o[3], double s, const double a[3]) {
  for (int k = 0; k < 3; k++) o[k] = s * a[k];
}
static inline void lia_addto3(double o[3], double s, const double a[3]) {
  for (int k = 0; k < 3; k++) o[k] += s * a[k];
}
static inline double lia_dot3(const double a[3], const double b[3]) {
  return a[0]*b[0] + a[1]*b[1] + a[2]*b[2];
}
/* no overflow, no underflow: |a| is right for any finite a */
static inline double lia_norm3(const double a[3]) {
  double s = lia_dot3(a, a);
  return s > 1e-280 && s < 1e280 ? sqrt(s) : hypot(hypot(a[0], a[1]), a[2]);
}

/* o = a / |a|, 0 where a is 0; returns |a|. A unit vector for any finite a: far from 1, also where
 * |a| leaves the range of doubles, a is divided by its largest entry first */
static inline double lia_unit3(double o[3], const double a[3]) {
  double n = lia_norm3(a), m = n, b[3] = { a[0], a[1], a[2] };
  if (!(n > 1e-140 && n < 1e140)) {
    double most = fmax(fmax(fabs(a[0]), fabs(a[1])), fabs(a[2]));
    for (int k = 0; k < 3 && most > 0 && !isinf(most); k++) b[k] = a[k] / most;
    m = lia_norm3(b);
  }
  for (int k = 0; k < 3; k++) o[k] = m == 0 ? 0 : b[k] / m;
  return n;
}

static inline void lia_cross3(double o[3], const double a[3], const double b[3]) {
  lia_set3(o, a[1]*b[2] - a[2]*b[1], a[2]*b[0] - a[0]*b[2], a[0]*b[1] - a[1]*b[0]);
}

/* a~ with a~ b = a x b */
static inline void lia_skew3(double o[9], const double a[3]) {
  double x = a[0], y = a[1], z = a[2];
  o[0] = 0;  o[1] = -z; o[2] = y;
  o[3] = z;  o[4] = 0;  o[5] = -x;
  o[6] = -y; o[7] = x;  o[8] = 0;
}

/* o = M a */
static inline void lia_mv3(double o[3], const double M[9], const double a[3]) {
  lia_set3(o, M[0]*a[0] + M[1]*a[1] + M[2]*a[2], M[3]*a[0] + M[4]*a[1] + M[5]*a[2],
      M[6]*a[0] + M[7]*a[1] + M[8]*a[2]);
}

/* o = M^T a */
static inline void lia_mtv3(double o[3], const double M[9], const double a[3]) {
  lia_set3(o, M[0]*a[0] + M[3]*a[1] + M[6]*a[2], M[1]*a[0] + M[4]*a[1] + M[7]*a[2],
      M[2]*a[0] + M[5]*a[1] + M[8]*a[2]);
}

static inline void lia_copy33(double o[9], const double A[9]) {
  for (int k = 0; k < 9; k++) o[k] = A[k];
}

static inline void lia_eye33(double o[9]) { for (int k = 0; k < 9; k++) o[k] = k % 4 == 0; }

/* Products go row by row, a row in the first three lanes of a vector: three times as fast as entry
 * by entry, and the same bits. A row is read with one number too many behind it, except the last;
 * everything is read before o is written */
typedef double lia_row_at __attribute__((vector_size(32), aligned(8), may_alias));

#define LIA_ROWS33(o, r0, r1, r2)                                 \
  do {                                                            \
    lia_v4d r0_ = (r0), r1_ = (r1), r2_ = (r2);                   \
    *(lia_row_at *)(o) = r0_;                                     \
    *(lia_row_at *)((o) + 3) = r1_;                               \
    lia_set3((o) + 6, r2_[0], r2_[1], r2_[2]);                    \
  } while (0)

/* o = A B */
static inline void lia_mul33(double o[9], const double A[9], const double B[9]) {
  lia_v4d b0 = *(const lia_row_at *)B, b1 = *(const lia_row_at *)(B + 3),
      b2 = { B[6], B[7], B[8], 0 };
  LIA_ROWS33(o, A[0]*b0 + A[1]*b1 + A[2]*b2, A[3]*b0 + A[4]*b1 + A[5]*b2,
      A[6]*b0 + A[7]*b1 + A[8]*b2);
}

/* o = A^T B */
static inline void lia_tmul33(double o[9], const double A[9], const double B[9]) {
  lia_v4d b0 = *(const lia_row_at *)B, b1 = *(const lia_row_at *)(B + 3),
      b2 = { B[6], B[7], B[8], 0 };
  LIA_ROWS33(o, A[0]*b0 + A[3]*b1 + A[6]*b2, A[1]*b0 + A[4]*b1 + A[7]*b2,
      A[2]*b0 + A[5]*b1 + A[8]*b2);
}

/* o = A B^T */
static inline void lia_mult33(double o[9], const double A[9], const double B[9]) {
  lia_v4d b0 = { B[0], B[3], B[6], 0 }, b1 = { B[1], B[4], B[7], 0 }, b2 = { B[2], B[5], B[8], 0 };
  LIA_ROWS33(o, A[0]*b0 + A[1]*b1 + A[2]*b2, A[3]*b0 + A[4]*b1 + A[5]*b2,
      A[6]*b0 + A[7]*b1 + A[8]*b2);
}

static inline void lia_transpose33(double o[9], const double A[9]) {
  double t[9] = { A[0], A[3], A[6], A[1], A[4], A[7], A[2], A[5], A[8] };
  lia_copy33(o, t);
}

static inline double lia_trace33(const double A[9]) { return A[0] + A[4] + A[8]; }

static inline double lia_det33(const double A[9]) {
  return A[0]*(A[4]*A[8] - A[5]*A[7]) - A[1]*(A[3]*A[8] - A[5]*A[6]) + A[2]*(A[3]*A[7] - A[4]*A[6]);
}

LIA_C_END

#endif
