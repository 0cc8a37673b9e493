/* test_topp.c - shortest times along paths: linear programmes against all corners, closed forms,
 * published numbers, failures */
#include "traj/plan.h"
#include "traj/topp.h"
#include "traj/topp_jerk.h"
#include "traj/topp_lp.h"

#include "base/rng.h"

#include "house.h"
#include <math.h>
#include <string.h>

// ---- programmes of two variables ----

static int fits(const lia_lp *l, double x, double y, double slack) {
  if (x < l->x0 - slack || x > l->x1 + slack || y < l->y0 - slack || y > l->y1 + slack) return 0;
  for (int k = 0; k < l->n; k++) {
    const double w = l->strip[k].p * x + l->strip[k].q * y;
    if (w < l->strip[k].lo - slack || w > l->strip[k].hi + slack) return 0;
  }
  return 1;
}

// the best corner of all pairs of lines, strips and box: what any solver must find
static int brute_force(const lia_lp *l, double sign, double *best) {
  double p[40], q[40], r[40];
  int n = 0, found = 0;
  for (int k = 0; k < l->n; k++)
    for (int side = 0; side < 2; side++) {
      const double bound = side ? l->strip[k].hi : l->strip[k].lo;
      if (isinf(bound)) continue;
      p[n] = l->strip[k].p;
      q[n] = l->strip[k].q;
      r[n++] = bound;
    }
  const double box[4] = { l->x0, l->x1, l->y0, l->y1 };
  for (int k = 0; k < 4; k++) {
    p[n] = k < 2;
    q[n] = k >= 2;
    r[n++] = box[k];
  }
  for (int i = 0; i < n; i++)
    for (int j = 0; j < i; j++) {
      const double det = p[i] * q[j] - p[j] * q[i];
      if (fabs(det) < 1e-12) continue;
      const double x = (r[i] * q[j] - r[j] * q[i]) / det, y = (p[i] * r[j] - p[j] * r[i]) / det;
      if (!fits(l, x, y, 1e-9) || (found && sign * x <= sign * *best)) continue;
      *best = x;
      found = 1;
    }
  return found;
}

LIA_TEST(topp_lp, the_best_corner_of_random_strips) {
  lia_rng rng = lia_rng_seed(11);
  int empty = 0, order[12];
  for (int k = 0; k < 12; k++) order[k] = k;
  for (int run = 0; run < 4000; run++) {
    lia_strip s[12];
    lia_lp l = { .strip = s, .order = order, .n = 12, .x1 = 3, .y0 = 0.2, .y1 = 4 };
    for (int k = 0; k < 12; k++) {
      const double wide = 0.5 + 2 * lia_rng_uniform(&rng), at = lia_rng_normal(&rng);
      s[k] = (lia_strip){ lia_rng_normal(&rng), lia_rng_normal(&rng), at - wide, at + wide, k };
      if (k % 4 == 1) s[k].lo = -HUGE_VAL;
      if (k % 4 == 2) s[k].hi = HUGE_VAL;
      if (k == 5) s[k].q = 0;
      if (k == 6) s[k].p = 0;
    }
    for (double sign = -1; sign < 2; sign += 2) {
      double v[2], best = 0, least, most;
      const int there = brute_force(&l, sign, &best);
      cr_assert_eq(lia_lp_solve(&l, sign, v), there, "run %d", run);
      empty += !there;
      if (!there) continue;
      cr_assert_float_eq(v[0], best, 1e-8, "run %d: %.12g, not %.12g", run, v[0], best);
      cr_assert(fits(&l, v[0], v[1], 1e-9), "run %d", run);
      cr_assert(lia_lp_across(&l, v[0], &least, &most));
      cr_assert(least <= v[1] + 1e-8 && v[1] <= most + 1e-8, "run %d", run);
      cr_assert(fits(&l, v[0], most, 1e-7) && fits(&l, v[0], least, 1e-7), "run %d", run);
      cr_assert(!fits(&l, v[0], most + 1e-3, 1e-9), "run %d", run);
      cr_assert(!fits(&l, v[0], least - 1e-3, 1e-9), "run %d", run);
    }
  }
  cr_assert(empty > 200 && empty < 7000, "%d of 8000 are empty", empty);
}

