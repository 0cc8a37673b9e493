/* chol.c - A = L L', A symmetric positive definite                                   [GVL] 4.2 */
#include "num/factor.h"

#include "base/assert.h"
#include "num/lapack.h"

static lia_status not_definite(int k, double d, lia_error *err) {
  return LIA_FAIL(err, LIA_ESINGULAR, "A", "not positive definite: pivot %d is %g", k, d);
}

// d = w' A w with L_11' w = -l_k, w_k = 1: it is lost where it drowns in n eps |w|' |L| |L|' |w|
static int chol_lost(lia_mat L, int k, double d) {
  LIA_ASSERT(k >= 0 && k < L.rows);
  const double *L_k = lia_mat_row(L, k);
  double w[LIA_LAPACK_ASK], m = d + lia_vec_dot(L_k, L_k, k);
  if (lia_lapack_clear(d, m)) return 0;
  if (k > LIA_LAPACK_ASK) return lia_lapack_noise(d, m, L.rows);

  m = d;
  for (int j = k - 1; j >= 0; j--) {
    double s = L_k[j], t = fabs(s);
    for (int i = j + 1; i < k; i++) {
      double a = *lia_mat_at(L, i, j) * w[i];
      s -= a;
      t += fabs(a);
    }
    t += fabs(s);
    w[j] = s / *lia_mat_at(L, j, j);
    m += t * t;
  }
  return lia_lapack_noise(d, m, L.rows);
}

// row by row: l_ij = (a_ij - L_i . L_j) / l_jj, l_ii^2 = a_ii - L_i . L_i
static lia_status factor_rows(lia_mat A, lia_error *err) {
  LIA_ASSERT(A.rows <= LIA_FACTOR_LAPACK && A.rows == A.cols);
  int n = A.rows;
  double inverse[LIA_FACTOR_LAPACK];   // of l_jj: a product waits less than a quotient
  for (int i = 0; i < n; i++) {
    double *L_i = lia_mat_row(A, i), d = L_i[i];
    for (int j = 0; j < i; j++) {
      double l = lia_vec_minus_dot(L_i[j], L_i, lia_mat_row(A, j), j) * inverse[j];
      L_i[j] = l;
      d = lia_fma(-l, l, d);
    }
    if (!(d > 1e-4 * L_i[i]) && (!(d > 0) || chol_lost(A, i, d))) return not_definite(i, d, err);
    L_i[i] = sqrt(d);
    inverse[i] = 1 / L_i[i];
  }
  return LIA_OK;
}

static lia_status factor_lapack(lia_mat A, lia_error *err) {
  int n = A.rows, threads = lia_lapack_begin();
  int k = LAPACKE_dpotrf_work(LAPACK_COL_MAJOR, 'U', n, A.x, A.ld);
  lia_lapack_end(threads);
  if (k > 0) return not_definite(k - 1, *lia_mat_at(A, k - 1, k - 1), err);
  for (int i = 0; i < n; i++) {
    double d = *lia_mat_at(A, i, i) * *lia_mat_at(A, i, i);
    if (chol_lost(A, i, d)) return not_definite(i, d, err);
  }
  return LIA_OK;
}

lia_status lia_chol_factor(lia_mat A, lia_error *err) {
  LIA_TRY(lia_lapack_square(A, err));
  LIA_TRY(lia_mat_finite_lower(A, "A", err));
  return A.rows > LIA_FACTOR_LAPACK ? factor_lapack(A, err) : factor_rows(A, err);
}

void lia_chol_lsolve(lia_mat L, double *b) {
  LIA_ASSERT(L.rows == L.cols);
  for (int i = 0; i < L.rows; i++) {
    const double *L_i = lia_mat_row(L, i), inverse = 1 / L_i[i];
    b[i] = (i < 16 ? lia_vec_minus_dot(b[i], L_i, b, i) : b[i] - lia_vec_dot(L_i, b, i)) * inverse;
  }
}

void lia_chol_ltsolve(lia_mat L, double *b) {
  LIA_ASSERT(L.rows == L.cols);
  for (int i = L.rows - 1; i >= 0; i--) {
    const double *L_i = lia_mat_row(L, i);
    b[i] *= 1 / L_i[i];
    lia_vec_axpy(b, -b[i], L_i, i);
  }
}

void lia_chol_solve(lia_mat L, double *b) {
  lia_chol_lsolve(L, b);
  lia_chol_ltsolve(L, b);
}

void lia_chol_solvem(lia_mat L, lia_mat B) {
  LIA_ASSERT(L.rows == L.cols && B.rows == L.rows);
  int n = L.rows, m = B.cols;
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < i; k++)
      lia_vec_axpy(lia_mat_row(B, i), -*lia_mat_at(L, i, k), lia_mat_row(B, k), m);
    for (int j = 0; j < m; j++) *lia_mat_at(B, i, j) /= *lia_mat_at(L, i, i);
  }
  for (int i = n - 1; i >= 0; i--) {
    for (int j = 0; j < m; j++) *lia_mat_at(B, i, j) /= *lia_mat_at(L, i, i);
    for (int k = 0; k < i; k++)
      lia_vec_axpy(lia_mat_row(B, k), -*lia_mat_at(L, i, k), lia_mat_row(B, i), m);
  }
}

void lia_chol_inverse(lia_mat C, lia_mat L) {
  lia_mat_eye(C);
  lia_chol_solvem(L, C);
  lia_mat_mirror(C);
}

double lia_chol_logdet(lia_mat L) {
  LIA_ASSERT(L.rows == L.cols);
  double s = 0;
  for (int i = 0; i < L.rows; i++) s += log(*lia_mat_at(L, i, i));
  return 2 * s;
}
