/* test_diff.c - derivatives against differences, against each other, and of things too large to
 * recurse into */
#include "house.h"
#include "symkit.h"
#include "sym/expr/diff.h"
#include "sym/tape/eval.h"

enum { CASES = 4000 };   // where SYM_CASES does not ask for more

// (f(x + h) - f(x - h))/2h with x the symbol s
static double difference(kit *k, lia_expr f, int s, int j, double h) {
  double x = k->at[s][j];
  k->at[s][j] = x + h;
  double up = kit_value(k, f, j);
  k->at[s][j] = x - h;
  double down = kit_value(k, f, j);
  k->at[s][j] = x;
  return (up - down) / (2 * h);
}

// two steps must agree with each other before they may judge
static int judges(double coarse, double fine, double *tolerance) {
  double apart = fabs(coarse - fine);
  *tolerance = 3 * apart + 1e-6 * (1 + fabs(fine));
  return isfinite(coarse) && isfinite(fine) && apart < 1e-2 * (1 + fabs(fine));
}

LIA_TEST(diff, forward_and_reverse_are_the_limits_of_differences) {
  kit k = kit_new(41);
  int judged = 0;
  for (int i = 0; i < kit_cases(CASES); i++) {
    shadow f = kit_random(&k, 2 + i % 3, i % 2);
    lia_expr grad[KIT_SYMBOLS];
    cr_assert(lia_diff_gradient(k.p, f.e, KIT_SYMBOLS, k.symbol, grad), "%s", k.p->err.text);
    int s = i % KIT_SYMBOLS, j = i % KIT_POINTS;
    lia_expr d = lia_diff(k.p, f.e, k.symbol[s]);
    cr_assert(d, "%s: %s", kit_text(&k, f.e), k.p->err.text);
    if (!isfinite(f.size[j])) continue;
    double tol, fine = difference(&k, f.e, s, j, 1e-6), v = kit_value(&k, d, j),
        g = kit_value(&k, grad[s], j);
    if (!isfinite(v)) continue;   // a root of 0 on the way
    if (!judges(difference(&k, f.e, s, j, 1e-5), fine, &tol) || f.size[j] > 1e4) continue;
    cr_assert(fabs(v - fine) <= tol, "d/d%s %s = %s: %g, not %g", kit_text(&k, k.symbol[s]),
        kit_text(&k, f.e), kit_text(&k, d), v, fine);
    cr_assert(fabs(g - v) <= 1e-8 * (1 + fabs(v)) * f.size[j] * f.size[j], "reverse %s: %g, not %g",
        kit_text(&k, f.e), g, v);
    judged++;
  }
  cr_assert(judged > kit_cases(CASES) / 2, "%d of %d", judged, kit_cases(CASES));
  lia_pool_free(k.p);
}

LIA_TEST(diff, rules_of_every_operation) {
  lia_pool *p = lia_pool_new();
  lia_expr x = lia_sym_symbol(p, "x"), y = lia_sym_symbol(p, "y"), q = lia_sym_coordinate(p, "q1");
  static const char *const row[][2] = {
    { "x^3", "3*x^2" }, { "1/x", "-1/x^2" }, { "sqrt(x)", "1/(2*sqrt(x))" }, { "x^y", "y*x^(y-1)" },
        { "y^x", "y^x*log(y)" },
    { "sin(2*x)", "2*cos(2*x)" }, { "cos(x)", "-sin(x)" }, { "tan(x)", "1 + tan(x)^2" },
        { "asin(x)", "1/sqrt(1-x^2)" },
    { "acos(x)", "-1/sqrt(1-x^2)" }, { "atan(x)", "1/(1+x^2)" }, { "exp(3*x)", "3*exp(3*x)" },
        { "log(x)", "1/x" },
    { "tanh(x)", "1 - tanh(x)^2" }, { "abs(x)", "sign(x)" }, { "sign(x)", "0" },
        { "atan2(x, y)", "y/(x^2+y^2)" },
    { "atan2(y, x)", "-y/(x^2+y^2)" }, { "min(x, y)", "piecewise(y < x, 0, 1)" },
        { "max(x, y)", "piecewise(x < y, 0, 1)" },
    { "piecewise(x < y, x^2, y)", "piecewise(x < y, 2*x, 0)" },
        { "y*x*sin(x)", "y*sin(x) + y*x*cos(x)" }, { "5", "0" }, { "y", "0" },
  };
  for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
    lia_expr f, d;
    cr_assert_eq(lia_parse(p, row[i][0], strlen(row[i][0]), LIA_PARSE_refuse, &f, NULL, NULL),
        LIA_OK);
    cr_assert_eq(lia_parse(p, row[i][1], strlen(row[i][1]), LIA_PARSE_refuse, &d, NULL, NULL),
        LIA_OK);
    lia_expr got = lia_diff(p, f, x);
    char text[200];
    lia_print_short(p, got, text, sizeof text);
    cr_assert_eq(got, d, "d %s = %s", row[i][0], text);
  }
  // d/dt sin(q1) x q1' = x (cos(q1) q1'^2 + sin(q1) q1'')
  lia_expr v = lia_sym_rate(p, q), a = lia_sym_rate(p, v), s = lia_sym_sin(p, q);
  lia_expr expect = lia_sym_add(p, lia_sym_mul(p, x,
      lia_sym_mul(p, lia_sym_cos(p, q), lia_sym_sq(p, v))),
      lia_sym_mul(p, x, lia_sym_mul(p, s, a)));
  cr_assert_eq(lia_diff_time(p, lia_sym_mul(p, x, lia_sym_mul(p, s, v))), expect);
  cr_assert_eq(lia_diff_time(p, lia_sym_mul(p, x, y)), LIA_ZERO);
  cr_assert_eq(lia_diff_time(p, lia_sym_sq(p, lia_sym_time(p))),
      lia_sym_scale(p, LIA_TWO, lia_sym_time(p)));
  cr_assert_eq(lia_diff(p, x, lia_sym_add(p, x, y)), 0);
  cr_assert_str_eq(p->err.text, "a derivative is by a symbol, not by x + y");
  cr_assert_eq(lia_diff(p, 0, x), 0);
  lia_pool_free(p);
}

