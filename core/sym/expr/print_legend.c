/* print_legend.c - what the abbreviations of a text mean */
#include "sym/expr/print_inside.h"

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

