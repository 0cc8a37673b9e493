/* formula.c - one run of the tape, one small solve */
#include "sim/formula.h"

#include "base/assert.h"
#include "base/layout.h"
#include "base/mem.h"
#include "num/factor.h"

#include <math.h>
#include <string.h>

static void layout(lia_layout *l, lia_formula *s) {
  const size_t work = s->watch && s->watch->nslot > s->tape->nslot ? s->watch->nslot
      : s->tape->nslot;
  s->in = LIA_TAKE(l, double, s->tape->nin + 1);
  s->out = LIA_TAKE(l, double, s->tape->nout + 1);
  s->w = LIA_TAKE(l, double, work + 1);
  s->D = LIA_TAKE(l, double, s->l * s->l);
  s->A = LIA_TAKE(l, double, s->size * s->size);
  s->piv = LIA_TAKE(l, int, s->size);
  s->lambda = LIA_TAKE(l, double, s->rows);
  s->tau = LIA_TAKE(l, double, s->l);
  s->d = LIA_TAKE(l, double, s->l);
}

lia_status lia_formula_new(lia_formula **out, const lia_tape *tape, const lia_tape *watch,
    lia_formula_shape k, lia_error *err) {
  lia_formula head = { .tape = tape, .watch = watch, .n = k.n, .l = k.l, .m = k.m, .nu = k.nu,
      .rows = k.rows, .held = k.held,
      .crossed = (double)NAN };
  const int inputs = 1 + k.n + k.l + k.m + k.nu,
      outputs = k.n + k.l * k.l + k.l + k.m + k.rows * (k.l + 2) + k.held;
  *out = NULL;
  if ((int)tape->nin != inputs || (int)tape->nout != outputs)
    return LIA_FAIL(err, LIA_EDIM, "",
        "a tape of %u inputs and %u outputs for %d states and %d inputs", tape->nin, tape->nout,
        k.n + k.l + k.m, k.nu);
  if (watch) head.size = (int)lround(sqrt(watch->nout));
  if (watch && ((int)watch->nin != inputs || head.size * head.size != (int)watch->nout))
    return LIA_FAIL(err, LIA_EDIM, "", "a tape of %u inputs and %u outputs to be watched",
        watch->nin, watch->nout);
  lia_formula measure = head;
  lia_layout at = { 0 };
  LIA_TAKE(&at, lia_formula, 1);
  layout(&at, &measure);
  at = (lia_layout){ .base = lia_block(at.used) };
  if (!at.base) return LIA_FAIL(err, LIA_ENOMEM, "", "out of memory");
  lia_formula *s = LIA_TAKE(&at, lia_formula, 1);
  *s = head;
  layout(&at, s);
  *out = s;
  return LIA_OK;
}

// s->out at t, x
static lia_status formula_evaluate(lia_formula *s, double t, const double *x, lia_error *err) {
  const int nx = lia_formula_states(s);
  LIA_ASSERT((int)s->tape->nin == 1 + nx + s->nu);
  s->in[0] = t;
  memcpy(s->in + 1, x, (size_t)nx * sizeof *x);
  if (s->nu) LIA_TRY(s->input(s->user, t, x, s->in + 1 + nx, err));
  if (s->compiled) s->compiled(s->compiled_user, s->in, s->out);
  else lia_tape_eval(s->tape, s->in, s->out, s->w);
  memcpy(s->D, s->out + s->n, (size_t)(s->l * s->l) * sizeof *x);
  return LIA_OK;
}

// H, gamma, b of the last evaluation
static double *rows_of(const lia_formula *s) { return s->out + s->n + s->l * s->l + s->l + s->m; }

// power into the rates of z
static void gather_power(double *z, const lia_formula_into *into, double power) {
  for (int k = 0; k < into->n; k++) z[into->z[k]] += power;
}

// f and z' of the last evaluation += what is pushed with besides, and its work
static lia_status pushed(lia_formula *s, double t, const double *x, lia_error *err) {
  double *f = s->out + s->n + s->l * s->l, *z = f + s->l;
  if (!s->push) return LIA_OK;
  memset(s->tau, 0, (size_t)s->l * sizeof *s->tau);
  LIA_TRY(s->push(s->push_user, t, x, s->tau, err));
  for (int i = 0; i < s->l; i++) f[i] += s->tau[i];
  gather_power(z, &s->pushed, lia_vec_dot(s->tau, x + s->n, s->l));
  return LIA_OK;
}

