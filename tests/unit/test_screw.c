/* test_screw.c - transport of twists and wrenches, adjoints, brackets, axes, exp and log of poses,
 * interpolation */
#include "geo/screw.h"

#include "geo/moves.h"

#include "pose.h"
#include <string.h>

enum { TIMES = 50 };
static const double pi = 3.14159265358979323846;

static void transpose66(double o[36], const double M[36]) {
  for (int k = 0; k < 36; k++) o[6 * (k % 6) + k / 6] = M[k];
}

static void eye66(double o[36]) {
  for (int k = 0; k < 36; k++) o[k] = k % 7 == 0;
}

// ---- transport ----------------------------------------------------------------------------------

// a body turning at 2 rad/s about the axis x = 3 parallel to z: the point at the origin moves by w
// x r = (0, -6, 0); told in B at (3, 0, 0) with x along A's y, the axis goes through the origin
LIA_TEST(screw, a_turning_body_told_in_two_frames) {
  const lia_frame X_AB = { { 0, -1, 0, 1, 0, 0, 0, 0, 1 }, { 3, 0, 0 } };
  double V[6];
  lia_twist_to(V, &X_AB, (double[]){ 0, 0, 0, 0, 0, 2 });
  NEAR(V, ((double[]){ 0, -6, 0, 0, 0, 2 }), 6, 0);
  lia_twist_from(V, &X_AB, V);
  NEAR(V, ((double[]){ 0, 0, 0, 0, 0, 2 }), 6, 0);
  // one metre to the left of the axis
  lia_twist_at(V, ((double[]){ 0, -6, 0, 0, 0, 2 }), (double[]){ 3, 1, 0 });
  NEAR(V, ((double[]){ -2, 0, 0, 0, 0, 2 }), 6, 0);
}

// a force of 5 N along A's y at (3, 0, 0) has moment 15 about A's z
LIA_TEST(screw, a_force_told_in_two_frames_and_about_two_points) {
  const lia_frame X_AB = { { 0, -1, 0, 1, 0, 0, 0, 0, 1 }, { 3, 0, 0 } };
  double F[6];
  lia_wrench_to(F, &X_AB, (double[]){ 5, 0, 0, 0, 0, 0 });
  NEAR(F, ((double[]){ 0, 5, 0, 0, 0, 15 }), 6, 0);
  lia_wrench_from(F, &X_AB, F);
  NEAR(F, ((double[]){ 5, 0, 0, 0, 0, 0 }), 6, 0);
  lia_wrench_at(F, ((double[]){ 0, 5, 0, 0, 0, 15 }), (double[]){ 1, 7, 0 });
  NEAR(F, ((double[]){ 0, 5, 0, 0, 0, 10 }), 6, 0);
}

LIA_TEST(screw, both_halves_turn_and_turn_back) {
  lia_rng r = lia_rng_seed(7);
  double R[9], x[6], y[6], half[3];
  random_rot(&r, R);
  random_nums(&r, x, 6, 1);
  lia_rot6(y, R, x);
  lia_mv3(half, R, x);     NEAR(y, half, 3, 0);
  lia_mv3(half, R, x + 3); NEAR(y + 3, half, 3, 0);
  lia_rot6_back(y, R, y);
  NEAR(y, x, 6, 1e-15);
}

LIA_TEST(screw, power_is_the_same_in_every_frame_and_about_every_point) {
  lia_rng r = lia_rng_seed(1);
  for (int t = 0; t < TIMES; t++) {
    lia_frame X = random_frame(&r);
    double V[6], F[6], V_A[6], F_A[6], d[3];
    random_nums(&r, V, 6, 1);
    random_nums(&r, F, 6, 1);
    random_nums(&r, d, 3, 1);
    double power = lia_twist_power(V, F), sum = 0;
    for (int k = 0; k < 6; k++) sum += V[k] * F[k];
    cr_assert_float_eq(power, sum, 1e-15);
    lia_twist_to(V_A, &X, V);
    lia_wrench_to(F_A, &X, F);
    cr_assert_float_eq(lia_twist_power(V_A, F_A), power, 1e-14);
    lia_twist_from(V_A, &X, V);
    lia_wrench_from(F_A, &X, F);
    cr_assert_float_eq(lia_twist_power(V_A, F_A), power, 1e-14);
    lia_twist_at(V_A, V, d);
    lia_wrench_at(F_A, F, d);
    cr_assert_float_eq(lia_twist_power(V_A, F_A), power, 1e-14);
  }
}

