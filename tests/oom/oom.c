/* oom.c - a Lua whose n-th allocation fails, and all after it: a clean error for every n, nothing
 * left allocated
 *
 *   oom [step] script.lua      every step-th n, until the script runs to its end undisturbed */
#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct heap { long left, live; int failed; } heap;   /* left < 0: never fail */

/* counts blocks, not bytes: LuaJIT is not exact about the old size after a failure */
static void *reallocate(void *ud, void *p, size_t old, size_t size) {
  heap *h = ud;
  if (size == 0) {
    h->live -= p != NULL;
    free(p);
    return NULL;
  }
  if (!p || size > old) {   // Lua may always make a block smaller
    if (h->left == 0) {
      h->failed = 1;
      return NULL;
    }
    h->left -= h->left > 0;
  }
  void *q = realloc(p, size);
  h->live += q && !p;
  return q;
}

static int run_script(lua_State *L) {
  const char *file = lua_touserdata(L, 1);
  if (luaL_loadfile(L, file)) return lua_error(L);
  lua_call(L, 0, 0);
  return 0;
}

/* memory is back: the state must still work, and core must have given everything back. On LuaJIT
 * what a weak table has under an object stays for a cycle more after that is finalized, and that
 * may hold another */
static const char afterwards[] =
  "local core = package.loaded['liaison.core'] "
  "local n = 0 "
  "for _ = 1, 6 do "
  "  collectgarbage() "
  "  n = type(core) == 'table' and core.kit.mem_live() or 0 "
  "  if n == 0 then return end "
  "end "
  "error(n .. ' allocations of core are left')";

static int complain(long n, const char *what, const char *text) {
  fprintf(stderr, "allocation %ld fails: %s: %s\n", n, what, text ? text : "(no message)");
  return -1;
}

static int says_memory(const char *s) {
  return s && (strstr(s, "not enough memory") || strstr(s, "out of memory"));
}

/* 1: the script ran undisturbed, 0: an allocation failed cleanly, -1: not cleanly */
static int once(const char *file, long n) {
  heap h = { .left = -1 };
  int verdict = 0;
  // a state half made is Lua's affair: memory gives out later
  lua_State *L = lua_newstate(reallocate, &h);
  if (!L) return complain(n, "lua_newstate", "");
  luaL_openlibs(L);
  lua_pushcfunction(L, run_script);
  lua_pushlightuserdata(L, (void *)file);
#if LUA_VERSION_NUM == 501
  // LuaJIT never runs a finalizer again that found no memory to be called: they wait until there is
  // some
  lua_gc(L, LUA_GCSTOP, 0);
  // its ffi is part of the state too: half opened it leaves two blocks behind
  if (luaL_dostring(L, "require 'ffi'")) return complain(n, "ffi", lua_tostring(L, -1));
#endif
  h.left = n;
  int status = lua_pcall(L, 1, 0, 0);
  if (status && (!h.failed || !says_memory(lua_tostring(L, -1))))
    verdict = complain(n, "another error", lua_tostring(L, -1));
  if (!status && !h.failed) verdict = 1;
  lua_settop(L, 0);

  h.left = -1;
  if (luaL_loadstring(L, afterwards) || lua_pcall(L, 0, 0, 0))
    verdict = complain(n, "afterwards", lua_tostring(L, -1));
  lua_close(L);
  if (h.live) verdict = complain(n, "lua_close leaves memory", "");
  return verdict;
}

int main(int argc, char **argv) {
  long step = argc > 2 ? strtol(argv[1], NULL, 10) : 1, n = 0;
  int bad = 0, verdict;
  do {
    verdict = once(argv[argc - 1], n);
    bad += verdict < 0;
    n += step;
  } while (verdict != 1 && bad < 10 && n < 10000000);
  printf("%ld allocations, every %ld-th failed in turn, %d not cleanly\n", n, step, bad);
  return bad != 0;
}
