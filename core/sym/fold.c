/* fold.c - functions of expressions: the rules of fold.def, and the functions of two and three arguments */
#include "sym/build.h"

#include "sym/print.h"

#include <math.h>

static const double PI = 3.14159265358979323846;

static const lia_expr NO = UINT32_MAX;  // the rule does not apply

static lia_expr no_value(lia_pool *p, lia_op op, lia_expr x, double v) {
  char text[120];
  lia_print_short(p, x, text, sizeof text);
  if (op == LIA_OP_exp && isinf(v)) return lia_pool_fail(p, LIA_EDOMAIN, "exp(%s) is too large for a double", text);
  return lia_pool_fail(p, LIA_EDOMAIN, "%s(%s) has no real value", lia_op_row[op].text, text);
}

// ---- angles

// x = turns * pi with turns a multiple of 1/12: written with pi, or a double within two roundings of it
static int turns_of(const lia_pool *p, lia_expr x, lia_ratio *turns) {
  lia_expr rest, num = lia_sym_split(p, x, &rest);
  *turns = lia_expr_num(p, num);
  if (rest == LIA_PI) return 1;
  if (rest != LIA_ONE || lia_ratio_exact(*turns)) return num == LIA_ZERO;
  double k = nearbyint(turns->x / (PI / 12));
  if (fabs(turns->x - k * (PI / 12)) > 0x1p-52 * fabs(turns->x) || fabs(k) > 1200) return 0;
  *turns = lia_ratio_make((int64_t)k, 12);
  return 1;
}

// sin(k pi/12) for k = 0 .. 6, twice the value squared: 0, -, 1/4, 1/2, 3/4, -, 1
static lia_expr sin_twelfth(lia_pool *p, int k) {
  static const int square[] = { 0, -1, 1, 2, 3, -1, 4 };
  if (square[k] < 0) return NO;
  return lia_sym_scale(p, LIA_HALF, lia_sym_sqrt(p, lia_sym_int(p, square[k])));
}

static lia_expr sin_turns(lia_pool *p, lia_ratio turns) {
  lia_ratio k = lia_ratio_mul(turns, lia_ratio_make(12, 1));
  if (!lia_ratio_is_int(k)) return NO;
  int n = (int)((k.n % 24 + 24) % 24), minus = n >= 12;
  n %= 12;
  lia_expr e = sin_twelfth(p, n > 6 ? 12 - n : n);
  return minus && e != NO ? lia_sym_neg(p, e) : e;
}

static lia_expr turned(lia_pool *p, lia_op op, lia_ratio turns) {
  lia_ratio quarter = lia_ratio_make(1, 2);
  if (op == LIA_OP_sin) return sin_turns(p, turns);
  if (op == LIA_OP_cos) return sin_turns(p, lia_ratio_add(turns, quarter));
  lia_expr s = sin_turns(p, turns), c = sin_turns(p, lia_ratio_add(turns, quarter));
  return s == NO || c == NO || c == LIA_ZERO ? NO : lia_sym_div(p, s, c);
}

// ---- the rules, named as in fold.def

// multiples of pi for the functions that give angles
static lia_expr known_angle(lia_pool *p, lia_op op, lia_expr x) {
  static const struct { lia_op op; lia_expr x; int n, d; } known[] = {
    { LIA_OP_asin, LIA_ONE, 1, 2 }, { LIA_OP_asin, LIA_MINUS, -1, 2 }, { LIA_OP_asin, LIA_HALF, 1, 6 },
    { LIA_OP_acos, LIA_ZERO, 1, 2 }, { LIA_OP_acos, LIA_MINUS, 1, 1 }, { LIA_OP_acos, LIA_HALF, 1, 3 },
    { LIA_OP_atan, LIA_ONE, 1, 4 }, { LIA_OP_atan, LIA_MINUS, -1, 4 },
  };
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    if (known[i].op == op && known[i].x == x) return lia_sym_scale(p, lia_sym_rat(p, known[i].n, known[i].d), LIA_PI);
  return NO;
}