// Ad(X) V = X V X^-1 as 4x4 matrices: the definition
LIA_TEST(screw, adjoint_is_conjugation) {
  lia_rng r = lia_rng_seed(2);
  for (int t = 0; t < TIMES; t++) {
    lia_frame X = random_frame(&r), I;
    double V[6], V_A[6], V_[6], x[16], i[16], v[16], p[16], q[16], M[36], D[36];
    random_nums(&r, V, 6, 1);
    lia_frame_inv(&I, &X);
    lia_frame_to44(x, &X);
    lia_frame_to44(i, &I);
    lia_twist_to44(v, V);
    mul_nn(p, x, v, 4);
    mul_nn(q, p, i, 4);
    lia_twist_of44(V_, q);
    lia_twist_to(V_A, &X, V);
    NEAR(V_A, V_, 6, 1e-14);
    cr_assert(q[12] == 0 && q[13] == 0 && q[14] == 0 && q[15] == 0);

    lia_adjoint(M, &X);
    mv_nn(V_, M, V, 6);
    NEAR(V_, V_A, 6, 1e-14);
    lia_adjoint_dual(D, &X);
    lia_wrench_to(V_A, &X, V);
    mv_nn(V_, D, V, 6);
    NEAR(V_, V_A, 6, 1e-14);

    double Mt[36], one[36], MtD[36];   // the dual is Ad^-T
    transpose66(Mt, M);
    eye66(one);
    mul_nn(MtD, Mt, D, 6);
    NEAR(MtD, one, 36, 1e-14);

    lia_twist_to(V_A, &X, V);
    memcpy(V_, V, sizeof V);
    lia_twist_to(V_, &X, V_);
    NEAR(V_, V_A, 6, 0);
    lia_twist_from(V_, &X, V_);
    NEAR(V_, V, 6, 1e-14);
    memcpy(V_, V, sizeof V);
    lia_wrench_to(V_, &X, V_);
    lia_wrench_from(V_, &X, V_);
    NEAR(V_, V, 6, 1e-14);
  }
}

LIA_TEST(screw, adjoint_of_a_product_is_the_product) {
  lia_rng r = lia_rng_seed(3);
  lia_frame A = random_frame(&r), B = random_frame(&r), AB;
  double a[36], b[36], ab[36], p[36];
  lia_frame_mul(&AB, &A, &B);
  lia_adjoint(a, &A);      lia_adjoint(b, &B);      lia_adjoint(ab, &AB);
  mul_nn(p, a, b, 6);
  NEAR(ab, p, 36, 1e-14);
  lia_adjoint_dual(a, &A); lia_adjoint_dual(b, &B); lia_adjoint_dual(ab, &AB);
  mul_nn(p, a, b, 6);
  NEAR(ab, p, 36, 1e-14);
}

LIA_TEST(screw, four_by_four_of_a_twist) {
  double M[16], V[6] = { 1, 2, 3, 4, 5, 6 }, back[6];
  const double expected[16] = { 0, -6, 5, 1, 6, 0, -4, 2, -5, 4, 0, 3, 0, 0, 0, 0 };
  memset(M, 1, sizeof M);
  lia_twist_to44(M, V);
  NEAR(M, expected, 16, 0);
  lia_twist_of44(back, M);
  NEAR(back, V, 6, 0);
  M[1] = M[2] = M[6] = 0;   // the antisymmetric part only
  lia_twist_of44(back, M);
  NEAR(back, ((double[]){ 1, 2, 3, 2, 2.5, 3 }), 6, 0);
}

