/* test_zero.c - multiplying out, one fraction, base angles, and the proof that something is zero */
#include "house.h"
#include "symkit.h"
#include "sym/expr/ball.h"
#include "sym/expr/build.h"
#include "sym/expr/diff.h"
#include "sym/simp/simp.h"
#include "sym/simp/zero.h"

enum { CASES = 2000 };   // where SYM_CASES does not ask for more

static lia_pool *p;

static lia_expr E(const char *s) { return kit_read(p, s); }

static const char *text(lia_expr e) {
  static char s[2][600];
  static int turn;
  lia_print_short(p, e, s[turn ^= 1], sizeof s[0]);
  return s[turn];
}

LIA_TEST(expand, products_and_powers_of_sums) {
  p = lia_pool_new();
  E("a + b + c + x + y + z");
  static const char *const row[][2] = {
    { "(a + b)*(x - y)", "a*x - a*y + b*x - b*y" },
        { "(a + b)^3", "a^3 + 3*a^2*b + 3*a*b^2 + b^3" }, { "2*(a + b)", "2*a + 2*b" },
    { "(a + b)*(a - b)", "a^2 - b^2" }, { "sin(x*(a + b))", "sin(a*x + b*x)" },
        { "1/(x*(a + b))", "1/(x*(a+b))" }, { "1/((a+b)*(a-b))", "1/((a+b)*(a-b))" },
    { "sqrt(x*(a + b))", "sqrt(a*x + b*x)" },
        { "(sqrt(a + b) + 1)^2", "a + b + 2*sqrt(a + b) + 1" },
        { "x*(1 + x*(1 + x*(1 + x)))", "x + x^2 + x^3 + x^4" },
    { "(a + b)^2/(a + b)", "a + b" }, { "(a + b)*(a + c)/(a + b)", "a + c" },
        { "(x + 1/x)^2", "x^2 + 2 + 1/x^2" }, { "exp(x)*(exp(-x) + exp(y))", "1 + exp(x + y)" },
    { "((a + b)*(a + c) - a^2)*0", "0" },
        { "(-(a + b))^3*(x + 1)",
        "-(a^3 + 3*a^2*b + 3*a*b^2 + b^3)*x - a^3 - 3*a^2*b - 3*a*b^2 - b^3" },
    { "(0.1*a + 0.2*b)*10", "a + 2*b" }, { "5", "5" }, { "x", "x" },
  };
  for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
    lia_expr r = lia_simp_expand(p, E(row[i][0]));
    cr_assert_eq(r, lia_simp_expand(p, E(row[i][1])), "%s gave %s", row[i][0], text(r));
    if (i < 4) cr_assert_eq(r, E(row[i][1]), "%s gave %s", row[i][0], text(r));
  }
  cr_assert_eq(lia_expr_n(p, lia_simp_expand(p, E("(a + b + c + x + y + z)^10"))), 3003);
  cr_assert_eq(lia_simp_expand(p, E("(a + b + c + x + y + z)^10*(a + 2*b + c + x + y + z)^10")), 0);
  cr_assert_str_eq(p->err.text, "multiplying this out takes more than 8000000 products of terms");
  // terms are counted as such: many products that meet in few are none, a power has as many as the
  // binomial theorem says
  lia_pool_clear(p);
  lia_expr terms;
  lia_sym_split(p, lia_simp_expand(p, E("(1 + x)^700*(1 - x)^700")), &terms);
  cr_assert_eq(lia_expr_n(p, terms), 701);
  cr_assert_eq(lia_expr_n(p, lia_simp_expand(p, E("(a + b + c + x + y + z)^15"))), 15504);
  static const char *const refused[][2] = {
    { "(x + 1)^100000",
      "multiplied out this has 100001 terms whose numbers have more than 50000000 digits in all" },
    { "(a + b + c + x + y + z)^40", "multiplied out this has more than 1000000 terms" },
  };
  for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
    cr_assert_eq(lia_simp_expand(p, E(refused[i][0])), 0);
    cr_assert_str_eq(p->err.text, refused[i][1]);
    lia_pool_clear(p);
  }
  lia_pool_free(p);
}

