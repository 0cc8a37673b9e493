/* fuzz_expr.h - any bytes as an expression: what is printed reads back, what is rewritten is never
 * proved another */
#ifndef LIA_FUZZ_EXPR_H
#define LIA_FUZZ_EXPR_H

#include "fuzz/fuzz.h"

#include "base/text.h"
#include "sym/expr/build.h"
#include "sym/expr/diff.h"
#include "sym/expr/parse.h"
#include "sym/expr/print.h"
#include "sym/simp/simp.h"
#include "sym/expr/subs.h"
#include "sym/simp/zero.h"

enum { FUZZ_EXPR_MOST = 300, FUZZ_EXPR_SYMBOLS = 30, FUZZ_EXPR_NODES = 300 };

// equal, or nobody knows; a proof that they differ is a finding
static inline void fuzz_same(lia_pool *p, lia_expr a, lia_expr b, const char *what) {
  if (a && b && a != b) FUZZ_HOLDS(lia_zero(p, lia_sym_sub(p, a, b)) != LIA_ZERO_no, what);
  lia_pool_clear(p);
}

static inline void fuzz_reads_back(lia_pool *p, lia_expr e) {
  lia_text t = { 0 };
  lia_expr back = 0;
  lia_error err = { 0 };
  if (lia_print(p, e, NULL, &t) == LIA_OK &&
      lia_parse(p, t.s, t.n, LIA_PARSE_create, &back, NULL, &err) == LIA_OK)
    fuzz_same(p, back, e, "reads back as something else");
  lia_pool_clear(p);
  t.n = 0;
  if (lia_print(p, e, &(lia_print_opts){ .style = &lia_style_latex }, &t) != LIA_OK)
    lia_pool_clear(p);
  lia_text_free(&t);
}

static inline void fuzz_asked(lia_pool *p, lia_expr e) {
  lia_expr s[FUZZ_EXPR_SYMBOLS + 1];
  fuzz_reads_back(p, e);
  uint32_t n = lia_subs_symbols(p, 1, &e, s);
  for (uint32_t k = 0; n != UINT32_MAX && k < n && k < 4; k++) {
    lia_diff(p, e, s[k]);
    lia_pool_clear(p);
  }
  fuzz_same(p, lia_simp_angles(p, e), e, "angles become another expression");
  fuzz_same(p, lia_simp_trig(p, e), e, "squares of sines become another expression");
}

// long work is interrupted, as Ctrl-C does, after so many questions whether to go on
static inline int fuzz_enough(void *asked) { return ++*(int *)asked > 300; }

static inline void fuzz_expr_once(const uint8_t *data, size_t size) {
  lia_pool *p = lia_pool_new();
  int asked = 0;
  if (!p) return;
  p->stop = fuzz_enough;
  p->stop_of = &asked;
  lia_expr e = 0;
  lia_error err = { 0 };
  size_t at = 0;
  lia_status st = lia_parse(p, (const char *)data, size, LIA_PARSE_create, &e, &at, &err);
  if (st != LIA_OK)
    FUZZ_HOLDS(err.text[0] != 0 && at <= size, "a failure without a word or a place");
  if (st == LIA_OK && p->names.count <= FUZZ_EXPR_SYMBOLS && p->used <= FUZZ_EXPR_NODES)
    fuzz_asked(p, e);
  lia_pool_free(p);
}

static inline void fuzz_expr(const uint8_t *data, size_t size) {
  if (size <= FUZZ_EXPR_MOST) fuzz_twice(fuzz_expr_once, data, size);
}

#endif
