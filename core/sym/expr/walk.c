/* walk.c - depth-first order with a stack of its own */
#include "sym/expr/walk.h"

#include "base/assert.h"
#include "base/mem.h"

#include <string.h>

// stamps and memos for every node there is now; a fresh stamp is 0, no epoch
static int walk_fit(lia_walk *w, uint32_t used) {
  if (used <= w->size) return 1;
  uint32_t size = used + used / 2;
  uint32_t *stamp = lia_realloc(w->stamp, size * sizeof *stamp);
  if (stamp) w->stamp = stamp;
  uint32_t *memo = lia_realloc(w->memo, size * sizeof *memo);
  if (memo) w->memo = memo;
  if (!stamp || !memo) return 0;
  memset(stamp + w->size, 0, (size - w->size) * sizeof *stamp);
  w->size = size;
  return 1;
}

static int push(lia_walk *w, lia_expr e, uint32_t next) {
  if (w->nstack == w->stacksize) {
    uint32_t size = w->stacksize ? 2 * w->stacksize : 64;
    uint64_t *stack = lia_realloc(w->stack, size * sizeof *stack);
    if (!stack) return 0;
    w->stack = stack;
    w->stacksize = size;
  }
  w->stack[w->nstack++] = (uint64_t)next << 32 | e;
  return 1;
}

static int list(lia_walk *w, lia_expr e) {
  if (w->n == w->listsize) {
    uint32_t size = w->listsize ? 2 * w->listsize : 64;
    lia_expr *to = lia_realloc(w->list, size * sizeof *to);
    if (!to) return 0;
    w->list = to;
    w->listsize = size;
  }
  w->list[w->n++] = e;
  return 1;
}

static int walk_enter(lia_walk *w, const lia_pool *p, lia_expr e, uint64_t mask) {
  LIA_ASSERT(e > 0 && e < p->used && e < w->size);
  if (w->stamp[e] == w->epoch || (mask && !(p->node[e].bits & mask))) return 1;
  w->stamp[e] = w->epoch;
  w->memo[e] = 0;
  return p->node[e].n ? push(w, e, 0) : list(w, e);
}

static int reach(lia_walk *w, const lia_pool *p, lia_expr root, uint64_t mask) {
  if (!walk_enter(w, p, root, mask)) return 0;
  while (w->nstack) {
    uint64_t *top = &w->stack[w->nstack - 1];
    lia_expr e = (lia_expr)*top;
    uint32_t next = (uint32_t)(*top >> 32);
    LIA_ASSERT(next <= p->node[e].n);
    if (next == p->node[e].n) {
      w->nstack--;
      if (!list(w, e)) return 0;
      continue;
    }
    *top += (uint64_t)1 << 32;
    if (!walk_enter(w, p, lia_expr_args(p, e)[next], mask)) return 0;
  }
  return 1;
}

lia_walk *lia_walk_open(lia_pool *p, uint32_t nroot, const lia_expr *root, uint64_t mask) {
  lia_walk *w = p->walk ? p->walk : lia_calloc(1, sizeof *w);
  if (!w) { lia_pool_nomem(p); return NULL; }
  if (w == p->walk) p->walk = w->next;

  int ok = walk_fit(w, p->used);
  if (++w->epoch == 0) {
    memset(w->stamp, 0, w->size * sizeof *w->stamp);
    w->epoch = 1;
  }
  w->n = w->nstack = 0;
  for (uint32_t i = 0; ok && i < nroot; i++)
    if (root[i]) ok = reach(w, p, root[i], mask);
  if (ok && !lia_pool_stopped(p, 1 + w->n)) return w;
  lia_walk_close(p, w);
  if (!ok) lia_pool_nomem(p);
  return NULL;
}

void lia_walk_close(lia_pool *p, lia_walk *w) {
  if (!w) return;
  LIA_ASSERT(w != p->walk);   // closed once
  w->next = p->walk;
  p->walk = w;
}

void lia_walk_free_all(lia_pool *p) {
  while (p->walk) {
    lia_walk *w = p->walk;
    p->walk = w->next;
    lia_free(w->list);
    lia_free(w->memo);
    lia_free(w->stamp);
    lia_free(w->stack);
    lia_free(w);
  }
}
