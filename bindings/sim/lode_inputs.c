/* lode_inputs.c - inputs of x' = f(t, x, u): their names, what sets them, what they are now */
#include "bindings/sim/lode_inside.h"
#include "bindings/sim/lrunning.h"

#include "bindings/kit/kit.h"
#include "bindings/kit/nums.h"

#include "base/text.h"
#include "num/vec.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// ---- names ----

static void name_room(lua_State *L, ode_inputs *o, int n) {
  o->n = n;
  o->name = lua_newuserdata(L, ((size_t)n + 1) * sizeof *o->name);
  o->u = lua_newuserdata(L, ((size_t)n + 1) * sizeof *o->u);
  memset(o->u, 0, (size_t)n * sizeof *o->u);
}

// a text that stays: in a table at `keep`
static const char *kept(lua_State *L, int keep, const char *text, size_t n) {
  lua_pushlstring(L, text, n);
  const char *own = lua_tostring(L, -1);
  lua_rawseti(L, keep, (int)lua_rawlen(L, keep) + 1);
  return own;
}

// "F delta"
static void names_of_words(lua_State *L, ode_inputs *o, const char *words) {
  name_room(L, o, (int)strlen(words));
  lua_newtable(L);
  const int keep = lua_gettop(L);
  o->n = 0;
  for (const char *c = words + strspn(words, " "); *c; c += strspn(c, " ")) {
    const size_t n = strcspn(c, " ");
    o->name[o->n++] = kept(L, keep, c, n);
    c += n;
  }
}

static int by_text(const void *a, const void *b) {
  return strcmp(*(const char *const *)a, *(const char *const *)b);
}

// {F = 3, d = "sin(t)"}, or {"F", "d"}
static void names_of_table(lua_State *L, ode_inputs *o, int options, int t) {
  const int listed = (int)lua_rawlen(L, t);
  int n = 0;
  for (lua_pushnil(L); lua_next(L, t); lua_pop(L, 1)) n++;
  name_room(L, o, n);
  o->n = 0;
  for (int k = 1; k <= listed; k++) {
    lua_rawgeti(L, t, k);
    if (lua_type(L, -1) != LUA_TSTRING)
      lia_arg_error(L, options, "inputs[%d]: expected a name, got %s", k, luaL_typename(L, -1));
    o->name[o->n++] = lua_tostring(L, -1);   // the list keeps it
    lua_pop(L, 1);
  }
  for (lua_pushnil(L); !listed && lua_next(L, t); lua_pop(L, 1)) {
    if (lua_type(L, -2) != LUA_TSTRING)
      lia_arg_error(L, options, "inputs: expected values by name, {F = 3}, or a list of names");
    o->name[o->n++] = lua_tostring(L, -2);
  }
  if (!listed) qsort(o->name, (size_t)o->n, sizeof *o->name, by_text);
}

// those of a kernel: as it was made, else u1, u2 ..
static void names_of_kernel(lua_State *L, ode_inputs *o, int n, int names) {
  char text[32];
  name_room(L, o, n);
  lua_newtable(L);
  const int keep = lua_gettop(L);
  for (int k = 0; k < n; k++) {
    lua_pushnil(L);
    if (names) {
      lua_pop(L, 1);
      lua_rawgeti(L, names, k + 1);
    }
    lia_text_format(text, sizeof text, "u%d", k + 1);
    const char *own = lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : text;
    o->name[k] = kept(L, keep, own, strlen(own));
    lua_pop(L, 1);
  }
}

static void check_count(lua_State *L, const ode_inputs *o, int options, int n) {
  if (o->n != n)
    lia_arg_error(L, options, "inputs: expected the names of the %d inputs of the kernel, got %d",
        n, o->n);
}

void lia_ode_inputs_names(lua_State *L, ode_inputs *o, int options, int n, int names) {
  const int given = lia_sim_option(L, options, "inputs"), table = lua_istable(L, given);
  luaL_checkstack(L, 20, "inputs");
  if (lua_type(L, given) == LUA_TSTRING) names_of_words(L, o, lua_tostring(L, given));
  else if (!table && !lua_isnil(L, given))
    lia_arg_error(L, options, "inputs: expected values by name, {F = 3}, or names, got %s",
        luaL_typename(L, given));
  else if (n >= 0 && !(table && lua_rawlen(L, given))) names_of_kernel(L, o, n, names);
  else if (table) names_of_table(L, o, options, given);
  else name_room(L, o, 0);
  if (n >= 0) check_count(L, o, options, n);
}

// ---- what sets them ----

