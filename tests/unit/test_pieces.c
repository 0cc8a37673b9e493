/* test_pieces.c - roots of polynomials; curves of pieces: values, peaks, cuts, composition */
#include "num/polyroot.h"
#include "traj/pieces.h"

#include "base/rng.h"

#include "house.h"
#include <math.h>
#include <string.h>

// c = product of (x - r_k)
static void from_roots(const double *r, int n, double *c) {
  c[0] = 1;
  for (int k = 0; k < n; k++) {
    c[k + 1] = 0;
    for (int i = k + 1; i > 0; i--) c[i] = c[i - 1] - r[k] * c[i];
    c[0] *= -r[k];
  }
}

LIA_TEST(polyroot, roots_come_back_in_order) {
  lia_rng rng = lia_rng_seed(7);
  for (int n = 1; n <= 9; n++)
    for (int run = 0; run < 200; run++) {
      double r[9], c[10], found[9];
      for (int k = 0; k < n; k++) r[k] = k + 0.2 + 0.6 * lia_rng_uniform(&rng);
      from_roots(r, n, c);
      cr_assert_eq(lia_polyroot(c, n, -1, 12, found), n);
      for (int k = 0; k < n; k++) cr_assert_float_eq(found[k], r[k], 1e-6, "%d of %d", k, n);
      const int inside = lia_polyroot(c, n, 1, 3, found);
      cr_assert_eq(inside, n < 3 ? n - 1 : 2);
    }
}

LIA_TEST(polyroot, ends_touching_and_none) {
  double root[8];
  cr_assert_eq(lia_polyroot((double[]){ 0, 1 }, 1, 0, 1, root), 1, "at the end");
  cr_assert_eq(root[0], 0);
  cr_assert_eq(lia_polyroot((double[]){ 1, 0, 1 }, 2, -5, 5, root), 0, "x^2 + 1");
  cr_assert_eq(lia_polyroot((double[]){ 1, -2, 1 }, 2, -5, 5, root), 1, "(x - 1)^2 touches");
  cr_assert_float_eq(root[0], 1, 1e-15);
  cr_assert_eq(lia_polyroot((double[]){ 0, 0, 0 }, 2, -5, 5, root), 0, "zero everywhere");
  cr_assert_eq(lia_polyroot((double[]){ 3 }, 0, -5, 5, root), 0, "a constant");
  cr_assert_eq(lia_polyroot((double[]){ -8, 0, 0, 1, 0, 0 }, 5, -5, 5, root), 1, "leading zeros");
  cr_assert_float_eq(root[0], 2, 1e-15);
  cr_assert_eq(lia_polyroot((double[]){ 0, 1 }, 1, 1, -1, root), 0, "an empty interval");
}

static lia_pieces *random_curve(lia_rng *rng, int n, int m, int degree) {
  lia_pieces *x;
  lia_error err = { 0 };
  cr_assert_eq(lia_pieces_new(&x, n, m, degree, &err), LIA_OK);
  x->knot[0] = lia_rng_uniform(rng) - 2;
  for (int i = 0; i < m; i++) x->knot[i + 1] = x->knot[i] + 0.3 + lia_rng_uniform(rng);
  for (int k = 0; k < m * n * (degree + 1); k++) x->coef[k] = lia_rng_normal(rng);
  cr_assert_eq(lia_pieces_check(x, &err), LIA_OK);
  return x;
}

LIA_TEST(pieces, every_derivative_is_that_of_the_one_before) {
  lia_rng rng = lia_rng_seed(1);
  lia_pieces *x = random_curve(&rng, 3, 4, 7);
  const double h = 1e-5;
  for (int i = 0; i < 100; i++) {
    const double t = x->knot[0] + (i + 0.5) * (x->knot[4] - x->knot[0]) / 100;
    double here[18], before[18], behind[18];
    const int piece = lia_pieces_find(x, t);
    lia_pieces_at(x, t, 5, here);
    lia_pieces_of(x, piece, t - h, 5, before);
    lia_pieces_of(x, piece, t + h, 5, behind);
    for (int k = 0; k < 15; k++)
      cr_assert_float_eq((behind[k] - before[k]) / (2 * h), here[k + 3],
                         1e-5 * (1 + fabs(here[k + 3])) * 1e3, "derivative %d", k / 3 + 1);
  }
  lia_pieces_free(x);
}

