/* test_compact.c - common parts and common factors taken out: values stay, operations never grow,
 * and a person's forms are found */
#include "house.h"
#include "symkit.h"
#include "sym/simp/compact.h"
#include "sym/tape/eval.h"
#include "sym/simp/terms.h"

static lia_pool *p;

static lia_expr E(const char *s) {
  lia_expr e;
  cr_assert_eq(lia_parse(p, s, strlen(s), LIA_PARSE_create, &e, NULL, NULL), LIA_OK, "%s", s);
  return e;
}

static lia_count count(uint32_t n, const lia_expr *e, int constants) {
  lia_count c;
  cr_assert(constants ? lia_tape_count_moving(p, n, e, &c) : lia_tape_count(p, n, e, &c));
  return c;
}

#define COMPACT(constants, m, a, ...) do { \
    const char *const text_[] = { __VA_ARGS__ }; \
    enum { N_ = sizeof text_ / sizeof *text_ }; \
    lia_expr e_[N_]; \
    for (int i_ = 0; i_ < N_; i_++) e_[i_] = E(text_[i_]); \
    cr_assert(lia_compact(p, N_, e_, e_, constants), "%s", p->err.text); \
    lia_count c_ = count(N_, e_, constants); \
    cr_assert(c_.mul == m && c_.add - c_.angle == a && c_.div == 0, "%s ...: %zu %zu %zu", \
        text_[0], c_.mul, c_.add - c_.angle, c_.div); } while (0)

LIA_TEST(compact, finds_what_a_person_would) {
  p = lia_pool_new();
  for (const char *const *s = (const char *const[]){ "q1", "q2", "q3", NULL }; *s; s++)
    lia_sym_coordinate(p, *s);
  // factors: a person's a (b + c); twice, once more as part of a larger sum
  COMPACT(0, 1, 1, "x*y + x*z");
  COMPACT(0, 3, 2, "x*(y + z) + u*w", "u*y + u*z");
  // a sum in a sum, whole and doubled: A33 = A34 + t, A23 = A33 - z, A22 = A23 - z + c
  COMPACT(0, 3, 3, "k*x + y*z", "2*k*x + y*z", "2*k*x + y*z - u*w");
  // J1 c^2 + J2 s^2 with its other way round: one product of a constant and a square
  COMPACT(1, 2, 2, "J1*cos(q1)^2 + J2*sin(q1)^2", "J2*cos(q1)^2 + J1*sin(q1)^2");
  // L1 s2 + L2 c23, in three places, times different things
  COMPACT(1, 6, 1, "m*cos(q1)*(L1*sin(q2) + L2*cos(q2 + q3))",
      "m*sin(q1)*L1*sin(q2) + m*sin(q1)*L2*cos(q2 + q3)",
      "2*m*cos(q1)*sin(q1)*(L1*sin(q2) + L2*cos(q2 + q3))");
  // constants are one constant, whatever they are made of; and so are numbers
  COMPACT(1, 1, 1, "(J1 - J2 + m*L1^2)*sin(q1) + sqrt(J1 + J2)*m - 3");
  COMPACT(1, 0, 0, "J1 + 2*J2^3", "0", "7");
  // products of sines merged where that is less
  COMPACT(1, 1, 0, "L1*cos(q1)*cos(q2) - L1*sin(q1)*sin(q2)");
  lia_pool_free(p);
}

LIA_TEST(compact, keeps_values_and_never_adds_operations) {
  kit k = kit_new(93);
  p = k.p;
  for (int i = 0; i < kit_cases(400); i++) {
    shadow s[5];
    lia_expr e[5], out[5];
    kit_related(&k, 5, i % 2, s, e);
    int constants = i % 3 == 0;
    cr_assert(lia_compact(p, 5, e, out, constants), "%s", p->err.text);
    cr_assert(lia_count_price(count(5, out, constants),
        1) <= lia_count_price(count(5, e, constants), 1));
    for (int j = 0; j < 5; j++)
      for (int m = 0; m < KIT_POINTS; m++) {
        double v = kit_value(&k, out[j], m);
        cr_assert(kit_same(&s[j], m, v), "%s\nis not %s: %.17g, %.17g", kit_text(&k, out[j]),
            kit_text(&k, e[j]), v, s[j].v[m]);
      }
    if (k.p->used > 60000) {
      lia_rng rng = k.rng;
      lia_pool_free(k.p);
      k = kit_new(93);
      k.rng = rng;
      p = k.p;
    }
  }
  lia_pool_free(k.p);
}

LIA_TEST(compact, what_is_too_large_stays_and_memory_may_run_out_anywhere) {
  p = lia_pool_new();
  lia_expr x = lia_sym_symbol(p, "x"), y = lia_sym_symbol(p, "y"), e[3];
  e[0] = lia_sym_powi(p, lia_sym_add(p, lia_sym_add(p, x, y), lia_sym_symbol(p, "z")), 60);
  e[1] = lia_sym_powi(p, x, 40);
  e[2] = LIA_ZERO;
  for (int i = 0; i < 20000; i++)
    e[2] = lia_sym_add(p, e[2],
        lia_sym_mul(p, lia_sym_powi(p, x, i % 200 + 1),
        lia_sym_cos(p, lia_sym_mul(p, lia_sym_int(p, i + 2), y))));
  lia_expr out[3];
  cr_assert(lia_compact(p, 3, e, out, 0), "%s", p->err.text);
  cr_assert(!lia_compact(p, 1, (lia_expr[]){ 0 }, out, 0));
  lia_pool_clear(p);
  lia_expr f[2] = { E("a*x^2 + a*y^2 + sin(x)^2*y"), E("b*x^2 + b*y^2 + cos(x)^2*y*a") };
  for (long n = 0, done = 0; !done; n += 1 + n / 40) {
    lia_mem_fail_after(n);
    done = lia_compact(p, 2, f, out, 0);
    lia_mem_fail_after(-1);
    cr_assert(done || p->err.code == LIA_ENOMEM, "%s", p->err.text);
    lia_pool_clear(p);
  }
  lia_pool_free(p);
}
