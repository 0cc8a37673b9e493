/* hermite.c - polynomials through values and derivatives at both ends */
#include "traj/hermite.h"

#include "base/assert.h"

#include <math.h>
#include <string.h>

// q_k = sum_l Q[k][l] e_l, e_l: what derivative l at 1 lacks when only the a are there
static const double Q2[2 * 2] = { 3, -1, -2, 1 };
static const double Q3[3 * 3] = { 10, -4, 0.5, -15, 7, -1, 6, -3, 0.5 };
static const double Q4[4 * 4] = { 35, -15, 2.5, -1.0 / 6, -84, 39, -7, 0.5,
                                  70, -34, 6.5, -0.5, -20, 10, -2, 1.0 / 6 };
static const double *const Q[] = { NULL, NULL, Q2, Q3, Q4 };

void lia_hermite(double *c, int r, double h, const double *a, const double *b, int stride) {
  LIA_ASSERT(r >= 2 && r <= LIA_HERMITE_MOST && h > 0);
  double start[LIA_HERMITE_MOST], e[LIA_HERMITE_MOST], power = 1, factorial = 1;
  for (int k = 0; k < r; k++) {   // derivatives in u = (t - t0)/h
    start[k] = a[k * stride] * power;
    e[k] = b[k * stride] * power;
    power *= h;
  }
  for (int k = r - 1; k >= 0; k--) {
    double sum = 0;               // a_k + a_k+1 + a_k+2/2 + ..
    for (int l = r - 1; l > k; l--) sum = (sum + start[l]) / (l - k);
    e[k] -= start[k] + sum;
  }
  for (int k = 0; k < r; k++) {
    c[k] = start[k] / factorial;
    factorial *= k + 1;
    c[r + k] = 0;
    for (int l = 0; l < r; l++) c[r + k] += Q[r][k * r + l] * e[l];
  }
  power = 1;
  for (int k = 0; k < 2 * r; k++) {
    c[k] /= power;
    power *= h;
  }
}

// derivative r of u^k is k!/(k - r)! u^(k - r)
static double falling(int k, int r) {
  double f = 1;
  for (int i = 0; i < r; i++) f *= k - i;
  return f;
}

void lia_hermite_energy(int r, double E[2 * LIA_HERMITE_MOST][2 * LIA_HERMITE_MOST]) {
  double basis[2 * LIA_HERMITE_MOST][2 * LIA_HERMITE_MOST];
  for (int i = 0; i < 2 * r; i++) {
    double u[2 * LIA_HERMITE_MOST] = { 0 };
    u[i] = 1;
    lia_hermite(basis[i], r, 1, u, u + r, 1);
  }
  for (int i = 0; i < 2 * r; i++)
    for (int j = 0; j < 2 * r; j++) {
      E[i][j] = 0;
      for (int k = r; k < 2 * r; k++)
        for (int l = r; l < 2 * r; l++)
          E[i][j] += falling(k, r) * basis[i][k] * falling(l, r) * basis[j][l]
              / (k + l - 2 * r + 1);
    }
}

lia_status lia_hermite_curve(lia_pieces **out, int degree, const double *a, const double *b, int n,
                             double T, lia_error *err) {
  *out = NULL;
  if (degree != 3 && degree != 5 && degree != 7)
    return LIA_FAIL(err, LIA_EARG, "degree", "expected 3, 5 or 7, got %d", degree);
  if (!(T > 0) || !isfinite(T))
    return LIA_FAIL(err, LIA_EARG, "T", "expected a duration above 0, got %g", T);
  LIA_TRY(lia_pieces_new(out, n, 1, degree, err));
  lia_pieces *x = *out;
  x->knot[1] = T;
  for (int c = 0; c < n; c++)
    lia_hermite(lia_pieces_coef(x, 0, c), (degree + 1) / 2, T, a + c, b + c, n);
  return LIA_OK;
}
