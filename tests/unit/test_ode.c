/* test_ode.c - order of every method, error control, dense output, projection, failures; zero
 * crossings */
#include "geo/quat.h"
#include "num/event.h"
#include "num/ode.h"

#include "house.h"
#include <math.h>
#include <string.h>

// order conditions up to order 5 from the tables themselves                     [HNW] table II.2.2
LIA_TEST(butcher, tables_fulfil_their_order_conditions) {
  for (int k = 0; k < LIA_BUTCHER_COUNT; k++) {
    const lia_butcher *m = lia_butcher_rows[k];
    int s = m->stages;
    double Ac[16] = { 0 }, Ac2[16] = { 0 }, AAc[16] = { 0 }, sum[9] = { 0 };
    cr_assert_eq(lia_butcher_find(m->name), k);
    for (int i = 0; i < m->width; i++) {
      double row = 0;
      for (int j = 0; j < i; j++) {
        double a = m->a[i * m->width + j];
        row += a;
        Ac[i] += a * m->c[j];
        Ac2[i] += a * m->c[j] * m->c[j];
        AAc[i] += a * Ac[j];
      }
      if (i != s || m->fsal)
        cr_assert_float_eq(row, m->c[i], 2e-14, "%s: row %d sums to %.16g", m->name, i, row);
    }
    for (int i = 0; i < s; i++) {
      double b = m->b[i], c = m->c[i];
      sum[0] += b;
      sum[1] += b * c;
      sum[2] += b * c * c;
      sum[3] += b * Ac[i];
      sum[4] += b * c * c * c;
      sum[5] += b * c * Ac[i];
      sum[6] += b * Ac2[i];
      sum[7] += b * AAc[i];
      sum[8] += b * c * c * c * c;
    }
    const double want[] = { 1, 1.0/2, 1.0/3, 1.0/6, 1.0/4, 1.0/8, 1.0/12, 1.0/24, 1.0/5 };
    const int upto[] = { 0, 1, 2, 4, 8, 9 };   // conditions of an order and all below
    cr_assert(m->order >= 1 && m->dense_order >= 1 && m->text && *m->text, "%s", m->name);
    cr_assert_eq(m->width, m->stages + m->extra + !m->fsal, "%s", m->name);
    cr_assert_eq(m->estimates, (m->e[0] != NULL) + (m->e[1] != NULL), "%s", m->name);
    cr_assert_eq(!m->ndense, !m->dense, "%s", m->name);
    for (int r = 0; r < upto[m->order < 5 ? m->order : 5]; r++)
      cr_assert_float_eq(sum[r], want[r], 1e-14, "%s: condition %d", m->name, r);
    for (int r = 0; r < m->estimates; r++) {
      double e = 0;
      for (int i = 0; i < s; i++) e += m->e[r][i];
      cr_assert_float_eq(e, 0, 1e-13, "%s: estimate %d of a constant", m->name, r);
    }
  }
}

// x'' = -x, y' = 2 t y: known solutions, time-dependent
static lia_status wave(void *user, double t, const double *x, double *dx, lia_error *err) {
  (void)user, (void)err;
  dx[0] = x[1];
  dx[1] = -x[0];
  dx[2] = 2 * t * x[2];
  return LIA_OK;
}

static void exact(double t, double x[3]) {
  x[0] = sin(t);
  x[1] = cos(t);
  x[2] = exp(t * t);
}

static lia_ode *start(int m, const lia_ode_problem *p, lia_ode_opts opts, double t,
    const double *x) {
  lia_ode *o;
  lia_error err = { 0 };
  cr_assert_eq(lia_ode_new(&o, m, p, &opts, &err), LIA_OK, "%s: %s", err.path, err.text);
  lia_ode_start(o, t, x);
  return o;
}

static const lia_ode_problem wave_problem = { .n = 3, .f = wave };

