/* parts.c - look for the best part, name it, look again */
#include "sym/simp/parts.h"

#include "base/mem.h"

#include <string.h>

#define NUM(n) lia_ratio_make((n), 1)

static const uint32_t NONE = UINT32_MAX;

// ---- what could get a name ----

// a product of two literals a b; the number c, fixed factors a and one literal b; c1 a + c2 b; the
// same where the ratio of the numbers counts
typedef enum kind { PAIR, SCALED, SUM, RATIO } kind;
typedef struct part { uint32_t kind, a, b, first, last,
    count; int stale; int64_t saves; lia_ratio x, y; } part;

// where: terms i and j of a polynomial (SUM), their common factor, what the part stands there
// times; left: half of the term keeps its place, 2 t + u = t + (t + u); ci, cj: numbers of the
// terms when they were looked at. part: whose it is; version: of the polynomial then; sibling: the
// next place in it
typedef struct place { uint32_t poly, i, j, common, left, next, part, version,
    sibling; lia_ratio by, ci, cj; } place;

// a polynomial and its places: those of an earlier version count no more
typedef struct watch { uint32_t version, first; int touched; } watch;

typedef lia_parts work;

#define PART(w, i)  ((part *)(w)->parts.v)[i]
#define PLACE(w, i) ((place *)(w)->places.v)[i]
#define WATCH(w, i) ((watch *)(w)->watches.v)[i]

static uint32_t parts_hash(const part *x) {
  uint64_t h = ((uint64_t)x->a << 32 | x->b) * 0x9E3779B97F4A7C15ull + x->kind;
  h = (h ^ (h >> 29) ^ (uint64_t)x->x.n * 31 ^ (uint64_t)x->x.d) * 0xBF58476D1CE4E5B9ull;
  h = (h ^ (h >> 29) ^ (uint64_t)x->y.n * 31 ^ (uint64_t)x->y.d) * 0x94D049BB133111EBull;
  return (uint32_t)(h >> 32);
}

static int parts_same(const part *x, const part *y) {
  return x->kind == y->kind && x->a == y->a && x->b == y->b && lia_ratio_equal(x->x, y->x) &&
      lia_ratio_equal(x->y, y->y);
}

static int parts_grow(work *w) {
  if (2 * w->parts.n < w->ntable) return 1;
  uint32_t size = w->ntable ? 2 * w->ntable : 4096,
      *x = w->t.failed ? NULL : lia_calloc(size, sizeof *x);
  if (!x) {
    lia_pool_nomem(w->t.p);
    w->t.failed = 1;
    return 0;
  }
  for (uint32_t i = 0; i < w->parts.n; i++) {
    uint32_t h = parts_hash(&PART(w, i));
    while (x[h & (size - 1)]) h++;
    x[h & (size - 1)] = i + 1;
  }
  lia_free(w->table);
  w->table = x;
  w->ntable = size;
  return 1;
}

static uint32_t parts_part_of(work *w, part x) {
  if (!parts_grow(w)) return 0;
  uint32_t h = parts_hash(&x);
  for (uint32_t i; (i = w->table[h & (w->ntable - 1)]); h++)
    if (parts_same(&PART(w, i - 1), &x)) return i - 1;
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
  uint32_t k = parts_part_of(w, x), i = lia_terms_more(&w->t, &w->places, sizeof o);
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
  q->stale = 1;
  o.part = k;
  o.version = WATCH(w, o.poly).version;
  o.sibling = WATCH(w, o.poly).first;
  WATCH(w, o.poly).first = i;
  PLACE(w, i) = o;
}

static int lives(const work *w, uint32_t o) {
  return PLACE(w, o).version == WATCH(w, PLACE(w, o).poly).version;
}

// its places that still stand
static void parts_prune(work *w, part *x) {
  uint32_t *link = &x->first, last = NONE;
  x->count = 0;
  while (*link != NONE) {
    if (lives(w, *link)) {
      last = *link;
      link = &PLACE(w, last).next;
      x->count++;
    } else {
      *link = PLACE(w, *link).next;
    }
  }
  x->last = last;
}

// ---- looking again only where something has changed ----

typedef void spot(work *w, uint32_t poly);   // finds the places of one polynomial

