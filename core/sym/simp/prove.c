/* prove.c - rewriting for proofs: whatever is equal should look equal, at any cost in operations */
#include "sym/simp/prove.h"

#include "base/mem.h"
#include "sym/expr/ball.h"
#include "sym/expr/build.h"
#include "sym/simp/expand.h"
#include "sym/simp/simp.h"
#include "sym/expr/subs.h"
#include "sym/expr/walk.h"

#include <string.h>

// ---- every node rebuilt from its parts, then given to a rule

typedef lia_expr rule(lia_pool *p, lia_expr e, void *of);

static lia_expr everywhere(lia_pool *p, lia_expr e, rule *f, void *of) {
  lia_walk *w = e ? lia_walk_open(p, 1, &e, 0) : NULL;
  lia_expr r = 0, *k = NULL;
  uint32_t room = 0;
  for (uint32_t i = 0; w && i < w->n; i++) {
    lia_expr x = w->list[i];
    uint32_t n = lia_expr_n(p, x);
    if (n > room) {
      lia_expr *more = lia_realloc(k, 2 * n * sizeof *k);
      if (!more) {
        r = lia_pool_nomem(p);
        break;
      }
      k = more;
      room = 2 * n;
    }
    int same = 1;
    for (uint32_t j = 0; j < n; j++) {
      k[j] = w->memo[lia_expr_args(p, x)[j]];
      same &= k[j] == lia_expr_args(p, x)[j];
    }
    r = same ? x : lia_sym_apply(p, lia_expr_op(p, x), n, k);
    r = r ? f(p, r, of) : 0;
    if (!r) break;
    w->memo[x] = r;
  }
  lia_free(k);
  lia_walk_close(p, w);
  return r;
}

// ---- what has a simpler field: tanh by exp, acos by asin, b^x by exp, logs of products, roots
// above the line

static lia_expr tanh_by_exp(lia_pool *p, lia_expr x) {
  lia_expr E = lia_sym_exp(p, lia_sym_scale(p, LIA_TWO, x));
  return lia_sym_div(p, lia_sym_sub(p, E, LIA_ONE), lia_sym_add(p, E, LIA_ONE));
}

// log n of a whole number by its small prime factors
static lia_expr log_whole(lia_pool *p, lia_ratio n) {
  lia_expr sum = LIA_ZERO;
  for (int64_t f = 2; f < 1000 && sum; f += 1 + (f > 2)) {
    lia_ratio over = lia_ratio_make(1, f), next = lia_ratio_mul(n, over);
    if (lia_ratio_is_int(n) && f * f > n.n) break;
    int64_t k = 0;
    for (; lia_ratio_whole(next); next = lia_ratio_mul(n, over)) {
      n = next;
      k++;
    }
    lia_expr small = lia_sym_int(p, f);
    if (k)
      sum = lia_sym_add(p, sum,
          lia_sym_scale(p, lia_sym_int(p, k), lia_pool_node(p, LIA_OP_log, 1, &small)));
  }
  lia_expr rest = lia_sym_ratio(p, n);
  return rest == LIA_ONE ? sum
      : lia_sym_add(p, sum, rest ? lia_pool_node(p, LIA_OP_log, 1, &rest) : 0);
}

static lia_expr log_number(lia_pool *p, lia_expr x) {
  lia_ratio a = lia_expr_num(p, x);
  if (!lia_ratio_exact(a) || lia_ratio_bits(a) > 256) return lia_sym_log(p, x);
  return lia_sym_sub(p, log_whole(p, lia_ratio_top(a)), log_whole(p, lia_ratio_bottom(a)));
}

// log(c u^a v^b ..) = log |c| + a log |u| + ..: where the left side has a value the right side has
// the same; signs are known to be positive here, or the factor is the only one
static lia_expr log_of(lia_pool *p, lia_expr x) {
  lia_expr rest, num = lia_sym_split(p, x, &rest), sum = LIA_ZERO;
  const lia_expr *f;
  if (rest == LIA_ONE) return log_number(p, x);
  if (num != LIA_ONE && lia_ratio_sign(lia_expr_num(p, num)) < 0) return lia_sym_log(p, x);
  uint32_t n = lia_expr_factors(p, &rest, &f);
  for (uint32_t i = 0; i < n; i++)
    if (n > 1 && !lia_prove_nonnegative(p, f[i])) return lia_sym_log(p, x);
  if (num != LIA_ONE) sum = log_number(p, num);
  for (uint32_t i = 0; i < n && sum; i++) {
    lia_expr e;
    lia_expr_factors(p, &rest, &f);
    lia_expr base = lia_sym_base(p, f[i], &e), inner = f[i];
    int even = e != LIA_ONE && lia_expr_is_num(p, e) && !lia_ratio_odd(lia_expr_num(p, e)) &&
        lia_ratio_whole(lia_expr_num(p, e));
    if (e != LIA_ONE) inner = even ? lia_sym_abs(p, base) : base;
    sum = lia_sym_add(p, sum, lia_sym_mul(p, e, lia_sym_log(p, inner)));
  }
  return sum;
}

