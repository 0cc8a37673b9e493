/* test_sweep.c - many runs at once: each as it would be alone, whatever the threads */
#include "sim/sweep.h"

#include "house.h"
#include <math.h>
#include <string.h>

// x'' = -p x: known; and a run that blows up, x' = x^2, told by p < 0
static void oscillate(void *user, const double *t, const double *x, const double *p, double *dx,
    double *w) {
  (void)user, (void)t, (void)w;
  for (int k = 0; k < 8; k++) {
    dx[k] = p[k] < 0 ? x[k] * x[k] : x[8 + k];
    dx[8 + k] = p[k] < 0 ? 0 : -p[k] * x[k];
  }
}

enum { RUNS = 61, TIMES = 5 };

static void sweep(int method, int threads, int ntime, double *x, double *t, long *steps) {
  static double x0[RUNS][2], p[RUNS];
  for (int r = 0; r < RUNS; r++) {
    x0[r][0] = 1 + 0.01 * r;
    x0[r][1] = 0;
    p[r] = r == 7 ? -1 : 1 + 0.3 * r;
  }
  lia_sweep s = { .n = 2, .np = 1, .runs = RUNS, .f = oscillate, .method = method,
      .opts = lia_ode_defaults, .t_end = 2, .x0 = x0[0], .p = p,
      .ntime = ntime, .x = x, .t = t, .steps = steps, .threads = threads };
  s.opts.rtol = s.opts.atol = 1e-10;
  s.opts.h = lia_ode_adaptive(method) ? 0 : 1e-3;
  lia_error err = { 0 };
  cr_assert_eq(lia_sweep_run(&s, &err), LIA_OK, "%s: %s", err.path, err.text);
}

static int always(void *of) { return of == NULL; }

LIA_TEST(sweep, every_run_is_the_one_it_would_be_alone) {
  for (int method = 0; method < LIA_BUTCHER_COUNT; method++) {
    double x[3][RUNS * 2], t[RUNS];
    long steps[RUNS];
    for (int threads = 1; threads <= 3; threads++)
      sweep(method, threads, 0, x[threads - 1], t, steps);
    cr_assert(memcmp(x[0], x[1], sizeof x[0]) == 0 && memcmp(x[0], x[2], sizeof x[0]) == 0,
        "threads do not matter");
    for (int r = 0; r < RUNS; r++) {
      double w = sqrt(1 + 0.3 * r), a = 1 + 0.01 * r;
      if (r == 7) {
        cr_assert(t[r] < 1 / a + 0.01, "x' = x^2 has no way past t = 1/x0: %g", t[r]);
        continue;
      }
      cr_assert_eq(t[r], 2);
      // fixed steps of 1e-3 leave what their order leaves: w t (w h)^order / 6
      double left = lia_ode_adaptive(method) ? 0 : w * pow(w * 1e-3, lia_ode_order(method));
      cr_assert_float_eq(x[0][2 * r], a * cos(2 * w), 2e-8 + left, "method %d run %d: %.12g",
          method, r, x[0][2 * r]);
      cr_assert_float_eq(x[0][2 * r + 1], -a * w * sin(2 * w), 1e-7 + w * left);
      cr_assert(steps[r] > 5);
    }
  }
}

LIA_TEST(sweep, rows_stand_at_their_times) {
  double x[RUNS * TIMES * 2], t[RUNS];
  long steps[RUNS];
  sweep(LIA_ODE_dop853, 2, TIMES, x, t, steps);
  for (int r = 0; r < RUNS; r++)
    for (int k = 0; k < TIMES; k++) {
      double w = sqrt(1 + 0.3 * r), a = 1 + 0.01 * r, got = x[(r * TIMES + k) * 2];
      if (r == 7) cr_assert(k < 2 || isnan(got));
      else cr_assert_float_eq(got, a * cos(w * 0.5 * k), 2e-8, "run %d row %d: %.12g", r, k, got);
    }
}

