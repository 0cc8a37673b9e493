/* eval.c - a tape is made in three passes: values (each once), fusion and lifetimes, slots */
#include "sym/tape/eval.h"

#include "base/layout.h"
#include "base/mem.h"
#include "base/text.h"
#include "sym/expr/ball.h"
#include "sym/expr/build.h"
#include "sym/expr/print.h"
#include "sym/expr/subs.h"
#include "sym/expr/walk.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// ---- pass 1: values

// values besides those of instructions: inputs (a: which), constants (a, b: the bits), the cos of a
// sincos before it
enum { INPUT = LIA_INS_end + 1, CONSTANT, SECOND, DEAD };

typedef struct val { uint32_t op, a, b, c; } val;

// a signed value: 2 * value + (1 where it stands for minus the value)
typedef uint32_t sval;
static const sval NOTHING = UINT32_MAX;

// what is known of a node, by its place in the walk
typedef struct info {
  sval value;       // NOTHING until there is one
  uint32_t uses;    // how often it is an argument or output
  uint8_t scaled;   // something scales it
  uint8_t trig;     // 1: its sin is wanted, 2: its cos
  double constant;  // its value where it has no symbols
} info;

typedef struct maker {
  lia_pool *p;
  lia_walk *walk;
  info *node;
  uint32_t *input;             // by symbol: 1 + which input
  val *v;                      // values so far
  uint8_t *fixed;              // ... and which are known beforehand
  int fix;                     // inputs constant in time are
  // there are numbers by name: constants of the pool that are no inputs
  int named;
  uint32_t n, room;
  uint32_t *table, ntable;     // value numbering: 1 + value
  sval *list;                  // scratch for sums and products, a stack
  uint32_t nlist, listroom;
  uint32_t *uses;              // pass 2: by value
  int nomem;
} maker;

uint32_t lia_tape_reads(uint32_t op) {
  static const uint8_t reads[] = {
#define LIA_INS(id, reads, mul, add, div, fun, text) reads,
#include "sym/tape/tape.def"
#undef LIA_INS
    1
  };
  return op < LIA_INS_end ? reads[op] : 0;
}

static uint32_t reads_of(uint32_t op) { return op == SECOND ? 1 : lia_tape_reads(op); }

static info *info_of(const maker *m, lia_expr e) { return &m->node[m->walk->memo[e]]; }

static uint32_t eval_hash(val v) {
  uint64_t h = ((uint64_t)v.op << 32 | v.a) * 0x9E3779B97F4A7C15ull;
  h = (h ^ (h >> 29) ^ ((uint64_t)v.b << 32 | v.c)) * 0xBF58476D1CE4E5B9ull;
  return (uint32_t)(h >> 32);
}

static int eval_grow(void *array, uint32_t *room, size_t item) {
  uint32_t want = *room ? 2 * *room : 64;
  void *q = lia_realloc(*(void **)array, want * item);
  if (!q) return 0;
  *(void **)array = q;
  *room = want;
  return 1;
}

static int grow_table(maker *m) {
  uint32_t size = m->ntable ? 2 * m->ntable : 256;
  uint32_t *table = lia_calloc(size, sizeof *table);
  if (!table) return 0;
  for (uint32_t i = 0; i < m->n; i++) {
    uint32_t h = eval_hash(m->v[i]);
    while (table[h & (size - 1)]) h++;
    table[h & (size - 1)] = i + 1;
  }
  lia_free(m->table);
  m->table = table;
  m->ntable = size;
  return 1;
}

// known beforehand: constants, and what is made of them
static int is_fixed(const maker *m, const val *v) {
  if (v->op == INPUT) return 0;
  if (v->op == CONSTANT) return 1;
  uint32_t n = reads_of(v->op), k[3] = { v->a, v->b, v->c };
  for (uint32_t i = 0; i < n; i++)
    if (!m->fixed[k[i]]) return 0;
  return 1;
}

static int grow_values(maker *m) {
  uint32_t room = m->room;
  return eval_grow(&m->v, &m->room, sizeof *m->v) && eval_grow(&m->fixed, &room, 1);
}

static uint32_t append(maker *m, val v) {
  if (m->nomem || (m->n == m->room && !grow_values(m)) ||
      (2 * m->n >= m->ntable && !grow_table(m))) {
    m->nomem = 1;
    return 0;
  }
  m->v[m->n] = v;
  m->fixed[m->n] = (uint8_t)is_fixed(m, &v);
  return m->n++;
}

static uint32_t raw_constant(maker *m, double x);
static double constant_of(const val *v);

// what two numbers by name make is a number; 0 where it is an instruction
static int folds(const maker *m, lia_tapeop op, uint32_t a, uint32_t b, double *x) {
  if (!m->named || op > LIA_INS_div || m->nomem || m->v[a].op != CONSTANT || m->v[b].op != CONSTANT)
    return 0;
  double y = constant_of(&m->v[a]), z = constant_of(&m->v[b]);
  *x = op == LIA_INS_add ? y + z : op == LIA_INS_sub ? y - z : op == LIA_INS_mul ? y * z : y / z;
  return 1;
}

// the value of an instruction: the one there is, or a new one
static uint32_t eval_number(maker *m, lia_tapeop op, uint32_t a, uint32_t b, uint32_t c) {
  double x;
  if (folds(m, op, a, b, &x)) return raw_constant(m, x);
  if ((op == LIA_INS_add || op == LIA_INS_mul) && a > b) { uint32_t t = a; a = b; b = t; }
  val v = { op, a, b, c };
  uint32_t h = eval_hash(v);
  if (m->ntable)
    for (uint32_t i; (i = m->table[h & (m->ntable - 1)]); h++)
      if (memcmp(&m->v[i - 1], &v, sizeof v) == 0) return i - 1;
  uint32_t i = append(m, v);
  if (m->nomem) return 0;
  for (h = eval_hash(v); m->table[h & (m->ntable - 1)]; h++) { }
  m->table[h & (m->ntable - 1)] = i + 1;
  if (op == LIA_INS_sincos) {
    uint32_t second = append(m, (val){ SECOND, i, 0, 0 });
    if (m->nomem) return 0;
    for (h = eval_hash(m->v[second]); m->table[h & (m->ntable - 1)]; h++) { }
    m->table[h & (m->ntable - 1)] = second + 1;
  }
  return i;
}

