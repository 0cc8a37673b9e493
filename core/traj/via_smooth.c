/* via_smooth.c - cubic smoothing splines by Reinsch's equations, and their cross-validation
 *
 *   (R + lambda Q' W^-1 Q) y = Q' x,   g = x - lambda W^-1 Q y
 *
 * with y = g'' at the points inside (0 at both ends), h the steps of time, column j of Q: 1/h_j-1,
 * -1/h_j-1 - 1/h_j, 1/h_j, R: (h_j-1 + h_j)/3 on and h_j/6 beside its diagonal. Above lambda = 1
 * u = lambda y is solved for, (R/lambda + Q' W^-1 Q) u = Q' x, which has a limit. */
#include "traj/via.h"

#include "base/mem.h"

#include <math.h>
#include <string.h>

typedef struct smoother {
  const double *t, *w;
  int m, k;                  // points; k = m - 2 of them inside
  double bend, fit;          // the matrix is bend R + fit Q' W^-1 Q: 1, lambda or 1/lambda, 1
  double *d, *l1, *l2;       // k + 2 each: L D L' of it, l1 and l2 below the diagonal
  double *s0, *s1, *s2;      // k + 2 each: the band of its inverse
  double *y;                 // m + 2: y or u, 0 at both ends
} smoother;

static double gap(const smoother *s, int k) { return s->t[k + 1] - s->t[k]; }

static double weight(const smoother *s, int k) { return s->w ? s->w[k] : 1; }

// row i of Q in column j, columns 0 .. k - 1 belong to points 1 .. m - 2
static double q_at(const smoother *s, int i, int j) {
  if (i == j) return 1 / gap(s, j);
  if (i == j + 1) return -1 / gap(s, j) - 1 / gap(s, j + 1);
  return i == j + 2 ? 1 / gap(s, j + 1) : 0;
}

// (Q' W^-1 Q) at (j, j + b)
static double fit_at(const smoother *s, int j, int b) {
  double sum = 0;
  for (int i = j + b; i <= j + 2; i++) sum += q_at(s, i, j) * q_at(s, i, j + b) / weight(s, i);
  return sum;
}

static double bend_at(const smoother *s, int j, int b) {
  if (b == 0) return (gap(s, j) + gap(s, j + 1)) / 3;
  return b == 1 ? gap(s, j + 1) / 6 : 0;
}

static double matrix_at(const smoother *s, int j, int b) {
  if (j + b >= s->k) return 0;
  return s->bend * bend_at(s, j, b) + s->fit * fit_at(s, j, b);
}

static void factor_band(smoother *s) {
  for (int j = 0; j < s->k; j++) {
    double d = matrix_at(s, j, 0), e = matrix_at(s, j, 1);
    if (j > 0) {
      d -= s->l1[j - 1] * s->l1[j - 1] * s->d[j - 1];
      e -= s->l1[j - 1] * s->l2[j - 1] * s->d[j - 1];
    }
    if (j > 1) d -= s->l2[j - 2] * s->l2[j - 2] * s->d[j - 2];
    s->d[j] = d;
    s->l1[j] = e / d;
    s->l2[j] = matrix_at(s, j, 2) / d;
  }
}

// y of one component, x[i stride]
static void solve_values(smoother *s, const double *x, int stride) {
  double *y = s->y + 1;
  for (int j = 0; j < s->k; j++) {
    y[j] = 0;
    for (int i = j; i <= j + 2; i++) y[j] += q_at(s, i, j) * x[i * stride];
    if (j > 0) y[j] -= s->l1[j - 1] * y[j - 1];
    if (j > 1) y[j] -= s->l2[j - 2] * y[j - 2];
  }
  for (int j = 0; j < s->k; j++) y[j] /= s->d[j];
  for (int j = s->k - 1; j >= 0; j--) {
    if (j + 1 < s->k) y[j] -= s->l1[j] * y[j + 1];
    if (j + 2 < s->k) y[j] -= s->l2[j] * y[j + 2];
  }
}

