/* test_dress.c - every dress of a rotation: conversions between all pairs, rates against
 * differences, propagation laws */
#include "dresscase.h"

LIA_TEST(dress, sizes) {
  const int size[LIA_ROT_REPR_COUNT] = { 9, 4, 4, 3, 3, 3 };
  for (int n = 0; n < LIA_ROT_REPR_COUNT; n++)
    cr_assert_eq(lia_rot_repr_size(dress_of(n)), size[n]);
}

LIA_TEST(dress, all_conversions_between_all_pairs_keep_the_rotation) {
  for (int i = 0; i < TURN_COUNT; i += 17) {
    double v[3], R[9], x[MAX], y[MAX], z[MAX];
    turn_vector(v, i);
    lia_rot_exp(R, v);
    for (int a = 0; a < DRESSES; a++) {
      lia_rot_repr_from_rot(x, dress_of(a), R, NULL);
      double worst = miss(R, dress_of(a), x);
      if (!(worst <= 7e-15)) cr_assert_fail("turn %d, dress %d: off by %g", i, a, worst);
      for (int b = 0; b < DRESSES; b++) {
        lia_pole pole;
        lia_rot_repr_convert(y, dress_of(b), x, dress_of(a), &pole);
        worst = miss(R, dress_of(b), y);
        if (!(worst <= 1.5e-14)) cr_assert_fail("turn %d, %d to %d: off by %g", i, a, b, worst);
        // into the argument itself, and without a pole, the same
        lia_rot_repr_convert(z, dress_of(a), x, dress_of(a), NULL);
        for (int k = 0; k < lia_rot_repr_size(dress_of(a)); k++) z[k] = x[k];
        lia_rot_repr_convert(z, dress_of(b), z, dress_of(a), NULL);
        SAME(lia_rot_repr_size(dress_of(b)), z, y, 0, i);
        // the second branch is the same rotation
        if (dress_of(b).kind == LIA_ROT_REPR_matrix) continue;
        worst = miss(R, dress_of(b), pole.other);
        double tol = pole.flags & LIA_POLE_INFINITE ? 2.1e-9 : 1.5e-14;
        if (!(worst <= tol))
          cr_assert_fail("turn %d, %d to %d, other branch: off by %g", i, a, b, worst);
      }
    }
  }
}

// from every dress into every other and back: the rotation to 1e-12, to 1e-7 within 1e-9 of a
// singular set of either; and the numbers themselves to 1e-12 where both are some way from theirs
LIA_TEST(dress, round_trips_of_all_ordered_pairs_at_and_beside_every_singular_set) {
  int numbers = 0;
  for (int a = 0; a < DRESSES; a++)
    for (int b = 0; b < DRESSES; b++) {
      double x[MAX], y[MAX], back[MAX], again[MAX], R[9];
      lia_rot_repr from = dress_of(a), to = dress_of(b);
      for (int i = 0; place_of(x, from, i); i++) {
        lia_rot_repr_to_rot(R, from, x);
        lia_rot_repr_convert(y, to, x, from, NULL);
        lia_rot_repr_convert(back, from, y, to, NULL);
        double near = fmin(margin(from, x), margin(to, y)), tol = near < 1.01e-9 ? 1e-7 : 1e-12;
        double worst = fmax(miss(R, to, y), miss(R, from, back));
        if (!(worst <= tol)) cr_assert_fail("dress %d to %d, place %d: off by %g", a, b, i, worst);
        // there and back once more brings the numbers back
        if (near < .02) continue;
        lia_rot_repr_convert(y, to, back, from, NULL);
        lia_rot_repr_convert(again, from, y, to, NULL);
        SAME(lia_rot_repr_size(from), again, back,
            from.kind == LIA_ROT_REPR_rodrigues ? 1e-12 * (1 + lia_dot3(back, back)) : 1e-12, i);
        numbers++;
      }
    }
  cr_assert_gt(numbers, 8000, "%d", numbers);
}