// worst error at the steps and between them, with fixed steps
static void fixed_error(lia_butcher_kind m, double h, double *at_steps, double *between) {
  lia_ode_opts opts = lia_ode_defaults;
  opts.fixed = 1;
  opts.h = h;
  double x[3], y[3];
  exact(0, x);
  lia_ode *o = start(m, &wave_problem, opts, 0, x);
  *at_steps = *between = 0;
  while (o->t < 1) {
    cr_assert_eq(lia_ode_step(o, 1, NULL), LIA_OK);
    exact(o->t, x);
    for (int i = 0; i < 3; i++) *at_steps = fmax(*at_steps, fabs(o->x[i] - x[i]));
    for (double s = 0.1; s < 1; s += 0.2) {
      double t = o->t_old + s * (o->t - o->t_old);
      cr_assert_eq(lia_ode_at(o, t, y, NULL), LIA_OK);
      exact(t, x);
      for (int i = 0; i < 3; i++) *between = fmax(*between, fabs(y[i] - x[i]));
    }
  }
  cr_assert_eq(o->t, 1);
  lia_ode_free(o);
}

LIA_TEST(ode, order_of_every_method_is_seen_in_the_error) {
  for (int k = 0; k < LIA_BUTCHER_COUNT; k++) {
    const lia_butcher *m = lia_butcher_rows[k];
    double h = m->order > 6 ? 1.0 / 8 : 1.0 / 32, e1, d1, e2, d2;
    fixed_error((lia_butcher_kind)k, h, &e1, &d1);
    fixed_error((lia_butcher_kind)k, h / 2, &e2, &d2);
    double slope = log2(e1 / e2), dense = log2(d1 / d2);
    cr_assert(slope > m->order - 0.35, "%s: order %.2f (%.2e, %.2e)", m->name, slope, e1, e2);
    cr_assert(dense > fmin(m->dense_order, m->order) - 0.4, "%s: dense order %.2f", m->name, dense);
  }
}

// the global error follows the tolerance, forwards and backwards, and the work grows with the
// order's slope
LIA_TEST(ode, error_follows_the_tolerance_both_ways) {
  for (int k = 0; k < LIA_BUTCHER_COUNT; k++)
    for (int way = 1; way >= -1 && lia_ode_adaptive(k); way -= 2) {
      long calls[2];
      for (int n = 0; n < 2; n++) {
        lia_ode_opts opts = lia_ode_defaults;
        opts.rtol = n ? 1e-11 : 1e-5;
        opts.atol = opts.rtol;
        double x[3], e = 0;
        exact(-way, x);
        lia_ode *o = start((lia_butcher_kind)k, &wave_problem, opts, -way, x);
        while (o->t != way) cr_assert_eq(lia_ode_step(o, way, NULL), LIA_OK);
        exact(way, x);
        for (int i = 0; i < 3; i++) e = fmax(e, fabs(o->x[i] - x[i]));
        cr_assert(e < 60 * opts.rtol, "%s: error %.2e at %.0e", lia_butcher_rows[k]->name, e,
            opts.rtol);
        cr_assert(e > 1e-4 * opts.rtol, "%s: error %.2e at %.0e is too good: steps too short",
            lia_butcher_rows[k]->name, e, opts.rtol);
        calls[n] = o->calls;
        lia_ode_free(o);
      }
      cr_assert(calls[1] < 40 * calls[0], "%ld -> %ld calls", calls[0], calls[1]);
    }
}

// a circle kept on its radius: with projection it stays there, and steps are as good between as at
// their ends
static lia_status circle(void *user, double t, const double *x, double *dx, lia_error *err) {
  (void)user, (void)t, (void)err;
  dx[0] = -x[1];
  dx[1] = x[0];
  return LIA_OK;
}

static lia_status to_circle(void *user, double t, double *x, lia_error *err) {
  (void)t, (void)err;
  double r = hypot(x[0], x[1]);
  x[0] /= r;
  x[1] /= r;
  ++*(int *)user;
  return LIA_OK;
}

