/* test_dhfit.c - tables recovered from axis lines: the course's robots, random chains, every
 * special case */
#include "geo/dhfit.h"

#include "pose.h"
#include <string.h>

enum { MOST = 8 };
static const double pi = 3.14159265358979323846;

static double wrapped(double a) { return remainder(a, 2 * pi); }

static void near_row(const lia_dh *got, const lia_dh *want, double tol, int line) {
  const double a[4] = { got->a, wrapped(got->alpha - want->alpha), got->d,
      wrapped(got->theta - want->theta) };
  near_nums(a, (double[]){ want->a, 0, want->d, 0 }, 4, tol, line);
}
#define NEAR_ROW(a, b, tol) near_row(a, b, tol, __LINE__)

// every line as its direction and a point anywhere on it; the tool's point is the origin of the
// last frame
static void lines_of(lia_dhfit_axis *axis, const lia_dh_chain *c, lia_rng *r) {
  lia_frame X, each[MOST];
  lia_dh_chain_frame(&X, each, c);
  for (int i = 0; i <= c->n; i++) {
    const lia_frame *F = i ? each + i - 1 : &c->base;
    double u[3] = { F->R[2], F->R[5], F->R[8] };
    axis[i] = (lia_dhfit_axis){ .prismatic = 0 };
    lia_scale3(axis[i].dir, r ? lia_rng_range(r, 0.1, 5) : 1, u);
    lia_copy3(axis[i].point, F->p);
    if (r && i < c->n) lia_addto3(axis[i].point, lia_rng_range(r, -2, 2), u);
  }
}

// what must hold of every answer: the chain rebuilds the frames, z_i lies on line i+1 (unless it
// was moved, then it is parallel), the tool slide ends at the tool centre
static void check_fit(const lia_dh_chain *c, const lia_frame *frame, const lia_dhfit_axis *axis,
    double tol, int line) {
  lia_frame X, each[MOST];
  lia_dh_chain_frame(&X, each, c);
  for (int i = 0; i <= c->n; i++) {
    const lia_frame *F = i ? each + i - 1 : &c->base;
    double u[3], z[3] = { F->R[2], F->R[5], F->R[8] }, d[3];
    near_nums((const double *)F, (const double *)(frame + i), 12, tol, line);
    lia_unit3(u, axis[i].dir);
    near_nums(z, u, 3, tol, line);
    lia_sub3(d, F->p, axis[i].point);
    lia_cross3(d, d, u);
    if (i == c->n || !axis[i].prismatic) near_nums(d, (double[3]){ 0 }, 3, tol, line);
  }
  near_nums(X.p, axis[c->n].point, 3, tol, line);
}
#define CHECK_FIT(c, frame, axis, tol) check_fit(c, frame, axis, tol, __LINE__)

// ---- the robots of the course -------------------------------------------------------------------

// [course E3.8]: L1 through O along z, L2 through O along y, L3 through (-a2, 0, 0) along z and
// prismatic, L4 through (-a2, 0, d3) along -x
LIA_TEST(dhfit, rrp_robot_of_the_course) {
  const double a2 = 100, d3 = 250;
  lia_dhfit_axis axis[4] = { { { 0, 0, 0 }, { 0, 0, 1 }, 0, 0 }, { { 0, 0, 0 }, { 0, 1, 0 }, 0, 0 },
      { { -a2, 0, 0 }, { 0, 0, 1 }, 1, 0 }, { { -a2, 0, d3 }, { -1, 0, 0 }, 0, 0 } };
  const lia_dh table[3] = { { 0, pi / 2, 0, pi, 0, 0 }, { a2, -pi / 2, 0, 0, 0, 0 },
      { 0, pi / 2, d3, pi / 2, 0, 0 } };
  lia_dh row[3];
  lia_frame frame[4], one = LIA_FRAME_IDENTITY;
  unsigned flag[3];
  lia_dh_chain c = { .n = 3, .row = row };
  cr_assert_eq(lia_dhfit(&c, frame, flag, axis, NULL), (unsigned)LIA_DHFIT_SECANT);
  for (int i = 0; i < 3; i++) NEAR_ROW(row + i, table + i, 1e-13);
  cr_assert(flag[0] == LIA_DHFIT_SECANT && flag[1] == 0 && flag[2] == LIA_DHFIT_SECANT);
  cr_assert_eq(c.kind, LIA_DH_standard);
  NEAR_FRAME(&c.base, &one, 0);
  NEAR_FRAME(&c.tool, &one, 1e-13);
  CHECK_FIT(&c, frame, axis, 1e-12);
}

