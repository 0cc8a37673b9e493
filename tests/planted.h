/* planted.h - matrices whose answers are known because they were built from them */
#ifndef LIA_TEST_PLANTED_H
#define LIA_TEST_PLANTED_H

#include "base/rng.h"
#include "num/mat.h"

#include "house.h"
#include <float.h>
#include <math.h>

enum { PLANTED_MAX = 120 };

static inline lia_mat planted_new(int rows, int cols) {
  lia_mat A;
  cr_assert_eq(lia_mat_new(&A, rows, cols, NULL), LIA_OK);
  return A;
}

static inline void planted_normal(lia_rng *r, lia_mat A) {
  for (int i = 0; i < A.rows; i++)
    for (int j = 0; j < A.cols; j++) *lia_mat_at(A, i, j) = lia_rng_normal(r);
}

// orthonormal rows, by Gram and Schmidt twice over
static inline void planted_rows(lia_rng *r, lia_mat Q) {
  for (int i = 0; i < Q.rows; i++) {
    lia_rng_unit(r, lia_mat_row(Q, i), Q.cols);
    for (int twice = 0; twice < 2; twice++)
      for (int k = 0; k < i; k++)
        lia_vec_axpy(lia_mat_row(Q, i), -lia_vec_dot(lia_mat_row(Q, i), lia_mat_row(Q, k), Q.cols),
            lia_mat_row(Q, k), Q.cols);
    lia_vec_scale(lia_mat_row(Q, i), 1 / lia_vec_norm(lia_mat_row(Q, i), Q.cols), lia_mat_row(Q, i),
        Q.cols);
  }
}

// A = U diag(s) V' with random orthonormal U, V; s has n = min(rows, cols) entries
static inline void planted_values(lia_rng *r, lia_mat A, const double *s) {
  int n = A.rows < A.cols ? A.rows : A.cols;
  lia_mat Ut = planted_new(n, A.rows), Vt = planted_new(n, A.cols);
  planted_rows(r, Ut);
  planted_rows(r, Vt);
  for (int k = 0; k < n; k++) lia_vec_scale(lia_mat_row(Vt, k), s[k], lia_mat_row(Vt, k), A.cols);
  lia_mat_tmul(A, Ut, Vt);
  lia_mat_free(&Ut);
  lia_mat_free(&Vt);
}

// A = Q' diag(w) Q, symmetric to the last bit
static inline void planted_symmetric(lia_rng *r, lia_mat A, const double *w) {
  lia_mat Q = planted_new(A.rows, A.rows), D = planted_new(A.rows, A.rows);
  planted_rows(r, Q);
  for (int k = 0; k < A.rows; k++)
    lia_vec_scale(lia_mat_row(D, k), w[k], lia_mat_row(Q, k), A.rows);
  lia_mat_tmul(A, Q, D);
  lia_mat_mirror(A);
  lia_mat_free(&Q);
  lia_mat_free(&D);
}

static inline void planted_hilbert(lia_mat A) {
  for (int i = 0; i < A.rows; i++)
    for (int j = 0; j < A.cols; j++) *lia_mat_at(A, i, j) = 1.0 / (i + j + 1);
}

/* Below what a last pivot is nothing but rounding: n eps |z|' |L| |D| |U| |w| with L_11' z = -(row
 * of L), U_11 w = -(column of U), z and w 1 in the last place (MATHS, Numbers). L and U have ones
 * on the diagonal; of a block of two in D that is where the last row does not reach. By dense
 * substitution: n below 10 */
static inline double planted_noise(lia_mat L, lia_mat D, lia_mat U) {
  int n = L.rows, k = n - 1;
  double z[10], w[10], m = 0;
  z[k] = w[k] = 1;
  for (int j = k - 1; j >= 0; j--) {
    z[j] = w[j] = 0;
    for (int i = j + 1; i < n; i++)
      z[j] -= *lia_mat_at(L, i, j) * z[i], w[j] -= *lia_mat_at(U, j, i) * w[i];
  }
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      double zl = 0, uw = 0;
      for (int r = 0; r < n; r++)
        zl += fabs(z[r] * *lia_mat_at(L, r, i)), uw += fabs(*lia_mat_at(U, j, r) * w[r]);
      m += zl * fabs(*lia_mat_at(D, i, j)) * uw;
    }
  return n * DBL_EPSILON * m;
}

// A = L D L' of whole numbers, so that every pivot is exact; the last is c times what is called
// rounding. Returns A
static inline lia_mat planted_last_pivot(lia_mat L, lia_mat D, double c) {
  int n = L.rows;
  lia_mat U = planted_new(n, n), T = planted_new(n, n), A = planted_new(n, n);
  lia_mat_transpose(U, L);
  *lia_mat_at(D, n-1, n-1) = 0;
  *lia_mat_at(D, n-1, n-1) = c * planted_noise(L, D, U);
  lia_mat_mul(T, L, D);
  lia_mat_mult(A, T, L);
  lia_mat_free(&U), lia_mat_free(&T);
  return A;
}

#endif
