/* test_quat.c - unit quaternions: documents' numbers, round trips at every angle, rates by
 * differences */
#include "geo/quat.h"

#include "geo/rot.h"
#include "turns.h"

// base case B of [nonhol 2.1]: R = Rz(.4) Ry(-.3) Rx(.7), w_B = (.3, -.5, .9)
static const double R_B[9] = { .87992317628126, -.47319456458436, .04268615572902, .37202555194226,
    .63032909669907,
    -.68138257870054, .29552020666134, .61544466355827, .73068164993551 };
static const double q_B[4] = { .90012970217017, .36017788301292, -.07022156093804,
    .23474953511945 };
static const double v_B[3] = { .7453373752918, -.14531362525825, .48578108376139 };
static const double W_B[3] = { .3, -.5, .9 },
    W_A[3] = { .53899177533268, -.81680120359734, .43854721516123 };
static const double qd_B[4] = { -.1772193634902, .16210713668327, -.35190004263044,
    .32554712936405 };

static double sign_of(const double a[4], const double b[4]) {
  return lia_quat_dot(a, b) < 0 ? -1 : 1;
}

LIA_TEST(quat, nonhol_base_case) {
  double R[9], q[4], v[3];
  lia_quat_to_rot(R, q_B);
  SAME(9, R, R_B, 1e-13, 0);
  lia_quat_from_rot(q, R_B, NULL);
  SAME(4, q, q_B, 1e-13, 0);
  lia_quat_exp(q, v_B);
  SAME(4, q, q_B, 1e-13, 0);
  lia_quat_log(v, q_B, NULL);
  SAME(3, v, v_B, 1e-13, 0);
  NEAR(lia_norm3(v), 0.90145832628745, 1e-13, 0);
}

LIA_TEST(quat, nonhol_products_in_the_order_of_matrices) {
  const double p2[4] = { .96163261193671, .07285182744658, .24102584718149, -.1089122210219 };
  const double rel[4] = { .8818467640656, .36300217273335, .20575688680726, .21963563196642 };
  double p[4];
  lia_quat_mul(p, q_B, p2);
  SAME(4, p, rel, 1e-13, 0);
  // R1 = Rx(90), R2 = Rz(90): relative 120 degrees about (1,-1,1), absolute about (1,1,1) [nonhol
  // 2.1]
  double h = sqrt(.5), x[4] = { h, h, 0, 0 }, z[4] = { h, 0, 0, h }, a[4] = { .5, .5, -.5, .5 },
      b[4] = { .5, .5, .5, .5 };
  lia_quat_mul(p, x, z);
  SAME(4, p, a, 1e-15, 0);
  lia_quat_mul(x, z, x);   // into an argument
  SAME(4, x, b, 1e-15, 0);
}

LIA_TEST(quat, measures_of_one_vector_in_two_frames) {
  // [nonhol 2.1]
  const double b[3] = { 1, -2, .5 },
      a[3] = { 1.84765538331449, -1.22932393080614, -.57002829548745 };
  double o[3], c[4];
  lia_quat_rotate(o, q_B, b);
  SAME(3, o, a, 1e-13, 0);
  lia_quat_conj(c, q_B);
  lia_quat_rotate(o, c, o);
  SAME(3, o, b, 1e-13, 0);
  // and as p Q p*, Q = (0, v)                                                     [nonhol (A5.4.9)]
  double Q[4] = { 0, 1, -2, .5 };
  lia_quat_mul(Q, q_B, Q);
  lia_quat_mul(Q, Q, c);
  SAME(3, Q + 1, a, 1e-13, 0);
  NEAR(Q[0], 0, 1e-15, 0);
}

LIA_TEST(quat, course_matrices) {
  // [course E3.5]: 0R1, 0R2, 0R3, a turn about (1,2,2)/3, one of 2 pi/3 about (1,1,1)
  const double q[5][4] = { { .707106781187, .707106781187, 0, 0 },
                           { .683012702, .183012702, .683012702, .183012702 },
                           { .892399101, .369643811, .099045761, .239117618 },
                           { .939372712847, .114299269152, .228598538304, .228598538304 },
                           { .5, .5, .5, .5 } };
  const double s2 = sqrt(2), s3 = sqrt(3), s6 = sqrt(6);
  const double R[5][9] = { { 1, 0, 0, 0, 0, -1, 0, 1, 0 },
                           { 0, 0, 1, .5, s3/2, 0, -s3/2, .5, 0 },
                           { s3/2, -s2/4, s2/4, .5, s6/4, -s6/4, 0, s2/2, s2/2 },
      { .790970833142, -.377221166444, .481735749873, .481735749873, .869356770714, -.110224645650,
      -.377221166444, .319253812508, .869356770714 },
      { 0, 0, 1, 1, 0, 0, 0, 1, 0 } };
  for (int i = 0; i < 5; i++) {
    double p[4], P[9];
    lia_quat_from_rot(p, R[i], NULL);
    SAME(4, p, q[i], 1.5e-9, i);
    lia_quat_to_rot(P, q[i]);
    SAME(9, P, R[i], 1.5e-9, i);   // q is printed with nine digits
  }
}