// ---- brackets -----------------------------------------------------------------------------------

// [U, V] = U V - V U as matrices, and d/ds of V carried by exp(s U); the dual keeps power constant
LIA_TEST(screw, bracket_is_the_commutator_and_the_derivative_of_the_adjoint) {
  lia_rng r = lia_rng_seed(4);
  for (int t = 0; t < TIMES; t++) {
    double U[6], V[6], F[6], o[6], c[6], u[16], v[16], uv[16], vu[16], M[36], h = 1e-6;
    random_nums(&r, U, 6, 1);
    random_nums(&r, V, 6, 1);
    random_nums(&r, F, 6, 1);
    lia_twist_to44(u, U);
    lia_twist_to44(v, V);
    mul_nn(uv, u, v, 4);
    mul_nn(vu, v, u, 4);
    for (int k = 0; k < 16; k++) uv[k] -= vu[k];
    lia_twist_of44(c, uv);
    lia_twist_bracket(o, U, V);
    NEAR(o, c, 6, 1e-14);
    lia_adjoint_rate(M, U);
    mv_nn(c, M, V, 6);
    NEAR(o, c, 6, 1e-15);

    double hU[6], plus[6], minus[6], rate[6];
    lia_frame X;
    for (int s = -1; s <= 1; s += 2) {
      for (int k = 0; k < 6; k++) hU[k] = s * h * U[k];
      lia_twist_exp(&X, hU);
      lia_twist_to(s < 0 ? minus : plus, &X, V);
    }
    for (int k = 0; k < 6; k++) rate[k] = (plus[k] - minus[k]) / (2 * h);
    NEAR(o, rate, 6, 1e-8);

    double oF[6], cF[6];   // V'.F + V.F' = 0 when both are carried
    lia_twist_carry(oF, U, F);
    cr_assert_float_eq(lia_twist_power(o, F) + lia_twist_power(V, oF), 0, 1e-14);
    for (int s = -1; s <= 1; s += 2) {
      for (int k = 0; k < 6; k++) hU[k] = s * h * U[k];
      lia_twist_exp(&X, hU);
      lia_wrench_to(s < 0 ? minus : plus, &X, F);
    }
    for (int k = 0; k < 6; k++) cF[k] = (plus[k] - minus[k]) / (2 * h);
    NEAR(oF, cF, 6, 1e-8);

    memcpy(c, U, sizeof c); lia_twist_bracket(c, c, V); NEAR(c, o, 6, 0);
    memcpy(c, V, sizeof c); lia_twist_bracket(c, U, c); NEAR(c, o, 6, 0);
    memcpy(c, U, sizeof c); lia_twist_carry(c, c, F);   NEAR(c, oF, 6, 0);
    memcpy(c, F, sizeof c); lia_twist_carry(c, U, c);   NEAR(c, oF, 6, 0);
  }
}

// ---- axes ---------------------------------------------------------------------------------------

LIA_TEST(screw, axis_point_and_pitch_of_a_known_motion) {
  // a nut at (3, 0, .) along z: 2 rad/s, pitch 0.5 m per radian
  lia_screw s;
  lia_twist_screw(&s, (double[]){ 0, -6, 1, 0, 0, 2 });
  cr_assert_eq(s.kind, LIA_SCREW_axis);
  NEAR(s.u, ((double[]){ 0, 0, 1 }), 3, 0);
  NEAR(s.point, ((double[]){ 3, 0, 0 }), 3, 0);
  cr_assert(s.pitch == 0.5 && s.size == 2);
  // a force of 10 N along x through (0, 2, 0), with a couple of 30 about it: moment about the
  // origin (30, 0, -20)
  lia_wrench_screw(&s, (double[]){ 10, 0, 0, 30, 0, -20 });
  cr_assert_eq(s.kind, LIA_SCREW_axis);
  NEAR(s.u, ((double[]){ 1, 0, 0 }), 3, 0);
  NEAR(s.point, ((double[]){ 0, 2, 0 }), 3, 0);
  cr_assert(s.pitch == 3 && s.size == 10);
}

