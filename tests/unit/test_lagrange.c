/* test_lagrange.c - equations from energies: the course's arm, the thesis' closed chain, Lagrange's
 * formula itself */
#include "eom/lagrange.h"

#include "sym/expr/build.h"
#include "sym/expr/diff.h"
#include "sym/expr/parse.h"
#include "sym/expr/print.h"
#include "sym/simp/zero.h"

#include "house.h"
#include <string.h>

static lia_expr read(lia_pool *p, const char *s) {
  lia_expr e = 0;
  lia_error err = { 0 };
  cr_assert_eq(lia_parse(p, s, strlen(s), LIA_PARSE_create, &e, NULL, &err), LIA_OK, "%s: %s: %s",
      s, err.path, err.text);
  return e;
}

static void same(lia_pool *p, lia_expr got, const char *want, const char *what) {
  char text[200];
  lia_expr w = read(p, want);
  lia_print_short(p, got, text, sizeof text);
  cr_assert_eq(lia_zero_equal(p, got, w), LIA_ZERO_yes, "%s: got %s, expected %s", what, text,
      want);
}

static void coordinates(lia_pool *p, const char *const *name, int n, lia_expr *q) {
  for (int i = 0; i < n; i++) {
    q[i] = lia_sym_coordinate(p, name[i]);
    lia_sym_rate(p, lia_sym_rate(p, q[i]));
  }
}

static lia_lagrange *derive(lia_pool *p, lia_lagrange_spec s) {
  lia_lagrange *g;
  lia_error err = { 0 };
  cr_assert_eq(lia_lagrange_new(&g, p, &s, &err), LIA_OK, "%s: %s", err.path, err.text);
  return g;
}

// every road to row i: d/dt dT/dq' - dT/dq + dV/dq + dD/dq' - Q, differentiated in time by the
// engine of expressions
static void by_formula(const lia_lagrange *g) {
  lia_pool *p = g->p;
  for (int i = 0; i < g->n; i++) {
    lia_expr e = lia_sym_sub(p, lia_diff_time(p, lia_diff(p, g->T, g->v[i])),
        lia_diff(p, g->T, g->q[i]));
    e = lia_sym_add(p, e, lia_sym_sub(p, lia_sym_add(p, lia_diff(p, g->V, g->q[i]),
        lia_diff(p, g->D, g->v[i])), g->Q[i]));
    lia_expr row = lia_lagrange_row(g, i, 1);
    for (int c = 0; c < g->ncon; c++)
      row = lia_sym_add(p, row, lia_sym_mul(p, g->J[c * g->n + i], g->lambda[c]));
    cr_assert_eq(lia_zero_equal(p, e, row), LIA_ZERO_yes, "row %d", i + 1);
  }
}

// C q' = B [q'^2] + P [q'_j q'_k]
static void split(lia_lagrange *g) {
  lia_pool *p = g->p;
  int n = g->n;
  cr_assert_eq(lia_lagrange_split(g, NULL), LIA_OK);
  for (int i = 0; i < n; i++) {
    lia_expr e = LIA_ZERO;
    for (int j = 0; j < n; j++) {
      e = lia_sym_add(p, e, lia_sym_mul(p, lia_sym_sub(p, g->C[i * n + j],
          lia_sym_mul(p, g->B[i * n + j], g->v[j])), g->v[j]));
      for (int k = j + 1; k < n; k++)
        e = lia_sym_sub(p, e, lia_sym_mul(p, g->P[i * lia_lagrange_pairs(n)
            + lia_lagrange_pair(n, j, k)], lia_sym_mul(p, g->v[j], g->v[k])));
    }
    cr_assert_eq(lia_zero(p, e), LIA_ZERO_yes, "row %d", i + 1);
  }
}

