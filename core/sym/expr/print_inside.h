/* print_inside.h - what the files of print share among themselves */
#ifndef LIA_PRINT_INSIDE_H
#define LIA_PRINT_INSIDE_H

#include "sym/expr/print.h"

LIA_C_BEGIN

/* what stands around and between the parts; names of functions are a column of op.def */
struct lia_style {
  int latex;
  /* from so much wear of a double on it is told behind the number: 1.2e-17~6 (ratio.h) */
  int told_wear;
  const char *times, *plus, *minus, *open, *close;
  const char *over, *frac, *frac_mid, *frac_end;   /* inline a/b, or frac a mid b end */
  const char *power, *power_end, *root, *root_end;
  const char *fun_open, *fun_close, *comma;
};

/* the number at the end of a coordinate's name: how long the name is without it; 0 where there is
 * none */
size_t lia_print_numbered(const lia_pool *p, lia_expr e, const char **name);
/* n/d, in LaTeX a fraction with its sign before it */
void lia_print_fraction(lia_text *out, const lia_style *style, lia_ratio a);
/* lia_print_num, with so many digits (lia_print_opts.digits) */
void lia_print_num_short(lia_text *out, const lia_style *style, lia_ratio a, int digits);
/* a whole number, a decimal or a double, which reads back; the same for every style */
void lia_print_number_text(lia_text *out, lia_ratio a);

LIA_C_END

#endif
