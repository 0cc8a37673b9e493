/* test_constant.c - constants: true identities are proved, what is beside them is refuted, however
 * near */
#include "house.h"
#include "sym/simp/zero.h"

#include "symkit.h"

static lia_pool *p;

static lia_expr E(const char *s) { return kit_read(p, s); }

// textbooks: radicals that denest, cyclotomic sums and products, Machin's formulas, logarithms,
// golden ratio, cubic resolvents
static const char *const identity[] = {
  "sqrt(3 + 2*sqrt(2)) - 1 - sqrt(2)", "sqrt(5 + 2*sqrt(6)) - sqrt(2) - sqrt(3)",
  "(2 + sqrt(5))^(1/3) - (1 + sqrt(5))/2",
  "(7 + 5*sqrt(2))^(1/3) - 1 - sqrt(2)", "27^(2/3) - 9", "sqrt(0.3)^2 - 0.3", "sqrt(1/30)^2 - 1/30",
  "sqrt(6) - sqrt(2)*sqrt(3)",
  "((1 + sqrt(5))/2)^2 - (1 + sqrt(5))/2 - 1", "1/(sqrt(2) + sqrt(3)) - sqrt(3) + sqrt(2)",
  ("sqrt(16 - 2*sqrt(29) + 2*sqrt(55 - 10*sqrt(29))) - sqrt(22 + 2*sqrt(5)) + sqrt(11 + "
   "2*sqrt(29)) - sqrt(5)"),
  "cos(pi/5) - (1 + sqrt(5))/4", "cos(pi/5)*cos(2*pi/5) - 1/4",
  "cos(pi/7)*cos(2*pi/7)*cos(3*pi/7) - 1/8", "cos(pi/7) - cos(2*pi/7) + cos(3*pi/7) - 1/2",
  "sin(pi/10) - (sqrt(5) - 1)/4", "cos(pi/8) - sqrt(2 + sqrt(2))/2", "tan(pi/8) - sqrt(2) + 1",
  "tan(3*pi/11) + 4*sin(2*pi/11) - sqrt(11)",
  "sin(pi/18)*sin(5*pi/18)*sin(7*pi/18) - 1/8", "cos(pi/9) - cos(2*pi/9) - cos(4*pi/9)",
  "cos(2*pi/9)*cos(4*pi/9)*cos(8*pi/9) + 1/8",
  "cos(pi/17)^2 + sin(pi/17)^2 - 1", "4*atan(1/5) - atan(1/239) - pi/4",
  "atan(1/2) + atan(1/3) - pi/4", "2*atan(1/3) + atan(1/7) - pi/4",
  "12*atan(1/18) + 8*atan(1/57) - 5*atan(1/239) - pi/4", "atan(1) + atan(2) + atan(3) - pi",
  "asin(3/5) + asin(4/5) - pi/2", "acos(1/3) + asin(1/3) - pi/2",
  "cos(acos(1/3)) - 1/3", "sin(2*asin(3/5)) - 24/25", "tan(2*atan(1/5)) - 5/12",
  "log(6) - log(2) - log(3)", "log(8)/log(2) - 3", "log(1024) - 10*log(2)",
  "log(1/3) + log(3)", "log(12/35) - 2*log(2) - log(3) + log(5) + log(7)", "exp(1)^2 - exp(2)",
  "exp(log(5)/2) - sqrt(5)", "exp(1/2)*exp(1/3) - exp(5/6)",
  "cos(3)*sin(2) - cos(2)*sin(3) + sin(1)", "sin(1)^2 + cos(1)^2 - 1", "cos(2) - 2*cos(1)^2 + 1",
  "sin(3) - 3*sin(1) + 4*sin(1)^3", "tanh(1) - (exp(2) - 1)/(exp(2) + 1)",
  "sqrt(2)*10^40 - sqrt(2*10^80)", "10^20 + 1 - 10^20 - 1", "(10^10 + 1)^2 - 10^20 - 2*10^10 - 1",
  "abs(1 - sqrt(2)) - sqrt(2) + 1", "max(sqrt(2), 7/5) - sqrt(2)",
  "sign(sqrt(2) - 1.41421356237309505) + 1 - 2*sign(1.41421356237309504 - sqrt(2)) - 2",
  "atan2(1, -1) - 3*pi/4", "asin(sqrt(3)/2) - pi/3", "acos((sqrt(6) + sqrt(2))/4) - pi/12",
};

