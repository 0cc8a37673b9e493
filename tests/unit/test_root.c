/* test_root.c - Newton: the examples of [course], every way to end, and brackets */
#include "num/root.h"

#include "planted.h"
#include <string.h>

typedef struct fourbar { double l1, l2, l3, l4, l5, phi1; int user_fails_at; int calls; } fourbar;

// course E2.2: X = (phi1, phi2, phi3, xE, yE)
static lia_status closure(void *user, const double *x, double *f, lia_error *err) {
  fourbar *m = user;
  if (++m->calls == m->user_fails_at) return LIA_FAIL(err, LIA_EUSER, "", "the user's own words");
  double c1 = cos(x[0]), s1 = sin(x[0]), c2 = cos(x[1]), s2 = sin(x[1]), c3 = cos(x[2]),
      s3 = sin(x[2]);
  f[0] = m->l1*c1 + m->l2/2*c2 - x[3];
  f[1] = m->l1*s1 + m->l2/2*s2 - x[4];
  f[2] = m->l1*c1 + m->l2*c2 - m->l3*c3 - m->l5;
  f[3] = m->l1*s1 + m->l2*s2 - m->l3*s3 + m->l4;
  f[4] = x[0] - m->phi1;
  return LIA_OK;
}

static lia_status closure_jac(void *user, const double *x, lia_mat J, lia_error *err) {
  fourbar *m = user;
  (void)err;
  double c1 = cos(x[0]), s1 = sin(x[0]), c2 = cos(x[1]), s2 = sin(x[1]), c3 = cos(x[2]),
      s3 = sin(x[2]);
  const double j[25] = {
    -m->l1*s1, -m->l2*s2/2, 0,         -1,  0,
     m->l1*c1,  m->l2*c2/2, 0,          0, -1,
    -m->l1*s1, -m->l2*s2,   m->l3*s3,   0,  0,
     m->l1*c1,  m->l2*c2,  -m->l3*c3,   0,  0,
     1,         0,          0,          0,  0,
  };
  lia_mat_copy(J, lia_mat_of(j, 5, 5));
  return LIA_OK;
}

static const double deg = 0.017453292519943295;

static lia_root *make(int n, int p) {
  lia_root *w;
  cr_assert_eq(lia_root_new(&w, n, p, NULL), LIA_OK);
  return w;
}

LIA_TEST(root, fourbar_of_the_course_walks_the_published_steps_to_branch_minus) {
  fourbar m = { 1, 3, 2.5, 0.5, 3, 60 * deg, 0, 0 };
  const double step[5] = { 0.679, 0.0611, 9.94e-4, 3.15e-7, 2.8e-14 };
  lia_root *w = make(5, 5);
  for (int known = 0; known < 2; known++)
    for (int textbook = 0; textbook < 2; textbook++) {
      lia_root_row history[10];
      double x[5] = { 1, 0.3, 1.2, 1.5, 1 }, points[50];
      lia_root_info info = { .history = history, .points = points, .room = 10 };
      lia_root_opts o = lia_root_defaults;
      o.line_search = !textbook, o.stop_singular = textbook;
      const lia_fd_map map = { 5, 5, closure, known ? closure_jac : NULL, &m };
      cr_assert_eq(lia_root_solve(w, &map, &o, x, &info, NULL), LIA_OK);
      cr_assert(info.state == LIA_ROOT_converged && !info.degraded && info.rank == 5);
      cr_assert_float_eq(x[1], 0.3818068424921154, 1e-13);
      cr_assert_float_eq(x[2], 1.4569591080819342, 1e-13);
      cr_assert_float_eq(x[3], 1.8919893877698795, 1e-13);
      cr_assert_float_eq(x[4], 1.4249221244189731, 1e-13);
      cr_assert_eq(info.iterations, 5);
      for (int k = 0; k < 4; k++)
        cr_assert_float_eq(history[k].step / step[k], 1, known ? 5e-3 : 5e-2, "step %d: %g", k,
            history[k].step);
      cr_assert_lt(history[4].step, 1e-12);
      cr_assert_lt(lia_vec_diff(points + 20, x, 5), 1e-15);
    }
  lia_root_free(w);
}

