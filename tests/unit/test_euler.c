/* test_euler.c - the twelve sequences, fixed and moving: documents' numbers, branches, gimbal lock,
 * rates */
#include "geo/euler.h"

#include "geo/rot.h"
#include "turns.h"

static const double DEG = PI / 180;

enum { SEQS = 2 * LIA_EULER_COUNT };

static lia_euler seq_of(int n) {
  return (lia_euler){ (lia_euler_seq)(n / 2), n % 2 ? LIA_MOVING : LIA_FIXED };
}

static lia_euler named(const char *text, lia_euler_kind kind) {
  lia_euler e;
  lia_error err = { 0 };
  cr_assert_eq(lia_euler_parse(&e, text, kind, &err), LIA_OK, "%s", err.text);
  return e;
}

static int is_proper(lia_euler e) { return lia_euler_name(e.seq)[0] == lia_euler_name(e.seq)[2]; }

// R as the product of elementary turns in the order of the words: fixed on the left, moving on the
// right
static void by_hand(double R[9], lia_euler e, const double a[3]) {
  lia_eye33(R);
  for (int n = 0; n < 3; n++) {
    double T[9];
    lia_rot_about(T, lia_euler_name(e.seq)[n] - 'x', a[n]);
    if (e.kind == LIA_FIXED) lia_mul33(R, T, R);
    else lia_mul33(R, R, T);
  }
}

LIA_TEST(euler, sequences_are_parsed_or_refused_with_the_reason) {
  for (int n = 0; n < LIA_EULER_COUNT; n++) {
    const char *name = lia_euler_name((lia_euler_seq)n);
    cr_assert_eq((int)named(name, LIA_MOVING).seq, n);
    cr_assert(named(name, LIA_MOVING).kind == LIA_MOVING);
    cr_assert(named(name, LIA_FIXED).kind == LIA_FIXED);
    cr_assert(name[0] != name[1] && name[1] != name[2]);
    for (int m = 0; m < n; m++) cr_assert_str_neq(name, lia_euler_name((lia_euler_seq)m));
  }
  const char *bad[7][2] = {
      { "xxy", "two turns about x in a row are one turn: \"xxy\" is no sequence" },
      { "xzz", "two turns about z in a row are one turn: \"xzz\" is no sequence" },
      { "abc", "expected axes x, y and z, got 'a' in \"abc\"" },
      { "xyZ", "expected axes x, y and z, got 'Z' in \"xyZ\"" },
      { "xy", "expected three axes like \"xyz\" or \"zxz\", got \"xy\"" },
      { "", "expected three axes like \"xyz\" or \"zxz\", got \"\"" },
      { "xyzx", "expected three axes like \"xyz\" or \"zxz\", got \"xyzx\"" } };
  for (int n = 0; n < 7; n++) {
    lia_euler e;
    lia_error err = { 0 };
    cr_assert_eq(lia_euler_parse(&e, bad[n][0], LIA_FIXED, &err), LIA_EPARSE);
    cr_assert_str_eq(err.text, bad[n][1]);
    cr_assert_str_eq(err.path, "sequence");
  }
}

LIA_TEST(euler, fixed_axes_are_moving_axes_from_behind) {
  const double a[3] = { .3, -1.1, 2.2 }, back[3] = { 2.2, -1.1, .3 };
  double R[9], S[9], H[9], q[4], T[9];
  for (int n = 0; n < SEQS; n++) {
    lia_euler e = seq_of(n);
    char rev[4] = { lia_euler_name(e.seq)[2], lia_euler_name(e.seq)[1], lia_euler_name(e.seq)[0],
        0 };
    lia_euler_to_rot(R, e, a);
    by_hand(H, e, a);
    SAME(9, R, H, 1e-15, n);
    lia_euler_to_rot(S, named(rev, e.kind == LIA_FIXED ? LIA_MOVING : LIA_FIXED), back);
    SAME(9, S, R, 0, n);
    lia_euler_to_quat(q, e, a);
    lia_quat_to_rot(T, q);
    SAME(9, T, R, 1e-15, n);
  }
}

