/* diff.c - the chain rule on a list of nodes, arguments first (forward) or last (reverse) */
#include "sym/expr/diff.h"

#include "base/assert.h"
#include "base/mem.h"
#include "sym/expr/build.h"
#include "sym/expr/print.h"
#include "sym/expr/walk.h"

#include <string.h>

// ---- slopes of one operation

// df/dx of a function f of one argument, from its row
static lia_expr diff_slope(lia_pool *p, lia_expr f) {
  lia_op op = lia_expr_op(p, f);
  lia_expr x = lia_expr_args(p, f)[0];
  switch (op) {
#define LIA_OP(id, arity, kind, text, c, lua, latex, value, slope) case LIA_OP_##id: return slope;
#include "sym/expr/op.def"
#undef LIA_OP
    default: return x;
  }
}

// d(b^e)/db = e b^(e-1), d(b^e)/de = b^e log b
static lia_expr power_by_base(lia_pool *p, lia_expr f) {
  lia_expr e, b = lia_sym_base(p, f, &e);
  return lia_sym_mul(p, e, lia_sym_pow(p, b, lia_sym_sub(p, e, LIA_ONE)));
}

static lia_expr power_by_exponent(lia_pool *p, lia_expr f) {
  lia_expr e, b = lia_sym_base(p, f, &e);
  return lia_sym_mul(p, f, lia_sym_log(p, b));
}

// the slope of f by its argument i, where f is no sum and no product
static lia_expr partial(lia_pool *p, lia_expr f, uint32_t i) {
  lia_expr a = lia_expr_args(p, f)[0], b = lia_expr_args(p, f)[1];
  switch (lia_expr_op(p, f)) {
    case LIA_OP_scale: return i == 1 ? a : LIA_ZERO;
    case LIA_OP_pow: return i == 0 ? power_by_base(p, f) : power_by_exponent(p, f);
    case LIA_OP_atan2: {
      // d atan2(y, x) = (x dy - y dx)/(x^2 + y^2)
      lia_expr r = lia_sym_add(p, lia_sym_sq(p, a), lia_sym_sq(p, b));
      return lia_sym_div(p, i == 0 ? b : lia_sym_neg(p, a), r);
    }
    case LIA_OP_min: return lia_sym_if(p, lia_sym_lt(p, b, a), i == 0 ? LIA_ZERO : LIA_ONE,
        i == 0 ? LIA_ONE : LIA_ZERO);
    case LIA_OP_max: return lia_sym_if(p, lia_sym_lt(p, a, b), i == 0 ? LIA_ZERO : LIA_ONE,
        i == 0 ? LIA_ONE : LIA_ZERO);
    case LIA_OP_lt: case LIA_OP_le: case LIA_OP_eq: return LIA_ZERO;
    case LIA_OP_if: return i == 0 ? LIA_ZERO
        : lia_sym_if(p, a, i == 1 ? LIA_ONE : LIA_ZERO, i == 1 ? LIA_ZERO : LIA_ONE);
    default: return diff_slope(p, f);
  }
}

// ---- choices: where a side is not chosen, what it would have been must not matter

// a power that has no value, or no finite one, somewhere
static int fragile_power(const lia_pool *p, lia_expr f) {
  int64_t n;
  return lia_expr_op(p, f) == LIA_OP_pow &&
      !(lia_sym_whole(p, lia_expr_args(p, f)[1], &n) && n >= 0);
}

static int fragile(const lia_pool *p, lia_expr slope) {
  lia_op op = lia_expr_op(p, slope);
  if (op != LIA_OP_mul && op != LIA_OP_scale) return fragile_power(p, slope);
  for (uint32_t i = 0; i < lia_expr_n(p, slope); i++)
    if (fragile_power(p, lia_expr_args(p, slope)[i])) return 1;
  return 0;
}

