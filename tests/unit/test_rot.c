/* test_rot.c - rotation matrices: documents' numbers, exp and log at every angle, Jacobians,
 * nearest, mean, rates */
#include "rotcase.h"

static const double v_B[3] = { .7453373752918, -.14531362525825, .48578108376139 };

LIA_TEST(rot, elementary_turns) {
  double c = cos(.3), s = sin(.3), R[9];
  double x[9] = { 1, 0, 0, 0, c, -s, 0, s, c }, y[9] = { c, 0, s, 0, 1, 0, -s, 0, c },
      z[9] = { c, -s, 0, s, c, 0, 0, 0, 1 };
  lia_rot_x(R, .3);
  SAME(9, R, x, 0, 0);
  lia_rot_y(R, .3);
  SAME(9, R, y, 0, 0);
  lia_rot_z(R, .3);
  SAME(9, R, z, 0, 0);
}

LIA_TEST(rot, two_readings_of_one_matrix) {
  // [course E3.1]: R1 -> R2 by Rot(z, pi/3), p = (1,1,0)
  const double p[3] = { 1, 1, 0 }, r = sqrt(3) / 2, passage[3] = { .5 + r, .5 - r, 0 },
      operated[3] = { .5 - r, .5 + r, 0 };
  double R[9], o[3];
  lia_rot_z(R, PI / 3);
  lia_mtv3(o, R, p);
  SAME(3, o, passage, 1e-15, 0);
  lia_mv3(o, R, p);
  SAME(3, o, operated, 1e-15, 0);
}

LIA_TEST(rot, fixed_axes_on_the_left_moving_axes_on_the_right) {
  // [course E3.5]: 0R2 = Ry(pi/2) then Rz(pi/6) moving, 0R3 = Rz(pi/6) then Rx(pi/4) moving
  const double s2 = sqrt(2), s3 = sqrt(3), s6 = sqrt(6);
  const double R2[9] = { 0, 0, 1, .5, s3/2, 0, -s3/2, .5, 0 };
  const double R3[9] = { s3/2, -s2/4, s2/4, .5, s6/4, -s6/4, 0, s2/2, s2/2 };
  double A[9], B[9];
  lia_rot_y(A, PI / 2);
  lia_rot_z(B, PI / 6);
  lia_mul33(A, A, B);
  SAME(9, A, R2, 1e-15, 0);
  lia_rot_x(A, PI / 4);
  lia_mul33(A, B, A);
  SAME(9, A, R3, 1e-15, 0);
  // [nonhol 2.1]: Rx(90), Rz(90) relative and absolute
  const double rel[9] = { 0, -1, 0, 0, 0, -1, 1, 0, 0 }, abs_[9] = { 0, 0, 1, 1, 0, 0, 0, 1, 0 };
  double C[9];
  lia_rot_x(A, PI / 2);
  lia_rot_z(B, PI / 2);
  lia_mul33(C, A, B);
  SAME(9, C, rel, 1e-15, 0);
  lia_mul33(C, B, A);
  SAME(9, C, abs_, 1e-15, 0);
}

LIA_TEST(rot, documented_euler_vectors) {
  double R[9], v[3];
  lia_rot_exp(R, v_B);
  SAME(9, R, R_B, 1e-13, 0);
  lia_rot_log(v, R_B, NULL);
  SAME(3, v, v_B, 1e-13, 0);
  // [course E3.5]: axis and angle of 0R2, 0R3, and the turn of .7 about (1,2,2)/3
  const double s2 = sqrt(2), s3 = sqrt(3), s6 = sqrt(6);
  const double M[3][9] = { { 0, 0, 1, .5, s3/2, 0, -s3/2, .5, 0 },
                           { s3/2, -s2/4, s2/4, .5, s6/4, -s6/4, 0, s2/2, s2/2 },
      { .790970833142, -.377221166444, .481735749873, .481735749873, .869356770714, -.110224645650,
      -.377221166444, .319253812508, .869356770714 } };
  const double ut[3][4] = { { .25056281, .93511313, .25056281, 1.637833825 },
      { .81916073, .21949345, .52990408, .9363243808 },
      { 1/3.0, 2/3.0, 2/3.0, .7 } };
  for (int i = 0; i < 3; i++) {
    lia_rot_log(v, M[i], NULL);
    double t = lia_unit3(v, v);
    NEAR(t, ut[i][3], 1e-9, i);
    SAME(3, v, ut[i], 1e-8, i);
  }
}

