/* ldl.c - A = L D L' plain, and P A P' = L D L' with the pivots of Bunch and Kaufman
 *                                                                               [GVL] 4.1, 4.4 */
#include "num/factor.h"

#include "base/assert.h"
#include "num/lapack.h"

// as in Cholesky: d = w' A w with L_11' w = -l_k, w_k = 1 drowns in n eps |w|' |L| |D| |L|' |w|
static int ldl_lost(lia_mat LD, int k, double m) {
  LIA_ASSERT(k >= 0 && k < LD.rows);
  const double *L_k = lia_mat_row(LD, k);
  double w[LIA_LAPACK_ASK], d = L_k[k];
  if (lia_lapack_clear(d, m)) return 0;
  if (k > LIA_LAPACK_ASK) return lia_lapack_noise(d, m, LD.rows);

  m = fabs(d);
  for (int j = k - 1; j >= 0; j--) {
    double s = L_k[j], t = fabs(s);
    for (int i = j + 1; i < k; i++) {
      double a = *lia_mat_at(LD, i, j) * w[i];
      s -= a;
      t += fabs(a);
    }
    t += fabs(s);
    w[j] = s;
    m += t * t * fabs(*lia_mat_at(LD, j, j));
  }
  return lia_lapack_noise(d, m, LD.rows);
}

// row by row, u_ij = l_ij d_j: u_ij = a_ij - sum u_is l_js, then l_ij = u_ij / d_j, d_i = a_ii -
// sum u_ij l_ij
lia_status lia_ldl_factor(lia_mat A, lia_error *err) {
  LIA_TRY(lia_lapack_square(A, err));
  LIA_TRY(lia_mat_finite_lower(A, "A", err));
  for (int i = 0; i < A.rows; i++) {
    double *A_i = lia_mat_row(A, i), d = A_i[i], m = fabs(d);
    for (int j = 1; j < i; j++) {
      const double *L_j = lia_mat_row(A, j);
      A_i[j] = j < 16 ? lia_vec_minus_dot(A_i[j], A_i, L_j, j) : A_i[j] - lia_vec_dot(A_i, L_j, j);
    }
    for (int j = 0; j < i; j++) {
      double u = A_i[j];
      A_i[j] = u / *lia_mat_at(A, j, j);
      d = lia_fma(-u, A_i[j], d);
      m = lia_fma(fabs(u), fabs(A_i[j]), m);
    }
    A_i[i] = d;
    if (ldl_lost(A, i, m))
      return LIA_FAIL(err, LIA_ESINGULAR, "A",
          "leading minor is singular to working precision: pivot %d is %g", i, d);
  }
  return LIA_OK;
}

void lia_ldl_solve(lia_mat LD, double *b) {
  LIA_ASSERT(LD.rows == LD.cols);
  int n = LD.rows;
  for (int i = 1; i < n; i++) b[i] -= lia_vec_dot(lia_mat_row(LD, i), b, i);
  for (int i = 0; i < n; i++) b[i] /= *lia_mat_at(LD, i, i);
  for (int i = n - 1; i > 0; i--) lia_vec_axpy(b, -b[i], lia_mat_row(LD, i), i);
}


// ---- with pivots ----

static void swap_ints(int *a, int *b) {
  int t = *a;
  *a = *b;
  *b = t;
}

// exchange rows and columns a < b of the symmetric rest, and the rows of L before it
static void exchange(lia_mat A, int a, int b) {
  LIA_ASSERT(a >= 0 && a < b && b < A.rows);
  lia_vec_swap(lia_mat_row(A, a), lia_mat_row(A, b), a);
  lia_vec_swap(lia_mat_at(A, a, a), lia_mat_at(A, b, b), 1);
  for (int j = a + 1; j < b; j++) lia_vec_swap(lia_mat_at(A, j, a), lia_mat_at(A, b, j), 1);
  for (int i = b + 1; i < A.rows; i++) lia_vec_swap(lia_mat_at(A, i, a), lia_mat_at(A, i, b), 1);
}

// the largest |a_ij| of row i outside the diagonal, among the columns (and, by symmetry, rows)
// k..n-1; where it is
static double largest(lia_mat A, int k, int i, int *where) {
  double m = 0;
  *where = i;
  for (int j = k; j < A.rows; j++) {
    double a = j == i ? 0 : fabs(j < i ? *lia_mat_at(A, i, j) : *lia_mat_at(A, j, i));
    if (a > m) {
      m = a;
      *where = j;
    }
  }
  return m;
}

