/* lpieces.c - li.curve: polynomials piece by piece, their values, peaks, cuts */
#include "bindings/traj/lpieces.h"
#include "bindings/kit/nums.h"

#include "base/text.h"

#include <string.h>

static const lia_fn curve_methods[14];

static void free_pieces(void *x) { lia_pieces_free(x); }

static int curve_get(lua_State *L, void *o) {
  const lia_pieces *x = o;
  const char *key = lua_tostring(L, 2);
  if (!strcmp(key, "n")) lua_pushinteger(L, x->n);
  else if (!strcmp(key, "pieces")) lua_pushinteger(L, x->m);
  else if (!strcmp(key, "degree")) lua_pushinteger(L, x->degree);
  else if (!strcmp(key, "first")) lua_pushnumber(L, x->knot[0]);
  else if (!strcmp(key, "last")) lua_pushnumber(L, x->knot[x->m]);
  else return 0;
  return 1;
}

const lia_class lia_curve_class = {
  .name = "curve",
  .text = "A curve of n components that are polynomials piece by piece, in time or along a path.",
  .destroy = free_pieces, .method = curve_methods, .field = "n pieces degree first last",
  .get = curve_get,
};

void **lia_push_curve_box(lua_State *L) { return lia_push(L, &lia_curve_class); }

// ---- made ----

// coefficients of piece k, a matrix with a row for each component, on top of the stack
static void take_piece(lua_State *L, lia_pieces *x, int k) {
  const lmat *a = lia_check(L, -1, &lia_mat_class);
  if (a->rows != x->n || a->cols != x->degree + 1)
    lia_arg_error(L, 2, "piece %d has %d x %d coefficients, the first %d x %d", k + 1, a->rows,
                  a->cols, x->n, x->degree + 1);
  memcpy(lia_pieces_coef(x, k, 0), a->x, (size_t)(a->rows * a->cols) * sizeof(double));
}

static const lmat *first_piece(lua_State *L) {
  lua_rawgeti(L, 2, 1);
  const lmat *a = lia_test(L, -1, &lia_mat_class);
  if (!a) lia_arg_error(L, 2, "expected a mat for each piece (li.mat{{..}}), got %s at [1]",
                        luaL_typename(L, -1));
  lua_pop(L, 1);
  return a;
}

static int curve_new(lua_State *L) {
  lia_arg a[2];
  lia_error err = { 0 };
  lia_args(L, a);
  const int m = a[0].n - 1, pieces = (int)lua_rawlen(L, 2);
  if (m < 1 || pieces != m)
    return lia_arg_error(L, 2, "expected %d pieces between %d knots, got %d", m > 0 ? m : 0,
                         a[0].n, pieces);
  const lmat *first = first_piece(L);
  void **box = lia_push_curve_box(L);
  lia_pieces *x = NULL;
  lia_status st = lia_pieces_new(&x, first->rows, m, first->cols - 1, &err);
  *box = x;
  if (st != LIA_OK) return lia_raise(L, &err);
  memcpy(x->knot, a[0].p, (size_t)(m + 1) * sizeof(double));
  for (int k = 0; k < m; k++) {
    lua_rawgeti(L, 2, k + 1);
    take_piece(L, x, k);
    lua_pop(L, 1);
  }
  if (lia_pieces_check(x, &err) != LIA_OK) return lia_raise(L, &err);
  return 1;
}

// ---- asked ----

static int curve_at(lua_State *L) {
  lia_arg a[2];
  lia_args(L, a);
  const lia_pieces *x = a[0].o;
  double *all = lua_newuserdata(L, 4 * (size_t)x->n * sizeof *all);
  lia_pieces_at(x, a[1].x, 3, all);
  for (int k = 0; k < 4; k++)
    memcpy(lia_pushvec(L, x->n), all + k * x->n, (size_t)x->n * sizeof *all);
  return 4;
}

static int curve_knots(lua_State *L) {
  lia_arg a[1];
  lia_args(L, a);
  const lia_pieces *x = a[0].o;
  memcpy(lia_pushvec(L, x->m + 1), x->knot, (size_t)(x->m + 1) * sizeof *x->knot);
  return 1;
}

