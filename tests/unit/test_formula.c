/* test_formula.c - equations told by tapes as differential equations: a pendulum with its mass
 * matrix, inputs, no allocation */
#include "sim/formula.h"

#include "base/mem.h"
#include "num/ode.h"
#include "sym/expr/build.h"

#include "house.h"
#include <math.h>

static lia_status push(void *user, double t, const double *x, double *u, lia_error *err) {
  (void)x, (void)err;
  u[0] = *(double *)user * t;
  return LIA_OK;
}

LIA_TEST(formula, an_oscillator_with_a_mass_and_an_input) {
  // q' = v, 2 v' = -2 q + u, z' = q: out q', D, f, z'
  lia_pool *p = lia_pool_new();
  lia_error err = { 0 };
  lia_expr t = lia_sym_time(p), q = lia_sym_coordinate(p, "q"), v = lia_sym_rate(p, q),
      z = lia_sym_symbol(p, "z"), u = lia_sym_symbol(p, "u");
  lia_expr in[5] = { t, q, v, z, u },
      out[4] = { v, LIA_TWO, lia_sym_sub(p, u, lia_sym_mul(p, LIA_TWO, q)), q };
  lia_tape *tape;
  lia_formula *s;
  double slope = 2;
  cr_assert_eq(lia_tape_new(&tape, p, 5, in, 4, out, &err), LIA_OK);
  cr_assert_eq(lia_formula_new(&s, tape, NULL, (lia_formula_shape){ .n = 1, .l = 1, .m = 1 }, &err),
      LIA_EDIM);
  err = (lia_error){ 0 };
  cr_assert_eq(lia_formula_new(&s, tape, NULL,
      (lia_formula_shape){ .n = 1, .l = 1, .m = 1, .nu = 1 }, &err), LIA_OK, "%s", err.text);
  s->input = push;
  s->user = &slope;
  double x[3] = { 1, 0, 0 }, dx[3];
  lia_mem_fail_after(0);
  lia_status st = lia_formula_rate(s, 3, x, dx, &err);
  lia_mem_fail_after(-1);
  cr_assert_eq(st, LIA_OK);
  cr_assert(dx[0] == 0 && fabs(dx[1] - 2) < 1e-15 && dx[2] == 1);
  // x'' = -x + t: x = cos t - sin t + t, its integral sin t + cos t - 1 + t^2/2
  lia_ode_problem problem = lia_formula_problem(s);
  lia_ode_opts opts = lia_ode_defaults;
  lia_ode *w;
  opts.rtol = 1e-11, opts.atol = 1e-12;
  cr_assert_eq(lia_ode_new(&w, lia_ode_find("dop853"), &problem, &opts, &err), LIA_OK, "%s",
      err.text);
  lia_ode_start(w, 0, x);
  while (w->t < 2) cr_assert_eq(lia_ode_step(w, 2, &err), LIA_OK, "%s", err.text);
  cr_assert_float_eq(w->x[0], cos(2) - sin(2) + 2, 1e-9);
  cr_assert_float_eq(w->x[2], sin(2) + cos(2) - 1 + 2, 1e-9);
  lia_ode_free(w);
  lia_free(s);
  lia_free(tape);
  lia_pool_free(p);
}

// a bead on the circle x^2 + y^2 = 1 in the rates of x and y: x x' + y y' = 0, x x'' + y y'' =
// -x'^2 - y'^2; the speed watched is x', which says nothing where y = 0
LIA_TEST(formula, rates_that_rows_hold_and_a_speed_that_is_watched) {
  lia_pool *p = lia_pool_new();
  lia_error err = { 0 };
  lia_expr t = lia_sym_time(p), q[2] = { lia_sym_coordinate(p, "x"), lia_sym_coordinate(p, "y") };
  lia_expr v[2] = { lia_sym_rate(p, q[0]), lia_sym_rate(p, q[1]) };
  lia_expr speed = lia_sym_add(p, lia_sym_mul(p, v[0], v[0]), lia_sym_mul(p, v[1], v[1]));
  lia_expr in[5] = { t, q[0], q[1], v[0], v[1] };
  lia_expr out[12] = { v[0], v[1], LIA_TWO, LIA_ZERO, LIA_ZERO, LIA_TWO, LIA_ZERO, LIA_ZERO, q[0],
      q[1], lia_sym_neg(p, speed), LIA_ZERO };
  lia_expr A[4] = { LIA_ONE, LIA_ZERO, q[0], q[1] };
  lia_tape *tape, *watch;
  lia_formula *s;
  cr_assert_eq(lia_tape_new(&tape, p, 5, in, 12, out, &err), LIA_OK);
  cr_assert_eq(lia_tape_new(&watch, p, 5, in, 4, A, &err), LIA_OK);
  cr_assert_eq(lia_formula_new(&s, tape, tape, (lia_formula_shape){ .n = 2, .l = 2, .rows = 1 },
      &err), LIA_EDIM);
  err = (lia_error){ 0 };
  cr_assert_eq(lia_formula_new(&s, tape, watch, (lia_formula_shape){ .n = 2, .l = 2, .rows = 1 },
      &err), LIA_OK, "%s", err.text);
  cr_assert_eq(lia_constrained_new(&s->way, 2, 1, &err), LIA_OK);
  double x[4] = { cos(1), sin(1), -2 * sin(1), 2 * cos(1) }, dx[4];
  lia_mem_fail_after(0);
  lia_status st = lia_formula_rate(s, 0, x, dx, &err);
  lia_mem_fail_after(-1);
  cr_assert_eq(st, LIA_OK, "%s", err.text);
  cr_assert(fabs(dx[2] + 4 * cos(1)) < 1e-14 && fabs(dx[3] + 4 * sin(1)) < 1e-14);
  lia_ode_problem problem = lia_formula_problem(s);
  lia_ode_opts opts = lia_ode_defaults;
  lia_ode *w;
  opts.rtol = 1e-11, opts.atol = 1e-12;
  cr_assert_eq(lia_ode_new(&w, lia_ode_find("dop853"), &problem, &opts, &err), LIA_OK, "%s",
      err.text);
  lia_ode_start(w, 0, x);
  // the angle is 1 + 2 t: y = 0 at 1.0708
  for (double end = 1; end < 3; end += 1) {
    while (w->t < end) cr_assert_eq(lia_ode_step(w, end, &err), LIA_OK, "%s", err.text);
    cr_assert_float_eq(w->x[0], cos(1 + 2 * end), 1e-9);
    cr_assert_float_eq(w->x[0] * w->x[2] + w->x[1] * w->x[3], 0, 1e-15);
    cr_assert_eq(s->crossed == s->crossed, end > 1.5);
  }
  cr_assert(s->crossed > 1.0707 && s->crossed < 2);
  lia_ode_free(w);
  lia_constrained_free(s->way);
  lia_free(s);
  lia_free(tape);
  lia_free(watch);
  lia_pool_free(p);
}
