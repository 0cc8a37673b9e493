/* test_traj.c - motion laws against their definition, the numbers of [course] E5, and minimal times
 * */
#include "sym/expr/build.h"
#include "sym/expr/diff.h"
#include "sym/tape/eval.h"
#include "traj/law_curve.h"
#include "traj/law_expr.h"
#include "traj/plan.h"

#include "base/rng.h"

#include "house.h"
#include <math.h>
#include <string.h>

// ta, tr, td, trd
static const double shapes[][LIA_LAW_SHAPES] = {
  { 0 }, { 0.5, 0.25 }, { 0.25, 0.1 }, { 0.1, 0.02 }, { 0.2, 0.05, 0.5, 0.1 }, { 0.62, 0.3, 0.38 },
  { 0.15, 0, 0.4, 0.2 },
};
enum { SHAPES = sizeof shapes / sizeof shapes[0] };

static lia_law make(const char *name, double ta, double tr) {
  lia_law law;
  lia_error err = { 0 };
  cr_assert_eq(lia_law_make(&law, name, ta, tr, &err), LIA_OK, "%s: %s", err.path, err.text);
  return law;
}

static lia_law shaped(const char *name, const double *shape) {
  lia_law law;
  lia_error err = { 0 };
  cr_assert_eq(lia_law_make_of(&law, name, shape, &err), LIA_OK, "%s: %s", err.path, err.text);
  return law;
}

// each column is the derivative of the one before; the travel is 0 to 1 at rest; peaks are reached,
// never passed
LIA_TEST(law, rows_are_consistent_and_keep_their_peaks) {
  for (int k = 0; k < LIA_LAW_COUNT; k++)
    for (int n = 0; n < SHAPES; n++) {
      const char *name = lia_law_rows[k]->name;
      lia_law law = shaped(name, shapes[n]);
      double s[4], a[4], b[4], peak[3], top[3] = { 0 }, h = 1e-6;
      lia_law_peaks(&law, peak);
      lia_law_eval(&law, 0, s);
      cr_assert(s[0] == 0 && s[1] == 0, "%s starts at rest", name);
      lia_law_eval(&law, 1, s);
      cr_assert_float_eq(s[0], 1, 1e-15, "%s ends at 1", name);
      cr_assert(s[1] == 0, "%s ends at rest", name);
      for (int i = 0; i < 4000; i++) {
        double t = i / 4000.0 + 1e-5;
        lia_law_eval(&law, t, s);
        lia_law_eval(&law, t - h, a);
        lia_law_eval(&law, t + h, b);
        for (int d = 0; d < 2; d++)
          cr_assert_float_eq((b[d] - a[d]) / (2 * h), s[d + 1], 2e-3 * peak[1],
              "%s: derivative %d at %g", name, d + 1, t);
        if (isfinite(peak[2]))
          cr_assert_float_eq((b[2] - a[2]) / (2 * h), s[3],
              1.01 * peak[2] * (fabs(a[3] - b[3]) > peak[2] / 2) + 1e-3 * peak[2], "%s: jerk at %g",
              name, t);
        for (int d = 0; d < 3; d++) top[d] = fmax(top[d], fabs(s[d + 1]));
      }
      for (int d = 0; d < 2 + (isfinite(peak[2]) != 0); d++) {
        cr_assert(top[d] <= peak[d] * (1 + 1e-12), "%s: peak %d is %.15g, met %.15g", name, d + 1,
            peak[d], top[d]);
        cr_assert(top[d] >= peak[d] * 0.999, "%s: peak %d is %.15g, met only %.15g", name, d + 1,
            peak[d], top[d]);
      }
    }
}

LIA_TEST(law, every_row_has_all_its_columns) {
  for (int k = 0; k < LIA_LAW_COUNT; k++) {
    const lia_law_row *row = lia_law_rows[k];
    double peak[3];
    cr_assert_eq(lia_law_find(row->name), k, "%s", row->name);
    cr_assert(*row->text && row->half && row->peaks && row->nline > 0, "%s", row->name);
    cr_assert(row->nshape >= 0 && row->nshape <= LIA_LAW_SHAPES, "%s", row->name);
    lia_law law = make(row->name, 0.25, 0.1);
    lia_law_peaks(&law, peak);
    int keeps = isfinite(peak[2]) ? LIA_LAW_JERK : LIA_LAW_ACCELERATION;
    cr_assert_eq(row->limits, keeps, "%s", row->name);
    if (row->s_curve) cr_assert(row->nshape == 2, "%s: the S-curve has ta and tr", row->name);
  }
}