LIA_TEST(screw, pure_translations_and_couples_are_flagged) {
  static const struct { double V[6]; lia_screw_kind kind; double size; } rows[] = {
    { { 0, 0, 0, 0, 0, 0 }, LIA_SCREW_none, 0 },
    { { 0, 3, 4, 0, 0, 0 }, LIA_SCREW_free, 5 },
    { { 0, 3, 4, 0, 0, 1e-12 }, LIA_SCREW_free, 5 },      // an axis 5e12 m away
    { { 0, 3, 4, 0, 0, 1e-11 }, LIA_SCREW_axis, 1e-11 },
    { { 1e12, 0, 0, 0, 1, 0 }, LIA_SCREW_axis, 1 },       // just near enough
    { { 0, 0, 0, 0, 0, 1e-300 }, LIA_SCREW_axis, 1e-300 },
    { { 1e-200, 0, 0, 1e-200, 0, 0 }, LIA_SCREW_axis, 1e-200 },
    { { 1e200, 0, 0, 1e200, 0, 0 }, LIA_SCREW_axis, 1e200 },
    { { 1e-200, 0, 0, 0, 0, 0 }, LIA_SCREW_free, 1e-200 },
  };
  for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
    for (int wrench = 0; wrench < 2; wrench++) {
      double x[6], back[6] = { 7, 7, 7, 7, 7, 7 };
      lia_screw s;
      lia_copy3(x, rows[k].V + 3 * wrench);
      lia_copy3(x + 3, rows[k].V + 3 - 3 * wrench);
      if (wrench) lia_wrench_screw(&s, x);
      else lia_twist_screw(&s, x);
      cr_assert_eq(s.kind, rows[k].kind, "case %zu", k);
      cr_assert_float_eq(s.size, rows[k].size, 1e-15 * rows[k].size, "case %zu", k);
      cr_assert_float_eq(lia_norm3(s.u), 1, 1e-15, "case %zu", k);
      cr_assert_eq(s.pitch > 1e300, s.kind == LIA_SCREW_free, "case %zu", k);
      if (wrench) lia_screw_wrench(back, &s);
      else lia_screw_twist(back, &s);
      for (int i = 0; i < 6; i++)
        cr_assert(fabs(back[i] - x[i]) <= 1e-15 * lia_norm3(rows[k].V) + 1e-12
            * lia_norm3(rows[k].V + 3) ||
                  (s.kind == LIA_SCREW_free && fabs(x[i]) <= 1e-12 * s.size), "case %zu, entry %d",
                      k, i);
    }
  }
  lia_screw s;
  lia_twist_screw(&s, (double[6]){ 0 });
  NEAR(s.u, ((double[]){ 0, 0, 1 }), 3, 0);
  cr_assert(s.pitch == 0);
  lia_twist_screw(&s, ((double[]){ 0, 3, 4, 0, 0, 0 }));
  NEAR(s.u, ((double[]){ 0, 0.6, 0.8 }), 3, 2e-16);
  NEAR(s.point, ((double[]){ 0, 0, 0 }), 3, 0);
}

