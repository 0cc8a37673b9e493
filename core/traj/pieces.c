/* pieces.c - polynomials piece by piece: values, peaks, cuts */
#include "traj/pieces.h"

#include "base/assert.h"
#include "base/mem.h"
#include "num/polyroot.h"

#include <math.h>
#include <string.h>

enum { MOST_ORDER = 5 };

lia_status lia_pieces_new(lia_pieces **out, int n, int m, int degree, lia_error *err) {
  *out = NULL;
  if (n < 1 || m < 1 || degree < 0 || degree > LIA_PIECES_DEGREE)
    return LIA_FAIL(err, LIA_EARG, "pieces", "%d components, %d pieces of degree %d: needs 1 or "
                    "more of both, and a degree of at most %d", n, m, degree, LIA_PIECES_DEGREE);
  lia_pieces *x = lia_calloc(1, sizeof *x);
  const size_t coefs = (size_t)m * (size_t)n * (size_t)(degree + 1);
  if (x) x->knot = lia_calloc((size_t)m + 1 + coefs, sizeof *x->knot);
  if (!x || !x->knot) {
    lia_pieces_free(x);
    return LIA_FAIL(err, LIA_ENOMEM, "", "out of memory");
  }
  x->n = n;
  x->m = m;
  x->degree = degree;
  x->coef = x->knot + m + 1;
  *out = x;
  return LIA_OK;
}

void lia_pieces_free(lia_pieces *x) {
  if (!x) return;
  lia_free(x->knot);
  lia_free(x);
}

lia_status lia_pieces_check_times(const double *t, int m, lia_error *err) {
  for (int k = 0; k < m; k++) {
    if (!isfinite(t[k])) return LIA_FAIL(err, LIA_EARG, "t", "t[%d] is not finite", k + 1);
    if (k && !(t[k] > t[k - 1]))
      return LIA_FAIL(err, LIA_EARG, "t", "times must increase: t[%d] = %g after %g", k + 1, t[k],
                      t[k - 1]);
  }
  return LIA_OK;
}

lia_status lia_pieces_check(const lia_pieces *x, lia_error *err) {
  LIA_TRY(lia_pieces_check_times(x->knot, x->m + 1, err));
  const int count = x->m * x->n * (x->degree + 1);
  for (int k = 0; k < count; k++)
    if (!isfinite(x->coef[k]))
      return LIA_FAIL(err, LIA_EARG, "coefficients", "piece %d has one that is not finite",
                      k / (x->n * (x->degree + 1)) + 1);
  return LIA_OK;
}

// ---- values ----

int lia_pieces_find(const lia_pieces *x, double t) {
  int lo = 0, hi = x->m;
  while (hi - lo > 1) {
    const int middle = (lo + hi) / 2;
    if (t >= x->knot[middle]) lo = middle;
    else hi = middle;
  }
  return lo;
}

// derivatives 0 .. order of one polynomial at u, out[0], out[stride] ..: Horner on all at once,
// then times k!
static void derivatives(const double *a, int degree, double u, int order, double *out, int stride) {
  double d[MOST_ORDER + 1] = { 0 }, factorial = 1;
  for (int k = degree; k >= 0; k--) {
    for (int j = order; j >= 1; j--) d[j] = d[j] * u + d[j - 1];
    d[0] = d[0] * u + a[k];
  }
  for (int j = 0; j <= order; j++) {
    out[j * stride] = d[j] * factorial;
    factorial *= j + 1;
  }
}

void lia_pieces_of(const lia_pieces *x, int piece, double t, int order, double *out) {
  LIA_ASSERT(order >= 0 && order <= MOST_ORDER && piece >= 0 && piece < x->m);
  const double u = t - x->knot[piece];
  for (int c = 0; c < x->n; c++)
    derivatives(lia_pieces_coef(x, piece, c), x->degree, u, order, out + c, x->n);
}

void lia_pieces_at(const lia_pieces *x, double t, int order, double *out) {
  const double first = x->knot[0], last = x->knot[x->m];
  const int outside = t < first || t > last;
  double at = t;
  if (t < first) at = first;
  else if (t > last) at = last;
  lia_pieces_of(x, lia_pieces_find(x, at), at, order, out);
  if (outside && order > 0) memset(out + x->n, 0, (size_t)(order * x->n) * sizeof *out);
}