// ---- paths ----

enum { MOST_N = 4000 };
static double place[MOST_N + 1], fast[MOST_N + 1];
static lia_topp_row rows[4 * (MOST_N + 1)];

static lia_topp_problem even(int n, int m, double length) {
  for (int i = 0; i <= n; i++) {
    place[i] = length * i / n;
    fast[i] = HUGE_VAL;
  }
  return (lia_topp_problem){ .n = n, .m = m, .s = place, .x_max = fast, .row = rows };
}

static lia_topp *solved(const lia_topp_problem *p) {
  lia_topp *r;
  lia_error err = { 0 };
  cr_assert_eq(lia_topp_new(&r, p->n, &err), LIA_OK);
  cr_assert_eq(lia_topp_solve(r, p, &err), LIA_OK, "%s", err.text);
  return r;
}

static double duration(const lia_topp_problem *p) {
  lia_topp *r = solved(p);
  const double T = r->duration;
  lia_topp_free(r);
  return T;
}

// one axis along D: sqrt(D/a+ D/a- ..): bang-bang, and the trapezoid under a speed limit
LIA_TEST(topp, one_axis_is_bang_bang_or_a_trapezoid) {
  const double D = 2, up = 3, down = 5;
  lia_topp_problem p = even(160, 1, D);
  for (int i = 0; i <= p.n; i++) rows[i] = (lia_topp_row){ 1, 0, 0, 0, -up, up };
  // the middle is a grid point: exact
  cr_assert_float_eq(duration(&p), sqrt(4 * D / up), 1e-12);
  // asymmetric: v^2 = 2 D/(1/up + 1/down), T = v/up + v/down; the switch is at 1.25 of 2
  for (int i = 0; i <= p.n; i++) rows[i].lo = -down;
  const double top = sqrt(2 * D / (1 / up + 1 / down));
  cr_assert_float_eq(duration(&p), top / up + top / down, 1e-12);
  // speed limit v = 1.5: T = D/v + v/(2 up) + v/(2 down)
  const double v = 1.5;
  for (int i = 0; i <= p.n; i++) fast[i] = v * v;
  cr_assert_float_eq(duration(&p), D / v + v / (2 * up) + v / (2 * down), 1e-4);
  p.start = p.stop = v;
  cr_assert_float_eq(duration(&p), D / v, 1e-12);
}

LIA_TEST(topp, free_ends_take_what_they_can) {
  const double D = 2, a = 3;
  lia_topp_problem p = even(50, 1, D);
  for (int i = 0; i <= p.n; i++) rows[i] = (lia_topp_row){ 1, 0, 0, 0, -a, a };
  p.stop = NAN;
  lia_topp *r = solved(&p);
  cr_assert_float_eq(r->duration, sqrt(2 * D / a), 1e-12);
  cr_assert_float_eq(r->x[p.n], 2 * a * D, 1e-12);
  lia_topp_free(r);
  p.start = NAN;
  p.stop = 0;
  cr_assert_float_eq(duration(&p), sqrt(2 * D / a), 1e-12);
}

LIA_TEST(topp, the_pieces_are_the_motion) {
  lia_topp_problem p = even(100, 1, 2);
  for (int i = 0; i <= p.n; i++) rows[i] = (lia_topp_row){ 1, 0.5 * sin(place[i]), 0, 0, -1, 1 };
  lia_topp *r = solved(&p);
  lia_pieces *y;
  lia_error err = { 0 };
  cr_assert_eq(lia_topp_pieces(&y, r, &err), LIA_OK);
  cr_assert_eq(lia_pieces_check(y, &err), LIA_OK);
  cr_assert(lia_pieces_jump(y, 0, NULL) < 1e-12 && lia_pieces_jump(y, 1, NULL) < 1e-12);
  double at[3];
  lia_pieces_at(y, r->duration, 2, at);
  cr_assert_float_eq(at[0], 2, 1e-12);
  cr_assert_float_eq(at[1], 0, 1e-9);
  const lia_extremes e = lia_pieces_extremes(y, 0, 1);
  cr_assert(e.least > -1e-12);
  lia_pieces_free(y);
  lia_topp_free(r);
}