LIA_TEST(dress, the_way_between_matrix_and_angles_is_direct) {
  // matrix to matrix is a copy, orthonormal or not; a matrix and a quaternion have no singular set
  const double M[9] = { 1, 2, 3, 4, 5, 6, 7, 8, 10 }, q[4] = { .5, -.5, .5, .5 };
  const lia_rot_repr matrix = { .kind = LIA_ROT_REPR_matrix }, quat = { .kind = LIA_ROT_REPR_quat };
  double x[MAX], y[MAX];
  lia_pole used = { .flags = 255, .coef = { 1, 1, 1 }, .sum = 9 }, pole = used;
  lia_rot_repr_convert(x, matrix, M, matrix, &pole);
  SAME(9, x, M, 0, 0);
  cr_assert(clean(&pole));
  lia_rot_repr_from_quat(x, matrix, q, (pole = used, &pole));
  cr_assert(clean(&pole));
  lia_rot_repr_from_quat(x, quat, q, (pole = used, &pole));
  cr_assert(clean(&pole));
  SAME(4, x, q, 0, 0);
  for (int k = 0; k < 4; k++) NEAR(pole.other[k], -q[k], 0, k);
  // through a quaternion some of these digits would change
  int differ = 0;
  lia_rng r = lia_rng_seed(5);
  for (int n = LIA_ROT_REPR_euler; n < DRESSES; n++) {
    lia_rot_repr d = dress_of(n);
    double a[3], R[9], want[3], p[4];
    for (int k = 0; k < 3; k++) a[k] = lia_rng_range(&r, .2, 1.3);
    lia_euler_to_rot(R, d.euler, a);
    lia_rot_repr_convert(y, matrix, a, d, NULL);
    SAME(9, y, R, 0, n);
    lia_euler_from_rot(want, d.euler, R, NULL);
    lia_rot_repr_convert(x, d, R, matrix, NULL);
    SAME(3, x, want, 0, n);
    lia_euler_to_quat(p, d.euler, a);
    lia_quat_to_rot(y, p);
    differ += worst_of(9, y, R) > 0;
  }
  cr_assert_gt(differ, 5, "%d", differ);
}

LIA_TEST(dress, numbers_come_back_wherever_they_are_unique) {
  for (int i = 0; i < TURN_COUNT; i += 3) {
    double v[3], x[MAX], y[MAX], back[MAX];
    turn_vector(v, i);
    double t = lia_norm3(v);
    if (t < 1e-9 || t > PI - 1e-9) continue;
    lia_rot_repr from = dress_of(LIA_ROT_REPR_euler_vector);
    for (int a = LIA_ROT_REPR_quat; a <= LIA_ROT_REPR_rodrigues; a++) {
      lia_rot_repr d = dress_of(a);
      lia_rot_repr_convert(x, d, v, from, NULL);
      double size = 0;
      for (int k = 0; k < lia_rot_repr_size(d); k++) size = fmax(size, fabs(x[k]));
      for (int b = LIA_ROT_REPR_quat; b <= LIA_ROT_REPR_rodrigues; b++) {
        lia_rot_repr_convert(y, dress_of(b), x, d, NULL);
        lia_rot_repr_convert(back, d, y, dress_of(b), NULL);
        // tan(t/2) grows: an error of 1e-16 in the angle is one of 1e-16 |p|^2 in p
        double tol = 4e-15 * (a == LIA_ROT_REPR_rodrigues ? 1 + size * size : 1);
        SAME(lia_rot_repr_size(d), back, x, tol, i);
      }
    }
  }
}