LIA_TEST(ode, projection_keeps_the_manifold_after_the_error_estimate) {
  for (int k = 0; k < LIA_BUTCHER_COUNT; k++) {
    int projected = 0;
    lia_ode_problem p = { .n = 2, .f = circle, .project = to_circle, .user = &projected };
    lia_ode_opts opts = lia_ode_defaults;
    opts.rtol = opts.atol = 1e-5;
    opts.h = lia_ode_adaptive(k) ? 0 : 0.05;
    lia_ode *o = start(k, &p, opts, 0, (double[]){ 1, 0 });
    double y[2];
    while (o->t < 20) {
      cr_assert_eq(lia_ode_step(o, 20, NULL), LIA_OK);
      cr_assert_float_eq(hypot(o->x[0], o->x[1]), 1, 1e-15);
      cr_assert_eq(lia_ode_at(o, o->t_old, y, NULL), LIA_OK);
      cr_assert_float_eq(hypot(y[0], y[1]), 1, 1e-15, "dense output starts at the projected point");
      double mid = (o->t + o->t_old) / 2;
      cr_assert_eq(lia_ode_at(o, mid, y, NULL), LIA_OK);
      cr_assert_float_eq(hypot(y[0], y[1]), 1, 3e-4, "%s: between steps", lia_ode_name(o->method));
    }
    cr_assert_eq(projected, o->steps - o->rejected);
    lia_ode_free(o);
  }
}

static lia_status pole(void *user, double t, const double *x, double *dx, lia_error *err) {
  (void)user;
  dx[0] = x[0] * x[0];
  if (t > 5) return LIA_FAIL(err, LIA_EUSER, "here", "stop");
  return LIA_OK;
}

static lia_status root_of_time(void *user, double t, const double *x, double *dx, lia_error *err) {
  (void)user, (void)x;
  if (t > 1) return LIA_FAIL(err, LIA_EDOMAIN, "sqrt", "of %g", 1 - t);
  dx[0] = -0.5 / sqrt(1 - t);
  return LIA_OK;
}

LIA_TEST(ode, failures_leave_the_last_good_state) {
  lia_ode_opts opts = lia_ode_defaults;
  lia_ode_problem p = { .n = 1, .f = pole };
  lia_error err = { 0 };
  // x = 1/(1-t): no way past t = 1
  lia_ode *o = start(LIA_BUTCHER_dopri5, &p, opts, 0, (double[]){ 1 });
  lia_status s = LIA_OK;
  while (s == LIA_OK && o->t < 2) s = lia_ode_step(o, 2, &err);
  cr_assert(s == LIA_ENOCONV || s == LIA_EDOMAIN, "%s", lia_status_name(s));
  cr_assert(o->t < 1 + 1e-6 && o->t > 0.999 && isfinite(o->x[0]), "t = %.17g x = %g", o->t,
      o->x[0]);
  lia_ode_free(o);

  // a domain left: stops before it, with the user's own words
  p.f = root_of_time;
  o = start(LIA_BUTCHER_dop853, &p, opts, 0, (double[]){ 1 });
  err = (lia_error){ 0 };
  s = LIA_OK;
  while (s == LIA_OK && o->t < 2) s = lia_ode_step(o, 2, &err);
  cr_assert_eq(s, LIA_EDOMAIN);
  cr_assert(o->t <= 1 && o->t > 0.9, "%.17g", o->t);
  lia_ode_free(o);

  // the user's own failure ends the run at once
  p.f = pole;
  o = start(LIA_BUTCHER_dopri5, &p, opts, 6, (double[]){ 1 });
  err = (lia_error){ 0 };
  cr_assert_eq(lia_ode_step(o, 7, &err), LIA_EUSER);
  cr_assert_str_eq(err.path, "here");
  cr_assert(o->t == 6 && o->x[0] == 1);
  lia_ode_free(o);

  // too many steps, bad options
  opts.max_steps = 3;
  o = start(LIA_BUTCHER_dopri5, &wave_problem, opts, 0, (double[]){ 0, 1, 1 });
  s = LIA_OK;
  err = (lia_error){ 0 };
  while (s == LIA_OK) s = lia_ode_step(o, 100, &err);
  cr_assert_eq(s, LIA_ELIMIT);
  lia_ode_free(o);
  opts = lia_ode_defaults;
  opts.rtol = -1;
  err = (lia_error){ 0 };
  cr_assert_eq(lia_ode_new(&o, LIA_BUTCHER_dopri5, &p, &opts, &err), LIA_EARG);
  cr_assert_str_eq(err.path, "rtol");
  err = (lia_error){ 0 };
  cr_assert_eq(lia_ode_new(&o, LIA_BUTCHER_rk4, &p, &lia_ode_defaults, &err), LIA_EARG);
  cr_assert_str_eq(err.path, "h");
  lia_mem_fail_after(0);
  cr_assert_eq(lia_ode_new(&o, LIA_BUTCHER_dopri5, &p, &lia_ode_defaults, NULL), LIA_ENOMEM);
  lia_mem_fail_after(-1);
}

