/* zero.c - a random point first, in doubles and then in balls; proofs where that says nothing, one
 * after the other */
#include "sym/simp/zero.h"

#include "base/mem.h"
#include "base/rng.h"
#include "sym/expr/ball.h"
#include "sym/simp/constant.h"
#include "sym/simp/expand.h"
#include "sym/simp/prove.h"
#include "sym/simp/simp.h"
#include "sym/expr/homonym.h"
#include "sym/expr/walk.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

// a value and how far the true one may be from it
typedef struct ball { double v, r; } ball;

static const double U = 0x1p-52;   // a rounding, and one for the library's last digit

// a place without a value, or of which nothing is known
static ball nothing(void) { return (ball){ 0, HUGE_VAL }; }

// what is not finite says nothing: 0 times infinity, and what the library has no value for
static ball zero_rounded(double v, double r) {
  r += 4 * U * fabs(v);
  return isfinite(v) && isfinite(r) ? (ball){ v, r } : nothing();
}

// below the normal doubles a rounding is no longer relative
static ball zero_small(double v, double r) {
  return zero_rounded(v, fabs(v) < DBL_MIN ? r + DBL_MIN : r);
}

// parameters are positive (lengths and masses), the others of both signs; the same for a name on
// every machine
static double value_of_symbol(const lia_pool *p, lia_expr e, unsigned k) {
  const lia_symbol *s = lia_expr_symbol(p, e);
  lia_rng r = lia_rng_seed(((uint64_t)p->node[e].k[0] << 8 | k) * 2 + 1);
  return s->kind == LIA_SYM_parameter ? lia_rng_range(&r, 0.5, 2) : lia_rng_range(&r, -3, 3);
}

static double point_value(const lia_pool *p, lia_expr e, void *of) {
  return value_of_symbol(p, e, *(unsigned *)of);
}

static int exact_zero(ball a) { return a.v == 0 && a.r == 0; }

static ball ball_mul(ball a, ball b) {
  if (exact_zero(a) && isfinite(b.r)) return a;
  if (exact_zero(b) && isfinite(a.r)) return b;
  return zero_small(a.v * b.v, fabs(a.v) * b.r + fabs(b.v) * a.r + a.r * b.r);
}

static ball ball_inv(ball a) {
  double least = fabs(a.v) - a.r;
  return least > 0 ? zero_small(1 / a.v, a.r / (fabs(a.v) * least)) : nothing();
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
  return t <= 1 ? zero_small(v, 2 * fabs(v) * t) : nothing();
}

// the largest slope of a function of one argument on a ball
static double steepest(lia_op op, ball x) {
  double near = fabs(x.v) - x.r, far = fabs(x.v) + x.r, c;
  switch (op) {
    case LIA_OP_tan:
      c = fabs(cos(x.v)) - x.r;
      return c > 0 ? 1 / (c * c) : HUGE_VAL;
    case LIA_OP_asin: case LIA_OP_acos:
      if (far < 1) return 1 / sqrt(1 - far * far);
      return x.r == 0 && far == 1 ? 0 : HUGE_VAL;
    case LIA_OP_exp: return exp(x.v + x.r);
    case LIA_OP_log: return x.v > 0 && near > 0 ? 1 / near : HUGE_VAL;
    case LIA_OP_sign: return near > 0 ? 0 : HUGE_VAL;
    case LIA_OP_floor: return floor(x.v - x.r) == floor(x.v + x.r) ? 0 : HUGE_VAL;
    default: return 1;
  }
}

static ball ball_function(lia_op op, ball x) {
  double v = lia_op_value(op, x.v, 0, 0), slope = steepest(op, x);
  if (op == LIA_OP_sign && exact_zero(x)) return x;
  if (exact_zero(x) && v == 0) return x;   // sin 0 and the like
  if (!isfinite(slope)) return nothing();
  return zero_small(v, slope * x.r);
}

static ball ball_compare(lia_op op, ball a, ball b) {
  double apart = fabs(a.v - b.v), r = a.r + b.r;
  return apart > r || r == 0 ? (ball){ lia_op_value(op, a.v, b.v, 0), 0 } : nothing();
}

static ball ball_pair(lia_op op, ball a, ball b) {
  double v = lia_op_value(op, a.v, b.v, 0), far = hypot(a.v, b.v);
  if (op != LIA_OP_atan2) return zero_rounded(v, fmax(a.r, b.r));
  // where the angle jumps from -pi to pi it has no value to compare
  if (far <= 2 * (a.r + b.r) || (b.v < 0 && fabs(a.v) <= a.r)) return nothing();
  return zero_rounded(v, 2 * (a.r + b.r) / far);
}

// the doubt of a double is part of it
static ball ball_number(lia_ratio a) {
  return zero_rounded(lia_ratio_double(a), lia_ratio_doubt(a));
}

