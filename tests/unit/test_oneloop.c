/* test_oneloop.c - planar mechanisms: numbers of the course, loop equations, differences in time */
#include "con/planar_loop.h"
#include "num/trig.h"

#include "base/rng.h"

#include "house.h"
#include <math.h>
#include <string.h>

static const double pi = 3.14159265358979323846;
#define CLOSE(got, want, tol) \
  cr_assert_float_eq((got), (want), (tol), "%s = %.16g, expected %.16g", #got, (double)(got), \
      (double)(want))

LIA_TEST(trig, both_roots_at_any_scale_and_no_others) {
  lia_rng r = lia_rng_seed(5);
  for (int n = 0; n < 20000; n++) {
    double size = pow(10, lia_rng_range(&r, -150, 150)), K = size * lia_rng_normal(&r),
        L = size * lia_rng_normal(&r);
    double M = hypot(K, L) * lia_rng_range(&r, -1.5, 1.5);
    lia_trig_roots s = lia_trig_solve(K, L, M);
    cr_assert_eq(s.count, fabs(M) < hypot(K, L) ? 2 : 0);
    for (int k = 0; k < s.count; k++) {
      CLOSE((K * cos(s.phi[k]) + L * sin(s.phi[k]) - M) / hypot(K, L), 0, 1e-15 * 4);
      cr_assert(s.phi[k] > -pi && s.phi[k] <= pi);
    }
    // the course's form where it does not divide by 0: + is the first
    if (s.count == 2 && fabs(K + M) > 1e-3 * size)
      CLOSE(lia_trig_wrap(s.phi[0] - 2
          * atan((L + sqrt((hypot(K, L) - M) * (hypot(K, L) + M))) / (K + M))), 0, 1e-9);
  }
  // K + M = 0: phi = pi is a root
  lia_trig_roots s = lia_trig_solve(1, 2, -1);
  cr_assert(s.count == 2 &&
      (s.phi[0] == pi || s.phi[1] == pi || fabs(fabs(s.phi[0]) - pi) < 1e-15));
  cr_assert_eq(lia_trig_solve(3, 4, 5).count, 1);
  cr_assert_eq(lia_trig_solve(0, 0, 0).count, -1);
  cr_assert(lia_trig_solve(0, 0, 1).count == 0 && isinf(lia_trig_solve(0, 0, 1).gap));
  CLOSE(lia_trig_solve(3, 4, 10).gap, 1, 1e-15);
  cr_assert(lia_trig_solve((double)NAN, 0, 1).count == 0 &&
      isnan(lia_trig_solve(1, (double)INFINITY, 1).gap));
  cr_assert(lia_trig_wrap(-pi) == pi && lia_trig_wrap(7) == 7 - 2 * pi);
}

// [course] E2.2: D = (l5, -l4)
static const lia_fourbar course = { 1, 3, 2.5, 3, -0.5 };

LIA_TEST(fourbar, numbers_of_the_course) {
  lia_jet phi1 = { pi / 3, 2, 0.5 }, p2, p3, E[2];
  lia_error err = { 0 };
  cr_assert_eq(lia_fourbar_solve(&course, -1, phi1, &p2, &p3, &err), LIA_OK, "%s", err.text);
  CLOSE(p2.x, 0.3818068424921154, 1e-14);
  CLOSE(p3.x, 1.4569591080819342, 1e-14);
  CLOSE(p2.v, -0.30192685659554797, 1e-14);
  CLOSE(p3.v, 0.5614575919256886, 1e-14);
  CLOSE(p2.a, 1.06542665, 1e-8);
  CLOSE(p3.a, 1.525154184, 1e-8);
  lia_fourbar_point(&course, phi1, p2, 1.5, 0, E);
  CLOSE(E[0].x, 1.8919893877698795, 1e-14);
  CLOSE(E[1].x, 1.4249221244189731, 1e-14);
  CLOSE(E[0].v, -1.563304877546132, 1e-14);
  CLOSE(E[1].v, 0.5797210197362792, 1e-14);
  // rocker excursion on branch "-" over a turn
  double lo = 9, hi = -9;
  for (int k = 0; k < 36000; k++) {
    cr_assert_eq(lia_fourbar_solve(&course, -1, (lia_jet){ k * 2 * pi / 36000, 0, 0 }, &p2, &p3,
        NULL), LIA_OK);
    lo = fmin(lo, p3.x);
    hi = fmax(hi, p3.x);
  }
  CLOSE(lo * 180 / pi, 78.6535, 1e-4);
  CLOSE(hi * 180 / pi, 129.6711, 1e-4);
}

