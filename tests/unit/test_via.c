/* test_via.c - curves through points: known splines, quadratic programmes, blends, least times */
#include "base/rng.h"
#include "num/factor.h"
#include "traj/hermite.h"
#include "traj/via.h"

#include "house.h"
#include <math.h>
#include <string.h>

static lia_pieces *spline_of(const lia_via *v) {
  lia_pieces *x;
  lia_error err = { 0 };
  cr_assert_eq(lia_via_spline(&x, v, &err), LIA_OK, "%s: %s", err.path, err.text);
  return x;
}

// derivative `order` of a component at the local time u of a piece
static double derivative(const lia_pieces *x, int piece, int c, int order, double u) {
  const double *a = lia_pieces_coef(x, piece, c);
  double sum = 0;
  for (int k = x->degree; k >= order; k--) {
    double f = a[k];
    for (int i = 0; i < order; i++) f *= k - i;
    sum = sum * u + f;
  }
  return sum;
}

static double length(const lia_pieces *x, int i) { return x->knot[i + 1] - x->knot[i]; }

static void same_coefs(const lia_pieces *x, const double *want, double tol) {
  for (int k = 0; k < x->m * x->n * (x->degree + 1); k++)
    cr_assert_float_eq(x->coef[k], want[k], tol, "coefficient %d: %.15g, not %.15g", k, x->coef[k],
                       want[k]);
}

// ---- hermite.h ----

LIA_TEST(hermite, meets_both_states_and_is_the_quintic_of_pieces) {
  lia_rng r = lia_rng_seed(3);
  for (int run = 0; run < 100; run++)
    for (int degree = 3; degree <= 7; degree += 2) {
      double a[4 * 2], b[4 * 2], T = 0.2 + 3 * lia_rng_uniform(&r);
      for (int k = 0; k < 8; k++) {
        a[k] = lia_rng_normal(&r);
        b[k] = lia_rng_normal(&r);
      }
      lia_pieces *x, *other;
      cr_assert_eq(lia_hermite_curve(&x, degree, a, b, 2, T, NULL), LIA_OK);
      for (int l = 0; 2 * l < degree; l++)
        for (int c = 0; c < 2; c++) {
          cr_assert_float_eq(derivative(x, 0, c, l, 0), a[2 * l + c], 1e-12);
          cr_assert_float_eq(derivative(x, 0, c, l, T), b[2 * l + c], 1e-8 * (1 + pow(T, -3)));
        }
      if (degree == 5) {
        cr_assert_eq(lia_pieces_new(&other, 2, 1, 5, NULL), LIA_OK);
        other->knot[1] = T;
        lia_pieces_quintic(other, 0, a, b);
        same_coefs(x, other->coef, 1e-9 * (1 + pow(T, -5)));
        lia_pieces_free(other);
      }
      lia_pieces_free(x);
    }
}

// (x'')^2 over a length of 1: the stiffness of a beam, 12 6 -12 6 / 4 -6 2 / ..
LIA_TEST(hermite, energy_of_cubics_is_the_stiffness_of_a_beam) {
  static const double want[4][4] = { { 12, 6, -12, 6 }, { 6, 4, -6, 2 }, { -12, -6, 12, -6 },
                                     { 6, 2, -6, 4 } };
  double E[8][8];
  lia_hermite_energy(2, E);
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 4; j++) cr_assert_float_eq(E[i][j], want[i][j], 1e-13);
  lia_hermite_energy(3, E);   // of the rest-to-rest quintic: 720
  cr_assert_float_eq(E[0][0], 720, 1e-11);
  lia_hermite_energy(4, E);   // of the rest-to-rest septic: 100800
  cr_assert_float_eq(E[0][0], 100800, 1e-8);
}

// ---- splines of books ----

// Burden and Faires, Numerical Analysis, 3.5: through (1, 2), (2, 3), (3, 5)
LIA_TEST(via, natural_and_clamped_splines_of_a_textbook) {
  const double t[] = { 1, 2, 3 }, x[] = { 2, 3, 5 };
  const double v[] = { 2, (double)NAN, 1 };
  lia_via natural = { .m = 3, .n = 1, .r = 2, .t = t, .x = x };
  lia_pieces *p = spline_of(&natural);
  same_coefs(p, (double[]){ 2, 0.75, 0, 0.25, 3, 1.5, 0.75, -0.25 }, 1e-14);
  lia_pieces_free(p);
  lia_via clamped = { .m = 3, .n = 1, .r = 2, .t = t, .x = x, .told = { v } };
  p = spline_of(&clamped);
  same_coefs(p, (double[]){ 2, 2, -2.5, 1.5, 3, 1.5, 2, -1.5 }, 1e-14);
  lia_pieces_free(p);
}

// four points of a sine: slopes a, 0, -a, 0 with 4 a = 3 (1 + 1)/h
LIA_TEST(via, periodic_spline_by_hand) {
  const double h = 1.5, t[] = { 0, h, 2 * h, 3 * h, 4 * h }, x[] = { 0, 1, 0, -1, 0 };
  lia_via v = { .m = 5, .n = 1, .r = 2, .t = t, .x = x, .periodic = 1 };
  lia_pieces *p = spline_of(&v);
  cr_assert_float_eq(lia_pieces_coef(p, 0, 0)[1], 1.5 / h, 1e-14);
  cr_assert_float_eq(lia_pieces_coef(p, 1, 0)[1], 0, 1e-14);
  cr_assert_float_eq(lia_pieces_coef(p, 2, 0)[1], -1.5 / h, 1e-14);
  cr_assert_float_eq(lia_pieces_coef(p, 0, 0)[2], 0, 1e-14);
  lia_pieces_free(p);
}

