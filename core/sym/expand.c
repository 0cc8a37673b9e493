/* expand.c - sums times sums, term by term, equal terms met by sorting */
#include "sym/expand.h"

#include "base/mem.h"
#include "sym/build.h"
#include "sym/walk.h"

#include <stdlib.h>
#include <string.h>

static const lia_expr TOO_MANY = UINT32_MAX;

typedef struct term { lia_expr rest; lia_ratio c; } term;

typedef struct terms { term *v; size_t n, room; } terms;

typedef struct work {
  lia_pool *p;
  lia_walk *w;
  const lia_expand_opts *o;
  terms a, b;           // a product so far, and its next version
  lia_expr *list;
  size_t listroom;
  size_t made;          // terms multiplied so far
  int many;             // more terms than allowed
} work;

static int reserve(work *k, terms *t, size_t n) {
  if (n > k->o->most) {
    k->many = 1;
    return 0;
  }
  if (n <= t->room) return 1;
  term *v = lia_realloc(t->v, 2 * n * sizeof *v);
  if (!v) {
    lia_pool_nomem(k->p);
    return 0;
  }
  t->v = v;
  t->room = 2 * n;
  return 1;
}

static int put(work *k, terms *t, lia_expr e, lia_ratio c) {
  if (!e || !reserve(k, t, t->n + 1)) return 0;
  lia_expr rest, num = lia_sym_split(k->p, e, &rest);
  t->v[t->n++] = (term){ rest, num == LIA_ONE ? c : lia_ratio_mul(c, lia_expr_num(k->p, num)) };
  return 1;
}

static lia_expr image(const work *k, lia_expr e) { return lia_walk_reached(k->w, e) ? k->w->memo[e] : e; }

// a sum that is to be opened: one of the x is below it
static int opens(const work *k, lia_expr e) {
  if (lia_expr_op(k->p, e) != LIA_OP_add) return 0;
  if (!k->o->n) return 1;
  for (uint32_t i = 0; i < k->o->n; i++)
    if (k->p->node[e].bits & k->p->node[k->o->x[i]].bits) return 1;
  return 0;
}

static int put_all(work *k, terms *t, lia_expr e, lia_ratio c) {
  lia_expr rest, num = lia_sym_split(k->p, e, &rest);
  if (lia_expr_op(k->p, rest) != LIA_OP_add || !(num == LIA_ONE || num == LIA_MINUS || opens(k, rest))) return put(k, t, e, c);
  c = lia_ratio_mul(c, lia_expr_num(k->p, num));
  for (uint32_t i = 0; i < lia_expr_n(k->p, rest); i++)
    if (!put_all(k, t, lia_expr_args(k->p, rest)[i], c)) return 0;
  return 1;
}

static int by_rest(const void *a, const void *b) {
  const term *x = a, *y = b;
  return (x->rest > y->rest) - (x->rest < y->rest);
}

static void collect(terms *t) {
  size_t m = 0;
  if (t->n > 1) qsort(t->v, t->n, sizeof *t->v, by_rest);
  for (size_t i = 0; i < t->n; ) {
    term x = t->v[i++];
    while (i < t->n && t->v[i].rest == x.rest) x.c = lia_ratio_add(x.c, t->v[i++].c);
    if (lia_ratio_sign(x.c)) t->v[m++] = x;
  }
  t->n = m;
}

static lia_expr sum_of(work *k, const terms *t) {
  lia_pool *p = k->p;
  if (t->n > k->listroom) {
    lia_expr *list = lia_realloc(k->list, 2 * t->n * sizeof *list);
    if (!list) return lia_pool_nomem(p);
    k->list = list;
    k->listroom = 2 * t->n;
  }
  for (size_t i = 0; i < t->n; i++) k->list[i] = lia_sym_scale(p, lia_sym_ratio(p, t->v[i].c), t->v[i].rest);
  return lia_sym_sum(p, t->n, k->list);
}

// what a factor opens into: a sum to a whole power; with squares also cos^n, n > 1, and roots of sums above 1
typedef enum kind { PLAIN, SUM, COSINE, ROOT } kind;

static kind kind_of(const work *k, lia_expr f, int64_t *n) {
  const lia_pool *p = k->p;
  lia_expr e, base = lia_sym_base(p, f, &e);
  *n = 1;
  if (!lia_expr_is_num(p, e)) return PLAIN;
  int whole = lia_sym_whole(p, e, n);
  if (opens(k, base)) {
    if (whole) return *n > 0 ? SUM : PLAIN;
    lia_ratio r = lia_expr_num(p, e);
    *n = r.d ? r.n / r.d : 0;
    return k->o->squares && *n > 0 ? ROOT : PLAIN;
  }
  return k->o->squares && whole && *n > 1 && lia_expr_op(p, base) == LIA_OP_cos ? COSINE : PLAIN;
}

