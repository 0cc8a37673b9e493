/* simp.c - collect, factor out, and the choice of what is smallest */
#include "sym/simp/simp.h"

#include "base/mem.h"
#include "base/text.h"
#include "sym/expr/build.h"
#include "sym/tape/eval.h"
#include "sym/simp/expand.h"
#include "sym/simp/simp_cost.h"
#include "sym/expr/subs.h"
#include "sym/expr/walk.h"

#include <stdlib.h>

lia_expr lia_simp_expand(lia_pool *p, lia_expr e) { return lia_simp_collect(p, e, 0, NULL); }

// ---- collect

typedef struct part { lia_expr with, without; } part;

static int stands_below(lia_pool *p, lia_expr f, uint32_t n, const lia_expr *x) {
  for (uint32_t i = 0; i < n; i++) {
    int yes = lia_subs_depends(p, f, x[i]);
    if (yes) return yes;
  }
  return 0;
}

// a term as what contains one of the x times what does not
static int simp_divide(lia_pool *p, lia_expr term, uint32_t n, const lia_expr *x, part *out) {
  lia_expr rest;
  *out = (part){ LIA_ONE, lia_sym_split(p, term, &rest) };
  if (rest == LIA_ONE) return 1;
  const lia_expr *f;
  uint32_t m = lia_expr_factors(p, &rest, &f);
  for (uint32_t i = 0; i < m; i++) {
    lia_expr_factors(p, &rest, &f);
    int with = stands_below(p, f[i], n, x);
    if (with < 0) return 0;
    lia_expr_factors(p, &rest, &f);
    lia_expr *side = with ? &out->with : &out->without;
    *side = lia_sym_mul(p, *side, f[i]);
    if (!*side) return 0;
  }
  return 1;
}

static int simp_by_with(const void *a, const void *b) {
  const part *x = a, *y = b;
  if (x->with != y->with) return x->with < y->with ? -1 : 1;
  return (x->without > y->without) - (x->without < y->without);
}

static lia_expr group(lia_pool *p, lia_expr e, uint32_t n, const lia_expr *x) {
  uint32_t m = lia_expr_n(p, e), k = 0;
  part *v = lia_malloc(m * sizeof *v);
  lia_expr *list = lia_malloc(2 * (size_t)m * sizeof *list), *sum = list ? list + m : NULL;
  int ok = v && list;
  if (!ok) lia_pool_nomem(p);
  for (uint32_t i = 0; ok && i < m; i++) ok = simp_divide(p, lia_expr_args(p, e)[i], n, x, &v[i]);
  if (ok) qsort(v, m, sizeof *v, simp_by_with);
  for (uint32_t i = 0, j; ok && i < m; i = j) {
    uint32_t c = 0;
    for (j = i; j < m && v[j].with == v[i].with; j++) list[c++] = v[j].without;
    sum[k] = lia_sym_mul(p, lia_sym_sum(p, c, list), v[i].with);
    ok = sum[k++] != 0;
  }
  lia_expr r = ok ? lia_sym_sum(p, k, sum) : 0;
  lia_free(v);
  lia_free(list);
  return r;
}

static lia_expr too_much(lia_pool *p, lia_toomuch what, double terms) {
  if (what == LIA_TOO_MANY_TERMS)
    return lia_pool_fail(p, LIA_ELIMIT, "multiplied out this has more than %d terms",
        LIA_SIMP_MOST);
  if (what == LIA_TOO_MANY_PRODUCTS)
    return lia_pool_fail(p, LIA_ELIMIT, "multiplying this out takes more than %d products of terms",
        LIA_EXPAND_PRODUCTS * LIA_SIMP_MOST);
  char count[40] = "";
  if (terms > 0) lia_text_format(count, sizeof count, "%.0f ", terms);
  return lia_pool_fail(p, LIA_ELIMIT,
      "multiplied out this has %sterms whose numbers have more than %d digits in all", count,
      LIA_EXPAND_DIGITS);
}

