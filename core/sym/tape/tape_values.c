/* tape_values.c - pass 1 of making a tape: by which values an expression is computed */
#include "sym/tape/tape_inside.h"

#include "base/assert.h"
#include "base/mem.h"
#include "sym/expr/ball.h"
#include "sym/expr/number.h"

#include <math.h>
#include <stdlib.h>

static int is_constant(const lia_pool *p, lia_expr e) { return !p->node[e].bits; }

// x^n by squaring: shared squares are shared values
static uint32_t whole_power(lia_tape_maker *m, uint32_t x, uint64_t n) {
  uint32_t r = 0;
  int has = 0;
  for (; n; n >>= 1) {
    if (n & 1) {
      r = has ? lia_tape_number(m, LIA_INS_mul, r, x, 0) : x;
      has = 1;
    }
    if (n > 1) x = lia_tape_number(m, LIA_INS_mul, x, x, 0);
  }
  return r;
}

// base^e for e > 0
static lia_sval positive_power(lia_tape_maker *m, lia_expr base, lia_ratio e) {
  if (e.d == 1 && e.n <= 1024) {
    lia_sval b = lia_tape_value_of(m, base);
    return 2 * whole_power(m, b / 2, (uint64_t)e.n) + (e.n & 1 ? b & 1 : 0);
  }
  uint32_t x = lia_tape_plain(m, lia_tape_value_of(m, base));
  if (e.d == 2 && e.n <= 1024) {
    uint32_t root = lia_tape_number(m, LIA_INS_sqrt, x, 0, 0);
    return 2 * (e.n == 1 ? root : lia_tape_number(m, LIA_INS_mul, root,
        whole_power(m, x, (uint64_t)e.n / 2), 0));
  }
  return 2 * lia_tape_number(m, LIA_INS_pow, x, lia_tape_raw_constant(m, lia_ratio_double(e)), 0);
}

static int factor_sign(const lia_pool *p, lia_expr f) {
  lia_expr e;
  lia_sym_base(p, f, &e);
  return lia_expr_is_num(p, e) ? lia_ratio_sign(lia_expr_num(p, e)) : 1;
}

// above (1) or below (-1) the line; what divides three times or more is one division, and
// multiplies then. alone: f is all there is
static int side_of(const lia_tape_maker *m, lia_expr f, int alone) {
  return factor_sign(m->p, f) < 0 && (alone || lia_tape_info_of(m, f)->uses < 3) ? -1 : 1;
}

// a whole power > 1 that nobody else uses: its base may join others before the power is taken, (x
// y)^2
static int joins(const lia_tape_maker *m, lia_expr f, lia_expr exponent) {
  lia_expr e;
  int64_t n;
  lia_sym_base(m->p, f, &e);
  return e == exponent && lia_sym_whole(m->p, e, &n) && n > 1 && lia_tape_info_of(m, f)->uses <= 1
      &&
      !is_constant(m->p, f);
}

static int joins_later(const lia_tape_maker *m, const lia_expr *f, uint32_t i, uint32_t n,
    lia_expr e) {
  for (uint32_t j = i + 1; j < n; j++)
    if (joins(m, f[j], e)) return 1;
  return 0;
}

static int joined_before(const lia_tape_maker *m, const lia_expr *f, uint32_t i, lia_expr e) {
  for (uint32_t j = 0; j < i; j++)
    if (joins(m, f[j], e)) return 1;
  return 0;
}

