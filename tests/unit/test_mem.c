/* test_mem.c - what is counted, refused, zeroed and aligned; arrays laid out in one block */
#include "base/mem.h"

#include "base/layout.h"
#include "house.h"
#include <stdint.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

// LIA_TEST itself fails on what is left allocated

static int zeroed(const void *p, size_t n) {
  const char *c = p;
  for (size_t k = 0; k < n; k++)
    if (c[k]) return 0;
  return 1;
}

LIA_TEST(mem, what_lives_and_what_was_asked_for_is_counted) {
  size_t live = lia_mem_live(), asked = lia_mem_count();
  void *p[5] = { lia_malloc(3), lia_calloc(2, 8), lia_realloc(NULL, 5), lia_block(70),
      lia_malloc(0) };
  for (int k = 0; k < 5; k++) cr_assert_not_null(p[k]);
  cr_assert_eq(lia_mem_live(), live + 5);
  cr_assert_eq(lia_mem_count(), asked + 5);
  p[2] = lia_realloc(p[2], 5000);          // the same one, larger
  cr_assert_eq(lia_mem_live(), live + 5);
  cr_assert_eq(lia_mem_count(), asked + 6);
  lia_free(NULL);
  cr_assert_eq(lia_mem_live(), live + 5);
  for (int k = 0; k < 5; k++) lia_free(p[k]);
  cr_assert_eq(lia_mem_live(), live);
}

LIA_TEST(mem, what_is_refused_counts_as_asked_not_as_living) {
  size_t live = lia_mem_live(), asked = lia_mem_count();
  char *kept = lia_malloc(4);
  memcpy(kept, "abc", 4);
  for (int kind = 0; kind < 5; kind++) {
    lia_mem_fail_after(2);
    void *a = lia_malloc(1), *b = lia_calloc(1, 1);
    cr_assert(a && b);
    for (int again = 0; again < 3; again++) {   // once out, out for good
      void *p = kind == 0 ? lia_malloc(1) : kind == 1 ? lia_calloc(1, 1) : kind == 2
          ? lia_realloc(NULL, 1) : kind == 3 ? lia_block(1)
          : lia_realloc(kept, 100);
      cr_assert_null(p);
    }
    lia_free(a);
    lia_free(b);
    lia_mem_fail_after(-1);
  }
  cr_assert_str_eq(kept, "abc");
  cr_assert_eq(lia_mem_live(), live + 1);
  cr_assert_eq(lia_mem_count(), asked + 1 + 5 * 5);
  kept = lia_realloc(kept, 100);
  cr_assert_str_eq(kept, "abc");
  lia_free(kept);
#ifndef __SANITIZE_ADDRESS__   // it takes note of such a request as of a fault
  cr_assert_null(lia_malloc((size_t)-1 / 2));
#endif
  cr_assert_null(lia_block((size_t)-63));
  cr_assert_null(lia_block((size_t)-1));
  cr_assert_eq(lia_mem_live(), live);
}

