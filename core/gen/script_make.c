/* script_make.c - from slots to values, from values to statements */
#include "gen/script_inside.h"

#include "base/assert.h"
#include "base/layout.h"
#include "base/mem.h"

#include <stdlib.h>

static int is_function(uint32_t op) { return op >= LIA_INS_sqrt && op <= LIA_INS_sincos; }

static uint32_t script_add(lia_script *s, uint32_t op, uint32_t a, uint32_t b, uint32_t c) {
  s->v[s->n] = (lia_value){ .op = op, .k = { a, b, c }, .reads = lia_tape_reads(op) };
  return s->n++;
}

// slots hold values: walk the tape once, knowing whose value each slot holds
static void unroll(lia_script *s, const lia_tape *t, uint32_t *holds) {
  for (uint32_t i = 0; i < t->nin; i++) holds[i] = script_add(s, LIA_VALUE_INPUT, i, 0, 0);
  for (uint32_t i = 0; i < t->nconst; i++)
    holds[t->nin + i] = script_add(s, LIA_VALUE_CONSTANT, i, 0, 0);
  s->first = s->n;
  for (const lia_ins *i = t->ins; i->op != LIA_INS_end; i++) {
    uint32_t reads = lia_tape_reads(i->op);
    LIA_ASSERT(i->a < t->nslot && i->r < t->nslot);
    uint32_t a = holds[i->a], b = reads > 1 ? holds[i->b] : 0, c = reads > 2 ? holds[i->c] : 0;
    uint32_t v = script_add(s, i->op, a, b, c);
    holds[i->r] = v;
    if (i->op == LIA_INS_sincos) holds[i->b] = script_add(s, LIA_VALUE_COS, v, 0, 0);
  }
  for (uint32_t i = 0; i < t->nout; i++) s->out[i] = holds[t->out[i]];
  LIA_ASSERT(s->n <= t->nin + t->nconst + 2 * t->n);
}

static void count_uses(lia_script *s) {
  for (uint32_t i = s->first; i < s->n; i++)
    for (uint32_t j = 0; j < s->v[i].reads; j++) s->v[s->v[i].k[j]].uses++;
  for (uint32_t i = 0; i < s->tape->nout; i++) s->v[s->out[i]].uses++;
}

// what a batch reads stands in w, so it is a statement
static void name_arguments(lia_script *s) {
  for (int k = 0; k < s->nbatch; k++)
    for (uint32_t i = s->batch[k].first; i < s->batch[k].end; i++)
      if (s->v[i].op != LIA_VALUE_COS && s->v[i].k[0] >= s->first) s->v[s->v[i].k[0]].named = 1;
}

// a name for what is read twice, for functions, and for texts that would grow too long
static void choose_names(lia_script *s, uint32_t costly) {
  for (uint32_t i = s->first; i < s->n; i++) {
    lia_value *v = &s->v[i];
    v->cost = 1;
    for (uint32_t j = 0; j < v->reads; j++)
      if (!s->v[v->k[j]].named) v->cost += s->v[v->k[j]].cost;
    v->named = v->uses > 1 || is_function(v->op) || v->op == LIA_VALUE_COS || v->cost >= costly;
  }
}

static int by_value(const void *a, const void *b) {
  const uint32_t *x = a, *y = b;
  if (x[0] != y[0]) return x[0] < y[0] ? -1 : 1;
  return (x[1] > y[1]) - (x[1] < y[1]);
}

// outputs are stored as soon as their value is there
static int sort_stores(lia_script *s) {
  uint32_t n = s->tape->nout, (*pair)[2] = lia_malloc((n + 1) * sizeof *pair);
  if (!pair) return 0;
  for (uint32_t i = 0; i < n; i++) {
    pair[i][0] = s->out[i];
    pair[i][1] = i;
  }
  qsort(pair, n, sizeof *pair, by_value);
  for (uint32_t i = 0; i < n; i++) s->store[i] = pair[i][1];
  lia_free(pair);
  return 1;
}

// statements are counted in order: names as they come, and each store after the value it waits for.
// A part ends where it is full, and where another level begins
typedef struct counter { uint32_t most, inside, level; int part; } counter;

static void count_statement(lia_script *s, counter *c) {
  if (c->inside == c->most) {
    c->part++;
    c->inside = 0;
  }
  c->inside++;
  s->statements++;
}

static void begin_level(counter *c, uint32_t level) {
  if (level == c->level) return;
  c->level = level;
  if (c->inside) c->part++;
  c->inside = 0;
}

