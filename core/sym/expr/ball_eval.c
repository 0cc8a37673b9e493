/* ball_eval.c - expressions as balls: signs of constants, constants as doubles */
#include "sym/expr/ball_inside.h"

#include "base/assert.h"
#include "base/mem.h"
#include "sym/expr/number.h"
#include "sym/expr/walk.h"

// ---- expressions

typedef struct eval {
  lia_pool *p;
  lia_walk *w;
  lia_ball *of;             // by place in the walk
  lia_balls b;
  lia_ball_value *value;
  void *with;
} eval;

static lia_ball arg(const eval *v, lia_expr e, uint32_t i) {
  LIA_ASSERT(i < lia_expr_n(v->p, e));
  return v->of[v->w->memo[lia_expr_args(v->p, e)[i]]];
}

static lia_ball power_node(eval *v, lia_expr e) {
  lia_ball x = arg(v, e, 0);
  lia_expr y = lia_expr_args(v->p, e)[1];
  int64_t n;
  if (lia_sym_whole(v->p, y, &n)) return lia_ball_power(&v->b, x, n);
  if (y == LIA_HALF) return lia_ball_root(&v->b, x);
  return lia_ball_apply(&v->b, LIA_OP_pow, x, arg(v, e, 1), x);
}

static lia_ball ball_node(eval *v, lia_expr e) {
  lia_op op = lia_expr_op(v->p, e);
  uint32_t n = lia_expr_n(v->p, e);
  if (op == LIA_OP_num) return lia_ball_of_ratio(&v->b, lia_expr_num(v->p, e));
  if (op == LIA_OP_sym)
    return v->value ? lia_ball_of_double(&v->b, v->value(v->p, e, v->with)) : lia_ball_unknown();
  if (op == LIA_OP_pow) return power_node(v, e);
  if (op != LIA_OP_add && op != LIA_OP_mul) {
    lia_ball no = lia_ball_unknown(), x = n > 0 ? arg(v, e, 0) : no, y = n > 1 ? arg(v, e, 1) : no;
    return lia_ball_apply(&v->b, op, x, y, n > 2 ? arg(v, e, 2) : no);
  }
  lia_ball r = arg(v, e, 0);
  for (uint32_t i = 1; i < n && lia_ball_known(r); i++)
    r = lia_ball_apply(&v->b, op, r, arg(v, e, i), r);
  return r;
}

// what a node was made of is forgotten, its midpoint kept
static lia_ball kept(eval *v, lia_bigs *s, lia_expr e) {
  lia_bigmark m = lia_bigs_mark(v->b.s);
  lia_balls before = v->b;
  lia_ball r = ball_node(v, e);
  if (lia_bigs_bad(v->b.s)) v->b = before;
  if (lia_bigs_bad(v->b.s) || !lia_ball_known(r)) r = lia_ball_unknown();
  r.m = lia_big_copy(s, r.m);
  // constants met on the way are kept with it
  if (v->b.pibits > before.pibits) v->b.pi = lia_big_copy(s, v->b.pi);
  if (v->b.ln2bits > before.ln2bits) v->b.ln2 = lia_big_copy(s, v->b.ln2);
  lia_bigs_back(v->b.s, m);
  v->b.s->large = 0;
  return r;
}

lia_ball lia_ball_eval(lia_pool *p, lia_expr e, lia_balls how, lia_ball_value *value, void *of,
    lia_bigs *s) {
  lia_bigs scratch;
  eval v = { .p = p, .w = lia_walk_open(p, 1, &e, 0), .b = how, .value = value, .with = of };
  v.b.s = &scratch;
  v.of = v.w ? lia_malloc((v.w->n + 1) * sizeof *v.of) : NULL;
  lia_ball r = lia_ball_unknown();
  int ok = v.of != NULL;
  if (v.w && !ok) lia_pool_nomem(p);
  lia_bigs_start(&scratch);
  for (uint32_t i = 0; ok && i < v.w->n; i++) {
    v.w->memo[v.w->list[i]] = i;
    r = v.of[i] = kept(&v, s, v.w->list[i]);
    ok = !lia_pool_stopped(p, 1 + (uint32_t)how.bits / 64) && !scratch.nomem && !s->nomem;
  }
  if (scratch.nomem || s->nomem) lia_pool_nomem(p);
  lia_bigs_free(&scratch);
  lia_free(v.of);
  lia_walk_close(p, v.w);
  return ok && !lia_bigs_bad(s) ? r : lia_ball_unknown();
}

