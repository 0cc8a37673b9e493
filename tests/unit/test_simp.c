/* test_simp.c - simplifications do what their name says, keep the value, never add operations */
#include "house.h"
#include "symkit.h"
#include "sym/simp/simp.h"
#include "sym/tape/cse.h"
#include "sym/simp/simp_cost.h"
#include "sym/simp/zero.h"

enum { CASES = 300 };   // where SYM_CASES does not ask for more

static lia_pool *p;

static lia_expr E(const char *s) { return kit_read(p, s); }

static const char *text(lia_expr e) {
  static char s[2][1000];
  static int turn;
  lia_print_short(p, e, s[turn ^= 1], sizeof s[0]);
  return s[turn];
}

static void begin(void) {
  p = lia_pool_new();
  lia_sym_coordinate(p, "q1"), lia_sym_coordinate(p, "q2"), lia_sym_coordinate(p, "q3");
  E("a + b + c + m1 + m2 + L1 + L2 + x + y + z");
}

typedef struct row { const char *before, *after; } row;

static void check(const row *r, size_t n, lia_expr (*f)(lia_pool *, lia_expr)) {
  for (size_t i = 0; i < n; i++) {
    lia_expr e = f(p, E(r[i].before));
    cr_assert_eq(e, E(r[i].after), "%s became %s", r[i].before, e ? text(e) : p->err.text);
  }
}

LIA_TEST(simp, trig_merges_angles_and_squares) {
  begin();
  static const row r[] = {
    { "cos(q1)*cos(q2) - sin(q1)*sin(q2)", "cos(q1 + q2)" },
        { "cos(q1)*cos(q2) + sin(q1)*sin(q2)", "cos(q1 - q2)" },
    { "sin(q1)*cos(q2) + cos(q1)*sin(q2)", "sin(q1 + q2)" },
        { "cos(q1)*sin(q2) - sin(q1)*cos(q2)", "sin(q2 - q1)" },
    { "(cos(q1)*cos(q2) - sin(q1)*sin(q2))*cos(q3) - (sin(q1)*cos(q2) + cos(q1)*sin(q2))*sin(q3)",
        "cos(q1 + q2 + q3)" },
    { "cos(q1)*cos(q2)*cos(q3) - sin(q1)*sin(q2)*cos(q3) - sin(q1)*cos(q2)*sin(q3) - "
        "cos(q1)*sin(q2)*sin(q3)", "cos(q1 + q2 + q3)" },
    { "sin(q1)^2 + cos(q1)^2", "1" }, { "a*x*sin(q1)^2 + a*x*cos(q1)^2", "a*x" },
        { "x - x*sin(q1)^2", "x*cos(q1)^2" },
    { "sin(q1)^4 + 2*sin(q1)^2*cos(q1)^2 + cos(q1)^4", "1" },
        { "sin(q1 + q2)*cos(q2) - cos(q1 + q2)*sin(q2)", "sin(q1)" },
    { "(a*cos(q1) + b*cos(q1 + q2))^2 + (a*sin(q1) + b*sin(q1 + q2))^2 - a^2 - b^2",
        "2*a*b*cos(q2)" },
    { "cos(q1)*cos(q2) - cos(q1 + q2)", "sin(q1)*sin(q2)" },
        { "cos(q1)*cos(q2) - cos(q1 - q2)", "-sin(q1)*sin(q2)" },
    { "sin(q1)*sin(q2) + cos(q1 + q2)", "cos(q1)*cos(q2)" },
        { "sin(q1)*sin(q2) - cos(q1 - q2)", "-cos(q1)*cos(q2)" },
    { "a*sin(q1)*cos(q2) - a*sin(q1 + q2)", "-a*cos(q1)*sin(q2)" },
        { "sin(q1)*cos(q2) - sin(q1 - q2)", "cos(q1)*sin(q2)" },
    { "x*cos(q1)*sin(q2) + x*sin(q1 - q2)", "x*sin(q1)*cos(q2)" },
        { "sin(q3) - cos(q2)*sin(q2 + q3)", "-sin(q2)*cos(q2 + q3)" },
    { "2*cos(q1)*cos(q2) - cos(q1 + q2)", "cos(q1 - q2)" },
    { "tan(q1)*cos(q1)", "sin(q1)" },
        { "-3*cos(q1)*cos(q2) + 3*sin(q1)*sin(q2)", "-3*cos(q1 + q2)" },
    { "x + y", "x + y" }, { "sin(q1)*cos(q1)", "sin(q1)*cos(q1)" },
        { "(cos(q1) + sin(q2))*x", "(cos(q1) + sin(q2))*x" },
  };
  check(r, sizeof r / sizeof *r, lia_simp_trig);
  lia_pool_free(p);
}