// random mechanisms, both modes: the loop closes, velocities and accelerations are those of
// differences
LIA_TEST(fourbar, loop_and_its_derivatives_by_differences) {
  lia_rng r = lia_rng_seed(7);
  int solved = 0;
  for (int n = 0; n < 4000; n++) {
    lia_fourbar m = { lia_rng_range(&r, .2, 3), lia_rng_range(&r, .2, 3), lia_rng_range(&r, .2, 3),
        lia_rng_range(&r, -3, 3), lia_rng_range(&r, -3, 3) };
    lia_jet q = { lia_rng_range(&r, -9, 9), lia_rng_normal(&r), lia_rng_normal(&r) }, p2, p3, a2,
        a3, b2, b3, P[2], A[2], B[2];
    int mode = n % 2 ? 1 : -1;
    if (lia_fourbar_solve(&m, mode, q, &p2, &p3, NULL) != LIA_OK || fabs(sin(p2.x - p3.x)) < 0.2)
      continue;
    solved++;
    CLOSE(m.l1 * cos(q.x) + m.l2 * cos(p2.x) - m.l3 * cos(p3.x), m.dx, 1e-13);
    CLOSE(m.l1 * sin(q.x) + m.l2 * sin(p2.x) - m.l3 * sin(p3.x), m.dy, 1e-13);
    double h = 1e-5;
    lia_jet qa = { q.x - h * q.v + h * h * q.a / 2, q.v - h * q.a, q.a },
        qb = { q.x + h * q.v + h * h * q.a / 2, q.v + h * q.a, q.a };
    if (lia_fourbar_solve(&m, mode, qa, &a2, &a3, NULL) != LIA_OK ||
        lia_fourbar_solve(&m, mode, qb, &b2, &b3, NULL) != LIA_OK)
      continue;
    CLOSE(lia_trig_wrap(b2.x - a2.x) / (2 * h), p2.v, 1e-7 * (1 + fabs(p2.a) * 100));
    CLOSE((b2.v - a2.v) / (2 * h), p2.a, 1e-6 * (1 + p2.a * p2.a));
    CLOSE((b3.v - a3.v) / (2 * h), p3.a, 1e-6 * (1 + p3.a * p3.a));
    lia_fourbar_point(&m, q, p2, 0.7, -0.4, P);
    lia_fourbar_point(&m, qa, a2, 0.7, -0.4, A);
    lia_fourbar_point(&m, qb, b2, 0.7, -0.4, B);
    for (int k = 0; k < 2; k++) {
      CLOSE((B[k].x - A[k].x) / (2 * h), P[k].v, 1e-7 * (1 + fabs(p2.a) * 100));
      CLOSE((B[k].v - A[k].v) / (2 * h), P[k].a, 1e-6 * (1 + p2.a * p2.a));
    }
  }
  cr_assert(solved > 1500, "%d", solved);
}