// x_i - g_i = fit (W^-1 Q y)_i
static double rest_at(const smoother *s, int i) {
  double sum = 0;
  for (int j = i - 2; j <= i; j++)
    if (j >= 0 && j < s->k) sum += q_at(s, i, j) * s->y[j + 1];
  return s->fit * sum / weight(s, i);
}

// the band of the inverse from L D L' (Hutchinson and de Hoog), last row first
static void invert(smoother *s) {
  for (int j = s->k - 1; j >= 0; j--) {
    s->s1[j] = -s->l1[j] * s->s0[j + 1] - s->l2[j] * s->s1[j + 1];
    s->s2[j] = -s->l1[j] * s->s1[j + 1] - s->l2[j] * s->s0[j + 2];
    s->s0[j] = 1 / s->d[j] - s->l1[j] * s->s1[j] - s->l2[j] * s->s2[j];
  }
}

static double inverse_at(const smoother *s, int a, int b) {
  const int first = a < b ? a : b, apart = a < b ? b - a : a - b;
  const double *const band[3] = { s->s0, s->s1, s->s2 };
  return band[apart][first];
}

// sum of the parts of each point that its own fitted point does not take: m - trace
static double left_free(smoother *s) {
  double sum = 0;
  invert(s);
  for (int i = 0; i < s->m; i++)
    for (int a = i - 2; a <= i; a++)
      for (int b = i - 2; b <= i; b++) {
        if (a < 0 || b < 0 || a >= s->k || b >= s->k) continue;
        sum += s->fit / weight(s, i) * q_at(s, i, a) * inverse_at(s, a, b) * q_at(s, i, b);
      }
  return sum;
}

static void begin(smoother *s, double lambda) {
  s->bend = lambda > 1 ? 1 / lambda : 1;
  s->fit = lambda > 1 ? 1 : lambda;
  factor_band(s);
}

// ---- with its memory, and what it is given ----

static lia_status check_smoothing(const double *t, const double *x, const double *w, int m, int n,
                        double lambda, lia_error *err) {
  LIA_TRY(lia_via_check(t, x, m, n, 2, err));
  if (!(lambda >= 0))
    return LIA_FAIL(err, LIA_EARG, "lambda", "expected a number of at least 0, got %g", lambda);
  for (int k = 0; w && k < m; k++)
    if (!(w[k] > 0) || !isfinite(w[k]))
      return LIA_FAIL(err, LIA_EARG, "weights", "point %d: expected a number above 0, got %g",
                      k + 1, w[k]);
  return LIA_OK;
}

static lia_status smoother_new(smoother *s, const double *t, const double *w, int m,
                               lia_error *err) {
  const size_t room = (size_t)m + 2;
  *s = (smoother){ .t = t, .w = w, .m = m, .k = m - 2 };
  s->d = lia_calloc(7 * room, sizeof *s->d);
  if (!s->d) return LIA_FAIL(err, LIA_ENOMEM, "", "out of memory");
  double **part[] = { &s->l1, &s->l2, &s->s0, &s->s1, &s->s2, &s->y };
  for (int i = 0; i < 6; i++) *part[i] = s->d + (size_t)(i + 1) * room;
  return LIA_OK;
}

// values g and second derivatives at both ends of a piece
static void put_pieces(smoother *s, const double *x, int n, int c, lia_pieces *out) {
  for (int i = 0; i + 1 < s->m; i++) {
    const double h = gap(s, i), g0 = x[i * n + c] - rest_at(s, i),
                 g1 = x[(i + 1) * n + c] - rest_at(s, i + 1), y0 = s->bend * s->y[i],
                 y1 = s->bend * s->y[i + 1];
    double *a = lia_pieces_coef(out, i, c);
    a[0] = g0;
    a[1] = (g1 - g0) / h - h * (2 * y0 + y1) / 6;
    a[2] = y0 / 2;
    a[3] = (y1 - y0) / (6 * h);
  }
}

