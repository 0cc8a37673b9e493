/* test_print.c - what a person reads: order, parentheses, numbers, LaTeX, abbreviations */
#include "house.h"
#include "symkit.h"

static lia_pool *p;

static const char *printed(lia_expr e, const lia_print_opts *o) {
  static char out[2000];
  lia_text t = { 0 };
  cr_assert_eq(lia_print(p, e, o, &t), LIA_OK);
  snprintf(out, sizeof out, "%s", lia_text_str(&t));
  lia_text_free(&t);
  return out;
}

static const char *show(lia_expr e, const lia_style *style, int angles) {
  return printed(e, &(lia_print_opts){ .style = style, .angles = angles });
}

// with a symbol that stands in the same text
static const char *show_beside(lia_expr e, lia_expr symbol) {
  return printed(e, &(lia_print_opts){ .angles = 1, .beside = &symbol, .nbeside = 1 });
}

#define TEXT(e, said) cr_assert_str_eq(show(e, NULL, 0), said)
#define LATEX(e, said) cr_assert_str_eq(show(e, &lia_style_latex, 0), said)

LIA_TEST(print, plain_text_has_a_reader_in_mind) {
  p = lia_pool_new();
  lia_expr z = lia_sym_symbol(p, "z"), x = lia_sym_symbol(p, "x"), y = lia_sym_symbol(p, "y"),
      q = lia_sym_coordinate(p, "q1");
  lia_expr v = lia_sym_rate(p, q), s = lia_sym_add(p, x, y);
  TEXT(lia_sym_sub(p, LIA_ONE, x), "1 - x");
  TEXT(lia_sym_neg(p, s), "-x - y");
  TEXT(lia_sym_sub(p, x, z), "x - z");
  TEXT(lia_sym_sub(p, z, x), "z - x");
  TEXT(lia_sym_neg(p, lia_sym_mul(p, s, z)), "-z*(x + y)");
  TEXT(lia_sym_scale(p, LIA_HALF, lia_sym_mul(p, lia_sym_sq(p, v), x)), "x*q1'^2/2");
  TEXT(lia_sym_mul(p, lia_sym_mul(p, v, lia_sym_sin(p, q)), x), "x*sin(q1)*q1'");
  TEXT(lia_sym_div(p, x, lia_sym_mul(p, y, z)), "x/(y*z)");
  TEXT(lia_sym_div(p, x, s), "x/(x + y)");
  TEXT(lia_sym_inv(p, lia_sym_sq(p, s)), "1/(x + y)^2");
  TEXT(lia_sym_rsqrt(p, x), "1/sqrt(x)");
  TEXT(lia_sym_pow(p, x, lia_sym_rat(p, 3, 2)), "x^(3/2)");
  TEXT(lia_sym_pow(p, lia_sym_pow(p, x, y), z), "(x^y)^z");
  TEXT(lia_sym_pow(p, x, lia_sym_pow(p, y, z)), "x^(y^z)");
  TEXT(lia_sym_pow(p, LIA_TWO, x), "2^x");
  TEXT(lia_sym_pow(p, lia_sym_neg(p, x), y), "(-x)^y");
  TEXT(lia_sym_scale(p, lia_sym_rat(p, -2, 3), x), "-2*x/3");
  TEXT(lia_sym_scale(p, lia_sym_rat(p, 1, 3), LIA_PI), "pi/3");
  TEXT(lia_sym_rat(p, -1, 3), "-1/3");
  TEXT(lia_sym_pow(p, lia_sym_rat(p, 1, 3), x), "(1/3)^x");
  TEXT(lia_sym_num(p, 9.81), "9.81");
  TEXT(lia_sym_num(p, 0.75), "3/4");
  TEXT(lia_sym_num(p, 2.5), "2.5");
  TEXT(lia_sym_num(p, 1e-7), "1e-7");
  TEXT(lia_sym_num(p, 3.141592653589793), "3.141592653589793");
  TEXT(lia_sym_rat(p, 1, (int64_t)1 << 50), "1/1125899906842624");
  TEXT(lia_sym_add(p, lia_sym_add(p, lia_sym_sq(p, x), x), LIA_ONE), "x^2 + x + 1");
  TEXT(lia_sym_mul(p, lia_sym_sub(p, x, y), lia_sym_sub(p, y, x)), "-(x - y)^2");
  TEXT(lia_sym_lt(p, x, s), "x < x + y");
  TEXT(lia_sym_if(p, lia_sym_le(p, x, y), LIA_ONE, lia_sym_if(p, lia_sym_eq(p, x, z), LIA_TWO, y)),
      "piecewise(x <= y, 1, z == x, 2, y)");
  TEXT(lia_sym_atan2(p, x, lia_sym_neg(p, y)), "atan2(x, -y)");
  lia_expr sinq = lia_sym_sin(p, q), d = lia_sym_sub(p, x, y);
  TEXT(lia_sym_mul(p, sinq, s), "(x + y)*sin(q1)");
  TEXT(lia_sym_mul(p, sinq, lia_sym_add(p, x, q)), "sin(q1)*(x + q1)");
  TEXT(lia_sym_neg(p, lia_sym_mul(p, sinq, d)), "(y - x)*sin(q1)");
  TEXT(lia_sym_sub(p, z, lia_sym_mul(p, sinq, d)), "z - (x - y)*sin(q1)");
  TEXT(lia_sym_scale(p, lia_sym_int(p, -3), lia_sym_div(p, d, z)), "3*(y - x)/z");
  TEXT(lia_sym_neg(p, lia_sym_div(p, z, d)), "-z/(x - y)");
  p->nested = 1;
  TEXT(lia_sym_sub(p, z, s), "z - (x + y)");
  TEXT(lia_sym_mul(p, z, lia_sym_div(p, x, y)), "z*x/y");
  lia_pool_free(p);
}

