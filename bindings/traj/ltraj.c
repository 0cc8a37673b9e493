/* ltraj.c - li.law, li.spline: motion laws, shortest times, curves through points */
#include "bindings/traj/llaw.h"

#include "bindings/kit/bind.h"
#include "bindings/kit/fields.h"
#include "bindings/sym/lexpr.h"
#include "bindings/traj/lpieces.h"

#include "base/text.h"
#include "sym/expr/build.h"
#include "traj/law_curve.h"
#include "traj/law_expr.h"
#include "traj/plan.h"

#include <string.h>

static const lia_fn law_methods[11], spline_methods[3];

static int law_name(lua_State *L, void *o) {
  const lia_law *law = o;
  const char *key = lua_tostring(L, 2);
  if (strcmp(key, "name") == 0) lua_pushstring(L, lia_law_rows[law->kind]->name);
  else if (strcmp(key, "ta") == 0) lua_pushnumber(L, law->ta);
  else if (strcmp(key, "tr") == 0) lua_pushnumber(L, law->tr);
  else if (strcmp(key, "td") == 0) lua_pushnumber(L, law->td);
  else if (strcmp(key, "trd") == 0) lua_pushnumber(L, law->trd);
  else return 0;
  return 1;
}

const lia_class lia_law_class = {
  .name = "law", .text = "A motion law s(t) from 0 to 1 on the unit of time, at rest at both ends.",
  .size = sizeof(lia_law), .method = law_methods, .field = "name ta tr td trd", .get = law_name,
};

void lia_push_law(lua_State *L, const lia_law *law) {
  *(lia_law *)lia_push(L, &lia_law_class) = *law;
}

// { ta = .., td = .. } at argument i
static void take_shape(lua_State *L, int i, double *shape) {
  const char *names[LIA_LAW_SHAPES];
  for (int k = 0; k < LIA_LAW_SHAPES; k++) names[k] = lia_law_shapes[k].name;
  for (lua_pushnil(L); lua_next(L, i); lua_pop(L, 1)) {
    int k = 0;
    const char *key = lua_type(L, -2) == LUA_TSTRING ? lua_tostring(L, -2) : "a number";
    while (k < LIA_LAW_SHAPES && strcmp(key, names[k]) != 0) k++;
    if (k == LIA_LAW_SHAPES)
      lia_arg_error(L, i, "unknown key '%s' (there are: ta, tr, td, trd)", key);
    if (lua_type(L, -1) != LUA_TNUMBER || lua_tonumber(L, -1) == 0)
      lia_arg_error(L, i, "%s: expected a part of the duration above 0", key);
    shape[k] = lua_tonumber(L, -1);
  }
}

static int law_new(lua_State *L) {
  lia_arg a[3];
  lia_error err = { 0 };
  double shape[LIA_LAW_SHAPES] = { 0 };
  lia_args(L, a);
  if (a[1].given == 2) take_shape(L, 2, shape);
  else if (a[1].given) shape[LIA_LAW_ta] = a[1].x;
  if (a[2].given) shape[LIA_LAW_tr] = a[2].x;
  lia_law law;
  if (lia_law_make_of(&law, a[0].s, shape, &err) != LIA_OK) {
    if (!strcmp(err.path, "law")) err.path[0] = 0;   // the function's own name stands there already
    return lia_raise(L, &err);
  }
  lia_push_law(L, &law);
  return 1;
}

static int law_at(lua_State *L) {
  lia_arg a[2];
  double s[4];
  lia_args(L, a);
  lia_law_eval(a[0].o, a[1].x, s);
  for (int k = 0; k < 4; k++) lua_pushnumber(L, s[k]);
  return 4;
}

static int law_peaks(lua_State *L) {
  lia_arg a[1];
  double peak[3];
  lia_args(L, a);
  lia_law_peaks(a[0].o, peak);
  for (int k = 0; k < 3; k++) lua_pushnumber(L, peak[k]);
  return 3;
}