LIA_TEST(rot, half_turns) {
  // k = (2,-1,2)/3 [nonhol 2.1]; Fanuc (180, 90, 0): u = (1,0,-1)/sqrt 2 [course E3.4]
  const double M[2][9] = { { -1/9.0, -4/9.0, 8/9.0, -4/9.0, -7/9.0, -4/9.0, 8/9.0, -4/9.0, -1/9.0 },
      { 0, 0, -1, 0, -1, 0, -1, 0, 0 } };
  const double u[2][3] = { { 2*PI/3, -PI/3, 2*PI/3 }, { PI / sqrt(2), 0, -PI / sqrt(2) } };
  for (int i = 0; i < 2; i++) {
    double v[3], R[9];
    lia_pole pole;
    lia_rot_log(v, M[i], &pole);
    SAME(3, v, u[i], 1e-15, i);
    cr_assert_eq(pole.flags, LIA_POLE_HALF_TURN);
    for (int k = 0; k < 3; k++) NEAR(pole.other[k], -v[k], 1e-15, i);
    lia_rot_exp(R, pole.other);
    SAME(9, R, M[i], 1e-15, i);
  }
}

LIA_TEST(rot, exp_is_rodrigues_formula_and_log_undoes_it_at_every_angle) {
  for (int i = 0; i < TURN_COUNT; i++) {
    double v[3], u[3], R[9], F[9], S[9], K[9];
    turn_vector(v, i);
    lia_rot_exp(R, v);
    NEAR(lia_rot_defect(R), 0, 3e-15, i);
    // I + sin t u~ + (1 - cos t) u~^2                                                 [course F3.4]
    double t = lia_unit3(u, v), h = sin(t / 2);
    lia_skew3(S, u);
    lia_mul33(K, S, S);
    for (int k = 0; k < 9; k++) F[k] = I3[k] + sin(t) * S[k] + 2 * h * h * K[k];
    SAME(9, R, F, 3e-15, i);
    // and back: to 1e-7 within 1e-9 of half a turn (where v and -v swap), to 1e-12 elsewhere
    lia_rot_log(u, R, NULL);
    lia_rot_exp(F, u);
    SAME(9, F, R, 6e-15, i);
    if (t <= PI - 1e-9) SAME(3, u, v, 2e-15, i);
    if (t < PI + 1e-9 && lia_dot3(u, v) >= 0) SAME(3, u, v, 3e-9, i);
  }
}

LIA_TEST(rot, small_rotations_to_second_order) {
  // |R - (I + S)| max 6.4999924e-6 for (1e-3, -2e-3, 3e-3)                             [nonhol 2.1]
  double v[3] = { 1e-3, -2e-3, 3e-3 }, R[9], S[9];
  lia_rot_exp(R, v);
  lia_skew3(S, v);
  for (int k = 0; k < 9; k++) S[k] += I3[k];
  NEAR(worst_of(9, R, S), 6.4999924e-6, 1e-13, 0);
}

LIA_TEST(rot, heading_and_inclination_of_an_axis) {
  // Rot(k, t) = Rz(a) Ry(b) Rx(t) Ry(b)' Rz(a)' with b = -asin kz, not +asin kz
  //                                                                        [nonhol (A3.4.11), E10]
  double k[3], t = lia_unit3(k, v_B), P[9], B[9], X[9], R[9];
  for (int sign = -1; sign <= 1; sign += 2) {
    lia_rot_z(P, atan2(k[1], k[0]));
    lia_rot_y(B, sign * asin(k[2]));
    lia_mul33(P, P, B);
    lia_rot_x(X, t);
    lia_mul33(R, P, X);
    lia_mult33(R, R, P);
    NEAR(worst_of(9, R, R_B), sign < 0 ? 0 : .845, sign < 0 ? 1e-13 : 5e-4, sign);
  }
}

