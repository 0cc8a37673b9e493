/* gauss.c - Gauss collocation of one, two and three stages: symplectic for any Hamiltonian
 *
 *                                                                             [HLW] II.1, VIII.6
 * Z_i = h sum_j a_ij f(t + c_j h, z + Z_j), by fixed-point iteration down to rounding: steps that
 * suit the motion converge in some ten rounds, and no error of a Newton matrix creeps into the
 * energy. Where the problem has canonical coordinates the step is made in them. Between steps:
 * cubic Hermite. */
#include "num/stepper.h"

#include "base/assert.h"

#include <float.h>
#include <math.h>
#include <string.h>

typedef struct rule { int s; double c[3], b[3], a[3][3]; } rule;

#define R15 3.872983346207416885
static const rule one = { 1, { 0.5 }, { 1 }, { { 0.5 } } };
static const rule two = { 2, { 0.5 - 0.28867513459481288225, 0.5 + 0.28867513459481288225 },
    { 0.5, 0.5 },
    { { 0.25, 0.25 - 0.28867513459481288225 }, { 0.25 + 0.28867513459481288225, 0.25 } } };
static const rule three = { 3, { 0.5 - R15 / 10, 0.5, 0.5 + R15 / 10 },
    { 5.0 / 18, 4.0 / 9, 5.0 / 18 },
    { { 5.0 / 36, 2.0 / 9 - R15 / 15, 5.0 / 36 - R15 / 30 },
    { 5.0 / 36 + R15 / 24, 2.0 / 9, 5.0 / 36 - R15 / 24 },
    { 5.0 / 36 + R15 / 30, 2.0 / 9 + R15 / 15, 5.0 / 36 } } };

enum { ROUNDS = 100 };

typedef struct own { double *z, *Z, *at; int warm; } own;   // start; (3 x n) increments; a stage

static void layout(lia_layout *l, lia_ode *o) {
  int n = o->p.n;
  own *w = LIA_TAKE(l, own, 1), none;
  if (!l->base) w = &none;
  o->k = LIA_TAKE(l, double, 3 * n);
  w->z = LIA_TAKE(l, double, n);
  w->Z = LIA_TAKE(l, double, 3 * n);
  w->at = LIA_TAKE(l, double, n);
  o->own = l->base ? w : NULL;
}

static void restart(lia_ode *o) {
  ((own *)o->own)->warm = 0;
}

static lia_status rate(lia_ode *o, double t, const double *z, double *dz, int *soft,
    lia_error *err) {
  if (!o->p.canonical) return lia_ode_derive(o, t, z, dz, soft, err);
  o->calls++;
  LIA_TRY(o->p.canonical_rate(o->p.user, t, z, dz, err));
  return lia_ode_finite(o, t, dz, err);
}

// one round: k from Z, then Z from k; the largest change, relative to what changes
static lia_status iterate(lia_ode *o, const rule *r, double h, double *change, int *soft,
    lia_error *err) {
  own *w = o->own;
  int n = o->p.n;
  *change = 0;
  for (int j = 0; j < r->s; j++) {
    for (int i = 0; i < n; i++) w->at[i] = w->z[i] + w->Z[j * n + i];
    LIA_TRY(rate(o, o->t + r->c[j] * h, w->at, o->k + j * n, soft, err));
  }
  for (int i = 0; i < n; i++)
    for (int j = 0; j < r->s; j++) {
      double sum = 0;
      for (int m = 0; m < r->s; m++) sum += r->a[j][m] * o->k[m * n + i];
      *change = fmax(*change, fabs(h * sum - w->Z[j * n + i])
          / (fabs(w->z[i]) + fabs(h * sum) + 1e-12));
      w->Z[j * n + i] = h * sum;
    }
  return LIA_OK;
}

static lia_status gauss_solve(lia_ode *o, const rule *r, double h, int *soft, lia_error *err) {
  double last = (double)INFINITY, change;
  for (int k = 0; k < ROUNDS; k++) {
    LIA_TRY(iterate(o, r, h, &change, soft, err));
    // as good as it gets: nothing changes any more, or only the last bits do
    if (change == 0 || (change < 1e-13 && change >= last) || change < DBL_EPSILON) return LIA_OK;
    last = change;
  }
  return LIA_FAIL(err, LIA_ENOCONV, "h",
      "a step of %.3g at t = %.9g is too long for the iteration of %s", h, o->t, o->row->name);
}

// Z_j = h c_j slope: the slope of the last stage of the last step, carried on, or the one here
static void first_stages(lia_ode *o, const rule *r, double h) {
  own *w = o->own;
  int n = o->p.n;
  const double *slope = w->warm ? o->k + (r->s - 1) * n : o->f;
  LIA_ASSERT(w->warm || o->fresh);   // o->f is f(t, x)
  int known = w->warm || !o->p.canonical;
  for (int j = 0; j < r->s; j++)
    for (int i = 0; i < n; i++) w->Z[j * n + i] = h * r->c[j] * (known ? slope[i] : 0);
}

static lia_status collocate(lia_ode *o, const rule *r, double h, int *soft, lia_error *err) {
  own *w = o->own;
  int n = o->p.n;
  if (o->p.canonical) LIA_TRY(o->p.canonical(o->p.user, o->t, o->x, w->z, err));
  else memcpy(w->z, o->x, (size_t)n * sizeof *w->z);
  first_stages(o, r, h);
  LIA_TRY(gauss_solve(o, r, h, soft, err));
  for (int i = 0; i < n; i++) {
    double sum = 0;
    for (int j = 0; j < r->s; j++) sum += r->b[j] * o->k[j * n + i];
    w->at[i] = w->z[i] + h * sum;
  }
  w->warm = 1;
  if (o->p.canonical) LIA_TRY(o->p.uncanonical(o->p.user, o->t + h, w->at, o->try, err));
  else memcpy(o->try, w->at, (size_t)n * sizeof *w->at);
  return lia_ode_finite(o, o->t, o->try, err);
}

#define METHOD(id, rule, n) \
  static lia_status id##_attempt(lia_ode *o, double h, double *norm, int *soft, lia_error *err) { \
    (void)norm; \
    return collocate(o, &rule, h, soft, err); \
  } \
  const lia_ode_row lia_ode_row_##id = { .name = #id, .order = n, .layout = layout, \
      .attempt = id##_attempt, .coarse = (n) > 4, .restart = restart }

METHOD(midpoint, one, 2);
METHOD(gauss4, two, 4);
METHOD(gauss6, three, 6);