// [course E3.9]: KUKA KR30 as drawn, z_0 down; the rules give a6 = 120 with theta6 = pi, the
// printed table has x_6 the other way round
LIA_TEST(dhfit, kr30_of_the_course) {
  const double x = 90;
  lia_dh table[6] = { { 670, pi / 2, 0, 0, 0, 0 }, { 800, 0, 0, 0, 0, 0 },
      { 145, pi / 2, 0, 0, 0, 0 },
      { 0, pi / 2, -820, pi, 0, 0 }, { 0, pi / 2, 0, pi, 0, 0 }, { -120, pi, -150 - x, 0, 0, 0 } };
  lia_dh_chain drawn = { LIA_DH_standard, 6, table, NULL,
      { { 1, 0, 0, 0, -1, 0, 0, 0, -1 }, { 0, 0, 0 } }, LIA_FRAME_IDENTITY };
  lia_rng r = lia_rng_seed(1);
  for (int flip = 0; flip < 2; flip++) {
    lia_dhfit_axis axis[7];
    lia_dh row[6];
    lia_frame frame[7], one = LIA_FRAME_IDENTITY;
    unsigned flag[6];
    lia_dh_chain c = { .n = 6, .row = row };
    lines_of(axis, &drawn, &r);
    axis[6].flip = flip;
    lia_dhfit(&c, frame, flag, axis, NULL);
    table[5].a = flip ? -120 : 120;
    table[5].theta = flip ? 0 : pi;
    for (int i = 0; i < 6; i++) NEAR_ROW(row + i, table + i, 1e-9);
    table[5].a = -120;
    table[5].theta = 0;
    cr_assert(flag[0] == 0 && flag[1] == LIA_DHFIT_PARALLEL && flag[2] == 0 &&
        flag[3] == LIA_DHFIT_SECANT &&
        flag[4] == LIA_DHFIT_SECANT && flag[5] == LIA_DHFIT_PARALLEL);
    NEAR_FRAME(&c.base, &drawn.base, 1e-12);
    NEAR_FRAME(&c.tool, &one, 1e-9);
    CHECK_FIT(&c, frame, axis, 1e-9);
    // z_6 points down like z_0 and the tool centre is at (1495, 0, -(970 + x)), the console being
    // up
    NEAR(frame[6].p, ((double[]){ 1495, 0, -(970 + x) }), 3, 1e-9);
  }
}

// ---- random chains ------------------------------------------------------------------------------

LIA_TEST(dhfit, tables_with_positive_a_come_back) {
  lia_rng r = lia_rng_seed(2);
  for (int t = 0; t < 100; t++) {
    lia_dh table[6], row[6];
    lia_dh_chain drawn = { LIA_DH_standard, 6, table, NULL, random_frame(&r), LIA_FRAME_IDENTITY };
    lia_dh_chain c = { .n = 6, .row = row };
    lia_dhfit_axis axis[7];
    lia_frame frame[7];
    for (int i = 0; i < 6; i++)
      table[i] = (lia_dh){ .a = lia_rng_range(&r, 0.1, 1),
          .alpha = lia_rng_range(&r, 0.2, 3) * (t % 2 ? 1 : -1),
          .d = lia_rng_range(&r, -1, 1), .theta = lia_rng_range(&r, -3, 3) };
    lines_of(axis, &drawn, &r);
    double x0[3] = { drawn.base.R[0], drawn.base.R[3], drawn.base.R[6] };
    lia_dhfit_opts opts = { .x0 = x0, .o0 = drawn.base.p };
    cr_assert_eq(lia_dhfit(&c, frame, NULL, axis, &opts), 0u);
    for (int i = 0; i < 6; i++) NEAR_ROW(row + i, table + i, 1e-11);
    NEAR_FRAME(&c.base, &drawn.base, 1e-14);
    CHECK_FIT(&c, frame, axis, 1e-11);
    // no base asked for: d_1 = 0
    lia_dhfit(&c, frame, NULL, axis, NULL);
    cr_assert_float_eq(row[0].d, 0, 1e-11);
    CHECK_FIT(&c, frame, axis, 1e-11);
    // the same mechanism in modified rows: z_i on the axis of joint i
    lia_frame X, each[6];
    lia_dh_convert(&c, LIA_DH_modified);
    lia_dh_chain_frame(&X, each, &c);
    for (int i = 0; i < 6; i++) {
      double z[3] = { each[i].R[2], each[i].R[5], each[i].R[8] }, u[3], d[3];
      lia_unit3(u, axis[i].dir);
      NEAR(z, u, 3, 1e-11);
      lia_sub3(d, each[i].p, axis[i].point);
      lia_cross3(d, d, u);
      NEAR(d, ((double[]){ 0, 0, 0 }), 3, 1e-11);
    }
    NEAR(X.p, axis[6].point, 3, 1e-11);
  }
}