// row a u + b x + c of joint 1 and 2 of the path of toppra's tests, tests/cpp/test_toppra.py:
// q(s) of three cubics, |q'| <= 1, |q''| <= 0.2, 50 segments, rows of their beginnings alone.
// What it prints as x_expected, atol = 1e-6
static const double toppra_x[51] = {
  0., 0.00799999, 0.01559927, 0.02295854, 0.03021812, 0.0375065, 0.04494723, 0.05266502,
  0.06079176, 0.06947278, 0.07887417, 0.08890758, 0.08734253, 0.08331795, 0.07962036, 0.07621324,
  0.0730652, 0.07014912, 0.06744149, 0.06492187, 0.06257243, 0.06037763, 0.05832396, 0.05639983,
  0.05459562, 0.05290406, 0.05132157, 0.04985237, 0.04852316, 0.04745693, 0.04761904, 0.0285715,
  0.05376003, 0.04275653, 0.04126188, 0.04013804, 0.03912958, 0.03818766, 0.03729606, 0.0364472,
  0.03563649, 0.03486069, 0.03411724, 0.03340395, 0.03271895, 0.03206054, 0.02268897, 0.01495547,
  0.00883489, 0.00394282, 0.
};

static void toppra_path(double s, double *d1, double *d2) {
  static const double c[3][2][4] = {
    { { 0, 0, 1.5, -0.5 }, { 0, 3, 0.5, -0.5 } },
    { { 1, 1.5, 0, -0.5 }, { 3, 2.5, -1, -0.5 } },
    { { 2, 0, -1.5, -0.5 }, { 4, -1, -2.5, -0.5 } },
  };
  const int piece = s >= 2 ? 2 : s >= 1;
  const double u = s - piece;
  for (int k = 0; k < 2; k++) {
    const double *a = c[piece][k];
    d1[k] = a[1] + u * (2 * a[2] + u * 3 * a[3]);
    d2[k] = 2 * a[2] + 6 * a[3] * u;
  }
}

static lia_topp_problem toppra_problem(int n) {
  lia_topp_problem p = even(n, 2, 3);
  for (int i = 0; i <= n; i++) {
    double d1[2], d2[2];
    toppra_path(place[i], d1, d2);
    for (int k = 0; k < 2; k++) {
      rows[2 * i + k] = (lia_topp_row){ d1[k], d2[k], 0, 0, -0.2, 0.2 };
      fast[i] = fmin(fast[i], 1 / (d1[k] * d1[k]));
    }
  }
  return p;
}

LIA_TEST(topp, the_numbers_of_toppra) {
  lia_topp_problem p = toppra_problem(50);
  p.collocate = 1;
  lia_topp *r = solved(&p);
  for (int i = 0; i <= 50; i++)
    cr_assert_float_eq(r->x[i], toppra_x[i], 2e-6, "x[%d] = %.9g, not %.9g", i, r->x[i],
                       toppra_x[i]);
  lia_topp_free(r);
}

// rows of both ends keep the limits at every grid point; those of the beginning alone do not
LIA_TEST(topp, rows_of_both_ends_are_kept_at_both_ends) {
  for (int collocate = 0; collocate < 2; collocate++) {
    lia_topp_problem p = toppra_problem(50);
    p.collocate = collocate;
    lia_topp *r = solved(&p);
    double passed = 0;
    for (int i = 0; i < p.n; i++) {
      const double u = (r->x[i + 1] - r->x[i]) / (2 * (place[i + 1] - place[i]));
      for (int k = 0; k < 4; k++) {
        const lia_topp_row *row = &rows[2 * i + k];
        const double w = row->a * u + row->b * r->x[i + k / 2];
        passed = fmax(passed, fabs(w) - 0.2);
      }
    }
    if (collocate) cr_assert_gt(passed, 1e-2);
    else cr_assert_lt(passed, 1e-9, "%g", passed);
    lia_topp_free(r);
  }
}

