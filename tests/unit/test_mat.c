/* test_mat.c - views, products by their definition, norms that do not overflow */
#include "num/mat.h"

#include "planted.h"
#include <string.h>

LIA_TEST(mat, products_are_those_of_the_definition_also_for_parts_and_empty_ones) {
  lia_rng r = lia_rng_seed(1);
  const int size[] = { 0, 1, 2, 3, 5, 8, 19 };
  double a[20*20], b[20*20], c[20*20], d[20*20];
  for (int t = 0; t < 300; t++) {
    int m = size[lia_rng_below(&r, 7)], n = size[lia_rng_below(&r, 7)],
        k = size[lia_rng_below(&r, 7)], turn = t % 4;
    lia_mat A = lia_mat_part(lia_mat_of(a, 20, 20), 1, 1, turn & 1 ? k : m, turn & 1 ? m : k);
    lia_mat B = lia_mat_part(lia_mat_of(b, 20, 20), 0, 1, turn & 2 ? n : k, turn & 2 ? k : n);
    lia_mat C = lia_mat_part(lia_mat_of(c, 20, 20), 1, 0, m, n), D = lia_mat_of(d, m, n);
    planted_normal(&r, lia_mat_of(c, 20, 20));
    planted_normal(&r, A);
    planted_normal(&r, B);
    double before = c[0];
    for (int i = 0; i < m; i++)
      for (int j = 0; j < n; j++) {
        double s = 0;
        for (int l = 0; l < k; l++)
          s += (turn & 1 ? *lia_mat_at(A, l, i) : *lia_mat_at(A, i, l))
              * (turn & 2 ? *lia_mat_at(B, j, l) : *lia_mat_at(B, l, j));
        *lia_mat_at(D, i, j) = s;
      }
    void (*const product[4])(lia_mat, lia_mat, lia_mat) = { lia_mat_mul, lia_mat_tmul, lia_mat_mult,
        lia_mat_tmult };
    product[turn](C, A, B);
    cr_assert_lt(lia_mat_diff(C, D), 1e-13, "%d: %d %d %d", turn, m, n, k);
    if (turn == 0) lia_mat_muladd(C, -2, A, B);
    if (turn == 1) lia_mat_tmuladd(C, -2, A, B);
    if (turn < 2) {
      lia_mat_add(C, C, 1, D);
      cr_assert_lt(lia_mat_max(C), 1e-13);
    }
    cr_assert_eq(c[0], before);
  }
}

LIA_TEST(mat, vectors_and_forms) {
  const double a[] = { 1, 2, 3, 4, 5, 6 }, x[] = { 1, -1, 2 }, y[] = { 3, -2 };
  lia_mat A = lia_mat_of(a, 2, 3);
  double u[3], v[3];
  lia_mat_mulv(u, A, x);
  cr_assert(u[0] == 5 && u[1] == 11);
  lia_mat_tmulv(v, A, y);
  cr_assert(v[0] == -5 && v[1] == -4 && v[2] == -3);
  cr_assert_eq(lia_mat_quad(A, y, x), -7);
  cr_assert(lia_mat_norm1(A) == 9 && lia_mat_norminf(A) == 15 && lia_mat_max(A) == 6 &&
      lia_mat_trace(A) == 6);
  cr_assert_float_eq(lia_mat_normf(A), sqrt(91), 1e-14);
}

// what stands around a part is not looked at
LIA_TEST(mat, forms_and_norms_of_a_part) {
  double a[25], x[5] = { 1, -1, 2, 1e9, 1e9 }, y[5] = { 3, -2, 1e9, 1e9, 1e9 }, u[5];
  for (int i = 0; i < 25; i++) a[i] = 1e9;
  const double inside[6] = { 1, 2, 3, 4, 5, -6 };
  lia_mat A = lia_mat_part(lia_mat_of(a, 5, 5), 1, 1, 2, 3), B = lia_mat_of(inside, 2, 3);
  lia_mat_copy(A, B);
  cr_assert_eq(lia_mat_quad(A, y, x), 3 * 5 - 2 * -13);
  lia_mat_mulv(u, A, x);
  cr_assert(u[0] == 5 && u[1] == -13);
  lia_mat_tmulv(u, A, y);
  cr_assert(u[0] == -5 && u[1] == -4 && u[2] == 21);
  cr_assert(lia_mat_norm1(A) == 9 && lia_mat_norminf(A) == 15 && lia_mat_max(A) == 6 &&
      lia_mat_trace(A) == 6 && lia_mat_diff(A, B) == 0);
  cr_assert_float_eq(lia_mat_normf(A), sqrt(91), 1e-14);
  cr_assert_eq(lia_mat_trace(lia_mat_part(lia_mat_of(a, 5, 5), 1, 1, 2, 1)), 1);
  cr_assert_eq(lia_mat_finite(A, "A", NULL), LIA_OK);
  a[0] = a[4] = a[5] = a[9] = a[24] = (double)NAN;
  cr_assert_eq(lia_mat_finite(A, "A", NULL), LIA_OK);
  lia_mat_zero(A);
  cr_assert(lia_mat_max(A) == 0 && a[1] == 1e9 && a[10] == 1e9 && a[16] == 1e9);
  lia_mat_eye(A);
  cr_assert(lia_mat_trace(A) == 2 && lia_mat_norm1(A) == 1 && a[18] == 1e9);
}