LIA_TEST(euler, documented_matrices) {
  const struct { lia_euler e; double a[3], R[9], tol; } row[7] = {
    // RTL: roll psi=.1, pitch .2, yaw .3 about fixed x y z                            [course E3.2]
    { LIA_EULER_RPY, { .1, .2, .3 },
      { 0.936293363584, -0.275095847318, 0.218350663146, 0.289629477626, 0.956425085849,
          -0.036957013525, -0.198669330795, 0.097843395007, 0.975170327202 }, 1e-12 },
    // Euler zxz moving: psi=.1, theta=.2, phi=.3                                      [course E3.3]
    { { LIA_EULER_zxz, LIA_MOVING }, { .1, .2, .3 },
      { 0.921649085609, -0.387517202022, 0.019833838076, 0.383557042381, 0.902113004769,
          -0.197676811654, 0.058710801694, 0.189796060979, 0.980066577841 }, 1e-12 },
    // Fanuc (w,p,r) = (180,90,0) degrees, as RTL; and in the reverse order            [course E3.4]
    { LIA_EULER_RPY, { 180 * DEG, 90 * DEG, 0 }, { 0, 0, -1, 0, -1, 0, -1, 0, 0 }, 1e-15 },
    { { LIA_EULER_zyx, LIA_FIXED }, { 0, 90 * DEG, 180 * DEG }, { 0, 0, 1, 0, -1, 0, 1, 0, 0 },
        1e-15 },
    // zxz psi=.3 theta=.7 phi=-.4 and RPY r=.1 t=-.2 l=.3                              [thesis M10]
    { { LIA_EULER_zxz, LIA_MOVING }, { .3, .7, -.4 },
      { .967941972, .163841524, .190379344, -.012348702, .788083356, -.615444664, -.250870184,
          .593363783, .764842187 }, 1e-9 },
    { LIA_EULER_RPY, { .1, -.2, .3 },
      { .936293364, -.312991826, -.159345079, .289629478, .944702486, -.153791998, .198669331,
          .097843395, .975170327 }, 1e-9 },
    // yaw .4, pitch -.3, roll .7                                                       [nonhol 2.1]
    { { LIA_EULER_zyx, LIA_MOVING }, { .4, -.3, .7 },
      { .87992317628126, -.47319456458436, .04268615572902, .37202555194226, .63032909669907,
          -.68138257870054, .29552020666134, .61544466355827, .73068164993551 }, 1e-13 },
  };
  for (int n = 0; n < 7; n++) {
    double R[9], a[3];
    lia_euler_to_rot(R, row[n].e, row[n].a);
    SAME(9, R, row[n].R, row[n].tol, n);
    lia_euler_from_rot(a, row[n].e, row[n].R, NULL);
    if (n != 2 && n != 3) SAME(3, a, row[n].a, 3 * row[n].tol, n);
  }
}

LIA_TEST(euler, fanuc_example_is_in_gimbal_lock_and_any_triple_gives_it_back) {
  const double R[9] = { 0, 0, -1, 0, -1, 0, -1, 0, 0 };   // [course E3.4]
  double a[3], S[9];
  lia_pole pole;
  for (int noise = 0; noise < 2; noise++) {
    double N[9];
    lia_copy33(N, R);
    if (noise) lia_euler_to_rot(N, LIA_EULER_RPY, (double[3]){ 180 * DEG, 90 * DEG, 0 });
    lia_euler_from_rot(a, LIA_EULER_RPY, N, &pole);
    cr_assert_eq(pole.flags, LIA_POLE_GIMBAL);
    SAME(3, a, ((double[3]){ PI, PI / 2, 0 }), 1e-15, noise);
    lia_euler_to_rot(S, LIA_EULER_RPY, a);
    SAME(9, S, R, 1e-15, noise);
    lia_euler_to_rot(S, LIA_EULER_RPY, pole.other);
    SAME(9, S, R, 1e-15, noise);
    // yaw - roll is what is determined
    SAME(3, pole.coef, ((double[3]){ -1, 0, 1 }), 0, noise);
    NEAR(cos(pole.sum), -1, 1e-15, noise);
  }
}

