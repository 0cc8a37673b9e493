/* test_names.c - ids in order of entry, found again at any size, and who was meant by a misspelling
 * */
#include "base/names.h"

#include "house.h"
#include <stdio.h>
#include <string.h>

LIA_TEST(names, keep_the_order_of_first_entry) {
  lia_names t = { 0 };
  cr_assert_eq(lia_names_find(&t, "q1", 2), -1);
  cr_assert_eq(lia_names_add(&t, "q1", 2), 0);
  cr_assert_eq(lia_names_add(&t, "q2", 2), 1);
  cr_assert_eq(lia_names_add(&t, "", 0), 2);
  cr_assert_eq(lia_names_add(&t, "q1", 2), 0);
  cr_assert_eq(lia_names_add(&t, "q2", 2), 1);
  cr_assert_eq(lia_names_add(&t, "q\0x", 3), 3);
  cr_assert_eq(lia_names_add(&t, "q\0y", 3), 4);
  cr_assert_eq(t.count, 5);
  cr_assert_str_eq(lia_names_text(&t, 1), "q2");
  cr_assert_null(lia_names_text(&t, 5));
  cr_assert_null(lia_names_text(&t, -1));
  lia_names_free(&t);
  cr_assert_eq(t.count, 0);
  cr_assert_null(lia_names_text(&t, 0));   // there is not even a table
  cr_assert_null(lia_names_text(&t, -1));
}

// pairs of one FNV-1a value, of different and of equal length
LIA_TEST(names, of_the_same_hash_are_told_apart) {
  const char *twin[] = { "costarring", "liquid", "declinate", "macallums", "altarage", "zinke",
      "nakmvxxv", "tbdxatiq" };
  lia_names t = { 0 };
  for (int i = 0; i < 8; i++) {
    cr_assert_eq(lia_names_find(&t, twin[i], strlen(twin[i])), -1);
    cr_assert_eq(lia_names_add(&t, twin[i], strlen(twin[i])), i);
  }
  for (int i = 0; i < 8; i += 2) cr_assert_eq(t.entry[i].hash, t.entry[i + 1].hash);
  for (int i = 0; i < 8; i++) cr_assert_eq(lia_names_find(&t, twin[i], strlen(twin[i])), i);
  lia_names_free(&t);
}

LIA_TEST(names, there_are_is_said_while_it_fits) {
  const char *joint[] = { "fixed", "revolute", "prismatic" };
  char buf[LIA_NAMES_LIST];
  cr_assert_str_eq(lia_names_listed_of(joint, 3, buf), " (there are: fixed, revolute, prismatic)");
  cr_assert_str_eq(lia_names_listed_of(joint, 1, buf), " (there is: fixed)");
  cr_assert_str_eq(lia_names_listed_of(joint, 0, buf), "");
  lia_names t = { 0 };
  cr_assert_str_eq(lia_names_listed(&t, buf), "");
  lia_names_add(&t, "q1", 2);
  lia_names_add(&t, "q2", 2);
  cr_assert_str_eq(lia_names_listed(&t, buf), " (there are: q1, q2)");
  lia_names_free(&t);
  // one name that fills the room to the last byte, and one that is a letter longer
  char name[LIA_NAMES_LIST];
  const char *one[] = { name };
  int frame = (int)strlen(" (there is: )"), most = LIA_NAMES_LIST - 1 - frame;
  memset(name, 'x', sizeof name);
  for (int n = most - 3; n <= most + 3; n++) {
    name[n] = 0;
    int whole = lia_names_listed_of(one, 1, buf)[0] != 0;
    cr_assert_eq(strlen(buf), whole ? (size_t)(n + frame) : 0);
    cr_assert(whole || n > most - 2);
    cr_assert(!whole || n <= most);
    name[n] = 'x';
  }
}

LIA_TEST(names, thousands_are_found_and_their_texts_stay_where_they_are) {
  lia_names t = { 0 };
  const char *first = NULL;
  char s[16];
  for (int i = 0; i < 5000; i++) {
    int n = snprintf(s, sizeof s, "x%d", i);
    cr_assert_eq(lia_names_add(&t, s, (size_t)n), i);
    if (i == 0) first = lia_names_text(&t, 0);
  }
  cr_assert_eq(lia_names_text(&t, 0), first);
  for (int i = 0; i < 5000; i++) {
    int n = snprintf(s, sizeof s, "x%d", i);
    cr_assert_eq(lia_names_find(&t, s, (size_t)n), i);
    cr_assert_str_eq(lia_names_text(&t, i), s);
  }
  cr_assert_eq(lia_names_find(&t, "x5000", 5), -1);
  lia_names_free(&t);
}

LIA_TEST(names, stay_whole_when_memory_runs_out_at_any_point) {
  for (int fail = 0; fail < 5; fail++) {
    lia_names t = { 0 };
    char s[600];
    memset(s, 'a', sizeof s);
    lia_mem_fail_after(fail);
    int i = 0;
    for (; i < 200; i++) {
      s[0] = (char)('0' + i % 64), s[1] = (char)('0' + i / 64);
      if (lia_names_add(&t, s, sizeof s) < 0) break;
    }
    cr_assert_lt(i, 200);
    cr_assert_eq(t.count, i);
    lia_mem_fail_after(-1);
    cr_assert_eq(lia_names_add(&t, s, sizeof s), i);
    for (int k = 0; k <= i; k++)
      cr_assert_eq(lia_names_find(&t, lia_names_text(&t, k), sizeof s), k);
    lia_names_free(&t);
  }
}

