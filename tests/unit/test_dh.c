/* test_dh.c - Denavit-Hartenberg rows: the printed matrices, the way back, and tables turned into
 * each other */
#include "geo/dh.h"

#include "geo/moves.h"

#include "pose.h"
#include <string.h>

enum { TIMES = 50, N = 6 };
static const double pi = 3.14159265358979323846;

static lia_dh random_row(lia_rng *r, lia_dh_kind kind) {
  double x[6];
  random_nums(r, x, 6, 1);
  lia_dh row = { .a = x[0], .alpha = pi * x[1], .d = x[2], .theta = pi * x[3] };
  if (kind == LIA_DH_khalil) row.gamma = pi * x[4], row.b = x[5];
  return row;
}

// ---- rows to poses ------------------------------------------------------------------------------

// the product of the elementary matrices, in the order the kind says [course E3.7], [thesis F2.6,
// F2.7]
static lia_frame elementary_product(lia_dh_kind kind, const lia_dh *p) {
  static const lia_move_kind standard[] = { LIA_MOVE_RZ, LIA_MOVE_TZ, LIA_MOVE_RX, LIA_MOVE_TX };
  static const lia_move_kind khalil[] = { LIA_MOVE_RZ, LIA_MOVE_TZ, LIA_MOVE_RX, LIA_MOVE_TX,
      LIA_MOVE_RZ, LIA_MOVE_TZ };
  const double values[] = { p->gamma, p->b, p->alpha, p->a, p->theta, p->d };
  const double standard_values[] = { p->theta, p->d, p->alpha, p->a };
  int first = kind == LIA_DH_modified ? 2 : 0, last = kind == LIA_DH_standard ? 4 : 6;
  lia_frame X = LIA_FRAME_IDENTITY, M;
  for (int k = first; k < last; k++) {
    if (kind == LIA_DH_standard) lia_move_elementary(&M, standard[k], standard_values[k]);
    else lia_move_elementary(&M, khalil[k], values[k]);
    lia_frame_mul(&X, &X, &M);
  }
  return X;
}

LIA_TEST(dh, every_kind_is_the_product_of_its_elementary_moves) {
  lia_rng r = lia_rng_seed(1);
  for (int t = 0; t < 3 * TIMES; t++) {
    lia_dh_kind kind = (lia_dh_kind)(t % 3);
    lia_dh row = random_row(&r, LIA_DH_khalil);   // gamma and b of the others are not looked at
    lia_frame X, P = elementary_product(kind, &row);
    lia_dh_frame(&X, kind, &row);
    NEAR_FRAME(&X, &P, 1e-15);
  }
}

// closed form of [course F3.6] and the numbers of [thesis M10]
LIA_TEST(dh, printed_matrices) {
  lia_dh row = { .a = 0.2, .alpha = 0.3, .d = 0.1, .theta = 0.5 };
  double ct = cos(0.5), st = sin(0.5), ca = cos(0.3), sa = sin(0.3), M[16];
  const double standard[16] = { ct, -ca*st, sa*st, 0.2*ct, st, ca*ct, -sa*ct, 0.2*st, 0, sa, ca,
      0.1, 0, 0, 0, 1 };
  const double modified[16] = { .877582562, -.479425539, 0, .2, .458012711, .838386644, -.295520207,
      -.029552021,
      .141679934, .25934338, .955336489, .095533649, 0, 0, 0, 1 };
  const double khalil[16] = { .769096259, -.63643066, .058710802, .201884396, .62323169, .726427578,
      -.289629478, .010770918,
      .141679934, .25934338, .955336489, .145533649, 0, 0, 0, 1 };
  lia_frame X;
  lia_dh_frame(&X, LIA_DH_standard, &row);
  lia_frame_to44(M, &X);
  NEAR(M, standard, 16, 1e-15);
  lia_dh_frame(&X, LIA_DH_modified, &row);
  lia_frame_to44(M, &X);
  NEAR(M, modified, 16, 1e-9);
  row.gamma = 0.2;
  row.b = 0.05;
  lia_dh_frame(&X, LIA_DH_khalil, &row);
  lia_frame_to44(M, &X);
  NEAR(M, khalil, 16, 1e-9);
}

