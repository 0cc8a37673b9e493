/* test_subs.c - substitution at once and in parts, symbols, polynomials */
#include "house.h"
#include "symkit.h"
#include "sym/expr/subs.h"

static lia_pool *p;

static lia_expr E(const char *s) { return kit_read(p, s); }

static const char *text(lia_expr e) {
  static char s[2][400];
  static int turn;
  lia_print_short(p, e, s[turn ^= 1], sizeof s[0]);
  return s[turn];
}

LIA_TEST(subs, whole_expressions_and_parts_of_sums_and_products) {
  p = lia_pool_new();
  E("a + b + c + x + y + z");
  static const char *const row[][4] = {
    { "x + y", "x", "2", "y + 2" }, { "sin(x)*x", "x", "y^2", "sin(y^2)*y^2" },
        { "sin(x)^2 + x", "sin(x)", "a", "a^2 + x" },
    { "2*a + 2*b + c", "a + b", "z", "2*z + c" }, { "a - b", "b - a", "z", "-z" },
        { "a + b*sin(a + b)", "a + b", "x", "a + b*sin(x)" },
    { "x^2*y^3*z", "x*y", "a", "a^2*y*z" }, { "x^4", "x^2", "a", "a^2" },
        { "x^5", "x^2", "a", "a^2*x" }, { "1/(x*y)", "x*y", "a", "1/(x*y)" },
    { "1/(x*y)^2", "1/(x*y)", "a", "a^2" }, { "4*x", "2*x", "y", "2*y" },
        { "x + 1", "y", "5", "x + 1" }, { "x*y", "x", "0", "0" },
    { "a + b + c", "a + b + c", "1", "1" }, { "exp(x)^2", "x", "log(y)", "y^2" },
        { "x + 3", "x + 1", "y", "x + 3" }, { "2*x + 2", "x + 1", "y", "2*y" },
  };
  for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
    lia_expr r = lia_subs_one(p, E(row[i][0]), E(row[i][1]), E(row[i][2]));
    cr_assert_eq(r, E(row[i][3]), "%s with %s -> %s gave %s", row[i][0], row[i][1], row[i][2],
        text(r));
  }
  lia_pool_free(p);
}

LIA_TEST(subs, all_at_once) {
  p = lia_pool_new();
  lia_expr x = E("x"), y = E("y"), from[2] = { x, y }, to[2] = { y, x },
      f[2] = { E("x - 2*y"), E("sin(x)/y") };
  cr_assert(lia_subs(p, 2, from, to, 2, f, f));
  cr_assert_eq(f[0], E("y - 2*x"));
  cr_assert_eq(f[1], E("sin(y)/x"));
  // the longer pattern first
  lia_expr from2[2] = { E("a + b"), E("a + b + c") }, to2[2] = { E("u"), E("v") },
      g = E("a + b + c + d"), h;
  cr_assert(lia_subs(p, 2, from2, to2, 1, &g, &h));
  cr_assert_eq(h, E("v + d"));
  cr_assert_eq(lia_subs_one(p, E("1/x"), x, LIA_ZERO), 0);
  cr_assert_str_eq(p->err.text, "division by zero: 0^(-1)");
  lia_pool_clear(p);
  cr_assert_eq(lia_subs_one(p, E("x"), LIA_TWO, LIA_ONE), 0);
  cr_assert_str_eq(p->err.text, "the number 2 cannot be replaced");
  lia_pool_free(p);
}

// values: f at the point where x is g's value
LIA_TEST(subs, keeps_the_value) {
  kit k = kit_new(51);
  p = k.p;
  for (int i = 0; i < 2000; i++) {
    shadow f = kit_random(&k, 2 + i % 4, 1), g = kit_random(&k, 2, 1);
    int s = i % KIT_SYMBOLS, j = i % KIT_POINTS;
    lia_expr r = lia_subs_one(p, f.e, k.symbol[s], g.e);
    if (!r) { lia_pool_clear(p); continue; }
    double x = k.at[s][j], v = kit_value(&k, r, j), gv = kit_value(&k, g.e, j);
    k.at[s][j] = gv;
    double w = kit_value(&k, f.e, j);
    k.at[s][j] = x;
    if (isfinite(f.size[j]) && isfinite(w) && fabs(w) < 1e4 && fabs(gv) < 1e2)
      cr_assert(fabs(v - w) <= 1e-6 * (1 + fabs(w)), "%s with %s: %g, not %g", text(f.e), text(g.e),
          v, w);
  }
  lia_pool_free(p);
}

