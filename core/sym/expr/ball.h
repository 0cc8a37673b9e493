/* ball.h - numbers of as many bits as asked for, each with a bound on how far it may be from the
 * true one
 *
 * A ball is m 2^e and a radius: what it stands for is at most that far away, whatever was computed
 * on the way. A radius that is not finite says nothing: there may be no value at all. Functions are
 * evaluated in fixed point, their series ended with a bound on the rest; the slopes carry what was
 * doubtful before. */
#ifndef LIA_BALL_H
#define LIA_BALL_H

#include "sym/expr/pool.h"

LIA_C_BEGIN

/* a number not below 0, rounded up: m 2^e; m is 0, between 1/2 and 1, or infinite */
typedef struct lia_mag { double m; int64_t e; } lia_mag;

typedef struct lia_ball {
  lia_big m;
  int64_t e;
  lia_mag r;
} lia_ball;

/* the scratch of an evaluation: precision, constants known so far */
typedef struct lia_balls {
  lia_bigs *s;
  int bits;              /* of the midpoints */
  int trust;             /* 1: doubles are taken for what they are, without their doubt */
  lia_big pi, ln2;       /* in fixed point */
  int pibits, ln2bits;   /* 0: not known yet */
} lia_balls;

static inline int lia_ball_known(lia_ball a) { return a.r.m <= 1; }      /* the radius is finite */
int lia_ball_sign(lia_ball a);                /* 1, -1; 0 where it may be either, or 0 */
int lia_ball_zero(lia_ball a);                /* exactly 0 */
double lia_ball_middle(lia_ball a);           /* the midpoint as a double */
double lia_ball_radius(lia_ball a);           /* rounded up; inf beyond the doubles */
/* the double nearest to every number in it: 1 where that is one */
int lia_ball_rounds(lia_bigs *s, lia_ball a, double *x);
/* |a| < 2^k for sure */
int lia_ball_below(lia_ball a, int64_t k);

lia_ball lia_ball_of_double(lia_balls *b, double x);
lia_ball lia_ball_of_ratio(lia_balls *b, lia_ratio a);
lia_ball lia_ball_unknown(void);

lia_ball lia_ball_add(lia_balls *b, lia_ball x, lia_ball y);
lia_ball lia_ball_mul(lia_balls *b, lia_ball x, lia_ball y);
lia_ball lia_ball_div(lia_balls *b, lia_ball x, lia_ball y);
lia_ball lia_ball_neg(lia_ball x);
lia_ball lia_ball_power(lia_balls *b, lia_ball x, int64_t n);
lia_ball lia_ball_pi(lia_balls *b);
/* any operation of op.def on balls; y, z where it has so many arguments */
lia_ball lia_ball_apply(lia_balls *b, lia_op op, lia_ball x, lia_ball y, lia_ball z);

/* what a symbol is worth, as a double, exactly */
typedef double lia_ball_value(const lia_pool *p, lia_expr symbol, void *of);

/* e with its midpoint in s, evaluated as `how` says (bits, trust); value may be NULL where e has no
 * symbols. Not known where memory is out, or the pool's work is at its end (the pool says so) */
lia_ball lia_ball_eval(lia_pool *p, lia_expr e, lia_balls how, lia_ball_value *value, void *of,
    lia_bigs *s);

/* the sign of a constant (no symbols): 1 and -1 with certainty, 0: not known, or zero. Up to
 * LIA_BALL_BITS */
enum { LIA_BALL_BITS = 1024 };
int lia_ball_sign_of(lia_pool *p, lia_expr e);
/* a constant as the double nearest to it, and what is left as another; nan where it has no value.
 * The pool remembers them */
typedef struct lia_twofold { double hi, lo; } lia_twofold;
lia_twofold lia_ball_twofold_of(lia_pool *p, lia_expr e);
static inline double lia_ball_double_of(lia_pool *p, lia_expr e) {
  return lia_ball_twofold_of(p, e).hi;
}
lia_twofold lia_twofold_add(lia_twofold a, lia_twofold b);
lia_twofold lia_twofold_mul(lia_twofold a, lia_twofold b);

LIA_C_END

#endif