LIA_TEST(euler, determined_sums_of_the_thesis) {
  // psi=.4 phi=1.1: theta=0 -> psi+phi = 1.5, theta=pi -> psi-phi = -.7; l=.4 r=1.1: t=pi/2 -> l-r
  // = -.7, -pi/2 -> l+r = 1.5 [thesis E4]
  const struct { lia_euler e; double a[3], coef[3], sum; } row[4] = {
    { { LIA_EULER_zxz, LIA_MOVING }, { .4, 0, 1.1 }, { 1, 0, 1 }, 1.5 },
    { { LIA_EULER_zxz, LIA_MOVING }, { .4, PI, 1.1 }, { 1, 0, -1 }, -.7 },
    { LIA_EULER_RPY, { 1.1, PI / 2, .4 }, { -1, 0, 1 }, -.7 },
    { LIA_EULER_RPY, { 1.1, -PI / 2, .4 }, { 1, 0, 1 }, 1.5 },
  };
  for (int n = 0; n < 4; n++) {
    double R[9], q[4], a[3], S[9];
    lia_pole pole;
    lia_euler_to_rot(R, row[n].e, row[n].a);
    lia_euler_to_quat(q, row[n].e, row[n].a);
    for (int way = 0; way < 2; way++) {
      way ? lia_euler_from_quat(a, row[n].e, q, &pole) : lia_euler_from_rot(a, row[n].e, R, &pole);
      cr_assert_eq(pole.flags, LIA_POLE_GIMBAL);
      SAME(3, pole.coef, row[n].coef, 0, n);
      NEAR(pole.sum, row[n].sum, 1e-15, n);
      NEAR(lia_dot3(pole.coef, a), row[n].sum, 1e-15, n);
      NEAR(a[1], row[n].a[1], 1e-15, n);
      NEAR(a[2], 0, 0, n);
      lia_euler_to_rot(S, row[n].e, a);
      SAME(9, S, R, 1e-15, n);
    }
  }
}

// middle angles at every distance from both gimbal locks and from 0, from both sides
static double middle(int n) {
  double at[4] = { 0, PI / 2, PI, -PI / 2 }, gap = NEAR_LIST[n / 8 % NEAR_COUNT];
  return at[n % 4] + (n / 4 % 2 ? gap : -gap);
}
enum { MIDDLES = 8 * NEAR_COUNT };

static double gap_of(lia_euler e, double b) { return fabs(is_proper(e) ? sin(b) : cos(b)); }

// is one of the two branches the angles we started from, up to full turns?
static double miss(const double a[3], const double got[3], const double other[3]) {
  double worst[2] = { 0 };
  for (int k = 0; k < 3; k++) {
    worst[0] = fmax(worst[0], fabs(remainder(a[k] - got[k], 2 * PI)));
    worst[1] = fmax(worst[1], fabs(remainder(a[k] - other[k], 2 * PI)));
  }
  return fmin(worst[0], worst[1]);
}