static int prove_is_root(const lia_pool *p, lia_expr exponent) {
  return lia_expr_is_num(p, exponent) && lia_ratio_exact(lia_expr_num(p, exponent)) &&
      !lia_ratio_whole(lia_expr_num(p, exponent));
}

// a sum of fractions as one, where it is below a root or in a log: 1 + y^2/x^2 = (x^2 + y^2)/x^2
static lia_expr one_fraction(lia_pool *p, lia_expr x) {
  lia_expr num, den, sum;
  lia_sym_split(p, x, &sum);
  if (lia_expr_op(p, sum) != LIA_OP_add || !lia_simp_together(p, x, &num, &den) || den == LIA_ONE)
    return x;
  return lia_sym_div(p, num, den);
}

// c (sin(u)^2 - 1) as -c cos(u)^2, and the other way round; anything else as it is
static lia_expr as_square(lia_pool *p, lia_expr x) {
  lia_expr sum, rest, e, c = lia_sym_split(p, x, &sum);
  if (lia_expr_op(p, sum) != LIA_OP_add || lia_expr_n(p, sum) != 2) return x;
  lia_expr a = lia_expr_args(p, sum)[0], num = lia_sym_split(p, lia_expr_args(p, sum)[1], &rest),
      wave = lia_sym_base(p, rest, &e);
  lia_op op = lia_expr_op(p, wave);
  if (!lia_expr_is_num(p, a) || e != LIA_TWO || (op != LIA_OP_sin && op != LIA_OP_cos)) return x;
  if (!lia_ratio_equal(lia_expr_num(p, a), lia_ratio_neg(lia_expr_num(p, num)))) return x;
  lia_expr other = lia_sym_fun(p, op == LIA_OP_sin ? LIA_OP_cos : LIA_OP_sin,
      lia_expr_args(p, wave)[0]);
  return lia_sym_mul(p, lia_sym_mul(p, c, a), lia_sym_sq(p, other));
}

// (u v ..)^r with nothing negative among them: powers apart
static lia_expr prove_root_of(lia_pool *p, lia_expr base, lia_expr exponent) {
  base = one_fraction(p, base);
  if (base) base = as_square(p, base);
  const lia_expr *f;
  lia_expr rest, num = base ? lia_sym_split(p, base, &rest) : 0, out = LIA_ONE;
  if (!base) return 0;
  uint32_t n = lia_expr_factors(p, &rest, &f);
  int apart = n > 1 && lia_ratio_sign(lia_expr_num(p, num)) > 0;
  for (uint32_t i = 0; i < n; i++) apart = apart && lia_prove_nonnegative(p, f[i]);
  if (!apart) return lia_sym_pow(p, base, exponent);
  for (uint32_t i = 0; i < n && out; i++) {
    lia_expr_factors(p, &rest, &f);
    out = lia_sym_mul(p, out, lia_sym_pow(p, f[i], exponent));
  }
  return lia_sym_mul(p, out, lia_sym_pow(p, num, exponent));
}

// b^x = e^(x log b) for numbers b > 0
static lia_expr power_of(lia_pool *p, lia_expr e) {
  lia_expr x, b = lia_sym_base(p, e, &x);
  if (prove_is_root(p, x)) return prove_root_of(p, b, x);
  if (lia_expr_is_num(p, x) || p->node[b].bits || lia_ball_sign_of(p, b) <= 0) return e;
  return lia_sym_exp(p, lia_sym_mul(p, x, log_of(p, b)));
}

static lia_expr simpler(lia_pool *p, lia_expr e, void *of) {
  (void)of;
  switch (lia_expr_op(p, e)) {
    case LIA_OP_tanh: return tanh_by_exp(p, lia_expr_args(p, e)[0]);
    case LIA_OP_acos: return lia_sym_sub(p, lia_sym_scale(p, LIA_HALF, LIA_PI),
        lia_sym_asin(p, lia_expr_args(p, e)[0]));
    case LIA_OP_log: return log_of(p, one_fraction(p, lia_expr_args(p, e)[0]));
    case LIA_OP_pow: return power_of(p, e);
    default: return e;
  }
}

// ---- sines and cosines of angles that are known by them

