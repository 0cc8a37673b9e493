/* lelements.c - what a run makes of what acts, told for those who compute it elsewhere (the page):
 * elements of joints, times at which laws change, states at the start */
#include "bindings/kit/fields.h"
#include "bindings/kit/kit.h"
#include "bindings/model/lmodel.h"
#include "bindings/sim/lforce_inside.h"
#include "bindings/sim/lknots.h"
#include "bindings/sim/lrunning.h"
#include "bindings/sim/lsim.h"

#include "base/text.h"
#include "sim/joint_forces.h"

// ---- elements of joints ----

static double elements_number(lua_State *L, int table, const char *key) {
  lua_getfield(L, table, key);
  const double x = lua_tonumber(L, -1);
  lua_pop(L, 1);
  return x;
}

static int elements_flag(lua_State *L, int table, const char *key) {
  lua_getfield(L, table, key);
  const int yes = lua_toboolean(L, -1);
  lua_pop(L, 1);
  return yes;
}

// { kind, name = "q1.endstop", joint = "q1" (which it acts on), min =, max =, .. }
static void push_element(lua_State *L, const lia_load *l) {
  const lia_force_row *row = lia_force_rows[l->kind];
  char name[120];
  lua_createtable(L, 0, row->nparam + 3);
  lia_text_format(name, sizeof name, "%.35s.%s", l->name, row->name);
  lia_field_text(L, "kind", row->name);
  lia_field_text(L, "name", name);
  lia_field_text(L, "joint", l->name);
  for (int k = 0; k < row->nparam; k++)
    lia_field_number(L, row->param[k].name, l->p[lia_force_place(l->kind, row->param[k].name)]);
}

// joints(model, { friction, stops: flags; restitution, stiffness, damping }) -> the elements a run
// makes of dry friction and limits of joints (joint_forces.h), as a description tells elements
static int joints(lua_State *L) {
  lmodel *o = lia_check(L, 1, &lia_model_class);
  const lia_model *m = lia_lmodel_dynamic(L, o);
  luaL_checktype(L, 2, LUA_TTABLE);
  lua_settop(L, 2);
  const lia_joint_ends ends = { .friction = elements_flag(L, 2, "friction"),
      .stops = elements_flag(L, 2, "stops"), .restitution = elements_number(L, 2, "restitution"),
      .stiffness = elements_number(L, 2, "stiffness"),
      .damping = elements_number(L, 2, "damping") };
  const char *const *name = (const char *const *)o->spec->coord;
  const int n = lia_joint_loads(m, &ends, name, NULL);
  lia_load *load = lua_newuserdata(L, ((size_t)n + 1) * sizeof *load);
  lia_joint_loads(m, &ends, name, load);
  lua_createtable(L, n, 0);
  for (int k = 0; k < n; k++) {
    push_element(L, &load[k]);
    lua_rawseti(L, -2, k + 1);
  }
  return 1;
}

// ---- times, states ----

// knots(model, forces, inputs) -> the times over which no step of a run with these goes; forces and
// inputs as the options of a run, or nil
static int knots(lua_State *L) {
  lmodel *o = lia_check(L, 1, &lia_model_class);
  lua_settop(L, 3);
  const lforces *f = lia_lforces_read(L, lua_isnil(L, 2) ? 0 : 2, lua_isnil(L, 3) ? 0 : 3, 2, o,
      NULL);
  lua_createtable(L, f->knots.n, 0);
  for (int k = 0; k < f->knots.n; k++) {
    lua_pushnumber(L, f->knots.t[k]);
    lua_rawseti(L, -2, k + 1);
  }
  return 1;
}

// states(memory) -> the own states that force elements begin with, of what run:memory() gave
static int states(lua_State *L) {
  const double *z;
  const int n = lia_control_remembered(L, 1, &z);
  lua_createtable(L, n, 0);
  for (int k = 0; k < n; k++) {
    lua_pushnumber(L, z[k]);
    lua_rawseti(L, -2, k + 1);
  }
  return 1;
}

// times({texts}) -> the times at which one of them changes its branch, rising
static int times_of_texts(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_settop(L, 1);
  lknots k = { 0 };
  void **box = lia_push_hold(L);
  const int n = (int)lua_rawlen(L, 1);
  for (int i = 0; i < n; i++) {
    lua_rawgeti(L, 1, i + 1);
    lia_knots_add(&k, luaL_checkstring(L, -1));
    *box = k.t;
    lua_pop(L, 1);
  }
  lia_knots_ready(L, &k);
  lua_createtable(L, k.n, 0);
  for (int i = 0; i < k.n; i++) {
    lua_pushnumber(L, k.t[i]);
    lua_rawseti(L, -2, i + 1);
  }
  return 1;
}

void lia_open_elements(lua_State *L);
void lia_open_elements(lua_State *L) {
  static const luaL_Reg list[] = { { "joints", joints }, { "knots", knots },
      { "times", times_of_texts }, { "states", states }, { NULL, NULL } };
  lia_kit_register(L, "elements", list);
}
