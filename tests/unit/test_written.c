/* test_written.c - texts kept as they are written: they read back, names have places, memory may
 * give out */
#include "house.h"
#include "symkit.h"
#include "base/mem.h"
#include "sym/expr/parse.h"
#include "sym/expr/written.h"

static const char *const texts[] = {
  "x", "2.5", "-x", "x - y - z", "x - (y - z)", "x/y/z", "x/(y*z)", "x^y^z", "(x^y)^z", "-x^2",
  "(-x)^2", "x*-y",
  "2^-x", "sin(x + 1)*cos(y)", "max(x, y, 3)", "piecewise(x < 1, x, y >= 2, y, z)", "(x < y) < z",
  "x + (y == z)",
  "0.1~2*x", "((x))", "-(x + y)*z", "x**2 + 1e-3", "pi*x/deg", "atan(x, y) - atan2(y, -x)",
  "1e999*x", "x - -y",
};

static void read_in(lia_pool *p, lia_expr *e, const char *s) {
  lia_error err = { 0 };
  cr_assert_eq(lia_parse(p, s, strlen(s), LIA_PARSE_create, e, NULL, &err), LIA_OK, "%s: %s", s,
      err.text);
}

LIA_TEST(written, what_is_printed_is_the_same_expression_and_prints_the_same) {
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    lia_pool *p = lia_pool_new();
    lia_written w = { 0 }, again = { 0 };
    lia_text t = { 0 }, twice = { 0 };
    lia_expr a, b;
    cr_assert_eq(lia_parse_written(texts[i], strlen(texts[i]), &w, NULL), LIA_OK);
    cr_assert_eq(w.node[w.n - 1].size, w.n, "%s", texts[i]);
    lia_written_print(&t, &w, w.n - 1);
    read_in(p, &a, texts[i]);
    read_in(p, &b, lia_text_str(&t));
    cr_assert_eq(a, b, "%s -> %s", texts[i], lia_text_str(&t));
    cr_assert_eq(lia_parse_written(t.s, t.n, &again, NULL), LIA_OK);
    lia_written_print(&twice, &again, again.n - 1);
    cr_assert_str_eq(lia_text_str(&twice), lia_text_str(&t));
    lia_text_free(&t);
    lia_text_free(&twice);
    lia_written_free(&w);
    lia_written_free(&again);
    lia_pool_free(p);
  }
}

LIA_TEST(written, every_name_has_its_place_in_the_text_in_the_order_of_writing) {
  const char *s = "a1 + max( b , c'' )*d - (e^f)^g + h/2";
  static const char *const want[] = { "a1", "b", "c''", "d", "e", "f", "g", "h" };
  lia_written w = { 0 };
  size_t n = 0;
  cr_assert_eq(lia_parse_written(s, strlen(s), &w, NULL), LIA_OK);
  for (uint32_t i = 0; i < w.n; i++) {
    if (w.node[i].op != LIA_WRITTEN_name) continue;
    cr_assert_lt(n, sizeof want / sizeof *want);
    cr_assert_eq(w.node[i].len, strlen(want[n]));
    cr_assert_eq(memcmp(s + w.node[i].at, want[n], w.node[i].len), 0, "%s", want[n]);
    n++;
  }
  cr_assert_eq(n, sizeof want / sizeof *want);
  lia_written_free(&w);
}

LIA_TEST(written, what_the_grammar_refuses_is_refused_with_its_place_and_leaves_nothing) {
  static const struct { const char *s, *place; } row[] = {
    { "", "column 1" }, { "x +", "column 4" }, { "max(x", "column 6" }, { "foo(x)", "column 1" },
    { "x y", "column 3" }, { "sin(x, y)", "column 1" }, { "x < y < z", "column 7" },
    { "x\n+ * y", "line 2, column 3" },
  };
  lia_written w = { 0 };
  lia_written_number(&w, 7);
  for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
    lia_error err = { 0 };
    cr_assert_eq(lia_parse_written(row[i].s, strlen(row[i].s), &w, &err), LIA_EPARSE, "%s",
        row[i].s);
    cr_assert_str_eq(err.path, row[i].place, "%s", row[i].s);
    cr_assert_eq(w.n, 1);
  }
  lia_written_free(&w);
}

// reads, splits and prints; what came of it, or NULL where memory was out
static int all_of_it(lia_text *t) {
  static const char *const name[] = { "x", "y" };
  const char *s = "2*x - (y + L)*max(W, 1, 2) + 3 - sin(L)/W + x/4";
  lia_written w = { 0 }, parts = { 0 };
  lia_error err = { 0 };
  int reads = lia_parse_written(s, strlen(s), &w, &err) == LIA_OK;
  int whole = reads && lia_written_linear(&w, 2, name, &parts);
  cr_assert(whole || err.code == LIA_ENOMEM || parts.nomem, "%s", err.text);
  for (uint32_t root = parts.n; whole && root > 0; root -= parts.node[root - 1].size) {
    lia_written_print(t, &parts, root - 1);
    lia_text_char(t, ';');
  }
  lia_written_free(&w);
  lia_written_free(&parts);
  return whole && !t->nomem;
}

LIA_TEST(written, memory_that_gives_out_anywhere_is_told_and_leaves_nothing) {
  size_t live = lia_mem_live();
  int whole = 0;
  for (long k = 0; !whole && k < 1000; k++) {
    lia_text t = { 0 };
    lia_mem_fail_after(k);
    whole = all_of_it(&t);
    lia_mem_fail_after(-1);
    if (whole)
      cr_assert_str_eq(lia_text_str(&t), "-max(W, 1, 2);2.25;-max(W, 1, 2)*L+3-sin(L)/W;");
    cr_assert(!whole || k > 5);
    lia_text_free(&t);
    cr_assert_eq(lia_mem_live(), live);
  }
  cr_assert(whole);
}
