/* test_rot_near.c - rotation matrices: nearest, mean, rates, failures */
#include "rotcase.h"

LIA_TEST(rot, nearest_beats_its_neighbours) {
  lia_rng r = lia_rng_seed(11);
  for (int i = 0; i < 200; i++) {
    double M[9], R[9], S[9], E[9], v[3];
    lia_rot_fit f;
    for (int k = 0; k < 9; k++) M[k] = lia_rng_normal(&r);
    lia_rot_nearest(R, M, &f);
    for (int n = 0; n < 20; n++) {
      lia_rng_unit(&r, v, 3);
      lia_scale3(v, n < 10 ? 1e-3 : lia_rng_range(&r, 0, PI), v);
      lia_rot_exp(E, v);
      lia_mul33(S, R, E);
      double d2 = 0;
      for (int k = 0; k < 9; k++) d2 += (M[k] - S[k]) * (M[k] - S[k]);
      if (!(sqrt(d2) > f.dist))
        cr_assert_fail("case %d: %.17g is nearer than %.17g", i, sqrt(d2), f.dist);
    }
  }
}

// the largest eigenvector of sum w q q^T by power iteration: an independent road to the same mean
static void eigen_mean(double q[4], int n, const double *R, const double *w) {
  double A[16] = { 0 };
  for (int i = 0; i < n; i++) {
    double p[4];
    lia_quat_from_rot(p, R + 9*i, NULL);
    for (int k = 0; k < 16; k++) A[k] += w[i] * p[k / 4] * p[k % 4];
  }
  lia_quat_set(q, 1, .1, .2, .3);
  for (int it = 0; it < 3000; it++) {
    double t[4];
    for (int k = 0; k < 4; k++) t[k] = lia_quat_dot(A + 4*k, q);
    lia_quat_unit(q, t);
  }
  lia_quat_canon(q, q);
}

LIA_TEST(rot, mean_is_that_of_the_quaternion_eigenvector) {
  for (int i = 0; i < 30; i++) {
    double R[9 * 6], w[6], M[9], q[4], p[4];
    lia_rng r = lia_rng_seed((uint64_t)i);
    for (int k = 0; k < 6; k++) {
      double v[3];
      lia_rng_unit(&r, v, 3);
      lia_scale3(v, 0.8, v);
      lia_rot_exp(R + 9*k, v);
      w[k] = lia_rng_range(&r, 0.1, 2);
    }
    cr_assert_eq(lia_rot_mean(M, 6, R, w, 0), 0);
    lia_quat_from_rot(p, M, NULL);
    eigen_mean(q, 6, R, w);
    NEAR(lia_quat_angle(p, q), 0, 1e-13, i);
  }
}

LIA_TEST(rot, mean_along_the_geodesic) {
  // of two: the point that divides the way as the weights do
  double R[18], w[2] = { 3, 1 }, M[9], S[9];
  turn_matrix(R, TURN_NEAR + 1);
  double v[3] = { .5, -.7, .2 }, E[9];
  lia_rot_exp(E, v);
  lia_mul33(R + 9, R, E);
  lia_rot_slerp(S, R, R + 9, .25, LIA_SHORT);
  cr_assert_eq(lia_rot_mean(M, 2, R, w, 20), 0);
  SAME(9, M, S, 1e-14, 0);
  // and of many: the weighted sum of logarithms there is zero
  double Q[45], sum[3] = { 0 };
  for (int i = 0; i < 5; i++) {
    lia_set3(v, .3 * i, .5 - .2 * i, .1 * i * i);
    lia_rot_exp(Q + 9*i, v);
  }
  lia_rot_mean(M, 5, Q, NULL, 30);
  for (int i = 0; i < 5; i++) {
    lia_tmul33(E, M, Q + 9*i);
    lia_rot_log(v, E, NULL);
    lia_add3(sum, sum, v);
  }
  NEAR(lia_norm3(sum), 0, 1e-14, 0);
  // one step comes nearer than none, two nearer than one; from 1e-2 to 1e-4 and on
  double chord[9], step1[9], step2[9];
  lia_rot_mean(chord, 5, Q, NULL, 0);
  lia_rot_mean(step1, 5, Q, NULL, 1);
  lia_rot_mean(step2, 5, Q, NULL, 2);
  double far[3] = { lia_rot_angle(chord, M), lia_rot_angle(step1, M), lia_rot_angle(step2, M) };
  cr_assert(far[0] > 1e-3 && far[1] < far[0] / 4 && far[2] < far[1] / 4, "%g %g %g", far[0], far[1],
      far[2]);
  // only ratios of weights count
  double w5[5] = { 1, 2, 3, 4, 5 }, small[5] = { .01, .02, .03, .04, .05 };
  lia_rot_mean(S, 5, Q, w5, 6);
  lia_rot_mean(E, 5, Q, small, 6);
  SAME(9, E, S, 1e-14, 0);
  // however large or small they are
  const double size[3] = { 1e307, 1e-307, 4e-320 };
  for (int k = 0; k < 3; k++) {
    double scaled[5];
    for (int i = 0; i < 5; i++) scaled[i] = size[k] * w5[i] * 3;
    lia_rot_mean(E, 5, Q, scaled, 6);
    SAME(9, E, S, 1e-4 * (k == 2) + 1e-14, k);
    lia_rot_mean(E, 5, Q, scaled, 0);
    NEAR(lia_rot_defect(E), 0, 1e-14, k);
  }
  // of either sign
  lia_rot_mean(S, 3, Q, (double[3]){ -1, -.5, 0 }, 0);
  lia_rot_mean(E, 3, Q, (double[3]){ -1.6e308, -.8e308, 1 }, 0);
  SAME(9, E, S, 1e-14, 0);
  // equal weights are weights of one
  double ones[5] = { 1, 1, 1, 1, 1 };
  lia_rot_mean(S, 5, Q, ones, 30);
  SAME(9, S, M, 0, 0);
}