static lia_status stiff(void *user, double t, const double *x, double *dx, lia_error *err) {
  (void)user, (void)err;
  dx[0] = -2000 * (x[0] - cos(t));
  return LIA_OK;
}

LIA_TEST(ode, stiffness_is_noticed_and_steps_allocate_nothing) {
  lia_ode_problem p = { .n = 1, .f = stiff };
  lia_ode_opts loose = lia_ode_defaults;   // so loose that only stability limits the step
  loose.rtol = loose.atol = 1e-3;
  lia_ode *o = start(LIA_BUTCHER_dopri5, &p, loose, 0, (double[]){ 0 });
  int most = 0;
  lia_mem_fail_after(0);
  while (o->t < 1) {
    cr_assert_eq(lia_ode_step(o, 1, NULL), LIA_OK);
    most = o->stiff > most ? o->stiff : most;
  }
  lia_mem_fail_after(-1);
  cr_assert(most > 15, "%d", most);
  lia_ode_free(o);
  o = start(LIA_BUTCHER_dopri5, &wave_problem, lia_ode_defaults, 0, (double[]){ 0, 1, 1 });
  while (o->t < 1) {
    cr_assert_eq(lia_ode_step(o, 1, NULL), LIA_OK);
    cr_assert(o->stiff == 0);
  }
  lia_ode_free(o);
}

// the same in another unit of time, a power of two
static lia_status stiff_slow(void *user, double t, const double *x, double *dx, lia_error *err) {
  const double unit = *(const double *)user;
  (void)err;
  dx[0] = -2000 * unit * (x[0] - cos(unit * t));
  return LIA_OK;
}

LIA_TEST(ode, stiffness_does_not_see_the_unit_of_time) {
  int first[200];
  for (int k = 0; k < 3; k++) {
    double unit = (double[]){ 1, 0x1p-20, 0x1p20 }[k];
    lia_ode_problem p = { .n = 1, .f = stiff_slow, .user = &unit };
    lia_ode_opts loose = lia_ode_defaults;
    loose.rtol = loose.atol = 1e-3, loose.h = 0x1p-12 / unit;
    lia_ode *o = start(LIA_BUTCHER_dopri5, &p, loose, 0, (double[]){ 0 });
    for (int step = 0; step < 200; step++) {
      cr_assert_eq(lia_ode_step(o, 1 / unit, NULL), LIA_OK);
      if (!k) first[step] = o->stiff;
      cr_assert_eq(o->stiff, first[step], "unit 2^%d, step %d: %d, %d", ilogb(unit), step, o->stiff,
          first[step]);
    }
    lia_ode_free(o);
  }
  cr_assert_gt(first[199], 15);
}

static int event_calls;
static lia_status level(void *user, double t, double *g, lia_error *err) {
  (void)err;
  event_calls++;
  switch (*(int *)user) {
    case 0: *g = sin(t) - 0.3; break;
    case 1: *g = t < 1.25 ? -1 : 1; break;          // a jump
    case 2: *g = pow(t - 0.7, 9); break;            // flat
    case 3: *g = exp(30 * t) - exp(15.0); break;    // lopsided
    default: *g = t < 0.4 ? -1e-300 : 1e300; break;
  }
  return LIA_OK;
}

