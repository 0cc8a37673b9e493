/* pose.h - what the tests of poses, screws and inertias share: comparison, random poses, plain
 * matrices */
#ifndef LIA_TEST_POSE_H
#define LIA_TEST_POSE_H

#include "base/rng.h"
#include "geo/frame.h"

#include "house.h"
#include <math.h>

// n numbers agree to tol; nan agrees with nothing
static inline void near_nums(const double *got, const double *expected, int n, double tol,
    int line) {
  for (int k = 0; k < n; k++)
    cr_assert(fabs(got[k] - expected[k]) <= tol, "line %d, entry %d: got %.17g, expected %.17g",
        line, k, got[k], expected[k]);
}

#define NEAR(got, expected, n, tol) near_nums((got), (expected), (n), (tol), __LINE__)
#define NEAR_FRAME(X, Y, tol) NEAR((const double *)(X), (const double *)(Y), 12, tol)

// o = A B, n x n, row major; o is neither
static inline void mul_nn(double *o, const double *A, const double *B, int n) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      o[n*i+j] = 0;
      for (int k = 0; k < n; k++) o[n*i+j] += A[n*i+k] * B[n*k+j];
    }
}

static inline void mv_nn(double *o, const double *A, const double *x, int n) {
  for (int i = 0; i < n; i++) {
    o[i] = 0;
    for (int k = 0; k < n; k++) o[i] += A[n*i+k] * x[k];
  }
}

static inline void random_nums(lia_rng *r, double *x, int n, double size) {
  for (int k = 0; k < n; k++) x[k] = lia_rng_range(r, -size, size);
}

// R = 1 + 2 w Q~ + 2 Q~ Q~ of a random unit quaternion
static inline void random_rot(lia_rng *r, double R[9]) {
  double q[4], S[9], SS[9];
  lia_rng_quat(r, q);
  lia_skew3(S, q + 1);
  lia_mul33(SS, S, S);
  lia_eye33(R);
  for (int k = 0; k < 9; k++) R[k] += 2 * q[0] * S[k] + 2 * SS[k];
}

static inline lia_frame random_frame(lia_rng *r) {
  lia_frame X;
  random_rot(r, X.R);
  random_nums(r, X.p, 3, 2);
  return X;
}

#endif
