/* test_qr.c - A P = Q R at every shape: orthogonality, planted ranks, shortest least-squares
 * solutions, null spaces */
#include "num/factor.h"

#include "planted.h"
#include <string.h>

static int least(int a, int b) { return a < b ? a : b; }

static lia_qr *make(int rows, int cols) {
  lia_qr *f;
  cr_assert_eq(lia_qr_new(&f, rows, cols, NULL), LIA_OK);
  return f;
}

// max |Q'Q - 1|
static double unorthogonality(lia_mat Q) {
  lia_mat E = planted_new(Q.cols, Q.cols);
  lia_mat_tmul(E, Q, Q);
  for (int i = 0; i < Q.cols; i++) *lia_mat_at(E, i, i) -= 1;
  double m = lia_mat_max(E);
  lia_mat_free(&E);
  return m;
}

// max |Q R - A P|
static double residual(lia_qr *f, lia_mat A) {
  int k = least(A.rows, A.cols);
  lia_mat Q = planted_new(A.rows, k), R = planted_new(k, A.cols), E = planted_new(A.rows, A.cols);
  lia_qr_q(f, Q);
  lia_qr_r(f, R);
  lia_mat_mul(E, Q, R);
  for (int i = 0; i < A.rows; i++)
    for (int j = 0; j < A.cols; j++) *lia_mat_at(E, i, j) -= *lia_mat_at(A, i, f->perm[j]);
  double m = lia_mat_max(E);
  lia_mat_free(&Q), lia_mat_free(&R), lia_mat_free(&E);
  return m;
}

static const int shapes[][2] = { { 0, 0 }, { 0, 3 }, { 3, 0 }, { 1, 1 }, { 1, 5 }, { 5, 1 },
    { 4, 4 }, { 7, 3 }, { 3, 7 },
    { 20, 20 }, { 30, 30 }, { 31, 31 }, { 40, 33 }, { 33, 40 }, { 100, 4 }, { 4, 100 },
        { 60, 60 } };

LIA_TEST(qr, factors_multiply_to_the_matrix_and_find_the_planted_rank) {
  lia_rng r = lia_rng_seed(1);
  lia_qr *f = make(100, 100);   // one object for every shape
  for (size_t t = 0; t < sizeof shapes / sizeof *shapes; t++)
    for (int lost = 0; lost < 3; lost++) {
      int m = shapes[t][0], n = shapes[t][1], k = least(m, n), rank = k > lost ? k - lost : 0;
      double s[100] = { 0 };
      for (int i = 0; i < rank; i++) s[i] = pow(10, -6.0 * i / 100);
      lia_mat A = planted_new(m, n), Q = planted_new(m, m);
      planted_values(&r, A, s);
      cr_assert_eq(lia_qr_factor(f, A, -1, NULL), LIA_OK);
      cr_assert_eq(f->rank, rank, "%d x %d: %d for %d", m, n, f->rank, rank);
      cr_assert_lt(residual(f, A), 1e-14);
      lia_qr_q(f, Q);
      cr_assert_lt(unorthogonality(Q), 1e-13);
      for (int i = 1; i < k; i++)
        cr_assert(fabs(*lia_mat_at(f->A, i, i)) <= fabs(*lia_mat_at(f->A, i-1, i-1)) * (1 + 1e-12));
      lia_mat_free(&A), lia_mat_free(&Q);
    }
  lia_qr_free(f);
}

