/* lgiven.c - what a script gives to a simulation: fields of its options, numbers, functions */
#include "bindings/sim/lsource.h"

#include "bindings/kit/nums.h"

#include "num/vec.h"

int lia_sim_option(lua_State *L, int options, const char *key) {
  luaL_checkstack(L, 12, NULL);
  if (options && lua_istable(L, options)) lua_getfield(L, options, key);
  else lua_pushnil(L);
  return lua_gettop(L);
}

void lia_sim_place(lua_State *L, int f, const char *what, char out[LIA_ERROR_PATH]) {
  lua_Debug d;
  lua_pushvalue(L, f);
  lua_getinfo(L, ">S", &d);
  if (d.linedefined > 0)
    lia_text_format(out, LIA_ERROR_PATH, "%s (%s:%d)", what, lia_source(&d), d.linedefined);
  else lia_text_format(out, LIA_ERROR_PATH, "%s", what);
}

int lia_sim_numbers(lua_State *L, double *x, int n) {
  const lvec *given = lia_test(L, lua_gettop(L), &lia_vec_class);
  if (given && given->n == n) lia_vec_copy(x, given->x, n);
  if (given) return given->n == n;
  if (n == 1 && lua_type(L, -1) == LUA_TNUMBER) {
    x[0] = lua_tonumber(L, -1);
    return 1;
  }
  if (!lua_istable(L, -1) || (int)lua_rawlen(L, -1) != n) return 0;
  for (int i = 0; i < n; i++) {
    lua_rawgeti(L, -1, i + 1);
    int number = lua_type(L, -1) == LUA_TNUMBER;
    x[i] = lua_tonumber(L, -1);
    lua_pop(L, 1);
    if (!number) return 0;
  }
  return 1;
}

int lia_sim_keep(lua_State *L, int first) {
  int top = lua_gettop(L), n = 1;
  luaL_checkstack(L, 4, NULL);
  lua_createtable(L, top - first + 2, 0);
  lua_pushvalue(L, 1);
  lua_rawseti(L, -2, n++);
  for (int k = first; k <= top; k++, n++) {
    lua_pushvalue(L, k);
    lua_rawseti(L, -2, n);
  }
  return lua_gettop(L);
}
