/* test_kane.c - the ten steps in C: the mobile robot of [nonhol] 9, a frame that moves by itself,
 * memory that runs out */
#include "eom/kane.h"

#include "base/mem.h"
#include "eom/velocity_nullspace.h"
#include "sym/expr/build.h"
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

typedef struct cart { lia_expr q[3], H[3], Jnh[6],
    alpha[2]; lia_kane_body body; lia_kane_spec spec; } cart;

// the mobile robot: centre of mass a ahead of the axle
static void make_cart(lia_pool *p, cart *c) {
  static const char *const name[3] = { "x", "y", "th" };
  *c = (cart){ 0 };
  for (int i = 0; i < 3; i++) c->q[i] = lia_sym_coordinate(p, name[i]);
  const char *const H[3] = { "-sin(th)", "cos(th)", "0" },
      *const J[6] = { "cos(th)", "0", "sin(th)", "0", "0", "1" };
  for (int i = 0; i < 3; i++) c->H[i] = read(p, H[i]);
  for (int i = 0; i < 6; i++) c->Jnh[i] = read(p, J[i]);
  c->alpha[0] = lia_sym_function(p, "v");
  c->alpha[1] = lia_sym_function(p, "w");
  lia_kane_body *b = &c->body;
  for (int i = 0; i < 9; i++) b->R[i] = LIA_ZERO;
  b->angle = c->q[2];
  b->p[0] = c->q[0], b->p[1] = c->q[1], b->p[2] = LIA_ZERO;
  b->com[0] = read(p, "a"), b->com[1] = b->com[2] = LIA_ZERO;
  b->m = read(p, "m");
  for (int i = 0; i < 6; i++) b->I[i] = b->wrench[i] = LIA_ZERO;
  b->I[2] = read(p, "J0");
  b->wrench[0] = read(p, "F1 + F2"), b->wrench[2] = read(p, "(F1 - F2)*l");
  c->spec = (lia_kane_spec){ .planar = 1, .nbody = 1, .n = 3, .nrow = 1, .l = 2, .body = b,
      .q = c->q, .H = c->H, .alpha = c->alpha,
      .Jnh = c->Jnh, .tidy = LIA_TIDY_trig };
}

LIA_TEST(kane, mobile_robot_of_the_document) {
  lia_pool *p = lia_pool_new();
  lia_error err = { 0 };
  cart c;
  make_cart(p, &c);
  lia_kane *k;
  cr_assert_eq(lia_kane_new(&k, p, &c.spec, &err), LIA_OK, "%s %s", err.path, err.text);
  const char *const D[4] = { "m", "0", "0", "J0 + m*a^2" },
      *const C[4] = { "0", "-m*a*w", "m*a*w", "0" }, *const J[6] = { "1", "0", "0", "a", "0", "1" };
  for (int i = 0; i < 4; i++) same(p, k->D[i], D[i], "D"), same(p, k->C[i], C[i], "C");
  for (int i = 0; i < 6; i++) same(p, k->J[i], J[i], "J"), same(p, k->Jd[i], "0", "J'");
  same(p, k->tau[0], "F1 + F2", "tau1");
  same(p, k->tau[1], "(F1 - F2)*l", "tau2");
  for (int i = 0; i < 2; i++)
    for (int j = 0; j <= i; j++)
      cr_assert_eq(lia_zero(p, lia_sym_add(p, lia_kane_skew(k, i, j), lia_kane_skew(k, j, i))),
          LIA_ZERO_yes);
  lia_expr wc[3], g0[2], gw[4];
  cr_assert(lia_kane_constraint_wrench(k, wc) && lia_kane_state(k, g0, gw));
  same(p, wc[1], "m*(a*w' + v*w)", "lateral force");
  same(p, g0[0], "a*w^2", "g0");
  same(p, gw[3], "1/(J0 + m*a^2)", "gw");
  lia_free(k);
  // a column that H does not allow is told
  c.Jnh[1] = LIA_ONE;
  cr_assert_eq(lia_kane_new(&k, p, &c.spec, &err), LIA_EMODEL);
  cr_assert(strstr(err.text, "constraint row 1 times column 2 is not zero"), "%s", err.text);
  lia_pool_free(p);
}

