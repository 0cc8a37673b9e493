/* test_smat.c - determinants, inverses and systems of expressions, put back into their equations */
#include "house.h"
#include "symkit.h"
#include "sym/simp/smat.h"
#include "sym/simp/zero.h"

static lia_pool *p;

static lia_expr E(const char *s) { return kit_read(p, s); }

// a full matrix of symbols a11 .. , or symmetric
static void symbols(int n, int symmetric, lia_expr *A) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      char name[16];
      snprintf(name, sizeof name, "a%d_%d", symmetric && j < i ? j : i, symmetric && j < i ? i : j);
      A[i * n + j] = lia_sym_symbol(p, name);
    }
}

static void is_zero(lia_expr e) { cr_assert_eq(lia_zero(p, e), LIA_ZERO_yes); }

LIA_TEST(smat, determinants) {
  p = lia_pool_new();
  lia_expr A[36];
  symbols(3, 0, A);
  is_zero(lia_sym_sub(p, lia_smat_det(p, 3, A),
      E("a0_0*(a1_1*a2_2 - a1_2*a2_1) - a0_1*(a1_0*a2_2 - a1_2*a2_0)"
        " + a0_2*(a1_0*a2_1 - a1_1*a2_0)")));
  cr_assert_eq(lia_smat_det(p, 0, A), LIA_ONE);
  // Vandermonde: det = product of differences
  const char *const x[] = { "u", "v", "w", "x", "y" };
  lia_expr product = LIA_ONE;
  for (int i = 0; i < 5; i++)
    for (int j = 0; j < 5; j++) {
      A[5 * i + j] = lia_sym_powi(p, E(x[i]), j);
      if (j < i) product = lia_sym_mul(p, product, lia_sym_sub(p, E(x[i]), E(x[j])));
    }
  is_zero(lia_sym_sub(p, lia_smat_det(p, 5, A), product));
  // a rotation
  lia_expr R[4] = { E("cos(t)"), E("-sin(t)"), E("sin(t)"), E("cos(t)") };
  is_zero(lia_sym_sub(p, lia_smat_det(p, 2, R), LIA_ONE));
  // a band matrix of 16 rows: minors of zero columns cost nothing
  lia_expr B[256];
  for (int i = 0; i < 16; i++)
    for (int j = 0; j < 16; j++)
      B[16 * i + j] = i == j ? LIA_TWO : i - j == 1 || j - i == 1 ? LIA_MINUS : LIA_ZERO;
  cr_assert_eq(lia_smat_det(p, 16, B), lia_sym_int(p, 17));
  cr_assert_eq(lia_smat_det(p, 17, B), 0);
  lia_pool_free(p);
}

LIA_TEST(smat, inverse_and_solutions_satisfy_their_equations) {
  p = lia_pool_new();
  for (int n = 1; n <= 3; n++) {
    lia_expr A[16], B[16], C[16], S[16], X[8], b[8] = { 0 };
    symbols(n, 0, A);
    symbols(n, 1, S);
    for (int i = 0; i < 2 * n; i++) b[i] = lia_sym_int(p, i + 1);
    cr_assert(lia_smat_inverse(p, n, A, B));
    cr_assert(lia_smat_mul(p, n, n, n, A, B, C));
    for (int i = 0; i < n * n; i++) is_zero(lia_sym_sub(p, C[i], i % (n + 1) ? LIA_ZERO : LIA_ONE));
    cr_assert(lia_smat_ldl_solve(p, n, S, 2, b, X));
    cr_assert(lia_smat_mul(p, n, n, 2, S, X, C));
    for (int i = 0; i < 2 * n; i++) is_zero(lia_sym_sub(p, C[i], b[i]));
    memcpy(X, b, sizeof X);
    cr_assert(lia_smat_solve(p, n, A, 2, X, X));
    cr_assert(lia_smat_mul(p, n, n, 2, A, X, C));
    for (int i = 0; i < 2 * n; i++) is_zero(lia_sym_sub(p, C[i], b[i]));
    lia_expr L[16], D[4], LD[16], T[16];
    cr_assert(lia_smat_ldl(p, n, S, L, D));
    for (int i = 0; i < n * n; i++) LD[i] = lia_sym_mul(p, L[i], D[i % n]);
    lia_smat_transpose(n, n, L, T);
    cr_assert(lia_smat_mul(p, n, n, n, LD, T, C));
    for (int i = 0; i < n * n; i++) is_zero(lia_sym_sub(p, C[i], S[i]));
  }
  // pivots: a zero corner is no obstacle to elimination
  lia_expr A[4] = { LIA_ZERO, E("a"), E("b"), E("c") }, x[2] = { E("u"), E("v") };
  cr_assert(lia_smat_solve(p, 2, A, 1, x, x));
  cr_assert_eq(x[1], E("u/a"));
  is_zero(lia_sym_sub(p, x[0], E("(v - c*u/a)/b")));
  // A' B
  lia_expr T[4], C[4], G[4];
  lia_smat_transpose(2, 2, A, T);
  cr_assert(lia_smat_mul(p, 2, 2, 2, T, A, C) && lia_smat_tmul(p, 2, 2, 2, A, A, G));
  cr_assert(memcmp(C, G, sizeof C) == 0);
  lia_pool_free(p);
}