LIA_TEST(quat, exp_and_log_undo_each_other_at_every_angle) {
  for (int i = 0; i < TURN_COUNT; i++) {
    double v[3], u[3], q[4], p[4];
    turn_vector(v, i);
    lia_quat_exp(q, v);
    NEAR(lia_quat_dot(q, q), 1, 1e-15, i);
    lia_quat_log(u, q, NULL);
    lia_quat_exp(p, u);
    lia_scale3(p + 1, sign_of(p, q), p + 1);
    p[0] *= sign_of(p, q) * (lia_dot3(p + 1, q + 1) < 0 ? -1 : 1);
    if (lia_norm3(v) < PI - 1e-9) SAME(3, u, v, 1e-15 * (1 + lia_norm3(v)), i);
    if (!(lia_norm3(u) <= PI + 1e-15)) cr_assert_fail("case %d: angle %.17g", i, lia_norm3(u));
  }
}

LIA_TEST(quat, matrices_and_quaternions_round_trip_at_every_angle) {
  for (int i = 0; i < TURN_COUNT; i++) {
    double v[3], q[4], p[4], R[9], S[9];
    lia_pole pole;
    turn_vector(v, i);
    lia_quat_exp(q, v);
    lia_quat_to_rot(R, q);
    lia_quat_from_rot(p, R, &pole);
    lia_quat_to_rot(S, p);
    SAME(9, S, R, 1e-15, i);
    NEAR(fabs(lia_quat_dot(p, q)), 1, 1e-15, i);
    if (p[0] < -LIA_POLE_NOISE) cr_assert_fail("case %d: w = %g", i, p[0]);
    for (int k = 0; k < 4; k++) NEAR(pole.other[k], -p[k], 0, i);
    cr_assert_eq(pole.flags, 0u);
    // small parts keep their relative precision: the axis of a turn of 1e-8 is as good as any
    double a = lia_norm3(v);
    if (a > 1e-12 && a < 1) {
      lia_quat_log(p, p, NULL);
      SAME(3, p, v, 1e-15 * (a + a), i);
    }
  }
}

LIA_TEST(quat, exp_of_small_vectors_keeps_every_digit) {
  for (double t = 1e-9; t < 1e-2; t *= 1.01) {
    double q[4], v[3] = { 0, t, 0 };
    lia_quat_exp(q, v);
    NEAR(q[2] / t, (double)(sinl((long double)t / 2) / (long double)t), 1.2e-16, 0);
    NEAR(q[0], (double)cosl((long double)t / 2), 1.2e-16, 0);
  }
}

