/* ball.c - midpoints in large numbers, radii in doubles with an exponent of their own, functions by
 * series in fixed point */
#include "sym/expr/ball.h"

#include "base/mem.h"
#include "sym/expr/number.h"
#include "sym/expr/walk.h"

#include <math.h>

// ---- radii: every result is rounded up

static const double UP = 1 + 0x1p-50;

static lia_mag mag(double m, int64_t e) {
  int k;
  if (!(m <= 0x1p1000)) return (lia_mag){ HUGE_VAL, 0 };
  if (m == 0) return (lia_mag){ 0, 0 };
  m = frexp(m, &k);
  return (lia_mag){ m, e + k };
}

static lia_mag none(void) { return (lia_mag){ 0, 0 }; }
static lia_mag power_of_two(int64_t e) { return (lia_mag){ 0.5, e + 1 }; }

static lia_mag mag_add(lia_mag a, lia_mag b) {
  if (a.m == 0 || isinf(b.m)) return b;
  if (b.m == 0 || isinf(a.m)) return a;
  if (a.e < b.e) return mag_add(b, a);
  int64_t d = a.e - b.e;
  return mag((a.m + (d > 60 ? 0 : ldexp(b.m, -(int)d))) * UP, a.e);
}

static lia_mag mag_mul(lia_mag a, lia_mag b) {
  if (a.m == 0 || b.m == 0) return isinf(a.m) || isinf(b.m) ? mag(HUGE_VAL, 0) : none();
  return mag(a.m * b.m * UP, a.e + b.e);
}

static int mag_less(lia_mag a, lia_mag b) {
  if (a.m == 0 || isinf(b.m)) return b.m != 0 && !isinf(a.m);
  if (b.m == 0 || isinf(a.m)) return 0;
  return a.e != b.e ? a.e < b.e : a.m < b.m;
}

static lia_mag mag_most(lia_mag a, lia_mag b) { return mag_less(a, b) ? b : a; }

// |m 2^e| from above (up 1) and from below (0)
static lia_mag ball_size_of(lia_bigs *s, lia_big m, int64_t e, int up) {
  if (!m.n) return none();
  int64_t bits = (int64_t)lia_big_bits(m), by = bits > 50 ? bits - 50 : 0, top = 0;
  lia_bigmark mark = lia_bigs_mark(s);
  if (!lia_big_fits(lia_big_shift(s, lia_big_abs(m), -by), &top) || lia_bigs_bad(s))
    return up ? mag(HUGE_VAL, 0) : none();
  lia_bigs_back(s, mark);
  return mag((double)(top + (up && by)), e + by);
}

// 1/a from above, for a > 0
static lia_mag mag_inverse(lia_mag a) { return mag(1 / a.m * UP, -a.e); }

// ---- balls

lia_ball lia_ball_unknown(void) { return (lia_ball){ .r = { HUGE_VAL, 0 } }; }

static lia_ball ball(lia_big m, int64_t e, lia_mag r) { return (lia_ball){ m, e, r }; }

// the midpoint cut to so many bits
static lia_ball cut(lia_balls *b, lia_ball x) {
  int64_t more = (int64_t)lia_big_bits(x.m) - b->bits;
  if (lia_bigs_bad(b->s) || !lia_ball_known(x)) return lia_ball_unknown();
  if (more <= 0) return x;
  return ball(lia_big_shift(b->s, x.m, -more), x.e + more, mag_add(x.r, power_of_two(x.e + more)));
}

static lia_mag ball_most(lia_balls *b, lia_ball x) {
  return mag_add(ball_size_of(b->s, x.m, x.e, 1), x.r);
}

// |x| - r, 0 where that is negative
static lia_mag ball_least(lia_balls *b, lia_ball x) {
  lia_mag a = ball_size_of(b->s, x.m, x.e, 0);
  if (!mag_less(x.r, a)) return none();
  int64_t d = a.e - x.r.e;
  double m = x.r.m == 0 ? a.m : a.m - (d > 60 ? 0x1p-60 : ldexp(x.r.m, -(int)d));
  m = m * (1 - 0x1p-50) - 0x1p-52;
  return m > 0 ? mag(m, a.e) : none();
}

