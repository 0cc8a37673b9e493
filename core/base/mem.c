/* mem.c - counts what lives, and refuses when a test says so */
#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

static _Thread_local long fail_after = -1;
static _Thread_local size_t live, asked;

static int must_fail(void) {
  asked++;
  if (fail_after < 0) return 0;
  if (fail_after == 0) return 1;
  fail_after--;
  return 0;
}

void *lia_malloc(size_t bytes) {
  if (must_fail()) return NULL;
  void *p = malloc(bytes ? bytes : 1);
  live += p != NULL;
  return p;
}

void *lia_calloc(size_t count, size_t size) {
  if (must_fail()) return NULL;
  void *p = calloc(count ? count : 1, size ? size : 1);
  live += p != NULL;
  return p;
}

void *lia_realloc(void *p, size_t bytes) {
  if (must_fail()) return NULL;
  void *q = realloc(p, bytes ? bytes : 1);
  live += q && !p;
  return q;
}

void *lia_block(size_t bytes) {
  if (must_fail()) return NULL;
  if (bytes > (size_t)-64) return NULL;
  bytes = (bytes + 63) & ~(size_t)63;
  void *p = aligned_alloc(64, bytes ? bytes : 64);
  live += p != NULL;
  return p ? memset(p, 0, bytes) : NULL;
}

void lia_free(void *p) {
  live -= p != NULL;
  free(p);
}

void lia_mem_fail_after(long n) { fail_after = n; }
size_t lia_mem_live(void) { return live; }
size_t lia_mem_count(void) { return asked; }
