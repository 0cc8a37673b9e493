/* test_sldl.c - sparse L D L' and its order of elimination, against the dense road */
#include "num/sldl.h"

#include "num/amd.h"
#include "planted.h"
#include <stdlib.h>
#include <string.h>

// lower triangle of a random symmetric matrix, diagonally dominant, with signs on the diagonal
static lia_csc *scattered(lia_rng *r, int n, int each, int signs) {
  int most = n * (each + 1), e = 0, *i = malloc(sizeof(int) * (size_t)(most + 1)),
      *j = malloc(sizeof(int) * (size_t)(most + 1));
  double *v = malloc(sizeof(double) * (size_t)(most + 1));
  for (int a = 0; a < n; a++) {
    i[e] = j[e] = a;
    v[e++] = (2.0 * each + 1) * (signs && a % 3 == 1 ? -1 : 1);
    for (int k = 0; k < each && a; k++) {
      i[e] = a, j[e] = (int)lia_rng_below(r, (uint64_t)a);
      v[e++] = lia_rng_range(r, -1, 1);
    }
  }
  lia_csc *A;
  cr_assert_eq(lia_csc_new(&A, n, n, e, i, j, NULL), LIA_OK);
  lia_csc_fill(A, v);
  free(i), free(j), free(v);
  return A;
}

static int is_permutation(const int *order, int n) {
  char seen[2000] = { 0 };
  for (int k = 0; k < n; k++) {
    if (order[k] < 0 || order[k] >= n || seen[order[k]]) return 0;
    seen[order[k]] = 1;
  }
  return 1;
}

LIA_TEST(sldl, solves_what_the_dense_road_solves_in_any_order) {
  lia_rng r = lia_rng_seed(1);
  for (int t = 0; t < 120; t++) {
    int n = t % 40, order[40], count[2];
    double x[40], b[40];
    lia_csc *A = scattered(&r, n, 1 + t % 4, t & 1);
    lia_mat D = planted_new(n, n);
    lia_csc_dense(D, A);
    lia_mat_mirror(D);
    for (int k = 0; k < n; k++) order[k] = k;
    lia_rng_shuffle(&r, order, (size_t)n, sizeof *order);
    lia_sldl *f;
    cr_assert_eq(lia_sldl_new(&f, A, t % 3 ? NULL : order, NULL), LIA_OK);
    cr_assert(is_permutation(f->order, n));
    size_t before = lia_mem_count();
    for (int again = 0; again < 2; again++) {   // other values, same pattern
      cr_assert_eq(lia_sldl_factor(f, A, NULL), LIA_OK);
      for (int k = 0; k < n; k++) x[k] = lia_rng_normal(&r);
      lia_mat_mulv(b, D, x);
      lia_sldl_solve(f, b);
      cr_assert_lt(lia_vec_diff(b, x, n), 1e-12);
      lia_sldl_inertia(f, count);
      cr_assert(count[0] + count[1] == n && count[1] == (t & 1 ? (n + 1) / 3 : 0));
      lia_vec_scale(A->x, 3, A->x, A->nnz), lia_mat_scale(D, 3, D);
    }
    cr_assert_eq(lia_mem_count(), before);
    lia_sldl_free(f), lia_csc_free(A), lia_mat_free(&D);
  }
}

// the mesh of a square plate, side x side points, each tied to its four neighbours
static lia_csc *mesh(int side) {
  int n = side * side, e = 0, i[6000], j[6000];
  double v[6000];
  for (int a = 0; a < n; a++) {
    i[e] = j[e] = a, v[e++] = 4;
    if (a % side) i[e] = a, j[e] = a - 1, v[e++] = -1;
    if (a >= side) i[e] = a, j[e] = a - side, v[e++] = -1;
  }
  lia_csc *A;
  cr_assert_eq(lia_csc_new(&A, n, n, e, i, j, NULL), LIA_OK);
  lia_csc_fill(A, v);
  return A;
}

