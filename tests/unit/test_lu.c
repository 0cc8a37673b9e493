/* test_lu.c - P A = L U: residuals at any order and scale, determinants, condition */
#include "num/factor.h"

#include "planted.h"
#include <string.h>

static lia_error err;

// max |P A - L U| over max |A|
static double residual(lia_mat A, lia_mat LU, const int *piv) {
  int n = A.rows;
  lia_mat L = planted_new(n, n), U = planted_new(n, n), PA = planted_new(n, n);
  lia_mat_copy(PA, A);
  for (int i = 0; i < n; i++) {
    lia_vec_swap(lia_mat_row(PA, i), lia_mat_row(PA, piv[i]), piv[i] == i ? 0 : n);
    for (int j = 0; j < n; j++) *lia_mat_at(i > j ? L : U, i, j) = *lia_mat_at(LU, i, j);
    *lia_mat_at(L, i, i) = 1;
    for (int j = 0; j < i; j++) cr_assert(fabs(*lia_mat_at(L, i, j)) <= 1);
  }
  lia_mat_muladd(PA, -1, L, U);
  double m = lia_mat_max(PA) / lia_mat_max(A);
  lia_mat_free(&L), lia_mat_free(&U), lia_mat_free(&PA);
  return m;
}

LIA_TEST(lu, factors_multiply_to_the_matrix_and_solves_solve) {
  lia_rng r = lia_rng_seed(1);
  double x[PLANTED_MAX], b[PLANTED_MAX];
  int piv[PLANTED_MAX];
  for (int n = 0; n <= 45; n++) {
    // a view with a wider row, to see that ld is kept
    lia_mat whole = planted_new(n + 1, n + 3), A = planted_new(n, n),
        LU = lia_mat_part(whole, 0, 1, n, n), C = planted_new(n, n), E = planted_new(n, n);
    planted_normal(&r, A);
    lia_mat_copy(LU, A);
    cr_assert_eq(lia_lu_factor(LU, piv, &err), LIA_OK, "%d: %s", n, err.text);
    if (n) cr_assert_lt(residual(A, LU, piv), 1e-14 * n);

    for (int i = 0; i < n; i++) x[i] = lia_rng_normal(&r);
    lia_mat_mulv(b, A, x);
    lia_lu_solve(LU, piv, b);
    cr_assert_lt(lia_vec_diff(b, x, n), 1e-10);
    lia_mat_tmulv(b, A, x);
    lia_lu_tsolve(LU, piv, b);
    cr_assert_lt(lia_vec_diff(b, x, n), 1e-10);

    lia_lu_inverse(C, LU, piv);
    lia_mat_mul(E, A, C);
    for (int i = 0; i < n; i++) *lia_mat_at(E, i, i) -= 1;
    cr_assert_lt(lia_mat_max(E), 1e-10);
    for (int i = 0; i <= n; i++)
      cr_assert(*lia_mat_at(whole, i, 0) == 0 && *lia_mat_at(whole, n, i) == 0);
    lia_mat_free(&A), lia_mat_free(&whole), lia_mat_free(&C), lia_mat_free(&E);
  }
}

LIA_TEST(lu, determinants_of_known_matrices) {
  double a[] = { 0, 2, 1, 1, 0, 0, 3, 0, 1 };   // det = -2
  int piv[40], sign;
  lia_mat A = lia_mat_of(a, 3, 3);
  cr_assert_eq(lia_lu_factor(A, piv, NULL), LIA_OK);
  cr_assert_float_eq(lia_lu_det(A, piv), -2, 1e-15);
  cr_assert_float_eq(lia_lu_logdet(A, piv, &sign), log(2), 1e-15);
  cr_assert_eq(sign, -1);

  lia_mat E = lia_mat_of(a, 0, 0);
  cr_assert_eq(lia_lu_factor(E, piv, NULL), LIA_OK);
  cr_assert(lia_lu_det(E, piv) == 1 && lia_lu_logdet(E, piv, &sign) == 0 && sign == 1);

  // det overflows, its logarithm does not; order 40 goes through LAPACK
  lia_mat D = planted_new(40, 40);
  for (int i = 0; i < 40; i++) *lia_mat_at(D, i, 39 - i) = 1e10;
  cr_assert_eq(lia_lu_factor(D, piv, NULL), LIA_OK);
  cr_assert(isinf(lia_lu_det(D, piv)));
  cr_assert_float_eq(lia_lu_logdet(D, piv, &sign), 400 * log(10), 1e-10);
  cr_assert_eq(sign, 1);   // 20 exchanges
  lia_mat_free(&D);

  // det of the Hilbert matrix of order 5: 1 / 266716800000
  lia_mat H = planted_new(5, 5);
  planted_hilbert(H);
  cr_assert_eq(lia_lu_factor(H, piv, NULL), LIA_OK);
  cr_assert_float_eq(lia_lu_det(H, piv) * 266716800000.0, 1, 1e-10);
  lia_mat_free(&H);
}

