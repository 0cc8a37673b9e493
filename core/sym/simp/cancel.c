/* cancel.c - common factors of polynomials: exact division and greatest common divisors in several
 * variables
 *
 * Polynomials are expanded expressions; what is neither sum, product, number nor whole power stands
 * as a variable. The divisor is found by the primitive remainder sequence ([Knuth] 4.6.1, algorithm
 * E): a = g pp(a), cont by recursion in the other variables. Coefficients grow on the way, so work
 * is bounded; where the bound is met there is no common factor to speak of and nothing is
 * cancelled. */
#include "sym/simp/simp.h"

#include "base/assert.h"
#include "base/mem.h"
#include "sym/expr/build.h"
#include "sym/simp/expand.h"
#include "sym/simp/simp_cost.h"
#include "sym/expr/subs.h"
#include "sym/expr/walk.h"

enum { MOST_TERMS = 4000, MOST_STEPS = 20000, DEEPEST = 40 };

typedef struct work {
  lia_pool *p;
  int steps;      // left
  int depth;
} work;

static lia_expr cancel_gcd(work *k, lia_expr a, lia_expr b);

// expanded, 0 where that is too much
static lia_expr expand(work *k, lia_expr e) {
  lia_expand_opts o = { .most = MOST_TERMS };
  if (!e || --k->steps < 0) return 0;
  lia_expr r = lia_expand(k->p, e, &o);
  return r == UINT32_MAX ? 0 : r;
}

// a polynomial in x, coefficients expanded; n is the degree plus one
typedef struct poly { lia_expr *c; int n; } poly;

static int read_poly(work *k, lia_expr e, lia_expr x, poly *a) {
  a->n = lia_subs_polynomial(k->p, e, x, &a->c) + 1;
  return a->n > 0;
}

static void cancel_trim(poly *a) {
  while (a->n > 0 && a->c[a->n - 1] == LIA_ZERO) a->n--;
}

static lia_expr poly_expr(work *k, const poly *a, lia_expr x) {
  lia_expr r = LIA_ZERO;
  for (int i = 0; i < a->n; i++)
    r = lia_sym_add(k->p, r, lia_sym_mul(k->p, a->c[i], lia_sym_powi(k->p, x, i)));
  return expand(k, r);
}

// the first variable met in a polynomial: a symbol or any node that is no polynomial operation; 0
// in a number
static lia_expr variable(const lia_pool *p, lia_expr e) {
  for (;;) {
    int64_t n;
    switch (lia_expr_op(p, e)) {
      case LIA_OP_num: return 0;
      case LIA_OP_scale: e = lia_expr_args(p, e)[1]; break;
      case LIA_OP_add: e = lia_expr_args(p, e)[lia_expr_n(p, e) - 1]; break;
      case LIA_OP_mul: e = lia_expr_args(p, e)[0]; break;
      case LIA_OP_pow:
        if (!lia_sym_whole(p, lia_expr_args(p, e)[1], &n) || n < 0) return e;
        e = lia_expr_args(p, e)[0];
        break;
      default: return e;
    }
  }
}

// ---- division

// a/b where that is a polynomial, else 0
static lia_expr cancel_divide(work *k, lia_expr a, lia_expr b) {
  lia_pool *p = k->p;
  if (a == LIA_ZERO) return LIA_ZERO;
  if (lia_expr_is_num(p, b)) return expand(k, lia_sym_div(p, a, b));
  if (a == b) return LIA_ONE;
  if (k->depth >= DEEPEST || --k->steps < 0) return 0;
  lia_expr x = variable(p, b), r = 0;
  poly u = { 0 }, v = { 0 };
  k->depth++;
  if (read_poly(k, a, x, &u) && read_poly(k, b, x, &v) && u.n >= v.n) {
    int n = u.n - v.n + 1, ok = 1;
    LIA_ASSERT(v.n > 0 && v.c[v.n - 1] != LIA_ZERO);
    lia_expr *q = lia_calloc((size_t)n, sizeof *q);
    // schoolbook: the leading coefficients must divide each other all the way down
    for (int i = n - 1; q && ok && i >= 0; i--) {
      q[i] = cancel_divide(k, u.c[i + v.n - 1], v.c[v.n - 1]);
      ok = q[i] != 0;
      for (int j = 0; ok && j < v.n; j++) {
        u.c[i + j] = expand(k, lia_sym_sub(p, u.c[i + j], lia_sym_mul(p, q[i], v.c[j])));
        ok = u.c[i + j] != 0;
      }
    }
    for (int i = 0; ok && i < v.n - 1; i++) ok = u.c[i] == LIA_ZERO;
    if (q && ok) r = poly_expr(k, &(poly){ q, n }, x);
    lia_free(q);
  }
  LIA_ASSERT(k->depth > 0);
  lia_free(u.c);
  lia_free(v.c);
  k->depth--;
  return r;
}

