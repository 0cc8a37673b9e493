/* matfun_log.c - log(A): square roots of the Schur form, then Pade in partial fractions */
#include "ctl/matfun.h"

#include "ctl/schur.h"
#include "ctl/sheet.h"
#include "num/factor.h"

#include <float.h>

enum { NODES = 7, MOST_ROOTS = 100 };
// Gauss and Legendre on -1 .. 1; the approximant of degree 7 is exact enough up to |T - 1| = 0.264
static const double node[NODES] = { 0, 0.4058451513773971669066064, -0.4058451513773971669066064,
  0.7415311855993944398638648, -0.7415311855993944398638648, 0.9491079123427585245261897,
  -0.9491079123427585245261897 };
static const double weight[NODES] = { 0.4179591836734693877551020, 0.3818300505051189449503698,
  0.3818300505051189449503698, 0.2797053914892766679014678, 0.2797053914892766679014678,
  0.1294849661688696932706114, 0.1294849661688696932706114 };
static const double near_one = 0.264;

// rows of the diagonal block that starts at k
static int block_rows(lia_mat T, int k) {
  return k + 1 < T.rows && *lia_mat_at(T, k + 1, k) != 0 ? 2 : 1;
}

// the eigenvalues of a block of two in the standard form of dgees: x +- i y
static void block_value(lia_mat T, int k, double *x, double *y) {
  *x = *lia_mat_at(T, k, k);
  *y = sqrt(fabs(*lia_mat_at(T, k, k + 1))) * sqrt(fabs(*lia_mat_at(T, k + 1, k)));
}

// of a block B with the values x +- i y: f(B) = re f + im f (B - x) / y
static void block_function(lia_mat F, lia_mat T, int k, double re, double im, double x, double y) {
  lia_mat B = lia_mat_part(T, k, k, 2, 2), G = lia_mat_part(F, k, k, 2, 2);
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 2; j++) {
      const double one = i == j;
      *lia_mat_at(G, i, j) = re * one + im * (*lia_mat_at(B, i, j) - x * one) / y;
    }
}

static void root_block(lia_mat R, lia_mat T, int k) {
  double x, y;
  if (block_rows(T, k) == 1) {
    *lia_mat_at(R, k, k) = sqrt(*lia_mat_at(T, k, k));
    return;
  }
  block_value(T, k, &x, &y);
  const double size = sqrt(hypot(x, y)), half = atan2(y, x) / 2;
  block_function(R, T, k, size * cos(half), size * sin(half), x, y);
}

// R_ii X + X R_jj = E: at most four unknowns, by Gauss
static lia_status small_sylvester(lia_mat R, int i, int ni, int j, int nj, double *E,
    lia_error *err) {
  double k[16] = { 0 }, x[4];
  int piv[4];
  const int n = ni * nj;
  for (int r = 0; r < ni; r++)
    for (int c = 0; c < nj; c++) {
      double *row = k + (r * nj + c) * n;
      for (int s = 0; s < ni; s++) row[s*nj + c] += *lia_mat_at(R, i + r, i + s);
      for (int s = 0; s < nj; s++) row[r*nj + s] += *lia_mat_at(R, j + s, j + c);
      x[r*nj + c] = E[r*nj + c];
    }
  LIA_TRY(lia_lu_factor(lia_mat_of(k, n, n), piv, err));
  lia_lu_solve(lia_mat_of(k, n, n), piv, x);
  lia_vec_copy(E, x, n);
  return LIA_OK;
}

// the block (i, j) of R R = T, those nearer to the diagonal being known
static lia_status root_entry(lia_mat R, lia_mat T, int i, int ni, int j, int nj, lia_error *err) {
  double E[4];
  for (int r = 0; r < ni; r++)
    for (int c = 0; c < nj; c++) {
      double sum = *lia_mat_at(T, i + r, j + c);
      for (int k = i + ni; k < j; k++) sum -= *lia_mat_at(R, i + r, k) * *lia_mat_at(R, k, j + c);
      E[r*nj + c] = sum;
    }
  LIA_TRY(small_sylvester(R, i, ni, j, nj, E, err));
  for (int r = 0; r < ni; r++)
    for (int c = 0; c < nj; c++) *lia_mat_at(R, i + r, j + c) = E[r*nj + c];
  return LIA_OK;
}

// R R = T, both upper quasi-triangular, column of blocks by column (Higham 1987)
static lia_status schur_root(lia_mat R, lia_mat T, lia_error *err) {
  lia_mat_zero(R);
  for (int j = 0, nj; j < T.rows; j += nj) {
    nj = block_rows(T, j);
    root_block(R, T, j);
    for (int i = j, ni; i > 0;) {
      ni = i > 1 && *lia_mat_at(T, i - 1, i - 2) != 0 ? 2 : 1;
      i -= ni;
      LIA_TRY(root_entry(R, T, i, ni, j, nj, err));
    }
  }
  return LIA_OK;
}