// the tool centre away from the foot on its axis: the rest is a slide along z_n
LIA_TEST(dhfit, the_tool_slides_along_its_axis) {
  lia_dhfit_axis axis[2] = { { { 0, 0, 0 }, { 0, 0, 1 }, 0, 0 },
      { { 1, 5, 2 }, { 0, 3, 0 }, 0, 0 } };
  lia_dh row;
  lia_frame frame[2];
  lia_dh_chain c = { .n = 1, .row = &row };
  lia_dhfit_opts opts = { .o0 = (double[]){ 7, 7, -1 } };
  cr_assert_eq(lia_dhfit(&c, frame, NULL, axis, &opts), 0u);
  NEAR_ROW(&row, (&(lia_dh){ 1, -pi / 2, 3, 0, 0, 0 }), 1e-15);
  NEAR(c.base.p, ((double[]){ 0, 0, -1 }), 3, 0);
  NEAR(c.tool.p, ((double[]){ 0, 0, 5 }), 3, 1e-15);
  CHECK_FIT(&c, frame, axis, 1e-14);
  lia_dhfit(&c, frame, NULL, axis, NULL);   // no O_0 asked for: d_1 = 0
  NEAR_ROW(&row, (&(lia_dh){ 1, -pi / 2, 0, 0, 0, 0 }), 1e-15);
  NEAR(c.base.p, ((double[]){ 0, 0, 2 }), 3, 0);
  CHECK_FIT(&c, frame, axis, 1e-14);
}

// ---- special cases: two lines, one joint and a second one to the tool ---------------------------