LIA_TEST(qr, solution_is_stationary_and_the_shortest) {
  lia_rng r = lia_rng_seed(2);
  lia_qr *f = make(100, 100);
  for (size_t t = 0; t < sizeof shapes / sizeof *shapes; t++)
    for (int lost = 0; lost < 3; lost++) {
      int m = shapes[t][0], n = shapes[t][1], k = least(m, n), rank = k > lost ? k - lost : 0;
      double s[100] = { 0 }, b[100], x[100], e[100], g[100], z[100];
      for (int i = 0; i < rank; i++) s[i] = lia_rng_range(&r, 1, 3);
      lia_mat A = planted_new(m, n), N = planted_new(n, n - rank), AN = planted_new(m, n - rank);
      planted_values(&r, A, s);
      for (int i = 0; i < m; i++) b[i] = lia_rng_normal(&r);
      cr_assert_eq(lia_qr_factor(f, A, -1, NULL), LIA_OK);
      double left = lia_qr_solve(f, b, x);
      // A'(A x - b) = 0
      lia_mat_mulv(e, A, x);
      lia_vec_add(e, e, -1, b, m);
      lia_mat_tmulv(g, A, e);
      cr_assert_lt(lia_vec_max(g, n), 1e-12);
      cr_assert_float_eq(left, lia_vec_norm(e, m), 1e-12);
      // x is orthogonal to the null space, which is what A sends to 0
      lia_qr_null(f, N);
      cr_assert_lt(unorthogonality(N), 1e-13);
      lia_mat_mul(AN, A, N);
      cr_assert_lt(lia_mat_max(AN), 1e-13);
      lia_mat_tmulv(z, N, x);
      cr_assert_lt(lia_vec_max(z, n - rank), 1e-12);
      lia_mat_free(&A), lia_mat_free(&N), lia_mat_free(&AN);
    }
  lia_qr_free(f);
}

LIA_TEST(qr, keeps_its_head_on_graded_and_notorious_matrices) {
  lia_qr *f = make(90, 90);
  // Kahan: R of itself with no exchange needed, the least singular value far below the last pivot
  int n = 90;
  lia_mat K = planted_new(n, n);
  double c = 0.285, s = sqrt(1 - c*c);
  for (int i = 0; i < n; i++)
    for (int j = i; j < n; j++) *lia_mat_at(K, i, j) = pow(s, i) * (i == j ? 1 : -c);
  cr_assert_eq(lia_qr_factor(f, K, -1, NULL), LIA_OK);
  cr_assert_lt(residual(f, K), 1e-13);
  lia_mat_free(&K);

  // columns on scales from 1e-150 to 1e150: norms are downdated without overflow
  lia_rng r = lia_rng_seed(3);
  lia_mat G = planted_new(12, 8);
  planted_normal(&r, G);
  for (int i = 0; i < 12; i++)
    for (int j = 0; j < 8; j++) *lia_mat_at(G, i, j) *= pow(10, 40 * (j - 4));
  cr_assert_eq(lia_qr_factor(f, G, 0, NULL), LIA_OK);
  cr_assert_eq(f->rank, 8);
  for (int j = 0; j < 8; j++) cr_assert_eq(f->perm[j], 7 - j);
  lia_mat_scale(G, 1e-300, G);
  cr_assert_eq(lia_qr_factor(f, G, 0, NULL), LIA_OK);
  lia_mat_free(&G);

  // Hilbert of order 12, right-hand side its row sums: a small residual, whatever the condition
  lia_mat H = planted_new(12, 12);
  double b[12], x[12], e[12];
  planted_hilbert(H);
  for (int i = 0; i < 12; i++) b[i] = x[i] = 1;
  lia_mat_mulv(b, H, x);
  cr_assert_eq(lia_qr_factor(f, H, 0, NULL), LIA_OK);
  lia_qr_solve(f, b, x);
  lia_mat_mulv(e, H, x);
  cr_assert_lt(lia_vec_diff(e, b, 12), 1e-14);
  lia_mat_free(&H);
  lia_qr_free(f);
}

LIA_TEST(qr, straight_line_through_four_points) {
  // [GVL] style closed form: y = 1, 2, 2, 4 at x = 0..3 -> 0.9 + 0.9 x, residual sum of squares 0.7
  double a[] = { 1, 0, 1, 1, 1, 2, 1, 3 }, b[] = { 1, 2, 2, 4 }, x[2];
  lia_qr *f = make(4, 2);
  cr_assert_eq(lia_qr_factor(f, lia_mat_of(a, 4, 2), -1, NULL), LIA_OK);
  cr_assert_float_eq(lia_qr_solve(f, b, x), sqrt(0.7), 1e-14);
  cr_assert_float_eq(x[0], 0.9, 1e-14);
  cr_assert_float_eq(x[1], 0.9, 1e-14);
  lia_qr_free(f);
}