// no other speeds that keep the rows are faster anywhere: random ones in the controllable sets.
// Where a row loses its inertia a slower speed may lead to a faster one, by less than 1e-5 here
LIA_TEST(topp, no_motion_that_keeps_the_rows_is_faster_anywhere) {
  lia_topp_problem p = toppra_problem(100);
  lia_topp *r = solved(&p);
  lia_rng rng = lia_rng_seed(3);
  int tried = 0;
  for (int run = 0; run < 200; run++) {
    double x = 0;
    for (int i = 0; i < p.n; i++) {
      const double h = place[i + 1] - place[i];
      double least = r->low[i + 1], most = r->high[i + 1];
      for (int k = 0; k < 4; k++) {   // p x + q y <= .2 of both ends
        const lia_topp_row *row = &rows[2 * i + k];
        const double a = row->a / (2 * h), q = k < 2 ? a : a + row->b,
                     rest = k < 2 ? (row->b - a) * x : -a * x;
        if (q == 0) continue;
        least = fmax(least, fmin((-0.2 - rest) / q, (0.2 - rest) / q));
        most = fmin(most, fmax((-0.2 - rest) / q, (0.2 - rest) / q));
      }
      cr_assert(least <= most + 1e-9, "from a controllable speed the rest can be done");
      x = least + (most - least) * sqrt(lia_rng_uniform(&rng));
      if (x < 0) x = 0;
      cr_assert_leq(x, r->x[i + 1] * (1 + 1e-5) + 1e-12, "run %d, place %d", run, i + 1);
      tried++;
    }
  }
  cr_assert_eq(tried, 20000);
  lia_topp_free(r);
}

// I q'' + D q' = u between +-1 along q = s: v' v = 1 - v, so s = -v - log(1 - v)
LIA_TEST(topp, what_is_linear_in_the_speed) {
  lia_topp_problem p = even(4000, 1, 1);
  for (int i = 0; i <= p.n; i++) rows[i] = (lia_topp_row){ 1, 0, 0, 1, -1, 1 };
  p.stop = NAN;
  lia_topp *r = solved(&p);
  const double v = sqrt(r->x[p.n]);
  cr_assert_float_eq(-v - log(1 - v), 1, 2e-3);
  cr_assert_float_eq(r->duration, -log(1 - v), 2e-3);
  double passed = 0;
  for (int i = 0; i < p.n; i++) {
    const double u = (r->x[i + 1] - r->x[i]) / (2 * (place[i + 1] - place[i]));
    passed = fmax(passed, fmax(u + sqrt(r->x[i]), u + sqrt(r->x[i + 1])) - 1);
  }
  cr_assert_lt(passed, 1e-7, "tangents touch: %g", passed);
  lia_topp_free(r);
  // friction that helps to brake: 1 + v
  p.stop = 0;
  p.start = 0.5;
  r = solved(&p);
  lia_topp_free(r);
  // without friction the last stretch takes longer
  const double with = duration(&p);
  for (int i = 0; i <= p.n; i++) rows[i].d = 0;
  cr_assert(duration(&p) < with, "friction costs time");
}

LIA_TEST(topp, zero_inertia_is_found_where_it_bounds) {
  // row 1 loses its a at s = 1 and says x <= 4 there; row 2 would allow more
  lia_topp_problem p = even(200, 2, 2);
  for (int i = 0; i <= p.n; i++) {
    rows[2 * i] = (lia_topp_row){ 1.003 - place[i], 0.25, 0, 0, -1, 1 };
    rows[2 * i + 1] = (lia_topp_row){ 1, 0, 0, 0, -9, 9 };
  }
  lia_topp *r = solved(&p);
  lia_topp_zero zero[4];
  cr_assert_eq(lia_topp_zeros(&p, r, zero, 4), 1);
  cr_assert_float_eq(zero[0].s, 1.003, 1e-12);
  cr_assert_float_eq(zero[0].x, 4, 1e-12);
  cr_assert_eq(zero[0].what, LIA_TOPP_MOST(0));
  cr_assert_eq(lia_topp_zeros(&p, r, zero, 0), 1, "counted without room");
  // 0.25 x + 0.5 sqrt(x) = 1: sqrt(x) = sqrt(5) - 1
  for (int i = 0; i <= p.n; i++) rows[2 * i].d = 0.5;
  cr_assert_eq(lia_topp_zeros(&p, r, zero, 4), 1);
  cr_assert_float_eq(zero[0].x, (sqrt(5) - 1) * (sqrt(5) - 1), 1e-12);
  // a bound of the speed below it: not there
  for (int i = 0; i <= p.n; i++) {
    rows[2 * i].d = 0;
    fast[i] = 3;
  }
  cr_assert_eq(lia_topp_zeros(&p, r, zero, 4), 0);
  lia_topp_free(r);
}

