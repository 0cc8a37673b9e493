/* test_constrained.c - five ways to one answer: documents' mechanisms, random ones, and what cannot
 * be answered */
#include "house.h"

#include "base/rng.h"
#include "con/constrained_dense.h"

#include <math.h>
#include <string.h>

static lia_constrained *work(int n, int m) {
  lia_constrained *w;
  cr_assert_eq(lia_constrained_new(&w, n, m, NULL), LIA_OK);
  return w;
}

/* the offset slider-crank of [nonhol] 2.9, joint coordinates alpha beta lambda with the pin cut */
static const double L1 = .3, L2 = .9, m1 = 2, m2 = 3, m3 = 4, I1 = .02, I2 = .2, r1 = .12, r2 = .4,
    grav = 9.81;
static const double al = .6, be = -.6771796465084543, ad = 8, bd = -10.207466315072612;

static void crank(double M[9], double f[3], double J[6], double gamma[2]) {
  double ca = cos(al), sa = sin(al), cab = cos(al + be), sab = sin(al + be), cb = cos(be),
      sb = sin(be);
  const double Mx[9] = { I1 + I2 + m1*r1*r1 + m2*(L1*L1 + 2*L1*r2*cb + r2*r2),
      I2 + m2*r2*(L1*cb + r2), 0,
      I2 + m2*r2*(L1*cb + r2), I2 + m2*r2*r2, 0, 0, 0, m3 };
  memcpy(M, Mx, sizeof Mx);
  f[0] = L1*m2*r2*sb*bd*(2*ad + bd) - grav*(m1*r1*ca + m2*(L1*ca + r2*cab)) + 15;
  f[1] = -L1*m2*r2*sb*ad*ad - grav*m2*r2*cab;
  f[2] = -50;
  const double Jx[6] = { -L1*sa - L2*sab, -L2*sab, -1, L1*ca + L2*cab, L2*cab, 0 };
  memcpy(J, Jx, sizeof Jx);
  gamma[0] = L1*ca*ad*ad + L2*cab*(ad + bd)*(ad + bd);
  gamma[1] = L1*sa*ad*ad + L2*sab*(ad + bd)*(ad + bd);
}

LIA_TEST(constrained, slider_crank_of_the_slides_every_way) {
  double M[9], f[3], J[6], gamma[2], a[3], lambda[2];
  crank(M, f, J, gamma);
  lia_constrained *w = work(3, 2);
  for (int k = 0; k < LIA_CONSTRAINED_COUNT; k++) {
    cr_assert_eq(lia_constrained_run(w, (lia_constrained_method)k, &lia_constrained_defaults,
        lia_mat_of(M, 3, 3), f, lia_mat_of(J, 2, 3), gamma, a, lambda, NULL), LIA_OK);
    cr_assert_float_eq(a[0], -6.6235858632358, 1e-9, "%s", lia_constrained_name[k]);
    cr_assert_float_eq(a[1], 20.1560875580844, 1e-9, "%s", lia_constrained_name[k]);
    cr_assert_float_eq(a[2], -18.1579604004244, 1e-9, "%s", lia_constrained_name[k]);
    // [nonhol] has + Phi_q' lambda on the left: the opposite sign
    cr_assert_float_eq(lambda[0], 22.6318416016978, 1e-8, "%s", lia_constrained_name[k]);
    cr_assert_float_eq(lambda[1], 3.4251174334881, 1e-8, "%s", lia_constrained_name[k]);
  }
  lia_constrained_free(w);
}

LIA_TEST(constrained, partition_shows_the_matrices_of_the_slides) {
  double M[9], f[3], J[6], gamma[2], a[3], lambda[2], Jd[6], Nd[3];
  const int crank_angle[1] = { 0 };
  crank(M, f, J, gamma);
  lia_constrained *w = work(3, 2);
  lia_constrained_opts o = lia_constrained_defaults;
  o.independent = crank_angle;
  o.nindependent = 1;
  cr_assert_eq(lia_constrained_run(w, LIA_CONSTRAINED_partition, &o, lia_mat_of(M, 3, 3), f,
      lia_mat_of(J, 2, 3), gamma, a, lambda, NULL), LIA_OK);
  cr_assert_float_eq(w->N.x[0], 1, 1e-15);
  cr_assert_float_eq(w->N.x[1], -1.27593328938408, 1e-12);
  cr_assert_float_eq(w->N.x[2], -.18854050958306, 1e-12);
  cr_assert_float_eq(w->R.x[0], .35793112127768, 1e-12);
  cr_assert_float_eq(w->r[0], -2.37078751490707, 1e-10);
  // dJ/dt, then dN/dt
  double ca = cos(al), sa = sin(al), cab = cos(al + be), sab = sin(al + be), s = ad + bd;
  const double Jx[6] = { -L1*ca*ad - L2*cab*s, -L2*cab*s, 0, -L1*sa*ad - L2*sab*s, -L2*sab*s, 0 };
  memcpy(Jd, Jx, sizeof Jx);
  lia_constrained_ndot(w, lia_mat_of(Jd, 2, 3), lia_mat_of(Nd, 3, 1));
  cr_assert_float_eq(Nd[0], 0, 0);
  // [nonhol] prints 1.46310424..; its own beta'' = N alpha'' + N' alpha' says 1.46310423
  cr_assert_float_eq(Nd[1], (20.1560875580844 + 1.27593328938408 * -6.6235858632358) / 8, 1e-11);
  cr_assert_float_eq(Nd[2], -2.42584683179326, 1e-11);
  for (int k = 0; k < 3; k++) cr_assert_float_eq(w->a0[k], Nd[k] * ad, 1e-10);
  lia_constrained_free(w);
}