// a = a times the terms of e
static int multiply(work *k, lia_expr e) {
  lia_pool *p = k->p;
  lia_expr rest, num = lia_sym_split(p, e, &rest);
  int is_sum = lia_expr_op(p, rest) == LIA_OP_add;
  uint32_t n = is_sum ? lia_expr_n(p, rest) : 1;
  lia_ratio c = lia_expr_num(p, num);
  k->b.n = 0;
  k->made += k->a.n * n;
  k->many |= k->made > 8 * k->o->most;
  if (!e || k->many || !reserve(k, &k->b, k->a.n * n)) return 0;
  for (size_t i = 0; i < k->a.n; i++)
    for (uint32_t j = 0; j < n; j++) {
      lia_expr f, fnum = is_sum ? lia_sym_split(p, lia_expr_args(p, rest)[j], &f) : LIA_ONE;
      lia_ratio d = lia_ratio_mul(k->a.v[i].c, lia_ratio_mul(c, lia_expr_num(p, fnum)));
      if (!is_sum) f = rest;
      if (!put(k, &k->b, lia_sym_mul(p, k->a.v[i].rest, f), d)) return 0;
    }
  collect(&k->b);
  terms t = k->a;
  k->a = k->b;
  k->b = t;
  return 1;
}

static int multiply_often(work *k, lia_expr e, int64_t n) {
  for (int64_t i = 0; i < n; i++)
    if (!e || !multiply(k, e)) return 0;
  return 1;
}

// a = a times f opened
static int multiply_open(work *k, lia_expr f) {
  lia_pool *p = k->p;
  int64_t n;
  lia_expr e, base = lia_sym_base(p, f, &e);
  switch (kind_of(k, f, &n)) {
    case SUM: return multiply_often(k, base, n);
    case COSINE: {
      // cos^n = cos^(n mod 2) (1 - sin^2)^(n div 2)
      lia_expr square = lia_sym_sub(p, LIA_ONE, lia_sym_sq(p, lia_sym_sin(p, lia_expr_args(p, base)[0])));
      return (n % 2 == 0 || multiply(k, base)) && multiply_often(k, square, n / 2);
    }
    case ROOT: {
      lia_expr left = lia_sym_pow(p, base, lia_sym_sub(p, e, lia_sym_int(p, n)));
      return multiply_often(k, base, n) && left && multiply(k, left);
    }
    default: return multiply(k, f);
  }
}

// e as one number and plain factors (multiplied into a, which is one term), and factors that open (put on the list)
static int divide_up(work *k, lia_expr e, uint32_t *nopen) {
  lia_pool *p = k->p;
  lia_expr rest, num = lia_sym_split(p, e, &rest);
  int64_t n;
  if (num != LIA_ONE) k->a.v[0].c = lia_ratio_mul(k->a.v[0].c, lia_expr_num(p, num));
  if (rest == LIA_ONE) return 1;
  if (lia_expr_op(p, rest) == LIA_OP_mul) {
    for (uint32_t i = 0; i < lia_expr_n(p, rest); i++)
      if (!divide_up(k, lia_expr_args(p, rest)[i], nopen)) return 0;
    return 1;
  }
  if (kind_of(k, rest, &n) == PLAIN) {
    // a product of plain factors may leave plain ones behind, never a sum: those of equal bases have met already
    lia_expr m = lia_sym_mul(p, k->a.v[0].rest, rest), r, c;
    if (!m) return 0;
    c = lia_sym_split(p, m, &r);
    k->a.v[0] = (term){ r, lia_ratio_mul(k->a.v[0].c, lia_expr_num(p, c)) };
    return 1;
  }
  if (*nopen == k->listroom) {
    size_t room = 2 * k->listroom + 16;
    lia_expr *list = lia_realloc(k->list, room * sizeof *list);
    if (!list) return (int)lia_pool_nomem(p);
    k->list = list;
    k->listroom = room;
  }
  k->list[(*nopen)++] = rest;
  return 1;
}

// a = e opened, one round; 2 where nothing opened
static int open_term(work *k, lia_expr e, lia_ratio c) {
  uint32_t n = 0;
  k->a.n = 0;
  if (!reserve(k, &k->a, 1)) return 0;
  k->a.v[k->a.n++] = (term){ LIA_ONE, c };
  if (!divide_up(k, e, &n)) return 0;
  for (uint32_t i = 0; i < n; i++)
    if (!multiply_open(k, k->list[i])) return 0;
  return n ? 1 : 2;
}

static int is_open(const work *k, lia_expr e) {
  const lia_pool *p = k->p;
  uint32_t n = lia_expr_op(p, e) == LIA_OP_mul ? lia_expr_n(p, e) : 1;
  int64_t power;
  for (uint32_t i = 0; i < n; i++)
    if (kind_of(k, n > 1 ? lia_expr_args(p, e)[i] : e, &power) != PLAIN) return 1;
  return 0;
}