LIA_TEST(mat, transposes_copies_and_mirrors) {
  lia_rng r = lia_rng_seed(2);
  double a[12], b[12], s[16], t[16];
  planted_normal(&r, lia_mat_of(a, 3, 4));
  planted_normal(&r, lia_mat_of(s, 4, 4));
  lia_mat_transpose(lia_mat_of(b, 4, 3), lia_mat_of(a, 3, 4));
  for (int i = 0; i < 3; i++) for (int j = 0; j < 4; j++) cr_assert_eq(b[3*j+i], a[4*i+j]);
  lia_mat_copy(lia_mat_of(t, 4, 4), lia_mat_of(s, 4, 4));
  lia_mat_transpose(lia_mat_of(t, 4, 4), lia_mat_of(t, 4, 4));
  for (int i = 0; i < 4; i++) for (int j = 0; j < 4; j++) cr_assert_eq(t[4*j+i], s[4*i+j]);
  cr_assert_gt(lia_mat_skewness(lia_mat_of(s, 4, 4)), 0);
  lia_mat_mirror(lia_mat_of(s, 4, 4));
  cr_assert_eq(lia_mat_skewness(lia_mat_of(s, 4, 4)), 0);
  cr_assert_eq(s[1], s[4]);
  lia_mat_eye(lia_mat_of(a, 3, 4));
  cr_assert(a[0] == 1 && a[5] == 1 && a[10] == 1);
  cr_assert_float_eq(lia_mat_normf(lia_mat_of(a, 3, 4)), sqrt(3), 1e-15);
  lia_mat_scale(lia_mat_of(a, 3, 4), -2, lia_mat_of(a, 3, 4));
  cr_assert_eq(lia_mat_trace(lia_mat_of(a, 3, 4)), -6);
}

LIA_TEST(vec, norm_is_right_at_both_ends_of_the_range) {
  double x[20];
  for (int n = 0; n <= 20; n++) {
    for (int i = 0; i < n; i++) x[i] = 3e200;
    cr_assert(fabs(lia_vec_norm(x, n) - 3e200 * sqrt(n)) <= 1e-15 * 3e200 * sqrt(n));
    for (int i = 0; i < n; i++) x[i] = -3e-200;
    cr_assert(fabs(lia_vec_norm(x, n) - 3e-200 * sqrt(n)) <= 1e-15 * 3e-200 * sqrt(n));
  }
  x[3] = (double)NAN, x[5] = 1;
  cr_assert(isnan(lia_vec_norm(x, 20)) && isnan(lia_vec_max(x, 20)) &&
      isnan(lia_vec_diff(x, x + 1, 6)));
  cr_assert_eq(lia_vec_bad(x, 20), 3);
  x[3] = -(double)INFINITY;
  cr_assert(isinf(lia_vec_norm(x, 20)));
  cr_assert_eq(lia_vec_bad(x, 20), 3);
  cr_assert_eq(lia_vec_bad(x, 3), -1);
}

LIA_TEST(vec, sums_of_any_length) {
  double x[50], y[50], s = 0;
  for (int n = 0; n < 50; n++) {
    cr_assert_eq(lia_vec_dot(x, y, n), s);   // small integers: exact in any order
    x[n] = n - 20, y[n] = 3 * n + 1, s += x[n] * y[n];
    lia_vec_axpy(x, 2, y, n);
    lia_vec_add(x, x, -2, y, n);
  }
  lia_vec_swap(x, y, 50);
  cr_assert(x[7] == 22 && y[7] == -13);
}

