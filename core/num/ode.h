/* ode.h - x' = f(t, x) in steps: error control, dense output, projection, a last good state; every
 * method by its name
 *
 * One lia_ode is one run in progress. lia_ode_step makes one accepted step; what to do between
 * steps (samples, events, controllers) is the caller's loop. After a failure t and x are the last
 * good state, and another lia_ode_step goes on from there. */
#ifndef LIA_ODE_H
#define LIA_ODE_H

#include "base/opts.h"
#include "base/status.h"
#include "num/butcher.h"

LIA_C_BEGIN

/* Methods. Those of methods.def come first, under the numbers of lia_butcher_kind; the others (id,
 * name, text): */
#define LIA_ODE_OTHER(X) \
  X(verlet,   "verlet", \
      "Stoermer-Verlet, symplectic, order 2: accelerations that do not depend on velocities") \
  X(yoshida4, "yoshida4", "three Verlet steps, symplectic, order 4") \
  X(yoshida6, "yoshida6", "seven Verlet steps, symplectic, order 6") \
  X(midpoint, "midpoint", "implicit midpoint rule, symplectic, order 2: any system") \
  X(gauss4,   "gauss4",   "Gauss collocation of two stages, symplectic, order 4: any system") \
  X(gauss6,   "gauss6",   "Gauss collocation of three stages, symplectic, order 6: any system") \
  X(rkmk4,    "rkmk4",    "Runge-Kutta-Munthe-Kaas, order 4: rotations stay rotations") \
  X(cg3,      "cg3",      "Crouch-Grossman, order 3: rotations stay rotations") \
  X(radau5,   "radau5", \
      "Radau IIA, order 5, implicit, error control: stiff systems and algebraic equations")

/* Two of SUNDIALS, which a build has where SUNDIALS was found */
#define LIA_ODE_SUNDIALS(X) \
  X(cvode,    "cvode",    "BDF of SUNDIALS, order 1 to 5, implicit, error control: stiff systems") \
  X(ida,      "ida", \
      "IDA of SUNDIALS, order 1 to 5, implicit, error control: algebraic equations")

typedef enum lia_ode_kind {
#define X(id) LIA_ODE_##id = LIA_BUTCHER_##id,
#include "num/methods.def"
#undef X
#define X(id, name, text) LIA_ODE_##id,
  LIA_ODE_OTHER(X)
  LIA_ODE_SUNDIALS(X)
#undef X
  LIA_ODE_COUNT
} lia_ode_kind;

/* its number, or -1; what it is called, what it is; is it in this build (cvode and ida may not be);
 * "rk4, dopri5, ..." of those that are; does it choose its own steps; the order of its error */
int lia_ode_find(const char *name);
const char *lia_ode_name(int method);
const char *lia_ode_text(int method);
int lia_ode_here(int method);
const char *lia_ode_names(void);
int lia_ode_adaptive(int method);
int lia_ode_order(int method);

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

extern const lia_ode_opts lia_ode_defaults;
/* "rtol: needs x > 0 && x < 1, got 3" */
LIA_NODISCARD lia_status lia_ode_check(const lia_ode_opts *o, lia_error *err);

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
  int fresh;                  /* f holds f(t, x) */
  int stays;                  /* the last stage was f at the point the step ends in */
  int dense_ready;            /* the dense output of the last step was prepared */
  double size;                /* largest |x| where it began, at least 1 */
  long steps, rejected, calls, jacobians, factored;
  /* steps that looked limited by stability, not by accuracy; and those in a row that did not */
  int stiff, calm;
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

/* EARG where the method lacks something it needs (h, positions, moves) */
LIA_NODISCARD lia_status lia_ode_new(lia_ode **out, int method, const lia_ode_problem *p,
    const lia_ode_opts *opts, lia_error *err);

void lia_ode_free(lia_ode *o);   /* NULL is fine */

/* (re)start at t, x: also after an event changed the state; keeps the statistics; h is chosen anew
 * where fixed is 0 */
void lia_ode_start(lia_ode *o, double t, const double *x);

/* f has changed at o->t, x has not: the step h goes on */
void lia_ode_kick(lia_ode *o);

/* one accepted step towards t_end, never past it; at t_end already: nothing happens */
LIA_NODISCARD lia_status lia_ode_step(lia_ode *o, double t_end, lia_error *err);

/* asked now and then, `steps` steps after t_then. At the pace since then the end is out of reach:
 * of max_steps, and a state has grown a million times past where it began: EDOMAIN, naming it; of
 * ten thousand times max_steps: ELIMIT */
LIA_NODISCARD lia_status lia_ode_runaway(const lia_ode *o, double t_then, long steps, double t_end,
    lia_error *err);

/* the state at t within the last step (t_old .. t), to the order of the dense output; may call f
 * for extra stages */
LIA_NODISCARD lia_status lia_ode_at(lia_ode *o, double t, double *x, lia_error *err);

LIA_C_END

#endif