LIA_TEST(root, fourbar_of_the_course_finds_the_other_branch_from_the_other_side) {
  fourbar m = { 1, 3, 2.5, 0.5, 3, 60 * deg, 0, 0 };
  lia_root *w = make(5, 5);
  double x[5] = { 1, -1, -2.5, 1, 0 }, f[5];
  lia_root_info info = { 0 };
  const lia_fd_map map = { 5, 5, closure, closure_jac, &m };
  cr_assert_eq(lia_root_solve(w, &map, NULL, x, &info, NULL), LIA_OK);
  cr_assert_eq(info.iterations, 6);
  // branch "+" in closed form: K c2 + L s2 = M (course F2.1)
  double K = -15, L = 8.196152422706632, M = -10.866025403784437;
  double phi2 = 2 * atan((L + sqrt(K*K + L*L - M*M)) / (K + M));
  cr_assert_float_eq(remainder(x[1] - phi2, 360 * deg), 0, 1e-13);
  (void)!closure(&m, x, f, NULL);
  cr_assert_lt(lia_vec_max(f, 5), 1e-14);
  lia_root_free(w);
}

LIA_TEST(root, fourbar_with_its_rods_in_line_is_reported_singular_in_the_textbooks_manner) {
  // phi2 = phi3: det J = l2 l3 sin(phi2 - phi3) = 0 (course E2.2)
  fourbar m = { 1, 3, 2.5, 0.5, 3, 60 * deg, 0, 0 };
  lia_root *w = make(5, 5);
  const lia_fd_map map = { 5, 5, closure, closure_jac, &m };
  double x[5] = { 1, 0.7, 0.7, 1, 1 };
  lia_root_opts o = lia_root_defaults;
  o.stop_singular = 1;
  lia_root_info info = { 0 };
  lia_error err = { 0 };
  cr_assert_eq(lia_root_solve(w, &map, &o, x, &info, &err), LIA_ESINGULAR);
  cr_assert(info.state == LIA_ROOT_singular && info.rank == 4);
  cr_assert_not_null(strstr(err.text, "rank of J 4"));
  cr_assert_eq(x[1], 0.7);
  // without it the shortest step leads out
  cr_assert_eq(lia_root_solve(w, &map, NULL, x, &info, NULL), LIA_OK);
  cr_assert_eq(info.rank, 5);
  // a driver that pulls the linkage apart: no root, the best point stays
  m.l1 = 10;
  cr_assert_neq(lia_root_solve(w, &map, NULL, x, &info, NULL), LIA_OK);
  cr_assert(info.state == LIA_ROOT_singular || info.state == LIA_ROOT_stalled);
  double f[5];
  (void)!closure(&m, x, f, NULL);
  cr_assert_float_eq(lia_vec_max(f, 5), info.f, 1e-12);
  lia_root_free(w);
}

LIA_TEST(root, the_users_failure_comes_through_untouched) {
  lia_root *w = make(5, 5);
  for (int at = 1; at < 20; at += 3) {
    fourbar m = { 1, 3, 2.5, 0.5, 3, 60 * deg, at, 0 };
    const lia_fd_map map = { 5, 5, closure, NULL, &m };
    double x[5] = { 1, 0.3, 1.2, 1.5, 1 };
    lia_error err = { 0 };
    cr_assert_eq(lia_root_solve(w, &map, NULL, x, NULL, &err), LIA_EUSER);
    cr_assert_str_eq(err.text, "the user's own words");
    m.calls = 0, x[1] = 0.3;
    cr_assert_eq(lia_root_solve(w, &map, NULL, x, NULL, NULL), LIA_EUSER);   // nobody listens
    m.calls = 0, x[1] = 0.3, err = (lia_error){ .code = LIA_EARG };
    cr_assert_eq(lia_root_solve(w, &map, NULL, x, NULL, &err), LIA_EUSER);
    // the first failure stays
    cr_assert_eq(err.code, LIA_EARG);
  }
  lia_root_free(w);
}

typedef lia_status map_fn(void *, const double *, double *, lia_error *);

