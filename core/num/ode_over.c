/* ode_over.c - from an explicit method to an implicit one, where the problem proves stiff
 *
 * Steps that are as long as stability allows only raise the question: what grows by itself raises
 * it too. The eigenvalues of df/dx answer it. */
#include "num/ode.h"

#include "base/assert.h"
#include "base/mem.h"
#include "num/factor.h"
#include "num/stepper.h"

#include <float.h>
#include <math.h>
#include <string.h>

enum { MOST_STATES = 400 };   // for more the question costs more than many steps

void lia_ode_may_go_over(lia_ode *o, double rtol, double atol) {
  o->may_go_over = o->table && !o->opts.fixed && o->row->error_order > 0 && o->p.n <= MOST_STATES;
  o->over_rtol = rtol;
  o->over_atol = atol;
}

// df/dx by differences, where f is defined all around; 0 where it is not. low, high: room
static int slopes_around(lia_ode *o, double *J, double *low, double *high) {
  const int n = o->p.n;
  lia_error ignored = { 0 };
  int soft;
  memset(J, 0, (size_t)(n * n) * sizeof *J);
  memcpy(low, o->x, (size_t)n * sizeof *low);
  for (int j = 0; j < n - o->p.quad; j++) {
    const double keep = low[j];
    low[j] = keep + sqrt(DBL_EPSILON * fmax(1e-5, fabs(keep)));
    if (lia_ode_derive(o, o->t, low, high, &soft, &ignored) != LIA_OK) return 0;
    for (int i = 0; i < n; i++) J[i * n + j] = (high[i] - o->f[i]) / (low[j] - keep);
    low[j] = keep;
  }
  return 1;
}

// the largest eigenvalue dies away, and fast for a step
static int decays(const lia_eig *e, double h) {
  int most = 0;
  for (int k = 1; k < e->n; k++)
    if (hypot(e->re[k], e->im[k]) > hypot(e->re[most], e->im[most])) most = k;
  const double size = hypot(e->re[most], e->im[most]), back = h > 0 ? e->re[most] : -e->re[most];
  return back < -0.5 * size && size * fabs(h) > 1;
}

static lia_status is_stiff(lia_ode *o, int *yes, lia_error *err) {
  const int n = o->p.n;
  lia_eig *e;
  *yes = 0;
  LIA_TRY(lia_eig_new(&e, n, err));
  double *room = lia_malloc(((size_t)n + 2) * (size_t)n * sizeof *room);
  if (!room) {
    lia_eig_free(e);
    return LIA_FAIL(err, LIA_ENOMEM, "", "no memory to integrate %d states", n);
  }
  lia_error ignored = { 0 };
  *yes = slopes_around(o, room, room + n * n, room + n * n + n)
      && lia_eig_any(e, lia_mat_of(room, n, n), &ignored) == LIA_OK && decays(e, o->h);
  lia_free(room);
  lia_eig_free(e);
  return LIA_OK;
}

static lia_status begin_implicit(lia_ode *o, lia_error *err) {
  const lia_ode_row *row = lia_ode_row_of(LIA_ODE_radau5);
  lia_ode measure = *o;
  lia_layout l = { 0 };
  row->layout(&l, &measure);
  char *block = lia_block(l.used);
  if (!block) return LIA_FAIL(err, LIA_ENOMEM, "", "no memory to integrate %d states", o->p.n);
  l = (lia_layout){ .base = block };
  o->more = block;
  o->row = row;
  o->table = NULL;
  o->method = LIA_ODE_radau5;
  row->layout(&l, o);
  row->restart(o);
  if (o->over_rtol > 0) o->opts.rtol = o->over_rtol;
  if (o->over_atol > 0) o->opts.atol = o->over_atol;
  o->may_go_over = 0;
  o->over = o->t;
  o->kicked = o->watched = 0;
  return LIA_OK;
}

lia_status lia_ode_go_over(lia_ode *o, lia_error *err) {
  int yes = 0;
  o->stiff = 0;
  LIA_ASSERT(o->may_go_over && o->fresh);
  if (o->steps < o->ask_again) return LIA_OK;
  LIA_TRY(is_stiff(o, &yes, err));
  o->ask_again = 2 * o->steps;   // the answer was no: seldom
  return yes ? begin_implicit(o, err) : LIA_OK;
}