// M' - 2C is skew
static void skew(const lia_lagrange *g) {
  for (int i = 0; i < g->n; i++)
    for (int j = 0; j <= i; j++)
      cr_assert_eq(lia_zero(g->p,
          lia_sym_add(g->p, lia_lagrange_skew(g, i, j), lia_lagrange_skew(g, j, i))), LIA_ZERO_yes,
          "%d %d", i, j);
}

LIA_TEST(lagrange, planar_arm_of_the_course) {
  static const char *const names[] = { "th1", "th2" };
  lia_pool *p = lia_pool_new();
  lia_expr q[2];
  coordinates(p, names, 2, q);
  lia_lagrange_spec s = { .n = 2, .q = q, .tidy = LIA_TIDY_trig };
  s.T = read(p, "(m1*LG1^2 + I1)*th1'^2/2 + I2*(th1' + th2')^2/2 + m2/2*("
                "(L1*th1'*sin(th1) + LG2*(th1' + th2')*sin(th1 + th2))^2 + (L1*th1'*cos(th1) + "
                "LG2*(th1' + th2')*cos(th1 + th2))^2)");
  s.V = read(p, "g*(m1*LG1*sin(th1) + m2*(L1*sin(th1) + LG2*sin(th1 + th2)))");
  lia_lagrange *g = derive(p, s);
  by_formula(g);
  skew(g);
  cr_assert_eq(lia_lagrange_split(g, NULL), LIA_OK);
  // [course] E6.2
  same(p, g->M[0], "I1 + I2 + m1*LG1^2 + m2*(L1^2 + LG2^2 + 2*L1*LG2*cos(th2))", "A11");
  same(p, g->M[1], "I2 + m2*(LG2^2 + L1*LG2*cos(th2))", "A12");
  same(p, g->M[3], "I2 + m2*LG2^2", "A22");
  same(p, g->B[1], "-m2*L1*LG2*sin(th2)", "B12");
  same(p, g->B[2], "m2*L1*LG2*sin(th2)", "B21");
  same(p, g->B[0], "0", "B11");   // the course prints an expression that is not 0
  same(p, g->B[3], "0", "B22");
  same(p, g->P[0], "-2*m2*L1*LG2*sin(th2)", "C112");
  same(p, g->P[1], "0", "C212");
  same(p, g->G[0], "g*(m1*LG1*cos(th1) + m2*(L1*cos(th1) + LG2*cos(th1 + th2)))", "G1");
  same(p, g->G[1], "g*m2*LG2*cos(th1 + th2)", "G2");
  // the same from M and V alone
  lia_lagrange *o;
  cr_assert_eq(lia_lagrange_of(&o, p, &s, g->M, NULL), LIA_OK);
  for (int k = 0; k < 4; k++) cr_assert_eq(lia_zero_equal(p, o->C[k], g->C[k]), LIA_ZERO_yes);
  cr_assert_eq(lia_zero_equal(p, o->T, s.T), LIA_ZERO_yes);
  lia_free(o);
  lia_free(g);
  lia_pool_free(p);
}

static void printed(lia_pool *p, lia_expr got, const char *want) {
  char text[300];
  lia_print_short(p, got, text, sizeof text);
  cr_assert_str_eq(text, want);
}

