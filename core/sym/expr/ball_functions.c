/* ball_functions.c - functions of balls, by series in fixed point */
#include "sym/expr/ball_inside.h"

#include "base/assert.h"

// ---- constants, in fixed point of F bits, wrong by less than four units

// atan(1/n) = sum (-1)^k/((2k + 1) n^(2k + 1)), its hyperbolic brother without the signs
static lia_big inverse_series(lia_bigs *s, int64_t n, int F, int alternating) {
  lia_big power, square = lia_big_of(s, n * n), sum, term;
  lia_big_div(s, lia_big_shift(s, lia_big_of(s, 1), F), lia_big_of(s, n), &power, NULL);
  sum = power;
  for (int64_t k = 1; power.n && !lia_bigs_bad(s); k++) {
    lia_big_div(s, power, square, &power, NULL);
    lia_big_div(s, power, lia_big_of(s, 2 * k + 1), &term, NULL);
    sum = alternating && k % 2 ? lia_big_sub(s, sum, term) : lia_big_add(s, sum, term);
  }
  return sum;
}

static lia_big ball_times(lia_bigs *s, lia_big a, int64_t n) {
  return lia_big_mul(s, a, lia_big_of(s, n));
}

// bits that are cut off again: two units a term, some thousand terms, times 18
enum { MORE = 32 };

static lia_big pi_of(lia_balls *b, int F) {
  if (b->pibits < F) {
    // pi = 16 atan(1/5) - 4 atan(1/239)                                                   Machin
    lia_big x = ball_times(b->s, inverse_series(b->s, 5, F + MORE, 1), 16);
    x = lia_big_sub(b->s, x, ball_times(b->s, inverse_series(b->s, 239, F + MORE, 1), 4));
    b->pi = lia_big_shift(b->s, x, -MORE);
    b->pibits = F;
  }
  return lia_big_shift(b->s, b->pi, F - b->pibits);
}

static lia_big ln2_of(lia_balls *b, int F) {
  if (b->ln2bits < F) {
    // log 2 = 18 artanh(1/26) - 2 artanh(1/4801) + 8 artanh(1/8749)
    lia_big x = ball_times(b->s, inverse_series(b->s, 26, F + MORE, 0), 18);
    x = lia_big_sub(b->s, x, ball_times(b->s, inverse_series(b->s, 4801, F + MORE, 0), 2));
    x = lia_big_add(b->s, x, ball_times(b->s, inverse_series(b->s, 8749, F + MORE, 0), 8));
    b->ln2 = lia_big_shift(b->s, x, -MORE);
    b->ln2bits = F;
  }
  return lia_big_shift(b->s, b->ln2, F - b->ln2bits);
}

lia_ball lia_ball_pi(lia_balls *b) {
  int F = b->bits + 4;
  return lia_ball_cut(b, lia_ball_make(pi_of(b, F), -F, lia_mag_power_of_two(2 - F)));
}

static lia_ball half_pi(lia_balls *b) {
  lia_ball x = lia_ball_pi(b);
  x.e--;
  if (x.r.m != 0) x.r.e--;
  return x;
}

// ---- exp, sin and cos of midpoints, in units of 2^-F

// the argument is halved so often that the series is short
static int halvings(int bits) {
  int h = 4;
  while (h * h < bits / 2) h++;
  return h;
}

static int64_t above(int64_t x) { return x > 0 ? x : 0; }

static lia_big fixed(lia_balls *b, lia_ball x, int F) { return lia_big_shift(b->s, x.m, x.e + F); }
static lia_big ball_product(lia_bigs *s, lia_big a, lia_big c, int F) {
  return lia_big_shift(s, lia_big_mul(s, a, c), -F);
}
static lia_big ball_one(lia_bigs *s, int F) { return lia_big_shift(s, lia_big_of(s, 1), F); }

// a = k unit + what is left, k the nearest whole number; 0 where k is too large
static int ball_reduce(lia_bigs *s, lia_big *a, lia_big unit, int64_t *k) {
  lia_big q, twice = lia_big_shift(s, *a, 1);
  lia_big_div(s, lia_big_add(s, twice, a->n < 0 ? lia_big_neg(unit) : unit),
      lia_big_shift(s, unit, 1), &q, NULL);
  *a = lia_big_sub(s, *a, lia_big_mul(s, q, unit));
  return lia_big_fits(q, k);
}

