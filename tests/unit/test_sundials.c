/* test_sundials.c - cvode and ida against known solutions and radau5, where SUNDIALS is; refused
 * with the reason where it is not */
#include "house.h"

#include "num/ode.h"

#include <math.h>
#include <string.h>

static lia_status circle(void *user, double t, const double *x, double *dx, lia_error *err) {
  (void)user, (void)t, (void)err;
  dx[0] = x[1];
  dx[1] = -x[0];
  return LIA_OK;
}

#ifdef LIA_SUNDIALS

// Robertson's reaction as two rates and one balance                                     [HW2] IV.10
static lia_status robertson(void *user, double t, const double *x, double *dx, lia_error *err) {
  (void)t, (void)err;
  double a = 0.04 * x[0], b = 1e4 * x[1] * x[2], c = 3e7 * x[1] * x[1];
  dx[0] = -a + b;
  dx[1] = a - b - c;
  dx[2] = user ? x[0] + x[1] + x[2] - 1 : c;
  return LIA_OK;
}

static lia_ode *run(int method, lia_ode_problem p, double rtol, const double *x, double t0,
    double t) {
  lia_ode_opts opts = lia_ode_defaults;
  lia_error err = { 0 };
  lia_ode *o;
  opts.rtol = rtol;
  opts.atol = rtol * 1e-4;
  cr_assert_eq(lia_ode_new(&o, method, &p, &opts, &err), LIA_OK, "%s: %s", err.path, err.text);
  lia_ode_start(o, t0, x);
  while (o->t != t)
    cr_assert_eq(lia_ode_step(o, t, &err), LIA_OK, "%s: %s at %g", err.path, err.text, o->t);
  return o;
}

LIA_TEST(sundials, known_solutions_forwards_backwards_and_between_steps) {
  const int both[] = { LIA_ODE_cvode, LIA_ODE_ida };
  for (int k = 0; k < 2; k++)
    for (int way = -1; way <= 1; way += 2) {
      double y[2];
      lia_ode *o = run(both[k], (lia_ode_problem){ .n = 2, .f = circle }, 1e-10, (double[]){ 1, 0 },
          0, 2 * way);
      cr_assert_float_eq(o->x[0], cos(2), 2e-7, "%s: %.3g", lia_ode_name(both[k]),
          o->x[0] - cos(2));
      double t = (o->t + o->t_old) / 2;
      cr_assert_eq(lia_ode_at(o, t, y, NULL), LIA_OK);
      cr_assert_float_eq(y[0], cos(t), 2e-7);
      cr_assert(lia_ode_adaptive(both[k]) && lia_ode_here(both[k]) &&
          strstr(lia_ode_names(), lia_ode_name(both[k])));
      // from a state that was set anew
      lia_ode_start(o, 0, (double[]){ 0, 2 });
      while (o->t != 1) cr_assert_eq(lia_ode_step(o, 1, NULL), LIA_OK);
      cr_assert_float_eq(o->x[0], 2 * sin(1), 4e-7);
      lia_ode_free(o);
    }
}

LIA_TEST(sundials, stiff_and_algebraic_equations_agree_with_radau5) {
  const double start[] = { 1, 0, 0 }, mass[] = { 1, 1, 0 };
  lia_ode *r = run(LIA_ODE_radau5, (lia_ode_problem){ .n = 3, .f = robertson }, 1e-10, start, 0,
      40);
  // [HW2] IV.10: 0.7158270688
  cr_assert_float_eq(r->x[0], 0.7158270688, 1e-9);
  const struct { int method, dae; } row[] = { { LIA_ODE_cvode, 0 }, { LIA_ODE_ida, 0 },
      { LIA_ODE_ida, 1 } };
  for (int k = 0; k < 3; k++) {
    lia_ode_problem p = { .n = 3, .f = robertson, .user = row[k].dae ? (void *)start : NULL,
        .mass = row[k].dae ? mass : NULL };
    lia_ode *o = run(row[k].method, p, 1e-9, start, 0, 40);
    for (int i = 0; i < 3; i++)
      cr_assert_float_eq(o->x[i], r->x[i], 1e-7, "%s: %d: %.3g", lia_ode_name(row[k].method), i,
          o->x[i] - r->x[i]);
    if (row[k].dae) cr_assert_float_eq(o->x[0] + o->x[1] + o->x[2], 1, 1e-12);
    cr_assert(o->steps < 2000 && o->calls > o->steps);
    lia_ode_free(o);
  }
  lia_ode_free(r);
}

