/* test_equations.c - equations of small mechanisms: known answers, changes, texts, no memory */
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

static lia_expr read(lia_pool *p, const char *s) {
  lia_expr e = 0;
  lia_error err = { 0 };
  cr_assert_eq(lia_parse(p, s, strlen(s), LIA_PARSE_create, &e, NULL, &err), LIA_OK, "%s: %s: %s",
               s, err.path, err.text);
  return e;
}

static void same(lia_pool *p, lia_expr got, const char *want) {
  char text[200];
  lia_print_short(p, got, text, sizeof text);
  cr_assert_eq(lia_zero_equal(p, got, read(p, want)), LIA_ZERO_yes, "got %s, expected %s", text,
               want);
}

/* ---- mechanisms ---- */

/* a cart x with mass M, on it a pendulum th of mass m and length L */
static lia_equations *cart_pole(lia_pool *p) {
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
static void add_bar(lia_spec *s, const char *parent, const char *name, const char *q,
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

static lia_status two_bars(lia_spec **s, const char *m1, const char *m2, lia_error *err) {
  LIA_TRY(lia_spec_new(s, err));
  add_bar(*s, "world", "upper", "q1", "0", m1, "L1");
  add_bar(*s, "upper", "fore", "q2", "L1", m2, "L2");
  for (int k = 0; k < 3; k++) (*s)->gravity[k] = LIA_VAL(k == 1 ? -9.81 : 0);
  return lia_spec_check(*s, err);
}

enum { NAMES = 4 };
static const double arm_value[NAMES] = { 2, 1.5, 0.7, 0.4 };   // m1 m2 L1 L2

static void arm_numbers(lia_pool *p, lia_expr *f, lia_expr *t) {
  static const char *const name[NAMES] = { "m1", "m2", "L1", "L2" };
  for (int k = 0; k < NAMES; k++) {
    f[k] = lia_sym_symbol(p, name[k]);
    t[k] = lia_sym_num(p, arm_value[k]);
  }
}

/* the textbook's two bars: M (2 x 2), h and G */
static void by_hand(const double *q, const double *v, double *M, double *h, double *G) {
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

static arm new_arm(void) {
  arm a = { .p = lia_pool_new() };
  lia_expr f[NAMES], t[NAMES];
  TRY(two_bars(&a.s, "m1", "m2", err));
  TRY(lia_equations_of_model(&a.eq, a.p, a.s, NULL, err));
  arm_numbers(a.p, f, t);
  TRY(lia_equations_with(&a.numbers, a.eq, NAMES, f, t, err));
  return a;
}

static void free_arm(arm a) {
  lia_equations_free(a.eq);
  lia_equations_free(a.numbers);
  lia_pool_free(a.p);
  lia_spec_free(a.s);
}

/* ---- known answers ---- */

LIA_TEST(equations, of_a_cart_with_a_pendulum_are_those_of_the_textbook) {
  lia_pool *p = lia_pool_new();
  lia_equations *eq = cart_pole(p);
  same(p, eq->M[0], "M + m");
  same(p, eq->M[1], "m*L*cos(th)");
  same(p, eq->M[3], "m*L^2");
  same(p, eq->G[1], "m*g*L*sin(th)");
  same(p, lia_equations_row(eq, 0), "(M + m)*x'' + m*L*cos(th)*th'' - m*L*sin(th)*th'^2");
  same(p, lia_equations_centrifugal(eq, 1), "0");
  cr_assert_eq(lia_equations_skew(eq), 1);
  cr_assert_null(eq->forms, "energies have no recursion");
  lia_equations_free(eq);
  lia_pool_free(p);
}

LIA_TEST(equations, of_two_bars_give_the_numbers_of_the_closed_form_in_every_form) {
  arm a = new_arm();
  lia_rng rng = lia_rng_seed(5);
  for (int form = 0; form <= LIA_EOM_cheapest; form++) {
    lia_equations *eq;
    TRY(lia_equations_in_form(&eq, a.numbers, (lia_eom_form)form, err));
    for (int k = 0; k < 20; k++) {
      double q[2], v[2], acc[2], M[4], h[2], G[2], back[2];
      const double *got;
      for (int i = 0; i < 2; i++) {
        q[i] = lia_rng_range(&rng, -3, 3);
        v[i] = lia_rng_range(&rng, -3, 3);
        acc[i] = lia_rng_range(&rng, -3, 3);
      }
      by_hand(q, v, M, h, G);
      TRY(lia_equations_eval(eq, LIA_EOM_mass, q, NULL, NULL, &got, err));
      for (int i = 0; i < 4; i++) cr_assert_float_eq(got[i], M[i], 1e-12);
      TRY(lia_equations_eval(eq, LIA_EOM_gravity, q, NULL, NULL, &got, err));
      for (int i = 0; i < 2; i++) cr_assert_float_eq(got[i], G[i], 1e-12);
      TRY(lia_equations_eval(eq, LIA_EOM_id, q, v, acc, &got, err));
      for (int i = 0; i < 2; i++)
        cr_assert_float_eq(got[i], M[2 * i] * acc[0] + M[2 * i + 1] * acc[1] + h[i], 1e-11);
      const double tau[2] = { got[0], got[1] };
      TRY(lia_equations_fd(eq, q, v, tau, back, err));
      for (int i = 0; i < 2; i++) cr_assert_float_eq(back[i], acc[i], 1e-10);
    }
    lia_equations_free(eq);
  }
  free_arm(a);
}

LIA_TEST(equations, of_three_functions_at_once_are_one_program_with_its_parameters) {
  arm a = new_arm();
  lia_eom_program *g;
  TRY(lia_equations_program(&g, a.eq, LIA_EOM_COUNT, 1, err));
  cr_assert_eq(g->f.nout, 3);
  cr_assert_eq(g->nout, 4 + 2 + 2);
  cr_assert_eq(g->f.nin, 3);
  cr_assert_str_eq(g->in[2].name, "p");
  cr_assert_eq(g->in[2].n, 4);
  lia_equations_program_free(g);
  REFUSED(LIA_EARG, "no numbers for m1", lia_equations_program(&g, a.eq, LIA_EOM_id, 0, err));
  lia_text t = { 0 };
  for (int language = 0; language < LIA_LANGUAGE_COUNT; language++) {
    TRY(lia_equations_write(a.numbers, (lia_language)language, LIA_EOM_fd, "arm_fd", 2, &t, err));
    cr_assert(strstr(lia_text_str(&t), "tau"), "%s", lia_text_str(&t));
    lia_text_cut(&t, 0);
  }
  lia_text_free(&t);
  free_arm(a);
}

LIA_TEST(equations, tell_the_energies_of_each_body_with_what_was_put_in) {
  lia_pool *p = lia_pool_new();
  lia_equations *eq = cart_pole(p), *with;
  const lia_expr f = read(p, "m"), t = read(p, "3");
  lia_eom_body *body;
  int n;
  TRY(lia_equations_with(&with, eq, 1, &f, &t, err));
  TRY(lia_equations_bodies(with, &n, &body, err));
  cr_assert_eq(n, 2);
  cr_assert_str_eq(body[1].name, "pole");
  same(p, body[0].T, "M*x'^2/2");
  same(p, body[1].V, "-3*g*L*cos(th)");
  lia_free(body);
  lia_equations_free(with);
  lia_equations_free(eq);
  lia_pool_free(p);
  arm a = new_arm();
  TRY(lia_equations_bodies(a.numbers, &n, &body, err));
  cr_assert_eq(n, 2);
  cr_assert_str_eq(body[0].name, "upper");
  same(a.p, body[0].T, "2*7^2/10^2/6*q1'^2");
  same(a.p, body[0].V, "2*981/100*7/20*sin(q1)");
  lia_free(body);
  free_arm(a);
}

/* ---- changes ---- */

LIA_TEST(equations, restricted_to_one_joint_are_those_of_a_pendulum_at_any_angle_of_the_other) {
  arm a = new_arm();
  lia_equations *one;
  const int keep[1] = { 1 };
  TRY(lia_equations_restrict(&one, a.eq, 1, keep, err));
  cr_assert_eq(one->n, 1);
  cr_assert_eq(one->q[0], a.eq->q[1]);
  same(a.p, lia_equations_centrifugal(one, 0), "0");
  lia_expr f[NAMES + 1], t[NAMES + 1];
  arm_numbers(a.p, f, t);
  f[NAMES] = a.eq->q[0];
  t[NAMES] = lia_sym_num(a.p, 0.3);
  lia_equations *fixed;
  TRY(lia_equations_with(&fixed, one, NAMES + 1, f, t, err));
  const double q = 0.8, v = 2, acc = -3, *tau, L2 = arm_value[3], m2 = arm_value[1];
  TRY(lia_equations_eval(fixed, LIA_EOM_id, &q, &v, &acc, &tau, err));
  cr_assert_float_eq(tau[0], m2 * L2 * L2 / 3 * acc + m2 * 9.81 * L2 / 2 * cos(q + 0.3), 1e-12);
  lia_equations_free(fixed);
  lia_equations_free(one);
  const int far[1] = { 2 }, twice[2] = { 1, 1 };
  REFUSED(LIA_EARG, "coordinate 3 out of range 1..2",
          lia_equations_restrict(&one, a.eq, 1, far, err));
  REFUSED(LIA_EARG, "[2]: coordinate 2 twice", lia_equations_restrict(&one, a.eq, 2, twice, err));
  REFUSED(LIA_EARG, "expected the joints", lia_equations_restrict(&one, a.eq, 0, far, err));
  cr_assert_null(one);
  free_arm(a);
}

LIA_TEST(equations, with_a_length_that_moves_are_those_derived_with_it_moving) {
  lia_pool *p = lia_pool_new();
  const lia_expr q = lia_sym_coordinate(p, "th");
  lia_lagrange_spec s = {
    .n = 1, .q = &q, .T = read(p, "m*L^2*th'^2/2"), .V = read(p, "-m*g*L*cos(th)"), .D = LIA_ZERO
  };
  lia_equations *eq, *with, *direct;
  TRY(lia_equations_of_energies(&eq, p, &s, 0, NULL, err));
  lia_sym_time(p);
  const lia_expr f = read(p, "L"), t = read(p, "2 + sin(3*t)/4");
  TRY(lia_equations_with(&with, eq, 1, &f, &t, err));
  s.T = read(p, "m*(2 + sin(3*t)/4)^2*th'^2/2");
  s.V = read(p, "-m*g*(2 + sin(3*t)/4)*cos(th)");
  TRY(lia_equations_of_energies(&direct, p, &s, 0, NULL, err));
  cr_assert_eq(lia_zero_equal(p, lia_equations_row(with, 0), lia_equations_row(direct, 0)),
               LIA_ZERO_yes);
  cr_assert_neq(with->c[0], LIA_ZERO, "2 m L L' th' is a force of its own");
  lia_equations_free(with);
  REFUSED(LIA_EARG, "L was constant when", lia_equations_with(&with, eq, 1, &f, &q, err));
  REFUSED(LIA_EARG, "restrict{...} locks joints", lia_equations_with(&with, eq, 1, &q, &t, err));
  lia_equations_free(direct);
  lia_equations_free(eq);
  lia_pool_free(p);
}

LIA_TEST(equations, with_a_moving_length_in_a_row_ask_of_accelerations_what_the_derivation_asks) {
  lia_pool *p = lia_pool_new();
  const lia_expr q[2] = { lia_sym_coordinate(p, "x"), lia_sym_coordinate(p, "th") };
  lia_expr phi = read(p, "x^2/2 - L*sin(th)"), H[2] = { read(p, "L*x"), LIA_ONE };
  lia_lagrange_spec s = {
    .n = 2, .q = q, .T = read(p, "m*x'^2/2 + m*th'^2/2"), .V = LIA_ZERO, .D = LIA_ZERO,
    .phi = &phi, .nphi = 1, .H = H, .nrow = 1,
  };
  lia_equations *eq, *with, *direct;
  TRY(lia_equations_of_energies(&eq, p, &s, 0, NULL, err));
  lia_sym_time(p);
  const lia_expr f = read(p, "L"), t = read(p, "2 + sin(3*t)");
  TRY(lia_equations_with(&with, eq, 1, &f, &t, err));
  phi = read(p, "x^2/2 - (2 + sin(3*t))*sin(th)");
  H[0] = read(p, "(2 + sin(3*t))*x");
  TRY(lia_equations_of_energies(&direct, p, &s, 0, NULL, err));
  for (int k = 0; k < 2; k++) {
    cr_assert_eq(lia_zero_equal(p, with->gamma[k], direct->gamma[k]), LIA_ZERO_yes, "gamma %d", k);
    cr_assert_eq(lia_zero_equal(p, with->shift[k], direct->shift[k]), LIA_ZERO_yes, "shift %d", k);
  }
  lia_expr Jdot[2][4];
  cr_assert(lia_equations_jdot(with, Jdot[0]) && lia_equations_jdot(direct, Jdot[1]));
  for (int k = 0; k < 4; k++) {
    cr_assert_eq(lia_zero_equal(p, Jdot[0][k], Jdot[1][k]), LIA_ZERO_yes, "dJ/dt, entry %d", k);
  }
  lia_equations_free(with);
  lia_equations_free(direct);
  lia_equations_free(eq);
  lia_pool_free(p);
}

/* two bars with a spring and a damper on each joint, in numbers */
static lia_equations *sprung(lia_pool *p, lia_spec **s) {
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

LIA_TEST(equations, with_springs_dampers_and_forces_are_the_same_in_both_forms_also_of_one_joint) {
  lia_pool *p = lia_pool_new();
  lia_spec *s;
  lia_equations *whole = sprung(p, &s), *forced, *one;
  const lia_expr Q[2] = { read(p, "2*q2"), read(p, "-q1'") };
  TRY(lia_equations_forced(&forced, whole, Q, err));
  const int keep[1] = { 1 };
  TRY(lia_equations_restrict(&one, whole, 1, keep, err));
  const lia_expr locked = read(p, "q1"), at = read(p, "0.4");
  lia_equations *fixed;
  TRY(lia_equations_with(&fixed, one, 1, &locked, &at, err));
  const double q[2] = { 0.4, -1.1 }, v[2] = { 0.7, 2 }, a[2] = { -1, 3 };
  for (int form = LIA_EOM_closed; form <= LIA_EOM_recursive; form++) {
    lia_equations *x, *y;
    double M[4], h[2], G[2];
    const double *tau;
    by_hand(q, v, M, h, G);
    TRY(lia_equations_in_form(&x, forced, (lia_eom_form)form, err));
    TRY(lia_equations_eval(x, LIA_EOM_id, q, v, a, &tau, err));
    const double joint[2] = { 7 * (q[0] - 0.1) + 0.3 * v[0], 5 * (q[1] - 0.1) + 0.2 * v[1] };
    const double Ma[2] = { M[0] * a[0] + M[1] * a[1], M[2] * a[0] + M[3] * a[1] };
    cr_assert_float_eq(tau[0], Ma[0] + h[0] + joint[0] - 2 * q[1], 1e-11);
    cr_assert_float_eq(tau[1], Ma[1] + h[1] + joint[1] + v[0], 1e-11);
    TRY(lia_equations_in_form(&y, fixed, (lia_eom_form)form, err));
    TRY(lia_equations_eval(y, LIA_EOM_id, q + 1, v + 1, a + 1, &tau, err));
    const double alone = M[3] * a[1] + G[1] + 5 * (q[1] - 0.1) + 0.2 * v[1];
    cr_assert_float_eq(tau[0], alone, 1e-11, "form %d: %g, %g", form, tau[0], alone);
    lia_equations_free(x);
    lia_equations_free(y);
  }
  lia_equations_free(fixed);
  lia_equations_free(one);
  lia_equations_free(forced);
  lia_equations_free(whole);
  lia_pool_free(p);
  lia_spec_free(s);
}

LIA_TEST(equations, with_rows_of_constraints_keep_their_energies_and_refuse_forward_dynamics) {
  lia_pool *p = lia_pool_new();
  lia_equations *eq = cart_pole(p), *held;
  const lia_expr phi = read(p, "x - L*th");
  const char *const name[] = { "gear" };
  TRY(lia_equations_constrain(&held, eq, &(lia_lagrange_spec){ .nphi = 1, .phi = &phi }, name,
                              err));
  cr_assert_eq(held->ncon, 1);
  cr_assert_str_eq(held->row_name[0], "gear");
  same(p, held->J[0], "1");
  same(p, held->J[1], "-L");
  const lia_expr Q[2] = { read(p, "F"), LIA_ZERO };
  lia_equations *pushed;
  TRY(lia_equations_forced(&pushed, held, Q, err));
  same(p, lia_equations_row(pushed, 0),
       "(M + m)*x'' + m*L*cos(th)*th'' - m*L*sin(th)*th'^2 - F - lambda1");
  lia_equations *other;
  TRY(lia_equations_as(&other, pushed, LIA_EOM_slides, err));
  same(p, lia_equations_row(other, 0),
       "(M + m)*x'' + m*L*cos(th)*th'' - m*L*sin(th)*th'^2 - F + lambda1");
  lia_equations_free(other);
  double a[2];
  const double zero[2] = { 0, 0 };
  REFUSED(LIA_EARG, "multipliers", lia_equations_fd(held, zero, zero, zero, a, err));
  lia_expr out[2];
  REFUSED(LIA_EARG, "multipliers", lia_equations_function(held, LIA_EOM_fd, 0, out, NULL, err));
  lia_equations_free(pushed);
  lia_equations_free(held);
  lia_equations_free(eq);
  lia_pool_free(p);
}

LIA_TEST(equations, without_coriolis_and_tidied_keep_the_rest) {
  arm a = new_arm();
  lia_equations *still, *tidy;
  TRY(lia_equations_without_coriolis(&still, a.eq, err));
  same(a.p, lia_equations_centrifugal(still, 0), "0");
  cr_assert_eq(still->G[0], a.eq->G[0]);
  lia_equations *pole = cart_pole(a.p), *moving, *frozen;
  lia_sym_time(a.p);
  const lia_expr f = read(a.p, "L"), t = read(a.p, "2 + sin(t)");
  TRY(lia_equations_with(&moving, pole, 1, &f, &t, err));
  TRY(lia_equations_without_coriolis(&frozen, moving, err));
  cr_assert_neq(moving->c[1], LIA_ZERO);
  cr_assert_eq(frozen->c[1], LIA_ZERO, "2 m L L' th' is a term of velocities as well");
  lia_equations_free(frozen);
  lia_equations_free(moving);
  lia_equations_free(pole);
  TRY(lia_equations_tidied(&tidy, a.eq, lia_simp_all, err));
  for (int k = 0; k < 4; k++)
    cr_assert_eq(lia_zero_equal(a.p, tidy->M[k], a.eq->M[k]), LIA_ZERO_yes);
  lia_equations *recursive;
  REFUSED(LIA_EARG, "no recursive form",
          lia_equations_in_form(&recursive, still, LIA_EOM_recursive, err));
  lia_equations_free(still);
  lia_equations_free(tidy);
  free_arm(a);
}

/* ---- refusals in numbers ---- */

LIA_TEST(equations, name_what_has_no_number_and_what_has_no_mass) {
  arm a = new_arm();
  const double zero[2] = { 0, 0 }, *out;
  double acc[2];
  REFUSED(LIA_EARG, "no numbers for",
          lia_equations_eval(a.eq, LIA_EOM_mass, zero, NULL, NULL, &out, err));
  lia_expr f = lia_sym_symbol(a.p, "m2"), t = LIA_ZERO;
  lia_equations *bare;
  TRY(lia_equations_with(&bare, a.numbers, 1, &f, &t, err));
  cr_assert_eq(bare->M[3], a.numbers->M[3], "m2 is a number there already");
  lia_equations_free(bare);
  free_arm(a);
  lia_pool *p = lia_pool_new();
  lia_spec *s;
  TRY(two_bars(&s, "1", "0", err));
  lia_equations *eq, *numbers;
  TRY(lia_equations_of_model(&eq, p, s, NULL, err));
  const lia_expr L[2] = { lia_sym_symbol(p, "L1"), lia_sym_symbol(p, "L2") },
                 one[2] = { LIA_ONE, LIA_ONE };
  TRY(lia_equations_with(&numbers, eq, 2, L, one, err));
  REFUSED(LIA_ESINGULAR, "coordinate 2, q2, has no inertia",
          lia_equations_fd(numbers, zero, zero, zero, acc, err));
  lia_equations_free(eq);
  lia_equations_free(numbers);
  lia_spec_free(s);
  lia_pool_free(p);
}

/* ---- pruned ---- */

enum { SAMPLES = 41 };
static void swing(double *x) {
  for (int k = 0; k < SAMPLES; k++, x += 6) {
    const double t = 2.0 * k / (SAMPLES - 1);
    const double state[6] = { t * t / 8, sin(3 * t), t / 4, 3 * cos(3 * t), 0.25, -9 * sin(3 * t) };
    memcpy(x, state, sizeof state);
  }
}

LIA_TEST(equations, pruned_err_by_what_their_loss_says_and_by_no_more_than_was_allowed) {
  arm a = new_arm();
  double x[6 * SAMPLES];
  swing(x);
  for (int k = 0; k < 16; k++) {
    const int bound = k % 2;
    const double eps = 0.02 * (1 + k);
    const lia_eom_motion m = { .samples = SAMPLES, .state = x, .eps = eps, .bound = bound };
    lia_eom_pruned *less;
    TRY(lia_equations_prune(&less, a.numbers, &m, err));
    const lia_eom_loss *loss = less->eq->loss;
    double worst[2] = { 0, 0 }, peak[2] = { 0, 0 };
    for (int i = 0; i < SAMPLES; i++) {
      const double *q = x + 6 * i, *got, *want;
      TRY(lia_equations_eval(less->eq, LIA_EOM_id, q, q + 2, q + 4, &got, err));
      const double tau[2] = { got[0], got[1] };
      TRY(lia_equations_eval(a.numbers, LIA_EOM_id, q, q + 2, q + 4, &want, err));
      for (int r = 0; r < 2; r++) {
        worst[r] = fmax(worst[r], fabs(tau[r] - want[r]));
        peak[r] = fmax(peak[r], fabs(want[r]));
      }
    }
    cr_assert(k < 4 || loss->kept < loss->of, "%d of %d", loss->kept, loss->of);
    for (int i = 0; i < 2; i++) {
      cr_assert_float_eq(loss->peak[i], peak[i], 1e-12);
      cr_assert_float_eq(loss->error[i], worst[i] / peak[i], 1e-12, "row %d: %g, %g", i + 1,
                         loss->error[i], worst[i] / peak[i]);
      cr_assert(!bound || loss->error[i] <= eps * (1 + 1e-12), "%g > %g", loss->error[i], eps);
      cr_assert(!bound || less->error[i] <= eps * (1 + 1e-12));
    }
    cr_assert_eq(less->eq->M[1], less->eq->M[2], "M stays symmetric");
    lia_text t = { 0 };
    TRY(lia_equations_text(less->eq, &t, err));
    cr_assert(strstr(lia_text_str(&t), "terms of velocities and accelerations are left"));
    lia_text_free(&t);
    lia_equations_pruned_free(less);
  }
  lia_eom_pruned *none;
  REFUSED(
      LIA_EARG, "at least 2",
      lia_equations_prune(&none, a.numbers, &(lia_eom_motion){ .samples = 1, .state = x }, err));
  REFUSED(LIA_EARG, "no numbers for",
          lia_equations_prune(&none, a.eq, &(lia_eom_motion){ .samples = 2, .state = x }, err));
  free_arm(a);
}

/* ---- texts ---- */

static void has(const lia_text *t, const char *part) {
  cr_assert(strstr(lia_text_str(t), part), "no '%s' in\n%s", part, lia_text_str(t));
}

LIA_TEST(equations, print_what_they_abbreviate_and_nothing_else_in_their_legend) {
  arm a = new_arm();
  lia_text t = { 0 };
  TRY(lia_equations_text(a.eq, &t, err));
  has(&t, "equations of motion, 2 coordinates: M q'' + B [q'_j^2] + P [q'_j q'_k] + G = tau\n  q = "
          "q1, q2\n");
  has(&t, "  M22 = JZ2\n");
  cr_assert_eq(a.eq->nconst, 4, "VX1 JZ1 VX2 JZ2, and none that nothing depends on: %d",
      a.eq->nconst);
  has(&t, "\n\nwhere c2 = cos(q2), c12 = cos(q1 + q2), and so on\n\ninverse dynamics: ");
  lia_text_cut(&t, 0);
  TRY(lia_equations_latex(a.eq, 1, &t, err));
  has(&t, "G_{2} &= 9.81 V_{X2} c_{12}\n\\end{align*}\n");
  lia_text_free(&t);
  free_arm(a);
  // one abbreviation alone
  lia_pool *few = lia_pool_new();
  lia_spec *bar;
  lia_equations *pendulum;
  TRY(lia_spec_new(&bar, err));
  add_bar(bar, "world", "bar", "q1", "0", "m1", "L1");
  for (int k = 0; k < 3; k++) bar->gravity[k] = LIA_VAL(k == 1 ? -9.81 : 0);
  TRY(lia_spec_check(bar, err));
  TRY(lia_equations_of_model(&pendulum, few, bar, NULL, err));
  TRY(lia_equations_text(pendulum, &t, err));
  has(&t, "\n\nwhere c1 = cos(q1)\n\n");
  lia_text_free(&t);
  cr_assert_eq(pendulum->nconst, 2);
  lia_equations_free(pendulum);
  bar->gravity[1] = LIA_VAL(0);
  TRY(lia_equations_of_model(&pendulum, few, bar, NULL, err));
  cr_assert_eq(pendulum->nconst, 1, "without gravity nothing depends on VX1");
  lia_equations_free(pendulum);
  lia_spec_free(bar);
  lia_pool_free(few);
  // a parameter by the name of an abbreviation: the angle is written out
  lia_pool *p = lia_pool_new();
  lia_spec *s;
  TRY(two_bars(&s, "c1", "m2", err));
  lia_equations *eq;
  TRY(lia_equations_of_model(&eq, p, s, &(lia_eom_opts){ .reduce = 0 }, err));
  TRY(lia_equations_text(eq, &t, err));
  has(&t, "M11 = (c1*L1^2 + ");
  has(&t, "cos(q1)");
  has(&t, "\n\nwhere c2 = cos(q2), c12 = cos(q1 + q2), and so on\n");
  lia_text_free(&t);
  lia_equations_free(eq);
  lia_spec_free(s);
  lia_pool_free(p);
}

LIA_TEST(equations, cut_long_formulas_before_signs_outside_of_braces) {
  static const struct { const char *latex, *want; int columns; } row[] = {
    { "a + b", "a + b", 20 },
    { "aaaa + bbbb - \\frac{c + d}{e}",
      "aaaa \\\\\n  &\\quad {}+ bbbb \\\\\n  &\\quad {}- \\frac{c + d}{e}", 5 },
    { "aaaa + bbbb - cc", "aaaa + bbbb \\\\\n  &\\quad {}- cc", 9 },
    { "x \\left(aaaa + bbbb\\right)", "x (aaaa \\\\\n  &\\quad {}+ bbbb)", 7 },
    { "a - x \\left(aaaa + bbbb\\right)", "a \\\\\n  &\\quad {}- x (aaaa + bbbb)", 13 },
    { "aaaaaaaaaaaa", "aaaaaaaaaaaa", 5 },
    { "\\begin{cases}a + b\\end{cases}", "\\begin{cases}a + b\\end{cases}", 3 },
  };
  for (size_t k = 0; k < sizeof row / sizeof *row; k++) {
    lia_text t = { 0 };
    lia_latex_lines(row[k].latex, row[k].columns, &t);
    cr_assert_str_eq(lia_text_str(&t), row[k].want, "%s", row[k].latex);
    lia_text_free(&t);
  }
  cr_assert_eq(lia_latex_width("\\sin\\left(q_{1}\\right) \\theta"), 8);
}

/* ---- memory that runs out ---- */

static lia_status numbers_and_texts(const lia_equations *eq, const lia_equations *numbers,
                                    const double *x, lia_error *err) {
  const int keep[1] = { 0 };
  lia_equations *one = NULL, *copy = NULL;
  lia_eom_pruned *less = NULL;
  lia_text t = { 0 };
  double acc[2];
  lia_status st = lia_equations_restrict(&one, eq, 1, keep, err);
  if (st == LIA_OK) st = lia_equations_in_form(&copy, numbers, LIA_EOM_cheapest, err);
  if (st == LIA_OK) st = lia_equations_fd(copy, x, x + 2, x + 4, acc, err);
  if (st == LIA_OK) st = lia_equations_text(copy, &t, err);
  if (st == LIA_OK) st = lia_equations_latex(copy, 0, &t, err);
  if (st == LIA_OK) st = lia_equations_write(one, LIA_LANGUAGE_lua, LIA_EOM_id, "id", 1, &t, err);
  if (st == LIA_OK)
    st = lia_equations_prune(&less, copy, &(lia_eom_motion){ .samples = 2, .state = x, .eps = 0.1 },
                             err);
  lia_text_free(&t);
  lia_equations_pruned_free(less);
  lia_equations_free(one);
  lia_equations_free(copy);
  return st;
}

/* of one description: made, changed, asked, printed */
static lia_status everything(lia_spec *s, lia_error *err) {
  static const double x[12] = { 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1, 1.1, 1.2 };
  lia_equations *eq = NULL, *numbers = NULL;
  lia_eom_body *body = NULL;
  lia_expr f[NAMES], t[NAMES];
  int n;
  lia_pool *p = lia_pool_new();
  lia_status st = p ? lia_equations_of_model(&eq, p, s, NULL, err) : LIA_ENOMEM;
  if (st == LIA_OK) {
    arm_numbers(p, f, t);
    st = lia_equations_with(&numbers, eq, NAMES, f, t, err);
  }
  if (st == LIA_OK) st = lia_equations_bodies(numbers, &n, &body, err);
  if (st == LIA_OK) st = numbers_and_texts(eq, numbers, x, err);
  lia_free(body);
  lia_equations_free(eq);
  lia_equations_free(numbers);
  lia_pool_free(p);
  return st;
}

LIA_TEST(equations, say_that_memory_is_out_wherever_it_is_and_leave_none_behind) {
  lia_spec *s;
  TRY(two_bars(&s, "m1", "m2", err));
  lia_error err = { 0 };
  size_t before = lia_mem_live(), whole = lia_mem_count();
  cr_assert_eq(everything(s, &err), LIA_OK, "%s", err.text);
  whole = lia_mem_count() - whole;
  const long step = 1 + (long)whole / (lia_cases(0) ? lia_cases(0) : 400);
  for (long k = 0; k < (long)whole; k += k < 60 ? 1 : step) {
    err = (lia_error){ 0 };
    lia_mem_fail_after(k);
    lia_status st = everything(s, &err);
    lia_mem_fail_after(-1);
    cr_assert_eq(st, LIA_ENOMEM, "after %ld of %zu allocations: %s, %s", k, whole,
                 lia_status_name(st), err.text);
    cr_assert_eq(lia_mem_live(), before, "after %ld allocations %zu are never freed", k,
                 lia_mem_live() - before);
  }
  lia_spec_free(s);
}
