/* trig_merge.c - products of sines and cosines merged: c1 c2 - s1 s2 = c12, s^2 + c^2 = 1 */
#include "sym/simp/simp.h"

#include "base/mem.h"
#include "sym/expr/build.h"
#include "sym/simp/expand.h"
#include "sym/simp/simp_cost.h"
#include "sym/expr/walk.h"

// the terms of one sum by what their number multiplies
typedef struct term { lia_expr rest; lia_ratio c; } term;

typedef struct sum {
  lia_pool *p;
  term *t;
  uint32_t n, room;
  uint32_t *table, ntable;   // 1 + term
  uint64_t angles;           // a bit for every angle among the terms, several may share one
  int failed, changed;
} sum;

// ---- one term: its sines and cosines

typedef struct wave { lia_expr node, angle; int cosine; int64_t power; } wave;

enum { WAVES = 16 };

static uint32_t waves_of(const lia_pool *p, lia_expr rest, wave *w) {
  int product = lia_expr_op(p, rest) == LIA_OP_mul;
  const lia_expr *f = product ? lia_expr_args(p, rest) : &rest;
  uint32_t n = product ? lia_expr_n(p, rest) : 1, m = 0;
  for (uint32_t i = 0; i < n && m < WAVES; i++) {
    lia_expr e, base = lia_sym_base(p, f[i], &e);
    lia_op op = lia_expr_op(p, base);
    int64_t power;
    if ((op != LIA_OP_sin && op != LIA_OP_cos) || !lia_sym_whole(p, e, &power) || power < 1)
      continue;
    w[m++] = (wave){ base, lia_expr_args(p, base)[0], op == LIA_OP_cos, power };
  }
  return m;
}

// ---- sums

static uint64_t angle_bit(const lia_pool *p, lia_expr angle) {
  lia_expr rest;
  lia_sym_split(p, angle, &rest);
  return (uint64_t)1 << (rest * 2654435769u >> 26);
}

static uint32_t *slot(const sum *s, lia_expr rest) {
  uint32_t h = (rest * 2654435769u) >> 7;
  while (s->table[h & (s->ntable - 1)] && s->t[s->table[h & (s->ntable - 1)] - 1].rest != rest) h++;
  return &s->table[h & (s->ntable - 1)];
}

static void trig_merge_fail(sum *s) {
  lia_pool_nomem(s->p);
  s->failed = 1;
}

static void trig_merge_grow(sum *s) {
  uint32_t room = s->room ? 2 * s->room : 32;
  term *t = lia_realloc(s->t, room * sizeof *t);
  if (t) s->t = t;
  uint32_t *table = lia_calloc(4 * (size_t)room, sizeof *table);
  if (!t || !table) {
    lia_free(table);
    trig_merge_fail(s);
    return;
  }
  lia_free(s->table);
  s->table = table;
  s->ntable = 4 * room;
  s->room = room;
  for (uint32_t i = 0; i < s->n; i++) *slot(s, s->t[i].rest) = i + 1;
}

// + c * e
static void trig_merge_add(sum *s, lia_expr e, lia_ratio c) {
  lia_expr rest, num;
  if (!e) s->failed = 1;
  if (s->failed || !lia_ratio_sign(c)) return;
  num = lia_sym_split(s->p, e, &rest);
  if (s->n == s->room) trig_merge_grow(s);
  if (s->failed) return;
  c = lia_ratio_mul(c, lia_expr_num(s->p, num));
  uint32_t *at = slot(s, rest);
  if (*at) {
    s->t[*at - 1].c = lia_ratio_add(s->t[*at - 1].c, c);
    return;
  }
  s->t[s->n] = (term){ rest, c };
  *at = ++s->n;
  wave w[WAVES];
  for (uint32_t n = waves_of(s->p, rest, w); n--; ) s->angles |= angle_bit(s->p, w[n].angle);
}

static term *find(const sum *s, lia_expr rest) {
  uint32_t i = rest ? *slot(s, rest) : 0;
  return i && lia_ratio_sign(s->t[i - 1].c) ? &s->t[i - 1] : NULL;
}