// (1 + k x^2)^r
static lia_expr one_and_square(lia_pool *p, lia_expr x, lia_expr k, lia_expr r) {
  return lia_sym_pow(p, lia_sym_add(p, LIA_ONE, lia_sym_mul(p, k, lia_sym_sq(p, x))), r);
}

static lia_expr of_inverse(lia_pool *p, lia_expr e, void *of) {
  (void)of;
  lia_op op = lia_expr_op(p, e);
  if (op != LIA_OP_sin && op != LIA_OP_cos) return e;
  lia_expr x = lia_expr_args(p, e)[0], minus_half = lia_sym_rat(p, -1, 2);
  const lia_expr *k = lia_expr_args(p, x);
  lia_expr a = lia_expr_n(p, x) > 0 ? k[0] : 0, b = lia_expr_n(p, x) > 1 ? k[1] : 0;
  int cosine = op == LIA_OP_cos;
  switch (lia_expr_op(p, x)) {
    case LIA_OP_asin: return cosine ? one_and_square(p, a, LIA_MINUS, LIA_HALF) : a;
    case LIA_OP_atan: return lia_sym_mul(p, cosine ? LIA_ONE : a,
        one_and_square(p, a, LIA_ONE, minus_half));
    case LIA_OP_atan2: {
      lia_expr r = lia_sym_add(p, lia_sym_sq(p, a), lia_sym_sq(p, b));
      return lia_sym_mul(p, cosine ? b : a, lia_sym_pow(p, r, minus_half));
    }
    default: return e;
  }
}

lia_expr lia_prove_simpler(lia_pool *p, lia_expr e) {
  e = lia_prove_angles(p, everywhere(p, e, simpler, NULL));
  return everywhere(p, everywhere(p, e, of_inverse, NULL), simpler, NULL);
}

lia_expr lia_prove_normal(lia_pool *p, lia_expr e) {
  lia_expand_opts o = { .inside = 1, .squares = 1, .most = LIA_PROVE_MOST };
  lia_expr num, den;
  e = lia_prove_simpler(p, e);
  if (!e || !lia_simp_together(p, e, &num, &den)) return 0;
  return lia_expand(p, num, &o);
}

// ---- signs that are known

static int even_power(const lia_pool *p, lia_expr exponent) {
  if (!lia_expr_is_num(p, exponent)) return 0;
  lia_ratio r = lia_expr_num(p, exponent);
  return lia_ratio_whole(r) && !lia_ratio_odd(r);
}

enum { DEEP = 6 };

static int nonnegative(const lia_pool *p, lia_expr e, int depth) {
  const lia_expr *k = lia_expr_args(p, e);
  uint32_t n = lia_expr_n(p, e);
  switch (lia_expr_op(p, e)) {
    case LIA_OP_num: return lia_ratio_sign(lia_expr_num(p, e)) >= 0;
    case LIA_OP_pi: case LIA_OP_exp: case LIA_OP_abs: case LIA_OP_acos: return 1;
    case LIA_OP_pow: return even_power(p, k[1]) || prove_is_root(p, k[1]) ||
        (depth && nonnegative(p, k[0], depth - 1));
    case LIA_OP_scale: case LIA_OP_mul: case LIA_OP_add:
      for (uint32_t i = 0; i < n; i++)
        if (!depth || !nonnegative(p, k[i], depth - 1)) return 0;
      return 1;
    default: return 0;
  }
}

int lia_prove_nonnegative(const lia_pool *p, lia_expr e) { return nonnegative(p, e, DEEP); }

static int prove_positive(lia_pool *p, lia_expr e, int depth) {
  uint32_t n = lia_expr_n(p, e), some = 0;
  if (!p->node[e].bits) return lia_ball_sign_of(p, e) > 0;
  switch (lia_expr_op(p, e)) {
    case LIA_OP_exp: return 1;
    case LIA_OP_add:
      for (uint32_t i = 0; i < n; i++) {
        if (!nonnegative(p, lia_expr_args(p, e)[i], DEEP)) return 0;
        some += depth && prove_positive(p, lia_expr_args(p, e)[i], depth - 1);
      }
      return some > 0;
    case LIA_OP_scale: case LIA_OP_mul:
      for (uint32_t i = 0; i < n; i++)
        some += depth && prove_positive(p, lia_expr_args(p, e)[i], depth - 1);
      return some == n;
    case LIA_OP_pow: return depth && lia_expr_is_num(p, lia_expr_args(p, e)[1]) &&
        prove_positive(p, lia_expr_args(p, e)[0], depth - 1);
    default: return 0;
  }
}

int lia_prove_positive(lia_pool *p, lia_expr e) { return prove_positive(p, e, DEEP); }