// the same with end velocities as the spline that was there before
LIA_TEST(via, clamped_cubic_is_the_spline_of_plan) {
  lia_rng r = lia_rng_seed(8);
  double t[9], x[18], y[18], work[9], told[18], at[3], pos[2], vel[2], acc[2];
  t[0] = -1;
  for (int k = 1; k < 9; k++) t[k] = t[k - 1] + 0.2 + lia_rng_uniform(&r);
  for (int k = 0; k < 18; k++) {
    x[k] = lia_rng_normal(&r);
    told[k] = (double)NAN;
  }
  const double v0[] = { 1, -2 }, v1[] = { 0.5, 3 };
  memcpy(told, v0, sizeof v0);
  memcpy(told + 16, v1, sizeof v1);
  lia_via v = { .m = 9, .n = 2, .r = 2, .t = t, .x = x, .told = { told } };
  lia_pieces *p = spline_of(&v);
  cr_assert_eq(lia_plan_spline(t, x, 9, 2, v0, v1, y, work, NULL), LIA_OK);
  for (double now = t[0]; now < t[8]; now += 0.05) {
    double mine[6];
    lia_pieces_at(p, now, 2, mine);
    lia_plan_spline_at(t, x, y, 9, 2, now, pos, vel, acc);
    for (int c = 0; c < 2; c++) {
      at[0] = pos[c];
      at[1] = vel[c];
      at[2] = acc[c];
      for (int l = 0; l < 3; l++) cr_assert_float_eq(mine[2 * l + c], at[l], 1e-11);
    }
  }
  lia_pieces_free(p);
}

// ---- the other road: a quadratic programme of all coefficients ----

// least c' G c with A c = b, one component: [G A'; A 0] by LU
typedef struct programme { int n, rows; lia_mat K; double *b; } programme;

static void open_programme(programme *q, int n, int most) {
  q->n = n;
  q->rows = 0;
  cr_assert_eq(lia_mat_new(&q->K, n + most, n + most, NULL), LIA_OK);
  q->b = lia_calloc((size_t)(n + most), sizeof *q->b);
}

// f a row of the programme: adds sign times derivative `order` at u of the piece
static void put(programme *q, int row, int piece, int width, int order, double u, double sign) {
  for (int k = order; k < width; k++) {
    double f = sign * pow(u, k - order);
    for (int i = 0; i < order; i++) f *= k - i;
    const int at = q->n + row, col = piece * width + k;
    *lia_mat_at(q->K, at, col) += f;
    *lia_mat_at(q->K, col, at) += f;
  }
}

static void put_energy(programme *q, int piece, int r, double h) {
  for (int k = r; k < 2 * r; k++)
    for (int l = r; l < 2 * r; l++) {
      double f = pow(h, k + l - 2 * r + 1) / (k + l - 2 * r + 1);
      for (int i = 0; i < r; i++) f *= (k - i) * (l - i);
      *lia_mat_at(q->K, piece * 2 * r + k, piece * 2 * r + l) = f;
    }
}

static void ask(programme *q, int piece, int width, int order, double u, double want) {
  put(q, q->rows, piece, width, order, u, 1);
  q->b[q->n + q->rows++] = want;
}

static void ask_same(programme *q, int piece, int next, int width, int order, double h) {
  put(q, q->rows, piece, width, order, h, 1);
  put(q, q->rows, next, width, order, 0, -1);
  q->rows++;
}

// component c of the spline as the programme has it, into coef ((m - 1) x 2 r)
static void by_programme(const lia_via *v, int c, double *coef) {
  const int r = v->r, w = 2 * r, N = v->m - 1;
  programme q;
  open_programme(&q, N * w, v->m * 3 * r);
  for (int i = 0; i < N; i++) {
    const double h = v->t[i + 1] - v->t[i];
    put_energy(&q, i, r, h);
    ask(&q, i, w, 0, 0, v->x[i * v->n + c]);
    ask(&q, i, w, 0, h, v->x[(i + 1) * v->n + c]);
    for (int l = 1; l < r; l++) {
      if (i + 1 < N) ask_same(&q, i, i + 1, w, l, h);
      else if (v->periodic) ask_same(&q, i, 0, w, l, h);
      const double *told = v->told[l - 1];
      if (told && !isnan(told[i * v->n + c])) ask(&q, i, w, l, 0, told[i * v->n + c]);
      if (told && i + 1 == N && !v->periodic && !isnan(told[N * v->n + c]))
        ask(&q, i, w, l, h, told[N * v->n + c]);
    }
  }
  const int size = q.n + q.rows;
  lia_mat K = lia_mat_part(q.K, 0, 0, size, size);
  int *piv = lia_malloc((size_t)size * sizeof *piv);
  lia_error err = { 0 };
  cr_assert_eq(lia_lu_factor(K, piv, &err), LIA_OK, "%s", err.text);
  lia_lu_solve(K, piv, q.b);
  memcpy(coef, q.b, (size_t)q.n * sizeof *coef);
  lia_free(piv);
  lia_free(q.b);
  lia_mat_free(&q.K);
}

typedef struct points { double t[12], x[24], told[3][24]; } points;