LIA_TEST(quat, length_does_not_matter_and_zero_is_the_identity) {
  const double I[9] = { 1, 0, 0, 0, 1, 0, 0, 0, 1 }, one[4] = { 1, 0, 0, 0 };
  for (int e = -140; e <= 140; e += 20) {
    double q[4], R[9], v[3];
    for (int k = 0; k < 4; k++) q[k] = -pow(10, e) * q_B[k];
    lia_quat_to_rot(R, q);
    SAME(9, R, R_B, 1e-13, e);
    lia_quat_log(v, q, NULL);
    SAME(3, v, v_B, 1e-13, e);
    lia_quat_unit(q, q);
    NEAR(lia_quat_dot(q, q_B), -1, 1e-15, e);
    NEAR(lia_quat_angle(q, q_B), 0, 1e-15, e);
  }
  for (double e = 1e-320; e < 1e300; e *= 1e30) {
    double q[4] = { 0, 3 * e, 0, -4 * e }, u[4] = { 0, .6, 0, -.8 };
    lia_quat_unit(q, q);
    SAME(4, q, u, e < 1e-307 ? 1e-3 : 1e-15, (int)log10(e));
  }
  // the length itself may leave the range of doubles: (1, 1, 1, 1) is 120 degrees about the
  // diagonal                                                                       [course E3.5]
  const double size[3] = { 1.7e308, 5e-324, 1e-310 };
  for (int k = 0; k < 3; k++) {
    double q[4] = { size[k], size[k], size[k], size[k] }, half[4] = { .5, .5, .5, .5 };
    lia_quat_unit(q, q);
    SAME(4, q, half, 1e-15, k);
  }
  for (int k = 0; k < 4; k++) {
    double none[4] = { 0 }, far[4] = { 0 };
    none[k] = (double)NAN;
    lia_quat_unit(none, none);
    cr_assert(any_nan(4, none), "%d", k);
    // one number alone, the largest and the smallest there are
    far[k] = k % 2 ? -1.7e308 : -5e-324;
    lia_quat_unit(far, far);
    for (int j = 0; j < 4; j++) NEAR(far[j], j == k ? -1 : 0, 0, k);
  }
  double z[4] = { 0 }, R[9], v[3];
  lia_quat_to_rot(R, z);
  SAME(9, R, I, 0, 0);
  lia_quat_log(v, z, NULL);
  SAME(3, v, z, 0, 0);
  lia_quat_unit(z, z);
  SAME(4, z, one, 0, 0);
}

LIA_TEST(quat, canonical_sign) {
  const double in[8][4] = { { -.5, .5, .5, .5 }, { .5, -.5, .5, .5 }, { 0, -.6, .8, 0 },
      { 1e-17, 0, -.6, -.8 }, { -1e-17, 1e-17, 1e-17, -1 },
      { -1e-13, .6, .8, 0 }, { 0, 0, 0, 1 }, { -1e-16, .6, -.8, 0 } };
  const double sign[8] = { -1, 1, -1, -1, -1, -1, 1, 1 };
  for (int i = 0; i < 8; i++) {
    double q[4];
    lia_quat_canon(q, in[i]);
    for (int k = 0; k < 4; k++) NEAR(q[k], sign[i] * in[i][k], 0, i);
  }
}

LIA_TEST(quat, poles_of_the_logarithm) {
  for (int i = 0; i < TURN_COUNT; i++) {
    double v[3], q[4], u[3], p[4];
    lia_pole pole;
    turn_vector(v, i);
    lia_quat_exp(q, v);
    lia_quat_log(u, q, &pole);
    lia_quat_exp(p, pole.other);
    NEAR(pole.other[3], 0, 0, i);
    // the other branch is the same rotation, 2 pi - angle the other way round
    NEAR(fabs(lia_quat_dot(p, q)), 1, 1e-15, i);
    NEAR(lia_norm3(u) + lia_norm3(pole.other), 2 * PI, 1e-14, i);
    if (lia_norm3(u) > 0)
      NEAR(lia_dot3(u, pole.other), -lia_norm3(u) * lia_norm3(pole.other), 1e-14, i);
    double a = lia_norm3(v), to_pi = fabs(a - PI);
    unsigned want = (a < 1e-9 ? LIA_POLE_NO_AXIS : 0u) | (to_pi < 1e-9 ? LIA_POLE_HALF_TURN : 0u);
    if (pole.flags != want) cr_assert_fail("case %d: flags %u for angle %.17g", i, pole.flags, a);
  }
  // identity: no axis, z stands for it
  double one[4] = { 1, 0, 0, 0 }, u[3], zero[3] = { 0 }, full[3] = { 0, 0, -2 * PI };
  lia_pole pole;
  lia_quat_log(u, one, &pole);
  SAME(3, u, zero, 0, 0);
  SAME(3, pole.other, full, 1e-15, 0);
  // half a turn about k = (2,-1,2)/3 [nonhol 2.1]: +k first, -k the other; the same from -k
  double k[4] = { 0, -2/3.0, 1/3.0, -2/3.0 };
  lia_quat_log(u, k, &pole);
  double want[3] = { 2*PI/3, -PI/3, 2*PI/3 };
  SAME(3, u, want, 1e-15, 0);
  lia_scale3(want, -1, want);
  SAME(3, pole.other, want, 1e-14, 0);
}

