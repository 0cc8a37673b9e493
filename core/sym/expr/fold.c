/* fold.c - functions of expressions: the rules of fold.def, and the functions of two and three
 * arguments */
#include "sym/expr/build.h"

#include "sym/expr/ball.h"
#include "sym/expr/print.h"

#include <math.h>

static const double PI = 3.14159265358979323846;

static const lia_expr NO = UINT32_MAX;  // the rule does not apply

static lia_expr no_value(lia_pool *p, lia_op op, lia_expr x, double v) {
  char text[120];
  lia_print_short(p, x, text, sizeof text);
  if (op == LIA_OP_exp && isinf(v))
    return lia_pool_fail(p, LIA_EDOMAIN, "exp(%s) is too large for a double", text);
  return lia_pool_fail(p, LIA_EDOMAIN, "%s(%s) has no real value", lia_op_row[op].text, text);
}

// ---- angles

// x = turns * pi: written with pi, or a double within two roundings of a multiple of pi/12
static int turns_of(const lia_pool *p, lia_expr x, lia_ratio *turns) {
  lia_expr rest, num = lia_sym_split(p, x, &rest);
  *turns = lia_expr_num(p, num);
  if (rest == LIA_PI) return lia_ratio_exact(*turns);
  if (rest != LIA_ONE || lia_ratio_exact(*turns)) return num == LIA_ZERO;
  double k = nearbyint(turns->x / (PI / 12));
  if (fabs(turns->x - k * (PI / 12)) > 0x1p-52 * fabs(turns->x) || fabs(k) > 1200) return 0;
  *turns = lia_ratio_make((int64_t)k, 12);
  return 1;
}

static lia_ratio minus(lia_ratio a, lia_ratio b) { return lia_ratio_add(a, lia_ratio_neg(b)); }

static lia_expr times_pi(lia_pool *p, lia_ratio turns) {
  return lia_sym_scale(p, lia_sym_ratio(p, turns), LIA_PI);
}

// sin(t pi) for 0 <= t <= 1/2: sin(k pi/12) where k is even or 3, else of an angle up to pi/4, or
// its cosine
static lia_expr sin_first(lia_pool *p, lia_ratio t) {
  static const int square[] = { 0, -1, 1, 2, 3, -1, 4 };   // twice the value, squared
  lia_ratio k = lia_ratio_mul(t, lia_ratio_make(12, 1));
  if (lia_ratio_is_int(k) && square[k.n] >= 0)
    return lia_sym_scale(p, LIA_HALF, lia_sym_sqrt(p, lia_sym_int(p, square[k.n])));
  lia_ratio other = minus(lia_ratio_make(1, 2), t);
  int cosine = lia_ratio_cmp(t, other) > 0;
  lia_expr x = times_pi(p, cosine ? other : t);
  return x ? lia_pool_node(p, cosine ? LIA_OP_cos : LIA_OP_sin, 1, &x) : 0;
}

static lia_expr sin_turns(lia_pool *p, lia_ratio t) {
  lia_ratio one = lia_ratio_make(1, 1), half = lia_ratio_make(1, 2), two = lia_ratio_make(2, 1);
  t = minus(t, lia_ratio_mul(two, lia_ratio_floor(lia_ratio_mul(t, half))));
  int below = lia_ratio_cmp(t, one) >= 0;
  if (below) t = minus(t, one);
  if (lia_ratio_cmp(t, half) > 0) t = minus(one, t);
  lia_expr e = sin_first(p, t);
  return below ? lia_sym_neg(p, e) : e;
}

// tan(t pi): by sine and cosine where both are known, else of an angle between 0 and pi/2
static lia_expr tan_turns(lia_pool *p, lia_ratio t) {
  lia_ratio half = lia_ratio_make(1, 2);
  t = minus(t, lia_ratio_floor(t));
  lia_expr s = sin_turns(p, t), c = sin_turns(p, lia_ratio_add(t, half));
  if (c == LIA_ZERO) return no_value(p, LIA_OP_tan, times_pi(p, t), 0);
  if (!s || !c) return 0;
  lia_ratio k = lia_ratio_mul(t, lia_ratio_make(12, 1));
  if (lia_ratio_is_int(k) && (k.n % 2 == 0 || k.n % 3 == 0)) return lia_sym_div(p, s, c);
  int below = lia_ratio_cmp(t, half) > 0;
  lia_expr x = times_pi(p, below ? minus(lia_ratio_make(1, 1), t) : t),
      e = x ? lia_pool_node(p, LIA_OP_tan, 1, &x) : 0;
  return below ? lia_sym_neg(p, e) : e;
}

