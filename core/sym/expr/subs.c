/* subs.c - rebuild what contains something replaced; polynomials in one symbol as lists of
 * coefficients */
#include "sym/expr/subs.h"

#include "base/assert.h"
#include "base/mem.h"
#include "base/text.h"
#include "sym/expr/build.h"
#include "sym/expr/print.h"
#include "sym/expr/walk.h"

#include <stdlib.h>
#include <string.h>

// ---- substitution

// from and to, with numbers in front moved over: 2*x -> y is x -> y/2; composite patterns are sums,
// products or powers
typedef struct pattern { lia_expr from, to; uint32_t n; } pattern;

typedef struct job {
  lia_pool *p;
  lia_walk *w;
  pattern *pat;         // (npat) the longest first
  uint32_t npat, ncomposite;
  lia_expr *list;       // arguments of the node at hand, and what they become
  uint8_t *used;
  uint32_t n, room;
  int failed;
} job;

static lia_expr subs_image(const job *j, lia_expr e) {
  return lia_walk_reached(j->w, e) ? j->w->memo[e] : e;
}

static int subs_fit(job *j, uint32_t n) {
  if (n <= j->room) return 1;
  lia_expr *list = lia_realloc(j->list, 2 * n * sizeof *list);
  if (list) j->list = list;
  uint8_t *used = lia_realloc(j->used, 2 * n);
  if (used) j->used = used;
  if (!list || !used) {
    lia_pool_nomem(j->p);
    return 0;
  }
  j->room = 2 * n;
  return 1;
}

// the place of the term (factor) with this key among the arguments on the list; they are sorted by
// key
static uint32_t find(const job *j, lia_op op, uint32_t n, lia_expr key) {
  uint32_t a = 0, b = n;
  while (a < b) {
    uint32_t m = (a + b) / 2;
    lia_expr k, other;
    if (op == LIA_OP_add) lia_sym_split(j->p, j->list[m], &k);
    else k = lia_sym_base(j->p, j->list[m], &other);
    if (k == key) return m;
    if (k < key) a = m + 1;
    else b = m;
  }
  return n;
}

// k with every term of the pattern, times k, among the n terms; 0-number where there is none
static lia_ratio sum_matches(const job *j, const pattern *pat, uint32_t n) {
  lia_ratio k = lia_ratio_make(0, 1);
  for (uint32_t i = 0; i < pat->n; i++) {
    lia_expr rest, mine, num = lia_sym_split(j->p, lia_expr_args(j->p, pat->from)[i], &rest);
    uint32_t at = find(j, LIA_OP_add, n, rest);
    if (at == n || j->used[at]) return lia_ratio_make(0, 1);
    lia_ratio r = lia_ratio_mul(lia_expr_num(j->p, lia_sym_split(j->p, j->list[at], &mine)),
        lia_ratio_inv(lia_expr_num(j->p, num)));
    if (i && !lia_ratio_equal(r, k)) return lia_ratio_make(0, 1);
    k = r;
  }
  return k;
}

static lia_expr replace_in_sum(job *j, lia_expr e) {
  lia_pool *p = j->p;
  uint32_t n = lia_expr_n(p, e), m = n;
  if (!subs_fit(j, 2 * n + j->ncomposite)) return 0;
  memcpy(j->list, lia_expr_args(p, e), n * sizeof *j->list);
  memset(j->used, 0, n);
  for (uint32_t i = 0; i < j->ncomposite; i++) {
    const pattern *pat = &j->pat[i];
    if (lia_expr_op(p, pat->from) != LIA_OP_add || pat->n > n) continue;
    lia_ratio k = sum_matches(j, pat, n);
    if (!lia_ratio_sign(k)) continue;
    for (uint32_t t = 0; t < pat->n; t++) {
      lia_expr rest;
      lia_sym_split(p, lia_expr_args(p, pat->from)[t], &rest);
      j->used[find(j, LIA_OP_add, n, rest)] = 1;
    }
    j->list[m++] = lia_sym_scale(p, lia_sym_ratio(p, k), pat->to);
  }
  for (uint32_t i = 0; i < n; i++)
    if (!j->used[i]) j->list[m++] = subs_image(j, j->list[i]);
  return lia_sym_sum(p, m - n, j->list + n);
}

