/* formula.c - one run of the tape, one small Cholesky solve */
#include "sim/formula.h"

#include "base/layout.h"
#include "base/mem.h"
#include "num/factor.h"

#include <string.h>

static void layout(lia_layout *l, lia_formula *s, const lia_tape *t) {
  s->in = LIA_TAKE(l, double, t->nin + 1);
  s->out = LIA_TAKE(l, double, t->nout + 1);
  s->w = LIA_TAKE(l, double, t->nslot + 1);
  s->D = LIA_TAKE(l, double, s->l * s->l);
}

lia_status lia_formula_new(lia_formula **out, const lia_tape *tape, int n, int l, int m, int nu, lia_error *err) {
  lia_formula head = { .tape = tape, .n = n, .l = l, .m = m, .nu = nu }, measure = head;
  lia_layout at = { 0 };
  *out = NULL;
  if ((int)tape->nin != 1 + n + l + m + nu || (int)tape->nout != n + l * l + l + m)
    return LIA_FAIL(err, LIA_EDIM, "", "a tape of %u inputs and %u outputs for %d states and %d inputs", tape->nin, tape->nout, n + l + m, nu);
  LIA_TAKE(&at, lia_formula, 1);
  layout(&at, &measure, tape);
  at = (lia_layout){ .base = lia_block(at.used) };
  if (!at.base) return LIA_FAIL(err, LIA_ENOMEM, "", "out of memory");
  lia_formula *s = LIA_TAKE(&at, lia_formula, 1);
  *s = head;
  layout(&at, s, tape);
  *out = s;
  return LIA_OK;
}

lia_status lia_formula_rate(lia_formula *s, double t, const double *x, double *dx, lia_error *err) {
  int nx = lia_formula_states(s), l = s->l;
  s->in[0] = t;
  memcpy(s->in + 1, x, (size_t)nx * sizeof *x);
  if (s->nu) LIA_TRY(s->input(s->user, t, x, s->in + 1 + nx, err));
  lia_tape_eval(s->tape, s->in, s->out, s->w);
  memcpy(dx, s->out, (size_t)s->n * sizeof *dx);
  memcpy(s->D, s->out + s->n, (size_t)(l * l) * sizeof *dx);
  memcpy(dx + s->n, s->out + s->n + l * l, (size_t)(l + s->m) * sizeof *dx);
  if (!l) return LIA_OK;
  LIA_TRY(lia_chol_factor(lia_mat_of(s->D, l, l), err));
  lia_chol_solve(lia_mat_of(s->D, l, l), dx + s->n);
  return LIA_OK;
}

static lia_status rate(void *user, double t, const double *x, double *dx, lia_error *err) {
  return lia_formula_rate(user, t, x, dx, err);
}

lia_ode_problem lia_formula_problem(lia_formula *s) {
  return (lia_ode_problem){ .n = lia_formula_states(s), .f = rate, .user = s };
}