// a pivot of one or two rows that keeps the growth below 2.57 a step; returns its size, *p is the
// row to bring up
static int ldl_choose(lia_mat A, int k, int *p) {
  const double alpha = 0.6403882032022076;   // (1 + sqrt 17) / 8
  int r, other;
  double d = fabs(*lia_mat_at(A, k, k)), lambda = largest(A, k, k, &r);
  *p = k;
  if (d >= alpha * lambda) return 1;
  double sigma = largest(A, k, r, &other);
  if (d >= alpha * lambda * (lambda / sigma)) return 1;
  *p = r;
  return fabs(*lia_mat_at(A, r, r)) >= alpha * sigma ? 1 : 2;
}

// l = a_k / d, rest -= l d l'; the column goes to the upper triangle first, where it lies along
// memory
static void eliminate_one(lia_mat A, int k) {
  double *u = lia_mat_row(A, k), d = u[k];
  for (int i = k + 1; i < A.rows; i++) u[i] = *lia_mat_at(A, i, k);
  if (d == 0) return;
  for (int i = k + 1; i < A.rows; i++) {
    double *A_i = lia_mat_row(A, i);
    A_i[k] = u[i] / d;
    lia_vec_axpy(A_i + k + 1, -A_i[k], u + k + 1, i - k);
  }
}

// (l0, l1) = (a_k, a_k+1) D^-1, with D divided by its off-diagonal e first, so that nothing
// overflows
static void eliminate_two(lia_mat A, int k) {
  LIA_ASSERT(k + 1 < A.rows);
  double *u = lia_mat_row(A, k), *v = lia_mat_row(A, k + 1);
  double e = v[k], p = v[k+1] / e, q = u[k] / e, t = 1 / (p * q - 1) / e;
  for (int i = k + 2; i < A.rows; i++) {
    u[i] = *lia_mat_at(A, i, k);
    v[i] = *lia_mat_at(A, i, k + 1);
  }
  for (int i = k + 2; i < A.rows; i++) {
    double *A_i = lia_mat_row(A, i);
    A_i[k] = t * (p * u[i] - v[i]);
    A_i[k+1] = t * (q * v[i] - u[i]);
    lia_vec_axpy(A_i + k + 2, -A_i[k], u + k + 2, i - k - 1);
    lia_vec_axpy(A_i + k + 2, -A_i[k+1], v + k + 2, i - k - 1);
  }
}

static void factor_own(lia_mat A, int *piv) {
  for (int k = 0; k < A.rows; k++) piv[k] = k;
  for (int k = 0, size; k < A.rows; k += size) {
    int p;
    size = ldl_choose(A, k, &p);
    int to = k + size - 1;
    LIA_ASSERT(p >= to && p < A.rows);
    if (p != to) {
      exchange(A, to, p);
      swap_ints(&piv[to], &piv[p]);
    }
    if (size == 1) {
      eliminate_one(A, k);
    } else {
      eliminate_two(A, k);
      piv[k] = -1 - piv[k];
      piv[k+1] = -1 - piv[k+1];
    }
  }
}

static int ldl_size_of(const int *piv, int k) { return piv[k] < 0 ? 2 : 1; }

// t = |L_11|' |w| with L_11' w = -l_k: how much each row before `end` enters row k
static void weights(lia_mat LD, const int *piv, int k, int end, double *w, double *t) {
  for (int j = end - 1, second = 0; j >= 0; j--) {
    // below the diagonal of a block of two stands a number of D, not of L
    second = piv[j] < 0 && !second;
    int below = j + 1 + (piv[j] < 0 && !second);
    double s = *lia_mat_at(LD, k, j), sum = fabs(s);
    for (int i = below; i < end; i++) {
      double a = *lia_mat_at(LD, i, j) * w[i];
      s -= a;
      sum += fabs(a);
    }
    w[j] = s;
    t[j] = sum + fabs(s);
  }
}

