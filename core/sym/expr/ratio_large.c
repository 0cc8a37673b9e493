/* ratio_large.c - larger ratios, in a table of the process that has each once */
#include "sym/expr/ratio_inside.h"

#include "base/assert.h"
#include "base/mem.h"

#include <pthread.h>
#include <string.h>

static struct {
  pthread_mutex_t lock;
  lia_bigratio **slot;
  size_t size, used;
  long holders;
} table = { .lock = PTHREAD_MUTEX_INITIALIZER };

void lia_ratio_hold(void) {
  pthread_mutex_lock(&table.lock);
  table.holders++;
  pthread_mutex_unlock(&table.lock);
}

void lia_ratio_drop(void) {
  pthread_mutex_lock(&table.lock);
  LIA_ASSERT(table.holders > 0);
  if (--table.holders == 0) {
    for (size_t i = 0; i < table.size; i++) lia_free(table.slot[i]);
    lia_free(table.slot);
    table.slot = NULL;
    table.size = table.used = 0;
  }
  pthread_mutex_unlock(&table.lock);
}

static size_t limbs(lia_big a) { return (size_t)(a.n < 0 ? -a.n : a.n); }

static int ratio_same(lia_big a, lia_big b) {
  return a.n == b.n && memcmp(a.v, b.v, limbs(a) * sizeof *a.v) == 0;
}

static uint32_t hash_of(lia_big n, lia_big d) {
  uint64_t h = (uint64_t)(uint32_t)n.n << 32 | (uint32_t)d.n;
  for (size_t i = 0; i < limbs(n); i++) {
    h = (h ^ n.v[i]) * 0x9E3779B97F4A7C15ull;
    h ^= h >> 29;
  }
  for (size_t i = 0; i < limbs(d); i++) {
    h = (h ^ d.v[i]) * 0xBF58476D1CE4E5B9ull;
    h ^= h >> 32;
  }
  return (uint32_t)(h >> 16);
}

static int ratio_grow(void) {
  size_t size = table.size ? 2 * table.size : 64;
  lia_bigratio **slot = lia_calloc(size, sizeof *slot);
  if (!slot) return 0;
  for (size_t i = 0; i < table.size; i++) {
    lia_bigratio *r = table.slot[i];
    if (!r) continue;
    size_t h = r->hash;
    while (slot[h & (size - 1)]) h++;
    slot[h & (size - 1)] = r;
  }
  lia_free(table.slot);
  table.slot = slot;
  table.size = size;
  return 1;
}

static lia_bigratio *new_entry(uint32_t hash, lia_big n, lia_big d) {
  lia_bigratio *r = lia_malloc(sizeof *r + (limbs(n) + limbs(d)) * sizeof *r->v);
  if (!r) return NULL;
  *r = (lia_bigratio){ .hash = hash, .n = { r->v, n.n }, .d = { r->v + limbs(n), d.n } };
  memcpy(r->v, n.v, limbs(n) * sizeof *r->v);
  memcpy(r->v + limbs(n), d.v, limbs(d) * sizeof *r->v);
  return r;
}

static lia_ratio intern(lia_big n, lia_big d) {
  uint32_t hash = hash_of(n, d);
  lia_bigratio *found = NULL;
  pthread_mutex_lock(&table.lock);
  if (2 * table.used >= table.size && !ratio_grow()) {
    pthread_mutex_unlock(&table.lock);
    return lia_ratio_none(LIA_RATIO_LOST);
  }
  size_t h = hash;
  for (; (found = table.slot[h & (table.size - 1)]); h++)
    if (found->hash == hash && ratio_same(found->n, n) && ratio_same(found->d, d)) break;
  if (!found && (found = new_entry(hash, n, d))) {
    LIA_ASSERT(2 * table.used < table.size);
    table.slot[h & (table.size - 1)] = found;
    table.used++;
  }
  pthread_mutex_unlock(&table.lock);
  if (!found) return lia_ratio_none(LIA_RATIO_LOST);
  lia_ratio r = { .n = 0, .d = LIA_RATIO_BIG };
  r.big = found;
  return r;
}

void lia_ratio_split(lia_bigs *s, lia_ratio a, lia_big *n, lia_big *d) {
  *n = lia_ratio_is_big(a) ? a.big->n : lia_big_of(s, a.n);
  *d = lia_ratio_is_big(a) ? a.big->d : lia_big_of(s, a.d);
}

static lia_ratio own(lia_big n, lia_big d) {
  const lia_bigratio *big = new_entry(0, n, d);
  if (!big) return lia_ratio_none(LIA_RATIO_LOST);
  lia_ratio r = { .n = 0, .d = LIA_RATIO_LOOSE };
  r.big = big;
  return r;
}

void lia_ratio_release(lia_ratio a) {
  if (a.d == LIA_RATIO_LOOSE) lia_free((void *)(uintptr_t)a.big);
}

lia_ratio lia_ratio_settle(lia_ratio a) {
  if (a.d != LIA_RATIO_LOOSE) return a;
  lia_ratio r = intern(a.big->n, a.big->d);
  lia_ratio_release(a);
  return r;
}

lia_ratio lia_ratio_lowest(lia_bigs *s, lia_big n, lia_big d) {
  LIA_ASSERT(d.n > 0 || lia_bigs_bad(s));
  int64_t a, b;
  if (s->nomem) return lia_ratio_none(LIA_RATIO_LOST);
  if (s->large || lia_big_bits(n) > LIA_RATIO_BITS || lia_big_bits(d) > LIA_RATIO_BITS)
    return lia_ratio_none(LIA_RATIO_LARGE);
  if (!n.n) return lia_ratio_of_int(0);
  if (lia_big_fits(n, &a) && lia_big_fits(d, &b)) return (lia_ratio){ .n = a, .d = b };
  return s->loose ? own(n, d) : intern(n, d);
}

lia_ratio lia_ratio_join(lia_bigs *s, lia_big n, lia_big d) {
  if (d.n < 0) {
    n = lia_big_neg(n);
    d = lia_big_neg(d);
  }
  lia_big g = lia_big_is_one(d) ? d : lia_big_gcd(s, n, d);
  if (!lia_bigs_bad(s) && !lia_big_is_one(g)) {
    lia_big_div(s, n, g, &n, NULL);
    lia_big_div(s, d, g, &d, NULL);
  }
  return lia_ratio_lowest(s, n, d);
}
