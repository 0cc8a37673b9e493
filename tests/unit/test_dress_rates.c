/* test_dress_rates.c - representations of a rotation: rates, propagation laws */
#include "dresscase.h"

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