LIA_TEST(rot, mean_of_nothing_and_of_opposites) {
  double M[9], R[18], w[2] = { 1, -1 };
  cr_assert_eq(lia_rot_mean(M, 0, NULL, NULL, 5), LIA_POLE_AMBIGUOUS);
  SAME(9, M, I3, 0, 0);
  turn_matrix(R, TURN_NEAR);
  lia_copy33(R + 9, R);
  cr_assert_eq(lia_rot_mean(M, 2, R, w, 5), LIA_POLE_AMBIGUOUS);
  SAME(9, M, I3, 0, 0);
  // weights that cancel over rotations that do not
  lia_rot_x(R + 9, 1);
  for (int steps = 0; steps < 6; steps += 5) {
    cr_assert_eq(lia_rot_mean(M, 2, R, w, steps), LIA_POLE_AMBIGUOUS);
    SAME(9, M, I3, 0, steps);
    cr_assert_eq(lia_rot_mean(M, 2, R, (double[2]){ 0, 0 }, steps), LIA_POLE_AMBIGUOUS);
    SAME(9, M, I3, 0, steps);
  }
  // half a turn apart: two means, and both are said to be
  lia_copy33(R, I3);
  lia_rot_z(R + 9, PI);
  cr_assert_eq(lia_rot_mean(M, 2, R, NULL, 5), LIA_POLE_AMBIGUOUS);
}

LIA_TEST(rot, rates_of_the_base_case) {
  double w[3], Rd[9];
  lia_rot_rate(Rd, R_B, W_B, LIA_BODY);
  SAME(9, Rd, Rd_B, 1e-13, 0);
  lia_rot_rate(Rd, R_B, W_A, LIA_BASE);
  SAME(9, Rd, Rd_B, 1e-13, 0);
  lia_rot_omega(w, R_B, Rd_B, LIA_BASE);
  SAME(3, w, W_A, 1e-13, 0);
  lia_rot_omega(w, R_B, Rd_B, LIA_BODY);
  SAME(3, w, W_B, 1e-13, 0);
  // composition: w_BC told in C = (-.4,.2,.6), R2 = Rz(-.2) Ry(.5) Rx(.1): w_AC in A and in C
  //                                                                                   [nonhol 2.1]
  const double w_BC[3] = { -.4, .2, .6 },
      inA[3] = { .47726353914251, -1.23341039053389, 1.05711524716492 };
  const double inC[3] = { -.48628181313818, -.13060425015961, 1.6164921438447 };
  const double rel[9] = { .8188485854042, -.23798954871441, .52234851285733, .53675033657795,
      .63997922352315, -.54984149501667,
      -.20343566640344, .73060767047809, .6517870522445 };
  double A[9], B[9], R2[9], R12[9], R2d[9], R12d[9];
  lia_rot_z(A, -.2);
  lia_rot_y(B, .5);
  lia_mul33(R2, A, B);
  lia_rot_x(B, .1);
  lia_mul33(R2, R2, B);
  lia_mul33(R12, R_B, R2);
  SAME(9, R12, rel, 1e-13, 0);
  lia_rot_rate(R2d, R2, w_BC, LIA_BODY);
  lia_mul33(A, Rd_B, R2);
  lia_mul33(B, R_B, R2d);
  for (int k = 0; k < 9; k++) R12d[k] = A[k] + B[k];
  lia_rot_omega(w, R12, R12d, LIA_BASE);
  SAME(3, w, inA, 1e-13, 0);
  lia_rot_omega(w, R12, R12d, LIA_BODY);
  SAME(3, w, inC, 1e-13, 0);
}

