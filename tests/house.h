/* house.h - what every unit test here starts from */
#ifndef LIA_TEST_HOUSE_H
#define LIA_TEST_HOUSE_H

#include "base/mem.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>

/* how many random cases a test makes: few, unless the environment asks for more */
static inline int lia_cases(int few) {
  const char *s = getenv("LIAISON_CASES");
  return s && atoi(s) > few ? atoi(s) : few;
}

/* leaves the test it stands in, which needs what is not here: LIA_SKIP("a locale with a decimal
 * comma"). test.sh counts these lines, since to Criterion such a test has passed; STRICT=1 allows
 * those of tests/skips.txt */
#define LIA_SKIP(reason) \
  do { \
    fprintf(stderr, "skipped: %.*s: %s\n", (int)(sizeof __func__ - sizeof "_body"), __func__, \
        reason); \
    return; \
  } while (0)

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