static lia_expr fold_number(lia_pool *p, lia_op op, lia_expr x) {
  lia_ratio turns;
  if ((op == LIA_OP_sin || op == LIA_OP_cos || op == LIA_OP_tan) && turns_of(p, x, &turns)) {
    lia_expr e = turned(p, op, turns);
    if (e != NO) return e;
  }
  if (!lia_expr_is_num(p, x)) return NO;
  lia_expr e = known_angle(p, op, x);
  if (e != NO) return e;
  double v = lia_op_value(op, lia_ratio_double(lia_expr_num(p, x)), 0, 0);
  return isfinite(v) ? lia_sym_num(p, v) : no_value(p, op, x, v);
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

// the term of a sum that is a multiple of pi/2, with how many quarter turns it is; numbers and pi come first in a sum
static lia_expr quarter_term(const lia_pool *p, lia_expr x, int *quarters) {
  for (uint32_t i = 0; i < 2; i++) {
    lia_ratio turns;
    lia_expr term = lia_expr_args(p, x)[i];
    if (!turns_of(p, term, &turns)) continue;
    turns = lia_ratio_mul(turns, lia_ratio_make(2, 1));
    if (!lia_ratio_is_int(turns)) continue;
    *quarters = (int)((turns.n % 4 + 4) % 4);
    return term;
  }
  return 0;
}

static lia_expr fold_turn(lia_pool *p, lia_op op, lia_expr x) {
  int quarters;
  lia_expr term = lia_expr_op(p, x) == LIA_OP_add ? quarter_term(p, x, &quarters) : 0;
  if (!term || (op == LIA_OP_tan && quarters % 2)) return NO;
  lia_expr rest = lia_sym_sub(p, x, term);
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
  if (op == LIA_OP_exp && lia_expr_op(p, rest) == LIA_OP_log) return lia_sym_pow(p, lia_expr_args(p, rest)[0], num);
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
  return !lia_ratio_is_int(e) || e.n % 2 == 0 ? x : NO;
}

typedef struct rule { lia_op op; lia_expr (*fold)(lia_pool *p, lia_op op, lia_expr x); } rule;

static const rule rules[] = {
#define LIA_FOLD(op, rule, before, after, where) { LIA_OP_##op, fold_##rule },
#include "sym/fold.def"
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

static int both_numbers(const lia_pool *p, lia_expr a, lia_expr b) { return lia_expr_is_num(p, a) && lia_expr_is_num(p, b); }

static lia_expr pair_of(lia_pool *p, lia_op op, lia_expr a, lia_expr b) {
  int swap = b < a && (lia_op_row[op].kind == LIA_SAME || op == LIA_OP_eq);
  return lia_pool_node(p, op, 2, swap ? (lia_expr[2]){ b, a } : (lia_expr[2]){ a, b });
}

lia_expr lia_sym_atan2(lia_pool *p, lia_expr y, lia_expr x) {
  if (!y || !x) return 0;
  if (!both_numbers(p, y, x)) return pair_of(p, LIA_OP_atan2, y, x);
  if (y == LIA_ZERO && x == LIA_ZERO) return lia_pool_fail(p, LIA_EDOMAIN, "atan2(0, 0) has no value");
  if (y == LIA_ZERO && lia_ratio_sign(lia_expr_num(p, x)) < 0) return LIA_PI;
  lia_ratio a = lia_expr_num(p, y), b = lia_expr_num(p, x);
  if (x == LIA_ZERO) return lia_sym_scale(p, lia_sym_rat(p, lia_ratio_sign(a), 2), LIA_PI);
  // the diagonals: pi/4, 3 pi/4 and their opposites
  if (lia_ratio_equal(a, b) || lia_ratio_equal(a, lia_ratio_neg(b)))
    return lia_sym_scale(p, lia_sym_rat(p, lia_ratio_sign(a) * (lia_ratio_sign(b) > 0 ? 1 : 3), 4), LIA_PI);
  return lia_sym_num(p, atan2(lia_ratio_double(lia_expr_num(p, y)), lia_ratio_double(lia_expr_num(p, x))));
}

static lia_expr extreme(lia_pool *p, lia_op op, lia_expr a, lia_expr b, int sign) {
  if (!a || !b) return 0;
  if (a == b) return a;
  if (!both_numbers(p, a, b)) {
    // max(max(x, 3), 5) = max(x, 5)
    lia_expr num = lia_expr_is_num(p, a) ? a : b, other = num == a ? b : a;
    if (!lia_expr_is_num(p, num) || lia_expr_op(p, other) != op) return pair_of(p, op, a, b);
    lia_expr x = lia_expr_args(p, other)[0], y = lia_expr_args(p, other)[1];
    if (lia_expr_is_num(p, y)) { lia_expr t = x; x = y; y = t; }
    return lia_expr_is_num(p, x) ? pair_of(p, op, extreme(p, op, num, x, sign), y) : pair_of(p, op, a, b);
  }
  return sign * lia_ratio_cmp(lia_expr_num(p, a), lia_expr_num(p, b)) > 0 ? a : b;
}

lia_expr lia_sym_min(lia_pool *p, lia_expr a, lia_expr b) { return extreme(p, LIA_OP_min, a, b, -1); }
lia_expr lia_sym_max(lia_pool *p, lia_expr a, lia_expr b) { return extreme(p, LIA_OP_max, a, b, 1); }

// a comparison is known where the difference is a number
static lia_expr compare(lia_pool *p, lia_op op, lia_expr a, lia_expr b) {
  lia_expr d = lia_sym_sub(p, a, b);
  if (!d) return 0;
  if (!lia_expr_is_num(p, d)) return pair_of(p, op, a, b);
  return lia_op_value(op, lia_ratio_sign(lia_expr_num(p, d)), 0, 0) != 0 ? LIA_ONE : LIA_ZERO;
}

lia_expr lia_sym_lt(lia_pool *p, lia_expr a, lia_expr b) { return compare(p, LIA_OP_lt, a, b); }
lia_expr lia_sym_le(lia_pool *p, lia_expr a, lia_expr b) { return compare(p, LIA_OP_le, a, b); }
lia_expr lia_sym_eq(lia_pool *p, lia_expr a, lia_expr b) { return compare(p, LIA_OP_eq, a, b); }

lia_expr lia_sym_if(lia_pool *p, lia_expr condition, lia_expr a, lia_expr b) {
  if (!condition || !a || !b) return 0;
  if (a == b) return a;
  if (lia_expr_is_num(p, condition)) return condition == LIA_ZERO ? b : a;
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
    case LIA_OP_lt: case LIA_OP_le: case LIA_OP_eq: return compare(p, op, k[0], k[1]);
    case LIA_OP_if: return lia_sym_if(p, k[0], k[1], k[2]);
    default: return lia_sym_fun(p, op, k[0]);
  }
}