LIA_TEST(euler, round_trips_of_every_sequence_near_and_far_from_gimbal_lock) {
  lia_rng r = lia_rng_seed(3);
  for (int n = 0; n < SEQS; n++) {
    lia_euler e = seq_of(n);
    for (int m = 0; m < MIDDLES + 100; m++) {
      double a[3] = { lia_rng_range(&r, -PI, PI), 0, lia_rng_range(&r, -PI, PI) };
      a[1] = m < MIDDLES ? middle(m) : lia_rng_range(&r, -PI, PI);
      double R[9], q[4], S[9], b[3], gap = gap_of(e, a[1]);
      lia_euler_to_rot(R, e, a);
      lia_euler_to_quat(q, e, a);
      for (int way = 0; way < 2; way++) {
        lia_pole pole = { .flags = 99, .sum = 99 };
        lia_set3(b, 99, 99, 99);
        way ? lia_euler_from_quat(b, e, q, &pole) : lia_euler_from_rot(b, e, R, &pole);
        // both branches give the rotation back, always
        lia_euler_to_rot(S, e, b);
        SAME(9, S, R, 6e-15, m);
        lia_euler_to_rot(S, e, pole.other);
        SAME(9, S, R, 6e-15, m);
        double c[3];
        lia_euler_other(c, e, b);
        SAME(3, c, pole.other, 1e-15, m);
        // the first has its middle angle where it should be, all are in (-pi, pi]
        double low = is_proper(e) ? 0 : -PI / 2, high = low + PI;
        if (!(b[1] >= low && b[1] <= high))
          cr_assert_fail("case %d/%d: middle angle %.17g", n, m, b[1]);
        for (int k = 0; k < 3; k++)
          if (!(b[k] > -PI && b[k] <= PI && pole.other[k] > -PI && pole.other[k] <= PI))
            cr_assert_fail("case %d/%d", n, m);
        // the angles themselves: from a matrix to 1e-12 up to 1e-9 of the lock; from a quaternion
        // what its digits allow
        double tol = way == 0 ? 4e-15 : 2e-15 + 1e-15 / gap;
        if (gap > 1e-9 && !(miss(a, b, pole.other) < tol))
          cr_assert_fail("case %d/%d way %d gap %g: off by %g", n, m, way, gap,
              miss(a, b, pole.other));
        // the flag, and the sum
        cr_assert_eq(pole.flags, gap < 1e-9 ? LIA_POLE_GIMBAL : 0u, "case %d/%d: gap %g", n, m,
            gap);
        if (pole.flags) {
          NEAR(remainder(lia_dot3(pole.coef, a) - pole.sum, 2 * PI), 0, 3e-9, m);
          NEAR(remainder(lia_dot3(pole.coef, b) - pole.sum, 2 * PI), 0, 4e-15, m);
          NEAR(fabs(pole.coef[0] * pole.coef[2]) + fabs(pole.coef[1]), 1, 0, m);
          NEAR(pole.coef[e.kind == LIA_MOVING ? 0 : 2], 1, 0, m);
          if (gap <= 1e-15) NEAR(b[2], 0, 0, m);
        } else {
          NEAR(pole.sum + lia_norm3(pole.coef), 0, 0, m);
        }
      }
    }
  }
}

LIA_TEST(euler, rounded_rotations_near_gimbal_lock_come_back_too) {
  lia_rng r = lia_rng_seed(4);
  for (int n = 0; n < SEQS; n++) {
    lia_euler e = seq_of(n);
    for (int m = 0; m < MIDDLES; m++) {
      // turned away and back again: entries carry rounding of 1e-16, small ones are noise
      double a[3] = { lia_rng_range(&r, -PI, PI), middle(m), lia_rng_range(&r, -PI, PI) }, q[4],
          T[9], R[9], S[9], b[3];
      lia_rng_quat(&r, q);
      lia_quat_to_rot(T, q);
      lia_euler_to_rot(R, e, a);
      lia_mul33(R, T, R);
      lia_tmul33(R, T, R);
      lia_euler_from_rot(b, e, R, NULL);
      lia_euler_to_rot(S, e, b);
      SAME(9, S, R, 6e-15, m);
    }
  }
}

LIA_TEST(euler, the_flag_goes_up_at_1e_9) {
  for (int n = 0; n < SEQS; n++)
    for (int m = 0; m < 8; m++) {
      lia_euler e = seq_of(n);
      double gap = m < 4 ? 0.99e-9 : 1.01e-9, lock = (is_proper(e) ? 0 : -PI / 2) + m % 2 * PI;
      double a[3] = { .4, lock + (m / 2 % 2 ? gap : -gap), 1.1 }, R[9], q[4], b[3];
      lia_pole pole;
      lia_euler_to_rot(R, e, a);
      lia_euler_to_quat(q, e, a);
      lia_euler_from_rot(b, e, R, &pole);
      cr_assert_eq(pole.flags, m < 4 ? LIA_POLE_GIMBAL : 0u);
      lia_euler_from_quat(b, e, q, &pole);
      cr_assert_eq(pole.flags, m < 4 ? LIA_POLE_GIMBAL : 0u);
      cr_assert_eq(lia_euler_rate(b, e, a, R, LIA_BODY), m < 4 ? LIA_POLE_NO_INVERSE : 0u);
    }
}

LIA_TEST(euler, the_other_branch_of_any_angles) {
  for (int n = 0; n < SEQS; n++) {
    lia_euler e = seq_of(n);
    const double a[3] = { 7.5, -11.2, 30.1 };
    double R[9], S[9], b[3];
    lia_euler_to_rot(R, e, a);
    lia_euler_other(b, e, a);
    lia_euler_to_rot(S, e, b);
    SAME(9, S, R, 1e-14, n);
    for (int k = 0; k < 3; k++) cr_assert(b[k] > -PI && b[k] <= PI);
    cr_assert(fabs(remainder(a[0] - b[0], 2 * PI)) > 1);
  }
}