LIA_TEST(rot, series_coefficients_meet_their_closed_forms) {
  for (double t = 1e-3; t < 40; t *= 1.1) {
    lia_rot_series f = lia_rot_coefs(t);
    long double T = (long double)t, s = T * T;
    long double A = sinl(T) / T, B = (1 - cosl(T)) / s, C = (T - sinl(T)) / (s * T);
    // long double keeps 19 digits: what cancels below t = 0.3 is left to the continuity test
    double tol = t < 0.3 ? 1e-19 / (t*t*t*t*t*t) : 1e-16;
    NEAR(f.A, (double)A, 1e-15, 0);
    NEAR(f.B, (double)B, tol + 1e-15, 0);
    NEAR(f.C, (double)C, tol + 1e-15, 0);
    // the series keeps the digits of the small numbers as well: its last terms are 1e-15 of dB and
    // 1e-16 of dC
    int upper = t > 0.5 && t < 1;
    NEAR(f.dA, (double)((cosl(T) - A) / (2 * s)), tol + 1e-15, 0);
    NEAR(f.dB, (double)((A - 2 * B) / (2 * s)), upper ? 3e-17 : tol + 1e-15, 0);
    NEAR(f.dC, (double)((B - 3 * C) / (2 * s)), upper ? 1e-17 : tol + 1e-15, 0);
  }
  lia_rot_series z = lia_rot_coefs(0), below = lia_rot_coefs(nextafter(1, 0)),
      above = lia_rot_coefs(1);
  NEAR(z.A, 1, 0, 0); NEAR(z.B, 0.5, 0, 0); NEAR(z.C, 1/6.0, 0, 0);
  NEAR(z.dA, -1/6.0, 1e-16, 0); NEAR(z.dB, -1/24.0, 0, 0); NEAR(z.dC, -1/120.0, 0, 0);
  SAME(6, (double *)&below, (double *)&above, 2e-15, 0);
  // around full turns 1 - cos t vanishes, and keeps its digits
  for (int k = 1; k < 4; k++) {
    double d = 1e-6, t = 2*PI*k + d;
    NEAR(lia_rot_coefs(t).B * t * t / (d * d / 2), 1, 1e-8, k);
  }
}

// the rate of exp(v~) along v', by differences and by the Jacobians
LIA_TEST(rot, jacobians_turn_rates_of_the_euler_vector_into_angular_velocity) {
  for (int i = 0; i < TURN_COUNT; i += 3) {
    double v[3], vd[3], a[3], w[3], R[9], Rp[9], Rm[9], Rd[9], J[9], h = 1e-5;
    lia_rng r = lia_rng_seed((uint64_t)i);
    lia_rng_unit(&r, vd, 3);
    turn_vector(v, i);
    lia_rot_exp(R, v);
    for (int k = 0; k < 3; k++) a[k] = v[k] + h * vd[k];
    lia_rot_exp(Rp, a);
    for (int k = 0; k < 3; k++) a[k] = v[k] - h * vd[k];
    lia_rot_exp(Rm, a);
    for (int k = 0; k < 9; k++) Rd[k] = (Rp[k] - Rm[k]) / (2*h);
    for (int side = LIA_BASE; side <= LIA_BODY; side++) {
      lia_rot_omega(w, R, Rd, (lia_side)side);
      side == LIA_BASE ? lia_rot_jleft(J, v) : lia_rot_jright(J, v);
      lia_mv3(a, J, vd);
      SAME(3, a, w, 1e-9, i);
    }
  }
}

LIA_TEST(rot, jacobians_and_their_inverses_at_every_angle) {
  for (int i = 0; i < 3 * TURN_COUNT; i++) {
    double v[3], J[9], K[9], P[9];
    turn_vector(v, i % TURN_COUNT);
    lia_scale3(v, 1 + i / TURN_COUNT, v);   // angles up to 3 pi
    double t = lia_norm3(v), gap = fabs(t - 2*PI);
    lia_rot_jleft(J, v);
    lia_rot_jright(K, v);
    lia_transpose33(P, K);
    SAME(9, P, J, 1e-15, i);
    unsigned left = lia_rot_jleft_inv(K, v);
    lia_mul33(P, J, K);
    if (gap >= 1e-9) {
      SAME(9, P, I3, 1e-13 + 5e-15 / gap, i);
      cr_assert_eq(left, 0);
    } else {
      // pseudo-inverse: J K J = J to what 1e-9 allows, K symmetric here
      lia_mul33(P, P, J);
      SAME(9, P, J, 1e-9, i);
      cr_assert_eq(left, LIA_POLE_NO_INVERSE);
    }
    cr_assert_eq(lia_rot_jright_inv(P, v), left);
    lia_transpose33(P, P);
    SAME(9, P, K, 1e-15 * (2 + 10 / fmax(gap, 1e-9)), i);
  }
}

