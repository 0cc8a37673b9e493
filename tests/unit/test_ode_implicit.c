/* test_ode_implicit.c - methods that are not explicit Runge-Kutta; zero crossings */
#include "odecase.h"

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

// ---- an explicit method that may go over to radau5 ----

// x' = lambda (x - cos t) - sin t, x = cos t, and y'' = -w^2 y, y = cos w t     [HW2] IV.1 (1.1)
typedef struct curved { double lambda, w; } curved;

static lia_status near_cosine(void *user, double t, const double *x, double *dx, lia_error *err) {
  const curved *c = user;
  (void)err;
  dx[0] = c->lambda * (x[0] - cos(t)) - sin(t);
  dx[1] = x[2];
  dx[2] = -c->w * c->w * x[1];
  return LIA_OK;
}

static lia_ode *run_of_curved(curved *c, int method, int may, double rtol, long *steps) {
  lia_ode_problem p = { .n = 3, .f = near_cosine, .user = c };
  lia_ode_opts opts = lia_ode_defaults;
  opts.rtol = 1e-8;
  opts.atol = 1e-10;
  opts.max_steps = 200000;
  lia_ode *o = start(method, &p, opts, 0, (double[]){ 1, 1, 0 });
  if (may) lia_ode_may_go_over(o, rtol, 0);
  while (o->t < 3 && fabs(o->x[0]) < 1e6) cr_assert_eq(lia_ode_step(o, 3, NULL), LIA_OK);
  *steps = o->steps;
  return o;
}

LIA_TEST(ode, an_explicit_method_goes_over_where_the_problem_is_stiff) {
  static const int method[] = { LIA_ODE_dopri5, LIA_ODE_dop853 };
  for (int k = 0; k < 2; k++) {
    curved c = { -1e4, 3 };
    long alone, over;
    lia_ode_free(run_of_curved(&c, method[k], 0, 0, &alone));
    lia_ode *o = run_of_curved(&c, method[k], 1, 1e-6, &over);
    cr_assert_eq(o->method, LIA_ODE_radau5);
    cr_assert(o->over > 0 && o->over < 0.5, "%g", o->over);
    cr_assert_eq(o->opts.rtol, 1e-6);
    cr_assert_eq(o->opts.atol, 1e-10);   // told 0: as it was
    cr_assert_lt(20 * over, alone, "%ld steps, %ld", over, alone);
    cr_assert_float_eq(o->x[0], cos(3), 1e-7);
    cr_assert_float_eq(o->x[1], cos(9), 1e-4);
    lia_ode_free(o);
  }
}

// what is not stiff, what swings fast, what runs away, what may not
LIA_TEST(ode, an_explicit_method_stays_where_the_problem_is_not_stiff) {
  static const struct { curved c; int may; } row[] = { { { -1, 3 }, 1 }, { { -1, 2000 }, 1 },
      { { 40, 3 }, 1 }, { { -1e3, 3 }, 0 } };
  for (int k = 0; k < 4; k++) {
    curved c = row[k].c;
    long steps;
    lia_ode *o = run_of_curved(&c, LIA_ODE_dop853, row[k].may, 1e-6, &steps);
    cr_assert_eq(o->method, LIA_ODE_dop853, "%d", k);
    cr_assert(isnan(o->over));
    cr_assert_eq(o->opts.rtol, 1e-8);
    lia_ode_free(o);
  }
  lia_ode_problem p = { .n = 3, .f = near_cosine, .user = &(curved){ -1e4, 3 } };
  lia_ode_opts opts = lia_ode_defaults;
  opts.fixed = 1;
  opts.h = 1e-4;
  lia_ode *o = start(LIA_ODE_dopri5, &p, opts, 0, (double[]){ 1, 1, 0 });
  lia_ode_may_go_over(o, 0, 0);
  while (o->t < 0.1) cr_assert_eq(lia_ode_step(o, 0.1, NULL), LIA_OK);
  cr_assert_eq(o->method, LIA_ODE_dopri5);
  lia_ode_free(o);
}

// a controller kicks every 10 ms: the step behind a kick is not tried from the top each time
LIA_TEST(ode, the_step_behind_a_kick_is_learned) {
  curved c = { -1e6, 3 };
  lia_ode_problem p = { .n = 3, .f = near_cosine, .user = &c };
  lia_ode_opts opts = lia_ode_defaults;
  lia_ode *o = start(LIA_ODE_radau5, &p, opts, 0, (double[]){ 1, 1, 0 });
  long late = 0;
  for (int k = 1; k <= 100; k++) {
    if (k == 51) late = o->rejected;
    while (o->t < 0.01 * k) cr_assert_eq(lia_ode_step(o, 0.01 * k, NULL), LIA_OK);
    c.lambda = k % 2 ? -1.2e6 : -1e6;
    lia_ode_kick(o);
    o->x[0] += 1e-4;   // an answer dies away in a microsecond
    o->fresh = 0;
  }
  cr_assert_leq(o->rejected - late, 110, "%ld turned down in 50 kicks", o->rejected - late);
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