LIA_TEST(print, order_depends_on_names_not_on_age) {
  p = lia_pool_new();
  lia_expr m1 = lia_sym_symbol(p, "m1"), m2 = lia_sym_symbol(p, "m2"), L1 = lia_sym_symbol(p, "L1"),
      q = lia_sym_coordinate(p, "q1");
  lia_expr late = lia_sym_mul(p, lia_sym_cos(p, q), L1), two = lia_sym_mul(p, m2, late),
      one = lia_sym_mul(p, m1, lia_sym_mul(p, L1, L1));
  TEXT(lia_sym_sum(p, 3, (lia_expr[3]){ LIA_ONE, two, one }), "m1*L1^2 + m2*L1*cos(q1) + 1");
  TEXT(lia_sym_add(p, lia_sym_sin(p, lia_sym_sin(p, q)), lia_sym_sin(p, q)),
      "sin(q1) + sin(sin(q1))");
  lia_pool_free(p);
}

LIA_TEST(print, latex_and_angles) {
  p = lia_pool_new();
  lia_expr x = lia_sym_symbol(p, "x"), q1 = lia_sym_coordinate(p, "q1"),
      q2 = lia_sym_coordinate(p, "q2"), th = lia_sym_symbol(p, "theta12");
  lia_expr s = lia_sym_add(p, q1, q2), a = lia_sym_rate(p, lia_sym_rate(p, q1));
  LATEX(lia_sym_rate(p, q1), "\\dot q_1");
  LATEX(a, "\\ddot q_1");
  LATEX(th, "\\theta_{12}");
  LATEX(lia_sym_rate(p, lia_sym_coordinate(p, "th")), "\\dot\\theta");
  LATEX(lia_sym_symbol(p, "th12"), "\\theta_{12}");
  LATEX(lia_sym_symbol(p, "th_b"), "\\theta_b");
  LATEX(lia_sym_symbol(p, "thk"), "t_{hk}");
  LATEX(lia_sym_symbol(p, "mass"), "\\mathrm{mass}");
  LATEX(lia_sym_symbol(p, "Ixx1"), "I_{xx1}");
  LATEX(lia_sym_rate(p, lia_sym_coordinate(p, "alpha")), "\\dot\\alpha");
  LATEX(lia_sym_div(p, lia_sym_sub(p, x, th), lia_sym_scale(p, LIA_TWO, x)),
      "\\frac{x - \\theta_{12}}{2 x}");
  LATEX(lia_sym_sq(p, lia_sym_sin(p, q1)), "\\sin^{2} q_1");
  LATEX(lia_sym_cos(p, s), "\\cos\\left(q_1 + q_2\\right)");
  LATEX(lia_sym_sqrt(p, lia_sym_abs(p, x)), "\\sqrt{\\left| x\\right|}");
  LATEX(lia_sym_rat(p, -1, 3), "-\\frac{1}{3}");
  LATEX(lia_sym_pow(p, x, lia_sym_neg(p, th)), "x^{-\\theta_{12}}");
  cr_assert_str_eq(show(lia_sym_mul(p, x, lia_sym_cos(p, s)), NULL, 1), "x*c12");
  cr_assert_str_eq(show(lia_sym_sin(p, q2), &lia_style_latex, 1), "s_{2}");
  cr_assert_str_eq(show(lia_sym_sin(p, lia_sym_sub(p, q1, q2)), NULL, 1), "sin(q1 - q2)");
  lia_expr q10 = lia_sym_coordinate(p, "q10");
  cr_assert_str_eq(show(lia_sym_sin(p, lia_sym_add(p, q1, q10)), NULL, 1), "s1_10");
  const lia_expr beside[] = { lia_sym_coordinate(p, "q12"), lia_sym_symbol(p, "s1"),
                              lia_sym_coordinate(p, "w2") };
  cr_assert_str_eq(show(lia_sym_cos(p, s), NULL, 1), "c12", "no name but those in the text counts");
  cr_assert_str_eq(show_beside(lia_sym_cos(p, s), beside[0]), "c1_2", "q12 is another angle");
  cr_assert_str_eq(show_beside(lia_sym_sin(p, q1), beside[1]), "sin(q1)", "s1 is a symbol");
  cr_assert_str_eq(show_beside(lia_sym_sin(p, q2), beside[1]), "s2");
  cr_assert_str_eq(show_beside(lia_sym_sin(p, q2), beside[2]), "sin(q2)",
      "2 is the number of two coordinates");
  TEXT(lia_sym_mul(p, x, lia_sym_lt(p, q1, q2)), "x*(q1 < q2)");
  lia_expr slide = lia_sym_add(p, beside[2], lia_sym_sin(p, q2));
  cr_assert_str_eq(show(slide, NULL, 1), "w2 + s2", "w2 is no angle here");
  lia_expr both = lia_sym_mul(p, lia_sym_cos(p, beside[2]), lia_sym_sin(p, q2));
  cr_assert_str_eq(show(both, NULL, 1), "sin(q2)*cos(w2)", "2 is the number of two angles");
  cr_assert_str_eq(show(both, NULL, 2), "s2*c2");
  cr_assert(lia_angles_alike(p, 1, &slide) && !lia_angles_alike(p, 1, &both));
  lia_pool_free(p);
}