LIA_TEST(sweep, mistakes_and_memory) {
  double x[2], t[1];
  long steps[1];
  lia_error err = { 0 };
  lia_sweep s = { .n = 2, .np = 1, .runs = 1, .f = oscillate, .method = LIA_ODE_rk4,
      .opts = lia_ode_defaults, .t_end = 1, .x0 = (double[]){ 1, 0 },
      .p = (double[]){ 1 }, .x = x, .t = t, .steps = steps };
  cr_assert_eq(lia_sweep_run(&s, &err), LIA_EARG);
  cr_assert_str_eq(err.path, "h");
  s.opts.h = 0.01;
  s.t_end = 0;
  cr_assert_eq(lia_sweep_run(&s, NULL), LIA_EARG);
  s.t_end = 1;
  lia_mem_fail_after(0);
  cr_assert_eq(lia_sweep_run(&s, NULL), LIA_ENOMEM);
  lia_mem_fail_after(-1);
  s.stopped = always;
  cr_assert_eq(lia_sweep_run(&s, NULL), LIA_EINTERRUPT);
  cr_assert(t[0] == 0 && steps[0] == 0);
}

// eight at once take 2000 steps each, and every 64 steps it is told how many are over
static void watch(void *user, int over) {
  int *calls = user;
  ++*calls;
  cr_assert_eq(over, 64 * *calls / 2000 * 8, "%d at call %d", over, *calls);
}

// the same as oscillate, for a sweep whose user is who watches
static void oscillate_watched(void *user, const double *t, const double *x, const double *p,
    double *dx, double *w) {
  oscillate(user, t, x, p, dx, w);
}

LIA_TEST(sweep, progress_counts_the_runs_that_are_over) {
  enum { MANY = 64 };
  static double x0[MANY][2], p[MANY], x[MANY * 2], t[MANY];
  static long steps[MANY];
  for (int r = 0; r < MANY; r++) {
    x0[r][0] = 1;
    p[r] = 1 + r;
  }
  int calls = 0;
  lia_sweep s = { .n = 2, .np = 1, .runs = MANY, .f = oscillate_watched, .user = &calls,
      .pulse = watch, .method = LIA_ODE_rk4, .opts = lia_ode_defaults, .t_end = 2,
      .x0 = x0[0], .p = p, .x = x, .t = t, .steps = steps, .threads = 1 };
  s.opts.h = 1e-3;
  cr_assert_eq(lia_sweep_run(&s, NULL), LIA_OK);
  cr_assert_eq(calls, 8 * 2000 / 64);
}

// x' = h, h = -p x asked every dt, and how often it was asked: x after k times is (1 - p dt)^k
static void coast(void *user, const double *t, const double *x, const double *p, double *dx,
    double *w) {
  (void)user, (void)t, (void)x, (void)w;
  for (int k = 0; k < 8; k++) dx[k] = p[8 + k];
}
static void push_back(void *user, const double *t, const double *x, const double *p, double *held,
    double *w) {
  (void)user, (void)w;
  for (int k = 0; k < 8; k++) {
    held[k] = p[k] < 0 && t[k] > 0.45 ? (double)NAN : -fabs(p[k]) * x[k];
    held[8 + k] = p[16 + k] + 1;
  }
}

LIA_TEST(sweep, programs_are_asked_at_their_times_and_held_between) {
  static double x0[RUNS], p[RUNS], held0[RUNS][2], held[RUNS][2], x[RUNS], t[RUNS];
  long steps[RUNS];
  for (int r = 0; r < RUNS; r++) {
    x0[r] = 1;
    p[r] = r == 11 ? -2 : 0.5 + 0.1 * r;
    held0[r][1] = r;
  }
  lia_sweep s = { .n = 1, .np = 1, .runs = RUNS, .f = coast, .opts = lia_ode_defaults, .t_end = 1,
      .x0 = x0, .p = p, .x = x, .t = t, .steps = steps, .nheld = 2, .dt = 0.1, .ask = push_back,
      .held0 = held0[0], .held = held[0], .threads = 2 };
  s.opts.h = 0.04;   // no part of dt: steps are cut short
  for (int method = 0; method < LIA_BUTCHER_COUNT; method++) {
    s.method = method;
    cr_assert_eq(lia_sweep_run(&s, NULL), LIA_OK);
    for (int r = 0; r < RUNS; r++) {
      const int times = r == 11 ? 5 : 10;   // at 0, 0.1, .. 0.9, not at the end
      if (r != 11) cr_assert_float_eq(x[r], pow(1 - 0.1 * p[r], 10), 1e-12, "run %d: %g", r, x[r]);
      else cr_assert_float_eq(t[r], 0.5, 1e-12);
      cr_assert_float_eq(held[r][1], r + times, 1e-12, "run %d: %g", r, held[r][1]);
    }
  }
  s.dt = 0;
  cr_assert_eq(lia_sweep_run(&s, NULL), LIA_EARG);
}
