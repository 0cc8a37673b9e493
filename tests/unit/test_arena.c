/* test_arena.c - what the arena promises, and the error object */
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
  for (size_t n = 0; n < 40; n++) {   // the 0 at the end has its place too
    char *t = lia_arena_text(&a, "0123456789012345678901234567890123456789", n),
        *next = lia_arena_alloc(&a, 1);
    *next = 'x';
    cr_assert_eq(strlen(t), n);
  }
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

LIA_TEST(arena, blocks_double_and_are_filled_to_the_last_byte) {
  lia_arena a = { 0 };
  cr_assert_eq(a.total, 0);
  char *p = lia_arena_alloc(&a, 4080);
  size_t first = a.total;
  cr_assert(first >= 4096 && first <= 4096 + 64);
  char *q = lia_arena_alloc(&a, 16);
  cr_assert_eq(q, p + 4080);
  cr_assert_eq(a.total, first);                      // the block is full now, to the byte
  cr_assert_not_null(lia_arena_alloc(&a, 1));
  cr_assert_eq(a.total, first + (first - 4096) + 8192);
  size_t two = a.total;
  // more than twice the last block: a block of its own size
  char *big = lia_arena_alloc(&a, 100000);
  memset(big, 1, 100000);
  cr_assert_eq(a.total, two + (first - 4096) + 100000);
  cr_assert_eq(lia_mem_live(), 3);
  lia_arena_free(&a);
  cr_assert_eq(lia_mem_live(), 0);
  lia_arena_free(&a);
}

LIA_TEST(status, first_error_wins_and_every_status_has_a_name) {
  lia_error err = { 0 };
  const int line = __LINE__ + 1;
  cr_assert_eq(LIA_FAIL(&err, LIA_EDIM, "a[1]", "expected %d", 3), LIA_EDIM);
  cr_assert_eq(LIA_FAIL(&err, LIA_EARG, "b", "later"), LIA_EARG);
  cr_assert_eq(err.code, LIA_EDIM);
  cr_assert_str_eq(err.path, "a[1]");
  cr_assert_eq(err.line, line);
  cr_assert_str_eq(err.file, __FILE__);
  cr_assert_str_eq(err.text, "expected 3");
  for (int s = 0; s < LIA_STATUS_COUNT; s++) {
    cr_assert_eq(strncmp(lia_status_name((lia_status)s), "LIA_", 4), 0);
    cr_assert(strlen(lia_status_text((lia_status)s)) > 1);
    for (int k = 0; k < s; k++)
      cr_assert_str_neq(lia_status_name((lia_status)s), lia_status_name((lia_status)k));
  }
  cr_assert_str_eq(lia_status_name(LIA_ENOMEM), "LIA_ENOMEM");
  cr_assert_str_eq(lia_status_name(LIA_STATUS_COUNT), "LIA_?");
  cr_assert_str_eq(lia_status_name((lia_status)-1), "LIA_?");
  cr_assert_str_eq(lia_status_text(LIA_STATUS_COUNT), "unknown status");
  cr_assert_str_eq(lia_status_text((lia_status)-1), "unknown status");
  // nobody listens; no path; texts longer than the object
  cr_assert_eq(LIA_FAIL(NULL, LIA_EARG, "b", "x"), LIA_EARG);
  err = (lia_error){ 0 };
  char longer[2000];
  memset(longer, 'y', sizeof longer - 1);
  longer[sizeof longer - 1] = 0;
  (void)LIA_FAIL(&err, LIA_EARG, NULL, "%s", longer);
  cr_assert_str_eq(err.path, "");
  cr_assert_eq(strlen(err.text), sizeof err.text - 1);
  // a path is whole, or its end is: of "/yyy...y/arm.urdf:12" the name of the file and the line
  err = (lia_error){ 0 };
  char path[LIA_ERROR_PATH + 200];
  memset(path, 'y', sizeof path);
  path[LIA_ERROR_PATH - 1] = 0;
  (void)LIA_FAIL(&err, LIA_EARG, path, "x");
  cr_assert_str_eq(err.path, path);
  err = (lia_error){ 0 };
  path[LIA_ERROR_PATH - 1] = 'y';
  strcpy(path + sizeof path - 12, "/\xc3\xa9.urdf:12");
  (void)LIA_FAIL(&err, LIA_EARG, path, "x");
  cr_assert_eq(strlen(err.path), LIA_ERROR_PATH - 1);
  cr_assert(!strncmp(err.path, "...y", 4) && strstr(err.path, "/\xc3\xa9.urdf:12"), "%s", err.path);
  // no letter is cut: the two bytes of \xc3\xa9 end before or at the cut
  for (int k = 0; k < 2; k++) {
    err = (lia_error){ 0 };
    memset(path, 'y', sizeof path - 1);
    memcpy(path + sizeof path - 1 - (LIA_ERROR_PATH - 4) - k, "\xc3\xa9", 2);
    (void)LIA_FAIL(&err, LIA_EARG, path, "x");
    cr_assert(err.path[3] == (k ? 'y' : '\xc3'), "%02x", (unsigned char)err.path[3]);
  }
  err = (lia_error){ 0 };
  (void)LIA_FAIL(&err, LIA_EARG, longer, "short");
  cr_assert_eq(strlen(err.path), sizeof err.path - 1);
  cr_assert_str_eq(err.text, "short");
  cr_assert_str_eq(lia_status_name((lia_status)99), "LIA_?");
}
