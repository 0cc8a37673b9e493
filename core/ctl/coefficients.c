/* coefficients.c - roots of a polynomial, and the polynomial of roots */
#include "ctl/coefficients.h"

#include "base/assert.h"
#include "ctl/schur_inside.h"
#include "num/lapack.h"

#include <complex.h>

typedef double _Complex root_complex;

// p(z), p'(z), and the sum of the sizes of the terms of p, by Horner
static root_complex poly_at(const double *c, int degree, root_complex z, root_complex *slope,
                            double *size) {
  root_complex p = c[0];
  *slope = 0;
  *size = fabs(c[0]);
  for (int k = 1; k <= degree; k++) {
    *slope = *slope * z + p;
    p = p * z + c[k];
    *size = *size * cabs(z) + fabs(c[k]);
  }
  return p;
}

// z := z - p / p' while |p| falls and is more than rounding
static root_complex refined(const double *c, int degree, root_complex z) {
  enum { MOST = 8 };
  root_complex slope, other;
  double size;
  root_complex p = poly_at(c, degree, z, &slope, &size);
  for (int k = 0; k < MOST && cabs(p) > DBL_EPSILON * size && slope != 0; k++) {
    root_complex next = z - p / slope;
    root_complex q = poly_at(c, degree, next, &other, &size);
    if (!(cabs(q) < cabs(p))) break;
    z = next;
    p = q;
    slope = other;
  }
  return z;
}

static lia_status roots_on(lia_desk *d, double *re, double *im, const double *c, int degree,
                           lia_error *err) {
  lia_cols M = lia_cols_new(d, degree, degree);
  const lia_cols none = { 0 };
  LIA_TRY(lia_desk_ready(d, err));
  for (int j = 0; j < degree; j++) *lia_cols_at(M, 0, j) = -c[j + 1] / c[0];
  for (int i = 1; i < degree; i++) *lia_cols_at(M, i, i - 1) = 1;
  if (!lia_cols_finite(M))
    return LIA_FAIL(err, LIA_EDOMAIN, "c", "its first coefficient is too small beside the others");
  LIA_TRY(lia_cols_eigenvalues(d, M, none, re, im, err));
  for (int k = 0; k < degree; k++) {
    root_complex z = refined(c, degree, re[k] + im[k] * (root_complex)I);
    const int pair = im[k] != 0;
    re[k] = creal(z);
    im[k] = pair ? cimag(z) : 0;
    if (!pair) continue;
    k++;
    LIA_ASSERT(k < degree);
    re[k] = re[k - 1];
    im[k] = -im[k - 1];
  }
  return LIA_OK;
}

lia_status lia_coefficients_roots(double *re, double *im, int *degree, const double *c, int count,
                                  lia_error *err) {
  lia_desk d;
  int zeros = 0;
  *degree = count - 1;
  if (count < 1 || c[0] == 0)
    return LIA_FAIL(err, LIA_EARG, "c", "expected coefficients, highest first, the first not 0");
  while (c[count - 1 - zeros] == 0) zeros++;
  for (int k = *degree - zeros; k < *degree; k++) re[k] = im[k] = 0;
  if (*degree == zeros) return LIA_OK;
  LIA_TRY(lia_lapack_sizes(count, count, err));
  lia_desk_begin(&d);
  lia_status st = roots_on(&d, re, im, c, *degree - zeros, err);
  lia_desk_end(&d);
  return st;
}

// c := c (s^2 + a s + b), or c (s + a): degree grows by 2, or 1
static int times_factor(double *c, int degree, double a, double b, int pair) {
  const int top = degree + 1 + pair;
  c[top] = 0;
  c[top - pair] = 0;
  for (int k = top; k > 0; k--) {
    double sum = c[k] + a * c[k - 1];
    if (pair && k > 1) sum += b * c[k - 2];
    c[k] = sum;
  }
  return top;
}

lia_status lia_coefficients_of(double *c, const double *re, const double *im, int n,
                               lia_error *err) {
  int degree = 0;
  c[0] = 1;
  for (int k = 0; k < n; k++) {
    if (im[k] == 0) {
      degree = times_factor(c, degree, -re[k], 0, 0);
      continue;
    }
    if (k + 1 >= n || re[k + 1] != re[k] || im[k + 1] != -im[k])
      return LIA_FAIL(err, LIA_EARG, "im", "expected the conjugate behind the root %.6g%+.6gi",
          re[k], im[k]);
    degree = times_factor(c, degree, -2 * re[k], re[k] * re[k] + im[k] * im[k], 1);
    k++;
  }
  return LIA_OK;
}