LIA_TEST(lu, singular_is_reported_at_any_scale_and_regular_is_not) {
  lia_rng r = lia_rng_seed(3);
  int piv[PLANTED_MAX];
  const int order[] = { 2, 3, 7, 20, 30, 31, 45 };
  for (int t = 0; t < 7 * 12; t++) {
    int n = order[t % 7];
    double s[PLANTED_MAX];
    for (int k = 0; k < n; k++) s[k] = 1 + lia_rng_uniform(&r);
    if (t & 1) s[n-1] = 0;
    lia_mat A = planted_new(n, n);
    planted_values(&r, A, s);
    // rows and columns on scales 40 decades apart must not matter
    for (int i = 0; i < n && t % 3; i++) {
      lia_vec_scale(lia_mat_row(A, i), pow(10, lia_rng_range(&r, -20, 20)), lia_mat_row(A, i), n);
      double c = pow(10, lia_rng_range(&r, -20, 20));
      for (int j = 0; j < n && t % 3 == 2; j++) *lia_mat_at(A, j, i) *= c;
    }
    lia_error e = { 0 };
    lia_status status = lia_lu_factor(A, piv, &e);
    cr_assert_eq(status, t & 1 ? LIA_ESINGULAR : LIA_OK, "row %d, order %d: %s", t, n,
        lia_status_name(status));
    if (t & 1) cr_assert_not_null(strstr(e.text, "pivot"));
    lia_mat_free(&A);
  }
  double zero[1] = { 0 }, ones[4] = { 1, 1, 1, 1 }, tiny[4] = { 1e-300, 0, 0, 1e300 };
  int sign;
  cr_assert_eq(lia_lu_factor(lia_mat_of(zero, 1, 1), piv, NULL), LIA_ESINGULAR);
  cr_assert_eq(lia_lu_factor(lia_mat_of(ones, 2, 2), piv, NULL), LIA_ESINGULAR);
  cr_assert_eq(lia_lu_det(lia_mat_of(ones, 2, 2), piv), 0);
  lia_lu_logdet(lia_mat_of(ones, 2, 2), piv, &sign);
  cr_assert_eq(sign, 0);
  cr_assert_eq(lia_lu_factor(lia_mat_of(tiny, 2, 2), piv, NULL), LIA_OK);
}

LIA_TEST(lu, of_equal_pivots_the_first_is_taken) {
  double a[9] = { 1, 2, 0, 1, 3, 5, -1, 0, 4 };
  int piv[3];
  cr_assert_eq(lia_lu_factor(lia_mat_of(a, 3, 3), piv, NULL), LIA_OK);
  cr_assert(piv[0] == 0 && piv[1] == 2);
  cr_assert_float_eq(lia_lu_det(lia_mat_of(a, 3, 3), piv), 1 * (12 - 0) - 2 * (4 + 5), 1e-14);
}

LIA_TEST(lu, condition_estimate_is_near_the_planted_one) {
  lia_rng r = lia_rng_seed(4);
  int piv[40];
  double work[120];
  for (int t = 0; t < 60; t++) {
    int n = 1 + (int)lia_rng_below(&r, 40);
    lia_mat A = planted_new(n, n), LU = planted_new(n, n), C = planted_new(n, n);
    double s[40];
    for (int k = 0; k < n; k++) s[k] = pow(10, -12.0 * k / n);
    planted_values(&r, A, s);
    lia_mat_copy(LU, A);
    cr_assert_eq(lia_lu_factor(LU, piv, NULL), LIA_OK);
    lia_lu_inverse(C, LU, piv);
    double exact = 1 / (lia_mat_norm1(A) * lia_mat_norm1(C)),
        guess = lia_lu_rcond(LU, piv, lia_mat_norm1(A), work);
    cr_assert(guess >= 0.99 * exact && guess <= 10 * exact, "order %d: %g for %g", n, guess, exact);
    lia_mat_free(&A), lia_mat_free(&LU), lia_mat_free(&C);
  }
  double ones[4] = { 1, 1, 1, 1 };
  cr_assert_neq(lia_lu_factor(lia_mat_of(ones, 2, 2), piv, NULL), LIA_OK);
  cr_assert_eq(lia_lu_rcond(lia_mat_of(ones, 2, 2), piv, 2, work), 0);
  cr_assert_eq(lia_lu_rcond(lia_mat_of(ones, 0, 0), piv, 0, work), 1);
}

