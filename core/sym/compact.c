/* compact.c - polynomials over a growing list of named parts: look for the best part, name it, look again */
#include "sym/compact.h"

#include "base/mem.h"
#include "sym/build.h"
#include "sym/eval.h"
#include "sym/share.h"
#include "sym/simp.h"
#include "sym/terms.h"
#include "sym/walk.h"

#include <math.h>
#include <string.h>

#define NUM(n) lia_ratio_make((n), 1)

static const uint32_t NONE = UINT32_MAX;

/* ---- what could get a name ---- */

// a product of two literals a b; the number c, fixed factors a and one literal b; c1 a + c2 b; the same where the
// ratio of the numbers counts
typedef enum kind { PAIR, SCALED, SUM, RATIO } kind;
typedef struct part { uint32_t kind, a, b, first, last, count; lia_ratio x, y; } part;

// where: terms i and j of a polynomial (SUM), their common factor, what the part stands there times; left: half of the term
// keeps its place, 2 t + u = t + (t + u); ci, cj: numbers of the terms when they were looked at
typedef struct place { uint32_t poly, i, j, common, left, next; lia_ratio by, ci, cj; } place;

typedef struct work {
  lia_terms t;
  lia_list parts, places;
  uint32_t *table, ntable;
  uint32_t *stamp, *base;        // by term, by polynomial: the part that used it last
} work;

#define PART(w, i)  ((part *)(w)->parts.v)[i]
#define PLACE(w, i) ((place *)(w)->places.v)[i]

static uint32_t hash(const part *x) {
  uint64_t h = ((uint64_t)x->a << 32 | x->b) * 0x9E3779B97F4A7C15ull + x->kind;
  h = (h ^ (h >> 29) ^ (uint64_t)x->x.n * 31 ^ (uint64_t)x->x.d) * 0xBF58476D1CE4E5B9ull;
  h = (h ^ (h >> 29) ^ (uint64_t)x->y.n * 31 ^ (uint64_t)x->y.d) * 0x94D049BB133111EBull;
  return (uint32_t)(h >> 32);
}

static int same(const part *x, const part *y) {
  return x->kind == y->kind && x->a == y->a && x->b == y->b && lia_ratio_equal(x->x, y->x) && lia_ratio_equal(x->y, y->y);
}

static int grow(work *w) {
  if (2 * w->parts.n < w->ntable) return 1;
  uint32_t size = w->ntable ? 2 * w->ntable : 4096, *x = w->t.failed ? NULL : lia_calloc(size, sizeof *x);
  if (!x) {
    lia_pool_nomem(w->t.p);
    w->t.failed = 1;
    return 0;
  }
  for (uint32_t i = 0; i < w->parts.n; i++) {
    uint32_t h = hash(&PART(w, i));
    while (x[h & (size - 1)]) h++;
    x[h & (size - 1)] = i + 1;
  }
  lia_free(w->table);
  w->table = x;
  w->ntable = size;
  return 1;
}

static void forget(work *w) {
  if (w->table) memset(w->table, 0, w->ntable * sizeof *w->table);
  w->parts.n = w->places.n = 0;
}

static uint32_t part_of(work *w, part x) {
  if (!grow(w)) return 0;
  uint32_t h = hash(&x);
  for (uint32_t i; (i = w->table[h & (w->ntable - 1)]); h++)
    if (same(&PART(w, i - 1), &x)) return i - 1;
  uint32_t i = lia_terms_more(&w->t, &w->parts, sizeof x);
  if (w->t.failed) return 0;
  x.first = x.last = NONE;
  x.count = 0;
  PART(w, i) = x;
  w->table[h & (w->ntable - 1)] = i + 1;
  return i;
}

// places without what is left come first, they save more
static void found(work *w, part x, place o) {
  uint32_t k = part_of(w, x), i = lia_terms_more(&w->t, &w->places, sizeof o);
  if (w->t.failed) return;
  part *q = &PART(w, k);
  o.next = NONE;
  if (q->first != NONE && o.left == NONE && PLACE(w, q->first).left != NONE) {
    o.next = q->first;
    q->first = i;
  } else if (q->first == NONE) {
    q->first = q->last = i;
  } else {
    PLACE(w, q->last).next = i;
    q->last = i;
  }
  q->count++;
  PLACE(w, i) = o;
}

/* ---- sums that several polynomials contain ---- */

static int unit(lia_ratio c) { return c.d == 1 && (c.n == 1 || c.n == -1); }
static lia_ratio positive(lia_ratio c) { return lia_ratio_sign(c) < 0 ? lia_ratio_neg(c) : c; }
static uint32_t moving(const work *w, uint32_t m) { return LIA_MONO(&w->t, m).moving; }

// which of two polynomials that are multiples of each other is the first; so many polynomials, so many comparisons
static int multiple(const work *w, uint32_t a, uint32_t b, lia_ratio *by) {
  const lia_poly *x = &LIA_POLY(&w->t, a), *y = &LIA_POLY(&w->t, b);
  if (x->n != y->n || x->n == 0) return 0;
  for (uint32_t i = 0; i < x->n; i++) {
    const lia_term *o = lia_terms_find(&w->t, b, x->t[i].m);
    if (!o) return 0;
    lia_ratio r = lia_ratio_mul(o->c, lia_ratio_inv(x->t[i].c));
    if (i == 0) *by = r;
    else if (!lia_ratio_equal(r, *by)) return 0;
  }
  return 1;
}

