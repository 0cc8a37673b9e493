/* test_fd.c - differences against closed forms, at the accuracy they promise */
#include "num/fd.h"

#include "planted.h"

// y = (sin x0 exp x1, x0 x1^3, 7 + 1e3 x0^2)
static lia_status smooth(void *user, const double *x, double *y, lia_error *err) {
  (void)err;
  if (user) ++*(int *)user;
  y[0] = sin(x[0]) * exp(x[1]);
  y[1] = x[0] * x[1] * x[1] * x[1];
  y[2] = 7 + 1e3 * x[0] * x[0];
  return LIA_OK;
}

static lia_status scalar(void *user, const double *x, double *y, lia_error *err) {
  (void)user, (void)err;
  *y = sin(x[0]) * exp(x[1]) + x[0] * x[1] * x[1] * x[2];
  return LIA_OK;
}

LIA_TEST(fd, jacobian_is_the_closed_one_and_better_at_higher_order) {
  int calls = 0;
  const lia_fd_map map = { 2, 3, smooth, NULL, &calls };
  const double x[2] = { 0.7, -1.3 };
  const double exact[6] = { cos(0.7) * exp(-1.3), sin(0.7) * exp(-1.3), -1.3 * 1.3 * 1.3,
      3 * 0.7 * 1.3 * 1.3, 1400, 0 };
  const double bound[3] = { 3e-8, 3e-10, 1e-10 };
  double J[6], work[LIA_FD_WORK(2, 3)];
  for (int order = 2; order <= 6; order += 2) {
    lia_fd_opts o = lia_fd_defaults;
    o.order = order;
    calls = 0;
    cr_assert_eq(lia_fd_jacobian(&map, x, &o, lia_mat_of(J, 3, 2), work, NULL), LIA_OK);
    cr_assert_eq(calls, 2 * order);
    cr_assert_lt(lia_vec_diff(J, exact, 6), bound[order / 2 - 1], "order %d: %g", order,
        lia_vec_diff(J, exact, 6));
  }
}

static lia_status pole(void *user, const double *x, double *y, lia_error *err) {
  (void)user, (void)err;
  *y = 1 / x[0];
  return LIA_OK;
}

LIA_TEST(fd, step_follows_the_size_of_x) {
  double x = 1e-6, g, work[LIA_FD_WORK(1, 1)];
  const lia_fd_map map = { 1, 1, pole, NULL, NULL };
  lia_fd_opts o = lia_fd_defaults;
  o.scale = 1e-6;   // a typical size of 1 would step over the pole
  cr_assert_eq(lia_fd_gradient(&map, &x, &o, &g, work, NULL), LIA_OK);
  cr_assert_float_eq(g / -1e12, 1, 1e-9);
  x = 1e8;
  cr_assert_eq(lia_fd_gradient(&map, &x, NULL, &g, work, NULL), LIA_OK);
  cr_assert_float_eq(g / -1e-16, 1, 1e-9);
}

LIA_TEST(fd, gradient_direction_and_hessian_agree_with_the_closed_ones) {
  const lia_fd_map map = { 3, 1, scalar, NULL, NULL };
  const double x[3] = { 0.4, 0.9, -2 }, d[3] = { 3, -1, 0.5 };
  const double s = sin(0.4) * exp(0.9), c = cos(0.4) * exp(0.9);
  const double g[3] = { c + 0.81 * -2, s + 2 * 0.4 * 0.9 * -2, 0.4 * 0.81 };
  const double H[9] = { -s, c + 2 * 0.9 * -2, 0.81, c + 2 * 0.9 * -2, s + 2 * 0.4 * -2,
      2 * 0.4 * 0.9, 0.81, 2 * 0.4 * 0.9, 0 };
  double got[9], along, work[LIA_FD_WORK(3, 1)];
  cr_assert_eq(lia_fd_gradient(&map, x, NULL, got, work, NULL), LIA_OK);
  cr_assert_lt(lia_vec_diff(got, g, 3), 1e-11);
  cr_assert_eq(lia_fd_along(&map, x, d, NULL, &along, work, NULL), LIA_OK);
  cr_assert_float_eq(along, lia_vec_dot(g, d, 3), 1e-10);
  const double bound[3] = { 3e-7, 2e-9, 2e-10 };
  for (int order = 2; order <= 6; order += 2) {
    lia_fd_opts o = lia_fd_defaults;
    o.order = order;
    cr_assert_eq(lia_fd_hessian(&map, x, &o, lia_mat_of(got, 3, 3), work, NULL), LIA_OK);
    cr_assert_lt(lia_vec_diff(got, H, 9), bound[order / 2 - 1], "order %d: %g", order,
        lia_vec_diff(got, H, 9));
    cr_assert_eq(lia_mat_skewness(lia_mat_of(got, 3, 3)), 0);
  }
}

