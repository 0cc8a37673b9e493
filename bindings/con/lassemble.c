/* lassemble.c - models with constraints: configurations and velocities that fit, mobility */
#include "bindings/con/lclosed_inside.h"

#include "bindings/kit/fields.h"

#include "describe/check.h"

#include <string.h>

// ---- what stays ----

// the list of names at `at` -> 1 for these velocities, in Lua's memory, left on the stack; i: the
// argument, for messages
static const char *held_list(lua_State *L, int i, int at, const lmodel *o) {
  if (lua_type(L, at) == LUA_TSTRING) { // one name
    lua_createtable(L, 1, 0);
    lua_pushvalue(L, at < 0 ? at - 1 : at);
    lua_rawseti(L, -2, 1);
    at = lua_gettop(L);
  }
  if (!lua_istable(L, at))
    lia_arg_error(L, i,
        "fix: expected the names of coordinates that stay, such as {\"q1\"}, got %s",
        luaL_typename(L, at));
  int n = (int)lua_rawlen(L, at);
  char *held = lua_newuserdata(L, (size_t)o->spec->ncoord + 1);
  memset(held, 0, (size_t)o->spec->ncoord + 1);
  for (int k = 0; k < n; k++) {
    lua_rawgeti(L, at, k + 1);
    int found = lua_type(L, -1) == LUA_TSTRING ? lia_spec_find_coord(o->spec, lua_tostring(L, -1))
        : -1;
    if (found < 0) lia_arg_error(L, i, "fix[%d]: expected the name of a coordinate", k + 1);
    held[found] = 1;
    lua_pop(L, 1);
  }
  return held;
}

// that of options.fix; NULL: none
const char *lia_lmodel_held(lua_State *L, int i, const lmodel *o) {
  if (!lua_istable(L, i)) { lua_pushnil(L); return NULL; }
  lua_getfield(L, i, "fix");
  return lua_isnil(L, -1) ? NULL : held_list(L, i, lua_gettop(L), o);
}

// ---- assembly ----

static void push_trace(lua_State *L, const lia_cmodel_step *trace, int n) {
  lua_createtable(L, n, 0);
  for (int k = 0; k < n; k++) {
    lua_createtable(L, 0, 4);
    lia_field_number(L, "gap", trace[k].gap);
    lia_field_number(L, "step", trace[k].step);
    lia_field_number(L, "part", trace[k].part);
    lia_field_integer(L, "rank", trace[k].rank);
    lua_rawseti(L, -2, k + 1);
  }
}

int lia_lclosed_assemble(lua_State *L) {
  lia_arg a[3];
  lia_args(L, a);
  lmodel *o = a[0].o;
  lia_cmodel *w = lia_lclosed_of(L, o);
  const double *q0 = lia_lmodel_q(L, 2, &a[1], o);
  static const lia_opt none[] = { { 0 } };
  lia_options(L, 3, NULL, none, "fix t tol steps");
  double t = lia_lclosed_number(L, 3, "t", 0), tol = lia_lclosed_number(L, 3, "tol", 1e-12),
      most = lia_lclosed_number(L, 3, "steps", 60);
  if (!(tol > 0)) lia_arg_error(L, 3, "tol: needs tol > 0");
  if (!(most >= 1 && most <= 1000)) lia_arg_error(L, 3, "steps: expected 1 to 1000, got %g", most);
  lia_cmodel_step trace[64];
  lia_cmodel_info info = { .trace = trace, .room = 64 };
  lia_error err = { 0 };
  const char *held = lia_lmodel_held(L, 3, o);
  double *q = lia_pushvec(L, o->c.model->nq);
  memcpy(q, q0, (size_t)o->c.model->nq * sizeof *q);
  lia_status st = lia_cmodel_assemble(w, q, t, held, tol, (int)most, &info, &err);
  int at = lua_gettop(L), failed = st == LIA_OK ? 0 : lia_fail(L, &err);
  lua_createtable(L, 0, 6);
  lua_pushvalue(L, at);
  lua_setfield(L, -2, "q");
  lia_field_number(L, "gap", info.gap);
  lia_field_integer(L, "iterations", info.iterations);
  lia_field_text(L, "worst", w->s->c[info.worst].name);
  lia_field_integer(L, "rank", info.rank);
  push_trace(L, trace, info.iterations < 64 ? info.iterations : 64);
  lua_setfield(L, -2, "trace");
  if (failed) return failed + 1;
  return 2;
}

// of a table of velocities by name at i: those left out are 0, in a copy that takes its place
static void fill_names(lua_State *L, int i, lia_arg *a, const lmodel *o) {
  if (!lua_istable(L, i) || lua_rawlen(L, i) > 0) return;
  a->given = 2;   // by name, {} too
  lua_createtable(L, 0, o->spec->ncoord);
  for (int k = 0; k < o->spec->ncoord; k++) {
    lua_pushnumber(L, 0);
    lua_setfield(L, -2, o->spec->coord[k]);
  }
  for (lua_pushnil(L); lua_next(L, i); lua_pop(L, 1)) {
    lua_pushvalue(L, -2);
    lua_pushvalue(L, -2);
    lua_rawset(L, -5);
  }
  lua_replace(L, i);
}