LIA_TEST(constrained, projector_is_that_of_the_slides) {
  double M[9], f[3], J[6], gamma[2], a[3], lambda[2], PP[9], PJ[6];
  static const double P[9] = { .93401224562796, -1.1917373168891, -.17609914474751, .25962776907056,
      -.33126771340565, -.04895035188248,
      -2.10700325705167, 2.6883955965129, .39725546777769 };
  crank(M, f, J, gamma);
  lia_constrained *w = work(3, 2);
  cr_assert_eq(lia_constrained_run(w, LIA_CONSTRAINED_projector, &lia_constrained_defaults,
      lia_mat_of(M, 3, 3), f, lia_mat_of(J, 2, 3), gamma, a, lambda, NULL), LIA_OK);
  cr_assert_lt(lia_vec_diff(w->P.x, P, 9), 1e-12);
  lia_mat_mul(lia_mat_of(PP, 3, 3), w->P, w->P);
  cr_assert_lt(lia_vec_diff(PP, P, 9), 1e-12);
  lia_mat_mult(lia_mat_of(PJ, 3, 2), w->P, lia_mat_of(J, 2, 3));
  cr_assert_lt(lia_vec_max(PJ, 6), 1e-13);
  cr_assert_float_eq(lia_mat_trace(w->P), 1, 1e-13);
  lia_constrained_free(w);
}

static double normal(lia_rng *r) { return lia_rng_range(r, -1, 1); }

/* M positive definite, J of full rank but for `extra` rows that follow from others */
static void random_problem(lia_rng *r, int n, int m, int extra, double *M, double *f, double *J,
    double *gamma) {
  double A[400], c[20];
  for (int k = 0; k < n * n; k++) A[k] = normal(r);
  lia_mat_mult(lia_mat_of(M, n, n), lia_mat_of(A, n, n), lia_mat_of(A, n, n));
  for (int k = 0; k < n; k++) M[k * (n + 1)] += .3, f[k] = 5 * normal(r), c[k] = normal(r);
  for (int k = 0; k < (m - extra) * n; k++) J[k] = normal(r);
  for (int i = m - extra; i < m; i++) {
    lia_vec_zero(J + i * n, n);
    for (int j = 0; j < m - extra; j++) lia_vec_axpy(J + i * n, normal(r), J + j * n, n);
  }
  lia_mat_mulv(gamma, lia_mat_of(J, m, n), c);   // some acceleration keeps them
}