// term <- term r/(n (n + 1) ..): two units of error at most
static void next_term(lia_bigs *s, lia_big *term, lia_big r, int64_t divisor, int F) {
  lia_big_div(s, ball_product(s, *term, r, F), lia_big_of(s, divisor), term, NULL);
}

// e^x = 2^k (e^(r/2^h))^(2^h): the series is wrong by less than 2^(12 + top) units, and each
// squaring doubles that
static lia_ball exp_middle(lia_balls *b, lia_ball x) {
  int64_t top = above((int64_t)lia_big_bits(x.m) + x.e), k;
  if (top > 40)
    return x.m.n > 0 ? lia_ball_unknown()
        : lia_ball_make(lia_big_of(b->s, 0), 0, lia_mag_power_of_two(-((int64_t)1 << 39)));
  int h = halvings(b->bits), F = b->bits + h + 24 + (int)top;
  lia_big r = fixed(b, x, F);
  if (!ball_reduce(b->s, &r, ln2_of(b, F), &k)) return lia_ball_unknown();
  r = lia_big_shift(b->s, r, -h);
  // |r| <= log 2/2, halved h times: below one unit of 2^-h
  LIA_ASSERT(lia_bigs_bad(b->s) || (int64_t)lia_big_bits(r) <= F - h);
  lia_big sum = lia_big_add(b->s, ball_one(b->s, F), r), term = r;
  for (int64_t n = 2; term.n && !lia_bigs_bad(b->s); n++) {
    next_term(b->s, &term, r, n, F);
    sum = lia_big_add(b->s, sum, term);
  }
  for (int i = 0; i < h; i++) sum = ball_product(b->s, sum, sum, F);
  return lia_ball_cut(b, lia_ball_make(sum, k - F, lia_mag_power_of_two(h + 14 + top + k - F)));
}

// sin r and cos r by their series
static void short_sincos(lia_bigs *s, lia_big r, int F, lia_big *sine, lia_big *cosine) {
  lia_big square = lia_big_neg(ball_product(s, r, r, F)), a = r, c = ball_one(s, F);
  *sine = a;
  *cosine = c;
  for (int64_t n = 1; (a.n || c.n) && !lia_bigs_bad(s); n++) {
    next_term(s, &a, square, 2 * n * (2 * n + 1), F);
    next_term(s, &c, square, (2 * n - 1) * 2 * n, F);
    *sine = lia_big_add(s, *sine, a);
    *cosine = lia_big_add(s, *cosine, c);
  }
}

// x = k pi/2 + r; r/2^h, then doubled h times: sin 2a = 2 sin a cos a, cos 2a = 1 - 2 sin^2 a make
// four times the error
static void sincos_middle(lia_balls *b, lia_ball x, lia_ball *sine, lia_ball *cosine) {
  int64_t at = (int64_t)lia_big_bits(x.m) + x.e, top = above(at), k;
  *sine = *cosine = lia_ball_unknown();
  if (top > 4096) return;
  // small sines need their leading digits
  int h = halvings(b->bits),
      small = x.m.n && at < 0 ? (int)(-at < 2 * b->bits ? -at : 2 * b->bits) : 0;
  int F = b->bits + 2 * h + 24 + (int)top + small;
  lia_big r = fixed(b, x, F), s, c;
  if (!ball_reduce(b->s, &r, lia_big_shift(b->s, pi_of(b, F), -1), &k)) return;
  short_sincos(b->s, lia_big_shift(b->s, r, -h), F, &s, &c);
  for (int i = 0; i < h; i++) {
    lia_big twice = lia_big_shift(b->s, s, 1);
    c = ball_product(b->s, twice, c, F);
    s = lia_big_sub(b->s, ball_one(b->s, F), ball_product(b->s, twice, s, F));
    lia_big t = s;
    s = c;
    c = t;
  }
  lia_mag wrong = lia_mag_power_of_two(2 * h + 14 + top - F);
  lia_ball S = lia_ball_make(s, -F, wrong), C = lia_ball_make(c, -F, wrong);
  const lia_ball quarter[4] = { S, C, lia_ball_neg(S), lia_ball_neg(C) };
  k = (k % 4 + 4) % 4;
  *sine = lia_ball_cut(b, quarter[k]);
  *cosine = lia_ball_cut(b, quarter[(k + 1) % 4]);
}