// random points; at one in three a derivative is told; the last point is the first where periodic
static lia_via random_via(lia_rng *r, points *p, int m, int order, int periodic) {
  lia_via v = { .m = m, .n = 2, .r = order, .t = p->t, .x = p->x, .periodic = periodic };
  p->t[0] = lia_rng_normal(r);
  for (int k = 1; k < m; k++) p->t[k] = p->t[k - 1] + 0.4 + lia_rng_uniform(r);
  for (int k = 0; k < 2 * m; k++) p->x[k] = lia_rng_normal(r);
  for (int l = 0; l < 3; l++) {
    for (int k = 0; k < 2 * m; k++) {
      const int tell = lia_rng_uniform(r) < 0.3;
      p->told[l][k] = tell ? lia_rng_normal(r) : (double)NAN;
    }
    if (l + 1 < order) v.told[l] = p->told[l];
  }
  for (int c = 0; periodic && c < 2; c++) {
    p->x[2 * (m - 1) + c] = p->x[c];
    for (int l = 0; l < 3; l++) p->told[l][2 * (m - 1) + c] = (double)NAN;
  }
  return v;
}

LIA_TEST(via, splines_are_solutions_of_a_quadratic_programme) {
  lia_rng rng = lia_rng_seed(21);
  for (int run = 0; run < 60; run++)
    for (int r = 2; r <= 4; r++) {
      points p;
      double coef[7 * 8];
      const int m = 4 + run % 5, periodic = run % 3 == 0;
      lia_via v = random_via(&rng, &p, m, r, periodic);
      lia_pieces *x = spline_of(&v);
      for (int c = 0; c < 2; c++) {
        by_programme(&v, c, coef);
        for (int i = 0; i + 1 < m; i++)
          for (int k = 0; k < 2 * r; k++)
            cr_assert_float_eq(lia_pieces_coef(x, i, c)[k], coef[i * 2 * r + k],
                               1e-7 * (1 + fabs(coef[i * 2 * r + k])), "r %d m %d periodic %d: "
                               "%d of piece %d", r, m, periodic, k, i);
      }
      lia_pieces_free(x);
    }
}

// derivative q = r .. 2 r - 2 goes on at a knot where its conjugate 2 r - 1 - q is free, and
// vanishes at a free end; told ones are met
LIA_TEST(via, splines_are_smooth_where_nothing_is_told) {
  lia_rng rng = lia_rng_seed(22);
  for (int run = 0; run < 60; run++)
    for (int r = 2; r <= 4; r++) {
      points p;
      const int m = r + run % 8, last = m - 2;
      lia_via v = random_via(&rng, &p, m, r, 0);
      lia_pieces *x = spline_of(&v);
      for (int c = 0; c < 2; c++)
        for (int k = 0; k < m; k++)
          for (int q = 0; q <= 2 * r - 2; q++) {
            const double left = k ? derivative(x, k - 1, c, q, length(x, k - 1)) : 0,
                         right = k <= last ? derivative(x, k, c, q, 0) : 0, tol = 1e-8;
            const int l = q < r ? q : 2 * r - 1 - q;
            const double told = l ? p.told[l - 1][2 * k + c] : p.x[2 * k + c];
            if (q < r && k) cr_assert(isnan(told) || fabs(left - told) < tol * (1 + fabs(told)));
            if (q < r && k <= last) cr_assert(isnan(told) || fabs(right - told) < 1e-9);
            if (q >= r && !isnan(told)) continue;
            const int inside = k > 0 && k <= last;
            if (inside || q >= r)
              cr_assert_float_eq(left, right, 1e-6 * (1 + fabs(left)), "r %d: derivative %d at %d",
                                 r, q, k);
          }
      lia_pieces_free(x);
    }
}

// polynomials of degree < r cost nothing, and a spline of its own ends is itself: x = t^(2 r - 1)
LIA_TEST(via, polynomials_are_their_own_splines) {
  for (int r = 2; r <= 4; r++) {
    double t[5] = { -1, -0.3, 0.2, 1, 1.5 }, x[5], told[3][5];
    lia_via v = { .m = 5, .n = 1, .r = r, .t = t, .x = x };
    for (int k = 0; k < 5; k++) {
      double f = 1;
      x[k] = pow(t[k], 2 * r - 1);
      for (int l = 1; l < r; l++) {
        f *= 2 * r - l;
        told[l - 1][k] = k % 4 ? (double)NAN : f * pow(t[k], 2 * r - 1 - l);
        v.told[l - 1] = told[l - 1];
      }
    }
    lia_pieces *p = spline_of(&v);
    for (int i = 0; i < 4; i++)
      cr_assert_float_eq(lia_pieces_coef(p, i, 0)[2 * r - 1], 1, 1e-8, "degree %d", 2 * r - 1);
    lia_pieces_free(p);
    for (int k = 0; k < 5; k++) x[k] = 3 - 2 * t[k];
    lia_via straight = { .m = 5, .n = 1, .r = r, .t = t, .x = x };
    p = spline_of(&straight);
    cr_assert(lia_via_energy(p, r) < 1e-15);
    lia_pieces_free(p);
  }
}

// a long one is solved in a moment, and is the short one far from its ends (what differs decays)
LIA_TEST(via, a_thousand_points) {
  enum { M = 1000 };
  double t[M], x[M];
  for (int k = 0; k < M; k++) {
    t[k] = 0.01 * k;
    x[k] = sin(t[k]);
  }
  for (int r = 2; r <= 4; r++) {
    lia_via v = { .m = M, .n = 1, .r = r, .t = t, .x = x };
    lia_pieces *p = spline_of(&v);
    for (int k = 100; k < M - 100; k += 50) {
      cr_assert_float_eq(derivative(p, k, 0, 1, 0), cos(t[k]), 1e-8, "r %d", r);
      cr_assert_float_eq(derivative(p, k, 0, 0, 0.005), sin(t[k] + 0.005), 1e-10);
    }
    lia_pieces_free(p);
  }
}