LIA_TEST(pieces, outside_it_rests_at_its_ends) {
  lia_rng rng = lia_rng_seed(2);
  lia_pieces *x = random_curve(&rng, 2, 3, 4);
  double end[6], at[6];
  lia_pieces_at(x, x->knot[3], 2, end);
  lia_pieces_at(x, x->knot[3] + 1, 2, at);
  cr_assert(at[0] == end[0] && at[1] == end[1]);
  for (int k = 2; k < 6; k++) cr_assert(at[k] == 0 && end[k] != 0);
  lia_pieces_at(x, x->knot[0] - 1, 2, at);
  cr_assert(at[0] == x->coef[0] && at[2] == 0);
  lia_pieces_free(x);
}

LIA_TEST(pieces, extremes_bound_what_is_sampled_and_are_reached) {
  lia_rng rng = lia_rng_seed(3);
  for (int run = 0; run < 50; run++) {
    lia_pieces *x = random_curve(&rng, 2, 3, 2 + run % 6);
    for (int order = 0; order < 4; order++) {
      const lia_extremes e = lia_pieces_extremes(x, 1, order);
      double least = INFINITY, most = -INFINITY;
      for (int i = 0; i <= 3000; i++) {
        double at[10];
        const int piece = i * 3 / 3001;
        const double t = x->knot[piece] + (i - piece * 1000.0) / 1001 *
                         (x->knot[piece + 1] - x->knot[piece]);
        lia_pieces_of(x, piece, t, order, at);
        least = fmin(least, at[2 * order + 1]);
        most = fmax(most, at[2 * order + 1]);
      }
      const double width = fmax(most - least, 1);
      cr_assert(e.least <= least + 1e-12 * width && e.most >= most - 1e-12 * width);
      cr_assert(e.least > least - 0.02 * width && e.most < most + 0.02 * width, "order %d", order);
    }
    lia_pieces_free(x);
  }
}

static void same(const double other[8], const double here[8]) {
  for (int k = 0; k < 8; k++)
    cr_assert_float_eq(other[k], here[k], 1e-9 * (1 + fabs(here[k])), "number %d", k);
}

// every cut is the curve itself, told otherwise
LIA_TEST(pieces, cuts_tell_the_same_curve) {
  lia_rng rng = lia_rng_seed(4);
  lia_error err = { 0 };
  for (int run = 0; run < 30; run++) {
    lia_pieces *x = random_curve(&rng, 2, 5, 5), *part, *back, *slow, *late, *both;
    const double t0 = x->knot[0], t1 = x->knot[5], a = t0 + 0.3 * (t1 - t0),
                 b = t0 + 0.8 * (t1 - t0);
    cr_assert_eq(lia_pieces_slice(&part, x, a, b, &err), LIA_OK);
    cr_assert_eq(lia_pieces_reverse(&back, x, &err), LIA_OK);
    cr_assert_eq(lia_pieces_stretch(&slow, x, 2.5, &err), LIA_OK);
    cr_assert_eq(lia_pieces_shift(&late, x, 7, &err), LIA_OK);
    const lia_pieces *list[2] = { x, part };
    cr_assert_eq(lia_pieces_join(&both, list, 2, &err), LIA_OK);
    for (int i = 1; i < 200; i++) {
      const double t = t0 + (t1 - t0) * (i + 0.17) / 200.4;
      double here[8], other[8];
      lia_pieces_at(x, t, 3, here);
      if (t > a && t < b) {
        lia_pieces_at(part, t, 3, other);
        same(other, here);
        lia_pieces_at(both, t1 + (t - a), 3, other);
        same(other, here);
      }
      lia_pieces_at(back, t0 + t1 - t, 3, other);
      for (int k = 0; k < 8; k++)
        cr_assert_float_eq(other[k], (k / 2 % 2 ? -1 : 1) * here[k], 1e-9 * (1 + fabs(here[k])));
      lia_pieces_at(slow, t0 + 2.5 * (t - t0), 3, other);
      for (int k = 0; k < 8; k++)
        cr_assert_float_eq(other[k] * pow(2.5, k / 2), here[k], 1e-9 * (1 + fabs(here[k])));
      lia_pieces_at(late, t + 7, 3, other);
      same(other, here);
    }
    lia_pieces *all[] = { x, part, back, slow, late, both };
    for (int k = 0; k < 6; k++) lia_pieces_free(all[k]);
  }
}