static uint32_t raw_constant(maker *m, double x) {
  uint64_t bits;
  memcpy(&bits, &x, sizeof bits);
  return eval_number(m, (lia_tapeop)CONSTANT, (uint32_t)bits, (uint32_t)(bits >> 32), 0);
}

static sval eval_constant(maker *m, double x) { return 2 * raw_constant(m, fabs(x)) + (x < 0); }

static double constant_of(const val *v) {   // of a CONSTANT
  uint64_t bits = (uint64_t)v->b << 32 | v->a;
  double x;
  memcpy(&x, &bits, sizeof x);
  return x;
}

// the value without its sign carried: minus a difference is the difference the other way
static uint32_t plain(maker *m, sval s) {
  uint32_t i = s / 2;
  if (!(s & 1) || m->nomem) return i;
  val v = m->v[i];
  if (v.op == CONSTANT) return raw_constant(m, -constant_of(&v));
  if (v.op == LIA_INS_sub) return eval_number(m, LIA_INS_sub, v.b, v.a, 0);
  return eval_number(m, LIA_INS_neg, i, 0, 0);
}

static void eval_put(maker *m, sval s) {
  if (m->nlist == m->listroom && !eval_grow(&m->list, &m->listroom, sizeof *m->list)) {
    m->nomem = 1;
    return;
  }
  m->list[m->nlist++] = s;
}

// what is known beforehand first, so that it is one value; the others wait behind the list
static void fixed_first(maker *m, uint32_t from) {
  if (!(m->fix || m->named) || m->nomem) return;
  uint32_t n = m->nlist, to = from;
  for (uint32_t i = from; i < n; i++) {
    sval x = m->list[i];
    if (m->fixed[x / 2]) m->list[to++] = x;
    else eval_put(m, x);
  }
  if (!m->nomem) memcpy(m->list + to, m->list + n, (n - to) * sizeof *m->list);
  m->nlist = n;
}

// multiply and sum what was put since `from`; the sum's sign is outside where every term has it
static sval eval_multiply(maker *m, uint32_t from) {
  fixed_first(m, from);
  sval r = m->list[from];
  for (uint32_t i = from + 1; i < m->nlist; i++)
    r = 2 * eval_number(m, LIA_INS_mul, r / 2, m->list[i] / 2, 0) + ((r ^ m->list[i]) & 1);
  m->nlist = from;
  return r;
}

static sval add_two(maker *m, sval a, sval b) {
  if ((a ^ b) & 1)
    return a & 1 ? 2 * eval_number(m, LIA_INS_sub, b / 2, a / 2, 0)
        : 2 * eval_number(m, LIA_INS_sub, a / 2, b / 2, 0);
  return 2 * eval_number(m, LIA_INS_add, a / 2, b / 2, 0) + (a & 1);
}

// long sums in pairs of halves, so that additions need not wait for each other; a positive term
// leads
static sval add_up(maker *m, uint32_t from) {
  uint32_t n = m->nlist - from;
  sval *s = m->list + from;
  for (uint32_t i = 0; i < n; i++)
    if (!(s[i] & 1)) {
      sval t = s[i];
      memmove(s + 1, s, i * sizeof *s);
      s[0] = t;
      break;
    }
  fixed_first(m, from);
  s = m->list + from;
  uint32_t lanes = n < 12 || m->fix ? 1 : 4;
  for (uint32_t i = lanes; i < n; i++) s[i % lanes] = add_two(m, s[i % lanes], s[i]);
  sval r = s[0];
  for (uint32_t k = 1; k < lanes; k++) r = add_two(m, r, s[k]);
  m->nlist = from;
  return r;
}

static sval eval_value_of(maker *m, lia_expr e);

static int is_constant(const lia_pool *p, lia_expr e) { return !p->node[e].bits; }

// x^n by squaring: shared squares are shared values
static uint32_t whole_power(maker *m, uint32_t x, uint64_t n) {
  uint32_t r = 0;
  int has = 0;
  for (; n; n >>= 1) {
    if (n & 1) {
      r = has ? eval_number(m, LIA_INS_mul, r, x, 0) : x;
      has = 1;
    }
    if (n > 1) x = eval_number(m, LIA_INS_mul, x, x, 0);
  }
  return r;
}

// base^e for e > 0
static sval positive_power(maker *m, lia_expr base, lia_ratio e) {
  if (e.d == 1 && e.n <= 1024) {
    sval b = eval_value_of(m, base);
    return 2 * whole_power(m, b / 2, (uint64_t)e.n) + (e.n & 1 ? b & 1 : 0);
  }
  uint32_t x = plain(m, eval_value_of(m, base));
  if (e.d == 2 && e.n <= 1024) {
    uint32_t root = eval_number(m, LIA_INS_sqrt, x, 0, 0);
    return 2 * (e.n == 1 ? root : eval_number(m, LIA_INS_mul, root,
        whole_power(m, x, (uint64_t)e.n / 2), 0));
  }
  return 2 * eval_number(m, LIA_INS_pow, x, raw_constant(m, lia_ratio_double(e)), 0);
}

static int factor_sign(const lia_pool *p, lia_expr f) {
  lia_expr e;
  lia_sym_base(p, f, &e);
  return lia_expr_is_num(p, e) ? lia_ratio_sign(lia_expr_num(p, e)) : 1;
}

// above (1) or below (-1) the line; what divides three times or more is one division, and
// multiplies then. alone: f is all there is
static int side_of(const maker *m, lia_expr f, int alone) {
  return factor_sign(m->p, f) < 0 && (alone || info_of(m, f)->uses < 3) ? -1 : 1;
}