static lia_status square_root(void *u, const double *x, double *f, lia_error *e) {
  (void)u, (void)e;
  *f = x[0]*x[0] - 2;
  return LIA_OK;
}
static lia_status double_root(void *u, const double *x, double *f, lia_error *e) {
  (void)u, (void)e;
  *f = (x[0]-3)*(x[0]-3);
  return LIA_OK;
}
static lia_status no_root(void *u, const double *x, double *f, lia_error *e) {
  (void)u, (void)e;
  *f = x[0]*x[0] + 1;
  return LIA_OK;
}
static lia_status arctangent(void *u, const double *x, double *f, lia_error *e) {
  (void)u, (void)e;
  *f = atan(x[0]);
  return LIA_OK;
}
static lia_status flat(void *u, const double *x, double *f, lia_error *e) {
  (void)u, (void)e;
  *f = exp(-x[0]);
  return LIA_OK;
}
static lia_status kepler(void *u, const double *x, double *f, lia_error *e) {
  (void)u, (void)e;
  *f = x[0] - 0.9*sin(x[0]) - (1.5 - 0.9*sin(1.5));
  return LIA_OK;
}
static lia_status logarithm(void *u, const double *x, double *f, lia_error *e) {
  (void)u;
  if (x[0] <= 0) return LIA_FAIL(e, LIA_EDOMAIN, "", "log of %g", x[0]);
  return *f = log(x[0]), LIA_OK;
}
static lia_status nowhere(void *u, const double *x, double *f, lia_error *e) {
  (void)u, (void)e;
  *f = x[0] == 1 ? 1 : (double)NAN;
  return LIA_OK;
}
static lia_status one(void *u, const double *x, lia_mat J, lia_error *e) {
  (void)u, (void)x, (void)e;
  *J.x = 1;
  return LIA_OK;
}

LIA_TEST(root, one_equation_every_way_to_end) {
  struct {
    const char *name;
    map_fn *f;
    double from;
    lia_status status;
    lia_root_state state;
    double to, tol;
  } row[] = {
    { "square root",       square_root, 1,    LIA_OK,        LIA_ROOT_converged, sqrt(2), 1e-15 },
    { "far square root",   square_root, 1e8,  LIA_OK,        LIA_ROOT_converged, sqrt(2), 1e-15 },
    { "double root",       double_root, 5,    LIA_OK,        LIA_ROOT_converged, 3, 1e-6 },
    { "kepler",            kepler,      1,    LIA_OK,        LIA_ROOT_converged, 1.5, 1e-12 },
    // whole steps diverge beyond 1.39
    { "arctangent",        arctangent,  20,   LIA_OK,        LIA_ROOT_converged, 0, 1e-15 },
    { "leaves the domain", logarithm,   10,   LIA_OK,        LIA_ROOT_converged, 1, 1e-14 },
    { "no root",           no_root,     3,    LIA_ENOCONV,   LIA_ROOT_stalled,   0, 1e-4 },
    { "root at infinity",  flat,        0,    LIA_ENOCONV,   LIA_ROOT_maxiter,   60, 1e-2 },
    { "no man's land",     nowhere,     1,    LIA_ENOCONV,   LIA_ROOT_diverged,  1, 0 },
  };
  lia_root *w = make(1, 1);
  for (size_t k = 0; k < sizeof row / sizeof *row; k++) {
    double x = row[k].from;
    lia_root_info info = { 0 };
    const lia_fd_map map = { 1, 1, row[k].f, row[k].f == nowhere ? one : NULL, NULL };
    cr_assert_eq(lia_root_solve(w, &map, NULL, &x, &info, NULL), row[k].status, "%s: %s",
        row[k].name, info.text);
    cr_assert_eq(info.state, row[k].state, "%s: %s", row[k].name, info.text);
    cr_assert(fabs(x - row[k].to) <= row[k].tol, "%s: %.17g", row[k].name, x);
  }
  // the textbook's Newton walks out of the arctangent, and says so
  lia_root_opts o = lia_root_defaults;
  o.line_search = 0;
  double x = 20;
  const lia_fd_map map = { 1, 1, arctangent, NULL, NULL };
  lia_root_info info = { 0 };
  cr_assert_eq(lia_root_solve(w, &map, &o, &x, &info, NULL) == LIA_OK, 0);
  cr_assert_eq(x, 20);   // the best point, not the last
  // steps may be kept short
  o = lia_root_defaults, o.step_max = 0.25;
  lia_root_row history[60];
  info = (lia_root_info){ .history = history, .room = 60 };
  const lia_fd_map root2 = { 1, 1, square_root, NULL, NULL };
  x = 5;
  cr_assert_eq(lia_root_solve(w, &root2, &o, &x, &info, NULL), LIA_OK);
  for (int k = 0; k < info.iterations; k++) cr_assert_leq(history[k].step, 0.25 + 1e-15);
  lia_root_free(w);
}