static ball ball_node(lia_pool *p, lia_expr e, unsigned k, const lia_walk *w, const ball *of) {
  const lia_expr *a = lia_expr_args(p, e);
  uint32_t n = lia_expr_n(p, e);
  lia_op op = lia_expr_op(p, e);
  int64_t whole;
#define ARG(i) of[w->memo[a[i]]]
  switch (op) {
    case LIA_OP_num: return ball_number(lia_expr_num(p, e));
    case LIA_OP_pi: return zero_rounded(lia_op_value(op, 0, 0, 0), 0);
    case LIA_OP_sym: return (ball){ value_of_symbol(p, e, k), 0 };
    case LIA_OP_scale: return ball_mul(ARG(0), ARG(1));
    case LIA_OP_add: {
      ball s = ARG(0);
      for (uint32_t i = 1; i < n; i++) s = zero_rounded(s.v + ARG(i).v, s.r + ARG(i).r);
      return s;
    }
    case LIA_OP_mul: {
      ball s = ARG(0);
      for (uint32_t i = 1; i < n; i++) s = ball_mul(s, ARG(i));
      return s;
    }
    case LIA_OP_pow: return lia_sym_whole(p, a[1], &whole) ? ball_whole(ARG(0), whole)
        : ball_pow(ARG(0), ARG(1));
    case LIA_OP_atan2: case LIA_OP_min: case LIA_OP_max: return ball_pair(op, ARG(0), ARG(1));
    case LIA_OP_lt: case LIA_OP_le: case LIA_OP_eq: return ball_compare(op, ARG(0), ARG(1));
    case LIA_OP_if:
      if (ARG(0).r == 0) return ARG(0).v != 0 ? ARG(1) : ARG(2);
      return nothing();
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

// ---- proofs

// enough points to trust that a value of 0 is no accident; few enough to be fast
enum { POINTS = 3, TRIES = 12 };

typedef lia_expr form(lia_pool *p, lia_expr e);

// one fraction, multiplied out as it stands: functions of equal arguments are equal, whatever they
// are of
static lia_expr plain_fraction(lia_pool *p, lia_expr e) {
  lia_expand_opts o = { .inside = 1, .squares = 1, .most = LIA_ZERO_MOST };
  lia_expr num, den;
  return lia_simp_together(p, e, &num, &den) ? lia_expand(p, num, &o) : 0;
}

static lia_expr base_angles(lia_pool *p, lia_expr e) {
  return plain_fraction(p, lia_simp_angles(p, e));
}

// a term as its constant times the rest
static int split_constant(lia_pool *p, lia_expr term, lia_expr *c, lia_expr *with) {
  lia_expr rest;
  const lia_expr *f;
  *c = lia_sym_split(p, term, &rest);
  *with = LIA_ONE;
  uint32_t n = rest == LIA_ONE ? 0 : lia_expr_factors(p, &rest, &f);
  for (uint32_t i = 0; i < n && *c && *with; i++) {
    lia_expr_factors(p, &rest, &f);
    lia_expr factor = f[i], *side = p->node[factor].bits ? with : c;
    *side = lia_sym_mul(p, *side, factor);
  }
  return *c && *with;
}

typedef struct coefficient { lia_expr with, c; } coefficient;

static int zero_by_with(const void *a, const void *b) {
  const coefficient *x = a, *y = b;
  if (x->with != y->with) return x->with < y->with ? -1 : 1;
  return (x->c > y->c) - (x->c < y->c);
}

enum { MOST_COEFFICIENTS = 4000 };

// a sum of what symbols are in, each with a constant that is zero
static int constants_are_zero(lia_pool *p, lia_expr sum) {
  uint32_t n = lia_expr_op(p, sum) == LIA_OP_add ? lia_expr_n(p, sum) : 1;
  coefficient *v = n <= MOST_COEFFICIENTS ? lia_malloc(n * sizeof *v) : NULL;
  int ok = v != NULL;
  for (uint32_t i = 0; ok && i < n; i++)
    ok = split_constant(p, n > 1 ? lia_expr_args(p, sum)[i] : sum, &v[i].c, &v[i].with);
  if (ok) qsort(v, n, sizeof *v, zero_by_with);
  for (uint32_t i = 0, j; ok && i < n; i = j) {
    lia_expr c = LIA_ZERO;
    for (j = i; j < n && v[j].with == v[i].with; j++) c = lia_sym_add(p, c, v[j].c);
    ok = c && lia_constant_zero(p, c) == LIA_ZERO_yes;
  }
  lia_free(v);
  return ok;
}

// a form is zero: it is 0, or what stands in it is
static int is_zero_form(lia_pool *p, lia_expr normal) {
  lia_expr rest;
  if (!normal || normal == UINT32_MAX || normal == LIA_ZERO) return normal == LIA_ZERO;
  lia_sym_split(p, normal, &rest);
  return constants_are_zero(p, rest);
}

// one road, with its share of the work; whatever goes wrong on it is forgotten
static int proved_by(lia_pool *p, lia_expr e, form *f, uint64_t work) {
  lia_error kept = p->err;
  p->err = (lia_error){ 0 };
  lia_budget b = lia_pool_budget(p, work);
  int yes = is_zero_form(p, f(p, e));
  lia_pool_budget_end(p, b);
  if (!lia_pool_spent(p)) p->err = kept;
  return yes;
}

// every case of signs; the first that is not proved ends it
static int proved_in_cases(lia_pool *p, lia_expr e, const lia_cases *c, int *assume, int i,
    uint64_t work) {
  if (i == c->n) {
    lia_expr one = lia_prove_case(p, e, c, assume);
    return one && proved_by(p, one, lia_prove_normal, work);
  }
  for (int s = 1; s >= -1; s--) {
    if (s == 0 && !c->apart[i]) continue;
    assume[i] = s;
    if (!proved_in_cases(p, e, c, assume, i + 1, work) || lia_pool_spent(p)) return 0;
  }
  return 1;
}

static int proved_by_cases(lia_pool *p, lia_expr e, uint64_t work) {
  lia_error kept = p->err;
  p->err = (lia_error){ 0 };
  lia_budget b = lia_pool_budget(p, work);
  lia_cases c;
  int assume[LIA_PROVE_CASES], yes = 0;
  lia_expr x = lia_prove_simpler(p, e);
  if (x && lia_prove_cases(p, x, &c) && c.n > 0) yes = proved_in_cases(p, x, &c, assume, 0, work);
  lia_pool_budget_end(p, b);
  if (!lia_pool_spent(p)) p->err = kept;
  return yes;
}

// ---- points

// 1: e is not zero at point k; 0: it may be; -1: it has no value there that is known
static int at_point(lia_pool *p, lia_expr e, unsigned k, int bits) {
  lia_bigs s;
  lia_bigs_start(&s);
  lia_ball v = lia_ball_eval(p, e, (lia_balls){ .bits = bits }, point_value, &k, &s);
  int known = lia_ball_known(v), sign = lia_ball_sign(v);
  lia_bigs_free(&s);
  return !known ? -1 : sign != 0;
}

// by balls at a point where there is a value: near misses that doubles do not see
static int zero_differs(lia_pool *p, lia_expr e, unsigned good, int bits) {
  if (good < TRIES) return at_point(p, e, good, bits) > 0;
  for (unsigned k = 0; k < TRIES; k++) {
    int d = at_point(p, e, k, bits);
    if (d >= 0) return d;
  }
  return 0;
}

static lia_zero_answer decide(lia_pool *p, lia_expr e) {
  unsigned first = TRIES;
  for (unsigned k = 0, good = 0; k < TRIES && good < POINTS; k++) {
    double v, r;
    if (!lia_zero_probe(p, e, k, &v, &r)) continue;
    if (v > r) return LIA_ZERO_no;
    if (!good++) first = k;
  }
  if (zero_differs(p, e, first, 192)) return LIA_ZERO_no;
  // the cheap roads first, each on its own budget
  if (proved_by(p, e, plain_fraction, p->proof_work / 4)) return LIA_ZERO_yes;
  if (proved_by(p, e, lia_prove_normal, p->proof_work / 2) ||
      proved_by(p, e, base_angles, p->proof_work / 4))
    return LIA_ZERO_yes;
  if (proved_by_cases(p, e, p->proof_work / 2)) return LIA_ZERO_yes;
  return zero_differs(p, e, first, 1024) ? LIA_ZERO_no : LIA_ZERO_unknown;
}

lia_zero_answer lia_zero(lia_pool *p, lia_expr e) {
  if (!e) return LIA_ZERO_unknown;
  if (e == LIA_ZERO) return LIA_ZERO_yes;
  // what goes wrong while asking is no failure of the one who asks, but that memory is out
  lia_error kept = p->err;
  p->err = (lia_error){ 0 };
  lia_budget b = lia_pool_budget(p, p->proof_work);
  lia_zero_answer a = p->node[e].bits ? decide(p, e) : lia_constant_zero(p, e);
  lia_pool_budget_end(p, b);
  // constants are what they stand for
  lia_expr meant = a == LIA_ZERO_yes ? e : lia_twins_meant(p, e);
  if (meant && meant != e) a = lia_zero(p, meant);
  if (!lia_pool_spent(p) || kept.code != LIA_OK) p->err = kept;
  return a;
}
