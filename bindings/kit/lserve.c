/* lserve.c - the table kit.serve: a place on this machine where a browser asks for a page */
#include "bindings/kit/kit.h"

#include "io/serve.h"

#include <math.h>

// open(port) -> listener, the port it has (0: one that is free), or nil, message, 'EIO'
static int serve_open(lua_State *L) {
  lia_error err = { 0 };
  int listener, given;
  if (lia_serve_open((int)luaL_checkinteger(L, 1), &listener, &given, &err) != LIA_OK)
    return lia_fail(L, &err);
  lua_pushinteger(L, listener);
  lua_pushinteger(L, given);
  return 2;
}

// take(listener, seconds) -> the head of a request and what is to be answered; false: none came;
// or nil, message, 'EIO'
static int serve_take(lua_State *L) {
  lia_error err = { 0 };
  lia_request r;
  const double wait = 1e3 * fmin(fmax(luaL_checknumber(L, 2), 0), 60);
  if (lia_serve_take((int)luaL_checkinteger(L, 1), (int)wait, &r, &err) != LIA_OK)
    return lia_fail(L, &err);
  if (r.fd < 0) {
    lua_pushboolean(L, 0);
    return 1;
  }
  lua_pushlstring(L, r.head, r.length);
  lua_pushinteger(L, r.fd);
  return 2;
}

// answer(what take gave, bytes)
static int serve_answer(lua_State *L) {
  size_t n;
  lia_request r = { .fd = (int)luaL_checkinteger(L, 1) };
  const char *bytes = luaL_checklstring(L, 2, &n);
  lia_serve_answer(&r, bytes, n);
  return 0;
}

// close(listener)
static int serve_close(lua_State *L) {
  int listener = (int)luaL_checkinteger(L, 1);
  lia_serve_close(&listener);
  return 0;
}

// the table kit.serve
void lia_serve_functions(lua_State *L) {
  static const luaL_Reg f[] = {
    { "open", serve_open }, { "take", serve_take }, { "answer", serve_answer },
    { "close", serve_close },
    { NULL, NULL },
  };
  lua_createtable(L, 0, 4);
  for (const luaL_Reg *r = f; r->name; r++) {
    lua_pushcfunction(L, r->func);
    lua_setfield(L, -2, r->name);
  }
}
