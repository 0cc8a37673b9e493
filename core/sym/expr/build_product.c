/* build_product.c - products and powers in normal form */
#include "sym/expr/build_inside.h"

#include "base/assert.h"
#include "sym/expr/ball.h"
#include "sym/expr/print.h"
#include "sym/expr/surd.h"

#include <math.h>
#include <string.h>

// ---- products

// bases whose powers may turn into something else when exponents meet: 2^(1/2) 2^(1/2) is the
// number 2
static int plain_base(const lia_pool *p, lia_expr base) {
  switch (lia_expr_op(p, base)) {
    case LIA_OP_num: case LIA_OP_scale: case LIA_OP_mul: case LIA_OP_pow: case LIA_OP_abs:
    case LIA_OP_exp:
      return 0;
    default: return 1;
  }
}

typedef struct factors {
  lia_pairs t;
  lia_expr num;      // the number in front
  lia_expr exponent; // of e^..., 0 where there is none
  size_t nexp;
} factors;

static void put_factor(factors *f, lia_expr e) {
  lia_pool *p = f->t.p;
  lia_expr rest, exponent, num = lia_sym_split(p, e, &rest);
  f->num = lia_build_num_mul(p, f->num, num);
  if (!f->num) { f->t.nomem = 1; f->num = LIA_ONE; }
  if (rest == LIA_ONE) return;
  if (lia_expr_op(p, rest) == LIA_OP_mul &&
      lia_build_flattens(p, lia_expr_n(p, rest), lia_expr_n(p, rest) + f->t.n)) {
    for (uint32_t i = 0; i < lia_expr_n(p, rest); i++) put_factor(f, lia_expr_args(p, rest)[i]);
    return;
  }
  if (lia_expr_op(p, rest) == LIA_OP_exp) {
    lia_expr x = lia_expr_args(p, rest)[0];
    f->exponent = f->nexp++ ? lia_sym_add(p, f->exponent, x) : x;
    if (!f->exponent) f->t.nomem = 1;
    return;
  }
  lia_expr base = lia_sym_base(p, rest, &exponent);
  lia_pairs_put(&f->t, base, exponent);
}

// one factor per base: exponents of equal bases add up; returns 1 where a power became something
// else and went back in
static int collect_factors(factors *f) {
  lia_pairs *t = &f->t;
  lia_pool *p = t->p;
  lia_pairs_sort(t);
  for (size_t i = 1; i < t->n && !t->nomem; i++) LIA_ASSERT(t->v[i - 1].key <= t->v[i].key);
  size_t m = 0, n = t->n;
  int again = 0;
  for (size_t i = 0; i < n && !t->nomem; ) {
    lia_pair x = t->v[i++];
    size_t first = i;
    for (; i < n && t->v[i].key == x.key && !t->nomem; i++) {
      x.val = lia_sym_add(p, x.val, t->v[i].val);
      t->nomem = !x.val;
    }
    if (x.val == LIA_ZERO || t->nomem) continue;
    if (i == first || plain_base(p, x.key)) {
      t->v[m++] = x;
      continue;
    }
    lia_expr e = lia_sym_pow(p, x.key, x.val);
    if (e) put_factor(f, e);
    else t->nomem = 1;
    again = 1;
  }
  memmove(t->v + m, t->v + n, (t->n - n) * sizeof *t->v);
  t->n -= n - m;
  return again && !t->nomem;
}

// a root of a whole number
static int build_is_root(const lia_pool *p, lia_pair x) {
  if (!lia_expr_is_num(p, x.key) || !lia_expr_is_num(p, x.val)) return 0;
  lia_ratio e = lia_expr_num(p, x.val);
  return e.d > 1 && e.n > 0 && e.n < e.d && lia_ratio_whole(lia_expr_num(p, x.key));
}