LIA_TEST(simp, factor_takes_out_what_is_common) {
  begin();
  static const row r[] = {
    { "a*x + a*y", "a*(x + y)" }, { "a*x + a*y + b", "a*(x + y) + b" },
        { "2*a + 2*b", "2*(a + b)" }, { "a^3*x - a^2*y", "a^2*(a*x - y)" },
    { "a/x + b/x", "(a + b)/x" },
        { "m1*L1*cos(q1) + m2*L1*cos(q1) + m2*L2*x", "L1*cos(q1)*(m1 + m2) + m2*L2*x" },
    { "-a*x - a*y", "-a*(x + y)" }, { "a*b + a*c + x*y + x*z", "a*(b + c) + x*(y + z)" },
        { "x + y", "x + y" },
    { "6*a*x + 4*a*y", "2*a*(3*x + 2*y)" }, { "x/2 + y/2", "(x + y)/2" },
    { "a*x^2 + 2*a*x*y + a*y^2 + b", "a*(x^2 + 2*x*y + y^2) + b" },
        { "a*x^2 + b*x^2 + c*x + y*x + z", "x^2*(a + b) + x*(c + y) + z" },
    // three factors of two terms weigh more than one of three
    { "a*b*c*x + b*c*x*y + a*m1 + a*m2", "b*c*x*(a + y) + a*(m1 + m2)" },
  };
  check(r, sizeof r / sizeof *r, lia_simp_factor);
  lia_pool_free(p);
}

LIA_TEST(simp, cancel_divides_polynomials) {
  begin();
  static const row r[] = {
    { "(x^2 - y^2)/(x - y)", "x + y" }, { "(x^2 + 2*x*y + y^2)/(x^2 - y^2)", "(x + y)/(x - y)" },
        { "(a*x + a*y)/(b*x + b*y)", "a/b" },
    { "(x^3 - 1)/(x - 1)", "x + x^2 + 1" }, { "1/x + 1/y - (x + y)/(x*y)", "0" },
        { "(a*b + a*c + b*x + c*x)/(b + c)", "a + x" },
    { "x/y", "x/y" }, { "(x + 1)/(x + 2)", "(x + 1)/(x + 2)" },
        { "(sin(q1)^2 - x^2)/(sin(q1) + x)", "sin(q1) - x" },
    { "(x*y*z + x*y)/(x*z + x)", "y" }, { "1/(1 + 1/x) - x/(1 + x)", "0" },
        { "(2*x + 2)/(4*x + 4)", "1/2" },
  };
  check(r, sizeof r / sizeof *r, lia_simp_cancel);
  lia_pool_free(p);
}

LIA_TEST(simp, collect_gathers_powers_of_the_symbols_named) {
  begin();
  lia_expr xy[2] = { E("x"), E("y") }, s = E("sin(q1)");
  cr_assert_eq(lia_simp_collect(p, E("(a + x)*(b + x)*c"), 1, xy),
      E("c*x^2 + (a*c + b*c)*x + a*b*c"));
  cr_assert_eq(lia_simp_collect(p, E("(a + b)*x + c*x*y - x"), 2, xy), E("(a + b - 1)*x + c*x*y"));
  cr_assert_eq(lia_simp_collect(p, E("a*sin(q1) + b*sin(q1)^2 + c*sin(q1)"), 1, &s),
      E("(a + c)*sin(q1) + b*sin(q1)^2"));
  cr_assert_eq(lia_simp_collect(p, E("a*(b + c)"), 1, xy), E("a*(b + c)"));
  lia_pool_free(p);
}