// s, s', s'', s''' of the lines of a row, t, ta and tr symbols
static lia_tape *tape_of(lia_pool *p, lia_law_kind kind, int within) {
  static const char *const names[] = { "time", "ta", "tr", "td", "trd" };
  lia_expr in[5], s[4];
  lia_tape *tape = NULL;
  lia_error err = { 0 };
  for (int k = 0; k < 5; k++) in[k] = lia_sym_symbol(p, names[k]);
  lia_status st = lia_law_expr_of(p, kind, in[0], in + 1, within, &s[0], &err);
  cr_assert_eq(st, LIA_OK, "%s: %s", err.path, err.text);
  for (int d = 0; d < 3; d++) s[d + 1] = lia_diff(p, s[d], in[0]);
  cr_assert_eq(lia_tape_new(&tape, p, 5, in, 4, s, &err), LIA_OK, "%s", err.text);
  return tape;
}

static void same_law(const lia_tape *tape, const lia_law *law, double t, double *work) {
  double in[5] = { t, law->ta, law->tr, law->td, law->trd }, got[4], want[4];
  lia_tape_eval(tape, in, got, work);
  lia_law_eval(law, t, want);
  for (int d = 0; d < 4; d++)
    cr_assert_float_eq(got[d], want[d], 1e-10 * (1 + fabs(want[d])),
        "%s: s%d at %g: %.15g, not %.15g",
        lia_law_rows[law->kind]->name, d, t, got[d], want[d]);
}

LIA_TEST(law, expressions_and_numbers_are_one_law) {
  for (int k = 0; k < LIA_LAW_COUNT; k++)
    for (int within = 0; within < 2; within++) {
      lia_pool *p = lia_pool_new();
      lia_tape *tape = tape_of(p, (lia_law_kind)k, within);
      double *work = lia_malloc((tape->nslot + 1) * sizeof *work);
      for (int n = 0; n < SHAPES; n++) {
        lia_law law = shaped(lia_law_rows[k]->name, shapes[n]);
        for (int i = within ? 0 : -100; i < (within ? 400 : 500); i++)
          same_law(tape, &law, (i + 0.3) / 400.0, work);
      }
      lia_free(work);
      lia_free(tape);
      lia_pool_free(p);
    }
}

// a polynomial of numbers is that polynomial, and a shape that is needed is asked for by name
LIA_TEST(law, expressions_are_short_and_say_what_they_lack) {
  lia_pool *p = lia_pool_new();
  lia_expr t = lia_sym_symbol(p, "t"), s;
  lia_error err = { 0 };
  cr_assert_eq(lia_law_expr(p, LIA_LAW_poly3, t, 0, 0, 1, &s, &err), LIA_OK);
  lia_expr want = lia_sym_sub(p, lia_sym_scale(p, lia_sym_int(p, 3), lia_sym_sq(p, t)),
                              lia_sym_scale(p, LIA_TWO, lia_sym_powi(p, t, 3)));
  cr_assert_eq(s, want);
  cr_assert_eq(lia_law_expr(p, LIA_LAW_trapacc, t, LIA_HALF, 0, 1, &s, &err), LIA_EARG);
  cr_assert_str_eq(err.text, "its law needs 'tr'");
  err = (lia_error){ 0 };
  cr_assert_eq(lia_law_expr(p, LIA_LAW_trapezoid, t, 0, 0, 1, &s, &err), LIA_EARG);
  cr_assert_str_eq(err.text, "its law needs 'ta'");
  lia_pool_free(p);
}

static void expect(const lia_law *law, double t, const double want[4], double tol) {
  double s[4];
  lia_law_eval(law, t, s);
  for (int d = 0; d < 4; d++)
    if (!isnan(want[d]))
      cr_assert_float_eq(s[d], want[d], tol, "%s at %g: s%d = %.15g, expected %.15g",
          lia_law_rows[law->kind]->name, t, d, s[d], want[d]);
}