LIA_TEST(dress, documented_numbers_in_every_dress) {
  // base case B: all 20 directed conversions of {matrix, Euler vector, RPY, quaternion, Rodrigues}
  //                                                                             [nonhol 2.1, T07]
  const lia_rot_repr d[6] = { dress_of(LIA_ROT_REPR_matrix), dress_of(LIA_ROT_REPR_quat),
      dress_of(LIA_ROT_REPR_axis), dress_of(LIA_ROT_REPR_euler_vector),
      dress_of(LIA_ROT_REPR_rodrigues), { LIA_ROT_REPR_euler, { LIA_EULER_zyx, LIA_MOVING } } };
  const double x[6][MAX] = {
      { .87992317628126, -.47319456458436, .04268615572902, .37202555194226, .63032909669907,
      -.68138257870054, .29552020666134, .61544466355827, .73068164993551 },
      { .90012970217017, .36017788301292, -.07022156093804, .23474953511945 },
      { .8268129025569, -.16119838379741, .53888357297894, .90145832628745 },
      { .7453373752918, -.14531362525825, .48578108376139 },
      { .40013998220984, -.07801271391082, .26079523267978 },
      { .4, -.3, .7 } };
  // thesis M10: zxz psi=.3 theta=.7 phi=-.4, and RPY r=.1 t=-.2 l=.3
  const lia_rot_repr zxz = { LIA_ROT_REPR_euler, { LIA_EULER_zxz, LIA_MOVING } },
      rpy = { LIA_ROT_REPR_euler, LIA_EULER_RPY };
  const double a1[3] = { .3, .7, -.4 }, a2[3] = { .1, -.2, .3 };
  const double y[2][6][MAX] = {
      { { 0 }, { .938198742, .322108844, .117578906, -.046949068 },
      { .930689546, .339728204, -.135652924, .7068155531163 },
      { 0 }, { .343326877, .125324093, -.050041708 }, { 0 } },
      { { 0 }, { .981856173, .064071348, -.091157549, .153439302 }, { 0 }, { 0 },
          { .065255329, -.09284206, .156274724 }, { 0 } } };
  double z[MAX];
  for (int a = 0; a < 6; a++)
    for (int b = 0; b < 6; b++) {
      lia_rot_repr_convert(z, d[b], x[a], d[a], NULL);
      SAME(lia_rot_repr_size(d[b]), z, x[b], 1e-13, 10 * a + b);
    }
  for (int n = 0; n < 2; n++)
    for (int b = 0; b < 6; b++) {
      if (y[n][b][0] == 0) continue;
      lia_rot_repr_convert(z, d[b], n ? a2 : a1, n ? rpy : zxz, NULL);
      SAME(lia_rot_repr_size(d[b]), z, y[n][b], 1e-9, b);
    }
  lia_rot_repr_convert(z, d[2], a2, rpy, NULL);
  NEAR(z[3], .38156478417972, 1e-13, 0);
}

LIA_TEST(dress, axis_and_angle_have_two_branches) {
  // angle in [0, pi] and 2 pi minus it about the opposite axis; half a turn: u = +-(1,0,-1)/sqrt 2
  // [course E3.4]
  const double fanuc[9] = { 0, 0, -1, 0, -1, 0, -1, 0, 0 }, h = sqrt(.5);
  double x[4];
  lia_pole pole;
  lia_rot_repr_from_rot(x, dress_of(LIA_ROT_REPR_axis), fanuc, &pole);
  SAME(4, x, ((double[4]){ h, 0, -h, PI }), 1e-15, 0);
  SAME(4, pole.other, ((double[4]){ -h, 0, h, PI }), 1e-15, 0);
  cr_assert_eq(pole.flags, LIA_POLE_HALF_TURN);
  lia_rot_repr_from_rot(x, dress_of(LIA_ROT_REPR_quat), fanuc, &pole);
  SAME(4, x, ((double[4]){ 0, h, 0, -h }), 1e-15, 0);
  SAME(4, pole.other, ((double[4]){ 0, -h, 0, h }), 1e-15, 0);
  // identity: any axis, z is given
  double one[4] = { 1, 0, 0, 0 };
  lia_axang_from_quat(x, x + 3, one, &pole);
  SAME(4, x, ((double[4]){ 0, 0, 1, 0 }), 0, 0);
  cr_assert_eq(pole.flags, LIA_POLE_NO_AXIS);
  NEAR(pole.other[3], 2 * PI, 0, 0);
  // a hair beyond half a turn is half a turn about the canonical axis
  lia_axang_from_quat(x, x + 3, (double[4]){ -1e-15, 0, .6, -.8 }, &pole);
  SAME(4, x, ((double[4]){ 0, .6, -.8, PI }), 0, 0);
  // any length of axis, none at all, angles beyond a turn and backwards
  double q[4], p[4];
  const double size[3] = { 1.7e308, 5e-324, 1e-310 };
  for (int k = 0; k < 3; k++) {
    lia_axang_to_quat(q, (double[3]){ size[k], size[k], size[k] }, 2 * PI / 3);
    // [course E3.5]
    SAME(4, q, ((double[4]){ .5, .5, .5, .5 }), 1e-15, k);
  }
  lia_axang_to_quat(q, (double[3]){ 1e-200, 2e-200, 2e-200 }, .7);
  // [course E3.5]
  SAME(4, q, ((double[4]){ .939372712847, .114299269152, .228598538304, .228598538304 }), 1e-12, 0);
  lia_axang_to_quat(q, (double[3]){ 0, 0, 0 }, .7);
  SAME(4, q, one, 0, 0);
  lia_axang_to_quat(q, (double[3]){ 0, 2, 0 }, -.5 + 4 * PI);
  lia_axang_to_quat(p, (double[3]){ 0, -1, 0 }, .5);
  NEAR(lia_quat_angle(p, q), 0, 1e-15, 0);
}

