/* test_arena.c - what the arena and the allocator promise */
#include "base/arena.h"

#include "house.h"
#include <stdint.h>
#include <string.h>

LIA_TEST(arena, pieces_are_aligned_zeroed_and_apart) {
  lia_arena a = { 0 };
  char *last = NULL;
  for (size_t n = 0; n < 3000; n += 7) {
    char *p = lia_arena_alloc(&a, n);
    cr_assert_not_null(p);
    cr_assert_eq((uintptr_t)p % 16, 0);
    for (size_t k = 0; k < n; k++) cr_assert_eq(p[k], 0);
    memset(p, 0x5a, n);
    cr_assert(p != last || n == 7);
    last = p;
  }
  cr_assert_str_eq(lia_arena_text(&a, "abcdef", 3), "abc");
  lia_arena_free(&a);
  cr_assert_eq(a.total, 0);
}

LIA_TEST(arena, says_no_when_memory_is_out) {
  lia_arena a = { 0 };
  lia_mem_fail_after(0);
  cr_assert_null(lia_arena_alloc(&a, 10));
  cr_assert_null(lia_arena_text(&a, "x", 1));
  lia_mem_fail_after(-1);
  cr_assert_null(lia_arena_alloc(&a, (size_t)-8));
  cr_assert_not_null(lia_arena_alloc(&a, 10));
  lia_arena_free(&a);
}

LIA_TEST(mem, overflow_and_injected_failure_give_null) {
  cr_assert_null(lia_block((size_t)-1));
  cr_assert_null(lia_calloc((size_t)-1, 16));
  lia_mem_fail_after(1);
  void *p = lia_malloc(3);
  cr_assert_not_null(p);
  cr_assert_null(lia_malloc(3));
  cr_assert_null(lia_realloc(p, 100));
  cr_assert_null(lia_block(3));
  lia_mem_fail_after(-1);
  lia_free(p);
}

LIA_TEST(status, first_error_wins_and_every_status_has_a_name) {
  lia_error err = { 0 };
  cr_assert_eq(LIA_FAIL(&err, LIA_EDIM, "a[1]", "expected %d", 3), LIA_EDIM);
  cr_assert_eq(LIA_FAIL(&err, LIA_EARG, "b", "later"), LIA_EARG);
  cr_assert_eq(err.code, LIA_EDIM);
  cr_assert_str_eq(err.path, "a[1]");
  cr_assert_str_eq(err.text, "expected 3");
  for (int s = 0; s < LIA_STATUS_COUNT; s++) {
    cr_assert_eq(strncmp(lia_status_name((lia_status)s), "LIA_", 4), 0);
    cr_assert(strlen(lia_status_text((lia_status)s)) > 1);
  }
  cr_assert_str_eq(lia_status_name((lia_status)99), "LIA_?");
}