LIA_TEST(mat, names_the_first_bad_element) {
  double a[6] = { 1, 2, 3, 4, 5, 6 };
  lia_mat A = lia_mat_of(a, 2, 3);
  cr_assert_eq(lia_mat_finite(A, "J", NULL), LIA_OK);
  a[5] = (double)INFINITY;
  lia_error err = { 0 };
  cr_assert_eq(lia_mat_finite(A, "J", &err), LIA_EDOMAIN);
  cr_assert_str_eq(err.path, "J[1][2]");
  cr_assert_str_eq(err.text, "expected a finite number, got inf");
  cr_assert_eq(lia_mat_finite_lower(A, "J", NULL), LIA_OK);
  cr_assert(isinf(lia_mat_norm1(A)) && isinf(lia_mat_norminf(A)) && isinf(lia_mat_max(A)));
  a[0] = (double)NAN;
  cr_assert(isnan(lia_mat_norm1(A)) && isnan(lia_mat_norminf(A)) && isnan(lia_mat_max(A)));
}

LIA_TEST(mat, norms_of_small_numbers_and_the_first_bad_one_below_the_diagonal) {
  double a[9] = { 0.125, -0.25, 0.0625, 0.03125, 0.125, 0.5, -0.0625, 0, 0.25 };
  lia_mat A = lia_mat_of(a, 3, 3);
  cr_assert(lia_mat_norm1(A) == 0.8125 && lia_mat_norminf(A) == 0.65625 && lia_mat_max(A) == 0.5 &&
      lia_mat_trace(A) == 0.5);
  cr_assert_eq(lia_mat_skewness(A), 0.5);   // |a_23 - a_32|
  double b[9];
  for (int k = 0; k < 9; k++) b[k] = a[k] + (k == 3 ? -0.25 : 0.0625);
  cr_assert_eq(lia_mat_diff(A, lia_mat_of(b, 3, 3)), 0.25);
  for (int k = 0; k < 9; k++) {   // k / 3 is the row, k % 3 the column
    double c[9];
    for (int i = 0; i < 9; i++) c[i] = i == k ? (double)NAN : a[i];
    lia_error err = { 0 };
    cr_assert_eq(lia_mat_finite_lower(lia_mat_of(c, 3, 3), "S", &err),
        k % 3 > k / 3 ? LIA_OK : LIA_EDOMAIN, "%d", k);
    char path[8] = "S[ ][ ]";
    path[2] = (char)('0' + k / 3), path[5] = (char)('0' + k % 3);
    cr_assert(err.code == LIA_OK || strcmp(err.path, path) == 0);
  }
  double s[9], t[9];
  lia_mat_add(lia_mat_of(s, 3, 3), A, -3, lia_mat_of(b, 3, 3));
  for (int k = 0; k < 9; k++) cr_assert_eq(s[k], a[k] - 3 * b[k]);
  lia_mat_copy(lia_mat_of(t, 3, 3), lia_mat_of(s, 3, 3));
  lia_mat_mirror(lia_mat_of(t, 3, 3));
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) cr_assert_eq(t[3*i+j], i > j ? s[3*i+j] : s[3*j+i]);
}

LIA_TEST(mat, refuses_sizes_it_cannot_have) {
  lia_mat A;
  cr_assert_eq(lia_mat_new(&A, -1, 3, NULL), LIA_EARG);
  cr_assert_eq(lia_mat_new(&A, 2147483647, 2147483647, NULL), LIA_ENOMEM);
  lia_mem_fail_after(0);
  cr_assert_eq(lia_mat_new(&A, 2, 3, NULL), LIA_ENOMEM);
  lia_mem_fail_after(-1);
  cr_assert(!A.x && !A.rows && !A.cols && !A.ld);
  cr_assert_eq(lia_mat_new(&A, 3, -1, NULL), LIA_EARG);
  for (int k = 0; k < 3; k++) {
    cr_assert_eq(lia_mat_new(&A, k == 0 ? 0 : 3, k == 1 ? 0 : 2, NULL), LIA_OK);
    cr_assert(A.x && A.rows == (k == 0 ? 0 : 3) && A.cols == (k == 1 ? 0 : 2) && A.ld == A.cols);
    cr_assert_eq(lia_mat_max(A), 0);
    lia_mat_free(&A);
    cr_assert(!A.x && !A.rows && !A.cols && !A.ld);
    lia_mat_free(&A);
  }
}