int lia_ball_sign_of(lia_pool *p, lia_expr e) {
  int sign = 0;
  if (lia_expr_is_num(p, e)) {
    lia_ratio a = lia_expr_num(p, e);
    return lia_ratio_exact(a) || lia_ratio_doubt(a) < fabs(a.x) ? lia_ratio_sign(a) : 0;
  }
  for (int bits = 64; bits <= LIA_BALL_BITS && !sign && !p->node[e].bits; bits *= 2) {
    lia_bigs s;
    lia_bigs_start(&s);
    sign = lia_ball_sign(lia_ball_eval(p, e, (lia_balls){ .bits = bits }, NULL, NULL, &s));
    lia_bigs_free(&s);
  }
  return sign;
}

// ---- constants as doubles

struct lia_known { lia_expr e; lia_twofold v; };

lia_twofold lia_twofold_add(lia_twofold a, lia_twofold b) {
  double s = a.hi + b.hi, z = s - a.hi, e = (a.hi - (s - z)) + (b.hi - z) + (a.lo + b.lo),
      r = s + e;
  return isfinite(r) ? (lia_twofold){ r, e - (r - s) } : (lia_twofold){ s, 0 };
}

lia_twofold lia_twofold_mul(lia_twofold a, lia_twofold b) {
  double s = a.hi * b.hi, e = fma(a.hi, b.hi, -s) + (a.hi * b.lo + a.lo * b.hi), r = s + e;
  return isfinite(r) ? (lia_twofold){ r, e - (r - s) } : (lia_twofold){ s, 0 };
}

static lia_twofold of_ratio(lia_ratio a) {
  double hi = lia_ratio_double(a);
  if (!lia_ratio_exact(a) || !isfinite(hi)) return (lia_twofold){ hi, 0 };
  lia_bigs s;
  lia_bigs_start(&s);
  lia_balls b = { .s = &s, .bits = 128 };
  lia_ball rest = lia_ball_sub(&b, lia_ball_of_ratio(&b, a), lia_ball_of_double(&b, hi));
  double lo = lia_ball_known(rest) ? lia_ball_middle(rest) : 0;
  lia_bigs_free(&s);
  return (lia_twofold){ hi, lo };
}

// what is smaller than this is 0 as far as anybody can see
enum { NOTHING_BELOW = -900 };

// 1 where v is what x rounds to; halfway between two doubles the midpoint's is as good as the other
static int ball_rounded(lia_bigs *s, lia_ball x, int bits, lia_twofold *v) {
  lia_balls b = { .s = s, .bits = bits };
  int done = lia_ball_known(x) && lia_ball_rounds(s, x, &v->hi);
  if (done && isfinite(v->hi))
    v->lo = lia_ball_middle(lia_ball_sub(&b, x, lia_ball_of_double(&b, v->hi)));
  if (done) return 1;
  if (lia_ball_below(x, NOTHING_BELOW)) v->hi = 0;
  else if (!(lia_ball_radius(x) <= 0x1p-53 * fabs(v->hi))) v->hi = (double)NAN;
  return 0;
}

static lia_twofold ball_evaluate(lia_pool *p, lia_expr e) {
  lia_twofold v = { (double)NAN, 0 };
  for (int bits = 128, done = 0; bits <= LIA_BALL_BITS && !done; bits *= 2) {
    lia_bigs s;
    lia_bigs_start(&s);
    done = ball_rounded(&s,
        lia_ball_eval(p, e, (lia_balls){ .bits = bits, .trust = 1 }, NULL, NULL, &s), bits, &v);
    lia_bigs_free(&s);
  }
  return v;
}

static lia_known *ball_place(lia_known *table, uint32_t size, lia_expr e) {
  LIA_ASSERT(e && size && (size & (size - 1)) == 0);
  uint32_t h = e * 2654435769u >> 7;
  while (table[h & (size - 1)].e && table[h & (size - 1)].e != e) h++;
  return &table[h & (size - 1)];
}

static int ball_make_room(lia_pool *p) {
  if (2 * p->nknown < p->knownsize) return 1;
  uint32_t size = p->knownsize ? 2 * p->knownsize : 64;
  lia_known *table = lia_calloc(size, sizeof *table);
  if (!table) return 0;
  for (uint32_t i = 0; i < p->knownsize; i++)
    if (p->known[i].e) *ball_place(table, size, p->known[i].e) = p->known[i];
  lia_free(p->known);
  p->known = table;
  p->knownsize = size;
  return 1;
}

lia_twofold lia_ball_twofold_of(lia_pool *p, lia_expr e) {
  if (lia_expr_is_num(p, e)) return of_ratio(lia_expr_num(p, e));
  lia_known *k = p->knownsize ? ball_place(p->known, p->knownsize, e) : NULL;
  if (k && k->e) return k->v;
  lia_twofold v = ball_evaluate(p, e);
  if (lia_pool_spent(p) || !ball_make_room(p)) return v;
  *ball_place(p->known, p->knownsize, e) = (lia_known){ e, v };
  p->nknown++;
  return v;
}