// rows and columns that share no entry fall into blocks, each with an inverse of its own
LIA_TEST(smat, blocks_are_inverted_one_by_one) {
  p = lia_pool_new();
  enum { n = 12 };
  lia_expr A[n * n], B[n * n], C[n * n];
  for (int shift = 0; shift < n; shift += 5) {
    for (int i = 0; i < n * n; i++) A[i] = LIA_ZERO;
    // pairs (i, i + 6), their columns moved by shift
    for (int i = 0; i < n; i++) {
      A[n * i + (i + shift) % n] = i < 6 ? E("a") : E("c");
      A[n * i + (i + 6 + shift) % n] = E("b");
    }
    cr_assert_eq(lia_smat_inverse(p, n, A, B), 2);
    cr_assert(lia_smat_mul(p, n, n, n, A, B, C));
    for (int i = 0; i < n * n; i++) is_zero(lia_sym_sub(p, C[i], i % (n + 1) ? LIA_ZERO : LIA_ONE));
    is_zero(lia_sym_sub(p, B[n * shift], E("c/(a*c - b^2)")));
  }
  // three rows that share two columns
  for (int i = 0; i < n * n; i++) A[i] = i % (n + 1) ? LIA_ZERO : E("a");
  A[n * 2 + 2] = LIA_ZERO;
  A[n * 2 + 1] = E("b");
  cr_assert(!lia_smat_inverse(p, n, A, B));
  cr_assert_str_eq(p->err.text, "the matrix is singular: its determinant is zero");
  lia_pool_clear(p);
  for (int i = 0; i < 9; i++) A[n * i + (i + 1) % 9] = E("b");
  A[n * 2 + 2] = E("a");
  cr_assert(!lia_smat_inverse(p, n, A, B));
  cr_assert_str_eq(p->err.text,
      "an inverse by cofactors has at most 8 rows in a block, this has 9: solve instead");
  lia_pool_clear(p);
  lia_pool_free(p);
}

LIA_TEST(smat, singular_matrices_are_refused) {
  p = lia_pool_new();
  lia_expr A[4] = { E("cos(t)^2"), E("1 - sin(t)^2"), E("x"), E("x") }, b[2] = { LIA_ONE, LIA_TWO },
      X[4];
  cr_assert(!lia_smat_inverse(p, 2, A, X));
  cr_assert_str_eq(p->err.text, "the matrix is singular: its determinant is zero");
  lia_pool_clear(p);
  cr_assert(!lia_smat_solve(p, 2, A, 1, b, X));
  cr_assert_str_eq(p->err.text, "the matrix is singular: a pivot is zero");
  lia_pool_clear(p);
  lia_expr Z[4] = { E("sin(t)^2 + cos(t)^2 - 1"), LIA_ONE, LIA_ONE, LIA_ONE };
  cr_assert(!lia_smat_ldl_solve(p, 2, Z, 1, b, X));
  cr_assert_eq(p->err.code, LIA_ESINGULAR);
  lia_pool_clear(p);
  cr_assert(!lia_smat_mul(p, 1, 1, 1, (lia_expr[1]){ 0 }, b, X));
  lia_pool_free(p);
}