// slope times d; where d, or the slope, is chosen to be 0 so is that, whatever the other is there
static lia_expr diff_chain(lia_pool *p, lia_expr slope, lia_expr d) {
  if (slope && lia_expr_op(p, slope) == LIA_OP_if) {
    lia_expr x = slope;
    slope = d;
    d = x;
  }
  if (!slope || !d || lia_expr_op(p, d) != LIA_OP_if || !fragile(p, slope))
    return lia_sym_mul(p, slope, d);
  lia_expr k[3];
  memcpy(k, lia_expr_args(p, d), sizeof k);
  if (k[1] != LIA_ZERO && k[2] != LIA_ZERO) return lia_sym_mul(p, slope, d);
  return lia_sym_if(p, k[0], lia_sym_mul(p, slope, k[1]), lia_sym_mul(p, slope, k[2]));
}

// ---- scratch: a stack of expressions

typedef struct stack {
  lia_pool *p;
  lia_expr *v;
  uint32_t n, room;
  int failed;
} stack;

static void push(stack *s, lia_expr e) {
  if (!e) s->failed = 1;
  if (s->n == s->room) {
    uint32_t room = s->room ? 2 * s->room : 64;
    lia_expr *v = lia_realloc(s->v, room * sizeof *v);
    if (!v) {
      lia_pool_nomem(s->p);
      s->failed = 1;
      return;
    }
    s->v = v;
    s->room = room;
  }
  s->v[s->n++] = e;
}

static lia_expr pop_sum(stack *s, uint32_t from) {
  LIA_ASSERT(from <= s->n);
  const lia_expr *terms = s->v ? s->v + from : NULL;   // of a sum without terms, before any other
  lia_expr e = s->failed ? 0 : lia_sym_sum(s->p, s->n - from, terms);
  s->n = from;
  return e;
}

// ---- forward

static lia_expr diff_known(const lia_walk *w, lia_expr e) {
  return lia_walk_reached(w, e) ? w->memo[e] : LIA_ZERO;
}

// d(f1 f2 ... fn) = sum over i of dfi times the others
static void product_rule(stack *s, lia_expr f, const lia_walk *w) {
  lia_pool *p = s->p;
  uint32_t n = lia_expr_n(p, f), from = s->n;
  for (uint32_t i = 0; i < n && !s->failed; i++) {
    lia_expr fi = lia_expr_args(p, f)[i], di = diff_known(w, fi);
    if (di == LIA_ZERO) continue;
    uint32_t at = s->n;
    push(s, di);
    for (uint32_t j = 0; j < n; j++)
      if (j != i) push(s, lia_expr_args(p, f)[j]);
    if (s->failed) return;
    lia_expr term = lia_sym_product(p, n, s->v + at);
    s->n = at;
    push(s, term);
  }
  push(s, pop_sum(s, from));
}

// the same for many factors by halves, f = a b: df = da b + a db, so that n factors do not cost n^2
typedef struct half { lia_expr f, d; } half;

static half product_halves(stack *s, const lia_walk *w, const lia_expr *f, uint32_t n) {
  lia_pool *p = s->p;
  LIA_ASSERT(n > 0);
  if (n == 1) return (half){ *f, diff_known(w, *f) };
  half a = product_halves(s, w, f, n / 2), b = product_halves(s, w, f + n / 2, n - n / 2);
  half r = { lia_sym_mul(p, a.f, b.f),
      lia_sym_add(p, lia_sym_mul(p, a.d, b.f), lia_sym_mul(p, a.f, b.d)) };
  if (!r.f || !r.d) s->failed = 1;
  return r;
}

static lia_expr long_product(stack *s, lia_expr f, const lia_walk *w) {
  uint32_t n = lia_expr_n(s->p, f);
  lia_expr *copy = lia_malloc(n * sizeof *copy);
  if (!copy) return lia_pool_nomem(s->p);
  memcpy(copy, lia_expr_args(s->p, f), n * sizeof *copy);
  half r = product_halves(s, w, copy, n);
  lia_free(copy);
  return s->failed ? 0 : r.d;
}

// the derivative of the side that is chosen
static lia_expr choice(lia_pool *p, lia_expr f, const lia_walk *w) {
  lia_expr k[3], n = lia_expr_n(p, f);
  memcpy(k, lia_expr_args(p, f), n * sizeof *k);
  switch (lia_expr_op(p, f)) {
    case LIA_OP_if: return lia_sym_if(p, k[0], diff_known(w, k[1]), diff_known(w, k[2]));
    case LIA_OP_min: return lia_sym_if(p, lia_sym_lt(p, k[1], k[0]), diff_known(w, k[1]),
        diff_known(w, k[0]));
    default: return lia_sym_if(p, lia_sym_lt(p, k[0], k[1]), diff_known(w, k[1]),
        diff_known(w, k[0]));
  }
}