// the RRP robot of [course E3.8] at q = (0.4, -0.7, 250) and in the configuration drawn, (pi, 0,
// d3)
LIA_TEST(dh, rrp_robot_of_the_course) {
  lia_dh row[3] = { { 0, pi / 2, 0, 0.4, 0, 0 }, { 100, -pi / 2, 0, -0.7, 0, 0 },
      { 0, pi / 2, 250, pi / 2, 0, 0 } };
  lia_dh_chain c = { LIA_DH_standard, 3, row, NULL, LIA_FRAME_IDENTITY, LIA_FRAME_IDENTITY };
  const double golden[16] = { -.3894183423, .5933637834, .7044663053, 218.7875763679, .921060994,
      .2508701839, .2978435767,
      92.5019036325, 0, .7648421873, -.6442176872, 126.7887780974, 0, 0, 0, 1 };
  lia_frame X, each[3];
  double M[16];
  lia_dh_chain_frame(&X, each, &c);
  lia_frame_to44(M, &X);
  NEAR(M, golden, 16, 1e-9);
  NEAR_FRAME(&each[2], &X, 0);
  const lia_frame first = { { cos(0.4), 0, sin(0.4), sin(0.4), 0, -cos(0.4), 0, 1, 0 },
      { 0, 0, 0 } };
  NEAR_FRAME(&each[0], &first, 1e-15);
  row[0].theta = pi;
  row[1].theta = 0;
  const lia_frame drawn = { { 0, 0, -1, -1, 0, 0, 0, 1, 0 }, { -100, 0, 250 } };
  lia_dh_chain_frame(&X, NULL, &c);
  NEAR_FRAME(&X, &drawn, 1e-13);
}

LIA_TEST(dh, base_and_tool_stand_at_the_ends) {
  lia_rng r = lia_rng_seed(2);
  lia_dh row = random_row(&r, LIA_DH_standard);
  lia_dh_chain c = { LIA_DH_standard, 1, &row, NULL, random_frame(&r), random_frame(&r) };
  lia_frame X, P, each;
  lia_dh_frame(&P, LIA_DH_standard, &row);
  lia_frame_mul(&P, &c.base, &P);
  lia_dh_chain_frame(&X, &each, &c);
  NEAR_FRAME(&each, &P, 0);
  lia_frame_mul(&P, &P, &c.tool);
  NEAR_FRAME(&X, &P, 0);
}

// ---- poses to rows ------------------------------------------------------------------------------

static double wrapped(double a) { return remainder(a, 2 * pi); }

static void near_row(const lia_dh *a, const lia_dh *b, double tol, int line) {
  const double d[6] = { a->a - b->a, wrapped(a->alpha - b->alpha), a->d - b->d,
      wrapped(a->theta - b->theta),
      wrapped(a->gamma - b->gamma), a->b - b->b };
  near_nums(d, (double[6]){ 0 }, 6, tol, line);
}
#define NEAR_ROW(a, b, tol) near_row(a, b, tol, __LINE__)

LIA_TEST(dh, rows_come_back_from_their_poses) {
  lia_rng r = lia_rng_seed(3);
  for (int t = 0; t < 3 * TIMES; t++) {
    lia_dh_kind kind = (lia_dh_kind)(t % 3);
    lia_dh row = random_row(&r, kind), back;
    lia_dh_off off = { 9, 9 };
    lia_frame X;
    lia_dh_frame(&X, kind, &row);
    cr_assert_eq(lia_dh_of_frame(&back, &off, kind, &X, row.alpha < 0 ? -1 : 1), 0u);
    NEAR_ROW(&back, &row, kind == LIA_DH_khalil ? 1e-12 : 1e-14);
    cr_assert(off.turn < 1e-15 && off.shift < 1e-15);
    lia_dh_of_frame(&back, NULL, kind, &X, 1);
  }
  const lia_frame one = LIA_FRAME_IDENTITY;   // all zeros are a row like any other
  lia_dh none = { 0 }, back;
  for (int kind = 0; kind < 2; kind++) {
    cr_assert_eq(lia_dh_of_frame(&back, NULL, (lia_dh_kind)kind, &one, 1), 0u);
    NEAR_ROW(&back, &none, 0);
  }
}