static lia_status fails(void *user, const double *x, double *y, lia_error *err) {
  (void)user, (void)y;
  return x[0] > 1 ? LIA_FAIL(err, LIA_EUSER, "mine", "my own words") : LIA_OK;
}

LIA_TEST(fd, hands_on_what_the_function_says) {
  const lia_fd_map map = { 1, 1, fails, NULL, NULL };
  double x = 1, y, work[LIA_FD_WORK(1, 1)];
  lia_error err = { 0 };
  cr_assert_eq(lia_fd_gradient(&map, &x, NULL, &y, work, &err), LIA_EUSER);
  cr_assert_str_eq(err.text, "my own words");
  cr_assert_eq(lia_fd_hessian(&map, &x, NULL, lia_mat_of(&y, 1, 1), work, NULL), LIA_EUSER);
  cr_assert_eq(lia_fd_along(&map, &x, &x, NULL, &y, work, NULL), LIA_EUSER);
  lia_fd_opts o = lia_fd_defaults;
  o.order = 3;
  err = (lia_error){ 0 };
  cr_assert_eq(lia_fd_gradient(&map, &x, &o, &y, work, &err), LIA_EARG);
  cr_assert_str_eq(err.path, "order");
}

LIA_TEST(fd, along_a_direction_of_any_length) {
  const lia_fd_map map = { 3, 1, scalar, NULL, NULL };
  const double x[3] = { 0.4, 0.9, -2 }, d[3] = { 3, -1, 0.5 };
  const double c = cos(0.4) * exp(0.9), s = sin(0.4) * exp(0.9),
      want = 3 * (c + 0.81 * -2) - (s + 2 * 0.4 * 0.9 * -2) + 0.5 * 0.4 * 0.81;
  double got, work[LIA_FD_WORK(3, 1)], long_d[3];
  for (int e = -30; e <= 30; e += 6) {
    for (int k = 0; k < 3; k++) long_d[k] = ldexp(d[k], e);
    cr_assert_eq(lia_fd_along(&map, x, long_d, NULL, &got, work, NULL), LIA_OK);
    cr_assert_float_eq(ldexp(got, -e), want, 1e-9, "2^%d", e);
  }
  const double none[3] = { 0 };
  cr_assert_eq(lia_fd_along(&map, x, none, NULL, &got, work, NULL), LIA_OK);
  cr_assert_eq(got, 0);
}

// |F_i| <= 64 eps sum_j |J_ij| max(|x_j|, scale)
LIA_TEST(fd, noise_is_what_rounding_in_x_makes) {
  double j[6] = { 1, -2, 4, 8, 0, -16 };
  const double x[3] = { -8, .25, 2 },
      bound[2] = { 64 * DBL_EPSILON * (8 + 2 + 8), 64 * DBL_EPSILON * (64 + 32) };
  lia_mat J = lia_mat_of(j, 2, 3);
  for (int i = 0; i < 2; i++)
    for (int sign = -1; sign < 2; sign += 2) {
      double F[2] = { 0 };
      F[i] = sign * bound[i];
      cr_assert_eq(lia_fd_noise(J, F, x, 1), 1);
      F[i] *= 1 + 1e-6;
      cr_assert_eq(lia_fd_noise(J, F, x, 1), 0);
      F[i] = (double)NAN;
      cr_assert_eq(lia_fd_noise(J, F, x, 1), 0);
    }
}