static void watch_new(work *w, spot *in) {
  while (w->watches.n < w->t.polys.n && !w->t.failed) {
    uint32_t k = lia_terms_more(&w->t, &w->watches, sizeof(watch));
    if (w->t.failed) return;
    WATCH(w, k) = (watch){ .first = NONE };
    in(w, k);
  }
}

static void parts_look(work *w, spot *in) {
  if (w->table) memset(w->table, 0, w->ntable * sizeof *w->table);
  w->parts.n = w->places.n = w->watches.n = w->touched.n = 0;
  watch_new(w, in);
  w->looked = w->places.n;
}

static void touch(work *w, uint32_t poly) {
  if (poly >= w->watches.n || WATCH(w, poly).touched) return;
  uint32_t k = lia_terms_more(&w->t, &w->touched, sizeof poly);
  if (w->t.failed) return;
  ((uint32_t *)w->touched.v)[k] = poly;
  WATCH(w, poly).touched = 1;
}

static void look_again(work *w, spot *in) {
  if (w->places.n > 4 * w->looked + 4096) {
    parts_look(w, in);
    return;
  }
  for (uint32_t k = 0; k < w->touched.n && !w->t.failed; k++) {
    uint32_t poly = ((uint32_t *)w->touched.v)[k];
    for (uint32_t o = WATCH(w, poly).first; o != NONE; o = PLACE(w, o).sibling)
      PART(w, PLACE(w, o).part).stale = 1;
    WATCH(w, poly) = (watch){ .version = WATCH(w, poly).version + 1, .first = NONE };
    in(w, poly);
  }
  w->touched.n = 0;
  watch_new(w, in);
}

// ---- sums that several polynomials contain ----

static int parts_unit(lia_ratio c) { return c.d == 1 && (c.n == 1 || c.n == -1); }
static lia_ratio parts_positive(lia_ratio c) {
  return lia_ratio_sign(c) < 0 ? lia_ratio_neg(c) : c;
}
static uint32_t parts_moving(const work *w, uint32_t m) { return LIA_MONO(&w->t, m).moving; }

// which of two polynomials that are multiples of each other is the first; so many polynomials, so
// many comparisons
int lia_parts_multiple(const work *w, uint32_t a, uint32_t b, lia_ratio *by) {
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
      if (!parts_moving(w, a.m) && !parts_moving(w, b.m)) continue;
      if (a.m > b.m) { lia_term o = a; a = b; b = o; }
      found(w, (part){ .kind = SUM, .a = a.m, .b = b.m, .x = NUM(1),
          .y = lia_ratio_mul(b.c, lia_ratio_inv(a.c)) },
            (place){ .poly = poly, .i = a.m, .j = b.m, .left = NONE, .by = a.c });
    }
}

// the number that stands before the part most often
static lia_ratio usual(const work *w, const part *x) {
  lia_ratio best = NUM(1);
  int most = 0;
  for (uint32_t o = x->first, tried = 0; o != NONE && tried < 8; o = PLACE(w, o).next, tried++) {
    int n = 0;
    for (uint32_t q = x->first; q != NONE; q = PLACE(w, q).next)
      n += lia_ratio_equal(parts_positive(PLACE(w, q).by), parts_positive(PLACE(w, o).by));
    if (n > most) {
      most = n;
      best = parts_positive(PLACE(w, o).by);
    }
  }
  return best;
}