lia_status lia_via_smooth(lia_pieces **out, const double *t, const double *x, const double *w,
                          int m, int n, double lambda, lia_error *err) {
  smoother s;
  *out = NULL;
  LIA_TRY(check_smoothing(t, x, w, m, n, lambda, err));
  LIA_TRY(lia_pieces_new(out, n, m - 1, 3, err));
  lia_status st = smoother_new(&s, t, w, m, err);
  if (st != LIA_OK) {
    lia_pieces_free(*out);
    *out = NULL;
    return st;
  }
  memcpy((*out)->knot, t, (size_t)m * sizeof *t);
  begin(&s, lambda);
  for (int c = 0; c < n; c++) {
    solve_values(&s, x + c, n);
    put_pieces(&s, x, n, c, *out);
  }
  lia_free(s.d);
  return LIA_OK;
}

static void weigh_up(smoother *s, const double *x, int n, double lambda, lia_smooth_info *info) {
  begin(s, lambda);
  double rest = 0;
  for (int c = 0; c < n; c++) {
    solve_values(s, x + c, n);
    for (int i = 0; i < s->m; i++) rest += weight(s, i) * rest_at(s, i) * rest_at(s, i);
  }
  const double left = left_free(s);
  *info = (lia_smooth_info){ lambda, rest, s->m - left, s->m * rest / (left * left) };
}

lia_status lia_via_smooth_info(lia_smooth_info *info, const double *t, const double *x,
                               const double *w, int m, int n, double lambda, lia_error *err) {
  smoother s;
  LIA_TRY(check_smoothing(t, x, w, m, n, lambda, err));
  LIA_TRY(smoother_new(&s, t, w, m, err));
  weigh_up(&s, x, n, lambda, info);
  lia_free(s.d);
  return LIA_OK;
}

// ---- the best lambda: a grid of its logarithm, then golden sections about the best of it ----

enum { GRID = 120 };

static double score_at(smoother *s, const double *x, int n, double log_lambda) {
  lia_smooth_info info;
  weigh_up(s, x, n, exp(log_lambda), &info);
  return info.score;
}

static double golden(smoother *s, const double *x, int n, double a, double b) {
  const double part = (3 - sqrt(5)) / 2;
  double p = a + part * (b - a), q = b - part * (b - a);
  double fp = score_at(s, x, n, p), fq = score_at(s, x, n, q);
  for (int k = 0; k < 40; k++) {
    if (fp < fq) {
      b = q;
      q = p;
      fq = fp;
      p = a + part * (b - a);
      fp = score_at(s, x, n, p);
    } else {
      a = p;
      p = q;
      fp = fq;
      q = b - part * (b - a);
      fq = score_at(s, x, n, q);
    }
  }
  return a + (b - a) / 2;
}

// where both parts of the matrix are alike
static double typical(const smoother *s) {
  double bend = 0, fit = 0;
  for (int j = 0; j < s->k; j++) {
    bend += bend_at(s, j, 0);
    fit += fit_at(s, j, 0);
  }
  return bend / fit;
}

static double search_lambda(smoother *s, const double *x, int n) {
  const double middle = log(typical(s)), width = log(1e12) / GRID;
  double best = INFINITY;
  int at = 0;
  for (int k = 0; k <= GRID; k++) {
    const double score = score_at(s, x, n, middle + (k - GRID / 4) * width);
    if (!(score < best)) continue;
    best = score;
    at = k;
  }
  const double centre = middle + (at - GRID / 4) * width;
  return exp(golden(s, x, n, centre - width, centre + width));
}

lia_status lia_via_smooth_best(double *lambda, const double *t, const double *x, const double *w,
                               int m, int n, lia_error *err) {
  smoother s;
  LIA_TRY(check_smoothing(t, x, w, m, n, 0, err));
  if (m < 4)
    return LIA_FAIL(err, LIA_EDIM, "x", "choosing lambda needs at least 4 points, got %d", m);
  LIA_TRY(smoother_new(&s, t, w, m, err));
  *lambda = search_lambda(&s, x, n);
  lia_free(s.d);
  return LIA_OK;
}
