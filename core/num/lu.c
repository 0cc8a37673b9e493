/* lu.c - P A = L U with partial pivoting                                             [GVL] 3.4 */
#include "num/factor.h"

#include "base/assert.h"
#include "num/lapack.h"

// row by row: A_i -= l_ik A_k
static void lu_eliminate(lia_mat A, int *piv) {
  int n = A.rows;
  for (int k = 0; k < n; k++) {
    int p = k;
    for (int i = k + 1; i < n; i++)
      if (fabs(*lia_mat_at(A, i, k)) > fabs(*lia_mat_at(A, p, k))) p = i;
    piv[k] = p;
    if (p != k) lia_vec_swap(lia_mat_row(A, p), lia_mat_row(A, k), n);

    const double *U_k = lia_mat_row(A, k);
    if (U_k[k] == 0) continue;
    for (int i = k + 1; i < n; i++) {
      double *A_i = lia_mat_row(A, i), l = A_i[k] / U_k[k];
      A_i[k] = l;
      lia_vec_axpy(A_i + k + 1, -l, U_k + k + 1, n - k - 1);
    }
  }
}

static void eliminate_lapack(lia_mat A, int *piv) {
  lia_mat_transpose(A, A);
  int threads = lia_lapack_begin();
  LAPACKE_dgetrf_work(LAPACK_COL_MAJOR, A.rows, A.rows, A.x, A.ld, piv);
  lia_lapack_end(threads);
  lia_mat_transpose(A, A);
  for (int k = 0; k < A.rows; k++) piv[k]--;
}

// u_kk = z' A w with L_11' z = -l_k, U_11 w = -u_k, z_k = w_k = 1: it is lost where it drowns in n
// eps |z|' |L| |U| |w|
static int lu_lost(lia_mat LU, int k) {
  LIA_ASSERT(k >= 0 && k < LU.rows);
  const double *row = lia_mat_row(LU, k);
  double z[LIA_LAPACK_ASK], w[LIA_LAPACK_ASK], m = fabs(row[k]);
  for (int s = 0; s < k; s++) m += fabs(row[s] * *lia_mat_at(LU, s, k));
  if (lia_lapack_clear(row[k], m)) return 0;
  if (k > LIA_LAPACK_ASK) return lia_lapack_noise(row[k], m, LU.rows);

  m = fabs(row[k]);
  for (int j = k - 1; j >= 0; j--) {
    const double *U_j = lia_mat_row(LU, j);
    double zj = row[j], wj = U_j[k], tz = fabs(zj), tw = fabs(wj);
    for (int i = j + 1; i < k; i++) {
      double a = *lia_mat_at(LU, i, j) * z[i], b = U_j[i] * w[i];
      zj -= a;
      tz += fabs(a);
      wj -= b;
      tw += fabs(b);
    }
    z[j] = zj;
    w[j] = wj / U_j[j];
    m += (tz + fabs(zj)) * (tw + fabs(wj));
  }
  return lia_lapack_noise(row[k], m, LU.rows);
}

lia_status lia_lu_factor(lia_mat A, int *piv, lia_error *err) {
  LIA_TRY(lia_lapack_square(A, err));
  LIA_TRY(lia_mat_finite(A, "A", err));
  if (A.rows > LIA_FACTOR_LAPACK) eliminate_lapack(A, piv);
  else lu_eliminate(A, piv);

  for (int k = 0; k < A.rows; k++)
    if (lu_lost(A, k))
      return LIA_FAIL(err, LIA_ESINGULAR, "A", "singular to working precision: pivot %d is %g", k,
          *lia_mat_at(A, k, k));
  return LIA_OK;
}

// L y = P b, U x = y
void lia_lu_solve(lia_mat LU, const int *piv, double *b) {
  LIA_ASSERT(LU.rows == LU.cols);
  int n = LU.rows;
  for (int k = 0; k < n; k++) {
    LIA_ASSERT(piv[k] >= k && piv[k] < n);
    double t = b[piv[k]];
    b[piv[k]] = b[k];
    b[k] = t;
  }
  for (int i = 1; i < n; i++) b[i] -= lia_vec_dot(lia_mat_row(LU, i), b, i);
  for (int i = n - 1; i >= 0; i--) {
    const double *row = lia_mat_row(LU, i);
    b[i] = (b[i] - lia_vec_dot(row + i + 1, b + i + 1, n - i - 1)) / row[i];
  }
}