LIA_TEST(names, stay_whole_when_memory_runs_out_while_the_table_grows) {
  for (int fail = 0; fail < 12; fail++) {
    lia_names t = { 0 };
    char s[16];
    int i = 0, n = 0;
    lia_mem_fail_after(fail);
    for (; i < 20000; i++) {
      n = snprintf(s, sizeof s, "%d", i);
      if (lia_names_add(&t, s, (size_t)n) < 0) break;
    }
    lia_mem_fail_after(-1);
    cr_assert_eq(t.count, i);
    cr_assert(i == 20000 || lia_names_add(&t, s, (size_t)n) == i);
    for (int k = 0; k < t.count; k += 7)
      cr_assert_eq(lia_names_find(&t, lia_names_text(&t, k), strlen(lia_names_text(&t, k))), k);
    lia_names_free(&t);
  }
}

static int distance(const char *a, const char *b) {
  return lia_names_distance(a, strlen(a), b, strlen(b));
}

LIA_TEST(names, distance_counts_edits) {
  cr_assert_eq(distance("", ""), 0);
  cr_assert_eq(distance("", "abc"), 6);
  cr_assert_eq(distance("abc", ""), 6);
  cr_assert_eq(distance("abc", "abc"), 0);
  cr_assert_eq(distance("abcd", "badc"), 4);
  char a[64];
  memset(a, 'a', sizeof a);
  cr_assert_eq(lia_names_distance(a, 63, a, 63), 0);
  cr_assert_gt(lia_names_distance(a, 64, a, 1), 1000);
  cr_assert_eq(distance("revolut", "revolute"), 2);
  cr_assert_eq(distance("revloute", "revolute"), 2);
  cr_assert_eq(distance("Revolute", "revolute"), 1);
  cr_assert_eq(distance("aAb", "AbA"), 3);   // a letter in capitals, then two swapped
  cr_assert_eq(distance("kitten", "sitting"), 6);
  cr_assert_eq(distance("sitting", "kitten"), 6);
  cr_assert_gt(lia_names_distance("a", 1, "a", 64), 1000);
}

LIA_TEST(names, nearest_looks_at_names_of_63_letters_and_no_longer_ones) {
  char meant[65], said[65];
  const char *list[] = { meant };
  for (int n = 62; n <= 64; n++) {
    memset(meant, 'a', sizeof meant);
    meant[n] = 0;
    strcpy(said, meant);
    said[n / 2] = 'b';
    lia_names t = { 0 };
    lia_names_add(&t, meant, (size_t)n);
    cr_assert_eq(lia_names_nearest(&t, said, (size_t)n), n < 64 ? 0 : -1);
    cr_assert_eq(lia_names_nearest_of(list, 1, said, (size_t)n), n < 64 ? 0 : -1);
    lia_names_free(&t);
  }
}

LIA_TEST(names, the_one_that_begins_so_is_meant_where_there_is_one) {
  const char *robot[] = { "panda", "planar2", "planar3", "puma560", "ur5" };
  cr_assert_eq(lia_names_nearest_of(robot, 5, "puma", 4), 3);
  cr_assert_eq(lia_names_nearest_of(robot, 5, "pum", 3), 3);
  cr_assert_eq(lia_names_nearest_of(robot, 5, "plan", 4), -1, "two begin so");
  cr_assert_eq(lia_names_nearest_of(robot, 5, "pu", 2), -1, "too short to say");
  cr_assert_eq(lia_names_nearest_of(robot, 5, "planar22", 8), 1, "the nearest goes first");
}

LIA_TEST(names, nearest_is_who_was_meant_or_nobody) {
  const char *joint[] = { "fixed", "revolute", "prismatic", "planar", "q1", "q2" };
  lia_names t = { 0 };
  for (int i = 0; i < 6; i++) lia_names_add(&t, joint[i], strlen(joint[i]));
  struct { const char *said; int meant; } row[] = {
    { "revolut", 1 }, { "Revolute", 1 }, { "rveolute", 1 }, { "prizmatik", 2 }, { "plane", -1 },
        { "plana", 3 },
    { "hinge", -1 }, { "", -1 }, { "Q2", 5 }, { "q", -1 }, { "q11", 4 }, { "q3", 4 },
        { "fixde", 0 }, { "spherical", -1 },
    { "fixxt", -1 }, { "plannr", 3 }, { "plxnrr", 3 }, { "pxxnrr", -1 }, { "prixmatxc", 2 },
        { "prizmatcix", 2 }, { "pxixmxtxc", -1 },
  };
  for (size_t k = 0; k < sizeof row / sizeof *row; k++) {
    size_t n = strlen(row[k].said);
    cr_assert_eq(lia_names_nearest(&t, row[k].said, n), row[k].meant, "%s", row[k].said);
    cr_assert_eq(lia_names_nearest_of(joint, 6, row[k].said, n), row[k].meant, "%s", row[k].said);
  }
  lia_names_free(&t);
}