// where range says it closes, it does; elsewhere it says so with a gap
LIA_TEST(fourbar, range_is_where_the_loop_closes) {
  lia_rng r = lia_rng_seed(9);
  int seen[3] = { 0 };
  for (int n = 0; n < 600; n++) {
    lia_fourbar m = { lia_rng_range(&r, .2, 3), lia_rng_range(&r, .2, 3), lia_rng_range(&r, .2, 3),
        lia_rng_range(&r, -3, 3), lia_rng_range(&r, -3, 3) };
    double from[2], to[2];
    int count = lia_fourbar_range(&m, from, to);
    seen[count]++;
    for (int k = 0; k < 200; k++) {
      double phi = k * 2 * pi / 200 + 1e-3, inside = 0, margin = 9;
      for (int i = 0; i < count; i++) {
        double u = fmod(fmod(phi - from[i], 2 * pi) + 2 * pi, 2 * pi);
        if (u <= to[i] - from[i]) inside = 1;
        margin = fmin(margin, fmin(fabs(u), fabs(u - (to[i] - from[i]))));
      }
      if (margin < 1e-9) continue;
      lia_jet p2, p3;
      lia_error err = { 0 };
      lia_status s = lia_fourbar_solve(&m, 1, (lia_jet){ phi, 0, 0 }, &p2, &p3, &err);
      cr_assert_eq(s, inside ? LIA_OK : LIA_EUNREACHABLE, "%s: %s", lia_status_name(s), err.text);
    }
  }
  cr_assert(seen[0] > 5 && seen[1] > 50 && seen[2] > 50);
}

LIA_TEST(fourbar, dead_points_and_mistakes_have_names) {
  lia_jet p2, p3;
  lia_error err = { 0 };
  // a change-point mechanism lying flat
  lia_fourbar flat = { 2, 4, 2, 4, 0 }, same = { 1, 2, 2, 1, 0 }, none = { 1, 1, 1, 9, 0 },
      zero = { 0, 1, 1, 1, 0 };
  cr_assert_eq(lia_fourbar_solve(&flat, 1, (lia_jet){ 0, 1, 0 }, &p2, &p3, &err), LIA_ESINGULAR);
  cr_assert(strstr(err.text, "dead point"), "%s", err.text);
  cr_assert_eq(lia_fourbar_solve(&same, 1, (lia_jet){ 0, 1, 0 }, &p2, &p3, NULL), LIA_ESINGULAR);
  cr_assert_eq(lia_fourbar_solve(&none, 1, (lia_jet){ 0, 1, 0 }, &p2, &p3, NULL), LIA_EUNREACHABLE);
  cr_assert_eq(lia_fourbar_solve(&zero, 1, (lia_jet){ 0, 1, 0 }, &p2, &p3, NULL), LIA_EARG);
}

// crank and coupler in line there, the output at rest; its range is that of the course, and that of
// a scan
LIA_TEST(fourbar, extremes_are_where_the_output_turns_back) {
  double p1[2], p3[2];
  cr_assert_eq(lia_fourbar_extremes(&course, -1, p1, p3), 2);
  CLOSE(fmin(p3[0], p3[1]), 78.6535 * pi / 180, 1e-6);   // [course] E2.2
  CLOSE(fmax(p3[0], p3[1]), 129.6711 * pi / 180, 1e-6);
  lia_rng r = lia_rng_seed(31);
  for (int t = 0; t < 400; t++) {
    lia_fourbar m = { lia_rng_range(&r, 0.3, 2), lia_rng_range(&r, 0.3, 2),
        lia_rng_range(&r, 0.3, 2), lia_rng_range(&r, -2, 2), lia_rng_range(&r, -2, 2) };
    for (int mode = -1; mode <= 1; mode += 2) {
      int n = lia_fourbar_extremes(&m, mode, p1, p3);
      lia_grashof g = lia_grashof_class(hypot(m.dx, m.dy), m.l1, m.l2, m.l3, 1e-12);
      if (g == LIA_GRASHOF_crank_rocker) cr_assert_eq(n, 2);
      if (g == LIA_GRASHOF_double_crank) cr_assert_eq(n, 0);
      for (int k = 0; k < n; k++) {
        lia_jet p2, out;
        cr_assert_eq(lia_fourbar_solve(&m, mode, (lia_jet){ p1[k], 1, 0 }, &p2, &out, NULL),
            LIA_OK);
        CLOSE(cos(out.x - p3[k]), 1, 1e-12);
        CLOSE(sin(p2.x - p1[k]), 0, 1e-7);
        CLOSE(out.v, 0, 1e-6);
      }
    }
  }
  // the whole chain again after four bars
  lia_fourbar a = course;
  for (int k = 0; k < 4; k++) a = lia_fourbar_inversion(&a, 1);
  CLOSE(a.l1, course.l1, 0);
  CLOSE(a.l3, course.l3, 0);
  CLOSE(a.dx, hypot(course.dx, course.dy), 1e-15);
  cr_assert_eq(lia_fourbar_inversion(&course, 0).dy, course.dy);
}