static lia_status failing(const lia_topp_problem *p, lia_topp *r, lia_error *err) {
  *err = (lia_error){ 0 };
  return lia_topp_solve(r, p, err);
}

LIA_TEST(topp, failures_tell_where_and_what) {
  lia_error err = { 0 };
  lia_topp_problem p = even(100, 2, 2);
  lia_topp *r;
  cr_assert_eq(lia_topp_new(&r, p.n, &err), LIA_OK);
  for (int i = 0; i <= p.n; i++) {
    rows[2 * i] = (lia_topp_row){ 1, 0, 0, 0, -1, 1 };
    rows[2 * i + 1] = (lia_topp_row){ 1, 0, 0, 0, -8, 8 };
  }
  // rows that fight from s = 1 on: u <= 1 and u >= 2
  for (int i = 50; i <= p.n; i++) rows[2 * i + 1].lo = 2;
  cr_assert_eq(failing(&p, r, &err), LIA_EUNREACHABLE);
  cr_assert_eq(r->failure, LIA_TOPP_EMPTY);
  cr_assert_eq(r->place, 99);
  int seen = 0;
  for (int k = 0; k < 3; k++)
    seen |= (r->fight[k] == LIA_TOPP_MOST(0)) | (r->fight[k] == LIA_TOPP_LEAST(1)) << 1;
  cr_assert_eq(seen, 3);
  for (int i = 50; i <= p.n; i++) rows[2 * i + 1].lo = -8;
  // too fast a start, and too fast an end: v^2 = 2 a D
  p.start = 2.1;
  cr_assert_eq(failing(&p, r, &err), LIA_EUNREACHABLE);
  cr_assert_eq(r->failure, LIA_TOPP_START);
  cr_assert_float_eq(r->most, 2, 1e-9);
  p.start = 0;
  p.stop = 3;
  cr_assert_eq(failing(&p, r, &err), LIA_EUNREACHABLE);
  cr_assert_float_eq(r->most_stop, 2, 1e-9);
  fast[p.n] = 1;
  cr_assert_eq(failing(&p, r, &err), LIA_EUNREACHABLE);
  cr_assert_eq(r->failure, LIA_TOPP_EMPTY);
  cr_assert_float_eq(r->most_stop, 1, 1e-9);
  // nothing at all
  p = even(100, 0, 2);
  p.start = NAN;
  p.stop = NAN;
  cr_assert_eq(failing(&p, r, &err), LIA_EUNREACHABLE);
  cr_assert_eq(r->failure, LIA_TOPP_UNBOUNDED);
  // two places at rest side by side
  p = even(100, 1, 2);
  for (int i = 0; i <= p.n; i++) rows[i] = (lia_topp_row){ 1, 0, 0, 0, -1, 1 };
  fast[50] = fast[51] = 0;
  cr_assert_eq(failing(&p, r, &err), LIA_EUNREACHABLE);
  cr_assert_eq(r->failure, LIA_TOPP_STANDS);
  cr_assert_eq(r->place, 50);
  lia_topp_free(r);
}

