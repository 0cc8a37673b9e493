/* test_ldl.c - A = L D L', plain and with pivots; inertia against planted signs */
#include "num/factor.h"

#include "planted.h"

LIA_TEST(ldl, plain_factors_of_definite_and_quasidefinite_matrices) {
  lia_rng r = lia_rng_seed(1);
  double x[50], b[50];
  for (int n = 0; n <= 45; n++) {
    // [K B'; B -C] with definite K, C: every leading minor is regular
    lia_mat A = planted_new(n, n), F = planted_new(n, n), G = planted_new(n, n);
    planted_normal(&r, G);
    lia_mat_mult(A, G, G);
    for (int i = 0; i < n; i++) *lia_mat_at(A, i, i) += 1;
    for (int i = n / 2; i < n; i++)
      for (int j = n / 2; j < n; j++) *lia_mat_at(A, i, j) *= -1;
    lia_mat_copy(F, A);
    for (int i = 0; i < n; i++) for (int j = i + 1; j < n; j++) *lia_mat_at(F, i, j) = (double)NAN;
    cr_assert_eq(lia_ldl_factor(F, NULL), LIA_OK);
    for (int i = 0; i < n; i++) {
      cr_assert_eq(*lia_mat_at(F, i, i) > 0, i < n / 2);
      for (int j = 0; j < n; j++) {
        double s = 0;
        for (int k = 0; k <= i && k <= j; k++)
          s += (k == i ? 1 : *lia_mat_at(F, i, k)) * *lia_mat_at(F, k, k)
              * (k == j ? 1 : *lia_mat_at(F, j, k));
        cr_assert_float_eq(s, *lia_mat_at(A, i, j), 1e-12 * lia_mat_max(A));
      }
      x[i] = lia_rng_normal(&r);
    }
    lia_mat_mulv(b, A, x);
    lia_ldl_solve(F, b);
    cr_assert_lt(lia_vec_diff(b, x, n), 1e-10);
    lia_mat_free(&A), lia_mat_free(&F), lia_mat_free(&G);
  }
}

LIA_TEST(ldl, plain_says_which_minor_is_singular) {
  double a[9] = { 1, 1, 2, 1, 1, 3, 2, 3, 4 };   // regular, but its minor of order two is not
  lia_error err = { 0 };
  cr_assert_eq(lia_ldl_factor(lia_mat_of(a, 3, 3), &err), LIA_ESINGULAR);
  cr_assert_str_eq(err.text, "leading minor is singular to working precision: pivot 1 is 0");
}

LIA_TEST(ldl, plain_finds_what_is_singular_at_any_scale_and_nothing_else) {
  lia_rng r = lia_rng_seed(4);
  const int order[] = { 2, 5, 12, 30 };
  for (int t = 0; t < 200; t++) {
    // G S G' with signs S: semidefinite or worse, one column short in every other case
    int n = order[t % 4], k = n - (t / 4 & 1);
    lia_mat G = planted_new(n, k), SG = planted_new(n, k), A = planted_new(n, n);
    planted_normal(&r, G);
    for (int i = 0; i < n; i++)
      lia_vec_scale(lia_mat_row(G, i), pow(10, lia_rng_range(&r, -30, 30)), lia_mat_row(G, i), k);
    lia_mat_copy(SG, G);
    for (int i = 0; i < n; i++)
      for (int j = 0; j < k && t % 3; j++) *lia_mat_at(SG, i, j) *= j % 2 ? -1 : 1;
    lia_mat_mult(A, G, SG);
    cr_assert_eq(lia_ldl_factor(A, NULL), k < n ? LIA_ESINGULAR : LIA_OK, "row %d order %d", t, n);
    lia_mat_free(&G), lia_mat_free(&SG), lia_mat_free(&A);
  }
}

LIA_TEST(ldl, ill_conditioned_is_not_singular) {
  lia_rng r = lia_rng_seed(5);
  for (int t = 0; t < 60; t++) {
    int n = 2 + t % 29, piv[30];
    double w[30];
    for (int k = 0; k < n; k++) w[k] = pow(10, -11.0 * k / n);
    lia_mat A = planted_new(n, n), B = planted_new(n, n), C = planted_new(n, n),
        D = planted_new(n, n);
    planted_symmetric(&r, A, w);
    lia_mat_copy(B, A), lia_mat_copy(C, A), lia_mat_copy(D, A);
    cr_assert_eq(lia_ldl_factor(A, NULL), LIA_OK, "ldl of order %d", n);
    cr_assert_eq(lia_ldl_pivoted(B, piv, NULL), LIA_OK, "pivoted of order %d", n);
    cr_assert_eq(lia_chol_factor(C, NULL), LIA_OK, "cholesky of order %d", n);
    cr_assert_eq(lia_lu_factor(D, piv, NULL), LIA_OK, "lu of order %d", n);
    lia_mat_free(&A), lia_mat_free(&B), lia_mat_free(&C), lia_mat_free(&D);
  }
}

