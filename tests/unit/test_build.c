/* test_build.c - one node per expression, rules that keep the value, errors that stick */
#include "sym/tape/eval.h"
#include "house.h"
#include "symkit.h"

#include "sym/tape/eval.h"
#include "sym/expr/homonym.h"

enum { CASES = 4000 };   // where SYM_CASES does not ask for more

LIA_TEST(pool, equal_expressions_are_one_node) {
  lia_pool *p = lia_pool_new();
  lia_expr x = lia_sym_symbol(p, "x"), y = lia_sym_symbol(p, "y"), z = lia_sym_symbol(p, "z");
  cr_assert_eq(lia_sym_symbol(p, "x"), x);
  cr_assert_eq(lia_sym_add(p, lia_sym_add(p, x, y), z), lia_sym_add(p, x, lia_sym_add(p, z, y)));
  cr_assert_eq(lia_sym_mul(p, lia_sym_mul(p, x, y), z), lia_sym_mul(p, lia_sym_mul(p, z, x), y));
  cr_assert_eq(lia_sym_sub(p, x, y), lia_sym_neg(p, lia_sym_sub(p, y, x)));
  cr_assert_eq(lia_sym_sq(p, lia_sym_sub(p, x, y)), lia_sym_sq(p, lia_sym_sub(p, y, x)));
  cr_assert_eq(lia_sym_cos(p, lia_sym_sub(p, x, y)), lia_sym_cos(p, lia_sym_sub(p, y, x)));
  cr_assert_eq(lia_sym_sub(p, lia_sym_add(p, x, y), lia_sym_add(p, y, x)), LIA_ZERO);
  cr_assert_eq(lia_sym_div(p, lia_sym_mul(p, x, y), lia_sym_mul(p, y, x)), LIA_ONE);
  cr_assert_eq(lia_sym_mul(p, lia_sym_num(p, 0.1), lia_sym_int(p, 10)), LIA_ONE);
  cr_assert_eq(lia_pool_find(p, "y", 1), y);
  cr_assert_eq(lia_pool_find(p, "w", 1), 0);
  lia_pool_free(p);
}

LIA_TEST(pool, arguments_come_before_what_is_made_of_them) {
  kit k = kit_new(3);
  for (int i = 0; i < 300; i++) kit_random(&k, 6, 0);
  for (lia_expr e = 1; e < k.p->used; e++)
    for (uint32_t i = 0; i < lia_expr_n(k.p, e); i++)
      cr_assert(lia_expr_args(k.p, e)[i] < e && lia_expr_args(k.p, e)[i] > 0);
  lia_pool_free(k.p);
}

LIA_TEST(pool, rates_have_primes_and_parameters_have_none) {
  lia_pool *p = lia_pool_new();
  lia_expr q = lia_sym_coordinate(p, "q1"), m = lia_sym_symbol(p, "m"), t = lia_sym_time(p);
  lia_expr v = lia_sym_rate(p, q), a = lia_sym_rate(p, v);
  cr_assert_str_eq(lia_expr_symbol(p, v)->name, "q1'");
  cr_assert_str_eq(lia_expr_symbol(p, a)->name, "q1''");
  cr_assert_eq(lia_expr_symbol(p, a)->base, q);
  cr_assert_eq(lia_sym_rate(p, q), v);
  cr_assert_eq(lia_sym_rate(p, m), LIA_ZERO);
  cr_assert_eq(lia_sym_rate(p, t), LIA_ONE);
  cr_assert_eq(lia_sym_symbol(p, "t"), t, "there is one time");
  static const char *const bad[] = { "", "2x", "a b", "z'", "sin", "sqrt", "pi", "x+" };
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    cr_assert_eq(lia_sym_symbol(p, bad[i]), 0, "%s", bad[i]);
    cr_assert_eq(lia_pool_status(p, NULL), LIA_EARG);
    lia_pool_clear(p);
  }
  cr_assert_neq(lia_sym_symbol(p, "θ1"), 0);
  lia_pool_free(p);
}