static int index_of(const ode_inputs *o, const char *name) {
  for (int k = 0; k < o->n; k++)
    if (!strcmp(o->name[k], name)) return k;
  return -1;
}

static int functions_body(lua_State *L) {
  ode_inputs *o = lia_callback_self(L)->ud;
  lua_rawgeti(L, 1, 1);
  lua_rawgeti(L, -1, o->asked + 1);
  lua_pushnumber(L, o->t);
  lua_rawgeti(L, 1, 2);
  lua_call(L, 2, 1);
  if (lia_sim_numbers(L, &o->value, 1)) return 0;
  return lia_error_at(L, "inputs.%s: expected a number, got %s", o->name[o->which[o->asked]],
      luaL_typename(L, -1));
}

// the functions among the values out of the copy at `told`, into the list at `functions`
static void take_functions(lua_State *L, ode_inputs *o, int told, int functions) {
  o->which = lua_newuserdata(L, ((size_t)o->n + 1) * sizeof *o->which);
  for (int k = 0; k < o->n; k++) {
    lua_getfield(L, told, o->name[k]);
    if (!lua_isfunction(L, -1)) {
      lua_pop(L, 1);
      continue;
    }
    lua_rawseti(L, functions, o->nfunction + 1);
    o->which[o->nfunction++] = k;
    lua_pushnil(L);
    lua_setfield(L, told, o->name[k]);
  }
}

// a copy of the values by name; a key that is no input raises
static void push_values(lua_State *L, const ode_inputs *o, int options, int given) {
  lia_hints h = { 0 };
  lua_newtable(L);
  const int told = lua_gettop(L);
  for (lua_pushnil(L); lua_next(L, given); lua_pop(L, 1)) {
    const char *name = lua_type(L, -2) == LUA_TSTRING ? lua_tostring(L, -2) : "";
    for (int k = 0; k < o->n; k++) lia_hints_add(&h, o->name[k], strlen(o->name[k]));
    if (index_of(o, name) < 0)
      lia_arg_error(L, options, "inputs: no input '%.60s'%s", name, lia_hints_text(&h, name));
    lua_pushvalue(L, -2);
    lua_pushvalue(L, -2);
    lua_rawset(L, told);
  }
}

void lia_ode_inputs_values(lua_State *L, ode_inputs *o, const lsource *src, int options) {
  const int vec = lua_gettop(L), given = lia_sim_option(L, options, "inputs");
  o->nq = src->nq;
  o->nv = src->nv;
  if (!lua_istable(L, given) || lua_rawlen(L, given)) return;
  push_values(L, o, options, given);
  const int told = lua_gettop(L);
  lua_newtable(L);
  const int functions = lua_gettop(L);
  take_functions(L, o, told, functions);
  if (o->nfunction) {
    lua_createtable(L, 2, 0);
    lua_pushvalue(L, functions);
    lua_rawseti(L, -2, 1);
    lua_pushvalue(L, vec);
    lua_rawseti(L, -2, 2);
    lia_callback_init(L, o->functions, lua_gettop(L), functions_body, o);
  }
  if (o->n) o->told = lia_tau_read(L, src, "inputs", told, options);
}

// ---- what they are ----

static lia_status ask_functions(ode_inputs *o, double t, const double *x, lia_error *err) {
  char who[LIA_ERROR_PATH];
  o->t = t;
  lia_vec_copy(o->x, x, o->nq + o->nv);
  for (int k = 0; k < o->nfunction; k++) {
    o->asked = k;
    lia_text_format(who, sizeof who, "inputs.%.60s", o->name[o->which[k]]);
    if (lia_callback_run(o->functions) != LIA_OK)
      return LIA_FAIL(err, LIA_EUSER, who, "the function failed");
    if (!isfinite(o->value))
      return LIA_FAIL(err, LIA_EDOMAIN, who, "the function gave %g at t = %.9g", o->value, t);
    o->u[o->which[k]] += o->value;
  }
  return LIA_OK;
}

lia_status lia_ode_inputs_at(ode_inputs *o, double t, const double *x, lia_error *err) {
  lia_vec_zero(o->u, o->n);
  const double *v = x + o->nq;
  if (o->told) LIA_TRY(lia_tau_add(o->told, t, x, v, o->u, err));
  if (o->nfunction) LIA_TRY(ask_functions(o, t, x, err));
  return o->more ? o->more(o->more_user, t, x, v, o->u, err) : LIA_OK;
}

double lia_ode_inputs_next(const ode_inputs *o, double t, double dir) {
  return o->told ? lia_tau_next(o->told, t, dir) : dir * (double)INFINITY;
}