// max |P A P' - L D L'|
static double residual(lia_mat A, lia_mat F, const int *piv) {
  int n = A.rows;
  lia_mat L = planted_new(n, n), D = planted_new(n, n), T = planted_new(n, n),
      R = planted_new(n, n);
  lia_mat_eye(L);
  for (int i = 0; i < n; i++) {
    *lia_mat_at(D, i, i) = *lia_mat_at(F, i, i);
    for (int j = 0; j < i; j++) *lia_mat_at(L, i, j) = *lia_mat_at(F, i, j);
  }
  for (int k = 0; k < n; k++)
    if (piv[k] < 0) {
      *lia_mat_at(D, k, k + 1) = *lia_mat_at(D, k + 1, k) = *lia_mat_at(F, k + 1, k);
      *lia_mat_at(L, k + 1, k) = 0;
      k++;
    }
  lia_mat_mul(T, L, D);
  lia_mat_mult(R, T, L);
  double m = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      int p = piv[i] < 0 ? -1 - piv[i] : piv[i], q = piv[j] < 0 ? -1 - piv[j] : piv[j];
      m = fmax(m, fabs(*lia_mat_at(R, i, j) - *lia_mat_at(A, p, q)));
    }
  lia_mat_free(&L), lia_mat_free(&D), lia_mat_free(&T), lia_mat_free(&R);
  return m;
}

LIA_TEST(ldl, pivoted_factors_solve_and_count_the_signs) {
  lia_rng r = lia_rng_seed(2);
  for (int t = 0; t < 120; t++) {
    int n = t % 46, piv[50], count[3], planted[3] = { 0 };
    double w[50], x[50], b[50], work[50];
    for (int k = 0; k < n; k++) {
      w[k] = lia_rng_range(&r, 0.5, 2) * (lia_rng_below(&r, 2) ? 1 : -1)
          * (t % 3 == 1 && k % 5 == 4 ? 0 : 1);
      planted[w[k] > 0 ? 0 : w[k] < 0 ? 1 : 2]++;
    }
    lia_mat A = planted_new(n, n), F = planted_new(n, n);
    planted_symmetric(&r, A, w);
    lia_mat_copy(F, A);
    for (int i = 0; i < n; i++) for (int j = i + 1; j < n; j++) *lia_mat_at(F, i, j) = (double)NAN;
    lia_status status = lia_ldl_pivoted(F, piv, NULL);
    cr_assert_eq(status, planted[2] ? LIA_ESINGULAR : LIA_OK, "order %d", n);
    cr_assert_lt(residual(A, F, piv), 1e-13 * (n + 1));
    lia_ldl_inertia(F, piv, count);
    for (int k = 0; k < 3; k++)
      cr_assert_eq(count[k], planted[k], "order %d: %d %d %d", n, count[0], count[1], count[2]);
    if (status == LIA_OK) {
      for (int i = 0; i < n; i++) x[i] = lia_rng_normal(&r);
      lia_mat_mulv(b, A, x);
      lia_ldl_psolve(F, piv, b, work);
      cr_assert_lt(lia_vec_diff(b, x, n), 1e-11, "order %d", n);
    }
    lia_mat_free(&A), lia_mat_free(&F);
  }
}

LIA_TEST(ldl, pivoted_takes_saddle_points_and_any_scale) {
  lia_rng r = lia_rng_seed(3);
  for (int t = 0; t < 60; t++) {
    // [M J'; J 0], the matrix of constrained motion: n positive, m negative
    int n = 2 + t % 9, m = 1 + t % (n - 1), N = n + m, piv[20], count[3];
    lia_mat A = planted_new(N, N), F = planted_new(N, N), G = planted_new(n, n);
    double x[20], b[20], work[20], scale = pow(10, 20 * (t % 13 - 6));
    planted_normal(&r, A);
    lia_mat_zero(lia_mat_part(A, n, n, m, m));
    planted_normal(&r, G);
    lia_mat_mult(lia_mat_part(A, 0, 0, n, n), G, G);
    for (int i = 0; i < n; i++) *lia_mat_at(A, i, i) += 1;
    lia_mat_scale(A, scale, A);
    lia_mat_mirror(A);
    lia_mat_copy(F, A);
    cr_assert_eq(lia_ldl_pivoted(F, piv, NULL), LIA_OK);
    lia_ldl_inertia(F, piv, count);
    cr_assert(count[0] == n && count[1] == m && count[2] == 0);
    for (int i = 0; i < N; i++) x[i] = lia_rng_normal(&r);
    lia_mat_mulv(b, A, x);
    lia_ldl_psolve(F, piv, b, work);
    cr_assert_lt(lia_vec_diff(b, x, N), 1e-9, "n %d m %d: %g", n, m, lia_vec_diff(b, x, N));
    lia_mat_free(&A), lia_mat_free(&F), lia_mat_free(&G);
  }
  double swap[4] = { 0, 1, 1, 0 }, zero[4] = { 0 };
  int piv[2], count[3];
  cr_assert_eq(lia_ldl_pivoted(lia_mat_of(swap, 2, 2), piv, NULL), LIA_OK);
  cr_assert(piv[0] < 0 && piv[1] < 0);
  cr_assert_eq(lia_ldl_pivoted(lia_mat_of(zero, 2, 2), piv, NULL), LIA_ESINGULAR);
  lia_ldl_inertia(lia_mat_of(zero, 2, 2), piv, count);
  cr_assert(count[0] == 0 && count[1] == 0 && count[2] == 2);
}

