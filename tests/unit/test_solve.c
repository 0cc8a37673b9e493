/* test_solve.c - roots put back into their equations, both branches, and where there are none */
#include "house.h"
#include "symkit.h"
#include "sym/tape/eval.h"
#include "sym/simp/solve.h"
#include "sym/expr/subs.h"
#include "sym/simp/zero.h"

static lia_pool *p;

static lia_expr E(const char *s) { return kit_read(p, s); }

static const char *text(lia_expr e) {
  static char s[2][400];
  static int turn;
  lia_print_short(p, e, s[turn ^= 1], sizeof s[0]);
  return s[turn];
}

static lia_status solve(const char *f, lia_roots *r, lia_error *err) {
  *err = (lia_error){ 0 };
  return lia_solve_one(p, E(f), E("x"), r, err);
}

LIA_TEST(solve, one_unknown) {
  p = lia_pool_new();
  E("x");
  static const struct { const char *f, *first, *second; } row[] = {
    { "a*x + b", "-b/a", NULL }, { "x/a + 1/b", "-a/b", NULL },
        { "(x + a)*(x + b) - x^2", "-a*b/(a + b)", NULL }, { "1/x - a", "1/a", NULL },
    { "x^2 - 4", "2", "-2" }, { "x^2 + 2*a*x + a^2", "-a", "-a" },
        { "K*cos(x) - M", "acos(M/K)", "-acos(M/K)" },
        { "L*sin(x) - M", "asin(M/L)", "pi - asin(M/L)" },
    { "K*cos(x) + L*sin(x)", "atan2(-K, L)", "atan2(-K, L) + pi" }, { "cos(x)", "pi/2", "3*pi/2" },
        { "sin(x)", "0", "pi" }, { "tan(x) - 1", "pi/4", "5*pi/4" },
        { "cos(x + a) - sin(a)*cos(x)", "atan2(sin(a) - cos(a), -sin(a))",
        "atan2(sin(a) - cos(a), -sin(a)) + pi" },
    { "K*cos(x) + L*sin(x) - M", "atan2(L, K) + acos(M/sqrt(K^2 + L^2))",
        "atan2(L, K) - acos(M/sqrt(K^2 + L^2))" },
    { "(sin(a)^2 + cos(a)^2 - 1)*x^2 + x - b", "b", NULL },
  };
  for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
    lia_roots r;
    lia_error err;
    lia_status st = solve(row[i].f, &r, &err);
    cr_assert_eq(st, LIA_OK, "%s: %s", row[i].f, err.text);
    cr_assert_eq(r.root[0], E(row[i].first), "%s: %s", row[i].f, text(r.root[0]));
    cr_assert_eq(r.n, row[i].second ? 2 : 1);
    if (row[i].second)
      cr_assert_eq(r.root[1], E(row[i].second), "%s: %s", row[i].f, text(r.root[1]));
  }
  lia_roots r;
  lia_error err;
  cr_assert_eq(solve("3*cos(x) + 4*sin(x) - 2", &r, &err), LIA_OK);
  cr_assert_eq(r.condition, E("21"));
  double v;
  for (int i = 0; i < 2; i++) {
    cr_assert_eq(lia_eval(p, r.root[i], 0, NULL, NULL, &v, NULL), LIA_OK);
    cr_assert_float_eq(3 * cos(v) + 4 * sin(v), 2, 1e-14);
  }
  cr_assert_eq(solve("K*cos(x) + L*sin(x) - M", &r, &err), LIA_OK);
  cr_assert_eq(lia_zero_equal(p, r.condition, E("K^2 + L^2 - M^2")), LIA_ZERO_yes);
  lia_pool_free(p);
}

LIA_TEST(solve, what_has_no_root_says_so) {
  p = lia_pool_new();
  E("x");
  static const struct { const char *f; lia_status st; const char *text; } row[] = {
    { "x^2 + 1", LIA_EDOMAIN, "no real root: what stands under the square root is -4" },
    { "cos(x) - 2", LIA_EDOMAIN, "no real root: what stands under the square root is -3" },
    { "x - x + 1", LIA_EDOMAIN, "no x is a root: it does not stand in the equation" },
    { "0*x", LIA_EDOMAIN, "every x is a root" },
    { "exp(x) - x", LIA_EARG,
        "exp(x) - x = 0 is not of degree 1 or 2, nor K cos + L sin = M, in x" },
    { "x^3 - a", LIA_EARG, "x^3 - a = 0 is not of degree 1 or 2, nor K cos + L sin = M, in x" },
    { "x*cos(x) - 1", LIA_EARG,
        "x*cos(x) - 1 = 0 is not of degree 1 or 2, nor K cos + L sin = M, in x" },
    { "cos(x)^2 - sin(x)", LIA_EARG,
        "cos(x)^2 - sin(x) = 0 is not of degree 1 or 2, nor K cos + L sin = M, in x" },
  };
  for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
    lia_roots r;
    lia_error err;
    cr_assert_eq(solve(row[i].f, &r, &err), row[i].st, "%s", row[i].f);
    cr_assert_str_eq(err.text, row[i].text);
    cr_assert_eq(p->err.code, LIA_OK);
  }
  lia_pool_free(p);
}

LIA_TEST(solve, linear_systems) {
  p = lia_pool_new();
  lia_expr x[3] = { E("x"), E("y"), E("z") }, out[3], back[3];
  lia_error err = { 0 };
  lia_expr f[3] = { E("a*x + b*y - 1"), E("(x + y)*c - y*c + z"), E("x - y + z - d") };
  cr_assert_eq(lia_solve_linear(p, 3, f, x, out, &err), LIA_OK, "%s", err.text);
  cr_assert(lia_subs(p, 3, x, out, 3, f, back));
  for (int i = 0; i < 3; i++) cr_assert_eq(lia_zero(p, back[i]), LIA_ZERO_yes, "%s", text(out[i]));
  lia_expr g[2] = { E("x*y - 1"), E("x + y") };
  cr_assert_eq(lia_solve_linear(p, 2, g, x, out, &err), LIA_EARG);
  cr_assert_str_eq(err.text, "x*y - 1 = 0 is not linear in x");
  err = (lia_error){ 0 };
  lia_expr h[2] = { E("x + y - 1"), E("2*x + 2*y") };
  cr_assert_eq(lia_solve_linear(p, 2, h, x, out, &err), LIA_ESINGULAR);
  cr_assert_eq(p->err.code, LIA_OK);
  for (long n = 0;; n += 1 + n / 10) {
    lia_mem_fail_after(n);
    lia_status st = lia_solve_linear(p, 3, f, x, out, NULL);
    lia_mem_fail_after(-1);
    cr_assert(st == LIA_OK || st == LIA_ENOMEM, "%s", lia_status_name(st));
    lia_pool_clear(p);
    if (st == LIA_OK) break;
  }
  lia_pool_free(p);
}
