/* zero.c - a random point with a bound on its rounding first, the normal form where that says nothing */
#include "sym/zero.h"

#include "base/mem.h"
#include "base/rng.h"
#include "sym/expand.h"
#include "sym/simp.h"
#include "sym/twins.h"
#include "sym/walk.h"

#include <float.h>
#include <math.h>

// a value and how far the true one may be from it
typedef struct ball { double v, r; } ball;

static const double U = 0x1p-52;   // a rounding, and one for the library's last digit

// a place without a value, or of which nothing is known
static ball nothing(void) { return (ball){ 0, HUGE_VAL }; }

// 0 inf in a product of the two makes no radius either
static ball rounded(double v, double r) {
  r += 2 * U * fabs(v);
  return isfinite(v) && isfinite(r) ? (ball){ v, r } : nothing();
}

// below the normal doubles a rounding is no longer relative
static ball small(double v, double r) { return rounded(v, fabs(v) < DBL_MIN ? r + DBL_MIN : r); }

// parameters are positive (lengths and masses), the others of both signs; the same for a name on every machine
static double value_of_symbol(const lia_pool *p, lia_expr e, unsigned k) {
  const lia_symbol *s = lia_expr_symbol(p, e);
  lia_rng r = lia_rng_seed(((uint64_t)p->node[e].k[0] << 8 | k) * 2 + 1);
  return s->kind == LIA_SYM_parameter ? lia_rng_range(&r, 0.5, 2) : lia_rng_range(&r, -3, 3);
}

static int exact_zero(ball a) { return a.v == 0 && a.r == 0; }

static ball ball_mul(ball a, ball b) {
  if (exact_zero(a) && isfinite(b.r)) return a;
  if (exact_zero(b) && isfinite(a.r)) return b;
  return small(a.v * b.v, fabs(a.v) * b.r + fabs(b.v) * a.r + a.r * b.r);
}

static ball ball_inv(ball a) {
  double least = fabs(a.v) - a.r;
  return least > 0 ? small(1 / a.v, a.r / (fabs(a.v) * least)) : nothing();
}

static ball ball_whole(ball a, int64_t n) {
  if (n < 0) return ball_inv(ball_whole(a, -n));
  ball r = { 1, 0 };
  for (; n; n >>= 1) {
    if (n & 1) r = ball_mul(r, a);
    if (n > 1) a = ball_mul(a, a);
  }
  return r;
}

// x^y for x > 0 changes by x^y (e^t - 1), t <= |y| dx/x + |log x| dy; e^t - 1 < 2 t up to t = 1
static ball ball_pow(ball x, ball y) {
  if (!(x.v - 2 * x.r > 0)) return exact_zero(x) && y.v > y.r ? x : nothing();
  double v = pow(x.v, y.v), t = (fabs(y.v) + y.r) * x.r / (x.v - x.r) + fabs(log(x.v)) * y.r;
  return t <= 1 ? small(v, 2 * fabs(v) * t) : nothing();
}

// the largest slope of a function of one argument on a ball
static double steepest(lia_op op, ball x) {
  double near = fabs(x.v) - x.r, far = fabs(x.v) + x.r, c;
  switch (op) {
    case LIA_OP_tan:
      c = fabs(cos(x.v)) - x.r;
      return c > 0 ? 1 / (c * c) : HUGE_VAL;
    case LIA_OP_asin: case LIA_OP_acos: return far < 1 ? 1 / sqrt(1 - far * far) : x.r == 0 && far == 1 ? 0 : HUGE_VAL;
    case LIA_OP_exp: return exp(x.v + x.r);
    case LIA_OP_log: return x.v > 0 && near > 0 ? 1 / near : HUGE_VAL;
    case LIA_OP_sign: return near > 0 ? 0 : HUGE_VAL;
    default: return 1;
  }
}

static ball ball_function(lia_op op, ball x) {
  double v = lia_op_value(op, x.v, 0, 0), slope = steepest(op, x);
  if (op == LIA_OP_sign && exact_zero(x)) return x;
  if (exact_zero(x) && v == 0) return x;   // sin 0 and the like
  if (!isfinite(slope)) return nothing();
  return small(v, slope * x.r);
}

static ball ball_compare(lia_op op, ball a, ball b) {
  double apart = fabs(a.v - b.v), r = a.r + b.r;
  return apart > r || r == 0 ? (ball){ lia_op_value(op, a.v, b.v, 0), 0 } : nothing();
}

static ball ball_pair(lia_op op, ball a, ball b) {
  double v = lia_op_value(op, a.v, b.v, 0), far = hypot(a.v, b.v);
  if (op != LIA_OP_atan2) return rounded(v, fmax(a.r, b.r));
  // where the angle jumps from -pi to pi it has no value to compare
  if (far <= 2 * (a.r + b.r) || (b.v < 0 && fabs(a.v) <= a.r)) return nothing();
  return rounded(v, 2 * (a.r + b.r) / far);
}