LIA_TEST(kane, a_place_that_moves_in_time_adds_its_own_velocity) {
  // a bead on a rod that turns at w t: v = (r', w r), so m r'' - m w^2 r = 0
  lia_pool *p = lia_pool_new();
  lia_error err = { 0 };
  lia_expr r = lia_sym_coordinate(p, "r");
  lia_sym_time(p);
  lia_kane_body b;
  for (int i = 0; i < 9; i++) b.R[i] = LIA_ZERO;
  for (int i = 0; i < 3; i++) b.p[i] = b.com[i] = LIA_ZERO;
  for (int i = 0; i < 6; i++) b.I[i] = b.wrench[i] = LIA_ZERO;
  b.angle = read(p, "w*t");
  b.p[0] = read(p, "r*cos(w*t)"), b.p[1] = read(p, "r*sin(w*t)");
  b.m = read(p, "m");
  lia_kane_spec s = { .planar = 1, .nbody = 1, .n = 1, .l = 1, .body = &b, .q = &r,
      .tidy = LIA_TIDY_trig };
  lia_kane *k;
  cr_assert_eq(lia_kane_new(&k, p, &s, &err), LIA_OK, "%s %s", err.path, err.text);
  same(p, k->vt[1], "w*r", "v_t");
  same(p, k->D[0], "m", "D");
  same(p, k->C[0], "0", "C");
  same(p, k->c[0], "-m*w^2*r", "c");
  lia_expr wc[3];
  cr_assert(lia_kane_constraint_wrench(k, wc));
  same(p, wc[1], "2*m*w*r'", "the rod pushes twice m w r'");
  lia_free(k);
  lia_pool_free(p);
}

LIA_TEST(kane, rows_are_solved_for_what_depends_on_them) {
  lia_pool *p = lia_pool_new();
  lia_error err = { 0 };
  static const char *const name[3] = { "x", "y", "z" };
  for (int i = 0; i < 3; i++) lia_sym_coordinate(p, name[i]);
  const char *const text[9] = { "1", "cos(x)", "0", "2", "2*cos(x)", "0", "0", "3", "sin(x)" };
  lia_expr H[9], b[3] = { LIA_ZERO, LIA_ZERO, LIA_ONE };
  for (int i = 0; i < 9; i++) H[i] = read(p, text[i]);
  lia_partition *o;
  cr_assert_eq(lia_speeds_partition(&o, p, 3, 3, H, b, NULL, &err), LIA_OK, "%s", err.text);
  cr_assert_eq(o->rank, 2);
  int open;
  cr_assert_eq(lia_speeds_check(p, 3, 3, 1, H, b, o->N, o->nu, &open, &err), LIA_OK, "%s",
      err.text);
  cr_assert_eq(open, 0);
  lia_free(o);
  b[1] = LIA_ONE;   // twice the first row, but not its right side
  cr_assert_eq(lia_speeds_partition(&o, p, 3, 3, H, b, NULL, &err), LIA_EMODEL);
  cr_assert(strstr(err.text, "contradicts"), "%s", err.text);
  err = (lia_error){ 0 };
  int choice[3] = { 2, 2, 1 };
  b[1] = LIA_ZERO;
  cr_assert_eq(lia_speeds_partition(&o, p, 3, 3, H, b, choice, &err), LIA_OK, "%s", err.text);
  cr_assert_eq(o->free[0], 2);
  lia_free(o);
  lia_pool_free(p);
}

LIA_TEST(kane, memory_that_runs_out_is_told_wherever_it_does) {
  for (long n = 0;; n += 7) {
    lia_pool *p = lia_pool_new();
    lia_error err = { 0 };
    cart c;
    make_cart(p, &c);
    lia_kane *k = NULL;
    lia_mem_fail_after(n);
    lia_status st = lia_kane_new(&k, p, &c.spec, &err);
    lia_mem_fail_after(-1);
    lia_free(k);
    lia_pool_free(p);
    if (st == LIA_OK) break;
    cr_assert_eq(st, LIA_ENOMEM, "%s", err.text);
    cr_assert_null(k);
  }
}