// a whole power > 1 that nobody else uses: its base may join others before the power is taken, (x
// y)^2
static int joins(const maker *m, lia_expr f, lia_expr exponent) {
  lia_expr e;
  int64_t n;
  lia_sym_base(m->p, f, &e);
  return e == exponent && lia_sym_whole(m->p, e, &n) && n > 1 && info_of(m, f)->uses <= 1 &&
      !is_constant(m->p, f);
}

static int joins_later(const maker *m, const lia_expr *f, uint32_t i, uint32_t n, lia_expr e) {
  for (uint32_t j = i + 1; j < n; j++)
    if (joins(m, f[j], e)) return 1;
  return 0;
}

static int joined_before(const maker *m, const lia_expr *f, uint32_t i, lia_expr e) {
  for (uint32_t j = 0; j < i; j++)
    if (joins(m, f[j], e)) return 1;
  return 0;
}

// the factors above (side 1) or below (-1) the line are put on the list
static void put_side(maker *m, const lia_expr *f, uint32_t n, int side, int alone) {
  for (uint32_t i = 0; i < n && !m->nomem; i++) {
    if (is_constant(m->p, f[i]) || side_of(m, f[i], alone) != side) continue;
    lia_expr e, base = lia_sym_base(m->p, f[i], &e);
    if (side < 0) {
      eval_put(m, positive_power(m, base, lia_ratio_neg(lia_expr_num(m->p, e))));
    } else if (n > 32 || !joins(m, f[i], e) ||
        (!joined_before(m, f, i, e) && !joins_later(m, f, i, n, e))) {
      eval_put(m, eval_value_of(m, f[i]));
    } else if (!joined_before(m, f, i, e)) {
      uint32_t from = m->nlist;
      for (uint32_t j = i; j < n && !m->nomem; j++) {
        lia_expr ej, bj = lia_sym_base(m->p, f[j], &ej);
        if (joins(m, f[j], e)) eval_put(m, eval_value_of(m, bj));
      }
      if (m->nomem) return;
      sval b = eval_multiply(m, from);
      int64_t k = lia_expr_num(m->p, e).n;
      eval_put(m, 2 * whole_power(m, b / 2, (uint64_t)k) + (k & 1 ? b & 1 : 0));
    }
  }
}

// a constant as the double nearest to it; as doubles have it where it has no value
static double constant_value(const maker *m, lia_expr e) {
  if (lia_expr_is_num(m->p, e)) return lia_ratio_double(lia_expr_num(m->p, e));
  lia_twofold v = lia_ball_twofold_of(m->p, e);
  return isnan(v.hi) ? info_of(m, e)->constant : v.hi;
}

// num times the constants among the factors: one number, rounded once
static double constants_times(const maker *m, lia_expr num, const lia_expr *f, uint32_t n) {
  uint32_t i = 0;
  while (i < n && !is_constant(m->p, f[i])) i++;
  if (i == n) return lia_ratio_double(lia_expr_num(m->p, num));
  lia_twofold c = lia_ball_twofold_of(m->p, num);
  for (; i < n; i++)
    if (is_constant(m->p, f[i])) c = lia_twofold_mul(c, lia_ball_twofold_of(m->p, f[i]));
  return c.hi;
}

// num * e, e a product, a power or anything with a value
static sval eval_product(maker *m, lia_expr num, lia_expr e) {
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
  if (fabs(c) != 1 || !nup) eval_put(m, eval_constant(m, c));
  if (op == LIA_OP_mul || op == LIA_OP_pow) put_side(m, f, n, 1, alone);
  else eval_put(m, eval_value_of(m, e));
  if (m->nomem) return 0;
  sval up = eval_multiply(m, from) ^ (fabs(c) == 1 && nup && c < 0);
  if (!ndown) return up;
  put_side(m, f, n, -1, alone);
  if (m->nomem) return 0;
  sval down = eval_multiply(m, from);
  return 2 * eval_number(m, LIA_INS_div, up / 2, down / 2, 0) + ((up ^ down) & 1);
}

// powers and multiples wait until somebody asks, for who asks may do without them
static int waits(const maker *m, lia_expr e) {
  lia_expr exponent;
  switch (lia_expr_op(m->p, e)) {
    case LIA_OP_num: case LIA_OP_scale: return 1;
    case LIA_OP_pow:
      lia_sym_base(m->p, e, &exponent);
      return lia_expr_is_num(m->p, exponent);
    case LIA_OP_mul: return info_of(m, e)->uses == 1 && info_of(m, e)->scaled;
    default: return 0;
  }
}

static sval eval_power(maker *m, lia_expr e) {
  lia_expr x, base = lia_sym_base(m->p, e, &x);
  if (!lia_expr_is_num(m->p, x))
    return 2 * eval_number(m, LIA_INS_pow, plain(m, eval_value_of(m, base)),
        plain(m, eval_value_of(m, x)), 0);
  return factor_sign(m->p, e) < 0 ? eval_product(m, LIA_ONE, e)
      : positive_power(m, base, lia_expr_num(m->p, x));
}

static sval eval_scaled(maker *m, lia_expr e) {
  lia_expr num = lia_expr_args(m->p, e)[0], rest = lia_expr_args(m->p, e)[1];
  double c = lia_ratio_double(lia_expr_num(m->p, num));
  info *r = info_of(m, rest);
  // a rest that others use too has a value of its own to multiply
  if (r->value == NOTHING && r->uses == 1 && waits(m, rest)) return eval_product(m, num, rest);
  sval v = eval_value_of(m, rest);
  if (fabs(c) == 1) return v ^ (c < 0);
  sval k = eval_constant(m, c);
  return 2 * eval_number(m, LIA_INS_mul, k / 2, v / 2, 0) + ((k ^ v) & 1);
}