LIA_TEST(law, values_of_the_course) {
  lia_law p5 = make("poly5", 0, 0), p7 = make("poly7", 0, 0), s2 = make("sine2", 0.25, 0),
      tz = make("trapezoid", 0.25, 0);
  expect(&p5, 0.3, (double[]){ .16308, 1.323, 5.04, -15.6 }, 1e-12);                    // E5.1
  expect(&p7, 0.3, (double[]){ .126036, 1.29654, 7.4088, -8.82 }, 1e-12);               // E5.2
  expect(&p7, 0.5 - sqrt(5) / 10, (double[]){ NAN, NAN, 84 * sqrt(5) / 25, 0 }, 1e-12);
  expect(&p7, 0.5 - sqrt(0.6) / 2, (double[]){ NAN, NAN, NAN, 42 }, 1e-11);
  // E5.4: T = 2, ta = .5: s'' = 8/3 = s''(t*)/T^2, v = 2/3
  double T = 2;
  expect(&s2, 0.25 / T, (double[]){ .024779802726277, NAN, 8.0 / 3 * T * T, NAN }, 1e-12);
  expect(&s2, 0.5 / T, (double[]){ 1.0 / 6, 2.0 / 3 * T, 0, 0 }, 1e-12);
  expect(&s2, 1 / T, (double[]){ 0.5, 2.0 / 3 * T, 0, 0 }, 1e-12);
  expect(&tz, 0.1, (double[]){ NAN, NAN, 4.0 / 3 * T * T, 0 }, 1e-12);
  expect(&p5, -1, (double[]){ 0, 0, 0, 0 }, 0);
  expect(&p5, 2, (double[]){ 1, 0, 0, 0 }, 0);
  double s[4];
  lia_law_eval(&p5, (double)NAN, s);
  cr_assert(isnan(s[0]));
}

LIA_TEST(plan, minimal_times_of_the_course) {
  lia_law p5 = make("poly5", 0, 0), p7 = make("poly7", 0, 0);
  lia_limits lim = { 3, 10, 60 }, nojerk = { 3, 10, 0 };
  double T;
  cr_assert_eq(lia_plan_duration(&p5, 2, &lim, &T, NULL), LIA_OK);
  cr_assert_float_eq(T, 1.2599210498948732, 1e-14);
  cr_assert_eq(lia_plan_duration(&p5, -2, &nojerk, &T, NULL), LIA_OK);
  cr_assert_float_eq(T, 1.25, 1e-14);
  cr_assert_eq(lia_plan_duration(&p7, 2, &lim, &T, NULL), LIA_OK);
  cr_assert_float_eq(T, 1.4583333333333333, 1e-14);
}

// fastest three-phase moves: the trapezoid by hand, and for all: one limit is reached, none is
// passed, no other ta is faster
LIA_TEST(plan, fastest_phases_reach_a_limit_and_pass_none) {
  lia_law tz = make("trapezoid", 0, 0);
  lia_limits one = { 1, 2, 0 };
  double T, far = 5, near = 0.1;
  cr_assert_eq(lia_plan_fastest(&tz, &far, &one, 1, &T, NULL), LIA_OK);
  cr_assert_float_eq(T, far / 1 + 1.0 / 2, 1e-14);
  cr_assert_eq(lia_plan_fastest(&tz, &near, &one, 1, &T, NULL), LIA_OK);
  cr_assert_float_eq(T, 2 * sqrt(near / 2), 1e-14);
  cr_assert_float_eq(tz.ta, 0.5, 1e-15);

  const char *names[] = { "trapezoid", "trapacc", "sine2" };
  for (int k = 0; k < 3; k++)
    for (double D = 0.01; D < 100; D *= 1.7) {
      double travel[3] = { D, -D / 3, 0 };
      lia_limits lim[3] = { { 1, 3, k ? 40 : 0 }, { 0, 0.5, k ? 5 : 0 }, { 1, 1, 1 } };
      if (!k) lim[2].j = 0;
      lia_law law = make(names[k], 0, 0), other;
      cr_assert_eq(lia_plan_fastest(&law, travel, lim, 3, &T, NULL), LIA_OK);
      double peak[3], reached = 0;
      lia_law_peaks(&law, peak);
      for (int i = 0; i < 2; i++) {
        const double *l = &lim[i].v;
        for (int d = 0; d < 3; d++)
          if (l[d] > 0) reached = fmax(reached, peak[d] * fabs(travel[i]) / pow(T, d + 1) / l[d]);
      }
      cr_assert_float_eq(reached, 1, 1e-12, "%s D=%g: %.15g of a limit", names[k], D, reached);
      for (double ta = 0.02; ta <= 0.5; ta += 0.02) {
        double Ti, slowest = 0;
        other = make(names[k], ta, law.kind == LIA_LAW_trapacc ? ta / 4 : 0);
        for (int i = 0; i < 2; i++) {
          cr_assert_eq(lia_plan_duration(&other, travel[i], &lim[i], &Ti, NULL), LIA_OK);
          slowest = fmax(slowest, Ti);
        }
        cr_assert(T <= slowest * (1 + 1e-12), "%s D=%g: ta=%g takes %g, ours %g", names[k], D, ta,
            slowest, T);
      }
    }
}