// ---- B-splines ----

LIA_TEST(via, bsplines_meet_points_and_are_smooth) {
  lia_rng rng = lia_rng_seed(5);
  for (int degree = 3; degree <= 7; degree++)
    for (int m = degree + 1; m < degree + 9; m++) {
      double t[16], x[32], at[2];
      lia_pieces *p;
      t[0] = 2;
      for (int k = 1; k < m; k++) t[k] = t[k - 1] + 0.5 + lia_rng_uniform(&rng);
      for (int k = 0; k < 2 * m; k++) x[k] = lia_rng_normal(&rng);
      cr_assert_eq(lia_via_bspline(&p, t, x, m, 2, degree, NULL), LIA_OK);
      cr_assert_eq(p->m, m - degree);
      for (int k = 0; k < m; k++) {
        lia_pieces_at(p, t[k], 0, at);
        for (int c = 0; c < 2; c++)
          cr_assert_float_eq(at[c], x[2 * k + c], 1e-7, "degree %d", degree);
      }
      for (int i = 1; i < p->m; i++) {
        double sum = 0;
        for (int k = 0; k < degree; k++) sum += t[i + k] / degree;
        cr_assert_float_eq(p->knot[i], sum, 1e-12, "knots are averages");
        for (int q = 0; q < degree; q++) {
          const double left = derivative(p, i - 1, 0, q, length(p, i - 1));
          cr_assert_float_eq(left, derivative(p, i, 0, q, 0), 1e-7 * (1 + fabs(left)));
        }
      }
      lia_pieces_free(p);
    }
}

LIA_TEST(via, bsplines_reproduce_polynomials_of_their_degree) {
  for (int degree = 3; degree <= 7; degree++) {
    double t[14], x[14];
    lia_pieces *p;
    for (int k = 0; k < 14; k++) {
      t[k] = 0.2 * k + 0.05 * sin(5.0 * k);
      x[k] = pow(t[k] - 1.3, degree) + t[k];
    }
    cr_assert_eq(lia_via_bspline(&p, t, x, 14, 1, degree, NULL), LIA_OK);
    for (int i = 0; i < p->m; i++)
      cr_assert_float_eq(lia_pieces_coef(p, i, 0)[degree], 1, 1e-6);
    lia_pieces_free(p);
  }
}

// ---- blends ----

static lia_pieces *blends_of(const lia_blends *b, double *near) {
  lia_pieces *x;
  lia_error err = { 0 };
  cr_assert_eq(lia_via_blends(&x, b, near, &err), LIA_OK, "%s: %s", err.path, err.text);
  return x;
}

// Craig, Introduction to Robotics, 7.3: 10, 35, 25, 10 degrees at 0, 2, 3, 6 s with 50 deg/s^2:
// t1 = 0.27, v12 = 25/(2 - t1/2), v23 = -10, t2 = 0.47, v34 = -15/(3 - t4/2), t4 = 0.102,
// t3 = 0.098 (v12 and v34 are printed as 13.50 and -5.10)
LIA_TEST(via, lines_with_parabolas_of_a_textbook) {
  const double t[] = { 0, 2, 3, 6 }, x[] = { 10, 35, 25, 10 }, a[] = { 50 };
  double near[4];
  lia_blends b = { .m = 4, .n = 1, .t = t, .x = x, .a = a };
  lia_pieces *p = blends_of(&b, near);
  cr_assert_eq(p->m, 7);
  cr_assert_float_eq(length(p, 0), 0.27, 5e-3);
  cr_assert_float_eq(derivative(p, 1, 0, 1, 0), 25 / (2 - length(p, 0) / 2), 1e-12);
  cr_assert_float_eq(length(p, 2), 0.47, 5e-3);
  cr_assert_float_eq(derivative(p, 3, 0, 1, 0), -10, 1e-12);
  cr_assert_float_eq(length(p, 4), 0.098, 5e-4);
  cr_assert_float_eq(derivative(p, 5, 0, 1, 0), -15 / (3 - length(p, 6) / 2), 1e-12);
  cr_assert_float_eq(length(p, 6), 0.102, 5e-4);
  for (int i = 0; i < 7; i += 2) cr_assert_float_eq(fabs(derivative(p, i, 0, 2, 0)), 50, 1e-9);
  cr_assert_float_eq(near[1], (10 + 25 / (2 - length(p, 0) / 2)) * length(p, 2) / 8, 1e-12);
  lia_pieces_free(p);
}

static void check_blends(const lia_blends *b, const double *near) {
  const double t_end[2] = { b->t[0], b->t[b->m - 1] };
  lia_pieces *x = blends_of(b, NULL);
  double at[4], most = 0;
  cr_assert(x->knot[0] == t_end[0] && x->knot[x->m] == t_end[1]);
  for (int q = 0; q <= 1 + b->smooth; q++)
    cr_assert(lia_pieces_jump(x, q, NULL) < 1e-9, "derivative %d jumps", q);
  for (int k = 0; k < b->m; k++) {
    lia_pieces_at(x, b->t[k], 1, at);
    const double off = hypot(at[0] - b->x[2 * k], at[1] - b->x[2 * k + 1]);
    const int end = k == 0 || k + 1 == b->m;
    cr_assert_float_eq(off, b->through ? 0 : near[k], 1e-9, "point %d passed at %g", k, off);
    if (end) cr_assert(hypot(at[2], at[3]) < 1e-9, "rests at its ends");
  }
  for (int c = 0; c < 2; c++) {
    const lia_extremes e = lia_pieces_extremes(x, c, 2);
    const double peak = fmax(e.most, -e.least);
    if (b->a) most = fmax(most, peak / b->a[c]);
  }
  if (b->a) cr_assert_float_eq(most, 1, 1e-6, "the acceleration is used: %g", most);
  lia_pieces_free(x);
}