lia_status lia_formula_rate(lia_formula *s, double t, const double *x, double *dx, lia_error *err) {
  const int n = s->n, l = s->l;
  LIA_TRY(formula_evaluate(s, t, x, err));
  LIA_TRY(pushed(s, t, x, err));
  const double *f = s->out + n + l * l;
  memcpy(dx, s->out, (size_t)n * sizeof *dx);
  memcpy(dx + n, f, (size_t)(l + s->m) * sizeof *dx);
  if (!l) return LIA_OK;
  lia_mat D = lia_mat_of(s->D, l, l);
  if (s->rows) {
    double *H = rows_of(s);
    LIA_TRY(lia_constrained_run(s->way, LIA_CONSTRAINED_augmented, &lia_constrained_defaults, D, f,
        lia_mat_of(H, s->rows, l),
        H + s->rows * l, dx + n, s->lambda, err));
    // rows that move in time work: H alpha = -b, with the force H' lambda
    gather_power(dx + n + l, &s->moved, -lia_vec_dot(s->lambda, H + s->rows * (l + 1), s->rows));
    return LIA_OK;
  }
  LIA_TRY(lia_chol_factor(D, err));
  lia_chol_solve(D, dx + n);
  return LIA_OK;
}

// what is fixed has no part in the rows, and is apart from the others in the metric: 0, of the
// coordinates themselves, as starts of models are moved
static void leave_out(lia_formula *s, const char *fixed, int metric) {
  const int l = s->l;
  double *H = rows_of(s);
  for (int i = 0; i < l * l; i++)
    if (!metric || (fixed && (fixed[i / l] || fixed[i % l]))) s->D[i] = i % (l + 1) == 0;
  for (int i = 0; fixed && i < s->rows * l; i++)
    if (fixed[i % l]) H[i] = 0;
}

// one Newton step of q in the metric, by the rows of positions
static lia_status position_step(lia_formula *s, double t, double *x, const char *fixed, int metric,
    double *gap, lia_error *err) {
  const int l = s->l;
  LIA_TRY(formula_evaluate(s, t, x, err));
  double *H = rows_of(s), *g = H + s->rows * (l + 2);
  leave_out(s, fixed, metric);
  *gap = 0;
  for (int r = 0; r < s->held; r++) {
    *gap = fmax(*gap, fabs(g[r]));
    g[r] = -g[r];
  }
  if (!(*gap > 1e-15)) return LIA_OK;
  memset(s->d, 0, (size_t)l * sizeof *s->d);
  LIA_TRY(lia_constrained_nearest(s->way, &lia_constrained_defaults, lia_mat_of(s->D, l, l), s->d,
      lia_mat_of(H, s->held, l), g, s->d, err));
  for (int i = 0; i < l; i++) x[i] += s->d[i];
  return LIA_OK;
}

// as often as it helps, at most so many times
static lia_status positions(lia_formula *s, double t, double *x, const char *fixed, int metric,
    int most, double *gap, lia_error *err) {
  double last;
  *gap = 1;
  for (int k = 0; k < most && *gap > 1e-14; k++) {
    last = *gap;
    LIA_TRY(position_step(s, t, x, fixed, metric, gap, err));
    if (k && *gap < 1e-9 && *gap > last / 2) break;   // rounding: it gets no better
  }
  return LIA_OK;
}

// the rates nearest to those of x that the rows allow
static lia_status formula_rates(lia_formula *s, double t, double *x, const char *fixed,
    lia_error *err) {
  const int l = s->l;
  LIA_TRY(formula_evaluate(s, t, x, err));
  double *H = rows_of(s), *b = H + s->rows * (l + 1);
  for (int r = 0; r < s->rows; r++)
    for (int k = 0; k < l; k++)
      if (fixed && fixed[k]) b[r] += H[r * l + k] * x[s->n + k];
  leave_out(s, fixed, 1);
  for (int r = 0; r < s->rows; r++) b[r] = -b[r];
  return lia_constrained_nearest(s->way, &lia_constrained_defaults, lia_mat_of(s->D, l, l),
      x + s->n, lia_mat_of(H, s->rows, l), b,
      x + s->n, err);
}