LIA_TEST(simp, all_of_them_find_what_one_alone_does_not) {
  begin();
  static const row r[] = {
    { "(x^2*sin(q1)^2 + x^2*cos(q1)^2 - y^2)/(x + y)", "x - y" },
    { "((a + b)^2 - (a - b)^2)/(4*a)", "b" },
    { "m1*(L1*cos(q1)*x)^2 + m1*(L1*sin(q1)*x)^2", "m1*L1^2*x^2" },
  };
  check(r, sizeof r / sizeof *r, lia_simp_all);
  lia_pool_free(p);
}

// the double pendulum's kinetic energy from positions: m1 L1^2 v1^2/2 + m2 (L1^2 v1^2 + L2^2
// (v1+v2)^2 + 2 L1 L2 v1 (v1+v2) cos q2)/2
LIA_TEST(simp, a_double_pendulum_is_short) {
  begin();
  lia_sym_rate(p, E("q1")), lia_sym_rate(p, E("q2"));
  lia_expr T = E("m1/2*((L1*cos(q1)*q1')^2 + (L1*sin(q1)*q1')^2)"
                 " + m2/2*((L1*cos(q1)*q1' + L2*cos(q1 + q2)*(q1' + q2'))^2 + (L1*sin(q1)*q1' + "
                 "L2*sin(q1 + q2)*(q1' + q2'))^2)");
  lia_expr printed = E("m1*L1^2*q1'^2/2 + m2*(L1^2*q1'^2 + L2^2*(q1' + q2')^2 + 2*L1*L2*q1'*(q1' "
      "+ q2')*cos(q2))/2");
  lia_expr r = lia_simp_trig(p, T);
  cr_assert_eq(lia_zero_equal(p, r, T), LIA_ZERO_yes);
  cr_assert(lia_simp_cost(p, r) <= lia_simp_cost(p, printed), "%zu operations, %zu printed: %s",
      lia_simp_cost(p, r), lia_simp_cost(p, printed), text(r));
  lia_pool_free(p);
}

// ---- the laws: no value changes, no operation is added where none is asked for

static lia_expr by_collect(lia_pool *q, lia_expr e) {
  lia_expr x[2] = { lia_sym_symbol(q, "a"), lia_sym_symbol(q, "q1") };
  return lia_simp_collect(q, e, 2, x);
}

static lia_expr by_together(lia_pool *q, lia_expr e) {
  lia_expr num, den;
  return lia_simp_together(q, e, &num, &den) ? lia_sym_div(q, num, den) : 0;
}

static lia_expr by_share(lia_pool *q, lia_expr e) {
  lia_expr out;
  return lia_share(q, 1, &e, &out) ? out : 0;
}

typedef struct law { const char *name; lia_expr (*f)(lia_pool *, lia_expr); int may_grow; } law;

// one random expression: true where it said something
static int obeys(kit *k, const law *w, int i) {
  lia_pool *q = p = k->p;
  shadow s = kit_random(k, 2 + i % (w->may_grow ? 3 : 4), i % 4 != 0);
  lia_expr r = w->f(q, s.e);
  if (!r && w->may_grow && (q->err.code == LIA_ELIMIT || q->err.code == LIA_EDOMAIN)) {
    // a denominator that is zero everywhere, or too many terms: said, not hidden
    lia_pool_clear(q);
    return 0;
  }
  cr_assert(r, "%s %s: %s", w->name, text(s.e), q->err.text);
  cr_assert_eq(q->err.code, LIA_OK);
  if (!w->may_grow)
    cr_assert(lia_simp_cost(q, r) <= lia_simp_cost(q, s.e), "%s made %s longer: %s", w->name,
        text(s.e), text(r));
  int points = 0;
  for (int j = 0; j < KIT_POINTS; j++) {
    if (!isfinite(s.size[j]) || s.size[j] > 1e3) continue;
    double v = kit_value(k, r, j);
    cr_assert(fabs(v - s.v[j]) < 1e-4 * (1 + fabs(s.v[j])), "%s: %s became %s: %.17g, not %.17g",
        w->name, text(s.e), text(r), v, s.v[j]);
    points++;
  }
  cr_assert_neq(lia_zero_equal(q, r, s.e), LIA_ZERO_no, "%s: %s became %s", w->name, text(s.e),
      text(r));
  lia_pool_clear(q);
  return points > 0;
}

