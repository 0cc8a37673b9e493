/* test_equations.c - equations of small mechanisms: known answers, changes, texts, no memory */
#include "equationcase.h"

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

LIA_TEST(equations, leave_no_energies_of_bodies_behind_where_memory_is_out) {
  lia_pool *p = lia_pool_new();
  lia_equations *eq = cart_pole(p), *with;
  const lia_expr f = read(p, "m"), t = read(p, "3");
  TRY(lia_equations_with(&with, eq, 1, &f, &t, err));
  const size_t before = lia_mem_live();
  lia_status st = LIA_ENOMEM;
  int refused = 0;
  for (long k = 0; st != LIA_OK; k++, refused++) {
    lia_eom_body *body = NULL;
    lia_error err = { 0 };
    int n;
    lia_mem_fail_after(k);
    st = lia_equations_bodies(with, &n, &body, &err);
    lia_mem_fail_after(-1);
    lia_pool_clear(p);
    lia_free(body);
    cr_assert(st == LIA_OK || st == LIA_ENOMEM, "%s", err.text);
    cr_assert_eq(lia_mem_live(), before, "after %ld allocations", k);
  }
  cr_assert(refused > 1, "the list, and what is put into its energies");
  lia_equations_free(with);
  lia_equations_free(eq);
  lia_pool_free(p);
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