// with h the length, e = b - (a + a1 h + a2 h^2 / 2) and its two derivatives at the end:
//   c3 = (10 e - 4 e' h + e'' h^2/2) / h^3, c4 = (-15 e + 7 e' h - e'' h^2) / h^4,
//   c5 = (6 e - 3 e' h + e'' h^2/2) / h^5
void lia_pieces_quintic(lia_pieces *x, int piece, const double *a, const double *b) {
  LIA_ASSERT(x->degree >= 5);
  const double h = x->knot[piece + 1] - x->knot[piece];
  for (int i = 0; i < x->n; i++) {
    const double *start = a + i, *end = b + i;
    const int n = x->n;
    double *c = lia_pieces_coef(x, piece, i);
    const double e0 = end[0] - (start[0] + h * (start[n] + h * start[2 * n] / 2)),
                 e1 = (end[n] - (start[n] + h * start[2 * n])) * h,
                 e2 = (end[2 * n] - start[2 * n]) * h * h;
    memset(c, 0, (size_t)(x->degree + 1) * sizeof *c);
    c[0] = start[0];
    c[1] = start[n];
    c[2] = start[2 * n] / 2;
    c[3] = (10 * e0 - 4 * e1 + e2 / 2) / (h * h * h);
    c[4] = (-15 * e0 + 7 * e1 - e2) / (h * h * h * h);
    c[5] = (6 * e0 - 3 * e1 + e2 / 2) / (h * h * h * h * h);
  }
}

// ---- peaks ----

static void widen(lia_extremes *e, double value, double t) {
  if (value < e->least) {
    e->least = value;
    e->t_least = t;
  }
  if (value > e->most) {
    e->most = value;
    e->t_most = t;
  }
}

lia_extremes lia_pieces_extremes(const lia_pieces *x, int component, int order) {
  lia_extremes e = { INFINITY, -INFINITY, x->knot[0], x->knot[0] };
  for (int i = 0; i < x->m; i++) {
    double d[LIA_PIECES_DEGREE + 1], slope[LIA_PIECES_DEGREE + 1], root[LIA_PIECES_DEGREE + 1];
    const double *a = lia_pieces_coef(x, i, component), h = x->knot[i + 1] - x->knot[i];
    const int degree = lia_poly_derived(a, x->degree, order, d),
              n = lia_polyroot(slope, lia_poly_derived(d, degree, 1, slope), 0, h, root);
    widen(&e, d[0], x->knot[i]);
    for (int k = 0; k < n; k++) widen(&e, lia_poly_at(d, degree, root[k]), x->knot[i] + root[k]);
    widen(&e, lia_poly_at(d, degree, h), x->knot[i + 1]);
  }
  return e;
}

double lia_pieces_jump(const lia_pieces *x, int order, double *t) {
  double most = 0;
  if (t) *t = x->knot[0];
  for (int i = 1; i < x->m; i++)
    for (int c = 0; c < x->n; c++) {
      double left[LIA_PIECES_DEGREE + 1], right[LIA_PIECES_DEGREE + 1];
      const int degree = lia_poly_derived(lia_pieces_coef(x, i - 1, c), x->degree, order, left);
      (void)lia_poly_derived(lia_pieces_coef(x, i, c), x->degree, order, right);
      const double jump = fabs(right[0] - lia_poly_at(left, degree, x->knot[i] - x->knot[i - 1]));
      if (jump <= most) continue;
      most = jump;
      if (t) *t = x->knot[i];
    }
  return most;
}

int lia_pieces_crossings(const lia_pieces *x, int component, double value, double *t, int room) {
  int count = 0;
  double before = -INFINITY;
  for (int i = 0; i < x->m; i++) {
    double a[LIA_PIECES_DEGREE + 1], root[LIA_PIECES_DEGREE + 1];
    memcpy(a, lia_pieces_coef(x, i, component), (size_t)(x->degree + 1) * sizeof *a);
    a[0] -= value;
    const int n = lia_polyroot(a, x->degree, 0, x->knot[i + 1] - x->knot[i], root);
    for (int k = 0; k < n; k++) {
      const double at = x->knot[i] + root[k];
      // the end of one piece is the start of the next
      if (at <= before + 1e-12 * fabs(at)) continue;
      before = at;
      if (count < room) t[count] = at;
      count++;
    }
  }
  return count;
}