LIA_TEST(via, blends_are_continuous_and_pass_as_told) {
  lia_rng rng = lia_rng_seed(14);
  for (int run = 0; run < 120; run++) {
    double t[7], x[14], time[7], near[7];
    const double a[] = { 40 + 20 * lia_rng_uniform(&rng), 60 };
    const int m = 2 + run % 6;
    t[0] = lia_rng_normal(&rng);
    for (int k = 1; k < m; k++) t[k] = t[k - 1] + 0.7 + lia_rng_uniform(&rng);
    for (int k = 0; k < 2 * m; k++) x[k] = lia_rng_normal(&rng);
    for (int k = 0; k < m; k++) time[k] = 0.1 + 0.3 * lia_rng_uniform(&rng);
    lia_blends b = { .m = m, .n = 2, .t = t, .x = x, .smooth = run & 1, .through = run >> 1 & 1 };
    if (run & 4) b.a = a;
    else b.time = time;
    lia_pieces_free(blends_of(&b, near));
    check_blends(&b, near);
  }
}

// 0 to 1 at rest: a b (T - b) = 1; the least T is 2 sqrt(1/a), and of a quintic 2 sqrt(3/2/a)
LIA_TEST(via, a_lone_line_and_its_least_time) {
  for (int smooth = 0; smooth < 2; smooth++) {
    const double a[] = { 4 }, x[] = { 0, 1 }, e = smooth ? 1.5 : 1, least = 2 * sqrt(e / a[0]);
    double t[] = { 3, 4.7 };   // it does not matter when it begins
    lia_blends b = { .m = 2, .n = 1, .t = t, .x = x, .smooth = smooth, .a = a };
    lia_pieces *p = blends_of(&b, NULL);
    const double len = length(p, 0);
    cr_assert_float_eq(a[0] * len * (1.7 - len), e, 1e-12);
    lia_pieces_free(p);
    t[1] = 3 + least * 0.999;
    lia_error err = { 0 };
    cr_assert_eq(lia_via_blends(&p, &b, NULL, &err), LIA_EARG);
    char want[64];
    snprintf(want, sizeof want, "%.6g", least);
    const char *told = strstr(err.text, "alike, ");
    cr_assert(told && fabs(atof(told + 7) - least) < 1e-7, "%s: %s", err.text, want);
    t[1] = 3 + least * (1 + 1e-9);
    lia_pieces_free(blends_of(&b, NULL));
  }
}

// ---- smoothing ----

enum { S = 12 };

static void noisy(double *t, double *x, double *w) {
  lia_rng rng = lia_rng_seed(9);
  for (int k = 0; k < S; k++) {
    t[k] = 0.3 * k + 0.1 * lia_rng_uniform(&rng);
    x[k] = sin(t[k]) + 0.1 * lia_rng_normal(&rng);
    w[k] = 0.5 + lia_rng_uniform(&rng);
  }
}

// K of g' K g = integral of g''^2 of the natural spline through g, from splines of unit vectors
static void bending(const double *t, double K[S][S]) {
  lia_pieces *unit[S];
  for (int k = 0; k < S; k++) {
    double e[S] = { 0 };
    e[k] = 1;
    lia_via v = { .m = S, .n = 1, .r = 2, .t = t, .x = e };
    unit[k] = spline_of(&v);
  }
  for (int i = 0; i < S; i++)
    for (int j = 0; j < S; j++) {
      K[i][j] = 0;
      for (int p = 0; p + 1 < S; p++) {   // Simpson is exact: both x'' are straight
        const double h = t[p + 1] - t[p], weight[] = { 1. / 6, 4. / 6, 1. / 6 };
        for (int s = 0; s < 3; s++)
          K[i][j] += h * weight[s] * derivative(unit[i], p, 0, 2, h * s / 2)
              * derivative(unit[j], p, 0, 2, h * s / 2);
      }
    }
  for (int k = 0; k < S; k++) lia_pieces_free(unit[k]);
}

// (W + lambda K) g = W x by LU, and the trace of (W + lambda K)^-1 W
static double dense_smooth(const double *t, const double *x, const double *w, double lambda,
                           double *g) {
  double K[S][S], A[S * S], trace = 0;
  int piv[S];
  bending(t, K);
  for (int i = 0; i < S; i++)
    for (int j = 0; j < S; j++) A[i * S + j] = lambda * K[i][j] + (i == j) * w[i];
  lia_mat LU = lia_mat_of(A, S, S);
  cr_assert_eq(lia_lu_factor(LU, piv, NULL), LIA_OK);
  for (int k = 0; k < S; k++) {
    double e[S] = { 0 };
    e[k] = w[k];
    lia_lu_solve(LU, piv, e);
    trace += e[k];
  }
  for (int k = 0; k < S; k++) g[k] = w[k] * x[k];
  lia_lu_solve(LU, piv, g);
  return trace;
}