LIA_TEST(build, roots_of_numbers_are_one_root) {
  lia_pool *p = lia_pool_new();
  lia_expr x = lia_sym_symbol(p, "x"), r[16];
  for (int n = 2; n < 16; n++) r[n] = lia_sym_sqrt(p, lia_sym_int(p, n));
  cr_assert_eq(lia_sym_mul(p, r[2], r[3]), r[6]);
  cr_assert_eq(lia_sym_mul(p, r[2], r[8]), lia_sym_int(p, 4));
  cr_assert_eq(lia_sym_mul(p, r[6], r[10]), lia_sym_scale(p, LIA_TWO, r[15]));
  cr_assert_eq(lia_sym_mul(p, lia_sym_mul(p, r[2], x), lia_sym_mul(p, r[3], x)),
      lia_sym_mul(p, r[6], lia_sym_sq(p, x)));
  cr_assert_eq(lia_sym_mul(p, lia_sym_mul(p, r[2], lia_sym_sqrt(p, x)), lia_sym_mul(p, r[6], r[3])),
      lia_sym_scale(p, lia_sym_int(p, 6), lia_sym_sqrt(p, x)));
  cr_assert_eq(lia_sym_div(p, r[6], r[2]), r[3]);
  cr_assert_eq(lia_sym_product(p, 4, (lia_expr[]){ r[2], r[3], r[5], x }),
      lia_sym_mul(p, lia_sym_sqrt(p, lia_sym_int(p, 30)), x));
  // 210 in common
  lia_expr part = lia_sym_sqrt(p, lia_sym_int(p, 210)),
      whole = lia_sym_sqrt(p, lia_sym_int(p, 2310));
  cr_assert_eq(lia_sym_mul(p, part, whole), lia_sym_scale(p, lia_sym_int(p, 210), r[11]));
  lia_expr large = lia_sym_mul(p, lia_sym_sqrt(p, lia_sym_int(p, 9973)),
      lia_sym_sqrt(p, lia_sym_int(p, 9967)));
  double v;
  cr_assert_eq(lia_eval(p, large, 0, NULL, NULL, &v, NULL), LIA_OK);
  cr_assert_float_eq(v, sqrt(9973. * 9967.), 1e-9);
  lia_pool_free(p);
}

LIA_TEST(pool, a_parameter_and_a_coordinate_of_one_name_are_two_symbols) {
  lia_pool *p = lia_pool_new();
  lia_expr x = lia_sym_symbol(p, "x"), q = lia_sym_coordinate(p, "x"), f = lia_sym_function(p, "x"),
      y = lia_sym_symbol(p, "y");
  cr_assert(x != q && q != f && f != x && x);
  cr_assert_eq(lia_pool_find(p, "x", 1), f, "the last one named");
  cr_assert_eq(lia_sym_coordinate(p, "x"), q);
  cr_assert_eq(lia_pool_find(p, "x", 1), q);
  cr_assert_eq(lia_sym_symbol(p, "x"), x);
  cr_assert_eq(lia_pool_find(p, "x", 1), x);
  lia_expr v = lia_sym_rate(p, q), a = lia_sym_rate(p, v), fv = lia_sym_rate(p, f);
  cr_assert_str_eq(lia_expr_symbol(p, a)->name, "x''");
  cr_assert_str_eq(lia_expr_symbol(p, fv)->name, "x'");
  cr_assert(v != fv && lia_sym_rate(p, q) == v && lia_sym_rate(p, x) == LIA_ZERO);

  // which is meant: the one that is there
  lia_expr e = lia_sym_mul(p, y, lia_sym_fun(p, LIA_OP_sin, q)), g = lia_sym_mul(p, y, a);
  cr_assert_eq(lia_twins_fit(p, x, 1, &e), q);
  cr_assert_eq(lia_twins_fit(p, f, 1, &e), q);
  cr_assert_eq(lia_twins_fit(p, x, 1, &y), x);
  cr_assert_eq(lia_twins_fit(p, y, 1, &e), y);
  cr_assert_eq(lia_twins_fit(p, x, 3, (lia_expr[]){ y, 0, e }), q, "wherever it stands");
  cr_assert_eq(lia_pool_rate(p, 0), 0);
  cr_assert_eq(lia_twins_fit(p, lia_sym_rate(p, fv), 1, &g), a, "rates as well");
  cr_assert_eq(lia_twins_fit(p, e, 1, &x), e);

  // both in one place
  cr_assert_eq(lia_twins_mixed(p, e), 0);
  cr_assert_eq(lia_twins_mixed(p, g), 0);
  cr_assert(lia_twins_mixed(p, lia_sym_add(p, e, x)) != 0);
  cr_assert(lia_twins_mixed(p, lia_sym_add(p, g, x)) != 0, "a rate of one and the other");
  cr_assert(lia_twins_mixed(p, lia_sym_add(p, g, fv)) != 0);
  cr_assert_eq(lia_twins_mixed(p, lia_sym_add(p, g, y)), 0);

  // texts about q; about something else
  lia_twins_settle(p, 1, &q);
  cr_assert_eq(lia_pool_find(p, "x", 1), q);
  lia_twins_settle(p, 1, &y);
  cr_assert_eq(lia_pool_find(p, "x", 1), x);
  lia_sym_function(p, "x");
  lia_twins_settle(p, 1, &y);
  cr_assert_eq(lia_pool_find(p, "x", 1), f, "a motion that is given may be meant");
  lia_expr read;
  lia_sym_symbol(p, "x");
  cr_assert_eq(lia_parse(p, "x''", 3, LIA_PARSE_refuse, &read, NULL, NULL), LIA_OK);
  cr_assert_eq(read, a, "what has rates");
  for (int i = 0; i < 100; i++) {
    char name[8];
    snprintf(name, sizeof name, "n%d", i);
    cr_assert(lia_sym_symbol(p, name) != lia_sym_coordinate(p, name));
  }
  lia_expr all = x;
  for (int i = 0; i < 100; i++) {
    char name[8];
    snprintf(name, sizeof name, "n%d", i);
    all = lia_sym_add(p, all, lia_sym_symbol(p, name));
  }
  cr_assert_eq(lia_twins_mixed(p, all), 0, "bits of nodes are shared, symbols are not");
  lia_pool_free(p);
}

