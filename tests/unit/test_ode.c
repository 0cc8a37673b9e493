/* test_ode.c - order of every method, error control, dense output, projection, failures; zero
 * crossings */
#include "odecase.h"

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