int lia_ball_zero(lia_ball a) { return a.m.n == 0 && a.r.m == 0; }

int lia_ball_sign(lia_ball a) {
  // |m| >= 2^(bits - 1 + e) and the radius is below 2^(r.e): only where these are close are digits
  // needed
  int64_t top = (int64_t)lia_big_bits(a.m) + a.e;
  if (!a.m.n || !lia_ball_known(a)) return 0;
  if (a.r.m == 0 || a.r.e <= top - 1) return lia_big_sign(a.m);
  if (a.r.e > top) return 0;
  int64_t fits = 0, by = (int64_t)lia_big_bits(a.m) - 50;
  lia_bigs s;
  lia_bigs_start(&s);
  int ok = lia_big_fits(lia_big_shift(&s, lia_big_abs(a.m), by > 0 ? -by : 0), &fits);
  lia_bigs_free(&s);
  return ok && ldexp((double)fits, (int)((by > 0 ? by : 0) + a.e - top)) > ldexp(a.r.m,
      (int)(a.r.e - top)) ? lia_big_sign(a.m) : 0;
}

static double double_of(lia_mag a) {
  return a.m == 0 ? 0 : a.e > 1100 || isinf(a.m) ? HUGE_VAL : a.e < -1100 ? 0x1p-1074
      : ldexp(a.m, (int)a.e);
}

double lia_ball_radius(lia_ball a) { return double_of(a.r); }

static double nearest(lia_bigs *s, lia_big m, int64_t e) {
  lia_big one = lia_big_of(s, 1);
  if ((int64_t)lia_big_bits(m) + e > 1100) return m.n < 0 ? -HUGE_VAL : HUGE_VAL;
  if ((int64_t)lia_big_bits(m) + e < -1100) return 0;
  return e >= 0 ? lia_big_ratio_double(s, lia_big_shift(s, m, e), one)
      : lia_big_ratio_double(s, m, lia_big_shift(s, one, -e));
}

double lia_ball_middle(lia_ball a) {
  lia_bigs s;
  lia_bigs_start(&s);
  double x = nearest(&s, a.m, a.e);
  lia_bigs_free(&s);
  return x;
}

int lia_ball_below(lia_ball a, int64_t k) {
  if (!lia_ball_known(a)) return 0;
  int64_t top = a.m.n ? (int64_t)lia_big_bits(a.m) + a.e : INT64_MIN / 2,
      r = a.r.m == 0 ? INT64_MIN / 2 : a.r.e;
  return (top > r ? top : r) + 1 <= k;
}

int lia_ball_rounds(lia_bigs *s, lia_ball a, double *x) {
  if (!lia_ball_known(a)) return 0;
  if (lia_ball_below(a, -1080)) {
    *x = 0;
    return 1;
  }
  // the ends, with the radius as a whole number of units below the last bit that matters
  int64_t e = a.r.m == 0 ? a.e : a.r.e - 52 < a.e ? a.r.e - 52 : a.e;
  if (a.e - e > LIA_BIG_MOST / 2) return 0;
  lia_big m = lia_big_shift(s, a.m, a.e - e), r = lia_big_of(s, 0);
  if (a.r.m != 0)
    r = lia_big_shift(s, lia_big_of(s, (int64_t)ldexp(a.r.m, 53) + 1), a.r.e - 53 - e);
  double low = nearest(s, lia_big_sub(s, m, r), e), high = nearest(s, lia_big_add(s, m, r), e);
  *x = nearest(s, a.m, a.e);
  return !lia_bigs_bad(s) && low == high;
}

lia_ball lia_ball_of_double(lia_balls *b, double x) {
  int e;
  double m = frexp(x, &e);
  if (!isfinite(x)) return lia_ball_unknown();
  return ball(lia_big_of(b->s, (int64_t)ldexp(m, 53)), e - 53, none());
}

