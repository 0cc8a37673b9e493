/* test_ball.c - balls hold what they stand for: published digits, identities, and themselves with
 * more bits */
#include "house.h"
#include "symkit.h"
#include "sym/expr/ball.h"

static lia_pool *p;

static lia_expr E(const char *s) { return kit_read(p, s); }

// |x - y| at most the sum of the radii
static int meet(lia_ball x, lia_ball y, lia_bigs *s) {
  lia_balls b = { .s = s, .bits = 4000 };
  lia_ball d = lia_ball_add(&b, x, lia_ball_neg(y));
  return lia_ball_known(d) && (lia_ball_sign(d) == 0 || lia_ball_zero(d));
}

static lia_ball at(lia_expr e, int bits, lia_bigs *s) {
  return lia_ball_eval(p, e, (lia_balls){ .bits = bits }, NULL, NULL, s);
}

// a hundred digits each, as tables print them
LIA_TEST(ball, published_digits) {
  static const char *const row[][2] = {
    { "pi",
        "3.1415926535897932384626433832795028841971693993751058209749"
        "445923078164062862089986280348253421170680" },
    { "exp(1)",
        "2.7182818284590452353602874713526624977572470936999595749669"
        "676277240766303535475945713821785251664274" },
    { "log(2)",
        "0.6931471805599453094172321214581765680755001343602552541206"
        "8000949339362196969471560586332699641868754" },
    { "sqrt(2)",
        "1.4142135623730950488016887242096980785696718753769480731766"
        "797379907324784621070388503875343276415727" },
    { "sin(1)",
        "0.8414709848078965066525023216302989996225630607983710656727"
        "5170999191040439123966894863974354305269585" },
    { "log(10)",
        "2.3025850929940456840179914546843642076011014886287729760333"
        "279009675726096773524802359972050895982983" },
    { "atan(1/2)",
        "0.4636476090008061162142562314612144020285370542861202638109"
        "3308872019786416574170530060028398488789256" },
    { "(1 + sqrt(5))/2",
        "1.6180339887498948482045868343656381177203091798057628621354"
        "486227052604628189024497072072041893911375" },
  };
  p = lia_pool_new();
  for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
    lia_bigs s;
    lia_bigs_start(&s);
    lia_ball x = at(E(row[i][0]), 400, &s),
        want = at(lia_sym_ratio(p, lia_ratio_read(row[i][1], strlen(row[i][1]))), 400, &s);
    lia_balls b = { .s = &s, .bits = 400 };
    lia_ball d = lia_ball_add(&b, x, lia_ball_neg(want));
    // the last digit is rounded: half a unit of 10^-100 or 10^-101
    cr_assert(lia_ball_below(d, -329), "%s", row[i][0]);
    cr_assert(lia_ball_radius(x) < 1e-115);
    lia_bigs_free(&s);
  }
  lia_pool_free(p);
}

// constants of every operation
static lia_expr random_constant(lia_rng *r, int depth) {
  if (depth == 0) {
    int64_t n = (int64_t)lia_rng_below(r, 41) - 20, d = 1 + (int64_t)lia_rng_below(r, 12);
    return lia_rng_below(r, 8) ? lia_sym_rat(p, n, d) : LIA_PI;
  }
  lia_expr a = random_constant(r, depth - 1), b = random_constant(r, depth - 1);
  static const lia_op fun[] = { LIA_OP_sin, LIA_OP_cos, LIA_OP_tan, LIA_OP_atan, LIA_OP_tanh,
      LIA_OP_exp, LIA_OP_abs, LIA_OP_sign, LIA_OP_floor };
  switch (lia_rng_below(r, 16)) {
    case 0: case 1: return lia_sym_add(p, a, b);
    case 2: return lia_sym_sub(p, a, b);
    case 3: case 4: return lia_sym_mul(p, a, b);
    case 5: return b == LIA_ZERO ? a : lia_sym_div(p, a, b);
    case 6: return lia_sym_sqrt(p, lia_sym_abs(p, a));
    case 7: return lia_sym_log(p, lia_sym_add(p, LIA_ONE, lia_sym_sq(p, a)));
    case 8: return lia_sym_asin(p, lia_sym_tanh(p, a));
    case 9: return lia_sym_max(p, a, b);
    case 10: return lia_sym_atan2(p, a, lia_sym_add(p, LIA_ONE, lia_sym_sq(p, b)));
    case 11: return lia_sym_if(p, lia_sym_lt(p, a, b), a, b);
    default: return lia_sym_fun(p, fun[lia_rng_below(r, 9)], a);
  }
}