LIA_TEST(pool, nodes_remember_the_line_that_made_them) {
  lia_pool *p = lia_pool_new();
  lia_expr x = lia_sym_symbol(p, "x"), y = lia_sym_symbol(p, "y");
  lia_pool_at(p, "arm.lua:14");
  lia_expr s = lia_sym_add(p, x, y);
  lia_pool_at(p, "arm.lua:15");
  lia_expr r = lia_sym_mul(p, x, s);
  cr_assert_eq(lia_sym_add(p, y, x), s);
  lia_expr big = r;
  for (int i = 0; i < 500; i++) big = lia_sym_sin(p, big);
  lia_sym_div(p, s, LIA_ZERO);
  cr_assert_str_eq(p->err.path, "arm.lua:15");
  cr_assert_str_eq(p->err.text, "division by zero: (x + y)/0");
  lia_pool_at(p, NULL);
  cr_assert_null(lia_pool_origin(p, lia_sym_sin(p, x)));
  cr_assert_null(lia_pool_origin(p, x));
  cr_assert_str_eq(lia_pool_origin(p, s), "arm.lua:14");
  cr_assert_str_eq(lia_pool_origin(p, big), "arm.lua:15");
  lia_pool_free(p);
}

LIA_TEST(build, no_expression_gives_no_expression_and_the_first_error_stays) {
  lia_pool *p = lia_pool_new();
  lia_expr x = lia_sym_symbol(p, "x"), bad = lia_sym_div(p, x, lia_sym_sub(p, x, x));
  cr_assert_eq(bad, 0);
  cr_assert_eq(lia_sym_add(p, x, bad), 0);
  cr_assert_eq(lia_sym_mul(p, bad, LIA_ZERO), 0);
  cr_assert_eq(lia_sym_neg(p, bad), 0);
  cr_assert_eq(lia_sym_sin(p, bad), 0);
  cr_assert_eq(lia_sym_pow(p, bad, LIA_ZERO), 0);
  cr_assert_eq(lia_sym_if(p, LIA_ONE, x, bad), 0);
  cr_assert_eq(lia_sym_sum(p, 2, (lia_expr[2]){ x, bad }), 0);
  cr_assert_eq(lia_sym_product(p, 2, (lia_expr[2]){ bad, x }), 0);
  cr_assert_eq(lia_sym_rate(p, bad), 0);
  lia_error err = { 0 };
  cr_assert_eq(lia_pool_status(p, &err), LIA_EDOMAIN);
  cr_assert_str_eq(err.text, "division by zero: (x)/0");
  // a failure in the past does not spoil what comes after
  cr_assert_neq(lia_sym_mul(p, x, lia_sym_sin(p, x)), 0);
  lia_pool_free(p);
}