static lia_expr fold_turned(lia_pool *p, lia_op op, lia_ratio turns) {
  if (!lia_ratio_finite(turns)) return lia_sym_ratio(p, turns);
  if (op == LIA_OP_tan) return tan_turns(p, turns);
  return sin_turns(p, op == LIA_OP_sin ? turns : lia_ratio_add(turns, lia_ratio_make(1, 2)));
}

// sin(k pi/12), 0 <= k <= 6, with the roots that those of 15 and 75 degrees have: (sqrt(6) -+
// sqrt(2))/4
static lia_expr sin_twelfth(lia_pool *p, int k) {
  if (k != 1 && k != 5) return sin_first(p, lia_ratio_make(k, 12));
  lia_expr six = lia_sym_sqrt(p, lia_sym_int(p, 6)), two = lia_sym_sqrt(p, LIA_TWO);
  return lia_sym_scale(p, lia_sym_rat(p, 1, 4),
      k == 1 ? lia_sym_sub(p, six, two) : lia_sym_add(p, six, two));
}

// tan(k pi/12), 0 < k < 6
static lia_expr tan_twelfth(lia_pool *p, int k) {
  if (k != 1 && k != 5) return tan_turns(p, lia_ratio_make(k, 12));
  lia_expr three = lia_sym_sqrt(p, lia_sym_int(p, 3));
  return k == 1 ? lia_sym_sub(p, LIA_TWO, three) : lia_sym_add(p, LIA_TWO, three);
}

// ---- the rules, named as in fold.def

// what the inverse `op` takes to the angle k pi/12
static lia_expr at_twelfth(lia_pool *p, lia_op op, int k) {
  if (op != LIA_OP_atan) return sin_twelfth(p, op == LIA_OP_asin ? k : 6 - k);
  return k ? tan_twelfth(p, k) : LIA_ZERO;
}

// the angles of the functions that give some: multiples of pi/12 by their sine, cosine or tangent;
// of constants alone
static lia_expr known_angle(lia_pool *p, lia_op op, lia_expr x) {
  if (p->node[x].bits || (op != LIA_OP_asin && op != LIA_OP_acos && op != LIA_OP_atan)) return NO;
  lia_expr opposite = lia_sym_neg(p, x);
  for (int k = 0; k <= 6; k++) {
    if (op == LIA_OP_atan && k == 6) break;
    lia_expr v = at_twelfth(p, op, k);
    if (!v || !opposite) return 0;
    if (v == x) return times_pi(p, lia_ratio_make(k, 12));
    if (v == opposite) return times_pi(p, lia_ratio_make(op == LIA_OP_acos ? 12 - k : -k, 12));
  }
  return NO;
}

// |x|, sign(x) and what has no value or a known one at an exact number; it stays a function
// otherwise
static lia_expr fold_exact(lia_pool *p, lia_op op, lia_expr x) {
  lia_ratio a = lia_expr_num(p, x);
  int s = lia_ratio_sign(a);
  switch (op) {
    case LIA_OP_abs: return lia_sym_ratio(p, s < 0 ? lia_ratio_neg(a) : a);
    case LIA_OP_sign: return lia_sym_int(p, s);
    case LIA_OP_floor: return lia_sym_ratio(p, lia_ratio_floor(a));
    case LIA_OP_exp: return s == 0 ? LIA_ONE : NO;
    case LIA_OP_tanh: return s == 0 ? LIA_ZERO : NO;
    case LIA_OP_log:
      if (s <= 0) return no_value(p, op, x, 0);
      return x == LIA_ONE ? LIA_ZERO : NO;
    case LIA_OP_asin: case LIA_OP_acos:
      return lia_ratio_cmp(s < 0 ? lia_ratio_neg(a) : a, lia_ratio_make(1, 1)) > 0
      ? no_value(p, op, x, 0) : NO;
    default: return NO;
  }
}

// a double makes a double, which is as doubtful as the function is steep
static lia_expr fold_double(lia_pool *p, lia_op op, lia_expr x) {
  lia_ratio a = lia_expr_num(p, x);
  double d = lia_ratio_doubt(a), v = lia_op_value(op, a.x, 0, 0);
  double up = lia_op_value(op, a.x + d, 0, 0), down = lia_op_value(op, a.x - d, 0, 0);
  if (!isfinite(v)) return no_value(p, op, x, v);
  return lia_sym_ratio(p,
      lia_ratio_doubted(v, isfinite(up) && isfinite(down) ? fmax(fabs(up - v), fabs(down - v))
      : fabs(v)));
}