LIA_TEST(dhfit, special_cases) {
  static const struct {
    const char *name;
    lia_dhfit_axis axis[3];
    unsigned flag[2];
    lia_dh row[2];
  } rows[] = {
    { "parallel, then skew: x_1 runs through O_0, d_1 = 0",
      { { { 0, 0, 1 }, { 0, 0, 1 }, 0, 0 }, { { 0, 2, 9 }, { 0, 0, 1 }, 0, 0 },
          { { 0, 5, 4 }, { 1, 0, 0 }, 0, 0 } },
      { LIA_DHFIT_PARALLEL, 0 }, { { 2, 0, 0, pi / 2, 0, 0 }, { 3, pi / 2, 3, 0, 0, 0 } } },
    { "against each other: alpha = pi",
      { { { 0, 0, 0 }, { 0, 0, 1 }, 0, 0 }, { { 2, 0, 9 }, { 0, 0, -1 }, 0, 0 },
          { { 2, 3, 4 }, { 1, 0, 0 }, 0, 0 } },
      { LIA_DHFIT_PARALLEL, 0 }, { { 2, pi, 0, 0, 0, 0 }, { 3, -pi / 2, -4, -pi / 2, 0, 0 } } },
    { "one line twice: frame 1 is frame 0",
      { { { 0, 0, 1 }, { 0, 0, 1 }, 0, 0 }, { { 0, 0, 9 }, { 0, 0, 2 }, 0, 0 },
          { { 0, 3, 4 }, { 1, 0, 0 }, 0, 0 } },
      { LIA_DHFIT_COINCIDENT, 0 }, { { 0, 0, 0, 0, 0, 0 }, { 3, pi / 2, 3, pi / 2, 0, 0 } } },
    { "one line twice, against each other",
      { { { 0, 0, 1 }, { 0, 0, 1 }, 0, 0 }, { { 0, 0, 9 }, { 0, 0, -2 }, 0, 0 },
          { { 0, 3, 4 }, { 1, 0, 0 }, 0, 0 } },
      { LIA_DHFIT_COINCIDENT, 0 }, { { 0, pi, 0, 0, 0, 0 }, { 3, -pi / 2, -3, -pi / 2, 0, 0 } } },
    { "secant: x = z_0 x z_1",
      { { { 0, 0, 0 }, { 0, 0, 1 }, 0, 0 }, { { 0, 7, 2 }, { 0, 1, 0 }, 0, 0 },
          { { 0, 3, 2 }, { 0, 1, 0 }, 0, 0 } },
      { LIA_DHFIT_SECANT, LIA_DHFIT_COINCIDENT },
          { { 0, pi / 2, 0, pi, 0, 0 }, { 0, 0, 3, 0, 0, 0 } } },
    { "secant, turned round: alpha < 0",
      { { { 0, 0, 0 }, { 0, 0, 1 }, 0, 0 }, { { 0, 7, 2 }, { 0, 1, 0 }, 0, 1 },
          { { 0, 3, 2 }, { 0, 1, 0 }, 0, 0 } },
      { LIA_DHFIT_SECANT, LIA_DHFIT_COINCIDENT },
          { { 0, -pi / 2, 0, 0, 0, 0 }, { 0, 0, 3, 0, 0, 0 } } },
    { "skew, turned round: a < 0",
      { { { 0, 0, 0 }, { 0, 0, 1 }, 0, 0 }, { { 4, 7, 2 }, { 0, 1, 0 }, 0, 1 },
          { { 4, 3, 2 }, { 0, 1, 0 }, 0, 0 } },
      { 0, LIA_DHFIT_COINCIDENT }, { { -4, pi / 2, 0, pi, 0, 0 }, { 0, 0, 3, 0, 0, 0 } } },
    { "the last axes parallel: O_2 is the tool centre, d_2 reaches it",
      { { { 0, 0, 0 }, { 0, 0, 1 }, 0, 0 }, { { 0, 7, 2 }, { 0, 1, 0 }, 0, 0 },
          { { 3, 5, 2 }, { 0, 1, 0 }, 0, 0 } },
      { LIA_DHFIT_SECANT, LIA_DHFIT_PARALLEL },
          { { 0, pi / 2, 0, pi, 0, 0 }, { 3, 0, 5, pi, 0, 0 } } },
    { "prismatic, its line moved to meet the next one",
      { { { 5, 6, 7 }, { 0, 0, 1 }, 1, 0 }, { { 1, 0, 2 }, { 1, 0, 0 }, 0, 0 },
          { { 8, 0, 2 }, { 0, 0, 1 }, 0, 0 } },
      { LIA_DHFIT_SECANT | LIA_DHFIT_MOVED, LIA_DHFIT_SECANT },
          { { 0, pi / 2, 0, pi / 2, 0, 0 }, { 0, pi / 2, 3, pi, 0, 0 } } },
    { "prismatic beside a parallel axis: becomes one line with it",
      { { { 5, 6, 7 }, { 0, 0, 1 }, 1, 0 }, { { 1, 0, 2 }, { 0, 0, 1 }, 0, 0 },
          { { 1, 3, 2 }, { 1, 0, 0 }, 0, 0 } },
      { LIA_DHFIT_COINCIDENT | LIA_DHFIT_MOVED, 0 },
          { { 0, 0, 0, 0, 0, 0 }, { 3, pi / 2, -5, pi / 2, 0, 0 } } },
    { "two prismatic joints: moved from the last one back",
      { { { 9, 9, 9 }, { 1, 0, 0 }, 1, 0 }, { { 5, 6, 7 }, { 0, 1, 0 }, 1, 0 },
          { { 1, 2, 3 }, { 0, 0, 1 }, 0, 0 } },
      { LIA_DHFIT_SECANT | LIA_DHFIT_MOVED, LIA_DHFIT_SECANT | LIA_DHFIT_MOVED },
      // O_1 (1, 9, 7), O_2 (1, 2, 7)
      { { 0, pi / 2, 0, pi / 2, 0, 0 }, { 0, pi / 2, -7, pi / 2, 0, 0 } } },
    { "prismatic, through the one point all meet in; the tool's joint counts for nothing",
      { { { 1, 2, 3 }, { 0, 0, 1 }, 1, 0 }, { { 1, 2, 3 }, { 0, 1, 0 }, 0, 0 },
          { { 1, 2, 3 }, { 0, 0, 1 }, 1, 0 } },
      { LIA_DHFIT_SECANT, LIA_DHFIT_SECANT },
          { { 0, pi / 2, 0, pi, 0, 0 }, { 0, pi / 2, 0, pi, 0, 0 } } },
    { "a line without direction, after one along x",
      { { { 0, 0, 0 }, { 1, 0, 0 }, 0, 0 }, { { 0, 7, 2 }, { 0, 0, 0 }, 0, 0 },
          { { 3, 0, 0 }, { 0, 0, 1 }, 0, 0 } },
      { LIA_DHFIT_SECANT | LIA_DHFIT_NO_AXIS, LIA_DHFIT_PARALLEL | LIA_DHFIT_NO_AXIS },
      { { 0, pi / 2, 0, pi, 0, 0 }, { 3, 0, 0, pi / 2, 0, 0 } } },
    { "a line without direction",
      { { { 0, 0, 0 }, { 0, 0, 1 }, 0, 0 }, { { 0, 7, 2 }, { 0, 0, 0 }, 0, 0 },
          { { 1, 0, 0 }, { 0, 0, 1 }, 0, 0 } },
      { LIA_DHFIT_COINCIDENT | LIA_DHFIT_NO_AXIS, LIA_DHFIT_PARALLEL | LIA_DHFIT_NO_AXIS },
      { { 0, 0, 0, 0, 0, 0 }, { 1, 0, 0, 0, 0, 0 } } },
    { "a first line that is not a number",
      { { { 0, NAN, 0 }, { 0, 0, 1 }, 0, 0 }, { { 0, 0, 0 }, { 0, INFINITY, 0 }, 0, 0 },
          { { 1, 0, 0 }, { 0, 0, 1 }, 0, 0 } },
      { LIA_DHFIT_COINCIDENT | LIA_DHFIT_NO_AXIS, LIA_DHFIT_PARALLEL | LIA_DHFIT_NO_AXIS },
      { { 0, 0, 0, 0, 0, 0 }, { 1, 0, 0, 0, 0, 0 } } },
  };
  for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
    lia_dh row[2];
    lia_frame frame[3];
    unsigned flag[2], all;
    lia_dh_chain c = { .kind = LIA_DH_khalil, .n = 2, .row = row };
    all = lia_dhfit(&c, frame, flag, rows[k].axis, NULL);
    cr_assert_eq(all, rows[k].flag[0] | rows[k].flag[1], "%s", rows[k].name);
    cr_assert_eq(c.kind, LIA_DH_standard);
    for (int i = 0; i < 2; i++) {
      cr_assert_eq(flag[i], rows[k].flag[i], "%s: flags of row %d are %u", rows[k].name, i,
          flag[i]);
      const lia_dh *a = row + i, *b = rows[k].row + i;
      cr_assert(fabs(a->a - b->a) < 1e-14 && fabs(a->d - b->d) < 1e-14 &&
          fabs(wrapped(a->alpha - b->alpha)) < 1e-14 &&
          fabs(wrapped(a->theta - b->theta)) < 1e-14, "%s, row %d: a %g alpha %g d %g theta %g",
          rows[k].name, i, a->a,
          a->alpha, a->d, a->theta);
    }
    if (!(all & LIA_DHFIT_NO_AXIS)) CHECK_FIT(&c, frame, rows[k].axis, 1e-14);
  }
}

