/* cases.c - proofs case by case: what abs, sign, min, max and comparisons are where signs are given
 */
#include "sym/simp/prove.h"

#include "base/mem.h"
#include "sym/expr/ball.h"
#include "sym/expr/build.h"
#include "sym/expr/subs.h"
#include "sym/expr/walk.h"

// ---- which factors

static void cases_note(lia_pool *p, lia_cases *c, lia_expr f, int apart) {
  if (!p->node[f].bits || lia_prove_positive(p, f) || c->n < 0) return;
  for (int i = 0; i < c->n; i++)
    if (c->of[i] == f) {
      c->apart[i] |= apart;
      return;
    }
  if (c->n == LIA_PROVE_CASES) {
    c->n = -1;
    return;
  }
  c->of[c->n] = f;
  c->apart[c->n++] = apart;
}

static int odd_power(const lia_pool *p, lia_expr e) {
  return lia_expr_is_num(p, e) && lia_ratio_odd(lia_expr_num(p, e));
}

// the factors whose sign is that of u; apart: where they are zero matters by itself
static void note_factors(lia_pool *p, lia_cases *c, lia_expr u, int apart) {
  lia_expr rest, e;
  const lia_expr *f;
  lia_sym_split(p, u, &rest);
  uint32_t n = lia_expr_factors(p, &rest, &f);
  for (uint32_t i = 0; i < n; i++) {
    lia_expr_factors(p, &rest, &f);
    lia_expr base = lia_sym_base(p, f[i], &e);
    if (e == LIA_ONE || odd_power(p, e)) cases_note(p, c, base, apart);
    else if (apart) cases_note(p, c, base, apart);
  }
}

// a root or a log of one factor with a sign needs no case
static void note_product(lia_pool *p, lia_cases *c, lia_expr u) {
  lia_expr rest;
  const lia_expr *f;
  lia_sym_split(p, u, &rest);
  uint32_t n = lia_expr_factors(p, &rest, &f), signs = 0;
  for (uint32_t i = 0; i < n; i++) signs += !lia_prove_nonnegative(p, f[i]);
  if (signs > 1 || (n > 1 && signs)) note_factors(p, c, u, 0);
}

static int note_node(lia_pool *p, lia_cases *c, lia_expr e) {
  lia_op op = lia_expr_op(p, e);
  lia_expr a = lia_expr_n(p, e) > 0 ? lia_expr_args(p, e)[0] : 0,
      b = lia_expr_n(p, e) > 1 ? lia_expr_args(p, e)[1] : 0;
  lia_expr d = 0;
  switch (op) {
    case LIA_OP_abs: note_factors(p, c, a, 0); return 1;
    case LIA_OP_sign: note_factors(p, c, a, 1); return 1;
    case LIA_OP_log: note_product(p, c, a); return 1;
    case LIA_OP_pow:
      if (lia_expr_is_num(p, b) && !lia_ratio_whole(lia_expr_num(p, b))) note_product(p, c, a);
      return 1;
    case LIA_OP_min: case LIA_OP_max: case LIA_OP_lt: case LIA_OP_le: case LIA_OP_eq:
      d = lia_sym_sub(p, a, b);
      if (d) note_factors(p, c, d, op != LIA_OP_min && op != LIA_OP_max);
      return d != 0;
    default: return 1;
  }
}

int lia_prove_cases(lia_pool *p, lia_expr e, lia_cases *c) {
  lia_walk *w = lia_walk_open(p, 1, &e, 0);
  int ok = w != NULL;
  *c = (lia_cases){ 0 };
  for (uint32_t i = 0; ok && i < w->n; i++) ok = note_node(p, c, w->list[i]);
  lia_walk_close(p, w);
  return ok;
}

// ---- one case

typedef struct one {
  lia_pool *p;
  const lia_cases *c;
  const int *assume;
} one;

static const lia_expr NONE = UINT32_MAX;   // no value in this case
enum { OPEN = 2 };                         // a sign that is not known

static int sign_of_factor(const one *o, lia_expr f, lia_expr e) {
  int s = OPEN;
  for (int i = 0; i < o->c->n; i++)
    if (o->c->of[i] == f) s = o->assume[i];
  if (s == OPEN && !o->p->node[f].bits)
    s = lia_ball_sign_of(o->p, f) ? lia_ball_sign_of(o->p, f) : OPEN;
  if (s == OPEN && lia_prove_nonnegative(o->p, f)) s = 1;
  if (e == LIA_ONE || s == 0) return s;
  if (!lia_expr_is_num(o->p, e)) return s == 1 ? 1 : OPEN;
  if (lia_ratio_odd(lia_expr_num(o->p, e))) return s;
  return 1;
}