LIA_TEST(rot, jacobians_near_full_turns_are_flagged_within_1e_9) {
  const double gap[6] = { 0, 0.9e-9, -0.9e-9, 1.1e-9, -1.1e-9, 1e-3 };
  for (int turns = 1; turns < 4; turns++)
    for (int i = 0; i < 6; i++) {
      double v[3] = { 0, (2*PI*turns + gap[i]) * 0.6, (2*PI*turns + gap[i]) * -0.8 }, J[9];
      cr_assert_eq(lia_rot_jleft_inv(J, v), i < 3 ? LIA_POLE_NO_INVERSE : 0u, "%d turns, gap %g",
          turns, gap[i]);
      NEAR(J[0], i < 3 ? 0 : J[0], 0, i);
      if (i < 3) NEAR(J[4], .36, 1e-15, i), NEAR(J[5], -.48, 1e-15, i);
    }
  // but the identity is regular
  double v[3] = { 0 }, J[9];
  cr_assert_eq(lia_rot_jleft_inv(J, v), 0);
  SAME(9, J, I3, 0, 0);
}

LIA_TEST(rot, angle_between_and_slerp) {
  for (int i = 0; i < TURN_COUNT; i += 2) {
    double v[3], R[9], S[9], E[9], M[9], N[9];
    turn_vector(v, i);
    turn_matrix(R, TURN_NEAR + i % 500);
    lia_rot_exp(E, v);
    lia_mul33(S, R, E);
    double t = lia_norm3(v), angle = fmin(t, 2*PI - t);
    NEAR(lia_rot_angle(R, S), angle, 3e-15, i);
    lia_rot_slerp(M, R, S, 1, LIA_SHORT);
    SAME(9, M, S, 6e-15, i);
    lia_rot_slerp(M, R, S, 1/3.0, LIA_SHORT);
    NEAR(lia_rot_angle(R, M), angle / 3, 5e-15, i);
    lia_rot_slerp(N, R, S, 2/3.0, LIA_SHORT);
    NEAR(lia_rot_angle(M, N), angle / 3, 5e-15, i);
    lia_rot_slerp(M, R, S, 1, LIA_LONG);
    SAME(9, M, S, 6e-15, i);
    lia_rot_slerp(M, R, S, .25, LIA_LONG);
    NEAR(lia_rot_angle(R, M), (2*PI - angle) / 4, 5e-15, i);
  }
}

LIA_TEST(rot, powers) {
  double A[9], B[9], C[9];
  lia_rot_pow(A, R_B, 3);
  lia_mul33(B, R_B, R_B);
  lia_mul33(B, B, R_B);
  SAME(9, A, B, 1e-13, 0);
  lia_rot_pow(A, R_B, -.5);
  lia_mul33(B, A, A);
  lia_transpose33(C, R_B);
  SAME(9, B, C, 1e-13, 0);
  lia_rot_pow(A, R_B, 0);
  SAME(9, A, I3, 0, 0);
}

LIA_TEST(rot, between) {
  double R[9], a[3] = { 3, 0, 0 }, b[3] = { 0, 0, .1 }, y[9];
  cr_assert_eq(lia_rot_between(R, a, b), 0);
  lia_rot_y(y, -PI / 2);
  SAME(9, R, y, 1e-15, 0);
  lia_scale3(b, -1, a);
  cr_assert_eq(lia_rot_between(R, a, b), LIA_POLE_AMBIGUOUS);
  lia_mv3(y, R, a);
  SAME(3, y, b, 1e-15, 0);
}