LIA_TEST(event, located_within_the_tolerance_never_before_it_happened) {
  const double want[] = { 0.30469265401539752, 1.25, 0.7, 0.5, 0.4 };
  for (int k = 0; k < 5; k++) {
    double ga, gb, before, after;
    level(&k, 0, &ga, NULL);
    level(&k, 1.5, &gb, NULL);
    event_calls = 0;
    cr_assert_eq(lia_event_locate(level, &k, 0, ga, 1.5, gb, 1e-12, &before, &after, NULL), LIA_OK);
    double tol = k == 2 ? 1e-12 : 1.1e-12;
    cr_assert(before <= want[k] + tol && after >= want[k] - tol && after - before <= 1.001e-12,
        "case %d: [%.17g, %.17g]", k, before, after);
    cr_assert(event_calls <= 44, "case %d took %d calls", k, event_calls);
    if (k == 0) cr_assert(event_calls <= 12, "smooth: %d calls", event_calls);
    // the same backwards in time
    cr_assert_eq(lia_event_locate(level, &k, 1.5, gb, 0, ga, 1e-12, &before, &after, NULL), LIA_OK);
    cr_assert(after <= want[k] + tol && before >= want[k] - tol, "case %d backwards", k);
  }
  lia_error err = { 0 };
  double a, b;
  cr_assert_eq(lia_event_locate(level, &(int){ 0 }, 0, -1, 1, -1, 1e-12, &a, &b, &err), LIA_EARG);
  cr_assert(lia_event_crossing(-1, 0) == 1 && lia_event_crossing(0, 1) == 0 &&
      lia_event_crossing(1, 0) == -1 && lia_event_crossing(-1, 1) == 1 &&
      lia_event_crossing(1, 2) == 0 && lia_event_crossing(0, -1) == 0);
}

/* ---- methods that are not explicit Runge-Kutta ---- */

// two-body motion, eccentricity 0.5: q'' = -q/|q|^3, known by Kepler's equation
static lia_status kepler(void *user, double t, const double *x, double *dx, lia_error *err) {
  (void)user, (void)t, (void)err;
  double r = hypot(x[0], x[1]), k = 1 / (r * r * r);
  dx[0] = x[2];
  dx[1] = x[3];
  dx[2] = -k * x[0];
  dx[3] = -k * x[1];
  return LIA_OK;
}

static void kepler_exact(double t, double x[2]) {
  double E = t;
  for (int k = 0; k < 50; k++) E -= (E - 0.5 * sin(E) - t) / (1 - 0.5 * cos(E));
  x[0] = cos(E) - 0.5;
  x[1] = sqrt(0.75) * sin(E);
}

static double kepler_energy(const double *x) {
  return (x[2] * x[2] + x[3] * x[3]) / 2 - 1 / hypot(x[0], x[1]);
}

static double kepler_error(int method, double h) {
  lia_ode_problem p = { .n = 4, .f = kepler, .nq = 2 };
  lia_ode_opts opts = lia_ode_defaults;
  opts.h = h;
  opts.fixed = 1;
  opts.rtol = opts.atol = 1e-13;   // where an implicit iteration may stop
  double want[2];
  lia_ode *o = start(method, &p, opts, 0, (double[]){ 0.5, 0, 0, sqrt(3) });
  while (o->t < 3) cr_assert_eq(lia_ode_step(o, 3, NULL), LIA_OK);
  kepler_exact(3, want);
  double e = hypot(o->x[0] - want[0], o->x[1] - want[1]);
  lia_ode_free(o);
  return e;
}

LIA_TEST(ode, order_of_every_other_method_is_seen_in_the_error) {
  const struct { int method; double h; } row[] = { { LIA_ODE_verlet, 3.0 / 512 },
      { LIA_ODE_yoshida4, 3.0 / 256 }, { LIA_ODE_yoshida6, 3.0 / 128 },
    { LIA_ODE_midpoint, 3.0 / 256 }, { LIA_ODE_gauss4, 3.0 / 128 }, { LIA_ODE_gauss6, 3.0 / 64 },
        { LIA_ODE_radau5, 3.0 / 128 } };
  for (size_t k = 0; k < sizeof row / sizeof *row; k++) {
    double e1 = kepler_error(row[k].method, row[k].h),
        e2 = kepler_error(row[k].method, row[k].h / 2), slope = log2(e1 / e2);
    const char *name = lia_ode_name(row[k].method);
    cr_assert(fabs(slope - lia_ode_order(row[k].method)) < 0.35, "%s: order %.2f (%.2e, %.2e)",
        name, slope, e1, e2);
  }
}