static lia_ball of_int(lia_balls *b, int64_t n) { return ball(lia_big_of(b->s, n), 0, none()); }

lia_ball lia_ball_of_ratio(lia_balls *b, lia_ratio a) {
  if (!lia_ratio_finite(a)) return lia_ball_unknown();
  if (!lia_ratio_exact(a)) {
    lia_ball x = lia_ball_of_double(b, a.x);
    if (!b->trust) x.r = mag(lia_ratio_doubt(a) * UP, 0);
    return x;
  }
  lia_big n, d;
  lia_ratio_split(b->s, a, &n, &d);
  return lia_ball_div(b, ball(n, 0, none()), ball(d, 0, none()));
}

lia_ball lia_ball_neg(lia_ball x) {
  x.m = lia_big_neg(x.m);
  return x;
}

lia_ball lia_ball_add(lia_balls *b, lia_ball x, lia_ball y) {
  if (!x.m.n || !y.m.n)
    return cut(b, ball(x.m.n ? x.m : y.m, x.m.n ? x.e : y.e, mag_add(x.r, y.r)));
  if (x.e < y.e) return lia_ball_add(b, y, x);
  int64_t apart = x.e - y.e;
  lia_mag r = mag_add(x.r, y.r);
  // what lies far below the last bit of the larger one only adds to the radius
  if (apart > 2 * b->bits + (int64_t)lia_big_bits(y.m))
    return cut(b, ball(x.m, x.e, mag_add(r, ball_size_of(b->s, y.m, y.e, 1))));
  if (apart > 4 * b->bits + 4096) return lia_ball_unknown();
  return cut(b, ball(lia_big_add(b->s, lia_big_shift(b->s, x.m, apart), y.m), y.e, r));
}

static lia_ball minus(lia_balls *b, lia_ball x, lia_ball y) {
  return lia_ball_add(b, x, lia_ball_neg(y));
}

lia_ball lia_ball_mul(lia_balls *b, lia_ball x, lia_ball y) {
  lia_mag r = mag_mul(x.r, y.r);
  if (x.r.m != 0) r = mag_add(r, mag_mul(x.r, ball_size_of(b->s, y.m, y.e, 1)));
  if (y.r.m != 0) r = mag_add(r, mag_mul(y.r, ball_size_of(b->s, x.m, x.e, 1)));
  return cut(b, ball(lia_big_mul(b->s, x.m, y.m), x.e + y.e, r));
}

// |x/y - mx/my| <= (rx + |mx/my| ry)/(|my| - ry)
lia_ball lia_ball_div(lia_balls *b, lia_ball x, lia_ball y) {
  lia_mag low = ball_least(b, y);
  lia_big q;
  if (low.m == 0 || !lia_ball_known(x) || !lia_ball_known(y)) return lia_ball_unknown();
  int64_t up = b->bits + 2 + (int64_t)lia_big_bits(y.m) - (int64_t)lia_big_bits(x.m);
  if (up < 0) up = 0;
  lia_big_div(b->s, lia_big_shift(b->s, x.m, up), y.m, &q, NULL);
  int64_t e = x.e - y.e - up;
  lia_mag r = x.r;
  if (y.r.m != 0)
    r = mag_add(r, mag_mul(mag_add(ball_size_of(b->s, q, e, 1), power_of_two(e)), y.r));
  r = mag_add(r.m == 0 ? r : mag_mul(r, mag_inverse(low)), power_of_two(e));
  // what divides without a rest is exact
  if (x.r.m == 0 && y.r.m == 0 &&
      lia_big_cmp(lia_big_mul(b->s, q, y.m), lia_big_shift(b->s, x.m, up)) == 0)
    r = none();
  return cut(b, ball(q, e, r));
}

lia_ball lia_ball_power(lia_balls *b, lia_ball x, int64_t n) {
  if (n < 0) return lia_ball_div(b, of_int(b, 1), lia_ball_power(b, x, -n));
  lia_ball r = of_int(b, 1);
  for (; n && lia_ball_known(r); n >>= 1) {
    if (n & 1) r = lia_ball_mul(b, r, x);
    if (n > 1) x = lia_ball_mul(b, x, x);
  }
  return r;
}

