/* trig_expand.c - sines and cosines of sums taken apart into base angles */
#include "sym/simp/simp.h"

#include "base/mem.h"
#include "sym/expr/build.h"
#include "sym/expr/turn.h"
#include "sym/expr/walk.h"

#include <stdlib.h>

// a base angle: the largest unit of which all multiples of this rest in the expression are whole
// multiples
typedef struct unit { lia_expr rest; lia_ratio gcd; } unit;

typedef struct apart {
  lia_pool *p;
  lia_walk *w;
  unit *unit;           // sorted by rest
  uint32_t n, room;
  int failed;
} apart;

enum { LARGEST_MULTIPLE = 64 };

static int trig_expand_is_trig(lia_op op) {
  return op == LIA_OP_sin || op == LIA_OP_cos || op == LIA_OP_tan;
}

static unit *find_unit(const apart *a, lia_expr rest) {
  for (uint32_t i = 0, j = a->n; i < j; ) {
    uint32_t m = (i + j) / 2;
    if (a->unit[m].rest == rest) return &a->unit[m];
    if (a->unit[m].rest < rest) i = m + 1;
    else j = m;
  }
  return NULL;
}

static void trig_expand_note(apart *a, lia_expr rest, lia_ratio c) {
  unit *u = find_unit(a, rest);
  if (lia_ratio_sign(c) < 0) c = lia_ratio_neg(c);
  if (u) {
    u->gcd = lia_ratio_gcd(u->gcd, c);
    return;
  }
  if (a->n == a->room) {
    uint32_t room = 2 * a->room + 16;
    unit *v = lia_realloc(a->unit, room * sizeof *v);
    if (!v) {
      lia_pool_nomem(a->p);
      a->failed = 1;
      return;
    }
    a->unit = v;
    a->room = room;
  }
  uint32_t i = a->n++;
  for (; i > 0 && a->unit[i - 1].rest > rest; i--) a->unit[i] = a->unit[i - 1];
  a->unit[i] = (unit){ rest, c };
}

static void note_angle(apart *a, lia_expr x) {
  const lia_expr *k;
  uint32_t n = lia_expr_terms(a->p, &x, &k);
  for (uint32_t i = 0; i < n; i++) {
    lia_expr rest, num = lia_sym_split(a->p, k[i], &rest);
    if (lia_ratio_exact(lia_expr_num(a->p, num)))
      trig_expand_note(a, rest, lia_expr_num(a->p, num));
  }
}

static lia_turn turn_of(lia_pool *p, lia_expr x) {
  return (lia_turn){ lia_sym_cos(p, x), lia_sym_sin(p, x) };
}

// one term of an angle: n times its unit, or itself where it has none
static lia_turn turn_of_term(apart *a, lia_expr term) {
  lia_pool *p = a->p;
  lia_expr rest, num = lia_sym_split(p, term, &rest);
  lia_ratio c = lia_expr_num(p, num);
  const unit *u = lia_ratio_exact(c) ? find_unit(a, rest) : NULL;
  lia_ratio n = u && lia_ratio_sign(u->gcd) ? lia_ratio_mul(c, lia_ratio_inv(u->gcd))
      : lia_ratio_make(0, 1);
  if (!lia_ratio_is_int(n) || n.n == 0 || n.n > LARGEST_MULTIPLE || n.n < -LARGEST_MULTIPLE)
    return turn_of(p, term);
  lia_expr base = rest == LIA_ONE ? lia_sym_ratio(p, u->gcd)
      : lia_sym_scale(p, lia_sym_ratio(p, u->gcd), rest);
  return lia_turn_multiple(p, turn_of(p, base), n.n);
}

static lia_turn turn_of_angle(apart *a, lia_expr x) {
  lia_pool *p = a->p;
  lia_turn r = { LIA_ONE, LIA_ZERO };
  const lia_expr *k;
  uint32_t n = lia_expr_terms(p, &x, &k);
  for (uint32_t i = 0; i < n && !a->failed; i++) {
    lia_expr_terms(p, &x, &k);  // the list may have moved
    r = lia_turn_then(p, r, turn_of_term(a, k[i]));
    a->failed |= !r.c || !r.s;
  }
  return r;
}

static lia_expr rebuild(apart *a, lia_expr e) {
  lia_pool *p = a->p;
  uint32_t n = lia_expr_n(p, e);
  lia_op op = lia_expr_op(p, e);
  lia_expr local[16], *k = n <= 16 ? local : lia_malloc(n * sizeof *k);
  if (!k) return lia_pool_nomem(p);
  int same = 1;
  for (uint32_t i = 0; i < n; i++) {
    k[i] = a->w->memo[lia_expr_args(p, e)[i]];
    same &= k[i] == lia_expr_args(p, e)[i];
  }
  lia_expr r = e;
  if (trig_expand_is_trig(op)) {
    lia_turn t = turn_of_angle(a, k[0]);
    if (a->failed) r = 0;
    else if (op == LIA_OP_sin) r = t.s;
    else r = op == LIA_OP_cos ? t.c : lia_sym_div(p, t.s, t.c);
  } else if (!same) {
    r = lia_sym_apply(p, op, n, k);
  }
  if (k != local) lia_free(k);
  return r;
}

lia_expr lia_simp_angles(lia_pool *p, lia_expr e) {
  if (!e) return 0;
  apart a = { .p = p, .w = lia_walk_open(p, 1, &e, 0) };
  if (!a.w) return 0;
  for (uint32_t i = 0; i < a.w->n; i++)
    if (trig_expand_is_trig(lia_expr_op(p, a.w->list[i])))
      note_angle(&a, lia_expr_args(p, a.w->list[i])[0]);
  lia_expr r = e;
  for (uint32_t i = 0; i < a.w->n && !a.failed; i++) {
    r = rebuild(&a, a.w->list[i]);
    a.w->memo[a.w->list[i]] = r;
    a.failed |= !r;
  }
  lia_walk_close(p, a.w);
  lia_free(a.unit);
  return a.failed ? 0 : r;
}
