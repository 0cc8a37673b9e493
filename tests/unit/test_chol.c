/* test_chol.c - A = L L' of definite matrices, and the pivot named where one is not */
#include "num/factor.h"

#include "planted.h"
#include <stdio.h>
#include <string.h>

// G G' + 1
static void definite(lia_rng *r, lia_mat A) {
  lia_mat G = planted_new(A.rows, A.rows);
  planted_normal(r, G);
  lia_mat_mult(A, G, G);
  for (int i = 0; i < A.rows; i++) *lia_mat_at(A, i, i) += 1;
  lia_mat_free(&G);
}

LIA_TEST(chol, factors_multiply_to_the_matrix_and_solves_solve) {
  lia_rng r = lia_rng_seed(1);
  double x[50], b[50], y[50], z[50];
  for (int n = 0; n <= 45; n++) {
    lia_mat A = planted_new(n, n), L = planted_new(n, n), C = planted_new(n, n),
        E = planted_new(n, n);
    definite(&r, A);
    lia_mat_copy(L, A);
    // never read
    for (int i = 0; i < n; i++) for (int j = i + 1; j < n; j++) *lia_mat_at(L, i, j) = (double)NAN;
    cr_assert_eq(lia_chol_factor(L, NULL), LIA_OK);
    for (int i = 0; i < n; i++)
      for (int j = i + 1; j < n; j++) {
        cr_assert(isnan(*lia_mat_at(L, i, j)));
        *lia_mat_at(L, i, j) = 0;
      }
    lia_mat_mult(C, L, L);
    cr_assert_leq(lia_mat_diff(C, A), 1e-15 * n * lia_mat_max(A));

    for (int i = 0; i < n; i++) x[i] = lia_rng_normal(&r);
    lia_mat_mulv(b, A, x);
    lia_vec_copy(y, b, n), lia_vec_copy(z, b, n);
    lia_chol_solve(L, y);
    cr_assert_lt(lia_vec_diff(y, x, n), 1e-11);
    lia_chol_lsolve(L, z);
    cr_assert_float_eq(lia_vec_dot(z, z, n) / (1 + lia_vec_dot(b, x, n)),
        lia_vec_dot(b, x, n) / (1 + lia_vec_dot(b, x, n)), 1e-12);
    lia_chol_ltsolve(L, z);
    cr_assert_lt(lia_vec_diff(z, x, n), 1e-11);

    lia_chol_inverse(C, L);
    cr_assert_eq(lia_mat_skewness(C), 0);
    lia_mat_mul(E, A, C);
    for (int i = 0; i < n; i++) *lia_mat_at(E, i, i) -= 1;
    cr_assert_lt(lia_mat_max(E), 1e-11);
    lia_mat_free(&A), lia_mat_free(&L), lia_mat_free(&C), lia_mat_free(&E);
  }
}

LIA_TEST(chol, names_the_pivot_that_is_not_positive) {
  lia_rng r = lia_rng_seed(2);
  for (int n = 1; n <= 40; n += 3)
    for (int k = 0; k < n; k += 5) {
      lia_mat A = planted_new(n, n);
      definite(&r, A);
      *lia_mat_at(A, k, k) = -1;
      lia_error err = { 0 };
      char expected[40];
      snprintf(expected, sizeof expected, "not positive definite: pivot %d is", k);
      cr_assert_eq(lia_chol_factor(A, &err), LIA_ESINGULAR);
      cr_assert_eq(strncmp(err.text, expected, strlen(expected)), 0, "order %d: %s", n, err.text);
      lia_mat_free(&A);
    }
}

LIA_TEST(chol, semidefinite_is_singular_at_any_scale) {
  lia_rng r = lia_rng_seed(3);
  const int order[] = { 2, 6, 15, 30, 33 };
  for (int t = 0; t < 40; t++) {
    int n = order[t % 5];
    lia_mat G = planted_new(n, n - (t & 1)), A = planted_new(n, n);
    planted_normal(&r, G);
    for (int i = 0; i < n; i++)
      lia_vec_scale(lia_mat_row(G, i), pow(10, lia_rng_range(&r, -30, 30)), lia_mat_row(G, i),
          G.cols);
    lia_mat_mult(A, G, G);
    cr_assert_eq(lia_chol_factor(A, NULL), t & 1 ? LIA_ESINGULAR : LIA_OK, "order %d", n);
    lia_mat_free(&G), lia_mat_free(&A);
  }
}