// symplectic: the energy error of 60 turns is that of one; rk4 of the same step lets it grow
LIA_TEST(ode, symplectic_methods_do_not_let_energy_drift) {
  const int method[] = { LIA_ODE_verlet, LIA_ODE_yoshida4, LIA_ODE_yoshida6, LIA_ODE_midpoint,
      LIA_ODE_gauss4, LIA_ODE_gauss6, LIA_ODE_rk4 };
  for (size_t k = 0; k < sizeof method / sizeof *method; k++) {
    lia_ode_problem p = { .n = 4, .f = kepler, .nq = 2 };
    lia_ode_opts opts = lia_ode_defaults;
    opts.h = 0.05;
    opts.fixed = 1;
    lia_ode *o = start(method[k], &p, opts, 0, (double[]){ 0.5, 0, 0, sqrt(3) });
    double E0 = kepler_energy(o->x), early = 0, late = 0;
    while (o->t < 60 * 6.283185307179586) {
      cr_assert_eq(lia_ode_step(o, 1e9, NULL), LIA_OK);
      double e = fabs(kepler_energy(o->x) - E0);
      if (o->t < 12.6) early = fmax(early, e);
      if (o->t > 364) late = fmax(late, e);
    }
    if (method[k] == LIA_ODE_rk4) cr_assert(late > 10 * early, "rk4 drifts: %g, %g", early, late);
    else cr_assert(late < 1.5 * early, "%s: %g -> %g", lia_ode_name(method[k]), early, late);
    lia_ode_free(o);
  }
}

// van der Pol, mu = 1e6 in fast time: [HW2] IV.1.5', reference from IV.10 (x(1) and x(2))
static lia_status van_der_pol(void *user, double t, const double *x, double *dx, lia_error *err) {
  (void)user, (void)t, (void)err;
  dx[0] = x[1];
  dx[1] = ((1 - x[0] * x[0]) * x[1] - x[0]) / 1e-6;
  return LIA_OK;
}

LIA_TEST(radau, stiff_problems_take_few_steps_and_meet_the_tolerance) {
  lia_ode_problem p = { .n = 2, .f = van_der_pol };
  lia_ode_opts opts = lia_ode_defaults;
  opts.rtol = 1e-7;
  opts.atol = 1e-7;
  lia_ode *o = start(LIA_ODE_radau5, &p, opts, 0, (double[]){ 2, -0.66 });
  while (o->t < 1) cr_assert_eq(lia_ode_step(o, 1, NULL), LIA_OK);
  cr_assert_float_eq(o->x[0], -0.1863646254808130e+01, 1e-5, "%.12g", o->x[0]);
  cr_assert_float_eq(o->x[1], 0.7535430865435460, 1e-5, "%.12g", o->x[1]);
  cr_assert(o->steps < 1500, "%ld steps", o->steps);
  while (o->t < 2) cr_assert_eq(lia_ode_step(o, 2, NULL), LIA_OK);
  cr_assert_float_eq(o->x[0], 0.1706167732170483e+01, 1e-4, "%.12g", o->x[0]);
  lia_ode_free(o);
}

// free until x = 1, then on a spring of 5e7 1/s^2
static lia_status onto_a_spring(void *user, double t, const double *x, double *dx, lia_error *err) {
  (void)user, (void)t, (void)err;
  dx[0] = x[1];
  dx[1] = x[0] > 1 ? -5e7 * (x[0] - 1) : 0;
  return LIA_OK;
}

// in 2/3 s + half a period there and back again, as fast as it came: a long step must not pass
// through the spring
LIA_TEST(radau, a_stop_within_a_long_step_is_not_passed_through) {
  lia_ode_problem p = { .n = 2, .f = onto_a_spring };
  for (int digits = 5; digits <= 10; digits++) {
    lia_ode_opts opts = lia_ode_defaults;
    opts.rtol = pow(10, -digits);
    opts.atol = 1e-10;
    const double end = 2.0 / 3 + acos(-1) / sqrt(5e7);
    lia_ode *o = start(LIA_ODE_radau5, &p, opts, 0, (double[]){ 0, 3 });
    while (o->t < end) cr_assert_eq(lia_ode_step(o, end, NULL), LIA_OK);
    cr_assert_lt(fabs(o->x[0]), 100 * opts.rtol, "%d digits: %g", digits, o->x[0]);
    cr_assert_lt(fabs(o->x[1] + 3), 100 * opts.rtol, "%d digits: %g", digits, o->x[1] + 3);
    lia_ode_free(o);
  }
}

