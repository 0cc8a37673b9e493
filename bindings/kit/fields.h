/* fields.h - t.key = value, of the table on top */
#ifndef LIA_FIELDS_H
#define LIA_FIELDS_H

#include <lua.h>

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

#endif