LIA_TEST(dress, rodrigues_parameters_at_half_a_turn_and_their_product) {
  double q[4], p[3];
  lia_pole pole;
  // R = I + 2/(1 + p.p) (p~ + p~ p~), with the exponent the print lost       [nonhol (A5.6.2), E15]
  const double a[3] = { .1, .2, -.3 }, b[3] = { -.2, .4, .1 },
      c[3] = { .041237113, .670103093, -.12371134 };
  double S[9], K[9], R[9], F[9];
  lia_skew3(S, a);
  lia_mul33(K, S, S);
  for (int k = 0; k < 9; k++) F[k] = (k % 4 == 0) + 2 / (1 + lia_dot3(a, a)) * (S[k] + K[k]);
  lia_rot_repr_to_rot(R, dress_of(LIA_ROT_REPR_rodrigues), a);
  SAME(9, R, F, 1e-15, 0);
  lia_gibbs_mul(p, a, b);
  // [thesis M10]
  SAME(3, p, c, 1e-9, 0);
  // absolute and relative composition of the base case                                 [nonhol 2.1]
  const double pB[3] = { .40013998220984, -.07801271391082, .26079523267978 },
      rel[3] = { .41163860607686, .23332498931975, .24906326236752 };
  double p2[3], q2[4] = { .96163261193671, .07285182744658, .24102584718149, -.1089122210219 };
  lia_gibbs_from_quat(p2, q2, NULL);
  lia_gibbs_mul(p, pB, p2);
  SAME(3, p, rel, 1e-13, 0);
  // a.b = 1: the product is half a turn
  lia_gibbs_mul(p, (double[3]){ 1, 0, 0 }, (double[3]){ 1, 0, 0 });
  lia_gibbs_to_quat(q, p);
  SAME(4, q, ((double[4]){ 0, 1, 0, 0 }), 1e-15, 0);
  // near and at half a turn
  for (int i = 0; i < TURN_NEAR; i++) {
    double v[3];
    turn_vector(v, i);
    double t = lia_norm3(v);
    lia_quat_exp(q, v);
    lia_gibbs_from_quat(p, q, &pole);
    cr_assert_eq(pole.flags, fabs(t - PI) < 1e-9 ? LIA_POLE_HALF_TURN | LIA_POLE_INFINITE : 0u,
        "turn %d: %u at %.17g", i, pole.flags, t);
    for (int k = 0; k < 3; k++) NEAR(pole.other[k], pole.flags ? -p[k] : p[k], 0, i);
    if (!(lia_norm3(p) <= 1.0001e16)) cr_assert_fail("turn %d: |p| = %g", i, lia_norm3(p));
    double back[4];
    lia_gibbs_to_quat(back, p);
    NEAR(lia_quat_angle(back, q), 0, 6e-15, i);
  }
  // exactly there: along the axis whose first number is positive
  lia_gibbs_from_quat(p, (double[4]){ 0, -.6, 0, .8 }, &pole);
  SAME(3, p, ((double[3]){ .6e16, 0, -.8e16 }), 2, 0);
  // infinite going in
  lia_gibbs_to_quat(q, (double[3]){ 5, (double)INFINITY, -(double)INFINITY });
  SAME(4, q, ((double[4]){ 0, 0, sqrt(.5), -sqrt(.5) }), 1e-15, 0);
  lia_gibbs_to_quat(q, (double[3]){ 0, (double)INFINITY, -3 });
  SAME(4, q, ((double[4]){ 0, 0, 1, 0 }), 0, 0);
  // flags at 1e-9
  for (int i = 0; i < 2; i++) {
    lia_axang_to_quat(q, (double[3]){ 0, 0, 1 }, PI - (i ? 1.01e-9 : 0.99e-9));
    lia_gibbs_from_quat(p, q, &pole);
    cr_assert_eq(pole.flags, i ? 0u : LIA_POLE_HALF_TURN | LIA_POLE_INFINITE);
  }
  lia_gibbs_to_quat(q, (double[3]){ 0, 3e200, 4e200 });
  SAME(4, q, ((double[4]){ 0, 0, .6, .8 }), 1e-15, 0);
  for (int k = 0; k < 3; k++) {
    double far[3] = { 2, -1, 3 }, half[4] = { 0 };
    far[k] = -(double)INFINITY;
    half[k + 1] = -1;
    lia_gibbs_to_quat(q, far);
    SAME(4, q, half, 0, k);
  }
  // finite, though the length is not: half a turn about the diagonal
  lia_gibbs_to_quat(q, (double[3]){ 1.7e308, 1.7e308, -1.7e308 });
  SAME(4, q, ((double[4]){ 0, 1 / sqrt(3), 1 / sqrt(3), -1 / sqrt(3) }), 1e-15, 0);
  lia_gibbs_to_quat(q, (double[3]){ 0, (double)NAN, (double)INFINITY });
  cr_assert(any_nan(4, q));
}

