/* test_lsq.c - Levenberg and Marquardt on published problems, at bounds, and every way to end */
#include "num/lsq.h"

#include "planted.h"
#include <string.h>

static lia_lsq *make(int n, int p) {
  lia_lsq *w;
  cr_assert_eq(lia_lsq_new(&w, n, p, NULL), LIA_OK);
  return w;
}

// the test problems of More, Garbow, Hillstrom (ACM TOMS 7, 1981), by their numbers
static lia_status rosenbrock(void *u, const double *x, double *r, lia_error *e) {
  (void)u, (void)e;
  r[0] = 10 * (x[1] - x[0]*x[0]), r[1] = 1 - x[0];
  return LIA_OK;
}
static lia_status rosenbrock_jac(void *u, const double *x, lia_mat J, lia_error *e) {
  (void)u, (void)e;
  J.x[0] = -20 * x[0], J.x[1] = 10, J.x[2] = -1, J.x[3] = 0;
  return LIA_OK;
}
static lia_status powell(void *u, const double *x, double *r, lia_error *e) {
  (void)u, (void)e;
  r[0] = x[0] + 10*x[1], r[1] = sqrt(5)*(x[2] - x[3]), r[2] = pow(x[1] - 2*x[2], 2),
      r[3] = sqrt(10)*pow(x[0] - x[3], 2);
  return LIA_OK;
}
static lia_status freudenstein(void *u, const double *x, double *r, lia_error *e) {
  (void)u, (void)e;
  r[0] = -13 + x[0] + ((5 - x[1])*x[1] - 2)*x[1], r[1] = -29 + x[0] + ((x[1] + 1)*x[1] - 14)*x[1];
  return LIA_OK;
}
static lia_status bard(void *u, const double *x, double *r, lia_error *e) {
  (void)u, (void)e;
  static const double y[15] = { .14, .18, .22, .25, .29, .32, .35, .39, .37, .58, .73, .96, 1.34,
      2.10, 4.39 };
  for (int i = 0; i < 15; i++) {
    double a = i + 1, b = 15 - i, c = fmin(a, b);
    r[i] = y[i] - (x[0] + a / (b*x[1] + c*x[2]));
  }
  return LIA_OK;
}
static lia_status kowalik(void *u, const double *x, double *r, lia_error *e) {
  (void)u, (void)e;
  static const double y[11] = { .1957, .1947, .1735, .16, .0844, .0627, .0456, .0342, .0323, .0235,
      .0246 };
  static const double t[11] = { 4, 2, 1, .5, .25, .167, .125, .1, .0833, .0714, .0625 };
  for (int i = 0; i < 11; i++)
    r[i] = y[i] - x[0]*(t[i]*t[i] + t[i]*x[1]) / (t[i]*t[i] + t[i]*x[2] + x[3]);
  return LIA_OK;
}

LIA_TEST(lsq, published_minima) {
  struct { const char *name; lia_status (*f)(void *, const double *, double *, lia_error *); int n,
      p; double from[4], square, tol; } row[] = {
    { "Rosenbrock (1)",   rosenbrock,   2, 2,  { -1.2, 1 },              0, 1e-20 },
    { "Freudenstein (2)", freudenstein, 2, 2,  { 0.5, -2 },              48.9842, 1e-4 },
    { "Bard (8)",         bard,         3, 15, { 1, 1, 1 },              8.21487e-3, 1e-8 },
    { "Powell (13)",      powell,       4, 4,  { 3, -1, 0, 1 },          0, 1e-20 },
    { "Kowalik (15)",     kowalik,      4, 11, { .25, .39, .415, .39 },  3.07505e-4, 1e-9 },
  };
  for (size_t k = 0; k < sizeof row / sizeof *row; k++) {
    lia_lsq *w = make(row[k].n, row[k].p);
    lia_lsq_info info = { 0 };
    double x[4];
    lia_vec_copy(x, row[k].from, 4);
    const lia_fd_map map = { row[k].n, row[k].p, row[k].f,
        row[k].f == rosenbrock ? rosenbrock_jac : NULL, NULL };
    cr_assert_eq(lia_lsq_solve(w, &map, NULL, NULL, NULL, x, &info, NULL), LIA_OK, "%s: %s",
        row[k].name, info.text);
    cr_assert_float_eq(info.norm * info.norm, row[k].square, row[k].tol, "%s: %g", row[k].name,
        info.norm * info.norm);
    lia_lsq_free(w);
  }
}

