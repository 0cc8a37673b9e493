/* curve.c - numbers in a table as an expression: what lies between the points, held at the ends */
#include "describe/curve.h"

#include "base/mem.h"
#include "traj/plan.h"

#include <math.h>

const char *const lia_curve_names[LIA_CURVE_COUNT] = {
#define X(name) #name,
  LIA_CURVE_LIST(X)
#undef X
};

// ---- what is wrong with the points ----

static lia_status look_at(const lia_curve *c, int k, lia_error *err) {
  char path[24];
  lia_text_format(path, sizeof path, "x[%d]", k + 1);
  if (!isfinite(c->x[k])) return LIA_FAIL(err, LIA_EARG, path, "expected a finite number");
  if (k && !(c->x[k] > c->x[k - 1]))
    return LIA_FAIL(err, LIA_EARG, path, "expected numbers that rise: %.9g comes after %.9g",
                    c->x[k], c->x[k - 1]);
  lia_text_format(path, sizeof path, "f[%d]", k + 1);
  if (!isfinite(c->f[k])) return LIA_FAIL(err, LIA_EARG, path, "expected a finite number");
  return LIA_OK;
}

static lia_status look(const lia_curve *c, lia_error *err) {
  if (c->n < 2) return LIA_FAIL(err, LIA_EARG, "", "expected at least 2 points, got %d", c->n);
  for (int k = 0; k < c->n; k++) LIA_TRY(look_at(c, k, err));
  return LIA_OK;
}

// ---- pieces ----

// f = p[0] + s (p[1] + s (p[2] + s p[3])) from x[k] on, s what it is over less x[k]
typedef struct piece { int degree; double p[4]; } piece;

static void curve_number(lia_text *out, double x) {
  if (x < 0) lia_text_char(out, '(');
  lia_text_num(out, x);
  if (x < 0) lia_text_char(out, ')');
}

static void put_offset(lia_text *out, const lia_curve *c, int k) {
  lia_text_printf(out, "(%s - ", c->over);
  curve_number(out, c->x[k]);
  lia_text_char(out, ')');
}

static void put_piece(lia_text *out, const lia_curve *c, int k, const piece *o) {
  for (int i = 0; i < o->degree; i++) {
    curve_number(out, o->p[i]);
    lia_text_put(out, " + ");
    put_offset(out, c, k);
    lia_text_put(out, i + 1 < o->degree ? "*(" : "*");
  }
  curve_number(out, o->p[o->degree]);
  for (int i = 1; i < o->degree; i++) lia_text_char(out, ')');
}

static piece straight(const lia_curve *c, int k) {
  const double slope = (c->f[k + 1] - c->f[k]) / (c->x[k + 1] - c->x[k]);
  return (piece){ 1, { c->f[k], slope } };
}

// from its second derivatives at both ends of the piece
static piece bent(const lia_curve *c, int k, const double *second) {
  const double h = c->x[k + 1] - c->x[k], m0 = second[k], m1 = second[k + 1];
  const double slope = (c->f[k + 1] - c->f[k]) / h - h * (2 * m0 + m1) / 6;
  return (piece){ 3, { c->f[k], slope, m0 / 2, (m1 - m0) / (6 * h) } };
}

static piece piece_of(const lia_curve *c, int k, const double *second) {
  if (c->kind == LIA_CURVE_steps) return (piece){ 0, { c->f[k] } };
  return c->kind == LIA_CURVE_linear ? straight(c, k) : bent(c, k, second);
}

static void put_condition(lia_text *out, const lia_curve *c, int k) {
  lia_text_printf(out, "%s < ", c->over);
  curve_number(out, c->x[k]);
  lia_text_put(out, ", ");
}

static void put_pieces(lia_text *out, const lia_curve *c, const double *second) {
  lia_text_put(out, "piecewise(");
  put_condition(out, c, 0);
  curve_number(out, c->f[0]);
  for (int k = 0; k + 1 < c->n; k++) {
    const piece o = piece_of(c, k, second);
    lia_text_put(out, ", ");
    put_condition(out, c, k + 1);
    put_piece(out, c, k, &o);
  }
  lia_text_put(out, ", ");
  curve_number(out, c->f[c->n - 1]);
  lia_text_char(out, ')');
}

lia_status lia_curve_text(lia_text *out, const lia_curve *c, lia_error *err) {
  LIA_TRY(look(c, err));
  double *second = lia_calloc(2 * (size_t)c->n, sizeof *second);
  lia_status st = second ? LIA_OK : LIA_FAIL(err, LIA_ENOMEM, "", "out of memory");
  if (st == LIA_OK && c->kind == LIA_CURVE_cubic)
    st = lia_plan_spline(c->x, c->f, c->n, 1, NULL, NULL, second, second + c->n, err);
  if (st == LIA_OK) put_pieces(out, c, second);
  lia_free(second);
  if (st == LIA_OK && out->nomem) return LIA_FAIL(err, LIA_ENOMEM, "", "out of memory");
  return st;
}