// constants that are no numbers, sqrt(2) - 2, by their sign, where that is certain
static lia_expr fold_constant(lia_pool *p, lia_op op, lia_expr x) {
  int s = 0;
  if (op == LIA_OP_abs || op == LIA_OP_sign || op == LIA_OP_log) s = lia_ball_sign_of(p, x);
  if (op == LIA_OP_log && s < 0) return no_value(p, op, x, 0);
  if (op == LIA_OP_sign && s) return lia_sym_int(p, s);
  if (op == LIA_OP_abs && s) return s > 0 ? x : lia_sym_neg(p, x);
  if (op != LIA_OP_asin && op != LIA_OP_acos) return NO;
  // 1 - x^2 is negative where there is no angle
  return lia_ball_sign_of(p, lia_sym_sub(p, LIA_ONE, lia_sym_sq(p, x))) < 0 ? no_value(p, op, x, 0)
      : NO;
}

static lia_expr fold_number(lia_pool *p, lia_op op, lia_expr x) {
  lia_ratio turns;
  if ((op == LIA_OP_sin || op == LIA_OP_cos || op == LIA_OP_tan) && turns_of(p, x, &turns))
    return fold_turned(p, op, turns);
  lia_expr e = known_angle(p, op, x);
  if (e != NO) return e;
  if (!lia_expr_is_num(p, x)) return p->node[x].bits ? NO : fold_constant(p, op, x);
  return lia_ratio_exact(lia_expr_num(p, x)) ? fold_exact(p, op, x) : fold_double(p, op, x);
}

static lia_expr fold_odd(lia_pool *p, lia_op op, lia_expr x) {
  lia_expr rest, num = lia_sym_split(p, x, &rest);
  if (lia_ratio_sign(lia_expr_num(p, num)) >= 0) return NO;
  return lia_sym_neg(p, lia_sym_fun(p, op, lia_sym_neg(p, x)));
}

static lia_expr fold_even(lia_pool *p, lia_op op, lia_expr x) {
  lia_expr rest, num = lia_sym_split(p, x, &rest);
  if (lia_ratio_sign(lia_expr_num(p, num)) >= 0) return NO;
  return lia_sym_fun(p, op, lia_sym_neg(p, x));
}

// which term of a sum is a multiple of pi/2, with how many quarter turns it is; numbers and pi come
// first in a sum. -1: none
static int quarter_term(const lia_pool *p, lia_expr x, int *quarters) {
  for (int i = 0; i < 2; i++) {
    lia_ratio turns;
    if (!turns_of(p, lia_expr_args(p, x)[i], &turns)) continue;
    turns = lia_ratio_mul(turns, lia_ratio_make(2, 1));
    if (!lia_ratio_is_int(turns)) continue;
    *quarters = (int)((turns.n % 4 + 4) % 4);
    return i;
  }
  return -1;
}

// a sum without its term i, 0 or 1. Not the difference: of doubles that is a 0 in doubt, and a sum
// with it a quarter turn again
static lia_expr without_term(lia_pool *p, lia_expr x, int i) {
  lia_expr rest = lia_expr_args(p, x)[1 - i];
  for (uint32_t k = 2; k < lia_expr_n(p, x); k++)
    rest = lia_sym_add(p, rest, lia_expr_args(p, x)[k]);
  return rest;
}

static lia_expr fold_turn(lia_pool *p, lia_op op, lia_expr x) {
  int quarters, i = lia_expr_op(p, x) == LIA_OP_add ? quarter_term(p, x, &quarters) : -1;
  if (i < 0 || (op == LIA_OP_tan && quarters % 2)) return NO;
  lia_expr rest = without_term(p, x, i);
  if (op == LIA_OP_tan) return lia_sym_tan(p, rest);
  if (op == LIA_OP_cos) quarters++;
  // sin(x + k pi/2): sin x, cos x, -sin x, -cos x
  lia_expr e = lia_sym_fun(p, quarters % 2 ? LIA_OP_cos : LIA_OP_sin, rest);
  return quarters % 4 >= 2 ? lia_sym_neg(p, e) : e;
}

