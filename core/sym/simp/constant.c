/* constant.c - separation bounds of algebraic numbers, sums of logs, sums of angles */
#include "sym/simp/constant.h"

#include "base/mem.h"
#include "sym/expr/ball.h"
#include "sym/expr/build.h"
#include "sym/simp/prove.h"
#include "sym/expr/turn.h"
#include "sym/expr/walk.h"

#include <math.h>
#include <stdlib.h>

// ---- algebraic numbers: binary logarithms of u and l, of degree D all together

enum { MOST_BITS = 40000, MOST_ORDER = 20000 };

typedef struct bound { double u, l; } bound;

typedef struct field {
  lia_pool *p;
  lia_walk *w;
  bound *of;
  double degree;
  int64_t order;      // of the root of unity all sines and cosines are made of; 1: none
} field;

// log2 |a| of a whole number, from above
static double bits_of(lia_ratio a) {
  double x = fabs(lia_ratio_double(a));
  return x < 1e300 ? log2(x) + 1e-9 : (double)lia_ratio_bits(a);
}

static int64_t constant_gcd(int64_t a, int64_t b) {
  while (b) {
    int64_t r = a % b;
    a = b;
    b = r;
  }
  return a;
}

static int64_t totient(int64_t n) {
  int64_t r = n;
  for (int64_t f = 2; f * f <= n; f++) {
    if (n % f) continue;
    while (n % f == 0) n /= f;
    r -= r / f;
  }
  return n > 1 ? r - r / n : r;
}

static double log2_sum(double a, double b) {
  double most = a > b ? a : b;
  return most + log2(1 + exp2((a > b ? b : a) - most));
}

static bound number_bound(lia_ratio a) {
  return (bound){ bits_of(lia_ratio_top(a)), bits_of(lia_ratio_bottom(a)) };
}

// k-th root of U/L: (U L^(k-1))^(1/k)/L, or U/(U^(k-1) L)^(1/k)
static bound root_bound(bound x, double k) {
  if (x.u >= x.l) return (bound){ (x.u + (k - 1) * x.l) / k, x.l };
  return (bound){ x.u, ((k - 1) * x.u + x.l) / k };
}

static bound power_bound(bound x, double n) {
  return n < 0 ? (bound){ -n * x.l, -n * x.u } : (bound){ n * x.u, n * x.l };
}

// terms over the least common multiple of the denominators of their numbers
static bound sum_bound(const field *f, lia_expr e) {
  lia_pool *p = f->p;
  uint32_t n = lia_expr_n(p, e);
  lia_ratio common = lia_ratio_make(1, 1);
  double l = 0, u = -1;
  for (uint32_t i = 0; i < n; i++) {
    lia_expr rest;
    lia_ratio c = lia_expr_num(p, lia_sym_split(p, lia_expr_args(p, e)[i], &rest));
    common = lia_ratio_gcd(common, lia_ratio_inv(lia_ratio_bottom(c)));
    if (rest != LIA_ONE) l += f->of[f->w->memo[rest]].l;
  }
  double over = bits_of(lia_ratio_bottom(common));
  for (uint32_t i = 0; i < n; i++) {
    lia_expr rest;
    lia_ratio c = lia_expr_num(p, lia_sym_split(p, lia_expr_args(p, e)[i], &rest));
    bound x = rest == LIA_ONE ? (bound){ 0, 0 } : f->of[f->w->memo[rest]];
    double top = bits_of(lia_ratio_top(c)) + over - bits_of(lia_ratio_bottom(c)) + 1e-8 + x.u + l
        - x.l;
    u = i ? log2_sum(u, top) : top;
  }
  return (bound){ u, l + over };
}

// cos and sin of t pi: halves of sums of two roots of unity
static int turn_bound(field *f, lia_expr e, bound *b) {
  lia_expr rest;
  lia_ratio t = lia_expr_num(f->p, lia_sym_split(f->p, lia_expr_args(f->p, e)[0], &rest));
  if (rest != LIA_PI || t.d < 1 || t.d > MOST_ORDER) return 0;
  int64_t order = 4 * t.d;
  f->order = f->order / constant_gcd(f->order, order) * order;
  int tan = lia_expr_op(f->p, e) == LIA_OP_tan;
  *b = tan ? (bound){ 2, 2 } : (bound){ 1, 1 };
  return f->order <= MOST_ORDER;
}

