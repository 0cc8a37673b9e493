/* test_assert.c - assertions stop where they are on, and cost nothing where they are not */
#define LIA_CHECKED 1
#include "base/assert.h"

#include "house.h"
#include <signal.h>

LIA_TEST(assert, holds_without_a_word) {
  int n = 3;
  LIA_ASSERT(n == 3);
}

Test(assert, stops_the_program, .signal = SIGILL) {
  int n = 3;
  LIA_ASSERT(n == 4);
}