// from positions in the plane, nothing simplified by hand: what comes out is what books print
LIA_TEST(lagrange, prints_what_a_person_writes) {
  static const char *const names[] = { "q1", "q2" };
  lia_pool *p = lia_pool_new();
  lia_expr q[2];
  read(p, "m1 + m2 + L1 + L2 + I1 + I3 + g");
  coordinates(p, names, 2, q);
  lia_lagrange_spec s = { .n = 2, .q = q, .tidy = LIA_TIDY_trig };
  lia_expr x = read(p, "L1*cos(q1) + L2*cos(q1 + q2)"), y = read(p, "L1*sin(q1) + L2*sin(q1 + q2)");
  lia_expr vx = lia_diff_time(p, x), vy = lia_diff_time(p, y);
  lia_expr v2 = lia_sym_add(p, lia_sym_sq(p, vx), lia_sym_sq(p, vy));
  s.T = lia_sym_add(p, read(p, "m1/2*((L1*cos(q1)*q1')^2 + (L1*sin(q1)*q1')^2)"),
      lia_sym_mul(p, read(p, "m2/2"), v2));
  s.V = lia_sym_add(p, read(p, "m1*g*L1*sin(q1)"), lia_sym_mul(p, read(p, "m2*g"), y));
  lia_lagrange *g = derive(p, s);
  by_formula(g);
  cr_assert_eq(lia_lagrange_split(g, NULL), LIA_OK);
  printed(p, g->M[0], "m1*L1^2 + m2*(L1^2 + 2*L1*L2*cos(q2) + L2^2)");
  printed(p, g->M[1], "m2*L2*(L1*cos(q2) + L2)");
  printed(p, g->M[3], "m2*L2^2");
  printed(p, g->C[0], "-m2*L1*L2*sin(q2)*q2'");
  printed(p, g->C[1], "-m2*L1*L2*sin(q2)*(q1' + q2')");
  printed(p, g->B[1], "-m2*L1*L2*sin(q2)");
  printed(p, g->P[0], "-2*m2*L1*L2*sin(q2)");
  printed(p, g->G[0], "g*(m2*L2*cos(q1 + q2) + L1*(m1 + m2)*cos(q1))");
  printed(p, g->G[1], "m2*g*L2*cos(q1 + q2)");
  lia_free(g);

  // a symmetric top, spin left out, from its angular velocity in body axes
  s.V = LIA_ZERO;
  s.T = read(p,
      "I1/2*((q1'*sin(q2)*sin(x))^2 + (q1'*sin(q2)*cos(x))^2 + q2'^2) + I3/2*(q1'*cos(q2))^2");
  g = derive(p, s);
  cr_assert_eq(lia_lagrange_split(g, NULL), LIA_OK);
  printed(p, g->M[0], "I1*sin(q2)^2 + I3*cos(q2)^2");
  printed(p, g->B[2], "(I3 - I1)*sin(q2)*cos(q2)");
  printed(p, g->P[0], "2*(I1 - I3)*sin(q2)*cos(q2)");
  lia_free(g);
  lia_pool_free(p);
}

