/* isa.c - the processor's own answer */
#include "base/isa.h"

#include "base/assert.h"

#include <string.h>

static const char *const names[LIA_ISA_COUNT] = { "plain", "avx2", "avx512" };

const char *lia_isa_name(lia_isa isa) {
  LIA_ASSERT((unsigned)isa < LIA_ISA_COUNT);
  return names[isa];
}

int lia_isa_find(const char *name) {
  for (int k = 0; k < LIA_ISA_COUNT; k++)
    if (strcmp(names[k], name) == 0) return k;
  return -1;
}

int lia_isa_has(lia_isa isa) {
  if (isa == LIA_ISA_plain) return 1;
#ifdef LIA_ISA_X86
  // what x86-64-v3 and -v4 promise of vectors; every processor that has these has the rest of its
  // level
  int four = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
      __builtin_cpu_supports("bmi2");
  if (isa == LIA_ISA_avx2) return four;
  return four && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
      __builtin_cpu_supports("avx512vl") &&
         __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512cd");
#else
  return 0;
#endif
}

lia_isa lia_isa_best(void) {
  lia_isa best = LIA_ISA_plain;
  for (int k = 0; k < LIA_ISA_COUNT; k++)
    if (lia_isa_has((lia_isa)k)) best = (lia_isa)k;
  return best;
}