// U' y = b, L' z = y, x = P' z
void lia_lu_tsolve(lia_mat LU, const int *piv, double *b) {
  int n = LU.rows;
  for (int i = 0; i < n; i++) {
    const double *row = lia_mat_row(LU, i);
    b[i] /= row[i];
    lia_vec_axpy(b + i + 1, -b[i], row + i + 1, n - i - 1);
  }
  for (int i = n - 1; i > 0; i--) lia_vec_axpy(b, -b[i], lia_mat_row(LU, i), i);
  for (int k = n - 1; k >= 0; k--) {
    double t = b[piv[k]];
    b[piv[k]] = b[k];
    b[k] = t;
  }
}

void lia_lu_solvem(lia_mat LU, const int *piv, lia_mat B) {
  LIA_ASSERT(LU.rows == LU.cols && B.rows == LU.rows);
  int n = LU.rows, m = B.cols;
  for (int k = 0; k < n; k++)
    if (piv[k] != k) lia_vec_swap(lia_mat_row(B, k), lia_mat_row(B, piv[k]), m);
  for (int i = 0; i < n; i++)
    for (int k = 0; k < i; k++)
      lia_vec_axpy(lia_mat_row(B, i), -*lia_mat_at(LU, i, k), lia_mat_row(B, k), m);
  for (int i = n - 1; i >= 0; i--) {
    for (int k = i + 1; k < n; k++)
      lia_vec_axpy(lia_mat_row(B, i), -*lia_mat_at(LU, i, k), lia_mat_row(B, k), m);
    for (int j = 0; j < m; j++) *lia_mat_at(B, i, j) /= *lia_mat_at(LU, i, i);
  }
}

void lia_lu_inverse(lia_mat C, lia_mat LU, const int *piv) {
  lia_mat_eye(C);
  lia_lu_solvem(LU, piv, C);
}

double lia_lu_det(lia_mat LU, const int *piv) {
  LIA_ASSERT(LU.rows == LU.cols);
  double d = 1;
  for (int k = 0; k < LU.rows; k++)
    d *= piv[k] != k ? -*lia_mat_at(LU, k, k) : *lia_mat_at(LU, k, k);
  return d;
}

double lia_lu_logdet(lia_mat LU, const int *piv, int *sign) {
  double s = 0;
  *sign = 1;
  for (int k = 0; k < LU.rows; k++) {
    double u = *lia_mat_at(LU, k, k);
    s += log(fabs(u));
    *sign *= ((u > 0) - (u < 0)) * (piv[k] != k ? -1 : 1);
  }
  return s;
}

static double sum_abs(const double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; i++) s += fabs(x[i]);
  return s;
}

// |A^-1|_1 from below: walk to the unit vector where x -> |A^-1 x|_1 climbs fastest
//                                                                    [GVL] 3.5.4, Higham 1988
static double inverse_norm1(lia_mat LU, const int *piv, double *x, double *y, double *z) {
  int n = LU.rows;
  double best = 0;
  for (int i = 0; i < n; i++) x[i] = 1.0 / n;
  for (int round = 0; round < 5; round++) {
    lia_vec_copy(y, x, n);
    lia_lu_solve(LU, piv, y);
    double now = sum_abs(y, n);
    if (!(now > best)) break;
    best = now;
    for (int i = 0; i < n; i++) z[i] = y[i] < 0 ? -1 : 1;
    lia_lu_tsolve(LU, piv, z);
    int j = 0;
    for (int i = 1; i < n; i++)
      if (fabs(z[i]) > fabs(z[j])) j = i;
    if (fabs(z[j]) <= lia_vec_dot(z, x, n)) break;
    lia_vec_zero(x, n);
    x[j] = 1;
  }
  // an alternating vector catches the matrices built to deceive the walk
  for (int i = 0; i < n; i++) {
    double size = 1 + (n > 1 ? (double)i / (n - 1) : 0);
    y[i] = i % 2 ? -size : size;
  }
  lia_lu_solve(LU, piv, y);
  return fmax(best, 2 * sum_abs(y, n) / (3 * n));
}

double lia_lu_rcond(lia_mat LU, const int *piv, double norm1, double *work) {
  int n = LU.rows;
  for (int k = 0; k < n; k++)
    if (*lia_mat_at(LU, k, k) == 0) return 0;
  if (n == 0) return 1;
  double r = 1 / norm1 / inverse_norm1(LU, piv, work, work + n, work + 2 * n);
  return r > 0 ? fmin(r, 1) : 0;
}
