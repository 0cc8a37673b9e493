/* test_idle.c - the motion to which a singular matrix gives nothing, and what is said of it */
#include "num/idle.h"

#include "base/rng.h"

#include "house.h"
#include <math.h>
#include <string.h>

enum { N = 6 };

/* A = B' B with B z = 0 for a z whose last entry that is not 0 is at k */
LIA_TEST(idle, is_the_kernel_of_the_first_block_without_an_inverse) {
  lia_rng r = lia_rng_seed(3);
  for (int i = 0; i < 200; i++) {
    double B[N * N], A[N * N] = { 0 }, want[N] = { 0 }, z[N], work[N * N];
    int k = (int)lia_rng_below(&r, N);
    for (int j = 0; j < k; j++) want[j] = lia_rng_below(&r, 3) ? lia_rng_range(&r, -2, 2) : 0;
    want[k] = 1;
    for (int row = 0; row < N; row++) {
      double sum = 0;
      for (int j = 0; j < N; j++) B[row * N + j] = lia_rng_range(&r, -1, 1);
      for (int j = 0; j < k; j++) sum += B[row * N + j] * want[j];
      B[row * N + k] = -sum;
    }
    for (int a = 0; a < N; a++)
      for (int b = 0; b < N; b++)
        for (int row = 0; row < N; row++) A[a * N + b] += B[row * N + a] * B[row * N + b];
    lia_idle_motion(N, k, A, z, work);
    for (int j = 0; j < N; j++)
      cr_assert(fabs(z[j] - want[j]) < 1e-6, "case %d, entry %d: %g, not %g", i, j, z[j], want[j]);
  }
}

LIA_TEST(idle, is_told_by_names_and_shares) {
  static const char *const name[] = { "a", "b", "c", "d", "e", "f" };
  static const struct { double z[N]; const char *text; } row[] = {
    { { 0, 0, 1 }, "'c' moves no mass of its own, so no force tells its acceleration" },
    { { -1, 1 }, "'a' and 'b' move no mass where they move as 1 : -1, so no force tells how they "
        "share their motion" },
    { { 0, 2, -1, 1 }, "'b', 'c' and 'd' move no mass where they move as 1 : -0.5 : 0.5, so no "
        "force tells how they share their motion" },
    { { 1, 1, 1, 1, 1, 1 },
        "'a', 'b', 'c', 'd' .. move no mass where they move as 1 : 1 : 1 : 1 .., so no force "
        "tells how they share their motion" },
  };
  char text[300];
  for (size_t k = 0; k < sizeof row / sizeof *row; k++) {
    lia_idle_tell(N, row[k].z, name, text, sizeof text);
    cr_assert(!strcmp(text, row[k].text), "%s", text);
    for (size_t size = 1; size < strlen(row[k].text); size += 7) {
      lia_idle_tell(N, row[k].z, name, text, size);
      cr_assert(strlen(text) < size);
    }
  }
}

/* where the block before k has no inverse either, nothing is said of it: the motion is that of k
 * alone */
LIA_TEST(idle, of_a_block_without_an_inverse_only_the_last_moves) {
  double A[9] = { 1, 1, 0, 1, 1, 0, 0, 0, 0 }, z[3], work[9];
  lia_idle_motion(3, 2, A, z, work);
  for (int i = 0; i < 3; i++) cr_assert_eq(z[i], i == 2, "entry %d: %g", i, z[i]);
}

LIA_TEST(idle, first_is_the_last_of_the_first_leading_block_without_an_inverse) {
  // masses 2, 0 and 3 alone; then two coordinates that share one mass; then the last of all
  const double A[3][9] = {
    { 2, 0, 0, 0, 0, 0, 0, 0, 3 },
    { 1, 1, 0, 1, 1, 0, 0, 0, 1 },
    { 1, 0, 0, 0, 1, 0, 0, 0, 0 },
  };
  const double none[9] = { 0, 0, 0, 0, 1, 0, 0, 0, 1 };
  double work[9];
  cr_assert_eq(lia_idle_first(3, none, work), 0);
  for (int k = 0; k < 3; k++) cr_assert_eq(lia_idle_first(3, A[k], work), k < 2 ? 1 : 2, "%d", k);
}