static void pairs_as_they_stand(work *w, uint32_t poly) {
  const lia_poly *x = &LIA_POLY(&w->t, poly);
  for (uint32_t i = 0; i < x->n && !w->t.failed; i++)
    for (uint32_t j = i + 1; j < x->n; j++) {
      lia_term a = x->t[i], b = x->t[j];
      if (!moving(w, a.m) && !moving(w, b.m)) continue;
      if (a.m > b.m) { lia_term o = a; a = b; b = o; }
      found(w, (part){ .kind = SUM, .a = a.m, .b = b.m, .x = NUM(1), .y = lia_ratio_mul(b.c, lia_ratio_inv(a.c)) },
            (place){ .poly = poly, .i = a.m, .j = b.m, .left = NONE, .by = a.c });
    }
}

// the number that stands before the part most often
static lia_ratio usual(const work *w, const part *x) {
  lia_ratio best = NUM(1);
  int most = 0;
  for (uint32_t o = x->first, tried = 0; o != NONE && tried < 8; o = PLACE(w, o).next, tried++) {
    int n = 0;
    for (uint32_t q = x->first; q != NONE; q = PLACE(w, q).next) n += lia_ratio_equal(positive(PLACE(w, q).by), positive(PLACE(w, o).by));
    if (n > most) most = n, best = positive(PLACE(w, o).by);
  }
  return best;
}

// additions saved first, then multiplications
static int64_t saved_by_sum(const work *w, const part *x, lia_ratio c) {
  int64_t mul = -(int64_t)lia_terms_cost(&w->t, x->a, c) - (int64_t)lia_terms_cost(&w->t, x->b, lia_ratio_mul(c, x->y));
  for (uint32_t o = x->first; o != NONE; o = PLACE(w, o).next) {
    lia_ratio by = PLACE(w, o).by;
    mul += lia_terms_cost(&w->t, x->a, by) + lia_terms_cost(&w->t, x->b, lia_ratio_mul(by, x->y)) - !lia_ratio_equal(positive(by), c);
  }
  return (int64_t)(x->count - 1) * 1000 + mul;
}

// a polynomial's name; the part itself becomes a polynomial
static uint32_t name_sum(work *w, uint32_t a, lia_ratio x, uint32_t b, lia_ratio y) {
  lia_terms *t = &w->t;
  uint32_t poly = lia_terms_poly(t, 2);
  if (t->failed) return 0;
  lia_terms_add(t, poly, a, x);
  lia_terms_add(t, poly, b, y);
  uint32_t lit = lia_terms_named(t, poly, !moving(w, a) && !moving(w, b));
  return lia_terms_product(t, 1, &lit);
}

static int share_sums(work *w) {
  lia_terms *t = &w->t;
  forget(w);
  for (uint32_t k = 0; k < t->polys.n && !t->failed; k++) pairs_as_they_stand(w, k);
  part best = { .count = 0 };
  lia_ratio by = NUM(1);
  int64_t most = 0;
  for (uint32_t i = 0; i < w->parts.n && !t->failed; i++) {
    part x = PART(w, i);
    if (x.count < 2) continue;
    lia_ratio c = usual(w, &x);
    int64_t saves = saved_by_sum(w, &x, c);
    if (saves > most) most = saves, best = x, by = c;
  }
  if (!most || t->failed) return 0;
  uint32_t m = name_sum(w, best.a, by, best.b, lia_ratio_mul(by, best.y));
  for (uint32_t o = best.first; o != NONE && !t->failed; o = PLACE(w, o).next) {
    place q = PLACE(w, o);
    lia_terms_drop(t, q.poly, q.i);
    lia_terms_drop(t, q.poly, q.j);
    lia_terms_add(t, q.poly, m, lia_ratio_mul(q.by, lia_ratio_inv(by)));
  }
  return !t->failed;
}