// X = sum of w_j E (1 + t_j E)^-1, E = T - 1, nodes t and weights w on 0 .. 1
static lia_status fractions(lia_arena *a, lia_mat X, lia_mat T, lia_error *err) {
  lia_mat E, M, W;
  LIA_TRY(lia_sheet_copy(a, &E, T, err));
  LIA_TRY(lia_sheet_mat(a, &M, T.rows, T.rows, err));
  for (int i = 0; i < T.rows; i++) *lia_mat_at(E, i, i) -= 1;
  lia_mat_zero(X);
  for (int k = 0; k < NODES; k++) {
    const double t = (1 + node[k]) / 2;
    lia_mat_scale(M, t, E);
    for (int i = 0; i < T.rows; i++) *lia_mat_at(M, i, i) += 1;
    LIA_TRY(lia_sheet_copy(a, &W, E, err));
    LIA_TRY(lia_sheet_divide(a, W, M, "the logarithm met a singular matrix", err));
    lia_mat_add(X, X, weight[k] / 2, W);
  }
  return LIA_OK;
}

// what stands on the diagonal is known exactly
static void exact_diagonal(lia_mat X, lia_mat T) {
  double x, y;
  for (int k = 0, n; k < T.rows; k += n) {
    n = block_rows(T, k);
    if (n == 1) *lia_mat_at(X, k, k) = log(*lia_mat_at(T, k, k));
    else {
      block_value(T, k, &x, &y);
      block_function(X, T, k, log(hypot(x, y)), atan2(y, x), x, y);
    }
  }
}

static lia_status has_logarithm(const double *re, const double *im, int n, double size,
    lia_error *err) {
  for (int k = 0; k < n; k++) {
    if (hypot(re[k], im[k]) <= n * DBL_EPSILON * size)
      return LIA_FAIL(err, LIA_EDOMAIN, "A", "no logarithm: an eigenvalue is 0");
    if (re[k] < 0 && im[k] == 0)
      return LIA_FAIL(err, LIA_EDOMAIN, "A",
          "no real logarithm: the eigenvalue %.6g is on the negative real axis", re[k]);
  }
  return LIA_OK;
}

static double from_one(lia_mat T) {
  double most = 0;
  for (int j = 0; j < T.cols; j++) {
    double sum = 0;
    for (int i = 0; i < T.rows; i++) sum += fabs(*lia_mat_at(T, i, j) - (i == j));
    most = fmax(most, sum);
  }
  return most;
}

// X = log of the Schur form T
static lia_status schur_log(lia_arena *a, lia_mat X, lia_mat T, lia_error *err) {
  lia_mat R, S;
  int s = 0;
  LIA_TRY(lia_sheet_copy(a, &R, T, err));
  LIA_TRY(lia_sheet_mat(a, &S, T.rows, T.rows, err));
  for (; from_one(R) > near_one; s++) {
    if (s == MOST_ROOTS) return LIA_FAIL(err, LIA_ENOCONV, "A", "its roots do not come near 1");
    LIA_TRY(schur_root(S, R, err));
    lia_mat_copy(R, S);
  }
  LIA_TRY(fractions(a, X, R, err));
  lia_mat_scale(X, ldexp(1, s), X);
  exact_diagonal(X, T);
  return LIA_OK;
}

lia_status lia_matfun_log(lia_arena *a, lia_mat X, lia_mat A, lia_error *err) {
  const int n = A.rows;
  lia_mat T, Q, W;
  double *re, *im;
  int count;
  LIA_TRY(lia_sheet_vec(a, &re, n, err));
  LIA_TRY(lia_sheet_vec(a, &im, n, err));
  LIA_TRY(lia_mat_finite(A, "A", err));
  LIA_TRY(lia_sheet_mat(a, &T, n, n, err));
  LIA_TRY(lia_sheet_mat(a, &Q, n, n, err));
  LIA_TRY(lia_schur(Q, T, re, im, &count, A, (lia_select){ LIA_REGION_NONE, 0 }, err));
  LIA_TRY(has_logarithm(re, im, n, lia_mat_norm1(A), err));
  LIA_TRY(lia_sheet_mat(a, &W, n, n, err));
  LIA_TRY(schur_log(a, X, T, err));
  // log(A) = Q log(T) Q'
  lia_mat_mul(W, Q, X);
  lia_mat_mult(X, W, Q);
  return LIA_OK;
}