LIA_TEST(screw, the_axis_rebuilds_twist_and_wrench_and_moves_with_the_frame) {
  lia_rng r = lia_rng_seed(5);
  for (int t = 0; t < TIMES; t++) {
    lia_frame X = random_frame(&r);
    double V[6], V_A[6], o[6], u[3], d[3], foot[3];
    lia_screw s, s_A;
    random_nums(&r, V, 6, 1);
    lia_twist_screw(&s, V);
    cr_assert_float_eq(lia_dot3(s.u, s.point), 0, 1e-14, "the point next to the origin");
    lia_screw_twist(o, &s);
    NEAR(o, V, 6, 1e-13);
    lia_wrench_screw(&s_A, V);
    lia_screw_wrench(o, &s_A);
    NEAR(o, V, 6, 1e-13);
    // points of the axis move along it only
    lia_twist_at(o, V, s.point);
    lia_cross3(d, o, s.u);
    NEAR(d, ((double[]){ 0, 0, 0 }), 3, 1e-13);

    lia_twist_to(V_A, &X, V);
    lia_twist_screw(&s_A, V_A);
    lia_frame_vector(u, &X, s.u);
    lia_frame_point(foot, &X, s.point);
    NEAR(s_A.u, u, 3, 1e-14);
    cr_assert_float_eq(s_A.pitch, s.pitch, 1e-12 * (1 + fabs(s.pitch)));
    cr_assert_float_eq(s_A.size, s.size, 1e-14);
    lia_sub3(d, s_A.point, foot);   // the same line
    lia_cross3(d, d, u);
    NEAR(d, ((double[]){ 0, 0, 0 }), 3, 1e-12);
  }
}

// turn by 90 degrees about the line x = 1, y = 1 and climb by 2: (0, 0, 0) goes to (2, 0, 2)
LIA_TEST(screw, displacement_by_a_known_screw) {
  lia_screw s = { LIA_SCREW_axis, { 0, 0, 1 }, { 1, 1, 0 }, 2 / (pi / 2), pi / 2 }, back;
  const lia_frame expected = { { 0, -1, 0, 1, 0, 0, 0, 0, 1 }, { 2, 0, 2 } };
  lia_frame X;
  lia_screw_frame(&X, &s);
  NEAR_FRAME(&X, &expected, 1e-15);
  lia_frame_screw(&back, &expected);
  cr_assert_eq(back.kind, LIA_SCREW_axis);
  NEAR((double[]){ back.pitch }, &s.pitch, 1, 1e-15);
  NEAR((double[]){ back.size }, &s.size, 1, 1e-15);
  NEAR(back.u, s.u, 3, 1e-15);
  NEAR(back.point, s.point, 3, 1e-15);
  lia_frame T = LIA_FRAME_IDENTITY;
  lia_frame_screw(&back, &T);
  cr_assert_eq(back.kind, LIA_SCREW_none);
  lia_set3(T.p, 0, 3, 4);
  lia_frame_screw(&back, &T);
  cr_assert_eq(back.kind, LIA_SCREW_free);
  cr_assert_float_eq(back.size, 5, 1e-15);
  lia_screw_frame(&X, &back);
  NEAR_FRAME(&X, &T, 1e-15);
}

// ---- exp and log --------------------------------------------------------------------------------

// exp as its power series of 4x4 matrices, halved until short and squared back: the independent
// road
static void exp_series(double E[16], const double V[6]) {
  double M[16], term[16], t[16];
  lia_twist_to44(M, V);
  for (int k = 0; k < 16; k++) M[k] /= 64, E[k] = term[k] = k % 5 == 0;
  for (int n = 1; n < 20; n++) {
    mul_nn(t, term, M, 4);
    for (int k = 0; k < 16; k++) term[k] = t[k] / n, E[k] += term[k];
  }
  for (int n = 0; n < 6; n++) {
    mul_nn(t, E, E, 4);
    memcpy(E, t, sizeof t);
  }
}

LIA_TEST(screw, exponential_is_the_power_series) {
  lia_rng r = lia_rng_seed(6);
  static const double size[] = { 0, 1e-12, 1e-6, 1e-3, 0.1, 1, 3, 6 };
  for (size_t k = 0; k < sizeof size / sizeof *size; k++)
    for (int t = 0; t < 10; t++) {
      double V[6], E[16], M[16];
      lia_frame X;
      random_nums(&r, V, 3, 2);
      random_nums(&r, V + 3, 3, size[k]);
      exp_series(E, V);
      lia_twist_exp(&X, V);
      lia_frame_to44(M, &X);
      NEAR(M, E, 16, 2e-14);
    }
}