// |sqrt(x) - sqrt(m)| <= r/sqrt(m)
static lia_ball root(lia_balls *b, lia_ball x) {
  int exact;
  if (lia_ball_zero(x)) return x;
  lia_mag low = ball_least(b, x);
  if (low.m == 0 || x.m.n < 0) return lia_ball_unknown();
  int64_t up = 2 * (int64_t)b->bits + 2 - (int64_t)lia_big_bits(x.m);
  if (up < 0) up = 0;
  up += (x.e - up) & 1;
  lia_big m = lia_big_root(b->s, lia_big_shift(b->s, x.m, up), 2, &exact);
  int64_t e = (x.e - up) / 2;
  // 1/sqrt(low), the exponent made even
  int odd = low.e & 1;
  lia_mag over = mag(1 / sqrt(odd ? low.m / 2 : low.m) * UP, -(low.e + odd) / 2);
  return cut(b, ball(m, e, mag_add(mag_mul(x.r, over), exact ? none() : power_of_two(e))));
}

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
  return cut(b, ball(pi_of(b, F), -F, power_of_two(2 - F)));
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
        : ball(lia_big_of(b->s, 0), 0, power_of_two(-((int64_t)1 << 39)));
  int h = halvings(b->bits), F = b->bits + h + 24 + (int)top;
  lia_big r = fixed(b, x, F);
  if (!ball_reduce(b->s, &r, ln2_of(b, F), &k)) return lia_ball_unknown();
  r = lia_big_shift(b->s, r, -h);
  lia_big sum = lia_big_add(b->s, ball_one(b->s, F), r), term = r;
  for (int64_t n = 2; term.n && !lia_bigs_bad(b->s); n++) {
    next_term(b->s, &term, r, n, F);
    sum = lia_big_add(b->s, sum, term);
  }
  for (int i = 0; i < h; i++) sum = ball_product(b->s, sum, sum, F);
  return cut(b, ball(sum, k - F, power_of_two(h + 14 + top + k - F)));
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
  lia_mag wrong = power_of_two(2 * h + 14 + top - F);
  lia_ball S = ball(s, -F, wrong), C = ball(c, -F, wrong);
  k = (k % 4 + 4) % 4;
  *sine = cut(b, k == 0 ? S : k == 1 ? C : k == 2 ? lia_ball_neg(S) : lia_ball_neg(C));
  *cosine = cut(b, k == 0 ? C : k == 1 ? lia_ball_neg(S) : k == 2 ? lia_ball_neg(C) : S);
}

// ---- log and atan by one step from an approximation that has a third of the digits

static lia_balls with_bits(const lia_balls *b, int bits) {
  lia_balls c = *b;
  c.bits = bits;
  return c;
}

static lia_ball middle_of(lia_ball x) { return ball(x.m, x.e, none()); }

// y + t - t^2/2, t = f e^-y - 1: wrong by at most |t|^3 where |t| < 1/2
static lia_ball log_step(lia_balls *b, lia_ball f, lia_ball y) {
  lia_ball t = minus(b, lia_ball_mul(b, f, exp_middle(b, lia_ball_neg(y))), of_int(b, 1)),
      half = lia_ball_mul(b, t, t);
  lia_mag size = ball_most(b, t);
  if (!lia_ball_known(t) || size.e >= 0) return lia_ball_unknown();
  half.e--;
  half.r.e--;
  lia_ball r = minus(b, lia_ball_add(b, y, t), half);
  r.r = mag_add(r.r, mag_mul(size, mag_mul(size, size)));
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
  lia_ball f = ball(x.m, x.e - k, none()), y = log_step(b, f, log_near(b, f, b->bits / 3 + 8));
  lia_ball two = ball(ln2_of(b, F), -F, power_of_two(2 - F));
  return lia_ball_add(b, y, lia_ball_mul(b, two, of_int(b, k)));
}