/* parts that stand in one place only, and alone there, go back into it */
static void put_back(work *w, uint32_t first) {
  lia_terms *t = &w->t;
  uint32_t *uses = lia_calloc(2 * (size_t)t->polys.n + 2, sizeof *uses), *at = uses ? uses + t->polys.n + 1 : NULL;
  if (!uses) {
    lia_pool_nomem(t->p);
    t->failed = 1;
    return;
  }
  for (uint32_t k = 0; k < t->polys.n; k++)
    for (uint32_t i = 0; i < LIA_POLY(t, k).n; i++) {
      uint32_t m = LIA_POLY(t, k).t[i].m;
      for (uint32_t j = 0; j < LIA_MONO(t, m).n; j++) {
        const lia_lit *l = &LIA_LIT(t, LIA_LITS(t, m)[j]);
        if (l->e || l->poly < first) continue;
        uses[l->poly] += LIA_MONO(t, m).n == 1 ? 1 : 2;
        at[l->poly] = k;
      }
    }
  // later parts hold earlier ones: from the last on, each finds its only reader
  for (uint32_t k = t->polys.n; k-- > first && !t->failed;) {
    if (uses[k] != 1) continue;
    uint32_t to = at[k], m = NONE;
    for (uint32_t i = 0; i < LIA_POLY(t, to).n; i++) {
      uint32_t x = LIA_POLY(t, to).t[i].m;
      if (LIA_MONO(t, x).n == 1 && !LIA_LIT(t, LIA_LITS(t, x)[0]).e && LIA_LIT(t, LIA_LITS(t, x)[0]).poly == k) m = x;
    }
    if (m == NONE) continue;
    lia_ratio c = lia_terms_find(t, to, m)->c;
    lia_terms_drop(t, to, m);
    for (uint32_t i = 0; i < LIA_POLY(t, k).n && !t->failed; i++) {
      lia_term x = LIA_POLY(t, k).t[i];
      lia_terms_add(t, to, x.m, lia_ratio_mul(c, x.c));
      for (uint32_t j = 0; j < LIA_MONO(t, x.m).n; j++) {
        const lia_lit *l = &LIA_LIT(t, LIA_LITS(t, x.m)[j]);
        if (!l->e && l->poly >= first && at[l->poly] == k) at[l->poly] = to;
      }
    }
    LIA_POLY(t, k).n = 0;
  }
  lia_free(uses);
}

/* ---- common factors ---- */

// x a + y b over a number; or known by the ratio of x and y alone, the number chosen when all its places are known
static void sum_of(work *w, kind k, uint32_t a, lia_ratio x, uint32_t b, lia_ratio y, lia_ratio over, place o) {
  if (a > b) {
    uint32_t m = a; a = b; b = m;
    lia_ratio c = x; x = y; y = c;
  }
  if (k == RATIO) over = x;
  else if (lia_ratio_sign(x) < 0) over = lia_ratio_neg(over);
  lia_ratio by = lia_ratio_inv(over);
  o.by = over;
  found(w, (part){ .kind = k, .a = a, .b = b, .x = lia_ratio_mul(x, by), .y = lia_ratio_mul(y, by) }, o);
}

// numbers of which one is a few times the other, as they come out of squares and derivatives; others are measured ones
static int few_times(lia_ratio a, lia_ratio b, lia_ratio whole) {
  lia_ratio x = positive(lia_ratio_mul(a, lia_ratio_inv(whole))), y = positive(lia_ratio_mul(b, lia_ratio_inv(whole)));
  return x.d == 1 && y.d == 1 && x.n <= 4 && y.n <= 4;
}

// u + v with their common factor out: all of it; what moves of it; and with half of one term left behind
static void two_terms(work *w, uint32_t poly, lia_term u, lia_term v) {
  lia_terms *t = &w->t;
  uint32_t all = lia_terms_common(t, u.m, v.m, 0), some = lia_terms_common(t, u.m, v.m, 1);
  lia_ratio whole = lia_ratio_gcd(u.c, v.c), half = lia_ratio_make(1, 2), hu = lia_ratio_mul(u.c, half), hv = lia_ratio_mul(v.c, half);
  place o = { .poly = poly, .i = u.m, .j = v.m, .common = all, .left = NONE, .ci = u.c, .cj = v.c };
  int few = few_times(u.c, v.c, whole);
  sum_of(w, few ? SUM : RATIO, lia_terms_over(t, u.m, all), u.c, lia_terms_over(t, v.m, all), v.c, whole, o);
  o.common = some;
  uint32_t a = lia_terms_over(t, u.m, some), b = lia_terms_over(t, v.m, some);
  if (some != all) sum_of(w, few ? SUM : RATIO, a, u.c, b, v.c, whole, o);
  if (few && !unit(whole)) sum_of(w, SUM, a, u.c, b, v.c, NUM(1), o);
  if (moving(w, v.m) && hv.d <= v.c.d) o.left = v.m, sum_of(w, SUM, a, u.c, b, hv, NUM(1), o);
  if (moving(w, u.m) && hu.d <= u.c.d) o.left = u.m, sum_of(w, SUM, a, hu, b, v.c, NUM(1), o);
}

static void factors(work *w, uint32_t poly, lia_term x) {
  lia_terms *t = &w->t;
  uint32_t n = LIA_MONO(t, x.m).n, fixed[64], nf = 0, last = NONE;
  place o = { .poly = poly, .i = x.m, .left = NONE };
  for (uint32_t i = 0; i < n && nf < 64; i++)
    if (LIA_LIT(t, LIA_LITS(t, x.m)[i]).fixed) fixed[nf++] = LIA_LITS(t, x.m)[i];
  uint32_t constant = lia_terms_product(t, nf, fixed);
  for (uint32_t i = 0; i < n && !t->failed; i++) {
    uint32_t a = LIA_LITS(t, x.m)[i];
    if (LIA_LIT(t, a).fixed || a == last) continue;
    last = a;
    if (nf || !unit(x.c)) found(w, (part){ .kind = SCALED, .a = constant, .b = a, .x = positive(x.c) }, o);
    uint32_t before = NONE;
    for (uint32_t j = i + 1; j < n && !t->failed; j++) {
      uint32_t b = LIA_LITS(t, x.m)[j];
      if (LIA_LIT(t, b).fixed || b == before) continue;
      before = b;
      found(w, (part){ .kind = PAIR, .a = a, .b = b }, o);
    }
  }
}

