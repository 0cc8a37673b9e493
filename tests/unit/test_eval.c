/* test_eval.c - the tape gives the values of the nodes, at one point and at eight, and counts what
 * it does */
#include "house.h"
#include "symkit.h"
#include "sym/tape/eval.h"

enum { CASES = 3000 };   // where SYM_CASES does not ask for more

static lia_tape *tape(lia_pool *p, uint32_t nin, const lia_expr *in, uint32_t nout,
    const lia_expr *out) {
  lia_tape *t = NULL;
  lia_error err = { 0 };
  cr_assert_eq(lia_tape_new(&t, p, nin, in, nout, out, &err), LIA_OK, "%s", err.text);
  return t;
}

LIA_TEST(eval, tape_and_nodes_agree_at_one_point_and_at_eight) {
  kit k = kit_new(21);
  double in[KIT_SYMBOLS], in8[8 * KIT_SYMBOLS], out[3], out8[24];
  for (int i = 0; i < kit_cases(CASES); i++) {
    lia_expr e[3];
    shadow s[3];
    for (int j = 0; j < 3; j++) {
      s[j] = kit_random(&k, 1 + i % 5, i % 2);
      e[j] = s[j].e;
    }
    lia_tape *t = tape(k.p, KIT_SYMBOLS, k.symbol, 3, e);
    double *w = lia_malloc(8 * t->nslot * sizeof *w);
    for (int j = 0; j < KIT_SYMBOLS; j++)
      for (int l = 0; l < 8; l++) in8[8 * j + l] = k.at[j][l % KIT_POINTS];
    lia_tape_eval8(t, in8, out8, w);
    for (int isa = 0; isa < LIA_ISA_COUNT; isa++) {
      double on[24];
      if (!lia_isa_has((lia_isa)isa)) continue;
      lia_tape_eval8_on(t, (lia_isa)isa, in8, on, w);
      for (int j = 0; j < 24; j++)
        cr_assert(memcmp(&on[j], &out8[j], sizeof *on) == 0 ||
            (on[j] != on[j] && out8[j] != out8[j]), "%s: %.17g on %s, %.17g",
            kit_text(&k, e[j / 8]), on[j],
            lia_isa_name((lia_isa)isa), out8[j]);
    }
    for (int point = 0; point < KIT_POINTS; point++) {
      for (int j = 0; j < KIT_SYMBOLS; j++) in[j] = k.at[j][point];
      lia_tape_eval(t, in, out, w);
      for (int j = 0; j < 3; j++) {
        cr_assert(kit_same(&s[j], point, out[j]), "%s: %.17g, not %.17g", kit_text(&k, e[j]),
            out[j], s[j].v[point]);
        for (int l = point; l < 8; l += KIT_POINTS)
          cr_assert(memcmp(&out8[8 * j + l], &out[j], sizeof *out) == 0 || out[j] != out[j],
              "%s: eight give %.17g, one %.17g",
              kit_text(&k, e[j]), out8[8 * j + l], out[j]);
      }
    }
    lia_free(w);
    lia_free(t);
    if (k.p->used > 60000) {
      lia_rng rng = k.rng;
      lia_pool_free(k.p);
      k = kit_new(21);
      k.rng = rng;
    }
  }
  lia_pool_free(k.p);
}

// a tape's own sines are used, at one point and at eight
static void twice(const double *x, double *s, double *c, int n) {
  for (int i = 0; i < n; i++) {
    double v = x[i];
    s[i] = 2 * v;
    c[i] = 3 * v;
  }
}

static void five_times(const double *x, double *y, int n) {
  for (int i = 0; i < n; i++) y[i] = 5 * x[i];
}