// y + d, d = (x cos y - sin y)/(cos y + x sin y): wrong by at most |d|^3
static lia_ball atan_step(lia_balls *b, lia_ball x, lia_ball y) {
  lia_ball s, c;
  sincos_middle(b, y, &s, &c);
  lia_ball d = lia_ball_div(b, minus(b, lia_ball_mul(b, x, c), s),
      lia_ball_add(b, c, lia_ball_mul(b, x, s)));
  lia_mag size = ball_most(b, d);
  lia_ball r = lia_ball_add(b, y, d);
  r.r = mag_add(r.r, mag_mul(size, mag_mul(size, size)));
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
    lia_ball y = lia_ball_div(b, of_int(b, 1), x), a = atan_middle(b, middle_of(y)),
        quarter = half_pi(b);
    a.r = mag_add(a.r, y.r);
    return minus(b, x.m.n < 0 ? lia_ball_neg(quarter) : quarter, a);
  }
  return atan_step(b, x, atan_near(b, x, b->bits / 3 + 8));
}

// ---- functions of balls: the slope times the radius on top

static lia_ball with_more(lia_ball x, lia_mag r) {
  x.r = mag_add(x.r, r);
  return x;
}

// e^m (e^r - 1) <= 2 r e^m for r <= 1
static lia_ball ball_exp(lia_balls *b, lia_ball x) {
  if (!lia_ball_known(x) || (x.r.m != 0 && x.r.e > 0)) return lia_ball_unknown();
  lia_ball y = exp_middle(b, middle_of(x));
  if (x.r.m == 0) return x.m.n ? y : of_int(b, 1);
  return with_more(y, mag_mul(ball_most(b, y), mag_mul(x.r, power_of_two(1))));
}

static lia_ball ball_log(lia_balls *b, lia_ball x) {
  lia_mag low = ball_least(b, x);
  if (low.m == 0 || x.m.n < 0) return lia_ball_unknown();
  return with_more(log_middle(b, middle_of(x)), mag_mul(x.r, mag_inverse(low)));
}

static lia_ball ball_sine(lia_balls *b, lia_ball x, int cosine) {
  lia_ball s, c;
  if (!lia_ball_known(x)) return x;
  if (lia_ball_zero(x)) return of_int(b, cosine);
  sincos_middle(b, middle_of(x), &s, &c);
  return with_more(cosine ? c : s, x.r);
}

// the slope 1/(1 + x^2) is below 1 and below 1/x^2
static lia_ball ball_atan(lia_balls *b, lia_ball x) {
  if (!lia_ball_known(x)) return x;
  lia_mag low = ball_least(b, x),
      slope = low.m != 0 && low.e > 0 ? mag_inverse(mag_mul(low, low)) : power_of_two(0);
  return with_more(atan_middle(b, middle_of(x)),
      mag_mul(x.r, mag_mul(slope, (lia_mag){ UP / 2, 1 })));
}

// asin x = atan(x/sqrt((1 - x)(1 + x))); at +-1 exactly a quarter turn
static lia_ball ball_asin(lia_balls *b, lia_ball x) {
  lia_ball left = minus(b, of_int(b, 1), x), right = lia_ball_add(b, of_int(b, 1), x);
  if (lia_ball_zero(left)) return half_pi(b);
  if (lia_ball_zero(right)) return lia_ball_neg(half_pi(b));
  if (lia_ball_zero(x)) return x;
  return ball_atan(b, lia_ball_div(b, x, root(b, lia_ball_mul(b, left, right))));
}

// tanh |x| = (1 - e^(-2|x|))/(1 + e^(-2|x|))
static lia_ball ball_tanh(lia_balls *b, lia_ball x) {
  if (lia_ball_zero(x) || !lia_ball_known(x)) return x;
  lia_ball down = x.m.n > 0 ? lia_ball_neg(x) : x;
  down.e++;
  if (down.r.m != 0) down.r.e++;
  lia_ball E = ball_exp(b, down),
      y = lia_ball_div(b, minus(b, of_int(b, 1), E), lia_ball_add(b, of_int(b, 1), E));
  return x.m.n > 0 ? y : lia_ball_neg(y);
}