LIA_TEST(ldl, bad_input_is_named) {
  double a[9] = { 1, 0, 0, 0, 1, 0, 0, (double)NAN, 1 };
  int piv[3];
  lia_error err = { 0 };
  cr_assert_eq(lia_ldl_factor(lia_mat_of(a, 3, 3), &err), LIA_EDOMAIN);
  cr_assert_str_eq(err.path, "A[2][1]");
  cr_assert_eq(lia_ldl_pivoted(lia_mat_of(a, 3, 3), piv, NULL), LIA_EDOMAIN);
  cr_assert_eq(lia_ldl_factor(lia_mat_of(a, 3, 2), NULL), LIA_EDIM);
  cr_assert_eq(lia_ldl_pivoted(lia_mat_of(a, 3, 2), piv, NULL), LIA_EDIM);
}

LIA_TEST(ldl, a_pivot_is_lost_below_its_own_rounding_and_not_above) {
  double l[][16] = { { 1,0,0,0, 3,1,0,0, -4,5,1,0, 2,-7,6,1 },
      { 1,0,0,0, 1,1,0,0, 1,-1,1,0, -1,1,1,1 }, { 1,0,0,0, -2,1,0,0, 3,2,1,0, 1,-1,-1,1 },
      { 1,0,0,0, -9,1,0,0, 7,-9,1,0, 8,7,-9,1 } };
  for (int t = 0; t < 4; t++)
    for (int s = 0; s < 4; s++)
      for (int over = 0; over < 2; over++) {
        double d[16] = { [0] = s & 1 ? 64 : 1, [5] = s & 2 ? -4 : 4, [10] = s & 1 ? -1 : 16 },
            c = over ? 1.04 : .96;
        lia_mat A = planted_last_pivot(lia_mat_of(l[t], 4, 4), lia_mat_of(d, 4, 4),
            s == 3 ? -c : c);
        cr_assert_eq(lia_ldl_factor(A, NULL), over ? LIA_OK : LIA_ESINGULAR, "matrix %d %d %d", t,
            s, over);
        lia_mat_free(&A);
      }
}

// pivots stay where they are: large diagonals, or a block of two whose off-diagonal is the largest
// of its columns
LIA_TEST(ldl, pivoted_loses_a_pivot_below_its_own_rounding_and_not_above) {
  double l[][16] = { { 1,0,0,0, .5,1,0,0, -.25,1,1,0, 1,-.5,.5,1 },
      { 1,0,0,0, 1,1,0,0, -1,1,1,0, -1,-1,1,1 }, { 1,0,0,0, 0,1,0,0, .5,-1,1,0, 1,.75,1,1 },
      { 1,0,0,0, 0,1,0,0, -1,1,1,0, -1,-.5,-1,1 } };
  for (int t = 0; t < 4; t++)
    for (int over = 0; over < 2; over++) {
      double d[16] = { 0 };
      int piv[4], count[3];
      if (t < 2) d[0] = 4096, d[5] = -64, d[10] = 1;
      else d[1] = d[4] = 64, d[5] = t == 2 ? 32 : 0, d[10] = t == 2 ? -.5 : 1;
      lia_mat A = planted_last_pivot(lia_mat_of(l[t], 4, 4), lia_mat_of(d, 4, 4),
          over ? 1.04 : .96);
      cr_assert_eq(lia_ldl_pivoted(A, piv, NULL), over ? LIA_OK : LIA_ESINGULAR, "matrix %d %d", t,
          over);
      for (int k = 0; k < 4; k++)
        cr_assert_eq(piv[k], t > 1 && k < 2 ? -1 - k : k, "matrix %d: %d", t, piv[k]);
      lia_ldl_inertia(A, piv, count);
      cr_assert(count[2] == !over && count[0] + count[1] == 3 + over);
      lia_mat_free(&A);
    }
}

LIA_TEST(ldl, plain_asks_the_first_pivot_too) {
  double one[1] = { 0 }, two[4] = { 0, 0, 1, 0 };
  lia_error err = { 0 };
  cr_assert_eq(lia_ldl_factor(lia_mat_of(one, 1, 1), NULL), LIA_ESINGULAR);
  cr_assert_eq(lia_ldl_factor(lia_mat_of(two, 2, 2), &err), LIA_ESINGULAR);
  cr_assert_str_eq(err.text, "leading minor is singular to working precision: pivot 0 is 0");
}