static int law_rms(lua_State *L) {
  lia_arg a[1];
  lia_args(L, a);
  lua_pushnumber(L, lia_law_rms(a[0].o));
  return 1;
}

static int law_breaks(lua_State *L) {
  lia_arg a[1];
  double t[LIA_LAW_BREAKS];
  lia_args(L, a);
  lia_pushnums(L, t, lia_law_breaks(a[0].o, t));
  return 1;
}

void lia_push_binds(lua_State *L, const unsigned char *binds, int n) {
  static const char *const name[3] = { "v", "a", "jerk" };
  luaL_Buffer text;
  int any = 0;
  luaL_buffinit(L, &text);
  for (int i = 0; i < 3 * n; i++) {
    char one[40];
    if (!binds[i]) continue;
    lia_text_format(one, sizeof one, "%s%s[%d]", any ? ", " : "", name[i % 3], i / 3 + 1);
    luaL_addstring(&text, one);
    any = 1;
  }
  luaL_pushresult(&text);
}

// the limits of arguments 2, 3, 4 (v, a, jerk) for n axes, and room for what binds
static lia_axis_limits *take_limits(lua_State *L, const lia_arg *v, int n, unsigned char **binds) {
  const size_t size = (size_t)(n ? n : 1);
  lia_axis_limits *lim = lua_newuserdata(L, size * sizeof *lim);
  *binds = lua_newuserdata(L, 3 * size);
  for (int i = 0; i < n; i++) {
    lia_limits one = { v[0].n ? v[0].p[i] : v[0].x, 0, 0 };
    if (v[1].given) one.a = v[1].n ? v[1].p[i] : v[1].x;
    if (v[2].given) one.j = v[2].n ? v[2].p[i] : v[2].x;
    lim[i] = lia_both_ways(one);
  }
  return lim;
}

static int law_duration(lua_State *L) {
  lia_arg a[5];
  lia_error err = { 0 };
  double T;
  unsigned char *binds;
  lia_args(L, a);
  for (int k = 2; k < 5; k++) a[k].n = 0;
  const lia_axis_limits *lim = take_limits(L, a + 2, 1, &binds);
  const lia_limits one = { lim->v[0], lim->a[0], lim->j };
  if (lia_plan_duration(a[0].o, a[1].x, &one, &T, &err) != LIA_OK) return lia_raise(L, &err);
  lia_plan_binds(a[0].o, 0, &a[1].x, lim, 1, T, binds);
  lua_pushnumber(L, T);
  lia_push_binds(L, binds, 1);
  return 2;
}

static int law_fastest(lua_State *L) {
  lia_arg a[5];
  lia_error err = { 0 };
  double T;
  unsigned char *binds;
  lia_args(L, a);
  int n = a[1].n;
  for (int k = 2; k < 5; k++)
    if (a[k].given) lia_arg_size(L, k + 1, &a[k], n);
  const lia_axis_limits *lim = take_limits(L, a + 2, n, &binds);
  lia_law law = *(const lia_law *)a[0].o;
  if (lia_plan_shortest(&law, a[1].p, lim, n, &T, &err) != LIA_OK) return lia_raise(L, &err);
  lia_plan_binds(&law, 0, a[1].p, lim, n, T, binds);
  lua_pushnumber(L, T);
  lia_push_law(L, &law);
  lia_push_binds(L, binds, n);
  return 3;
}

static int law_curve(lua_State *L) {
  lia_arg a[4];
  lia_error err = { 0 };
  double error;
  lia_args(L, a);
  lia_arg_size(L, 3, &a[2], a[1].n);
  void **box = lia_push_curve_box(L);
  lia_pieces *x;
  lia_status st = lia_law_curve(&x, a[0].o, 0, a[1].p, a[2].p, a[1].n, a[3].x, &error, &err);
  *box = x;
  if (st != LIA_OK) return lia_raise(L, &err);
  lua_pushnumber(L, error);
  return 2;
}