// how often a product pattern goes into the n factors: whole powers of one sign
static int64_t product_matches(const job *j, const pattern *pat, uint32_t n) {
  int single = lia_expr_op(j->p, pat->from) != LIA_OP_mul;
  int64_t most = 0;
  for (uint32_t i = 0; i < pat->n; i++) {
    lia_expr e, mine, base = lia_sym_base(j->p, single ? pat->from
        : lia_expr_args(j->p, pat->from)[i], &e);
    uint32_t at = find(j, LIA_OP_mul, n, base);
    if (at == n || j->used[at]) return 0;
    lia_sym_base(j->p, j->list[at], &mine);
    int64_t want, have;
    if (!lia_sym_whole(j->p, e, &want) || !lia_sym_whole(j->p, mine, &have)) {
      if (e != mine) return 0;
      want = have = 1;
    }
    int64_t k = have / want;
    if (k < 1 || (i && k < most)) most = k;
    if (!i) most = k;
  }
  return most < 1 ? 0 : most;
}

// factors that a pattern took part in: what is left of their powers
static lia_expr left_over(job *j, uint32_t at, lia_expr taken, int64_t k) {
  lia_expr e, base = lia_sym_base(j->p, j->list[at], &e);
  lia_expr left = lia_sym_sub(j->p, e, lia_sym_mul(j->p, taken, lia_sym_int(j->p, k)));
  return lia_sym_pow(j->p, subs_image(j, base), left);
}

static lia_expr replace_in_product(job *j, lia_expr e) {
  lia_pool *p = j->p;
  int power = lia_expr_op(p, e) == LIA_OP_pow;
  uint32_t n = power ? 1 : lia_expr_n(p, e), m = n;
  if (!subs_fit(j, 3 * n + j->ncomposite)) return 0;
  if (power) j->list[0] = e;
  else memcpy(j->list, lia_expr_args(p, e), n * sizeof *j->list);
  memset(j->used, 0, n);
  for (uint32_t i = 0; i < j->ncomposite; i++) {
    const pattern *pat = &j->pat[i];
    lia_op op = lia_expr_op(p, pat->from);
    if (op == LIA_OP_add || pat->n > n) continue;
    int64_t k = product_matches(j, pat, n);
    if (!k) continue;
    for (uint32_t t = 0; t < pat->n; t++) {
      lia_expr x, base = lia_sym_base(p, op == LIA_OP_mul ? lia_expr_args(p, pat->from)[t]
          : pat->from, &x);
      uint32_t at = find(j, LIA_OP_mul, n, base);
      j->used[at] = 1;
      j->list[m++] = left_over(j, at, x, k);
    }
    j->list[m++] = lia_sym_powi(p, pat->to, k);
  }
  if (power && m == n)
    return lia_sym_pow(p, subs_image(j, lia_expr_args(p, e)[0]),
        subs_image(j, lia_expr_args(p, e)[1]));
  for (uint32_t i = 0; i < n; i++)
    if (!j->used[i]) j->list[m++] = subs_image(j, j->list[i]);
  return lia_sym_product(p, m - n, j->list + n);
}

static lia_expr replace_args(job *j, lia_expr e) {
  uint32_t n = lia_expr_n(j->p, e);
  int same = 1;
  if (!subs_fit(j, n)) return 0;
  for (uint32_t i = 0; i < n; i++) {
    lia_expr a = lia_expr_args(j->p, e)[i];
    j->list[i] = subs_image(j, a);
    same &= j->list[i] == a;
  }
  return same ? e : lia_sym_apply(j->p, lia_expr_op(j->p, e), n, j->list);
}