static void holds(law w, int few) {
  kit k = kit_new(81);
  int said = 0, cases = kit_cases(few);
  for (int i = 0; i < cases; i++) {
    said += obeys(&k, &w, i);
    if (k.p->used > 200000) {
      lia_rng rng = k.rng;
      lia_pool_free(k.p);
      k = kit_new(81);
      k.rng = rng;
    }
  }
  cr_assert(2 * said > cases, "only %d of %d expressions had values to compare", said, cases);
  lia_pool_free(k.p);
}

LIA_TEST(simp, expand_keeps_every_value) { holds((law){ "expand", lia_simp_expand, 1 }, CASES); }
LIA_TEST(simp, collect_keeps_every_value) { holds((law){ "collect", by_collect, 1 }, CASES); }
LIA_TEST(simp, angles_keep_every_value) { holds((law){ "angles", lia_simp_angles, 1 }, CASES); }
LIA_TEST(simp, together_keeps_every_value) { holds((law){ "together", by_together, 1 }, CASES); }
LIA_TEST(simp, merge_keeps_every_value) { holds((law){ "merge", lia_simp_merge, 1 }, CASES); }
LIA_TEST(simp, trig_keeps_every_value_and_never_adds_operations) {
  holds((law){ "trig", lia_simp_trig, 0 }, CASES);
}
LIA_TEST(simp, factor_keeps_every_value_and_never_adds_operations) {
  holds((law){ "factor", lia_simp_factor, 0 }, CASES);
}
LIA_TEST(simp, cancel_keeps_every_value_and_never_adds_operations) {
  holds((law){ "cancel", lia_simp_cancel, 0 }, CASES);
}
LIA_TEST(simp, all_keeps_every_value_and_never_adds_operations) {
  holds((law){ "all", lia_simp_all, 0 }, CASES);
}
LIA_TEST(simp, share_keeps_every_value_and_never_adds_operations) {
  holds((law){ "share", by_share, 0 }, CASES);
}

LIA_TEST(simp, large_and_missing_memory) {
  begin();
  lia_expr x = E("x"), wide = LIA_ZERO, deep = x;
  for (int i = 0; i < 20000; i++)
    wide = lia_sym_add(p, wide,
        lia_sym_mul(p, lia_sym_sin(p, lia_sym_mul(p, lia_sym_int(p, i + 2), x)),
        i % 2 ? E("a") : E("b")));
  for (int i = 0; i < 50000; i++)
    deep = lia_sym_sin(p, lia_sym_add(p, lia_sym_mul(p, E("a"), deep),
        lia_sym_mul(p, E("a"), E("b"))));
  cr_assert(lia_simp_factor(p, wide) && lia_simp_factor(p, deep) && lia_simp_cancel(p, deep));
  lia_expr e = E("(x^2 - y^2)/(x - y)*(sin(q1)^2 + cos(q1)^2) + a*b + a*c");
  for (long n = 0;; n += 1 + n / 12) {
    lia_pool_clear(p);
    lia_mem_fail_after(n);
    lia_expr r = lia_simp_all(p, e);
    lia_mem_fail_after(-1);
    cr_assert(r || p->err.code == LIA_ENOMEM);
    if (r == E("x + y + a*(b + c)")) break;
    cr_assert(n < 100000);
  }
  lia_pool_free(p);
}

// what is too long to multiply out, or without memory, leaves no error of its own behind, and none
// that was there is lost
LIA_TEST(simp, all_of_them_leave_errors_as_they_were) {
  begin();
  lia_expr e = E("(a + b + c + x + y + z)^12*(a + 2*b + c + x + y + z)^12 + sin(q1)^2 + cos(q1)^2"),
      r = lia_simp_all(p, e);
  cr_assert(r);
  cr_assert_eq(p->err.code, LIA_OK, "%s", p->err.text);
  lia_sym_div(p, E("a"), LIA_ZERO);
  cr_assert_eq(p->err.code, LIA_EDOMAIN);
  cr_assert_eq(lia_simp_all(p, E("sin(q1)^2 + cos(q1)^2")), LIA_ONE);
  cr_assert_eq(p->err.code, LIA_EDOMAIN);
  lia_pool_free(p);
  for (long n = 0, done = 0; !done; n++) {
    begin();
    e = E("a*x + a*y + b*x*z + b*y*z");
    lia_mem_fail_after(n);
    r = lia_simp_factor(p, e);
    lia_mem_fail_after(-1);
    cr_assert(r ? p->err.code == LIA_OK : p->err.code == LIA_ENOMEM,
        "after %ld allocations: %u, %s", n, r, p->err.text);
    done = r != 0;
    if (r) cr_assert_eq(lia_zero_equal(p, r, e), LIA_ZERO_yes);
    lia_pool_free(p);
  }
}

