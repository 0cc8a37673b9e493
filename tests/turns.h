/* turns.h - rotations to test on: any, and those near the places where descriptions are singular */
#ifndef LIA_TEST_TURNS_H
#define LIA_TEST_TURNS_H

#include "base/rng.h"
#include "num/small.h"
#include "house.h"

#include <math.h>
#include <stdio.h>

#define PI 3.14159265358979323846

/* distances from a singular set, from none to far */
static const double NEAR_LIST[] = { 0, 1e-300, 1e-17, 3e-16, 1e-14, 1e-12, 5e-10, 2e-9, 1e-8, 1e-6,
    1e-4, 0.01 };
enum { NEAR_COUNT = sizeof NEAR_LIST / sizeof *NEAR_LIST };

/* turn i out of TURN_COUNT: angles near 0 and near pi, from both sides, about every kind of axis,
 * then random ones */
enum { TURN_AXES = 26, TURN_NEAR = TURN_AXES * NEAR_COUNT * 4, TURN_COUNT = TURN_NEAR + 1000 };

/* the 26 directions of a cube: faces, edges, corners */
static inline void turn_axis(double u[3], int i) {
  int k = i < 13 ? i : i + 1;                        /* 13 would be the middle */
  lia_set3(u, k % 3 - 1, k / 3 % 3 - 1, k / 9 - 1);
  lia_unit3(u, u);
}

/* Euler vector of turn i, angle in [-0.01, pi + 0.01] */
static inline void turn_vector(double v[3], int i) {
  if (i < TURN_NEAR) {
    double near = NEAR_LIST[i / 4 % NEAR_COUNT], sign = i % 2 ? 1 : -1;
    turn_axis(v, i / 4 / NEAR_COUNT);
    lia_scale3(v, (i % 4 < 2 ? 0 : PI) + sign * near, v);
  } else {
    lia_rng r = lia_rng_seed((uint64_t)i);
    lia_rng_unit(&r, v, 3);
    lia_scale3(v, lia_rng_range(&r, 0, PI), v);
  }
}

/* the largest difference; nan where one of the numbers is nan */
static inline double worst_of(int n, const double *a, const double *b) {
  double worst = 0;
  for (int k = 0; k < n; k++) {
    double d = fabs(a[k] - b[k]);
    if (!(d <= worst)) worst = d;
    if (d != d) return d;
  }
  return worst;
}

/* n numbers got as wanted, to tol; i tells which case of a loop. Criterion hears only of failures:
 * a million comparisons cost nothing */
#define SAME(n, got, want, tol, i) same_at((n), (got), (want), (tol), (i), #got, __FILE__, __LINE__)

static inline void same_at(int n, const double *got, const double *want, double tol, int i,
    const char *what,
    const char *file, int line) {
  double worst = worst_of(n, got, want);
  if (worst <= tol) return;
  for (int k = 0; k < n; k++) fprintf(stderr, "  [%d] got %.17g, want %.17g\n", k, got[k], want[k]);
  cr_assert_fail("%s:%d: case %d: %s is off by %g", file, line, i, what, worst);
}

/* one number */
#define NEAR(got, want, tol, i) \
  same_at(1, (double[1]){ got }, (double[1]){ want }, (tol), (i), #got, __FILE__, __LINE__)

/* at least one of n numbers is nan */
static inline int any_nan(int n, const double *a) {
  for (int k = 0; k < n; k++)
    if (a[k] != a[k]) return 1;
  return 0;
}

#endif