// the time to a speed under limits of acceleration and jerk, from 0 to 0 acceleration
static double ramp(double v, double a, double j) {
  return v * j > a * a ? v / a + a / j : 2 * sqrt(v / j);
}

// the S-curve of the books, with its top speed found by halving: both ramps fit into the way
static double s_curve(double D, const lia_limits *l) {
  double a = l->a > 0 ? l->a : 1e9, lo = 0, hi = l->v > 0 ? l->v : 1e9;
  for (int k = 0; k < 200; k++) {
    double v = (lo + hi) / 2;
    if (v * ramp(v, a, l->j) <= D) lo = v;
    else hi = v;
  }
  return D / lo + ramp(lo, a, l->j);
}

// D = 2 with v = 3, a = 10, j = 60: D/v + v/a + a/j = 1.13333; and 3,000 random limits, none
// passed, T that of the S-curve
LIA_TEST(plan, trapezoidal_acceleration_is_the_s_curve) {
  lia_law law = make("trapacc", 0, 0);
  lia_limits lim = { 3, 10, 60 };
  double T, D = 2;
  cr_assert_eq(lia_plan_fastest(&law, &D, &lim, 1, &T, NULL), LIA_OK);
  cr_assert_float_eq(T, 2. / 3 + 3. / 10 + 1. / 6, 1e-15);
  cr_assert_float_eq(law.ta * T, 3. / 10 + 1. / 6, 1e-15);
  cr_assert_float_eq(law.tr * T, 1. / 6, 1e-15);
  lia_rng r = lia_rng_seed(6);
  int cruises = 0, holds = 0;
  for (int k = 0; k < 3000; k++) {
    lim.v = k % 5 ? exp(lia_rng_range(&r, -3, 3)) : 0;
    lim.a = k % 7 ? exp(lia_rng_range(&r, -3, 3)) : 0;
    lim.j = exp(lia_rng_range(&r, -3, 3));
    D = exp(lia_rng_range(&r, -4, 4));
    law = make("trapacc", lia_rng_range(&r, 0.1, 0.5), 0);
    cr_assert_eq(lia_plan_fastest(&law, &D, &lim, 1, &T, NULL), LIA_OK);
    cr_assert_float_eq(T / s_curve(D, &lim), 1, 1e-12, "D %g v %g a %g j %g: %g", D, lim.v, lim.a,
        lim.j, T);
    double peak[3], s[4];
    lia_law_peaks(&law, peak);
    for (int d = 0; d < 3; d++) {
      const double most = (&lim.v)[d];
      cr_assert(most == 0 || peak[d] * D / pow(T, d + 1) <= most * (1 + 1e-12));
    }
    lia_law_eval(&law, 1, s);
    cr_assert(s[0] == 1 && law.tr > 0 && law.tr <= law.ta / 2 && law.ta <= 0.5);
    cruises += law.ta < 0.5 - 1e-9;
    holds += law.tr < law.ta / 2 - 1e-9;
  }
  cr_assert(cruises > 300 && cruises < 2700 && holds > 300 && holds < 2700);
}