// ---- log and atan by one step from an approximation that has a third of the digits

static lia_balls with_bits(const lia_balls *b, int bits) {
  lia_balls c = *b;
  c.bits = bits;
  return c;
}

static lia_ball middle_of(lia_ball x) { return lia_ball_make(x.m, x.e, lia_mag_none()); }

// y + t - t^2/2, t = f e^-y - 1: wrong by at most |t|^3 where |t| < 1/2
static lia_ball log_step(lia_balls *b, lia_ball f, lia_ball y) {
  lia_ball t = lia_ball_sub(b, lia_ball_mul(b, f, exp_middle(b, lia_ball_neg(y))),
      lia_ball_of_int(b, 1)),
      half = lia_ball_mul(b, t, t);
  lia_mag size = lia_ball_most(b, t);
  if (!lia_ball_known(t) || size.e >= 0) return lia_ball_unknown();
  half.e--;
  half.r.e--;
  lia_ball r = lia_ball_sub(b, lia_ball_add(b, y, t), half);
  r.r = lia_mag_add(r.r, lia_mag_mul(size, lia_mag_mul(size, size)));
  return r;
}

static lia_ball log_near(lia_balls *b, lia_ball f, int bits) {
  if (bits <= 45) return lia_ball_of_double(b, log(lia_ball_middle(f)));
  lia_balls c = with_bits(b, bits + 8);
  return middle_of(log_step(&c, f, log_near(b, f, bits / 3 + 4)));
}

// log m + k log 2 for a midpoint between 1/2 and 1
static lia_ball log_middle(lia_balls *b, lia_ball x) {
  int64_t k = (int64_t)lia_big_bits(x.m) + x.e;
  int F = b->bits + 70;
  LIA_ASSERT(x.m.n > 0);
  lia_ball f = lia_ball_make(x.m, x.e - k, lia_mag_none()),
      y = log_step(b, f, log_near(b, f, b->bits / 3 + 8));
  lia_ball two = lia_ball_make(ln2_of(b, F), -F, lia_mag_power_of_two(2 - F));
  return lia_ball_add(b, y, lia_ball_mul(b, two, lia_ball_of_int(b, k)));
}

// y + d, d = (x cos y - sin y)/(cos y + x sin y): wrong by at most |d|^3
static lia_ball atan_step(lia_balls *b, lia_ball x, lia_ball y) {
  lia_ball s, c;
  sincos_middle(b, y, &s, &c);
  lia_ball d = lia_ball_div(b, lia_ball_sub(b, lia_ball_mul(b, x, c), s),
      lia_ball_add(b, c, lia_ball_mul(b, x, s)));
  lia_mag size = lia_ball_most(b, d);
  lia_ball r = lia_ball_add(b, y, d);
  r.r = lia_mag_add(r.r, lia_mag_mul(size, lia_mag_mul(size, size)));
  return r;
}

static lia_ball atan_near(lia_balls *b, lia_ball x, int bits) {
  if (bits <= 45) return lia_ball_of_double(b, atan(lia_ball_middle(x)));
  lia_balls c = with_bits(b, bits + 8);
  return middle_of(atan_step(&c, x, atan_near(b, x, bits / 3 + 4)));
}

static lia_ball atan_middle(lia_balls *b, lia_ball x) {
  if (!x.m.n) return x;
  if ((int64_t)lia_big_bits(x.m) + x.e > 1) {
    // atan x = +-pi/2 - atan 1/x
    lia_ball y = lia_ball_div(b, lia_ball_of_int(b, 1), x), a = atan_middle(b, middle_of(y)),
        quarter = half_pi(b);
    a.r = lia_mag_add(a.r, y.r);
    return lia_ball_sub(b, x.m.n < 0 ? lia_ball_neg(quarter) : quarter, a);
  }
  return atan_step(b, x, atan_near(b, x, b->bits / 3 + 8));
}

// ---- functions of balls: the slope times the radius on top

static lia_ball with_more(lia_ball x, lia_mag r) {
  x.r = lia_mag_add(x.r, r);
  return x;
}