static lia_expr subs_replace(job *j, lia_expr e) {
  lia_op op = lia_expr_op(j->p, e);
  if (j->ncomposite && op == LIA_OP_add) return replace_in_sum(j, e);
  if (j->ncomposite && (op == LIA_OP_mul || op == LIA_OP_pow)) return replace_in_product(j, e);
  return replace_args(j, e);
}

static int longest_first(const void *a, const void *b) {
  const pattern *x = a, *y = b;
  if (x->n != y->n) return x->n > y->n ? -1 : 1;
  return (x->from > y->from) - (x->from < y->from);
}

static int prepare(job *j, uint32_t n, const lia_expr *from, const lia_expr *to, uint64_t *mask) {
  lia_pool *p = j->p;
  for (uint32_t i = 0; i < n; i++) {
    if (!from[i] || !to[i]) return 0;
    pattern x = { .to = to[i] };
    lia_expr num = lia_sym_split(p, from[i], &x.from);
    if (x.from == LIA_ONE) {
      char text[80];
      lia_print_short(p, from[i], text, sizeof text);
      lia_pool_fail(p, LIA_EARG, "the number %s cannot be replaced", text);
      return 0;
    }
    if (num != LIA_ONE) x.to = lia_sym_div(p, x.to, num);
    if (!x.to) return 0;
    lia_op op = lia_expr_op(p, x.from);
    x.n = op == LIA_OP_pow;
    if (op == LIA_OP_add || op == LIA_OP_mul) x.n = lia_expr_n(p, x.from);
    j->ncomposite += x.n > 0;
    *mask |= p->node[x.from].bits;
    if (!p->node[x.from].bits) *mask = UINT64_MAX;
    j->pat[i] = x;
  }
  j->npat = n;
  qsort(j->pat, n, sizeof *j->pat, longest_first);
  return 1;
}

static int substitute(job *j, uint32_t m, const lia_expr *f, lia_expr *out) {
  lia_walk *w = j->w;
  for (uint32_t i = 0; i < w->n; i++) w->memo[w->list[i]] = 0;
  for (uint32_t i = 0; i < j->npat; i++)
    if (lia_walk_reached(w, j->pat[i].from)) w->memo[j->pat[i].from] = j->pat[i].to;
  for (uint32_t i = 0; i < w->n; i++) {
    lia_expr e = w->list[i];
    if (w->memo[e]) continue;
    w->memo[e] = j->p->node[e].n ? subs_replace(j, e) : e;
    if (!w->memo[e]) return 0;
  }
  for (uint32_t i = 0; i < m; i++) out[i] = subs_image(j, f[i]);
  return 1;
}

int lia_subs(lia_pool *p, uint32_t n, const lia_expr *from, const lia_expr *to, uint32_t m,
    const lia_expr *f, lia_expr *out) {
  job j = { .p = p, .pat = lia_malloc((n + 1) * sizeof *j.pat) };
  uint64_t mask = 0;
  int ok = j.pat != NULL;
  if (!ok) lia_pool_nomem(p);
  for (uint32_t i = 0; i < m; i++) ok &= f[i] != 0;
  ok = ok && prepare(&j, n, from, to, &mask);
  if (ok && !mask) memmove(out, f, m * sizeof *out);
  if (ok && mask) {
    // constants have no bits: a pattern of constants looks everywhere
    j.w = lia_walk_open(p, m, f, mask == UINT64_MAX ? 0 : mask);
    ok = j.w && substitute(&j, m, f, out);
    lia_walk_close(p, j.w);
  }
  lia_free(j.pat);
  lia_free(j.list);
  lia_free(j.used);
  return ok;
}

lia_expr lia_subs_one(lia_pool *p, lia_expr f, lia_expr from, lia_expr to) {
  lia_expr out;
  return lia_subs(p, 1, &from, &to, 1, &f, &out) ? out : 0;
}

// ---- what is below

int lia_subs_nested(lia_pool *p, uint32_t n, const lia_expr *from, const lia_expr *to, uint32_t m,
    const lia_expr *f, lia_expr *out) {
  const int nested = p->nested;
  p->nested = 1;
  int ok = lia_subs(p, n, from, to, m, f, out);
  p->nested = nested;
  return ok;
}

