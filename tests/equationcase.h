/* equationcase.h - mechanisms that the tests of equations share */
#ifndef LIA_TEST_EQUATIONCASE_H
#define LIA_TEST_EQUATIONCASE_H

#include "eom/equations.h"
#include "base/rng.h"
#include "describe/check.h"
#include "sym/expr/build.h"
#include "sym/expr/latex.h"
#include "sym/expr/parse.h"
#include "sym/simp/simp.h"
#include "sym/simp/zero.h"
#include "house.h"

#include <math.h>
#include <string.h>

#define TRY(call)                                                        \
  do {                                                                   \
    lia_error e_ = { 0 }, *err = &e_;                                    \
    cr_assert_eq((call), LIA_OK, "%s: %s: %s", #call, e_.path, e_.text); \
  } while (0)

/* call fails with this status, and says this somewhere */
#define REFUSED(status, part, call)                                                                \
  do {                                                                                             \
    lia_error e_ = { 0 }, *err = &e_;                                                              \
    lia_status st_ = (call);                                                                       \
    cr_assert_eq(st_, status, "%s: %s, %s", #call, lia_status_name(st_), e_.text);                 \
    cr_assert(strstr(e_.text, part), "%s says: %s", #call, e_.text);                               \
  } while (0)

static inline lia_expr read(lia_pool *p, const char *s) {
  lia_expr e = 0;
  lia_error err = { 0 };
  cr_assert_eq(lia_parse(p, s, strlen(s), LIA_PARSE_create, &e, NULL, &err), LIA_OK, "%s: %s: %s",
               s, err.path, err.text);
  return e;
}

static inline void same(lia_pool *p, lia_expr got, const char *want) {
  char text[200];
  lia_print_short(p, got, text, sizeof text);
  cr_assert_eq(lia_zero_equal(p, got, read(p, want)), LIA_ZERO_yes, "got %s, expected %s", text,
               want);
}

/* ---- mechanisms ---- */

/* a cart x with mass M, on it a pendulum th of mass m and length L */
static inline lia_equations *cart_pole(lia_pool *p) {
  const lia_expr q[2] = { lia_sym_coordinate(p, "x"), lia_sym_coordinate(p, "th") };
  const lia_eom_body body[2] = {
    { "cart", read(p, "M*x'^2/2"), LIA_ZERO },
    { "pole", read(p, "m*(x'^2 + 2*L*cos(th)*x'*th' + L^2*th'^2)/2"), read(p, "-m*g*L*cos(th)") },
  };
  lia_lagrange_spec s = { .n = 2, .q = q, .V = body[1].V, .D = LIA_ZERO, .tidy = LIA_TIDY_trig };
  s.T = lia_sym_add(p, body[0].T, body[1].T);
  lia_equations *eq;
  TRY(lia_equations_of_energies(&eq, p, &s, 2, body, err));
  return eq;
}

/* a uniform bar of this mass and length on a hinge about z, `at` along its parent; text: numbers,
 * or names */
static inline void add_bar(lia_spec *s, const char *parent, const char *name, const char *q,
                    const char *at, const char *mass, const char *length) {
  const char *half = lia_spec_text(s, "%s/2", length),
             *I = lia_spec_text(s, "%s*%s^2/12", mass, length);
  lia_spec_body *b = lia_spec_add_body(s, name, name);
  b->mass.text = mass;
  for (int k = 0; k < 3; k++) b->com[k] = LIA_VAL(0);
  for (int k = 0; k < 6; k++) b->inertia[k] = LIA_VAL(0);
  b->com[0].text = half;
  b->inertia[1].text = b->inertia[2].text = I;
  lia_spec_joint *j = lia_spec_add_joint(s, parent, name, LIA_JOINT_revolute, name);
  for (int k = 0; k < 3; k++) j->axis[k] = LIA_VAL(k == 2);
  lia_spec_add_move(s, &j->place, LIA_MOVE_TX, LIA_VAL(0))->by.text = at;
  lia_spec_set_dofs(s, j, 1)->coord = q;
  lia_spec_add_coord(s, q);
}

static inline lia_status two_bars(lia_spec **s, const char *m1, const char *m2, lia_error *err) {
  LIA_TRY(lia_spec_new(s, err));
  add_bar(*s, "world", "upper", "q1", "0", m1, "L1");
  add_bar(*s, "upper", "fore", "q2", "L1", m2, "L2");
  for (int k = 0; k < 3; k++) (*s)->gravity[k] = LIA_VAL(k == 1 ? -9.81 : 0);
  return lia_spec_check(*s, err);
}

enum { NAMES = 4 };
static const double arm_value[NAMES] = { 2, 1.5, 0.7, 0.4 };   // m1 m2 L1 L2

static inline void arm_numbers(lia_pool *p, lia_expr *f, lia_expr *t) {
  static const char *const name[NAMES] = { "m1", "m2", "L1", "L2" };
  for (int k = 0; k < NAMES; k++) {
    f[k] = lia_sym_symbol(p, name[k]);
    t[k] = lia_sym_num(p, arm_value[k]);
  }
}

/* the textbook's two bars: M (2 x 2), h and G */
static inline void by_hand(const double *q, const double *v, double *M, double *h, double *G) {
  const double m1 = arm_value[0], m2 = arm_value[1], L1 = arm_value[2], L2 = arm_value[3], g = 9.81;
  const double c = m2 * L1 * L2 / 2 * cos(q[1]), s = m2 * L1 * L2 / 2 * sin(q[1]);
  M[3] = m2 * L2 * L2 / 3;
  M[1] = M[2] = M[3] + c;
  M[0] = m1 * L1 * L1 / 3 + m2 * L1 * L1 + M[3] + 2 * c;
  G[1] = m2 * g * L2 / 2 * cos(q[0] + q[1]);
  G[0] = (m1 / 2 + m2) * g * L1 * cos(q[0]) + G[1];
  h[0] = G[0] - s * (2 * v[0] * v[1] + v[1] * v[1]);
  h[1] = G[1] + s * v[0] * v[0];
}

typedef struct arm { lia_pool *p; lia_spec *s; lia_equations *eq, *numbers; } arm;

static inline arm new_arm(void) {
  arm a = { .p = lia_pool_new() };
  lia_expr f[NAMES], t[NAMES];
  TRY(two_bars(&a.s, "m1", "m2", err));
  TRY(lia_equations_of_model(&a.eq, a.p, a.s, NULL, err));
  arm_numbers(a.p, f, t);
  TRY(lia_equations_with(&a.numbers, a.eq, NAMES, f, t, err));
  return a;
}

static inline void free_arm(arm a) {
  lia_equations_free(a.eq);
  lia_equations_free(a.numbers);
  lia_pool_free(a.p);
  lia_spec_free(a.s);
}

/* two bars with a spring and a damper on each joint, in numbers */
static inline lia_equations *sprung(lia_pool *p, lia_spec **s) {
  static const double stiff[2] = { 7, 5 }, damped[2] = { 0.3, 0.2 };
  lia_equations *eq, *numbers;
  lia_expr f[NAMES], t[NAMES];
  TRY(lia_spec_new(s, err));
  add_bar(*s, "world", "upper", "q1", "0", "m1", "L1");
  add_bar(*s, "upper", "fore", "q2", "L1", "m2", "L2");
  for (int k = 0; k < 2; k++) {
    (*s)->joint[k].dof->stiffness = LIA_VAL(stiff[k]);
    (*s)->joint[k].dof->rest = LIA_VAL(0.1);
    (*s)->joint[k].dof->damping = LIA_VAL(damped[k]);
  }
  for (int k = 0; k < 3; k++) (*s)->gravity[k] = LIA_VAL(k == 1 ? -9.81 : 0);
  TRY(lia_spec_check(*s, err));
  TRY(lia_equations_of_model(&eq, p, *s, NULL, err));
  arm_numbers(p, f, t);
  TRY(lia_equations_with(&numbers, eq, NAMES, f, t, err));
  lia_equations_free(eq);
  return numbers;
}

#endif