static lia_expr forward(stack *s, lia_expr f, const lia_walk *w) {
  lia_pool *p = s->p;
  lia_op op = lia_expr_op(p, f);
  uint32_t n = lia_expr_n(p, f), from = s->n;
  if (op == LIA_OP_if || op == LIA_OP_min || op == LIA_OP_max) return choice(p, f, w);
  if (op == LIA_OP_mul && n > 16) return long_product(s, f, w);
  if (op == LIA_OP_mul) {
    product_rule(s, f, w);
    return s->failed ? 0 : s->v[--s->n];
  }
  for (uint32_t i = 0; i < n && !s->failed; i++) {
    lia_expr a = lia_expr_args(p, f)[i], d = diff_known(w, a);
    if (d == LIA_ZERO) continue;
    push(s, op == LIA_OP_add ? d : diff_chain(p, partial(p, f, i), d));
  }
  return pop_sum(s, from);
}

static int is_symbol(lia_pool *p, lia_expr x) {
  if (x && lia_expr_op(p, x) == LIA_OP_sym) return 1;
  if (!x) return 0;
  char text[80];
  lia_print_short(p, x, text, sizeof text);
  lia_pool_fail(p, LIA_EARG, "a derivative is by a symbol, not by %s", text);
  return 0;
}

int lia_diff_along(lia_pool *p, uint32_t nx, const lia_expr *x, const lia_expr *dx, uint32_t n,
    const lia_expr *f, lia_expr *out) {
  uint64_t mask = 0;
  for (uint32_t j = 0; j < nx; j++) {
    if (!is_symbol(p, x[j]) || !dx[j]) return 0;
    mask |= p->node[x[j]].bits;
  }
  for (uint32_t i = 0; i < n; i++)
    if (!f[i]) return 0;
  lia_walk *w = mask ? lia_walk_open(p, n, f, mask) : NULL;
  if (mask && !w) return 0;

  stack s = { .p = p };
  for (uint32_t i = 0; w && i < w->n; i++) w->memo[w->list[i]] = LIA_ZERO;
  for (uint32_t j = 0; w && j < nx; j++)
    if (lia_walk_reached(w, x[j])) w->memo[x[j]] = dx[j];
  for (uint32_t i = 0; w && i < w->n && !s.failed; i++) {
    lia_expr e = w->list[i];
    if (!p->node[e].n) continue;
    w->memo[e] = forward(&s, e, w);
    s.failed |= !w->memo[e];
  }
  for (uint32_t i = 0; !s.failed && i < n; i++)
    out[i] = w && lia_walk_reached(w, f[i]) ? w->memo[f[i]] : LIA_ZERO;
  lia_free(s.v);
  lia_walk_close(p, w);
  return !s.failed;
}

int lia_diff_all(lia_pool *p, uint32_t n, const lia_expr *f, lia_expr x, lia_expr *out) {
  lia_expr one = LIA_ONE;
  return lia_diff_along(p, 1, &x, &one, n, f, out);
}

lia_expr lia_diff(lia_pool *p, lia_expr f, lia_expr x) {
  lia_expr out;
  return lia_diff_all(p, 1, &f, x, &out) ? out : 0;
}

int lia_diff_jacobian(lia_pool *p, uint32_t n, const lia_expr *f, uint32_t nx, const lia_expr *x,
    lia_expr *J) {
  lia_expr *column = lia_malloc((n + 1) * sizeof *column);
  if (!column) lia_pool_nomem(p);
  int ok = column != NULL;
  for (uint32_t j = 0; ok && j < nx; j++) {
    ok = lia_diff_all(p, n, f, x[j], column);
    for (uint32_t i = 0; ok && i < n; i++) J[(size_t)i * nx + j] = column[i];
  }
  lia_free(column);
  return ok;
}