// few bits hold many, and doubles the library's
LIA_TEST(ball, more_bits_lie_within_fewer) {
  lia_rng r = lia_rng_seed(51);
  p = lia_pool_new();
  int known = 0, tight = 0;
  for (int i = 0; i < 3000; i++) {
    lia_expr e = random_constant(&r, 1 + i % 4);
    lia_pool_clear(p);
    if (!e) continue;
    lia_bigs s;
    lia_bigs_start(&s);
    lia_ball rough = at(e, 40 + i % 100, &s), fine = at(e, 700, &s);
    if (lia_ball_known(rough) && lia_ball_known(fine)) {
      known++;
      cr_assert(meet(rough, fine, &s), "%s", kit_text(&(kit){ .p = p }, e));
      tight += lia_ball_radius(fine) <= 1e-150 * fabs(lia_ball_middle(fine)) || lia_ball_zero(fine);
    }
    lia_bigs_free(&s);
  }
  cr_assert(known > 2000 && tight > known * 9 / 10, "%d known, %d tight", known, tight);
  lia_pool_free(p);
}

// what holds for every x, at numbers of all sizes
LIA_TEST(ball, identities_hold_within_the_radius) {
  static const char *const zero[] = {
    "sin(%s)^2 + cos(%s)^2 - 1", "exp(log(1 + (%s)^2)) - 1 - (%s)^2", "tan(atan(%s)) - (%s)",
    "sin(asin(tanh(%s))) - tanh(%s)",
    "cos(acos(tanh(%s))) - tanh(%s)", "atan2(sin(%s), 1) - atan(sin(%s))",
    "sqrt((%s)^2 + 1)^2 - 1 - (%s)^2", "(1 + (%s)^2)^(1/3)*(1 + (%s)^2)^(-1/3) - 1",
    "tanh(%s) - (exp(2*(%s)) - 1)/(exp(2*(%s)) + 1)", "log(exp(%s)*exp(1)) - 1 - (%s)",
    "abs(%s) - max(%s, -(%s))", "min(%s, 1) + max(%s, 1) - 1 - (%s)",
    "asin(tanh(%s)) + acos(tanh(%s)) - pi/2", "sin(3*(%s)) - 3*sin(%s) + 4*sin(%s)^3",
    "sign(%s)*abs(%s) - (%s)", "atan(%s) - atan2(%s, 1)",
  };
  static const char *const x[] = { "1/3", "-7/5", "22", "1e-30", "-1e9/7", "sqrt(2)", "pi/7",
      "1000001/1000000", "-1e-5", "exp(3)", "0.999999999999" };
  p = lia_pool_new();
  p->nested = 1;
  for (size_t i = 0; i < sizeof zero / sizeof *zero; i++)
    for (size_t j = 0; j < sizeof x / sizeof *x; j++) {
      char text[200];
      // e to a hundred millions, and a tanh that only millions of bits tell from -1
      if (j == 4 && (i == 1 || i == 3 || i == 4 || i == 9 || i == 12)) continue;
      snprintf(text, sizeof text, zero[i], x[j], x[j], x[j]);
      lia_bigs s;
      lia_bigs_start(&s);
      lia_ball v = at(E(text), 300, &s);
      cr_assert(lia_ball_known(v) && (lia_ball_zero(v) || !lia_ball_sign(v)), "%s is %g +- %g",
          text, lia_ball_middle(v), lia_ball_radius(v));
      cr_assert(lia_ball_radius(v) < 1e-40, "%s: %g", text, lia_ball_radius(v));
      lia_bigs_free(&s);
    }
  lia_pool_free(p);
}