// six numbers for a pose: khalil says all of them, in two ways
LIA_TEST(dh, khalil_says_every_pose_twice) {
  lia_rng r = lia_rng_seed(4);
  for (int t = 0; t < TIMES; t++) {
    lia_frame X = random_frame(&r), Y;
    lia_dh plus, minus;
    lia_dh_of_frame(&plus, NULL, LIA_DH_khalil, &X, 1);
    lia_dh_of_frame(&minus, NULL, LIA_DH_khalil, &X, -1);
    cr_assert(plus.alpha > 0 && minus.alpha < 0);
    cr_assert_float_eq(plus.alpha, -minus.alpha, 0);
    cr_assert_float_eq(plus.a, -minus.a, 1e-14);
    lia_dh zero;
    lia_dh_of_frame(&zero, NULL, LIA_DH_khalil, &X, 0);
    NEAR_ROW(&zero, &plus, 0);
    lia_dh_frame(&Y, LIA_DH_khalil, &plus);
    NEAR_FRAME(&Y, &X, 1e-12);
    lia_dh_frame(&Y, LIA_DH_khalil, &minus);
    NEAR_FRAME(&Y, &X, 1e-12);
  }
}

// parallel and nearly parallel axes: the pose comes back to 1e-7, and to rounding where they are
// exactly parallel
LIA_TEST(dh, khalil_on_parallel_axes) {
  static const double tilt[] = { 0, 1e-12, 1e-9, 9.9e-9, 1.1e-8, 1e-6, 1e-3 };
  lia_rng r = lia_rng_seed(5);
  for (size_t k = 0; k < sizeof tilt / sizeof *tilt; k++)
    for (int t = 0; t < 40; t++) {
      lia_dh row = random_row(&r, LIA_DH_khalil), back;
      lia_dh_off off = { 9, 9 };
      lia_frame X, Y;
      int against = t % 2;
      row.alpha = (t % 4 < 2 ? tilt[k] : -tilt[k]) + against * pi;
      row.a = t % 3 ? row.a : 0;
      lia_dh_frame(&X, LIA_DH_khalil, &row);
      unsigned flags = lia_dh_of_frame(&back, &off, LIA_DH_khalil, &X, 1);
      cr_assert_eq(flags, tilt[k] < 1e-8 ? LIA_POLE_GIMBAL : 0u, "tilt %g", tilt[k]);
      cr_assert(off.shift == 0 && fabs(off.turn - (flags ? tilt[k] : 0)) < 1e-15, "tilt %g: %g",
          tilt[k], off.turn);
      lia_dh_frame(&Y, LIA_DH_khalil, &back);
      NEAR_FRAME(&Y, &X, tilt[k] == 0 ? 1e-14 : tilt[k] > 1e-4 ? 1e-12 : 1e-7);
      if (!flags) continue;
      cr_assert_eq(back.alpha, against ? pi : 0);
      cr_assert(back.d == 0 && back.a >= 0);
    }
  lia_frame T = LIA_FRAME_IDENTITY;
  lia_dh back;
  lia_set3(T.p, -0.0, 0, 3);
  lia_dh_of_frame(&back, NULL, LIA_DH_khalil, &T, 1);
  cr_assert(back.gamma == 0 && back.a == 0 && back.b == 3 && back.theta == 0);
  lia_set3(T.p, -2, 0, 3);   // the common perpendicular points along -x
  lia_dh_of_frame(&back, NULL, LIA_DH_khalil, &T, 1);
  cr_assert_float_eq(back.gamma, pi, 1e-15);
  cr_assert_float_eq(back.theta, -pi, 1e-15);
  cr_assert_eq(back.a, 2);
}