// sqrt(n) sqrt(m) = sqrt(n m), squares taken out: roots of numbers of one order are one; 1 where
// two were made one
static int join_roots(factors *f) {
  lia_pairs *t = &f->t;
  lia_pool *p = t->p;
  for (size_t i = 1; i < t->n; i++)
    for (size_t j = 0; j < i && build_is_root(p, t->v[i]); j++) {
      if (!build_is_root(p, t->v[j])) continue;
      lia_expr e = lia_surd_join(p, t->v[j].key, t->v[j].val, t->v[i].key, t->v[i].val);
      if (e == UINT32_MAX) continue;
      memmove(t->v + i, t->v + i + 1, (t->n - i - 1) * sizeof *t->v);
      memmove(t->v + j, t->v + j + 1, (t->n - j - 2) * sizeof *t->v);
      t->n -= 2;
      if (e) put_factor(f, e);
      else t->nomem = 1;
      return 1;
    }
  return 0;
}

static lia_expr raw_pow(lia_pool *p, lia_expr base, lia_expr exponent) {
  if (!base || !exponent) return 0;
  if (exponent == LIA_ONE) return base;
  return lia_pool_node(p, LIA_OP_pow, 2, (lia_expr[2]){ base, exponent });
}

static lia_expr make_mul(lia_pairs *t) {
  lia_pool *p = t->p;
  if (t->n == 0) return LIA_ONE;
  if (t->n == 1) return raw_pow(p, t->v[0].key, t->v[0].val);
  lia_expr local[32], *k = t->n <= 32 ? local : lia_malloc(t->n * sizeof *k), e = 0;
  if (!k) return lia_pool_nomem(p);
  size_t i = 0;
  while (i < t->n && (k[i] = raw_pow(p, t->v[i].key, t->v[i].val))) i++;
  if (i == t->n) e = lia_pool_node(p, LIA_OP_mul, (uint32_t)t->n, k);
  if (k != local) lia_free(k);
  return e;
}

static lia_expr product_of(factors *f) {
  lia_pool *p = f->t.p;
  if (f->num == LIA_ZERO) return LIA_ZERO;
  do {
    // e^a e^b = e^(a + b)
    while (f->nexp && !f->t.nomem) {
      lia_expr e = lia_sym_exp(p, f->exponent);
      f->nexp = 0;
      if (!e) return 0;
      if (lia_expr_op(p, e) == LIA_OP_exp) lia_pairs_put(&f->t, e, LIA_ONE);
      else put_factor(f, e);
    }
  } while (!f->t.nomem && (collect_factors(f) || f->nexp || join_roots(f)));
  if (f->t.nomem) return lia_pool_nomem(p);
  return lia_sym_scale(p, f->num, make_mul(&f->t));
}

lia_expr lia_sym_product(lia_pool *p, size_t n, const lia_expr *factor) {
  factors f = { .num = LIA_ONE };
  lia_pairs_start(&f.t, p);
  size_t i = 0;
  for (; i < n && factor[i]; i++) put_factor(&f, factor[i]);
  lia_expr e = i == n ? product_of(&f) : 0;
  lia_pairs_finish(&f.t);
  return e;
}

static const lia_expr NO = UINT32_MAX;

// two factors that need no list; NO where they do
static lia_expr mul_two(lia_pool *p, lia_expr a, lia_expr b) {
  lia_expr ea, eb, x = lia_sym_base(p, a, &ea), y = lia_sym_base(p, b, &eb);
  int op = lia_expr_op(p, x), oq = lia_expr_op(p, y);
  if (x == y || op == LIA_OP_exp || oq == LIA_OP_exp || (op == LIA_OP_num && oq == LIA_OP_num))
    return NO;
  if (!p->nested && ((op == LIA_OP_mul && x == a) || (oq == LIA_OP_mul && y == b))) return NO;
  return lia_pool_node(p, LIA_OP_mul, 2, x < y ? (lia_expr[2]){ a, b } : (lia_expr[2]){ b, a });
}