lia_expr lia_simp_collect(lia_pool *p, lia_expr e, uint32_t n, const lia_expr *x) {
  lia_expand_opts o = { .n = n, .x = x, .inside = n == 0, .most = LIA_SIMP_MOST };
  lia_toomuch what;
  double terms;
  lia_expr r = lia_expand_told(p, e, &o, &what, &terms), rest;
  if (r == UINT32_MAX) return too_much(p, what, terms);
  if (!r || !n) return r;
  lia_expr num = lia_sym_split(p, r, &rest);
  return lia_expr_op(p, rest) == LIA_OP_add ? lia_sym_mul(p, num, group(p, rest, n, x)) : r;
}

// ---- factor out

// a term as number * product of base^exponent, exponents whole (others count as a base of their
// own)
typedef struct power { lia_expr base; int64_t e; } power;
typedef struct term { lia_ratio c; uint32_t at, n; } term;   // powers at .. at+n, sorted by base

typedef struct terms {
  lia_pool *p;
  term *t;
  uint32_t n;
  power *f;            // of all terms
  uint32_t nf, room;
} terms;

static int simp_put_power(terms *s, lia_expr base, int64_t e) {
  if (s->nf == s->room) {
    uint32_t room = 2 * s->room + 64;
    power *f = lia_realloc(s->f, room * sizeof *f);
    if (!f) return (int)lia_pool_nomem(s->p);
    s->f = f;
    s->room = room;
  }
  s->f[s->nf++] = (power){ base, e };
  return 1;
}

static int by_base(const void *a, const void *b) {
  const power *x = a, *y = b;
  return (x->base > y->base) - (x->base < y->base);
}

static int read_terms(terms *s, lia_expr sum) {
  lia_pool *p = s->p;
  s->n = lia_expr_n(p, sum);
  s->t = lia_malloc(s->n * sizeof *s->t);
  if (!s->t) return (int)lia_pool_nomem(p);
  for (uint32_t i = 0; i < s->n; i++) {
    lia_expr rest;
    const lia_expr *f;
    s->t[i].c = lia_expr_num(p, lia_sym_split(p, lia_expr_args(p, sum)[i], &rest));
    s->t[i].at = s->nf;
    uint32_t m = rest == LIA_ONE ? 0 : lia_expr_factors(p, &rest, &f);
    for (uint32_t k = 0; k < m; k++) {
      lia_expr e, base = lia_sym_base(p, f[k], &e);
      int64_t n;
      if (!(lia_sym_whole(p, e, &n) ? simp_put_power(s, base, n) : simp_put_power(s, f[k], 1)))
        return 0;
    }
    s->t[i].n = s->nf - s->t[i].at;
    if (s->t[i].n) qsort(s->f + s->t[i].at, s->t[i].n, sizeof *s->f, by_base);
  }
  return 1;
}

static power *find(const terms *s, const term *t, lia_expr base) {
  uint32_t a = 0, b = t->n;
  while (a < b) {
    uint32_t m = (a + b) / 2;
    lia_expr k = s->f[t->at + m].base;
    if (k == base) return &s->f[t->at + m];
    if (k < base) a = m + 1;
    else b = m;
  }
  return NULL;
}

// the power of base that all of list[0..n) have in common: the smallest, all of one sign; 0 where
// there is none
static int64_t common_power(const terms *s, const uint32_t *list, uint32_t n, lia_expr base) {
  int64_t e = 0;
  for (uint32_t i = 0; i < n; i++) {
    const power *f = find(s, &s->t[list[i]], base);
    if (!f || !f->e || (e && (f->e > 0) != (e > 0))) return 0;
    if (!e || (e > 0 ? f->e < e : f->e > e)) e = f->e;
  }
  return e;
}

// take base^e out of every term of the list
static void simp_take_out(terms *s, const uint32_t *list, uint32_t n, lia_expr base, int64_t e) {
  for (uint32_t i = 0; i < n; i++) find(s, &s->t[list[i]], base)->e -= e;
}