// a cubic is its own spline; and a spline is C2 through its points
LIA_TEST(plan, spline_reproduces_cubics_and_meets_its_points) {
  double t[] = { -1, 0, 0.5, 2, 3.5 }, x[10], y[10], w[5], pos[2], vel[2], acc[2];
  for (int k = 0; k < 5; k++) {
    x[2*k] = 1 + t[k] * (2 + t[k] * (-3 + t[k] * 0.5));
    x[2*k+1] = sin(3 * t[k]);
  }
  double v0[] = { 2 + 6 + 1.5, 0.3 }, v1[] = { 2 - 21 + 1.5 * 3.5 * 3.5, -1 };
  cr_assert_eq(lia_plan_spline(t, x, 5, 2, v0, v1, y, w, NULL), LIA_OK);
  for (double u = -1; u <= 3.5; u += 0.125) {
    lia_plan_spline_at(t, x, y, 5, 2, u, pos, vel, acc);
    cr_assert_float_eq(pos[0], 1 + u * (2 + u * (-3 + u * 0.5)), 1e-12);
    cr_assert_float_eq(vel[0], 2 + u * (-6 + 1.5 * u), 1e-12);
    cr_assert_float_eq(acc[0], -6 + 3 * u, 1e-12);
  }
  for (int k = 0; k < 5; k++) {
    double before[2], vb[2], ab[2];
    lia_plan_spline_at(t, x, y, 5, 2, t[k], pos, vel, acc);
    lia_plan_spline_at(t, x, y, 5, 2, nextafter(t[k], -9), before, vb, ab);
    cr_assert_float_eq(pos[1], x[2*k+1], 1e-14);
    cr_assert_float_eq(vel[1], vb[1], 1e-12);
    cr_assert_float_eq(acc[1], ab[1], 1e-12);
  }
  lia_plan_spline_at(t, x, y, 5, 2, -1, pos, vel, acc);
  cr_assert_float_eq(vel[1], 0.3, 1e-13);
  lia_plan_spline_at(t, x, y, 5, 2, 99, pos, vel, acc);
  cr_assert_float_eq(vel[1], -1, 1e-13);
}