static lia_status formula_project(void *user, double t, double *x, lia_error *err) {
  lia_formula *s = user;
  double gap;
  if (s->held) LIA_TRY(positions(s, t, x, NULL, 1, 4, &gap, err));
  return formula_rates(s, t, x, NULL, err);
}

// by how much the rates miss the rows
static lia_status slip(lia_formula *s, double t, const double *x, double *most, lia_error *err) {
  LIA_TRY(formula_evaluate(s, t, x, err));
  const double *H = rows_of(s), *b = H + s->rows * (s->l + 1);
  *most = 0;
  for (int r = 0; r < s->rows; r++)
    *most = fmax(*most, fabs(b[r] + lia_vec_dot(H + r * s->l, x + s->n, s->l)));
  return LIA_OK;
}

lia_status lia_formula_close(lia_formula *s, double t, double *x, const char *fixed,
    lia_error *err) {
  double gap = 0;
  if (!s->rows) return LIA_OK;
  if (s->held) LIA_TRY(positions(s, t, x, fixed, 0, 60, &gap, err));
  if (!(gap < 1e-9))
    return LIA_FAIL(err, LIA_EUNREACHABLE, "",
        "the constraints cannot be met from there%s: a gap of %.3g is left",
        fixed ? " with what is fixed" : "", gap);
  LIA_TRY(formula_rates(s, t, x, fixed, err));
  LIA_TRY(slip(s, t, x, &gap, err));
  if (gap < 1e-8 * (1 + lia_vec_max(x + s->n, s->l))) return LIA_OK;
  return LIA_FAIL(err, LIA_EUNREACHABLE, "",
      "the constraints cannot be met by rates%s: %.3g is left",
      fixed ? " with those that are fixed" : "", gap);
}

// the determinant of rows brought to length 1; NaN where one has none
static double volume(lia_formula *s) {
  const int n = s->size;
  double det = 1;
  for (int i = 0; i < n; i++) {
    double *row = s->A + i * n, length = lia_vec_norm(row, n);
    lia_vec_scale(row, 1 / length, row, n);
  }
  if (lia_vec_bad(s->A, n * n) >= 0) return (double)NAN;
  if (lia_lu_factor(lia_mat_of(s->A, n, n), s->piv, NULL) != LIA_OK) return 0;
  for (int i = 0; i < n; i++) det *= s->piv[i] == i ? s->A[i * (n + 1)] : -s->A[i * (n + 1)];
  return det;
}

void lia_formula_watch(lia_formula *s, double t, const double *x) {
  if (!s->watch || s->crossed == s->crossed) return;
  s->in[0] = t;   // inputs as they were last asked for
  memcpy(s->in + 1, x, (size_t)lia_formula_states(s) * sizeof *x);
  lia_tape_eval(s->watch, s->in, s->A, s->w);
  double det = volume(s), part = fabs(det);
  s->least = part < s->least ? part : s->least;
  s->most = part > s->most ? part : s->most;
  if (!(s->last * det >= 0) || !(s->least > 1e-9 * s->most)) s->crossed = t;
  s->last = det;
}

// of a finished step: nothing to complain about, but what became of the speeds is remembered
static double watch(void *user, double rtol, double t_old, const double *x_old, double t,
    const double *x) {
  (void)rtol;
  (void)t_old;
  (void)x_old;
  lia_formula_watch(user, t, x);
  return 0;
}

static lia_status rate(void *user, double t, const double *x, double *dx, lia_error *err) {
  return lia_formula_rate(user, t, x, dx, err);
}

lia_ode_problem lia_formula_problem(lia_formula *s) {
  lia_ode_problem p = { .n = lia_formula_states(s), .f = rate, .user = s, .quad = s->quad };
  if (s->rows) p.project = formula_project;
  if (s->watch) p.audit = watch;
  s->crossed = (double)NAN;
  s->least = (double)INFINITY;
  s->most = s->last = 0;
  return p;
}