static lia_expr term_expr(const terms *s, const term *t) {
  lia_pool *p = s->p;
  lia_expr r = LIA_ONE;
  for (uint32_t i = 0; i < t->n; i++)
    r = lia_sym_mul(p, r, lia_sym_powi(p, s->f[t->at + i].base, s->f[t->at + i].e));
  return lia_sym_scale(p, lia_sym_ratio(p, t->c), r);
}

// the number all terms have in common, with the sign of the first
static lia_ratio content(const terms *s, const uint32_t *list, uint32_t n) {
  lia_ratio g = s->t[list[0]].c;
  if (!lia_ratio_exact(g)) return lia_ratio_make(lia_ratio_sign(g), 1);
  int minus = lia_ratio_sign(g) < 0;
  for (uint32_t i = 0; i < n; i++) {
    if (!lia_ratio_exact(s->t[list[i]].c)) return lia_ratio_make(minus ? -1 : 1, 1);
    g = lia_ratio_gcd(g, s->t[list[i]].c);
  }
  return minus ? lia_ratio_neg(g) : g;
}

// a power, in how many terms it stands, and how many multiplications a group around it saves.
// Groups hold one power of their base: m*(L1^2 + 2*L1*L2*c2 + L2^2) is what a person writes, not
// m*(L1*(L1 + 2*L2*c2) + L2^2)
typedef struct tally { power of; uint32_t count, gain; } tally;

static int by_power(const void *a, const void *b) {
  const tally *x = a, *y = b;
  if (x->of.base != y->of.base) return x->of.base < y->of.base ? -1 : 1;
  return (x->of.e > y->of.e) - (x->of.e < y->of.e);
}

static int by_gain(const void *a, const void *b) {
  const tally *x = a, *y = b;
  if (x->gain != y->gain) return x->gain < y->gain ? 1 : -1;
  return by_power(a, b);
}

static int holds(const terms *s, uint32_t t, power of) {
  const power *f = find(s, &s->t[t], of.base);
  return f && f->e == of.e;
}

// how many factors all terms with this power share; 1 where counting would take too long
static uint32_t shared_factors(const terms *s, const uint32_t *list, uint32_t n, power of,
    int patient) {
  uint32_t first = 0, shared = 0;
  if (!patient) return 1;
  while (!holds(s, list[first], of)) first++;
  const term *t = &s->t[list[first]];
  for (uint32_t k = 0; k < t->n; k++) {
    int all = 1;
    for (uint32_t i = first + 1; i < n && all; i++) {
      if (!holds(s, list[i], of)) continue;
      const power *g = find(s, &s->t[list[i]], s->f[t->at + k].base);
      all = g && g->e > 0;
    }
    shared += (uint32_t)all;
  }
  return shared;
}

// which powers occur in several terms of the list, those that save most first; returns how many,
// UINT32_MAX without memory
static uint32_t frequent(const terms *s, const uint32_t *list, uint32_t n, tally **out) {
  uint32_t total = 0, m = 0;
  for (uint32_t i = 0; i < n; i++) total += s->t[list[i]].n;
  tally *v = *out = lia_malloc((total + 1) * sizeof *v);
  if (!v) {
    lia_pool_nomem(s->p);
    return UINT32_MAX;
  }
  for (uint32_t i = 0; i < n; i++)
    for (uint32_t k = 0; k < s->t[list[i]].n; k++) {
      const power *f = &s->f[s->t[list[i]].at + k];
      if (f->e > 0) v[m++] = (tally){ *f, 1, 0 };
    }
  if (m) qsort(v, m, sizeof *v, by_power);
  uint32_t k = 0;
  for (uint32_t i = 0; i < m; i++) {
    if (k && !by_power(&v[k - 1], &v[i])) v[k - 1].count++;
    else v[k++] = v[i];
  }
  m = k;
  k = 0;
  for (uint32_t i = 0; i < m; i++)
    if (v[i].count > 1) v[k++] = v[i];
  for (uint32_t i = 0; i < k; i++)
    v[i].gain = (v[i].count - 1) * shared_factors(s, list, n, v[i].of, (double)k * total < 1e6);
  if (k) qsort(v, k, sizeof *v, by_gain);
  return k;
}

