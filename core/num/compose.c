/* compose.c - Stoermer-Verlet and its compositions
 *
 * Symplectic where accelerations depend on positions only.                   [HLW] II.4, V.3
 *
 * One Verlet step of length h:  v += h/2 a(t, q);  q += h v;  v += h/2 a(t + h, q).  A symmetric
 * composition of steps of length g_i h, the g_i summing to 1 and their odd powers to 0, is of
 * higher order (Yoshida 1990). */
#include "num/stepper.h"

#include "base/assert.h"

#include <math.h>
#include <string.h>

static const double verlet_part[] = { 1 };
// 1/(2 - 2^(1/3)), -2^(1/3)/(2 - 2^(1/3))
static const double yoshida4_part[] = { 1.3512071919596578, -1.7024143839193153,
    1.3512071919596578 };
// solution A of order 6, polished to full precision
static const double yoshida6_part[] = { 0.78451361047755726382, 0.23557321335935813368,
    -1.17767998417887100695, 1.31518632068391121889,
    -1.17767998417887100695, 0.23557321335935813368, 0.78451361047755726382 };

static void layout(lia_layout *l, lia_ode *o) { o->k = LIA_TAKE(l, double, o->p.n); }

static const char *compose_lacks(const lia_ode_problem *p) {
  return p->nq > 0 && 2 * p->nq + p->quad == p->n ? NULL
      : "needs positions and their rates: as many of each, rates that are derivatives";
}

// accelerations must not feel velocities: looked at some way off, where no symmetry hides it, at
// rest and moving
static lia_status separable(lia_ode *o, lia_error *err) {
  int n = o->p.nq, soft;
  for (int i = 0; i < n; i++) {
    o->try[i] = o->x[i] + 0.3 + 0.07 * i;
    o->try[n + i] = 0;
  }
  LIA_TRY(lia_ode_derive(o, o->t, o->try, o->k, &soft, err));
  for (int i = 0; i < n; i++) o->try[n + i] = 1.7 * o->x[n + i] + 1 + 0.3 * i;
  LIA_TRY(lia_ode_derive(o, o->t, o->try, o->work, &soft, err));
  for (int i = 0; i < n; i++) {
    double a = o->k[n + i], b = o->work[n + i];
    if (fabs(a - b) > 1e-9 * (fabs(a) + fabs(b)) + 1e-12)
      return LIA_FAIL(err, LIA_EARG, "method",
          "%s wants accelerations that depend on positions only, and here they depend on "
                      "velocities (Coriolis forces, damping): take gauss4 or midpoint",
                      o->row->name);
  }
  return LIA_OK;
}

static lia_status compose(lia_ode *o, double h, const double *part, int parts, int *soft,
    lia_error *err) {
  // integrals, behind the rates: by trapezia, of the rates where a part begins and ends
  int n = o->p.nq, carried = o->p.quad;
  double t = o->t, *q = o->try, *v = o->try + n, *a = o->k + n;
  LIA_ASSERT(2 * n + carried == o->p.n && parts > 0);
  if (o->t == o->t_old) LIA_TRY(separable(o, err));
  memcpy(o->try, o->x, (size_t)o->p.n * sizeof *o->x);
  memcpy(o->k, o->f, (size_t)o->p.n * sizeof *o->k);
  for (int k = 0; k < parts; k++) {
    double g = part[k] * h;
    for (int i = 0; i < n + carried; i++) v[i] += g / 2 * a[i];
    for (int i = 0; i < n; i++) q[i] += g * v[i];
    t += g;
    LIA_TRY(lia_ode_derive(o, t, o->try, o->k, soft, err));
    for (int i = 0; i < n; i++) v[i] += g / 2 * a[i];
    if (!carried) continue;
    LIA_TRY(lia_ode_derive(o, t, o->try, o->k, soft, err));
    for (int i = n; i < n + carried; i++) v[i] += g / 2 * a[i];
  }
  return lia_ode_finite(o, o->t, o->try, err);
}

#define METHOD(id, n) \
  static lia_status id##_attempt(lia_ode *o, double h, double *norm, int *soft, lia_error *err) { \
    (void)norm; \
    return compose(o, h, id##_part, (int)(sizeof id##_part / sizeof *id##_part), soft, err); \
  } \
  const lia_ode_row lia_ode_row_##id = { .name = #id, .order = n, .lacks = compose_lacks, \
      .layout = layout, .attempt = id##_attempt, .coarse = (n) > 4 }

METHOD(verlet, 2);
METHOD(yoshida4, 4);
METHOD(yoshida6, 6);
