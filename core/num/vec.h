/* vec.h - loops over double[n]
 *
 * The result comes first, as in memcpy. n may be 0. Sums run in one fixed order, so equal input
 * gives equal bits. */
#ifndef LIA_VEC_H
#define LIA_VEC_H

#include "num/small.h"

#include <math.h>
#include <string.h>

LIA_C_BEGIN

static inline void lia_vec_zero(double *y, int n) {
  for (int i = 0; i < n; i++) y[i] = 0;
}

/* x and y may overlap */
static inline void lia_vec_copy(double *y, const double *x, int n) {
  if (n > 0) memmove(y, x, (size_t)n * sizeof *y);
}

/* y = s x; y may be x */
static inline void lia_vec_scale(double *y, double s, const double *x, int n) {
  for (int i = 0; i < n; i++) y[i] = s * x[i];
}

/* y = y + s x; x and y are apart. Four at a time, so that compilers vectorise it at -O2 */
static inline void lia_vec_axpy(double *LIA_RESTRICT y, double s, const double *LIA_RESTRICT x,
    int n) {
  int i = 0;
  for (; i + 4 <= n; i += 4)
    for (int k = 0; k < 4; k++) y[i+k] = lia_fma(s, x[i+k], y[i+k]);
  for (; i < n; i++) y[i] = lia_fma(s, x[i], y[i]);
}

/* z = x + s y; z may be x or y */
static inline void lia_vec_add(double *z, const double *x, double s, const double *y, int n) {
  for (int i = 0; i < n; i++) z[i] = lia_fma(s, y[i], x[i]);
}

static inline void lia_vec_swap(double *x, double *y, int n) {
  for (int i = 0; i < n; i++) {
    double t = x[i];
    x[i] = y[i];
    y[i] = t;
  }
}

/* s - x . y, one after the other: what short rows of a factorisation want */
static inline double lia_vec_minus_dot(double s, const double *x, const double *y, int n) {
  for (int i = 0; i < n; i++) s = lia_fma(-x[i], y[i], s);
  return s;
}

/* x . y: short ones in order, long ones in eight interleaved sums */
static inline double lia_vec_dot(const double *x, const double *y, int n) {
  if (n < 16) return -lia_vec_minus_dot(0, x, y, n);
  double s[8] = { 0 }, t = 0;
  int i = 0;
  for (; i + 8 <= n; i += 8)
    for (int k = 0; k < 8; k++) s[k] = lia_fma(x[i+k], y[i+k], s[k]);
  for (; i < n; i++) t = lia_fma(x[i], y[i], t);
  return (((s[0] + s[4]) + (s[2] + s[6])) + ((s[1] + s[5]) + (s[3] + s[7]))) + t;
}

/* max |x_i|; NaN where x holds one */
static inline double lia_vec_max(const double *x, int n) {
  double m = 0;
  for (int i = 0; i < n; i++) {
    if (!(fabs(x[i]) <= m)) m = fabs(x[i]);
    if (m != m) return m;
  }
  return m;
}

/* max |x_i - y_i|; NaN where a difference is one */
static inline double lia_vec_diff(const double *x, const double *y, int n) {
  double m = 0;
  for (int i = 0; i < n; i++) {
    double d = fabs(x[i] - y[i]);
    if (!(d <= m)) m = d;
    if (m != m) return m;
  }
  return m;
}

/* |x|, right for every finite x: squares that would over- or underflow are scaled first */
static inline double lia_vec_norm(const double *x, int n) {
  double s = lia_vec_dot(x, x, n);
  if (s > 1e-280 && s < 1e300) return sqrt(s);
  double m = lia_vec_max(x, n), r = 0;
  if (!(m > 0) || isinf(m)) return m;
  for (int i = 0; i < n; i++) r += x[i] / m * (x[i] / m);
  return m * sqrt(r);
}

/* the index of the first NaN or infinity, -1 where there is none. 0 x is 0 or NaN, and NaN stays in
 * a sum; two sums, so that one does not wait for the other */
static inline int lia_vec_bad(const double *x, int n) {
  double s = 0, r = 0;
  int i = 0;
  for (; i + 1 < n; i += 2) {
    s += 0 * x[i];
    r += 0 * x[i+1];
  }
  if (i < n) s += 0 * x[i];
  if (s + r == 0) return -1;
  i = 0;
  while (isfinite(x[i])) i++;
  return i;
}

LIA_C_END

#endif