LIA_TEST(rot, defect_says_how_far_from_a_rotation) {
  double M[9];
  NEAR(lia_rot_defect(I3), 0, 0, 0);
  for (int k = 0; k < 9; k++) M[k] = -I3[k];
  NEAR(lia_rot_defect(M), 2, 0, 0);
  lia_copy33(M, I3);
  M[1] = 0.1;
  NEAR(lia_rot_defect(M), 0.1, 1e-15, 0);
  M[1] = 0, M[8] = 0.9;
  NEAR(lia_rot_defect(M), 0.19, 1e-15, 0);
  M[4] = (double)NAN;
  cr_assert(isnan(lia_rot_defect(M)));
  lia_copy33(M, I3);
  M[0] = 1.1;
  NEAR(lia_rot_defect(M), 0.21, 1e-15, 0);
  // nothing at all is as far from a rotation as 1, but no reflection
  double zero[9] = { 0 };
  NEAR(lia_rot_defect(zero), 1, 0, 0);
}

LIA_TEST(rot, nearest_of_the_document) {
  // [nonhol 2.1]: N = R + noise, X, |X - N|^2
  const double noise[9] = { .01, -.02, .03, .02, .01, -.01, -.015, .005, .02 };
  const double X[9] = { .87596155640717, -.47779485088831, .06635836165355, .39293150603506,
      .62694877139561, -.67271098520134,
      .27981455155469, .61534325259172, .7369236719146 };
  double N[9], R[9], P[9];
  lia_rot_fit f;
  for (int k = 0; k < 9; k++) N[k] = R_B[k] + noise[k];
  lia_rot_nearest(R, N, &f);
  SAME(9, R, X, 1e-13, 0);
  NEAR(f.dist * f.dist, .0012164055533373506, 1e-14, 0);
  cr_assert_eq(f.flags, 0);
  lia_rot_polar(P, N, NULL);
  SAME(9, P, R, 0, 0);
  // Gram and Schmidt's columns are further away                                        [nonhol 2.1]
  double G[3][3], d2 = 0;
  for (int j = 0; j < 3; j++) {
    lia_set3(G[j], N[j], N[3 + j], N[6 + j]);
    for (int i = 0; i < j; i++) lia_addto3(G[j], -lia_dot3(G[i], G[j]), G[i]);
    lia_unit3(G[j], G[j]);
    for (int i = 0; i < 3; i++) d2 += (G[j][i] - N[3*i + j]) * (G[j][i] - N[3*i + j]);
  }
  NEAR(d2, .0013934427771355085, 1e-13, 0);
  cr_assert_gt(d2, f.dist * f.dist);
  // R X' is symmetric and positive [nonhol F43], and X is a fixed point of Newton's iteration X <-
  // (X + X^-T)/2
  double S[9];
  lia_mult33(S, N, R);
  NEAR(S[1], S[3], 1e-15, 0), NEAR(S[2], S[6], 1e-15, 0), NEAR(S[5], S[7], 1e-15, 0);
  NEAR(lia_det33(S), f.sigma[0] * f.sigma[1] * f.sigma[2], 4e-15, 0);
  NEAR(lia_trace33(S), f.sigma[0] + f.sigma[1] + f.sigma[2], 4e-15, 0);
}

// M = U diag(sigma) V^T for given singular values: what comes back is U diag(1, 1, +-1) V^T
LIA_TEST(rot, nearest_and_polar_of_any_matrix) {
  const double sigma[12][3] = { { 1, 1, 1 }, { 3, 2, 1 }, { 1, 1e-3, 1e-6 }, { 1, 1, 1e-9 },
      { 5, 4, 0 }, { 1, 1e-9, 1e-9 }, { 2, 1e-5, 0 },
      { 1, .9, -.1 }, { 1e-200, 1e-200, 1e-201 }, { 1e200, 1e199, 1e198 }, { 1, 1, -.999 },
          { 1e8, 1, -1e-4 } };
  for (int i = 0; i < 12 * 40; i++) {
    const double *s = sigma[i % 12];
    double U[9], V[9], W[9], M[9], R[9], X[9], D[9];
    lia_rot_fit f, p;
    turn_matrix(U, i * 5 % TURN_COUNT);
    turn_matrix(V, TURN_NEAR + i);
    for (int k = 0; k < 9; k++) W[k] = U[k] * s[k % 3];
    lia_mult33(M, W, V);
    lia_mult33(D, U, V);
    lia_rot_nearest(R, M, &f);
    // a small signed gap s2 + s3 lets the rounding of M turn the answer
    double tol = 2e-15 * s[0] / (s[1] + s[2]) + 2e-15;
    SAME(9, R, D, tol, i);
    NEAR(lia_rot_defect(R), 0, 2e-15, i);
    for (int k = 0; k < 3; k++) NEAR(f.sigma[k] / s[0], s[k] / s[0], 2e-15, i);
    cr_assert_eq(f.flags, (s[2] < 0 ? LIA_POLE_REFLECTION : 0u) | (s[2] == 0 ? LIA_POLE_DEFICIENT
        : 0u), "case %d: %u", i, f.flags);
    // polar: U diag(1, 1, sign) V^T = U V^T - 2 u3 v3^T for a reflection
    if (s[2] < 0) for (int k = 0; k < 9; k++) D[k] -= 2 * U[3 * (k / 3) + 2] * V[3 * (k % 3) + 2];
    lia_rot_polar(X, M, &p);
    SAME(9, X, D, 2e-15 * s[0] / (s[1] + fabs(s[2])) + 2e-15, i);
    // |M - X|^2 = sum (sigma - 1)^2
    double d[3] = { s[0] - 1, s[1] - 1, fabs(s[2]) - 1 };
    NEAR(p.dist / (1 + s[0]), lia_norm3(d) / (1 + s[0]), 2e-15, i);
  }
}

