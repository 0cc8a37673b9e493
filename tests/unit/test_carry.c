/* test_carry.c - expressions told in another pool: the same values, the same words whatever was
 * named first */
#include "house.h"
#include "symkit.h"
#include "sym/expr/carry.h"
#include "sym/tape/eval.h"
#include "sym/expr/print.h"

#include <stdio.h>

static void text_of(lia_pool *p, lia_expr e, lia_text *out) {
  cr_assert_eq(lia_print(p, e, &(lia_print_opts){ .angles = 0 }, out), LIA_OK);
}

static const char *const line[] = {
  "a*sin(q1)^2 + b*cos(q1)^2 - (c + d)*q2' + 3/7*e",
  "(a - b)*(q2 - q1)*cos(q1 - q2) + sqrt(a^2 + c^2)/(d + e*q1''^2)",
  "piecewise(q1 < q2, min(a, q2), atan2(b, q1)) - pi*e", "7", "a",
};

/* the lines in a pool where symbols were made in this order */
static void read_lines(lia_pool *p, int order, lia_expr e[5]) {
  static const char *const name[] = { "a", "b", "c", "d", "e" };
  for (int i = 0; i < 5; i++)
    cr_assert(lia_sym_symbol(p, name[(i * (2 * order + 1) + order) % 5 ]));
  lia_expr q[2];
  for (int i = 0; i < 2; i++)
    q[(i + order) % 2] = lia_sym_coordinate(p, (i + order) % 2 ? "q2" : "q1");
  for (int i = 0; i < 2; i++) cr_assert(lia_sym_rate(p, lia_sym_rate(p, q[(i + order) % 2])));
  for (int i = 0; i < 5; i++)
    cr_assert_eq(lia_parse(p, line[i], strlen(line[i]), LIA_PARSE_create, &e[i], NULL, NULL),
        LIA_OK, "%s", line[i]);
}

LIA_TEST(carry, the_same_words_whatever_was_named_first) {
  lia_text first = { 0 };
  for (int order = 0; order < 4; order++) {
    lia_pool *p = lia_pool_new(), *q = lia_pool_new(), *back = lia_pool_new();
    lia_expr e[5], there[5], here[5], again[5];
    uint32_t n;
    read_lines(p, order, e);
    lia_expr *name = lia_carry_symbols(p, 5, e, q, &n);
    cr_assert(name);
    cr_assert_eq(n, 9, "%u symbols", n);
    cr_assert(lia_carry(p, 5, e, n, name, q, name + n, there));
    lia_text all = { 0 };
    for (int i = 0; i < 5; i++) text_of(q, there[i], &all), lia_text_put(&all, "; ");
    if (order == 0) lia_text_put(&first, lia_text_str(&all));
    cr_assert(!strcmp(lia_text_str(&all), lia_text_str(&first)), "order %d: %s\nfirst: %s", order,
        lia_text_str(&all), lia_text_str(&first));
    lia_text_free(&all);

    // and back: what it was; into a third pool, with numbers for names
    cr_assert(lia_carry(q, 5, there, n, name + n, p, name, here));
    lia_expr number[9];
    double value[9];
    for (uint32_t i = 0; i < n; i++)
      value[i] = .4 + .1 * i, number[i] = lia_sym_num(back, value[i]);
    cr_assert(lia_carry(q, 5, there, n, name + n, back, number, again));
    for (int i = 0; i < 5; i++) {
      double x, y, z;
      cr_assert_eq(lia_eval(p, e[i], n, name, value, &x, NULL), LIA_OK);
      cr_assert_eq(lia_eval(p, here[i], n, name, value, &y, NULL), LIA_OK);
      cr_assert_eq(lia_eval(back, again[i], 0, NULL, NULL, &z, NULL), LIA_OK);
      cr_assert(fabs(x - y) <= 1e-14 * (1 + fabs(x)) && fabs(x - z) <= 1e-13 * (1 + fabs(x)),
          "%s: %.17g, %.17g, %.17g", line[i], x, y, z);
    }
    lia_free(name);
    lia_pool_free(p), lia_pool_free(q), lia_pool_free(back);
  }
  lia_text_free(&first);
}

/* sums in sums stay apart, shared parts stay shared */
LIA_TEST(carry, keeps_what_was_nested) {
  lia_pool *p = lia_pool_new(), *q = lia_pool_new();
  lia_expr a = lia_sym_symbol(p, "a"), b = lia_sym_symbol(p, "b"), c = lia_sym_symbol(p, "c"), e[2],
      out[2];
  p->nested = 1;
  lia_expr sum = lia_sym_add(p, a, b);
  e[0] = lia_sym_add(p, sum, c), e[1] = lia_sym_mul(p, sum, c);
  p->nested = 0;
  uint32_t n;
  lia_expr *name = lia_carry_symbols(p, 2, e, q, &n);
  cr_assert(name && lia_carry(p, 2, e, n, name, q, name + n, out));
  cr_assert(lia_expr_op(q, out[0]) == LIA_OP_add && lia_expr_n(q, out[0]) == 2 &&
      lia_expr_op(q, out[1]) == LIA_OP_mul);
  lia_count x;
  cr_assert(lia_tape_count(q, 2, out, &x) && x.add == 2 && x.mul == 1);
  lia_free(name);
  lia_pool_free(p), lia_pool_free(q);
}

LIA_TEST(carry, says_what_it_cannot) {
  lia_pool *p = lia_pool_new(), *q = lia_pool_new();
  lia_expr a = lia_sym_symbol(p, "a"), e = lia_sym_mul(p, a, lia_sym_symbol(p, "stray")),
      zero = LIA_ZERO, k = lia_sym_symbol(q, "k"), out;
  cr_assert(!lia_carry(p, 1, &e, 1, &a, q, &k, &out) && strstr(q->err.text, "'stray'"), "%s",
      q->err.text);
  lia_pool_clear(q);
  lia_expr inverse = lia_sym_inv(p, a);
  cr_assert(!lia_carry(p, 1, &inverse, 1, &a, q, &zero, &out), "no value there");
  lia_pool_clear(q);
  cr_assert(!lia_carry(p, 1, (lia_expr[]){ 0 }, 1, &a, q, &k, &out));
  for (long n = 0, done = 0; !done; n++) {
    lia_expr f[5];
    uint32_t m = 0;
    lia_pool *from = lia_pool_new(), *to = lia_pool_new();
    read_lines(from, 1, f);
    lia_mem_fail_after(n);
    lia_expr *name = lia_carry_symbols(from, 5, f, to, &m);
    done = name && lia_carry(from, 5, f, m, name, to, name + m, f);
    lia_mem_fail_after(-1);
    cr_assert(done || from->err.code == LIA_ENOMEM || to->err.code == LIA_ENOMEM);
    lia_free(name);
    lia_pool_free(from), lia_pool_free(to);
  }
  lia_pool_free(p), lia_pool_free(q);
}