static int sign_of(const one *o, lia_expr u) {
  lia_expr rest, e, num = lia_sym_split(o->p, u, &rest);
  const lia_expr *f;
  int s = lia_ratio_sign(lia_expr_num(o->p, num));
  if (rest == LIA_ONE) return s;
  uint32_t n = lia_expr_factors(o->p, &rest, &f);
  for (uint32_t i = 0; i < n && s != OPEN && s; i++) {
    lia_expr_factors(o->p, &rest, &f);
    lia_expr base = lia_sym_base(o->p, f[i], &e);
    int t = sign_of_factor(o, base, e);
    s = t == OPEN ? OPEN : s * t;
  }
  return s;
}

// b^e with b made positive, to the power r or (r 0) its log; of an even power the sign of b does
// not matter
static lia_expr positive_part(const one *o, lia_expr f, lia_expr r) {
  lia_pool *p = o->p;
  lia_expr e, b = lia_sym_base(p, f, &e);
  int s = sign_of_factor(o, b, LIA_ONE);
  if (s == OPEN) return r ? lia_sym_pow(p, f, r) : lia_sym_log(p, f);
  if (s < 0) b = lia_sym_neg(p, b);
  return r ? lia_sym_pow(p, b, lia_sym_mul(p, e, r)) : lia_sym_mul(p, e, lia_sym_log(p, b));
}

// u > 0: the product of the r-th powers of its factors, or (r 0) the sum of their logs
static lia_expr by_factors(const one *o, lia_expr u, lia_expr r) {
  lia_pool *p = o->p;
  lia_expr rest, num = lia_sym_split(p, u, &rest);
  const lia_expr *f;
  uint32_t n = rest == LIA_ONE ? 0 : lia_expr_factors(p, &rest, &f);
  if (lia_ratio_sign(lia_expr_num(p, num)) < 0) num = lia_sym_neg(p, num);
  lia_expr out = r ? lia_sym_pow(p, num, r) : lia_sym_log(p, num);
  for (uint32_t i = 0; i < n && out; i++) {
    lia_expr_factors(p, &rest, &f);
    lia_expr part = positive_part(o, f[i], r);
    out = r ? lia_sym_mul(p, out, part) : lia_sym_add(p, out, part);
  }
  return out;
}

static lia_expr cases_number(const one *o, int n) { return lia_sym_int(o->p, n); }

static lia_expr cases_extreme(const one *o, lia_op op, lia_expr a, lia_expr b) {
  lia_expr d = lia_sym_sub(o->p, a, b);
  int s = d ? sign_of(o, d) : 0;
  if (!d) return 0;
  if (s == OPEN) return lia_sym_apply(o->p, op, 2, (lia_expr[2]){ a, b });
  return (op == LIA_OP_max) == (s >= 0) ? a : b;
}

static lia_expr cases_compare(const one *o, lia_op op, lia_expr a, lia_expr b) {
  lia_expr d = lia_sym_sub(o->p, a, b);
  int s = d ? sign_of(o, d) : 0;
  if (!d) return 0;
  if (s == OPEN) return lia_sym_apply(o->p, op, 2, (lia_expr[2]){ a, b });
  return cases_number(o, lia_op_holds(op, s));
}

static lia_expr absolute(const one *o, lia_expr u) {
  int s = sign_of(o, u);
  if (s == OPEN) return lia_sym_abs(o->p, u);
  return s < 0 ? lia_sym_neg(o->p, u) : u;
}

// what has no value where u is not positive; zero: what it is where u is zero
static lia_expr of_positive(const one *o, lia_expr e, lia_expr u, lia_expr zero) {
  int s = sign_of(o, u), root = lia_expr_op(o->p, e) == LIA_OP_pow;
  if (s == OPEN)
    return root ? lia_sym_pow(o->p, u, lia_expr_args(o->p, e)[1]) : lia_sym_log(o->p, u);
  if (s <= 0) return s < 0 ? NONE : zero;
  return by_factors(o, u, root ? lia_expr_args(o->p, e)[1] : 0);
}