// the factors above (side 1) or below (-1) the line are put on the list
static void put_side(lia_tape_maker *m, const lia_expr *f, uint32_t n, int side, int alone) {
  for (uint32_t i = 0; i < n && !m->nomem; i++) {
    if (is_constant(m->p, f[i]) || side_of(m, f[i], alone) != side) continue;
    lia_expr e, base = lia_sym_base(m->p, f[i], &e);
    if (side < 0) {
      lia_tape_put(m, positive_power(m, base, lia_ratio_neg(lia_expr_num(m->p, e))));
    } else if (n > 32 || !joins(m, f[i], e) ||
        (!joined_before(m, f, i, e) && !joins_later(m, f, i, n, e))) {
      lia_tape_put(m, lia_tape_value_of(m, f[i]));
    } else if (!joined_before(m, f, i, e)) {
      uint32_t from = m->nlist;
      for (uint32_t j = i; j < n && !m->nomem; j++) {
        lia_expr ej, bj = lia_sym_base(m->p, f[j], &ej);
        if (joins(m, f[j], e)) lia_tape_put(m, lia_tape_value_of(m, bj));
      }
      if (m->nomem) return;
      lia_sval b = lia_tape_multiply(m, from);
      int64_t k = lia_expr_num(m->p, e).n;
      lia_tape_put(m, 2 * whole_power(m, b / 2, (uint64_t)k) + (k & 1 ? b & 1 : 0));
    }
  }
}

// a constant as the double nearest to it; as doubles have it where it has no value
static double constant_value(const lia_tape_maker *m, lia_expr e) {
  if (lia_expr_is_num(m->p, e)) return lia_ratio_double(lia_expr_num(m->p, e));
  lia_twofold v = lia_ball_twofold_of(m->p, e);
  return isnan(v.hi) ? lia_tape_info_of(m, e)->constant : v.hi;
}

// num times the constants among the factors: one number, rounded once
static double constants_times(const lia_tape_maker *m, lia_expr num, const lia_expr *f,
    uint32_t n) {
  uint32_t i = 0;
  while (i < n && !is_constant(m->p, f[i])) i++;
  if (i == n) return lia_ratio_double(lia_expr_num(m->p, num));
  lia_twofold c = lia_ball_twofold_of(m->p, num);
  for (; i < n; i++)
    if (is_constant(m->p, f[i])) c = lia_twofold_mul(c, lia_ball_twofold_of(m->p, f[i]));
  return c.hi;
}

// num * e, e a product, a power or anything with a value
static lia_sval eval_product(lia_tape_maker *m, lia_expr num, lia_expr e) {
  const lia_pool *p = m->p;
  lia_op op = lia_expr_op(p, e);
  uint32_t from = m->nlist, n = op == LIA_OP_mul ? lia_expr_n(p, e) : 1;
  const lia_expr *f = op == LIA_OP_mul ? lia_expr_args(p, e) : &e;
  uint32_t ndown = 0, nup = 0;
  int alone = op != LIA_OP_mul;
  for (uint32_t i = 0; i < n; i++) {
    if (is_constant(p, f[i])) continue;
    if (side_of(m, f[i], alone) < 0) ndown++;
    else nup++;
  }
  double c = constants_times(m, num, f, n);
  if (fabs(c) != 1 || !nup) lia_tape_put(m, lia_tape_constant(m, c));
  if (op == LIA_OP_mul || op == LIA_OP_pow) put_side(m, f, n, 1, alone);
  else lia_tape_put(m, lia_tape_value_of(m, e));
  if (m->nomem) return 0;
  lia_sval up = lia_tape_multiply(m, from) ^ (fabs(c) == 1 && nup && c < 0);
  if (!ndown) return up;
  put_side(m, f, n, -1, alone);
  if (m->nomem) return 0;
  lia_sval down = lia_tape_multiply(m, from);
  return 2 * lia_tape_number(m, LIA_INS_div, up / 2, down / 2, 0) + ((up ^ down) & 1);
}

// powers and multiples wait until somebody asks, for who asks may do without them
static int waits(const lia_tape_maker *m, lia_expr e) {
  lia_expr exponent;
  switch (lia_expr_op(m->p, e)) {
    case LIA_OP_num: case LIA_OP_scale: return 1;
    case LIA_OP_pow:
      lia_sym_base(m->p, e, &exponent);
      return lia_expr_is_num(m->p, exponent);
    case LIA_OP_mul: return lia_tape_info_of(m, e)->uses == 1 && lia_tape_info_of(m, e)->scaled;
    default: return 0;
  }
}