LIA_TEST(print, deep_and_shared_expressions_end) {
  p = lia_pool_new();
  lia_expr x = lia_sym_symbol(p, "x"), deep = x, shared = x;
  for (int i = 0; i < 100000; i++) deep = lia_sym_sin(p, deep);
  for (int i = 0; i < 100; i++)
    shared = lia_sym_add(p, lia_sym_sin(p, shared), lia_sym_cos(p, shared));
  lia_text t = { 0 };
  cr_assert_eq(lia_print(p, deep, NULL, &t), LIA_OK);
  cr_assert_eq(t.n, 500001);
  lia_text_cut(&t, 0);
  cr_assert_eq(lia_print(p, shared, NULL, &t), LIA_OK);
  cr_assert(t.n == 1 << 20 && strcmp(t.s + t.n - 3, "...") == 0, "%zu", t.n);
  char small[10];
  lia_print_short(p, shared, small, sizeof small);
  cr_assert_str_eq(small, "sin(si...");
  const lia_expr s1 = lia_sym_sin(p, lia_sym_coordinate(p, "q1"));
  for (long n = 0; n < 20; n++) {
    lia_mem_fail_after(n);
    lia_text_cut(&t, 0);
    lia_status st = lia_print(p, lia_sym_add(p, x, LIA_ONE), NULL, &t);
    lia_print_short(p, x, small, sizeof small);
    lia_mem_fail_after(-1);
    cr_assert(st == LIA_ENOMEM || strcmp(t.s, "x + 1") == 0);
    lia_mem_fail_after(n);
    lia_text_cut(&t, 0);
    st = lia_print(p, lia_sym_sin(p, x), &(lia_print_opts){ .angles = 1 }, &t);
    lia_mem_fail_after(-1);
    cr_assert(st == LIA_ENOMEM || strcmp(t.s, "sin(x)") == 0);
    lia_mem_fail_after(n);
    lia_text_cut(&t, 0);
    st = lia_print(p, s1, &(lia_print_opts){ .angles = 1 }, &t);
    lia_mem_fail_after(-1);
    cr_assert(st == LIA_ENOMEM || strcmp(t.s, "s1") == 0, "%s", t.s);
  }
  lia_text_free(&t);
  lia_pool_free(p);
}
