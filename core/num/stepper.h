/* stepper.h - what a method of integration is to the driver of ode.c: one row
 *
 * A method tries a step from o->t, o->x (o->f = f(t, x) is there) into o->try, and says how large
 * its error is in units of the tolerance. Accepting, rejecting and the next step are the driver's.
 */
#ifndef LIA_STEPPER_H
#define LIA_STEPPER_H

#include "base/layout.h"
#include "num/ode_run.h"

LIA_C_BEGIN

struct lia_ode_row {
  const char *name;
  int order;
  /* the error of a step shrinks with this power of h; 0: fixed steps only */
  double error_order;
  double beta;             /* of the proportional-integral controller */
  /* what is missing of the problem: a sentence, or NULL; may be NULL */
  const char *(*lacks)(const lia_ode_problem *p);
  /* o->k, o->F and o->own, after the arrays all methods have */
  void (*layout)(lia_layout *l, lia_ode *o);
  /* *soft: a failure that a shorter step may avoid. *norm: the error, 1 is the tolerance */
  lia_status (*attempt)(lia_ode *o, double h, double *norm, int *soft, lia_error *err);
  /* the polynomial of the step from o->t_old to o->t; and its value at x(t_old + s h). NULL: cubic
   * Hermite */
  lia_status (*prepare)(lia_ode *o, lia_error *err);
  void (*between)(const lia_ode *o, double s, double *x);
  int coarse;              /* 1: that value is more than one order worse than the step's end */
  /* after o->x was set anew; may be NULL */
  void (*restart)(lia_ode *o);
  /* a step that may grow by less than this stays as it is, with its factors; 0: it grows */
  double steady;
  /* NULL, or when f(t, x) is there: did the last step look limited by stability? o->stiff */
  void (*watch)(lia_ode *o);
  /* f has changed, x has not: what is known of its slopes goes on. NULL: a restart */
  void (*kick)(lia_ode *o);
  int algebraic;           /* solves algebraic equations too */
  int absent;              /* not in this build: lacks says why */
  /* NULL, or in place of attempt: a whole step as long as the method wants, never past t_end, into
   * o->try and *t; it keeps what p.project keeps by itself */
  lia_status (*step)(lia_ode *o, double t_end, double *t, lia_error *err);
  void (*drop)(lia_ode *o);   /* NULL, or gives back what o->own has of others */
};

/* ---- explicit Runge-Kutta methods (erk.c): a method is the columns of its table ---- */

void lia_erk_layout(lia_layout *l, lia_ode *o);
lia_status lia_erk_attempt(lia_ode *o, double h, double *norm, int *soft, lia_error *err);
lia_status lia_erk_prepare(lia_ode *o, lia_error *err);
void lia_erk_between(const lia_ode *o, double s, double *x);
void lia_erk_watch(lia_ode *o);

/* The row of methods/<id>.c, from what that file must have: the numbers ORDER, DENSE_ORDER, STAGES,
 * EXTRA, FSAL, ESTIMATES, DENSE (rows beyond the cubic) and WIDTH, and the arrays c, a, b. error,
 * low: weights of the first and the second estimate; dense: rows beyond the cubic; each may be
 * NULL. The exponent of one estimate leaves room for the proportional-integral part; two are used
 * as they are */
#define LIA_BUTCHER_ROW(id, about, error, low, more)                                           \
  _Static_assert((int)WIDTH == (int)STAGES + (int)EXTRA + !FSAL, "the width of the table");    \
  _Static_assert(sizeof c == WIDTH * sizeof *c && sizeof b == STAGES * sizeof *b, "c, b");     \
  _Static_assert(sizeof a == WIDTH * WIDTH * sizeof *a, "a is as wide as high");               \
  extern const lia_butcher lia_butcher_row_##id;                                               \
  const lia_butcher lia_butcher_row_##id = {                                                   \
    .name = #id, .text = about, .order = ORDER, .dense_order = DENSE_ORDER,                    \
    .estimates = ESTIMATES, .stages = STAGES, .extra = EXTRA, .fsal = FSAL, .width = WIDTH,    \
    .c = c, .a = a, .b = b, .e = { error, low }, .ndense = DENSE, .dense = more };             \
  const lia_ode_row lia_ode_row_##id = {                                                       \
    .name = #id, .order = ORDER, .error_order = ESTIMATES ? ORDER : 0,                         \
    .beta = ESTIMATES == 1 ? 0.04 : 0, .layout = lia_erk_layout, .attempt = lia_erk_attempt,   \
    .prepare = lia_erk_prepare, .between = lia_erk_between,                                    \
    .watch = ESTIMATES ? lia_erk_watch : NULL }

#define X(id) extern const lia_ode_row lia_ode_row_##id;
#include "num/methods.def"
#undef X
extern const lia_ode_row lia_ode_row_verlet, lia_ode_row_yoshida4, lia_ode_row_yoshida6;
extern const lia_ode_row lia_ode_row_midpoint, lia_ode_row_gauss4, lia_ode_row_gauss6;
extern const lia_ode_row lia_ode_row_rkmk4, lia_ode_row_cg3, lia_ode_row_moreau, lia_ode_row_radau5,
    lia_ode_row_cvode, lia_ode_row_ida;

/* f at (t, x), counted. What is not finite fails, named; *soft where a shorter step may help */
lia_status lia_ode_derive(lia_ode *o, double t, const double *x, double *dx, int *soft,
    lia_error *err);
/* all of x finite, else EDOMAIN with the name of the state that is not */
lia_status lia_ode_finite(const lia_ode *o, double t, const double *x, lia_error *err);
/* sum of (e_i / sc_i)^2 over n, sc_i = atol + rtol max(|x_i|, |y_i|)             (II.4.10, 4.11) */
double lia_ode_scaled_square(const lia_ode *o, const double *e, const double *x, const double *y);
/* the largest (e_i / 1000 sc_i)^2 of the integrals carried along: only what they gather over a
 * corner of f makes a step shorter */
double lia_ode_carried_square(const lia_ode *o, const double *e, const double *x, const double *y);
/* f(t, x) into o->f where it is not there */
lia_status lia_ode_refresh(lia_ode *o, lia_error *err);
/* the row of a method; more steps in a row than that, held back by stability, are no chance [HW2
 * IV.2]: then this asks whether the problem is stiff, and goes over (ode_over.c) */
const lia_ode_row *lia_ode_row_of(int method);
enum { LIA_ODE_STIFF = 15 };
lia_status lia_ode_go_over(lia_ode *o, lia_error *err);

LIA_C_END

#endif
