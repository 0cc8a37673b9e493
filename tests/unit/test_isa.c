/* test_isa.c - the widths this machine has, against what its kernel says */
#include "base/isa.h"

#include "house.h"

#include <stdio.h>
#include <string.h>

LIA_TEST(isa, names_are_found_again) {
  for (int k = 0; k < LIA_ISA_COUNT; k++) cr_assert_eq(lia_isa_find(lia_isa_name((lia_isa)k)), k);
  cr_assert_str_eq(lia_isa_name(LIA_ISA_plain), "plain");
  cr_assert_str_eq(lia_isa_name(LIA_ISA_avx2), "avx2");
  cr_assert_str_eq(lia_isa_name(LIA_ISA_avx512), "avx512");
  cr_assert(lia_isa_find("avx") == -1 && lia_isa_find("") == -1 && lia_isa_find("avx5120") == -1);
}

LIA_TEST(isa, who_has_the_wide_has_the_narrow_and_the_best_is_the_widest) {
  cr_assert(lia_isa_has(LIA_ISA_plain));
  cr_assert(lia_isa_best() < LIA_ISA_COUNT && lia_isa_has(lia_isa_best()));
  for (int k = 0; k < LIA_ISA_COUNT; k++)
    cr_assert_eq(lia_isa_has((lia_isa)k) != 0, k <= (int)lia_isa_best());
}

// the first line "flags : fpu vme ..." of the processors; 0 where there is none
static int flags(char *line, int size) {
  FILE *f = fopen("/proc/cpuinfo", "r");
  int found = 0;
  while (f && !found && fgets(line, size, f)) found = strncmp(line, "flags", 5) == 0;
  if (f) fclose(f);
  return found;
}

static int all_of(const char *line, const char *const *name) {
  for (; *name; name++) {
    char word[32];
    snprintf(word, sizeof word, " %s ", *name);
    if (!strstr(line, word)) return 0;
  }
  return 1;
}

LIA_TEST(isa, the_kernel_says_the_same) {
  static const char *const four[] = { "avx2", "fma", "bmi2", NULL };
  static const char *const eight[] = { "avx2", "fma", "bmi2", "avx512f", "avx512dq", "avx512vl",
      "avx512bw", "avx512cd", NULL };
  static char line[16384];
  if (!flags(line, sizeof line)) LIA_SKIP("no Linux, or no x86");
  char *end = strchr(line, '\n');
  if (end) *end = ' ';
  cr_assert_eq(lia_isa_has(LIA_ISA_avx2) != 0, all_of(line, four));
  cr_assert_eq(lia_isa_has(LIA_ISA_avx512) != 0, all_of(line, eight));
}