// one equation with its slope, and how often it was asked
typedef struct graph { double (*f)(double), (*df)(double); int calls; } graph;

static lia_status graph_f(void *u, const double *x, double *f, lia_error *e) {
  graph *g = u;
  g->calls++;
  *f = g->f(*x);
  return *f == *f ? LIA_OK : LIA_FAIL(e, LIA_EDOMAIN, "", "nan");
}
static lia_status graph_df(void *u, const double *x, lia_mat J, lia_error *e) {
  (void)e;
  *J.x = ((graph *)u)->df(*x);
  return LIA_OK;
}

static double atan_slope(double x) { return 1 / (1 + x * x); }
static double exp_minus(double x) { return exp(x) - 2; }
static double log_of(double x) { return x > 0 ? log(x) : (double)NAN; }
static double log_slope(double x) { return 1 / x; }
static double itself(double x) { return x; }
// steps mirror x, and fall by less than was promised
static double half_the_slope(double x) { (void)x; return 0.50001; }
static double wave(double x) { return x + 2 * sin(3 * x); }
static double wave_slope(double x) { return 1 + 6 * cos(3 * x); }

// the search of [DS] 6.3: |F|^2 must fall by 1e-4 of what the slope promises; else the least of the
// parabola through value, slope and the value just seen, within [0.1, 0.5] of lambda; a quarter
// where F has no value
LIA_TEST(root, the_line_search_is_that_of_the_book) {
  const struct { double (*f)(double), (*df)(double), from; } row[] = {
    { atan, atan_slope, 20 }, { exp_minus, exp, -3 }, { log_of, log_slope, 10 },
        { wave, wave_slope, 2.3 }, { wave, wave_slope, 7.1 }, { atan, atan_slope, 1.8 },
    { itself, half_the_slope, 1 },
  };
  lia_root *w = make(1, 1);
  int tenths = 0, halves = 0, quarters = 0, between = 0;
  for (size_t k = 0; k < sizeof row / sizeof *row; k++) {
    lia_root_row history[40];
    graph g = { row[k].f, row[k].df, 0 };
    const lia_fd_map map = { 1, 1, graph_f, graph_df, &g };
    lia_root_info info = { .history = history, .room = 40 };
    double x = row[k].from, y = x;
    int calls = 1;
    (void)!lia_root_solve(w, &map, NULL, &x, &info, NULL);
    cr_assert_eq(info.calls, g.calls);
    int last = info.jacobians - info.iterations;   // 1: a search that found rounding only
    cr_assert(last == 0 || last == 1);
    for (int i = 0; i < info.iterations; i++) {
      double F = g.f(y), s = -F / g.df(y), lambda = 1, slope = -2 * F * F, there = g.f(y + s);
      for (calls++; !(there * there <= F * F + 1e-4 * lambda * slope); calls++) {
        double t = -slope * lambda * lambda / (2 * (there * there - F * F - slope * lambda));
        if (isnan(there)) quarters++, lambda *= 0.25;
        else if (t > 0.5 * lambda) halves++, lambda *= 0.5;
        else if (t < 0.1 * lambda) tenths++, lambda *= 0.1;
        else between++, lambda = t;
        there = g.f(y + lambda * s);
      }
      cr_assert_float_eq(history[i].lambda, lambda, 1e-12 * lambda, "row %zu step %d: %g for %g", k,
          i, history[i].lambda, lambda);
      cr_assert_float_eq(history[i].step, fabs(lambda * s), 1e-12 * fabs(lambda * s));
      cr_assert_float_eq(history[i].f, fabs(there), 1e-12 * fabs(there) + 1e-300);
      y += lambda * s;
    }
    cr_assert(last || info.calls == calls, "row %zu: %d calls, %d by hand", k, info.calls, calls);
  }
  cr_assert(tenths && halves && quarters && between, "%d %d %d %d", tenths, halves, quarters,
      between);
  lia_root_free(w);
}