LIA_TEST(eval, a_tape_may_bring_its_own_functions) {
  lia_pool *p = lia_pool_new();
  lia_expr x = lia_sym_symbol(p, "x"), y = lia_sym_symbol(p, "y"), in[2] = { x, y };
  lia_expr out[5] = { lia_sym_sin(p, x), lia_sym_cos(p, x), lia_sym_sin(p, y),
      lia_sym_cos(p, lia_sym_add(p, x, y)), lia_sym_atan(p, y) };
  lia_tape *t = tape(p, 2, in, 5, out);
  const lia_tape_math ours = { twice, five_times };
  double v[2] = { 5, 7 }, v8[16], r[5], r8[40], w[8 * 16];
  cr_assert(t->nslot <= 16);
  t->math = &ours;
  lia_tape_eval(t, v, r, w);
  cr_assert(r[0] == 10 && r[1] == 15 && r[2] == 14 && r[3] == 36 && r[4] == 35);
  for (int l = 0; l < 16; l++) v8[l] = v[l / 8] + l % 8;
  lia_tape_eval8(t, v8, r8, w);
  for (int l = 0; l < 8; l++)
    cr_assert(r8[l] == 2 * (5 + l) && r8[8 + l] == 3 * (5 + l) && r8[16 + l] == 2 * (7 + l) &&
        r8[24 + l] == 3 * (12 + 2 * l) && r8[32 + l] == 5 * (7 + l));
  lia_free(t);
  lia_pool_free(p);
}

LIA_TEST(isa, every_path_has_a_name_and_the_best_is_there) {
  cr_assert(lia_isa_has(LIA_ISA_plain) && lia_isa_has(lia_isa_best()));
  for (int isa = 0; isa < LIA_ISA_COUNT; isa++) {
    cr_assert_eq(lia_isa_find(lia_isa_name((lia_isa)isa)), isa);
    cr_assert(isa <= (int)lia_isa_best() || !lia_isa_has((lia_isa)isa));
  }
  cr_assert_eq(lia_isa_find("mmx"), -1);
}

static lia_count count(lia_pool *p, lia_expr e) {
  lia_count c;
  cr_assert(lia_tape_count(p, 1, &e, &c));
  return c;
}

#define COUNT(e, m, a, d, f) \
  do { \
    lia_count c_ = count(p, e); \
    char text_[200]; \
    lia_print_short(p, e, text_, 200); \
    cr_assert(c_.mul == m && c_.add == a && c_.div == d && c_.fun == f, "%s: %zu %zu %zu %zu", \
        text_, c_.mul, c_.add, c_.div, c_.fun); \
  } while (0)

LIA_TEST(eval, operations_are_as_few_as_a_person_would_need) {
  lia_pool *p = lia_pool_new();
  lia_expr x = lia_sym_symbol(p, "x"), y = lia_sym_symbol(p, "y"), z = lia_sym_symbol(p, "z"),
      u = lia_sym_symbol(p, "u");
  lia_expr d = lia_sym_sub(p, x, y), r = lia_sym_sub(p, y, x);
  COUNT(x, 0, 0, 0, 0);
  COUNT(lia_sym_sq(p, x), 1, 0, 0, 0);
  COUNT(lia_sym_powi(p, x, 8), 3, 0, 0, 0);
  COUNT(lia_sym_powi(p, x, -2), 1, 0, 1, 0);
  COUNT(lia_sym_mul(p, lia_sym_sq(p, x), lia_sym_sq(p, y)), 2, 0, 0, 0);
  COUNT(lia_sym_div(p, x, lia_sym_mul(p, y, z)), 1, 0, 1, 0);
  COUNT(lia_sym_div(p, lia_sym_int(p, -2), x), 0, 0, 1, 0);
  COUNT(lia_sym_neg(p, lia_sym_mul(p, x, y)), 1, 0, 0, 0);
  COUNT(lia_sym_add(p, lia_sym_mul(p, z, d), lia_sym_mul(p, u, r)), 2, 2, 0, 0);
  COUNT(lia_sym_neg(p, lia_sym_add(p, x, y)), 0, 1, 0, 0);
  // 3 x - 3 y + z = 3 (x - y) + z
  lia_expr three = lia_sym_int(p, 3), minus3 = lia_sym_int(p, -3);
  COUNT(lia_sym_sum(p, 3, (lia_expr[3]){ lia_sym_mul(p, three, x), lia_sym_mul(p, minus3, y), z }),
      1, 2, 0, 0);
  COUNT(lia_sym_mul(p, lia_sym_sin(p, d), lia_sym_sin(p, r)), 1, 1, 0, 1);
  COUNT(lia_sym_mul(p, lia_sym_sin(p, x), lia_sym_cos(p, x)), 1, 0, 0, 2);
  COUNT(lia_sym_pow(p, x, lia_sym_rat(p, -3, 2)), 1, 0, 1, 1);
  COUNT(lia_sym_sqrt(p, LIA_TWO), 0, 0, 0, 0);
  lia_pool_free(p);
}

