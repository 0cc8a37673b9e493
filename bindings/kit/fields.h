/* fields.h - t.key = value of the table on top, and numbers read from a table */
#ifndef LIA_FIELDS_H
#define LIA_FIELDS_H

#include "bindings/kit/bind.h"

static inline void lia_field_number(lua_State *L, const char *key, double x) {
  lua_pushnumber(L, x);
  lua_setfield(L, -2, key);
}

static inline void lia_field_integer(lua_State *L, const char *key, long x) {
  lua_pushinteger(L, (lua_Integer)x);
  lua_setfield(L, -2, key);
}

static inline void lia_field_text(lua_State *L, const char *key, const char *text) {
  lua_pushstring(L, text);
  lua_setfield(L, -2, key);
}

static inline void lia_field_flag(lua_State *L, const char *key, int yes) {
  lua_pushboolean(L, yes);
  lua_setfield(L, -2, key);
}

static inline void lia_field_numbers(lua_State *L, const char *key, const double *x, int n) {
  lua_createtable(L, n, 0);
  for (int i = 0; i < n; i++) {
    lua_pushnumber(L, x[i]);
    lua_rawseti(L, -2, i + 1);
  }
  lua_setfield(L, -2, key);
}

/* the number at i: missing where there is nothing, other where it is something else */
static inline double lia_number_or(lua_State *L, int i, double missing, double other) {
  if (lua_isnil(L, i)) return missing;
  return lua_type(L, i) == LUA_TNUMBER ? lua_tonumber(L, i) : other;
}

/* the text at i: missing where there is nothing, the name of its type where it is something else */
static inline const char *lia_word_or(lua_State *L, int i, const char *missing) {
  if (lua_isnil(L, i)) return missing;
  return lua_type(L, i) == LUA_TSTRING ? lua_tostring(L, i) : luaL_typename(L, i);
}

/* the indices of the list at idx, counted from 0, in memory of Lua left on the stack */
static inline int *lia_field_indices(lua_State *L, int idx, int *n) {
  *n = (int)lua_rawlen(L, idx);
  int *list = (int *)lua_newuserdata(L, ((size_t)*n + 1) * sizeof *list);
  for (int k = 0; k < *n; k++) {
    lua_rawgeti(L, idx, k + 1);
    list[k] = (int)lua_tointeger(L, -1) - 1;
    lua_pop(L, 1);
  }
  return list;
}

/* the whole number t.key; 0 where it is none */
static inline int lia_field_whole(lua_State *L, int t, const char *key) {
  lua_getfield(L, t, key);
  int n = (int)lua_tointeger(L, -1);
  lua_pop(L, 1);
  return n;
}

#endif