static lia_ball ball_sign(lia_balls *b, lia_ball x) {
  int s = lia_ball_sign(x);
  return s || lia_ball_zero(x) ? of_int(b, s) : lia_ball_unknown();
}

// |x|, min and max change by no more than their arguments
static lia_ball ball_abs(lia_ball x) { return x.m.n < 0 ? lia_ball_neg(x) : x; }

static lia_ball ball_extreme(lia_balls *b, lia_ball x, lia_ball y, int most_wanted) {
  if (!lia_ball_known(x) || !lia_ball_known(y)) return lia_ball_unknown();
  lia_ball d = minus(b, x, y);
  lia_ball r = (d.m.n > 0) == most_wanted ? x : y;
  if (lia_ball_sign(d)) return r;
  // which of the two it is may not be known: the midpoint of one, and what they differ
  return with_more(r, mag_add(mag_most(x.r, y.r), ball_size_of(b->s, d.m, d.e, 1)));
}

static lia_ball ball_compare(lia_balls *b, lia_op op, lia_ball x, lia_ball y) {
  lia_ball d = minus(b, x, y);
  int s = lia_ball_sign(d);
  if (!s && !lia_ball_zero(d)) return lia_ball_unknown();
  return of_int(b, op == LIA_OP_lt ? s < 0 : op == LIA_OP_le ? s <= 0 : s == 0);
}

// by the sector: where the angle jumps from -pi to pi it has no value to compare
static lia_ball ball_atan2(lia_balls *b, lia_ball y, lia_ball x) {
  if (lia_ball_sign(x) > 0) return ball_atan(b, lia_ball_div(b, y, x));
  if (lia_ball_sign(y)) {
    lia_ball a = ball_atan(b, lia_ball_div(b, x, y)), quarter = half_pi(b);
    return minus(b, y.m.n > 0 ? quarter : lia_ball_neg(quarter), a);
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
    case LIA_OP_acos: return minus(b, half_pi(b), ball_asin(b, x));
    case LIA_OP_atan: return ball_atan(b, x);
    case LIA_OP_exp: return ball_exp(b, x);
    case LIA_OP_log: return ball_log(b, x);
    case LIA_OP_tanh: return ball_tanh(b, x);
    case LIA_OP_abs: return ball_abs(x);
    case LIA_OP_sign: return ball_sign(b, x);
    case LIA_OP_atan2: return ball_atan2(b, x, y);
    case LIA_OP_min: return ball_extreme(b, x, y, 0);
    case LIA_OP_max: return ball_extreme(b, x, y, 1);
    case LIA_OP_lt: case LIA_OP_le: case LIA_OP_eq: return ball_compare(b, op, x, y);
    case LIA_OP_if: return lia_ball_zero(x) ? z : lia_ball_sign(x) ? y : lia_ball_unknown();
    default: return lia_ball_unknown();
  }
}

// ---- expressions

typedef struct eval {
  lia_pool *p;
  lia_walk *w;
  lia_ball *of;             // by place in the walk
  lia_balls b;
  lia_ball_value *value;
  void *with;
} eval;

static lia_ball arg(const eval *v, lia_expr e, uint32_t i) {
  return v->of[v->w->memo[lia_expr_args(v->p, e)[i]]];
}

static lia_ball power_node(eval *v, lia_expr e) {
  lia_ball x = arg(v, e, 0);
  lia_expr y = lia_expr_args(v->p, e)[1];
  int64_t n;
  if (lia_sym_whole(v->p, y, &n)) return lia_ball_power(&v->b, x, n);
  if (y == LIA_HALF) return root(&v->b, x);
  return lia_ball_apply(&v->b, LIA_OP_pow, x, arg(v, e, 1), x);
}