LIA_TEST(lu, bad_input_is_named) {
  double a[36 * 36];
  int piv[36];
  for (int n = 2; n <= 36; n += 34) {
    lia_mat_eye(lia_mat_of(a, n, n));
    a[n + 0] = (double)NAN;
    lia_error e = { 0 };
    cr_assert_eq(lia_lu_factor(lia_mat_of(a, n, n), piv, &e), LIA_EDOMAIN);
    cr_assert_str_eq(e.path, "A[1][0]");
  }
  lia_error e = { 0 };
  cr_assert_eq(lia_lu_factor(lia_mat_of(a, 2, 3), piv, &e), LIA_EDIM);
  cr_assert_str_eq(e.text, "expected a square matrix, got 2 x 3");
}

LIA_TEST(lu, gives_the_same_bits_every_time_through_lapack_too) {
  lia_rng r = lia_rng_seed(5);
  int n = 100, piv[PLANTED_MAX];
  lia_mat A = planted_new(n, n), B = planted_new(n, n), C = planted_new(n, n);
  planted_normal(&r, A);
  lia_mat_copy(B, A);
  cr_assert_eq(lia_lu_factor(B, piv, NULL), LIA_OK);
  for (int t = 0; t < 10; t++) {
    lia_mat_copy(C, A);
    cr_assert_eq(lia_lu_factor(C, piv, NULL), LIA_OK);
    cr_assert_eq(memcmp(B.x, C.x, sizeof(double) * 10000), 0);
  }
  lia_mat_free(&A), lia_mat_free(&B), lia_mat_free(&C);
}

// P = 1, L and U of few digits: every pivot is exact, the last is c times what is called rounding
LIA_TEST(lu, a_pivot_is_lost_below_its_own_rounding_and_not_above) {
  double l[][16] = { { 1,0,0,0, .5,1,0,0, -1,.5,1,0, .25,-1,.75,1 },
      { 1,0,0,0, 1,1,0,0, -1,1,1,0, -1,-1,-1,1 } };
  double u[][16] = { { 1,3,-4,2, 0,1,5,-7, 0,0,1,6, 0,0,0,1 },
      { 1,1,1,-1, 0,1,-1,1, 0,0,1,1, 0,0,0,1 }, { 1,-9,7,8, 0,1,-9,7, 0,0,1,-9, 0,0,0,1 } };
  for (int t = 0; t < 6; t++)
    for (int s = 0; s < 4; s++) {
      double d[16] = { [0] = s & 1 ? 64 : 1, [5] = -2, [10] = 4 }, c = s & 2 ? 1.04 : .96;
      lia_mat L = lia_mat_of(l[t % 2], 4, 4), D = lia_mat_of(d, 4, 4),
          U = lia_mat_of(u[t / 2], 4, 4), T = planted_new(4, 4), A = planted_new(4, 4);
      int piv[4];
      d[15] = (s & 1 ? -c : c) * planted_noise(L, D, U);
      lia_mat_mul(T, L, D);
      lia_mat_mul(A, T, U);
      cr_assert_eq(lia_lu_factor(A, piv, NULL), s & 2 ? LIA_OK : LIA_ESINGULAR, "matrix %d %d", t,
          s);
      for (int k = 0; k < 4; k++) cr_assert_eq(piv[k], k);
      lia_mat_free(&T), lia_mat_free(&A);
    }
}

LIA_TEST(lu, the_sign_of_a_determinant_is_that_of_small_pivots_too) {
  int piv[2], sign;
  double a[4] = { .5, 0, 0, .25 }, b[4] = { 0, .5, .25, 0 };
  cr_assert_eq(lia_lu_factor(lia_mat_of(a, 2, 2), piv, NULL), LIA_OK);
  cr_assert_float_eq(lia_lu_logdet(lia_mat_of(a, 2, 2), piv, &sign), log(.125), 1e-15);
  cr_assert_eq(sign, 1);
  cr_assert_eq(lia_lu_factor(lia_mat_of(b, 2, 2), piv, NULL), LIA_OK);
  cr_assert_float_eq(lia_lu_logdet(lia_mat_of(b, 2, 2), piv, &sign), log(.125), 1e-15);
  cr_assert_eq(sign, -1);
}

LIA_TEST(lu, multiples_of_one_are_perfectly_conditioned) {
  for (int n = 1; n <= 6; n++)
    for (int e = -8; e <= 8; e += 2) {
      double a[36], work[18];
      int piv[6];
      lia_mat A = lia_mat_of(a, n, n);
      lia_mat_eye(A);
      for (int k = 0; k < n; k++) *lia_mat_at(A, k, k) = ldexp(1, e);
      cr_assert_eq(lia_lu_factor(A, piv, NULL), LIA_OK);
      cr_assert_float_eq(lia_lu_rcond(A, piv, ldexp(1, e), work), 1, 1e-14);
    }
}
