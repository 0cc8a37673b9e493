/* test_dress.c - every dress of a rotation: conversions between all pairs, rates against
 * differences, propagation laws */
#include "geo/rot_repr.h"

#include "geo/axang.h"
#include "geo/euler.h"
#include "geo/evec.h"
#include "geo/gibbs.h"
#include "geo/rot.h"
#include "turns.h"

/* matrix, quat, axis, euler_vector, rodrigues, and the 24 ways of three angles */
enum { DRESSES = LIA_ROT_REPR_euler + 2 * LIA_EULER_COUNT, MAX = 9 };

static lia_rot_repr dress_of(int n) {
  if (n < LIA_ROT_REPR_euler) return (lia_rot_repr){ .kind = (lia_rot_repr_kind)n };
  n -= LIA_ROT_REPR_euler;
  return (lia_rot_repr){ LIA_ROT_REPR_euler,
      { (lia_euler_seq)(n / 2), n % 2 ? LIA_MOVING : LIA_FIXED } };
}

// base case B of [nonhol 2.1]
static const double R_B[9] = { .87992317628126, -.47319456458436, .04268615572902, .37202555194226,
    .63032909669907,
    -.68138257870054, .29552020666134, .61544466355827, .73068164993551 };
static const double W_B[3] = { .3, -.5, .9 };

static double miss(const double R[9], lia_rot_repr d, const double *x) {
  double S[9];
  lia_rot_repr_to_rot(S, d, x);
  return worst_of(9, R, S);
}

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

// how far x in dress d is from the singular set of d, in radians, up to 1
static double margin(lia_rot_repr d, const double *x) {
  double q[4], v[3];
  lia_rot_repr_to_quat(q, d, x);
  lia_quat_log(v, q, NULL);
  double t = lia_norm3(v);
  switch (d.kind) {
    case LIA_ROT_REPR_axis: return fmin(t, PI - t);
    case LIA_ROT_REPR_euler_vector: case LIA_ROT_REPR_rodrigues: return PI - t;
    case LIA_ROT_REPR_euler: {
      const char *s = lia_euler_name(d.euler.seq);
      return fabs(s[0] == s[2] ? sin(x[1]) : cos(x[1]));
    }
    default: return 1;
  }
}