LIA_TEST(dress, products_in_one_dress_are_those_of_the_matrices) {
  const lia_rot_repr quat = dress_of(LIA_ROT_REPR_quat), gibbs = dress_of(LIA_ROT_REPR_rodrigues);
  double z[MAX], R[9], S[9], x[MAX], y[MAX], v[3];
  lia_pole pole;
  // lengths multiply, the sign stays: 2 q' conj(q) is no rotation   [nonhol (A5.2.5), thesis F2.11]
  lia_rot_repr_mul(z, quat, (double[4]){ 1, 2, 3, 4 }, (double[4]){ -5, 6, -7, 8 }, &pole);
  SAME(4, z, ((double[4]){ -5 - 12 + 21 - 32, 6 - 10 + 24 + 28, -7 - 15 + 24 - 16,
      8 - 20 - 14 - 18 }), 0, 0);
  for (int k = 0; k < 4; k++) NEAR(pole.other[k], -z[k], 0, k);
  // [thesis M10]
  lia_rot_repr_mul(z, gibbs, (double[3]){ .1, .2, -.3 }, (double[3]){ -.2, .4, .1 }, &pole);
  SAME(3, z, ((double[3]){ .041237113, .670103093, -.12371134 }), 1e-9, 0);
  cr_assert_eq(pole.flags, 0u);
  lia_rot_repr_mul(z, gibbs, (double[3]){ 1, 0, 0 }, (double[3]){ 1, 0, 0 }, &pole);
  cr_assert_eq(pole.flags, LIA_POLE_HALF_TURN | LIA_POLE_INFINITE);
  for (int i = 0; i < TURN_COUNT; i += 23)
    for (int a = 0; a < DRESSES; a++) {
      turn_vector(v, i);
      lia_rot_exp(R, v);
      lia_rot_repr_from_rot(x, dress_of(a), R, NULL);
      lia_rot_exp(S, (double[3]){ v[1] - .2, .3 - v[2], .5 });
      lia_rot_repr_from_rot(y, dress_of(a), S, NULL);
      lia_mul33(R, R, S);
      lia_rot_repr_mul(z, dress_of(a), x, y, NULL);
      double worst = miss(R, dress_of(a), z);
      if (!(worst <= 3e-14)) cr_assert_fail("turn %d, dress %d: off by %g", i, a, worst);
      lia_rot_repr_mul(x, dress_of(a), x, y, &pole);   // into an argument
      SAME(lia_rot_repr_size(dress_of(a)), x, z, 0, i);
    }
}