LIA_TEST(chol, closed_forms) {
  // the Pascal matrix has the binomials for factor, and determinant 1
  int n = 8;
  lia_mat A = planted_new(n, n);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      *lia_mat_at(A, i, j) = i && j ? *lia_mat_at(A, i-1, j) + *lia_mat_at(A, i, j-1) : 1;
  cr_assert_eq(lia_chol_factor(A, NULL), LIA_OK);
  for (int i = 0; i < n; i++) cr_assert_float_eq(*lia_mat_at(A, i, 1 * (i > 0)), i ? i : 1, 1e-12);
  cr_assert_float_eq(lia_chol_logdet(A), 0, 1e-11);
  lia_mat_free(&A);
  double d[9] = { 4, 0, 0, 2, 10, 0, 0, 3, 2 };   // det = 4 * 9 * 1
  cr_assert_eq(lia_chol_factor(lia_mat_of(d, 3, 3), NULL), LIA_OK);
  cr_assert_float_eq(lia_chol_logdet(lia_mat_of(d, 3, 3)), log(36), 1e-14);
}

LIA_TEST(chol, bad_input_is_named) {
  double a[35 * 35];
  for (int n = 3; n <= 35; n += 32) {
    lia_mat_eye(lia_mat_of(a, n, n));
    a[2*n + 1] = (double)INFINITY;
    lia_error err = { 0 };
    cr_assert_eq(lia_chol_factor(lia_mat_of(a, n, n), &err), LIA_EDOMAIN);
    cr_assert_str_eq(err.path, "A[2][1]");
  }
  cr_assert_eq(lia_chol_factor(lia_mat_of(a, 3, 2), NULL), LIA_EDIM);
}

// small and large multiples of the rows before enter the last: what rounds there is told to a few
// in a hundred
LIA_TEST(chol, a_pivot_is_lost_below_its_own_rounding_and_not_above) {
  double l[][16] = { { 1,0,0,0, 3,1,0,0, -4,5,1,0, 2,-7,6,1 },
      { 1,0,0,0, 1,1,0,0, 1,-1,1,0, -1,1,1,1 }, { 1,0,0,0, -2,1,0,0, 3,2,1,0, 1,-1,-1,1 },
      { 1,0,0,0, -9,1,0,0, 7,-9,1,0, 8,7,-9,1 } };
  for (int t = 0; t < 4; t++)
    for (int s = 0; s < 2; s++) {
      double d[16] = { [0] = s ? 64 : 1, [5] = 4, [10] = s ? 1 : 16 };
      for (int over = 0; over < 2; over++) {
        lia_mat A = planted_last_pivot(lia_mat_of(l[t], 4, 4), lia_mat_of(d, 4, 4),
            over ? 1.04 : .96);
        cr_assert_eq(lia_chol_factor(A, NULL), over ? LIA_OK : LIA_ESINGULAR, "matrix %d %d %d", t,
            s, over);
        lia_mat_free(&A);
      }
    }
}

LIA_TEST(chol, of_large_matrices_too_the_pivot_is_told) {
  enum { N = 40 };
  lia_mat A = planted_new(N, N);
  for (int k = 0; k < N; k += 13) {
    lia_error err = { 0 };
    char expected[60];
    lia_mat_eye(A);
    *lia_mat_at(A, k, k) = -3;
    snprintf(expected, sizeof expected, "not positive definite: pivot %d is -3", k);
    cr_assert_eq(lia_chol_factor(A, &err), LIA_ESINGULAR);
    cr_assert_str_eq(err.text, expected);
  }
  lia_mat_free(&A);
}

// through LAPACK: what it takes for a small pivot is asked again
LIA_TEST(chol, of_large_matrices_too_a_pivot_is_lost_below_its_own_rounding) {
  enum { N = 34 };
  double l[16] = { 1,0,0,0, 3,1,0,0, -4,5,1,0, 2,-7,6,1 }, d[16] = { [0] = 1, [5] = 4, [10] = 16 };
  for (int over = 0; over < 2; over++) {
    lia_mat small = planted_last_pivot(lia_mat_of(l, 4, 4), lia_mat_of(d, 4, 4),
        (over ? 1.04 : .96) * N / 4), A = planted_new(N, N);
    lia_error err = { 0 };
    lia_mat_eye(A);
    lia_mat_copy(lia_mat_part(A, N - 4, N - 4, 4, 4), small);
    cr_assert_eq(lia_chol_factor(A, &err), over ? LIA_OK : LIA_ESINGULAR);
    cr_assert(over || strstr(err.text, "pivot 33 is"), "%s", err.text);
    lia_mat_free(&A), lia_mat_free(&small);
  }
}