// place i of dress d: at its singular sets, some way beside them on either side, and anywhere; 0
// past the last
static int place_of(double *x, lia_rot_repr d, int i) {
  static const double beside[] = { 0, 1e-15, 1e-12, 5e-10, 9e-10, 1e-9, 1e-8, 1e-6 };
  enum { BESIDE = 2 * sizeof beside / sizeof *beside, SETS = 4 * BESIDE, ANY = 12 };
  double v[3], R[9], turn = (i % 2 ? 1 : -1) * beside[i % BESIDE / 2];
  if (i >= SETS + ANY) return 0;
  if (i >= SETS || d.kind != LIA_ROT_REPR_euler) {
    if (i < SETS)
      turn_axis(v, i / BESIDE * 7 + 1), lia_scale3(v, (i / BESIDE < 2 ? PI : 0) + turn, v);
    else turn_vector(v, TURN_NEAR + i);
    lia_rot_exp(R, v);
    lia_rot_repr_from_rot(x, d, R, NULL);
  } else {
    const char *s = lia_euler_name(d.euler.seq);
    lia_set3(x, i / BESIDE % 2 ? .4 : 0,
        (s[0] == s[2] ? 0 : PI / 2) + (i / BESIDE < 2 ? 0 : PI) + turn,
        i / BESIDE % 2 ? 1.1 : PI / 2);
  }
  return 1;
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

static int clean(const lia_pole *pole) {
  double sum = pole->sum;
  for (int k = 0; k < 3; k++) sum += fabs(pole->coef[k]);
  return pole->flags == 0 && sum == 0;
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

/* ---- rates ----------------------------------------------------------------------------------- */

// a generic place in dress d, well away from its singular set
static void somewhere(double *x, lia_rot_repr d, lia_rng *r) {
  double q[4], v[3], E[9];
  do {
    lia_rng_quat(r, q);
    lia_quat_log(v, q, NULL);
    lia_rot_repr_from_quat(x, d, q, NULL);
    if (d.kind == LIA_ROT_REPR_euler) lia_euler_jacobian(E, d.euler, x, LIA_BASE);
    else lia_eye33(E);
  } while (fabs(lia_det33(E)) < .3 || lia_norm3(v) < .3 || lia_norm3(v) > 2.8);
  // an axis of any length, a quaternion of any length
  if (d.kind == LIA_ROT_REPR_axis) lia_scale3(x, 2.5, x);
  for (int k = 0; k < 4 && d.kind == LIA_ROT_REPR_quat; k++) x[k] *= -1.7;
}

static void along(double *o, lia_rot_repr d, const double *x, const double *xd, const double *xdd,
    double t) {
  for (int k = 0; k < lia_rot_repr_size(d); k++) o[k] = x[k] + t * xd[k] + t * t / 2 * xdd[k];
}

LIA_TEST(dress, rates_are_those_of_differences_in_base_and_in_body) {
  for (int n = 0; n < DRESSES; n++) {
    lia_rng r = lia_rng_seed((uint64_t)n);
    lia_rot_repr d = dress_of(n);
    for (int i = 0; i < 40; i++) {
      double x[MAX], xd[MAX], zero[MAX] = { 0 }, w[3], R[2][9], y[MAX], M[9], Rd[9], want[3],
          h = 1e-5;
      somewhere(x, d, &r);
      // rates: those of some angular velocity, and for an axis or a quaternion any four numbers
      lia_rng_unit(&r, w, 3);
      lia_rot_repr_rate(xd, d, x, w, LIA_BASE);
      if (d.kind == LIA_ROT_REPR_axis || d.kind == LIA_ROT_REPR_quat) lia_rng_unit(&r, xd, 4);
      for (int e = 0; e < 2; e++) {
        along(y, d, x, xd, zero, e ? h : -h);
        lia_rot_repr_to_rot(R[e], d, y);
      }
      for (int k = 0; k < 9; k++) Rd[k] = (R[1][k] - R[0][k]) / (2 * h);
      lia_rot_repr_to_rot(M, d, x);
      for (int side = LIA_BASE; side <= LIA_BODY; side++) {
        lia_rot_omega(want, M, Rd, (lia_side)side);
        lia_rot_repr_omega(w, d, x, xd, (lia_side)side);
        SAME(3, w, want, 2e-9, 100 * n + i);
      }
    }
  }
}

LIA_TEST(dress, rates_and_angular_velocity_undo_each_other) {
  for (int n = 0; n < DRESSES; n++) {
    lia_rng r = lia_rng_seed((uint64_t)n + 100);
    lia_rot_repr d = dress_of(n);
    for (int i = 0; i < 40; i++) {
      double x[MAX], xd[MAX], back[MAX], w[3], wb[3], R[9];
      somewhere(x, d, &r);
      lia_rot_repr_to_rot(R, d, x);
      lia_rng_unit(&r, w, 3);
      lia_mtv3(wb, R, w);
      cr_assert_eq(lia_rot_repr_rate(xd, d, x, w, LIA_BASE), 0);
      cr_assert_eq(lia_rot_repr_rate(back, d, x, wb, LIA_BODY), 0);
      SAME(lia_rot_repr_size(d), back, xd, 3e-14, 100 * n + i);
      lia_rot_repr_omega(back, d, x, xd, LIA_BASE);
      SAME(3, back, w, 1e-14, 100 * n + i);
      lia_rot_repr_omega(back, d, x, xd, LIA_BODY);
      SAME(3, back, wb, 1e-14, 100 * n + i);
      // what must keep its length keeps it
      if (d.kind == LIA_ROT_REPR_quat) NEAR(lia_quat_dot(x, xd), 0, 1e-15, i);
      // an angle may be any: backwards, and beyond a turn
      for (int turns = -2; turns <= 1 && d.kind == LIA_ROT_REPR_axis; turns++) {
        double y[4] = { x[0], x[1], x[2], x[3] + 2 * PI * turns };
        cr_assert_eq(lia_rot_repr_rate(back, d, y, w, LIA_BASE), 0);
        SAME(4, back, xd, 3e-14, i);
        y[3] = -y[3];
        lia_rot_repr_rate(back, d, y, w, LIA_BODY);
        lia_rot_repr_omega(back, d, y, back, LIA_BODY);
        SAME(3, back, w, 1e-14, i);
      }
      if (d.kind == LIA_ROT_REPR_axis) NEAR(lia_dot3(x, xd), 0, 1e-14, i);
    }
  }
}

LIA_TEST(dress, accelerations_are_the_differences_of_velocities) {
  for (int n = 0; n < DRESSES; n++) {
    lia_rng r = lia_rng_seed((uint64_t)n + 200);
    lia_rot_repr d = dress_of(n);
    for (int i = 0; i < 40; i++) {
      double x[MAX], xd[MAX], xdd[MAX], w[2][3], wd[3], got[3], y[MAX], yd[MAX], h = 1e-5;
      lia_rng_unit(&r, wd, 3);
      for (int side = LIA_BASE; side <= LIA_BODY; side++) {
        lia_side s = (lia_side)side;
        somewhere(x, d, &r);
        lia_rng_unit(&r, w[0], 3);
        lia_rot_repr_rate(xd, d, x, w[0], s);
        cr_assert_eq(lia_rot_repr_rate2(xdd, d, x, xd, wd, s), 0);
        // second rates give the acceleration back
        lia_rot_repr_accel(got, d, x, xd, xdd, s);
        SAME(3, got, wd, 2e-13, 100 * n + i);
        // an axis, or a quaternion, may also change its length, at any rate
        int loose = d.kind == LIA_ROT_REPR_axis || d.kind == LIA_ROT_REPR_quat;
        if (loose) lia_rng_unit(&r, xd, 4), lia_rng_unit(&r, xdd, 4);
        for (int e = 0; e < 2; e++) {
          double t = e ? h : -h;
          along(y, d, x, xd, xdd, t);
          for (int k = 0; k < lia_rot_repr_size(d); k++) yd[k] = xd[k] + t * xdd[k];
          lia_rot_repr_omega(w[e], d, y, yd, s);
        }
        lia_rot_repr_accel(got, d, x, xd, xdd, s);
        for (int k = 0; k < 3; k++) NEAR((w[1][k] - w[0][k]) / (2 * h), got[k], 2e-8, 100 * n + i);
        if (!loose) continue;
        // second rates of what changes its length
        lia_rot_repr_rate2(xdd, d, x, xd, wd, s);
        lia_rot_repr_accel(got, d, x, xd, xdd, s);
        SAME(3, got, wd, 2e-13, 100 * n + i);
      }
    }
  }
}

LIA_TEST(dress, second_rates_keep_unit_axes_and_the_least_change_of_length) {
  // u' with a part along u: u = L e, and rate2 leaves L'' = 0; the same for a quaternion, of four
  // numbers
  lia_rng r = lia_rng_seed(1);
  for (int i = 0; i < 40; i++) {
    double x[4], xd[4], xdd[4], wd[3], y[3][4], L[3], h = 1e-4;
    lia_rot_repr d = dress_of(i % 2 ? LIA_ROT_REPR_axis : LIA_ROT_REPR_quat);
    somewhere(x, d, &r);
    lia_rng_unit(&r, xd, 4);
    lia_rng_unit(&r, wd, 3);
    lia_rot_repr_rate2(xdd, d, x, xd, wd, LIA_BODY);
    for (int e = 0; e < 3; e++) {
      along(y[e], d, x, xd, xdd, (e - 1) * h);
      L[e] = i % 2 ? lia_norm3(y[e]) : sqrt(lia_quat_dot(y[e], y[e]));
    }
    NEAR((L[2] - 2 * L[1] + L[0]) / (h * h), 0, 1e-6, i);
  }
}

LIA_TEST(dress, documented_rates_in_every_dress) {
  // rates for w_B = (.3,-.5,.9) in the base case: quaternion and Rodrigues             [nonhol 2.1]
  const double q[4] = { .90012970217017, .36017788301292, -.07022156093804, .23474953511945 };
  const double qd[4] = { -.1772193634902, .16210713668327, -.35190004263044, .32554712936405 };
  const double p[3] = { .40013998220984, -.07801271391082, .26079523267978 };
  const double pd[3] = { .25887345909782, -.40630300861322, .41301280649281 };
  double got[MAX];
  lia_rot_repr_rate(got, dress_of(LIA_ROT_REPR_quat), q, W_B, LIA_BODY);
  SAME(4, got, qd, 1e-13, 0);
  lia_gibbs_rate(got, p, W_B, LIA_BODY);
  SAME(3, got, pd, 1e-13, 0);
  lia_gibbs_omega(got, p, pd, LIA_BODY);
  SAME(3, got, W_B, 1e-13, 0);
  // RPY r=.1 t=-.2 l=.3: rho' for w0                                                   [thesis M10]
  const double rho[3] = { .065255329, -.09284206, .156274724 },
      w0[3] = { -.744061417, .083860312, .360931468 };
  const double rhod[3] = { -.348721162, .111842498, .212274723 };
  lia_gibbs_rate(got, rho, w0, LIA_BASE);
  SAME(3, got, rhod, 1e-9, 0);
  lia_gibbs_omega(got, rho, rhod, LIA_BASE);
  SAME(3, got, w0, 2e-9, 0);
}

LIA_TEST(dress, rates_at_the_singular_sets) {
  const double w[3] = { .3, -.5, .9 }, u[3] = { 2/3.0, -1/3.0, 2/3.0 };
  double along_u = lia_dot3(u, w), x[4], xd[4], back[3];
  for (int turns = -2; turns <= 2; turns++) {
    for (int i = 0; i < 4; i++) {
      const double gap[4] = { 0, 5e-10, -5e-10, 2e-9 };
      double t = 2 * PI * turns + gap[i];
      // axis and angle: at every full turn, and at none, only the angle moves
      lia_scale3(x, 3, u);
      x[3] = t;
      unsigned flags = lia_axang_rate(xd, x, w, LIA_BODY);
      cr_assert_eq(flags, i < 3 ? LIA_POLE_NO_INVERSE : 0u, "%d turns, gap %g", turns, gap[i]);
      NEAR(xd[3], along_u, 1e-15, i);
      if (i < 3) NEAR(lia_norm3(xd), 0, 0, i);
      // Euler vector: at full turns, but not at zero
      lia_scale3(x, t, u);
      flags = lia_evec_rate(xd, x, w, LIA_BASE);
      cr_assert_eq(flags, i < 3 && turns ? LIA_POLE_NO_INVERSE : 0u, "%d turns, gap %g", turns,
          gap[i]);
      if (flags) {
        lia_scale3(back, along_u, u);
        SAME(3, xd, back, 1e-15, i);
      }
    }
  }
  // second rates say so too
  double zero[4] = { 0 };
  for (int turns = 0; turns < 2; turns++) {
    lia_set3(x, 0, 0, 2 * PI * turns);
    cr_assert_eq(lia_evec_rate2(xd, x, zero, w, LIA_BODY), turns ? LIA_POLE_NO_INVERSE : 0u);
    lia_set3(x, 0, 0, 1), x[3] = 2 * PI * turns;
    cr_assert_eq(lia_axang_rate2(xd, x, zero, w, LIA_BODY), LIA_POLE_NO_INVERSE);
    SAME(4, xd, ((double[4]){ 0, 0, 0, w[2] }), 0, turns);
    lia_set3(x, .1, turns ? PI / 2 : 1, .2);
    cr_assert_eq(lia_euler_rate2(xd, LIA_EULER_RPY, x, zero, w, LIA_BODY),
        turns ? LIA_POLE_NO_INVERSE : 0u);
  }
  // asked by name, each says so where the angular velocity has a part that no rate can give
  const lia_rot_repr rpy = { LIA_ROT_REPR_euler, LIA_EULER_RPY };
  const struct { lia_rot_repr d; double x[4]; } lost[3] = {
      { dress_of(LIA_ROT_REPR_axis), { 0, 0, 1, 0 } },
    { dress_of(LIA_ROT_REPR_euler_vector), { 0, 0, 2 * PI } }, { rpy, { .1, PI / 2, .2 } } };
  for (int k = 0; k < 3; k++) {
    cr_assert_eq(lia_rot_repr_rate(xd, lost[k].d, lost[k].x, w, LIA_BODY), LIA_POLE_NO_INVERSE,
        "%d",
        k);
    cr_assert_eq(lia_rot_repr_rate2(xd, lost[k].d, lost[k].x, zero, w, LIA_BODY),
        LIA_POLE_NO_INVERSE,
        "%d", k);
  }
  // no axis, no rate
  double none[4] = { 0, 0, 0, .5 }, some[4] = { 1, 2, 3, 4 };
  cr_assert_eq(lia_axang_rate(xd, none, w, LIA_BASE), LIA_POLE_NO_INVERSE);
  SAME(4, xd, ((double[4]){ 0 }), 0, 0);
  lia_axang_omega(back, none, some, LIA_BASE);
  SAME(3, back, ((double[3]){ 0 }), 0, 0);
  lia_axang_accel(back, none, some, some, LIA_BASE);
  SAME(3, back, ((double[3]){ 0 }), 0, 0);
}

/* ---- propagation ----------------------------------------------------------------------------- */

static void constant_rate(double w[3], double t) { (void)t; lia_copy3(w, W_B); }
static void coning(double w[3], double t) { lia_set3(w, cos(t), sin(t), .2); }

// x' = rate(x, w_B(t)) from 0 to end, classical Runge-Kutta; returns how far it stayed from gimbal
// lock (|det E|), 0 on a singular set, 1 for a dress without angles
static double integrate(double *x, lia_rot_repr d, void (*w_of)(double *, double), double end,
    int steps) {
  static const double c[4] = { 0, .5, .5, 1 }, b[4] = { 1/6.0, 1/3.0, 1/3.0, 1/6.0 };
  double h = end / steps, clear = 1, E[9];
  int n = lia_rot_repr_size(d);
  for (int i = 0; i < steps; i++) {
    double k[MAX] = { 0 }, sum[MAX] = { 0 }, y[MAX], w[3];
    for (int s = 0; s < 4; s++) {
      for (int j = 0; j < n; j++) y[j] = x[j] + h * c[s] * k[j];
      w_of(w, h * (i + c[s]));
      if (lia_rot_repr_rate(k, d, y, w, LIA_BODY)) clear = 0;
      for (int j = 0; j < n; j++) sum[j] += b[s] * k[j];
    }
    for (int j = 0; j < n; j++) x[j] += h * sum[j];
    if (d.kind != LIA_ROT_REPR_euler) continue;
    lia_euler_jacobian(E, d.euler, x, LIA_BODY);
    clear = fmin(clear, fabs(lia_det33(E)));
  }
  return clear;
}

LIA_TEST(dress, propagation_laws_agree_in_every_dress) {
  const double I[9] = { 1, 0, 0, 0, 1, 0, 0, 0, 1 };
  // constant body rate from the base case, R(2) and RPY(2); coning from the identity, p(5), and at
  // t = 1 Rodrigues and
  // RPY: R = exp(S(1,0,1.2) t) Rz(-t)                                             [nonhol 2.1, T21]
  const double R2[9] = { -.57759612944698, -.7147703899163, .39431713245402, -.35332132027361,
      -.21655605527913, -.91009203906092,
      .73589860435252, -.66498628904726, -.12746167852017 };
  const double p5[4] = { .26083164145652, .3546446813974, -.26492748460095, .85790875544818 };
  const double gibbs1[3] = { .44816213425723, .24483208979843, .15199492756554 },
      rpy1[3] = { .43794638913531, .2788784776446, .90509613105846 };
  const lia_rot_repr zyx = { LIA_ROT_REPR_euler, { LIA_EULER_zyx, LIA_MOVING } };
  double C1[9], Z[9];
  lia_rot_exp(C1, (double[3]){ 1, 0, 1.2 });
  lia_rot_z(Z, -1);
  lia_mul33(C1, C1, Z);
  int went = 0;
  for (int n = 0; n < DRESSES; n++) {
    lia_rot_repr d = dress_of(n);
    double x[MAX];
    lia_rot_repr_from_rot(x, d, R_B, NULL);
    if (integrate(x, d, constant_rate, 2, 1000) > .2) NEAR(miss(R2, d, x), 0, 1e-10, n), went++;
    lia_rot_repr_from_rot(x, d, I, NULL);
    if (integrate(x, d, coning, 1, 500) > .2) NEAR(miss(C1, d, x), 0, 1e-10, n), went++;
  }
  cr_assert_geq(went, 30, "%d", went);
  double x[MAX];
  lia_rot_repr_from_rot(x, dress_of(LIA_ROT_REPR_quat), I, NULL);
  integrate(x, dress_of(LIA_ROT_REPR_quat), coning, 5, 3000);
  SAME(4, x, p5, 1e-12, 0);
  lia_rot_repr_from_rot(x, dress_of(LIA_ROT_REPR_rodrigues), I, NULL);
  integrate(x, dress_of(LIA_ROT_REPR_rodrigues), coning, 1, 1000);
  SAME(3, x, gibbs1, 1e-12, 0);
  lia_rot_repr_from_rot(x, zyx, I, NULL);
  integrate(x, zyx, coning, 1, 1000);
  for (int k = 0; k < 3; k++) NEAR(x[k], rpy1[k], 1e-12, k);
}

LIA_TEST(dress, nan_in_nan_out) {
  for (int n = 0; n < DRESSES; n++) {
    lia_rot_repr d = dress_of(n);
    double x[MAX], y[MAX];
    lia_rot_repr_from_rot(x, d, R_B, NULL);
    for (int k = 0; k < lia_rot_repr_size(d); k++) {
      double keep = x[k];
      x[k] = (double)NAN;
      for (int m = 0; m < DRESSES; m++) {
        lia_rot_repr_convert(y, dress_of(m), x, d, NULL);
        if (!any_nan(lia_rot_repr_size(dress_of(m)), y))
          cr_assert_fail("number %d of dress %d lost its nan in dress %d", k, n, m);
      }
      x[k] = keep;
    }
  }
}

// a product of matrices is the product of the matrices, whatever they are; one of quaternions is
// regular and told whole
LIA_TEST(dress, products_of_matrices_are_theirs_and_those_of_quaternions_are_regular) {
  const double A[9] = { 1, 2, 3, 4, 5, 6, 7, 8, 10 }, B[9] = { 2, 0, 1, -1, 3, 5, 4, 1, 1 },
      p[4] = { 1, 2, 3, 4 }, q[4] = { 0, 1, -2, 1 };
  double C[9], z[4], want[4];
  lia_rot_repr_mul(C, dress_of(LIA_ROT_REPR_matrix), A, B, NULL);
  for (int i = 0; i < 9; i++) {
    double s = 0;
    for (int k = 0; k < 3; k++) s += A[i / 3 * 3 + k] * B[3 * k + i % 3];
    cr_assert_eq(C[i], s);
  }
  lia_pole pole;
  memset(&pole, 0x55, sizeof pole);
  lia_rot_repr_mul(z, dress_of(LIA_ROT_REPR_quat), p, q, &pole);
  lia_quat_mul(want, p, q);
  cr_assert(pole.flags == 0 && pole.sum == 0);
  for (int k = 0; k < 4; k++)
    cr_assert(z[k] == want[k] && pole.other[k] == -want[k] && (k > 2 || pole.coef[k] == 0));
}
