/* fuzz_lua.c - a way of fuzzing that is written in Lua (tests/fuzz/texts.lua) as a program of
 * libFuzzer: -DFUZZ_WAY="phrase" */
#include "fuzz/fuzz.h"

#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>

int luaopen_liaison_core(lua_State *L);
int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

// what the lines of Lua add to the coverage: libFuzzer looks at every counter of this section
enum { LINES = 1 << 15 };
__attribute__((section("__libfuzzer_extra_counters"))) static uint8_t counter[LINES];

static void at_line(lua_State *L, lua_Debug *ar) {
  if (!lua_getinfo(L, "S", ar)) return;
  uint32_t h = fuzz_hash((const uint8_t *)ar->short_src, strlen(ar->short_src));
  counter[(h * 31u + (uint32_t)ar->currentline) % LINES]++;
}

static lua_State *L;

static void ends(const char *what) {
  fprintf(stderr, "%s: %s\n", what, lua_tostring(L, -1));
  abort();
}

int LLVMFuzzerInitialize(int *argc, char ***argv) {
  (void)argc, (void)argv;
  L = luaL_newstate();
  luaL_openlibs(L);
  luaL_getsubtable(L, LUA_REGISTRYINDEX, LUA_PRELOAD_TABLE);
  lua_pushcfunction(L, luaopen_liaison_core);
  lua_setfield(L, -2, "liaison.core");
  lua_pop(L, 1);
  if (luaL_dostring(L,
      "package.path = 'lib/?.lua;lib/?/init.lua;tests/?.lua' return require('fuzz.texts').try"))
    ends("cannot start");
  lua_setglobal(L, "try");
  lua_sethook(L, at_line, LUA_MASKLINE, 0);
  return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  lua_getglobal(L, "try");
  lua_pushliteral(L, FUZZ_WAY);
  lua_pushlstring(L, (const char *)data, size);
  if (lua_pcall(L, 2, 0, 0)) ends(FUZZ_WAY);
  lua_gc(L, LUA_GCCOLLECT, 0);
  return 0;
}
