/* batches.c - which functions of a kernel are computed together: values sorted by level */
#include "gen/script_inside.h"

#include "base/assert.h"
#include "base/mem.h"

#include <string.h>

// fewer functions a call, on average, are computed one by one
enum { WORTH = 2 };

// a sum of at most 14 inputs and multiples of them
static int from_inputs(const lia_script *s, uint32_t i, int *size) {
  const lia_value *v = &s->v[i];
  if (++*size > 14) return 0;
  if (i < s->first) return 1;
  if (v->op > LIA_INS_add3) return 0;
  for (uint32_t j = 0; j < v->reads; j++)
    if (!from_inputs(s, v->k[j], size)) return 0;
  return 1;
}

static void find_early(lia_script *s) {
  for (uint32_t i = s->first; i < s->n; i++) {
    int size = 0;
    if (s->v[i].op == LIA_INS_sincos && from_inputs(s, s->v[i].k[0], &size))
      s->v[i].early = s->v[i + 1].early = 1;
  }
}

static uint32_t find_levels(lia_script *s) {
  uint32_t most = 0;
  for (uint32_t i = s->first; i < s->n; i++) {
    lia_value *v = &s->v[i];
    if (v->early) continue;
    const uint32_t reads = v->op == LIA_VALUE_COS ? 1 : v->reads;
    for (uint32_t j = 0; j < reads; j++)
      if (s->v[v->k[j]].level > v->level) v->level = s->v[v->k[j]].level;
    v->level += (uint32_t)lia_value_batched(v);
    if (v->level > most) most = v->level;
  }
  return most;
}

// ---- in the order of levels: on each, sines and cosines, arctangents, the others ----

enum { TRIG, ARCTAN, OTHER, GROUPS };

static uint32_t group_of(const lia_script *s, uint32_t i) {
  const lia_value *v = &s->v[i];
  const int cosine = v->op == LIA_VALUE_COS && !v->early;
  uint32_t group = OTHER;
  if (cosine || lia_value_batched(v)) group = v->op == LIA_INS_atan ? ARCTAN : TRIG;
  return GROUPS * v->level + group;
}

// functions there are, and groups that have some
static int worth(const uint32_t *count, uint32_t groups) {
  uint32_t functions = 0, calls = 0;
  for (uint32_t g = 0; g < groups; g++) {
    if (g % GROUPS == OTHER || !count[g]) continue;
    functions += count[g];
    calls++;
  }
  return calls && functions >= WORTH * calls;
}

// to: where each value goes; count: how many are in each group
static void move_values(lia_script *s, lia_value *from, uint32_t *to, uint32_t *count,
                        uint32_t groups) {
  uint32_t at = s->first;
  for (uint32_t g = 0; g < groups; g++) {
    const uint32_t n = count[g];
    count[g] = at;
    at += n;
  }
  for (uint32_t i = 0; i < s->n; i++) to[i] = i < s->first ? i : count[group_of(s, i)]++;
  memcpy(from, s->v, s->n * sizeof *from);
  for (uint32_t i = 0; i < s->n; i++) {
    lia_value *v = &s->v[to[i]];
    *v = from[i];
    const uint32_t reads = v->op == LIA_VALUE_COS ? 1 : v->reads;
    for (uint32_t j = 0; i >= s->first && j < reads; j++) v->k[j] = to[v->k[j]];
  }
  for (uint32_t i = 0; i < s->tape->nout; i++) s->out[i] = to[s->out[i]];
}

static void list_batches(lia_script *s) {
  for (uint32_t i = s->first; i < s->n;) {
    const uint32_t group = group_of(s, i), start = i;
    for (; i < s->n && group_of(s, i) == group;) i++;
    if (group % GROUPS == OTHER) continue;
    lia_batch *b = &s->batch[s->nbatch++];
    *b = (lia_batch){ .trig = group % GROUPS == TRIG, .first = start, .end = i };
    for (uint32_t k = start; k < i; k++) b->n += s->v[k].op != LIA_VALUE_COS;
    s->together += i - start;
  }
}

static void forget_levels(lia_script *s) {
  for (uint32_t i = 0; i < s->n; i++) s->v[i].level = 0;
}

static int sort_values(lia_script *s, uint32_t groups) {
  uint32_t *count = lia_calloc(groups + s->n + 1, sizeof *count), *to = count + groups;
  lia_value *from = lia_malloc((s->n + 1) * sizeof *from);
  for (uint32_t i = s->first; count && i < s->n; i++) count[group_of(s, i)]++;
  if (count && from) {
    if (worth(count, groups)) {
      move_values(s, from, to, count, groups);
      list_batches(s);
    } else {
      forget_levels(s);
    }
  }
  const int ok = count && from;
  lia_free(from);
  lia_free(count);
  return ok;
}

int lia_script_gather(lia_script *s) {
  find_early(s);
  return sort_values(s, GROUPS * (find_levels(s) + 1));
}

// ---- places ----

// arguments, then results
static void place(lia_script *s, lia_batch *b) {
  const uint32_t block = lia_batch_block(b);
  uint32_t k = 0;
  b->at = s->sz_w;
  s->sz_w += block * (b->trig ? 3 : 2);
  for (uint32_t i = b->first; i < b->end; i++) {
    lia_value *v = &s->v[i];
    const int cosine = v->op == LIA_VALUE_COS || v->op == LIA_INS_cos;
    v->crosses = 1;
    v->part = LIA_PART_BATCH;
    if (v->op == LIA_VALUE_COS) k--;
    v->place = b->at + block * (cosine ? 2 : 1) + k;
    lia_value *argument = &s->v[v->k[0]];
    if (v->op != LIA_VALUE_COS && argument->part >= 0 && argument->op < LIA_INS_end &&
        !argument->crosses) {
      argument->crosses = 1;
      argument->place = b->at + k;
    }
    k++;
  }
  LIA_ASSERT(k == b->n);
}

void lia_script_place_batches(lia_script *s) {
  for (int k = 0; k < s->nbatch; k++) place(s, &s->batch[k]);
}
