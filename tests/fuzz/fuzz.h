/* fuzz.h - what every way of fuzzing starts from: a law that ends the process, a number that
 * depends on every byte */
#ifndef LIA_FUZZ_H
#define LIA_FUZZ_H

#include "base/mem.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* a process that dies is what a fuzzer looks for */
#define FUZZ_HOLDS(condition, what)                               \
  do {                                                            \
    if (!(condition)) {                                           \
      fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, what);   \
      abort();                                                    \
    }                                                             \
  } while (0)

/* the hash of Fowler, Noll and Vo */
static inline uint32_t fuzz_hash(const uint8_t *data, size_t size) {
  uint32_t h = 2166136261u;
  for (size_t k = 0; k < size; k++) h = (h ^ data[k]) * 16777619u;
  return h;
}

/* once as it is; once more while memory gives out at a place that the bytes choose; nothing is left
 * by either */
static inline void fuzz_twice(void (*once)(const uint8_t *, size_t), const uint8_t *data,
    size_t size) {
  size_t live = lia_mem_live(), before = lia_mem_count();
  once(data, size);
  FUZZ_HOLDS(lia_mem_live() == live, "memory is left");
  size_t asked = lia_mem_count() - before;
  lia_mem_fail_after((long)(fuzz_hash(data, size) % (asked + 1)));
  once(data, size);
  lia_mem_fail_after(-1);
  FUZZ_HOLDS(lia_mem_live() == live, "memory is left where it gave out");
}

#endif