int lia_diff_hessian(lia_pool *p, lia_expr f, uint32_t nx, const lia_expr *x, lia_expr *H) {
  for (uint32_t i = 0; i < nx; i++) {
    // column i below the diagonal from the derivative by x[i]
    lia_expr d = lia_diff(p, f, x[i]);
    for (uint32_t j = 0; j <= i; j++) {
      lia_expr h = lia_diff(p, d, x[j]);
      if (!h) return 0;
      H[(size_t)i * nx + j] = H[(size_t)j * nx + i] = h;
    }
  }
  return 1;
}

// ---- reverse

// contributions to the adjoint of a node, linked; summed once, when all are there
typedef struct share { lia_expr e; uint32_t next; } share;

typedef struct reverse {
  stack s;
  lia_walk *w;        // memo: place in head
  uint32_t *head;     // by node: 1 + its last contribution
  uint8_t *partly;    // by node: 1 where it, or a slope in it, may have no value somewhere
  share *share;
  uint32_t n, room, nx;
  const lia_expr *x;
} reverse;

static void contribute(reverse *r, lia_expr to, lia_expr e) {
  if (!e) r->s.failed = 1;
  if (e == LIA_ZERO || r->s.failed || !lia_walk_reached(r->w, to)) return;
  if (r->n == r->room) {
    uint32_t room = r->room ? 2 * r->room : 64;
    share *v = lia_realloc(r->share, room * sizeof *v);
    if (!v) {
      lia_pool_nomem(r->s.p);
      r->s.failed = 1;
      return;
    }
    r->share = v;
    r->room = room;
  }
  LIA_ASSERT(r->w->memo[to] < r->w->n);
  uint32_t *head = &r->head[r->w->memo[to]];
  r->share[r->n] = (share){ e, *head };
  *head = ++r->n;
}

static lia_expr adjoint(reverse *r, lia_expr e) {
  uint32_t from = r->s.n;
  for (uint32_t i = r->head[r->w->memo[e]]; i; i = r->share[i - 1].next)
    push(&r->s, r->share[i - 1].e);
  return pop_sum(&r->s, from);
}

// to each of n factors: the adjoint times all others, by halves: what one half needs is the adjoint
// times the other half
static void give_factors(reverse *r, const lia_expr *f, uint32_t n, lia_expr outer) {
  lia_pool *p = r->s.p;
  if (!outer || r->s.failed) { r->s.failed = 1; return; }
  if (n == 1) {
    contribute(r, *f, outer);
    return;
  }
  uint32_t m = n / 2;
  give_factors(r, f, m, lia_sym_mul(p, outer, lia_sym_product(p, n - m, f + m)));
  give_factors(r, f + m, n - m, lia_sym_mul(p, outer, lia_sym_product(p, m, f)));
}

static int is_partial(lia_pool *p, lia_expr e) {
  switch (lia_expr_op(p, e)) {
    case LIA_OP_pow: return fragile_power(p, e);
    case LIA_OP_tan: case LIA_OP_asin: case LIA_OP_acos: case LIA_OP_atan2: case LIA_OP_exp:
    case LIA_OP_log:
      return 1;
    default: return 0;
  }
}

// what does not depend on x may be anything
static void note_partial(reverse *r) {
  lia_pool *p = r->s.p;
  for (uint32_t i = 0; i < r->w->n; i++) {
    lia_expr e = r->w->list[i];
    r->partly[i] = (uint8_t)is_partial(p, e);
    for (uint32_t j = 0; j < lia_expr_n(p, e); j++) {
      lia_expr a = lia_expr_args(p, e)[j];
      r->partly[i] |= lia_walk_reached(r->w, a) ? r->partly[r->w->memo[a]] : lia_expr_n(p, a) > 0;
    }
  }
}

// 0 times a side that is not chosen is no number where that side has none: the derivative of the
// chosen one instead
static int give_choice(reverse *r, lia_expr e, lia_expr a) {
  lia_pool *p = r->s.p;
  lia_op op = lia_expr_op(p, e);
  if (op != LIA_OP_if && op != LIA_OP_min && op != LIA_OP_max) return 0;
  if (!r->partly[r->w->memo[e]]) return 0;
  for (uint32_t j = 0; j < r->nx && !r->s.failed; j++)
    if (lia_walk_reached(r->w, r->x[j]))
      contribute(r, r->x[j], diff_chain(p, a, lia_diff(p, e, r->x[j])));
  return 1;
}