static int curve_coefficients(lua_State *L) {
  lia_arg a[2];
  lia_args(L, a);
  const lia_pieces *x = a[0].o;
  if (a[1].n < 1 || a[1].n > x->m)
    return lia_arg_error(L, 2, "expected a piece from 1 to %d, got %d", x->m, a[1].n);
  double *out = lia_pushmat(L, x->n, x->degree + 1);
  memcpy(out, lia_pieces_coef(x, a[1].n - 1, 0),
         (size_t)x->n * (size_t)(x->degree + 1) * sizeof *out);
  return 1;
}

static int order_of(lua_State *L, int i, const lia_arg *a) {
  const int order = a->given ? a->n : 0;
  if (order < 0 || order > 5)
    return lia_arg_error(L, i, "expected an order of derivative from 0 to 5, got %d", order);
  return order;
}

static int curve_extremes(lua_State *L) {
  lia_arg a[2];
  lia_args(L, a);
  const lia_pieces *x = a[0].o;
  const int order = order_of(L, 2, &a[1]);
  double *out[4];
  for (int k = 0; k < 4; k++) out[k] = lia_pushvec(L, x->n);
  for (int c = 0; c < x->n; c++) {
    const lia_extremes e = lia_pieces_extremes(x, c, order);
    out[0][c] = e.least;
    out[1][c] = e.most;
    out[2][c] = e.t_least;
    out[3][c] = e.t_most;
  }
  return 4;
}

static int curve_jump(lua_State *L) {
  lia_arg a[2];
  lia_args(L, a);
  double t;
  lua_pushnumber(L, lia_pieces_jump(a[0].o, order_of(L, 2, &a[1]), &t));
  lua_pushnumber(L, t);
  return 2;
}

// ---- others of it ----

static int give(lua_State *L, void **box, lia_pieces *x, lia_status st, const lia_error *err) {
  *box = x;
  return st == LIA_OK ? 1 : lia_raise(L, err);
}

static int curve_slice(lua_State *L) {
  lia_arg a[3];
  lia_error err = { 0 };
  lia_args(L, a);
  void **box = lia_push_curve_box(L);
  lia_pieces *x;
  lia_status st = lia_pieces_slice(&x, a[0].o, a[1].x, a[2].x, &err);
  return give(L, box, x, st, &err);
}

static int curve_reverse(lua_State *L) {
  lia_arg a[1];
  lia_error err = { 0 };
  lia_args(L, a);
  void **box = lia_push_curve_box(L);
  lia_pieces *x;
  lia_status st = lia_pieces_reverse(&x, a[0].o, &err);
  return give(L, box, x, st, &err);
}

static int curve_stretch(lua_State *L) {
  lia_arg a[2];
  lia_error err = { 0 };
  lia_args(L, a);
  void **box = lia_push_curve_box(L);
  lia_pieces *x;
  lia_status st = lia_pieces_stretch(&x, a[0].o, a[1].x, &err);
  return give(L, box, x, st, &err);
}

static int curve_shift(lua_State *L) {
  lia_arg a[2];
  lia_error err = { 0 };
  lia_args(L, a);
  void **box = lia_push_curve_box(L);
  lia_pieces *x;
  lia_status st = lia_pieces_shift(&x, a[0].o, a[1].x, &err);
  return give(L, box, x, st, &err);
}

static int curve_join(lua_State *L) {
  lia_arg a[2];
  lia_error err = { 0 };
  lia_args(L, a);
  const lia_pieces *list[2] = { a[0].o, a[1].o };
  void **box = lia_push_curve_box(L);
  lia_pieces *x;
  lia_status st = lia_pieces_join(&x, list, 2, &err);
  return give(L, box, x, st, &err);
}

static int curve_along(lua_State *L) {
  lia_arg a[2];
  lia_error err = { 0 };
  lia_args(L, a);
  void **box = lia_push_curve_box(L);
  lia_pieces *x;
  lia_status st = lia_pieces_compose(&x, a[0].o, a[1].o, &err);
  return give(L, box, x, st, &err);
}