LIA_TEST(lagrange, closed_chain_of_the_thesis) {
  static const char *const names[] = { "q1", "q21", "q22", "q3", "q5" };
  lia_pool *p = lia_pool_new();
  lia_expr q[5];
  coordinates(p, names, 5, q);
  lia_lagrange_spec s = { .n = 5, .q = q, .tidy = LIA_TIDY_trig };
  s.T = read(p, "m1*q1'^2/2 + m2*(q1'^2 + q21'^2)/2 + m2*(q1'^2 + q22'^2)/2"
                "+ m3/2*(q1'^2 + q21'^2 + q3'^2*(yG3^2 + zG3^2)) + m3*q21'*q3'*(cos(q3)*yG3 - "
                "sin(q3)*zG3) + XX3*q3'^2/2"
                "+ m5/2*(q1'^2 + q21'^2 + q5'^2 + q3'^2*((3*R2 + q5)^2 + 2*(3*R2 + q5)*yG5 + "
                "yG5^2 + zG5^2)) + m5*q21'*q5'*sin(q3)"
                "+ m5*q21'*q3'*(cos(q3)*(3*R2 + q5 + yG5) - sin(q3)*zG5) - m5*q3'*q5'*zG5 + "
                "XX5*q3'^2/2");
  s.V = read(p, "g*(m2*(q21 + q22) + m3*(q21 + sin(q3)*yG3 + cos(q3)*zG3) + m5*(q21 + "
      "sin(q3)*(3*R2 + q5 + yG5) + cos(q3)*zG5))");
  lia_expr phi = read(p, "2*R2*sin(q3) - (q22 - q21)*cos(q3)");
  s.phi = &phi;
  s.nphi = 1;
  lia_lagrange *g = derive(p, s);
  by_formula(g);
  skew(g);
  split(g);
  // [thesis] M3, corrected (E7, E11)
  same(p, g->M[0], "m1 + 2*m2 + m3 + m5", "M11");
  same(p, g->M[1*5+4], "m5*sin(q3)", "M25");
  same(p, g->M[1*5+3], "cos(q3)*(3*m5*R2 + m5*q5 + m3*yG3 + m5*yG5) - sin(q3)*(m3*zG3 + m5*zG5)",
      "M24");
  same(p, g->M[3*5+3], "XX3 + XX5 + m3*(yG3^2 + zG3^2) + m5*(q5^2 + 9*R2^2 + 6*q5*R2 + 2*yG5*q5 + "
      "6*yG5*R2 + yG5^2 + zG5^2)", "M44");
  lia_expr C2 = LIA_ZERO, C4 = LIA_ZERO, C5 = LIA_ZERO;
  for (int j = 0; j < 5; j++) {
    C2 = lia_sym_add(p, C2, lia_sym_mul(p, g->C[1*5+j], g->v[j]));
    C4 = lia_sym_add(p, C4, lia_sym_mul(p, g->C[3*5+j], g->v[j]));
    C5 = lia_sym_add(p, C5, lia_sym_mul(p, g->C[4*5+j], g->v[j]));
  }
  same(p, C2, "2*m5*cos(q3)*q3'*q5' - q3'^2*(m3*(cos(q3)*zG3 + sin(q3)*yG3) + m5*(sin(q3)*(3*R2 + "
      "q5 + yG5) + cos(q3)*zG5))", "C2");
  same(p, C4, "2*m5*q3'*q5'*(q5 + 3*R2 + yG5)", "C4");
  same(p, C5, "-m5*q3'^2*(q5 + yG5 + 3*R2)", "C5");
  same(p, g->G[4], "g*m5*sin(q3)", "G5");
  same(p, g->J[1], "cos(q3)", "Phi_q21");
  same(p, g->J[3], "2*R2*cos(q3) + (q22 - q21)*sin(q3)", "Phi_q3");
  // phi'' = J q'' - gamma
  lia_expr dd = lia_diff_time(p, lia_diff_time(p, phi)), row = lia_sym_neg(p, g->gamma[0]);
  for (int i = 0; i < 5; i++) row = lia_sym_add(p, row, lia_sym_mul(p, g->J[i], g->a[i]));
  cr_assert_eq(lia_zero_equal(p, dd, row), LIA_ZERO_yes);
  lia_free(g);
  lia_pool_free(p);
}