// four numbers do not say every pose: by how much
LIA_TEST(dh, what_is_left_over_is_measured) {
  lia_rng r = lia_rng_seed(6);
  for (int t = 0; t < 2 * TIMES; t++) {
    lia_dh_kind kind = t % 2 ? LIA_DH_modified : LIA_DH_standard;
    lia_dh row = random_row(&r, kind), back;
    lia_dh_off off;
    lia_frame X, S, Y;
    double by = lia_rng_range(&r, -0.5, 0.5), dist, angle;
    lia_dh_frame(&X, kind, &row);
    // off the plane of x and z, where the row can put the origin: along the y of the frame
    // (standard, before it turns by alpha), along the y of the frame before, turned by alpha
    // (modified)
    double y[3] = { -sin(row.theta), cos(row.theta), 0 };
    if (kind == LIA_DH_modified) lia_set3(y, 0, cos(row.alpha), sin(row.alpha));
    S = X;
    lia_addto3(S.p, by, y);
    cr_assert_eq(lia_dh_of_frame(&back, &off, kind, &S, 1), 0u);
    NEAR_ROW(&back, &row, 1e-13);
    cr_assert_float_eq(off.shift, fabs(by), 1e-14);
    cr_assert(off.turn < 1e-15);
    // x leaning by an angle towards z (standard); z of the frame before leaning towards its x
    // (modified)
    lia_frame T;
    lia_move_elementary(&T, LIA_MOVE_RY, kind == LIA_DH_standard ? -by : by);
    lia_move_elementary(&Y, LIA_MOVE_RZ, row.theta);
    if (kind == LIA_DH_standard) {
      lia_mul33(S.R, Y.R, T.R);   // Rz(theta) Ry Rx(alpha)
      lia_move_elementary(&Y, LIA_MOVE_RX, row.alpha);
      lia_mul33(S.R, S.R, Y.R);
    } else {
      lia_move_elementary(&S, LIA_MOVE_RX, row.alpha);
      lia_mul33(S.R, S.R, T.R);
      lia_mul33(S.R, S.R, Y.R);
    }
    lia_copy3(S.p, X.p);
    lia_dh_of_frame(&back, &off, kind, &S, 1);
    cr_assert_float_eq(off.turn, sin(fabs(by)), 1e-14);
    lia_dh_frame(&Y, kind, &back);
    lia_frame_apart(&dist, &angle, &Y, &S);
    cr_assert_float_eq(angle, fabs(by), 1e-13, "the row is as near as a row can be");
  }
}

LIA_TEST(dh, no_row_is_nearest_when_the_axis_stands_across) {
  // x along -z: standard
  static const lia_frame up = { { 0, 0, 1, 0, 1, 0, -1, 0, 0 }, { 1, 2, 3 } };
  lia_dh back;
  lia_dh_off off;
  cr_assert_eq(lia_dh_of_frame(&back, &off, LIA_DH_standard, &up, 1), (unsigned)LIA_POLE_AMBIGUOUS);
  cr_assert(back.theta == 0 && back.alpha == 0 && back.a == 1 && back.d == 3);
  cr_assert(off.turn == 1 && off.shift == 2);
  // z along x: modified
  static const lia_frame across = { { 0, 0, 1, 0, 1, 0, -1, 0, 0 }, { 1, 2, 3 } };
  cr_assert_eq(lia_dh_of_frame(&back, &off, LIA_DH_modified, &across, 1),
      (unsigned)LIA_POLE_AMBIGUOUS);
  cr_assert(back.theta == 0 && back.alpha == 0 && back.a == 1 && back.d == 3);
  cr_assert(off.turn == 1 && off.shift == 2);
}

// ---- tables -------------------------------------------------------------------------------------

