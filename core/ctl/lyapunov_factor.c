/* lyapunov_factor.c - Hammarling: the factor of the solution from the factor of the right side
 *
 * In complex Schur form every block is one number, and the recursion of the paper is a few lines;
 * the real factor of the real solution follows by one QR. */
#include "ctl/lyapunov.h"

#include "base/assert.h"
#include "ctl/cols_inside.h"
#include "num/lapack.h"

#include <complex.h>
#include <string.h>

typedef double _Complex complex_t;

// n x n, column by column: S the complex Schur form, R the factor of the right side, U the result
typedef struct hammarling { int n; complex_t *S, *Z, *R, *U, *y; } hammarling;

static complex_t *ham_at(const hammarling *h, complex_t *M, int i, int j) {
  return M + (size_t)i + (size_t)j * (size_t)h->n;
}

static complex_t *desk_complex(lia_desk *d, size_t n) {
  return (complex_t *)(void *)lia_desk_doubles(d, 2 * n);
}

// A = Z S Z^H
static lia_status complex_schur(lia_desk *d, hammarling *h, lia_mat A, lia_error *err) {
  const int n = h->n;
  int none = 0;
  complex_t size = 0, *w = desk_complex(d, (size_t)n);
  double *rwork = lia_desk_doubles(d, (size_t)n);
  LIA_TRY(lia_desk_ready(d, err));
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) *ham_at(h, h->S, i, j) = *lia_mat_at(A, i, j);
  LAPACKE_zgees_work(LAPACK_COL_MAJOR, 'V', 'N', NULL, n, h->S, n, &none, w, h->Z, n, &size, -1,
      rwork, NULL);
  const int nwork = (int)creal(size);
  complex_t *work = desk_complex(d, (size_t)nwork);
  LIA_TRY(lia_desk_ready(d, err));
  if (LAPACKE_zgees_work(LAPACK_COL_MAJOR, 'V', 'N', NULL, n, h->S, n, &none, w, h->Z, n, work,
                         nwork, rwork, NULL))
    return LIA_FAIL(err, LIA_ENOCONV, "A", "eigenvalues did not converge");
  return LIA_OK;
}

static lia_status all_stable(const hammarling *h, int discrete, lia_error *err) {
  for (int k = 0; k < h->n; k++) {
    complex_t s = *ham_at(h, h->S, k, k);
    if (discrete ? cabs(s) < 1 : creal(s) < 0) continue;
    return LIA_FAIL(err, LIA_EDOMAIN, "A", "expected a stable matrix, its eigenvalue %.6g%+.6gi is "
        "not", creal(s), cimag(s));
  }
  return LIA_OK;
}

// R R^H = Z^H B B' Z, R upper triangular with a diagonal that is real: by RQ (zgerqf)
static lia_status right_factor(lia_desk *d, hammarling *h, lia_mat B, lia_error *err) {
  const int n = h->n, m = B.cols > n ? B.cols : n;
  // zeros in front, so that there are as many columns as rows
  complex_t *F = desk_complex(d, (size_t)n * (size_t)m), *tau = desk_complex(d, (size_t)n);
  const int nwork = 64 * n;
  complex_t *work = desk_complex(d, (size_t)nwork);
  LIA_TRY(lia_desk_ready(d, err));
  for (int j = 0; j < B.cols; j++)
    for (int i = 0; i < n; i++)
      for (int k = 0; k < n; k++)
        F[(size_t)i + (size_t)(j + m - B.cols) * (size_t)n] +=
            conj(*ham_at(h, h->Z, k, i)) * *lia_mat_at(B, k, j);
  LAPACKE_zgerqf_work(LAPACK_COL_MAJOR, n, m, F, n, tau, work, nwork);
  for (int j = 0; j < n; j++)
    for (int i = 0; i <= j; i++)
      *ham_at(h, h->R, i, j) = F[(size_t)i + (size_t)(j + m - n) * (size_t)n];
  return LIA_OK;
}

// R R^H + y y^H = R R^H again, for the leading k rows: from the last row up, a turn in the plane of
// column i and y each
static void update_factor(const hammarling *h, int k) {
  for (int i = k - 1; i >= 0; i--) {
    complex_t a = *ham_at(h, h->R, i, i), b = h->y[i];
    double size = hypot(cabs(a), cabs(b));
    if (size == 0) continue;
    complex_t c = a / size, s = b / size;
    for (int r = 0; r <= i; r++) {
      complex_t p = *ham_at(h, h->R, r, i), q = h->y[r];
      *ham_at(h, h->R, r, i) = conj(c) * p + conj(s) * q;
      h->y[r] = c * q - s * p;
    }
    *ham_at(h, h->R, i, i) = size;
  }
}

// (S + shift) u = right side in y, upper triangular of k rows; discrete: (shift S - 1) u = y
static void solve_upper(const hammarling *h, int k, complex_t shift, int discrete) {
  for (int i = k - 1; i >= 0; i--) {
    const complex_t s = *ham_at(h, h->S, i, i), factor = discrete ? shift : 1;
    h->y[i] /= discrete ? shift * s - 1 : s + shift;
    for (int r = 0; r < i; r++) h->y[r] -= factor * *ham_at(h, h->S, r, i) * h->y[i];
  }
}