// x + y = 3, x + (1 + 1e-9) y = 3 + 2e-9: known slopes tell the two equations apart, differences do
// not
static lia_status alike(void *u, const double *x, double *f, lia_error *e) {
  (void)u, (void)e;
  f[0] = (x[0] - 1) + (x[1] - 2), f[1] = f[0] + 1e-9 * (x[1] - 2);
  return LIA_OK;
}
static lia_status alike_slopes(void *u, const double *x, lia_mat J, lia_error *e) {
  (void)u, (void)x, (void)e;
  const double j[4] = { 1, 1, 1, 1 + 1e-9 };
  lia_mat_copy(J, lia_mat_of(j, 2, 2));
  return LIA_OK;
}

LIA_TEST(root, known_slopes_are_trusted_further_than_differences) {
  lia_root *w = make(2, 2);
  for (int known = 0; known < 2; known++) {
    const lia_fd_map map = { 2, 2, alike, known ? alike_slopes : NULL, NULL };
    lia_root_info info = { 0 };
    double x[2] = { 5, -7 };
    (void)!lia_root_solve(w, &map, NULL, x, &info, NULL);
    cr_assert_eq(info.rank, 1 + known);
    lia_root_opts o = lia_root_defaults;   // unless one is told
    o.rank_tol = known ? 1e-6 : 1e-14;
    double y[2] = { 5, -7 };
    (void)!lia_root_solve(w, &map, &o, y, &info, NULL);
    cr_assert_eq(info.rank, known ? 1 : 2);
    if (known) cr_assert(fabs(x[0] - 1) < 1e-5 && fabs(x[1] - 2) < 1e-5);
  }
  lia_root_free(w);
}

LIA_TEST(root, a_guess_that_is_the_root_costs_one_call) {
  lia_root *w = make(1, 1);
  graph g = { itself, half_the_slope, 0 };
  const lia_fd_map map = { 1, 1, graph_f, graph_df, &g };
  lia_root_info info = { 0 };
  double x = 0;
  cr_assert_eq(lia_root_solve(w, &map, NULL, &x, &info, NULL), LIA_OK);
  cr_assert(info.iterations == 0 && info.jacobians == 0 && info.calls == 1 && g.calls == 1 &&
      x == 0);
  lia_root_opts o = lia_root_defaults;
  o.ftol = 0.25, x = 0.25;   // and one that is just good enough
  cr_assert_eq(lia_root_solve(w, &map, &o, &x, &info, NULL), LIA_OK);
  cr_assert(info.iterations == 0 && x == 0.25);
  lia_root_free(w);
}

// a line meets a circle's cylinder: one equation, three unknowns; and four equations for two, all
// true at (1, 2)
static lia_status sphere(void *u, const double *x, double *f, lia_error *e) {
  (void)u, (void)e;
  *f = lia_vec_dot(x, x, 3) - 4;
  return LIA_OK;
}
static lia_status over(void *u, const double *x, double *f, lia_error *e) {
  (void)e;
  f[0] = x[0]*x[0] + x[1] - 3, f[1] = x[0]*x[1] - 2, f[2] = exp(x[0] - 1) - 1,
      f[3] = x[0] + x[1]*x[1] - 5 - *(double *)u;
  return LIA_OK;
}