static lia_ball ball_node(eval *v, lia_expr e) {
  lia_op op = lia_expr_op(v->p, e);
  uint32_t n = lia_expr_n(v->p, e);
  if (op == LIA_OP_num) return lia_ball_of_ratio(&v->b, lia_expr_num(v->p, e));
  if (op == LIA_OP_sym)
    return v->value ? lia_ball_of_double(&v->b, v->value(v->p, e, v->with)) : lia_ball_unknown();
  if (op == LIA_OP_pow) return power_node(v, e);
  if (op != LIA_OP_add && op != LIA_OP_mul) {
    lia_ball no = lia_ball_unknown(), x = n > 0 ? arg(v, e, 0) : no, y = n > 1 ? arg(v, e, 1) : no;
    return lia_ball_apply(&v->b, op, x, y, n > 2 ? arg(v, e, 2) : no);
  }
  lia_ball r = arg(v, e, 0);
  for (uint32_t i = 1; i < n && lia_ball_known(r); i++)
    r = lia_ball_apply(&v->b, op, r, arg(v, e, i), r);
  return r;
}

// what a node was made of is forgotten, its midpoint kept
static lia_ball kept(eval *v, lia_bigs *s, lia_expr e) {
  lia_bigmark m = lia_bigs_mark(v->b.s);
  lia_balls before = v->b;
  lia_ball r = ball_node(v, e);
  if (lia_bigs_bad(v->b.s)) v->b = before;
  if (lia_bigs_bad(v->b.s) || !lia_ball_known(r)) r = lia_ball_unknown();
  r.m = lia_big_copy(s, r.m);
  // constants met on the way are kept with it
  if (v->b.pibits > before.pibits) v->b.pi = lia_big_copy(s, v->b.pi);
  if (v->b.ln2bits > before.ln2bits) v->b.ln2 = lia_big_copy(s, v->b.ln2);
  lia_bigs_back(v->b.s, m);
  v->b.s->large = 0;
  return r;
}

lia_ball lia_ball_eval(lia_pool *p, lia_expr e, lia_balls how, lia_ball_value *value, void *of,
    lia_bigs *s) {
  lia_bigs scratch;
  eval v = { .p = p, .w = lia_walk_open(p, 1, &e, 0), .b = how, .value = value, .with = of };
  v.b.s = &scratch;
  v.of = v.w ? lia_malloc((v.w->n + 1) * sizeof *v.of) : NULL;
  lia_ball r = lia_ball_unknown();
  int ok = v.of != NULL;
  if (v.w && !ok) lia_pool_nomem(p);
  lia_bigs_start(&scratch);
  for (uint32_t i = 0; ok && i < v.w->n; i++) {
    v.w->memo[v.w->list[i]] = i;
    r = v.of[i] = kept(&v, s, v.w->list[i]);
    ok = !lia_pool_stopped(p, 1 + (uint32_t)how.bits / 64) && !scratch.nomem && !s->nomem;
  }
  if (scratch.nomem || s->nomem) lia_pool_nomem(p);
  lia_bigs_free(&scratch);
  lia_free(v.of);
  lia_walk_close(p, v.w);
  return ok && !lia_bigs_bad(s) ? r : lia_ball_unknown();
}

int lia_ball_sign_of(lia_pool *p, lia_expr e) {
  int sign = 0;
  if (lia_expr_is_num(p, e)) {
    lia_ratio a = lia_expr_num(p, e);
    return lia_ratio_exact(a) || lia_ratio_doubt(a) < fabs(a.x) ? lia_ratio_sign(a) : 0;
  }
  for (int bits = 64; bits <= LIA_BALL_BITS && !sign && !p->node[e].bits; bits *= 2) {
    lia_bigs s;
    lia_bigs_start(&s);
    sign = lia_ball_sign(lia_ball_eval(p, e, (lia_balls){ .bits = bits }, NULL, NULL, &s));
    lia_bigs_free(&s);
  }
  return sign;
}

// ---- constants as doubles

struct lia_known { lia_expr e; lia_twofold v; };