static int power_node(field *f, lia_expr e, bound *b) {
  lia_expr x, base = lia_sym_base(f->p, e, &x);
  if (!lia_expr_is_num(f->p, x)) return 0;
  lia_ratio r = lia_expr_num(f->p, x);
  bound of = f->of[f->w->memo[base]];
  if (r.d < 1 || r.d > 64 || fabs((double)r.n) > 10000) return 0;
  if (r.d > 1) {
    f->degree *= (double)r.d;
    of = root_bound(of, (double)r.d);
  }
  *b = power_bound(of, (double)r.n);
  return 1;
}

static int node_bound(field *f, lia_expr e, bound *b) {
  lia_pool *p = f->p;
  const lia_expr *k = lia_expr_args(p, e);
  switch (lia_expr_op(p, e)) {
    case LIA_OP_num:
      *b = number_bound(lia_expr_num(p, e));
      return lia_ratio_exact(lia_expr_num(p, e));
    case LIA_OP_add:
      *b = sum_bound(f, e);
      return 1;
    case LIA_OP_scale: case LIA_OP_mul:
      *b = (bound){ 0, 0 };
      for (uint32_t i = 0; i < lia_expr_n(p, e); i++) {
        b->u += f->of[f->w->memo[k[i]]].u;
        b->l += f->of[f->w->memo[k[i]]].l;
      }
      return 1;
    case LIA_OP_pow: return power_node(f, e, b);
    case LIA_OP_sin: case LIA_OP_cos: case LIA_OP_tan: return turn_bound(f, e, b);
    default: return 0;
  }
}

// what stands inside a sine is no part of the field
static int is_angle(const lia_pool *p, lia_expr e) {
  lia_expr rest;
  lia_sym_split(p, e, &rest);
  return rest == LIA_PI;
}

// a multiple of pi anywhere but inside a sine
static int holds_pi(const lia_pool *p, lia_expr e) {
  lia_op op = lia_expr_op(p, e);
  if (op == LIA_OP_sin || op == LIA_OP_cos || op == LIA_OP_tan) return 0;
  for (uint32_t i = 0; i < lia_expr_n(p, e); i++)
    if (is_angle(p, lia_expr_args(p, e)[i])) return 1;
  return is_angle(p, e);
}

// bits below which e is zero; 0 where it is no algebraic number, or too large a one
static double separation(lia_pool *p, lia_expr e) {
  field f = { .p = p, .w = lia_walk_open(p, 1, &e, 0), .degree = 1, .order = 1 };
  f.of = f.w ? lia_malloc((f.w->n + 1) * sizeof *f.of) : NULL;
  int ok = f.of != NULL;
  if (f.w && !ok) lia_pool_nomem(p);
  for (uint32_t i = 0; ok && i < f.w->n; i++) {
    lia_expr x = f.w->list[i];
    f.w->memo[x] = i;
    f.of[i] = (bound){ 0, 0 };
    if (x != e && is_angle(p, x)) continue;
    ok = !holds_pi(p, x) && node_bound(&f, x, &f.of[i]);
  }
  double bits = 0;
  if (ok) {
    double degree = f.degree * (f.order > 2 ? (double)totient(f.order) / 2 : 1);
    bits = (degree - 1) * fmax(f.of[f.w->n - 1].u, 0) + fmax(f.of[f.w->n - 1].l, 0) + 8;
  }
  lia_free(f.of);
  lia_walk_close(p, f.w);
  return bits <= MOST_BITS ? bits : 0;
}

lia_zero_answer lia_constant_algebraic(lia_pool *p, lia_expr e) {
  double bits = separation(p, e);
  if (bits == 0) return LIA_ZERO_unknown;
  lia_bigs s;
  lia_bigs_start(&s);
  lia_ball x = lia_ball_eval(p, e, (lia_balls){ .bits = (int)bits + 128 }, NULL, NULL, &s);
  int sign = lia_ball_sign(x), below = lia_ball_below(x, -(int64_t)bits - 1);
  lia_bigs_free(&s);
  if (sign) return LIA_ZERO_no;
  return below ? LIA_ZERO_yes : LIA_ZERO_unknown;
}

// ---- sums of logs and of angles with rational factors

// c * atom * with: atom is a log, an angle, pi or 1; `with` is what stands beside it
typedef struct part { lia_expr with, atom; lia_ratio c; } part;

static int is_atom(const lia_pool *p, lia_expr e) {
  switch (lia_expr_op(p, e)) {
    case LIA_OP_pi: case LIA_OP_log: case LIA_OP_asin: case LIA_OP_atan: case LIA_OP_atan2:
      return 1;
    default: return 0;
  }
}

