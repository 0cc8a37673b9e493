/* ball_arithmetic.c - midpoints in large numbers, radii in doubles with an exponent of their own */
#include "sym/expr/ball_inside.h"

#include "base/assert.h"

// |m 2^e| from above (up 1) and from below (0)
lia_mag lia_ball_size(lia_bigs *s, lia_big m, int64_t e, int up) {
  if (!m.n) return lia_mag_none();
  int64_t bits = (int64_t)lia_big_bits(m), by = bits > 50 ? bits - 50 : 0, top = 0;
  lia_bigmark mark = lia_bigs_mark(s);
  if (!lia_big_fits(lia_big_shift(s, lia_big_abs(m), -by), &top) || lia_bigs_bad(s))
    return up ? lia_mag_of(HUGE_VAL, 0) : lia_mag_none();
  lia_bigs_back(s, mark);
  return lia_mag_of((double)(top + (up && by)), e + by);
}

lia_ball lia_ball_unknown(void) { return (lia_ball){ .r = { HUGE_VAL, 0 } }; }

lia_ball lia_ball_cut(lia_balls *b, lia_ball x) {
  LIA_ASSERT(b->bits > 0 && x.r.m >= 0);
  int64_t more = (int64_t)lia_big_bits(x.m) - b->bits;
  if (lia_bigs_bad(b->s) || !lia_ball_known(x)) return lia_ball_unknown();
  if (more <= 0) return x;
  return lia_ball_make(lia_big_shift(b->s, x.m, -more), x.e + more,
      lia_mag_add(x.r, lia_mag_power_of_two(x.e + more)));
}

lia_mag lia_ball_most(lia_balls *b, lia_ball x) {
  return lia_mag_add(lia_ball_size(b->s, x.m, x.e, 1), x.r);
}

lia_mag lia_ball_least(lia_balls *b, lia_ball x) {
  lia_mag a = lia_ball_size(b->s, x.m, x.e, 0);
  if (!lia_mag_less(x.r, a)) return lia_mag_none();
  int64_t d = a.e - x.r.e;
  double m = a.m;
  if (x.r.m != 0) m -= d > 60 ? 0x1p-60 : ldexp(x.r.m, -(int)d);
  m = m * (1 - 0x1p-50) - 0x1p-52;
  return m > 0 ? lia_mag_of(m, a.e) : lia_mag_none();
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
  if (a.m == 0) return 0;
  if (a.e > 1100 || isinf(a.m)) return HUGE_VAL;
  return a.e < -1100 ? 0x1p-1074 : ldexp(a.m, (int)a.e);
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
  int64_t e = a.e;
  if (a.r.m != 0 && a.r.e - 52 < e) e = a.r.e - 52;
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
  return lia_ball_make(lia_big_of(b->s, (int64_t)ldexp(m, 53)), e - 53, lia_mag_none());
}

lia_ball lia_ball_of_ratio(lia_balls *b, lia_ratio a) {
  if (!lia_ratio_finite(a)) return lia_ball_unknown();
  if (!lia_ratio_exact(a)) {
    lia_ball x = lia_ball_of_double(b, a.x);
    if (!b->trust) x.r = lia_mag_of(lia_ratio_doubt(a) * LIA_MAG_UP, 0);
    return x;
  }
  lia_big n, d;
  lia_ratio_split(b->s, a, &n, &d);
  return lia_ball_div(b, lia_ball_make(n, 0, lia_mag_none()), lia_ball_make(d, 0, lia_mag_none()));
}

lia_ball lia_ball_neg(lia_ball x) {
  x.m = lia_big_neg(x.m);
  return x;
}

lia_ball lia_ball_add(lia_balls *b, lia_ball x, lia_ball y) {
  if (!x.m.n || !y.m.n)
    return lia_ball_cut(b, lia_ball_make(x.m.n ? x.m : y.m, x.m.n ? x.e : y.e,
        lia_mag_add(x.r, y.r)));
  if (x.e < y.e) return lia_ball_add(b, y, x);
  int64_t apart = x.e - y.e;
  lia_mag r = lia_mag_add(x.r, y.r);
  // what lies far below the last bit of the larger one only adds to the radius
  if (apart > 2 * b->bits + (int64_t)lia_big_bits(y.m))
    return lia_ball_cut(b, lia_ball_make(x.m, x.e,
        lia_mag_add(r, lia_ball_size(b->s, y.m, y.e, 1))));
  if (apart > 4 * b->bits + 4096) return lia_ball_unknown();
  return lia_ball_cut(b, lia_ball_make(lia_big_add(b->s, lia_big_shift(b->s, x.m, apart), y.m), y.e,
      r));
}