static lia_sval eval_power(lia_tape_maker *m, lia_expr e) {
  lia_expr x, base = lia_sym_base(m->p, e, &x);
  if (!lia_expr_is_num(m->p, x))
    return 2 * lia_tape_number(m, LIA_INS_pow, lia_tape_plain(m, lia_tape_value_of(m, base)),
        lia_tape_plain(m, lia_tape_value_of(m, x)), 0);
  return factor_sign(m->p, e) < 0 ? eval_product(m, LIA_ONE, e)
      : positive_power(m, base, lia_expr_num(m->p, x));
}

static lia_sval eval_scaled(lia_tape_maker *m, lia_expr e) {
  LIA_ASSERT(lia_expr_op(m->p, e) == LIA_OP_scale);
  lia_expr num = lia_expr_args(m->p, e)[0], rest = lia_expr_args(m->p, e)[1];
  double c = lia_ratio_double(lia_expr_num(m->p, num));
  lia_tape_info *r = lia_tape_info_of(m, rest);
  // a rest that others use too has a value of its own to multiply
  if (r->value == LIA_VAL_none && r->uses == 1 && waits(m, rest)) return eval_product(m, num, rest);
  lia_sval v = lia_tape_value_of(m, rest);
  if (fabs(c) == 1) return v ^ (c < 0);
  lia_sval k = lia_tape_constant(m, c);
  return 2 * lia_tape_number(m, LIA_INS_mul, k / 2, v / 2, 0) + ((k ^ v) & 1);
}

lia_sval lia_tape_value_of(lia_tape_maker *m, lia_expr e) {
  lia_tape_info *i = lia_tape_info_of(m, e);
  if (i->value != LIA_VAL_none || m->nomem) return i->value;
  lia_sval v;
  if (is_constant(m->p, e)) v = lia_tape_constant(m, constant_value(m, e));
  else if (lia_expr_op(m->p, e) == LIA_OP_scale) v = eval_scaled(m, e);
  else if (lia_expr_op(m->p, e) == LIA_OP_pow) v = eval_power(m, e);
  else v = eval_product(m, LIA_ONE, e);
  return i->value = v;
}

// ---- sums

typedef struct term {
  double factor;   // > 0
  int minus;
  lia_expr e, rest;
} term;

static int by_factor(const void *a, const void *b) {
  const term *x = a, *y = b;
  if (x->factor != y->factor) return x->factor < y->factor ? -1 : 1;
  return (x->e > y->e) - (x->e < y->e);
}

// k a - k b + k c as k (a - b + c), where nobody else wants k a
static void put_group(lia_tape_maker *m, const term *t, uint32_t n) {
  uint32_t from = m->nlist;
  for (uint32_t i = 0; i < n && !m->nomem; i++)
    lia_tape_put(m, lia_tape_value_of(m, t[i].rest) ^ t[i].minus);
  if (m->nomem) return;
  lia_sval s = lia_tape_add_up(m, from);
  lia_tape_put(m, 2 * lia_tape_number(m, LIA_INS_mul, lia_tape_raw_constant(m, t->factor), s / 2, 0)
      + (s & 1));
}

// the sum of the constants among the terms, rounded once
static double constants_sum(const lia_tape_maker *m, const lia_expr *k, uint32_t n) {
  lia_twofold c = { 0, 0 };
  uint32_t count = 0, last = 0;
  for (uint32_t i = 0; i < n; i++)
    if (is_constant(m->p, k[i])) {
      count++;
      last = i;
    }
  if (count == 1) return constant_value(m, k[last]);
  for (uint32_t i = 0; i < n; i++)
    if (is_constant(m->p, k[i])) c = lia_twofold_add(c, lia_ball_twofold_of(m->p, k[i]));
  return c.hi;
}