// node e of the arguments k in this case
static lia_expr cases_node(const one *o, lia_expr e, uint32_t n, const lia_expr *k) {
  lia_pool *p = o->p;
  lia_op op = lia_expr_op(p, e);
  if (op == LIA_OP_if && lia_expr_is_num(p, k[0])) return k[0] == LIA_ZERO ? k[2] : k[1];
  for (uint32_t i = 0; i < n; i++)
    if (k[i] == NONE) return op == LIA_OP_if ? 0 : NONE;
  switch (op) {
    case LIA_OP_abs: return absolute(o, k[0]);
    case LIA_OP_sign: return sign_of(o, k[0]) == OPEN ? lia_sym_sign(p, k[0])
        : cases_number(o, sign_of(o, k[0]));
    case LIA_OP_min: case LIA_OP_max: return cases_extreme(o, op, k[0], k[1]);
    case LIA_OP_lt: case LIA_OP_le: case LIA_OP_eq: return cases_compare(o, op, k[0], k[1]);
    case LIA_OP_log: return of_positive(o, e, k[0], NONE);
    case LIA_OP_pow: {
      if (!lia_expr_is_num(p, k[1]) || lia_ratio_whole(lia_expr_num(p, k[1]))) break;
      return of_positive(o, e, k[0], lia_ratio_sign(lia_expr_num(p, k[1])) > 0 ? LIA_ZERO : NONE);
    }
    default: break;
  }
  return lia_sym_apply(p, op, n, k);
}

// f is zero: a symbol of it that stands in one term alone, by the others; 0 where there is none
static lia_expr solved(lia_pool *p, lia_expr f, lia_expr *symbol) {
  if (lia_expr_op(p, f) == LIA_OP_sym) {
    *symbol = f;
    return LIA_ZERO;
  }
  for (uint32_t i = 0; lia_expr_op(p, f) == LIA_OP_add && i < lia_expr_n(p, f); i++) {
    lia_expr term = lia_expr_args(p, f)[i], num = lia_sym_split(p, term, symbol),
        rest = lia_sym_sub(p, f, term);
    if (lia_expr_op(p, *symbol) == LIA_OP_sym && rest && lia_subs_depends(p, rest, *symbol) == 0)
      return lia_sym_neg(p, lia_sym_div(p, rest, num));
  }
  return 0;
}

static int has_choice(lia_pool *p, lia_expr e) {
  lia_walk *w = lia_walk_open(p, 1, &e, 0);
  int yes = !w;
  for (uint32_t i = 0; w && i < w->n; i++) yes |= lia_expr_op(p, w->list[i]) == LIA_OP_if;
  lia_walk_close(p, w);
  return yes;
}

// e with what is assumed to be zero put into it; NONE where that has no value, whatever is chosen
// in it
static lia_expr with_zeros(const one *o, lia_expr e) {
  int choice = e && e != NONE && has_choice(o->p, e);
  for (int i = 0; i < o->c->n && e && e != NONE; i++) {
    lia_expr symbol, to = o->assume[i] == 0 ? solved(o->p, o->c->of[i], &symbol) : 0;
    if (!to) continue;
    e = lia_subs_one(o->p, e, symbol, to);
    if (!e && o->p->err.code == LIA_EDOMAIN) {
      lia_pool_clear(o->p);
      e = choice ? 0 : NONE;
    }
  }
  return e;
}

lia_expr lia_prove_case(lia_pool *p, lia_expr e, const lia_cases *c, const int *assume) {
  lia_walk *w = lia_walk_open(p, 1, &e, 0);
  one o = { p, c, assume };
  lia_expr r = 0, *k = NULL;
  uint32_t room = 0;
  for (uint32_t i = 0; w && i < w->n; i++) {
    lia_expr x = w->list[i];
    uint32_t n = lia_expr_n(p, x);
    if (n > room) {
      lia_expr *more = lia_realloc(k, 2 * n * sizeof *k);
      r = more ? r : lia_pool_nomem(p);
      if (!more) break;
      k = more;
      room = 2 * n;
    }
    for (uint32_t j = 0; j < n; j++) k[j] = w->memo[lia_expr_args(p, x)[j]];
    r = n ? cases_node(&o, x, n, k) : x;
    if (!r && p->err.code == LIA_EDOMAIN) {
      lia_pool_clear(p);
      r = NONE;
    }
    if (!r) break;
    w->memo[x] = r;
  }
  lia_free(k);
  lia_walk_close(p, w);
  r = with_zeros(&o, r);
  return r == NONE ? LIA_ZERO : r;
}
