/* law_expr.c - the first half, mirrored, with its ends */
#include "traj/law_expr.h"

#include "sym/expr/build.h"

// s of the lines of a row at the time t
static lia_status lines_at(lia_lines *o, lia_pool *p, lia_expr t, lia_expr ta, lia_expr tr,
                           lia_expr *s, lia_error *err) {
  const lia_expr image[] = { t, ta, tr };
  lia_expr *list[] = { s };
  *s = lia_lines_result(o, "s", 0);
  return lia_lines_carry(o, p, image, 1, list, err);
}

// s(t) = 1 - s(1 - t) in the second half
static lia_status inside(lia_lines *o, const lia_law_row *row, lia_pool *p, lia_expr t, lia_expr ta,
                         lia_expr tr, lia_expr *s, lia_error *err) {
  lia_expr first, second;
  LIA_TRY(lines_at(o, p, t, ta, tr, &first, err));
  *s = first;
  if (row->whole) return LIA_OK;
  LIA_TRY(lines_at(o, p, lia_sym_sub(p, LIA_ONE, t), ta, tr, &second, err));
  second = lia_sym_sub(p, LIA_ONE, second);
  *s = lia_sym_if(p, lia_sym_le(p, t, LIA_HALF), first, second);
  return lia_pool_status(p, err);
}

static lia_status read_row(lia_lines *o, const lia_law_row *row, lia_error *err) {
  LIA_TRY(lia_lines_open(o, row->name, err));
  lia_lines_add(o, "t", 1);
  for (int k = 0; k < LIA_LAW_SHAPES; k++) lia_lines_add(o, lia_law_shapes[k].name, 1);
  return lia_lines_read(o, row->line, row->nline, err);
}

lia_status lia_law_expr(lia_pool *p, lia_law_kind kind, lia_expr t, lia_expr ta, lia_expr tr,
                        int within, lia_expr *s, lia_error *err) {
  const lia_law_row *row = lia_law_rows[kind];
  lia_lines o;
  lia_status st = read_row(&o, row, err);
  if (st == LIA_OK) st = inside(&o, row, p, t, ta, tr, s, err);
  lia_lines_close(&o);
  if (st != LIA_OK || within) return st;
  *s = lia_sym_if(p, lia_sym_lt(p, LIA_ONE, t), LIA_ONE, *s);
  *s = lia_sym_if(p, lia_sym_lt(p, t, LIA_ZERO), LIA_ZERO, *s);
  return lia_pool_status(p, err);
}