LIA_TEST(root, fewer_or_more_equations_than_unknowns) {
  lia_root *under = make(3, 1), *many = make(2, 4);
  double x[3] = { 1, 1, 3 }, y[2] = { 0.5, 0.5 }, shift = 0;
  lia_root_info info = { 0 };
  const lia_fd_map s = { 3, 1, sphere, NULL, NULL }, o = { 2, 4, over, NULL, &shift };
  cr_assert_eq(lia_root_solve(under, &s, NULL, x, &info, NULL), LIA_OK);
  cr_assert_float_eq(lia_vec_norm(x, 3), 2, 1e-14);
  cr_assert(!info.degraded && info.rank == 1);
  // straight to the centre: the shortest way
  for (int k = 0; k < 3; k++) cr_assert_float_eq(x[k], 2 / sqrt(11) * (k == 2 ? 3 : 1), 1e-7);
  cr_assert_eq(lia_root_solve(many, &o, NULL, y, &info, NULL), LIA_OK, "%s", info.text);
  cr_assert(fabs(y[0] - 1) < 1e-12 && fabs(y[1] - 2) < 1e-12);
  cr_assert(!info.degraded && info.rank == 2);
  shift = 0.3;   // now they contradict each other
  lia_error err = { 0 };
  cr_assert_eq(lia_root_solve(many, &o, NULL, y, &info, &err), LIA_ENOCONV);
  cr_assert_eq(info.state, LIA_ROOT_stalled, "%s", info.text);
  lia_root_free(under), lia_root_free(many);
}

// 0.1 seen through a number so large that F is a multiple of 1.5e-8
static lia_status coarse(void *u, const double *x, double *f, lia_error *e) {
  (void)u, (void)e;
  volatile double far = x[0] + 1e8;
  *f = (far - 1e8) - 0.1;
  return LIA_OK;
}

LIA_TEST(root, rounding_in_the_equations_ends_in_a_degraded_result) {
  lia_root *w = make(1, 1);
  const lia_fd_map map = { 1, 1, coarse, one, NULL };
  double x = 0;
  lia_root_info info = { 0 };
  cr_assert_eq(lia_root_solve(w, &map, NULL, &x, &info, NULL), LIA_OK, "%s", info.text);
  cr_assert(info.degraded && strstr(info.text, "rounding ends the search"));
  cr_assert_float_eq(x, 0.1, 1.5e-8);
  lia_root_free(w);
}

LIA_TEST(root, the_textbooks_manner_knows_that_rank_is_at_most_the_smaller_size) {
  lia_root *under = make(3, 1), *many = make(2, 4);
  double x[3] = { 1, 1, 3 }, y[2] = { 0.5, 0.5 }, shift = 0;
  lia_root_opts o = lia_root_defaults;
  o.stop_singular = 1;
  const lia_fd_map s = { 3, 1, sphere, NULL, NULL }, v = { 2, 4, over, NULL, &shift };
  cr_assert_eq(lia_root_solve(under, &s, &o, x, NULL, NULL), LIA_OK);
  cr_assert_eq(lia_root_solve(many, &v, &o, y, NULL, NULL), LIA_OK);
  lia_root_free(under), lia_root_free(many);
}

// x y = 0, x y = 0: a whole line of roots
static lia_status twice(void *u, const double *x, double *f, lia_error *e) {
  (void)u, (void)e;
  f[0] = f[1] = x[0] * x[1];
  return LIA_OK;
}

LIA_TEST(root, a_root_that_is_not_alone_is_a_degraded_result) {
  lia_root *w = make(2, 2);
  double x[2] = { 1, 0.1 };
  lia_root_info info = { 0 };
  const lia_fd_map map = { 2, 2, twice, NULL, NULL };
  cr_assert_eq(lia_root_solve(w, &map, NULL, x, &info, NULL), LIA_OK, "%s", info.text);
  cr_assert(info.degraded && info.rank == 1 && strstr(info.text, "rank 1 of 2"));
  cr_assert_lt(fabs(x[1]), 1e-12);
  lia_root_free(w);
}