static int law_move(lua_State *L) {
  lia_arg a[5];
  double s[4];
  lia_args(L, a);
  int n = a[1].n;
  double T = a[3].x;
  lia_arg_size(L, 3, &a[2], n);
  if (!(T > 0)) return lia_arg_error(L, 4, "expected a duration above 0, got %g", T);
  lia_law_eval(a[0].o, a[4].x / T, s);
  double *q = lia_pushvec(L, n), *v = lia_pushvec(L, n), *acc = lia_pushvec(L, n);
  for (int i = 0; i < n; i++) {
    double D = a[2].p[i] - a[1].p[i];
    q[i] = a[1].p[i] + D * s[0];
    v[i] = D * s[1] / T;
    acc[i] = D * s[2] / (T * T);
  }
  return 3;
}

// the shape as it is: 0.25 is one quarter
static int law_expr(lua_State *L) {
  lia_arg a[2];
  lia_error err = { 0 };
  lia_args(L, a);
  const lia_law *law = a[0].o;
  int given = a[1].given;
  lia_pool *p = lia_push_pool(L);
  int keep = lua_gettop(L);
  lia_expr t = given ? lia_to_expr(L, p, 2, 2, NULL) : lia_symbol_named(p, "t"), s;
  const lia_expr shape[LIA_LAW_SHAPES] = {
    lia_sym_num(p, law->ta), lia_sym_num(p, law->tr), lia_sym_num(p, law->td),
    lia_sym_num(p, law->trd),
  };
  if (lia_law_expr_of(p, law->kind, t, shape, 1, &s, &err) != LIA_OK) {
    lia_pool_clear(p);
    return lia_raise(L, &err);
  }
  lia_push_expr(L, p, s, keep);
  return 1;
}

enum { SHAPE_TEXT = 128 };

// ", ta = .., tr = .."; of braking where it differs
static void put_shape(char out[SHAPE_TEXT], const lia_law *law, int digits) {
  const double shape[LIA_LAW_SHAPES] = { law->ta, law->tr, law->td, law->trd };
  const int level = lia_law_rows[law->kind]->nshape;
  const int other = law->td != law->ta || (level > 1 && law->trd != law->tr);
  out[0] = 0;
  for (int k = 0; k < LIA_LAW_SHAPES; k++) {
    if (lia_law_shapes[k].level > level || (k >= LIA_LAW_td && !other)) continue;
    const size_t at = strlen(out);
    lia_text_format(out + at, SHAPE_TEXT - at, ", %s = %.*g", lia_law_shapes[k].name, digits,
                    shape[k]);
  }
}

static int law_tostring(lua_State *L) {
  const lia_law *law = lia_check(L, 1, &lia_law_class);
  const lia_law_row *row = lia_law_rows[law->kind];
  char text[300], shape[SHAPE_TEXT];
  put_shape(shape, law, lia_digits(L, 6));
  lia_text_format(text, sizeof text, "law %s%s (%s)", row->name, shape, row->text);
  lua_pushstring(L, text);
  return 1;
}