static void script_number(lia_script *s, uint32_t most) {
  counter c = { .most = most };
  uint32_t next = 0;
  int batch = 0;
  for (uint32_t i = 0; i < s->n; i++) {
    lia_value *v = &s->v[i];
    const int computed = i >= s->first, together = computed && batch < s->nbatch &&
                                                   i >= s->batch[batch].first;
    if (computed) begin_level(&c, v->level);
    if (together && i == s->batch[batch].first) s->batch[batch].before = c.part;
    if (!together && computed && v->named && v->op != LIA_VALUE_COS) count_statement(s, &c);
    v->part = v->early ? LIA_PART_EARLY : c.part;
    while (next < s->tape->nout && s->out[s->store[next]] == i) {
      count_statement(s, &c);
      next++;
    }
    if (together && i + 1 == s->batch[batch].end) batch++;
  }
  s->parts = c.part + 1;
  LIA_ASSERT(next == s->tape->nout);   // every output was stored
}

int lia_script_ready(const lia_script *s, uint32_t i) {
  const int part = s->v[i].part;
  if (part != LIA_PART_BATCH) return part;
  for (int k = 0; k < s->nbatch; k++)
    if (i < s->batch[k].end) return s->batch[k].before;
  return s->parts;
}

// what is written inside a reader's statement belongs to that reader's part: go backwards, readers
// first
static void spread_parts(lia_script *s) {
  for (uint32_t i = s->n; i-- > s->first;) {
    const lia_value *v = &s->v[i];
    for (uint32_t j = 0; !v->early && j < v->reads; j++) {
      LIA_ASSERT(v->k[j] < i);   // values are read behind where they are made
      lia_value *k = &s->v[v->k[j]];
      if (v->k[j] >= s->first && !k->named) k->part = v->part;
    }
  }
}

static void find_crossings(lia_script *s) {
  for (uint32_t i = 0; i < s->tape->nout; i++) s->v[s->out[i]].at_home = 1;
  for (uint32_t i = s->first; i < s->n; i++) {
    const lia_value *v = &s->v[i];
    for (uint32_t j = 0; j < v->reads; j++) {
      lia_value *k = &s->v[v->k[j]];
      if (k->early) continue;
      if (k->part == v->part && v->part != LIA_PART_BATCH) k->at_home = 1;
      else if (v->k[j] >= s->first && k->named && !k->crosses) {
        k->crosses = 1;
        k->place = s->sz_w++;
      }
    }
  }
}

static void layout(lia_layout *l, lia_script *s, size_t n, size_t nout, size_t functions) {
  s->v = LIA_TAKE(l, lia_value, n);
  s->out = LIA_TAKE(l, uint32_t, nout);
  s->store = LIA_TAKE(l, uint32_t, nout);
  s->batch = LIA_TAKE(l, lia_batch, functions);
}

static size_t functions_of(const lia_tape *t) {
  size_t n = 0;
  for (const lia_ins *i = t->ins; i->op != LIA_INS_end; i++)
    n += i->op == LIA_INS_atan || lia_value_trig(i->op);
  return n;
}

// of a tape unrolled: names, parts, places. 0: no memory
static int script_arrange(lia_script *s, uint32_t most, uint32_t costly, int batches) {
  if (batches && !lia_script_gather(s)) return 0;
  count_uses(s);
  choose_names(s, costly);
  name_arguments(s);
  if (!sort_stores(s)) return 0;
  script_number(s, most);
  spread_parts(s);
  lia_script_place_batches(s);
  find_crossings(s);
  return 1;
}

lia_status lia_script_new(lia_script **out, const lia_tape *t, uint32_t most, uint32_t costly,
    int batches, lia_error *err) {
  const size_t n = t->nin + t->nconst + 2 * t->n, functions = functions_of(t) + 1;
  lia_script measure;
  lia_layout l = { 0 };
  *out = NULL;
  LIA_TAKE(&l, lia_script, 1);
  layout(&l, &measure, n, t->nout, functions);
  uint32_t *holds = lia_malloc((t->nslot + 1) * sizeof *holds);
  char *block = holds ? lia_block(l.used) : NULL;
  if (block) {
    l = (lia_layout){ .base = block };
    lia_script *s = LIA_TAKE(&l, lia_script, 1);
    layout(&l, s, n, t->nout, functions);
    s->tape = t;
    unroll(s, t, holds);
    if (script_arrange(s, most, costly, batches)) *out = s;
    else lia_free(block);
  }
  lia_free(holds);
  return *out ? LIA_OK : LIA_FAIL(err, LIA_ENOMEM, "",
      "out of memory writing a program of %zu instructions", t->n);
}
