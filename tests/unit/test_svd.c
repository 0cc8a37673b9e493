/* test_svd.c - planted singular values come back; pseudo-inverses obey Penrose; null spaces are
 * null */
#include "num/factor.h"

#include "planted.h"
#include <string.h>

static int least(int a, int b) { return a < b ? a : b; }

static const int shapes[][2] = { { 0, 0 }, { 0, 3 }, { 3, 0 }, { 1, 1 }, { 1, 5 }, { 5, 1 },
    { 4, 4 }, { 7, 3 }, { 3, 7 },
    { 30, 30 }, { 40, 33 }, { 33, 40 }, { 100, 4 }, { 4, 100 } };

LIA_TEST(svd, finds_the_planted_values_and_multiplies_back) {
  lia_rng r = lia_rng_seed(1);
  lia_svd *f;
  cr_assert_eq(lia_svd_new(&f, 100, 100, NULL), LIA_OK);
  for (size_t t = 0; t < sizeof shapes / sizeof *shapes; t++)
    for (int lost = 0; lost < 3; lost++) {
      int m = shapes[t][0], n = shapes[t][1], k = least(m, n), rank = k > lost ? k - lost : 0;
      double s[100] = { 0 };
      for (int i = 0; i < rank; i++) s[i] = pow(10, -8.0 * i / 100);
      lia_mat A = planted_new(m, n), US = planted_new(m, k), E = planted_new(m, n),
          G = planted_new(n, n);
      planted_values(&r, A, s);
      cr_assert_eq(lia_svd_factor(f, A, NULL), LIA_OK);
      cr_assert_lt(lia_vec_diff(f->s, s, k), 1e-14);
      cr_assert_eq(lia_svd_rank(f, -1), rank);
      for (int i = 0; i < m; i++)
        for (int j = 0; j < k; j++) *lia_mat_at(US, i, j) = *lia_mat_at(f->U, i, j) * f->s[j];
      lia_mat_mul(E, US, lia_mat_part(f->Vt, 0, 0, k, n));
      cr_assert_lt(lia_mat_diff(E, A), 1e-14);
      lia_mat_mult(G, f->Vt, f->Vt);
      for (int i = 0; i < n; i++) *lia_mat_at(G, i, i) -= 1;
      cr_assert_lt(lia_mat_max(G), 1e-13);
      for (int i = 0; i < n; i++) cr_assert(lia_vec_max(lia_mat_row(f->Vt, i), n) > 0);
      lia_mat N = planted_new(n, n - rank), AN = planted_new(m, n - rank),
          NN = planted_new(n - rank, n - rank);
      lia_svd_null(f, -1, N);   // orthonormal, and A N = 0
      lia_mat_mul(AN, A, N);
      cr_assert_lt(lia_mat_max(AN), 1e-13);
      lia_mat_tmul(NN, N, N);
      for (int i = 0; i < n - rank; i++) *lia_mat_at(NN, i, i) -= 1;
      cr_assert_lt(lia_mat_max(NN), 1e-13);
      lia_mat_free(&N), lia_mat_free(&AN), lia_mat_free(&NN);
      if (lost == 0 && k) cr_assert_float_eq(lia_svd_cond(f) / (s[0] / s[k-1]), 1, 1e-10);
      lia_mat_free(&A), lia_mat_free(&US), lia_mat_free(&E), lia_mat_free(&G);
    }
  lia_svd_free(f);
}

LIA_TEST(svd, rank_is_counted_against_the_largest_value) {
  for (int k = -5; k <= 5; k += 5) {
    const double scale = pow(10, k);
    double a[12] = { 0 };   // 4 x 3
    a[0] = 1e-3 * scale, a[4] = 1e-6 * scale, a[8] = 1e-9 * scale;
    lia_svd *f;
    cr_assert_eq(lia_svd_new(&f, 4, 3, NULL), LIA_OK);
    cr_assert_eq(lia_svd_factor(f, lia_mat_of(a, 4, 3), NULL), LIA_OK);
    cr_assert(lia_svd_rank(f, -1) == 3 && lia_svd_rank(f, 0) == 3 && lia_svd_rank(f, 1e-7) == 3);
    cr_assert(lia_svd_rank(f, 1e-5) == 2 && lia_svd_rank(f, 1e-2) == 1 && lia_svd_rank(f, 1) == 0);
    cr_assert_float_eq(lia_svd_cond(f) / 1e6, 1, 1e-9);
    lia_svd_free(f);
  }
}

