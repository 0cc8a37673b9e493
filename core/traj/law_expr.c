/* law_expr.c - the first half mirrored, or three phases, with their ends */
#include "traj/law_expr.h"

#include "sym/expr/build.h"

// what the lines of a row may speak of
typedef struct inputs { lia_expr t, ta, tr, v; } inputs;

static lia_status lines_at(lia_lines *o, lia_pool *p, const inputs *in, lia_expr *s,
                           lia_error *err) {
  const lia_expr image[] = { in->t, in->ta, in->tr, in->v };
  lia_expr *list[] = { s };
  *s = lia_lines_result(o, "s", 0);
  return lia_lines_carry(o, p, image, 1, list, err);
}

// s(t) = 1 - s(1 - t) in the second half
static lia_status one_formula(lia_lines *o, const lia_law_row *row, lia_pool *p, lia_expr t,
                              lia_expr *s, lia_error *err) {
  lia_expr first, second;
  LIA_TRY(lines_at(o, p, &(inputs){ .t = t }, &first, err));
  *s = first;
  if (row->whole) return LIA_OK;
  LIA_TRY(lines_at(o, p, &(inputs){ .t = lia_sym_sub(p, LIA_ONE, t) }, &second, err));
  second = lia_sym_sub(p, LIA_ONE, second);
  *s = lia_sym_if(p, lia_sym_le(p, t, LIA_HALF), first, second);
  return lia_pool_status(p, err);
}

// 1 - c: the part of a ramp that is lost against cruising all the time
static lia_expr lost(lia_pool *p, const lia_law_row *row) {
  if (row->covers == 0.5) return LIA_HALF;
  return lia_sym_num(p, 1 - row->covers);
}

// the ramp to t = ta, v (t - (1 - c) ta) to 1 - td, and the ramp backwards from 1
static lia_status three_phases(lia_lines *o, const lia_law_row *row, lia_pool *p, lia_expr t,
                               const lia_expr *shape, lia_expr *s, lia_error *err) {
  const lia_expr ta = shape[LIA_LAW_ta], td = shape[LIA_LAW_td], part = lost(p, row);
  if (!ta) return LIA_FAIL(err, LIA_EARG, row->name, "its law needs 'ta'");
  const lia_expr share = lia_sym_scale(p, part, lia_sym_add(p, ta, td)),
                 v = lia_sym_div(p, LIA_ONE, lia_sym_sub(p, LIA_ONE, share));
  lia_expr up, down;
  LIA_TRY(lines_at(o, p, &(inputs){ t, ta, shape[LIA_LAW_tr], v }, &up, err));
  LIA_TRY(lines_at(o, p, &(inputs){ lia_sym_sub(p, LIA_ONE, t), td, shape[LIA_LAW_trd], v }, &down,
                   err));
  const lia_expr cruise = lia_sym_mul(p, v, lia_sym_sub(p, t, lia_sym_scale(p, part, ta))),
                 braking = lia_sym_sub(p, LIA_ONE, down),
                 brakes = lia_sym_lt(p, t, lia_sym_sub(p, LIA_ONE, td));
  *s = lia_sym_if(p, lia_sym_le(p, t, ta), up, lia_sym_if(p, brakes, cruise, braking));
  return lia_pool_status(p, err);
}

static lia_status read_row(lia_lines *o, const lia_law_row *row, lia_error *err) {
  LIA_TRY(lia_lines_open(o, row->name, err));
  lia_lines_add(o, "t", 1);
  lia_lines_add(o, "ta", 1);
  lia_lines_add(o, "tr", 1);
  lia_lines_add(o, "v", 1);
  return lia_lines_read(o, row->line, row->nline, err);
}

// td = ta and trd = tr td/ta where they are not told
static void fill_shape(lia_pool *p, const lia_expr *given, lia_expr *shape) {
  for (int k = 0; k < LIA_LAW_SHAPES; k++) shape[k] = given[k];
  const lia_expr ta = shape[LIA_LAW_ta], tr = shape[LIA_LAW_tr];
  if (!shape[LIA_LAW_td]) shape[LIA_LAW_td] = ta;
  if (shape[LIA_LAW_trd] || !tr || !ta) return;
  shape[LIA_LAW_trd] = tr;
  if (shape[LIA_LAW_td] != ta)
    shape[LIA_LAW_trd] = lia_sym_div(p, lia_sym_mul(p, tr, shape[LIA_LAW_td]), ta);
}

lia_status lia_law_expr_of(lia_pool *p, lia_law_kind kind, lia_expr t, const lia_expr *shape,
                           int within, lia_expr *s, lia_error *err) {
  const lia_law_row *row = lia_law_rows[kind];
  lia_expr filled[LIA_LAW_SHAPES];
  lia_lines o;
  fill_shape(p, shape, filled);
  lia_status st = read_row(&o, row, err);
  if (st == LIA_OK && row->nshape) st = three_phases(&o, row, p, t, filled, s, err);
  else if (st == LIA_OK) st = one_formula(&o, row, p, t, s, err);
  lia_lines_close(&o);
  if (st != LIA_OK || within) return st;
  *s = lia_sym_if(p, lia_sym_lt(p, LIA_ONE, t), LIA_ONE, *s);
  *s = lia_sym_if(p, lia_sym_lt(p, t, LIA_ZERO), LIA_ZERO, *s);
  return lia_pool_status(p, err);
}

lia_status lia_law_expr(lia_pool *p, lia_law_kind kind, lia_expr t, lia_expr ta, lia_expr tr,
                        int within, lia_expr *s, lia_error *err) {
  const lia_expr shape[LIA_LAW_SHAPES] = { ta, tr, 0, 0 };
  return lia_law_expr_of(p, kind, t, shape, within, s, err);
}