static sval eval_value_of(maker *m, lia_expr e) {
  info *i = info_of(m, e);
  if (i->value != NOTHING || m->nomem) return i->value;
  sval v;
  if (is_constant(m->p, e)) v = eval_constant(m, constant_value(m, e));
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
static void put_group(maker *m, const term *t, uint32_t n) {
  uint32_t from = m->nlist;
  for (uint32_t i = 0; i < n && !m->nomem; i++)
    eval_put(m, eval_value_of(m, t[i].rest) ^ t[i].minus);
  if (m->nomem) return;
  sval s = add_up(m, from);
  eval_put(m, 2 * eval_number(m, LIA_INS_mul, raw_constant(m, t->factor), s / 2, 0) + (s & 1));
}

// the sum of the constants among the terms, rounded once
static double constants_sum(const maker *m, const lia_expr *k, uint32_t n) {
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

static int put_terms(maker *m, lia_expr e) {
  lia_pool *p = m->p;
  uint32_t n = lia_expr_n(p, e), grouped = 0;
  term local[16], *t = n <= 16 ? local : lia_malloc(n * sizeof *t);
  if (!t) return 0;
  int constants = 0;
  for (uint32_t i = 0; i < n && !m->nomem; i++) {
    lia_expr a = lia_expr_args(p, e)[i], rest, num = lia_sym_split(p, a, &rest);
    if (is_constant(p, a)) {
      // all of them where the first one stands
      if (!constants++) eval_put(m, eval_constant(m, constants_sum(m, lia_expr_args(p, e), n)));
      continue;
    }
    double x = lia_ratio_double(lia_expr_num(p, num));
    if (lia_expr_op(p, a) == LIA_OP_scale && fabs(x) != 1 && info_of(m, a)->uses == 1)
      t[grouped++] = (term){ fabs(x), x < 0, a, rest };
    else eval_put(m, eval_value_of(m, a));
  }
  if (grouped > 1) qsort(t, grouped, sizeof *t, by_factor);
  for (uint32_t i = 0, j; i < grouped && !m->nomem; i = j) {
    for (j = i + 1; j < grouped && t[j].factor == t[i].factor; j++) { }
    if (j - i > 1) put_group(m, t + i, j - i);
    else eval_put(m, eval_value_of(m, t[i].e));
  }
  if (t != local) lia_free(t);
  return !m->nomem;
}

static sval eval_sum(maker *m, lia_expr e) {
  uint32_t from = m->nlist;
  if (!put_terms(m, e)) {
    m->nomem = 1;
    return 0;
  }
  return add_up(m, from);
}

// ---- everything else

static const uint8_t instruction[LIA_OP_COUNT] = {
  [LIA_OP_tan] = LIA_INS_tan, [LIA_OP_asin] = LIA_INS_asin, [LIA_OP_acos] = LIA_INS_acos,
      [LIA_OP_atan] = LIA_INS_atan,
  [LIA_OP_exp] = LIA_INS_exp, [LIA_OP_log] = LIA_INS_log, [LIA_OP_tanh] = LIA_INS_tanh,
      [LIA_OP_abs] = LIA_INS_abs,
  [LIA_OP_sign] = LIA_INS_sign, [LIA_OP_atan2] = LIA_INS_atan2, [LIA_OP_min] = LIA_INS_min,
      [LIA_OP_max] = LIA_INS_max,
  [LIA_OP_lt] = LIA_INS_lt, [LIA_OP_le] = LIA_INS_le, [LIA_OP_eq] = LIA_INS_eq,
      [LIA_OP_if] = LIA_INS_if,
};

static sval eval_function(maker *m, lia_expr e) {
  lia_op op = lia_expr_op(m->p, e);
  uint32_t n = lia_expr_n(m->p, e), a[3] = { 0 };
  for (uint32_t i = 0; i < n && !m->nomem; i++)
    a[i] = plain(m, eval_value_of(m, lia_expr_args(m->p, e)[i]));
  if (op != LIA_OP_sin && op != LIA_OP_cos)
    return 2 * eval_number(m, (lia_tapeop)instruction[op], a[0], a[1], a[2]);
  int cosine = op == LIA_OP_cos;
  if (info_of(m, lia_expr_args(m->p, e)[0])->trig == 3)
    return 2 * (eval_number(m, LIA_INS_sincos, a[0], 0, 0) + (uint32_t)cosine);
  return 2 * eval_number(m, cosine ? LIA_INS_cos : LIA_INS_sin, a[0], 0, 0);
}

static double constant_node(const maker *m, lia_expr e) {
  const lia_pool *p = m->p;
  lia_op op = lia_expr_op(p, e);
  if (op == LIA_OP_num) return lia_ratio_double(lia_expr_num(p, e));
  const lia_expr *k = lia_expr_args(p, e);
  uint32_t n = lia_expr_n(p, e);
  double x[3] = { 0 };
  for (uint32_t i = 0; i < n && i < 3; i++) x[i] = info_of(m, k[i])->constant;
  double v = lia_op_value(op, x[0], x[1], x[2]);
  for (uint32_t i = 2; i < n && lia_op_row[op].kind == LIA_LIST; i++)
    v = lia_op_value(op, v, info_of(m, k[i])->constant, 0);
  return v;
}

// a constant of the pool that stands for a number, and no input
static int is_number_by_name(const maker *m, lia_expr e) {
  const lia_pool *p = m->p;
  if (lia_expr_op(p, e) != LIA_OP_sym || m->input[p->node[e].k[0]]) return 0;
  lia_expr means = lia_expr_symbol(p, e)->means;
  return means && lia_expr_is_num(p, means);
}

// who uses what, and which angles want both sin and cos
static void survey(maker *m, uint32_t nout, const lia_expr *out) {
  const lia_pool *p = m->p;
  for (uint32_t i = 0; i < m->walk->n; i++) {
    m->walk->memo[m->walk->list[i]] = i;
    m->node[i] = (info){ .value = NOTHING };
    m->named |= is_number_by_name(m, m->walk->list[i]);
  }
  for (uint32_t i = 0; i < m->walk->n; i++) {
    lia_expr e = m->walk->list[i];
    lia_op op = lia_expr_op(p, e);
    for (uint32_t k = 0; k < lia_expr_n(p, e); k++) {
      info *a = info_of(m, lia_expr_args(p, e)[k]);
      a->uses++;
      a->scaled |= op == LIA_OP_scale;
      a->trig |= op == LIA_OP_sin ? 1 : op == LIA_OP_cos ? 2 : 0;
    }
  }
  for (uint32_t i = 0; i < nout; i++) info_of(m, out[i])->uses++;
}

static lia_status eval_unknown(lia_pool *p, lia_expr symbol, lia_error *err) {
  return LIA_FAIL(err, LIA_EARG, "", "the symbol '%.60s' has no value",
      lia_expr_symbol(p, symbol)->name);
}

static lia_status values(maker *m, lia_error *err) {
  for (uint32_t i = 0; i < m->walk->n && !m->nomem; i++) {
    lia_expr e = m->walk->list[i];
    info *d = &m->node[i];
    lia_op op = lia_expr_op(m->p, e);
    if (!m->p->node[e].bits) {
      d->constant = constant_node(m, e);
    } else if (op == LIA_OP_sym) {
      uint32_t which = m->input[m->p->node[e].k[0]];
      if (is_number_by_name(m, e)) {
        d->value = eval_constant(m, lia_ratio_double(lia_expr_num(m->p,
            lia_expr_symbol(m->p, e)->means)));
        continue;
      }
      if (!which) return eval_unknown(m->p, e, err);
      d->value = 2 * (which - 1);
    } else if (!waits(m, e)) {
      d->value = op == LIA_OP_add ? eval_sum(m, e) : op == LIA_OP_mul ? eval_product(m, LIA_ONE, e)
          : op == LIA_OP_pow ? eval_power(m, e) : eval_function(m, e);
    }
  }
  return m->nomem ? LIA_ENOMEM : LIA_OK;
}

// ---- pass 2: what is alive, fusion, lifetimes

static void mark_alive(maker *m) {
  for (uint32_t i = m->n; i-- > 0; ) {
    const val *v = &m->v[i];
    if (!m->uses[i]) continue;
    uint32_t n = reads_of(v->op), k[3] = { v->a, v->b, v->c };
    for (uint32_t j = 0; j < n; j++) m->uses[k[j]]++;
  }
}

// the value of this instruction where there is one, else NOTHING
static uint32_t eval_known(const maker *m, val v) {
  for (uint32_t h = eval_hash(v), i; (i = m->table[h & (m->ntable - 1)]); h++)
    if (memcmp(&m->v[i - 1], &v, sizeof v) == 0) return i - 1;
  return NOTHING;
}

// b - a where a - b is there already is minus that: a sign is no operation
static void mirror_differences(maker *m) {
  for (uint32_t i = 0; i < m->n; i++) {
    val *v = &m->v[i];
    if (!m->uses[i] || v->op != LIA_INS_sub) continue;
    uint32_t j = eval_known(m, (val){ LIA_INS_sub, v->b, v->a, 0 });
    if (j >= i || !m->uses[j]) continue;
    m->uses[v->a]--;
    m->uses[v->b]--;
    m->uses[j]++;
    *v = (val){ LIA_INS_neg, j, 0, 0 };
  }
}

static int once(const maker *m, uint32_t i, lia_tapeop op) {
  return m->v[i].op == (uint32_t)op && m->uses[i] == 1;
}

// v reads x = a op b instead of x
static void fuse(maker *m, val *v, lia_tapeop op, uint32_t x, uint32_t c) {
  *v = (val){ op, m->v[x].a, m->v[x].b, c };
  m->v[x].op = DEAD;
  m->uses[x] = 0;
}

static void fuse_all(maker *m) {
  for (uint32_t i = 0; i < m->n; i++) {
    val *v = &m->v[i];
    if (!m->uses[i]) continue;
    uint32_t a = v->a, b = v->b;
    if (v->op == LIA_INS_add) {
      if (once(m, b, LIA_INS_mul)) fuse(m, v, LIA_INS_madd, b, a);
      else if (once(m, a, LIA_INS_mul)) fuse(m, v, LIA_INS_madd, a, b);
      else if (once(m, a, LIA_INS_add)) fuse(m, v, LIA_INS_add3, a, b);
      else if (once(m, b, LIA_INS_add)) fuse(m, v, LIA_INS_add3, b, a);
    } else if (v->op == LIA_INS_sub) {
      if (once(m, b, LIA_INS_mul)) fuse(m, v, LIA_INS_nmadd, b, a);
      else if (once(m, a, LIA_INS_mul)) fuse(m, v, LIA_INS_msub, a, b);
    } else if (v->op == LIA_INS_mul && a != b) {
      if (once(m, a, LIA_INS_mul)) fuse(m, v, LIA_INS_mul3, a, b);
      else if (once(m, b, LIA_INS_mul)) fuse(m, v, LIA_INS_mul3, b, a);
    }
  }
}

// ---- pass 3: slots

typedef struct slots {
  uint32_t *slot, *last;    // by value: its slot; the last value that reads it
  uint32_t *free, nfree, used;
} slots;

static void lifetimes(const maker *m, slots *s) {
  for (uint32_t i = 0; i < m->n; i++) {
    const val *v = &m->v[i];
    uint32_t n = m->uses[i] ? reads_of(v->op) : 0, k[3] = { v->a, v->b, v->c };
    for (uint32_t j = 0; j < n; j++)
      if (s->last[k[j]] != UINT32_MAX) s->last[k[j]] = i;
  }
}

static uint32_t eval_take(slots *s) { return s->nfree ? s->free[--s->nfree] : s->used++; }

static void eval_give_back(const maker *m, slots *s, uint32_t i) {
  const val *v = &m->v[i];
  uint32_t n = reads_of(v->op), k[3] = { v->a, v->b, v->c };
  for (uint32_t j = 0; j < n; j++) {
    if (s->last[k[j]] != i) continue;
    s->last[k[j]] = UINT32_MAX;  // once, even where it is read twice
    s->free[s->nfree++] = s->slot[k[j]];
  }
}

static void write_tape(const maker *m, slots *s, lia_tape *t) {
  for (uint32_t i = 0; i < m->n; i++) {
    const val *v = &m->v[i];
    if (!m->uses[i] || v->op >= INPUT) continue;
    lia_ins x = { .op = v->op & 0xff, .a = s->slot[v->a] };
    if (reads_of(v->op) > 1) x.b = s->slot[v->b];
    if (reads_of(v->op) > 2) x.c = s->slot[v->c];
    if (v->op == LIA_INS_sincos) x.b = s->slot[i + 1] = eval_take(s);
    else eval_give_back(m, s, i);
    s->slot[i] = eval_take(s);
    if (v->op == LIA_INS_sincos) eval_give_back(m, s, i);
    x.r = s->slot[i] & 0xffffff;
    t->ins[t->n++] = x;
  }
  t->ins[t->n++] = (lia_ins){ .op = LIA_INS_end };
}

static void layout(lia_layout *l, lia_tape *t, size_t n) {
  t->constant = LIA_TAKE(l, double, t->nconst);
  t->ins = LIA_TAKE(l, lia_ins, n);
  t->out = LIA_TAKE(l, uint32_t, t->nout);
}

static lia_tape *new_tape(const maker *m, uint32_t nin, uint32_t nout) {
  lia_tape t = { .nin = nin, .nout = nout };
  size_t n = 1;
  for (uint32_t i = 0; i < m->n; i++) {
    t.nconst += m->v[i].op == CONSTANT && m->uses[i];
    n += m->v[i].op < INPUT && m->uses[i];
  }
  lia_layout l = { 0 };
  LIA_TAKE(&l, lia_tape, 1);
  layout(&l, &t, n);
  l.base = lia_block(l.used);
  if (!l.base) return NULL;
  l.used = 0;
  lia_tape *tape = LIA_TAKE(&l, lia_tape, 1);
  *tape = t;
  layout(&l, tape, n);
  return tape;
}

static void count_tape(const maker *m, lia_count *c) {
  static const lia_count cost[] = {
#define LIA_INS(id, reads, mul, add, div, fun, text) { mul, add, div, fun, 0 },
#include "sym/tape/tape.def"
#undef LIA_INS
    { 0, 0, 0, 2, 0 }
  };
  for (uint32_t i = 0; i < m->n; i++) {
    if (!m->uses[i] || m->fixed[i] || m->v[i].op >= LIA_INS_end) continue;
    const lia_count *k = &cost[m->v[i].op];
    c->mul += k->mul;
    c->add += k->add;
    c->div += k->div;
    c->fun += k->fun;
  }
}

static int eval_is_trig(uint32_t op) {
  return op == LIA_INS_sin || op == LIA_INS_cos || op == LIA_INS_sincos || op == LIA_INS_tan;
}

// additions read by sines and cosines alone, and those these read; elsewhere: by value, whether
// anything else reads it
static size_t angle_additions(const maker *m, uint32_t nout, const uint32_t *out,
    uint8_t *elsewhere) {
  size_t sum = 0;
  for (uint32_t i = 0; i < nout; i++) elsewhere[out[i]] = 1;
  for (uint32_t i = m->n; i-- > 0;) {
    const val *v = &m->v[i];
    if (!m->uses[i] || eval_is_trig(v->op)) continue;
    sum += !elsewhere[i] && !m->fixed[i] && (v->op == LIA_INS_add || v->op == LIA_INS_sub);
    uint32_t n = reads_of(v->op), k[3] = { v->a, v->b, v->c };
    for (uint32_t j = 0; j < n; j++) elsewhere[k[j]] |= elsewhere[i];
  }
  return sum;
}

// inputs and constants keep their slots, outputs theirs to the end
static lia_status eval_place(const maker *m, slots *s, lia_tape *t, const uint32_t *out,
    lia_error *err) {
  s->used = t->nin;
  for (uint32_t i = 0; i < m->n; i++) {
    if (m->v[i].op == INPUT) s->slot[i] = m->v[i].a;
    if (m->v[i].op == CONSTANT && m->uses[i]) {
      t->constant[s->used - t->nin] = constant_of(&m->v[i]);
      s->slot[i] = s->used++;
    }
    s->last[i] = m->v[i].op == INPUT || m->v[i].op == CONSTANT ? UINT32_MAX : 0;
  }
  for (uint32_t i = 0; i < t->nout; i++) s->last[out[i]] = UINT32_MAX;
  lifetimes(m, s);
  write_tape(m, s, t);
  for (uint32_t i = 0; i < t->nout; i++) t->out[i] = s->slot[out[i]];
  t->nslot = s->used;
  if (s->used > 1 << 24)
    return LIA_FAIL(err, LIA_ELIMIT, "", "an expression needs %u values at once, more than %d",
        s->used, 1 << 24);
  return LIA_OK;
}

static lia_status eval_finish(const maker *m, uint32_t nin, uint32_t nout, const uint32_t *out,
    lia_tape **tape, lia_error *err) {
  uint32_t *work = lia_malloc(3 * ((size_t)m->n + 1) * sizeof *work);
  lia_tape *t = work ? new_tape(m, nin, nout) : NULL;
  lia_status st = t ? LIA_OK : LIA_ENOMEM;
  if (t) {
    slots s = { work, work + m->n + 1, work + 2 * ((size_t)m->n + 1), 0, 0 };
    st = eval_place(m, &s, t, out, err);
    count_tape(m, &t->count);
  }
  lia_free(work);
  if (st == LIA_OK) *tape = t;
  else lia_free(t);
  return st;
}

// ---- all passes

static lia_status passes(maker *m, uint32_t nin, const lia_expr *in, uint32_t nout,
    const lia_expr *out, lia_tape **tape, lia_count *count, lia_error *err) {
  m->node = lia_malloc((m->walk->n + 1) * sizeof *m->node);
  uint32_t *end = lia_malloc((nout + 1) * sizeof *end);
  lia_status st = m->node && end ? LIA_OK : LIA_ENOMEM;
  if (st == LIA_OK) survey(m, nout, out);
  for (uint32_t i = 0; i < nin; i++) {
    append(m, (val){ INPUT, i, 0, 0 });
    if (m->fix && !m->nomem) m->fixed[i] = lia_expr_symbol(m->p, in[i])->kind == LIA_SYM_parameter;
  }
  if (st == LIA_OK) st = values(m, err);
  for (uint32_t i = 0; st == LIA_OK && i < nout; i++) end[i] = plain(m, eval_value_of(m, out[i]));
  if (m->nomem) st = LIA_ENOMEM;
  if (st == LIA_OK) {
    m->uses = lia_calloc(m->n + 1, sizeof *m->uses);
    if (!m->uses) st = LIA_ENOMEM;
  }
  if (st == LIA_OK) {
    for (uint32_t i = 0; i < nout; i++) m->uses[end[i]]++;
    mark_alive(m);
    mirror_differences(m);
    if (count) {
      uint8_t *elsewhere = lia_calloc(m->n + 1, 1);
      count_tape(m, count);
      if (elsewhere) count->angle = angle_additions(m, nout, end, elsewhere);
      else st = LIA_ENOMEM;
      lia_free(elsewhere);
    }
    fuse_all(m);
    if (tape && st == LIA_OK) st = eval_finish(m, nin, nout, end, tape, err);
  }
  lia_free(end);
  return st;
}

static lia_status eval_make(lia_pool *p, uint32_t nin, const lia_expr *in, uint32_t nout,
    const lia_expr *out, lia_tape **tape,
    lia_count *count, int fix, lia_error *err) {
  for (uint32_t i = 0; i < nout; i++)
    if (!out[i])
      return p->err.code != LIA_OK ? lia_pool_status(p, err)
          : LIA_FAIL(err, LIA_EARG, "", "output %u is no expression", i + 1);
  maker m = { .p = p, .fix = fix,
      .input = lia_calloc((size_t)p->names.count + 1, sizeof *m.input) };
  for (uint32_t i = 0; m.input && i < nin; i++) m.input[p->node[in[i]].k[0]] = i + 1;
  if (m.input) m.walk = lia_walk_open(p, nout, out, 0);
  lia_status st = m.walk ? passes(&m, nin, in, nout, out, tape, count, err) : m.input
      ? lia_pool_status(p, err) : LIA_ENOMEM;
  lia_walk_close(p, m.walk);
  lia_free(m.input);
  lia_free(m.node);
  lia_free(m.v);
  lia_free(m.fixed);
  lia_free(m.table);
  lia_free(m.list);
  lia_free(m.uses);
  return st == LIA_ENOMEM ? LIA_FAIL(err, st, "", "%s", lia_status_text(st)) : st;
}

lia_status lia_tape_new(lia_tape **tape, lia_pool *p, uint32_t nin, const lia_expr *in,
    uint32_t nout, const lia_expr *out,
    lia_error *err) {
  for (uint32_t i = 0; i < nin; i++)
    if (!in[i] || lia_expr_op(p, in[i]) != LIA_OP_sym) {
      char text[80];
      lia_print_short(p, in[i], text, sizeof text);
      return LIA_FAIL(err, LIA_EARG, "", "input %u: expected a symbol, got %s", i + 1, text);
    }
  return eval_make(p, nin, in, nout, out, tape, NULL, 0, err);
}

static int count_all(lia_pool *p, uint32_t nout, const lia_expr *out, lia_count *count, int fix) {
  *count = (lia_count){ 0 };
  uint32_t n = (uint32_t)p->names.count;
  lia_expr *in = lia_malloc((n + 1) * sizeof *in);
  for (uint32_t i = 0; in && i < n; i++) in[i] = p->sym[i].self;
  lia_status st = in ? eval_make(p, n, in, nout, out, NULL, count, fix, NULL) : LIA_ENOMEM;
  lia_free(in);
  if (st == LIA_ENOMEM) lia_pool_nomem(p);
  return st == LIA_OK;
}

int lia_tape_count(lia_pool *p, uint32_t nout, const lia_expr *out, lia_count *count) {
  return count_all(p, nout, out, count, 0);
}
int lia_tape_count_moving(lia_pool *p, uint32_t nout, const lia_expr *out, lia_count *count) {
  return count_all(p, nout, out, count, 1);
}

// ---- running: each lane of eight rounds as one point does, so all paths give the same bits

// what is no number stays none
static inline double sign(double x) { return x == x ? (x > 0) - (x < 0) : x; }
static inline double smaller(double x, double y) { return x <= y ? x : y < x ? y : x + y; }
static inline double larger(double x, double y) { return x >= y ? x : y > x ? y : x + y; }
static inline double less(double x, double y) { return x < y; }
static inline double less_equal(double x, double y) { return x <= y; }
static inline double equal(double x, double y) { return x == y; }
static inline double choose(double x, double y, double z) { return x != 0 ? y : z; }

#define NUM double
#define TAPE_EVAL run1
#define MAP(f, a) f(a)
#define MAP2(f, a, b) f(a, b)
#define MAP3(f, a, b, c) f(a, b, c)
#define SINCOS(x, s, c) sincos((x), (s), (c), 1)
#define SINE(a) __extension__ ({ double a_ = a, s_, c_; if (sincos) sincos(&a_, &s_, &c_, 1); else s_ = sin(a_); s_; })
#define COSINE(a) __extension__ ({ double a_ = a, s_, c_; if (sincos) sincos(&a_, &s_, &c_, 1); else c_ = cos(a_); c_; })
#include "sym/tape/tape_text.h"
#undef NUM
#undef TAPE_EVAL
#undef MAP
#undef MAP2
#undef MAP3
#undef SINCOS
#undef SINE
#undef COSINE

#define NUM lia_v8d_at
#define MAP(f, a) __extension__ ({ lia_v8d_at a_ = a, r_ = a_; for (int k = 0; k < 8; k++) r_[k] = f(a_[k]); r_; })
#define MAP2(f, a, b) __extension__ ({ lia_v8d_at a_ = a, b_ = b, r_ = a_; for (int k = 0; k < 8; k++) r_[k] = f(a_[k], b_[k]); r_; })
#define MAP3(f, a, b, c) \
  __extension__ ({ lia_v8d_at a_ = a, b_ = b, c_ = c, \
      r_ = a_; for (int k = 0; k < 8; k++) r_[k] = f(a_[k], b_[k], c_[k]); r_; })
#define SINCOS(x, s, c) sincos((const double *)(x), (double *)(s), (double *)(c), 8)
#define SINE(a) __extension__ ({ lia_v8d_at x_ = a, s_ = x_, c_ = x_; if (sincos) SINCOS(&x_, &s_, &c_); else s_ = MAP(sin, x_); s_; })
#define COSINE(a) __extension__ ({ lia_v8d_at x_ = a, s_ = x_, c_ = x_; if (sincos) SINCOS(&x_, &s_, &c_); else c_ = MAP(cos, x_); c_; })

#ifndef LIA_ISA_X86
#define TAPE_EVAL run8_plain
#include "sym/tape/tape_text.h"
#else

LIA_ISA_BEGIN("no-avx")
#define TAPE_EVAL run8_plain
#include "sym/tape/tape_text.h"
#undef TAPE_EVAL
LIA_ISA_END

LIA_ISA_BEGIN(LIA_ISA_AVX2 ",no-avx512f")
#define TAPE_EVAL run8_avx2
#include "sym/tape/tape_text.h"
#undef TAPE_EVAL
LIA_ISA_END

LIA_ISA_BEGIN(LIA_ISA_AVX512)
#define TAPE_EVAL run8_avx512
#include "sym/tape/tape_text.h"
LIA_ISA_END

#endif

static void run8(const lia_ins *i, lia_v8d_at *w, lia_sincos_fn *sincos, lia_isa isa) {
  switch (isa) {
#ifdef LIA_ISA_X86
    case LIA_ISA_avx512: run8_avx512(i, w, sincos); return;
    case LIA_ISA_avx2: run8_avx2(i, w, sincos); return;
#endif
    default: run8_plain(i, w, sincos);
  }
}

void lia_tape_eval(const lia_tape *t, const double *in, double *out, double *w) {
  for (uint32_t i = 0; i < t->nin; i++) w[i] = in[i];
  for (uint32_t i = 0; i < t->nconst; i++) w[t->nin + i] = t->constant[i];
  run1(t->ins, w, t->sincos);
  for (uint32_t i = 0; i < t->nout; i++) out[i] = w[t->out[i]];
}

void lia_tape_eval8(const lia_tape *t, const double *in, double *out, double *w) {
  lia_tape_eval8_on(t, lia_isa_best(), in, out, w);
}

void lia_tape_eval8_on(const lia_tape *t, lia_isa isa, const double *in, double *out, double *w) {
  lia_v8d_at *v = (lia_v8d_at *)w;
  memcpy(v, in, t->nin * sizeof *v);
  for (uint32_t i = 0; i < t->nconst; i++)
    for (int k = 0; k < 8; k++) v[t->nin + i][k] = t->constant[i];
  run8(t->ins, v, t->sincos, isa);
  for (uint32_t i = 0; i < t->nout; i++) memcpy(out + 8 * (size_t)i, v + t->out[i], sizeof *v);
}

// the first node, arguments before what is made of them, that has no finite value though its
// arguments have
static lia_status eval_blame(lia_pool *p, lia_expr e, uint32_t n, const lia_expr *symbol,
    const double *value, lia_error *err) {
  lia_walk *w = lia_walk_open(p, 1, &e, 0);
  info *node = w ? lia_malloc((w->n + 1) * sizeof *node) : NULL;
  maker m = { .p = p, .walk = w, .node = node };
  lia_expr bad = e;
  for (uint32_t i = 0; node && i < w->n; i++) {
    lia_expr x = w->list[i];
    w->memo[x] = i;
    node[i].constant = 0;
    for (uint32_t j = 0; j < n; j++)
      if (symbol[j] == x) node[i].constant = value[j];
    if (lia_expr_op(p, x) != LIA_OP_sym) node[i].constant = constant_node(&m, x);
    if (isfinite(node[i].constant)) continue;
    bad = x;
    break;
  }
  lia_walk_close(p, w);
  lia_free(node);

  char text[100], at[80] = "";
  lia_print_short(p, bad, text, sizeof text);
  for (uint32_t j = 0, used = 0; j < n; j++) {
    if (lia_subs_depends(p, bad, symbol[j]) != 1 || used > 40) continue;
    used += (uint32_t)lia_text_format(at + used, sizeof at - used, "%s%.20s = %.6g",
        used ? ", " : " where ", lia_expr_symbol(p, symbol[j])->name, value[j]);
  }
  const char *origin = lia_pool_origin(p, bad);
  return LIA_FAIL(err, LIA_EDOMAIN, origin ? origin : "", "%s has no finite value%s", text, at);
}

lia_status lia_eval(lia_pool *p, lia_expr e, uint32_t n, const lia_expr *symbol,
    const double *value, double *result, lia_error *err) {
  if (lia_expr_is_num(p, e)) {
    *result = lia_ratio_double(lia_expr_num(p, e));
    return LIA_OK;
  }
  lia_tape *t = NULL;
  LIA_TRY(lia_tape_new(&t, p, n, symbol, 1, &e, err));
  double *w = lia_malloc((t->nslot + 1) * sizeof *w);
  if (w) lia_tape_eval(t, value, result, w);
  lia_status st = w ? LIA_OK : LIA_FAIL(err, LIA_ENOMEM, "", "%s", lia_status_text(LIA_ENOMEM));
  lia_free(w);
  lia_free(t);
  return st == LIA_OK && !isfinite(*result) ? eval_blame(p, e, n, symbol, value, err) : st;
}