LIA_TEST(sldl, order_saves_most_of_the_fill) {
  // an arrow pointing the wrong way fills completely, the right way not at all
  enum { N = 50 };
  int i[2*N], j[2*N], natural[1600], e = 0;
  for (int k = 0; k < N; k++) i[e] = j[e] = k, e++;
  for (int k = 1; k < N; k++) i[e] = k, j[e] = 0, e++;
  for (int k = 0; k < 1600; k++) natural[k] = k;
  lia_csc *A;
  lia_sldl *f, *g;
  cr_assert_eq(lia_csc_new(&A, N, N, e, i, j, NULL), LIA_OK);
  cr_assert_eq(lia_sldl_new(&f, A, NULL, NULL), LIA_OK);
  cr_assert_eq(lia_sldl_new(&g, A, natural, NULL), LIA_OK);
  cr_assert_eq(f->nnz, N - 1);
  cr_assert_eq(g->nnz, N * (N - 1) / 2);
  lia_sldl_free(f), lia_sldl_free(g), lia_csc_free(A);

  // a mesh of 40 x 40 keeps about a third of the 62 000 that its band fills
  lia_csc *M = mesh(40);
  cr_assert_eq(lia_sldl_new(&f, M, NULL, NULL), LIA_OK);
  cr_assert_eq(lia_sldl_new(&g, M, natural, NULL), LIA_OK);
  cr_assert_lt(5 * f->nnz, 2 * g->nnz, "%d against %d", f->nnz, g->nnz);
  cr_assert_eq(lia_sldl_factor(f, M, NULL), LIA_OK);
  double *b = malloc(1600 * sizeof *b), *x = malloc(1600 * sizeof *b),
      *y = malloc(1600 * sizeof *b);
  for (int k = 0; k < 1600; k++) x[k] = b[k] = sin(k);
  lia_sldl_solve(f, x);
  lia_csc_mulv(y, M, x);   // the lower triangle, and its transpose without the diagonal
  double *z = malloc(1600 * sizeof *b);
  lia_csc_tmulv(z, M, x);
  for (int k = 0; k < 1600; k++) cr_assert_float_eq(y[k] + z[k] - 4 * x[k], b[k], 1e-12);
  free(b), free(x), free(y), free(z);
  lia_sldl_free(f), lia_sldl_free(g), lia_csc_free(M);
}

LIA_TEST(sldl, says_which_row_is_singular_and_what_is_wrong) {
  // two free bodies tied to each other: the last pivot is 0
  const int i[3] = { 0, 1, 1 }, j[3] = { 0, 0, 1 }, twice[2] = { 1, 1 };
  const double v[3] = { 1, -1, 1 };
  double bad[3] = { 1, (double)INFINITY, 1 };
  lia_csc *A, *R;
  lia_sldl *f;
  lia_error err = { 0 };
  cr_assert_eq(lia_csc_new(&A, 2, 2, 3, i, j, NULL), LIA_OK);
  cr_assert_eq(lia_csc_new(&R, 2, 3, 3, i, j, NULL), LIA_OK);
  lia_csc_fill(A, v);
  cr_assert_eq(lia_sldl_new(&f, R, NULL, NULL), LIA_EDIM);
  cr_assert_eq(lia_amd_order(R, NULL, NULL), LIA_EDIM);
  cr_assert_eq(lia_sldl_new(&f, A, twice, &err), LIA_EARG);
  cr_assert_str_eq(err.text, "expected every number from 0 to 1 once, got 1");
  const int natural[2] = { 0, 1 };
  cr_assert_eq(lia_sldl_new(&f, A, natural, NULL), LIA_OK);
  err = (lia_error){ 0 };
  cr_assert_eq(lia_sldl_factor(f, A, &err), LIA_ESINGULAR);
  cr_assert_str_eq(err.path, "A[1]");
  lia_csc_fill(A, bad);
  err = (lia_error){ 0 };
  cr_assert_eq(lia_sldl_factor(f, A, &err), LIA_EDOMAIN);
  cr_assert_str_eq(err.path, "A[1][0]");
  lia_sldl_free(f), lia_csc_free(A), lia_csc_free(R);
}

LIA_TEST(sldl, memory_may_run_out_anywhere) {
  lia_rng r = lia_rng_seed(2);
  lia_csc *A = scattered(&r, 30, 3, 0);
  lia_sldl *f = NULL;
  size_t before = lia_mem_live();
  int fail = 0;
  for (;; fail++) {
    lia_mem_fail_after(fail);
    lia_status status = lia_sldl_new(&f, A, NULL, NULL);
    lia_mem_fail_after(-1);
    if (status == LIA_OK) break;
    cr_assert_eq(status, LIA_ENOMEM);
    cr_assert(f == NULL && lia_mem_live() == before);
  }
  cr_assert_geq(fail, 5);
  lia_sldl_free(f);
  lia_sldl_free(NULL);
  lia_csc_free(A);
}