// Robertson's reaction as a DAE: the third equation is the conserved sum. Values at t = 40 of [HW2]
// IV.10
static lia_status robertson(void *user, double t, const double *x, double *dx, lia_error *err) {
  (void)user, (void)t, (void)err;
  dx[0] = -0.04 * x[0] + 1e4 * x[1] * x[2];
  dx[1] = 0.04 * x[0] - 1e4 * x[1] * x[2] - 3e7 * x[1] * x[1];
  dx[2] = x[0] + x[1] + x[2] - 1;
  return LIA_OK;
}

// the pendulum x^2 + y^2 = 1 as index-2 equations stabilised by Gear, Gupta and Leimkuhler: x, y,
// u, v, lambda, mu
static lia_status ggl_pendulum(void *user, double t, const double *s, double *ds, lia_error *err) {
  (void)user, (void)t, (void)err;
  double x = s[0], y = s[1], u = s[2], v = s[3], l = s[4], m = s[5];
  ds[0] = u - x * m;
  ds[1] = v - y * m;
  ds[2] = -2 * x * l;
  ds[3] = -9.81 - 2 * y * l;
  ds[4] = x * u + y * v;
  ds[5] = x * x + y * y - 1;
  return LIA_OK;
}

// the same reduced to index 1: lambda from the acceleration of the constraint
static lia_status index_1_pendulum(void *user, double t, const double *s, double *ds,
    lia_error *err) {
  (void)user, (void)t, (void)err;
  double x = s[0], y = s[1], u = s[2], v = s[3], l = s[4];
  ds[0] = u;
  ds[1] = v;
  ds[2] = -2 * x * l;
  ds[3] = -9.81 - 2 * y * l;
  ds[4] = u * u + v * v + x * ds[2] + y * ds[3];
  return LIA_OK;
}

LIA_TEST(radau, algebraic_equations_of_index_1_and_2) {
  lia_ode_opts opts = lia_ode_defaults;
  opts.rtol = 1e-9;
  opts.atol = 1e-12;
  lia_ode_problem p = { .n = 3, .f = robertson, .mass = (const double[]){ 1, 1, 0 } };
  lia_ode *o = start(LIA_ODE_radau5, &p, opts, 0, (double[]){ 1, 0, 0 });
  while (o->t < 40) cr_assert_eq(lia_ode_step(o, 40, NULL), LIA_OK);
  const double want[3] = { 0.7158270688, 0.9185534765e-05, 0.2841637457 };
  for (int i = 0; i < 3; i++)
    cr_assert_float_eq(o->x[i], want[i], 1e-7 * want[i], "%.12g", o->x[i]);
  lia_ode_free(o);

  // a pendulum from the horizontal: energy, the circle, and both formulations agree with the other
  // and with the closed form of its period: T = 4 K(sin 45 deg)/sqrt(g) = 7.4162987.../sqrt(g)
  double period = 7.416298709205487 / sqrt(9.81), end[2][2];
  opts.rtol = opts.atol = 1e-9;
  for (int k = 0; k < 2; k++) {
    lia_ode_problem pend = { .n = k ? 6 : 5, .f = k ? ggl_pendulum : index_1_pendulum,
        .mass = (const double[]){ 1, 1, 1, 1, 0, 0 },
            .index = k ? (const int[]){ 0, 0, 0, 0, 2, 2 } : NULL };
    o = start(LIA_ODE_radau5, &pend, opts, 0, (double[]){ 1, 0, 0, 0, 0, 0 });
    while (o->t < period) {
      lia_error err = { 0 };
      cr_assert_eq(lia_ode_step(o, period, &err), LIA_OK, "%s", err.text);
      double drift = hypot(o->x[0], o->x[1]) - 1;
      cr_assert(fabs(drift) < (k ? 1e-9 : 1e-6), "%d: drift %g", k, drift);
    }
    for (int i = 0; i < 2; i++) end[k][i] = o->x[i];
    cr_assert_float_eq(end[k][0], 1, 1e-6, "%d: %.12g", k, end[k][0]);
    cr_assert_float_eq(end[k][1], 0, 1e-6, "%d: %.12g", k, end[k][1]);
    lia_ode_free(o);
  }
  // another method cannot, and says so
  lia_error err = { 0 };
  cr_assert_eq(lia_ode_new(&o, LIA_ODE_dopri5, &p, &opts, &err), LIA_EARG);
}

