/* symkit.h - what the tests of the expression room share: random expressions that carry their
 * values along */
#ifndef LIA_TEST_SYMKIT_H
#define LIA_TEST_SYMKIT_H

#include "base/mem.h"
#include "base/rng.h"
#include "sym/expr/build.h"
#include "sym/expr/parse.h"
#include "sym/expr/print.h"
#include "sym/expr/walk.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define KIT_NAN __builtin_nan("")

enum { KIT_POINTS = 4, KIT_SYMBOLS = 8 };

/* how many random cases a test makes: few, unless the environment asks for more (make check does)
 * */
static inline int kit_cases(int few) {
  const char *s = getenv("SYM_CASES");
  return s && atoi(s) > few ? atoi(s) : few;
}

/* an expression from a text that must read, its symbols made on the way */
static inline lia_expr kit_read(lia_pool *p, const char *s) {
  lia_expr e;
  lia_error err = { 0 };
  cr_assert_eq(lia_parse(p, s, strlen(s), LIA_PARSE_create, &e, NULL, &err), LIA_OK, "%s: %s", s,
      err.text);
  return e;
}

/* an expression with its values at a few points, computed beside it with doubles, never from it */
typedef struct shadow {
  lia_expr e;
  double v[KIT_POINTS];
  double size[KIT_POINTS];   /* largest magnitude met on the way: what rounding is relative to */
} shadow;

typedef struct kit {
  lia_pool *p;
  lia_rng rng;
  lia_expr symbol[KIT_SYMBOLS];
  double at[KIT_SYMBOLS][KIT_POINTS];
} kit;

static inline kit kit_new(uint64_t seed) {
  static const char *const name[KIT_SYMBOLS] = { "m", "L", "a", "b", "q1", "q2", "q1'", "q2'" };
  kit k = { .p = lia_pool_new(), .rng = lia_rng_seed(seed) };
  for (int i = 0; i < KIT_SYMBOLS; i++) {
    k.symbol[i] = i < 4 ? lia_sym_symbol(k.p, name[i]) : i < 6 ? lia_sym_coordinate(k.p, name[i])
        : lia_sym_rate(k.p, k.symbol[i - 2]);
    for (int j = 0; j < KIT_POINTS; j++)
      k.at[i][j] = lia_rng_range(&k.rng, 0.3, 2.2) * (i >= 2 && lia_rng_below(&k.rng, 2) ? -1 : 1);
  }
  return k;
}

/* the value of an expression at point j, straight from the nodes */
static inline double kit_value(kit *k, lia_expr e, int j) {
  lia_walk *w = lia_walk_open(k->p, 1, &e, 0);
  double *v = lia_malloc((w->n + 1) * sizeof *v), r;
  for (uint32_t i = 0; i < w->n; i++) {
    lia_expr x = w->list[i];
    w->memo[x] = i;
    const lia_expr *a = lia_expr_args(k->p, x);
    uint32_t n = lia_expr_n(k->p, x);
    lia_op op = lia_expr_op(k->p, x);
    if (op == LIA_OP_num) v[i] = lia_ratio_double(lia_expr_num(k->p, x));
    else if (op == LIA_OP_sym) {
      v[i] = KIT_NAN;
      for (int s = 0; s < KIT_SYMBOLS; s++)
        if (k->symbol[s] == x) v[i] = k->at[s][j];
    } else {
      double y[3] = { 0 };
      for (uint32_t m = 0; m < n && m < 3; m++) y[m] = v[w->memo[a[m]]];
      v[i] = lia_op_value(op, y[0], y[1], y[2]);
      for (uint32_t m = 2; m < n && lia_op_row[op].kind == LIA_LIST; m++)
        v[i] = lia_op_value(op, v[i], v[w->memo[a[m]]], 0);
    }
  }
  r = w->n ? v[w->n - 1] : KIT_NAN;
  lia_free(v);
  lia_walk_close(k->p, w);
  return r;
}

static inline double kit_max(double a, double b) { return a > b ? a : b; }

static inline shadow kit_leaf(kit *k) {
  shadow s = { 0 };
  uint64_t r = lia_rng_below(&k->rng, 12);
  if (r < 8) {
    s.e = k->symbol[r];
    memcpy(s.v, k->at[r], sizeof s.v);
  } else {
    int64_t n = (int64_t)lia_rng_below(&k->rng, 7) - 3,
        d = r < 10 ? 1 : 1 + (int64_t)lia_rng_below(&k->rng, 5);
    s.e = r == 11 ? lia_sym_num(k->p, (double)n * 0.7) : lia_sym_rat(k->p, n, d);
    for (int j = 0; j < KIT_POINTS; j++) s.v[j] = r == 11 ? (double)n * 0.7 : (double)n / (double)d;
  }
  for (int j = 0; j < KIT_POINTS; j++) s.size[j] = 1 + fabs(s.v[j]);
  return s;
}

