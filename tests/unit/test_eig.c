/* test_eig.c - planted eigenvalues come back; A V = V W in all three cases; closed forms */
#include "num/factor.h"

#include "planted.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static lia_eig *make(int n) {
  lia_eig *f;
  cr_assert_eq(lia_eig_new(&f, n, NULL), LIA_OK);
  return f;
}

static int ascending(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

LIA_TEST(eig, symmetric_finds_the_planted_values_and_vectors) {
  lia_rng r = lia_rng_seed(1);
  lia_eig *f = make(50);
  for (int n = 0; n <= 50; n += n < 8 ? 1 : 14) {
    double w[50];
    // some of them twice
    for (int k = 0; k < n; k++) w[k] = k % 3 == 2 ? w[k-1] : lia_rng_normal(&r);
    lia_mat A = planted_new(n, n), F = planted_new(n, n), L = planted_new(n, n),
        R = planted_new(n, n);
    planted_symmetric(&r, A, w);
    lia_mat_copy(F, A);
    // never read
    for (int i = 0; i < n; i++) for (int j = i + 1; j < n; j++) *lia_mat_at(F, i, j) = (double)NAN;
    cr_assert_eq(lia_eig_sym(f, F, NULL), LIA_OK);
    qsort(w, (size_t)n, sizeof *w, ascending);
    cr_assert_lt(lia_vec_diff(f->re, w, n), 1e-13);
    cr_assert_eq(lia_vec_max(f->im, n), 0);
    lia_mat_mul(L, A, f->V);
    for (int i = 0; i < n; i++)
      for (int k = 0; k < n; k++) *lia_mat_at(R, i, k) = *lia_mat_at(f->V, i, k) * f->re[k];
    cr_assert_lt(lia_mat_diff(L, R), 1e-13);
    lia_mat_tmul(L, f->V, f->V);
    lia_mat_eye(R);
    cr_assert_lt(lia_mat_diff(L, R), 1e-13);
    for (int k = 0; k < n; k++) {
      double most = 0;
      for (int i = 0; i < n; i++)
        if (fabs(*lia_mat_at(f->V, i, k)) > fabs(most) * (1 + 1e-7)) most = *lia_mat_at(f->V, i, k);
      cr_assert_gt(most, 0);
    }
    lia_mat_free(&A), lia_mat_free(&F), lia_mat_free(&L), lia_mat_free(&R);
  }
  lia_eig_free(f);
}

LIA_TEST(eig, chain_of_equal_springs) {
  // K = tridiag(-1, 2, -1), M = m: w = (2 sin(k pi / (2 (n + 1))))^2 / m
  int n = 9;
  double m = 0.25, pi = acos(-1.0);
  lia_mat K = planted_new(n, n), M = planted_new(n, n), T = planted_new(n, n),
      E = planted_new(n, n);
  for (int i = 0; i < n; i++) {
    *lia_mat_at(K, i, i) = 2;
    *lia_mat_at(M, i, i) = m;
    if (i) *lia_mat_at(K, i, i - 1) = -1;
  }
  lia_eig *f = make(n);
  cr_assert_eq(lia_eig_pair(f, K, M, NULL), LIA_OK);
  for (int k = 0; k < n; k++)
    cr_assert_float_eq(f->re[k], pow(2 * sin((k + 1) * pi / (2 * (n + 1))), 2) / m, 1e-13);
  lia_mat_mul(T, M, f->V);
  lia_mat_tmul(E, f->V, T);
  for (int i = 0; i < n; i++) *lia_mat_at(E, i, i) -= 1;
  cr_assert_lt(lia_mat_max(E), 1e-14);
  lia_mat_free(&K), lia_mat_free(&M), lia_mat_free(&T), lia_mat_free(&E);
  lia_eig_free(f);
}

LIA_TEST(eig, pairs_solve_their_problem_and_want_a_definite_second_matrix) {
  lia_rng r = lia_rng_seed(2);
  lia_eig *f = make(40);
  for (int n = 1; n <= 40; n += 13) {
    lia_mat A = planted_new(n, n), B = planted_new(n, n), G = planted_new(n, n),
        L = planted_new(n, n), R = planted_new(n, n);
    planted_normal(&r, A);
    lia_mat_mirror(A);
    planted_normal(&r, G);
    lia_mat_mult(B, G, G);
    for (int i = 0; i < n; i++) *lia_mat_at(B, i, i) += 1;
    cr_assert_eq(lia_eig_pair(f, A, B, NULL), LIA_OK);
    lia_mat_mul(L, A, f->V);
    lia_mat_mul(R, B, f->V);
    for (int i = 0; i < n; i++) for (int k = 0; k < n; k++) *lia_mat_at(R, i, k) *= f->re[k];
    cr_assert_lt(lia_mat_diff(L, R), 1e-12 * n);
    for (int k = 1; k < n; k++) cr_assert(f->re[k-1] <= f->re[k]);
    *lia_mat_at(B, n/2, n/2) = -1;
    lia_error err = { 0 };
    cr_assert_eq(lia_eig_pair(f, A, B, &err), LIA_ESINGULAR);
    cr_assert_str_eq(err.path, "B");
    char said[64];
    snprintf(said, sizeof said, "not positive definite: pivot %d", n/2);
    cr_assert_str_eq(err.text, said);
    lia_mat_free(&A), lia_mat_free(&B), lia_mat_free(&G), lia_mat_free(&L), lia_mat_free(&R);
  }
  lia_eig_free(f);
}

// |A (u + iv) - (re + i im)(u + iv)| of value k
static double residual(const lia_eig *f, lia_mat A, int k) {
  int n = f->n, first = f->im[k] < 0 ? k - 1 : k;
  double m = 0, sign = f->im[k] < 0 ? -1 : 1;
  for (int i = 0; i < n; i++) {
    double a = 0, b = 0;
    for (int j = 0; j < n; j++) {
      a += *lia_mat_at(A, i, j) * *lia_mat_at(f->V, j, first);
      b += f->im[k] != 0 ? sign * *lia_mat_at(A, i, j) * *lia_mat_at(f->V, j, first + 1) : 0;
    }
    double u = *lia_mat_at(f->V, i, first),
        v = f->im[k] != 0 ? sign * *lia_mat_at(f->V, i, first + 1) : 0;
    m = fmax(m, hypot(a - (f->re[k] * u - f->im[k] * v), b - (f->re[k] * v + f->im[k] * u)));
  }
  return m;
}

LIA_TEST(eig, any_matrix_real_and_complex_values_in_order) {
  lia_rng r = lia_rng_seed(3);
  lia_eig *f = make(45);
  int complex = 0;
  for (int n = 0; n <= 45; n++) {
    lia_mat A = planted_new(n, n);
    planted_normal(&r, A);
    cr_assert_eq(lia_eig_any(f, A, NULL), LIA_OK);
    double trace = 0;
    for (int k = 0; k < n; k++) {
      trace += f->re[k];
      cr_assert_lt(residual(f, A, k), 1e-13 * (n + 1), "order %d value %d", n, k);
      if (f->im[k] > 0) cr_assert(f->im[k+1] == -f->im[k] && f->re[k+1] == f->re[k]);
      if (f->im[k] < 0) cr_assert(f->im[k-1] > 0);
      if (k) cr_assert(f->re[k-1] <= f->re[k]);
      complex += f->im[k] > 0;
    }
    cr_assert_float_eq(trace, lia_mat_trace(A), 1e-12 * (n + 1));
    lia_mat_free(&A);
  }
  cr_assert_gt(complex, 100);
  lia_eig_free(f);
}

LIA_TEST(eig, damped_oscillator_and_companion_of_known_roots) {
  lia_eig *f = make(4);
  // x'' + 2 z w x' + w^2 x = 0: -z w +- i w sqrt(1 - z^2)
  double w = 3, z = 0.2, a[4] = { 0, 1, -w*w, -2*z*w };
  cr_assert_eq(lia_eig_any(f, lia_mat_of(a, 2, 2), NULL), LIA_OK);
  cr_assert_float_eq(f->re[0], -z*w, 1e-14);
  cr_assert_float_eq(f->im[0], w * sqrt(1 - z*z), 1e-14);
  cr_assert_eq(f->im[1], -f->im[0]);
  // (x - 1)(x - 2)(x - 3)(x + 4) = x^4 - 2x^3 - 13x^2 + 38x - 24
  double c[16] = { 2, 13, -38, 24, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0 }, root[4] = { -4, 1, 2, 3 };
  cr_assert_eq(lia_eig_any(f, lia_mat_of(c, 4, 4), NULL), LIA_OK);
  cr_assert_lt(lia_vec_diff(f->re, root, 4), 1e-12);
  cr_assert_eq(lia_vec_max(f->im, 4), 0);
  // a Jordan block: both values there, to the square root of eps
  double j[4] = { 5, 1, 0, 5 };
  cr_assert_eq(lia_eig_any(f, lia_mat_of(j, 2, 2), NULL), LIA_OK);
  cr_assert(fabs(f->re[0] - 5) < 1e-7 && fabs(f->re[1] - 5) < 1e-7);
  lia_eig_free(f);
}

LIA_TEST(eig, bad_input_is_named_and_memory_may_run_out) {
  lia_eig *f = make(2);
  double a[4] = { 1, 0, (double)NAN, 1 }, b[4] = { 1, 0, 0, 1 };
  lia_error err = { 0 };
  cr_assert_eq(lia_eig_sym(f, lia_mat_of(a, 2, 2), &err), LIA_EDOMAIN);
  cr_assert_str_eq(err.path, "A[1][0]");
  cr_assert_eq(lia_eig_any(f, lia_mat_of(a, 2, 2), NULL), LIA_EDOMAIN);
  err = (lia_error){ 0 };
  cr_assert_eq(lia_eig_pair(f, lia_mat_of(b, 2, 2), lia_mat_of(a, 2, 2), &err), LIA_EDOMAIN);
  cr_assert_str_eq(err.path, "B[1][0]");
  cr_assert_eq(lia_eig_pair(f, lia_mat_of(b, 2, 2), lia_mat_of(b, 1, 1), NULL), LIA_EDIM);
  cr_assert_eq(lia_eig_sym(f, lia_mat_of(b, 1, 2), NULL), LIA_EDIM);
  double c[9] = { 0 };
  cr_assert_eq(lia_eig_sym(f, lia_mat_of(c, 3, 3), NULL), LIA_EDIM);
  lia_eig_free(f);
  cr_assert_eq(lia_eig_new(&f, -1, NULL), LIA_EARG);
  lia_mem_fail_after(0);
  cr_assert_eq(lia_eig_new(&f, 5, NULL), LIA_ENOMEM);
  lia_mem_fail_after(-1);
  cr_assert_null(f);
}

// oscillators side by side: equal real parts are put in order of frequency, pairs together
LIA_TEST(eig, undamped_oscillators_come_in_order_of_frequency) {
  enum { N = 9 };
  const double w[] = { 3, 1, 4, 2 };
  const int order[][4] = { { 0, 1, 2, 3 }, { 2, 0, 3, 1 }, { 3, 2, 1, 0 }, { 1, 3, 0, 2 } };
  lia_eig *f;
  cr_assert_eq(lia_eig_new(&f, N, NULL), LIA_OK);
  for (int t = 0; t < 4; t++)
    for (int rest = 0; rest < N; rest += 2) {   // where the one without frequency stands
      lia_mat A = planted_new(N, N);
      lia_mat_zero(A);
      for (int k = 0, at = 0; k < 4; k++, at += 2) {
        if (at == rest) at++;
        *lia_mat_at(A, at, at + 1) = -w[order[t][k]], *lia_mat_at(A, at + 1, at) = w[order[t][k]];
      }
      cr_assert_eq(lia_eig_any(f, A, NULL), LIA_OK);
      for (int k = 0; k < N; k++) {
        cr_assert_eq(f->re[k], 0);
        cr_assert_float_eq(f->im[k], k % 2 ? (k + 1) / 2 : -(k / 2), 1e-14);
      }
      lia_mat_free(&A);
    }
  lia_eig_free(f);
}

// |v| = 1, and the largest entry is real and positive
LIA_TEST(eig, vectors_of_any_matrix_are_told_one_way) {
  enum { N = 7 };
  lia_rng r = lia_rng_seed(8);
  lia_mat A = planted_new(N, N);
  lia_eig *f;
  cr_assert_eq(lia_eig_new(&f, N, NULL), LIA_OK);
  for (int t = 0; t < 40; t++) {
    planted_normal(&r, A);
    cr_assert_eq(lia_eig_any(f, A, NULL), LIA_OK);
    for (int k = 0, pair; k < N; k += 1 + pair) {
      double square = 0, largest = 0;
      int at = 0;
      pair = f->im[k] > 0;
      for (int i = 0; i < N; i++) {
        double re = *lia_mat_at(f->V, i, k), im = pair ? *lia_mat_at(f->V, i, k + 1) : 0;
        square += re * re + im * im;
        if (hypot(re, im) > largest * (1 + 1e-9)) largest = hypot(re, im), at = i;
      }
      cr_assert_float_eq(square, 1, 1e-13);
      cr_assert(*lia_mat_at(f->V, at, k) > 0 &&
          (!pair || fabs(*lia_mat_at(f->V, at, k + 1)) < 1e-14), "matrix %d, value %d", t, k);
    }
  }
  lia_eig_free(f);
  lia_mat_free(&A);
}