// column k of U; what is left of the right side for the rows before
//   S u + conj(s) u = -s_k v - a r         v = rho / a, a = sqrt(-2 Re s);  y = r - a u
//   conj(s) S u - u = -conj(s) s_k v - a r v = rho / a, a = sqrt(1 - |s|^2);
//                                           y = a (S u + s_k v) - s r
static void hammarling_column(const hammarling *h, int k, int discrete) {
  const complex_t s = *ham_at(h, h->S, k, k);
  const double size = cabs(s);
  const double a = discrete ? sqrt((1 - size) * (1 + size)) : sqrt(-2 * creal(s));
  const double rho = cabs(*ham_at(h, h->R, k, k));
  const complex_t v = rho / a;
  *ham_at(h, h->U, k, k) = v;
  for (int i = 0; i < k; i++)
    h->y[i] = -(discrete ? conj(s) : 1) * *ham_at(h, h->S, i, k) * v - a * *ham_at(h, h->R, i, k);
  solve_upper(h, k, conj(s), discrete);
  for (int i = 0; i < k; i++) *ham_at(h, h->U, i, k) = h->y[i];
  for (int i = 0; i < k; i++) {
    complex_t r = *ham_at(h, h->R, i, k), Su = *ham_at(h, h->S, i, k) * v;
    if (!discrete) h->y[i] = r - a * *ham_at(h, h->U, i, k);
    else {
      for (int j = i; j < k; j++) Su += *ham_at(h, h->S, i, j) * *ham_at(h, h->U, j, k);
      h->y[i] = a * Su - s * r;
    }
  }
}

// the diagonal of R real and not negative: its columns may be turned
static void real_diagonal(const hammarling *h) {
  for (int j = 0; j < h->n; j++) {
    double size = cabs(*ham_at(h, h->R, j, j));
    if (size == 0) continue;
    complex_t turn = conj(*ham_at(h, h->R, j, j)) / size;
    for (int i = 0; i <= j; i++) *ham_at(h, h->R, i, j) *= turn;
  }
}

// X = W W^H with W = Z U: its real part is [Re W, Im W] [Re W, Im W]' = L L', by QR
static lia_status real_factor(lia_desk *d, const hammarling *h, lia_mat out, lia_error *err) {
  const int n = h->n, nwork = 64 * n;
  lia_cols M = lia_cols_new(d, 2 * n, n);
  double *tau = lia_desk_doubles(d, (size_t)n), *work = lia_desk_doubles(d, (size_t)nwork);
  LIA_TRY(lia_desk_ready(d, err));
  for (int j = 0; j < n; j++)
    for (int k = 0; k <= j; k++)
      for (int i = 0; i < n; i++) {
        complex_t w = *ham_at(h, h->Z, i, k) * *ham_at(h, h->U, k, j);
        *lia_cols_at(M, j, i) += creal(w);
        *lia_cols_at(M, n + j, i) += cimag(w);
      }
  LAPACKE_dgeqrf_work(LAPACK_COL_MAJOR, 2 * n, n, M.x, M.ld, tau, work, nwork);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      double r = j <= i ? *lia_cols_at(M, j, i) : 0;
      *lia_mat_at(out, i, j) = *lia_cols_at(M, j, j) < 0 ? -r : r;
    }
  return LIA_OK;
}

static lia_status factor_on(lia_desk *d, lia_mat out, lia_mat A, lia_mat B, int discrete,
                            lia_error *err) {
  const size_t n = (size_t)A.rows;
  hammarling h = { .n = A.rows, .S = desk_complex(d, n * n), .Z = desk_complex(d, n * n),
                   .R = desk_complex(d, n * n), .U = desk_complex(d, n * n),
                   .y = desk_complex(d, n) };
  LIA_TRY(lia_desk_ready(d, err));
  if (!n) return LIA_OK;
  LIA_TRY(complex_schur(d, &h, A, err));
  LIA_TRY(all_stable(&h, discrete, err));
  LIA_TRY(right_factor(d, &h, B, err));
  real_diagonal(&h);
  for (int k = h.n - 1; k >= 0; k--) {
    hammarling_column(&h, k, discrete);
    update_factor(&h, k);
  }
  return real_factor(d, &h, out, err);
}

lia_status lia_lyapunov_factor(lia_mat U, lia_mat A, lia_mat B, int discrete, lia_error *err) {
  lia_desk d;
  LIA_TRY(lia_lapack_square(A, err));
  if (B.rows != A.rows)
    return LIA_FAIL(err, LIA_EDIM, "B", "expected %d rows as A has, got %d", A.rows, B.rows);
  lia_desk_begin(&d);
  lia_status st = factor_on(&d, U, A, B, discrete, err);
  lia_desk_end(&d);
  return st;
}