LIA_TEST(quat, slerp_goes_at_constant_speed_the_short_way_or_the_long_one) {
  for (int i = 0; i < 400; i++) {
    double v[3], w[3], a[4], b[4], c[4], d[4];
    turn_vector(v, TURN_NEAR + i);
    turn_vector(w, i * 7 % TURN_COUNT);
    lia_quat_exp(a, v);
    lia_quat_exp(b, w);
    lia_quat_mul(b, a, b);
    if (i % 2) for (int k = 0; k < 4; k++) b[k] = -b[k];
    double angle = lia_quat_angle(a, b);
    NEAR(angle, fmin(lia_norm3(w), 2*PI - lia_norm3(w)), 2e-15, i);
    for (int way = LIA_SHORT; way <= LIA_LONG; way++) {
      double whole = way == LIA_SHORT ? angle : 2*PI - angle;
      lia_quat_slerp(c, a, b, 0, (lia_way)way);
      NEAR(lia_quat_angle(c, a), 0, 1e-15, i);
      lia_quat_slerp(c, a, b, 1, (lia_way)way);
      NEAR(lia_quat_angle(c, b), 0, 6e-15, i);
      lia_quat_slerp(c, a, b, 0.25, (lia_way)way);
      NEAR(lia_quat_angle(a, c), whole / 4, 3e-15, i);
      lia_quat_slerp(d, a, b, 0.5, (lia_way)way);
      NEAR(lia_quat_angle(c, d), whole / 4, 3e-15, i);
      lia_quat_slerp(d, a, b, -0.25, (lia_way)way);
      NEAR(lia_quat_angle(c, d), fmin(whole / 2, 2*PI - whole / 2), 3e-15, i);
    }
  }
}

LIA_TEST(quat, powers) {
  double q[4], p[4], r[4];
  lia_quat_pow(q, q_B, 0.5);
  lia_quat_mul(p, q, q);
  SAME(4, p, q_B, 1e-15 + 1e-13, 0);
  lia_quat_pow(q, q_B, -1);
  lia_quat_conj(r, q_B);
  SAME(4, q, r, 1e-13, 0);
  lia_quat_pow(q, q_B, 3);
  lia_quat_mul(p, q_B, q_B);
  lia_quat_mul(p, p, q_B);
  NEAR(lia_quat_angle(p, q), 0, 1e-13, 0);
}

LIA_TEST(quat, between_takes_one_direction_to_the_other_by_the_shortest_way) {
  for (int i = 0; i < 26 * 26; i++) {
    for (int n = 0; n < NEAR_COUNT; n++) {
      double a[3], b[3], t[3], q[4], c[3];
      turn_axis(a, i / 26);
      turn_axis(t, i % 26);
      // b: a or its opposite, moved a little towards t
      lia_scale3(b, i % 2 ? 1 : -1, a);
      lia_addto3(b, NEAR_LIST[n], t);
      lia_unit3(b, b);
      lia_cross3(c, a, b);
      double angle = atan2(lia_norm3(c), lia_dot3(a, b)), len_a[3], len_b[3];
      lia_scale3(len_a, 1e-200, a);
      lia_scale3(len_b, 1e200, b);
      unsigned flags = lia_quat_between(q, len_a, len_b);
      lia_quat_rotate(c, q, a);
      SAME(3, c, b, 3e-15, i);
      double one[4] = { 1, 0, 0, 0 };
      NEAR(lia_quat_angle(q, one), angle, 3e-15, i);
      if (angle < PI - 1e-13 && flags) cr_assert_fail("case %d: flags %u at %g", i, flags, angle);
      if (angle == PI && flags != LIA_POLE_AMBIGUOUS)
        cr_assert_fail("case %d: opposite, flags %u", i, flags);
    }
  }
  // opposite: about the part of e perpendicular to a, e the first of the axes a leans to least
  for (int i = 0; i < 125; i++) {
    double a[3] = { i % 5 - 2, i / 5 % 5 - 2, i / 25 - 2 }, b[3], q[4], e[3] = { 0 }, want[3];
    if (lia_norm3(a) == 0) continue;
    double least = fmin(fmin(fabs(a[0]), fabs(a[1])), fabs(a[2]));
    e[fabs(a[0]) == least ? 0 : fabs(a[1]) == least ? 1 : 2] = 1;
    lia_scale3(b, -3, a);
    lia_copy3(want, e);
    lia_addto3(want, -lia_dot3(a, e) / lia_dot3(a, a), a);
    lia_unit3(want, want);
    cr_assert_eq(lia_quat_between(q, a, b), LIA_POLE_AMBIGUOUS);
    NEAR(fabs(lia_dot3(q + 1, want)), 1, 1e-15, i);
    NEAR(q[0], 0, 1e-15, i);
    NEAR(lia_quat_dot(q, q), 1, 1e-15, i);
  }
  double q[4], zero[3] = { 0 }, x[3] = { 1, 0, 0 }, one[4] = { 1, 0, 0, 0 };
  cr_assert_eq(lia_quat_between(q, zero, x), LIA_POLE_AMBIGUOUS);
  SAME(4, q, one, 0, 0);
  cr_assert_eq(lia_quat_between(q, x, zero), LIA_POLE_AMBIGUOUS);
  SAME(4, q, one, 0, 0);
}

