/* test_condensed.c - equations of descriptions: the report's robot, its figures, and the numeric
 * engine on random trees */
#include "eom/condensed.h"

#include "base/rng.h"
#include "describe/check.h"
#include "model/compile.h"
#include "describe/values.h"
#include "rbd/crba.h"
#include "rbd/rnea.h"
#include "rbd/sym/srnea.h"
#include "sym/expr/build.h"
#include "sym/tape/eval.h"
#include "sym/expr/parse.h"
#include "sym/expr/print.h"
#include "sym/expr/subs.h"
#include "sym/simp/zero.h"

#include "house.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

#define TRY(call)                                                        \
  do {                                                                   \
    lia_error e_ = { 0 }, *err = &e_;                                    \
    cr_assert_eq((call), LIA_OK, "%s: %s: %s", #call, e_.path, e_.text); \
  } while (0)

static lia_val text(const char *s) { return LIA_VAL_TEXT(s); }

// RY(q1) TY(L1) RX(q2) TY(L2) RX(q3) TZ(L3) RX(q4) RY(q5) RZ(q6) TZ(L6)               [inria80] F28
static lia_spec *report_robot(void) {
  static const struct { lia_move_kind turn, lever; const char *length, *mass, *com,
      *I[3]; } row[6] = {
    { LIA_MOVE_RY, LIA_MOVE_TY, "L1", "M1", "D1", { "IX1", "0", "IZ1" } },
        { LIA_MOVE_RX, LIA_MOVE_TY, "L2", "M2", "D2", { "IX2", "0", "IZ2" } },
    { LIA_MOVE_RX, LIA_MOVE_TZ, "L3", "M3", "D3", { "IX3", "IY3", "0" } },
        { LIA_MOVE_RX, LIA_MOVE_TZ, NULL, "0", "0", { "0", "0", "0" } },
    { LIA_MOVE_RY, LIA_MOVE_TZ, NULL, "0", "0", { "0", "0", "0" } },
        { LIA_MOVE_RZ, LIA_MOVE_TZ, NULL, "M6", "D6", { "IX6", "IY6", "0" } },
  };
  lia_spec *s;
  TRY(lia_spec_new(&s, err));
  char name[8], parent[8] = "world", where[20];
  for (int i = 0; i < 6; i++) {
    snprintf(name, sizeof name, "c%d", i + 1);
    snprintf(where, sizeof where, "bodies[%d]", i + 1);
    const char *n = lia_spec_text(s, "%s", name), *w = lia_spec_text(s, "%s", where);
    lia_spec_body *b = lia_spec_add_body(s, n, w);
    b->mass = text(row[i].mass);
    int along = row[i].lever == LIA_MOVE_TY ? 1 : 2;
    for (int k = 0; k < 3; k++) b->com[k] = k == along ? text(row[i].com) : LIA_VAL(0);
    for (int k = 0; k < 6; k++) b->inertia[k] = k < 3 ? text(row[i].I[k]) : LIA_VAL(0);
    lia_spec_joint *j = lia_spec_add_joint(s, lia_spec_text(s, "%s", parent), n, LIA_JOINT_moves,
        w);
    if (i && row[i - 1].length)
      lia_spec_add_move(s, &j->place, row[i - 1].lever, text(row[i - 1].length));
    lia_spec_set_dofs(s, j, 1);
    snprintf(where, sizeof where, "q%d", i + 1);
    j->dof[0].coord = lia_spec_text(s, "%s", where);
    lia_spec_add_coord(s, j->dof[0].coord);
    lia_spec_add_move(s, &j->moves, row[i].turn, LIA_VAL(0))->dof = 0;
    snprintf(parent, sizeof parent, "%s", name);
  }
  s->gravity[0] = LIA_VAL(0);
  s->gravity[1] = text("G");
  s->gravity[2] = LIA_VAL(0);
  TRY(lia_spec_check(s, err));
  return s;
}

static const struct { const char *name; double x; } P1[] = {
  { "L1", .9 }, { "L2", .7 }, { "L3", .8 }, { "L6", .3 }, { "D1", .4 }, { "D2", .3 }, { "D3", .35 },
      { "D6", .12 }, { "M1", 50 }, { "M2", 25 },
  { "M3", 15 }, { "M6", 6 }, { "IX1", 2.4 }, { "IZ1", 2.3 }, { "IX2", 1.1 }, { "IZ2", 1.05 },
      { "IX3", .75 }, { "IY3", .72 }, { "IX6", .06 },
  { "IY6", .055 }, { "G", -9.81 },
};
static const double S[3][6] = { { .3, -.5, .8, -.4, .7, 1.1 }, { .5, -.6, .9, 1.2, -.8, 1.5 },
    { 1, -2, 1.5, .7, -1.1, 2.2 } };

// the value of e at state S with parameters P1, reduced constants replaced by what they stand for
static double at_S(const lia_condensed *c, lia_expr e) {
  lia_expr sym[128];
  double x[128], y;
  int n = 0;
  for (int k = c->nconstant - 1; k >= 0; k--)
    e = lia_subs_one(c->p, e, c->constant[k].symbol, c->constant[k].value);
  for (size_t k = 0; k < sizeof P1 / sizeof *P1; k++) {
    sym[n] = lia_sym_symbol(c->p, P1[k].name);
    x[n++] = P1[k].x;
  }
  for (int i = 0; i < 6; i++) {
    lia_expr q = c->q[i];
    for (int d = 0; d < 3; d++, q = lia_sym_rate(c->p, q)) {
      sym[n] = q;
      x[n++] = S[d][i];
    }
  }
  TRY(lia_eval(c->p, e, (uint32_t)n, sym, x, &y, err));
  return y;
}

static void close_to(double got, double want, const char *what) {
  cr_assert_float_eq(got, want, 1e-10 * (1 + fabs(want)), "%s = %.15g, expected %.15g", what, got,
      want);
}

LIA_TEST(condensed, robot_of_the_report) {
  lia_spec *s = report_robot();
  lia_pool *p = lia_pool_new();
  lia_smodel *m;
  lia_condensed *c;
  TRY(lia_smodel_new(&m, p, s, err));
  TRY(lia_condensed_new(&c, m, 1, err));

  // the names and values of [inria80] F32, F34
  static const struct { const char *name, *value; } reduced[] = {
    { "VY2", "D2*M2 + L2*(M3 + M6)" }, { "VZ3", "D3*M3 + L3*M6" },
        { "JX2", "IX2 + D2^2*M2 + L2^2*(M3 + M6)" },
    { "JZ2", "IZ2 + D2^2*M2 + L2^2*(M3 + M6)" }, { "JX3", "IX3 + D3^2*M3 + L3^2*M6" },
        { "JY3", "IY3 + D3^2*M3 + L3^2*M6" },
    { "JX6", "IX6 + D6^2*M6" }, { "JY6", "IY6 + D6^2*M6" },
  };
  for (size_t k = 0; k < sizeof reduced / sizeof *reduced; k++) {
    int found = 0;
    for (int i = 0; i < c->nconstant; i++) {
      if (strcmp(lia_expr_symbol(p, c->constant[i].symbol)->name, reduced[k].name)) continue;
      lia_expr want;
      TRY(lia_parse(p, reduced[k].value, strlen(reduced[k].value), LIA_PARSE_create, &want, NULL,
          err));
      cr_assert_eq(lia_zero_equal(p, c->constant[i].value, want), LIA_ZERO_yes, "%s",
          reduced[k].name);
      found = 1;
    }
    cr_assert(found, "%s has no name", reduced[k].name);
  }

  // the joints as they were condensed: what each carries, and one seen from another
  cr_assert_eq(c->njoint, 6);
  for (int k = 0; k < 6; k++) {
    cr_assert(c->joint[k].parent == k - 1 && c->joint[k].coord == k && c->joint[k].slide == 0);
    cr_assert_eq(c->joint[k].axis, "100012"[k] - '0');
  }
  static const struct { int from, joint, entry; const char *value; } turned[] = {
    { -1, 0, 0, "cos(q1)" }, { -1, 0, 2, "sin(q1)" }, { -1, 0, 4, "1" },
        { 0, 3, 4, "cos(q2 + q3 + q4)" }, { 1, 3, 7, "sin(q3 + q4)" }, { 4, 5, 0, "cos(q6)" },
        { 2, 2, 8, "1" }, { 3, 1, 0, "0" },
  };
  for (size_t k = 0; k < sizeof turned / sizeof *turned; k++) {
    lia_expr want;
    TRY(lia_parse(p, turned[k].value, strlen(turned[k].value), LIA_PARSE_create, &want, NULL, err));
    cr_assert_eq(lia_zero_equal(p,
        lia_condensed_R(c, turned[k].from, turned[k].joint)[turned[k].entry], want), LIA_ZERO_yes,
        "R %zu", k);
  }

  // golden numbers of [inria80] 2.6; Q there is minus dV/dq
  static const double A[6][6] = {
    { 3.13222034768342, -0.180747939665724, 0.104190581358372, -0.00546792082443469,
        0.380578459090859, 0 },
    { 0, 10.5689371366258, 2.12565039876075, 0.338977906400153, -0.153008190521758, 0 },
    { 0, 0, 7.32236366089572, 0.489091069056977, 0.146047156292381, 0 },
    { 0, 0, 0, 0.0833184772182363, 0.0015459303947725, 0 },
    { 0, 0, 0, 0, 0.145371252793138, 0 },
  };
  static const double Q[6] = { 0, -4.84790584481698, 99.5623468034835, 5.37524467234547,
      0.45426584288457, 0 };
  static const double h[6] = { -0.398767289276529, 1.85716441340449, 3.48641543254874,
      0.275277393185826, -0.0416807062127549, 0.00133582384586395 };
  lia_lagrange *g;
  TRY(lia_condensed_lagrange(&g, c, LIA_TIDY_none, err));
  for (int i = 0; i < 6; i++) {
    lia_expr C = LIA_ZERO;
    for (int j = 0; j < 6; j++) {
      close_to(at_S(c, c->M[i * 6 + j]), i < j ? A[i][j] : A[j][i], "A");
      cr_assert_eq(c->M[i * 6 + j], c->M[j * 6 + i]);
      C = lia_sym_add(p, C, lia_sym_mul(p, g->C[i * 6 + j], g->v[j]));
    }
    close_to(at_S(c, C), h[i], "h");
    close_to(at_S(c, g->G[i]), -Q[i], "G");
    close_to(at_S(c, c->gravity[i]), -Q[i], "gravity by recursion");
  }
  // C234 is there without any identity having been used
  lia_text t = { 0 };
  cr_assert_eq(lia_print(p, c->gravity[3], &(lia_print_opts){ .angles = 1 }, &t), LIA_OK);
  cr_assert(strstr(lia_text_str(&t), "234"), "%s", lia_text_str(&t));
  lia_text_free(&t);
  lia_free(g);
  lia_condensed_free(c);
  lia_smodel_free(m);
  lia_pool_free(p);
  lia_spec_free(s);
}

// a weight that slides along x and one that turns on it, both geared, with springs, dampers and
// friction: in closed form
LIA_TEST(condensed, elements_of_joints_go_by_their_travel) {
  lia_spec *s;
  TRY(lia_spec_new(&s, err));
  static const struct { const char *name, *parent,
      *q; int kind; } row[2] = { { "a", "world", "q1", LIA_JOINT_prismatic },
      { "b", "a", "q2", LIA_JOINT_revolute } };
  for (int i = 0; i < 2; i++) {
    lia_spec_body *b = lia_spec_add_body(s, row[i].name, i ? "bodies[2]" : "bodies[1]");
    b->mass = text(i ? "m2" : "m1");
    for (int k = 0; k < 3; k++) b->com[k] = LIA_VAL(0);
    b->com[0] = i ? text("l") : LIA_VAL(0);
    for (int k = 0; k < 6; k++) b->inertia[k] = i && k == 2 ? text("J") : LIA_VAL(0);
    lia_spec_joint *j = lia_spec_add_joint(s, row[i].parent, row[i].name, row[i].kind,
        i ? "bodies[2]" : "bodies[1]");
    for (int k = 0; k < 3; k++) j->axis[k] = LIA_VAL(k == (i ? 2 : 0));
    lia_spec_set_dofs(s, j, 1);
    lia_spec_dof *d = &j->dof[0];
    d->coord = row[i].q;
    lia_spec_add_coord(s, d->coord);
    d->scale = LIA_VAL(i ? 3 : -2);
    d->damping = text(i ? "c2" : "c1"), d->friction = text(i ? "f2" : "f1"),
        d->stiffness = text(i ? "k2" : "k1");
  }
  for (int k = 0; k < 3; k++) s->gravity[k] = LIA_VAL(0);
  TRY(lia_spec_check(s, err));
  lia_pool *p = lia_pool_new();
  lia_smodel *m;
  lia_condensed *c;
  lia_lagrange *g;
  TRY(lia_smodel_new(&m, p, s, err));
  for (int reduce = 0; reduce < 2; reduce++) {
    TRY(lia_condensed_new(&c, m, reduce, err));
    TRY(lia_condensed_lagrange(&g, c, LIA_TIDY_none, err));
    cr_assert(c->njoint == 2 && c->joint[0].slide == 1 && c->joint[1].slide == 0);
    const struct { lia_expr got; const char *want; } is[] = {
      { g->M[0], "4*(m1 + m2)" }, { g->M[1], "6*m2*l*sin(3*q2)" }, { g->M[3], "9*(J + m2*l^2)" },
          { g->d[0], "4*c1*q1'" }, { g->d[1], "9*c2*q2'" },
      { g->G[0], "4*k1*q1" }, { g->G[1], "9*k2*q2" }, { g->Q[0], "2*f1*sign(-2*q1')" },
          { g->Q[1], "-3*f2*sign(3*q2')" },
    };
    for (size_t k = 0; k < sizeof is / sizeof *is; k++) {
      lia_expr want, e = is[k].got;
      for (int i = c->nconstant - 1; i >= 0; i--)
        e = lia_subs_one(p, e, c->constant[i].symbol, c->constant[i].value);
      TRY(lia_parse(p, is[k].want, strlen(is[k].want), LIA_PARSE_create, &want, NULL, err));
      char got[100];
      lia_print_short(p, e, got, sizeof got);
      cr_assert_eq(lia_zero_equal(p, e, want), LIA_ZERO_yes, "%s: got %s", is[k].want, got);
    }
    // sums of constants of every joint get names, the first one's too
    for (int i = 0; i < c->nconstant; i++)
      cr_assert(strchr("12", lia_expr_symbol(p, c->constant[i].symbol)->name[2]));
    lia_free(g);
    lia_condensed_free(c);
  }
  lia_smodel_free(m);
  lia_pool_free(p);
  lia_spec_free(s);
}

// [inria80] 3.1: customised recursive Newton-Euler with the condensed constants, 140
// multiplications and 92 additions
LIA_TEST(condensed, recursion_is_as_small_as_the_book_says) {
  lia_spec *s = report_robot();
  const char *names[24];
  lia_val vals[24];
  int n = 0;
  // without L6, which no equation holds
  for (size_t k = 0; k < sizeof P1 / sizeof *P1; k++)
    if (strcmp(P1[k].name, "L6")) names[n] = P1[k].name, vals[n++] = LIA_VAL(P1[k].x);
  lia_values_bind(s, n, names, vals);
  TRY(lia_spec_check(s, err));
  lia_pool *p = lia_pool_new();
  lia_smodel *m;
  lia_stree *t;
  TRY(lia_smodel_new(&m, p, s, err));
  lia_regroup how[7];
  TRY(lia_srnea_regroup(m, how, err));
  TRY(lia_stree_new(&t, m, how, err));
  lia_expr v[6], a[6], tau[6], x[18];
  double value[18];
  for (int i = 0; i < 6; i++) {
    a[i] = lia_sym_rate(p, v[i] = lia_sym_rate(p, m->q[i]));
    x[3 * i] = m->q[i], x[3 * i + 1] = v[i], x[3 * i + 2] = a[i];
    for (int d = 0; d < 3; d++) value[3 * i + d] = S[d][i];
  }
  TRY(lia_srnea(t, v, a, 1, tau, err));
  static const double F[6] = { 2.82877096019885, -11.0194828125006, -89.0577842193361,
      -4.9931319985804, 0.25089279867951, 0.00133582384586406 };
  for (int i = 0; i < 6; i++) {
    double y;
    TRY(lia_eval(p, tau[i], 18, x, value, &y, err));
    close_to(y, F[i], "F");
  }
  lia_count c;
  cr_assert(lia_tape_count(p, 6, tau, &c));
  cr_assert(c.mul <= 140 && c.add <= 92, "%zu multiplications, %zu additions", c.mul, c.add);
  lia_stree_free(t);
  lia_smodel_free(m);
  lia_pool_free(p);
  lia_spec_free(s);
}

/* ---- random trees of every kind of joint, against the numeric engine ---- */

static const char *letter(lia_spec *s, lia_rng *r, double *value, int *n) {
  value[*n] = lia_rng_range(r, 0.3, 1.5);
  return lia_spec_text(s, "p%d", (*n)++);
}

// half of all numbers are symbols p0, p1 ... whose values are kept
static lia_val some(lia_spec *s, lia_rng *r, double lo, double hi, double *value, int *n) {
  if (*n < 60 && lia_rng_below(r, 3) == 0) return text(letter(s, r, value, n));
  return LIA_VAL(lia_rng_range(r, lo, hi));
}

static lia_spec *random_tree(lia_rng *r, int n, double *value, int *nvalue) {
  static const int kinds[] = { LIA_JOINT_revolute, LIA_JOINT_revolute, LIA_JOINT_prismatic,
      LIA_JOINT_helical, LIA_JOINT_cylindrical,
      LIA_JOINT_universal, LIA_JOINT_planar, LIA_JOINT_fixed, LIA_JOINT_moves };
  lia_spec *s;
  TRY(lia_spec_new(&s, err));
  *nvalue = 0;
  int coords = 0;
  for (int i = 0; i < n; i++) {
    const char *name = lia_spec_text(s, "b%d", i), *where = lia_spec_text(s, "bodies[%d]", i + 1);
    lia_spec_body *b = lia_spec_add_body(s, name, where);
    b->mass = some(s, r, .5, 3, value, nvalue);
    for (int k = 0; k < 3; k++) b->com[k] = some(s, r, -.3, .3, value, nvalue);
    for (int k = 0; k < 3; k++) b->inertia[k] = LIA_VAL(1 + .2 * k);
    for (int k = 3; k < 6; k++) b->inertia[k] = LIA_VAL(lia_rng_range(r, -.1, .1));
    b->about_origin = 0;
    int kind = i ? kinds[lia_rng_below(r, sizeof kinds / sizeof *kinds)] : LIA_JOINT_revolute;
    const char *parent = i && lia_rng_below(r, 5)
        ? lia_spec_text(s, "b%d", (int)lia_rng_below(r, (uint64_t)i)) : "world";
    lia_spec_joint *j = lia_spec_add_joint(s, parent, name, kind, where);
    for (int k = 0; k < 2; k++) {
      lia_spec_add_move(s, &j->place, (lia_move_kind)(LIA_MOVE_TX + lia_rng_below(r, 3)),
          some(s, r, -.5, .5, value, nvalue));
      lia_val turn = lia_rng_below(r, 2) ? LIA_VAL(acos(0) * (double)lia_rng_below(r, 4))
          : some(s, r, -1, 1, value, nvalue);
      lia_spec_add_move(s, k ? &j->after : &j->place, (lia_move_kind)lia_rng_below(r, 3), turn);
    }
    int ndof = lia_joint_ndof(kind);
    if (kind == LIA_JOINT_moves) {
      ndof = 2;
      for (int d = 0; d < 2; d++) {
        lia_spec_add_move(s, &j->moves, (lia_move_kind)lia_rng_below(r, 6), LIA_VAL(0))->dof = d;
        lia_spec_add_move(s, &j->moves, (lia_move_kind)lia_rng_below(r, 6), LIA_VAL(.3));
      }
    }
    for (int k = 0; k < 3; k++) {
      int general = kind != LIA_JOINT_universal && lia_rng_below(r, 2);
      j->axis[k] = LIA_VAL(general ? lia_rng_normal(r) : k == i % 3);
      j->axis2[k] = LIA_VAL(k == (i + 1) % 3);
    }
    j->param[0] = LIA_VAL(.2);
    if (!ndof) continue;
    lia_spec_set_dofs(s, j, ndof);
    for (int d = 0; d < ndof; d++) {
      j->dof[d].coord = lia_spec_text(s, "q%d", ++coords);
      lia_spec_add_coord(s, j->dof[d].coord);
      if (lia_rng_below(r, 4) == 0 && ndof == 1)
        j->dof[d].scale = LIA_VAL(-2), j->dof[d].offset = LIA_VAL(.4);
      if (lia_rng_below(r, 4) == 0) j->dof[d].rotor = LIA_VAL(.1), j->dof[d].gear = LIA_VAL(3);
    }
  }
  for (int k = 0; k < 3; k++) s->gravity[k] = LIA_VAL(k == 2 ? -9.81 : .5 * k);
  TRY(lia_spec_check(s, err));
  return s;
}

LIA_TEST(condensed, numbers_are_those_of_the_engine_on_random_trees) {
  lia_rng r = lia_rng_seed(80);
  for (int n = 0; n < 40; n++) {
    double value[80], q[24], v[24], a[24], M[24 * 24], tau[24], x[200];
    int nvalue;
    lia_spec *s = random_tree(&r, 2 + n % 4, value, &nvalue);
    lia_pool *p = lia_pool_new();
    lia_smodel *m;
    lia_condensed *c;
    lia_lagrange *g;
    TRY(lia_smodel_new(&m, p, s, err));
    TRY(lia_condensed_new(&c, m, n % 2, err));
    TRY(lia_condensed_lagrange(&g, c, LIA_TIDY_none, err));
    int nq = c->n;

    // the engine gets numbers for the symbols
    const char *names[80];
    lia_val vals[80];
    for (int k = 0; k < nvalue; k++) {
      names[k] = lia_spec_text(s, "p%d", k);
      vals[k] = LIA_VAL(value[k]);
    }
    lia_expr sym[200];
    int ns = 0;
    for (int k = 0; k < nvalue; k++) sym[ns] = lia_sym_symbol(p, names[k]), x[ns++] = value[k];
    lia_values_bind(s, nvalue, names, vals);
    TRY(lia_spec_check(s, err));
    lia_compiled num;
    lia_data *d;
    TRY(lia_compile(&num, s, err));
    TRY(lia_data_new(&d, num.model, err));
    cr_assert_eq(num.model->nq, nq);
    for (int i = 0; i < nq; i++) {
      q[i] = lia_rng_range(&r, -1, 1);
      v[i] = lia_rng_range(&r, -1, 1);
      a[i] = lia_rng_range(&r, -1, 1);
      sym[ns] = g->q[i], x[ns++] = q[i];
      sym[ns] = g->v[i], x[ns++] = v[i];
      sym[ns] = g->a[i], x[ns++] = a[i];
    }
    lia_crba(num.model, d, q, M);
    lia_rnea(num.model, d, q, v, a, tau);
    // the same text in expressions, with all parameters and with base parameters
    for (int base = 0; base < LIA_REGROUP_COUNT; base++) {
      lia_stree *t;
      lia_expr stau[24];
      lia_regroup how[64];
      for (int i = 0; i < 64; i++) how[i] = (lia_regroup)base;
      TRY(lia_stree_new(&t, m, how, err));
      TRY(lia_srnea(t, g->v, g->a, 1, stau, err));
      for (int i = 0; i < nq; i++) {
        double y;
        TRY(lia_eval(p, stau[i], (uint32_t)ns, sym, x, &y, err));
        cr_assert_float_eq(y, tau[i], 1e-10 * (1 + fabs(tau[i])),
            "recursion, tree %d base %d row %d: %.15g, engine %.15g", n, base, i, y, tau[i]);
      }
      lia_stree_free(t);
    }
    for (int i = 0; i < nq; i++) {
      lia_expr e = lia_lagrange_row(g, i, 1);
      for (int k = c->nconstant - 1; k >= 0; k--)
        e = lia_subs_one(p, e, c->constant[k].symbol, c->constant[k].value);
      double y;
      TRY(lia_eval(p, e, (uint32_t)ns, sym, x, &y, err));
      cr_assert_float_eq(y, tau[i], 1e-10 * (1 + fabs(tau[i])),
          "tree %d row %d: %.15g, engine %.15g", n, i, y, tau[i]);
      for (int j = 0; j < nq; j++) {
        e = c->M[i * nq + j];
        for (int k = c->nconstant - 1; k >= 0; k--)
          e = lia_subs_one(p, e, c->constant[k].symbol, c->constant[k].value);
        TRY(lia_eval(p, e, (uint32_t)ns, sym, x, &y, err));
        cr_assert_float_eq(y, M[i * nq + j], 1e-10 * (1 + fabs(y)),
            "tree %d M[%d][%d]: %.15g, engine %.15g", n, i, j, y, M[i * nq + j]);
      }
      // two roads to gravity
      e = lia_sym_sub(p, g->G[i], c->gravity[i]);
      for (int k = c->nconstant - 1; k >= 0; k--)
        e = lia_subs_one(p, e, c->constant[k].symbol, c->constant[k].value);
      TRY(lia_eval(p, e, (uint32_t)ns, sym, x, &y, err));
      cr_assert_float_eq(y, 0, 1e-10);
    }
    lia_free(d);
    lia_free(num.model);
    lia_free(g);
    lia_condensed_free(c);
    lia_smodel_free(m);
    lia_pool_free(p);
    lia_spec_free(s);
  }
}