LIA_TEST(constrained, five_ways_agree_on_random_systems_with_redundant_rows) {
  lia_rng r = lia_rng_seed(5);
  lia_constrained *w = work(12, 12);
  double M[144], f[12], J[144], gamma[12], a[5][12], lambda[5][12], left[12];
  for (int t = 0, cases = lia_cases(500); t < cases; t++) {
    int n = 1 + (int)(lia_rng_bits(&r) % 12), m = (int)(lia_rng_bits(&r) % (unsigned)(n + 1)),
        extra = m > 1 ? (int)(lia_rng_bits(&r) % 3) % m : 0;
    random_problem(&r, n, m, extra, M, f, J, gamma);
    for (int k = 0; k < LIA_CONSTRAINED_COUNT; k++) {
      lia_error err = { 0 };
      cr_assert_eq(lia_constrained_run(w, (lia_constrained_method)k, &lia_constrained_defaults,
          lia_mat_of(M, n, n), f, lia_mat_of(J, m, n), gamma, a[k], lambda[k], &err), LIA_OK,
          "%d: %s: %s", t, lia_constrained_name[k], err.text);
      cr_assert_eq(w->rank, m - extra);
      double size = 1 + lia_vec_max(a[0], n), size2 = 1 + lia_vec_max(lambda[0], m);
      cr_assert_lt(lia_vec_diff(a[k], a[0], n), 1e-10 * size, "%d: a by %s", t,
          lia_constrained_name[k]);
      cr_assert_lt(lia_vec_diff(lambda[k], lambda[0], m), 1e-10 * size2,
          "%d: lambda by %s: %g of %g", t, lia_constrained_name[k],
          lia_vec_diff(lambda[k], lambda[0], m), size2);
      // M a = f + J' lambda
      lia_mat_mulv(left, lia_mat_of(M, n, n), a[k]);
      for (int i = 0; i < n; i++) left[i] -= f[i];
      for (int i = 0; i < m; i++) lia_vec_axpy(left, -lambda[k][i], J + i * n, n);
      cr_assert_lt(lia_vec_max(left, n), 1e-10 * (size + size2) * 10, "%d: balance by %s", t,
          lia_constrained_name[k]);
    }
  }
  lia_constrained_free(w);
}

LIA_TEST(constrained, a_row_twice_shares_its_multiplier) {
  // [nonhol] 2.9: the least multipliers of a row written twice are halves
  double M[9], f[3], J[9], gamma[3], a[3], lambda[3];
  crank(M, f, J, gamma);
  memcpy(J + 6, J + 3, 3 * sizeof *J);
  gamma[2] = gamma[1];
  lia_constrained *w = work(3, 3);
  for (int k = 0; k < LIA_CONSTRAINED_COUNT; k++) {
    cr_assert_eq(lia_constrained_run(w, (lia_constrained_method)k, &lia_constrained_defaults,
        lia_mat_of(M, 3, 3), f, lia_mat_of(J, 3, 3), gamma, a, lambda, NULL), LIA_OK);
    cr_assert_float_eq(lambda[1], 3.4251174334881 / 2, 1e-9, "%s", lia_constrained_name[k]);
    cr_assert_float_eq(lambda[2], 3.4251174334881 / 2, 1e-9);
    cr_assert_eq(w->rank, 2);
  }
  lia_constrained_opts o = lia_constrained_defaults;
  lia_error err = { 0 };
  o.refuse = 1;
  cr_assert_eq(lia_constrained_run(w, LIA_CONSTRAINED_augmented, &o, lia_mat_of(M, 3, 3), f,
      lia_mat_of(J, 3, 3), gamma, a, lambda, &err), LIA_ESINGULAR);
  cr_assert(strstr(err.text, "1 of 3 rows are redundant"), "%s", err.text);
  lia_constrained_free(w);
}

LIA_TEST(constrained, a_singular_mass_matrix_is_no_matter_where_constraints_carry_it) {
  // two coordinates, one without mass, held together: one mass
  const double M[4] = { 2, 0, 0, 0 }, f[2] = { 3, 1 }, J[2] = { 1, -1 }, gamma[1] = { 0 };
  double a[2], lambda[1];
  lia_constrained *w = work(2, 1);
  for (int k = 0; k < LIA_CONSTRAINED_COUNT; k++) {
    lia_error err = { 0 };
    lia_status st = lia_constrained_run(w, (lia_constrained_method)k, &lia_constrained_defaults,
        lia_mat_of(M, 2, 2), f, lia_mat_of(J, 1, 2), gamma, a, lambda, &err);
    if (k == LIA_CONSTRAINED_projector || k == LIA_CONSTRAINED_udwadia) {
      cr_assert_eq(st, LIA_ESINGULAR);
      cr_assert_str_eq(err.path, lia_constrained_name[k]);
      continue;
    }
    cr_assert_eq(st, LIA_OK);
    cr_assert_float_eq(a[0], 2, 1e-14);
    cr_assert_float_eq(a[1], 2, 1e-14);
    cr_assert_float_eq(lambda[0], 1, 1e-14);
  }
  // and where they do not, it is said
  const double free_row[2] = { 1, 0 };
  for (int k = 0; k < LIA_CONSTRAINED_COUNT; k++)
    cr_assert_eq(lia_constrained_run(w, (lia_constrained_method)k, &lia_constrained_defaults,
        lia_mat_of(M, 2, 2), f, lia_mat_of(free_row, 1, 2), gamma, a, lambda, NULL), LIA_ESINGULAR);
  lia_constrained_free(w);
}

