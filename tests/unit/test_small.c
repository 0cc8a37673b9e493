/* test_small.c - kernels of three against sums over indices: exact on whole numbers, in place too,
 * at both ends of the range */
#include "num/small.h"

#include "base/rng.h"
#include "house.h"

enum { SUM, DIFFERENCE, SCALED, ADDED_TO, COPIED, CROSS, TIMES_VECTOR, TRANSPOSED_TIMES_VECTOR,
    VECTORS };
enum { PRODUCT, TRANSPOSED_FIRST, TRANSPOSED_SECOND, TRANSPOSE, COPY, EYE, SKEW, MATRICES };

static void vector_call(int call, double o[3], const double a[3], const double b[3],
    const double M[9]) {
  switch (call) {
  case SUM: lia_add3(o, a, b); break;
  case DIFFERENCE: lia_sub3(o, a, b); break;
  case SCALED: lia_scale3(o, M[0], a); break;
  case ADDED_TO: lia_copy3(o, a), lia_addto3(o, M[0], b); break;
  case COPIED: lia_copy3(o, a); break;
  case CROSS: lia_cross3(o, a, b); break;
  case TIMES_VECTOR: lia_mv3(o, M, a); break;
  default: lia_mtv3(o, M, a);
  }
}

static double vector_want(int call, int i, const double a[3], const double b[3],
    const double M[9]) {
  int j = (i + 1) % 3, k = (i + 2) % 3;
  switch (call) {
  case SUM: return a[i] + b[i];
  case DIFFERENCE: return a[i] - b[i];
  case SCALED: return M[0] * a[i];
  case ADDED_TO: return a[i] + M[0] * b[i];
  case COPIED: return a[i];
  case CROSS: return a[j] * b[k] - a[k] * b[j];
  case TIMES_VECTOR: return M[3*i+i] * a[i] + M[3*i+j] * a[j] + M[3*i+k] * a[k];
  default: return M[3*i+i] * a[i] + M[3*j+i] * a[j] + M[3*k+i] * a[k];
  }
}

static void matrix_call(int call, double o[9], const double A[9], const double B[9]) {
  switch (call) {
  case PRODUCT: lia_mul33(o, A, B); break;
  case TRANSPOSED_FIRST: lia_tmul33(o, A, B); break;
  case TRANSPOSED_SECOND: lia_mult33(o, A, B); break;
  case TRANSPOSE: lia_transpose33(o, A); break;
  case COPY: lia_copy33(o, A); break;
  case EYE: lia_eye33(o); break;
  default: lia_skew3(o, A);
  }
}

static double matrix_want(int call, int i, int j, const double A[9], const double B[9]) {
  double s = 0;
  if (call == TRANSPOSE) return A[3*j+i];
  if (call == COPY) return A[3*i+j];
  if (call == EYE) return i == j;
  if (call == SKEW) return i == j ? 0 : (j == (i + 1) % 3 ? -1 : 1) * A[3 - i - j];
  for (int k = 0; k < 3; k++)
    s += A[call == TRANSPOSED_FIRST ? 3*k+i : 3*i+k] * B[call == TRANSPOSED_SECOND ? 3*j+k : 3*k+j];
  return s;
}

LIA_TEST(small, on_whole_numbers_every_kernel_is_exact_also_over_its_arguments) {
  lia_rng r = lia_rng_seed(51);
  for (int t = 0; t < 200; t++) {
    double a[3], b[3], A[9], B[9], o[9];
    for (int k = 0; k < 9; k++)
      A[k] = (double)lia_rng_below(&r, 19) - 9, B[k] = (double)lia_rng_below(&r, 19) - 9;
    for (int k = 0; k < 3; k++) a[k] = A[k] + 2 * B[8 - k], b[k] = B[k] - A[8 - k];
    for (int call = 0; call < VECTORS; call++) {
      double over_a[3], over_b[3];
      lia_copy3(over_a, a), lia_copy3(over_b, b);
      vector_call(call, o, a, b, A);
      vector_call(call, over_a, over_a, b, A);
      if (call != ADDED_TO) vector_call(call, over_b, a, over_b, A);
      for (int i = 0; i < 3; i++) {
        double want = vector_want(call, i, a, b, A);
        cr_assert(o[i] == want && over_a[i] == want && (call == ADDED_TO || over_b[i] == want),
            "call %d: %g, %g, %g, not %g", call, o[i], over_a[i], over_b[i], want);
      }
    }
    for (int call = 0; call < MATRICES; call++) {
      double over_A[9], over_B[9];
      lia_copy33(over_A, A), lia_copy33(over_B, B);
      matrix_call(call, o, A, B);
      matrix_call(call, over_A, over_A, B);
      matrix_call(call, over_B, A, over_B);
      for (int i = 0; i < 9; i++) {
        double want = matrix_want(call, i / 3, i % 3, A, B);
        cr_assert(o[i] == want && over_A[i] == want && over_B[i] == want,
            "call %d: %g, %g, %g, not %g", call, o[i], over_A[i], over_B[i], want);
      }
    }
    double dot = 0, trace = 0, det = 0;
    for (int i = 0; i < 3; i++) dot += a[i] * b[i], trace += A[4*i];
    lia_cross3(o, A + 3, A + 6);   // the three rows span |A|
    for (int i = 0; i < 3; i++) det += A[i] * o[i];
    cr_assert(lia_dot3(a, b) == dot && lia_trace33(A) == trace && lia_det33(A) == det);
    cr_assert(lia_fma(a[0], a[1], a[2]) == a[0] * a[1] + a[2]);
    lia_set3(o, 1, 2, 3);
    cr_assert(o[0] == 1 && o[1] == 2 && o[2] == 3);
  }
}

LIA_TEST(small, nothing_is_written_behind_the_last_number) {
  const double A[9] = { 1, 2, 3, 4, 5, 6, 7, 8, 9 };
  for (int call = 0; call < MATRICES; call++) {
    double o[10] = { [9] = 77 };
    matrix_call(call, o, A, A);
    cr_assert_eq(o[9], 77);
  }
}

LIA_TEST(small, lengths_are_right_at_both_ends_of_the_range) {
  for (int e = -1070; e <= 1020; e += 3) {   // 2, 3, 6 makes 7, whichever is where
    double s = ldexp(1, e), o[3];
    for (int k = 0; k < 3; k++) {
      double a[3] = { 0 }, tol = e < -1000 ? 1e-3 : 1e-15;
      a[k] = 2 * s, a[(k + 1) % 3] = -3 * s, a[(k + 2) % 3] = 6 * s;
      cr_assert(fabs(lia_norm3(a) / s - 7) <= 7 * tol, "2^%d", e);
      cr_assert_eq(lia_unit3(o, a), lia_norm3(a));
      for (int i = 0; i < 3; i++) cr_assert(fabs(o[i] - a[i] / s / 7) <= tol, "2^%d", e);
    }
  }
  double zero[3] = { 0 }, o[3] = { 1, 1, 1 };
  cr_assert(lia_unit3(o, zero) == 0 && o[0] == 0 && o[1] == 0 && o[2] == 0);
}