LIA_TEST(via, smoothing_is_the_least_of_its_sum) {
  double t[S], x[S], w[S], g[S];
  noisy(t, x, w);
  for (double lambda = 1e-5; lambda < 1e5; lambda *= 10) {
    const double trace = dense_smooth(t, x, w, lambda, g);
    lia_pieces *p;
    lia_smooth_info info;
    cr_assert_eq(lia_via_smooth(&p, t, x, w, S, 1, lambda, NULL), LIA_OK);
    cr_assert_eq(lia_via_smooth_info(&info, t, x, w, S, 1, lambda, NULL), LIA_OK);
    double rest = 0;
    for (int k = 0; k < S; k++) {
      double at;
      lia_pieces_at(p, t[k], 0, &at);
      cr_assert_float_eq(at, g[k], 1e-8, "lambda %g: %g, not %g", lambda, at, g[k]);
      rest += w[k] * (x[k] - g[k]) * (x[k] - g[k]);
    }
    cr_assert_float_eq(info.rest, rest, 1e-8);
    cr_assert_float_eq(info.freedom, trace, 1e-8, "lambda %g", lambda);
    cr_assert_float_eq(info.score, S * rest / ((S - trace) * (S - trace)), 1e-6 * info.score);
    cr_assert(lia_pieces_jump(p, 2, NULL) < 1e-9 && lia_pieces_jump(p, 1, NULL) < 1e-10);
    lia_pieces_free(p);
  }
}

// 0 goes through the points as the natural spline, infinity is the line of least squares
LIA_TEST(via, smoothing_has_both_ends) {
  double t[S], x[S], w[S];
  noisy(t, x, w);
  lia_pieces *p, *q;
  cr_assert_eq(lia_via_smooth(&p, t, x, w, S, 1, 0, NULL), LIA_OK);
  lia_via v = { .m = S, .n = 1, .r = 2, .t = t, .x = x };
  q = spline_of(&v);
  same_coefs(p, q->coef, 1e-9);
  lia_pieces_free(p);
  lia_pieces_free(q);
  double sw = 0, st = 0, sx = 0, stt = 0, stx = 0;
  for (int k = 0; k < S; k++) {
    sw += w[k];
    st += w[k] * t[k];
    sx += w[k] * x[k];
    stt += w[k] * t[k] * t[k];
    stx += w[k] * t[k] * x[k];
  }
  const double slope = (sw * stx - st * sx) / (sw * stt - st * st);
  const double limits[] = { 1e12, INFINITY };
  for (int i = 0; i < 2; i++) {
    cr_assert_eq(lia_via_smooth(&p, t, x, w, S, 1, limits[i], NULL), LIA_OK);
    for (int k = 0; k + 1 < S; k++) {
      cr_assert_float_eq(lia_pieces_coef(p, k, 0)[1], slope, 1e-9);
      cr_assert_float_eq(lia_pieces_coef(p, k, 0)[0], sx / sw + slope * (t[k] - st / sw), 1e-9);
      cr_assert_float_eq(lia_pieces_coef(p, k, 0)[2], 0, 1e-9);
    }
    lia_pieces_free(p);
  }
}

LIA_TEST(via, cross_validation_finds_the_least_score) {
  double t[S], x[S], w[S], lambda;
  lia_smooth_info best, other;
  noisy(t, x, w);
  cr_assert_eq(lia_via_smooth_best(&lambda, t, x, w, S, 1, NULL), LIA_OK);
  cr_assert_eq(lia_via_smooth_info(&best, t, x, w, S, 1, lambda, NULL), LIA_OK);
  cr_assert(best.freedom > 2.5 && best.freedom < S - 1, "freedom %g", best.freedom);
  for (double l = 1e-8; l < 1e8; l *= 1.05) {
    cr_assert_eq(lia_via_smooth_info(&other, t, x, w, S, 1, l, NULL), LIA_OK);
    cr_assert(best.score <= other.score * (1 + 1e-9), "lambda %g is better than %g", l, lambda);
  }
}

// ---- times ----

LIA_TEST(via, times_by_the_way) {
  const double x[] = { 0, 0, 3, 4, 3, 13 };   // ways of 5 and 9
  double t[3];
  cr_assert_eq(lia_via_times(t, x, 3, 2, 1, 7, NULL), LIA_OK);
  cr_assert_float_eq(t[1], 2.5, 1e-14);
  cr_assert_eq(lia_via_times(t, x, 3, 2, 0.5, 7, NULL), LIA_OK);
  cr_assert_float_eq(t[1], 7 * sqrt(5) / (sqrt(5) + 3), 1e-14);
  cr_assert_eq(lia_via_times(t, x, 3, 2, 0, 7, NULL), LIA_OK);
  cr_assert_float_eq(t[1], 3.5, 1e-14);
  cr_assert_eq(t[2], 7);
}

// ---- the least time ----

static void rest_at_ends(double *told, int m, int n) {
  for (int k = 0; k < m * n; k++) {
    const int end = k < n || k >= (m - 1) * n;
    told[k] = end ? 0 : (double)NAN;
  }
}

static double time_for(lia_via *v, double *t, const lia_axis_limits *lim) {
  v->t = t;
  lia_pieces *x = spline_of(v);
  const double T = lia_via_stretch(x, lim) * (t[v->m - 1] - t[0]);
  lia_pieces_free(x);
  return T;
}