// x_0: what is asked, made perpendicular; the world's x; its y where that is along the axis
LIA_TEST(dhfit, the_first_x) {
  static const struct { double z[3], asked[3], x[3]; int given; } rows[] = {
    { { 0, 0, 1 }, { 0 }, { 1, 0, 0 }, 0 },     { { 1, 0, 0 }, { 0 }, { 0, 1, 0 }, 0 },
    { { 0, 0, 1 }, { 0, 3, 9 }, { 0, 1, 0 }, 1 }, { { 0, 0, 1 }, { 0, 0, 2 }, { 1, 0, 0 }, 1 },
    { { 0, 0, 1 }, { 0, 0, 0 }, { 1, 0, 0 }, 1 }, { { -1, 0, 1e-9 }, { 0 }, { 0, 1, 0 }, 0 },
  };
  for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
    lia_dhfit_axis axis = { .point = { 1, 2, 3 } };
    lia_copy3(axis.dir, rows[k].z);
    lia_frame frame, one = LIA_FRAME_IDENTITY;
    lia_dh_chain c = { .n = 0 };
    lia_dhfit_opts opts = { .x0 = rows[k].given ? rows[k].asked : NULL };
    cr_assert_eq(lia_dhfit(&c, &frame, NULL, &axis, &opts), 0u);
    NEAR(((double[]){ frame.R[0], frame.R[3], frame.R[6] }), rows[k].x, 3, 1e-15);
    NEAR(frame.p, axis.point, 3, 0);
    cr_assert_float_eq(lia_det33(frame.R), 1, 1e-14);
    NEAR_FRAME(&c.base, &frame, 0);
    NEAR_FRAME(&c.tool, &one, 0);
    opts.o0 = (double[]){ 4, 5, 6 };   // O_0 elsewhere on the axis: the tool slides back
    lia_dhfit(&c, &frame, NULL, &axis, &opts);
    lia_frame_mul(&frame, &c.base, &c.tool);
    NEAR(frame.p, axis.point, 3, 1e-8);
  }
}