LIA_TEST(eval, what_cannot_be_evaluated_is_named) {
  lia_pool *p = lia_pool_new();
  lia_expr x = lia_sym_symbol(p, "x"), m2 = lia_sym_symbol(p, "m2"), s = lia_sym_add(p, x, m2);
  lia_error err = { 0 };
  double v = 2, r;
  cr_assert_eq(lia_eval(p, s, 1, &x, &v, &r, &err), LIA_EARG);
  cr_assert_str_eq(err.text, "the symbol 'm2' has no value");
  err = (lia_error){ 0 };
  cr_assert_eq(lia_eval(p, s, 1, &s, &v, &r, &err), LIA_EARG);
  cr_assert_str_eq(err.text, "input 1: expected a symbol, got m2 + x");
  err = (lia_error){ 0 };
  lia_expr bad = lia_sym_div(p, x, LIA_ZERO);
  cr_assert_eq(lia_eval(p, bad, 1, &x, &v, &r, &err), LIA_EDOMAIN);
  cr_assert_str_eq(err.text, "division by zero: (x)/0");
  cr_assert_eq(lia_eval(p, lia_sym_mul(p, x, LIA_PI), 1, &x, &v, &r, &err), LIA_OK);
  cr_assert_float_eq(r, 6.28318530717958648, 1e-15);
  for (long n = 0; n < 40; n++) {
    lia_mem_fail_after(n);
    lia_status st = lia_eval(p, lia_sym_mul(p, x, lia_sym_sin(p, x)), 1, &x, &v, &r, NULL);
    lia_mem_fail_after(-1);
    cr_assert(st == LIA_ENOMEM || (st == LIA_OK && fabs(r - 2 * sin(2)) < 1e-15));
  }
  lia_pool_free(p);
}

LIA_TEST(eval, values_share_slots_and_evaluation_allocates_nothing) {
  lia_pool *p = lia_pool_new();
  lia_expr x = lia_sym_symbol(p, "x"), deep = x, wide = LIA_ZERO;
  for (int i = 0; i < 100000; i++)
    deep = lia_sym_sin(p, lia_sym_add(p, deep, lia_sym_num(p, 0.25 + i % 7)));
  for (int i = 0; i < 50000; i++)
    wide = lia_sym_add(p, wide,
        lia_sym_mul(p, lia_sym_int(p, i + 2), lia_sym_powi(p, x, i % 50 + 1)));
  for (int i = 0; i < 100000; i++)
    wide = lia_sym_add(p, wide, lia_sym_cos(p, lia_sym_mul(p, lia_sym_int(p, i + 2), x)));
  lia_expr out[2] = { deep, wide };
  lia_tape *t = tape(p, 1, &x, 2, out);
  cr_assert(t->nslot < 101000 + 200, "%u slots for %zu instructions", t->nslot, t->n);
  double v = 0.3, r[2], *w = lia_malloc(t->nslot * sizeof *w), expect = v, sum = 0;
  for (int i = 0; i < 100000; i++) expect = sin(expect + (0.25 + i % 7));
  for (int i = 0; i < 50000; i++) sum += (i + 2) * pow(v, i % 50 + 1);
  for (int i = 0; i < 100000; i++) sum += cos((i + 2) * v);
  lia_mem_fail_after(0);
  lia_tape_eval(t, &v, r, w);
  lia_mem_fail_after(-1);
  cr_assert_eq(r[0], expect);
  cr_assert_float_eq(r[1], sum, 1e-9 * fabs(sum));
  lia_free(w);
  lia_free(t);
  lia_pool_free(p);
}
