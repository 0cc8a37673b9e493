/* test_track.c - steps read between them: polynomials are exact, jumps are not read across, rates
 * are slopes */
#include "sim/run.h"
#include "sim/track.h"

#include "house.h"
#include "base/rng.h"
#include <math.h>

static lia_track *made(int n) {
  lia_track *s = NULL;
  cr_assert_eq(lia_track_new(&s, n, 1 << 20, NULL), LIA_OK);
  return s;
}

// c[0] + c[1] t + .., and its rates
static double poly(const double *c, int degree, int rate, double t) {
  double x = 0;
  for (int k = degree; k >= rate; k--) {
    double w = c[k];
    for (int j = 0; j < rate; j++) w *= k - j;
    x = x * t + w;
  }
  return x;
}

LIA_TEST(track, what_values_and_rates_of_six_steps_tell_is_exact) {
  lia_rng r = lia_rng_seed(71);
  for (int way = -1; way <= 1; way += 2)
    for (int i = 0; i < lia_cases(200); i++) {
      int degree = (int)lia_rng_below(&r, 12), steps = 6 + (int)lia_rng_below(&r, 10);
      double c[12], t = lia_rng_range(&r, -0.5, 0.5), at[20];
      // as smooth as motions are between steps
      for (int k = 0; k <= degree; k++) c[k] = lia_rng_range(&r, -1, 1) / tgamma(k + 1);
      lia_track *s = made(1);
      for (int k = 0; k < steps; k++, t += way * lia_rng_range(&r, 0.1, 0.2)) {
        double x = poly(c, degree, 0, t), dx = poly(c, degree, 1, t);
        at[k] = t;
        lia_track_add(s, t, &x);
        lia_track_rates(s, &dx);
      }
      // in the middle, where there are six steps about it; every step itself
      for (int k = 0; k < steps; k++)
        cr_assert_eq(lia_track_at(s, 0, at[k]), poly(c, degree, 0, at[k]));
      for (int k = 2; k + 3 < steps; k++) {
        double m = at[k] + (at[k + 1] - at[k]) * lia_rng_range(&r, 0, 1),
            want = poly(c, degree, 0, m);
        cr_assert_float_eq(lia_track_at(s, 0, m), want, 1e-10 * (1 + fabs(want)),
            "degree %d: %.15g, %.15g", degree, lia_track_at(s, 0, m), want);
      }
      cr_assert(lia_track_has(s, at[0]) && lia_track_has(s, at[steps - 1]) &&
          !lia_track_has(s, at[0] - way * 1e-9));
      lia_track_free(s);
    }
}

// x = sin t, x' = cos t, x'' = -sin t: read as values, as a pair, or as values without rates
LIA_TEST(track, rates_that_are_states_are_read_as_slopes) {
  double worst[3][2] = { { 0 } };
  for (int how = 0; how < 3; how++) {
    lia_track *s = made(2);
    if (how == 1) lia_track_pair(s, 0, 1);
    if (how == 2) for (int k = 0; k < 2; k++) lia_track_pair(s, k, LIA_TRACK_NO_RATE);
    for (int k = 0; k <= 20; k++) {
      double t = 0.5 * k, x[2] = { sin(t), cos(t) }, dx[2] = { cos(t), -sin(t) };
      lia_track_add(s, t, x);
      lia_track_rates(s, dx);
    }
    for (int k = 0; k <= 1000; k++) {
      double t = k * 0.01;
      worst[how][0] = fmax(worst[how][0], fabs(lia_track_at(s, 0, t) - sin(t)));
      worst[how][1] = fmax(worst[how][1], fabs(lia_track_at(s, 1, t) - cos(t)));
    }
    lia_track_free(s);
  }
  cr_assert(worst[0][0] < 1e-9 && worst[0][1] < 1e-9, "%g %g", worst[0][0], worst[0][1]);
  cr_assert(worst[1][0] < 1e-10 && worst[1][1] < 3e-9, "%g %g", worst[1][0], worst[1][1]);
  cr_assert(worst[2][0] < 5e-2, "%g", worst[2][0]);
}

// |t| and its rate: nothing of the one side is seen on the other
LIA_TEST(track, a_jump_is_not_read_across) {
  lia_track *s = made(1);
  for (int k = -5; k <= 5; k++) {
    double t = 0.3 * k, before = -1, after = 1, x = fabs(t);
    lia_track_add(s, t, &x);
    lia_track_rates(s, k <= 0 ? &before : &after);
    if (k) continue;
    lia_track_add(s, t, &x);
    lia_track_rates(s, &after);
  }
  for (int k = -15; k <= 15; k++)
    cr_assert_float_eq(lia_track_at(s, 0, k * 0.1), fabs(k * 0.1), 1e-15);
  lia_track_free(s);
}

// steps a millionth as long beside one do not spoil it by their rounding
LIA_TEST(track, tiny_steps_beside_long_ones_do_no_harm) {
  lia_track *s = made(1);
  for (int k = 0; k < 60; k++) {
    double t = k < 30 ? 1e-7 * k : 0.3 * (k - 29), x = sin(t), dx = cos(t);
    lia_track_add(s, t, &x);
    lia_track_rates(s, &dx);
  }
  for (int k = 0; k < 800; k++)
    cr_assert_float_eq(lia_track_at(s, 0, k * 0.011), sin(k * 0.011), 1e-7);
  lia_track_free(s);
}

LIA_TEST(track, more_steps_than_memory_are_forgotten_and_said_so) {
  lia_track *s = NULL;
  cr_assert_eq(lia_track_new(&s, 1, 10000, NULL), LIA_OK);
  for (int k = 0; k < 1000; k++) {
    double x = k;
    lia_track_add(s, k, &x);
    lia_track_rates(s, &x);
  }
  cr_assert(s->full && !s->count && !lia_track_has(s, 3));
  lia_track_free(s);
}