static void diff_give(reverse *r, lia_expr e) {
  lia_pool *p = r->s.p;
  lia_op op = lia_expr_op(p, e);
  uint32_t n = lia_expr_n(p, e), from = r->s.n;
  lia_expr a = n ? adjoint(r, e) : LIA_ZERO;
  if (a == LIA_ZERO) return;
  if (!a) { r->s.failed = 1; return; }
  if (give_choice(r, e, a)) return;
  if (op == LIA_OP_mul) {
    for (uint32_t i = 0; i < n; i++) push(&r->s, lia_expr_args(p, e)[i]);
    lia_expr *copy = r->s.failed ? NULL : lia_malloc(n * sizeof *copy);
    if (copy) {
      memcpy(copy, r->s.v + from, n * sizeof *copy);
      give_factors(r, copy, n, a);
    } else {
      lia_pool_nomem(p);
      r->s.failed = 1;
    }
    lia_free(copy);
    r->s.n = from;
    return;
  }
  for (uint32_t i = 0; i < n && !r->s.failed; i++) {
    lia_expr to = lia_expr_args(p, e)[i];
    if (!lia_walk_reached(r->w, to)) continue;
    contribute(r, to, op == LIA_OP_add ? a : diff_chain(p, partial(p, e, i), a));
  }
}

int lia_diff_gradient(lia_pool *p, lia_expr f, uint32_t nx, const lia_expr *x, lia_expr *out) {
  uint64_t mask = 0;
  for (uint32_t j = 0; j < nx; j++) {
    if (!is_symbol(p, x[j])) return 0;
    mask |= p->node[x[j]].bits;
  }
  if (!f) return 0;
  reverse r = { .s = { .p = p }, .w = lia_walk_open(p, 1, &f, mask ? mask : 1), .nx = nx, .x = x };
  if (r.w) r.head = lia_calloc((size_t)r.w->n + 1, sizeof *r.head + 1);
  if (!r.w || !r.head) {
    lia_walk_close(p, r.w);
    lia_pool_nomem(p);
    return 0;
  }
  r.partly = (uint8_t *)(r.head + r.w->n + 1);
  for (uint32_t i = 0; i < r.w->n; i++) r.w->memo[r.w->list[i]] = i;
  note_partial(&r);
  contribute(&r, f, LIA_ONE);
  for (uint32_t i = r.w->n; i-- > 0 && !r.s.failed; ) diff_give(&r, r.w->list[i]);
  for (uint32_t j = 0; j < nx && !r.s.failed; j++) {
    out[j] = lia_walk_reached(r.w, x[j]) ? adjoint(&r, x[j]) : LIA_ZERO;
    r.s.failed |= !out[j];
  }
  int ok = !r.s.failed;
  lia_free(r.s.v);
  lia_free(r.head);
  lia_free(r.share);
  lia_walk_close(p, r.w);
  return ok;
}

// ---- time

int lia_diff_time_all(lia_pool *p, uint32_t n, const lia_expr *f, lia_expr *out) {
  stack x = { .p = p }, dx = { .p = p };
  int before = p->names.count;  // rates made here are of higher order than anything in f
  for (int id = 0; id < before; id++) {
    lia_expr s = p->sym[id].self, d;
    if (p->sym[id].kind == LIA_SYM_parameter) continue;
    // a rate nobody has asked for is made only where its symbol occurs
    int occurs = 0;
    for (uint32_t i = 0; i < n; i++) occurs |= f[i] && (p->node[f[i]].bits & p->node[s].bits) != 0;
    if (!occurs) continue;
    d = lia_sym_rate(p, s);
    push(&x, s);
    push(&dx, d);
  }
  int ok = !x.failed && !dx.failed && lia_diff_along(p, x.n, x.v, dx.v, n, f, out);
  lia_free(x.v);
  lia_free(dx.v);
  return ok;
}

lia_expr lia_diff_time(lia_pool *p, lia_expr f) {
  lia_expr out;
  return lia_diff_time_all(p, 1, &f, &out) ? out : 0;
}