// near by accident: Ramanujan's, Shanks' and others, and truncations
static const char *const miss[] = {
  "exp(pi*sqrt(163)) - 262537412640768744", "exp(pi) - pi - 19.999099979189475767", "22/7 - pi",
  "355/113 - pi", "sqrt(2) + sqrt(3) - pi",
  "(2143/22)^(1/4) - pi", "log(640320^3 + 744)/sqrt(163) - pi",
  "sqrt(2) - 1.41421356237309504880168872420969807856967187537694",
  "sqrt(1000001) - sqrt(1000000) - 1/2000",
  "cos(pi/7) - 0.9009688679024191262361023195074450511659191621318571500535624231",
  "exp(1) - 2.71828182845904523536028747135266249775724709369995",
  "sin(11) + 0.9999902065507034570515648990255274", "tan(11)/225.9508464541951420 + 1",
  "3^(1/3) + 5^(1/3) - 7^(1/3) - 1.2392944", "1/3 - 0.333333333333333333333333333333333333333333",
  "atan(1/5)*4 - atan(1/240) - pi/4",
  "log(2)/log(3) - 0.630929753571457437099527114", "27^(2/3) - 9 - 10^(-60)",
  "sqrt(5 + 2*sqrt(6)) - sqrt(2) - sqrt(3) - 10^(-100)",
};

LIA_TEST(constant, textbook_identities_are_proved) {
  p = lia_pool_new();
  for (size_t i = 0; i < sizeof identity / sizeof *identity; i++)
    cr_assert_eq(lia_zero(p, E(identity[i])), LIA_ZERO_yes, "%s", identity[i]);
  cr_assert_eq(p->err.code, LIA_OK);
  lia_pool_free(p);
}

LIA_TEST(constant, what_is_near_is_refuted) {
  p = lia_pool_new();
  for (size_t i = 0; i < sizeof miss / sizeof *miss; i++)
    cr_assert_eq(lia_zero(p, E(miss[i])), LIA_ZERO_no, "%s", miss[i]);
  // every identity, missed by 10^-n
  for (size_t i = 0; i < sizeof identity / sizeof *identity; i++)
    for (int n = 5; n <= 125; n += 40) {
      lia_expr off = lia_sym_ratio(p, lia_ratio_pow(lia_ratio_make(i % 2 ? 10 : -10, 1), -n));
      cr_assert_eq(lia_zero(p, lia_sym_add(p, E(identity[i]), off)), LIA_ZERO_no, "%s and 10^-%d",
          identity[i], n);
    }
  lia_pool_free(p);
}

// random ones of a few families: a, b, c, d are small positive numbers

static const char *const families[] = {
  "(sqrt(%a) + sqrt(%b))^2 - %a - %b - 2*sqrt(%a*%b)",
  "sqrt(%a + %b + 2*sqrt(%a*%b)) - sqrt(%a) - sqrt(%b)",
  "1/(sqrt(%a) + sqrt(%a + %b)) - (sqrt(%a + %b) - sqrt(%a))/(%b)",
  "(%a)^(1/3)*(%b)^(1/3) - (%a*%b)^(1/3)", "log(%a) + log(%b) - log(%a*%b)",
  "%c*log(%a) - log((%a)^(%c))", "exp(%a)*exp(%b) - exp(%a + %b)",
  "cos(%d/7)*cos(2/7) - sin(%d/7)*sin(2/7) - cos((%d + 2)/7)",
  "sin(%c*pi/(%d))^2 + cos(%c*pi/(%d))^2 - 1",
  "2*cos(%c*pi/(%d))*cos(pi/(%d)) - cos((%c + 1)*pi/(%d)) - cos((%c - 1)*pi/(%d))",
  "tan(atan(1/(%c + 1)) + atan(1/(%d + 1))) - (%c + %d + 2)/((%c + 1)*(%d + 1) - 1)",
  "sin(asin(1/(%c + 1)))*(%c + 1) - 1",
};

static void fill(char *to, size_t room, const char *form, lia_rng *r) {
  char value[4][32];
  size_t n = 0;
  for (int i = 0; i < 4; i++) {
    int top = 1 + (int)lia_rng_below(r, 40),
        bottom = i < 2 && lia_rng_below(r, 2) ? 1 + (int)lia_rng_below(r, 30) : 1;
    if (i == 3) top = 3 + (int)lia_rng_below(r, 30);
    snprintf(value[i], sizeof value[i], bottom > 1 ? "(%d/%d)" : "%d", top, bottom);
  }
  for (; *form && n + 32 < room; form++) {
    if (*form != '%') to[n++] = *form;
    else n += (size_t)snprintf(to + n, room - n, "%s", value[*++form - 'a']);
  }
  to[n] = 0;
}

LIA_TEST(constant, families_of_identities_and_their_neighbours) {
  enum { KINDS = sizeof families / sizeof *families };
  lia_rng r = lia_rng_seed(91);
  char form[400];
  p = lia_pool_new();
  for (int i = 0; i < kit_cases(2400) / 20; i++) {
    fill(form, sizeof form, families[i % KINDS], &r);
    lia_expr e = E(form), off = lia_sym_ratio(p,
        lia_ratio_pow(lia_ratio_make(10, 1), -3 - (int64_t)lia_rng_below(&r, 60)));
    cr_assert_eq(lia_zero(p, e), LIA_ZERO_yes, "%s", form);
    cr_assert_eq(lia_zero(p, lia_sym_add(p, e, off)), LIA_ZERO_no, "%s", form);
    if (p->used < 100000) continue;
    lia_pool_free(p);
    p = lia_pool_new();
  }
  lia_pool_free(p);
}