static int constant_part_of(lia_pool *p, lia_expr term, part *out) {
  lia_expr rest;
  const lia_expr *f;
  *out = (part){ LIA_ONE, LIA_ONE, lia_expr_num(p, lia_sym_split(p, term, &rest)) };
  uint32_t n = rest == LIA_ONE ? 0 : lia_expr_factors(p, &rest, &f);
  for (uint32_t i = 0; i < n && out->with; i++) {
    lia_expr_factors(p, &rest, &f);
    if (out->atom == LIA_ONE && is_atom(p, f[i])) out->atom = f[i];
    else out->with = lia_sym_mul(p, out->with, f[i]);
  }
  return out->with != 0;
}

static int constant_by_with(const void *a, const void *b) {
  const part *x = a, *y = b;
  if (x->with != y->with) return x->with < y->with ? -1 : 1;
  return (x->atom > y->atom) - (x->atom < y->atom);
}

// the least common multiple of the denominators, 0 where a multiple is too large
static int64_t common_denominator(const part *v, uint32_t n) {
  int64_t d = 1;
  for (uint32_t i = 0; i < n; i++) {
    if (v[i].c.d < 1 || v[i].c.d > 1000 || v[i].c.n > 10000 || v[i].c.n < -10000) return 0;
    d = d / constant_gcd(d, v[i].c.d) * v[i].c.d;
    if (d > 1000) return 0;
  }
  return d;
}

static int64_t constant_times(const part *x, int64_t d) { return x->c.n * (d / x->c.d); }

// sum n_i log x_i is 0 where prod x_i^n_i is 1
static int logs_are_zero(lia_pool *p, const part *v, uint32_t n) {
  int64_t d = common_denominator(v, n);
  lia_expr e = d ? LIA_ONE : 0;
  for (uint32_t i = 0; i < n && e; i++)
    if (lia_expr_op(p, v[i].atom) == LIA_OP_log)
      e = lia_sym_mul(p, e, lia_sym_powi(p, lia_expr_args(p, v[i].atom)[0],
          constant_times(&v[i], d)));
  e = lia_sym_sub(p, e, LIA_ONE);
  return e && (e == LIA_ZERO || lia_constant_algebraic(p, e) == LIA_ZERO_yes);
}

// a complex number in the direction of the angle: 1 + i x for atan x
static lia_turn direction(lia_pool *p, lia_expr atom) {
  lia_expr x = lia_expr_n(p, atom) ? lia_expr_args(p, atom)[0] : 0,
      y = lia_expr_n(p, atom) > 1 ? lia_expr_args(p, atom)[1] : 0;
  switch (lia_expr_op(p, atom)) {
    case LIA_OP_atan: return (lia_turn){ LIA_ONE, x };
    case LIA_OP_atan2: return (lia_turn){ y, x };
    case LIA_OP_asin: return (lia_turn){ lia_sym_sqrt(p, lia_sym_sub(p, LIA_ONE, lia_sym_sq(p, x))),
        x };
    default: return (lia_turn){ LIA_MINUS, LIA_ZERO };
  }
}

static int is_angle_atom(const lia_pool *p, lia_expr e) {
  return e != LIA_ONE && lia_expr_op(p, e) != LIA_OP_log;
}

// S = sum n_i angle_i is 0 where it is smaller than pi and the product of their directions is real
static int angles_are_zero(lia_pool *p, const part *v, uint32_t n) {
  int64_t d = common_denominator(v, n);
  lia_turn z = { LIA_ONE, LIA_ZERO };
  lia_expr sum = d ? LIA_ZERO : 0;
  for (uint32_t i = 0; i < n && sum; i++) {
    if (!is_angle_atom(p, v[i].atom)) continue;
    int64_t k = constant_times(&v[i], d);
    z = lia_turn_then(p, z, lia_turn_multiple(p, direction(p, v[i].atom), k));
    sum = z.c && z.s ? lia_sym_add(p, sum, lia_sym_scale(p, lia_sym_int(p, k), v[i].atom)) : 0;
  }
  if (!sum) return 0;
  if (sum == LIA_ZERO) return 1;
  if (z.s != LIA_ZERO && lia_constant_algebraic(p, z.s) != LIA_ZERO_yes) return 0;
  lia_bigs s;
  lia_bigs_start(&s);
  int small = lia_ball_below(lia_ball_eval(p, sum, (lia_balls){ .bits = 128 }, NULL, NULL, &s), 1);
  lia_bigs_free(&s);
  return small;
}