LIA_TEST(lsq, bounds_hold_and_the_gradient_points_out_of_them) {
  // Rosenbrock's valley cut at x0 <= 0.5: the minimum lies on the wall, at (0.5, 0.25), |r|^2 =
  // 0.25
  lia_lsq *w = make(2, 2);
  const lia_fd_map map = { 2, 2, rosenbrock, rosenbrock_jac, NULL };
  const double lo[2] = { -2, -2 }, hi[2] = { 0.5, (double)INFINITY };
  lia_lsq_info info = { 0 };
  for (int t = 0; t < 3; t++) {
    double x[2] = { t == 2 ? 7 : -1.2, 1 };   // also from outside
    cr_assert_eq(lia_lsq_solve(w, &map, lo, hi, NULL, x, &info, NULL), LIA_OK, "%s", info.text);
    cr_assert(x[0] == 0.5 && fabs(x[1] - 0.25) < 1e-9, "%g %g", x[0], x[1]);
    cr_assert(info.active == 1 && info.free == 1 && info.rank == 1);
    cr_assert_float_eq(info.norm, 0.5, 1e-12);
  }
  // everything held: done at once
  const double all[2] = { 0.3, 0.2 };
  double x[2] = { 0, 0 };
  cr_assert_eq(lia_lsq_solve(w, &map, all, all, NULL, x, &info, NULL), LIA_OK);
  cr_assert(x[0] == 0.3 && x[1] == 0.2 && info.iterations == 0);
  // an empty interval is named
  const double above[2] = { 1, -3 };
  lia_error err = { 0 };
  cr_assert_eq(lia_lsq_solve(w, &map, above, all, NULL, x, &info, &err), LIA_EARG);
  cr_assert_str_eq(err.text, "bounds of x[0] are empty: 1 > 0.3");
  lia_lsq_free(w);
}

// decay a exp(-b t) + c on units far apart, planted
typedef struct decay { double t[30], y[30], unit; } decay;
static lia_status decay_r(void *user, const double *x, double *r, lia_error *e) {
  const decay *d = user;
  (void)e;
  for (int i = 0; i < 30; i++) r[i] = x[0] * exp(-x[1] / d->unit * d->t[i]) + x[2] - d->y[i];
  return LIA_OK;
}

LIA_TEST(lsq, planted_parameters_come_back_whatever_their_units) {
  for (int k = -8; k <= 8; k += 4) {
    decay d = { .unit = pow(10, k) };
    for (int i = 0; i < 30; i++) d.t[i] = 0.1 * i, d.y[i] = 5 * exp(-1.3 * d.t[i]) + 0.7;
    double x[3] = { 1, 0.5 * d.unit, 0 };
    lia_lsq *w = make(3, 30);
    lia_lsq_opts o = lia_lsq_defaults;
    o.scale = fmin(1, d.unit);
    lia_lsq_info info = { 0 };
    const lia_fd_map map = { 3, 30, decay_r, NULL, &d };
    cr_assert_eq(lia_lsq_solve(w, &map, NULL, NULL, &o, x, &info, NULL), LIA_OK, "%s", info.text);
    cr_assert(fabs(x[0] - 5) < 1e-8 && fabs(x[1] / d.unit - 1.3) < 1e-8 && fabs(x[2] - 0.7) < 1e-8,
        "unit %g: %g %g %g", d.unit, x[0], x[1], x[2]);
    cr_assert_eq(info.degraded, 0);
    lia_lsq_free(w);
  }
}

// only x0 + x1 is seen
static lia_status blind(void *u, const double *x, double *r, lia_error *e) {
  (void)u, (void)e;
  for (int i = 0; i < 5; i++) r[i] = (x[0] + x[1]) * i - 3 * i;
  return LIA_OK;
}

LIA_TEST(lsq, what_the_data_leave_open_is_said) {
  lia_lsq *w = make(2, 5);
  double x[2] = { 1, 0 };
  lia_lsq_info info = { 0 };
  const lia_fd_map map = { 2, 5, blind, NULL, NULL };
  cr_assert_eq(lia_lsq_solve(w, &map, NULL, NULL, NULL, x, &info, NULL), LIA_OK);
  cr_assert(info.degraded && info.rank == 1 && info.free == 2 &&
      strstr(info.text, "determine 1 of 2"));
  cr_assert_float_eq(x[0] + x[1], 3, 1e-9);
  cr_assert_float_eq(x[0] - x[1], 1, 1e-6);   // the shortest way from the guess
  lia_lsq_free(w);
}

