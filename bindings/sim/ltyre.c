/* ltyre.c - the rows of tyres: numbers, forces, and their laws as expressions, for the Lua half */
#include "bindings/kit/fields.h"
#include "bindings/kit/kit.h"
#include "bindings/sym/lexpr.h"

#include "kinds/tyre.h"
#include "sym/expr/build.h"

#include <math.h>

static int tyre_kind_of(lua_State *L, int arg) {
  const int kind = lia_tyre_find(luaL_checkstring(L, arg));
  return kind >= 0 ? kind : lia_arg_error(L, arg, "no tyre of that kind");
}

static void push_tyre_number(lua_State *L, const lia_force_param *p) {
  lua_createtable(L, 0, 5);
  lia_field_text(L, "name", p->name);
  lia_field_text(L, "unit", p->unit);
  lia_field_text(L, "text", p->text);
  if (!isnan(p->def)) lia_field_number(L, "default", p->def);
  lia_field_number(L, "least", p->least);
}

// rows() -> { { name, text, numbers = { { name, unit, text, default (nil: must be given), least },
// .. } }, .. }
static int tyre_rows(lua_State *L) {
  lua_createtable(L, LIA_TYRE_COUNT, 0);
  for (int k = 0; k < LIA_TYRE_COUNT; k++) {
    const lia_tyre_row *row = lia_tyre_rows[k];
    lua_createtable(L, 0, 3);
    lia_field_text(L, "name", row->name);
    lia_field_text(L, "text", row->text);
    lua_createtable(L, row->nparam, 0);
    for (int i = 0; i < row->nparam; i++) {
      push_tyre_number(L, &row->param[i]);
      lua_rawseti(L, -2, i + 1);
    }
    lua_setfield(L, -2, "numbers");
    lua_rawseti(L, -2, k + 1);
  }
  return 1;
}

// n numbers of the list at idx
static void tyre_list(lua_State *L, int idx, int n, double *x) {
  luaL_checktype(L, idx, LUA_TTABLE);
  for (int k = 0; k < n; k++) {
    lua_rawgeti(L, idx, k + 1);
    x[k] = luaL_checknumber(L, -1);
    lua_pop(L, 1);
  }
}

// wrong(kind, { numbers }) -> a sentence, or nil
static int tyre_wrong(lua_State *L) {
  const lia_tyre_row *row = lia_tyre_rows[tyre_kind_of(L, 1)];
  double p[LIA_FORCE_NPARAM];
  tyre_list(L, 2, row->nparam, p);
  lua_pushstring(L, row->wrong ? row->wrong(p) : NULL);
  return 1;
}

// forces(kind, { numbers }, { kappa, side, gamma, load, speed, way, pressure, radius, friction })
// -> Fx, Fy, Mx, My, Mz
static int tyre_forces(lua_State *L) {
  const lia_tyre_row *row = lia_tyre_rows[tyre_kind_of(L, 1)];
  double p[LIA_FORCE_NPARAM], in[LIA_TYRE_IN], out[LIA_TYRE_OUT];
  tyre_list(L, 2, row->nparam, p);
  tyre_list(L, 3, LIA_TYRE_IN, in);
  row->calc(p, in, out);
  for (int k = 0; k < LIA_TYRE_OUT; k++) lua_pushnumber(L, out[k]);
  return LIA_TYRE_OUT;
}

// lengths(kind, { numbers }, { as of forces }) -> relaxation lengths along and across, 0: none
static int tyre_lengths(lua_State *L) {
  const lia_tyre_row *row = lia_tyre_rows[tyre_kind_of(L, 1)];
  double p[LIA_FORCE_NPARAM], in[LIA_TYRE_IN], out[2];
  tyre_list(L, 2, row->nparam, p);
  tyre_list(L, 3, LIA_TYRE_IN, in);
  row->lengths(p, in, out);
  lua_pushnumber(L, out[0]);
  lua_pushnumber(L, out[1]);
  return 2;
}

// the expressions of the list at idx
static void tyre_exprs(lua_State *L, lia_pool *p, int idx, int n, lia_expr *e) {
  luaL_checktype(L, idx, LUA_TTABLE);
  for (int k = 0; k < n; k++) {
    lua_rawgeti(L, idx, k + 1);
    e[k] = lia_to_expr(L, p, lua_gettop(L), idx, "numbers");
    lua_pop(L, 1);
  }
}

// law(kind, { numbers }, { as of forces }), numbers or expressions each -> Fx, Fy, Mx, My, Mz as
// expressions
static int tyre_law(lua_State *L) {
  const lia_tyre_row *row = lia_tyre_rows[tyre_kind_of(L, 1)];
  lia_expr p[LIA_FORCE_NPARAM], in[LIA_TYRE_IN], out[LIA_TYRE_OUT];
  lia_error err = { 0 };
  lua_settop(L, 3);
  lia_pool *pool = lia_push_pool(L);
  tyre_exprs(L, pool, 2, row->nparam, p);
  tyre_exprs(L, pool, 3, LIA_TYRE_IN, in);
  row->make(pool, p, in, out);
  if (lia_pool_status(pool, &err) != LIA_OK) {
    lia_pool_clear(pool);
    return lia_raise(L, &err);
  }
  for (int k = 0; k < LIA_TYRE_OUT; k++) lia_push_expr(L, pool, out[k], 4);
  return LIA_TYRE_OUT;
}

void lia_open_tyre(lua_State *L);
void lia_open_tyre(lua_State *L) {
  static const luaL_Reg list[] = {
    { "rows", tyre_rows }, { "wrong", tyre_wrong }, { "forces", tyre_forces }, { "law", tyre_law },
    { "lengths", tyre_lengths },
    { NULL, NULL },
  };
  lia_kit_register(L, "tyre", list);
}
