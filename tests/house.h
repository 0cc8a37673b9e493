/* house.h - what every unit test here starts from */
#ifndef LIA_TEST_HOUSE_H
#define LIA_TEST_HOUSE_H

#include "base/mem.h"

#include <criterion/criterion.h>
#include <stdlib.h>

/* how many random cases a test makes: few, unless the environment asks for more */
static inline int lia_cases(int few) {
  const char *s = getenv("LIAISON_CASES");
  return s && atoi(s) > few ? atoi(s) : few;
}

/* Test that also fails when it leaves memory behind: Criterion 2.4.1 counts neither
 * a failed assertion in .fini nor a LeakSanitizer report as a failure */
#define LIA_TEST(suite, name)                                                        \
  static void suite##_##name##_body(void);                                           \
  Test(suite, name) {                                                                \
    suite##_##name##_body();                                                         \
    cr_assert_eq(lia_mem_live(), 0, "%zu allocations never freed", lia_mem_live());  \
  }                                                                                  \
  static void suite##_##name##_body(void)

#endif
