/* test_vec.c - loops over numbers at every length from 0: exact on whole numbers, nothing touched
 * beyond the last */
#include "num/vec.h"

#include "base/rng.h"
#include "house.h"

enum { MOST = 37, ROOM = MOST + 1 };

static void fill(lia_rng *r, double *x) {
  for (int i = 0; i < ROOM; i++) x[i] = (double)lia_rng_below(r, 19) - 9;
}

LIA_TEST(vec, loops_do_what_their_names_say_at_every_length) {
  lia_rng r = lia_rng_seed(61);
  double x[ROOM], y[ROOM], o[ROOM], p[ROOM];
  for (int n = 0; n <= MOST; n++) {
    double dot = 0, largest = 0, apart = 0;
    fill(&r, x), fill(&r, y);
    for (int i = 0; i < n; i++) {
      dot += x[i] * y[i];
      if (fabs(x[i]) > largest) largest = fabs(x[i]);
      if (fabs(x[i] - y[i]) > apart) apart = fabs(x[i] - y[i]);
    }
    cr_assert(lia_vec_dot(x, y, n) == dot && lia_vec_minus_dot(5, x, y, n) == 5 - dot);
    cr_assert(lia_vec_max(x, n) == largest && lia_vec_diff(x, y, n) == apart &&
        lia_vec_bad(x, n) == -1);
    memcpy(o, y, sizeof o), lia_vec_axpy(o, 3, x, n);
    memcpy(p, y, sizeof p), lia_vec_add(p, x, -2, y, n);
    for (int i = 0; i < ROOM; i++)
      cr_assert(o[i] == y[i] + (i < n ? 3 * x[i] : 0) && p[i] == (i < n ? x[i] - 2 * y[i] : y[i]));
    memcpy(o, y, sizeof o), lia_vec_scale(o, -4, x, n);
    memcpy(p, y, sizeof p), lia_vec_zero(p, n);
    for (int i = 0; i < ROOM; i++)
      cr_assert(o[i] == (i < n ? -4 * x[i] : y[i]) && p[i] == (i < n ? 0 : y[i]));
    memcpy(o, x, sizeof o), memcpy(p, y, sizeof p), lia_vec_swap(o, p, n);
    for (int i = 0; i < ROOM; i++)
      cr_assert(o[i] == (i < n ? y[i] : x[i]) && p[i] == (i < n ? x[i] : y[i]));
    memcpy(o, y, sizeof o), lia_vec_copy(o, x, n);
    for (int i = 0; i < ROOM; i++) cr_assert_eq(o[i], i < n ? x[i] : y[i]);
    if (n > 1) {   // onto itself, one further
      lia_vec_copy(o + 1, o, n - 1);
      for (int i = 1; i < n; i++) cr_assert_eq(o[i], x[i - 1]);
    }
  }
  lia_vec_copy(o, x, -1);   // nothing, as at 0
}

LIA_TEST(vec, each_place_counts) {
  for (int n = 1; n <= MOST; n++)
    for (int k = 0; k < n; k++) {
      double x[ROOM] = { 0 }, y[ROOM] = { 0 };
      x[k] = -3, x[n] = 100, y[n] = -100;
      cr_assert(lia_vec_max(x, n) == 3 && lia_vec_diff(x, y, n) == 3 &&
          lia_vec_diff(y, x, n) == 3 && lia_vec_norm(x, n) == 3);
      const double odd[] = { (double)NAN, (double)INFINITY, -(double)INFINITY };
      for (int m = 0; m < 3; m++) {
        x[k] = odd[m];
        cr_assert_eq(lia_vec_bad(x, n), k);
        cr_assert(m ? isinf(lia_vec_max(x, n)) && lia_vec_max(x, n) > 0 : isnan(lia_vec_max(x, n)));
        cr_assert(m ? isinf(lia_vec_diff(x, y, n)) : isnan(lia_vec_diff(x, y, n)));
        cr_assert(m ? isinf(lia_vec_norm(x, n)) : isnan(lia_vec_norm(x, n)));
      }
    }
}

LIA_TEST(vec, lengths_are_right_at_both_ends_of_the_range) {
  cr_assert_eq(lia_vec_norm(NULL, 0), 0);
  for (int e = -1070; e <= 1020; e++) {   // 2, 3, 6, and zeros, makes 7
    double s = ldexp(1, e), x[ROOM] = { 0 }, tol = e < -1000 ? 1e-3 : 1e-15;
    x[0] = 2 * s, x[5] = -3 * s, x[20] = 6 * s;
    cr_assert(fabs(lia_vec_norm(x, 21) / s - 7) <= 7 * tol, "2^%d", e);
  }
}