LIA_TEST(quat, rates_of_the_base_case_in_both_frames) {
  double qd[4], w[3];
  lia_quat_rate(qd, q_B, W_B, LIA_BODY);
  SAME(4, qd, qd_B, 1e-13, 0);
  lia_quat_rate(qd, q_B, W_A, LIA_BASE);
  SAME(4, qd, qd_B, 1e-13, 0);
  lia_quat_omega(w, q_B, qd_B, LIA_BODY);
  SAME(3, w, W_B, 1e-13, 0);
  lia_quat_omega(w, q_B, qd_B, LIA_BASE);
  SAME(3, w, W_A, 1e-13, 0);
  // of a longer quaternion that also changes its length, the same
  double p[4], pd[4];
  for (int k = 0; k < 4; k++) p[k] = -3 * q_B[k], pd[k] = -3 * qd_B[k] + 0.7 * q_B[k];
  lia_quat_omega(w, p, pd, LIA_BODY);
  SAME(3, w, W_B, 1e-13, 0);
  // (A5.3.2): W = 2 [-q1 eta q3 -q2; -q2 -q3 eta q1; -q3 q2 -q1 eta] p'
  const double *q = q_B;
  double M[12] = { -q[1], q[0], q[3], -q[2], -q[2], -q[3], q[0], q[1], -q[3], q[2], -q[1], q[0] };
  for (int k = 0; k < 3; k++) NEAR(2 * lia_quat_dot(M + 4*k, qd_B), W_B[k], 1e-13, k);
}

// attitude under w_A(t) = a + b t, told as (q, q', q'')
LIA_TEST(quat, second_rates_are_the_derivatives_of_the_first) {
  lia_rng r = lia_rng_seed(5);
  for (int i = 0; i < 200; i++) {
    double q[4], w[3], wd[3], qd[4], qdd[4], h = 1e-5;
    lia_rng_quat(&r, q);
    lia_rng_unit(&r, w, 3);
    lia_rng_unit(&r, wd, 3);
    for (int side = LIA_BASE; side <= LIA_BODY; side++) {
      lia_side s = (lia_side)side;
      lia_quat_rate(qd, q, w, s);
      lia_quat_rate2(qdd, q, qd, wd, s);
      // q' a little later and a little earlier, from q and w there
      double p[2][4], x[4], y[3], back[3];
      for (int e = 0; e < 2; e++) {
        double t = e ? h : -h;
        for (int k = 0; k < 4; k++) x[k] = q[k] + t * qd[k] + t*t/2 * qdd[k];
        for (int k = 0; k < 3; k++) y[k] = w[k] + t * wd[k];
        lia_quat_rate(p[e], x, y, s);
      }
      for (int k = 0; k < 4; k++) NEAR((p[1][k] - p[0][k]) / (2*h), qdd[k], 1e-9, i);
      lia_quat_accel(back, q, qd, qdd, s);
      SAME(3, back, wd, 1e-14, i);
      NEAR(lia_quat_dot(q, qdd), -lia_quat_dot(qd, qd), 1e-15, i);
    }
  }
}

// length is no turn: q = L p turns as p does, whatever L does. L = 2 + 0.7 t at t = 0, where L' =
// 0.7; with L'' = 0 the second rates of q are L'' p + 2 L' p' + L p''
LIA_TEST(quat, second_rates_of_quaternions_of_changing_length) {
  const double p[4] = { .5, -.5, .5, .5 }, w[3] = { .3, -1.1, .8 }, wd[3] = { -.6, .2, 1.7 }, L = 2,
      Ld = .7;
  for (int side = LIA_BASE; side <= LIA_BODY; side++) {
    double pd[4], pdd[4], q[4], qd[4], want[4], got[4], back[3];
    lia_quat_rate(pd, p, w, (lia_side)side);
    lia_quat_rate2(pdd, p, pd, wd, (lia_side)side);
    for (int k = 0; k < 4; k++)
      q[k] = L * p[k], qd[k] = Ld * p[k] + L * pd[k], want[k] = 2 * Ld * pd[k] + L * pdd[k];
    lia_quat_rate2(got, q, qd, wd, (lia_side)side);
    SAME(4, got, want, 1e-14, side);
    lia_quat_accel(back, q, qd, want, (lia_side)side);
    SAME(3, back, wd, 1e-14, side);
  }
}