static uint32_t power(const work *w, uint32_t m, uint32_t lit) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < LIA_MONO(&w->t, m).n; i++) n += LIA_LITS(&w->t, m)[i] == lit;
  return n;
}

static uint32_t times_in(const work *w, uint32_t m, uint32_t a, uint32_t b) {
  uint32_t x = power(w, m, a), y = power(w, m, b);
  return a == b ? x / 2 : x < y ? x : y;
}

static int64_t saved_by_product(const work *w, const part *x) {
  int64_t n = -1;
  for (uint32_t o = x->first; o != NONE; o = PLACE(w, o).next) n += x->kind == SCALED ? 1 : times_in(w, PLACE(w, o).i, x->a, x->b);
  return n;
}

static uint32_t *stamp_of(work *w, uint32_t poly, uint32_t m) {
  return &w->stamp[w->base[poly] + (uint32_t)(lia_terms_find(&w->t, poly, m) - LIA_POLY(&w->t, poly).t)];
}

// what a sum is as a part of its own: its numbers, its operations, whether it is a constant
typedef struct named { lia_ratio by, x, y; int64_t own; int constant; } named;

static named as_sum(const work *w, const part *x) {
  lia_ratio c = x->kind == RATIO ? usual(w, x) : NUM(1);
  named s = { c, lia_ratio_mul(c, x->x), lia_ratio_mul(c, x->y), 0, !moving(w, x->a) && !moving(w, x->b) };
  if (!s.constant) s.own = (int64_t)lia_terms_cost(&w->t, x->a, s.x) + (int64_t)lia_terms_cost(&w->t, x->b, s.y) + 1;
  return s;
}

// operations one place saves; the part's own are paid once
static int64_t saved_here(const work *w, const named *s, const place *o) {
  const lia_terms *t = &w->t;
  lia_ratio ci = lia_terms_find(t, o->poly, o->i)->c, cj = lia_terms_find(t, o->poly, o->j)->c, by = lia_ratio_mul(o->by, lia_ratio_inv(s->by));
  if (o->left == NONE && o->common == 0 && unit(by) && LIA_POLY(t, o->poly).n == 2) return s->own;   // it is that part
  int64_t adds = moving(w, o->i) || moving(w, o->j);
  int64_t before = (int64_t)lia_terms_cost(t, o->i, ci) + (int64_t)lia_terms_cost(t, o->j, cj) + adds;
  int64_t n = (int64_t)moving(w, o->common) + !s->constant, after = 0;
  int scaled = LIA_MONO(t, o->common).n > moving(w, o->common) || !unit(by) || s->constant;
  if (n > 0) after = n - 1 + scaled;
  if (o->left != NONE) after += lia_terms_cost(t, o->left, lia_ratio_mul(o->left == o->i ? ci : cj, lia_ratio_make(1, 2))) + adds;
  return before - after;
}

// every place of which the terms are free yet and which saves something is taken; terms taken are marked by the stamp
static int64_t saved_by_factor(work *w, const part *x, uint32_t stamp) {
  named s = as_sum(w, x);
  int64_t saves = -s.own;
  for (uint32_t o = x->first; o != NONE; o = PLACE(w, o).next) {
    const place *q = &PLACE(w, o);
    uint32_t *i = stamp_of(w, q->poly, q->i), *j = stamp_of(w, q->poly, q->j);
    int64_t here = *i == stamp || *j == stamp ? -1 : saved_here(w, &s, q);
    if (here < 0) continue;
    saves += here;
    *i = *j = stamp;
  }
  return saves;
}

static void take_factor(work *w, part x) {
  lia_terms *t = &w->t;
  named s = as_sum(w, &x);
  uint32_t m = name_sum(w, x.a, s.x, x.b, s.y);
  for (uint32_t o = x.first; o != NONE && !t->failed; o = PLACE(w, o).next) {
    place q = PLACE(w, o);
    const lia_term *i = lia_terms_find(t, q.poly, q.i), *j = lia_terms_find(t, q.poly, q.j);
    // what an earlier place has changed is another term now
    if (!i || !j || !lia_ratio_equal(i->c, q.ci) || !lia_ratio_equal(j->c, q.cj) || saved_here(w, &s, &q) < 0) continue;
    lia_ratio c = q.left == q.i ? i->c : j->c;
    lia_terms_drop(t, q.poly, q.i);
    lia_terms_drop(t, q.poly, q.j);
    if (q.left != NONE) lia_terms_add(t, q.poly, q.left, lia_ratio_mul(c, lia_ratio_make(1, 2)));
    lia_terms_add(t, q.poly, lia_terms_times(t, q.common, m), lia_ratio_mul(q.by, lia_ratio_inv(s.by)));
  }
}