// both ways, at angles on and around the two ends of the range; within 1e-9 of them 1e-7 would do
LIA_TEST(screw, logarithm_undoes_the_exponential) {
  static const double angle[] = { 0, 1e-300, 1e-15, 1e-12, 9e-10, 1e-8, 1e-6, 1e-4, 1e-2, 0.5, 1, 2,
      3, 3.1, 3.14, 3.1415,
      3.141592, 3.14159265 };
  lia_rng r = lia_rng_seed(8);
  for (size_t k = 0; k < sizeof angle / sizeof *angle; k++)
    for (int t = 0; t < 20; t++) {
      double V[6], W[6], u[3];
      lia_frame X, Y;
      lia_rng_unit(&r, u, 3);
      random_nums(&r, V, 3, 2);
      lia_scale3(V + 3, angle[k], u);
      lia_twist_exp(&X, V);
      unsigned flags = lia_twist_log(W, &X);
      cr_assert_eq(flags, angle[k] < 1e-9 ? LIA_POLE_NO_AXIS : 0u, "angle %g", angle[k]);
      NEAR(W, V, 6, angle[k] > 3.1415 ? 1e-12 * 10 : 1e-14 * 20);
      lia_twist_exp(&Y, W);
      NEAR_FRAME(&Y, &X, 1e-14);
    }
}

LIA_TEST(screw, half_turns_have_two_logarithms) {
  static const double before[] = { 0, 1e-15, 1e-12, 1e-10 };
  lia_rng r = lia_rng_seed(9);
  for (size_t k = 0; k < sizeof before / sizeof *before; k++)
    for (int t = 0; t < 20; t++) {
      double V[6], W[6], u[3];
      lia_frame X, Y;
      lia_rng_unit(&r, u, 3);
      random_nums(&r, V, 3, 2);
      lia_scale3(V + 3, pi - before[k], u);
      lia_twist_exp(&X, V);
      cr_assert_eq(lia_twist_log(W, &X), (unsigned)LIA_POLE_HALF_TURN);
      cr_assert(lia_norm3(W + 3) <= pi + 1e-15);
      lia_twist_exp(&Y, W);
      NEAR_FRAME(&Y, &X, 1e-14);
      double other[6];
      cr_assert_eq(lia_twist_log_other(other, &X), (unsigned)LIA_POLE_HALF_TURN);
      cr_assert(lia_dot3(other + 3, W + 3) < 0);
      lia_twist_exp(&Y, other);
      NEAR_FRAME(&Y, &X, 1e-14);
    }
}

LIA_TEST(screw, the_other_logarithm_turns_the_other_way) {
  lia_rng r = lia_rng_seed(10);
  for (int t = 0; t < TIMES; t++) {
    double V[6], W[6], n[3];
    lia_frame X = random_frame(&r), Y;
    lia_twist_log(V, &X);
    cr_assert_eq(lia_twist_log_other(W, &X), 0u);
    cr_assert_float_eq(lia_norm3(W + 3) + lia_norm3(V + 3), 2 * pi, 1e-14);
    lia_cross3(n, V + 3, W + 3);
    cr_assert_float_eq(lia_norm3(n), 0, 1e-13);
    lia_twist_exp(&Y, W);
    NEAR_FRAME(&Y, &X, 1e-13);
    Y = X;
  }
  lia_frame T = LIA_FRAME_IDENTITY;
  double W[6];
  lia_set3(T.p, 1, 2, 3);
  cr_assert_eq(lia_twist_log_other(W, &T), (unsigned)LIA_POLE_NO_AXIS);
  NEAR(W, ((double[]){ 1, 2, 3, 0, 0, 0 }), 6, 0);
}