uint32_t lia_subs_symbols(lia_pool *p, uint32_t m, const lia_expr *f, lia_expr *symbol) {
  lia_walk *w = lia_walk_open(p, m, f, 0);
  if (!w) return UINT32_MAX;
  uint32_t n = 0;
  for (int id = 0; id < p->names.count; id++)
    if (lia_walk_reached(w, p->sym[id].self)) symbol[n++] = p->sym[id].self;
  lia_walk_close(p, w);
  return n;
}

static int digit(char c) { return c >= '0' && c <= '9'; }

// past leading zeros, and the number of digits that follow
static size_t digits_of(const char **s) {
  size_t n = 0;
  while (**s == '0' && digit((*s)[1])) ++*s;
  while (digit((*s)[n])) n++;
  return n;
}

int lia_subs_compare_names(const char *a, const char *b) {
  const char *x = a, *y = b;
  while (*x && *y) {
    const size_t m = digits_of(&x), n = digits_of(&y);
    if (m != n && m && n) return m < n ? -1 : 1;
    const int order = m && n ? memcmp(x, y, m) : (unsigned char)*x - (unsigned char)*y;
    if (order) return order;
    x += m ? m : 1;
    y += m ? m : 1;
  }
  if (*x || *y) return *x ? 1 : -1;
  return strcmp(a, b);
}

void lia_subs_by_name(const lia_pool *p, uint32_t n, lia_expr *symbol) {
  for (uint32_t i = 1; i < n; i++) {
    const lia_expr s = symbol[i];
    const char *name = lia_expr_symbol(p, s)->name;
    uint32_t k = i;
    for (; k && lia_subs_compare_names(name, lia_expr_symbol(p, symbol[k-1])->name) < 0; k--)
      symbol[k] = symbol[k-1];
    symbol[k] = s;
  }
}

uint32_t lia_subs_open(lia_pool *p, uint32_t m, const lia_expr *f, uint32_t n,
    const lia_expr *given, lia_expr *symbol) {
  uint32_t count = lia_subs_symbols(p, m, f, symbol), open = 0;
  if (count == UINT32_MAX) return count;
  for (uint32_t i = 0; i < count; i++) {
    lia_expr means = lia_expr_symbol(p, symbol[i])->means;
    if (lia_expr_among(given, n, symbol[i]) || (means && lia_expr_is_num(p, means))) continue;
    symbol[open++] = symbol[i];
  }
  return open;
}

void lia_subs_names(const lia_pool *p, uint32_t n, const lia_expr *symbol, char *text,
    size_t size) {
  size_t used = 0;
  text[0] = 0;
  for (uint32_t i = 0; i < n && used + 60 < size; i++)
    used += (size_t)lia_text_format(text + used, size - used, "%s%.50s", i ? ", " : "",
        lia_expr_symbol(p, symbol[i])->name);
}

int lia_subs_depends(lia_pool *p, lia_expr f, lia_expr x) {
  if (!f || !x || (p->node[x].bits & ~p->node[f].bits)) return 0;
  lia_walk *w = lia_walk_open(p, 1, &f, p->node[x].bits);
  int yes = w ? lia_walk_reached(w, x) : -1;
  lia_walk_close(p, w);
  return yes;
}

// ---- polynomials in one symbol

// coefficients of a node: c[at .. at+n), n - 1 is the degree
typedef struct poly { size_t at; uint32_t n; } poly;

typedef struct polys {
  lia_pool *p;
  lia_walk *w;           // memo: 1 + place in `of`, 0 where x does not occur
  poly *of;
  lia_expr *c;
  size_t n, room;
  uint32_t nof;
  int failed, refused;
} polys;

enum { LARGEST_DEGREE = 100000 };