// factors that met in a product may have made something that opens again, sqrt(x + y)^2: until nothing does
static lia_expr open_all(work *k) {
  for (;;) {
    size_t i = 0;
    while (i < k->a.n && !is_open(k, k->a.v[i].rest)) i++;
    if (i == k->a.n) return sum_of(k, &k->a);
    terms kept = k->a;
    term t = kept.v[i];
    kept.v[i] = kept.v[--kept.n];
    k->a = (terms){ 0 };
    int ok = open_term(k, t.rest, t.c);
    for (size_t m = 0; ok && m < k->a.n; m++) {
      ok = reserve(k, &kept, kept.n + 1);
      if (ok) kept.v[kept.n++] = k->a.v[m];
    }
    lia_free(k->a.v);
    k->a = kept;
    if (!ok) return k->many ? TOO_MANY : 0;
    collect(&k->a);
  }
}

// a product or a power, its parts multiplied out already
static lia_expr product(work *k, lia_expr e) {
  lia_pool *p = k->p;
  lia_op op = lia_expr_op(p, e);
  lia_expr m = e;
  if (op == LIA_OP_pow) m = lia_sym_pow(p, image(k, lia_expr_args(p, e)[0]), image(k, lia_expr_args(p, e)[1]));
  if (op == LIA_OP_mul) {
    uint32_t n = lia_expr_n(p, e);
    lia_expr local[16], *list = n <= 16 ? local : lia_malloc(n * sizeof *list);
    if (!list) return lia_pool_nomem(p);
    for (uint32_t i = 0; i < n; i++) list[i] = image(k, lia_expr_args(p, e)[i]);
    m = memcmp(list, lia_expr_args(p, e), n * sizeof *list) ? lia_sym_product(p, n, list) : e;
    if (list != local) lia_free(list);
  }
  lia_expr rest;
  if (!m) return 0;
  lia_sym_split(p, m, &rest);
  if (!is_open(k, rest)) return m;
  if (!open_term(k, m, lia_ratio_make(1, 1))) return k->many ? TOO_MANY : 0;
  return open_all(k);
}

static lia_expr sum(work *k, lia_expr e) {
  lia_pool *p = k->p;
  lia_ratio one = lia_ratio_make(1, 1);
  k->a.n = 0;
  for (uint32_t i = 0; i < lia_expr_n(p, e); i++)
    if (!put_all(k, &k->a, image(k, lia_expr_args(p, e)[i]), one)) return k->many ? TOO_MANY : 0;
  collect(&k->a);
  return sum_of(k, &k->a);
}

static lia_expr scaled(work *k, lia_expr e) {
  lia_expr num = lia_expr_args(k->p, e)[0], rest = image(k, lia_expr_args(k->p, e)[1]), r;
  lia_sym_split(k->p, rest, &r);
  if (!opens(k, r)) return lia_sym_mul(k->p, num, rest);
  k->a.n = 0;
  if (!put_all(k, &k->a, rest, lia_expr_num(k->p, num))) return k->many ? TOO_MANY : 0;
  collect(&k->a);
  return sum_of(k, &k->a);
}

static lia_expr function(work *k, lia_expr e) {
  lia_expr a[3];
  uint32_t n = lia_expr_n(k->p, e);
  for (uint32_t i = 0; i < n; i++) a[i] = image(k, lia_expr_args(k->p, e)[i]);
  return lia_sym_apply(k->p, lia_expr_op(k->p, e), n, a);
}

static lia_expr node(work *k, lia_expr e) {
  switch (lia_expr_op(k->p, e)) {
    case LIA_OP_none: case LIA_OP_num: case LIA_OP_pi: case LIA_OP_sym: return e;
    case LIA_OP_scale: return scaled(k, e);
    case LIA_OP_add: return sum(k, e);
    case LIA_OP_mul: case LIA_OP_pow: return product(k, e);
    default: return k->o->inside ? function(k, e) : e;
  }
}

lia_expr lia_expand(lia_pool *p, lia_expr e, const lia_expand_opts *o) {
  if (!e) return 0;
  work k = { .p = p, .o = o, .w = lia_walk_open(p, 1, &e, 0) };
  if (!k.w) return 0;
  lia_expr r = 0;
  for (uint32_t i = 0; i < k.w->n; i++) {
    r = node(&k, k.w->list[i]);
    if (!r || r == TOO_MANY) break;
    k.w->memo[k.w->list[i]] = r;
  }
  lia_walk_close(p, k.w);
  lia_free(k.a.v);
  lia_free(k.b.v);
  lia_free(k.list);
  return r;
}
