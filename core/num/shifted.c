/* shifted.c - elimination to the right, columns of real and imaginary parts apart      [GVL] 3.4 */
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC optimize("O3,no-tree-slp-vectorize")
#endif

#include "num/shifted.h"

#include "base/assert.h"

#include <float.h>
#include <math.h>

// ---- one column and another, rows lo .. n - 1 ----

// b -= s a
static void take_real(double s, const double *a, double *b, int lo, int n) {
  for (int i = lo; i < n; i++) b[i] -= s * a[i];
}

static void take_complex(double s, double t, const double *a, const double *c, double *b,
    double *d, int lo, int n) {
  for (int i = lo; i < n; i++) {
    const double x = a[i], y = c[i];
    b[i] -= s * x - t * y;
    d[i] -= s * y + t * x;
  }
}

static void scale_complex(double s, double t, double *a, double *c, int lo, int n) {
  for (int i = lo; i < n; i++) {
    const double x = a[i], y = c[i];
    a[i] = s * x - t * y;
    c[i] = s * y + t * x;
  }
}

// column j from row lo on: minus (s + i t) times column k
static void take_column(const lia_shifted *S, int k, double s, double t, int j, int lo) {
  const int n = S->n;
  if (S->im) take_complex(s, t, S->re + k*n, S->im + k*n, S->re + j*n, S->im + j*n, lo, n);
  else take_real(s, S->re + k*n, S->re + j*n, lo, n);
}

// ---- factors ----

static void fill_shifted(lia_shifted *S, const double *J, const double *mass, double re,
    double im) {
  const int n = S->n;
  for (int j = 0; j < n; j++) {
    for (int i = 0; i < n; i++) S->re[j*n + i] = -J[j*n + i];
    for (int i = 0; S->im && i < n; i++) S->im[j*n + i] = 0;
    S->re[j * (n + 1)] += re * (mass ? mass[j] : 1);
    if (S->im) S->im[j * (n + 1)] += im * (mass ? mass[j] : 1);
  }
}

static double size_at(const lia_shifted *S, int at) {
  return S->im ? fabs(S->re[at]) + fabs(S->im[at]) : fabs(S->re[at]);
}

// the row of the largest number of column k, of those it may take
static int pivot_row(const lia_shifted *S, int k) {
  const int n = S->n, end = k < S->lead ? S->lead : n;
  int best = k;
  double most = size_at(S, k * (n + 1));
  for (int i = k + 1; i < end; i++) {
    const double size = size_at(S, k*n + i);
    if (size > most) {
      most = size;
      best = i;
    }
  }
  return best;
}

static void swap_two_rows(double *x, int n, int i, int j) {
  for (int c = 0; c < n; c++) {
    const double keep = x[c*n + i];
    x[c*n + i] = x[c*n + j];
    x[c*n + j] = keep;
  }
}

// 1 / pivot k, times what is below it; 0 where it is none
static int divide(lia_shifted *S, int k) {
  const int n = S->n, at = k * (n + 1);
  const double x = S->re[at], y = S->im ? S->im[at] : 0, square = x*x + y*y;
  if (!(square > 0) || !isfinite(square)) return 0;
  S->pivot[2*k] = x / square;
  S->pivot[2*k+1] = -y / square;
  if (!S->im) {
    S->pivot[2*k] = 1 / x;
    for (int i = k + 1; i < n; i++) S->re[k*n + i] *= S->pivot[2*k];
    return 1;
  }
  scale_complex(S->pivot[2*k], S->pivot[2*k+1], S->re + k*n, S->im + k*n, k + 1, n);
  return 1;
}

// a pivot drowns in the rounding of what it was made of
static int is_lost(const lia_shifted *S, int k) {
  const int n = S->n;
  double made = size_at(S, k * (n + 1));
  const double left = made;
  for (int s = 0; s < k; s++) made += size_at(S, s*n + k) * size_at(S, k*n + s);
  return !(left > n * DBL_EPSILON * made);
}

int lia_shifted_factor(lia_shifted *S, const double *J, const double *mass, double re, double im) {
  const int n = S->n;
  LIA_ASSERT(S->lead >= 0 && S->lead <= n && (S->im || im == 0));
  fill_shifted(S, J, mass, re, im);
  for (int k = 0; k < n; k++) {
    const int p = S->swap[k] = pivot_row(S, k);
    if (p != k) {
      swap_two_rows(S->re, n, k, p);
      if (S->im) swap_two_rows(S->im, n, k, p);
    }
    if (!divide(S, k)) return 0;
    for (int j = k + 1; j < n; j++) {
      const double s = S->re[j*n + k], t = S->im ? S->im[j*n + k] : 0;
      if (s != 0 || t != 0) take_column(S, k, s, t, j, k + 1);
    }
  }
  for (int k = 0; k < n; k++)
    if (is_lost(S, k)) return 0;
  return 1;
}

// ---- solutions ----

static void swap_entries(const lia_shifted *S, double *x) {
  for (int k = 0; k < S->n; k++) {
    const double keep = x[S->swap[k]];
    x[S->swap[k]] = x[k];
    x[k] = keep;
  }
}

static void solve_real(const lia_shifted *S, double *x) {
  const int n = S->n;
  for (int k = 0; k < n; k++) take_real(x[k], S->re + k*n, x, k + 1, n);
  for (int k = n - 1; k >= 0; k--) {
    x[k] *= S->pivot[2*k];
    take_real(x[k], S->re + k*n, x, 0, k);
  }
}

static void solve_complex(const lia_shifted *S, double *x, double *y) {
  const int n = S->n;
  for (int k = 0; k < n; k++)
    take_complex(x[k], y[k], S->re + k*n, S->im + k*n, x, y, k + 1, n);
  for (int k = n - 1; k >= 0; k--) {
    scale_complex(S->pivot[2*k], S->pivot[2*k+1], x, y, k, k + 1);
    take_complex(x[k], y[k], S->re + k*n, S->im + k*n, x, y, 0, k);
  }
}

void lia_shifted_solve(const lia_shifted *S, double *x, double *y) {
  LIA_ASSERT(!S->im == !y);
  swap_entries(S, x);
  if (!y) {
    solve_real(S, x);
    return;
  }
  swap_entries(S, y);
  solve_complex(S, x, y);
}