// a double among exact ratios may be what is left of larger ones: 9.04 - 9 has lost digits nobody remembers
static const double LEFT = 1e-13;

static ball ball_number(lia_ratio a) {
  double v = lia_ratio_double(a);
  return lia_ratio_exact(a) ? rounded(v, 0) : (ball){ v, LEFT * fabs(v) };
}

static int is_double(const lia_pool *p, lia_expr e) { return lia_expr_is_num(p, e) && !lia_ratio_exact(lia_expr_num(p, e)); }

static ball ball_node(lia_pool *p, lia_expr e, unsigned k, const lia_walk *w, const ball *of) {
  const lia_expr *a = lia_expr_args(p, e);
  uint32_t n = lia_expr_n(p, e);
  lia_op op = lia_expr_op(p, e);
  int64_t whole;
#define ARG(i) of[w->memo[a[i]]]
  switch (op) {
    case LIA_OP_num: return ball_number(lia_expr_num(p, e));
    case LIA_OP_pi: return rounded(lia_op_value(op, 0, 0, 0), 0);
    case LIA_OP_sym: return (ball){ value_of_symbol(p, e, k), 0 };
    case LIA_OP_scale: return ball_mul(ARG(0), ARG(1));
    case LIA_OP_add: {
      ball s = ARG(0);
      if (is_double(p, a[0])) s.r += LEFT;
      for (uint32_t i = 1; i < n; i++) s = rounded(s.v + ARG(i).v, s.r + ARG(i).r);
      return s;
    }
    case LIA_OP_mul: {
      ball s = ARG(0);
      for (uint32_t i = 1; i < n; i++) s = ball_mul(s, ARG(i));
      return s;
    }
    case LIA_OP_pow: return lia_sym_whole(p, a[1], &whole) ? ball_whole(ARG(0), whole) : ball_pow(ARG(0), ARG(1));
    case LIA_OP_atan2: case LIA_OP_min: case LIA_OP_max: return ball_pair(op, ARG(0), ARG(1));
    case LIA_OP_lt: case LIA_OP_le: case LIA_OP_eq: return ball_compare(op, ARG(0), ARG(1));
    case LIA_OP_if: return ARG(0).r == 0 ? (ARG(0).v != 0 ? ARG(1) : ARG(2)) : nothing();
    default: return ball_function(op, ARG(0));
  }
#undef ARG
}

int lia_zero_probe(lia_pool *p, lia_expr e, unsigned k, double *value, double *rounding) {
  lia_walk *w = lia_walk_open(p, 1, &e, 0);
  ball *of = w ? lia_malloc((w->n + 1) * sizeof *of) : NULL;
  int ok = of != NULL && w->n;
  if (!of) lia_pool_nomem(p);
  for (uint32_t i = 0; ok && i < w->n; i++) {
    w->memo[w->list[i]] = i;
    of[i] = ball_node(p, w->list[i], k, w, of);
  }
  if (ok) {
    *value = fabs(of[w->n - 1].v);
    *rounding = of[w->n - 1].r;
    ok = isfinite(*value) && isfinite(*rounding);
  }
  lia_free(of);
  lia_walk_close(p, w);
  return ok;
}

lia_expr lia_zero_normal(lia_pool *p, lia_expr e) {
  lia_expand_opts o = { .inside = 1, .squares = 1, .most = LIA_ZERO_MOST };
  lia_expr num, den;
  e = lia_simp_angles(p, e);
  if (!e || !lia_simp_together(p, e, &num, &den)) return 0;
  return lia_expand(p, num, &o);
}

// enough points to trust that a value of 0 is no accident; few enough to be fast
enum { POINTS = 3, TRIES = 12 };

static lia_zero_answer decide(lia_pool *p, lia_expr e) {
  for (unsigned k = 0, good = 0; k < TRIES && good < POINTS; k++) {
    double v, r;
    if (!lia_zero_probe(p, e, k, &v, &r)) continue;
    if (v > r) return LIA_ZERO_no;
    good++;
  }
  lia_expr normal = lia_zero_normal(p, e);
  return normal == LIA_ZERO ? LIA_ZERO_yes : LIA_ZERO_unknown;
}

lia_zero_answer lia_zero(lia_pool *p, lia_expr e) {
  if (!e) return LIA_ZERO_unknown;
  if (lia_expr_is_num(p, e)) return e == LIA_ZERO ? LIA_ZERO_yes : LIA_ZERO_no;
  // what goes wrong while asking is no failure of the one who asks, but that memory is out
  lia_error kept = p->err;
  p->err = (lia_error){ 0 };
  lia_zero_answer a = decide(p, e);
  lia_expr meant = a == LIA_ZERO_yes ? e : lia_twins_meant(p, e);   // constants are what they stand for
  if (meant && meant != e) a = lia_zero(p, meant);
  if (!lia_pool_spent(p) || kept.code != LIA_OK) p->err = kept;
  return a;
}
