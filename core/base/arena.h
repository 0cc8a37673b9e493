/* arena.h - grow-only memory for things that die together (symbols, descriptions) */
#ifndef LIA_ARENA_H
#define LIA_ARENA_H

#include "base/status.h"

#include <stddef.h>

LIA_C_BEGIN

typedef struct lia_arena_block lia_arena_block;

typedef struct lia_arena {
  lia_arena_block *head;
  size_t total;         /* bytes obtained from the allocator */
} lia_arena;

void *lia_arena_alloc(lia_arena *a, size_t bytes);  /* 16-aligned, zeroed; NULL if out of memory */
char *lia_arena_text(lia_arena *a, const char *s, size_t n);  /* a copy of s[0..n), ended by 0 */
void lia_arena_free(lia_arena *a);                  /* free every block, leave the arena empty */

LIA_C_END

#endif
