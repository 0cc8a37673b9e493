/* test_share.c - sharing keeps the values, never adds operations, and finds what a person would */
#include "house.h"
#include "symkit.h"
#include "sym/expr/diff.h"
#include "sym/tape/eval.h"
#include "sym/tape/cse.h"

static lia_pool *p;

static lia_expr E(const char *s) {
  lia_expr e;
  cr_assert_eq(lia_parse(p, s, strlen(s), LIA_PARSE_create, &e, NULL, NULL), LIA_OK, "%s", s);
  return e;
}

static lia_count count(uint32_t n, const lia_expr *e) {
  lia_count c;
  cr_assert(lia_tape_count(p, n, e, &c));
  return c;
}

LIA_TEST(share, finds_common_sums_and_products) {
  p = lia_pool_new();
  lia_expr e[4] = { E("a + b + c"), E("a + b + d"), E("x*(2*a + 2*b - e)"), E("y/(-a - b + z)") };
  cr_assert(lia_share(p, 4, e, e));
  lia_count c = count(4, e);
  cr_assert(c.add == 5 && c.mul == 2 && c.div == 1, "%zu %zu %zu", c.add, c.mul, c.div);
  lia_expr f[4] = { E("x*y*z"), E("x*y*w"), E("x^2*y^2*a"), E("b/(x*y)") };
  cr_assert(lia_share(p, 4, f, f));
  c = count(4, f);
  cr_assert(c.mul == 1 + 1 + 1 + 2 && c.div == 1, "%zu %zu", c.mul, c.div);
  // longer parts grow from pairs
  lia_expr g[3] = { E("a + b + c + d + x"), E("a + b + c + d + y"), E("a + b + c + d + z") };
  cr_assert(lia_share(p, 3, g, g));
  cr_assert_eq(count(3, g).add, 6);
  lia_pool_free(p);
}

LIA_TEST(share, keeps_values_and_never_adds_operations) {
  kit k = kit_new(91);
  p = k.p;
  for (int i = 0; i < kit_cases(1000); i++) {
    shadow s[6];
    lia_expr e[6], out[6];
    kit_related(&k, 6, i % 2, s, e);
    cr_assert(lia_share(p, 6, e, out), "%s", p->err.text);
    cr_assert(lia_count_price(count(6, out), 1) <= lia_count_price(count(6, e), 1));
    for (int j = 0; j < 6; j++)
      for (int m = 0; m < KIT_POINTS; m++) {
        double v = kit_value(&k, out[j], m);
        cr_assert(kit_same(&s[j], m, v), "%s shared as %s: %.17g, not %.17g", kit_text(&k, e[j]),
            kit_text(&k, out[j]), v, s[j].v[m]);
      }
    if (p->used > 100000) {
      lia_rng rng = k.rng;
      lia_pool_free(p);
      k = kit_new(91);
      k.rng = rng;
      p = k.p;
    }
  }
  lia_pool_free(k.p);
}

LIA_TEST(share, large_and_missing_memory) {
  p = lia_pool_new();
  lia_expr x = E("x"), wide = LIA_ZERO, rows[200], a[20];
  for (int i = 0; i < 20000; i++)
    wide = lia_sym_add(p, wide, lia_sym_sin(p, lia_sym_mul(p, lia_sym_int(p, i + 2), x)));
  for (int i = 0; i < 20; i++) {
    char name[8];
    snprintf(name, sizeof name, "a%d", i);
    a[i] = lia_sym_symbol(p, name);
  }
  lia_rng r = lia_rng_seed(3);
  for (int i = 0; i < 199; i++) {
    rows[i] = LIA_ZERO;
    for (int j = 0; j < 20; j++)
      if (lia_rng_below(&r, 2)) rows[i] = lia_sym_add(p, rows[i], a[j]);
  }
  rows[199] = wide;
  size_t before = lia_count_all(count(200, rows));
  cr_assert(lia_share(p, 200, rows, rows));
  cr_assert(lia_count_all(count(200, rows)) < before - 600, "%zu of %zu",
      lia_count_all(count(200, rows)), before);
  lia_expr e[2] = { E("a*b*c + x*y + 1"), E("a*b*d + x*y + 2") }, out[2];
  for (long n = 0;; n++) {
    lia_mem_fail_after(n);
    int ok = lia_share(p, 2, e, out);
    lia_mem_fail_after(-1);
    cr_assert(ok || p->err.code == LIA_ENOMEM);
    lia_pool_clear(p);
    if (ok) break;
  }
  lia_pool_free(p);
}
