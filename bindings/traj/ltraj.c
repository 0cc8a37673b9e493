/* ltraj.c - li.law, li.spline: motion laws, shortest times, curves through points */
#include "bindings/kit/bind.h"
#include "bindings/kit/fields.h"
#include "bindings/sym/lexpr.h"

#include "base/text.h"
#include "sym/expr/build.h"
#include "traj/law.h"
#include "traj/law_expr.h"
#include "traj/plan.h"

#include <string.h>

static const lia_fn law_methods[8], spline_methods[3];

static int law_name(lua_State *L, void *o) {
  const lia_law *law = o;
  const char *key = lua_tostring(L, 2);
  if (strcmp(key, "name") == 0) lua_pushstring(L, lia_law_rows[law->kind]->name);
  else if (strcmp(key, "ta") == 0) lua_pushnumber(L, law->ta);
  else if (strcmp(key, "tr") == 0) lua_pushnumber(L, law->tr);
  else return 0;
  return 1;
}

static const lia_class law_class = {
  .name = "law", .text = "A motion law s(t) from 0 to 1 on the unit of time, at rest at both ends.",
  .size = sizeof(lia_law), .method = law_methods, .field = "name ta tr", .get = law_name,
};

static int law_new(lua_State *L) {
  lia_arg a[3];
  lia_error err = { 0 };
  lia_args(L, a);
  lia_law law;
  if (lia_law_make(&law, a[0].s, a[1].given ? a[1].x : 0, a[2].given ? a[2].x : 0,
      &err) != LIA_OK) {
    if (!strcmp(err.path, "law")) err.path[0] = 0;   // the function's own name stands there already
    return lia_raise(L, &err);
  }
  *(lia_law *)lia_push(L, &law_class) = law;
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

static int law_duration(lua_State *L) {
  lia_arg a[5];
  lia_error err = { 0 };
  double T;
  lia_args(L, a);
  lia_limits lim = { a[2].x, a[3].given ? a[3].x : 0, a[4].given ? a[4].x : 0 };
  if (lia_plan_duration(a[0].o, a[1].x, &lim, &T, &err) != LIA_OK) return lia_raise(L, &err);
  lua_pushnumber(L, T);
  return 1;
}

static int law_fastest(lua_State *L) {
  lia_arg a[5];
  lia_error err = { 0 };
  double T;
  lia_args(L, a);
  int n = a[1].n;
  for (int k = 2; k < 5; k++)
    if (a[k].given) lia_arg_size(L, k + 1, &a[k], n);
  lia_limits *lim = lua_newuserdata(L, (size_t)(n ? n : 1) * sizeof *lim);
  for (int i = 0; i < n; i++)
    lim[i] = (lia_limits){ a[2].p[i], a[3].given ? a[3].p[i] : 0, a[4].given ? a[4].p[i] : 0 };
  lia_law law = *(const lia_law *)a[0].o;
  if (lia_plan_fastest(&law, a[1].p, lim, n, &T, &err) != LIA_OK) return lia_raise(L, &err);
  lua_pushnumber(L, T);
  *(lia_law *)lia_push(L, &law_class) = law;
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
  lia_expr ta = lia_sym_num(p, law->ta), tr = lia_sym_num(p, law->tr);
  if (lia_law_expr(p, law->kind, t, ta, tr, 1, &s, &err) != LIA_OK) {
    lia_pool_clear(p);
    return lia_raise(L, &err);
  }
  lia_push_expr(L, p, s, keep);
  return 1;
}

static int law_tostring(lua_State *L) {
  const lia_law *law = lia_check(L, 1, &law_class);
  const lia_law_row *row = lia_law_rows[law->kind];
  char text[160], phase[64] = "";
  if (row->nshape > 1)
    lia_text_format(phase, sizeof phase, ", ta = %.6g, tr = %.6g", law->ta, law->tr);
  else if (row->nshape > 0) lia_text_format(phase, sizeof phase, ", ta = %.6g", law->ta);
  lia_text_format(text, sizeof text, "law %s%s (%s)", row->name, phase, row->text);
  lua_pushstring(L, text);
  return 1;
}

static const lia_fn law_methods[8] = {
  { law_at, "law:at(t: num) -> s: num, v: num, a: num, jerk: num",
      "s and its first three derivatives at t, 0 to 1; at rest outside.",
    "li.law'poly5':at(0.5) --> 0.5, 1.875, 0, -30" },
  { law_peaks, "law:peaks() -> v: num, a: num, jerk: num",
      "Largest |s'|, |s''| and |s'''|; the jerk is infinite where the acceleration jumps.",
    "li.law'poly7':peaks() --> 2.1875, 7.5131884043993, 52.5" },
  { law_duration, "law:duration(travel: num, v: num [, a: num, jerk: num]) -> T: num",
    "Shortest time for a travel under limits of speed, acceleration and jerk; 0 means no limit. "
    "The law keeps its shape.",
    "li.law'poly5':duration(2, 3, 10) --> 1.25" },
  { law_fastest, "law:fastest(travel: nums, v: nums [, a: nums, jerk: nums]) -> T: num, law: law",
    "Shortest time for axes that move in proportion; a three-phase law also gets the best phases "
    "(trapacc under a jerk limit: the S-curve, no "
    "move from rest to rest is shorter; without one tr keeps its share of ta). 0 means no limit.",
    "li.law'trapezoid':fastest({2, 1}, {1, 1}, {2, 2}) --> 2.5, law trapezoid, ta = 0.2 "
    "(trapezoidal velocity; ta = 1/2 is bang-bang)" },
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
  lia_text_format(text, sizeof text, "spline through %d points of %d from t = %.6g to %.6g", s->m,
      s->n, s->x[0], s->x[s->m - 1]);
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

static int laws(lua_State *L) {
  lia_arg a[1];
  lia_args(L, a);
  lua_createtable(L, 0, LIA_LAW_COUNT);
  for (int k = 0; k < LIA_LAW_COUNT; k++) {
    const lia_law_row *row = lia_law_rows[k];
    lua_createtable(L, 0, 3);
    lia_field_text(L, "text", row->text);
    lia_field_flag(L, "jerk", row->limits == LIA_LAW_JERK);
    lua_createtable(L, row->nshape, 0);
    for (int i = 0; i < row->nshape; i++) {
      lua_createtable(L, 0, 3);
      lia_field_text(L, "name", lia_law_shapes[i].name);
      lia_field_text(L, "default", lia_law_shapes[i].def);
      lia_field_text(L, "text", lia_law_shapes[i].text);
      lua_rawseti(L, -2, i + 1);
    }
    lua_setfield(L, -2, "shape");
    lua_setfield(L, -2, row->name);
  }
  return 1;
}

static const lia_fn functions[] = {
  { law_new, "law(name: str [, ta: num, tr: num]) -> law",
    "A motion law (li.laws() lists them). Those of three phases take the part ta of the whole time "
    "(1/3) for speeding up; trapacc also tr: the part of the whole time (ta/4) in which its "
    "acceleration rises, ta/2 at most.",
    "li.law('sine2', 0.25):at(0.5) --> 0.5, 1.3333333333333, 0, 0" },
  { laws, "laws() -> table",
    "The motion laws by name: text; jerk, whether it can keep a limit of the jerk; shape, the "
    "numbers "
    "it takes, a list of name, default and text.",
    "li.laws().trapacc.shape[2].default --> ta/4" },
  { spline_new, "spline(t: nums, x: mat [, v0: nums, v1: nums]) -> spline",
    "The cubic spline through the rows of x at the times t, starting with velocity v0 and ending "
    "with v1 (0).",
    "li.spline({0, 1}, {{0}, {1}}):at(0.5) --> [0.5], [1.5], [0]" },
  { 0 },
};

void lia_open_traj(lua_State *L);
void lia_open_traj(lua_State *L) {
  lia_class_register(L, &law_class);
  lia_class_register(L, &spline_class);
  lia_functions(L, functions);
}