// ---- numbers

// the largest ratio of which the numbers of all terms are whole multiples, with the sign in front;
// 1 where a double is among them
static lia_ratio number_of(lia_pool *p, lia_expr e) {
  lia_expr rest, one, num = lia_sym_split(p, e, &rest);
  lia_ratio g = lia_ratio_make(0, 1);
  if (lia_expr_op(p, rest) != LIA_OP_add) return lia_expr_num(p, num);
  for (uint32_t i = 0; i < lia_expr_n(p, rest); i++)
    g = lia_ratio_gcd(g, lia_expr_num(p, lia_sym_split(p, lia_expr_args(p, rest)[i], &one)));
  return lia_ratio_sign(g) ? lia_ratio_mul(lia_expr_num(p, num), g) : lia_expr_num(p, num);
}

static lia_expr times_number(work *k, lia_expr e, lia_ratio c) {
  return expand(k, lia_sym_scale(k->p, lia_sym_ratio(k->p, c), e));
}

// numbers of all coefficients made whole and small, so that they do not grow from one remainder to
// the next
static int small_numbers(work *k, poly *a) {
  lia_ratio g = lia_ratio_make(0, 1);
  for (int i = 0; i < a->n; i++)
    if (a->c[i] != LIA_ZERO) g = lia_ratio_gcd(g, number_of(k->p, a->c[i]));
  if (!lia_ratio_sign(g) || !lia_ratio_exact(g)) return 1;
  g = lia_ratio_inv(g);
  for (int i = 0; i < a->n; i++) {
    a->c[i] = times_number(k, a->c[i], g);
    if (!a->c[i]) return 0;
  }
  return 1;
}

// ---- greatest common divisors

static lia_expr content(work *k, const poly *a) {
  lia_expr g = LIA_ZERO;
  for (int i = 0; i < a->n && g; i++)
    if (a->c[i] != LIA_ZERO) g = g == LIA_ZERO ? a->c[i] : cancel_gcd(k, g, a->c[i]);
  return g;
}

// every coefficient over c
static int cancel_reduce(work *k, poly *a, lia_expr c) {
  for (int i = 0; i < a->n; i++) {
    a->c[i] = cancel_divide(k, a->c[i], c);
    if (!a->c[i]) return 0;
  }
  return small_numbers(k, a);
}

// lc(b)^(1 + deg a - deg b) a = q b + r: a becomes r
static int pseudo_remainder(work *k, poly *a, const poly *b) {
  lia_pool *p = k->p;
  while (a->n >= b->n) {
    lia_expr lead = a->c[a->n - 1];
    int shift = a->n - b->n;
    for (int i = 0; i < a->n - 1; i++) {
      lia_expr t = lia_sym_mul(p, b->c[b->n - 1], a->c[i]);
      if (i >= shift) t = lia_sym_sub(p, t, lia_sym_mul(p, lead, b->c[i - shift]));
      a->c[i] = expand(k, t);
      if (!a->c[i]) return 0;
    }
    a->n--;
    cancel_trim(a);
  }
  return 1;
}

static lia_expr gcd_in(work *k, poly *a, poly *b, lia_expr x) {
  lia_expr ca = content(k, a), cb = content(k, b), g = ca && cb ? cancel_gcd(k, ca, cb) : 0;
  if (!g || !cancel_reduce(k, a, ca) || !cancel_reduce(k, b, cb)) return 0;
  if (a->n < b->n) { poly t = *a; *a = *b; *b = t; }
  while (b->n > 1) {
    if (!pseudo_remainder(k, a, b)) return 0;
    if (!a->n) {
      lia_expr r = poly_expr(k, b, x);
      return r ? expand(k, lia_sym_mul(k->p, g, r)) : 0;
    }
    lia_expr c = content(k, a);
    if (!c || !cancel_reduce(k, a, c)) return 0;
    poly t = *a;
    *a = *b;
    *b = t;
  }
  return g;
}