static const lia_fn law_methods[11] = {
  { law_at, "law:at(t: num) -> s: num, v: num, a: num, jerk: num",
      "s and its first three derivatives at t, 0 to 1; at rest outside.",
    "li.law'poly5':at(0.5) --> 0.5, 1.875, 0, -30" },
  { law_peaks, "law:peaks() -> v: num, a: num, jerk: num",
      "Largest |s'|, |s''| and |s'''|; the jerk is infinite where the acceleration jumps.",
    "li.law'poly7':peaks() --> 2.1875, 7.5131884043993, 52.5" },
  { law_rms, "law:rms() -> num",
    "Root of the mean of s''^2: what heats a motor.",
    "li.law'trapezoid':rms() --> 3.6742346141748" },
  { law_breaks, "law:breaks() -> vec",
    "Where in 0 to 1 the law may change its formula; between two of them it is smooth.",
    "li.law('trapezoid', 0.25):breaks() --> [0  0.25  0.75  1]" },
  { law_duration, "law:duration(travel: num, v: num [, a: num, jerk: num]) -> T: num, binds: str",
    "Shortest time for a travel under limits of speed, acceleration and jerk, and which of them "
    "bind; 0 means no limit. The law keeps its shape.",
    "li.law'poly5':duration(2, 3, 10) --> 1.25, v[1]" },
  { law_fastest, "law:fastest(travel: nums, v: nums [, a: nums, jerk: nums]) -> T: num, law: law, "
    "binds: str",
    "Shortest time for axes that move in proportion, and which limits of which axes bind; a "
    "three-phase law also gets the best phases (trapacc under a jerk limit: the S-curve, no "
    "move from rest to rest is shorter; without one tr keeps its share of ta). 0 means no limit.",
    "li.law'trapezoid':fastest({2, 1}, {1, 1}, {2, 2}) --> 2.5, law trapezoid, ta = 0.2 "
    "(trapezoidal velocity; ta = 1/2 is bang-bang), v[1], a[1]" },
  { law_curve, "law:curve(from: nums, to: nums, T: num) -> curve, error: num",
    "The move as a curve of polynomials: exactly, and error is 0; of a law with sines through "
    "values and three derivatives, and error is the largest distance between the two.",
    "li.law'poly5':curve({0, 1}, {2, 1}, 4):at(2) --> [1  1], [0.9375  0], [0  0], "
    "[-0.9375  0]" },
  { law_move, "law:move(from: nums, to: nums, T: num, t: num) -> q: vec, v: vec, a: vec",
    "Position, velocity and acceleration at time t of a move of duration T.",
    "li.law'poly5':move({0}, {2}, 4, 2) --> [1], [0.9375], [0]" },
  { law_expr, "law:expr([t: any]) -> expr",
    "s(t) as an expression, for t from 0 to 1 (rest before and after is not in it); t: a symbol "
    "or an "
    "expression, else the symbol t.",
    "li.law'poly3':expr() --> 3*t^2 - 2*t^3" },
  { law_tostring, "law.__tostring(a: law) -> str",
      "The law, its phases as parts of the duration, and what it is.",
    "tostring(li.law'poly3') "
      "--> law poly3 (degree 3: rest to rest, acceleration jumps at the ends)" },
  { 0 },
};

// ---- splines: one block in the userdata, m times, m x n points, m x n second derivatives ----

typedef struct lspline { int m, n; double x[]; } lspline;

static const lia_class spline_class = {
  .name = "spline", .text = "A curve with continuous acceleration through points at given times.",
  .size = sizeof(lspline), .method = spline_methods,
};

static int spline_new(lua_State *L) {
  lia_arg a[4];
  lia_error err = { 0 };
  lia_args(L, a);
  int m = a[0].n, n = a[1].cols;
  if (a[1].rows != m)
    return lia_arg_error(L, 2, "expected a row for each of the %d times, got %d rows", m,
        a[1].rows);
  for (int k = 2; k < 4; k++)
    if (a[k].given) lia_arg_size(L, k + 1, &a[k], n);
  size_t mn = (size_t)m * (size_t)n;
  lspline *s = lia_push_sized(L, &spline_class, sizeof *s + ((size_t)m + 2 * mn) * sizeof(double));
  double *work = lua_newuserdata(L, (size_t)(m ? m : 1) * sizeof *work);
  s->m = m;
  s->n = n;
  memcpy(s->x, a[0].p, (size_t)m * sizeof(double));
  memcpy(s->x + m, a[1].p, mn * sizeof(double));
  if (lia_plan_spline(s->x, s->x + m, m, n, a[2].given ? a[2].p : NULL, a[3].given ? a[3].p : NULL,
      s->x + m + mn, work, &err) != LIA_OK)
    return lia_raise(L, &err);
  lua_pop(L, 1);
  return 1;
}