LIA_TEST(rot, second_rates_are_the_derivatives_of_the_first) {
  lia_rng r = lia_rng_seed(6);
  for (int i = 0; i < 200; i++) {
    double R[9], w[3], wd[3], Rd[9], Rdd[9], h = 1e-5;
    turn_matrix(R, TURN_NEAR + i);
    lia_rng_unit(&r, w, 3);
    lia_rng_unit(&r, wd, 3);
    for (int side = LIA_BASE; side <= LIA_BODY; side++) {
      lia_side s = (lia_side)side;
      lia_rot_rate(Rd, R, w, s);
      lia_rot_rate2(Rdd, R, Rd, wd, s);
      double p[2][9], x[9], y[3];
      for (int e = 0; e < 2; e++) {
        double t = e ? h : -h;
        for (int k = 0; k < 9; k++) x[k] = R[k] + t * Rd[k] + t*t/2 * Rdd[k];
        for (int k = 0; k < 3; k++) y[k] = w[k] + t * wd[k];
        lia_rot_rate(p[e], x, y, s);
      }
      for (int k = 0; k < 9; k++) NEAR((p[1][k] - p[0][k]) / (2*h), Rdd[k], 1e-9, i);
      lia_rot_accel(y, R, Rdd, s);
      SAME(3, y, wd, 1e-14, i);
    }
  }
}

LIA_TEST(rot, steps_of_constant_rate_are_exact) {
  const double R2[9] = { -.57759612944698, -.7147703899163, .39431713245402, -.35332132027361,
      -.21655605527913, -.91009203906092,
      .73589860435252, -.66498628904726, -.12746167852017 };                        // [nonhol 2.1]
  double R[9];
  lia_copy33(R, R_B);
  for (int k = 0; k < 20; k++) lia_rot_step(R, R, W_B, .1, LIA_BODY);
  SAME(9, R, R2, 1e-13, 0);
  lia_copy33(R, R_B);
  lia_rot_step(R, R, W_A, 2, LIA_BASE);
  SAME(9, R, R2, 1e-13, 0);
}

LIA_TEST(rot, derivative_of_a_measure_in_a_moving_frame) {
  // [nonhol 2.1]
  const double v[3] = { 1, -2, .5 }, dv[3] = { .2, .1, -.3 },
      d[3] = { 1.12057571630389, 1.45937747957338, .74801566570767 };
  double o[3];
  lia_rot_transport(o, R_B, W_B, v, dv);
  SAME(3, o, d, 1e-13, 0);
  // second derivative by differences of the first: w and the components move on
  const double wd[3] = { .4, -.1, .7 }, ddv[3] = { -.5, .3, .2 };
  double p[2][3], h = 1e-5;
  for (int e = 0; e < 2; e++) {
    double t = e ? h : -h, R[9], w[3], mid[3], x[3], y[3];
    for (int k = 0; k < 3; k++) {
      w[k] = W_B[k] + t * wd[k], mid[k] = W_B[k] + t / 2 * wd[k];
      x[k] = v[k] + t * dv[k] + t*t/2 * ddv[k], y[k] = dv[k] + t * ddv[k];
    }
    lia_rot_step(R, R_B, mid, t, LIA_BODY);
    lia_rot_transport(p[e], R, w, x, y);
  }
  lia_rot_transport2(o, R_B, W_B, wd, v, dv, ddv);
  for (int k = 0; k < 3; k++) NEAR((p[1][k] - p[0][k]) / (2*h), o[k], 1e-9, k);
}