// e^m (e^r - 1) <= 2 r e^m for r <= 1
static lia_ball ball_exp(lia_balls *b, lia_ball x) {
  if (!lia_ball_known(x) || (x.r.m != 0 && x.r.e > 0)) return lia_ball_unknown();
  lia_ball y = exp_middle(b, middle_of(x));
  if (x.r.m == 0) return x.m.n ? y : lia_ball_of_int(b, 1);
  return with_more(y, lia_mag_mul(lia_ball_most(b, y), lia_mag_mul(x.r, lia_mag_power_of_two(1))));
}

static lia_ball ball_log(lia_balls *b, lia_ball x) {
  lia_mag low = lia_ball_least(b, x);
  if (low.m == 0 || x.m.n < 0) return lia_ball_unknown();
  return with_more(log_middle(b, middle_of(x)), lia_mag_mul(x.r, lia_mag_inverse(low)));
}

static lia_ball ball_sine(lia_balls *b, lia_ball x, int cosine) {
  lia_ball s, c;
  if (!lia_ball_known(x)) return x;
  if (lia_ball_zero(x)) return lia_ball_of_int(b, cosine);
  sincos_middle(b, middle_of(x), &s, &c);
  return with_more(cosine ? c : s, x.r);
}

// the slope 1/(1 + x^2) is below 1 and below 1/x^2
static lia_ball ball_atan(lia_balls *b, lia_ball x) {
  if (!lia_ball_known(x)) return x;
  lia_mag low = lia_ball_least(b, x),
      slope = low.m != 0 && low.e > 0 ? lia_mag_inverse(lia_mag_mul(low, low))
          : lia_mag_power_of_two(0);
  return with_more(atan_middle(b, middle_of(x)),
      lia_mag_mul(x.r, lia_mag_mul(slope, (lia_mag){ LIA_MAG_UP / 2, 1 })));
}

// asin x = atan(x/sqrt((1 - x)(1 + x))); at +-1 exactly a quarter turn
static lia_ball ball_asin(lia_balls *b, lia_ball x) {
  lia_ball left = lia_ball_sub(b, lia_ball_of_int(b, 1), x),
      right = lia_ball_add(b, lia_ball_of_int(b, 1), x);
  if (lia_ball_zero(left)) return half_pi(b);
  if (lia_ball_zero(right)) return lia_ball_neg(half_pi(b));
  if (lia_ball_zero(x)) return x;
  return ball_atan(b, lia_ball_div(b, x, lia_ball_root(b, lia_ball_mul(b, left, right))));
}

// tanh |x| = (1 - e^(-2|x|))/(1 + e^(-2|x|))
static lia_ball ball_tanh(lia_balls *b, lia_ball x) {
  if (lia_ball_zero(x) || !lia_ball_known(x)) return x;
  lia_ball down = x.m.n > 0 ? lia_ball_neg(x) : x;
  down.e++;
  if (down.r.m != 0) down.r.e++;
  lia_ball E = ball_exp(b, down),
      y = lia_ball_div(b, lia_ball_sub(b, lia_ball_of_int(b, 1), E),
          lia_ball_add(b, lia_ball_of_int(b, 1), E));
  return x.m.n > 0 ? y : lia_ball_neg(y);
}

static lia_ball ball_sign(lia_balls *b, lia_ball x) {
  int s = lia_ball_sign(x);
  return s || lia_ball_zero(x) ? lia_ball_of_int(b, s) : lia_ball_unknown();
}

// n <= x < n + 1 for every number in x
static int is_floor(lia_balls *b, lia_ball x, int64_t n) {
  const lia_ball above = lia_ball_sub(b, x, lia_ball_of_int(b, n)),
                 below = lia_ball_sub(b, lia_ball_of_int(b, n + 1), x);
  return (lia_ball_zero(above) || lia_ball_sign(above) > 0) && lia_ball_sign(below) > 0;
}

// the whole number below the midpoint, or beside it where the double that tells it was rounded
static lia_ball ball_floor(lia_balls *b, lia_ball x) {
  const double middle = floor(lia_ball_middle(x));
  if (!lia_ball_known(x) || !(fabs(middle) < 0x1p52)) return lia_ball_unknown();
  for (int64_t n = (int64_t)middle - 1; n <= (int64_t)middle + 1; n++)
    if (is_floor(b, x, n)) return lia_ball_of_int(b, n);
  return lia_ball_unknown();
}