LIA_TEST(topp, numbers_that_are_none) {
  lia_error err = { 0 };
  lia_topp_problem p = even(10, 1, 2);
  lia_topp *r;
  cr_assert_eq(lia_topp_new(&r, 0, &err), LIA_EARG);
  cr_assert_eq(lia_topp_new(&r, p.n, &err), LIA_OK);
  for (int i = 0; i <= p.n; i++) rows[i] = (lia_topp_row){ 1, 0, 0, 0, -1, 1 };
  rows[4].b = NAN;
  cr_assert_eq(failing(&p, r, &err), LIA_EARG);
  cr_assert(strstr(err.text, "row 1 between s = 0.6 and 0.8"), "%s", err.text);
  rows[4] = (lia_topp_row){ 1, 0, 0, 0, 1, -1 };
  cr_assert_eq(failing(&p, r, &err), LIA_EARG);
  rows[4].hi = 2;
  p.start = -1;
  cr_assert_eq(failing(&p, r, &err), LIA_EARG);
  p.start = 0;
  fast[3] = NAN;
  cr_assert_eq(failing(&p, r, &err), LIA_EARG);
  fast[3] = 1;
  place[3] = place[2];
  cr_assert_eq(failing(&p, r, &err), LIA_EARG);
  lia_topp_free(r);
}

// ---- jerk ----

static lia_topp_third thirds[MOST_N + 1];

// grid points at even steps of time of a motion that starts and ends at rest
static lia_topp_problem graded(int n, double length) {
  lia_topp_problem p = even(n, 1, length);
  for (int i = 0; i <= n; i++) {
    const double f = (double)i / n, near = f < 0.5 ? 2 * f * f : 1 - 2 * (1 - f) * (1 - f);
    place[i] = length * (f + 2 * near) / 3;
  }
  return p;
}

// one axis: the S-curve, in closed form T = D/v + v/a + a/j and so on (plan.h)
LIA_TEST(topp, jerk_on_one_axis_is_the_s_curve) {
  static const double limit[][3] = { { 1.5, 3, 20 }, { 100, 3, 20 }, { 1, 100, 20 }, { 9, 9, 5 } };
  for (int k = 0; k < 4; k++) {
    const double D = 2, v = limit[k][0], a = limit[k][1], j = limit[k][2];
    lia_topp_problem p = graded(300, D);
    for (int i = 0; i <= p.n; i++) {
      fast[i] = v * v;
      rows[i] = (lia_topp_row){ 1, 0, 0, 0, -a, a };
      thirds[i] = (lia_topp_third){ 1, 0, 0, -j, j };
    }
    lia_law law;
    lia_pieces *y;
    lia_topp_jerk_info info;
    lia_error err = { 0 };
    double T, at[3];
    const lia_limits lim = { v, a, j };
    cr_assert_eq(lia_law_make(&law, "trapacc", 0, 0, &err), LIA_OK);
    cr_assert_eq(lia_plan_fastest(&law, &D, &lim, 1, &T, &err), LIA_OK);
    cr_assert_eq(lia_topp_jerk(&y, &p, thirds, 1, &info, &err), LIA_OK, "%s", err.text);
    cr_assert_eq(lia_pieces_check(y, &err), LIA_OK, "%s", err.text);
    const double found = y->knot[y->m];
    cr_assert(info.gap < 1e-4 && info.newton < 100, "%d steps", info.newton);
    cr_assert_float_eq(found, T, 1e-2 * T, "case %d: %g, not %g", k, found, T);
    for (int order = 0; order < 3; order++)
      cr_assert_lt(lia_pieces_jump(y, order, NULL), 1e-8 * (1 + a), "order %d", order);
    lia_pieces_at(y, found, 2, at);
    cr_assert_float_eq(at[0], D, 1e-9);
    cr_assert_float_eq(at[1], 0, 1e-9);
    cr_assert_float_eq(at[2], 0, 1e-9);
    for (int order = 1; order < 4; order++) {
      const lia_extremes e = lia_pieces_extremes(y, 0, order);
      const double most = limit[k][order - 1] * (1 + 1e-3);
      cr_assert(e.least > -most && e.most < most, "order %d: %g to %g", order, e.least, e.most);
    }
    lia_pieces_free(y);
  }
}
