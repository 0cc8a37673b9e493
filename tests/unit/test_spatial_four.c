/* test_spatial_four.c - the words of four doubles at once: each lane is what the words in doubles
 * make of it, bit for bit */
#include "geo/spatial_four.h"

#define W(f) f##4
#define WNUM NUM4
#define WVEC VEC4
#define WMAT MAT4
#define WSYM SYM4

#include "base/rng.h"
#include "house.h"
#include "words.h"

LIA_TEST(spatial_four, on_whole_numbers_each_word_is_exact_in_each_lane) {
  lia_rng r = lia_rng_seed(43);
  for (int i = 0; i < 8 * WORDS_COUNT; i++) {
    NUM4 x[WORDS_IN], o[WORDS_OUT] = { { 0 } };
    double lane[4][WORDS_IN], want[WORDS_OUT];
    int word = i % WORDS_COUNT;
    for (int k = 0; k < WORDS_IN; k++) {
      for (int l = 0; l < 4; l++) lane[l][k] = k == 18 ? l + 1 : (double)lia_rng_below(&r, 19) - 9;
      x[k] = load4((const double[4]){ lane[0][k], lane[1][k], lane[2][k], lane[3][k] });
    }
    words_say(word, o, x);
    for (int l = 0; l < 4; l++)
      for (int k = words_want(word, want, lane[l]); k-- > 0;)
        cr_assert(o[k][l] == want[k], "%s, number %d of lane %d: %g, not %g", words_name[word], k,
            l, o[k][l], want[k]);
  }
}

LIA_TEST(spatial_four, a_product_that_is_added_is_rounded_once_or_twice_alike) {
  lia_rng r = lia_rng_seed(44);
  for (int i = 0; i < 200; i++) {
    double a[4], b[4], c[4], o[4];
    for (int l = 0; l < 4; l++)
      a[l] = lia_rng_range(&r, -1, 1), b[l] = lia_rng_range(&r, -1, 1), c[l] = -a[l] * b[l];
    store4(o, fma4(load4(a), load4(b), load4(c)));
    for (int l = 0; l < 4; l++) cr_assert_eq(o[l], lia_fma(a[l], b[l], c[l]));
  }
}

LIA_TEST(spatial_four, matrices_are_written_row_after_row) {
  NUM4 x[9], o[9];
  for (int k = 0; k < 9; k++) x[k] = (NUM4){ k, k + 10, k + 20, k + 30 };
  mat_to4(o, mat_of4(x));
  for (int k = 0; k < 9; k++)
    for (int l = 0; l < 4; l++) cr_assert_eq(o[k][l], k + 10 * l);
}

LIA_TEST(spatial_four, four_poses_side_by_side) {
  lia_pose X[4];
  for (int n = 0; n < 4; n++)
    for (int k = 0; k < 4; k++)
      X[n].x[k] = 100 * n + k, X[n].y[k] = 100 * n + 10 + k, X[n].z[k] = 100 * n + 20 + k;
  MAT4 R;
  VEC4 p;
  poses4(X, &R, &p);
  const NUM4 *row[3] = { &R.xx, &R.yx, &R.zx }, *shift[3] = { &p.x, &p.y, &p.z };
  for (int n = 0; n < 4; n++)
    for (int i = 0; i < 3; i++) {
      for (int k = 0; k < 3; k++) cr_assert_eq(row[i][k][n], 100 * n + 10 * i + k);
      cr_assert_eq((*shift[i])[n], 100 * n + 10 * i + 3);
    }
}
