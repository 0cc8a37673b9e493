/* test_spatial_num.c - the words in doubles are what they stand for, to the last bit where the
 * numbers are whole */
#include "geo/spatial_num.h"

#define W(f) f
#define WNUM NUM
#define WVEC VEC
#define WMAT MAT
#define WSYM SYM

#include "base/rng.h"
#include "house.h"
#include "words.h"

#include <math.h>

static double whole(lia_rng *r) { return (double)lia_rng_below(r, 19) - 9; }

LIA_TEST(spatial_num, on_whole_numbers_each_word_is_exact) {
  lia_rng r = lia_rng_seed(41);
  for (int i = 0; i < 20 * WORDS_COUNT; i++) {
    double x[WORDS_IN], o[WORDS_OUT], want[WORDS_OUT];
    int word = i % WORDS_COUNT;
    for (int k = 0; k < WORDS_IN; k++) x[k] = whole(&r);
    if (x[18] == 0) x[18] = 4;
    words_say(word, o, x);
    for (int k = words_want(word, want, x); k-- > 0;)
      cr_assert(o[k] == want[k], "%s, number %d: %g, not %g", words_name[word], k, o[k], want[k]);
  }
}

LIA_TEST(spatial_num, matrices_are_written_row_after_row) {
  const double x[9] = { 1, 2, 3, 4, 5, 6, 7, 8, 9 };
  double o[9] = { 0 };
  mat_to(o, mat_of(x));
  for (int k = 0; k < 9; k++) cr_assert_eq(o[k], x[k]);
  cr_assert(is_number(number(2.5), 2.5) && !is_number(number(2.5), 2));
}

LIA_TEST(spatial_num, poses_are_products_of_matrices) {
  lia_rng r = lia_rng_seed(42);
  for (int i = 0; i < 20 * POSE_COUNT; i++) {
    double x[12], y[12], o[12], want[12], tol = i % POSE_COUNT == POSE_quaternion ? 1e-12 : 0;
    for (int k = 0; k < 12; k++) x[k] = whole(&r), y[k] = whole(&r);
    y[1] += 30;   // no quaternion of zeros
    poses_say(i % POSE_COUNT, o, x, y);
    poses_want(i % POSE_COUNT, want, x, y);
    for (int k = 0; k < 12; k++)
      cr_assert(fabs(o[k] - want[k]) <= tol, "word %d, number %d: %g, not %g", i % POSE_COUNT, k,
          o[k], want[k]);
    pose_to(o, pose_of(x));
    for (int k = 0; k < 12; k++) cr_assert_eq(o[k], x[k]);
  }
}

LIA_TEST(spatial_num, a_rotation_told_in_plain_numbers_follows) {
  const double R[9] = { 0, -1, 0, 0, 0, -1, 1, 0, 0 },
      x[12] = { 1, 2, 3, 10, 4, 5, 6, 11, 7, 8, 9, 12 };
  const double want[12] = { 3, -1, -2, 10, 6, -4, -5, 11, 9, -7, -8, 12 };
  double o[12];
  pose_to(o, rotate(pose_of(x), R));
  for (int k = 0; k < 12; k++) cr_assert_eq(o[k], want[k]);
}

LIA_TEST(spatial_num, an_angle_has_its_cosine_and_sine) {
  for (double t = -4; t < 4; t += 0.37) {
    double c, s;
    angle_of(t, &c, &s);
    cr_assert(fabs(c - cos(t)) < 1e-15 && fabs(s - sin(t)) < 1e-15);
  }
}