// one group: the numbers, the logs and the angles each add up to 0
static int group_is_zero(lia_pool *p, const part *v, uint32_t n) {
  lia_ratio plain = lia_ratio_make(0, 1);
  for (uint32_t i = 0; i < n; i++) {
    if (!lia_ratio_exact(v[i].c)) return 0;
    if (v[i].atom == LIA_ONE) plain = lia_ratio_add(plain, v[i].c);
  }
  return !lia_ratio_sign(plain) && logs_are_zero(p, v, n) && angles_are_zero(p, v, n);
}

static int groups_are_zero(lia_pool *p, part *v, uint32_t n) {
  int ok = 1;
  qsort(v, n, sizeof *v, constant_by_with);
  for (uint32_t i = 0, j; ok && i < n; i = j) {
    for (j = i + 1; j < n && v[j].with == v[i].with; j++) { }
    ok = group_is_zero(p, v + i, j - i);
  }
  return ok;
}

// ---- by transcendental part: what stands beside each is an algebraic number, which is zero

static int split_algebraic(lia_pool *p, lia_expr term, lia_expr *with, lia_expr *number) {
  lia_expr rest;
  const lia_expr *f;
  *number = lia_sym_split(p, term, &rest);
  *with = LIA_ONE;
  uint32_t n = rest == LIA_ONE ? 0 : lia_expr_factors(p, &rest, &f);
  for (uint32_t i = 0; i < n && *with && *number; i++) {
    lia_expr_factors(p, &rest, &f);
    lia_expr factor = f[i], *side = separation(p, factor) > 0 ? number : with;
    *side = lia_sym_mul(p, *side, factor);
  }
  return *with && *number;
}

static int coefficients_are_zero(lia_pool *p, lia_expr sum) {
  uint32_t n = lia_expr_n(p, sum), m = 0;
  lia_expr *with = lia_malloc(2 * (size_t)n * sizeof *with), *c = with ? with + n : NULL;
  int ok = with != NULL;
  if (!ok) lia_pool_nomem(p);
  for (uint32_t i = 0; ok && i < n; i++) {
    lia_expr key, number;
    ok = split_algebraic(p, lia_expr_args(p, sum)[i], &key, &number);
    uint32_t j = 0;
    while (j < m && with[j] != key) j++;
    if (j == m) {
      with[m] = key;
      c[m++] = LIA_ZERO;
    }
    c[j] = lia_sym_add(p, c[j], number);
    ok = ok && c[j];
  }
  for (uint32_t j = 0; ok && j < m; j++)
    ok = c[j] == LIA_ZERO || lia_constant_algebraic(p, c[j]) == LIA_ZERO_yes;
  lia_free(with);
  return ok;
}

// ---- all of it

static int taken_apart(lia_pool *p, lia_expr e) {
  lia_expr rest, normal = lia_prove_normal(p, e);
  if (!normal || normal == UINT32_MAX) return 0;
  if (normal == LIA_ZERO) return 1;
  lia_sym_split(p, normal, &rest);
  if (lia_expr_op(p, rest) != LIA_OP_add) return 0;
  if (coefficients_are_zero(p, rest)) return 1;
  uint32_t n = lia_expr_n(p, rest);
  part *v = lia_malloc((n + 1) * sizeof *v);
  int ok = v != NULL && !lia_pool_spent(p);
  if (!v) lia_pool_nomem(p);
  for (uint32_t i = 0; ok && i < n; i++) ok = constant_part_of(p, lia_expr_args(p, rest)[i], &v[i]);
  ok = ok && groups_are_zero(p, v, n);
  lia_free(v);
  return ok;
}

// not zero by its value with so many bits
static int constant_differs(lia_pool *p, lia_expr e, int from, int to) {
  int sign = 0;
  for (int bits = from; bits <= to && !sign; bits *= 2) {
    lia_bigs s;
    lia_bigs_start(&s);
    sign = lia_ball_sign(lia_ball_eval(p, e, (lia_balls){ .bits = bits }, NULL, NULL, &s));
    lia_bigs_free(&s);
  }
  return sign;
}

lia_zero_answer lia_constant_zero(lia_pool *p, lia_expr e) {
  if (e == LIA_ZERO) return LIA_ZERO_yes;
  if (constant_differs(p, e, 64, 256)) return LIA_ZERO_no;
  if (lia_expr_is_num(p, e)) return LIA_ZERO_unknown;
  lia_zero_answer a = lia_constant_algebraic(p, e);
  if (a == LIA_ZERO_unknown && taken_apart(p, e)) a = LIA_ZERO_yes;
  if (a == LIA_ZERO_unknown && constant_differs(p, e, 512, 4096)) a = LIA_ZERO_no;
  return a;
}