static lia_expr fold_inverse(lia_pool *p, lia_op op, lia_expr x) {
  static const struct { lia_op outer, inner; } undo[] = {
    { LIA_OP_sin, LIA_OP_asin }, { LIA_OP_cos, LIA_OP_acos }, { LIA_OP_tan, LIA_OP_atan },
    { LIA_OP_exp, LIA_OP_log }, { LIA_OP_log, LIA_OP_exp },
  };
  for (size_t i = 0; i < sizeof undo / sizeof *undo; i++)
    if (undo[i].outer == op && undo[i].inner == lia_expr_op(p, x)) return lia_expr_args(p, x)[0];
  // exp(c log x) = x^c
  lia_expr rest, num = lia_sym_split(p, x, &rest);
  if (op == LIA_OP_exp && lia_expr_op(p, rest) == LIA_OP_log)
    return lia_sym_pow(p, lia_expr_args(p, rest)[0], num);
  return NO;
}

// |c x| = |c| |x|, sign(c x) = sign(c) sign(x)
static lia_expr fold_factor(lia_pool *p, lia_op op, lia_expr x) {
  lia_expr rest, num = lia_sym_split(p, x, &rest);
  if (num == LIA_ONE) return NO;
  lia_ratio c = lia_expr_num(p, num);
  if (op == LIA_OP_sign) c = lia_ratio_make(lia_ratio_sign(c), 1);
  else if (lia_ratio_sign(c) < 0) c = lia_ratio_neg(c);
  return lia_sym_scale(p, lia_sym_ratio(p, c), lia_sym_fun(p, op, rest));
}

static lia_expr fold_positive(lia_pool *p, lia_op op, lia_expr x) {
  (void)op;
  lia_op inner = lia_expr_op(p, x);
  if (inner == LIA_OP_exp || inner == LIA_OP_abs || inner == LIA_OP_pi) return x;
  if (inner != LIA_OP_pow || !lia_expr_is_num(p, lia_expr_args(p, x)[1])) return NO;
  lia_ratio e = lia_expr_num(p, lia_expr_args(p, x)[1]);
  return lia_ratio_odd(e) ? NO : x;
}

typedef struct rule { lia_op op; lia_expr (*fold)(lia_pool *p, lia_op op, lia_expr x); } rule;

static const rule rules[] = {
#define LIA_FOLD(op, rule, before, after, where) { LIA_OP_##op, fold_##rule },
#include "sym/expr/fold.def"
#undef LIA_FOLD
};

lia_expr lia_sym_fun(lia_pool *p, lia_op op, lia_expr x) {
  if (!x) return 0;
  for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
    if (rules[i].op != op) continue;
    lia_expr e = rules[i].fold(p, op, x);
    if (e != NO) return e;
  }
  return lia_pool_node(p, op, 1, &x);
}

// ---- two and three arguments

static int both_numbers(const lia_pool *p, lia_expr a, lia_expr b) {
  return lia_expr_is_num(p, a) && lia_expr_is_num(p, b);
}

static lia_expr pair_of(lia_pool *p, lia_op op, lia_expr a, lia_expr b) {
  int swap = b < a && (lia_op_row[op].kind == LIA_SAME || op == LIA_OP_eq);
  return lia_pool_node(p, op, 2, swap ? (lia_expr[2]){ b, a } : (lia_expr[2]){ a, b });
}

// by the quadrant of (x, y): atan(y/x), a half turn on where x < 0
static lia_expr number_atan2(lia_pool *p, lia_ratio y, lia_ratio x) {
  int sy = lia_ratio_sign(y), sx = lia_ratio_sign(x);
  if (!lia_ratio_exact(x) || !lia_ratio_exact(y))
    return lia_sym_num(p, atan2(lia_ratio_double(y), lia_ratio_double(x)));
  if (!sy && !sx) return lia_pool_fail(p, LIA_EDOMAIN, "atan2(0, 0) has no value");
  if (!sx) return times_pi(p, lia_ratio_make(sy, 2));
  lia_expr e = lia_sym_atan(p, lia_sym_ratio(p, lia_ratio_mul(y, lia_ratio_inv(x))));
  return sx > 0 ? e : lia_sym_add(p, e, sy < 0 ? lia_sym_neg(p, LIA_PI) : LIA_PI);
}

lia_expr lia_sym_atan2(lia_pool *p, lia_expr y, lia_expr x) {
  if (!y || !x) return 0;
  if (!both_numbers(p, y, x)) return pair_of(p, LIA_OP_atan2, y, x);
  return number_atan2(p, lia_expr_num(p, y), lia_expr_num(p, x));
}