// what is held and what is refused, of whatever kind of piece
LIA_TEST(mem, a_limit_refuses_what_is_beyond_it) {
  enum { MB = 1 << 20 };
  size_t before = lia_mem_held(), whole = lia_mem_limit();
  size_t machine = (size_t)sysconf(_SC_PHYS_PAGES) * (size_t)sysconf(_SC_PAGESIZE);
  cr_assert(whole > 64 * (size_t)MB && whole <= machine - machine / 4,
      "%zu: three quarters of the machine, or of a container", whole);
  cr_assert_eq(lia_mem_refused(), 0);
  lia_mem_set_limit(before + 10 * (size_t)MB);
  for (int kind = 0; kind < 4; kind++) {
    void *a = lia_malloc(MB), *b = lia_calloc(4, MB), *c = lia_block(3 * MB);
    cr_assert(a && b && c);
    cr_assert_eq(lia_mem_held(), before + 8 * (size_t)MB);
    void *p = kind == 0 ? lia_malloc(3 * MB) : kind == 1 ? lia_calloc(3, MB) : kind == 2
        ? lia_block(3 * MB) : lia_realloc(a, 4 * MB);
    cr_assert_null(p);
    cr_assert_eq(lia_mem_refused(), (size_t)(kind == 3 ? 4 : 3) * MB);
    cr_assert_eq(lia_mem_refused(), 0, "told once");
    cr_assert_eq(lia_mem_held(), before + 8 * (size_t)MB);
    p = lia_malloc(100);
    cr_assert_not_null(p, "small pieces are not counted");
    a = lia_realloc(a, 3 * MB);   // up to the last byte
    cr_assert_not_null(a);
    cr_assert_eq(lia_mem_held(), before + 10 * (size_t)MB);
    cr_assert_null(lia_malloc(4096));
    cr_assert_eq(lia_mem_refused(), 4096);
    p = lia_realloc(p, 4095);
    a = lia_realloc(a, 10);       // below a page: no longer counted
    cr_assert_eq(lia_mem_held(), before + 7 * (size_t)MB);
    lia_free(a);
    lia_free(b);
    lia_free(c);
    lia_free(p);
    cr_assert_eq(lia_mem_held(), before);
  }
  lia_mem_set_limit(whole);
  cr_assert_null(lia_malloc((size_t)-1 / 4));
  cr_assert_eq(lia_mem_refused(), (size_t)-1 / 4);
}

// eight gigabytes are no memory until somebody writes in it, and then a page
LIA_TEST(mem, large_blocks_cost_what_is_written_in_them) {
#ifndef __SANITIZE_ADDRESS__
  size_t whole = lia_mem_limit(), size = (size_t)1 << 33;
  lia_mem_set_limit(2 * size);
  char *p = lia_block(size);
  if (p) {                        // some machines promise no more than they have
    struct rusage u;
    p[size - 1] = p[size / 2] = 1;
    cr_assert_eq(p[size / 3], 0);
    getrusage(RUSAGE_SELF, &u);
    cr_assert_lt((size_t)u.ru_maxrss << 10, size / 4);
  }
  lia_free(p);
  lia_mem_set_limit(whole);
#endif
}

LIA_TEST(mem, zeroed_and_aligned_where_promised) {
  for (size_t n = 0; n < 400; n += 37) {
    char *dirt = lia_malloc(n + 64);
    memset(dirt, 0x5a, n + 64);
    lia_free(dirt);
    char *c = lia_calloc(n, 3), *b = lia_block(n), *z = lia_calloc(3, n);
    cr_assert(c && b && z);
    cr_assert(zeroed(c, 3 * n) && zeroed(z, 3 * n) && zeroed(b, (n + 63) / 64 * 64));
    cr_assert_eq((uintptr_t)b % 64, 0);
    memset(b, 1, n);
    lia_free(c);
    lia_free(b);
    lia_free(z);
  }
}

// as every struct of the engine does it: measured without a block, then placed in one
static void lay_out(lia_layout *l, char **a, double **b, int **c) {
  *a = LIA_TAKE(l, char, 5);
  *b = LIA_TAKE(l, double, 9);
  *c = lia_layout_take(l, 3, sizeof(int), sizeof(int));
}

LIA_TEST(layout, measures_and_places_alike) {
  char *a;
  double *b;
  int *c;
  lia_layout l = { 0 };
  lay_out(&l, &a, &b, &c);
  cr_assert(!a && !b && !c);
  cr_assert_eq(l.used, 64 + 9 * sizeof(double) + 3 * sizeof(int));
  size_t need = l.used;
  l = (lia_layout){ .base = lia_block(need) };
  lay_out(&l, &a, &b, &c);
  cr_assert_eq(l.used, need);
  cr_assert_eq((void *)a, (void *)l.base);
  cr_assert_eq((char *)b, l.base + 64);
  cr_assert_eq((char *)c, l.base + 64 + 72);
  lia_layout empty = { .base = l.base, .used = 1 };
  cr_assert_eq((char *)LIA_TAKE(&empty, double, 0), l.base + 64);
  cr_assert_eq(empty.used, 64);
  lia_free(l.base);
}
