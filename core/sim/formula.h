/* formula.h - equations of motion told by a tape, as differential equations
 *
 * x = (q (n), alpha (l), z (m)); the tape takes (t, x, u) and gives (q', D (l x l), f (l), z'):
 *   x' = (q', D^-1 f, z'),   D symmetric positive definite
 * u (nu) are inputs that something outside knows at every t. l = 0: any differential equation. */
#ifndef LIA_FORMULA_H
#define LIA_FORMULA_H

#include "num/ode.h"
#include "sym/eval.h"

LIA_C_BEGIN

typedef struct lia_formula {
  const lia_tape *tape;
  int n, l, m, nu;
  /* NULL where nu is 0: the inputs (nu) at t, x */
  lia_status (*input)(void *user, double t, const double *x, double *u, lia_error *err);
  void *user;
  double *in, *out, *w, *D, *dx;
} lia_formula;

static inline int lia_formula_states(const lia_formula *s) { return s->n + s->l + s->m; }

/* one block, freed by lia_free; the tape must outlive it. LIA_EDIM where its inputs and outputs are not those above */
LIA_NODISCARD lia_status lia_formula_new(lia_formula **out, const lia_tape *tape, int n, int l, int m, int nu, lia_error *err);

/* dx at t, x; leaves the inputs in s->in (t, x, u). LIA_ESINGULAR where D is not positive definite */
LIA_NODISCARD lia_status lia_formula_rate(lia_formula *s, double t, const double *x, double *dx, lia_error *err);

lia_ode_problem lia_formula_problem(lia_formula *s);

LIA_C_END

#endif