static int spline_at(lua_State *L) {
  lia_arg a[2];
  lia_args(L, a);
  const lspline *s = a[0].o;
  size_t mn = (size_t)s->m * (size_t)s->n;
  double *x = lia_pushvec(L, s->n), *v = lia_pushvec(L, s->n), *acc = lia_pushvec(L, s->n);
  lia_plan_spline_at(s->x, s->x + s->m, s->x + s->m + mn, s->m, s->n, a[1].x, x, v, acc);
  return 3;
}

static int spline_tostring(lua_State *L) {
  const lspline *s = lia_check(L, 1, &spline_class);
  char text[120];
  const int n = lia_digits(L, 6);
  lia_text_format(text, sizeof text, "spline through %d points of %d from t = %.*g to %.*g", s->m,
      s->n, n, s->x[0], n, s->x[s->m - 1]);
  lua_pushstring(L, text);
  return 1;
}

static const lia_fn spline_methods[3] = {
  { spline_at, "spline:at(t: num) -> x: vec, v: vec, a: vec",
      "The point with its velocity and acceleration; before and after, the ends.",
    "li.spline({0, 1, 3}, {{0}, {1}, {0}}):at(0) --> [0], [0], [4.5]" },
  { spline_tostring, "spline.__tostring(a: spline) -> str", "How many points, how wide, and when.",
    "tostring(li.spline({0, 2}, {{0, 1}, {1, 0}})) "
      "--> spline through 2 points of 2 from t = 0 to 2" },
  { 0 },
};

// what li.laws tells of a row, on top of the stack
static void push_row(lua_State *L, const lia_law_row *row) {
  int count = 0;
  lua_createtable(L, 0, 3);
  lia_field_text(L, "text", row->text);
  lia_field_text(L, "name", row->name);
  lia_field_flag(L, "jerk", row->limits == LIA_LAW_JERK);
  lua_newtable(L);
  for (int i = 0; i < LIA_LAW_SHAPES; i++) {
    if (lia_law_shapes[i].level > row->nshape) continue;
    lua_createtable(L, 0, 3);
    lia_field_text(L, "name", lia_law_shapes[i].name);
    lia_field_text(L, "default", lia_law_shapes[i].def);
    lia_field_text(L, "text", lia_law_shapes[i].text);
    lua_rawseti(L, -2, ++count);
  }
  lua_setfield(L, -2, "shape");
}

// kit.traj.laws(): the rows in their order
static int laws(lua_State *L) {
  lua_createtable(L, LIA_LAW_COUNT, 0);
  for (int k = 0; k < LIA_LAW_COUNT; k++) {
    push_row(L, lia_law_rows[k]);
    lua_rawseti(L, -2, k + 1);
  }
  return 1;
}

static const luaL_Reg inside[] = { { "laws", laws }, { NULL, NULL } };

static const lia_fn functions[] = {
  { law_new, "law(name: str [, ta: num|table, tr: num]) -> law",
    "A motion law (li.laws() lists them). Those of three phases take the part ta of the whole time "
    "(1/3) for speeding up; trapacc also tr: the part of the whole time (ta/4) in which its "
    "acceleration rises, ta/2 at most. A table may also tell braking: {ta = .2, td = .4}, td as "
    "long as ta where it is not told, trd the rise of the braking (tr td/ta).",
    "li.law('sine2', 0.25):at(0.5) --> 0.5, 1.3333333333333, 0, 0" },
  { spline_new, "spline(t: nums, x: mat [, v0: nums, v1: nums]) -> spline",
    "The cubic spline through the rows of x at the times t, starting with velocity v0 and ending "
    "with v1 (0).",
    "li.spline({0, 1}, {{0}, {1}}):at(0.5) --> [0.5], [1.5], [0]" },
  { 0 },
};

void lia_open_traj(lua_State *L);
void lia_open_traj(lua_State *L) {
  lia_class_register(L, &lia_law_class);
  lia_class_register(L, &spline_class);
  lia_functions(L, functions);
  lia_kit_register(L, "traj", inside);
}