// ---- merging

// the sine of a cosine's angle and the other way round
static lia_expr other(lia_pool *p, const wave *w) {
  return lia_sym_fun(p, w->cosine ? LIA_OP_sin : LIA_OP_cos, w->angle);
}

static lia_ratio trig_merge_magnitude(lia_ratio a) {
  return lia_ratio_sign(a) < 0 ? lia_ratio_neg(a) : a;
}

// the smaller magnitude with the sign of a
static lia_ratio shared(lia_ratio a, lia_ratio b) {
  lia_ratio m = lia_ratio_cmp(trig_merge_magnitude(a), trig_merge_magnitude(b)) <= 0
      ? trig_merge_magnitude(a) : trig_merge_magnitude(b);
  return lia_ratio_sign(a) < 0 ? lia_ratio_neg(m) : m;
}

static void trig_merge_take(sum *s, lia_expr rest, lia_ratio c) {
  trig_merge_add(s, rest, lia_ratio_neg(c));
}

// a R f(u) g(v) with its partner b R f~(u) g~(v):
//   cos u cos v -+ sin u sin v = cos(u +- v),  sin u cos v +- cos u sin v = sin(u +- v)
static int merge_pair(sum *s, uint32_t i, const wave *u, const wave *v) {
  lia_pool *p = s->p;
  if (u->angle == v->angle) return 0;
  lia_expr rest = s->t[i].rest, both = lia_sym_mul(p, u->node, v->node),
      R = lia_sym_div(p, rest, both);
  lia_expr twin = lia_sym_mul(p, R, lia_sym_mul(p, other(p, u), other(p, v)));
  if (!twin) { s->failed = 1; return 0; }
  const term *t = find(s, twin);
  if (!t) return 0;

  lia_ratio a = s->t[i].c, b = t->c, m = shared(a, b),
      mb = lia_ratio_sign(a) == lia_ratio_sign(b) ? m : lia_ratio_neg(m);
  int same_sign = lia_ratio_sign(a) == lia_ratio_sign(b), same_kind = u->cosine == v->cosine;
  int plus = same_kind ? !same_sign : same_sign;
  // of cos cos and sin sin the cosines carry the sign; of the mixed ones the sine that comes first
  const wave *first = same_kind || !u->cosine ? u : v, *second = first == u ? v : u;
  lia_ratio sign = same_kind && !u->cosine ? mb : m;
  lia_expr angle = plus ? lia_sym_add(p, first->angle, second->angle)
      : lia_sym_sub(p, first->angle, second->angle);
  lia_expr f = lia_sym_fun(p, same_kind ? LIA_OP_cos : LIA_OP_sin, angle);
  trig_merge_take(s, rest, m);
  trig_merge_take(s, twin, mb);
  trig_merge_add(s, lia_sym_mul(p, R, f), sign);
  return 1;
}

// a R f(u) g(v) and the term of the merged angle that leaves one product of the two:
//   cos u cos v - cos(u +- v) = +- sin u sin v,   sin u sin v -+ cos(u -+ v) = -+ cos u cos v,
//   sin u cos v - sin(u +- v) = -+ cos u sin v
static int merge_with_angle(sum *s, uint32_t i, const wave *u, const wave *v) {
  lia_pool *p = s->p;
  if (u->angle == v->angle) return 0;
  // of the mixed ones the sine comes first
  const wave *first = u->cosine ? v : u, *second = first == u ? v : u;
  lia_ratio a = s->t[i].c;
  lia_expr rest = s->t[i].rest, R = lia_sym_div(p, rest, lia_sym_mul(p, u->node, v->node));
  int same = u->cosine == v->cosine, sines = same && !u->cosine;
  for (int minus = 0; minus < 2; minus++) {
    lia_expr angle = minus ? lia_sym_sub(p, first->angle, second->angle)
        : lia_sym_add(p, first->angle, second->angle), h;
    if (!angle) { s->failed = 1; return 0; }
    if (!(s->angles & angle_bit(p, angle))) continue;
    lia_expr merged = lia_sym_mul(p, R, lia_sym_fun(p, same ? LIA_OP_cos : LIA_OP_sin, angle));
    if (!merged) { s->failed = 1; return 0; }
    lia_expr num = lia_sym_split(p, merged, &h);
    const term *t = find(s, h);
    if (!t) continue;
    lia_ratio want = sines && !minus ? a : lia_ratio_neg(a);
    if (!lia_ratio_equal(lia_ratio_mul(t->c, lia_expr_num(p, num)), want)) continue;
    int keeps = same ? !minus : minus;
    lia_expr left = lia_sym_mul(p, R, lia_sym_mul(p, other(p, u), other(p, v)));
    trig_merge_add(s, h, lia_ratio_neg(t->c));
    trig_merge_take(s, rest, a);
    trig_merge_add(s, left, keeps ? a : lia_ratio_neg(a));
    return 1;
  }
  return 0;
}