// one piece: T = max(1.5 D/v, sqrt(6 D/a), cbrt(12 D/j)) of the cubic, as the law poly3
LIA_TEST(via, least_time_of_one_piece) {
  double t[2], told[2] = { 0, 0 }, x[] = { 1, -2 };
  const double D = 3;
  for (int k = 0; k < 3; k++) {
    const lia_limits l = { k == 0 ? 1 : 100, k == 1 ? 1 : 100, k == 2 ? 1 : 1000 };
    const lia_axis_limits lim = lia_both_ways(l);
    lia_via v = { .m = 2, .n = 1, .r = 2, .x = x, .told = { told } };
    lia_via_info info;
    unsigned char binds[3];
    cr_assert_eq(lia_via_fastest(t, &v, &lim, binds, &info, NULL), LIA_OK);
    const double want = fmax(1.5 * D / l.v, fmax(sqrt(6 * D / l.a), cbrt(12 * D / l.j)));
    cr_assert_float_eq(info.T, want, 1e-12 * want);
    for (int i = 0; i < 3; i++) cr_assert_eq(binds[i], i == k);
  }
}

// two pieces: the ratio of their times is all there is to choose; all of a fine grid are slower
LIA_TEST(via, least_time_of_two_pieces_by_search) {
  lia_rng rng = lia_rng_seed(31);
  for (int run = 0; run < 24; run++) {
    double x[6], told[2][6], t[3], grid[3] = { 0 };
    const lia_axis_limits lim[2] = {
      { { 1, 1 + lia_rng_uniform(&rng) }, { 2, 3 }, run % 2 ? 8 : 0 },
      { { 0, 0 }, { 1 + lia_rng_uniform(&rng), 2 }, 15 },
    };
    for (int k = 0; k < 6; k++) x[k] = lia_rng_normal(&rng);
    rest_at_ends(told[0], 3, 2);
    rest_at_ends(told[1], 3, 2);
    lia_via v = { .m = 3, .n = 2, .r = 2 + run % 2, .x = x, .told = { told[0] } };
    if (v.r == 3) v.told[1] = told[1];
    lia_via_info info;
    cr_assert_eq(lia_via_fastest(t, &v, lim, NULL, &info, NULL), LIA_OK);
    double least = INFINITY;
    for (double share = 0.02; share < 0.98; share += 0.002) {
      grid[1] = share;
      grid[2] = 1;
      least = fmin(least, time_for(&v, grid, lim));
    }
    cr_assert_float_eq(time_for(&v, t, lim), info.T, 1e-9 * info.T, "limits are reached");
    cr_assert(info.T <= least * (1 + 1e-9), "run %d: %g, but a grid has %g", run, info.T, least);
    cr_assert(info.T >= least * 0.98, "run %d: %g and %g", run, info.T, least);
  }
}

// more pieces: neither one time nor any random direction is better, nothing is passed
LIA_TEST(via, least_time_is_a_minimum) {
  lia_rng rng = lia_rng_seed(32);
  for (int run = 0; run < 10; run++) {
    enum { M = 7 };
    double x[3 * M], told[2][3 * M], t[M], h[M], other[M] = { 0 };
    const int m = 4 + run % 4;
    lia_axis_limits lim[3];
    for (int c = 0; c < 3; c++)
      lim[c] = (lia_axis_limits){ { 1, 1.5 }, { 2 + lia_rng_uniform(&rng), 3 }, 10 };
    for (int k = 0; k < 3 * m; k++) x[k] = lia_rng_normal(&rng);
    rest_at_ends(told[0], m, 3);
    rest_at_ends(told[1], m, 3);
    lia_via v = { .m = m, .n = 3, .r = 2 + run % 2, .x = x, .told = { told[0] } };
    if (v.r == 3) v.told[1] = told[1];
    lia_via_info info;
    unsigned char binds[9 * M];
    cr_assert_eq(lia_via_fastest(t, &v, lim, binds, &info, NULL), LIA_OK);
    cr_assert_float_eq(time_for(&v, t, lim), info.T, 1e-9 * info.T);
    cr_assert_eq(info.degraded, 0);
    int bound = 0;
    for (int k = 0; k < 9 * (m - 1); k++) bound += binds[k];
    cr_assert(bound >= 1);
    for (int k = 0; k + 1 < m; k++) h[k] = t[k + 1] - t[k];
    for (int trial = 0; trial < 200 + 2 * (m - 1); trial++) {
      const double size = trial % 3 ? 1e-3 : 1e-2;
      for (int k = 0; k + 1 < m; k++) {
        double move = size * lia_rng_normal(&rng);
        if (trial < 2 * (m - 1)) move = trial / 2 == k ? (trial % 2 ? size : -size) : 0;
        other[k + 1] = other[k] + h[k] * exp(move);
      }
      const double T = time_for(&v, other, lim);
      cr_assert(T >= info.T * (1 - 1e-7), "run %d: %.12g is better than %.12g", run, T, info.T);
    }
  }
}

// forwards and backwards: the times of the points in reverse order
LIA_TEST(via, least_time_of_the_way_back) {
  const double x[] = { 0, 1, 3, 2 }, back[] = { 2, 3, 1, 0 };
  double told[4], t[4], u[4];
  rest_at_ends(told, 4, 1);
  const lia_axis_limits lim = lia_both_ways((lia_limits){ 1, 2, 6 });
  lia_via v = { .m = 4, .n = 1, .r = 2, .x = x, .told = { told } }, w = v;
  w.x = back;
  cr_assert_eq(lia_via_fastest(t, &v, &lim, NULL, NULL, NULL), LIA_OK);
  cr_assert_eq(lia_via_fastest(u, &w, &lim, NULL, NULL, NULL), LIA_OK);
  cr_assert_float_eq(t[3], u[3], 1e-7);
}