static lia_status wrong_jac(void *u, const double *x, lia_mat J, lia_error *e) {
  LIA_TRY(rosenbrock_jac(u, x, J, e));
  lia_mat_scale(J, -1, J);
  return LIA_OK;
}
static lia_status fussy(void *u, const double *x, double *r, lia_error *e) {
  (void)u;
  if (x[0] > 30) return LIA_FAIL(e, LIA_EUSER, "", "that is too much");
  if (x[0] < 0.01) return LIA_FAIL(e, LIA_EDOMAIN, "", "outside");
  r[0] = 1 / x[0] - (x[0] > 20 ? -100 : 4);
  return LIA_OK;
}

LIA_TEST(lsq, other_ways_to_end) {
  lia_lsq *w = make(2, 2), *v = make(1, 1);
  lia_lsq_info info = { 0 };
  lia_error err = { 0 };
  double x[2] = { -1.2, 1 };
  const lia_fd_map wrong = { 2, 2, rosenbrock, wrong_jac, NULL },
      right = { 2, 2, rosenbrock, NULL, NULL }, f = { 1, 1, fussy, NULL, NULL };
  cr_assert_eq(lia_lsq_solve(w, &wrong, NULL, NULL, NULL, x, &info, &err), LIA_ENOCONV);
  cr_assert(info.state == LIA_LSQ_stalled && x[0] == -1.2 &&
      strstr(err.text, "is the Jacobian right?"));

  lia_lsq_opts o = lia_lsq_defaults;
  lia_lsq_row history[3];
  o.max_iter = 3;
  info = (lia_lsq_info){ .history = history, .room = 3 };
  double before = 1e9;
  cr_assert_eq(lia_lsq_solve(w, &right, NULL, NULL, &o, x, &info, NULL), LIA_ENOCONV);
  cr_assert(info.state == LIA_LSQ_maxiter && info.iterations == 3);
  for (int k = 0; k < 3; before = history[k++].norm)
    cr_assert(history[k].norm < before && history[k].step > 0);

  double y = 1;   // the first steps leave the domain, shorter ones do not
  cr_assert_eq(lia_lsq_solve(v, &f, NULL, NULL, NULL, &y, &info, NULL), LIA_OK);
  cr_assert_float_eq(y, 0.25, 1e-9);
  y = 25, err = (lia_error){ 0 };
  cr_assert_eq(lia_lsq_solve(v, &f, NULL, NULL, NULL, &y, &info, &err), LIA_EUSER);
  cr_assert_str_eq(err.text, "that is too much");
  y = (double)NAN, err = (lia_error){ 0 };
  cr_assert_eq(lia_lsq_solve(v, &f, NULL, NULL, NULL, &y, &info, &err), LIA_EDOMAIN);
  cr_assert_str_eq(err.text, "r[0] is nan at the first guess");
  lia_lsq_free(w), lia_lsq_free(v);
}

LIA_TEST(lsq, memory_may_run_out_anywhere_and_solving_takes_none) {
  lia_lsq *w;
  for (int k = 0; k < 2; k++) {
    lia_mem_fail_after(k);
    cr_assert_eq(lia_lsq_new(&w, 2, 2, NULL), LIA_ENOMEM);
    cr_assert_null(w);
    cr_assert_eq(lia_mem_live(), 0);
  }
  lia_mem_fail_after(2);
  cr_assert_eq(lia_lsq_new(&w, 2, 2, NULL), LIA_OK);
  double x[2] = { -1.2, 1 };
  const lia_fd_map map = { 2, 2, rosenbrock, NULL, NULL };
  lia_mem_fail_after(0);
  cr_assert_eq(lia_lsq_solve(w, &map, NULL, NULL, NULL, x, NULL, NULL), LIA_OK);
  lia_mem_fail_after(-1);
  lia_lsq_free(w);
  lia_lsq_free(NULL);
  cr_assert_eq(lia_lsq_new(&w, -1, 2, NULL), LIA_EARG);
}

LIA_TEST(lsq, sizes_below_zero_or_too_large_are_refused_each_alone) {
  const int size[][2] = { { -1, 3 }, { 2, -1 }, { 2, 16385 }, { -1, -1 } };
  for (int k = 0; k < 4; k++) {
    lia_lsq *w;
    lia_error err = { 0 };
    cr_assert_eq(lia_lsq_new(&w, size[k][0], size[k][1], &err), LIA_EARG);
    cr_assert_null(w);
    cr_assert_eq(strncmp(err.text, "expected sizes from 0 to 16384", 30), 0, "%s", err.text);
  }
}