// of two expanded polynomials, up to a number; 0 where the work is too much
static lia_expr cancel_gcd(work *k, lia_expr a, lia_expr b) {
  lia_pool *p = k->p;
  if (a == LIA_ZERO) return b;
  if (b == LIA_ZERO || a == b) return a;
  if (lia_expr_is_num(p, a) || lia_expr_is_num(p, b)) return LIA_ONE;
  if (k->depth >= DEEPEST || --k->steps < 0) return 0;
  k->depth++;
  lia_expr x = variable(p, a), r = 0;
  poly u = { 0 }, v = { 0 };
  if (read_poly(k, a, x, &u) && read_poly(k, b, x, &v)) {
    if (u.n > 1 && v.n > 1) r = gcd_in(k, &u, &v, x);
    else {
      // x stands in one of them only: what is common divides the coefficients of the other
      lia_expr c = u.n > 1 ? content(k, &u) : content(k, &v);
      r = c ? cancel_gcd(k, c, u.n > 1 ? b : a) : 0;
    }
  }
  lia_free(u.c);
  lia_free(v.c);
  k->depth--;
  return r;
}

// ---- fractions

// num and den over what they have in common, their numbers whole and small; 0 where that is too
// much work
static int lowest(lia_pool *p, lia_expr num, lia_expr den, lia_expr *n, lia_expr *d) {
  work k = { .p = p, .steps = MOST_STEPS };
  lia_expr a = expand(&k, num), b = expand(&k, den);
  if (!a || !b || b == LIA_ZERO) return 0;
  lia_expr g = a == LIA_ZERO ? b : cancel_gcd(&k, a, b);
  if (!g) return 0;
  k.steps = MOST_STEPS;
  a = cancel_divide(&k, a, g);
  b = a ? cancel_divide(&k, b, g) : 0;
  if (!b) return 0;
  lia_ratio x = number_of(p, a), y = lia_ratio_inv(number_of(p, b)), r = lia_ratio_mul(x, y);
  int whole = lia_ratio_exact(r) && lia_ratio_sign(r);
  *n = whole ? times_number(&k, a, lia_ratio_mul(lia_ratio_inv(x), lia_ratio_top(r))) : a;
  *d = whole ? times_number(&k, b, lia_ratio_mul(y, lia_ratio_bottom(r))) : b;
  return *n && *d;
}

int lia_simp_lowest(lia_pool *p, lia_expr num, lia_expr den, lia_expr *n, lia_expr *d) {
  lia_error kept = p->err;
  lia_expr u, v;
  int ok = den != LIA_ONE && lowest(p, num, den, &u, &v);
  if (lia_pool_spent(p)) return 0;
  p->err = kept;
  *n = ok ? u : num;
  *d = ok ? v : den;
  return 1;
}

static lia_expr cancelled(lia_pool *p, lia_expr num, lia_expr den) {
  lia_expr u, v;
  if (!lowest(p, num, den, &u, &v)) return 0;
  return lia_sym_div(p, lia_simp_smaller(p, u, lia_simp_factor(p, u)),
      lia_simp_smaller(p, v, lia_simp_factor(p, v)));
}

static int has_denominator(lia_pool *p, lia_expr e) {
  lia_walk *w = lia_walk_open(p, 1, &e, 0);
  int yes = 0;
  for (uint32_t i = 0; w && i < w->n && !yes; i++) {
    lia_expr x, base = lia_sym_base(p, w->list[i], &x);
    yes = x != LIA_ONE && p->node[base].bits && lia_expr_is_num(p, x) &&
        lia_ratio_sign(lia_expr_num(p, x)) < 0;
  }
  lia_walk_close(p, w);
  return yes;
}

static lia_expr cancel(lia_pool *p, lia_expr e) {
  if (!e || !has_denominator(p, e)) return e;
  lia_error kept = p->err;
  lia_expr num, den, best = e;
  if (lia_simp_together(p, e, &num, &den)) {
    best = lia_simp_smaller(p, best, lia_sym_div(p, num, den));
    if (best) best = lia_simp_smaller(p, best, cancelled(p, num, den));
  }
  if (best && !lia_pool_spent(p)) p->err = kept;
  return lia_pool_spent(p) && kept.code != LIA_ENOMEM ? 0 : best;
}

lia_expr lia_simp_cancel(lia_pool *p, lia_expr e) { return lia_simp_within(p, e, cancel); }