// in every term of every polynomial
static void take_product(work *w, part x) {
  lia_terms *t = &w->t;
  uint32_t poly = lia_terms_poly(t, 1), two[2] = { x.a, x.b }, one = x.b, count = t->polys.n - 1;
  uint32_t m = x.kind == PAIR ? lia_terms_product(t, 2, two) : lia_terms_times(t, x.a, lia_terms_product(t, 1, &one));
  if (t->failed) return;
  lia_terms_add(t, poly, m, x.kind == PAIR ? NUM(1) : x.x);
  uint32_t lit = lia_terms_named(t, poly, 0), name = lia_terms_product(t, 1, &lit);
  for (uint32_t o = x.first; o != NONE && !t->failed; o = PLACE(w, o).next) {
    place q = PLACE(w, o);
    const lia_term *i = lia_terms_find(t, q.poly, q.i);
    if (!i || q.poly >= count || (x.kind == SCALED && !lia_ratio_equal(positive(i->c), x.x))) continue;
    lia_ratio c = x.kind == PAIR ? i->c : NUM(lia_ratio_sign(i->c));
    uint32_t to = q.i;
    for (uint32_t k = x.kind == PAIR ? times_in(w, q.i, x.a, x.b) : 1; k > 0 && !t->failed; k--) to = lia_terms_times(t, lia_terms_over(t, to, m), name);
    lia_terms_drop(t, q.poly, q.i);
    lia_terms_add(t, q.poly, to, c);
  }
}

static int stamps(work *w) {
  uint32_t terms = 0, n = w->t.polys.n;
  lia_free(w->base);
  for (uint32_t k = 0; k < n; k++) terms += LIA_POLY(&w->t, k).n;
  w->base = lia_calloc((size_t)n + terms + 1, sizeof *w->base);
  if (!w->base) {
    lia_pool_nomem(w->t.p);
    w->t.failed = 1;
    return 0;
  }
  w->stamp = w->base + n;
  for (uint32_t k = 0, at = 0; k < n; at += LIA_POLY(&w->t, k++).n) w->base[k] = at;
  return 1;
}

static int take_best(work *w) {
  lia_terms *t = &w->t;
  forget(w);
  if (!stamps(w)) return 0;
  for (uint32_t k = 0; k < t->polys.n && !t->failed; k++)
    for (uint32_t i = 0; i < LIA_POLY(t, k).n && !t->failed; i++) {
      lia_term x = LIA_POLY(t, k).t[i];
      for (uint32_t j = i + 1; j < LIA_POLY(t, k).n && !t->failed; j++) two_terms(w, k, x, LIA_POLY(t, k).t[j]);
      factors(w, k, x);
    }
  uint32_t best = NONE;
  int64_t most = 0;
  for (uint32_t i = 0; i < w->parts.n && !t->failed; i++) {
    const part *x = &PART(w, i);
    int64_t saves = x->kind >= SUM ? saved_by_factor(w, x, i + 1) : saved_by_product(w, x);
    if (saves > most) most = saves, best = i;
  }
  if (best == NONE || t->failed) return 0;
  part x = PART(w, best);
  if (x.kind >= SUM) take_factor(w, x);
  else take_product(w, x);
  return !t->failed;
}

/* ---- before: terms that differ in constants alone, squares of sines and cosines ---- */

// what a monomial is made of: fixed or moving literals
static uint32_t only(work *w, uint32_t m, int fixed) {
  uint32_t out[256], n = 0;
  for (uint32_t i = 0; i < LIA_MONO(&w->t, m).n && n < 256; i++)
    if (LIA_LIT(&w->t, LIA_LITS(&w->t, m)[i]).fixed == fixed) out[n++] = LIA_LITS(&w->t, m)[i];
  return lia_terms_product(&w->t, n, out);
}

static lia_expr constant_of(work *w, uint32_t m) {
  lia_expr e = LIA_ONE;
  for (uint32_t i = 0; i < LIA_MONO(&w->t, m).n; i++) e = lia_sym_mul(w->t.p, e, LIA_LIT(&w->t, LIA_LITS(&w->t, m)[i]).e);
  return e;
}

// k1 x + k2 x = (k1 + k2) x with k1 + k2 one constant
static void merge_constants(work *w, uint32_t poly) {
  lia_terms *t = &w->t;
  for (uint32_t i = 0; i < LIA_POLY(t, poly).n && !t->failed; i++) {
    lia_term x = LIA_POLY(t, poly).t[i];
    uint32_t moves = only(w, x.m, 0), n = 0;
    lia_expr sum = constant_of(w, only(w, x.m, 1));
    for (uint32_t j = i + 1; j < LIA_POLY(t, poly).n && !t->failed;) {
      lia_term y = LIA_POLY(t, poly).t[j];
      if (only(w, y.m, 0) != moves) {
        j++;
        continue;
      }
      lia_expr k = lia_sym_scale(t->p, lia_sym_ratio(t->p, lia_ratio_mul(y.c, lia_ratio_inv(x.c))), constant_of(w, only(w, y.m, 1)));
      sum = lia_sym_add(t->p, sum, k);
      lia_terms_drop(t, poly, y.m);
      n++;
    }
    if (!n || !sum) continue;
    lia_expr rest, num = lia_sym_split(t->p, sum, &rest);
    lia_ratio c = lia_ratio_mul(x.c, lia_expr_num(t->p, num));
    lia_terms_drop(t, poly, x.m);
    uint32_t lit = lia_terms_literal(t, rest);
    if (rest == LIA_ONE) lia_terms_add(t, poly, moves, c);
    else if (lia_ratio_sign(c) != 0) lia_terms_add(t, poly, lia_terms_times(t, moves, lia_terms_product(t, 1, &lit)), c);
    i = NONE;   // from the start: terms have moved
  }
}