LIA_TEST(quat, an_angle_too_long_for_a_double_still_turns) {
  const double v[3] = { 1.7e308, 1.7e308, 1.7e308 };
  double q[4];
  lia_quat_exp(q, v);
  NEAR(lia_quat_dot(q, q), 1, 1e-15, 0);
  NEAR(q[1], q[3], 0, 0);
}

LIA_TEST(quat, steps_of_constant_rate_are_exact) {
  // [nonhol 2.1]: constant body rate from the base case, t = 2
  const double p2[4] = { .13998762155429, .43772754207164, -.61002085060431, .64550184085832 };
  double q[4];
  lia_copy3(q, q_B), q[3] = q_B[3];
  for (int k = 0; k < 20; k++) lia_quat_step(q, q, W_B, 0.1, LIA_BODY);
  SAME(4, q, p2, 1e-13, 0);
  lia_quat_step(q, q_B, W_A, 2, LIA_BASE);
  SAME(4, q, p2, 1e-13, 0);
}

LIA_TEST(quat, nan_in_nan_out) {
  for (int k = 0; k < 9; k++) {
    double R[9], q[4], p[4], v[3];
    lia_pole pole;
    lia_copy33(R, R_B);
    R[k] = (double)NAN;
    lia_quat_from_rot(q, R, &pole);
    cr_assert(any_nan(4, q));
    if (k >= 4) continue;
    for (int j = 0; j < 4; j++) q[j] = j == k ? (double)NAN : q_B[j];
    lia_quat_to_rot(R, q);
    cr_assert(any_nan(9, R));
    lia_quat_unit(p, q);
    cr_assert(any_nan(4, p));
    lia_quat_canon(p, q);
    cr_assert(any_nan(4, p));
    lia_quat_log(v, q, &pole);
    cr_assert(any_nan(3, v) && any_nan(3, pole.other));
    lia_quat_slerp(p, q, q_B, 0.5, LIA_SHORT);
    cr_assert(any_nan(4, p));
    cr_assert(any_nan(1, (double[1]){ lia_quat_angle(q, q_B) }));
    if (k >= 3) continue;
    for (int j = 0; j < 3; j++) v[j] = j == k ? (double)NAN : v_B[j];
    lia_quat_exp(q, v);
    cr_assert(any_nan(4, q));
    lia_quat_between(q, v, v_B);
    cr_assert(any_nan(4, q));
    lia_quat_between(q, v_B, v);
    cr_assert(any_nan(4, q));
  }
  double q[4], inf[3] = { (double)INFINITY, 0, 0 };
  lia_quat_exp(q, inf);
  cr_assert(any_nan(4, q));
}

// what is no rotation has a quaternion all the same, by one formula of its entries' ratios, however
// large they are
LIA_TEST(quat, matrices_of_any_size_give_the_quaternion_of_their_direction) {
  for (int e = 20; e <= 300; e += 5) {
    double R[9], p[4], q[4];
    for (int k = 0; k < 9; k++) R[k] = R_B[k] * 1e20;
    lia_quat_from_rot(q, R, NULL);
    for (int k = 0; k < 9; k++) R[k] = R_B[k] * pow(10, e);
    lia_quat_from_rot(p, R, NULL);
    SAME(4, p, q, 1e-14, e);
  }
}

// a third of a turn about (1, 1, 1) or its like permutes the axes: all four numbers are 1/2,
// whichever is divided by
LIA_TEST(quat, permutations_of_the_axes) {
  for (int n = 0; n < 8; n++) {
    double q[4] = { .5, n & 1 ? -.5 : .5, n & 2 ? -.5 : .5, n & 4 ? -.5 : .5 }, R[9], p[4];
    lia_quat_to_rot(R, q);
    cr_assert(lia_trace33(R) == 0);
    lia_quat_from_rot(p, R, NULL);
    SAME(4, p, q, 0, n);
  }
}