static lia_status onto(void *user, double t, double *x, lia_error *err) {
  (void)user, (void)t, (void)err;
  double r = hypot(x[0], x[1]);
  x[0] /= r;
  x[1] /= r;
  return LIA_OK;
}

static lia_status late_failure(void *user, double t, const double *x, double *dx, lia_error *err) {
  if (t > 0.5) return LIA_FAIL(err, *(lia_status *)user, "f", "enough");
  return circle(user, t, x, dx, err);
}

LIA_TEST(sundials, projection_keeps_the_manifold_and_failures_the_last_good_state) {
  lia_ode *o = run(LIA_ODE_cvode, (lia_ode_problem){ .n = 2, .f = circle, .project = onto }, 1e-6,
      (double[]){ 1, 0 }, 0, 20);
  cr_assert_float_eq(hypot(o->x[0], o->x[1]), 1, 1e-12);
  lia_ode_free(o);
  lia_error err = { 0 };
  lia_ode_problem p = { .n = 2, .f = circle, .project = onto };
  cr_assert_eq(lia_ode_new(&o, LIA_ODE_ida, &p, &lia_ode_defaults, &err), LIA_EARG);
  cr_assert_not_null(strstr(err.text, "take cvode"));
  for (int k = 0; k < 2; k++)
    for (int soft = 0; soft < 2; soft++) {
      lia_status why = soft ? LIA_EDOMAIN : LIA_EUSER, s = LIA_OK;
      p = (lia_ode_problem){ .n = 2, .f = late_failure, .user = &why };
      err = (lia_error){ 0 };
      cr_assert_eq(lia_ode_new(&o, k ? LIA_ODE_ida : LIA_ODE_cvode, &p, &lia_ode_defaults, &err),
          LIA_OK);
      lia_ode_start(o, 0, (double[]){ 1, 0 });
      while (s == LIA_OK && o->t < 1) s = lia_ode_step(o, 1, &err);
      cr_assert_eq(s, why);
      cr_assert_str_eq(err.text, "enough");
      cr_assert(o->t > 0.1 && o->t <= 0.5);
      cr_assert_float_eq(o->x[0], cos(o->t), 1e-4);
      lia_ode_free(o);
    }
  lia_ode_opts opts = lia_ode_defaults;
  opts.fixed = 1;
  opts.h = 0.1;
  cr_assert_eq(lia_ode_new(&o, LIA_ODE_cvode, &(lia_ode_problem){ .n = 2, .f = circle }, &opts,
      &err), LIA_EARG);
}

#else

LIA_TEST(sundials, known_solutions) {
  LIA_SKIP("SUNDIALS is not in this build (apt-get install libsundials-dev)");
}

LIA_TEST(sundials, a_build_without_says_so) {
  const int both[] = { LIA_ODE_cvode, LIA_ODE_ida };
  for (int k = 0; k < 2; k++) {
    lia_error err = { 0 };
    lia_ode *o;
    cr_assert_eq(lia_ode_new(&o, both[k], &(lia_ode_problem){ .n = 2, .f = circle },
        &lia_ode_defaults, &err), LIA_EARG);
    cr_assert_str_eq(err.path, "method");
    cr_assert_not_null(strstr(err.text, "libsundials-dev"));
    cr_assert(!lia_ode_here(both[k]) &&
        !strstr(lia_ode_names(), both[k] == LIA_ODE_ida ? ", ida" : "cvode"));
  }
}

#endif
