/* odecase.h - problems that the tests of integration share */
#ifndef LIA_TEST_ODECASE_H
#define LIA_TEST_ODECASE_H

#include "geo/quat.h"
#include "num/event.h"
#include "num/ode.h"
#include "house.h"

#include <math.h>
#include <string.h>

// x'' = -x, y' = 2 t y: known solutions, time-dependent
static inline lia_status wave(void *user, double t, const double *x, double *dx, lia_error *err) {
  (void)user, (void)err;
  dx[0] = x[1];
  dx[1] = -x[0];
  dx[2] = 2 * t * x[2];
  return LIA_OK;
}

static inline void exact(double t, double x[3]) {
  x[0] = sin(t);
  x[1] = cos(t);
  x[2] = exp(t * t);
}

static inline lia_ode *start(int m, const lia_ode_problem *p, lia_ode_opts opts, double t,
    const double *x) {
  lia_ode *o;
  lia_error err = { 0 };
  cr_assert_eq(lia_ode_new(&o, m, p, &opts, &err), LIA_OK, "%s: %s", err.path, err.text);
  lia_ode_start(o, t, x);
  return o;
}

static const lia_ode_problem wave_problem = { .n = 3, .f = wave };

// worst error at the steps and between them, with fixed steps
static inline void fixed_error(lia_butcher_kind m, double h, double *at_steps, double *between) {
  lia_ode_opts opts = lia_ode_defaults;
  opts.fixed = 1;
  opts.h = h;
  double x[3], y[3];
  exact(0, x);
  lia_ode *o = start(m, &wave_problem, opts, 0, x);
  *at_steps = *between = 0;
  while (o->t < 1) {
    cr_assert_eq(lia_ode_step(o, 1, NULL), LIA_OK);
    exact(o->t, x);
    for (int i = 0; i < 3; i++) *at_steps = fmax(*at_steps, fabs(o->x[i] - x[i]));
    for (double s = 0.1; s < 1; s += 0.2) {
      double t = o->t_old + s * (o->t - o->t_old);
      cr_assert_eq(lia_ode_at(o, t, y, NULL), LIA_OK);
      exact(t, x);
      for (int i = 0; i < 3; i++) *between = fmax(*between, fabs(y[i] - x[i]));
    }
  }
  cr_assert_eq(o->t, 1);
  lia_ode_free(o);
}

// a circle kept on its radius: with projection it stays there, and steps are as good between as at
// their ends
static inline lia_status circle(void *user, double t, const double *x, double *dx, lia_error *err) {
  (void)user, (void)t, (void)err;
  dx[0] = -x[1];
  dx[1] = x[0];
  return LIA_OK;
}

static inline lia_status pole(void *user, double t, const double *x, double *dx, lia_error *err) {
  (void)user;
  dx[0] = x[0] * x[0];
  if (t > 5) return LIA_FAIL(err, LIA_EUSER, "here", "stop");
  return LIA_OK;
}

static inline lia_status root_of_time(void *user, double t, const double *x, double *dx,
    lia_error *err) {
  (void)user, (void)x;
  if (t > 1) return LIA_FAIL(err, LIA_EDOMAIN, "sqrt", "of %g", 1 - t);
  dx[0] = -0.5 / sqrt(1 - t);
  return LIA_OK;
}

static inline lia_status stiff(void *user, double t, const double *x, double *dx, lia_error *err) {
  (void)user, (void)err;
  dx[0] = -2000 * (x[0] - cos(t));
  return LIA_OK;
}

// the same in another unit of time, a power of two
static inline lia_status stiff_slow(void *user, double t, const double *x, double *dx,
    lia_error *err) {
  const double unit = *(const double *)user;
  (void)err;
  dx[0] = -2000 * unit * (x[0] - cos(unit * t));
  return LIA_OK;
}

#endif