// Jl = sum ad^k / (k+1)!: the independent road
static void jac_series(double J[36], const double V[6]) {
  double ad[36], term[36], t[36];
  lia_adjoint_rate(ad, V);
  eye66(J);
  eye66(term);
  for (int n = 1; n < 60; n++) {
    mul_nn(t, term, ad, 6);
    for (int k = 0; k < 36; k++) term[k] = t[k] / (n + 1), J[k] += term[k];
  }
}

LIA_TEST(screw, left_jacobian_is_the_series_of_ad_and_inverts) {
  static const double angle[] = { 0, 1e-9, 1e-4, 0.1, 1, 2, 3, 3.14159265358979, 5, 6.2 };
  lia_rng r = lia_rng_seed(11);
  for (size_t k = 0; k < sizeof angle / sizeof *angle; k++) {
    double V[6], J[36], S[36], I[36], one[36], p[36], u[3];
    lia_rng_unit(&r, u, 3);
    random_nums(&r, V, 3, 2);
    lia_scale3(V + 3, angle[k], u);
    lia_twist_jac(J, V);
    jac_series(S, V);
    NEAR(J, S, 36, 1e-12);
    cr_assert_eq(lia_twist_jac_inv(I, V), 0u);
    eye66(one);
    mul_nn(p, I, J, 6);
    NEAR(p, one, 36, 1e-11);
  }
  double V[6] = { 1, 2, 3, 0, 0, 2 * pi }, J[36];
  cr_assert_eq(lia_twist_jac_inv(J, V), (unsigned)LIA_POLE_NO_INVERSE);
  for (int k = 0; k < 36; k++) cr_assert(isfinite(J[k]));
}

// the twist of exp(V(t)) told in A is Jl(V) V', told in B Jl(-V) V'; and Ad(exp V) = Jl(V)
// Jl(-V)^-1
LIA_TEST(screw, left_jacobian_gives_the_twist_by_differences) {
  lia_rng r = lia_rng_seed(12);
  for (int t = 0; t < TIMES; t++) {
    double V[6], Vd[6], minus[6], h = 1e-6, J[36], twist[6], m[16], x[16], p[16], rate[6], plus[6];
    lia_frame X, X0, X1, I;
    random_nums(&r, V, 6, 1.5);
    random_nums(&r, Vd, 6, 1);
    for (int k = 0; k < 6; k++) plus[k] = V[k] + h * Vd[k], minus[k] = V[k] - h * Vd[k];
    lia_twist_exp(&X, V);
    lia_twist_exp(&X1, plus);
    lia_twist_exp(&X0, minus);
    lia_frame_inv(&I, &X);
    double a[16], b[16];
    lia_frame_to44(a, &X1);
    lia_frame_to44(b, &X0);
    for (int k = 0; k < 16; k++) m[k] = (a[k] - b[k]) / (2 * h);
    lia_frame_to44(x, &I);

    mul_nn(p, m, x, 4);   // X' X^-1
    lia_twist_of44(rate, p);
    lia_twist_jac(J, V);
    mv_nn(twist, J, Vd, 6);
    NEAR(twist, rate, 6, 1e-8);

    mul_nn(p, x, m, 4);   // X^-1 X'
    lia_twist_of44(rate, p);
    for (int k = 0; k < 6; k++) minus[k] = -V[k];
    lia_twist_jac(J, minus);
    mv_nn(twist, J, Vd, 6);
    NEAR(twist, rate, 6, 1e-8);
  }
}

// ---- on the way ---------------------------------------------------------------------------------