// how the squares of one angle's sine and cosine are written
typedef enum squares { AS_THEY_ARE, IN_SINES, IN_COSINES, DOUBLE } squares;
typedef struct choice { lia_expr angle; squares how; } choice;

// c m = c m' (1 - x^2), c m' x2/2, c m' (1 + x2)/2 ...; 0 where there is no square left
static int replace_square(work *w, uint32_t poly, lia_term x, uint32_t s, uint32_t c, const choice *how) {
  lia_terms *t = &w->t;
  uint32_t ns = power(w, x.m, s), nc = power(w, x.m, c), from = how->how == IN_SINES ? c : s, to = from == c ? s : c;
  uint32_t pair[2] = { from, from };
  lia_ratio half = lia_ratio_mul(x.c, lia_ratio_make(1, 2));
  if (how->how != DOUBLE) {
    if (power(w, x.m, from) < 2) return 0;
    uint32_t rest = lia_terms_over(t, x.m, lia_terms_product(t, 2, pair)), other[2] = { to, to };
    lia_terms_drop(t, poly, x.m);
    lia_terms_add(t, poly, rest, x.c);
    lia_terms_add(t, poly, lia_terms_times(t, rest, lia_terms_product(t, 2, other)), lia_ratio_neg(x.c));
    return 1;
  }
  if (ns + nc < 2) return 0;
  lia_expr twice = lia_sym_scale(t->p, LIA_TWO, how->angle);
  int both = ns > 0 && nc > 0;
  pair[0] = nc ? c : s, pair[1] = both ? s : pair[0];
  uint32_t rest = lia_terms_over(t, x.m, lia_terms_product(t, 2, pair));
  uint32_t lit = lia_terms_literal(t, both ? lia_sym_sin(t->p, twice) : lia_sym_cos(t->p, twice));
  lia_terms_drop(t, poly, x.m);
  lia_terms_add(t, poly, lia_terms_times(t, rest, lia_terms_product(t, 1, &lit)), both || nc ? half : lia_ratio_neg(half));
  if (!both) lia_terms_add(t, poly, rest, half);
  return 1;
}

static void replace_squares(work *w, uint32_t poly, const choice *how) {
  lia_terms *t = &w->t;
  uint32_t s = lia_terms_literal(t, lia_sym_sin(t->p, how->angle)), c = lia_terms_literal(t, lia_sym_cos(t->p, how->angle));
  for (uint32_t i = 0; i < LIA_POLY(t, poly).n && !t->failed;)
    i = replace_square(w, poly, LIA_POLY(t, poly).t[i], s, c, how) ? 0 : i + 1;
}

/* ---- the way back ---- */

static lia_expr image(work *w, uint32_t poly, lia_expr *made);

// fixed factors are one factor of their own
static lia_expr product(work *w, uint32_t m, lia_expr *made) {
  lia_terms *t = &w->t;
  lia_expr f[258], fixed[258] = { LIA_ONE };
  uint32_t n = 1, nf = 0;
  for (uint32_t i = 0; i < LIA_MONO(t, m).n && n < 258; i++) {
    lia_lit l = LIA_LIT(t, LIA_LITS(t, m)[i]);
    lia_expr e = l.e ? l.e : image(w, l.poly, made);
    if (l.fixed) fixed[nf++] = e;
    else f[n++] = e;
  }
  f[0] = lia_sym_product(t->p, nf, fixed);
  return nf ? lia_sym_product(t->p, n, f) : lia_sym_product(t->p, n - 1, f + 1);
}

// depth: at most so many names within names as there are names, and these are few
static lia_expr image(work *w, uint32_t poly, lia_expr *made) {
  lia_terms *t = &w->t;
  if (made[poly]) return made[poly];
  uint32_t n = LIA_POLY(t, poly).n;
  lia_expr *v = lia_malloc((n + 1) * sizeof *v);
  if (!v) return lia_pool_nomem(t->p);
  for (uint32_t i = 0; i < n; i++) {
    lia_term x = LIA_POLY(t, poly).t[i];
    v[i] = lia_sym_scale(t->p, lia_sym_ratio(t->p, x.c), product(w, x.m, made));
  }
  made[poly] = n ? lia_sym_sum(t->p, n, v) : LIA_ZERO;
  lia_free(v);
  return made[poly];
}

