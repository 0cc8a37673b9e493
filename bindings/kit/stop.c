/* stop.c - how long work in the engine learns of a Ctrl-C: by the hook that the interpreter sets, asked now and then */
#include "bindings/kit/kit.h"

/* On SIGINT lua5.4, luajit and the prompt of liaison set a hook on the main thread that is called at the next instruction of Lua.
 * The engine runs none, so it looks whether there is such a hook. One that was there already when the work began would have
 * been called before it; hooks of debug.sethook rarely count to one and hear calls and returns as well */
static int asked(void *main) {
  enum { ALL = LUA_MASKCALL | LUA_MASKRET | LUA_MASKCOUNT };
  lua_State *L = main;
  return lua_gethook(L) && (lua_gethookmask(L) & ALL) == ALL && lua_gethookcount(L) == 1;
}

/* LuaJIT has one hook for all threads, and no way to ask for the main one: where it is not it that opens the library, a thread
 * kept alive will do */
void lia_stop_open(lua_State *L) {
  lia_kit *k = lia_kit_get(L);
#if LUA_VERSION_NUM < 502
  static const char key;
  lua_pushlightuserdata(L, (void *)&key);
  k->main = lua_pushthread(L) ? L : (lua_pop(L, 1), lua_newthread(L));
  lua_rawset(L, LUA_REGISTRYINDEX);
#else
  lua_rawgeti(L, LUA_REGISTRYINDEX, LUA_RIDX_MAINTHREAD);
  k->main = lua_tothread(L, -1);
  lua_pop(L, 1);
#endif
}

lia_stop lia_stop_of(lua_State *L) { return (lia_stop){ asked, lia_kit_get(L)->main }; }

/* what the hook would have done: it goes, and raises at the user's line */
int lia_stop_raise(lua_State *L) {
  lua_sethook(lia_kit_get(L)->main, NULL, 0, 0);
  return lia_error_at(L, "interrupted!");
}

int lia_stop_asked(lua_State *L) { return asked(lia_kit_get(L)->main); }
