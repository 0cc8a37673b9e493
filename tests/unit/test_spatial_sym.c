/* test_spatial_sym.c - the words in expressions are what they stand for: of whole numbers they make
 * exact numbers */
#include "geo/spatial_sym.h"

#define W(f) f
#define WNUM NUM
#define WVEC VEC
#define WMAT MAT
#define WSYM SYM

#include "base/rng.h"
#include "house.h"
#include "words.h"

#include <math.h>

static double value(lia_expr e) {
  cr_assert(e && lia_expr_op(words_pool, e) == LIA_OP_num);
  return lia_ratio_double(lia_expr_num(words_pool, e));
}

static double whole(lia_rng *r) { return (double)lia_rng_below(r, 19) - 9; }

LIA_TEST(spatial_sym, on_whole_numbers_each_word_is_exact) {
  words_pool = lia_pool_new();
  lia_rng r = lia_rng_seed(45);
  for (int i = 0; i < 8 * WORDS_COUNT; i++) {
    double x[WORDS_IN], want[WORDS_OUT];
    NUM e[WORDS_IN], o[WORDS_OUT] = { 0 };
    int word = i % WORDS_COUNT;
    for (int k = 0; k < WORDS_IN; k++) x[k] = k == 18 ? 7 : whole(&r), e[k] = number(x[k]);
    words_say(word, o, e);
    for (int k = words_want(word, want, x); k-- > 0;)
      cr_assert(value(o[k]) == want[k], "%s, number %d: %g, not %g", words_name[word], k,
          value(o[k]), want[k]);
  }
  cr_assert(is_number(number(2.5), 2.5) && !is_number(number(2.5), 2) &&
      value(minus_of(number(3))) == -3);
  lia_pool_free(words_pool);
}

LIA_TEST(spatial_sym, poses_are_products_of_matrices) {
  words_pool = lia_pool_new();
  lia_rng r = lia_rng_seed(46);
  for (int i = 0; i < 8 * POSE_COUNT; i++) {
    double x[12], y[12], want[12], tol = i % POSE_COUNT == POSE_quaternion ? 1e-12 : 0;
    NUM ex[12], ey[12], o[12];
    for (int k = 0; k < 12; k++)
      x[k] = whole(&r), y[k] = k == 1 ? 5 : whole(&r), ex[k] = number(x[k]), ey[k] = number(y[k]);
    poses_say(i % POSE_COUNT, o, ex, ey);
    poses_want(i % POSE_COUNT, want, x, y);
    for (int k = 0; k < 12; k++)
      cr_assert(fabs(value(o[k]) - want[k]) <= tol, "word %d, number %d: %g, not %g",
          i % POSE_COUNT, k, value(o[k]), want[k]);
  }
  lia_pool_free(words_pool);
}
