/* ode.h - explicit Runge-Kutta stepping: error control, dense output, projection, a last good state
 *
 * One lia_ode is one run in progress. lia_ode_step makes one accepted step; what to do between steps (samples,
 * events, controllers) is the caller's loop. After a failure t and x are the last good state, and another
 * lia_ode_step goes on from there. */
#ifndef LIA_ODE_H
#define LIA_ODE_H

#include "base/status.h"
#include "num/butcher.h"

#define LIA_ODE_OPTS(X)                                                                                   \
  X(double, rtol,      1e-6,    x > 0 && x < 1,  "relative tolerance")                                    \
  X(double, atol,      1e-9,    x >= 0,          "absolute tolerance")                                    \
  X(double, h,         0,       x >= 0,          "first step, or the step where steps are fixed; 0: chosen") \
  X(double, h_max,     0,       x >= 0,          "largest step; 0: no limit")                             \
  X(int,    fixed,     0,       x == 0 || x == 1, "1: steps of h, no error control")                      \
  X(long,   max_steps, 10000000, x > 0,          "most steps, rejected ones included, before giving up")

typedef struct lia_ode_opts {
#define X(type, name, def, ok, text) type name;
  LIA_ODE_OPTS(X)
#undef X
} lia_ode_opts;

extern const lia_ode_opts lia_ode_defaults;
LIA_NODISCARD lia_status lia_ode_check(const lia_ode_opts *o, lia_error *err);   /* "rtol: needs x > 0 && x < 1, got 3" */

typedef struct lia_ode_problem {
  int n;
  /* dx = f(t, x). LIA_EDOMAIN, LIA_ESINGULAR or a result that is not finite make the step shorter; any other
   * failure ends the run and is passed on as it is */
  lia_status (*f)(void *user, double t, const double *x, double *dx, lia_error *err);
  /* NULL, or move x back to the manifold it must stay on; called after the error estimate of a step */
  lia_status (*project)(void *user, double t, double *x, lia_error *err);
  void *user;
} lia_ode_problem;

typedef struct lia_ode {
  const lia_butcher *method;
  lia_ode_problem p;
  lia_ode_opts opts;
  double t, t_old;            /* now, and before the last step */
  double *x, *x_old;          /* (n) */
  double h;                   /* next step to try, signed */
  double err_old;             /* error of the last accepted step, for the controller */
  int fresh;                  /* f holds f(t, x) */
  int dense_ready;            /* extra stages and F were computed for the last step */
  long steps, rejected, calls;
  int stiff, calm;            /* steps that looked limited by stability, not by accuracy; and those in a row that did not */
  double *f;                  /* (n) derivative at x */
  double *k;                  /* (width x n) stages of the last step */
  double *work, *try;         /* (n) */
  double *F;                  /* ((3 + ndense) x n) */
} lia_ode;

LIA_NODISCARD lia_status lia_ode_new(lia_ode **out, lia_butcher_kind method, const lia_ode_problem *p, const lia_ode_opts *opts, lia_error *err);

/* (re)start at t, x: also after an event changed the state; keeps the statistics; h is chosen anew where fixed is 0 */
void lia_ode_start(lia_ode *o, double t, const double *x);

/* one accepted step towards t_end, never past it; at t_end already: nothing happens */
LIA_NODISCARD lia_status lia_ode_step(lia_ode *o, double t_end, lia_error *err);

/* the state at t within the last step (t_old .. t), to the order of the dense output; may call f for extra stages */
LIA_NODISCARD lia_status lia_ode_at(lia_ode *o, double t, double *x, lia_error *err);

#endif