LIA_TEST(subs, symbols_and_dependence) {
  p = lia_pool_new();
  lia_expr f = E("x*sin(y) + c"), s[16];
  E("unused");
  cr_assert_eq(lia_subs_symbols(p, 1, &f, s), 3);
  cr_assert(s[0] == E("x") && s[1] == E("y") && s[2] == E("c"));
  cr_assert(lia_subs_depends(p, f, E("y")) && lia_subs_depends(p, f, E("sin(y)")) &&
      !lia_subs_depends(p, f, E("unused")));
  cr_assert(!lia_subs_depends(p, f, E("cos(y)")));
  lia_pool_free(p);
}

LIA_TEST(subs, polynomials_in_one_symbol) {
  p = lia_pool_new();
  lia_expr x = E("x"), *c;
  cr_assert_eq(lia_subs_polynomial(p, E("(a*x + b)^2*(x - 1) + sin(c)"), x, &c), 3);
  cr_assert_eq(c[3], E("a^2"));
  cr_assert_eq(c[2], E("2*a*b - a^2"));
  cr_assert_eq(c[1], E("b^2 - 2*a*b"));
  cr_assert_eq(c[0], E("sin(c) - b^2"));
  lia_free(c);
  cr_assert_eq(lia_subs_degree(p, E("a + 3"), x), 0);
  cr_assert_eq(lia_subs_degree(p, E("(x + 1)^2 - x^2 - 2*x - 1"), x), 0);
  cr_assert_eq(lia_subs_degree(p, E("sin(x)"), x), -1);
  cr_assert_eq(lia_subs_degree(p, E("1/x"), x), -1);
  cr_assert_eq(lia_subs_degree(p, E("2^x"), x), -1);
  cr_assert_eq(lia_subs_degree(p, E("sin(x)^2 + cos(x)*sin(x)"), E("sin(x)")), 2);
  cr_assert_eq(lia_subs_coefficient(p, E("3*x^2 + a*x"), x, 1), E("a"));
  cr_assert_eq(lia_subs_coefficient(p, E("3*x^2 + a*x"), x, 7), LIA_ZERO);
  cr_assert_eq(lia_subs_coefficient(p, E("sqrt(x)"), x, 1), 0);
  cr_assert_str_eq(p->err.text, "sqrt(x) is no polynomial in x");
  lia_pool_clear(p);
  cr_assert_eq(lia_subs_degree(p, E("(x^50000 + 1)^50000"), x), -1);
  lia_pool_free(p);
}

LIA_TEST(subs, deep_expressions_and_missing_memory) {
  p = lia_pool_new();
  lia_expr x = E("x"), y = E("y"), deep = x;
  for (int i = 0; i < 100000; i++) deep = lia_sym_cos(p, lia_sym_add(p, deep, LIA_ONE));
  lia_expr r = lia_subs_one(p, deep, x, y);
  cr_assert(r && r != deep && lia_subs_one(p, r, y, x) == deep);
  lia_expr f = E("(a + b)*x + (a + b + c)^3*sin(x)"), from = E("a + b"), third = E("c"), *c;
  for (long n = 0; n < 60; n++) {
    lia_mem_fail_after(n);
    r = lia_subs_one(p, f, from, y);
    int d = lia_subs_polynomial(p, f, third, &c);
    lia_mem_fail_after(-1);
    cr_assert((r && d == 3) || p->err.code == LIA_ENOMEM);
    lia_free(c);
    lia_pool_clear(p);
  }
  lia_pool_free(p);
}