LIA_TEST(expand, keeps_the_value) {
  kit k = kit_new(61);
  p = k.p;
  for (int i = 0; i < kit_cases(CASES); i++) {
    shadow s = kit_random(&k, 2 + i % 4, i % 4 != 0);
    lia_expr r = lia_simp_expand(p, s.e), a = lia_simp_angles(p, s.e), num, den;
    cr_assert(r && a, "%s: %s", text(s.e), p->err.text);
    cr_assert(lia_simp_together(p, s.e, &num, &den));
    for (int j = 0; j < KIT_POINTS; j++) {
      if (!isfinite(s.size[j]) || s.size[j] > 1e3) continue;
      double v = kit_value(&k, r, j), q = kit_value(&k, num, j) / kit_value(&k, den, j),
          u = kit_value(&k, a, j);
      cr_assert(fabs(v - s.v[j]) < 1e-4 * (1 + fabs(s.v[j])), "%s expanded to %s: %.17g, not %.17g",
          text(s.e), text(r), v, s.v[j]);
      cr_assert(!isfinite(q) || fabs(q - s.v[j]) < 1e-4 * (1 + fabs(s.v[j])),
          "%s as a fraction: %.17g, not %.17g", text(s.e), q, s.v[j]);
      cr_assert(fabs(u - s.v[j]) < 1e-4 * (1 + fabs(s.v[j])), "%s in base angles: %.17g, not %.17g",
          text(s.e), u, s.v[j]);
    }
    if (p->used > 200000) {
      lia_rng rng = k.rng;
      lia_pool_free(p);
      k = kit_new(61);
      k.rng = rng;
      p = k.p;
    }
  }
  lia_pool_free(k.p);
}