LIA_TEST(rot, nan_in_nan_out) {
  for (int k = 0; k < 9; k++) {
    double R[9], M[9], v[3], nan = (double)NAN;
    lia_pole pole;
    lia_rot_fit f;
    lia_copy33(R, R_B);
    R[k] = nan;
    lia_rot_log(v, R, &pole);
    cr_assert(any_nan(3, v) && any_nan(3, pole.other));
    cr_assert(isnan(lia_rot_angle(R, R_B)) && isnan(lia_rot_defect(R)));
    lia_rot_slerp(M, R, R_B, .5, LIA_SHORT);
    cr_assert(any_nan(9, M));
    lia_rot_nearest(M, R, &f);
    cr_assert(any_nan(9, M) && isnan(f.dist) && isnan(f.sigma[0]) && f.flags == 0);
    lia_rot_polar(M, R, &f);
    cr_assert(any_nan(9, M));
    R[k] = (double)INFINITY;
    lia_copy33(M, I3);
    lia_rot_nearest(M, R, &f);
    for (int n = 0; n < 9; n++) cr_assert(isnan(M[n]));
    R[k] = nan;
    lia_rot_mean(M, 1, R, NULL, 3);
    cr_assert(any_nan(9, M));
  }
}

// one entry in a place of its own, of either sign and any size: it is the only singular value, and
// its column goes to its row; one that is far larger than all others says the same
LIA_TEST(rot, nearest_of_a_single_entry) {
  const double size[] = { 1e200, -1e200, 1, -1, 1e-200, -1e-200 };
  for (int k = 0; k < 9; k++)
    for (int s = 0; s < 8; s++) {
      double M[9] = { 0 }, R[9], x = size[s % 6];
      lia_rot_fit f;
      for (int i = 0; i < 9; i++) M[i] = i == k ? x : s > 5;
      lia_rot_nearest(R, M, &f);
      NEAR(f.sigma[0] / fabs(x), 1, 1e-15, k);
      cr_assert(f.sigma[1] <= 1e-15 * fabs(x) &&
          f.flags == (LIA_POLE_DEFICIENT | LIA_POLE_AMBIGUOUS));
      NEAR(R[k], x < 0 ? -1 : 1, 1e-15, k);
      NEAR(lia_rot_defect(R), 0, 2e-15, k);
      NEAR(lia_det33(R), 1, 2e-15, k);
    }
}

LIA_TEST(rot, nearest_does_not_see_the_size_of_a_matrix) {
  const double A[9] = { -3, -1, -2, -1, -5, -1, -2, -4, -7 };
  for (int sign = -1; sign < 2; sign += 2) {
    double M[9], R[9], X[9];
    lia_rot_fit f, g;
    lia_scale3(M, sign, A), lia_scale3(M + 3, sign, A + 3), lia_scale3(M + 6, sign, A + 6);
    lia_rot_nearest(R, M, &f);
    for (int e = -1000; e <= 1000; e += 100) {
      double S[9];
      for (int k = 0; k < 9; k++) S[k] = ldexp(M[k], e);
      lia_rot_nearest(X, S, &g);
      SAME(9, X, R, 1e-14, e);
      for (int k = 0; k < 3; k++) NEAR(ldexp(g.sigma[k], -e), f.sigma[k], 1e-14, e);
      cr_assert_eq(g.flags, f.flags);
    }
  }
}

/* a turn of axes is none where it mirrors or stretches; columns turn one by one, in place too */
LIA_TEST(rot, error_sees_a_mirror_and_a_stretch_and_columns_turn_as_vectors_do) {
  double R[9], M[9], B[6] = { 1, 4, 2, 5, 3, 6 }, x[3];
  lia_rot_about(R, 1, 0.7);
  cr_assert(lia_rot_error(R) < 1e-15);
  for (int k = 0; k < 9; k++) M[k] = -R[k];
  cr_assert(fabs(lia_rot_error(M) - 2) < 1e-15);
  for (int k = 0; k < 9; k++) M[k] = 1.001 * R[k];
  cr_assert(fabs(lia_rot_error(M) - (1.001 * 1.001 * 1.001 - 1)) < 1e-12);
  M[4] = NAN;
  cr_assert(isnan(lia_rot_error(M)));
  const double columns[2][3] = { { 1, 2, 3 }, { 4, 5, 6 } };
  lia_rot_columns(B, R, B, 2);
  for (int k = 0; k < 2; k++) {
    lia_mv3(x, R, columns[k]);
    for (int i = 0; i < 3; i++) cr_assert_eq(B[2*i + k], x[i]);
  }
}
