/* leap.c - steps that the problem makes itself: velocities that jump, positions that do not
 *
 * Steps of h, the last one before t_end as long as what is left; between them what is linear in
 * time. */
#include "num/stepper.h"

#include <math.h>

static void layout(lia_layout *l, lia_ode *o) {
  (void)l;
  (void)o;
}

static const char *leap_lacks(const lia_ode_problem *p) {
  return p->leap ? NULL : "is for shapes that touch: contacts = {..}";
}

// o->opts.h, or what is left; rounding of a sum of steps makes no step of its own
static lia_status leap_step(lia_ode *o, double t_end, double *t, lia_error *err) {
  const double left = t_end - o->t, h = o->opts.h;
  const int last = fabs(left) <= h * (1 + 1e-6);
  LIA_TRY(o->p.leap(o->p.leap_user, o->t, o->x, last ? left : copysign(h, left), o->try, err));
  *t = last ? t_end : o->t + copysign(h, left);
  return lia_ode_finite(o, *t, o->try, err);
}

static lia_status leap_prepare(lia_ode *o, lia_error *err) {
  (void)o;
  (void)err;
  return LIA_OK;
}

static void leap_between(const lia_ode *o, double s, double *x) {
  for (int i = 0; i < o->p.n; i++) x[i] = o->x_old[i] + s * (o->x[i] - o->x_old[i]);
}

const lia_ode_row lia_ode_row_moreau = { .name = "moreau", .order = 1, .lacks = leap_lacks,
    .layout = layout, .step = leap_step, .prepare = leap_prepare, .between = leap_between };