LIA_TEST(zero, identities_are_proved) {
  p = lia_pool_new();
  lia_sym_coordinate(p, "q1"), lia_sym_coordinate(p, "q2"), lia_sym_coordinate(p, "q3");
  static const char *const zero[] = {
    "sin(q1)^2 + cos(q1)^2 - 1", "cos(q1)*cos(q2) - sin(q1)*sin(q2) - cos(q1 + q2)",
    "sin(2*q1) - 2*sin(q1)*cos(q1)",
    "cos(3*q1) - 4*cos(q1)^3 + 3*cos(q1)", "sin(q1/2)^2 - (1 - cos(q1))/2",
    "tan(q1)^2 + 1 - 1/cos(q1)^2",
    "sin(q1 + q2 + q3)^2 + cos(q1 + q2 + q3)^2 - 1", "(x^2 - y^2)/(x - y) - x - y",
    "1/(1 + 1/x) - x/(1 + x)",
    "sqrt(x)*sqrt(x) - x", "sqrt(x + y)^3 - (x + y)*sqrt(x + y)", "exp(x)^2 - exp(2*x)",
    "(a + b)^5 - (b + a)^4*(a + b)",
    "sin(q1)^4 - cos(q1)^4 - sin(q1)^2 + cos(q1)^2", "cos(q1 - q2) - cos(q2 - q1)",
    "0.1*x + 0.2*x - 0.3*x", "tan(q1 + q2) - (tan(q1) + tan(q2))/(1 - tan(q1)*tan(q2))",
    "sin(q1 + pi/4) - (sin(q1) + cos(q1))/sqrt(2)", "abs(x)*abs(x) - x^2", "a/(b*c) - (a/b)/c",
    "x/(x*y + x*z) - 1/(y + z)",
    // hard ones: many angles, nested fractions and roots, identities of degree 6, Euler's and
    // Heron's
    "cos(q1)*cos(q2)*cos(q3)*4 - cos(q1+q2+q3) - cos(q1+q2-q3) - cos(q1-q2+q3) - cos(q2+q3-q1)",
    "sin(q1)^6 + cos(q1)^6 - 1 + 3*sin(q1)^2*cos(q1)^2",
    "sin(5*q1) - 16*sin(q1)^5 + 20*sin(q1)^3 - 5*sin(q1)",
    "tan(q1/2) - sin(q1)/(1 + cos(q1))", "1/(1 - tan(q1)^2) - cos(q1)^2/cos(2*q1)",
    "1/sqrt(x + 1) - sqrt(x + 1)/(x + 1)",
    ("(a^2 + b^2 + c^2 + z^2)*(x^2 + y^2) - (a*x + b*y)^2 - (a*y - b*x)^2"
     " - (c*x + z*y)^2 - (c*y - z*x)^2"),
    "(a+b+c)*(b+c-a)*(a+c-b)*(a+b-c) - 4*a^2*b^2 + (a^2+b^2-c^2)^2",
    "1/(1 + 1/(1 + 1/(1 + 1/x))) - (2*x + 1)/(3*x + 2)",
    "(sqrt(x + y) - sqrt(x))*(sqrt(x + y) + sqrt(x)) - y",
    "sqrt(x)/(sqrt(x) + sqrt(y)) + sqrt(y)/(sqrt(x) + sqrt(y)) - 1",
    "sin(x*y + z)^2 + cos(z + x*y)^2 - 1",
    "sin(sin(q1) + q2)*cos(q2) - cos(sin(q1) + q2)*sin(q2) - sin(sin(q1))",
    "cos(q1 + 0.25) - cos(0.25)*cos(q1) + sin(0.25)*sin(q1)",
  };
  for (size_t i = 0; i + 1 < sizeof zero / sizeof *zero; i++)
    cr_assert_eq(lia_zero(p, E(zero[i])), LIA_ZERO_yes, "%s", zero[i]);
  // with rounded constants there is no proof either way
  cr_assert_neq(lia_zero(p, E(zero[sizeof zero / sizeof *zero - 1])), LIA_ZERO_no);
  lia_expr s3 = lia_sym_sin(p, lia_sym_num(p, 3)), third = lia_sym_rat(p, 1, 3),
      nine = lia_sym_int(p, 9), b = E("b");
  lia_expr opened = lia_sym_sub(p, lia_sym_sub(p, lia_sym_mul(p, s3, b), lia_sym_mul(p, s3, third)),
      nine);
  lia_expr closed = lia_sym_sub(p, lia_sym_mul(p, s3, lia_sym_sub(p, b, third)), nine);
  cr_assert_neq(lia_zero_equal(p, opened, closed), LIA_ZERO_no);
  cr_assert_eq(lia_zero_equal(p, opened, lia_sym_add(p, closed, lia_sym_num(p, 1e-9))),
      LIA_ZERO_no);
  cr_assert_eq(lia_zero(p, lia_sym_mul(p, lia_sym_num(p, 1.054571817646156e-34), b)), LIA_ZERO_no);
  static const char *const not[] = {
    "x - y", "sin(q1) - q1", "1e-12*sin(q1)^3", "sin(q1)^2 + cos(q1)^2 - 1 - 1e-9", "sqrt(x^2) + x",
    "exp(x) - 1 - x", "1/3 - 0.333333333333",
    "sin(q1 + q2 + q3) - sin(q1 + q2)*cos(q3) - cos(q1 + q2)*sin(q3)*1.0000000001",
    "(a + b)^6 - (a + b)^5*(a + b*0.9999999999)",
    "pi - 3.141592653589", "atan2(q1, q2) - atan(q1/q2)", "piecewise(q1 < q2, 1, 0)",
  };
  for (size_t i = 0; i < sizeof not / sizeof *not; i++)
    cr_assert_eq(lia_zero(p, E(not[i])), LIA_ZERO_no, "%s", not[i]);
  // sqrt(x^2) is |x|, and x is positive as far as points are drawn, so this is no proof of zero
  cr_assert_eq(lia_zero(p, E("sqrt(x^2) - x")), LIA_ZERO_unknown);
  cr_assert_eq(lia_zero_equal(p, E("sin(q1)^2"), E("1 - cos(q1)^2")), LIA_ZERO_yes);
  cr_assert_eq(lia_zero(p, 0), LIA_ZERO_unknown);
  cr_assert_eq(p->err.code, LIA_OK);
  lia_pool_free(p);
}

// f - f written differently: multiplied out, with angles apart, with its derivative taken two ways
LIA_TEST(zero, never_no_where_it_is_zero) {
  kit k = kit_new(71);
  p = k.p;
  int yes = 0, asked = 0;
  for (int i = 0; i < kit_cases(CASES) / 2; i++) {
    shadow s = kit_random(&k, 2 + i % 3, 1);
    lia_expr e = lia_simp_expand(p, lia_simp_angles(p, s.e)), g;
    lia_zero_answer a = lia_zero_equal(p, e, s.e);
    cr_assert_neq(a, LIA_ZERO_no, "%s", text(s.e));
    yes += a == LIA_ZERO_yes;
    asked++;
    cr_assert(lia_diff_gradient(p, s.e, 1, &k.symbol[4], &g));
    a = lia_zero_equal(p, lia_diff(p, e, k.symbol[4]), g);
    cr_assert_neq(a, LIA_ZERO_no, "%s", text(s.e));
    if (p->used > 200000) {
      lia_rng rng = k.rng;
      lia_pool_free(p);
      k = kit_new(71);
      k.rng = rng;
      p = k.p;
    }
  }
  cr_assert(yes > asked * 9 / 10, "%d of %d proved", yes, asked);
  lia_pool_free(k.p);
}