static int put_terms(lia_tape_maker *m, lia_expr e) {
  lia_pool *p = m->p;
  uint32_t n = lia_expr_n(p, e), grouped = 0;
  term local[16], *t = n <= 16 ? local : lia_malloc(n * sizeof *t);
  if (!t) return 0;
  int constants = 0;
  for (uint32_t i = 0; i < n && !m->nomem; i++) {
    lia_expr a = lia_expr_args(p, e)[i], rest, num = lia_sym_split(p, a, &rest);
    if (is_constant(p, a)) {
      // all of them where the first one stands
      if (!constants++)
        lia_tape_put(m, lia_tape_constant(m, constants_sum(m, lia_expr_args(p, e), n)));
      continue;
    }
    double x = lia_ratio_double(lia_expr_num(p, num));
    if (lia_expr_op(p, a) == LIA_OP_scale && fabs(x) != 1 && lia_tape_info_of(m, a)->uses == 1)
      t[grouped++] = (term){ fabs(x), x < 0, a, rest };
    else lia_tape_put(m, lia_tape_value_of(m, a));
  }
  if (grouped > 1) qsort(t, grouped, sizeof *t, by_factor);
  for (uint32_t i = 0, j; i < grouped && !m->nomem; i = j) {
    for (j = i + 1; j < grouped && t[j].factor == t[i].factor; j++) { }
    if (j - i > 1) put_group(m, t + i, j - i);
    else lia_tape_put(m, lia_tape_value_of(m, t[i].e));
  }
  if (t != local) lia_free(t);
  return !m->nomem;
}

static lia_sval eval_sum(lia_tape_maker *m, lia_expr e) {
  uint32_t from = m->nlist;
  if (!put_terms(m, e)) {
    m->nomem = 1;
    return 0;
  }
  return lia_tape_add_up(m, from);
}

// ---- everything else

static const uint8_t instruction[LIA_OP_COUNT] = {
  [LIA_OP_tan] = LIA_INS_tan, [LIA_OP_asin] = LIA_INS_asin, [LIA_OP_acos] = LIA_INS_acos,
      [LIA_OP_atan] = LIA_INS_atan,
  [LIA_OP_exp] = LIA_INS_exp, [LIA_OP_log] = LIA_INS_log, [LIA_OP_tanh] = LIA_INS_tanh,
      [LIA_OP_abs] = LIA_INS_abs,
  [LIA_OP_sign] = LIA_INS_sign, [LIA_OP_floor] = LIA_INS_floor,
  [LIA_OP_atan2] = LIA_INS_atan2, [LIA_OP_min] = LIA_INS_min,
      [LIA_OP_max] = LIA_INS_max,
  [LIA_OP_lt] = LIA_INS_lt, [LIA_OP_le] = LIA_INS_le, [LIA_OP_eq] = LIA_INS_eq,
      [LIA_OP_if] = LIA_INS_if,
};

static lia_sval eval_function(lia_tape_maker *m, lia_expr e) {
  lia_op op = lia_expr_op(m->p, e);
  uint32_t n = lia_expr_n(m->p, e), a[3] = { 0 };
  for (uint32_t i = 0; i < n && !m->nomem; i++)
    a[i] = lia_tape_plain(m, lia_tape_value_of(m, lia_expr_args(m->p, e)[i]));
  if (op != LIA_OP_sin && op != LIA_OP_cos)
    return 2 * lia_tape_number(m, (lia_tapeop)instruction[op], a[0], a[1], a[2]);
  int cosine = op == LIA_OP_cos;
  if (lia_tape_info_of(m, lia_expr_args(m->p, e)[0])->trig == 3)
    return 2 * (lia_tape_number(m, LIA_INS_sincos, a[0], 0, 0) + (uint32_t)cosine);
  return 2 * lia_tape_number(m, cosine ? LIA_INS_cos : LIA_INS_sin, a[0], 0, 0);
}

