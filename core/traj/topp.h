/* topp.h - the shortest time along a path under limits that are linear in s'' and s'^2
 *
 *   lo <= a u + b x + c + d sqrt(x) <= hi,   0 <= x <= x_max,   x = s'^2, u = s''
 *
 * Reachability analysis (Pham and Pham 2018): from the end backwards, the speeds from which the
 * rest can be done (controllable sets, intervals of x); from the start forwards, the fastest of
 * them. u is constant between grid points, so x is linear in s and s(t) is made of parabolas. d is
 * what is linear in the speed (viscous friction): with it the sets are not convex, each step is
 * found by tangents of sqrt(x) until they touch, which keeps every row, and is the optimum where
 * friction is not what alone makes the motion possible. */
#ifndef LIA_TOPP_H
#define LIA_TOPP_H

#include "traj/pieces.h"

LIA_C_BEGIN

typedef struct lia_topp_row { double a, b, c, d, lo, hi; } lia_topp_row;

typedef struct lia_topp_problem {
  int n, m;                  /* segments, rows at each place */
  const double *s;           /* (n + 1) increasing */
  const double *x_max;       /* (n + 1), infinite where there is none; NULL: nowhere */
  const lia_topp_row *row;   /* (places x m) */
  /* (n) at which place a segment begins and ends, where rows jump between segments; NULL: place i
   * and i + 1 */
  const int *begins, *ends;
  /* 0: a segment keeps the rows of both its ends (the error between grid points shrinks with the
   * square of its length); 1: only those of its beginning */
  int collocate;
  double start, stop;        /* s' at the ends, >= 0; NAN: free */
} lia_topp_problem;

/* what binds or fights: row k as LIA_TOPP_MOST(k) where hi does and LIA_TOPP_LEAST(k) where lo
 * does, or one of these */
enum {
  LIA_TOPP_NOTHING = -1, LIA_TOPP_SPEED = -2,   /* x_max */
  LIA_TOPP_REST = -3,                           /* x >= 0 */
  LIA_TOPP_NEXT = -4,                           /* the speeds from which the rest can be done */
};
#define LIA_TOPP_MOST(k) (2 * (k))
#define LIA_TOPP_LEAST(k) (2 * (k) + 1)

typedef enum lia_topp_failure {
  LIA_TOPP_FINE,
  LIA_TOPP_EMPTY,       /* no speed at s[place] keeps all rows to s[place + 1] and the rest */
  LIA_TOPP_START,       /* the speed told for the start is none of those from which it goes */
  LIA_TOPP_STANDS,      /* at rest at s[place], and no row lets it start from there */
  LIA_TOPP_UNBOUNDED,   /* nothing bounds the speed at s[place] */
} lia_topp_failure;

typedef struct lia_topp {
  int n;
  double *s, *t, *x;         /* (n + 1) */
  double *low, *high;        /* (n + 1) controllable sets: x from which the end can be reached */
  int *binding;              /* (n) what holds the motion back in each segment */
  double duration;
  lia_topp_failure failure;
  int place, fight[3];       /* where and what it fails of */
  double least, most;        /* LIA_TOPP_START: speeds it could start with */
  double most_stop;          /* fastest s' at the end that this start reaches; NAN: not known */
} lia_topp;

LIA_NODISCARD lia_status lia_topp_new(lia_topp **out, int n, lia_error *err);
void lia_topp_free(lia_topp *r);

/* solves p into r (of as many segments). LIA_EARG: numbers that are none; LIA_EUNREACHABLE: there
 * is no motion, r->failure and what follows tell why. O(n m); the memory it works in is its own */
LIA_NODISCARD lia_status lia_topp_solve(lia_topp *r, const lia_topp_problem *p, lia_error *err);

/* s(t) of what was solved: one component of degree 2, knots at the times of the grid, from t = 0 */
LIA_NODISCARD lia_status lia_topp_pieces(lia_pieces **out, const lia_topp *r, lia_error *err);

/* zero inertia: places inside where a of a row is 0 and that row, alone, bounds the speed: x there
 * by this row, and whether the motion comes up to it. At most `room` are written; returns how many
 * there are */
typedef struct lia_topp_zero { double s, x; int what, met; } lia_topp_zero;
int lia_topp_zeros(const lia_topp_problem *p, const lia_topp *r, lia_topp_zero *list, int room);

LIA_C_END

#endif