// what a symbol is worth at a place of the probe, its sign too
static double probed(lia_expr symbol, unsigned place) {
  double size, above, r;
  cr_assert(lia_zero_probe(p, symbol, place, &size, &r) && r == 0);
  cr_assert(lia_zero_probe(p, lia_sym_max(p, symbol, LIA_ZERO), place, &above, &r));
  return above > 0 ? size : -size;
}

typedef struct worth { const kit *k; double at[KIT_SYMBOLS]; } worth;

static double worth_of(const lia_pool *pool, lia_expr symbol, void *of) {
  (void)pool;
  const worth *w = of;
  for (int s = 0; s < KIT_SYMBOLS; s++)
    if (w->k->symbol[s] == symbol) return w->at[s];
  return KIT_NAN;
}

// the other road: 200 bits. Where the probe has a value with a bound, the true one lies within
LIA_TEST(zero, a_probe_is_no_further_off_than_it_says) {
  kit k = kit_new(83);
  p = k.p;
  int told = 0, close = 0;
  for (int i = 0; i < kit_cases(CASES); i++) {
    shadow s = kit_random(&k, 3 + i % 4, 0);
    // powers, where bounds grow fastest; of exponents that have lost digits too
    lia_expr x = k.symbol[i % 8],
        power = i % 2 ? lia_sym_add(p, x, lia_sym_num(p, i % 9))
        : lia_sym_sin(p, lia_sym_mul(p, lia_sym_num(p, 1000003), x));
    if (i % 3 == 0) s.e = lia_sym_pow(p, lia_sym_abs(p, s.e), power);
    worth w = { .k = &k };
    double v, r;
    unsigned place = (unsigned)i % 5;
    if (!s.e || !lia_zero_probe(p, s.e, place, &v, &r)) continue;
    for (int m = 0; m < KIT_SYMBOLS; m++) w.at[m] = probed(k.symbol[m], place);
    lia_bigs big;
    lia_bigs_start(&big);
    lia_ball b = lia_ball_eval(p, s.e, (lia_balls){ .bits = 200, .trust = 1 }, worth_of, &w, &big);
    if (lia_ball_known(b) && lia_ball_radius(b) <= 1e-30 * (1 + v)) {
      double off = fabs(fabs(lia_ball_middle(b)) - v);
      cr_assert(off <= r + lia_ball_radius(b) + 1e-16 * v, "%s: %.17g is off by %g, %g said",
          text(s.e), v, off, r);
      told++;
      close += r <= 1e-6 * (1 + v);
    }
    lia_bigs_free(&big);
    if (p->used > 200000) {
      lia_rng rng = k.rng;
      lia_pool_free(p);
      k = kit_new(83);
      k.rng = rng;
      p = k.p;
    }
  }
  cr_assert(told > kit_cases(CASES) / 3 && close > told * 9 / 10, "%d told, %d of them closely",
      told, close);
  lia_pool_free(k.p);
}

LIA_TEST(zero, deep_expressions_and_missing_memory) {
  p = lia_pool_new();
  lia_expr x = E("x"), e = x;
  for (int i = 0; i < 100000; i++) e = lia_sym_sin(p, lia_sym_add(p, e, LIA_ONE));
  cr_assert_eq(lia_zero(p, e), LIA_ZERO_no);
  cr_assert(lia_simp_expand(p, e) == e && lia_simp_angles(p, E("cos(x)")) == E("cos(x)"));
  lia_expr id = E("tan(x + y)*(1 + 1/z) - sin(x + y)*(z + 1)/(z*cos(x + y))");
  for (long n = 0; n < 200; n++) {
    lia_mem_fail_after(n);
    lia_zero_answer a = lia_zero(p, id);
    lia_mem_fail_after(-1);
    cr_assert_neq(a, LIA_ZERO_no);
    if (a == LIA_ZERO_yes) break;
    cr_assert_eq(p->err.code, LIA_ENOMEM);
    lia_pool_clear(p);
  }
  cr_assert_eq(lia_zero(p, id), LIA_ZERO_yes);
  lia_pool_free(p);
}
