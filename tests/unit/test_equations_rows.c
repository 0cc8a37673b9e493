/* test_equations_rows.c - equations with constraint rows, pruned, as LaTeX, and without memory */
#include "equationcase.h"

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
  has(&t, " + c1*L1^2)/3");
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
