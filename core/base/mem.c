/* mem.c - counts what lives, and refuses when a test says so */
#include "base/mem.h"

#include "base/assert.h"

#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static _Thread_local long fail_after = -1;
static _Thread_local size_t live, asked, refused;

static int must_fail(void) {
  asked++;
  if (fail_after < 0) return 0;
  if (fail_after == 0) return 1;
  fail_after--;
  return 0;
}

// ---- the limit ----

enum { PAGE = 4096 };   // smaller pieces are not counted: they are many, and quick

static _Atomic size_t held, limit;

// of the container, where there is one that says so
static size_t container(void) {
  unsigned long long bytes = 0;
  FILE *f = fopen("/sys/fs/cgroup/memory.max", "r");
  if (!f) return SIZE_MAX;
  int known = fscanf(f, "%llu", &bytes) == 1 && bytes > 0 && bytes < SIZE_MAX;
  fclose(f);
  return known ? (size_t)bytes : SIZE_MAX;
}

static size_t machine(void) {
#ifdef _SC_PHYS_PAGES
  long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGESIZE);
  if (pages > 0 && size > 0 && (size_t)pages < SIZE_MAX / (size_t)size)
    return (size_t)pages * (size_t)size;
#endif
  return SIZE_MAX;
}

size_t lia_mem_limit(void) {
  size_t most = atomic_load(&limit);
  if (most) return most;
  size_t all = machine(), here = container();
  size_t least = all < here ? all : here;
  most = least - least / 4;
  atomic_store(&limit, most);
  return most;
}

void lia_mem_set_limit(size_t bytes) { atomic_store(&limit, bytes ? bytes : 1); }
size_t lia_mem_held(void) { return atomic_load(&held); }

size_t lia_mem_refused(void) {
  size_t bytes = refused;
  refused = 0;
  return bytes;
}

static size_t counted(size_t bytes) { return bytes < PAGE ? 0 : bytes; }

static void mem_give_back(size_t bytes) {
  LIA_ASSERT(atomic_load(&held) >= counted(bytes));
  if (counted(bytes)) atomic_fetch_sub(&held, bytes);
}

// from a piece of `had` bytes to one of `bytes`
static int granted(size_t had, size_t bytes) {
  if (counted(bytes) <= counted(had)) return 1;
  size_t more = bytes - counted(had), most = lia_mem_limit(),
      before = atomic_fetch_add(&held, more);
  if (more <= most && before <= most - more) return 1;
  atomic_fetch_sub(&held, more);
  refused = bytes;
  return 0;
}

// ---- pieces: before each stands how many bytes it has, and how far before it the allocation
// begins ----

typedef struct head {
  _Alignas(16) size_t bytes;
  size_t offset;
} head;

static head *head_of(void *p) { return (head *)p - 1; }

static void *piece(char *begin, size_t offset, size_t bytes) {
  if (!begin) {
    mem_give_back(bytes);
    return NULL;
  }
  *head_of(begin + offset) = (head){ bytes, offset };
  live++;
  return begin + offset;
}

void *lia_malloc(size_t bytes) {
  if (must_fail() || bytes > SIZE_MAX / 2 || !granted(0, bytes)) return NULL;
  return piece(malloc(bytes + sizeof(head)), sizeof(head), bytes);
}

void *lia_calloc(size_t count, size_t size) {
  if (must_fail() || (size && count > SIZE_MAX / 2 / size) || !granted(0, count * size))
    return NULL;
  return piece(calloc(1, count * size + sizeof(head)), sizeof(head), count * size);
}

void *lia_realloc(void *p, size_t bytes) {
  if (!p) return lia_malloc(bytes);
  size_t had = head_of(p)->bytes, offset = head_of(p)->offset;
  LIA_ASSERT(offset >= sizeof(head) && offset < sizeof(head) + 64);
  if (must_fail() || bytes > SIZE_MAX / 2 || !granted(had, bytes)) return NULL;
  char *q = realloc((char *)p - offset, bytes + offset);
  if (!q) {
    if (counted(bytes) > counted(had)) atomic_fetch_sub(&held, bytes - counted(had));
    return NULL;
  }
  if (counted(bytes) < counted(had)) atomic_fetch_sub(&held, counted(had) - counted(bytes));
  *head_of(q + offset) = (head){ bytes, offset };
  return q + offset;
}

void *lia_block(size_t bytes) {
  const size_t line = 64;
  if (must_fail() || bytes > SIZE_MAX / 2) return NULL;
  bytes = (bytes + line - 1) & ~(line - 1);
  if (!granted(0, bytes)) return NULL;
  // zeroed by calloc: pages nobody has written are the kernel's own zeros, and take no memory
  char *begin = calloc(1, bytes + sizeof(head) + line);
  size_t first = ((uintptr_t)begin + sizeof(head) + line - 1) & ~(uintptr_t)(line - 1);
  LIA_ASSERT(!begin || first - (uintptr_t)begin >= sizeof(head));
  return piece(begin, first - (uintptr_t)begin, bytes);
}

void lia_free(void *p) {
  if (!p) return;
  live--;
  mem_give_back(head_of(p)->bytes);
  free((char *)p - head_of(p)->offset);
}

void lia_mem_fail_after(long n) { fail_after = n; }
size_t lia_mem_live(void) { return live; }
size_t lia_mem_count(void) { return asked; }
