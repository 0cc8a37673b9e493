/* ball_inside.h - radii, and what the files of ball share among themselves */
#ifndef LIA_BALL_INSIDE_H
#define LIA_BALL_INSIDE_H

#include "base/assert.h"
#include "sym/expr/ball.h"

#include <math.h>

LIA_C_BEGIN

/* ---- radii: every result is rounded up */

#define LIA_MAG_UP (1 + 0x1p-50)

static inline lia_mag lia_mag_of(double m, int64_t e) {
  int k;
  if (!(m <= 0x1p1000)) return (lia_mag){ HUGE_VAL, 0 };
  if (m == 0) return (lia_mag){ 0, 0 };
  m = frexp(m, &k);
  return (lia_mag){ m, e + k };
}

static inline lia_mag lia_mag_none(void) { return (lia_mag){ 0, 0 }; }
static inline lia_mag lia_mag_power_of_two(int64_t e) { return (lia_mag){ 0.5, e + 1 }; }

static inline lia_mag lia_mag_add(lia_mag a, lia_mag b) {
  if (a.m == 0 || isinf(b.m)) return b;
  if (b.m == 0 || isinf(a.m)) return a;
  if (a.e < b.e) return lia_mag_add(b, a);
  int64_t d = a.e - b.e;
  return lia_mag_of((a.m + (d > 60 ? 0 : ldexp(b.m, -(int)d))) * LIA_MAG_UP, a.e);
}

static inline lia_mag lia_mag_mul(lia_mag a, lia_mag b) {
  LIA_ASSERT(a.m >= 0 && b.m >= 0);
  if (a.m == 0 || b.m == 0)
    return isinf(a.m) || isinf(b.m) ? lia_mag_of(HUGE_VAL, 0) : lia_mag_none();
  return lia_mag_of(a.m * b.m * LIA_MAG_UP, a.e + b.e);
}

static inline int lia_mag_less(lia_mag a, lia_mag b) {
  LIA_ASSERT(a.m >= 0 && b.m >= 0);
  if (a.m == 0 || isinf(b.m)) return b.m != 0 && !isinf(a.m);
  if (b.m == 0 || isinf(a.m)) return 0;
  return a.e != b.e ? a.e < b.e : a.m < b.m;
}

static inline lia_mag lia_mag_most(lia_mag a, lia_mag b) { return lia_mag_less(a, b) ? b : a; }

/* 1/a from above, for a > 0 */
static inline lia_mag lia_mag_inverse(lia_mag a) {
  LIA_ASSERT(a.m > 0);
  return lia_mag_of(1 / a.m * LIA_MAG_UP, -a.e);
}

/* ---- balls */

static inline lia_ball lia_ball_make(lia_big m, int64_t e, lia_mag r) {
  return (lia_ball){ m, e, r };
}
static inline lia_ball lia_ball_of_int(lia_balls *b, int64_t n) {
  return lia_ball_make(lia_big_of(b->s, n), 0, lia_mag_none());
}
static inline lia_ball lia_ball_sub(lia_balls *b, lia_ball x, lia_ball y) {
  return lia_ball_add(b, x, lia_ball_neg(y));
}

/* |m 2^e| from above (up 1) and from below (0) */
lia_mag lia_ball_size(lia_bigs *s, lia_big m, int64_t e, int up);
/* the midpoint cut to so many bits */
lia_ball lia_ball_cut(lia_balls *b, lia_ball x);
/* |x| + r; |x| - r, 0 where that is negative */
lia_mag lia_ball_most(lia_balls *b, lia_ball x);
lia_mag lia_ball_least(lia_balls *b, lia_ball x);
lia_ball lia_ball_root(lia_balls *b, lia_ball x);   /* the square root */

LIA_C_END

#endif