LIA_TEST(diff, jacobian_and_hessian_are_derivatives_in_order) {
  kit k = kit_new(42);
  lia_pool *p = k.p;
  lia_expr f[3], J[3 * 4], H[16], *x = k.symbol + 2;
  for (int i = 0; i < 3; i++) f[i] = kit_random(&k, 4, 1).e;
  cr_assert(lia_diff_jacobian(p, 3, f, 4, x, J));
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 4; j++) cr_assert_eq(J[4 * i + j], lia_diff(p, f[i], x[j]));
  cr_assert(lia_diff_hessian(p, f[1], 4, x, H));
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 4; j++) {
      cr_assert_eq(H[4 * i + j], H[4 * j + i]);
      double v = kit_value(&k, H[4 * i + j], 0),
          w = kit_value(&k, lia_diff(p, lia_diff(p, f[1], x[i]), x[j]), 0);
      cr_assert(!(fabs(v - w) > 1e-9 * (1 + fabs(w))));
    }
  lia_pool_free(p);
}

LIA_TEST(diff, size_is_no_obstacle) {
  lia_pool *p = lia_pool_new();
  lia_expr x = lia_sym_symbol(p, "x"), y = lia_sym_symbol(p, "y"), deep = x, wide = LIA_ZERO,
      product = LIA_ONE, in[2] = { x, y };
  for (int i = 0; i < 100000; i++)
    deep = lia_sym_sin(p, lia_sym_add(p, deep, i % 2 ? y : LIA_HALF));
  for (int i = 0; i < 30000; i++)
    wide = lia_sym_add(p, wide, lia_sym_sin(p, lia_sym_scale(p, lia_sym_int(p, i + 1), x)));
  for (int i = 0; i < 2000; i++)
    product = lia_sym_mul(p, product, lia_sym_add(p, x, lia_sym_num(p, 1e-3 * i)));
  lia_expr f[3] = { deep, wide, product }, d[3], g[2];
  cr_assert(lia_diff_all(p, 3, f, x, d));
  lia_expr all = lia_sym_sum(p, 3, f);
  cr_assert(lia_diff_gradient(p, all, 2, in, g));
  double v[2] = { 0.3, 0.1 }, a, b;
  lia_expr sum = lia_sym_sum(p, 3, d);
  cr_assert_eq(lia_eval(p, sum, 2, in, v, &a, NULL), LIA_OK);
  cr_assert_eq(lia_eval(p, g[0], 2, in, v, &b, NULL), LIA_OK);
  cr_assert_float_eq(a, b, 1e-9 * fabs(a));
  lia_pool_free(p);
}

// x (x + 1) ... (x + 19) sin(x) at 0.3: its derivative, by the sum of its logarithm's
static double long_slope(double x) {
  double f = sin(x), log_slope = cos(x) / sin(x);
  for (int i = 0; i < 20; i++) f *= x + i, log_slope += 1 / (x + i);
  return f * log_slope;
}

// what comes back is right or nothing, wherever memory ends
LIA_TEST(diff, every_allocation_may_fail) {
  const double at = 0.3, want = long_slope(at);
  for (long n = 0, done = 0; done < 2; n++) {
    lia_pool *p = lia_pool_new();
    lia_expr x = lia_sym_symbol(p, "x"), list[20], out = 0;
    for (int i = 0; i < 20; i++) list[i] = lia_sym_add(p, x, lia_sym_int(p, i));
    lia_expr f = lia_sym_mul(p, lia_sym_product(p, 20, list), lia_sym_sin(p, x));
    lia_mem_fail_after(n);
    lia_expr d = lia_diff(p, f, x);
    int ok = lia_diff_gradient(p, f, 1, &x, &out);
    lia_mem_fail_after(-1);
    cr_assert((d && ok) || p->err.code == LIA_ENOMEM);
    for (int k = 0; k < 2; k++) {
      double y;
      if (!(k ? ok : d != 0)) continue;
      lia_pool_clear(p);
      cr_assert_eq(lia_eval(p, k ? out : d, 1, &x, &at, &y, NULL), LIA_OK, "after %ld allocations",
          n);
      cr_assert_float_eq(y, want, 1e-9 * fabs(want), "after %ld allocations: %.15g, not %.15g", n,
          y, want);
    }
    done = (d != 0) + ok;
    lia_pool_free(p);
  }
  lia_pool *p = lia_pool_new();
  lia_expr x = lia_sym_symbol(p, "x"), out;
  cr_assert_not(lia_diff_gradient(p, 0, 1, &x, &out));
  lia_pool_free(p);
}
