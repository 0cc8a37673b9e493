/* ode_run.h - x' = f(t, x): the problem, the options, and a run of it in progress
 *
 * What the driver (ode.h) and the methods (stepper.h) both know. */
#ifndef LIA_ODE_RUN_H
#define LIA_ODE_RUN_H

#include "base/opts.h"
#include "base/status.h"
#include "num/butcher.h"

LIA_C_BEGIN

#define LIA_ODE_OPTS(X) \
  X(double, rtol,      1e-6,    x >= 1e-15 && x < 1,  "relative tolerance") \
  X(double, atol,      1e-9,    x >= 0,          "absolute tolerance") \
  X(double, h,         0,       x >= 0, \
      "first step, or the step where steps are fixed; 0: chosen") \
  X(double, h_max,     0,       x >= 0,          "largest step; 0: no limit") \
  X(int,    fixed,     0,       x == 0 || x == 1, "1: steps of h, no error control") \
  X(long,   max_steps, 10000000, x > 0, \
      "most steps, rejected ones included, before giving up")

typedef struct lia_ode_opts {
  LIA_ODE_OPTS(LIA_OPT_FIELD)
} lia_ode_opts;

typedef struct lia_ode_problem {
  int n;
  /* dx = f(t, x). LIA_EDOMAIN, LIA_ESINGULAR or a result that is not finite make the step shorter;
   * any other failure ends the run and is passed on as it is */
  lia_status (*f)(void *user, double t, const double *x, double *dx, lia_error *err);
  /* NULL, or move x back to the manifold it must stay on; called after the error estimate of a step
   * */
  lia_status (*project)(void *user, double t, double *x, lia_error *err);
  void *user;

  /* NULL, or of a finished step, after project: an error more, 1 where it is the tolerance (rtol).
   * Larger, and the step is taken again, shorter. Not asked where steps are fixed */
  double (*audit)(void *user, double rtol, double t_old, const double *x_old, double t,
      const double *x);
  /* All that follows may be NULL or 0. How many of the last states are integrals that f does not
   * depend on: they are carried along, and are not asked to be nearly as exact as the others */
  int quad;
  /* What state i is called in messages */
  const char *(*name)(void *user, int i);
  /* radau5, ida: (n) M of M x' = f(t, x), a diagonal of ones and, for algebraic equations 0 = f_i,
   * zeros; and the matrix df/dx (n x n row major; NULL: by differences). index (n): 2 for states
   * that only a derivative of the equations determines, 3 for those of a second one: they are not
   * asked to be as exact (multipliers of velocity and position constraints) */
  const double *mass;
  const int *index;
  lia_status (*jacobian)(void *user, double t, const double *x, double *J, lia_error *err);
  /* radau5: the rates of the first `lead` states depend on few of each other (positions, of systems
   * of second order): they are eliminated first, which is an eighth of the work */
  int lead;
  /* verlet, yoshida: states 0 .. nq-1 are positions, nq .. 2nq-1 their rates */
  int nq;
  /* midpoint, gauss: the same system in coordinates in which it is Hamiltonian, z = canonical(x)
   * and back, and z' */
  lia_status (*canonical)(void *user, double t, const double *x, double *z, lia_error *err);
  lia_status (*uncanonical)(void *user, double t, const double *z, double *x, lia_error *err);
  lia_status (*canonical_rate)(void *user, double t, const double *z, double *dz, lia_error *err);
  /* rkmk4, cg3: x moves by elements of an algebra of dimension m: u = u(t, x), y = x (+) h u, and
   * [a, b] of two of them (moves told in the moved body's own axes) */
  int m;
  lia_status (*algebra)(void *user, double t, const double *x, double *u, lia_error *err);
  void (*move)(void *user, const double *x, const double *u, double h, double *y);
  void (*bracket)(void *user, const double *a, const double *b, double *c);
  /* moreau: a step of h by the problem itself, from x into y; what jumps is its own affair */
  lia_status (*leap)(void *user, double t, const double *x, double h, double *y, lia_error *err);
  void *leap_user;
} lia_ode_problem;

typedef struct lia_ode_row lia_ode_row;   /* stepper.h */

typedef struct lia_ode {
  const lia_ode_row *row;
  int method;
  const lia_butcher *table;   /* of explicit methods */
  lia_ode_problem p;
  lia_ode_opts opts;
  double t, t_old;            /* now, and before the last step */
  double *x, *x_old;          /* (n) */
  double h;                   /* next step to try, signed */
  double err_old;             /* error of the last accepted step, for the controller */
  /* 1: f was kicked and no step was made since; so long a first step behind a kick may be, 0:
   * any */
  int kick;
  double kicked;
  int fresh;                  /* f holds f(t, x) */
  int stays;                  /* the last stage was f at the point the step ends in */
  int dense_ready;            /* the dense output of the last step was prepared */
  double size;                /* largest |x| where it began, at least 1 */
  long steps, rejected, calls, jacobians, factored;
  /* steps that looked limited by stability, not by accuracy; and those in a row that did not */
  int stiff, calm;
  double watched;             /* the step whose stages are in k, 0: none */
  int may_go_over;            /* 1: to radau5 where it is stiff */
  double over_rtol, over_atol, over;
  long ask_again;             /* not before so many steps */
  void *more;                 /* the memory of the method it went over to */
  double *f;                  /* (n) derivative at x */
  double *f_old;              /* (n) derivative at x_old */
  double *work;               /* (n) */
#ifdef __cplusplus
  double *try_;               /* C++ has the word for itself */
#else
  double *try;                /* (n) the state that a step leads to, accepted or not */
#endif
  double *k;                  /* stages of the last step, laid out by its method */
  double *F;                  /* polynomial of the last step, laid out by its method */
  void *own;                  /* what else the method needs */
} lia_ode;

LIA_C_END

#endif