LIA_TEST(root, bad_guesses_and_bad_options_are_named) {
  lia_root *w = make(1, 1);
  const lia_fd_map map = { 1, 1, nowhere, NULL, NULL };
  double x = 2;
  lia_error err = { 0 };
  cr_assert_eq(lia_root_solve(w, &map, NULL, &x, NULL, &err), LIA_EDOMAIN);
  cr_assert_str_eq(err.text, "F[0] is nan at the first guess");
  x = 1, err = (lia_error){ 0 };   // F is finite there, its differences are not
  cr_assert_eq(lia_root_solve(w, &map, NULL, &x, NULL, &err), LIA_EDOMAIN);
  cr_assert_str_eq(err.path, "J[0][0]");
  lia_root_opts o = lia_root_defaults;
  o.max_iter = 0, err = (lia_error){ 0 };
  cr_assert_eq(lia_root_solve(w, &map, &o, &x, NULL, &err), LIA_EARG);
  cr_assert_str_eq(err.path, "max_iter");
  cr_assert_eq(strncmp(err.text, "needs x > 0, got 0", 18), 0);
  lia_root_free(w);
}

LIA_TEST(root, memory_may_run_out_anywhere_and_solving_takes_none) {
  lia_root *w;
  for (int k = 0; k < 2; k++) {
    lia_mem_fail_after(k);
    cr_assert_eq(lia_root_new(&w, 5, 5, NULL), LIA_ENOMEM);
    cr_assert_null(w);
    cr_assert_eq(lia_mem_live(), 0);
  }
  lia_mem_fail_after(2);
  cr_assert_eq(lia_root_new(&w, 5, 5, NULL), LIA_OK);
  fourbar m = { 1, 3, 2.5, 0.5, 3, 60 * deg, 0, 0 };
  const lia_fd_map map = { 5, 5, closure, NULL, &m };
  double x[5] = { 1, 0.3, 1.2, 1.5, 1 };
  lia_mem_fail_after(0);
  cr_assert_eq(lia_root_solve(w, &map, NULL, x, NULL, NULL), LIA_OK);
  lia_mem_fail_after(-1);
  lia_root_free(w);
  lia_root_free(NULL);
}

static lia_status silence(void *u, const double *x, double *f, lia_error *e) {
  (void)u, (void)x, (void)f, (void)e;
  return LIA_OK;
}

LIA_TEST(root, no_equations_are_solved_by_anything_and_no_unknowns_solve_nothing) {
  lia_root *w = make(2, 0), *v = make(0, 2);
  const lia_fd_map none = { 2, 0, silence, NULL, NULL }, nobody = { 0, 2, twice, NULL, NULL };
  double x[2] = { 3, 4 };
  lia_root_info info = { 0 };
  cr_assert_eq(lia_root_solve(w, &none, NULL, x, &info, NULL), LIA_OK);
  cr_assert(x[0] == 3 && info.iterations == 0 && !info.degraded);
  cr_assert_eq(lia_root_solve(v, &nobody, NULL, x, &info, NULL), LIA_ENOCONV);
  lia_root_free(v), lia_root_free(w);
}

// ---- brackets ----

typedef struct curve { int kind, slope, calls; } curve;

static lia_status curve_at(void *user, double x, double *f, double *df, lia_error *err) {
  curve *c = user;
  c->calls++;
  double d = 0;
  switch (c->kind) {
    case 0: *f = cos(x) - x, d = -sin(x) - 1; break;
    case 1: *f = x * x * x - 2 * x - 5, d = 3 * x * x - 2; break;
    case 2: *f = pow(x - 1, 9), d = 9 * pow(x - 1, 8); break;
    case 3: *f = x < 0.3 ? -1 : 1; break;
    case 4: *f = atan(1e6 * (x - 0.25)), d = 1e6 / (1 + pow(1e6 * (x - 0.25), 2)); break;
    case 5: *f = exp(x) - 1e10, d = exp(x); break;
    default: return LIA_FAIL(err, LIA_EUSER, "", "no such curve");
  }
  if (c->slope) *df = d;
  return LIA_OK;
}

