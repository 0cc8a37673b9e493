/* arena.c - blocks that double; freed all at once */
#include "base/arena.h"

#include "base/assert.h"
#include "base/mem.h"

#include <string.h>

struct lia_arena_block {
  lia_arena_block *next;
  size_t used, size;
  _Alignas(16) char data[];
};

static lia_arena_block *arena_grow(lia_arena *a, size_t bytes) {
  size_t size = a->head ? 2 * a->head->size : 4096;
  if (size < bytes) size = bytes;
  lia_arena_block *b = lia_malloc(sizeof *b + size);
  if (!b) return NULL;
  *b = (lia_arena_block){ .next = a->head, .size = size };
  a->head = b;
  a->total += sizeof *b + size;
  return b;
}

void *lia_arena_alloc(lia_arena *a, size_t bytes) {
  if (bytes > (size_t)-1 / 4) return NULL;
  bytes = (bytes + 15) & ~(size_t)15;
  lia_arena_block *b = a->head;
  if (!b || b->size - b->used < bytes) b = arena_grow(a, bytes);
  if (!b) return NULL;
  void *p = b->data + b->used;
  LIA_ASSERT(bytes <= b->size - b->used && ((size_t)p & 15) == 0);
  b->used += bytes;
  return memset(p, 0, bytes);
}

char *lia_arena_text(lia_arena *a, const char *s, size_t n) {
  char *t = lia_arena_alloc(a, n + 1);
  if (t) memcpy(t, s, n);
  return t;
}

void lia_arena_free(lia_arena *a) {
  while (a->head) {
    lia_arena_block *next = a->head->next;
    lia_free(a->head);
    a->head = next;
  }
  a->total = 0;
}
