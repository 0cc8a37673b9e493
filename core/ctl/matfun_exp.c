/* matfun_exp.c - exp(A): scaling, Pade, squaring */
#include "ctl/matfun.h"

#include "ctl/sheet.h"

#include <float.h>

enum { DEGREES = 5, MOST_SQUARINGS = 1100 };
// up to these the approximant of that degree is exact to half a unit (Higham 2005, table 2.3)
static const int degree[DEGREES] = { 3, 5, 7, 9, 13 };
static const double theta[DEGREES] = { 1.495585217958292e-2, 2.539398330063230e-1,
  9.504178996162932e-1, 2.097847961257068, 4.25 };
// 1 / |the first coefficient of the backward error|: binom(2m, m) (2m + 1)!
static const double backward[DEGREES] = { 100800, 10059033600, 4487938430976000,
  5914384781877411840000.0, 113250775606021113483283660800000000.0 };

typedef struct powers { lia_mat A, P2, P4, P6, P8; } powers;

// b_k of the numerator of [m/m]: (2m - k)! m! / ((2m)! k! (m - k)!), times (2m)! / m!
static void exp_coefficients(double *b, int m) {
  b[m] = 1;
  for (int k = m; k > 0; k--) b[k-1] = b[k] * k * (2 * m - k + 1) / (m - k + 1);
}

// |  |A|^p  |_1 by products with a row of ones
static lia_status power_norm(lia_arena *a, lia_mat A, int p, double *norm, lia_error *err) {
  const int n = A.rows;
  double *row, *next;
  LIA_TRY(lia_sheet_vec(a, &row, n, err));
  LIA_TRY(lia_sheet_vec(a, &next, n, err));
  for (int j = 0; j < n; j++) row[j] = 1;
  for (int k = 0; k < p; k++) {
    lia_vec_zero(next, n);
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++) next[j] += row[i] * fabs(*lia_mat_at(A, i, j));
    lia_vec_copy(row, next, n);
  }
  *norm = lia_vec_max(row, n);
  return LIA_OK;
}

// how many more halvings the rounding of the coefficients asks for (Al-Mohy and Higham, 5.1)
static lia_status extra_halvings(lia_arena *a, lia_mat A, double scale, int which, int *more,
    lia_error *err) {
  double norm, one = scale * lia_mat_norm1(A);
  const int m = degree[which];
  *more = 0;
  LIA_TRY(power_norm(a, A, 2 * m + 1, &norm, err));
  norm *= pow(scale, 2 * m + 1);
  if (!(norm > 0) || !isfinite(norm)) return LIA_OK;
  const double ratio = norm / one / backward[which] / (DBL_EPSILON / 2);
  const double t = ceil(log2(ratio) / (2 * m));
  *more = t > 0 ? (int)t : 0;
  return LIA_OK;
}

// U = A (odd coefficients in A^2), V = even ones, for degrees up to 9
static void low_terms(lia_mat U, lia_mat V, const powers *p, const double *b, int m, lia_mat W) {
  const lia_mat power[5] = { p->P2, p->P2, p->P4, p->P6, p->P8 };
  lia_mat_eye(W);
  lia_mat_scale(V, b[0], W);
  lia_mat_scale(W, b[1], W);
  for (int k = 1; 2 * k < m; k++) {
    lia_mat_add(V, V, b[2*k], power[k]);
    lia_mat_add(W, W, b[2*k + 1], power[k]);
  }
  lia_mat_mul(U, p->A, W);
}

// W = P6 (c6 P6 + c4 P4 + c2 P2) + d6 P6 + d4 P4 + d2 P2 + d0
static void nested(lia_mat W, const powers *p, const double *b, int odd, lia_mat work) {
  lia_mat_scale(work, b[12 + odd], p->P6);
  lia_mat_add(work, work, b[10 + odd], p->P4);
  lia_mat_add(work, work, b[8 + odd], p->P2);
  lia_mat_mul(W, p->P6, work);
  lia_mat_add(W, W, b[6 + odd], p->P6);
  lia_mat_add(W, W, b[4 + odd], p->P4);
  lia_mat_add(W, W, b[2 + odd], p->P2);
  for (int i = 0; i < W.rows; i++) *lia_mat_at(W, i, i) += b[odd];
}