static int build(work *w, uint32_t n, const uint32_t *poly, const lia_ratio *by, lia_expr *out) {
  lia_pool *p = w->t.p;
  int nested = p->nested, ok = 1;
  lia_expr *made = lia_calloc((size_t)w->t.polys.n + 1, sizeof *made);
  if (!made) return lia_pool_nomem(p), 0;
  p->nested = 1;
  for (uint32_t i = 0; ok && i < n; i++) {
    out[i] = poly[i] == NONE ? LIA_ZERO : lia_sym_scale(p, lia_sym_ratio(p, by[i]), image(w, poly[i], made));
    ok = out[i] != 0;
  }
  p->nested = nested;
  lia_free(made);
  return ok;
}

/* ---- one form, all forms ---- */

// outputs that are multiples of others need no polynomial of their own
static void find_multiples(work *w, uint32_t n, uint32_t *poly, lia_ratio *by) {
  for (uint32_t i = 0; i < n; i++) {
    by[i] = NUM(1);
    if (LIA_POLY(&w->t, poly[i]).n == 0) poly[i] = NONE;
    for (uint32_t j = 0; poly[i] == i && j < i; j++) {
      lia_ratio r;
      if (poly[j] != j || !multiple(w, j, i, &r)) continue;
      LIA_POLY(&w->t, i).n = 0;
      by[i] = r;
      poly[i] = j;
    }
  }
}

static uint64_t pairs(const work *w) {
  uint64_t sum = 0;
  for (uint32_t k = 0; k < w->t.polys.n; k++) sum += (uint64_t)LIA_POLY(&w->t, k).n * LIA_POLY(&w->t, k).n / 2;
  return sum;
}

/* out from e, multiplied out, with the squares so written: 1, 0 without memory, -1 where it is too much */
static int form(lia_pool *p, uint32_t n, const lia_expr *e, int constants, uint32_t nchoice, const choice *how, lia_expr *out) {
  work w = { .stamp = NULL };
  uint32_t *poly = lia_malloc((n + 1) * sizeof *poly);
  lia_ratio *by = lia_malloc((n + 1) * sizeof *by);
  int ok = poly && by ? lia_terms_start(&w.t, p, constants) : (lia_pool_nomem(p), 0);
  for (uint32_t i = 0; ok && i < n; i++) poly[i] = lia_terms_read(&w.t, e[i]);
  ok = ok && !w.t.failed;
  for (uint32_t i = 0; ok && !w.t.failed && i < n && pairs(&w) <= LIA_COMPACT_MOST; i++) {
    for (uint32_t k = 0; k < nchoice && !w.t.failed; k++) replace_squares(&w, i, &how[k]);
    if (!w.t.failed) merge_constants(&w, i);
  }
  ok = ok && !w.t.failed;
  int fits = ok && pairs(&w) <= LIA_COMPACT_MOST;
  if (fits) {
    find_multiples(&w, n, poly, by);
    while (share_sums(&w)) { }
    put_back(&w, n);
    while (take_best(&w)) { }
  }
  ok = ok && !w.t.failed && (!fits || build(&w, n, poly, by, out));
  lia_terms_free(&w.t);
  lia_free(w.parts.v);
  lia_free(w.places.v);
  lia_free(w.table);
  lia_free(w.base);
  lia_free(poly);
  lia_free(by);
  return !ok ? 0 : fits ? 1 : -1;
}

typedef struct best { lia_expr *out, *trial; size_t cost; } best;

static int cost_of(lia_pool *p, uint32_t n, const lia_expr *e, int constants, size_t *cost) {
  lia_count c;
  if (!(constants ? lia_tape_count_moving(p, n, e, &c) : lia_tape_count(p, n, e, &c))) return 0;
  *cost = lia_count_all(c);
  return 1;
}

// the trial, where it is smaller: 2; 1; 0 without memory
static int keep(lia_pool *p, uint32_t n, int constants, best *b) {
  size_t cost;
  if (!cost_of(p, n, b->trial, constants, &cost)) return 0;
  if (cost >= b->cost) return 1;
  b->cost = cost;
  memcpy(b->out, b->trial, n * sizeof *b->out);
  return 2;
}

enum { ANGLES = 8 };

// angles that occur in squares, at most ANGLES; even: in no odd power anywhere
static uint32_t angles_of(lia_pool *p, uint32_t n, const lia_expr *e, choice found_[ANGLES], int even[ANGLES]) {
  lia_terms t;
  uint32_t count = 0;
  lia_terms_start(&t, p, 0);
  for (uint32_t i = 0; i < n && !t.failed; i++) lia_terms_read(&t, e[i]);
  for (uint32_t i = 0; i < t.lits.n && count < ANGLES && !t.failed; i++) {
    lia_expr x = LIA_LIT(&t, i).e;
    if (lia_expr_op(p, x) != LIA_OP_sin && lia_expr_op(p, x) != LIA_OP_cos) continue;
    lia_expr angle = lia_expr_args(p, x)[0];
    int known = 0, square = 0, odd = 0;
    for (uint32_t k = 0; k < count; k++) known |= found_[k].angle == angle;
    for (uint32_t m = 1; !known && m < t.monos.n; m++) {
      uint32_t degree = 0;
      for (uint32_t j = 0; j < LIA_MONO(&t, m).n; j++) {
        lia_expr f = LIA_LIT(&t, LIA_LITS(&t, m)[j]).e;
        degree += (lia_expr_op(p, f) == LIA_OP_sin || lia_expr_op(p, f) == LIA_OP_cos) && lia_expr_args(p, f)[0] == angle;
      }
      square |= degree > 1;
      odd |= degree % 2;
    }
    if (known || !square) continue;
    even[count] = !odd;
    found_[count++] = (choice){ .angle = angle };
  }
  lia_terms_free(&t);
  return count;
}