LIA_TEST(rot, nearest_where_several_are) {
  lia_rot_fit f;
  double R[9], u[3], v[3], M[9], o[3];
  // nothing known: the identity
  double zero[9] = { 0 };
  lia_rot_nearest(R, zero, &f);
  SAME(9, R, I3, 0, 0);
  cr_assert_eq(f.flags, LIA_POLE_DEFICIENT | LIA_POLE_AMBIGUOUS);
  NEAR(f.dist, sqrt(3), 1e-15, 0);
  // a singular value of zero has no sign
  lia_rot_nearest(R, (double[9]){ 1, 0, 0, 0, 1, 0, 0, 0, 0 }, &f);
  SAME(9, R, I3, 1e-15, 0);
  cr_assert(f.sigma[2] == 0 && !signbit(f.sigma[2]));
  // rank 1: a rotation that takes v to u, the shortest
  for (int i = 0; i < 26 * 26; i++) {
    turn_axis(u, i % 26);
    turn_axis(v, i / 26);
    for (int k = 0; k < 9; k++) M[k] = 7 * u[k / 3] * v[k % 3];
    for (int polar = 0; polar < 2; polar++) {
      polar ? lia_rot_polar(R, M, &f) : lia_rot_nearest(R, M, &f);
      cr_assert_eq(f.flags, LIA_POLE_DEFICIENT | LIA_POLE_AMBIGUOUS, "case %d", i);
      NEAR(lia_rot_defect(R), 0, 2e-15, i);
      lia_mv3(o, R, v);
      SAME(3, o, u, 2e-15, i);
      lia_cross3(o, u, v);
      NEAR(lia_rot_angle(R, I3), atan2(lia_norm3(o), lia_dot3(u, v)), 1e-14, i);
    }
  }
  // the opposite of a rotation: the nearest rotation lies half a turn from that, about any axis;
  // polar gives it back
  turn_matrix(M, TURN_NEAR);
  for (int k = 0; k < 9; k++) M[k] = -2 * M[k];
  lia_rot_nearest(R, M, &f);
  cr_assert_eq(f.flags, LIA_POLE_REFLECTION | LIA_POLE_AMBIGUOUS);
  NEAR(lia_rot_defect(R), 0, 2e-15, 0);
  double D[9];
  lia_tmul33(D, R, M);
  NEAR(lia_trace33(D), 2, 1e-14, 0);   // -2 tr(R^T Q), least at -1
  lia_rot_polar(R, M, &f);
  cr_assert_eq(f.flags, LIA_POLE_REFLECTION);
  for (int k = 0; k < 9; k++) NEAR(R[k], M[k] / 2, 1e-15, k);
  // diag(1.1, 1.1, -1.1) -> diag(1, 1, -1), no rotation                                [nonhol 2.1]
  double mirror[9] = { 1.1, 0, 0, 0, 1.1, 0, 0, 0, -1.1 }, want[9] = { 1, 0, 0, 0, 1, 0, 0, 0, -1 };
  lia_rot_polar(R, mirror, &f);
  SAME(9, R, want, 1e-15, 0);
}