// [course] E2.3, and the same answer by scanning the input and output angles
LIA_TEST(grashof, classes_of_the_course_and_by_scanning) {
  cr_assert_eq(lia_grashof_class(4, 1, 3.5, 3, 1e-12), LIA_GRASHOF_crank_rocker);
  cr_assert_eq(lia_grashof_class(1, 4, 3.5, 3, 1e-12), LIA_GRASHOF_double_crank);
  cr_assert_eq(lia_grashof_class(3, 4, 1, 3.5, 1e-12), LIA_GRASHOF_double_rocker);
  cr_assert_eq(lia_grashof_class(4, 2, 2, 2.5, 1e-12), LIA_GRASHOF_triple_rocker);
  cr_assert_eq(lia_grashof_class(4, 2, 4, 2, 1e-12), LIA_GRASHOF_change_point);
  cr_assert_eq(lia_grashof_class(9, 1, 1, 1, 1e-12), LIA_GRASHOF_none);
  lia_rng r = lia_rng_seed(11);
  for (int n = 0; n < 3000; n++) {
    double g = lia_rng_range(&r, .5, 4), a = lia_rng_range(&r, .5, 4), b = lia_rng_range(&r, .5, 4),
        c = lia_rng_range(&r, .5, 4), f[2], t[2];
    lia_fourbar in = { a, b, c, g, 0 }, out = { c, b, a, g, 0 };
    int full_in = lia_fourbar_range(&in, f, t) == 1 && t[0] - f[0] > 6.28318,
        full_out = lia_fourbar_range(&out, f, t) == 1 && t[0] - f[0] > 6.28318;
    lia_grashof k = lia_grashof_class(g, a, b, c, 1e-12);
    if (k == LIA_GRASHOF_none) continue;
    cr_assert_eq(full_in, k == LIA_GRASHOF_crank_rocker || k == LIA_GRASHOF_double_crank,
        "%g %g %g %g: %s", g, a, b, c, lia_grashof_name(k));
    cr_assert_eq(full_out, k == LIA_GRASHOF_rocker_crank || k == LIA_GRASHOF_double_crank,
        "%g %g %g %g: %s", g, a, b, c, lia_grashof_text(k));
  }
}

LIA_TEST(grashof, without_a_tolerance_a_change_point_is_one_to_the_last_bit) {
  cr_assert_eq(lia_grashof_class(4, 2, 4, 2, 0), LIA_GRASHOF_change_point);
  cr_assert_eq(lia_grashof_class(4, 2, 4 + 1e-15, 2, 0), LIA_GRASHOF_triple_rocker);
}

// four times the same bars in another unit are the same mechanism, and the tolerance is a part of
// their length
LIA_TEST(grashof, a_change_point_is_one_in_every_unit) {
  static const double unit[] = { 1e-6, 1e-3, 1, 1e3, 1e6 };
  for (size_t k = 0; k < sizeof unit / sizeof *unit; k++)
    for (int first = 0; first < 4; first++) {
      double bar[4];
      for (int off = -2; off <= 2; off++) {   // s + l - p - q in parts of 1e-9 of the sum of all
        const double is[4] = { 1, 5 + 12e-9 * 0.75 * off, 2, 4 };
        for (int i = 0; i < 4; i++) bar[(first + i) % 4] = is[i] * unit[k];
        lia_grashof g = lia_grashof_class(bar[0], bar[1], bar[2], bar[3], 1e-9);
        cr_assert_eq(g == LIA_GRASHOF_change_point, abs(off) < 2, "%g m, %d: %s", unit[k], off,
            lia_grashof_name(g));
        cr_assert_eq(g == LIA_GRASHOF_triple_rocker, off == 2, "%g m, %d: %s", unit[k], off,
            lia_grashof_name(g));
      }
    }
}

