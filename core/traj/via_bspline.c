/* via_bspline.c - interpolation by B-splines, the same curve as pieces */
#include "traj/via.h"

#include "base/mem.h"

#include <math.h>
#include <string.h>

enum { LEAST = 3, MOST = 7, ORDER = MOST + 1 };

typedef struct bspline {
  const double *t, *x;
  int m, n, p;             // points, components, degree
  double *u;               // m + p + 1 knots: the ends p + 1 times, averages of p times inside
  double *band;            // m rows of 2 p + 1: row k has N_j(t_k) for j = k - p .. k + p
  double *d;               // m x n: the points, then the coefficients
} bspline;

// ---- basis functions of the knots u (Cox and de Boor) ----

// the span s with u[s] <= t < u[s + 1], the last one for the last knot
static int span_of(const bspline *s, double t) {
  int lo = s->p, hi = s->m;
  while (hi - lo > 1) {
    const int middle = (lo + hi) / 2;
    if (t >= s->u[middle]) lo = middle;
    else hi = middle;
  }
  return lo;
}

// N[i], i <= p: basis function span - p + i at t
static void basis(const bspline *s, int span, double t, double N[ORDER]) {
  double left[ORDER], right[ORDER];
  N[0] = 1;
  for (int j = 1; j <= s->p; j++) {
    double saved = 0;
    left[j] = t - s->u[span + 1 - j];
    right[j] = s->u[span + j] - t;
    for (int i = 0; i < j; i++) {
      const double part = N[i] / (right[i + 1] + left[j - i]);
      N[i] = saved + right[i + 1] * part;
      saved = left[j - i] * part;
    }
    N[j] = saved;
  }
}

static void put_knots(bspline *s) {
  const int m = s->m, p = s->p;
  for (int k = 0; k <= p; k++) {
    s->u[k] = s->t[0];
    s->u[m + k] = s->t[m - 1];
  }
  for (int k = 1; k < m - p; k++) {
    double sum = 0;
    for (int i = 0; i < p; i++) sum += s->t[k + i] - s->t[0];
    s->u[k + p] = s->t[0] + sum / p;
  }
}

// ---- the coefficients that meet the points: a band without pivots, since the matrix is totally
// positive (de Boor) ----

static double *entry(const bspline *s, int row, int col) {
  return s->band + row * (2 * s->p + 1) + col - row + s->p;
}

static lia_status put_basis(bspline *s, lia_error *err) {
  for (int k = 0; k < s->m; k++) {
    double N[ORDER];
    const int span = span_of(s, s->t[k]);
    basis(s, span, s->t[k], N);
    for (int i = 0; i <= s->p; i++) {
      const int col = span - s->p + i;
      if (N[i] == 0) continue;
      if (col - k > s->p || k - col > s->p)
        return LIA_FAIL(err, LIA_ESINGULAR, "t", "t[%d] is too far from its neighbours for degree "
                        "%d", k + 1, s->p);
      *entry(s, k, col) = N[i];
    }
  }
  return LIA_OK;
}

static void subtract_row(bspline *s, int row, int pivot, double factor) {
  const int last = pivot + s->p < s->m ? pivot + s->p : s->m - 1;
  for (int col = pivot; col <= last; col++) *entry(s, row, col) -= factor * *entry(s, pivot, col);
  for (int c = 0; c < s->n; c++) s->d[row * s->n + c] -= factor * s->d[pivot * s->n + c];
}

static lia_status eliminate(bspline *s, lia_error *err) {
  for (int k = 0; k < s->m; k++) {
    const double pivot = *entry(s, k, k);
    if (!(pivot > 1e-14))
      return LIA_FAIL(err, LIA_ESINGULAR, "t", "t[%d] is too far from its neighbours for degree %d",
                      k + 1, s->p);
    for (int row = k + 1; row < s->m && row <= k + s->p; row++) {
      const double factor = *entry(s, row, k) / pivot;
      if (factor != 0) subtract_row(s, row, k, factor);
    }
  }
  for (int k = s->m - 1; k >= 0; k--)
    for (int c = 0; c < s->n; c++) {
      double sum = s->d[k * s->n + c];
      for (int col = k + 1; col < s->m && col <= k + s->p; col++)
        sum -= *entry(s, k, col) * s->d[col * s->n + c];
      s->d[k * s->n + c] = sum / *entry(s, k, k);
    }
  return LIA_OK;
}

// ---- as pieces: derivatives at the start of each span, from differences of coefficients ----

// derivative l has coefficients Q_i = (p - l + 1)(Q_i - Q_i-1)/(u_i+p-l+1 - u_i)
static void put_span(const bspline *s, int piece, lia_pieces *out) {
  const int p = s->p, span = piece + p;
  for (int c = 0; c < s->n; c++) {
    double q[ORDER], factorial = 1;
    double *a = lia_pieces_coef(out, piece, c);
    for (int i = 0; i <= p; i++) q[i] = s->d[(span - p + i) * s->n + c];
    for (int l = 0; l <= p; l++) {
      const bspline lower = { .u = s->u + l, .m = s->m - l, .p = p - l };
      double N[ORDER], sum = 0;
      basis(&lower, span - l, s->u[span], N);
      for (int i = 0; i <= p - l; i++) sum += N[i] * q[l + i];
      a[l] = sum / factorial;
      factorial *= l + 1;
      for (int i = p; i > l; i--) {
        const int k = span - p + i;
        q[i] = (p - l) * (q[i] - q[i - 1]) / (s->u[k + p - l] - s->u[k]);
      }
    }
  }
}

static lia_status make_bspline(bspline *s, lia_pieces **out, lia_error *err) {
  const int pieces = s->m - s->p;
  put_knots(s);
  LIA_TRY(put_basis(s, err));
  memcpy(s->d, s->x, (size_t)(s->m * s->n) * sizeof *s->d);
  LIA_TRY(eliminate(s, err));
  LIA_TRY(lia_pieces_new(out, s->n, pieces, s->p, err));
  memcpy((*out)->knot, s->u + s->p, (size_t)(pieces + 1) * sizeof *s->u);
  for (int k = 0; k < pieces; k++) put_span(s, k, *out);
  return LIA_OK;
}

lia_status lia_via_bspline(lia_pieces **out, const double *t, const double *x, int m, int n,
                           int degree, lia_error *err) {
  *out = NULL;
  if (degree < LEAST || degree > MOST)
    return LIA_FAIL(err, LIA_EARG, "degree", "expected 3 to 7, got %d", degree);
  LIA_TRY(lia_via_check(t, x, m, n, degree + 1, err));
  bspline s = { .t = t, .x = x, .m = m, .n = n, .p = degree };
  const size_t knots = (size_t)(m + degree + 1), band = (size_t)m * (size_t)(2 * degree + 1);
  s.u = lia_calloc(knots + band + (size_t)m * (size_t)n, sizeof *s.u);
  if (!s.u) return LIA_FAIL(err, LIA_ENOMEM, "", "out of memory");
  s.band = s.u + knots;
  s.d = s.band + band;
  lia_status st = make_bspline(&s, out, err);
  lia_free(s.u);
  return st;
}