static size_t subs_take(polys *q, size_t n) {
  if (q->n + n > q->room) {
    size_t room = 2 * (q->n + n);
    lia_expr *c = lia_realloc(q->c, room * sizeof *c);
    if (!c) {
      lia_pool_nomem(q->p);
      q->failed = 1;
      return 0;
    }
    q->c = c;
    q->room = room;
  }
  LIA_ASSERT(q->n + n <= q->room);
  size_t at = q->n;
  for (size_t i = 0; i < n; i++) q->c[at + i] = LIA_ZERO;
  q->n += n;
  return at;
}

static poly subs_constant(polys *q, lia_expr e) {
  poly r = { subs_take(q, 1), 1 };
  if (!q->failed) q->c[r.at] = e;
  return r;
}

static poly poly_of(polys *q, lia_expr e) {
  if (lia_walk_reached(q->w, e) && q->w->memo[e]) return q->of[q->w->memo[e] - 1];
  return subs_constant(q, e);
}

static poly subs_trim(polys *q, poly a) {
  while (!q->failed && a.n > 1 && q->c[a.at + a.n - 1] == LIA_ZERO) a.n--;
  return a;
}

static poly subs_multiply(polys *q, poly a, poly b) {
  LIA_ASSERT(q->failed || (a.n > 0 && b.n > 0 && a.at + a.n <= q->n && b.at + b.n <= q->n));
  poly r = { 0, a.n + b.n - 1 };
  if (r.n > LARGEST_DEGREE || (double)a.n * b.n > 1e7) {
    lia_pool_fail(q->p, LIA_ELIMIT, "a polynomial of degree %u is too large", r.n - 1);
    q->failed = 1;
  }
  r.at = q->failed ? 0 : subs_take(q, r.n);
  size_t work = q->failed ? 0 : subs_take(q, a.n < b.n ? a.n : b.n);
  for (uint32_t k = 0; k < r.n && !q->failed; k++) {
    uint32_t m = 0;
    for (uint32_t i = k < b.n ? 0 : k - b.n + 1; i < a.n && i <= k; i++)
      q->c[work + m++] = lia_sym_mul(q->p, q->c[a.at + i], q->c[b.at + k - i]);
    q->c[r.at + k] = lia_sym_sum(q->p, m, q->c + work);
    q->failed |= !q->c[r.at + k];
  }
  return subs_trim(q, r);
}

static poly add_polys(polys *q, lia_expr e) {
  lia_pool *p = q->p;
  uint32_t n = lia_expr_n(p, e), most = 1;
  for (uint32_t i = 0; i < n; i++) {
    lia_expr a = lia_expr_args(p, e)[i];
    uint32_t len = lia_walk_reached(q->w, a) && q->w->memo[a] ? q->of[q->w->memo[a] - 1].n : 1;
    if (len > most) most = len;
  }
  poly r = { subs_take(q, most), most };
  size_t work = subs_take(q, n);
  for (uint32_t k = 0; k < most && !q->failed; k++) {
    uint32_t m = 0;
    for (uint32_t i = 0; i < n; i++) {
      lia_expr a = lia_expr_args(p, e)[i];
      int has = lia_walk_reached(q->w, a) && q->w->memo[a];
      poly t = has ? q->of[q->w->memo[a] - 1] : (poly){ 0, 1 };
      if (k < t.n) q->c[work + m++] = has ? q->c[t.at + k] : a;
    }
    q->c[r.at + k] = lia_sym_sum(p, m, q->c + work);
    q->failed |= !q->c[r.at + k];
  }
  return subs_trim(q, r);
}

static poly subs_power(polys *q, poly b, int64_t n) {
  if ((double)n * (b.n - 1) > LARGEST_DEGREE) {
    q->refused = 1;
    return b;
  }
  if (b.n == 2 && q->c[b.at] == LIA_ZERO && q->c[b.at + 1] == LIA_ONE) {
    poly x = { subs_take(q, (size_t)n + 1), (uint32_t)n + 1 };
    if (!q->failed) q->c[x.at + (size_t)n] = LIA_ONE;
    return x;
  }
  poly r = subs_constant(q, LIA_ONE);
  for (; n && !q->failed; n >>= 1) {
    if (n & 1) r = subs_multiply(q, r, b);
    if (n > 1) b = subs_multiply(q, b, b);
  }
  return r;
}