LIA_TEST(build, what_has_no_real_value_is_refused_by_name) {
  lia_pool *p = lia_pool_new();
  lia_expr zero = LIA_ZERO, m2 = lia_sym_int(p, -2);
  struct { lia_expr e; const char *text; } row[9];
  int n = 0;
#define ROW(make, said) \
  do { \
    lia_pool_clear(p); \
    row[n].e = (make); \
    row[n].text = (said); \
    cr_assert_eq(row[n].e, 0, "%s", said); \
    cr_assert_str_eq(p->err.text, row[n].text); \
    n++; \
  } while (0)
  ROW(lia_sym_log(p, zero), "log(0) has no real value");
  ROW(lia_sym_log(p, m2), "log(-2) has no real value");
  ROW(lia_sym_sqrt(p, m2), "sqrt(-2) has no real value");
  ROW(lia_sym_asin(p, LIA_TWO), "asin(2) has no real value");
  ROW(lia_sym_inv(p, zero), "division by zero: 0^(-1)");
  ROW(lia_sym_atan2(p, zero, zero), "atan2(0, 0) has no value");
  ROW(lia_sym_num(p, KIT_NAN), "a constant is nan: not a finite number");
  ROW(lia_sym_exp(p, lia_sym_num(p, 1000.1234567890123)),
      "exp(1000.1234567890123) is too large for a double");
  ROW(lia_sym_rat(p, 1, 0), "division by zero: 1/0");
  lia_pool_free(p);
}

// the constructors against plain arithmetic beside them
LIA_TEST(build, rules_keep_the_value) {
  kit k = kit_new(11);
  for (int i = 0; i < kit_cases(CASES); i++) {
    shadow s = kit_random(&k, 2 + i % 5, 0);
    cr_assert_neq(s.e, 0, "%s", k.p->err.text);
    for (int j = 0; j < KIT_POINTS; j++) {
      double v = kit_value(&k, s.e, j);
      cr_assert(kit_same(&s, j, v), "case %d: %s is %.17g, not %.17g", i, kit_text(&k, s.e), v,
          s.v[j]);
    }
    if (k.p->used > 100000) {
      lia_rng rng = k.rng;
      lia_pool_free(k.p);
      k = kit_new(11);
      k.rng = rng;
    }
  }
  lia_pool_free(k.p);
}

static int in_order(const lia_pool *p, lia_expr e) {
  lia_expr last = 0, rest, val;
  for (uint32_t i = 0; i < lia_expr_n(p, e); i++) {
    lia_expr a = lia_expr_args(p, e)[i], key;
    if (lia_expr_op(p, e) == LIA_OP_add) { lia_sym_split(p, a, &rest); key = rest; }
    else key = lia_sym_base(p, a, &val);
    if (key <= last) return 0;
    last = key;
  }
  return lia_expr_n(p, e) >= 2;
}

LIA_TEST(build, every_node_is_in_normal_form) {
  kit k = kit_new(5);
  for (int i = 0; i < 3000; i++) kit_random(&k, 5, i % 2);
  lia_pool *p = k.p;
  for (lia_expr e = 1; e < p->used; e++) {
    const lia_expr *a = lia_expr_args(p, e);
    lia_op op = lia_expr_op(p, e);
    if (op == LIA_OP_add || op == LIA_OP_mul) cr_assert(in_order(p, e), "%s", kit_text(&k, e));
    if (op == LIA_OP_scale) {
      lia_op inner = lia_expr_op(p, a[1]);
      cr_assert(lia_expr_is_num(p, a[0]) && a[0] > LIA_ONE && inner != LIA_OP_scale &&
          inner != LIA_OP_num, "%s", kit_text(&k, e));
    }
    if (op == LIA_OP_mul)
      for (uint32_t i = 0; i < lia_expr_n(p, e); i++) {
        lia_op inner = lia_expr_op(p, a[i]);
        cr_assert(inner != LIA_OP_num && inner != LIA_OP_scale && inner != LIA_OP_mul, "%s",
            kit_text(&k, e));
      }
    if (op == LIA_OP_add) {
      lia_expr rest, num = lia_sym_split(p, a[lia_expr_is_num(p, a[0])], &rest);
      cr_assert(lia_ratio_sign(lia_expr_num(p, num)) > 0, "%s", kit_text(&k, e));
    }
  }
  lia_pool_free(p);
}