// a R f^2 + b R f~^2 = min R + ...,  b R - b R f^2 = b R f~^2
static int merge_square(sum *s, uint32_t i, const wave *u) {
  lia_pool *p = s->p;
  lia_expr rest = s->t[i].rest, R = lia_sym_div(p, rest, lia_sym_sq(p, u->node)),
      square = lia_sym_sq(p, other(p, u));
  lia_expr twin = lia_sym_mul(p, R, square);
  if (!twin) { s->failed = 1; return 0; }
  const term *t = find(s, twin);
  lia_ratio a = s->t[i].c;
  if (t && lia_ratio_sign(t->c) == lia_ratio_sign(a)) {
    lia_ratio m = shared(a, t->c);
    trig_merge_take(s, rest, m);
    trig_merge_take(s, twin, m);
    trig_merge_add(s, R, m);
    return 1;
  }
  lia_expr Rrest, num = lia_sym_split(p, R, &Rrest);
  t = find(s, Rrest);
  if (!t) return 0;
  lia_ratio b = lia_ratio_mul(t->c, lia_ratio_inv(lia_expr_num(p, num)));
  if (!lia_ratio_equal(b, lia_ratio_neg(a))) return 0;
  trig_merge_take(s, rest, a);
  trig_merge_take(s, R, b);
  trig_merge_add(s, twin, b);
  return 1;
}

// one merge that starts from term i
static int merge_term(sum *s, uint32_t i) {
  wave w[WAVES];
  uint32_t n = waves_of(s->p, s->t[i].rest, w);
  for (uint32_t k = 0; k < n && !s->failed; k++) {
    if (w[k].power > 1 && merge_square(s, i, &w[k])) return 1;
    for (uint32_t j = k + 1; j < n && !s->failed; j++)
      if (merge_pair(s, i, &w[k], &w[j]) || (!s->failed && merge_with_angle(s, i, &w[k], &w[j])))
        return 1;
  }
  return 0;
}

static lia_expr merge_sum(lia_pool *p, lia_expr e) {
  sum s = { .p = p };
  uint32_t n = lia_expr_n(p, e);
  for (uint32_t i = 0; i < n; i++) trig_merge_add(&s, lia_expr_args(p, e)[i], lia_ratio_make(1, 1));
  // new terms are appended and have their turn; each merge takes at least one term away, so this
  // ends
  for (uint32_t i = 0; i < s.n && !s.failed; i++)
    while (!s.failed && lia_ratio_sign(s.t[i].c) && merge_term(&s, i)) s.changed = 1;
  lia_expr r = e, *list = NULL;
  if (s.changed && !s.failed) {
    list = lia_malloc(s.n * sizeof *list);
    if (!list) trig_merge_fail(&s);
    for (uint32_t i = 0; list && i < s.n; i++)
      list[i] = lia_sym_scale(p, lia_sym_ratio(p, s.t[i].c), s.t[i].rest);
    if (list) r = lia_sym_sum(p, s.n, list);
  }
  lia_free(list);
  lia_free(s.t);
  lia_free(s.table);
  return s.failed ? 0 : r;
}