// lowest terms: no common factor, no common number, whatever the powers
LIA_TEST(simp, fractions_end_in_lowest_terms) {
  static const char *const fraction[][3] = {
    { "((x + 1)^12*(x + 2))/((x + 1)^11*(x + 3))", "(x + 1)*(x + 2)", "x + 3" },
    { "((x + y + z)^2*(x - y))/((x + y + z)^2*(x + 2*y))", "x - y", "x + 2*y" },
    { "((x + y + z)^8*(x - y)^4)/((x + y + z)^6*(x + 2*y)^3)", "(x + y + z)^2*(x - y)^4",
        "(x + 2*y)^3" },
    { "1/(x + 1) + 1/(x - 1) + 1/(x^2 - 1)", "2*x + 1", "x^2 - 1" },
        { "(x/2)/(y/3)", "3*x", "2*y" },
    { "(6*x^2 - 6*y^2)/(4*x + 4*y)", "3*x - 3*y", "2" },
        { "(0.1*x + 0.2)/(0.3*y - 0.6*z)", "x + 2", "3*y - 6*z" },
    { "(10^30*x + 10^30)/(10^31*x^2 - 10^31)", "1", "10*x - 10" },
  };
  p = lia_pool_new();
  for (size_t i = 0; i < sizeof fraction / sizeof *fraction; i++) {
    lia_expr num, den, n, d;
    cr_assert(lia_simp_together(p, E(fraction[i][0]), &num, &den));
    num = lia_simp_expand(p, num);
    den = lia_simp_expand(p, den);
    cr_assert(num && den && lia_simp_lowest(p, num, den, &n, &d));
    lia_expr want = lia_simp_expand(p, E(fraction[i][1])),
        under = lia_simp_expand(p, E(fraction[i][2]));
    int plus = lia_zero_equal(p, n, want) == LIA_ZERO_yes &&
        lia_zero_equal(p, d, under) == LIA_ZERO_yes;
    int minus = lia_zero_equal(p, n, lia_sym_neg(p, want)) == LIA_ZERO_yes &&
        lia_zero_equal(p, d, lia_sym_neg(p, under)) == LIA_ZERO_yes;
    cr_assert(plus || minus, "%s", fraction[i][0]);
  }
  lia_pool_free(p);
}

/* work that meets its bound gives what was given, or something equal to it: never half of it */
LIA_TEST(simp, what_is_cut_short_is_never_wrong) {
  static const uint64_t bound[] = { 1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233, 610, 1597, 4181 };
  static lia_expr (*const way[])(lia_pool *, lia_expr) = {
    lia_simp_all, lia_simp_expand, lia_simp_factor, lia_simp_cancel, lia_simp_trig,
  };
  int cut = 0;
  for (int seed = 0; seed < 12; seed++)
    for (size_t b = 0; b < sizeof bound / sizeof *bound; b++)
      for (size_t f = 0; f < sizeof way / sizeof *way; f++) {
        kit k = kit_new((uint64_t)seed + 71);
        shadow x = kit_random(&k, 4, 1), y = kit_random(&k, 3, 1);
        lia_expr e = lia_sym_mul(k.p, lia_sym_powi(k.p, x.e, 3), lia_sym_add(k.p, y.e, x.e));
        k.p->simp_work = bound[b];
        lia_expr r = lia_simp_within(k.p, e, way[f]);
        cut += k.p->cut > 0;
        for (int j = 0; r && j < KIT_POINTS; j++) {
          double want = kit_value(&k, e, j), got = kit_value(&k, r, j);
          if (isfinite(want))
            cr_assert(fabs(got - want) <= 1e-9 * (fabs(want) + pow(x.size[j], 4) * y.size[j]),
                "seed %d, bound %d, way %d: %.12g, not %.12g", seed, (int)bound[b], (int)f, got,
                want);
        }
        lia_pool_free(k.p);
      }
  cr_assert(cut > 20, "%d were cut short", cut);
}