static lia_expr fold_extreme(lia_pool *p, lia_op op, lia_expr a, lia_expr b, int sign);

// max(max(x, 3), 5) = max(x, 5): of two constants the one that counts
static lia_expr extreme_within(lia_pool *p, lia_op op, lia_expr a, lia_expr b, int sign) {
  lia_expr c = !p->node[a].bits ? a : b, other = c == a ? b : a;
  if (p->node[c].bits || lia_expr_op(p, other) != op) return pair_of(p, op, a, b);
  lia_expr x = lia_expr_args(p, other)[0], y = lia_expr_args(p, other)[1];
  if (!p->node[y].bits) {
    lia_expr t = x;
    x = y;
    y = t;
  }
  return !p->node[x].bits ? fold_extreme(p, op, fold_extreme(p, op, c, x, sign), y, sign)
      : pair_of(p, op, a, b);
}

static lia_expr fold_extreme(lia_pool *p, lia_op op, lia_expr a, lia_expr b, int sign) {
  if (!a || !b) return 0;
  if (a == b) return a;
  if (p->node[a].bits || p->node[b].bits) return extreme_within(p, op, a, b, sign);
  int s = lia_ball_sign_of(p, lia_sym_sub(p, a, b));
  if (!s) return pair_of(p, op, a, b);
  return s * sign > 0 ? a : b;
}

lia_expr lia_sym_min(lia_pool *p, lia_expr a, lia_expr b) {
  return fold_extreme(p, LIA_OP_min, a, b, -1);
}
lia_expr lia_sym_max(lia_pool *p, lia_expr a, lia_expr b) {
  return fold_extreme(p, LIA_OP_max, a, b, 1);
}

// the sign of a constant difference; 0 with *known 0 where it is not certain
static int sign_of_difference(lia_pool *p, lia_expr d, int *known) {
  *known = d == LIA_ZERO;
  if (*known || p->node[d].bits) return 0;
  int s = lia_ball_sign_of(p, d);
  *known = s != 0;
  return s;
}

// a comparison is known where the difference is a constant
static lia_expr fold_compare(lia_pool *p, lia_op op, lia_expr a, lia_expr b) {
  lia_expr d = lia_sym_sub(p, a, b);
  int known;
  if (!d) return 0;
  int s = sign_of_difference(p, d, &known);
  if (!known) return pair_of(p, op, a, b);
  return lia_op_value(op, s, 0, 0) != 0 ? LIA_ONE : LIA_ZERO;
}

lia_expr lia_sym_lt(lia_pool *p, lia_expr a, lia_expr b) {
  return fold_compare(p, LIA_OP_lt, a, b);
}
lia_expr lia_sym_le(lia_pool *p, lia_expr a, lia_expr b) {
  return fold_compare(p, LIA_OP_le, a, b);
}
lia_expr lia_sym_eq(lia_pool *p, lia_expr a, lia_expr b) {
  return fold_compare(p, LIA_OP_eq, a, b);
}

lia_expr lia_sym_if(lia_pool *p, lia_expr condition, lia_expr a, lia_expr b) {
  if (!condition || !a || !b) return 0;
  if (a == b) return a;
  if (condition == LIA_ZERO) return b;
  if (!p->node[condition].bits && lia_ball_sign_of(p, condition)) return a;
  return lia_pool_node(p, LIA_OP_if, 3, (lia_expr[3]){ condition, a, b });
}

lia_expr lia_sym_apply(lia_pool *p, lia_op op, size_t n, const lia_expr *k) {
  for (size_t i = 0; i < n; i++)
    if (!k[i]) return 0;
  switch (op) {
    case LIA_OP_pi: return LIA_PI;
    case LIA_OP_scale: return lia_sym_mul(p, k[0], k[1]);
    case LIA_OP_pow: return lia_sym_pow(p, k[0], k[1]);
    case LIA_OP_mul: return lia_sym_product(p, n, k);
    case LIA_OP_add: return lia_sym_sum(p, n, k);
    case LIA_OP_atan2: return lia_sym_atan2(p, k[0], k[1]);
    case LIA_OP_min: return lia_sym_min(p, k[0], k[1]);
    case LIA_OP_max: return lia_sym_max(p, k[0], k[1]);
    case LIA_OP_lt: case LIA_OP_le: case LIA_OP_eq: return fold_compare(p, op, k[0], k[1]);
    case LIA_OP_if: return lia_sym_if(p, k[0], k[1], k[2]);
    default: return lia_sym_fun(p, op, k[0]);
  }
}
