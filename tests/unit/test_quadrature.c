/* test_quadrature.c - every method on x' = t^k, which is quadrature: what an order promises is
 * exact in one step, the next is not */
#include "num/ode.h"

#include "house.h"

#include <math.h>

static lia_status power_of_time(void *user, double t, const double *x, double *dx, lia_error *err) {
  (void)x, (void)err;
  dx[0] = pow(t, *(const int *)user);
  return LIA_OK;
}

// the error of one step from 0.3 of length 0.8
static double error_of(int method, int k) {
  lia_ode *o;
  lia_ode_problem p = { .n = 1, .f = power_of_time, .user = &k };
  lia_ode_opts opts = lia_ode_defaults;
  opts.h = 0.8;
  opts.fixed = 1;
  opts.rtol = opts.atol = 1e-13;
  lia_error err = { 0 };
  cr_assert_eq(lia_ode_new(&o, method, &p, &opts, &err), LIA_OK, "%s: %s", lia_ode_name(method),
      err.text);
  lia_ode_start(o, 0.3, (double[]){ 0 });
  cr_assert_eq(lia_ode_step(o, 1.1, NULL), LIA_OK);
  cr_assert_eq(o->t, 1.1);
  double e = o->x[0] - (pow(1.1, k + 1) - pow(0.3, k + 1)) / (k + 1);
  lia_ode_free(o);
  return fabs(e);
}

LIA_TEST(quadrature, is_exact_up_to_the_order_and_not_beyond) {
  static const int other[] = { LIA_ODE_midpoint, LIA_ODE_gauss4, LIA_ODE_gauss6, LIA_ODE_radau5 };
  for (int n = 0; n < LIA_BUTCHER_COUNT + 4; n++) {
    int method = n < LIA_BUTCHER_COUNT ? n : other[n - LIA_BUTCHER_COUNT];
    int order = method < LIA_BUTCHER_COUNT ? lia_butcher_rows[method]->order
        : lia_ode_order(method);
    for (int k = 0; k < order; k++)
      cr_assert_lt(error_of(method, k), 1e-14, "%s, t^%d: %g", lia_ode_name(method), k,
          error_of(method, k));
    int beyond = 0;
    for (int k = order; k < order + 3; k++) beyond += error_of(method, k) > 1e-9;
    cr_assert_gt(beyond, 0, "%s is better than it says", lia_ode_name(method));
  }
}