LIA_TEST(slidercrank, loop_by_differences_and_the_rod_of_the_course) {
  lia_slidercrank m = { 0.2, 0.5, 0 };
  lia_jet b, x;
  cr_assert_eq(lia_slidercrank_solve(&m, 1, (lia_jet){ 0.7, 5, 7.11633708022 }, &b, &x, NULL),
      LIA_OK);
  CLOSE(b.x, -0.260627669675167, 1e-14);   // [course] E1.2
  CLOSE(b.v, -1.58314983623494, 1e-13);
  CLOSE(x.x, 0.636082650514229, 1e-14);
  CLOSE(x.v, -0.848196312447692, 1e-14);
  CLOSE(b.a, 3.74566654552, 1e-10);
  CLOSE(x.a, -5.46935983523, 1e-10);
  for (int mode = -1; mode <= 1; mode += 2)
    for (double q = 0; q < 6.3; q += 0.1) {
      lia_slidercrank o = { 0.3, 0.8, 0.15 };
      double h = 1e-5;
      lia_jet b0, x0, b1, x1;
      cr_assert_eq(lia_slidercrank_solve(&o, mode, (lia_jet){ q, 1, 0 }, &b, &x, NULL), LIA_OK);
      cr_assert_eq(lia_slidercrank_solve(&o, mode, (lia_jet){ q - h, 1, 0 }, &b0, &x0, NULL),
          LIA_OK);
      cr_assert_eq(lia_slidercrank_solve(&o, mode, (lia_jet){ q + h, 1, 0 }, &b1, &x1, NULL),
          LIA_OK);
      CLOSE(0.3 * sin(q) + 0.8 * sin(b.x), 0.15, 1e-15);
      cr_assert((x.x - 0.3 * cos(q)) * mode > 0);
      CLOSE((x1.x - x0.x) / (2 * h), x.v, 1e-9);
      CLOSE((x1.v - x0.v) / (2 * h), x.a, 1e-9);
      CLOSE((b1.v - b0.v) / (2 * h), b.a, 1e-9);
    }
  lia_error err = { 0 };
  cr_assert_eq(lia_slidercrank_solve(&(lia_slidercrank){ 1, 0.5, 0 }, 1, (lia_jet){ pi / 2, 1, 0 },
      &b, &x, &err), LIA_EUNREACHABLE);
  cr_assert_eq(lia_slidercrank_solve(&(lia_slidercrank){ 1, 1, 0 }, 1, (lia_jet){ pi / 2, 1, 0 },
      &b, &x, NULL), LIA_ESINGULAR);
  cr_assert_eq(lia_slidercrank_solve(&(lia_slidercrank){ 1, 0, 0 }, 1, (lia_jet){ 1, 1, 0 }, &b, &x,
      NULL), LIA_EARG);
}

LIA_TEST(slidercrank, range_stroke_and_points_of_the_rod) {
  lia_rng r = lia_rng_seed(77);
  for (int t = 0; t < 300; t++) {
    lia_slidercrank m = { lia_rng_range(&r, 0.3, 2), lia_rng_range(&r, 0.3, 2),
        lia_rng_range(&r, -1.5, 1.5) };
    double from[2], to[2], phi[2], x[2];
    int n = lia_slidercrank_range(&m, from, to);
    for (int k = 0; k < 90; k++) {
      double p = -pi + (k + .5) * 2 * pi / 90;
      lia_jet p2, s;
      int inside = 0, closes = lia_slidercrank_solve(&m, 1, (lia_jet){ p, 1, 0 }, &p2, &s,
          NULL) == LIA_OK;
      for (int i = 0; i < n; i++)
        inside |= (p > from[i] && p < to[i]) || (p + 2 * pi > from[i] && p + 2 * pi < to[i]);
      cr_assert_eq(inside, closes, "%g %g %g at %g", m.l1, m.l2, m.e, p);
    }
    for (int mode = -1; mode <= 1; mode += 2) {
      n = lia_slidercrank_extremes(&m, mode, phi, x);
      cr_assert_eq(n, (fabs(m.e) < m.l1 + m.l2) + (fabs(m.e) < fabs(m.l1 - m.l2)));
      for (int i = 0; i < n; i++) {
        lia_jet p1 = { phi[i], 1, .5 }, p2, s, end[2];
        cr_assert_eq(lia_slidercrank_solve(&m, mode, p1, &p2, &s, NULL), LIA_OK);
        CLOSE(s.x, x[i], 1e-9);
        CLOSE(s.v, 0, 1e-7);
        lia_slidercrank_point(&m, p1, p2, m.l2, 0, end);   // the far end of the rod is the slider
        CLOSE(end[0].a, s.a, 1e-9);
        CLOSE(end[1].x, m.e, 1e-12);
        CLOSE(end[1].a, 0, 1e-8);
      }
    }
  }
}