// one angle after the other, what helps stays
static int try_forms(lia_pool *p, uint32_t n, const lia_expr *e, int constants, best *b) {
  choice angle[ANGLES], how[ANGLES];
  int even[ANGLES], ok = form(p, n, e, constants, 0, NULL, b->trial);
  uint32_t count = ok == 1 ? angles_of(p, n, e, angle, even) : 0, kept = 0;
  if (ok == 1) ok = keep(p, n, constants, b);
  for (uint32_t k = 0; ok > 0 && k < count; k++) {
    squares won = AS_THEY_ARE;
    for (int way = IN_SINES; ok > 0 && way <= (even[k] ? DOUBLE : IN_COSINES); way++) {
      how[kept] = (choice){ angle[k].angle, (squares)way };
      ok = form(p, n, e, constants, kept + 1, how, b->trial);
      if (ok == 1) ok = keep(p, n, constants, b);
      else if (ok < 0) ok = 1;
      if (ok == 2) won = (squares)way;
    }
    how[kept].how = won;
    kept += won != AS_THEY_ARE;
  }
  return ok != 0;
}

// expressions too large to multiply out stay as they are
static int multiplied_out(lia_pool *p, uint32_t n, const lia_expr *e, int merged, lia_expr *out) {
  for (uint32_t i = 0; i < n; i++) {
    lia_expr x = merged ? lia_simp_trig(p, e[i]) : e[i];
    if (x) x = lia_simp_expand(p, x);
    if (!x) return 0;
    out[i] = x;
  }
  return 1;
}

// terms there are when all is multiplied out, at most: sums add them, products multiply them
static double terms_below(lia_pool *p, lia_expr e, const lia_walk *w, const double *terms) {
  lia_op op = lia_expr_op(p, e);
  double n = op == LIA_OP_add ? 0 : 1;
  if (op == LIA_OP_pow) {
    lia_expr x, base = lia_sym_base(p, e, &x);
    int64_t k;
    return lia_sym_whole(p, x, &k) && k > 0 && k < 64 ? pow(terms[w->memo[base]], (double)k) : 1;
  }
  if (op != LIA_OP_add && op != LIA_OP_mul && op != LIA_OP_scale) return 1;
  for (uint32_t i = op == LIA_OP_scale; i < lia_expr_n(p, e); i++) {
    double x = terms[w->memo[lia_expr_args(p, e)[i]]];
    n = op == LIA_OP_add ? n + x : n * x;
  }
  return n;
}

// whether it pays to look: some slack, for many terms vanish or merge
static int small(lia_pool *p, uint32_t n, const lia_expr *e) {
  lia_walk *w = lia_walk_open(p, n, e, 0);
  double *terms = w ? lia_malloc((w->n + 1) * sizeof *terms) : NULL, pairs_ = 0;
  for (uint32_t i = 0; terms && i < w->n; i++) {
    w->memo[w->list[i]] = i;
    terms[i] = terms_below(p, w->list[i], w, terms);
  }
  for (uint32_t i = 0; terms && i < n; i++) pairs_ += terms[w->memo[e[i]]] * terms[w->memo[e[i]]] / 2;
  int yes = terms && pairs_ <= 8 * LIA_COMPACT_MOST;
  lia_walk_close(p, w);
  lia_free(terms);
  return yes;
}

int lia_compact(lia_pool *p, uint32_t n, const lia_expr *e, lia_expr *out, int constants) {
  for (uint32_t i = 0; i < n; i++)
    if (!e[i]) return 0;
  lia_expr *room = lia_malloc(3 * ((size_t)n + 1) * sizeof *room);
  if (!room) return lia_pool_nomem(p), 0;
  best b = { .out = room, .trial = room + n + 1 };
  lia_expr *flat = room + 2 * (n + 1);
  memcpy(b.out, e, n * sizeof *e);
  int ok = cost_of(p, n, e, constants, &b.cost) && lia_share(p, n, e, b.trial) && keep(p, n, constants, &b);
  for (int merged = 0; ok && merged < 2 && small(p, n, e); merged++) {
    if (multiplied_out(p, n, e, merged, flat)) ok = try_forms(p, n, flat, constants, &b);
    else if (lia_pool_spent(p)) ok = 0;
    else lia_pool_clear(p);
  }
  if (ok) memcpy(out, b.out, n * sizeof *out);
  lia_free(room);
  return ok;
}