/* smooth: only + - * / and whole powers, sin, cos; otherwise every operation */
static inline shadow kit_random(kit *k, int depth, int smooth) {
  if (depth == 0 || lia_rng_below(&k->rng, 8) == 0) return kit_leaf(k);
  lia_pool *p = k->p;
  shadow a = kit_random(k, depth - 1, smooth), b = kit_random(k, depth - 1, smooth), s = { 0 };
  double (*fun)(double) = NULL;
  lia_op op = LIA_OP_none;
  switch (lia_rng_below(&k->rng, smooth ? 9 : 21)) {
    case 0: case 1: op = LIA_OP_add; s.e = lia_sym_add(p, a.e, b.e); break;
    case 2: op = LIA_OP_none; s.e = lia_sym_sub(p, a.e, b.e); break;
    case 3: case 4: op = LIA_OP_mul; s.e = lia_sym_mul(p, a.e, b.e); break;
    case 5: fun = sin; s.e = lia_sym_sin(p, a.e); break;
    case 6: fun = cos; s.e = lia_sym_cos(p, a.e); break;
    case 7:
      op = LIA_OP_pow;
      b.e = LIA_TWO;
      s.e = lia_sym_sq(p, a.e);
      for (int j = 0; j < KIT_POINTS; j++) b.v[j] = 2;
      break;
    case 8: op = LIA_OP_eq; s.e = b.e == LIA_ZERO ? a.e : lia_sym_div(p, a.e, b.e); break;
    case 9: fun = tan; s.e = lia_sym_tan(p, a.e); break;
    case 10: fun = atan; s.e = lia_sym_atan(p, a.e); break;
    case 11: fun = exp; s.e = lia_sym_exp(p, a.e); break;
    case 12: fun = fabs; s.e = lia_sym_abs(p, a.e); break;
    case 13: fun = tanh; s.e = lia_sym_tanh(p, a.e); break;
    case 14: op = LIA_OP_min; s.e = lia_sym_min(p, a.e, b.e); break;
    case 15: op = LIA_OP_max; s.e = lia_sym_max(p, a.e, b.e); break;
    case 16: op = LIA_OP_sign; s.e = lia_sym_sign(p, a.e); break;
    case 17: op = LIA_OP_if; s.e = lia_sym_if(p, lia_sym_lt(p, a.e, b.e), a.e, b.e); break;
    case 19: fun = floor; s.e = lia_sym_floor(p, a.e); break;
    case 18:
      fun = sqrt;
      s.e = lia_sym_sqrt(p, lia_sym_abs(p, a.e));
      for (int j = 0; j < KIT_POINTS; j++) a.v[j] = fabs(a.v[j]);
      break;
    default: op = LIA_OP_log; s.e = lia_sym_powi(p, a.e, 3); break;
  }
  if (!s.e) {
    // a constant too large for a double: something else instead
    lia_pool_clear(p);
    return kit_leaf(k);
  }
  for (int j = 0; j < KIT_POINTS; j++) {
    double x = a.v[j], y = b.v[j];
    s.v[j] = fun ? fun(x)
           : op == LIA_OP_add ? x + y
           : op == LIA_OP_none ? x - y
           : op == LIA_OP_mul ? x * y
           : op == LIA_OP_pow ? x * x
           : op == LIA_OP_eq ? (s.e == a.e ? x : x / y)
           : op == LIA_OP_min ? fmin(x, y)
           : op == LIA_OP_max ? fmax(x, y)
           : op == LIA_OP_sign ? (x > 0) - (x < 0)
           : op == LIA_OP_if ? (x < y ? x : y)
           : x * x * x;
    s.size[j] = kit_max(kit_max(a.size[j], b.size[j]), 1 + fabs(s.v[j]));
    // jumps: which side rounding takes is anybody's guess
    int jump = (op == LIA_OP_sign && fabs(x) < 1e-9 * a.size[j]) ||
        (op == LIA_OP_if && fabs(x - y) < 1e-9 * s.size[j]) ||
        (fun == floor && fabs(x - round(x)) < 1e-9 * a.size[j]);
    if (jump || !isfinite(s.v[j]) || fabs(s.v[j]) > 1e6 || s.size[j] > 1e6) s.size[j] = HUGE_VAL;
  }
  return s;
}

/* n of them, the first three at random, the others made of these (sums where so asked, else
 * products), so that they have something in common */
static inline void kit_related(kit *k, int n, int sums, shadow *s, lia_expr *e) {
  for (int j = 0; j < n; j++) {
    s[j] = j < 3 ? kit_random(k, 3, 1) : s[j - 3];
    const shadow *o = &s[(j + 2) % 3];
    for (int m = 0; j >= 3 && m < KIT_POINTS; m++) {
      s[j].size[m] = kit_max(s[j].size[m], o->size[m]);
      s[j].v[m] = sums ? s[j].v[m] + 2 * o->v[m] : s[j].v[m] * o->v[m];
      s[j].size[m] = kit_max(s[j].size[m], 1 + fabs(s[j].v[m]));
    }
    if (j >= 3)
      s[j].e = sums ? lia_sym_add(k->p, s[j].e, lia_sym_scale(k->p, LIA_TWO, o->e))
          : lia_sym_mul(k->p, s[j].e, o->e);
    e[j] = s[j].e;
  }
}

/* the same up to rounding (points where the way there was too large or had no value say nothing) */
static inline int kit_same(const shadow *s, int j, double v) {
  return !isfinite(s->size[j]) || fabs(v - s->v[j]) <= 1e-9 * s->size[j] * s->size[j];
}

static inline const char *kit_text(kit *k, lia_expr e) {
  static char text[4][2000];
  static int turn;
  char *t = text[turn++ % 4];
  lia_print_short(k->p, e, t, sizeof text[0]);
  return t;
}

#endif