LIA_TEST(svd, pseudo_inverse_obeys_the_four_laws_of_penrose) {
  lia_rng r = lia_rng_seed(2);
  lia_svd *f;
  cr_assert_eq(lia_svd_new(&f, 12, 12, NULL), LIA_OK);
  for (int t = 0; t < 60; t++) {
    int m = 1 + (int)lia_rng_below(&r, 12), n = 1 + (int)lia_rng_below(&r, 12), k = least(m, n),
        rank = 1 + (int)lia_rng_below(&r, (uint64_t)k);
    double s[12] = { 0 }, b[12], x[12], y[12];
    for (int i = 0; i < rank; i++) s[i] = lia_rng_range(&r, 0.5, 2);
    lia_mat A = planted_new(m, n), P = planted_new(n, m), AP = planted_new(m, m),
        PA = planted_new(n, n), T = planted_new(m, n), S = planted_new(n, m);
    lia_mat N = planted_new(n, n - rank), AN = planted_new(m, n - rank);
    planted_values(&r, A, s);
    cr_assert_eq(lia_svd_factor(f, A, NULL), LIA_OK);
    lia_svd_pinv(f, -1, 0, P);
    lia_mat_mul(AP, A, P);
    lia_mat_mul(PA, P, A);
    lia_mat_mul(T, AP, A);
    lia_mat_mul(S, PA, P);
    cr_assert(lia_mat_diff(T, A) < 1e-13 && lia_mat_diff(S, P) < 1e-13);
    cr_assert(lia_mat_skewness(AP) < 1e-13 && lia_mat_skewness(PA) < 1e-13);
    for (int i = 0; i < m; i++) b[i] = lia_rng_normal(&r);
    lia_svd_solve(f, b, -1, 0, x);
    lia_mat_mulv(y, P, b);
    cr_assert_lt(lia_vec_diff(x, y, n), 1e-13);
    lia_svd_null(f, -1, N);
    lia_mat_mul(AN, A, N);
    cr_assert_lt(lia_mat_max(AN), 1e-14);
    lia_mat_free(&A), lia_mat_free(&P), lia_mat_free(&AP), lia_mat_free(&PA), lia_mat_free(&T),
        lia_mat_free(&S), lia_mat_free(&N), lia_mat_free(&AN);
  }
  lia_svd_free(f);
}

LIA_TEST(svd, damping_solves_the_normal_equations_of_the_damped_problem) {
  lia_rng r = lia_rng_seed(3);
  lia_svd *f;
  cr_assert_eq(lia_svd_new(&f, 6, 7, NULL), LIA_OK);
  double s[6] = { 1, 0.5, 0.1, 0.01, 1e-4, 0 }, b[6], x[7], u[6], g[7], C[42], y[7];
  lia_mat A = planted_new(6, 7);
  planted_values(&r, A, s);
  for (int i = 0; i < 6; i++) b[i] = lia_rng_normal(&r);
  cr_assert_eq(lia_svd_factor(f, A, NULL), LIA_OK);
  lia_svd_solve(f, b, 0, 0.05, x);
  // (A'A + damp^2) x = A'b
  lia_mat_mulv(u, A, x);
  lia_vec_add(u, u, -1, b, 6);
  lia_mat_tmulv(g, A, u);
  lia_vec_axpy(g, 0.05 * 0.05, x, 7);
  cr_assert_lt(lia_vec_max(g, 7), 1e-15);
  lia_svd_pinv(f, 0, 0.05, lia_mat_of(C, 7, 6));
  lia_mat_mulv(y, lia_mat_of(C, 7, 6), b);
  cr_assert_lt(lia_vec_diff(x, y, 7), 1e-14);
  lia_mat_free(&A);
  lia_svd_free(f);
}

LIA_TEST(svd, closed_forms_and_far_scales) {
  lia_svd *f;
  cr_assert_eq(lia_svd_new(&f, 3, 3, NULL), LIA_OK);
  double a[] = { 3, 0, 4, 5 };   // singular values sqrt 45, sqrt 5
  cr_assert_eq(lia_svd_factor(f, lia_mat_of(a, 2, 2), NULL), LIA_OK);
  cr_assert_float_eq(f->s[0], sqrt(45), 1e-14);
  cr_assert_float_eq(f->s[1], sqrt(5), 1e-14);
  // (1, 1) / sqrt 2, not its opposite
  cr_assert_float_eq(*lia_mat_at(f->Vt, 0, 0), sqrt(0.5), 1e-15);
  for (int k = 0; k < 4; k++) a[k] *= 1e-300;
  cr_assert_eq(lia_svd_factor(f, lia_mat_of(a, 2, 2), NULL), LIA_OK);
  cr_assert_float_eq(f->s[0] / 1e-300, sqrt(45), 1e-13);
  double zero[9] = { 0 };
  cr_assert_eq(lia_svd_factor(f, lia_mat_of(zero, 3, 3), NULL), LIA_OK);
  cr_assert(lia_svd_rank(f, -1) == 0 && isinf(lia_svd_cond(f)));
  lia_svd_free(f);
}