LIA_TEST(ball, signs_and_nearest_doubles) {
  p = lia_pool_new();
  static const struct { const char *s; int sign; } row[] = {
    { "sqrt(2) - 1.41421356237309504880168872420969807856967187537694", 1 },
        { "sqrt(2) - 1.41421356237309504880168872420969807856967187537695", -1 },
    { "exp(pi*sqrt(163)) - 262537412640768744", -1 }, { "sin(1)^2 + cos(1)^2 - 1", 0 },
        { "pi^4 + pi^5 - exp(6)", -1 }, { "atan(1e30) - pi/2", -1 },
    { "log(2) - 0.6931471805599453094172321214581765680755001343602552541206800095", -1 },
        { "exp(-1000)", 1 }, { "tanh(50) - 1", -1 },
  };
  for (size_t i = 0; i < sizeof row / sizeof *row; i++)
    cr_assert_eq(lia_ball_sign_of(p, E(row[i].s)), row[i].sign, "%s", row[i].s);
  static const struct { const char *s; double x; } near[] = {
    { "sqrt(3)/3", 0.57735026918962573 }, { "2*sqrt(5)/5", 0.89442719099991586 },
        { "exp(1)", 2.718281828459045 }, { "pi^2/6", 1.6449340668482264 },
    { "exp(800)", HUGE_VAL }, { "exp(-800)", 0 }, { "1e300*exp(100)", HUGE_VAL },
        { "exp(709.5)/exp(709)", 1.6487212707001282 },
    { "sqrt(2)*sqrt(3) - sqrt(6)", 0 }, { "log(12) - 2*log(2) - log(3)", 0 },
  };
  for (size_t i = 0; i < sizeof near / sizeof *near; i++) {
    double x = lia_ball_double_of(p, E(near[i].s));
    cr_assert_eq(x, near[i].x, "%s: %.17g", near[i].s, x);
    cr_assert_eq(lia_ball_double_of(p, E(near[i].s)), x);
  }
  // a double is as doubtful as it is, or taken for what it is
  lia_expr rounded = lia_sym_sub(p, lia_sym_num(p, sqrt(2)), lia_sym_sqrt(p, LIA_TWO));
  cr_assert_eq(lia_ball_sign_of(p, rounded), 0);
  cr_assert_float_eq(lia_ball_double_of(p, rounded), 9.667293313452913e-17, 1e-30);
  cr_assert_eq(lia_ball_sign_of(p, E("x")), 0);
  lia_pool_free(p);
}

LIA_TEST(ball, memory_that_gives_out) {
  p = lia_pool_new();
  lia_expr e = E("atan(sqrt(2)) + log(3)*exp(sin(2)) + pi^(1/3)");
  lia_bigs first;
  lia_bigs_start(&first);
  at(e, 5000, &first);
  lia_bigs_free(&first);
  size_t before = lia_mem_live();
  for (long n = 0; n < 40; n++) {
    lia_bigs s;
    lia_bigs_start(&s);
    lia_mem_fail_after(n);
    lia_ball v = at(e, 5000, &s);
    lia_mem_fail_after(-1);
    cr_assert(lia_ball_known(v) || p->err.code == LIA_ENOMEM);
    lia_pool_clear(p);
    lia_bigs_free(&s);
  }
  cr_assert_eq(lia_mem_live(), before);
  lia_pool_free(p);
}

LIA_TEST(ball, what_is_not_known_is_below_nothing) {
  cr_assert_not(lia_ball_below(lia_ball_unknown(), INT64_MAX));
}

LIA_TEST(ball, a_number_is_below_the_powers_of_two_above_it) {
  lia_bigs s;
  lia_bigs_start(&s);
  lia_balls b = { .s = &s, .bits = 100 };
  for (int e = -200; e <= 200; e += 25) {
    lia_ball x = lia_ball_of_double(&b, ldexp(-1, e));
    cr_assert(lia_ball_below(x, e + 2), "2^%d", e);
    cr_assert_not(lia_ball_below(x, e), "2^%d", e);
  }
  lia_bigs_free(&s);
}