lia_expr lia_sym_mul(lia_pool *p, lia_expr a, lia_expr b) {
  if (!a || !b) return 0;
  if (a == LIA_ONE) return b;
  if (b == LIA_ONE) return a;
  if (a == LIA_ZERO || b == LIA_ZERO) return LIA_ZERO;
  lia_expr x, y, num = lia_build_num_mul(p, lia_sym_split(p, a, &x), lia_sym_split(p, b, &y));
  if (!num) return 0;
  if (x == LIA_ONE || y == LIA_ONE) return lia_sym_scale(p, num, x == LIA_ONE ? y : x);
  if (x == y && plain_base(p, x)) return lia_build_scale_node(p, num, raw_pow(p, x, LIA_TWO));
  lia_expr e = mul_two(p, x, y);
  return lia_sym_scale(p, num, e != NO ? e : lia_sym_product(p, 2, (lia_expr[2]){ x, y }));
}

lia_expr lia_sym_div(lia_pool *p, lia_expr a, lia_expr b) {
  if (!a || !b) return 0;
  if (b == LIA_ZERO) {
    char text[120];
    lia_print_short(p, a, text, sizeof text);
    return lia_pool_fail(p, LIA_EDOMAIN, "division by zero: (%s)/0", text);
  }
  return lia_sym_mul(p, a, lia_sym_inv(p, b));
}

// ---- powers

static lia_expr no_value(lia_pool *p, lia_expr base, lia_expr exponent) {
  char b[80], e[80];
  lia_print_short(p, base, b, sizeof b);
  lia_print_short(p, exponent, e, sizeof e);
  if (base == LIA_ZERO) return lia_pool_fail(p, LIA_EDOMAIN, "division by zero: 0^(%s)", e);
  if (exponent == LIA_HALF) return lia_pool_fail(p, LIA_EDOMAIN, "sqrt(%s) has no real value", b);
  return lia_pool_fail(p, LIA_EDOMAIN, "(%s)^(%s) has no real value", b, e);
}

// number ^ number: what is no number stays a root, times a number
static lia_expr num_pow(lia_pool *p, lia_expr base, lia_expr exponent) {
  LIA_ASSERT(lia_expr_is_num(p, base) && lia_expr_is_num(p, exponent));
  lia_ratio b = lia_expr_num(p, base), e = lia_expr_num(p, exponent);
  if (lia_ratio_sign(b) < 0 && !lia_ratio_whole(e)) return no_value(p, base, exponent);
  return lia_surd_pow(p, b, e);
}

static lia_expr mul_pow(lia_pool *p, lia_expr base, lia_expr exponent) {
  factors f = { .num = LIA_ONE };
  lia_pairs_start(&f.t, p);
  for (uint32_t i = 0; i < lia_expr_n(p, base) && !f.t.nomem; i++) {
    lia_expr e = lia_sym_pow(p, lia_expr_args(p, base)[i], exponent);
    if (e) put_factor(&f, e);
    else f.t.nomem = 1;
  }
  lia_expr e = product_of(&f);
  lia_pairs_finish(&f.t);
  return e;
}

static int is_even(const lia_pool *p, lia_expr a) {
  if (!lia_expr_is_num(p, a)) return 0;
  lia_ratio r = lia_expr_num(p, a);
  return lia_ratio_whole(r) && !lia_ratio_odd(r);
}

// (b^a)^e = b^(a e); for even a and broken e the root of a square is an absolute value: sqrt(x^2) =
// |x|
static lia_expr pow_pow(lia_pool *p, lia_expr base, lia_expr exponent, int whole) {
  lia_expr b = lia_expr_args(p, base)[0], a = lia_expr_args(p, base)[1];
  if (!lia_expr_is_num(p, a) || !lia_expr_is_num(p, exponent))
    return whole ? lia_sym_pow(p, b, lia_sym_mul(p, a, exponent)) : 0;
  lia_expr e = lia_build_num_mul(p, a, exponent);
  if (!whole && is_even(p, a) && e && !is_even(p, e)) b = lia_sym_abs(p, b);
  return b && e ? lia_sym_pow(p, b, e) : 0;
}