lia_ball lia_ball_mul(lia_balls *b, lia_ball x, lia_ball y) {
  lia_mag r = lia_mag_mul(x.r, y.r);
  if (x.r.m != 0) r = lia_mag_add(r, lia_mag_mul(x.r, lia_ball_size(b->s, y.m, y.e, 1)));
  if (y.r.m != 0) r = lia_mag_add(r, lia_mag_mul(y.r, lia_ball_size(b->s, x.m, x.e, 1)));
  return lia_ball_cut(b, lia_ball_make(lia_big_mul(b->s, x.m, y.m), x.e + y.e, r));
}

// |x/y - mx/my| <= (rx + |mx/my| ry)/(|my| - ry)
lia_ball lia_ball_div(lia_balls *b, lia_ball x, lia_ball y) {
  lia_mag low = lia_ball_least(b, y);
  lia_big q;
  if (low.m == 0 || !lia_ball_known(x) || !lia_ball_known(y)) return lia_ball_unknown();
  int64_t up = b->bits + 2 + (int64_t)lia_big_bits(y.m) - (int64_t)lia_big_bits(x.m);
  if (up < 0) up = 0;
  lia_big_div(b->s, lia_big_shift(b->s, x.m, up), y.m, &q, NULL);
  int64_t e = x.e - y.e - up;
  lia_mag r = x.r;
  if (y.r.m != 0)
    r = lia_mag_add(r, lia_mag_mul(lia_mag_add(lia_ball_size(b->s, q, e, 1),
        lia_mag_power_of_two(e)), y.r));
  r = lia_mag_add(r.m == 0 ? r : lia_mag_mul(r, lia_mag_inverse(low)), lia_mag_power_of_two(e));
  // what divides without a rest is exact
  if (x.r.m == 0 && y.r.m == 0 &&
      lia_big_cmp(lia_big_mul(b->s, q, y.m), lia_big_shift(b->s, x.m, up)) == 0)
    r = lia_mag_none();
  return lia_ball_cut(b, lia_ball_make(q, e, r));
}

lia_ball lia_ball_power(lia_balls *b, lia_ball x, int64_t n) {
  if (n < 0) return lia_ball_div(b, lia_ball_of_int(b, 1), lia_ball_power(b, x, -n));
  lia_ball r = lia_ball_of_int(b, 1);
  for (; n && lia_ball_known(r); n >>= 1) {
    if (n & 1) r = lia_ball_mul(b, r, x);
    if (n > 1) x = lia_ball_mul(b, x, x);
  }
  return r;
}

// |sqrt(x) - sqrt(m)| <= r/sqrt(m)
lia_ball lia_ball_root(lia_balls *b, lia_ball x) {
  int exact;
  if (lia_ball_zero(x)) return x;
  lia_mag low = lia_ball_least(b, x);
  if (low.m == 0 || x.m.n < 0) return lia_ball_unknown();
  int64_t up = 2 * (int64_t)b->bits + 2 - (int64_t)lia_big_bits(x.m);
  if (up < 0) up = 0;
  up += (x.e - up) & 1;
  LIA_ASSERT((x.e - up) % 2 == 0);   // an even power of two has a root
  lia_big m = lia_big_root(b->s, lia_big_shift(b->s, x.m, up), 2, &exact);
  int64_t e = (x.e - up) / 2;
  // 1/sqrt(low), the exponent made even
  int odd = low.e & 1;
  lia_mag over = lia_mag_of(1 / sqrt(odd ? low.m / 2 : low.m) * LIA_MAG_UP, -(low.e + odd) / 2);
  return lia_ball_cut(b, lia_ball_make(m, e, lia_mag_add(lia_mag_mul(x.r, over),
      exact ? lia_mag_none() : lia_mag_power_of_two(e))));
}