// |x|, min and max change by no more than their arguments
static lia_ball ball_abs(lia_ball x) { return x.m.n < 0 ? lia_ball_neg(x) : x; }

static lia_ball ball_extreme(lia_balls *b, lia_ball x, lia_ball y, int most_wanted) {
  if (!lia_ball_known(x) || !lia_ball_known(y)) return lia_ball_unknown();
  lia_ball d = lia_ball_sub(b, x, y);
  lia_ball r = (d.m.n > 0) == most_wanted ? x : y;
  if (lia_ball_sign(d)) return r;
  // which of the two it is may not be known: the midpoint of one, and what they differ
  return with_more(r, lia_mag_add(lia_mag_most(x.r, y.r), lia_ball_size(b->s, d.m, d.e, 1)));
}

static lia_ball ball_compare(lia_balls *b, lia_op op, lia_ball x, lia_ball y) {
  lia_ball d = lia_ball_sub(b, x, y);
  int s = lia_ball_sign(d);
  if (!s && !lia_ball_zero(d)) return lia_ball_unknown();
  return lia_ball_of_int(b, lia_op_holds(op, s));
}

static lia_ball ball_choose(lia_ball x, lia_ball y, lia_ball z) {
  if (lia_ball_zero(x)) return z;
  return lia_ball_sign(x) ? y : lia_ball_unknown();
}

// by the sector: where the angle jumps from -pi to pi it has no value to compare
static lia_ball ball_atan2(lia_balls *b, lia_ball y, lia_ball x) {
  if (lia_ball_sign(x) > 0) return ball_atan(b, lia_ball_div(b, y, x));
  if (lia_ball_sign(y)) {
    lia_ball a = ball_atan(b, lia_ball_div(b, x, y)), quarter = half_pi(b);
    return lia_ball_sub(b, y.m.n > 0 ? quarter : lia_ball_neg(quarter), a);
  }
  return lia_ball_zero(y) && lia_ball_sign(x) < 0 ? lia_ball_pi(b) : lia_ball_unknown();
}

static lia_ball ball_pow(lia_balls *b, lia_ball x, lia_ball y) {
  if (lia_ball_zero(x)) return lia_ball_sign(y) > 0 ? x : lia_ball_unknown();
  return ball_exp(b, lia_ball_mul(b, y, ball_log(b, x)));
}

lia_ball lia_ball_apply(lia_balls *b, lia_op op, lia_ball x, lia_ball y, lia_ball z) {
  switch (op) {
    case LIA_OP_pi: return lia_ball_pi(b);
    case LIA_OP_scale: case LIA_OP_mul: return lia_ball_mul(b, x, y);
    case LIA_OP_add: return lia_ball_add(b, x, y);
    case LIA_OP_pow: return ball_pow(b, x, y);
    case LIA_OP_sin: return ball_sine(b, x, 0);
    case LIA_OP_cos: return ball_sine(b, x, 1);
    case LIA_OP_tan: return lia_ball_div(b, ball_sine(b, x, 0), ball_sine(b, x, 1));
    case LIA_OP_asin: return ball_asin(b, x);
    case LIA_OP_acos: return lia_ball_sub(b, half_pi(b), ball_asin(b, x));
    case LIA_OP_atan: return ball_atan(b, x);
    case LIA_OP_exp: return ball_exp(b, x);
    case LIA_OP_log: return ball_log(b, x);
    case LIA_OP_tanh: return ball_tanh(b, x);
    case LIA_OP_abs: return ball_abs(x);
    case LIA_OP_sign: return ball_sign(b, x);
    case LIA_OP_floor: return ball_floor(b, x);
    case LIA_OP_atan2: return ball_atan2(b, x, y);
    case LIA_OP_min: return ball_extreme(b, x, y, 0);
    case LIA_OP_max: return ball_extreme(b, x, y, 1);
    case LIA_OP_lt: case LIA_OP_le: case LIA_OP_eq: return ball_compare(b, op, x, y);
    case LIA_OP_if: return ball_choose(x, y, z);
    default: return lia_ball_unknown();
  }
}