double lia_tape_constant_node(const lia_tape_maker *m, lia_expr e) {
  const lia_pool *p = m->p;
  lia_op op = lia_expr_op(p, e);
  if (op == LIA_OP_num) return lia_ratio_double(lia_expr_num(p, e));
  const lia_expr *k = lia_expr_args(p, e);
  uint32_t n = lia_expr_n(p, e);
  LIA_ASSERT(n > 0 || op == LIA_OP_pi);
  double x[3] = { 0 };
  for (uint32_t i = 0; i < n && i < 3; i++) x[i] = lia_tape_info_of(m, k[i])->constant;
  double v = lia_op_value(op, x[0], x[1], x[2]);
  for (uint32_t i = 2; i < n && lia_op_row[op].kind == LIA_LIST; i++)
    v = lia_op_value(op, v, lia_tape_info_of(m, k[i])->constant, 0);
  return v;
}

// a constant of the pool that stands for a number, and no input
static int is_number_by_name(const lia_tape_maker *m, lia_expr e) {
  const lia_pool *p = m->p;
  if (lia_expr_op(p, e) != LIA_OP_sym || m->input[p->node[e].k[0]]) return 0;
  lia_expr means = lia_expr_symbol(p, e)->means;
  return means && lia_expr_is_num(p, means);
}

void lia_tape_survey(lia_tape_maker *m, uint32_t nout, const lia_expr *out) {
  const lia_pool *p = m->p;
  for (uint32_t i = 0; i < m->walk->n; i++) {
    m->walk->memo[m->walk->list[i]] = i;
    m->node[i] = (lia_tape_info){ .value = LIA_VAL_none };
    m->named |= is_number_by_name(m, m->walk->list[i]);
  }
  for (uint32_t i = 0; i < m->walk->n; i++) {
    lia_expr e = m->walk->list[i];
    lia_op op = lia_expr_op(p, e);
    for (uint32_t k = 0; k < lia_expr_n(p, e); k++) {
      lia_tape_info *a = lia_tape_info_of(m, lia_expr_args(p, e)[k]);
      a->uses++;
      a->scaled |= op == LIA_OP_scale;
      if (op == LIA_OP_sin) a->trig |= 1;
      if (op == LIA_OP_cos) a->trig |= 2;
    }
  }
  for (uint32_t i = 0; i < nout; i++) lia_tape_info_of(m, out[i])->uses++;
}

static lia_status eval_unknown(lia_pool *p, lia_expr symbol, lia_error *err) {
  return LIA_FAIL(err, LIA_EARG, "", "the symbol '%.60s' has no value",
      lia_expr_symbol(p, symbol)->name);
}

lia_status lia_tape_values(lia_tape_maker *m, lia_error *err) {
  for (uint32_t i = 0; i < m->walk->n && !m->nomem; i++) {
    lia_expr e = m->walk->list[i];
    lia_tape_info *d = &m->node[i];
    lia_op op = lia_expr_op(m->p, e);
    if (!m->p->node[e].bits) {
      d->constant = lia_tape_constant_node(m, e);
    } else if (op == LIA_OP_sym) {
      uint32_t which = m->input[m->p->node[e].k[0]];
      if (is_number_by_name(m, e)) {
        d->value = lia_tape_constant(m, lia_ratio_double(lia_expr_num(m->p,
            lia_expr_symbol(m->p, e)->means)));
        continue;
      }
      if (!which) return eval_unknown(m->p, e, err);
      d->value = 2 * (which - 1);
    } else if (!waits(m, e)) {
      switch (op) {
        case LIA_OP_add: d->value = eval_sum(m, e); break;
        case LIA_OP_mul: d->value = eval_product(m, LIA_ONE, e); break;
        case LIA_OP_pow: d->value = eval_power(m, e); break;
        default: d->value = eval_function(m, e);
      }
    }
  }
  return m->nomem ? LIA_ENOMEM : LIA_OK;
}