// x' |D| y over the rows before `end`
static double ldl_magnitude(lia_mat LD, const int *piv, int end, const double *x, const double *y) {
  double m = 0;
  for (int s = 0; s < end; s += ldl_size_of(piv, s)) {
    m += fabs(x[s] * *lia_mat_at(LD, s, s) * y[s]);
    if (ldl_size_of(piv, s) == 1) continue;
    m += fabs(x[s+1] * *lia_mat_at(LD, s + 1, s + 1) * y[s+1]);
    m += fabs(*lia_mat_at(LD, s + 1, s)) * (fabs(x[s] * y[s+1]) + fabs(x[s+1] * y[s]));
  }
  return m;
}

// a block of one is lost where its number is, a block of two where its off-diagonal (the largest of
// its column) is
static int block_lost(lia_mat LD, const int *piv, int k) {
  int i = k + ldl_size_of(piv, k) - 1;
  double d = *lia_mat_at(LD, i, k),
      m = fabs(d) + ldl_magnitude(LD, piv, k, lia_mat_row(LD, i), lia_mat_row(LD, k));
  if (lia_lapack_clear(d, m)) return 0;
  if (k > LIA_LAPACK_ASK) return lia_lapack_noise(d, m, LD.rows);
  double w[LIA_LAPACK_ASK], t_i[LIA_LAPACK_ASK], t_k[LIA_LAPACK_ASK];
  weights(LD, piv, i, k, w, t_i);
  weights(LD, piv, k, k, w, t_k);
  return lia_lapack_noise(d, fabs(d) + ldl_magnitude(LD, piv, k, t_i, t_k), LD.rows);
}

lia_status lia_ldl_pivoted(lia_mat A, int *piv, lia_error *err) {
  LIA_TRY(lia_lapack_square(A, err));
  LIA_TRY(lia_mat_finite_lower(A, "A", err));
  factor_own(A, piv);
  for (int k = 0; k < A.rows; k += ldl_size_of(piv, k))
    if (block_lost(A, piv, k))
      return LIA_FAIL(err, LIA_ESINGULAR, "A", "singular to working precision: pivot %d is %g", k,
                      *lia_mat_at(A, k + ldl_size_of(piv, k) - 1, k));
  return LIA_OK;
}

static void solve_block(lia_mat LD, const int *piv, int k, double *x) {
  double a = *lia_mat_at(LD, k, k);
  if (ldl_size_of(piv, k) == 1) {
    x[k] /= a;
    return;
  }
  double e = *lia_mat_at(LD, k + 1, k), p = *lia_mat_at(LD, k + 1, k + 1) / e, q = a / e,
      t = 1 / (p * q - 1) / e;
  double x0 = x[k], x1 = x[k+1];
  x[k] = t * (p * x0 - x1);
  x[k+1] = t * (q * x1 - x0);
}

// L y = P b, D z = y, L' w = z, x = P' w
void lia_ldl_psolve(lia_mat LD, const int *piv, double *b, double *x) {
  int n = LD.rows;
  for (int k = 0; k < n; k++) x[k] = b[piv[k] < 0 ? -1 - piv[k] : piv[k]];
  for (int k = 0; k < n; k += ldl_size_of(piv, k))
    for (int i = k; i < k + ldl_size_of(piv, k); i++) x[i] -= lia_vec_dot(lia_mat_row(LD, i), x, k);
  for (int k = 0; k < n; k += ldl_size_of(piv, k)) solve_block(LD, piv, k, x);
  for (int i = n - 1; i >= 0; i--) {
    int second = piv[i] < 0;   // of a block of two, counted from the end
    lia_vec_axpy(x, -x[i], lia_mat_row(LD, i), second ? i - 1 : i);
    if (second) {
      i--;
      lia_vec_axpy(x, -x[i], lia_mat_row(LD, i), i);
    }
  }
  for (int k = 0; k < n; k++) b[piv[k] < 0 ? -1 - piv[k] : piv[k]] = x[k];
}

// a block of two has a negative determinant: one eigenvalue of each sign
void lia_ldl_inertia(lia_mat LD, const int *piv, int count[3]) {
  count[0] = count[1] = count[2] = 0;
  for (int k = 0; k < LD.rows; k += ldl_size_of(piv, k)) {
    if (block_lost(LD, piv, k)) count[2] += ldl_size_of(piv, k);
    else if (ldl_size_of(piv, k) == 2) {
      count[0]++;
      count[1]++;
    } else count[*lia_mat_at(LD, k, k) < 0]++;
  }
  LIA_ASSERT(count[0] + count[1] + count[2] == LD.rows);
}
