/* test_csc.c - lists become columns, duplicates add up, products are those of the dense matrix */
#include "num/csc.h"

#include "planted.h"

LIA_TEST(csc, is_the_dense_matrix_of_its_list) {
  lia_rng r = lia_rng_seed(1);
  for (int t = 0; t < 200; t++) {
    int m = (int)lia_rng_below(&r, 12), n = (int)lia_rng_below(&r, 12),
        e = m && n ? (int)lia_rng_below(&r, 60) : 0, i[60], j[60];
    double v[60], x[12], y[12], z[12];
    lia_mat D = planted_new(m, n), C = planted_new(m, n);
    for (int k = 0; k < e; k++)
      i[k] = (int)lia_rng_below(&r, (uint64_t)m), j[k] = (int)lia_rng_below(&r, (uint64_t)n);
    lia_csc *A;
    cr_assert_eq(lia_csc_new(&A, m, n, e, i, j, NULL), LIA_OK);
    for (int again = 0; again < 2; again++) {   // the pattern stays, values come twice
      lia_mat_zero(D);
      for (int k = 0; k < e; k++) v[k] = lia_rng_normal(&r), *lia_mat_at(D, i[k], j[k]) += v[k];
      lia_csc_fill(A, v);
      lia_csc_dense(C, A);
      cr_assert(lia_mat_diff(C, D) < 1e-14);
      for (int a = 0; a < m; a++)
        for (int b = 0; b < n; b++) cr_assert_eq(lia_csc_get(A, a, b), *lia_mat_at(C, a, b));
    }
    for (int c = 0; c < n; c++)
      for (int k = A->start[c] + 1; k < A->start[c+1]; k++) cr_assert(A->row[k-1] < A->row[k]);
    cr_assert_eq(A->start[n], A->nnz);
    for (int k = 0; k < 12; k++) x[k] = lia_rng_normal(&r);
    lia_csc_mulv(y, A, x), lia_mat_mulv(z, C, x);
    cr_assert_lt(lia_vec_diff(y, z, m), 1e-13);
    lia_csc_tmulv(y, A, x), lia_mat_tmulv(z, C, x);
    cr_assert_lt(lia_vec_diff(y, z, n), 1e-13);
    lia_csc_free(A), lia_mat_free(&D), lia_mat_free(&C);
  }
}

LIA_TEST(csc, bad_places_and_values_are_named) {
  const int i[3] = { 0, 2, 1 }, j[3] = { 0, 1, 1 };
  const double v[3] = { 1, 2, (double)NAN };
  lia_csc *A;
  lia_error err = { 0 };
  cr_assert_eq(lia_csc_new(&A, 2, 2, 3, i, j, &err), LIA_EARG);
  cr_assert_str_eq(err.path, "entries[1]");
  cr_assert_str_eq(err.text, "expected a place within 2 x 2, got (2, 1)");
  cr_assert_eq(lia_csc_new(&A, -1, 2, 0, i, j, NULL), LIA_EARG);
  for (int k = 0; k < 2; k++) {
    lia_mem_fail_after(k);
    cr_assert_eq(lia_csc_new(&A, 3, 2, 3, i, j, NULL), LIA_ENOMEM);
    cr_assert(A == NULL && lia_mem_live() == 0);
  }
  lia_mem_fail_after(-1);
  cr_assert_eq(lia_csc_new(&A, 3, 2, 3, i, j, NULL), LIA_OK);
  lia_csc_fill(A, v);
  err = (lia_error){ 0 };
  cr_assert_eq(lia_csc_finite(A, "K", &err), LIA_EDOMAIN);
  cr_assert_str_eq(err.path, "K[1][1]");
  lia_csc_free(A);
}

LIA_TEST(csc, one_row_or_column_too_far_is_refused_and_dense_is_all_of_it) {
  const int out[][2] = { { -1, 0 }, { 0, -1 }, { 3, 0 }, { 0, 2 } }, i = 2, j = 1;
  const double v = 5;
  double c[6] = { 9, 9, 9, 9, 9, 9 };
  lia_csc *A;
  for (int k = 0; k < 4; k++)
    cr_assert_eq(lia_csc_new(&A, 3, 2, 1, &out[k][0], &out[k][1], NULL), LIA_EARG, "%d", k);
  cr_assert_eq(lia_csc_new(&A, 3, 2, 1, &i, &j, NULL), LIA_OK);
  lia_csc_fill(A, &v);
  lia_csc_dense(lia_mat_of(c, 3, 2), A);
  for (int k = 0; k < 6; k++) cr_assert_eq(c[k], k == 5 ? 5 : 0);
  lia_csc_free(A);
}