typedef struct table { lia_dh_chain c; lia_dh row[N]; lia_inertia body[N]; } table;

static void random_table(table *t, lia_rng *r, lia_dh_kind kind, int with_ends) {
  t->c = (lia_dh_chain){ kind, N, t->row, t->body, LIA_FRAME_IDENTITY, LIA_FRAME_IDENTITY };
  if (with_ends) t->c.base = random_frame(r), t->c.tool = random_frame(r);
  for (int i = 0; i < N; i++) {
    double x[9];
    random_nums(r, x, 9, 1);
    t->row[i] = random_row(r, kind);
    lia_inertia_of_com(t->body + i, 1 + x[0] * x[0], x + 1,
        (double[]){ 3, 4, 5, x[4], x[5], x[6] });
  }
}

static void copy_table(table *o, const table *t) {
  *o = *t;
  o->c.row = o->row;
  o->c.body = o->body;
}

// joints at values q (added to theta, or to d of the even ones): where the tool is, and each body's
// inertia in the world
static lia_frame world(const table *t, const double *q, lia_inertia *J) {
  table m;
  lia_frame X, each[N];
  copy_table(&m, t);
  for (int i = 0; i < N; i++) *(i % 2 ? &m.row[i].theta : &m.row[i].d) += q[i];
  lia_dh_chain_frame(&X, each, &m.c);
  for (int i = 0; i < N; i++) lia_inertia_to(J + i, each + i, t->body + i);
  return X;
}

// the mechanism does not notice: tool and every body's inertia in the world, in any configuration
LIA_TEST(dh, converted_tables_are_the_same_mechanism) {
  lia_rng r = lia_rng_seed(7);
  for (int t = 0; t < TIMES; t++)
    for (int from = 0; from < 3; from++)
      for (int to = 0; to < 3; to++) {
        table a, b;
        double q[N];
        lia_inertia Ja[N], Jb[N];
        random_table(&a, &r, (lia_dh_kind)from, t % 2);
        copy_table(&b, &a);
        lia_dh_convert(&b.c, (lia_dh_kind)to);
        cr_assert_eq(b.c.kind, (lia_dh_kind)to);
        for (int k = 0; k < 2; k++) {
          random_nums(&r, q, N, 2);
          lia_frame Xa = world(&a, q, Ja), Xb = world(&b, q, Jb);
          NEAR_FRAME(&Xa, &Xb, 1e-13);
          NEAR((double *)Ja, (double *)Jb, 10 * N, 1e-9);
        }
        if (to != LIA_DH_khalil || from != LIA_DH_khalil)
          for (int i = 0; i < N; i++) cr_assert(b.row[i].gamma == 0 && b.row[i].b == 0);
      }
}

// joint i turns about z of frame i-1 in standard, of frame i in modified: alpha and a move by one
// row
LIA_TEST(dh, standard_rows_move_on_by_one) {
  lia_rng r = lia_rng_seed(8);
  table s, m;
  random_table(&s, &r, LIA_DH_standard, 0);
  copy_table(&m, &s);
  lia_dh_convert(&m.c, LIA_DH_modified);
  for (int i = 0; i < N; i++) {
    cr_assert(m.row[i].theta == s.row[i].theta && m.row[i].d == s.row[i].d);
    cr_assert(m.row[i].alpha == (i ? s.row[i-1].alpha : 0) && m.row[i].a == (i ? s.row[i-1].a : 0));
  }
  lia_dh last = { .a = s.row[N-1].a, .alpha = s.row[N-1].alpha };
  lia_frame tool, one = LIA_FRAME_IDENTITY;
  lia_dh_frame(&tool, LIA_DH_standard, &last);
  NEAR_FRAME(&m.c.tool, &tool, 1e-15);
  NEAR_FRAME(&m.c.base, &one, 0);
}