// (c r)^e = |c|^e (sign(c) r)^e, all of c where e is whole
static lia_expr scale_pow(lia_pool *p, lia_expr base, lia_expr exponent, int whole) {
  lia_expr num = lia_expr_args(p, base)[0], rest = lia_expr_args(p, base)[1];
  if (!whole && lia_build_negative(p, num)) {
    if (num == LIA_MINUS) return raw_pow(p, base, exponent);
    num = lia_build_num_neg(p, num);
    rest = lia_build_scale_node(p, LIA_MINUS, rest);
  }
  return lia_sym_mul(p, lia_sym_pow(p, num, exponent), lia_sym_pow(p, rest, exponent));
}

// a broken power of a constant that is negative for sure
static int no_root(lia_pool *p, lia_expr base, lia_expr exponent) {
  if (p->node[base].bits || lia_expr_is_num(p, base) || !lia_expr_is_num(p, exponent)) return 0;
  return !lia_ratio_whole(lia_expr_num(p, exponent)) && lia_ball_sign_of(p, base) < 0;
}

lia_expr lia_sym_pow(lia_pool *p, lia_expr base, lia_expr exponent) {
  if (!base || !exponent) return 0;
  if (exponent == LIA_ONE) return base;
  if (exponent == LIA_ZERO || base == LIA_ONE) return LIA_ONE;
  int number = lia_expr_is_num(p, exponent);
  if (base == LIA_ZERO && number)
    return lia_ratio_sign(lia_expr_num(p, exponent)) > 0 ? LIA_ZERO : no_value(p, base, exponent);
  if (no_root(p, base, exponent)) return no_value(p, base, exponent);

  int whole = number && lia_ratio_whole(lia_expr_num(p, exponent));
  switch (lia_expr_op(p, base)) {
    case LIA_OP_num: return number ? num_pow(p, base, exponent) : raw_pow(p, base, exponent);
    case LIA_OP_scale: return number ? scale_pow(p, base, exponent, whole)
        : raw_pow(p, base, exponent);
    case LIA_OP_mul: return whole && !p->nested ? mul_pow(p, base, exponent)
        : raw_pow(p, base, exponent);
    case LIA_OP_pow: {
      lia_expr inner = lia_expr_args(p, base)[1];
      return whole || (number && lia_expr_is_num(p, inner)) ? pow_pow(p, base, exponent, whole)
          : raw_pow(p, base, exponent);
    }
    case LIA_OP_abs: return is_even(p, exponent)
        ? lia_sym_pow(p, lia_expr_args(p, base)[0], exponent) : raw_pow(p, base, exponent);
    case LIA_OP_exp: return lia_sym_exp(p, lia_sym_mul(p, lia_expr_args(p, base)[0], exponent));
    default: return raw_pow(p, base, exponent);
  }
}

lia_expr lia_sym_powi(lia_pool *p, lia_expr a, int64_t n) {
  return lia_sym_pow(p, a, lia_sym_int(p, n));
}
lia_expr lia_sym_inv(lia_pool *p, lia_expr a) { return lia_sym_pow(p, a, LIA_MINUS); }
lia_expr lia_sym_rsqrt(lia_pool *p, lia_expr a) { return lia_sym_pow(p, a, lia_sym_rat(p, -1, 2)); }

void lia_sym_measured_turn(lia_pool *p, lia_expr angle, lia_expr *cosine, lia_expr *sine) {
  const int measured = angle != LIA_ZERO && lia_expr_is_num(p, angle);
  const double x = measured ? lia_ratio_double(lia_expr_num(p, angle)) : 0;
  *cosine = measured ? lia_sym_num(p, cos(x)) : lia_sym_cos(p, angle);
  *sine = measured ? lia_sym_num(p, sin(x)) : lia_sym_sin(p, angle);
}