// ---- whole expressions

// all sines and cosines below e, as what is to be multiplied out; UINT32_MAX without memory
static uint32_t list_waves(lia_pool *p, lia_expr e, lia_expr **list) {
  *list = NULL;
  lia_walk *w = lia_walk_open(p, 1, &e, 0);
  if (!w) return UINT32_MAX;
  uint32_t n = 0;
  *list = lia_malloc((w->n + 1) * sizeof **list);
  for (uint32_t i = 0; *list && i < w->n; i++) {
    lia_op op = lia_expr_op(p, w->list[i]);
    if (op == LIA_OP_sin || op == LIA_OP_cos) (*list)[n++] = w->list[i];
  }
  lia_walk_close(p, w);
  if (*list) return n;
  lia_pool_nomem(p);
  return UINT32_MAX;
}

static lia_expr merged_all(lia_pool *p, lia_expr e) { return lia_simp_everywhere(p, e, merge_sum); }

// the terms a candidate may have: many times what there was, but bounded
enum { FEW = 3000, SMALL = 1000 };

// multiplied out where sines and cosines stand, then merged
static lia_expr opened(lia_pool *p, lia_expr e, uint32_t n, const lia_expr *waves) {
  lia_expand_opts o = { .n = n, .x = waves, .most = FEW };
  lia_expr r = lia_expand(p, e, &o);
  return r && r != UINT32_MAX ? merged_all(p, r) : r;
}

// in base angles with c^2 = 1 - s^2, then merged
static lia_expr from_normal(lia_pool *p, lia_expr e) {
  lia_expand_opts o = { .squares = 1, .most = SMALL };
  lia_expr r = lia_expand(p, lia_simp_angles(p, e), &o);
  return r && r != UINT32_MAX ? merged_all(p, r) : r;
}

static lia_expr merged(lia_pool *p, lia_expr e) {
  lia_expr *waves;
  uint32_t n = e ? list_waves(p, e, &waves) : UINT32_MAX;
  if (n == UINT32_MAX) return 0;
  for (int round = 0; n && e && round < 3; round++) {
    lia_expr before = e, r = opened(p, e, n, waves);
    if (r == UINT32_MAX) r = merged_all(p, e);
    e = r;
    if (e == before) break;
  }
  lia_free(waves);
  return e ? lia_simp_smaller(p, e, lia_simp_factor(p, e)) : 0;
}

lia_expr lia_simp_merge(lia_pool *p, lia_expr e) { return lia_simp_within(p, e, merged); }

static lia_expr trig(lia_pool *p, lia_expr e) {
  if (!e) return 0;
  lia_expr *waves;
  uint32_t n = list_waves(p, e, &waves);
  if (n == UINT32_MAX) return 0;
  if (!n) {
    lia_free(waves);
    return e;
  }
  lia_error kept = p->err;
  lia_expr best = lia_simp_smaller(p, e, merged_all(p, e));
  for (int round = 0; best && round < 3; round++) {
    lia_expr before = best, o = opened(p, best, n, waves);
    best = lia_simp_smaller(p, best, o);
    if (best && o && o != UINT32_MAX) best = lia_simp_smaller(p, best, lia_simp_factor(p, o));
    if (best == before) break;
  }
  if (best && lia_simp_cost(p, best) < SMALL / 2) {
    lia_expr o = from_normal(p, best);
    best = lia_simp_smaller(p, best, o);
    if (best && o && o != UINT32_MAX) best = lia_simp_smaller(p, best, lia_simp_factor(p, o));
  }
  lia_free(waves);
  if (best && !lia_pool_spent(p)) p->err = kept;
  return lia_pool_spent(p) && kept.code != LIA_ENOMEM ? 0 : best;
}

lia_expr lia_simp_trig(lia_pool *p, lia_expr e) { return lia_simp_within(p, e, trig); }