LIA_TEST(build, sums_collect_whatever_the_order) {
  lia_pool *p = lia_pool_new();
  lia_expr a = lia_sym_symbol(p, "a"), b = lia_sym_symbol(p, "b"), x = lia_sym_symbol(p, "x");
  lia_expr s = lia_sym_add(p, a, b), s2 = lia_sym_scale(p, LIA_TWO, s);
  // x + 2 (a + b) - (a + b) = x + a + b
  cr_assert_eq(lia_sym_sub(p, lia_sym_add(p, x, s2), s), lia_sym_add(p, x, s));
  cr_assert_eq(lia_sym_add(p, s, s), s2);
  cr_assert_eq(lia_sym_sub(p, s2, s), s);
  // a number goes inside where that saves multiplications: (2 a + 2 b)/2 = a + b
  lia_expr twice = lia_sym_add(p, lia_sym_scale(p, LIA_TWO, a), lia_sym_scale(p, LIA_TWO, b));
  cr_assert_eq(lia_sym_scale(p, LIA_HALF, twice), s);
  cr_assert_neq(twice, s2);
  // a hundred symbols in a random order, then taken away in another
  lia_rng r = lia_rng_seed(4);
  lia_expr k[100], sum = LIA_ZERO;
  for (int i = 0; i < 100; i++) {
    char name[8];
    snprintf(name, sizeof name, "k%d", i);
    k[i] = lia_sym_symbol(p, name);
    sum = lia_sym_add(p, sum, k[i]);
  }
  lia_rng_shuffle(&r, k, 100, sizeof *k);
  cr_assert_eq(lia_sym_sum(p, 100, k), sum);
  for (int i = 0; i < 100; i++) sum = lia_sym_sub(p, sum, k[i]);
  cr_assert_eq(sum, LIA_ZERO);
  lia_pool_free(p);
}

LIA_TEST(build, powers_collect_and_respect_signs) {
  lia_pool *p = lia_pool_new();
  lia_expr x = lia_sym_symbol(p, "x"), y = lia_sym_symbol(p, "y"), r = lia_sym_sqrt(p, x);
  cr_assert_eq(lia_sym_mul(p, r, r), x);
  cr_assert_eq(lia_sym_mul(p, lia_sym_sqrt(p, LIA_TWO), lia_sym_sqrt(p, LIA_TWO)), LIA_TWO);
  cr_assert_eq(lia_sym_sqrt(p, lia_sym_sq(p, x)), lia_sym_abs(p, x));
  cr_assert_eq(lia_sym_sq(p, lia_sym_abs(p, x)), lia_sym_sq(p, x));
  cr_assert_eq(lia_sym_sq(p, lia_sym_mul(p, x, y)),
      lia_sym_mul(p, lia_sym_sq(p, x), lia_sym_sq(p, y)));
  cr_assert_eq(lia_sym_sqrt(p, lia_sym_int(p, 8)),
      lia_sym_scale(p, LIA_TWO, lia_sym_sqrt(p, LIA_TWO)));
  cr_assert_eq(lia_sym_mul(p, lia_sym_exp(p, x), lia_sym_exp(p, lia_sym_neg(p, x))), LIA_ONE);
  cr_assert_eq(lia_sym_mul(p, lia_sym_exp(p, x), lia_sym_exp(p, y)),
      lia_sym_exp(p, lia_sym_add(p, x, y)));
  cr_assert_eq(lia_sym_mul(p, lia_sym_pow(p, x, y), lia_sym_pow(p, x, lia_sym_neg(p, y))), LIA_ONE);
  cr_assert_eq(lia_sym_powi(p, lia_sym_num(p, 0.1), 3), lia_sym_num(p, 0.001));
  cr_assert_eq(lia_sym_powi(p, LIA_TWO, 62), lia_sym_int(p, (int64_t)1 << 62));
  lia_expr p100 = lia_sym_powi(p, LIA_TWO, 100);
  cr_assert_eq(lia_sym_mul(p, p100, lia_sym_powi(p, LIA_TWO, -98)), lia_sym_int(p, 4));
  cr_assert_eq(lia_ratio_double(lia_expr_num(p, p100)), 0x1p100);
  // a negative number leaves a root positive, the sign inside
  cr_assert_eq(lia_sym_sqrt(p, lia_sym_scale(p, lia_sym_int(p, -2), x)),
      lia_sym_mul(p, lia_sym_sqrt(p, LIA_TWO), lia_sym_sqrt(p, lia_sym_neg(p, x))));
  // a power of a long product is the product of the powers, and leaves nothing behind
  lia_expr many[50], squares[50];
  for (int i = 0; i < 50; i++) {
    char name[8];
    snprintf(name, sizeof name, "f%d", i);
    squares[i] = lia_sym_sq(p, many[i] = lia_sym_symbol(p, name));
  }
  cr_assert_eq(lia_sym_sq(p, lia_sym_product(p, 50, many)), lia_sym_product(p, 50, squares));
  lia_pool_free(p);
}