LIA_TEST(plan, mistakes_are_named) {
  lia_law law;
  lia_error err = { 0 };
  double T, t[] = { 0, 1, 1 }, x[3] = { 0 };
#define BAD(call, where)                                            \
  do {                                                              \
    err = (lia_error){ 0 };                                         \
    cr_assert_neq((call), LIA_OK, "%s", #call);                     \
    cr_assert_str_eq(err.path, (where), "%s: %s", #call, err.path); \
  } while (0)
  BAD(lia_law_make(&law, "poly4", 0, 0, &err), "law");
  BAD(lia_law_make(&law, "sine2", 0.6, 0, &err), "ta");
  BAD(lia_law_make(&law, "trapacc", 0.2, 0.11, &err), "tr");
  BAD(lia_law_make_of(&law, "sine2", (double[]){ 0.6, 0, 0.5, 0 }, &err), "td");
  BAD(lia_law_make_of(&law, "sine2", (double[]){ 1.2, 0, 0.5, 0 }, &err), "ta");
  BAD(lia_law_make_of(&law, "trapacc", (double[]){ 0.2, 0.1, 0.4, 0.3 }, &err), "trd");
  law = make("trapezoid", 0, 0);
  BAD(lia_plan_duration(&law, 1, &(lia_limits){ 1, 1, 1 }, &T, &err), "law");
  BAD(lia_plan_duration(&law, 1, &(lia_limits){ 0, 0, 0 }, &T, &err), "limits");
  BAD(lia_plan_duration(&law, 1, &(lia_limits){ -1, 1, 0 }, &T, &err), "limits");
  BAD(lia_plan_duration(&law, (double)INFINITY, &(lia_limits){ 1, 1, 0 }, &T, &err), "travel");
  BAD(lia_plan_spline(t, x, 3, 1, NULL, NULL, x, x, &err), "t");
  const lia_axis_limits one_way = { { 1, 1 }, { 2, 0 }, 0 };
  const double D = 1;
  BAD(lia_plan_shortest(&law, &D, &one_way, 1, &T, &err), "limits");
  lia_pieces *p;
  BAD(lia_law_curve(&p, &law, 0, &D, &D, 1, 0, &T, &err), "T");
#undef BAD
}

// ---- cam laws, braking, several axes ----

// Norton, Cam Design and Manufacturing Handbook: peak factors of the standard rises
LIA_TEST(law, peak_factors_of_cams) {
  static const struct { const char *name; double ta, v, a, j; } want[] = {
    { "harmonic", 0, 1.571, 4.945, (double)INFINITY }, { "cycloid", 0, 2, 6.283, 39.5 },
    { "modtrap", 0, 2, 4.888, 61.4 }, { "modsine", 0, 1.760, 5.528, 69.5 },
    { "modvel", 0.25, 1.275, 8.013, 201.4 }, { "poly5", 0, 1.875, 5.777, 60 },
    { "poly7", 0, 2.188, 7.526, 52.5 }, { "trapezoid", 0.5, 2, 4, (double)INFINITY },
  };
  for (unsigned k = 0; k < sizeof want / sizeof *want; k++) {
    double peak[3];
    lia_law law = make(want[k].name, want[k].ta, 0);
    lia_law_peaks(&law, peak);
    cr_assert_float_eq(peak[0], want[k].v, 1e-3, "%s", want[k].name);
    cr_assert_float_eq(peak[1], want[k].a, 1.5e-2, "%s", want[k].name);
    if (isfinite(want[k].j)) cr_assert_float_eq(peak[2], want[k].j, 0.06, "%s", want[k].name);
    else cr_assert(isinf(peak[2]));
  }
}

// s, s' (and s'' where jerk is kept) go on where the formula changes; half of the way at half time
LIA_TEST(law, formulas_meet_at_their_breaks) {
  for (int k = 0; k < LIA_LAW_COUNT; k++)
    for (int n = 0; n < SHAPES; n++) {
      const lia_law_row *row = lia_law_rows[k];
      lia_law law = shaped(row->name, shapes[n]);
      double t[LIA_LAW_BREAKS], left[4], right[4], peak[3];
      const int breaks = lia_law_breaks(&law, t);
      lia_law_peaks(&law, peak);
      cr_assert(t[0] == 0 && t[breaks - 1] == 1 && breaks <= LIA_LAW_BREAKS);
      for (int i = 0; i < breaks; i++)
        for (int d = 0; d < (row->limits == LIA_LAW_JERK ? 3 : 2); d++) {
          lia_law_eval(&law, t[i] - 1e-9, left);
          lia_law_eval(&law, t[i] + 1e-9, right);
          cr_assert_float_eq(left[d], right[d], 1e-6 * (1 + (d == 2 ? peak[2] / 10 : 0)),
                             "%s: s%d at %g", row->name, d, t[i]);
        }
      lia_law_eval(&law, 0.5, left);
      if (law.td == law.ta && law.trd == law.tr) cr_assert_float_eq(left[0], 0.5, 1e-15);
    }
}

// the phases exchanged: the same law backwards
LIA_TEST(law, braking_mirrors_acceleration) {
  for (int k = 0; k < LIA_LAW_COUNT; k++)
    for (int n = 0; n < SHAPES; n++) {
      lia_law law = shaped(lia_law_rows[k]->name, shapes[n]);
      lia_law back = { law.kind, law.td, law.trd, law.ta, law.tr };
      double s[4], b[4], a[2], swapped[2];
      for (double t = 0.013; t < 1; t += 0.031) {
        lia_law_eval(&law, t, s);
        lia_law_eval(&back, 1 - t, b);
        cr_assert_float_eq(s[0], 1 - b[0], 1e-14);
        cr_assert_float_eq(s[1], b[1], 1e-13);
        cr_assert_float_eq(s[2], -b[2], 1e-11);
      }
      lia_law_accelerations(&law, a);
      lia_law_accelerations(&back, swapped);
      cr_assert(a[0] == swapped[1] && a[1] == swapped[0]);
    }
}

LIA_TEST(law, modified_velocity_ends_as_the_modified_sine) {
  lia_law slow = make("modvel", 0.5, 0), sine = make("modsine", 0, 0);
  double a[4], b[4];
  for (double t = 0; t <= 1; t += 0.01) {
    lia_law_eval(&slow, t, a);
    lia_law_eval(&sine, t, b);
    for (int d = 0; d < 4; d++) cr_assert_float_eq(a[d], b[d], 1e-12 * (1 + fabs(b[d])));
  }
}

// rms of s'': closed forms
LIA_TEST(law, root_mean_squares) {
  const double pi = acos(-1);
  lia_law poly3 = make("poly3", 0, 0), poly5 = make("poly5", 0, 0), cycloid = make("cycloid", 0, 0),
          harmonic = make("harmonic", 0, 0),
          uneven = shaped("trapezoid", (double[]){ 0.2, 0, 0.5, 0 }), sine2 = make("sine2", 0.3, 0);
  cr_assert_float_eq(lia_law_rms(&poly3), sqrt(12), 1e-13);
  cr_assert_float_eq(lia_law_rms(&poly5), sqrt(120.0 / 7), 1e-13);
  cr_assert_float_eq(lia_law_rms(&cycloid), 2 * pi / sqrt(2), 1e-12);
  cr_assert_float_eq(lia_law_rms(&harmonic), pi * pi / 2 / sqrt(2), 1e-12);
  const double v = 1 / 0.65, a = v / 0.2, b = v / 0.5;
  cr_assert_float_eq(lia_law_rms(&uneven), sqrt(0.2 * a * a + 0.5 * b * b), 1e-12);
  const double v2 = 1 / 0.7, peak = 2 * v2 / 0.3;   // mean of sin^4 is 3/8
  cr_assert_float_eq(lia_law_rms(&sine2), sqrt(0.6 * peak * peak * 3 / 8), 1e-12);
}

// T of a law as it stands, for limits with signs
static double time_of(const lia_law *law, double D, const lia_axis_limits *l) {
  double peak[3], a[2];
  const int back = D < 0;
  lia_law_peaks(law, peak);
  lia_law_accelerations(law, a);
  double T = sqrt(fmax(a[0] * fabs(D) / l->a[back], a[1] * fabs(D) / l->a[!back]));
  if (l->v[back] > 0) T = fmax(T, peak[0] * fabs(D) / l->v[back]);
  if (l->j > 0) T = fmax(T, cbrt(peak[2] * fabs(D) / l->j));
  return T;
}

// trapezoid, no speed limit: v^2/(2 a) + v^2/(2 b) = D
LIA_TEST(plan, braking_harder_than_accelerating_by_hand) {
  lia_law law = make("trapezoid", 0, 0);
  const lia_axis_limits lim = { { 0, 0 }, { 2, 6 }, 0 };
  const double D = 3, back = -3, v = sqrt(2 * D * 2 * 6 / 8);
  double T;
  cr_assert_eq(lia_plan_shortest(&law, &D, &lim, 1, &T, NULL), LIA_OK);
  cr_assert_float_eq(T, v / 2 + v / 6, 1e-14);
  cr_assert_float_eq(law.ta * T, v / 2, 1e-14);
  cr_assert_float_eq(law.td * T, v / 6, 1e-14);
  cr_assert_eq(lia_plan_shortest(&law, &back, &lim, 1, &T, NULL), LIA_OK);
  cr_assert_float_eq(T, v / 2 + v / 6, 1e-14);
  cr_assert_float_eq(law.ta * T, v / 6, 1e-14);
}

// every law under random limits with signs: none passed, one reached, and no other shape of a
// search is faster
LIA_TEST(plan, no_shape_of_a_search_is_faster) {
  lia_rng r = lia_rng_seed(12);
  for (int k = 0; k < LIA_LAW_COUNT; k++)
    for (int run = 0; run < 60; run++) {
      const lia_law_row *row = lia_law_rows[k];
      lia_axis_limits lim = { { 0 }, { 0 }, 0 };
      for (int d = 0; d < 2; d++) {
        lim.v[d] = run % 4 ? exp(lia_rng_range(&r, -2, 2)) : 0;
        lim.a[d] = exp(lia_rng_range(&r, -2, 2));
      }
      if (row->limits == LIA_LAW_JERK && run % 3) lim.j = exp(lia_rng_range(&r, -1, 3));
      const double D = lia_rng_range(&r, 0.1, 4) * (run % 2 ? -1 : 1);
      lia_law law = make(row->name, 0, 0), other;
      double T;
      unsigned char binds[3];
      cr_assert_eq(lia_plan_shortest(&law, &D, &lim, 1, &T, NULL), LIA_OK);
      cr_assert_float_eq(time_of(&law, D, &lim), T, 1e-12 * T, "%s", row->name);
      lia_plan_binds(&law, 0, &D, &lim, 1, T, binds);
      cr_assert(binds[0] || binds[1] || binds[2], "%s: something binds", row->name);
      double peak[3], acc[2];
      const int back = D < 0;
      lia_law_peaks(&law, peak);
      lia_law_accelerations(&law, acc);
      const double used_v = lim.v[back] > 0 ? peak[0] * fabs(D) / T / lim.v[back] : 0,
                   up = acc[0] * fabs(D) / (T * T) / lim.a[back],
                   down = acc[1] * fabs(D) / (T * T) / lim.a[!back],
                   used_j = lim.j > 0 ? peak[2] * fabs(D) / (T * T * T) / lim.j : 0;
      cr_assert_eq(binds[0], used_v > 1 - 1e-8);
      cr_assert_eq(binds[1], up > 1 - 1e-8 || down > 1 - 1e-8, "%s", row->name);
      cr_assert_eq(binds[2], used_j > 1 - 1e-8);
      for (int i = 0; i < 400; i++) {
        double shape[LIA_LAW_SHAPES];
        shape[0] = lia_rng_range(&r, 0.01, 0.98);
        shape[2] = lia_rng_range(&r, 0.005, 0.9999) * (1 - shape[0]);
        // without a jerk limit tr keeps its share of ta; with one it is free
        const int free = lim.j > 0;
        shape[1] = shape[0] * (free ? lia_rng_range(&r, 0.01, 0.5) : 0.25);
        shape[3] = shape[2] * (free ? lia_rng_range(&r, 0.01, 0.5) : 0.25);
        cr_assert_eq(lia_law_make_of(&other, row->name, shape, NULL), LIA_OK);
        cr_assert(T <= time_of(&other, D, &lim) * (1 + 1e-12), "%s: ta %g td %g", row->name,
                  shape[0], shape[2]);
      }
    }
}

// each axis alone takes at most T, one takes T, none is faster than in proportion, all keep limits
LIA_TEST(plan, axes_in_one_time) {
  lia_rng r = lia_rng_seed(13);
  for (int k = 0; k < LIA_LAW_COUNT; k++)
    for (int run = 0; run < 40; run++) {
      const lia_law_row *row = lia_law_rows[k];
      lia_axis_limits lim[3];
      lia_law law[3], together = make(row->name, 0, 0);
      double travel[3], T, T_phase, slowest = 0;
      for (int i = 0; i < 3; i++) {
        lim[i] = lia_both_ways((lia_limits){ exp(lia_rng_range(&r, -1, 1)),
                                             exp(lia_rng_range(&r, -1, 1)), 0 });
        if (row->limits == LIA_LAW_JERK) lim[i].j = exp(lia_rng_range(&r, 0, 3));
        travel[i] = i == 1 ? 0 : lia_rng_normal(&r);
        law[i] = together;
        double alone;
        lia_law one = together;
        cr_assert_eq(lia_plan_shortest(&one, &travel[i], &lim[i], 1, &alone, NULL), LIA_OK);
        slowest = fmax(slowest, alone);
      }
      cr_assert_eq(lia_plan_by_time(law, travel, lim, 3, &T, NULL), LIA_OK);
      cr_assert_eq(lia_plan_shortest(&together, travel, lim, 3, &T_phase, NULL), LIA_OK);
      cr_assert_float_eq(T, slowest, 1e-12 * T);
      cr_assert(T <= T_phase * (1 + 1e-12));
      for (int i = 0; i < 3; i++)
        cr_assert(time_of(&law[i], travel[i], &lim[i]) <= T * (1 + 1e-9), "%s", row->name);
      unsigned char binds[9];
      lia_plan_binds(law, 1, travel, lim, 3, T, binds);
      cr_assert_eq(binds[3] + binds[4] + binds[5], 0, "what does not move is not bound");
    }
}

// every law in every shape as a curve: exact, or as far from it as told; derivatives too
LIA_TEST(law, curves_are_the_laws) {
  const double from[] = { 1, -2 }, to[] = { 3, 0.5 }, T = 1.7;
  for (int k = 0; k < LIA_LAW_COUNT; k++)
    for (int n = 0; n < SHAPES; n++) {
      lia_law law[2] = { shaped(lia_law_rows[k]->name, shapes[n]),
                         shaped(lia_law_rows[k]->name, shapes[(n + 1) % SHAPES]) };
      for (int stride = 0; stride < 2; stride++) {
        lia_pieces *x;
        double error, most = 0, peak[3];
        lia_law_peaks(&law[0], peak);
        cr_assert_eq(lia_law_curve(&x, law, stride, from, to, 2, T, &error, NULL), LIA_OK);
        cr_assert(x->knot[0] == 0 && x->knot[x->m] == T);
        for (double t = 0.0013; t < T; t += 0.01)
          for (int c = 0; c < 2; c++) {
            double s[4], at[8];
            const double D = to[c] - from[c];
            lia_law_eval(&law[c * stride], t / T, s);
            lia_pieces_at(x, t, 3, at);
            most = fmax(most, fabs(at[c] - (from[c] + D * s[0])));
            cr_assert_float_eq(at[2 + c], D * s[1] / T, 1e-8);
            cr_assert_float_eq(at[4 + c], D * s[2] / (T * T), 1e-6 * (1 + fabs(s[2])));
          }
        const int exact = lia_law_rows[k]->degree > 0;
        cr_assert(!exact || error == 0);
        cr_assert(most <= 2 * error + 1e-13, "%s: %g, told %g", lia_law_rows[k]->name, most, error);
        cr_assert(error < 1e-9, "%s: %g", lia_law_rows[k]->name, error);
        lia_pieces_free(x);
      }
    }
}