LIA_TEST(screw, interpolations_start_and_end_where_they_should) {
  lia_rng r = lia_rng_seed(13);
  for (int t = 0; t < TIMES; t++) {
    lia_frame A = random_frame(&r), B = random_frame(&r), X, Y, step, half;
    lia_frame_interp(&X, &A, &B, 0); NEAR_FRAME(&X, &A, 1e-15);
    lia_frame_interp(&X, &A, &B, 1); NEAR_FRAME(&X, &B, 1e-14);
    lia_frame_lerp(&X, &A, &B, 0);   NEAR_FRAME(&X, &A, 1e-14);
    lia_frame_lerp(&X, &A, &B, 1);   NEAR_FRAME(&X, &B, 1e-14);
    // a screw motion: the half step done twice; the same from the other end
    lia_frame_interp(&half, &A, &B, 0.5);
    lia_frame_between(&step, &A, &half);
    lia_frame_mul(&X, &half, &step);
    NEAR_FRAME(&X, &B, 1e-13);
    lia_frame_interp(&X, &A, &B, 0.3);
    lia_frame_interp(&Y, &B, &A, 0.7);
    NEAR_FRAME(&X, &Y, 1e-13);
    // apart: origin on the straight line, turn at constant rate
    double dist, angle, whole;
    lia_frame_apart(&dist, &whole, &A, &B);
    lia_frame_lerp(&X, &A, &B, 0.25);
    for (int k = 0; k < 3; k++) cr_assert_float_eq(X.p[k], 0.75 * A.p[k] + 0.25 * B.p[k], 1e-15);
    lia_frame_apart(&dist, &angle, &A, &X);
    cr_assert_float_eq(angle, whole / 4, 1e-14);
    lia_frame_apart(&dist, &angle, &X, &B);
    cr_assert_float_eq(angle, whole * 3 / 4, 1e-14);
    lia_frame_interp(&Y, &A, &B, 0.3);
    X = A; lia_frame_interp(&X, &X, &B, 0.3); NEAR_FRAME(&X, &Y, 0);
    X = B; lia_frame_interp(&X, &A, &X, 0.3); NEAR_FRAME(&X, &Y, 0);
    lia_frame_lerp(&Y, &A, &B, 0.3);
    X = A; lia_frame_lerp(&X, &X, &B, 0.3);   NEAR_FRAME(&X, &Y, 0);
    X = B; lia_frame_lerp(&X, &A, &X, 0.3);   NEAR_FRAME(&X, &Y, 0);
  }
}

// a quarter turn about the origin carries (1, 0, 0) round the circle; lerp cuts the corner
LIA_TEST(screw, a_screw_motion_follows_the_circle_and_lerp_the_chord) {
  lia_frame A = LIA_FRAME_IDENTITY, B, X;
  lia_set3(A.p, 1, 0, 0);
  lia_move_elementary(&B, LIA_MOVE_RZ, pi / 2);
  lia_set3(B.p, 0, 1, 0);
  lia_frame_interp(&X, &A, &B, 0.5);
  NEAR(X.p, ((double[]){ sqrt(0.5), sqrt(0.5), 0 }), 3, 1e-15);
  lia_frame_lerp(&X, &A, &B, 0.5);
  NEAR(X.p, ((double[]){ 0.5, 0.5, 0 }), 3, 1e-15);
  lia_frame_interp(&X, &A, &B, 2);   // and on: half a turn
  NEAR(X.p, ((double[]){ -1, 0, 0 }), 3, 1e-15);
}

// as promised: further than 1e12 away, or steeper, is no axis
LIA_TEST(screw, an_axis_ends_at_1e12) {
  const double near[2][6] = { { 0, 0, .9e12, 0, 0, 1 }, { 0, .9e12, 0, 0, 0, 1 } },
      far[2][6] = { { 0, 0, 1.1e12, 0, 0, 1 }, { 0, 1.1e12, 0, 0, 0, 1 } };
  for (int k = 0; k < 2; k++) {
    lia_screw s;
    lia_twist_screw(&s, near[k]);
    cr_assert_eq(s.kind, LIA_SCREW_axis);
    lia_twist_screw(&s, far[k]);
    cr_assert_eq(s.kind, LIA_SCREW_free);
  }
}