// x(s(t)) by the chain rule, over knots of both
LIA_TEST(pieces, composition_is_one_after_the_other) {
  lia_rng rng = lia_rng_seed(5);
  lia_error err = { 0 };
  for (int run = 0; run < 40; run++) {
    lia_pieces *x = random_curve(&rng, 2, 4, 3), *s = random_curve(&rng, 1, 3, 1 + run % 3), *y;
    const lia_extremes e = lia_pieces_extremes(s, 0, 0);
    const double lo = x->knot[0], width = x->knot[4] - lo, scale = width / (e.most - e.least);
    for (int i = 0; i < 3; i++) {   // bring its values between the knots of x
      for (int k = 0; k <= s->degree; k++) lia_pieces_coef(s, i, 0)[k] *= scale;
      lia_pieces_coef(s, i, 0)[0] += lo - scale * e.least;
    }
    cr_assert_eq(lia_pieces_compose(&y, x, s, &err), LIA_OK, "%s", err.text);
    for (int i = 0; i < 300; i++) {
      const double t = s->knot[0] + (s->knot[3] - s->knot[0]) * (i + 0.5) / 300;
      double S[2], X[4], Y[4];
      lia_pieces_at(s, t, 1, S);
      lia_pieces_at(x, S[0], 1, X);
      lia_pieces_at(y, t, 1, Y);
      for (int c = 0; c < 2; c++) {
        cr_assert_float_eq(Y[c], X[c], 1e-8 * (1 + fabs(X[c])), "run %d at %g", run, t);
        cr_assert_float_eq(Y[2 + c], X[2 + c] * S[1], 1e-6 * (1 + fabs(X[2 + c] * S[1])));
      }
    }
    lia_pieces_free(x);
    lia_pieces_free(s);
    lia_pieces_free(y);
  }
}

LIA_TEST(pieces, quintics_meet_both_ends_and_do_not_jump) {
  lia_rng rng = lia_rng_seed(6);
  lia_error err = { 0 };
  lia_pieces *x;
  double state[4][6], at[6];
  cr_assert_eq(lia_pieces_new(&x, 2, 3, 6, &err), LIA_OK);
  for (int i = 0; i < 4; i++) {
    x->knot[i] = i * 0.7;
    for (int k = 0; k < 6; k++) state[i][k] = lia_rng_normal(&rng);
  }
  for (int i = 0; i < 3; i++) lia_pieces_quintic(x, i, state[i], state[i + 1]);
  for (int i = 0; i < 4; i++) {
    lia_pieces_at(x, x->knot[i], 2, at);
    for (int k = 0; k < 6; k++) cr_assert_float_eq(at[k], state[i][k], 1e-11);
  }
  for (int order = 0; order < 3; order++) cr_assert(lia_pieces_jump(x, order, NULL) < 1e-10);
  double where;
  cr_assert(lia_pieces_jump(x, 3, &where) > 1e-3, "jerk does jump");
  cr_assert(where == x->knot[1] || where == x->knot[2]);
  lia_pieces_free(x);
}

static void refused(lia_status st, lia_status expected, lia_error *err, const char *word) {
  cr_assert_eq(st, expected, "%s", word);
  cr_assert(strstr(err->text, word), "%s", err->text);
  *err = (lia_error){ 0 };
}

LIA_TEST(pieces, what_cannot_be_is_refused) {
  lia_error err = { 0 };
  lia_pieces *x, *y;
  refused(lia_pieces_new(&x, 1, 0, 3, &err), LIA_EARG, &err, "0 pieces");
  refused(lia_pieces_new(&x, 1, 2, 12, &err), LIA_EARG, &err, "degree 12");
  cr_assert_eq(lia_pieces_new(&x, 1, 2, 2, &err), LIA_OK);
  x->knot[1] = x->knot[2] = 1;
  refused(lia_pieces_check(x, &err), LIA_EARG, &err, "t[3] = 1 after 1");
  x->knot[2] = 2;
  x->coef[4] = NAN;
  refused(lia_pieces_check(x, &err), LIA_EARG, &err, "piece 2");
  x->coef[4] = 0;
  refused(lia_pieces_slice(&y, x, 1, 1, &err), LIA_EARG, &err, "got 1 to 1");
  refused(lia_pieces_slice(&y, x, 1, 3, &err), LIA_EARG, &err, "got 1 to 3");
  refused(lia_pieces_stretch(&y, x, 0, &err), LIA_EARG, &err, "above 0");
  refused(lia_pieces_shift(&y, x, NAN, &err), LIA_EARG, &err, "finite");
  x->coef[0] = -1;
  refused(lia_pieces_compose(&y, x, x, &err), LIA_EDOMAIN, &err, "from -1 to 0");
  lia_pieces_free(x);
}