// x occurs in e: its coefficients, or refused
static poly coefficients(polys *q, lia_expr e) {
  lia_pool *p = q->p;
  int64_t n;
  switch (lia_expr_op(p, e)) {
    case LIA_OP_add: return add_polys(q, e);
    case LIA_OP_mul: case LIA_OP_scale: {
      poly r = poly_of(q, lia_expr_args(p, e)[0]);
      for (uint32_t i = 1; i < lia_expr_n(p, e) && !q->failed; i++)
        r = subs_multiply(q, r, poly_of(q, lia_expr_args(p, e)[i]));
      return r;
    }
    case LIA_OP_pow:
      if (lia_sym_whole(p, lia_expr_args(p, e)[1], &n) && n > 0)
        return subs_power(q, poly_of(q, lia_expr_args(p, e)[0]), n);
      // fall through
    default:
      q->refused = 1;
      return (poly){ 0, 0 };
  }
}

static int all_polys(polys *q, lia_expr f, lia_expr x) {
  lia_pool *p = q->p;
  for (uint32_t i = 0; i < q->w->n && !q->failed && !q->refused; i++) {
    lia_expr e = q->w->list[i];
    int has = e == x;
    for (uint32_t k = 0; k < lia_expr_n(p, e) && !has; k++) {
      lia_expr a = lia_expr_args(p, e)[k];
      has = lia_walk_reached(q->w, a) && q->w->memo[a] != 0;
    }
    q->w->memo[e] = 0;
    if (!has) continue;
    poly r = { 0, 2 };
    if (e == x) {
      r.at = subs_take(q, 2);
      if (!q->failed) q->c[r.at + 1] = LIA_ONE;
    } else {
      r = coefficients(q, e);
    }
    LIA_ASSERT(q->nof < q->w->n);
    q->of[q->nof++] = r;
    q->w->memo[e] = q->nof;
  }
  if (q->failed) return -2;
  return q->refused ? -1 : (int)poly_of(q, f).n - 1;
}

int lia_subs_polynomial(lia_pool *p, lia_expr f, lia_expr x, lia_expr **c) {
  *c = NULL;
  if (!f || !x) return -2;
  polys q = { .p = p, .w = lia_walk_open(p, 1, &f, p->node[x].bits) };
  q.of = q.w ? lia_malloc((q.w->n + 1) * sizeof *q.of) : NULL;
  if (q.w && !q.of) lia_pool_nomem(p);
  int degree = q.of ? all_polys(&q, f, x) : -2;
  if (degree >= 0) {
    poly r = poly_of(&q, f);
    *c = q.failed ? NULL : lia_malloc(r.n * sizeof **c);
    if (*c) memcpy(*c, q.c + r.at, r.n * sizeof **c);
    else { lia_pool_nomem(p); degree = -2; }
  }
  lia_walk_close(p, q.w);
  lia_free(q.of);
  lia_free(q.c);
  return degree;
}

int lia_subs_degree(lia_pool *p, lia_expr f, lia_expr x) {
  lia_expr *c;
  int d = lia_subs_polynomial(p, f, x, &c);
  lia_free(c);
  return d;
}

lia_expr lia_subs_coefficient(lia_pool *p, lia_expr f, lia_expr x, int k) {
  lia_expr *c, r = 0;
  int d = lia_subs_polynomial(p, f, x, &c);
  if (d >= 0) r = k >= 0 && k <= d ? c[k] : LIA_ZERO;
  lia_free(c);
  if (d != -1) return r;
  char a[100], b[60];
  lia_print_short(p, f, a, sizeof a);
  lia_print_short(p, x, b, sizeof b);
  return lia_pool_fail(p, LIA_EARG, "%s is no polynomial in %s", a, b);
}