LIA_TEST(constrained, contradictions_are_named) {
  const double M[4] = { 1, 0, 0, 1 }, f[2] = { 0, 0 }, J[4] = { 1, 2, 2, 4 }, gamma[2] = { 1, 3 },
      none[4] = { 1, 0, 0, 0 }, ask[2] = { 0, 1 };
  double a[2] = { 7, 7 }, lambda[2];
  lia_constrained *w = work(2, 2);
  lia_error err = { 0 };
  cr_assert_eq(lia_constrained_run(w, LIA_CONSTRAINED_augmented, &lia_constrained_defaults,
      lia_mat_of(M, 2, 2), f, lia_mat_of(J, 2, 2), gamma, a, lambda, &err), LIA_EUNREACHABLE);
  cr_assert(strstr(err.text, "contradicts"), "%s", err.text);
  cr_assert_eq(a[0], 7);
  err = (lia_error){ 0 };
  cr_assert_eq(lia_constrained_run(w, LIA_CONSTRAINED_augmented, &lia_constrained_defaults,
      lia_mat_of(M, 2, 2), f, lia_mat_of(none, 2, 2), ask, a, lambda, &err), LIA_EUNREACHABLE);
  cr_assert_str_eq(err.path, "rows[2]");
  // rows that ask for the same are no contradiction
  const double same[2] = { 1, 2 };
  cr_assert_eq(lia_constrained_run(w, LIA_CONSTRAINED_augmented, &lia_constrained_defaults,
      lia_mat_of(M, 2, 2), f, lia_mat_of(J, 2, 2), same, a, lambda, NULL), LIA_OK);
  lia_constrained_free(w);
}

LIA_TEST(constrained, the_disc_refuses_angles_as_dependent) {
  // rolling disc of [nonhol] 2.10: phi and psi have parallel columns where theta is the only other
  const double R = .3, phi = .3, th = 1.2;
  double H[18] = { 1, 0, 0, R*cos(phi)*cos(th), -R*sin(phi)*sin(th), R*cos(phi), 0, 1, 0,
      R*sin(phi)*cos(th), R*cos(phi)*sin(th), R*sin(phi), 0, 0, 1, 0, -R*cos(th), 0 };
  double M[36] = { 0 }, f[6] = { 1, 2, 3, 4, 5, 6 }, gamma[3] = { 0 }, a[6], lambda[3];
  for (int k = 0; k < 6; k++) M[7 * k] = 1 + k;
  lia_constrained *w = work(6, 3);
  lia_constrained_opts o = lia_constrained_defaults;
  const int good[3] = { 3, 4, 5 }, bad[3] = { 0, 1, 2 };
  o.nindependent = 3;
  o.independent = good;
  cr_assert_eq(lia_constrained_run(w, LIA_CONSTRAINED_partition, &o, lia_mat_of(M, 6, 6), f,
      lia_mat_of(H, 3, 6), gamma, a, lambda, NULL), LIA_OK);
  o.independent = bad;
  lia_error err = { 0 };
  cr_assert_eq(lia_constrained_run(w, LIA_CONSTRAINED_partition, &o, lia_mat_of(M, 6, 6), f,
      lia_mat_of(H, 3, 6), gamma, a, lambda, &err), LIA_ESINGULAR);
  cr_assert_str_eq(err.path, "partition");
  lia_constrained_free(w);
}

LIA_TEST(constrained, nothing_is_allocated_on_the_way) {
  double M[9], f[3], J[6], gamma[2], a[3], lambda[2];
  crank(M, f, J, gamma);
  lia_constrained *w = work(3, 2);
  lia_mem_fail_after(0);
  for (int k = 0; k < LIA_CONSTRAINED_COUNT; k++)
    cr_assert_eq(lia_constrained_run(w, (lia_constrained_method)k, &lia_constrained_defaults,
        lia_mat_of(M, 3, 3), f, lia_mat_of(J, 2, 3), gamma, a, lambda, NULL), LIA_OK);
  lia_mem_fail_after(-1);
  lia_constrained_free(w);
}

LIA_TEST(constrained, nearest_velocities_move_least_mass) {
  // two masses on a line that must go together: momentum stays
  const double M[4] = { 3, 0, 0, 1 }, J[2] = { 1, -1 }, gamma[1] = { 0 }, v0[2] = { 1, 0 };
  double v[2];
  lia_constrained *w = work(2, 1);
  cr_assert_eq(lia_constrained_nearest(w, &lia_constrained_defaults, lia_mat_of(M, 2, 2), v0,
      lia_mat_of(J, 1, 2), gamma, v, NULL), LIA_OK);
  cr_assert_float_eq(v[0], .75, 1e-15);
  cr_assert_float_eq(v[1], .75, 1e-15);
  lia_constrained_free(w);
}