// a bead on a turning wire (T with terms linear and constant in q', and time), friction, a force, a
// rolling row
LIA_TEST(lagrange, what_is_not_a_plain_mechanism) {
  static const char *const names[] = { "x", "y" };
  lia_pool *p = lia_pool_new();
  lia_expr q[2], t = lia_sym_time(p);
  coordinates(p, names, 2, q);
  (void)t;
  lia_expr Q[2] = { read(p, "F*cos(t)"), LIA_ZERO }, H[2] = { read(p, "sin(y)"), read(p, "-1") },
      b[1] = { read(p, "w*t*x") };
  lia_lagrange_spec s = { .n = 2, .q = q, .Q = Q, .H = H, .b = b, .nrow = 1, .tidy = LIA_TIDY_all };
  s.T = read(p, "m/2*((x' - w*y)^2 + (y' + w*x)^2) + m*t*x'*y + t^2*y'^2");
  s.V = read(p, "k*x^2/2*(1 + t)");
  s.D = read(p, "c*x'^2/2 + d*x'*y'");
  lia_lagrange *g = derive(p, s);
  by_formula(g);
  same(p, g->M[3], "m + 2*t^2", "M22");
  same(p, g->d[0], "c*x' + d*y'", "d1");
  // (H q' + b)' without accelerations
  same(p, g->gamma[0], "-(cos(y)*y'*x' + w*x + w*t*x')", "gamma");
  lia_free(g);
  // a position and a rolling row together: each multiplier at its own row; rates told as short as
  // positions
  lia_expr phi = read(p, "L*cos(x)*cos(y) - L*sin(x)*sin(y)");
  s = (lia_lagrange_spec){ .n = 2, .q = q, .phi = &phi, .nphi = 1, .H = H, .b = b, .nrow = 1,
      .T = read(p, "m*(x'^2 + y'^2)/2"), .tidy = LIA_TIDY_trig };
  g = derive(p, s);
  by_formula(g);
  same(p, lia_lagrange_row(g, 0, 1), "m*x'' + L*sin(x + y)*lambda1 - sin(y)*lambda2", "row 1");
  same(p, lia_lagrange_row(g, 1, 1), "m*y'' + L*sin(x + y)*lambda1 + lambda2", "row 2");
  printed(p, g->gamma[0], "L*cos(x + y)*(x'^2 + 2*x'*y' + y'^2)");
  lia_free(g);
  // a force that is the symbol of a weight too
  lia_expr F[1] = { read(p, "F") };
  g = derive(p, (lia_lagrange_spec){ .n = 1, .q = q, .Q = F, .T = read(p, "m*x'^2/2"),
      .V = read(p, "F*x") });
  same(p, g->G[0], "F", "G");
  lia_free(g);
  // T that has no value at rest as it is written, with a term of gyroscopes; two positions held;
  // friction told as short as forces
  lia_expr two[2] = { read(p, "x - L*y"), read(p, "x*y - t") };
  s = (lia_lagrange_spec){ .n = 2, .q = q, .phi = two, .nphi = 2,
      .T = read(p, "(m*x'^3 + 2*cos(y)*x'^2)/(2*x') + m*y'^2/2"),
    .D = read(p, "c*(x'^2*cos(y)^2 + x'^2*sin(y)^2)/2"), .tidy = LIA_TIDY_trig };
  g = derive(p, s);
  same(p, lia_lagrange_row(g, 0, 1), "m*x'' - sin(y)*y' + c*x' - lambda1 - y*lambda2",
      "gyroscope, row 1");
  same(p, lia_lagrange_row(g, 1, 1), "m*y'' + sin(y)*x' + L*lambda1 - x*lambda2",
      "gyroscope, row 2");
  printed(p, g->d[0], "c*x'");
  same(p, g->shift[1], "-1", "phi_t");
  lia_free(g);
  // a pendulum whose support is moved: u(t) is prescribed, its acceleration drives
  lia_expr u = lia_sym_function(p, "u");
  lia_sym_rate(p, lia_sym_rate(p, u));
  s = (lia_lagrange_spec){ .n = 1, .q = q, .tidy = LIA_TIDY_trig };
  s.T = read(p, "m/2*((u' + L*cos(x)*x')^2 + (L*sin(x)*x')^2)");
  s.V = read(p, "-m*g*L*cos(x)");
  g = derive(p, s);
  by_formula(g);
  same(p, lia_lagrange_row(g, 0, 1), "m*L^2*x'' + m*L*cos(x)*u'' + m*g*L*sin(x)", "moved support");
  lia_free(g);
  lia_pool_free(p);
}