static lia_expr factor_list(terms *s, uint32_t *list, uint32_t n);

// groups around the most frequent powers, then what is in no group
static lia_expr factor_groups(terms *s, uint32_t *list, uint32_t n) {
  lia_pool *p = s->p;
  tally *often;
  uint32_t nfrequent = frequent(s, list, n, &often);
  lia_expr sum = nfrequent == UINT32_MAX ? 0 : LIA_ZERO;
  lia_expr *made = sum ? lia_malloc((n + 1) * sizeof *made) : NULL;
  uint32_t *in = made ? lia_malloc((n + 1) * sizeof *in) : NULL, parts = 0;
  if (sum && !in) sum = lia_pool_nomem(p);
  for (uint32_t k = 0; sum && k < nfrequent && n > 1; k++) {
    // those with the factor move to the front of `in`, the others close up
    uint32_t m = 0, left = 0;
    for (uint32_t i = 0; i < n; i++) {
      if (holds(s, list[i], often[k].of)) in[m++] = list[i];
      else list[left++] = list[i];
    }
    if (m < 2) {
      if (m) list[left++] = in[0];
      continue;
    }
    n = left;
    made[parts] = factor_list(s, in, m);
    if (!made[parts++]) sum = 0;
  }
  for (uint32_t i = 0; sum && i < n; i++) {
    made[parts] = term_expr(s, &s->t[list[i]]);
    if (!made[parts++]) sum = 0;
  }
  if (sum) sum = lia_sym_sum(p, parts, made);
  lia_free(often);
  lia_free(made);
  lia_free(in);
  return sum;
}

// what all terms of the list share, times the rest in groups. Depth: at most the number of factors
// of a term
static lia_expr factor_list(terms *s, uint32_t *list, uint32_t n) {
  lia_pool *p = s->p;
  const term *first = &s->t[list[0]];
  lia_ratio c = content(s, list, n), over = lia_ratio_inv(c);
  lia_expr out = LIA_ONE;
  for (uint32_t i = 0; i < n; i++) s->t[list[i]].c = lia_ratio_mul(s->t[list[i]].c, over);
  for (uint32_t k = 0; k < first->n; k++) {
    lia_expr base = s->f[first->at + k].base;
    int64_t e = common_power(s, list, n, base);
    if (!e) continue;
    simp_take_out(s, list, n, base, e);
    out = lia_sym_mul(p, out, lia_sym_powi(p, base, e));
  }
  return lia_sym_scale(p, lia_sym_ratio(p, c), lia_sym_mul(p, out, factor_groups(s, list, n)));
}

static lia_expr factor_sum(lia_pool *p, lia_expr e) {
  terms s = { .p = p };
  uint32_t *list = NULL;
  lia_expr r = 0;
  if (read_terms(&s, e) && (list = lia_malloc(s.n * sizeof *list))) {
    for (uint32_t i = 0; i < s.n; i++) list[i] = i;
    r = factor_list(&s, list, s.n);
  } else {
    lia_pool_nomem(p);
  }
  lia_free(list);
  lia_free(s.t);
  lia_free(s.f);
  return r;
}

// ---- every node rebuilt from its parts, then given to f

typedef lia_expr rewrite(lia_pool *p, lia_expr e);