LIA_TEST(qr, bad_input_is_named_and_memory_may_run_out) {
  double a[6] = { 1, 2, 3, 4, (double)NAN, 6 };
  lia_qr *f = make(2, 3);
  lia_error err = { 0 };
  cr_assert_eq(lia_qr_factor(f, lia_mat_of(a, 2, 3), -1, &err), LIA_EDOMAIN);
  cr_assert_str_eq(err.path, "A[1][1]");
  err = (lia_error){ 0 };
  cr_assert_eq(lia_qr_factor(f, lia_mat_of(a, 3, 2), -1, &err), LIA_EDIM);
  cr_assert_str_eq(err.text, "expected at most 2 x 3, got 3 x 2");
  lia_qr_free(f);
  lia_qr_free(NULL);
  cr_assert_eq(lia_qr_new(&f, -1, 2, NULL), LIA_EARG);
  cr_assert_eq(lia_qr_new(&f, 2, 100000, NULL), LIA_EARG);
  lia_mem_fail_after(0);
  cr_assert_eq(lia_qr_new(&f, 40, 40, NULL), LIA_ENOMEM);
  cr_assert_null(f);
  lia_mem_fail_after(-1);
}

LIA_TEST(qr, factoring_and_solving_allocate_nothing) {
  lia_rng r = lia_rng_seed(4);
  double b[50], x[50];
  lia_mat A = planted_new(50, 50);
  planted_normal(&r, A);
  planted_normal(&r, lia_mat_of(b, 50, 1));
  lia_qr *f = make(50, 50);
  size_t before = lia_mem_count();
  for (int n = 10; n <= 50; n += 40) {
    cr_assert_eq(lia_qr_factor(f, lia_mat_part(A, 0, 0, n, n), -1, NULL), LIA_OK);
    lia_qr_solve(f, b, x);
  }
  cr_assert_eq(lia_mem_count(), before);
  lia_qr_free(f);
  lia_mat_free(&A);
}

// a power of two as factor changes no digit: nearly parallel columns, whose norms must be computed
// anew, keep their order
LIA_TEST(qr, scale_changes_nothing_and_r_is_zero_below_its_diagonal) {
  enum { N = 12 };
  lia_rng r = lia_rng_seed(8);
  lia_mat A = planted_new(N, N), S = planted_new(N, N), R = planted_new(N, N),
      T = planted_new(N, N);
  lia_qr *f, *g;
  cr_assert(lia_qr_new(&f, N, N, NULL) == LIA_OK && lia_qr_new(&g, N, N, NULL) == LIA_OK);
  for (int t = 0; t < 20; t++) {
    planted_normal(&r, A);
    for (int i = 0; i < N; i++)
      for (int j = 1; j < N; j++)
        *lia_mat_at(A, i, j) = *lia_mat_at(A, i, 0) + 1e-9 * *lia_mat_at(A, i, j);
    for (int e = -60; e <= 60; e += 30) {
      for (int i = 0; i < N; i++)
        lia_vec_scale(lia_mat_row(S, i), ldexp(1, e), lia_mat_row(A, i), N);
      for (int k = 0; k < N * N; k++) R.x[k] = T.x[k] = (double)NAN;
      cr_assert(lia_qr_factor(f, A, -1, NULL) == LIA_OK && lia_qr_factor(g, S, -1, NULL) == LIA_OK);
      lia_qr_r(f, R), lia_qr_r(g, T);
      cr_assert_eq(f->rank, g->rank);
      for (int k = 0; k < N; k++) cr_assert_eq(f->perm[k], g->perm[k], "matrix %d, 2^%d", t, e);
      for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
          cr_assert_eq(*lia_mat_at(T, i, j), j < i ? 0 : ldexp(*lia_mat_at(R, i, j), e));
    }
  }
  lia_qr_free(f), lia_qr_free(g);
  lia_mat_free(&A), lia_mat_free(&S), lia_mat_free(&R), lia_mat_free(&T);
}
