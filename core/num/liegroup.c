/* liegroup.c - steps along the group: the state is moved, so rotations stay rotations  [HLW] IV.8
 *
 * x' = x (+) u(t, x). rkmk4 (Munthe-Kaas) solves for U in x0 (+) U by classical Runge-Kutta, told
 * in the moved axes
 *   U' = u + 1/2 [U, u] + 1/12 [U, [U, u]]
 * (the next term has U^4 and is beyond order 4); cg3 (Crouch, Grossman) is a product of moves, with
 * the coefficients of Crouch and Grossman (1993) for order 3. Between steps: cubic Hermite, back on
 * the manifold. */
#include "num/stepper.h"

#include "base/assert.h"

#include <math.h>

static void layout(lia_layout *l, lia_ode *o) { o->k = LIA_TAKE(l, double, 8 * o->p.m); }

static const char *liegroup_lacks(const lia_ode_problem *p) {
  return p->algebra && p->move && p->bracket ? NULL
      : "needs a system that moves on a group: a mechanism";
}

static lia_status algebra(lia_ode *o, double t, const double *x, double *u, int *soft,
    lia_error *err) {
  o->calls++;
  lia_status s = o->p.algebra(o->p.user, t, x, u, err);
  *soft = s == LIA_EDOMAIN || s == LIA_ESINGULAR;
  LIA_TRY(s);
  for (int i = 0; i < o->p.m; i++)
    if (!isfinite(u[i]))
      return LIA_FAIL(err, LIA_EDOMAIN, "", "velocity or acceleration %d is %g at t = %.9g", i + 1,
          u[i], t);
  return LIA_OK;
}

// U' where x0 (+) U moves with u:  dexp^-1, in place of u
static void dexpinv(lia_ode *o, const double *U, double *u, double *a, double *b) {
  o->p.bracket(o->p.user, U, u, a);
  o->p.bracket(o->p.user, U, a, b);
  for (int i = 0; i < o->p.m; i++) u[i] += a[i] / 2 + b[i] / 12;
}

static lia_status rkmk4(lia_ode *o, double h, double *norm, int *soft, lia_error *err) {
  static const double c[4] = { 0, 0.5, 0.5, 1 };
  int m = o->p.m;
  double *K = o->k, *U = K + 4 * m, *a = U + m, *b = a + m;
  LIA_ASSERT(m > 0 || o->p.n == 0);
  (void)norm;
  for (int s = 0; s < 4; s++) {
    for (int i = 0; i < m; i++) U[i] = s ? h * c[s] * K[(s - 1) * m + i] : 0;
    o->p.move(o->p.user, o->x, U, 1, o->try);
    LIA_TRY(algebra(o, o->t + c[s] * h, o->try, K + s * m, soft, err));
    if (s) dexpinv(o, U, K + s * m, a, b);
  }
  for (int i = 0; i < m; i++)
    U[i] = h / 6 * (K[i] + 2 * K[m + i] + 2 * K[2 * m + i] + K[3 * m + i]);
  o->p.move(o->p.user, o->x, U, 1, o->try);
  return lia_ode_finite(o, o->t, o->try, err);
}

// a21 = 3/4; a31 = 119/216, a32 = 17/108; b = 13/51, -2/3, 24/17
static lia_status cg3(lia_ode *o, double h, double *norm, int *soft, lia_error *err) {
  int m = o->p.m;
  double *K = o->k, *y = o->work;
  (void)norm;
  LIA_TRY(algebra(o, o->t, o->x, K, soft, err));
  o->p.move(o->p.user, o->x, K, 0.75 * h, o->try);
  LIA_TRY(algebra(o, o->t + 0.75 * h, o->try, K + m, soft, err));
  o->p.move(o->p.user, o->x, K, 119.0 / 216 * h, y);
  o->p.move(o->p.user, y, K + m, 17.0 / 108 * h, o->try);
  LIA_TRY(algebra(o, o->t + 17.0 / 24 * h, o->try, K + 2 * m, soft, err));
  o->p.move(o->p.user, o->x, K, 13.0 / 51 * h, o->try);
  o->p.move(o->p.user, o->try, K + m, -2.0 / 3 * h, y);
  o->p.move(o->p.user, y, K + 2 * m, 24.0 / 17 * h, o->try);
  return lia_ode_finite(o, o->t, o->try, err);
}

const lia_ode_row lia_ode_row_rkmk4 = { .name = "rkmk4", .order = 4, .lacks = liegroup_lacks,
    .layout = layout, .attempt = rkmk4 };
const lia_ode_row lia_ode_row_cg3 = { .name = "cg3", .order = 3, .lacks = liegroup_lacks,
    .layout = layout, .attempt = cg3 };