LIA_TEST(svd, bad_input_is_named_and_memory_may_run_out) {
  lia_svd *f;
  double a[4] = { 1, 2, -(double)INFINITY, 4 };
  lia_error err = { 0 };
  cr_assert_eq(lia_svd_new(&f, 2, 2, NULL), LIA_OK);
  cr_assert_eq(lia_svd_factor(f, lia_mat_of(a, 2, 2), &err), LIA_EDOMAIN);
  cr_assert_str_eq(err.path, "A[1][0]");
  cr_assert_str_eq(err.text, "expected a finite number, got -inf");
  cr_assert_eq(lia_svd_factor(f, lia_mat_of(a, 4, 1), NULL), LIA_EDIM);
  lia_svd_free(f);
  cr_assert_eq(lia_svd_new(&f, 2, -2, NULL), LIA_EARG);
  lia_mem_fail_after(0);
  cr_assert_eq(lia_svd_new(&f, 2, 2, NULL), LIA_ENOMEM);
  lia_mem_fail_after(-1);
  cr_assert_null(f);
}

LIA_TEST(svd, gives_the_same_bits_every_time) {
  lia_rng r = lia_rng_seed(4);
  lia_svd *f;
  cr_assert_eq(lia_svd_new(&f, 80, 80, NULL), LIA_OK);
  lia_mat A = planted_new(80, 80);
  double s[80];
  planted_normal(&r, A);
  size_t before = lia_mem_count();
  for (int t = 0; t < 5; t++) {
    cr_assert_eq(lia_svd_factor(f, A, NULL), LIA_OK);
    if (t) cr_assert_eq(memcmp(s, f->s, sizeof s), 0);
    lia_vec_copy(s, f->s, 80);
  }
  cr_assert_eq(lia_mem_count(), before);
  lia_mat_free(&A);
  lia_svd_free(f);
}

extern void openblas_set_num_threads(int) __attribute__((weak));
extern int openblas_get_num_threads(void) __attribute__((weak));

// of every factorisation that asks LAPACK: it runs on one thread, and leaves the process as many as
// it found
LIA_TEST(svd, threads_of_the_process_are_put_back) {
  enum { N = 40 };
  if (!openblas_set_num_threads || !openblas_get_num_threads)
    LIA_SKIP("another BLAS than OpenBLAS");
  int before = openblas_get_num_threads();
  openblas_set_num_threads(2);
  int threads = openblas_get_num_threads(), piv[N];
  lia_rng r = lia_rng_seed(9);
  lia_mat G = planted_new(N, N), A = planted_new(N, N), B = planted_new(N, N);
  lia_qr *q;
  lia_svd *s;
  lia_eig *e;
  cr_assert(lia_qr_new(&q, N, N, NULL) == LIA_OK && lia_svd_new(&s, N, N, NULL) == LIA_OK &&
      lia_eig_new(&e, N, NULL) == LIA_OK);
  planted_normal(&r, G);
  lia_mat_mult(A, G, G);
  for (int i = 0; i < N; i++) *lia_mat_at(A, i, i) += 1;
  for (int call = 0; call < 7; call++) {
    lia_mat_copy(B, A);
    lia_status st = call == 0 ? lia_chol_factor(B, NULL) : call == 1 ? lia_lu_factor(B, piv, NULL)
        : call == 2 ? lia_qr_factor(q, B, -1, NULL)
        : call == 3 ? lia_svd_factor(s, B, NULL) : call == 4 ? lia_eig_sym(e, B, NULL) : call == 5
        ? lia_eig_pair(e, B, A, NULL)
        : lia_eig_any(e, G, NULL);
    cr_assert_eq(st, LIA_OK, "call %d", call);
    cr_assert_eq(openblas_get_num_threads(), threads, "call %d", call);
  }
  lia_qr_free(q), lia_svd_free(s), lia_eig_free(e);
  lia_mat_free(&G), lia_mat_free(&A), lia_mat_free(&B);
  openblas_set_num_threads(before);
}

LIA_TEST(svd, rounding_grows_with_the_longer_side_and_nothing_is_well_conditioned) {
  const int shape[][2] = { { 100, 2 }, { 2, 100 } };
  for (int t = 0; t < 4; t++) {
    int m = shape[t % 2][0], n = shape[t % 2][1];
    lia_mat A = planted_new(m, n);
    lia_svd *f;
    cr_assert_eq(lia_svd_new(&f, m, n, NULL), LIA_OK);
    // of 100 eps
    *lia_mat_at(A, 0, 0) = 1, *lia_mat_at(A, 1, 1) = (t < 2 ? 50 : 200) * DBL_EPSILON;
    cr_assert_eq(lia_svd_factor(f, A, NULL), LIA_OK);
    cr_assert_eq(lia_svd_rank(f, -1), t < 2 ? 1 : 2);
    lia_svd_free(f), lia_mat_free(&A);
  }
  for (int t = 0; t < 3; t++) {
    double none[1];
    lia_svd *f;
    cr_assert_eq(lia_svd_new(&f, t == 1 ? 3 : 0, t == 2 ? 3 : 0, NULL), LIA_OK);
    cr_assert_eq(lia_svd_factor(f, lia_mat_of(none, t == 1 ? 3 : 0, t == 2 ? 3 : 0), NULL), LIA_OK);
    cr_assert(lia_svd_cond(f) == 1 && lia_svd_rank(f, -1) == 0);
    lia_svd_free(f);
  }
}