LIA_TEST(slotted, numbers_of_the_course) {
  lia_jet x, u, x0, u0, x1, u1;
  cr_assert_eq(lia_slotted_solve(0.1, 0.04, (lia_jet){ pi / 3, 10, 0 }, &x, &u, NULL), LIA_OK);
  CLOSE(x.v, -4.0 / 3, 1e-14);                  // [course] E2.4
  CLOSE(x.a, 80 * sqrt(3) / 9, 1e-13);
  CLOSE(x.x, 0.1 / sqrt(3) - 0.04, 1e-16);
  double h = 1e-5;
  for (double p = 0.3; p < 3; p += 0.1) {
    lia_jet phi = { p, 2, 3 }, a = { p - 2 * h + 1.5 * h * h, 2 - 3 * h, 3 },
        b = { p + 2 * h + 1.5 * h * h, 2 + 3 * h, 3 };
    cr_assert_eq(lia_slotted_solve(0.1, 0.04, phi, &x, &u, NULL), LIA_OK);
    cr_assert_eq(lia_slotted_solve(0.1, 0.04, a, &x0, &u0, NULL), LIA_OK);
    cr_assert_eq(lia_slotted_solve(0.1, 0.04, b, &x1, &u1, NULL), LIA_OK);
    CLOSE((u1.x - u0.x) / (2 * h), u.v, 1e-7);
    CLOSE((u1.v - u0.v) / (2 * h), u.a, 1e-7 * (1 + fabs(u.a)));
    CLOSE((x1.v - x0.v) / (2 * h), x.a, 1e-7 * (1 + fabs(x.a)));
  }
  cr_assert_eq(lia_slotted_solve(0.1, 0, (lia_jet){ 0, 1, 0 }, &x, &u, NULL), LIA_ESINGULAR);
}

// [course] E1.1
LIA_TEST(mobility, formulas_of_the_course) {
  static const struct { int space; long n, j, f, m; } row[] = {
    { 0, 3, 3, 3, 0 }, { 0, 5, 5, 5, 2 }, { 0, 6, 8, 8, -1 }, { 0, 6, 7, 7, 1 }, { 0, 5, 6, 6, 0 },
        { 0, 7, 8, 8, 2 }, { 0, 4, 4, 4, 1 },
    { 1, 6, 7, 16, 4 }, { 1, 7, 6, 6, 6 }, { 1, 8, 7, 7, 7 }, { 1, 4, 4, 4, -2 },
        { 1, 7, 8, 8, -4 },
  };
  for (size_t k = 0; k < sizeof row / sizeof row[0]; k++)
    cr_assert_eq(lia_mobility_formula(row[k].space, row[k].n, row[k].j, row[k].f), row[k].m,
        "row %zu", k);
  cr_assert_eq(lia_mobility_placements(5, 2), 10);
  cr_assert_eq(lia_mobility_placements(60, 30), 118264581564861424);
  cr_assert_eq(lia_mobility_placements(100, 50), -1);
  cr_assert_eq(lia_mobility_placements(3, 5), 0);
}
