/* tape_slots.c - passes 2 and 3 of making a tape: fusion, lifetimes, slots; what it costs */
#include "sym/tape/tape_inside.h"

#include "base/assert.h"
#include "base/layout.h"
#include "base/mem.h"

uint32_t lia_tape_reads(uint32_t op) {
  static const uint8_t reads[] = {
#define LIA_INS(id, reads, mul, add, div, fun, text) reads,
#include "sym/tape/tape.def"
#undef LIA_INS
    1
  };
  return op < LIA_INS_end ? reads[op] : 0;
}

// ---- pass 2: what is alive, fusion, lifetimes

void lia_tape_mark_alive(lia_tape_maker *m) {
  for (uint32_t i = m->n; i-- > 0; ) {
    const lia_val *v = &m->v[i];
    if (!m->uses[i]) continue;
    uint32_t n = lia_val_reads(v->op), k[3] = { v->a, v->b, v->c };
    for (uint32_t j = 0; j < n; j++) m->uses[k[j]]++;
  }
}

void lia_tape_mirror(lia_tape_maker *m) {
  for (uint32_t i = 0; i < m->n; i++) {
    lia_val *v = &m->v[i];
    if (!m->uses[i] || v->op != LIA_INS_sub) continue;
    uint32_t j = lia_tape_known(m, (lia_val){ LIA_INS_sub, v->b, v->a, 0 });
    if (j >= i || !m->uses[j]) continue;
    LIA_ASSERT(m->uses[v->a] > 0 && m->uses[v->b] > 0);
    m->uses[v->a]--;
    m->uses[v->b]--;
    m->uses[j]++;
    *v = (lia_val){ LIA_INS_neg, j, 0, 0 };
  }
}

static int once(const lia_tape_maker *m, uint32_t i, lia_tapeop op) {
  return m->v[i].op == (uint32_t)op && m->uses[i] == 1;
}

// v reads x = a op b instead of x
static void fuse(lia_tape_maker *m, lia_val *v, lia_tapeop op, uint32_t x, uint32_t c) {
  LIA_ASSERT(m->uses[x] == 1 && c != x);   // nobody else reads x
  *v = (lia_val){ op, m->v[x].a, m->v[x].b, c };
  m->v[x].op = LIA_VAL_dead;
  m->uses[x] = 0;
}

void lia_tape_fuse(lia_tape_maker *m) {
  for (uint32_t i = 0; i < m->n; i++) {
    lia_val *v = &m->v[i];
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

static void lifetimes(const lia_tape_maker *m, slots *s) {
  for (uint32_t i = 0; i < m->n; i++) {
    const lia_val *v = &m->v[i];
    uint32_t n = m->uses[i] ? lia_val_reads(v->op) : 0, k[3] = { v->a, v->b, v->c };
    for (uint32_t j = 0; j < n; j++)
      if (s->last[k[j]] != UINT32_MAX) s->last[k[j]] = i;
  }
}

static uint32_t eval_take(slots *s) { return s->nfree ? s->free[--s->nfree] : s->used++; }

static void eval_give_back(const lia_tape_maker *m, slots *s, uint32_t i) {
  const lia_val *v = &m->v[i];
  uint32_t n = lia_val_reads(v->op), k[3] = { v->a, v->b, v->c };
  for (uint32_t j = 0; j < n; j++) {
    if (s->last[k[j]] != i) continue;
    s->last[k[j]] = UINT32_MAX;  // once, even where it is read twice
    LIA_ASSERT(s->nfree < s->used);
    s->free[s->nfree++] = s->slot[k[j]];
  }
}

static void write_tape(const lia_tape_maker *m, slots *s, lia_tape *t) {
  for (uint32_t i = 0; i < m->n; i++) {
    const lia_val *v = &m->v[i];
    if (!m->uses[i] || v->op >= LIA_VAL_input) continue;
    lia_ins x = { .op = v->op & 0xff, .a = s->slot[v->a] };
    LIA_ASSERT(s->slot[v->a] < s->used);
    if (lia_val_reads(v->op) > 1) x.b = s->slot[v->b];
    if (lia_val_reads(v->op) > 2) x.c = s->slot[v->c];
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

static lia_tape *new_tape(const lia_tape_maker *m, uint32_t nin, uint32_t nout) {
  lia_tape t = { .nin = nin, .nout = nout };
  size_t n = 1;
  for (uint32_t i = 0; i < m->n; i++) {
    t.nconst += m->v[i].op == LIA_VAL_constant && m->uses[i];
    n += m->v[i].op < LIA_VAL_input && m->uses[i];
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

void lia_tape_count_of(const lia_tape_maker *m, lia_count *c) {
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

size_t lia_tape_angles(const lia_tape_maker *m, uint32_t nout, const uint32_t *out,
    uint8_t *elsewhere) {
  size_t sum = 0;
  for (uint32_t i = 0; i < nout; i++) elsewhere[out[i]] = 1;
  for (uint32_t i = m->n; i-- > 0;) {
    const lia_val *v = &m->v[i];
    if (!m->uses[i] || eval_is_trig(v->op)) continue;
    sum += !elsewhere[i] && !m->fixed[i] && (v->op == LIA_INS_add || v->op == LIA_INS_sub);
    uint32_t n = lia_val_reads(v->op), k[3] = { v->a, v->b, v->c };
    for (uint32_t j = 0; j < n; j++) elsewhere[k[j]] |= elsewhere[i];
  }
  return sum;
}

// inputs and constants keep their slots, outputs theirs to the end
static lia_status eval_place(const lia_tape_maker *m, slots *s, lia_tape *t, const uint32_t *out,
    lia_error *err) {
  s->used = t->nin;
  for (uint32_t i = 0; i < m->n; i++) {
    if (m->v[i].op == LIA_VAL_input) s->slot[i] = m->v[i].a;
    if (m->v[i].op == LIA_VAL_constant && m->uses[i]) {
      t->constant[s->used - t->nin] = lia_val_constant(&m->v[i]);
      s->slot[i] = s->used++;
    }
    s->last[i] = m->v[i].op == LIA_VAL_input || m->v[i].op == LIA_VAL_constant ? UINT32_MAX : 0;
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

lia_status lia_tape_finish(const lia_tape_maker *m, uint32_t nin, uint32_t nout,
    const uint32_t *out,
    lia_tape **tape, lia_error *err) {
  uint32_t *work = lia_malloc(3 * ((size_t)m->n + 1) * sizeof *work);
  lia_tape *t = work ? new_tape(m, nin, nout) : NULL;
  lia_status st = t ? LIA_OK : LIA_ENOMEM;
  if (t) {
    slots s = { work, work + m->n + 1, work + 2 * ((size_t)m->n + 1), 0, 0 };
    st = eval_place(m, &s, t, out, err);
    lia_tape_count_of(m, &t->count);
  }
  lia_free(work);
  if (st == LIA_OK) *tape = t;
  else lia_free(t);
  return st;
}
