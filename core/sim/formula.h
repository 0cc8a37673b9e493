/* formula.h - equations of motion told by a tape, as differential equations
 *
 * x = (q (n), alpha (l), z (m)); the tape takes (t, x, u) and gives (q', D (l x l), f (l), z'):
 *   x' = (q', D^-1 f, z'),   D symmetric positive definite
 * u (nu) are inputs that something outside knows at every t. l = 0: any differential equation.
 *
 * rows > 0: alpha are rates that rows H alpha + b = 0 hold (rows x l), whose rates are H alpha' =
 * gamma.
 * Behind z' the tape gives H, gamma, b; alpha' is that of D alpha' = f + H' lambda, and every step
 * ends
 * on the rows by the least change in the metric of D. No speeds are chosen, so none can be
 * singular. held > 0: alpha are the rates of q, the first `held` rows those of positions g(q, t) =
 * 0, which the tape gives last; every step ends on these too.
 *
 * watch: a second tape of (t, x, u), a square matrix that must stay regular for alpha to tell the
 * motion
 * (the speeds and the rows by the rates of all coordinates). Where a step takes its determinant
 * through
 * 0, or it comes near that, crossed says when first. */
#ifndef LIA_FORMULA_H
#define LIA_FORMULA_H

#include "con/constrained_dense.h"
#include "num/ode.h"
#include "sym/tape/eval.h"

LIA_C_BEGIN

/* n of the states z, by their places */
typedef struct lia_formula_into { int n, z[3]; } lia_formula_into;

typedef struct lia_formula {
  const lia_tape *tape;
  int n, l, m, nu, rows, held;
  lia_constrained *way;           /* the caller's, for l and rows, where there are rows */
  /* NULL, or the function of the tape compiled */
  void (*compiled)(void *user, const double *in, double *out);
  void *compiled_user;
  const lia_tape *watch;          /* NULL: nothing is watched */
  int size;                       /* of its matrix */
  /* NaN: never; |det| as a part of its rows' lengths, the extremes */
  double crossed, least, most;
  double last;                    /* det when it was last looked at */
  /* NULL where nu is 0: the inputs (nu) at t, x */
  lia_status (*input)(void *user, double t, const double *x, double *u, lia_error *err);
  void *user;
  /* NULL, or forces on alpha beside those of the tape: adds to tau (l) */
  lia_status (*push)(void *user, double t, const double *x, double *tau, lia_error *err);
  void *push_user;
  /* the z that gather their work, and that of rows which move in time */
  lia_formula_into pushed, moved;
  int quad;                       /* how many of the last z are integrals that nothing depends on */
  double *lambda;                 /* (rows) of the last rates */
  double *tau, *d;                /* (l) */
  double *in, *out, *w, *D, *A;
  int *piv;
} lia_formula;

static inline int lia_formula_states(const lia_formula *s) { return s->n + s->l + s->m; }

/* one block, freed by lia_free; the tapes must outlive it. watch may be NULL. LIA_EDIM where inputs
 * and
 * outputs are not those above */
typedef struct lia_formula_shape { int n, l, m, nu, rows, held; } lia_formula_shape;
LIA_NODISCARD lia_status lia_formula_new(lia_formula **out, const lia_tape *tape,
    const lia_tape *watch,
    lia_formula_shape shape, lia_error *err);

/* dx at t, x; leaves the inputs in s->in (t, x, u). LIA_ESINGULAR where D is not positive definite
 */
LIA_NODISCARD lia_status lia_formula_rate(lia_formula *s, double t, const double *x, double *dx,
    lia_error *err);

/* x onto the positions and the rows by the least change; fixed (l, or NULL): 1 for what stays,
 * coordinate and rate (n = l). LIA_EUNREACHABLE where that cannot be */
LIA_NODISCARD lia_status lia_formula_close(lia_formula *s, double t, double *x, const char *fixed,
    lia_error *err);

/* look at what is watched, at t, x: done by itself at every step that estimates its error */
void lia_formula_watch(lia_formula *s, double t, const double *x);

lia_ode_problem lia_formula_problem(lia_formula *s);

LIA_C_END

#endif