// velocities least changed, and what was changed
int lia_lclosed_fit(lua_State *L) {
  lia_arg a[4];
  lia_args(L, a);
  lmodel *o = a[0].o;
  lia_cmodel *w = lia_lclosed_of(L, o);
  const lia_model *m = o->c.model;
  static const lia_opt none[] = { { 0 } };
  if (a[3].given == 2) lia_options(L, 4, NULL, none, "fix t");
  double t = a[3].given == 1 ? a[3].x : lia_lclosed_number(L, 4, "t", 0);
  fill_names(L, 3, &a[2], o);
  const double *q = lia_lmodel_q(L, 2, &a[1], o), *v0 = lia_lmodel_v(L, 3, &a[2], o, o->v);
  lia_error err = { 0 };
  const char *held = lia_lmodel_held(L, 4, o);
  double *v = lia_pushvec(L, m->nv), *changed = lia_pushvec(L, m->nv);
  int metric = o->c.dynamic.code == LIA_OK;
  if (lia_cmodel_velocity_held(w, q, v0, t, held, metric, v, &err) != LIA_OK)
    return lia_fail(L, &err);
  for (int k = 0; k < m->nv; k++) changed[k] = v[k] - v0[k];
  return 2;
}

// position and velocity onto the constraints by the least change in the mass metric; what was
// changed, and what resisted most
int lia_lclosed_consistent(lua_State *L) {
  lia_arg a[4];
  lia_args(L, a);
  lmodel *o = a[0].o;
  lia_cmodel *w = lia_lclosed_of(L, o);
  const lia_model *m = o->c.model;
  const double *q0 = lia_lmodel_q(L, 2, &a[1], o), *v0 = lia_lmodel_v(L, 3, &a[2], o, o->v);
  static const lia_opt none[] = { { 0 } };
  lia_options(L, 4, NULL, none, "fix t");
  double t = lia_lclosed_number(L, 4, "t", 0), far = 0, worst;
  const char *held = lia_lmodel_held(L, 4, o);
  lia_error err = { 0 };
  lia_cmodel_info info = { 0 };
  int metric = o->c.dynamic.code == LIA_OK, who;
  lia_cmodel_rows(w, q0, v0, t);
  worst = lia_cmodel_worst_row(w, v0, &who);
  double *q = lia_pushvec(L, m->nq), *v = lia_pushvec(L, m->nv), *dq = lia_pushvec(L, m->nv),
      *dv = lia_pushvec(L, m->nv);
  memcpy(q, q0, (size_t)m->nq * sizeof *q);
  if (lia_cmodel_nearest(w, q, t, held, metric, &far, &info, &err) != LIA_OK ||
      lia_cmodel_velocity_held(w, q, v0, t, held, metric, v, &err) != LIA_OK)
    return lia_fail(L, &err);
  lia_model_diff(m, q0, q, dq);
  for (int k = 0; k < m->nv; k++) dv[k] = v[k] - v0[k];
  lua_createtable(L, 0, 5);
  lua_insert(L, -3);
  lua_setfield(L, -3, "dv");
  lua_setfield(L, -2, "dq");
  lia_field_number(L, "distance", far);
  lia_field_number(L, "gap", worst);
  if (worst > 1e-9) lua_pushstring(L, lia_cmodel_of(w, who)->name);
  else lua_pushnil(L);
  lua_setfield(L, -2, "resists");
  return 3;
}

// ---- mobility ----

// which rows follow from others at q, and which do at several places near by as well: always
static void push_redundant(lua_State *L, lia_cmodel *w, const double *q, double t) {
  int *here = lua_newuserdata(L, (size_t)(2 * w->rows + 1) * sizeof *here),
      *always = here + w->rows;
  memcpy(here, w->redundant, (size_t)w->rows * sizeof *here);
  lia_cmodel_redundant_always(w, q, t, always);
  lia_lclosed_push_rows(L, w, here);
  lua_setfield(L, -3, "redundant_here");
  lia_lclosed_push_rows(L, w, always);
  lua_setfield(L, -3, "redundant_always");
  lua_pop(L, 1);
}

// an open chain: every coordinate is free, but those held
static int open_mobility(lua_State *L, const lmodel *o, const char *held) {
  static const char *const zeros[] = { "rank", "rows", "hyperstatic" },
      *const lists[] = { "redundant_here", "redundant_always" };
  int n = o->c.model->nv, left = n;
  for (int k = 0; held && k < n; k++) left -= held[k] != 0;
  lua_createtable(L, 0, 9);
  for (int k = 0; k < 3; k++) lia_field_integer(L, zeros[k], 0);
  for (int k = 0; k < 2; k++) {
    lua_newtable(L);
    lua_setfield(L, -2, lists[k]);
  }
  lia_field_integer(L, "velocity", n);
  lia_field_integer(L, "position", n);
  lia_field_integer(L, "coordinates", n);
  if (held) lia_field_integer(L, "internal", left);
  return 1;
}

int lia_lclosed_mobility(lua_State *L) {
  lia_arg a[4];
  lia_args(L, a);
  lmodel *o = a[0].o;
  lia_lmodel_numeric(L, o);
  lia_cmodel *w = lia_lmodel_closed(L, o);
  const double *q = lia_lmodel_q(L, 2, &a[1], o);
  double t = a[2].given ? a[2].x : 0;
  lia_error err = { 0 };
  lia_cmodel_mobility x;
  const char *held = a[3].given ? held_list(L, 4, 4, o) : NULL;
  if (!w) return open_mobility(L, o, held);
  if (held && lia_cmodel_mobility_at(w, q, t, held, &x, &err) != LIA_OK) return lia_fail(L, &err);
  int left = held ? x.velocity : 0;
  if (lia_cmodel_mobility_at(w, q, t, NULL, &x, &err) != LIA_OK) return lia_fail(L, &err);
  lua_createtable(L, 0, 8);
  lia_field_integer(L, "velocity", x.velocity);
  lia_field_integer(L, "position", x.position);
  lia_field_integer(L, "rank", x.rank);
  lia_field_integer(L, "rows", x.rows);
  lia_field_integer(L, "hyperstatic", x.redundant);
  lia_field_integer(L, "coordinates", o->c.model->nv);
  if (held) lia_field_integer(L, "internal", left);
  push_redundant(L, w, q, t);
  return 1;
}