// what counts as parallel and as meeting, an angle and a share of the size of the drawing
LIA_TEST(dhfit, tolerance) {
  static const struct { double tilt, gap, tol; unsigned flag; } rows[] = {
    { 1e-10, 1, 0, LIA_DHFIT_PARALLEL },     { 1e-8, 1, 0, 0 },
        { 1e-4, 1, 1e-3, LIA_DHFIT_PARALLEL }, { 1e-2, 1, 1e-3, 0 },
    { 1, 1e-9, 0, LIA_DHFIT_SECANT },        { 1, 1e-7, 0, 0 },
        { 1, 1e-3, 1e-3, LIA_DHFIT_SECANT },   { 1, 0.1, 1e-3, 0 },
    { 0, 1e-9, 0, LIA_DHFIT_COINCIDENT },    { 0, 1e-7, 0, LIA_DHFIT_PARALLEL },
  };
  // in drawings of any size, anywhere; the third point is 10 away from the first: lengths below 10
  // tol are none
  static const double size[] = { 1, 1e-3, 1e3 };
  for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
    for (int i = 0; i < 3; i++) {
      double h = size[i], far = 100 * h;
      lia_dhfit_axis axis[3] = { { { far, far, 0 }, { 0, 0, 1 }, 0, 0 },
          { { far + h * rows[k].gap, far, 0 }, { 0, sin(rows[k].tilt), cos(rows[k].tilt) }, 0, 0 },
          { { far, far + 6 * h, 8 * h }, { 1, 0, 0 }, 0, 0 } };
      lia_dh row[2];
      lia_frame frame[3];
      unsigned flag[2];
      lia_dh_chain c = { .n = 2, .row = row };
      lia_dhfit_opts opts = { .tol = rows[k].tol };
      lia_dhfit(&c, frame, flag, axis, &opts);
      cr_assert_eq(flag[0], rows[k].flag, "case %zu: %u", k, flag[0]);
      if (flag[0] & (LIA_DHFIT_PARALLEL | LIA_DHFIT_COINCIDENT)) cr_assert_eq(row[0].alpha, 0);
      // a prismatic joint is moved where there is a gap
      axis[0].prismatic = 1;
      lia_dhfit(&c, frame, flag, axis, &opts);
      cr_assert_eq((flag[0] & LIA_DHFIT_MOVED) != 0,
          (rows[k].flag & (LIA_DHFIT_SECANT | LIA_DHFIT_COINCIDENT)) == 0, "case %zu", k);
    }
}

LIA_TEST(dhfit, every_flag_has_its_text) {
  for (int k = 0; k < LIA_DHFIT_COUNT; k++) cr_assert(strlen(lia_dhfit_text(k)) > 10);
  cr_assert(strstr(lia_dhfit_text(LIA_DHFIT_BIT_MOVED), "moved"));
}
