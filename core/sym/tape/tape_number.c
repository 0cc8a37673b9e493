/* tape_number.c - the values of a tape, each once; sums and products of lists of them */
#include "sym/tape/tape_inside.h"

#include "base/assert.h"
#include "base/mem.h"

#include <math.h>

static uint32_t eval_hash(lia_val v) {
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

static int grow_table(lia_tape_maker *m) {
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
static int is_fixed(const lia_tape_maker *m, const lia_val *v) {
  if (v->op == LIA_VAL_input) return 0;
  if (v->op == LIA_VAL_constant) return 1;
  LIA_ASSERT(v->op < LIA_VAL_dead);
  uint32_t n = lia_val_reads(v->op), k[3] = { v->a, v->b, v->c };
  for (uint32_t i = 0; i < n; i++)
    if (!m->fixed[k[i]]) return 0;
  return 1;
}

static int grow_values(lia_tape_maker *m) {
  uint32_t room = m->room;
  return eval_grow(&m->v, &m->room, sizeof *m->v) && eval_grow(&m->fixed, &room, 1);
}

uint32_t lia_tape_append(lia_tape_maker *m, lia_val v) {
  if (m->nomem || (m->n == m->room && !grow_values(m)) ||
      (2 * m->n >= m->ntable && !grow_table(m))) {
    m->nomem = 1;
    return 0;
  }
  LIA_ASSERT(m->n < m->room && 2 * m->n < m->ntable);
  m->v[m->n] = v;
  m->fixed[m->n] = (uint8_t)is_fixed(m, &v);
  return m->n++;
}

// what two numbers by name make is a number; 0 where it is an instruction
static int folds(const lia_tape_maker *m, lia_tapeop op, uint32_t a, uint32_t b, double *x) {
  if (!m->named || op > LIA_INS_div || m->nomem || m->v[a].op != LIA_VAL_constant ||
      m->v[b].op != LIA_VAL_constant)
    return 0;
  double y = lia_val_constant(&m->v[a]), z = lia_val_constant(&m->v[b]);
  switch (op) {
    case LIA_INS_add: *x = y + z; break;
    case LIA_INS_sub: *x = y - z; break;
    case LIA_INS_mul: *x = y * z; break;
    default: *x = y / z;
  }
  return 1;
}

uint32_t lia_tape_number(lia_tape_maker *m, lia_tapeop op, uint32_t a, uint32_t b, uint32_t c) {
  double x;
  if (folds(m, op, a, b, &x)) return lia_tape_raw_constant(m, x);
  if ((op == LIA_INS_add || op == LIA_INS_mul) && a > b) { uint32_t t = a; a = b; b = t; }
  lia_val v = { op, a, b, c };
  LIA_ASSERT(m->nomem || op >= LIA_INS_end || (a < m->n && b < m->n && c < m->n));
  uint32_t h = eval_hash(v);
  if (m->ntable)
    for (uint32_t i; (i = m->table[h & (m->ntable - 1)]); h++)
      if (memcmp(&m->v[i - 1], &v, sizeof v) == 0) return i - 1;
  uint32_t i = lia_tape_append(m, v);
  if (m->nomem) return 0;
  for (h = eval_hash(v); m->table[h & (m->ntable - 1)]; h++) { }
  m->table[h & (m->ntable - 1)] = i + 1;
  if (op == LIA_INS_sincos) {
    uint32_t second = lia_tape_append(m, (lia_val){ LIA_VAL_second, i, 0, 0 });
    if (m->nomem) return 0;
    for (h = eval_hash(m->v[second]); m->table[h & (m->ntable - 1)]; h++) { }
    m->table[h & (m->ntable - 1)] = second + 1;
  }
  return i;
}

uint32_t lia_tape_raw_constant(lia_tape_maker *m, double x) {
  uint64_t bits;
  memcpy(&bits, &x, sizeof bits);
  return lia_tape_number(m, (lia_tapeop)LIA_VAL_constant, (uint32_t)bits, (uint32_t)(bits >> 32),
      0);
}

lia_sval lia_tape_constant(lia_tape_maker *m, double x) {
  return 2 * lia_tape_raw_constant(m, fabs(x)) + (x < 0);
}

uint32_t lia_tape_plain(lia_tape_maker *m, lia_sval s) {
  uint32_t i = s / 2;
  if (!(s & 1) || m->nomem) return i;
  lia_val v = m->v[i];
  if (v.op == LIA_VAL_constant) return lia_tape_raw_constant(m, -lia_val_constant(&v));
  if (v.op == LIA_INS_sub) return lia_tape_number(m, LIA_INS_sub, v.b, v.a, 0);
  return lia_tape_number(m, LIA_INS_neg, i, 0, 0);
}

void lia_tape_put(lia_tape_maker *m, lia_sval s) {
  if (m->nlist == m->listroom && !eval_grow(&m->list, &m->listroom, sizeof *m->list)) {
    m->nomem = 1;
    return;
  }
  m->list[m->nlist++] = s;
}

// what is known beforehand first, so that it is one value; the others wait behind the list
static void fixed_first(lia_tape_maker *m, uint32_t from) {
  if (!(m->fix || m->named) || m->nomem) return;
  uint32_t n = m->nlist, to = from;
  for (uint32_t i = from; i < n; i++) {
    lia_sval x = m->list[i];
    if (m->fixed[x / 2]) m->list[to++] = x;
    else lia_tape_put(m, x);
  }
  if (!m->nomem) memcpy(m->list + to, m->list + n, (n - to) * sizeof *m->list);
  m->nlist = n;
}

uint32_t lia_tape_known(const lia_tape_maker *m, lia_val v) {
  for (uint32_t h = eval_hash(v), i; (i = m->table[h & (m->ntable - 1)]); h++)
    if (memcmp(&m->v[i - 1], &v, sizeof v) == 0) return i - 1;
  return LIA_VAL_none;
}

// multiply and sum what was put since `from`; the sum's sign is outside where every term has it
lia_sval lia_tape_multiply(lia_tape_maker *m, uint32_t from) {
  fixed_first(m, from);
  LIA_ASSERT(from < m->nlist || m->nomem);
  lia_sval r = m->list[from];
  for (uint32_t i = from + 1; i < m->nlist; i++)
    r = 2 * lia_tape_number(m, LIA_INS_mul, r / 2, m->list[i] / 2, 0) + ((r ^ m->list[i]) & 1);
  m->nlist = from;
  return r;
}

static lia_sval add_two(lia_tape_maker *m, lia_sval a, lia_sval b) {
  if ((a ^ b) & 1)
    return a & 1 ? 2 * lia_tape_number(m, LIA_INS_sub, b / 2, a / 2, 0)
        : 2 * lia_tape_number(m, LIA_INS_sub, a / 2, b / 2, 0);
  return 2 * lia_tape_number(m, LIA_INS_add, a / 2, b / 2, 0) + (a & 1);
}

// long sums in pairs of halves, so that additions need not wait for each other; a positive term
// leads
lia_sval lia_tape_add_up(lia_tape_maker *m, uint32_t from) {
  LIA_ASSERT(from < m->nlist);
  uint32_t n = m->nlist - from;
  lia_sval *s = m->list + from;
  for (uint32_t i = 0; i < n; i++)
    if (!(s[i] & 1)) {
      lia_sval t = s[i];
      memmove(s + 1, s, i * sizeof *s);
      s[0] = t;
      break;
    }
  fixed_first(m, from);
  s = m->list + from;
  uint32_t lanes = n < 12 || m->fix ? 1 : 4;
  for (uint32_t i = lanes; i < n; i++) s[i % lanes] = add_two(m, s[i % lanes], s[i]);
  lia_sval r = s[0];
  for (uint32_t k = 1; k < lanes; k++) r = add_two(m, r, s[k]);
  m->nlist = from;
  return r;
}