// ---- mistakes ----

LIA_TEST(via, mistakes_are_named) {
  const double nan = (double)NAN, inf = (double)INFINITY;
  double t[] = { 0, 1, 2, 3 }, bad_t[] = { 0, 1, 1, 3 }, x[] = { 0, 1, 1, 0 };
  double told[] = { 0, nan, nan, 0 };
  double out_t[4], far[] = { 0, inf, 1, 2 }, a0[] = { 0 }, zero[4] = { 0 };
  lia_pieces *p;
  lia_error err;
  const lia_via good = { .m = 4, .n = 1, .r = 2, .t = t, .x = x };
  lia_via v;
#define BAD(call, where, what)                                                       \
  do {                                                                               \
    err = (lia_error){ 0 };                                                          \
    cr_assert_neq((call), LIA_OK, "%s", #call);                                      \
    cr_assert_str_eq(err.path, (where), "%s: %s", #call, err.path);                  \
    cr_assert(strstr(err.text, (what)), "%s: %s", #call, err.text);                  \
  } while (0)
#define VIA(change) (v = good, change, lia_via_spline(&p, &v, &err))
  BAD(VIA(v.t = bad_t), "t", "t[3] = 1 after 1");
  BAD(VIA(v.m = 1), "x", "at least 2 points");
  BAD(VIA(v.x = far), "x", "point 2");
  BAD(VIA((v.m = 2, v.r = 3)), "x", "degree 5 needs 3 points");
  BAD(VIA(v.r = 5), "degree", "3, 5 or 7, got 9");
  BAD(VIA(v.told[1] = told), "a", "degree 5 can");
  BAD(VIA((v.r = 3, v.told[2] = told)), "j", "degree 7 can");
  BAD(VIA(v.told[0] = far), "v", "point 2");
  BAD(VIA((v.periodic = 1, v.x = far + 2, v.m = 2)), "x", "at least 3");
  const double open[] = { 0, 1, 1, 5 };
  BAD(VIA((v.periodic = 1, v.x = open)), "x", "5 and was 0");
  BAD(lia_via_bspline(&p, t, x, 4, 1, 2, &err), "degree", "3 to 7");
  BAD(lia_via_bspline(&p, t, x, 4, 1, 4, &err), "x", "at least 5");
  BAD(lia_via_times(out_t, x, 4, 1, 1, 1, &err), "x", "points 2 and 3 are equal");
  BAD(lia_via_times(out_t, x, 4, 1, 0, 0, &err), "T", "above 0");
  BAD(lia_via_smooth(&p, t, x, zero, 4, 1, 1, &err), "weights", "point 1");
  BAD(lia_via_smooth(&p, t, x, NULL, 4, 1, -1, &err), "lambda", "at least 0");
  BAD(lia_via_smooth_best(out_t, t, x, NULL, 3, 1, &err), "x", "at least 4");
  BAD(lia_via_blends(&p, &(lia_blends){ .m = 4, .n = 1, .t = t, .x = x }, NULL, &err), "blend",
      "either");
  BAD(lia_via_blends(&p, &(lia_blends){ .m = 4, .n = 1, .t = t, .x = x, .a = a0 }, NULL, &err), "a",
      "above 0");
  const double none[] = { 0.5, 0.5, 0.5, 0 };
  BAD(lia_via_blends(&p, &(lia_blends){ .m = 4, .n = 1, .t = t, .x = x, .time = none }, NULL, &err),
      "blend", "point 4");
  const double wide[] = { 0.5, 0.5, 2, 0.5 };
  BAD(lia_via_blends(&p, &(lia_blends){ .m = 4, .n = 1, .t = t, .x = x, .time = wide }, NULL, &err),
      "t", "points 2 and 3 overlap");
  lia_axis_limits lim = lia_both_ways((lia_limits){ 1, 1, 0 });
  BAD(lia_via_fastest(out_t, &good, &lim, NULL, NULL, &err), "x", "from point 2 to 3");
  lim.a[0] = -1;
  BAD(lia_via_fastest(out_t, &good, &lim, NULL, NULL, &err), "limits", "above 0");
  const double fast[] = { 0, 3, nan, 0 };
  v = good;
  v.told[0] = fast;
  BAD(lia_via_fastest(out_t, &v, &lim, NULL, NULL, &err), "v", "only 0");
#undef VIA
#undef BAD
}

// each component is smoothed as if it were alone
LIA_TEST(via, smoothing_of_two_components) {
  double t[S], x[S], w[S], both[2 * S];
  noisy(t, x, w);
  for (int k = 0; k < S; k++) {
    both[2 * k] = x[k];
    both[2 * k + 1] = cos(3.0 * k);
  }
  for (int c = 0; c < 2; c++) {
    double one[S];
    lia_pieces *p, *q;
    for (int k = 0; k < S; k++) one[k] = both[2 * k + c];
    cr_assert_eq(lia_via_smooth(&p, t, both, w, S, 2, 0.3, NULL), LIA_OK);
    cr_assert_eq(lia_via_smooth(&q, t, one, w, S, 1, 0.3, NULL), LIA_OK);
    for (int i = 0; i + 1 < S; i++)
      for (int k = 0; k < 4; k++)
        cr_assert_eq(lia_pieces_coef(p, i, c)[k], lia_pieces_coef(q, i, 0)[k]);
    lia_pieces_free(p);
    lia_pieces_free(q);
  }
}