lia_expr lia_simp_everywhere(lia_pool *p, lia_expr e, rewrite *f) {
  lia_walk *w = lia_walk_open(p, 1, &e, 0);
  lia_expr r = 0, *k = NULL;
  uint32_t room = 0;
  for (uint32_t i = 0; w && i < w->n; i++) {
    lia_expr x = w->list[i];
    uint32_t n = lia_expr_n(p, x);
    int same = 1;
    if (n > room) {
      lia_expr *more = lia_realloc(k, 2 * n * sizeof *k);
      if (!more) {
        r = lia_pool_nomem(p);
        break;
      }
      k = more;
      room = 2 * n;
    }
    for (uint32_t j = 0; j < n; j++) {
      k[j] = w->memo[lia_expr_args(p, x)[j]];
      same &= k[j] == lia_expr_args(p, x)[j];
    }
    r = same ? x : lia_sym_apply(p, lia_expr_op(p, x), n, k);
    lia_expr rest, num = r ? lia_sym_split(p, r, &rest) : 0;
    if (r && lia_expr_op(p, rest) == LIA_OP_add) r = lia_sym_mul(p, num, f(p, rest));
    if (!r) break;
    w->memo[x] = r;
  }
  lia_free(k);
  lia_walk_close(p, w);
  return r;
}

// ---- what is smallest

size_t lia_simp_cost(lia_pool *p, lia_expr e) {
  lia_count c;
  return lia_tape_count(p, 1, &e, &c) ? lia_count_price(c, 1) : SIZE_MAX;
}

lia_expr lia_simp_smaller(lia_pool *p, lia_expr a, lia_expr b) {
  if (!a || a == b) return a;
  if (!b || b == UINT32_MAX) return lia_pool_spent(p) ? 0 : a;
  size_t of_a = lia_simp_cost(p, a), of_b = lia_simp_cost(p, b);
  if (of_a == SIZE_MAX || of_b == SIZE_MAX) return 0;
  return of_b < of_a ? b : a;
}

lia_expr lia_simp_within(lia_pool *p, lia_expr e, lia_expr (*f)(lia_pool *p, lia_expr e)) {
  lia_budget b = lia_pool_budget(p, p->simp_work);
  lia_expr r = f(p, e);
  int met = lia_pool_budget_end(p, b);
  if (!met || r || lia_pool_spent(p)) return r;
  p->cut++;
  return e;
}

// a factored form that takes as many operations is still what was asked for
static lia_expr factored(lia_pool *p, lia_expr e) {
  lia_expr f = e ? lia_simp_everywhere(p, e, factor_sum) : 0;
  // sums that groups have made may have factors in common in their turn
  for (int round = 0; f && round < 4; round++) {
    lia_expr g = lia_simp_everywhere(p, f, factor_sum);
    if (g == f) break;
    f = g ? lia_simp_smaller(p, f, g) : 0;
  }
  return f ? lia_simp_smaller(p, f, e) : 0;
}

lia_expr lia_simp_factor(lia_pool *p, lia_expr e) { return lia_simp_within(p, e, factored); }

// one round over all of it, the shortest form so far in *best; 0 where it was stopped
static lia_expr round_of_all(lia_pool *p, lia_expr e, lia_expr *best) {
  static rewrite *const step[] = { lia_simp_trig, lia_simp_cancel, lia_simp_factor };
  for (size_t i = 0; i < sizeof step / sizeof *step; i++) {
    e = step[i](p, e);
    if (!e) return 0;
    *best = e;
  }
  // multiplied out, more may meet
  lia_expand_opts o = { .inside = 1, .most = 20000 };
  lia_expr open = lia_expand(p, e, &o);
  if (open && open != UINT32_MAX) e = lia_simp_smaller(p, e, lia_simp_factor(p, open));
  return lia_pool_spent(p) ? 0 : e;
}

lia_expr lia_simp_all(lia_pool *p, lia_expr e) {
  lia_error kept = p->err;
  p->err = (lia_error){ 0 };
  lia_budget b = lia_pool_budget(p, p->simp_work);
  lia_expr best = e;
  for (int round = 0; e && round < 4; round++) {
    lia_expr before = e;
    e = round_of_all(p, e, &best);
    if (e) best = e;
    if (e == before) break;
  }
  int met = lia_pool_budget_end(p, b);
  if (!lia_pool_spent(p) || kept.code != LIA_OK) p->err = kept;
  if (lia_pool_spent(p)) return 0;
  p->cut += (uint32_t)met;
  return best;
}