LIA_TEST(euler, what_is_minus_pi_but_for_rounding_is_pi) {
  for (int n = -1; n <= 1; n += 2) {
    double a[3] = { n * 1e-15, .3, -.4 }, b[3];
    lia_euler_other(b, LIA_EULER_RPY, a);
    NEAR(b[0], PI, 2e-15, n);
  }
}

LIA_TEST(euler, angles_in_all_four_quadrants) {
  // RPY inverse: yaw and roll in every quadrant                                   [nonhol F45, T11]
  for (int n = 0; n < 64; n++) {
    double a[3] = { (n % 8 - 3.5) * PI / 4.1, (n / 32 - .5), (n / 8 % 8 - 3.5) * PI / 4.1 }, R[9],
        b[3];
    lia_euler_to_rot(R, LIA_EULER_RPY, a);
    lia_euler_from_rot(b, LIA_EULER_RPY, R, NULL);
    SAME(3, b, a, 4e-15, n);
  }
}

LIA_TEST(euler, documented_rates) {
  // RPY r=.1 t=-.2 l=.3 with l'=.5, t'=.3, r'=-.7                                      [thesis M10]
  const double a[3] = { .1, -.2, .3 }, ad[3] = { -.7, .3, .5 };
  const double w0[3] = { -.744061417, .083860312, .360931468 },
      wb[3] = { -.600665335, .347422947, .457635139 };
  double w[3], b[3];
  lia_euler_omega(w, LIA_EULER_RPY, a, ad, LIA_BASE);
  SAME(3, w, w0, 1e-9, 0);
  lia_euler_omega(w, LIA_EULER_RPY, a, ad, LIA_BODY);
  SAME(3, w, wb, 1e-9, 0);
  lia_euler_rate(b, LIA_EULER_RPY, a, wb, LIA_BODY);
  SAME(3, b, ad, 2e-9, 0);
  // (a', b', g') = (.383.., -.962.., .186..) for w_B = (.3,-.5,.9)                     [nonhol 2.1]
  const lia_euler zyx = { LIA_EULER_zyx, LIA_MOVING };
  const double x[3] = { .4, -.3, .7 }, W_B[3] = { .3, -.5, .9 },
      W_A[3] = { .53899177533268, -.81680120359734, .43854721516123 };
  const double rate[3] = { .38337185808993, -.96221701215617, .18670586926912 };
  lia_euler_rate(b, zyx, x, W_B, LIA_BODY);
  SAME(3, b, rate, 1e-13, 0);
  lia_euler_rate(b, zyx, x, W_A, LIA_BASE);
  SAME(3, b, rate, 1e-13, 0);
  lia_euler_omega(w, zyx, x, rate, LIA_BODY);
  SAME(3, w, W_B, 1e-13, 0);
}

LIA_TEST(euler, documented_jacobians) {
  double p = .3, t = .7, f = -.4, J[9];
  const lia_euler zxz = { LIA_EULER_zxz, LIA_MOVING };
  // w0 and wb of (psi', theta', phi'), det = -sin theta                               [thesis F2.9]
  double base[9] = { 0, cos(p), sin(p)*sin(t), 0, sin(p), -cos(p)*sin(t), 1, 0, cos(t) };
  double body[9] = { sin(t)*sin(f), cos(f), 0, sin(t)*cos(f), -sin(f), 0, cos(t), 0, 1 };
  lia_euler_jacobian(J, zxz, (double[3]){ p, t, f }, LIA_BASE);
  SAME(9, J, base, 1e-15, 0);
  NEAR(lia_det33(J), -sin(t), 1e-15, 0);
  lia_euler_jacobian(J, zxz, (double[3]){ p, t, f }, LIA_BODY);
  SAME(9, J, body, 1e-15, 0);
  // w0 and wb of (yaw l', pitch t', roll r'), det = -cos t                           [thesis F2.10]
  const lia_euler zyx = { LIA_EULER_zyx, LIA_MOVING };
  double l = p, r = f;
  double base2[9] = { 0, -sin(l), cos(l)*cos(t), 0, cos(l), sin(l)*cos(t), 1, 0, -sin(t) };
  double body2[9] = { -sin(t), 0, 1, cos(t)*sin(r), cos(r), 0, cos(t)*cos(r), -sin(r), 0 };
  lia_euler_jacobian(J, zyx, (double[3]){ l, t, r }, LIA_BASE);
  SAME(9, J, base2, 1e-15, 0);
  lia_euler_jacobian(J, zyx, (double[3]){ l, t, r }, LIA_BODY);
  SAME(9, J, body2, 1e-15, 0);
  NEAR(lia_det33(J), -cos(t), 1e-15, 0);
  // in the order roll, pitch, yaw of fixed axes the columns swap
  lia_euler_jacobian(J, LIA_EULER_RPY, (double[3]){ r, t, l }, LIA_BODY);
  for (int k = 0; k < 9; k++) NEAR(J[k], body2[3 * (k / 3) + 2 - k % 3], 1e-15, k);
}