LIA_TEST(dh, there_and_back_gives_the_same_rows) {
  lia_rng r = lia_rng_seed(9);
  const lia_frame one = LIA_FRAME_IDENTITY;
  for (int t = 0; t < TIMES; t++) {
    static const lia_dh_kind pairs[][2] = { { LIA_DH_standard, LIA_DH_modified },
        { LIA_DH_modified, LIA_DH_standard },
        { LIA_DH_modified, LIA_DH_khalil }, { LIA_DH_standard, LIA_DH_khalil } };
    for (size_t k = 0; k < sizeof pairs / sizeof *pairs; k++) {
      table a, b;
      random_table(&a, &r, pairs[k][0], 0);
      copy_table(&b, &a);
      lia_dh_convert(&b.c, pairs[k][1]);
      lia_dh_convert(&b.c, pairs[k][0]);
      for (int i = 0; i < N; i++) NEAR_ROW(a.row + i, b.row + i, 1e-13);
      NEAR((double *)a.body, (double *)b.body, 10 * N, 1e-11);
      NEAR_FRAME(&b.c.base, &one, 0);
      NEAR_FRAME(&b.c.tool, &one, 0);
    }
  }
}

// a base or a tool that is no screw along x stays where it is
LIA_TEST(dh, other_bases_and_tools_are_kept) {
  static const struct { double a, turn, shift; int kept; } rows[] = {
    { 0.4, 0, 0, 0 },      { 0.4, 0, 1e-14, 0 },    { 0.4, 0, 1e-11, 1 }, { 0.4, 1e-14, 0, 0 },
        { 0.4, 1e-11, 0, 1 },
    { 0.4, 0.3, 0.2, 1 },  { 0, 0, 5e-13, 0 },      { 0, 0, 2e-12, 1 },   { 1000, 0, 5e-10, 0 },
        { -1000, 0, 5e-10, 0 },
    { 1000, 0, 2e-9, 1 },
  };
  lia_rng r = lia_rng_seed(10);
  for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
    table s;
    lia_frame off, one = LIA_FRAME_IDENTITY;
    lia_dh x = { .alpha = 0.7, .a = rows[k].a };
    random_table(&s, &r, LIA_DH_standard, 0);
    lia_move_elementary(&off, LIA_MOVE_RY, rows[k].turn);
    off.p[2] = rows[k].shift;
    lia_dh_frame(&s.c.base, LIA_DH_standard, &x);
    lia_frame_mul(&s.c.base, &s.c.base, &off);
    lia_frame base = s.c.base;
    lia_dh_convert(&s.c, LIA_DH_modified);
    NEAR_FRAME(&s.c.base, rows[k].kept ? &base : &one, 0);
    cr_assert_float_eq(s.row[0].alpha, rows[k].kept ? 0 : 0.7, 1e-15);
    cr_assert_float_eq(s.row[0].a, rows[k].kept ? 0 : rows[k].a, 1e-15);
  }
}

LIA_TEST(dh, empty_chains_and_chains_without_bodies) {
  lia_rng r = lia_rng_seed(11);
  lia_dh_chain none = { LIA_DH_standard, 0, NULL, NULL, random_frame(&r), random_frame(&r) };
  lia_frame X, BT;
  lia_frame_mul(&BT, &none.base, &none.tool);
  for (int to = 1; to < 6; to++) {
    lia_dh_convert(&none, (lia_dh_kind)(to * 2 % 3));
    cr_assert_eq(none.kind, (lia_dh_kind)(to * 2 % 3));
    lia_dh_chain_frame(&X, NULL, &none);
    NEAR_FRAME(&X, &BT, 1e-15);
  }

  table t;
  random_table(&t, &r, LIA_DH_khalil, 1);
  t.c.body = NULL;
  lia_dh_chain_frame(&X, NULL, &t.c);
  for (int kind = 0; kind < 3; kind++) {
    lia_frame Y;
    lia_dh_convert(&t.c, (lia_dh_kind)kind);
    lia_dh_chain_frame(&Y, NULL, &t.c);
    NEAR_FRAME(&X, &Y, 1e-13);
  }
}