lia_twofold lia_twofold_add(lia_twofold a, lia_twofold b) {
  double s = a.hi + b.hi, z = s - a.hi, e = (a.hi - (s - z)) + (b.hi - z) + (a.lo + b.lo),
      r = s + e;
  return isfinite(r) ? (lia_twofold){ r, e - (r - s) } : (lia_twofold){ s, 0 };
}

lia_twofold lia_twofold_mul(lia_twofold a, lia_twofold b) {
  double s = a.hi * b.hi, e = fma(a.hi, b.hi, -s) + (a.hi * b.lo + a.lo * b.hi), r = s + e;
  return isfinite(r) ? (lia_twofold){ r, e - (r - s) } : (lia_twofold){ s, 0 };
}

static lia_twofold of_ratio(lia_ratio a) {
  double hi = lia_ratio_double(a);
  if (!lia_ratio_exact(a) || !isfinite(hi)) return (lia_twofold){ hi, 0 };
  lia_bigs s;
  lia_bigs_start(&s);
  lia_balls b = { .s = &s, .bits = 128 };
  lia_ball rest = minus(&b, lia_ball_of_ratio(&b, a), lia_ball_of_double(&b, hi));
  double lo = lia_ball_known(rest) ? lia_ball_middle(rest) : 0;
  lia_bigs_free(&s);
  return (lia_twofold){ hi, lo };
}

// what is smaller than this is 0 as far as anybody can see
enum { NOTHING_BELOW = -900 };

// 1 where v is what x rounds to; halfway between two doubles the midpoint's is as good as the other
static int ball_rounded(lia_bigs *s, lia_ball x, int bits, lia_twofold *v) {
  lia_balls b = { .s = s, .bits = bits };
  int done = lia_ball_known(x) && lia_ball_rounds(s, x, &v->hi);
  if (done && isfinite(v->hi)) v->lo = lia_ball_middle(minus(&b, x, lia_ball_of_double(&b, v->hi)));
  if (done) return 1;
  v->hi = lia_ball_below(x, NOTHING_BELOW) ? 0 : lia_ball_radius(x) <= 0x1p-53 * fabs(v->hi) ? v->hi
      : (double)NAN;
  return 0;
}

static lia_twofold ball_evaluate(lia_pool *p, lia_expr e) {
  lia_twofold v = { (double)NAN, 0 };
  for (int bits = 128, done = 0; bits <= LIA_BALL_BITS && !done; bits *= 2) {
    lia_bigs s;
    lia_bigs_start(&s);
    done = ball_rounded(&s,
        lia_ball_eval(p, e, (lia_balls){ .bits = bits, .trust = 1 }, NULL, NULL, &s), bits, &v);
    lia_bigs_free(&s);
  }
  return v;
}

static lia_known *ball_place(lia_known *table, uint32_t size, lia_expr e) {
  uint32_t h = e * 2654435769u >> 7;
  while (table[h & (size - 1)].e && table[h & (size - 1)].e != e) h++;
  return &table[h & (size - 1)];
}

static int ball_make_room(lia_pool *p) {
  if (2 * p->nknown < p->knownsize) return 1;
  uint32_t size = p->knownsize ? 2 * p->knownsize : 64;
  lia_known *table = lia_calloc(size, sizeof *table);
  if (!table) return 0;
  for (uint32_t i = 0; i < p->knownsize; i++)
    if (p->known[i].e) *ball_place(table, size, p->known[i].e) = p->known[i];
  lia_free(p->known);
  p->known = table;
  p->knownsize = size;
  return 1;
}

lia_twofold lia_ball_twofold_of(lia_pool *p, lia_expr e) {
  if (lia_expr_is_num(p, e)) return of_ratio(lia_expr_num(p, e));
  lia_known *k = p->knownsize ? ball_place(p->known, p->knownsize, e) : NULL;
  if (k && k->e) return k->v;
  lia_twofold v = ball_evaluate(p, e);
  if (lia_pool_spent(p) || !ball_make_room(p)) return v;
  *ball_place(p->known, p->knownsize, e) = (lia_known){ e, v };
  p->nknown++;
  return v;
}