LIA_TEST(euler, rates_in_gimbal_lock_are_the_shortest_that_come_nearest) {
  lia_rng r = lia_rng_seed(8);
  for (int n = 0; n < SEQS; n++)
    for (int m = 0; m < 4; m++) {
      lia_euler e = seq_of(n);
      double lock = (is_proper(e) ? 0 : PI / 2) + m / 2 * PI,
          a[3] = { .4, lock + (m % 2 ? 5e-10 : 0), -1.3 }, w[3], ad[3], E[9];
      lia_rng_unit(&r, w, 3);
      for (int side = LIA_BASE; side <= LIA_BODY; side++) {
        cr_assert_eq(lia_euler_rate(ad, e, a, w, (lia_side)side), LIA_POLE_NO_INVERSE, "case %d/%d",
            n, m);
        lia_euler_jacobian(E, e, a, (lia_side)side);
        // E^T (E a' - w) = 0: nothing comes nearer; and a' has no part along the null direction (1,
        // 0, -sigma)
        double Ea[3], res[3], sigma = E[0]*E[2] + E[3]*E[5] + E[6]*E[8];
        lia_mv3(Ea, E, ad);
        lia_sub3(Ea, Ea, w);
        lia_mtv3(res, E, Ea);
        NEAR(lia_norm3(res), 0, 2e-9, n);
        NEAR(fabs(sigma), 1, 1e-15, n);
        NEAR(ad[0] - sigma * ad[2], 0, 1e-15, n);
      }
      // just outside the inverse is exact
      a[1] = lock + 2e-9;
      cr_assert_eq(lia_euler_rate(ad, e, a, w, LIA_BODY), 0);
      double back[3];
      lia_euler_omega(back, e, a, ad, LIA_BODY);
      SAME(3, back, w, 1e-6, n);   // rates of 1e9 leave 1e-7
    }
}

LIA_TEST(euler, nan_in_nan_out) {
  const double nan = (double)NAN;
  for (int n = 0; n < SEQS; n++)
    for (int k = 0; k < 9; k++) {
      lia_euler e = seq_of(n);
      double R[9], a[3] = { .1, .2, .3 }, w[3], q[4];
      lia_pole pole;
      lia_euler_to_rot(R, e, a);
      R[k] = nan;
      lia_euler_from_rot(w, e, R, &pole);
      cr_assert(any_nan(3, w) && any_nan(3, pole.other));
      if (k < 3) {
        double b[3] = { .1, .2, .3 }, S[9];
        b[k] = nan;
        lia_euler_to_rot(S, e, b);
        cr_assert(any_nan(9, S));
        lia_euler_to_quat(q, e, b);
        cr_assert(any_nan(4, q));
        lia_euler_other(w, e, b);
        cr_assert(any_nan(3, w));
        lia_euler_omega(w, e, a, b, LIA_BODY);
        cr_assert(any_nan(3, w));
        lia_euler_rate(w, e, a, b, LIA_BODY);
        cr_assert(any_nan(3, w));
      }
      if (k < 4) {
        lia_euler_to_quat(q, e, a);
        q[k] = nan;
        lia_euler_from_quat(w, e, q, &pole);
        cr_assert(any_nan(3, w));
      }
    }
}