// X = (V - U)^-1 (V + U)
static lia_status approximant(lia_arena *a, lia_mat X, const powers *p, int which,
    lia_error *err) {
  const int n = p->A.rows, m = degree[which];
  double b[14];
  lia_mat U, V, W;
  LIA_TRY(lia_sheet_mat(a, &U, n, n, err));
  LIA_TRY(lia_sheet_mat(a, &V, n, n, err));
  LIA_TRY(lia_sheet_mat(a, &W, n, n, err));
  exp_coefficients(b, m);
  if (m < 13) low_terms(U, V, p, b, m, W);
  else {
    nested(W, p, b, 1, V);
    lia_mat_mul(U, p->A, W);
    nested(V, p, b, 0, W);
  }
  lia_mat_add(X, V, 1, U);
  lia_mat_add(W, V, -1, U);
  return lia_sheet_divide(a, X, W, "the denominator of the exponential is singular", err);
}

static double root_norm(lia_mat P, int k) { return pow(lia_mat_norm1(P), 1.0 / k); }

// which degree does without halving, or DEGREES - 1 and the halvings it needs
static lia_status choose(lia_arena *a, powers *p, int *which, int *halvings, lia_error *err) {
  double d4 = root_norm(p->P4, 4), d6 = root_norm(p->P6, 6), d8, eta = fmax(d4, d6);
  int more;
  *halvings = 0;
  for (*which = 0; *which < 4; ++*which) {
    if (*which == 2) {
      d8 = root_norm(p->P8, 8);
      eta = fmax(d6, d8);
    }
    if (eta > theta[*which]) continue;
    LIA_TRY(extra_halvings(a, p->A, 1, *which, &more, err));
    if (more == 0) return LIA_OK;
  }
  // d10 by the product of P4 and P6
  lia_mat P10;
  LIA_TRY(lia_sheet_mul(a, &P10, p->P4, p->P6, err));
  d8 = root_norm(p->P8, 8);
  eta = fmin(fmax(d6, d8), fmax(d8, root_norm(P10, 10)));
  if (!isfinite(eta)) eta = lia_mat_norm1(p->A);
  if (eta > theta[4]) *halvings = (int)ceil(log2(eta / theta[4]));
  LIA_TRY(extra_halvings(a, p->A, ldexp(1, -*halvings), 4, &more, err));
  *halvings += more;
  return LIA_OK;
}

static lia_status make_powers(lia_arena *a, powers *p, lia_mat A, lia_error *err) {
  LIA_TRY(lia_sheet_copy(a, &p->A, A, err));
  LIA_TRY(lia_sheet_mul(a, &p->P2, A, A, err));
  LIA_TRY(lia_sheet_mul(a, &p->P4, p->P2, p->P2, err));
  LIA_TRY(lia_sheet_mul(a, &p->P6, p->P4, p->P2, err));
  return lia_sheet_mul(a, &p->P8, p->P4, p->P4, err);
}

static void scale_powers(powers *p, int s) {
  lia_mat_scale(p->A, ldexp(1, -s), p->A);
  lia_mat_mul(p->P2, p->A, p->A);
  lia_mat_mul(p->P4, p->P2, p->P2);
  lia_mat_mul(p->P6, p->P4, p->P2);
}

lia_status lia_matfun_exp(lia_arena *a, lia_mat X, lia_mat A, lia_error *err) {
  powers p;
  lia_mat W;
  int which, s;
  if (A.rows == 0) return LIA_OK;
  LIA_TRY(lia_mat_finite(A, "A", err));
  LIA_TRY(make_powers(a, &p, A, err));
  LIA_TRY(choose(a, &p, &which, &s, err));
  if (s > MOST_SQUARINGS) return LIA_FAIL(err, LIA_EDOMAIN, "A", "too large for an exponential");
  if (s) scale_powers(&p, s);
  LIA_TRY(approximant(a, X, &p, which, err));
  LIA_TRY(lia_sheet_mat(a, &W, A.rows, A.rows, err));
  for (int k = 0; k < s; k++) {
    lia_mat_mul(W, X, X);
    lia_mat_copy(X, W);
  }
  if (!isfinite(lia_mat_max(X)))
    return LIA_FAIL(err, LIA_EDOMAIN, "A", "its exponential is larger than a double holds");
  return LIA_OK;
}