// additions saved first, then multiplications
static int64_t saved_by_sum(const work *w, const part *x, lia_ratio c) {
  int64_t mul = -(int64_t)lia_terms_cost(&w->t, x->a, c)
      - (int64_t)lia_terms_cost(&w->t, x->b, lia_ratio_mul(c, x->y));
  for (uint32_t o = x->first; o != NONE; o = PLACE(w, o).next) {
    lia_ratio by = PLACE(w, o).by;
    mul += lia_terms_cost(&w->t, x->a, by) + lia_terms_cost(&w->t, x->b, lia_ratio_mul(by, x->y))
        - !lia_ratio_equal(parts_positive(by), c);
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
  uint32_t lit = lia_terms_named(t, poly, !parts_moving(w, a) && !parts_moving(w, b));
  return lia_terms_product(t, 1, &lit);
}

static int64_t worth_as_sum(work *w, uint32_t i) {
  const part *x = &PART(w, i);
  return x->count < 2 ? 0 : saved_by_sum(w, x, usual(w, x));
}

// the part that saves most, NONE where nothing saves
static uint32_t best_part(work *w, int64_t (*worth)(work *w, uint32_t i)) {
  uint32_t best = NONE;
  int64_t most = 0;
  for (uint32_t i = 0; i < w->parts.n && !w->t.failed; i++) {
    part *x = &PART(w, i);
    if (x->stale) {
      parts_prune(w, x);
      x->saves = worth(w, i);
      x->stale = 0;
    }
    if (x->saves > most) {
      most = x->saves;
      best = i;
    }
  }
  return best;
}

static int share_sums(work *w) {
  lia_terms *t = &w->t;
  uint32_t i = best_part(w, worth_as_sum);
  if (i == NONE || t->failed) return 0;
  part best = PART(w, i);
  lia_ratio by = usual(w, &best);
  uint32_t m = name_sum(w, best.a, by, best.b, lia_ratio_mul(by, best.y));
  for (uint32_t o = best.first; o != NONE && !t->failed; o = PLACE(w, o).next) {
    place q = PLACE(w, o);
    if (!lives(w, o) || !lia_terms_find(t, q.poly, q.i) || !lia_terms_find(t, q.poly, q.j))
      continue;
    touch(w, q.poly);
    lia_terms_drop(t, q.poly, q.i);
    lia_terms_drop(t, q.poly, q.j);
    lia_terms_add(t, q.poly, m, lia_ratio_mul(q.by, lia_ratio_inv(by)));
  }
  look_again(w, pairs_as_they_stand);
  return !t->failed;
}

// parts that stand in one place only, and alone there, go back into it
static void put_back(work *w, uint32_t first) {
  lia_terms *t = &w->t;
  uint32_t *uses = lia_calloc(2 * (size_t)t->polys.n + 2, sizeof *uses),
      *at = uses ? uses + t->polys.n + 1 : NULL;
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
      if (LIA_MONO(t, x).n == 1 && !LIA_LIT(t, LIA_LITS(t, x)[0]).e &&
          LIA_LIT(t, LIA_LITS(t, x)[0]).poly == k)
        m = x;
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

// ---- common factors ----

// x a + y b over a number; or known by the ratio of x and y alone, the number chosen when all its
// places are known
static void parts_sum_of(work *w, kind k, uint32_t a, lia_ratio x, uint32_t b, lia_ratio y,
    lia_ratio over, place o) {
  if (a > b) {
    uint32_t m = a; a = b; b = m;
    lia_ratio c = x; x = y; y = c;
  }
  if (k == RATIO) over = x;
  else if (lia_ratio_sign(x) < 0) over = lia_ratio_neg(over);
  lia_ratio by = lia_ratio_inv(over);
  o.by = over;
  found(w, (part){ .kind = k, .a = a, .b = b, .x = lia_ratio_mul(x, by),
      .y = lia_ratio_mul(y, by) }, o);
}

// numbers of which one is a few times the other, as they come out of squares and derivatives;
// others are measured ones
static int few_times(lia_ratio a, lia_ratio b, lia_ratio whole) {
  lia_ratio x = parts_positive(lia_ratio_mul(a, lia_ratio_inv(whole))),
      y = parts_positive(lia_ratio_mul(b, lia_ratio_inv(whole)));
  return x.d == 1 && y.d == 1 && x.n <= 4 && y.n <= 4;
}

// u + v with their common factor out: all of it; what moves of it; and with half of one term left
// behind
static void two_terms(work *w, uint32_t poly, lia_term u, lia_term v) {
  lia_terms *t = &w->t;
  uint32_t all = lia_terms_common(t, u.m, v.m, 0), some = lia_terms_common(t, u.m, v.m, 1);
  lia_ratio whole = lia_ratio_gcd(u.c, v.c), half = lia_ratio_make(1, 2),
      hu = lia_ratio_mul(u.c, half), hv = lia_ratio_mul(v.c, half);
  place o = { .poly = poly, .i = u.m, .j = v.m, .common = all, .left = NONE, .ci = u.c, .cj = v.c };
  int few = few_times(u.c, v.c, whole);
  parts_sum_of(w, few ? SUM : RATIO, lia_terms_over(t, u.m, all), u.c, lia_terms_over(t, v.m, all),
      v.c, whole, o);
  o.common = some;
  uint32_t a = lia_terms_over(t, u.m, some), b = lia_terms_over(t, v.m, some);
  if (some != all) parts_sum_of(w, few ? SUM : RATIO, a, u.c, b, v.c, whole, o);
  if (few && !parts_unit(whole)) parts_sum_of(w, SUM, a, u.c, b, v.c, NUM(1), o);
  if (parts_moving(w, v.m) && hv.d <= v.c.d) {
    o.left = v.m;
    parts_sum_of(w, SUM, a, u.c, b, hv, NUM(1), o);
  }
  if (parts_moving(w, u.m) && hu.d <= u.c.d) {
    o.left = u.m;
    parts_sum_of(w, SUM, a, hu, b, v.c, NUM(1), o);
  }
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
    if (nf || !parts_unit(x.c))
      found(w, (part){ .kind = SCALED, .a = constant, .b = a, .x = parts_positive(x.c) }, o);
    uint32_t before = NONE;
    for (uint32_t j = i + 1; j < n && !t->failed; j++) {
      uint32_t b = LIA_LITS(t, x.m)[j];
      if (LIA_LIT(t, b).fixed || b == before) continue;
      before = b;
      found(w, (part){ .kind = PAIR, .a = a, .b = b }, o);
    }
  }
}

static uint32_t times_in(const work *w, uint32_t m, uint32_t a, uint32_t b) {
  uint32_t x = lia_terms_power(&w->t, m, a), y = lia_terms_power(&w->t, m, b);
  if (a == b) return x / 2;
  return x < y ? x : y;
}

static int64_t saved_by_product(const work *w, const part *x) {
  int64_t n = -1;
  for (uint32_t o = x->first; o != NONE; o = PLACE(w, o).next)
    n += x->kind == SCALED ? 1 : times_in(w, PLACE(w, o).i, x->a, x->b);
  return n * w->mul;
}

// what a sum is as a part of its own: its numbers, its operations, whether it is a constant
typedef struct named { lia_ratio by, x, y; int64_t own; int constant; } named;

static named as_sum(const work *w, const part *x) {
  lia_ratio c = x->kind == RATIO ? usual(w, x) : NUM(1);
  named s = { c, lia_ratio_mul(c, x->x), lia_ratio_mul(c, x->y), 0,
      !parts_moving(w, x->a) && !parts_moving(w, x->b) };
  if (!s.constant)
    s.own = w->mul * (int64_t)(lia_terms_cost(&w->t, x->a, s.x) + lia_terms_cost(&w->t, x->b, s.y))
        + w->add;
  return s;
}

// operations one place saves; the part's own are paid once
static int64_t saved_here(const work *w, const named *s, const place *o) {
  const lia_terms *t = &w->t;
  lia_ratio ci = lia_terms_find(t, o->poly, o->i)->c, cj = lia_terms_find(t, o->poly, o->j)->c,
      by = lia_ratio_mul(o->by, lia_ratio_inv(s->by));
  // it is that part
  if (o->left == NONE && o->common == 0 && parts_unit(by) && LIA_POLY(t, o->poly).n == 2)
    return s->own;
  int64_t adds = parts_moving(w, o->i) || parts_moving(w, o->j) ? w->add : 0;
  int64_t before = w->mul * (int64_t)(lia_terms_cost(t, o->i, ci) + lia_terms_cost(t, o->j, cj))
      + adds;
  int64_t n = (int64_t)parts_moving(w, o->common) + !s->constant, after = 0;
  int scaled = LIA_MONO(t, o->common).n > parts_moving(w, o->common) || !parts_unit(by) ||
      s->constant;
  if (n > 0) after = w->mul * (n - 1 + scaled);
  if (o->left != NONE)
    after += w->mul * (int64_t)lia_terms_cost(t, o->left,
        lia_ratio_mul(o->left == o->i ? ci : cj, lia_ratio_make(1, 2))) + adds;
  return before - after;
}

// every place of which the terms are free yet and which saves something is taken; terms taken are
// marked by the clock
static int64_t saved_by_factor(work *w, const part *x) {
  named s = as_sum(w, x);
  int64_t saves = -s.own;
  uint32_t now = ++w->clock;
  for (uint32_t o = x->first; o != NONE; o = PLACE(w, o).next) {
    const place *q = &PLACE(w, o);
    lia_term *i = lia_terms_find(&w->t, q->poly, q->i), *j = lia_terms_find(&w->t, q->poly, q->j);
    int64_t here = i->stamp == now || j->stamp == now ? -1 : saved_here(w, &s, q);
    if (here < 0) continue;
    saves += here;
    i->stamp = j->stamp = now;
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
    if (!i || !j || !lia_ratio_equal(i->c, q.ci) || !lia_ratio_equal(j->c, q.cj) ||
        saved_here(w, &s, &q) < 0)
      continue;
    lia_ratio c = q.left == q.i ? i->c : j->c;
    touch(w, q.poly);
    lia_terms_drop(t, q.poly, q.i);
    lia_terms_drop(t, q.poly, q.j);
    if (q.left != NONE) lia_terms_add(t, q.poly, q.left, lia_ratio_mul(c, lia_ratio_make(1, 2)));
    lia_terms_add(t, q.poly, lia_terms_times(t, q.common, m),
        lia_ratio_mul(q.by, lia_ratio_inv(s.by)));
  }
}

// in every term of every polynomial
static void take_product(work *w, part x) {
  lia_terms *t = &w->t;
  uint32_t poly = lia_terms_poly(t, 1), two[2] = { x.a, x.b }, one = x.b, count = t->polys.n - 1;
  uint32_t m = x.kind == PAIR ? lia_terms_product(t, 2, two)
      : lia_terms_times(t, x.a, lia_terms_product(t, 1, &one));
  if (t->failed) return;
  lia_terms_add(t, poly, m, x.kind == PAIR ? NUM(1) : x.x);
  uint32_t lit = lia_terms_named(t, poly, 0), name = lia_terms_product(t, 1, &lit);
  for (uint32_t o = x.first; o != NONE && !t->failed; o = PLACE(w, o).next) {
    place q = PLACE(w, o);
    const lia_term *i = lia_terms_find(t, q.poly, q.i);
    if (!i || q.poly >= count || (x.kind == SCALED && !lia_ratio_equal(parts_positive(i->c), x.x)))
      continue;
    lia_ratio c = x.kind == PAIR ? i->c : NUM(lia_ratio_sign(i->c));
    uint32_t to = q.i;
    touch(w, q.poly);
    for (uint32_t k = x.kind == PAIR ? times_in(w, q.i, x.a, x.b) : 1; k > 0 && !t->failed; k--)
      to = lia_terms_times(t, lia_terms_over(t, to, m), name);
    lia_terms_drop(t, q.poly, q.i);
    lia_terms_add(t, q.poly, to, c);
  }
}

static void products_and_factors(work *w, uint32_t k) {
  lia_terms *t = &w->t;
  for (uint32_t i = 0; i < LIA_POLY(t, k).n && !t->failed; i++) {
    lia_term x = LIA_POLY(t, k).t[i];
    for (uint32_t j = i + 1; j < LIA_POLY(t, k).n && !t->failed; j++)
      two_terms(w, k, x, LIA_POLY(t, k).t[j]);
    factors(w, k, x);
  }
}

static int64_t worth(work *w, uint32_t i) {
  const part *x = &PART(w, i);
  return x->kind >= SUM ? saved_by_factor(w, x) : saved_by_product(w, x);
}

static int take_best(work *w) {
  uint32_t best = best_part(w, worth);
  if (best == NONE || w->t.failed) return 0;
  part x = PART(w, best);
  if (x.kind >= SUM) take_factor(w, x);
  else take_product(w, x);
  look_again(w, products_and_factors);
  return !w->t.failed;
}

// ---- all of it ----

uint64_t lia_parts_pairs(const work *w) {
  uint64_t sum = 0;
  for (uint32_t k = 0; k < w->t.polys.n; k++)
    sum += (uint64_t)LIA_POLY(&w->t, k).n * LIA_POLY(&w->t, k).n / 2;
  return sum;
}

void lia_parts_take(work *w, uint32_t first) {
  parts_look(w, pairs_as_they_stand);
  while (share_sums(w)) { }
  put_back(w, first);
  parts_look(w, products_and_factors);
  while (take_best(w)) { }
}

void lia_parts_free(work *w) {
  lia_terms_free(&w->t);
  lia_free(w->parts.v);
  lia_free(w->places.v);
  lia_free(w->watches.v);
  lia_free(w->touched.v);
  lia_free(w->table);
}
