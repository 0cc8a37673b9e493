/* open.c - luaopen_liaison_core: the list of types, and what the Lua half needs of C */
#include "kit.h"
#include "nums.h"

#include "base/mem.h"
#include "base/version.h"

#include <stdio.h>
#include <string.h>

/* a new type: one line here, in the order of the table in help() */
#define LIA_TYPES(X) \
  X(vec)             \
  X(mat)

#define X(type) void lia_open_##type(lua_State *L);
LIA_TYPES(X)
#undef X

/* ---- the table kit: for the Lua half of liaison, its tests and its tools; not for users ---- */

/* home(prefix): sources that begin so are liaison's own, and never the user's place */
static int kit_home(lua_State *L) {
  snprintf(lia_kit_get(L)->home, KIT_HOME, "%s", luaL_checkstring(L, 1));
  return 0;
}

/* raise(message): with the user's file:line before it */
static int kit_raise(lua_State *L) { return lia_error_at(L, "%s", luaL_checkstring(L, 1)); }

/* nearest(got, names) -> the name that was probably meant, or nil; names: a list, or a table with these keys */
static int kit_nearest(lua_State *L) {
  const char *got = luaL_checkstring(L, 1);
  lia_hints h = { 0 };
  luaL_checktype(L, 2, LUA_TTABLE);
  int n = (int)lua_rawlen(L, 2);
  for (int i = 1; i <= n; i++) {
    lua_rawgeti(L, 2, i);
    size_t len;
    const char *name = lua_type(L, -1) == LUA_TSTRING ? lua_tolstring(L, -1, &len) : NULL;
    if (name) lia_hints_add(&h, name, len);
    lua_pop(L, 1);
  }
  lia_hints_keys(L, &h, 2);
  lua_pushstring(L, lia_hints_best(&h, got));
  return 1;
}

static void set_text(lua_State *L, const char *key, const char *s, size_t n) {
  lua_pushlstring(L, s, n);
  lua_setfield(L, -2, key);
}

/* {name=, sig=, text=, example=} of a signature */
static void push_row(lua_State *L, const lia_sig *s) {
  const lia_fn *f = s->fn;
  lua_createtable(L, 0, 4);
  set_text(L, "name", f->sig, s->len);
  set_text(L, "sig", f->sig, strlen(f->sig));
  if (f->text) set_text(L, "text", f->text, strlen(f->text));
  if (f->example) set_text(L, "example", f->example, strlen(f->example));
}

/* rows() -> the table of all signatures, in the order of open.c */
static int kit_rows(lua_State *L) {
  lia_push_rows(L);
  int n = (int)lua_rawlen(L, -1);
  lua_createtable(L, n, 0);
  for (int i = 1; i <= n; i++) {
    lua_rawgeti(L, -2, i);
    const lia_sig *s = lua_touserdata(L, -1);
    lua_pop(L, 1);
    push_row(L, s);
    lua_rawseti(L, -2, i);
  }
  return 1;
}

/* row(f) -> the row of a function, of a namespace that can be called, or nil */
static int kit_row(lua_State *L) {
  lua_settop(L, 1);
  if (lua_istable(L, 1) && luaL_getmetafield(L, 1, "__call")) lua_replace(L, 1);
  if (!lua_iscfunction(L, 1) || !lua_getupvalue(L, 1, 1) || lua_type(L, -1) != LUA_TUSERDATA) return lua_pushnil(L), 1;
  const void *s = lua_touserdata(L, -1);
  lia_push_rows(L);
  int n = (int)lua_rawlen(L, -1);
  for (int i = 1; i <= n; i++) {
    lua_rawgeti(L, -1, i);
    if (lua_touserdata(L, -1) == s) return push_row(L, s), 1;
    lua_pop(L, 1);
  }
  lua_pushnil(L);
  return 1;
}

/* classes() -> {name = {text=, field=}} */
static int kit_classes(lua_State *L) {
  const lia_kit *k = lia_kit_get(L);
  lua_newtable(L);
  for (int i = 0; i < KIT_CLASSES; i++) {
    const lia_class *c = k->slot[i].c;
    if (!c) continue;
    lua_createtable(L, 0, 2);
    if (c->text) set_text(L, "text", c->text, strlen(c->text));
    if (c->field) set_text(L, "field", c->field, strlen(c->field));
    lua_setfield(L, -2, c->name);
  }
  return 1;
}

/* class(x) -> "rot" of an object of ours, else nil */
static int kit_class(lua_State *L) {
  const lia_class *c = lia_classof(L, 1);
  if (c) lua_pushstring(L, c->name);
  else lua_pushnil(L);
  return 1;
}

/* number(x [, digits]) -> how both Luas print a number: 14 digits, never "5.0" */
static int kit_number(lua_State *L) {
  char out[32];
  int n = lia_number_text(out, luaL_checknumber(L, 1), (int)luaL_optinteger(L, 2, 14));
  lua_pushlstring(L, out, (size_t)n);
  return 1;
}

/* mem_fail_after(n): let n allocations of the engine succeed, then fail all; n < 0: never fail */
static int kit_mem_fail_after(lua_State *L) {
  lia_mem_fail_after((long)luaL_checkinteger(L, 1));
  return 0;
}

/* mem_live() -> allocations of the engine not yet freed;  mem_count() -> ever asked for */
static int kit_mem_live(lua_State *L) {
  lua_pushinteger(L, (lua_Integer)lia_mem_live());
  return 1;
}

static int kit_mem_count(lua_State *L) {
  lua_pushinteger(L, (lua_Integer)lia_mem_count());
  return 1;
}

void lia_kit_functions(lua_State *L) {
  static const luaL_Reg f[] = {
    { "home", kit_home }, { "raise", kit_raise }, { "nearest", kit_nearest }, { "rows", kit_rows }, { "row", kit_row },
    { "classes", kit_classes }, { "class", kit_class }, { "number", kit_number },
    { "mem_fail_after", kit_mem_fail_after }, { "mem_live", kit_mem_live }, { "mem_count", kit_mem_count },
    { NULL, NULL },
  };
  lua_createtable(L, 0, 16);
  for (const luaL_Reg *r = f; r->name; r++) {
    lua_pushcfunction(L, r->func);
    lua_setfield(L, -2, r->name);
  }
  lia_term_functions(L);
  lua_setfield(L, -2, "term");
}

int luaopen_liaison_core(lua_State *L);
__attribute__((visibility("default"))) int luaopen_liaison_core(lua_State *L) {
  lua_createtable(L, 0, 64);
#define X(type) lia_open_##type(L);
  LIA_TYPES(X)
#undef X
  lia_sig_link(L);
  lua_pushliteral(L, LIA_VERSION);
  lua_setfield(L, -2, "version");
  lia_kit_functions(L);
  lua_setfield(L, -2, "kit");
  return 1;
}