LIA_TEST(build, nested_keeps_the_sharing_it_was_written_with) {
  lia_pool *p = lia_pool_new();
  lia_expr a = lia_sym_symbol(p, "a"), b = lia_sym_symbol(p, "b"), c = lia_sym_symbol(p, "c");
  p->nested = 1;
  lia_expr s = lia_sym_add(p, a, b), t = lia_sym_add(p, s, c), m = lia_sym_mul(p, a, b),
      n = lia_sym_mul(p, m, c);
  cr_assert_eq(lia_expr_n(p, t), 2);
  cr_assert_eq(lia_expr_n(p, n), 2);
  cr_assert_eq(lia_sym_add(p, t, t), lia_sym_scale(p, LIA_TWO, t), "equal terms still meet");
  cr_assert_eq(lia_sym_sq(p, m), lia_sym_mul(p, m, m));
  p->nested = 0;
  cr_assert_eq(lia_expr_n(p, lia_sym_add(p, t, LIA_ONE)), 3);
  lia_pool_free(p);
}

LIA_TEST(build, long_and_deep_expressions_take_their_time_once) {
  lia_pool *p = lia_pool_new();
  lia_expr x = lia_sym_symbol(p, "x"), deep = x, wide = LIA_ZERO, product = LIA_ONE;
  for (int i = 0; i < 100000; i++) deep = lia_sym_add(p, lia_sym_sin(p, deep), LIA_HALF);
  for (int i = 0; i < 100000; i++)
    wide = lia_sym_add(p, wide, lia_sym_sin(p, lia_sym_scale(p, lia_sym_int(p, i + 1), x)));
  for (int i = 0; i < 20000; i++)
    product = lia_sym_mul(p, product, lia_sym_add(p, x, lia_sym_int(p, i + 1)));
  cr_assert(deep && wide && product);
  cr_assert(p->narg < 20000000, "%u", p->narg);
  lia_walk *w = lia_walk_open(p, 3, (lia_expr[3]){ deep, wide, product }, 0);
  cr_assert(w->n > 500000 && w->n < 700000, "%u", w->n);
  lia_walk_close(p, w);
  lia_pool_free(p);
}

// a number goes into the sum of a product, and nothing is divided by that sum, which may be zero
LIA_TEST(build, nothing_is_divided_where_nothing_is_flattened) {
  lia_pool *p = lia_pool_new();
  lia_expr a = lia_sym_symbol(p, "a"), b = lia_sym_symbol(p, "b"), x = lia_sym_symbol(p, "x");
  lia_expr sum = lia_sym_scale(p, LIA_TWO, lia_sym_add(p, a,
      lia_sym_scale(p, lia_sym_int(p, 3), b)));
  lia_expr both = lia_sym_add(p, lia_sym_scale(p, LIA_TWO, a),
      lia_sym_scale(p, lia_sym_int(p, -2), b));
  p->nested = 1;
  lia_expr e = lia_sym_scale(p, LIA_HALF, lia_sym_mul(p, lia_sym_mul(p, x, sum), both));
  p->nested = 0;
  lia_count c;
  double v, at[3] = { 3, 3, 5 };   // both is 0
  cr_assert(lia_tape_count(p, 1, &e, &c) && c.div == 0, "%zu divisions", c.div);
  cr_assert_eq(lia_eval(p, e, 3, (lia_expr[3]){ a, b, x }, at, &v, NULL), LIA_OK);
  cr_assert_eq(v, 0);
  lia_pool_free(p);
}

LIA_TEST(build, every_allocation_may_fail) {
  for (long n = 0; n < 60; n++) {
    lia_mem_fail_after(n);
    lia_pool *p = lia_pool_new();
    lia_expr e = 0;
    if (p) {
      lia_pool_at(p, "here");
      lia_expr x = lia_sym_coordinate(p, "x"), list[40];
      e = lia_sym_rate(p, x);
      for (int i = 0; i < 300 && e; i++)
        e = lia_sym_sin(p, lia_sym_add(p, e, lia_sym_num(p, i + 0.5)));
      for (int i = 0; i < 40; i++) list[i] = lia_sym_powi(p, e, 40 - i);
      e = lia_sym_mul(p, lia_sym_sum(p, 40, list), lia_sym_product(p, 40, list));
      cr_assert(e || lia_pool_status(p, NULL) == LIA_ENOMEM, "%s", p->err.text);
    }
    lia_mem_fail_after(-1);
    lia_pool_free(p);
    if (e) return;
  }
  cr_assert_fail("never enough memory");
}
