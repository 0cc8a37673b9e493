/* number.c - numbers of the pool: made, told whole, taken into sums */
#include "sym/expr/number.h"

#include <math.h>

lia_expr lia_sym_ratio(lia_pool *p, lia_ratio a) {
  if (lia_ratio_finite(a)) return lia_pool_num(p, a);
  if (lia_ratio_lost(a)) return lia_pool_nomem(p);
  if (lia_ratio_large(a))
    return lia_pool_fail(p, LIA_ELIMIT,
                         "a number of more than %d digits is too long to be written out",
                         (int)(LIA_RATIO_BITS / 3.3219281));
  return lia_pool_fail(p, LIA_EDOMAIN, "a constant is %s: not a finite number",
                       isnan(a.x) ? "nan" : "infinite");
}

lia_expr lia_sym_num(lia_pool *p, double x) { return lia_sym_ratio(p, lia_ratio_of(x)); }
lia_expr lia_sym_int(lia_pool *p, int64_t n) { return lia_sym_ratio(p, lia_ratio_make(n, 1)); }

lia_expr lia_sym_rat(lia_pool *p, int64_t n, int64_t d) {
  if (!d) return lia_pool_fail(p, LIA_EDOMAIN, "division by zero: %lld/0", (long long)n);
  return lia_sym_ratio(p, lia_ratio_make(n, d));
}

int lia_sym_whole(const lia_pool *p, lia_expr a, int64_t *n) {
  if (!lia_expr_is_num(p, a)) return 0;
  lia_ratio r = lia_expr_num(p, a);
  *n = r.n;
  return r.d == 1;
}

static int number_unit(lia_expr num) { return num == LIA_ONE || num == LIA_MINUS; }

// does number * (k1 t1 + k2 t2 + ...) have fewer multiplications when multiplied out?
int lia_sym_inside(const lia_pool *p, lia_expr num, lia_expr sum) {
  lia_ratio inverse = lia_ratio_inv(lia_expr_num(p, num));
  int saved = 1;
  const lia_expr *k = lia_expr_args(p, sum);
  for (uint32_t i = 0; i < lia_expr_n(p, sum); i++) {
    lia_expr rest, c = lia_sym_split(p, k[i], &rest);
    if (rest == LIA_ONE) continue;
    lia_ratio r = lia_expr_num(p, c);
    saved += !number_unit(c);
    saved -= !(lia_ratio_equal(r, inverse) || lia_ratio_equal(lia_ratio_neg(r), inverse));
  }
  return saved > 0;
}
