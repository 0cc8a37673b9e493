/* criterion.h - Criterion's words for mutants: the first failure ends a test, and all (main.c) */
#ifndef LIA_MUTANTS_CRITERION_H
#define LIA_MUTANTS_CRITERION_H

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* a mutant is asked for one bit, thousands of times: Criterion's start and its 14 ms a test would
 * cost more than the tests */
typedef struct mutants_test {
  const char *name;
  void (*run)(void);
  int signal;   // it ends by this one; 0: it returns
  struct mutants_test *next;
} mutants_test;

extern mutants_test **mutants_end;   // where the next test is hung: mutants/main.c

#define Test(suite, title, ...)                                                                \
  static void suite##_##title(void);                                                           \
  __attribute__((constructor)) static void suite##_##title##_register(void) {                  \
    static mutants_test self = { .name = #suite "/" #title, .run = suite##_##title,            \
                                 __VA_ARGS__ };                                                \
    *mutants_end = &self;                                                                      \
    mutants_end = &self.next;                                                                  \
  }                                                                                            \
  static void suite##_##title(void)

#define MUTANTS_TEXT(...) #__VA_ARGS__
#define cr_assert_fail(...) \
  (printf("%s:%d: %s\n", __FILE__, __LINE__, MUTANTS_TEXT(__VA_ARGS__)), fflush(stdout), _Exit(1))
#define cr_assert(...) MUTANTS_FIRST(__VA_ARGS__, "")
#define MUTANTS_FIRST(holds, ...) ((holds) ? (void)0 : cr_assert_fail(holds))
#define cr_assert_not(...) MUTANTS_FIRST_NOT(__VA_ARGS__, "")
#define MUTANTS_FIRST_NOT(fails, ...) cr_assert(!(fails))
#define cr_assert_eq(a, b, ...) cr_assert((a) == (b))
#define cr_assert_neq(a, b, ...) cr_assert((a) != (b))
#define cr_assert_lt(a, b, ...) cr_assert((a) < (b))
#define cr_assert_leq(a, b, ...) cr_assert((a) <= (b))
#define cr_assert_gt(a, b, ...) cr_assert((a) > (b))
#define cr_assert_geq(a, b, ...) cr_assert((a) >= (b))
#define cr_assert_null(p, ...) cr_assert((p) == NULL)
#define cr_assert_not_null(p, ...) cr_assert((p) != NULL)
#define cr_assert_str_eq(a, b, ...) cr_assert(strcmp((a), (b)) == 0)
#define cr_assert_str_neq(a, b, ...) cr_assert(strcmp((a), (b)) != 0)
// a mutant is dead at its first failure, and tells nothing
#define cr_expect(...) cr_assert(__VA_ARGS__)
#define cr_expect_str_eq(a, b, ...) cr_assert_str_eq(a, b)
#define cr_log_info(...) ((void)0)
#define cr_assert_float_eq(a, b, tol, ...) cr_assert(fabs((double)(a) - (double)(b)) <= (tol))

#endif