static int curve_tostring(lua_State *L) {
  const lia_pieces *x = lia_check(L, 1, &lia_curve_class);
  char text[160];
  const int n = lia_digits(L, 6);
  lia_text_format(text, sizeof text, "curve of %d component%s from %.*g to %.*g, %d piece%s of "
                  "degree %d", x->n, x->n == 1 ? "" : "s", n, x->knot[0], n, x->knot[x->m], x->m,
                  x->m == 1 ? "" : "s", x->degree);
  lua_pushstring(L, text);
  return 1;
}

#define RAMP "local c = li.curve({0, 1, 3}, {li.mat{{0, 0, 1}}, li.mat{{1, 2, 0}}}) "

static const lia_fn curve_methods[14] = {
  { curve_at, "curve:at(t: num) -> x: vec, v: vec, a: vec, jerk: vec",
    "The point and its first three derivatives; before and after, the ends at rest.",
    RAMP "return c:at(2) --> [3], [2], [0], [0]" },
  { curve_knots, "curve:knots() -> vec", "Where the pieces begin, and where the last one ends.",
    RAMP "return c:knots() --> [0  1  3]" },
  { curve_coefficients, "curve:coefficients(piece: int) -> mat",
    "A row for each component: a0, a1 .. of a0 + a1 (t - t0) + .., t0: the knot it begins at.",
    RAMP "return c:coefficients(2):row(1) --> [1  2  0]" },
  { curve_extremes, "curve:extremes([order: int]) -> least: vec, most: vec, t_least: vec, "
    "t_most: vec",
    "Where the derivative of this order (0: the curve itself) of each component is least and "
    "greatest, exactly.",
    RAMP "return c:extremes(1) --> [0], [2], [0], [1]" },
  { curve_jump, "curve:jump([order: int]) -> size: num, t: num",
    "The largest jump of the derivative of this order at a knot inside, and where.",
    RAMP "return c:jump(2) --> 2, 1" },
  { curve_slice, "curve:slice(a: num, b: num) -> curve", "The part from a to b.",
    RAMP "return c:slice(0.5, 2).pieces --> 2" },
  { curve_reverse, "curve:reverse() -> curve",
    "The same backwards, from its last knot to its first.",
    RAMP "return c:reverse():at(0) --> [5], [-2], [0], [0]" },
  { curve_stretch, "curve:stretch(factor: num) -> curve", "The same, factor times as long.",
    RAMP "return c:stretch(2):knots() --> [0  2  6]" },
  { curve_shift, "curve:shift(by: num) -> curve", "The same, later.",
    RAMP "return c:shift(1):knots() --> [1  2  4]" },
  { curve_join, "curve:join(other: curve) -> curve",
    "One after the other, which is moved in time so that it begins where this one ends.",
    RAMP "return c:join(c):knots() --> [0  1  3  4  6]" },
  { curve_along, "curve:along(s: curve) -> curve",
    "The curve at s(t), as a curve in t: s has one component, between the knots of this one.",
    RAMP "return c:along(li.curve({0, 6}, {li.mat{{0, 0.5}}})):at(4) --> [3], [1], [0], [0]" },
  { curve_tostring, "curve.__tostring(a: curve) -> str", "Its size.",
    RAMP "return tostring(c) --> curve of 1 component from 0 to 3, 2 pieces of degree 2" },
  { 0 },
};

static const lia_fn functions[] = {
  { curve_new, "curve(knots: nums, pieces: table) -> curve",
    "Polynomials piece by piece: knots t0, t1 .., and between each two of them a mat with a row "
    "a0, a1 .. for each component, of a0 + a1 (t - t0) + ...",
    "li.curve({0, 2}, {li.mat{{1, 3}}}):at(1) --> [4], [3], [0], [0]" },
  { 0 },
};

static int most_degree(lua_State *L) {
  lua_pushinteger(L, LIA_PIECES_DEGREE);
  return 1;
}

void lia_open_pieces(lua_State *L);
void lia_open_pieces(lua_State *L) {
  static const luaL_Reg inside[] = { { "most_degree", most_degree }, { NULL, NULL } };
  lia_kit_register(L, "curve", inside);
  lia_class_register(L, &lia_curve_class);
  lia_functions(L, functions);
}