LIA_TEST(radau, steps_allocate_nothing_and_its_polynomial_has_order_3) {
  double worst[2];
  for (int k = 0; k < 2; k++) {
    lia_ode_opts opts = lia_ode_defaults;
    opts.fixed = 1;
    opts.h = k ? 1.0 / 64 : 1.0 / 32;
    opts.rtol = 1e-12;
    double x[3], y[3];
    exact(0, x);
    lia_ode *o = start(LIA_ODE_radau5, &wave_problem, opts, 0, x);
    lia_mem_fail_after(0);
    worst[k] = 0;
    while (o->t < 1) {
      lia_status s = lia_ode_step(o, 1, NULL);
      cr_assert_eq(s, LIA_OK);
      for (double at = 0.1; at < 1; at += 0.2) {
        double t = o->t_old + at * (o->t - o->t_old);
        cr_assert_eq(lia_ode_at(o, t, y, NULL), LIA_OK);
        exact(t, x);
        for (int i = 0; i < 3; i++) worst[k] = fmax(worst[k], fabs(y[i] - x[i]));
      }
    }
    lia_mem_fail_after(-1);
    lia_ode_free(o);
  }
  cr_assert(log2(worst[0] / worst[1]) > 3.6, "order %.2f", log2(worst[0] / worst[1]));
}

// a spinning top turned by a field: R' = R [w(t)]x, w in body axes; quaternions told by moves
static void spin(double t, double w[3]) {
  w[0] = cos(t);
  w[1] = 0.7 * sin(2 * t);
  w[2] = 0.5 + 0.3 * t;
}

static lia_status spin_rate(void *user, double t, const double *q, double *dq, lia_error *err) {
  double w[3];
  (void)user, (void)err;
  spin(t, w);
  lia_quat_rate(dq, q, w, LIA_BODY);
  return LIA_OK;
}

static lia_status spin_algebra(void *user, double t, const double *q, double *u, lia_error *err) {
  (void)user, (void)q, (void)err;
  spin(t, u);
  return LIA_OK;
}

static void spin_move(void *user, const double *q, const double *u, double h, double *y) {
  double v[3] = { h * u[0], h * u[1], h * u[2] }, e[4], p[4];
  (void)user;
  lia_quat_exp(e, v);
  lia_quat_mul(p, q, e);
  memcpy(y, p, sizeof p);
}

static void spin_bracket(void *user, const double *a, const double *b, double *c) {
  (void)user;
  lia_cross3(c, a, b);
}

LIA_TEST(liegroup, order_is_seen_and_quaternions_stay_on_their_sphere) {
  lia_ode_problem p = { .n = 4, .f = spin_rate, .m = 3, .algebra = spin_algebra, .move = spin_move,
      .bracket = spin_bracket };
  lia_ode_opts fine = lia_ode_defaults;
  fine.rtol = 1e-12;
  fine.atol = 1e-14;
  lia_ode *r = start(LIA_ODE_dop853, &p, fine, 0, (double[]){ 1, 0, 0, 0 });
  while (r->t < 2) cr_assert_eq(lia_ode_step(r, 2, NULL), LIA_OK);
  for (int method = LIA_ODE_rkmk4; method <= LIA_ODE_cg3; method++) {
    double e[2];
    for (int k = 0; k < 2; k++) {
      lia_ode_opts opts = lia_ode_defaults;
      opts.h = k ? 0.02 : 0.04;
      lia_ode *o = start(method, &p, opts, 0, (double[]){ 1, 0, 0, 0 });
      while (o->t < 2) cr_assert_eq(lia_ode_step(o, 2, NULL), LIA_OK);
      double norm = 0, d = 0;
      for (int i = 0; i < 4; i++) {
        norm += o->x[i] * o->x[i];
        d = fmax(d, fabs(o->x[i] - r->x[i]));
      }
      cr_assert_float_eq(norm, 1, 1e-14);
      e[k] = d;
      lia_ode_free(o);
    }
    double slope = log2(e[0] / e[1]);
    cr_assert(fabs(slope - lia_ode_order(method)) < 0.3, "%s: order %.2f (%g, %g)",
        lia_ode_name(method), slope, e[0], e[1]);
  }
  lia_free(r);
}