LIA_TEST(lagrange, mistakes_name_the_term) {
  static const char *const names[] = { "x" };
  lia_pool *p = lia_pool_new();
  lia_expr q[1];
  coordinates(p, names, 1, q);
  lia_expr other = lia_sym_coordinate(p, "y"), z = lia_sym_coordinate(p, "z"),
      both[2] = { q[0], z }, late[2] = { LIA_ZERO, other }, phi = read(p, "x'"),
      five = read(p, "5"), twice[2] = { q[0], q[0] };
  lia_sym_rate(p, other);
  const struct { lia_lagrange_spec s; const char *path, *text; } row[] = {
    { { .n = 1, .q = q, .T = read(p, "x'^3") }, "T", "more than quadratic in 'x''" },
    { { .n = 1, .q = q, .T = read(p, "x'*x''") }, "T", "acceleration 'x'''" },
    { { .n = 1, .q = q, .T = read(p, "x'^2"), .V = read(p, "x*x'") }, "V", "velocity 'x''" },
    { { .n = 1, .q = q, .T = read(p, "x'^2"), .D = read(p, "x'*x''") }, "D", "acceleration 'x'''" },
    { { .n = 1, .q = q, .T = read(p, "x'^2"), .phi = &phi, .nphi = 1 }, "phi", "velocity" },
    { { .n = 1, .q = &five, .T = read(p, "x'^2") }, "q", "expected a coordinate, got 5" },
    { { .n = 0, .q = q, .T = read(p, "x'^2") }, "q", "at least one" },
    { { .n = 2, .q = twice, .T = read(p, "x'^2") }, "q",
        "entry 2: the coordinate x stands there twice" },
    { { .n = 1, .q = q, .T = read(p, "x'^2 + y'^2") }, "T",
        "not in q (where its motion is given, make it a function of time), 'y'': x'^2 + y'^2" },
    { { .n = 1, .q = q, .T = read(p, "x'^2"), .V = read(p, "x*y") }, "V", "'y': x*y" },
    { { .n = 1, .q = q, .T = read(p, "x'^2"), .Q = &other }, "Q", "'y': y" },
        { { .n = 1, .q = q, .T = read(p, "x'^2"), .D = other }, "D", "'y': y" },
    { { .n = 1, .q = q, .T = read(p, "x'^2"), .phi = &other, .nphi = 1 }, "phi", "'y': y" },
    { { .n = 1, .q = q, .T = read(p, "x'^2"), .H = &other, .nrow = 1 }, "H", "'y': y" },
    { { .n = 2, .q = both, .T = read(p, "x'^2 + z'^2"), .H = late, .nrow = 1 }, "H", "'y': y" },
    { { .n = 1, .q = q, .T = read(p, "x'^2"), .H = &phi, .nrow = 1 }, "H", "velocity" },
        { { .n = 1, .q = q, .T = read(p, "x'^2"), .H = &five, .b = &phi, .nrow = 1 }, "b",
        "velocity" },
  };
  for (size_t k = 0; k < sizeof row / sizeof *row; k++) {
    lia_lagrange *g;
    lia_error err = { 0 };
    lia_status st = lia_lagrange_new(&g, p, &row[k].s, &err);
    cr_assert(st == err.code && st != LIA_OK);
    cr_assert_null(g);
    cr_assert_str_eq(err.path, row[k].path);
    cr_assert(strstr(err.text, row[k].text), "%s", err.text);
  }
  lia_pool_free(p);
}

LIA_TEST(lagrange, survives_every_out_of_memory) {
  for (long n = 0;; n++) {
    lia_pool *p = lia_pool_new();
    static const char *const names[] = { "a", "b" };
    lia_expr q[2];
    coordinates(p, names, 2, q);
    lia_lagrange_spec s = { .n = 2, .q = q, .T = read(p, "a'^2 + cos(a - b)*a'*b' + b'^2"),
        .V = read(p, "sin(a)"), .tidy = LIA_TIDY_trig };
    lia_lagrange *g = NULL;
    lia_mem_fail_after(n);
    lia_status st = lia_lagrange_new(&g, p, &s, NULL);
    lia_mem_fail_after(-1);
    cr_assert(st == LIA_OK || (st == LIA_ENOMEM && !g), "%s", lia_status_name(st));
    lia_free(g);
    lia_pool_free(p);
    if (st == LIA_OK) break;
  }
}