LIA_TEST(root, between_closes_on_every_curve_with_and_without_slopes) {
  struct { double a, b, root; int few; } row[] = {
    { 0, 1, 0.7390851332151607, 9 }, { 2, 3, 2.0945514815423265, 10 }, { 0, 5, 1, 88 },
        { 0, 1, 0.3, 48 }, { -100, 1, 0.25, 35 }, { 0, 500, 23.025850929940457, 19 },
  };
  for (int k = 0; k < 6; k++)
    for (int way = 0; way < 4; way++) {
      curve c = { k, way & 1, 0 };
      double x = 99, a = way & 2 ? row[k].b : row[k].a, b = way & 2 ? row[k].a : row[k].b;
      int calls;
      cr_assert_eq(lia_root_between(curve_at, &c, a, b, 1e-13, &x, &calls, NULL), LIA_OK);
      double tol = k == 2 ? 1e-12 : 2e-13;
      cr_assert(fabs(x - row[k].root) < tol, "curve %d way %d: %.17g", k, way, x);
      cr_assert(calls == c.calls && calls <= row[k].few, "curve %d way %d: %d calls", k, way,
          calls);
    }
}

LIA_TEST(root, between_takes_a_root_at_an_end_and_small_values) {
  curve c = { 1, 0, 0 };   // x^3 - 2x - 5 has no other sign below 2.09
  double x, root = 2.0945514815423265;
  // |f| < 0.02 at both ends
  cr_assert_eq(lia_root_between(curve_at, &c, root - 1e-3, root + 1e-3, 1e-14, &x, NULL, NULL),
      LIA_OK);
  cr_assert_float_eq(x, root, 1e-13);
  cr_assert_eq(lia_root_between(curve_at, &c, root + 1e-3, root - 1e-3, 1e-14, &x, NULL, NULL),
      LIA_OK);
  cr_assert_float_eq(x, root, 1e-13);
  for (int way = 0; way < 4; way++) {
    c = (curve){ 2, way & 1, 0 };   // (x - 1)^9, zero just at an end, from either side
    double other = way & 2 ? 0 : 3;
    cr_assert_eq(lia_root_between(curve_at, &c, 1, other, 1e-13, &x, NULL, NULL), LIA_OK);
    cr_assert_eq(x, 1);
    cr_assert_eq(lia_root_between(curve_at, &c, other, 1, 1e-13, &x, NULL, NULL), LIA_OK);
    cr_assert_eq(x, 1);
    lia_error err = { 0 };
    // of one sign
    cr_assert_eq(lia_root_between(curve_at, &c, other, 1 + (other - 1) * 1e-3, 0, &x, NULL, &err),
        LIA_EARG);
  }
}

LIA_TEST(root, between_is_as_near_as_was_asked) {
  for (int k = 0; k < 300; k++) {
    curve c = { 3, 0, 0 };   // a step at 0.3: nothing to interpolate
    double x, xtol = pow(10, -1 - k * 0.04), a = -0.01 * (k % 7), b = 1 + 0.013 * (k % 11);
    cr_assert_eq(lia_root_between(curve_at, &c, a, b, xtol, &x, NULL, NULL), LIA_OK);
    cr_assert(fabs(x - 0.3) <= xtol * (1 + 1e-9) + 4 * 2.3e-16, "%g off for %g", x - 0.3, xtol);
  }
}

LIA_TEST(root, between_refuses_what_is_no_bracket_and_hands_failures_on) {
  curve c = { 0, 0, 0 };
  double x;
  lia_error err = { 0 };
  cr_assert_eq(lia_root_between(curve_at, &c, 2, 3, 0, &x, NULL, &err), LIA_EARG);
  cr_assert_not_null(strstr(err.text, "change its sign between 2 and 3"));
  cr_assert_eq(lia_root_between(curve_at, &c, 0, (double)INFINITY, 0, &x, NULL, NULL), LIA_EARG);
  c.kind = 9;
  cr_assert_eq(lia_root_between(curve_at, &c, 0, 1, 0, &x, NULL, NULL), LIA_EUSER);
  c.kind = 0;   // a coarse root is found soon, and is as good as was asked
  int calls;
  cr_assert_eq(lia_root_between(curve_at, &c, 0, 1, 0.01, &x, &calls, NULL), LIA_OK);
  cr_assert(calls <= 6 && fabs(x - 0.7390851332151607) <= 0.01);
  c.kind = 0;   // xtol = 0: to the last bits
  cr_assert_eq(lia_root_between(curve_at, &c, 0, 1, 0, &x, NULL, NULL), LIA_OK);
  cr_assert_float_eq(x, 0.7390851332151607, 1e-15);
}
