/* print_legend.c - what the abbreviations of a text mean, and whether its angles can have some */
#include "sym/expr/print_inside.h"

#include "base/mem.h"
#include "sym/expr/subs.h"
#include "sym/expr/walk.h"

#include <string.h>

// ---- one stem

// the numbered coordinates among these symbols have one name before their numbers
static int have_one_stem(const lia_pool *p, uint32_t n, const lia_expr *symbol) {
  const char *first = NULL, *name;
  size_t length = 0;
  for (uint32_t i = 0; i < n; i++) {
    const size_t stem = lia_print_numbered(p, symbol[i], &name);
    if (!stem) continue;
    if (first && (stem != length || memcmp(name, first, stem))) return 0;
    first = name;
    length = stem;
  }
  return 1;
}

// what the sines and cosines are of, behind room for names; NULL: out of memory
static lia_expr *angles_of(lia_pool *p, uint32_t n, const lia_expr *e, uint32_t *count) {
  lia_walk *w = lia_walk_open(p, n, e, 0);
  const size_t names = (size_t)p->names.count;
  lia_expr *list = w ? lia_malloc((names + w->n + 1) * sizeof *list) : NULL;
  *count = 0;
  for (uint32_t i = 0; list && i < w->n; i++) {
    const lia_op op = lia_expr_op(p, w->list[i]);
    if (op == LIA_OP_sin || op == LIA_OP_cos)
      list[names + (*count)++] = lia_expr_args(p, w->list[i])[0];
  }
  if (w) lia_walk_close(p, w);
  return list;
}

int lia_print_one_stem(lia_pool *p, uint32_t n, const lia_expr *e) {
  uint32_t count;
  lia_expr *list = angles_of(p, n, e, &count);
  const uint32_t symbols =
      list ? lia_subs_symbols(p, count, list + p->names.count, list) : UINT32_MAX;
  const int one = symbols == UINT32_MAX ? -1 : have_one_stem(p, symbols, list);
  lia_free(list);
  return one;
}

// ---- the legend

// how many coordinates the angle of a sine or cosine is the sum of
static uint32_t terms_of(const lia_pool *p, lia_expr e, const lia_expr **term) {
  return lia_expr_terms(p, lia_expr_args(p, e), term);
}

static void put_meaning(const lia_pool *p, lia_expr e, const lia_angles *angles, int brackets,
                        lia_text *out) {
  const lia_expr *term;
  const uint32_t n = terms_of(p, e, &term);
  const int bare = n == 1 && !brackets;
  lia_print_angle(out, &lia_style_shown, p, angles, e);
  lia_text_printf(out, " = %s%s", lia_expr_op(p, e) == LIA_OP_sin ? "sin" : "cos",
                  bare ? " " : "(");
  for (uint32_t k = 0; k < n; k++)
    lia_text_printf(out, "%s%s", k ? " + " : "", lia_expr_symbol(p, term[k])->name);
  if (!bare) lia_text_char(out, ')');
}

lia_status lia_print_legend(lia_pool *p, const lia_abbreviations *used, const lia_print_opts *opts,
                            int brackets, lia_text *out) {
  lia_expr first[2] = { 0, 0 };   // of one coordinate, of a sum
  for (int i = 0; i < used->n; i++) {
    const lia_expr *term;
    lia_expr *x = &first[terms_of(p, used->e[i], &term) > 1];
    if (!*x) *x = used->e[i];
  }
  lia_angles angles;
  int told = 0;
  if (!lia_angles_open(&angles, p, (uint32_t)used->n, used->e, opts)) return LIA_ENOMEM;
  for (int k = 0; k < 2; k++) {
    if (!first[k]) continue;
    if (told++) lia_text_put(out, ", ");
    put_meaning(p, first[k], &angles, brackets, out);
  }
  if (used->n > told) lia_text_put(out, ", and so on");
  lia_angles_close(&angles);
  return LIA_OK;
}

