/* lterm.c - the terminal as the prompt sees it: is there one, a Ctrl-C that stops the line and not the program */
#include "kit.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* a signal has no argument but these; one state at a time is watched */
static lua_State *watched;
static volatile sig_atomic_t pending, running;
static struct sigaction before;

/* raise in the Lua code that runs now */
static void stop(lua_State *L, lua_Debug *ar) {
  (void)ar;
  lua_sethook(L, NULL, 0, 0);
  luaL_error(L, "interrupted!");
}

/* the first Ctrl-C asks the line to stop; a second one that finds the first unanswered (a loop LuaJIT has compiled, a long
 * computation in C) ends the program */
static void on_interrupt(int sig) {
  if (pending) {
    signal(sig, SIG_DFL);
    raise(sig);
  }
  pending = 1;
  if (running) lua_sethook(watched, stop, LUA_MASKCALL | LUA_MASKRET | LUA_MASKCOUNT, 1);
}

/* watch(on): from now on Ctrl-C is kept for interrupted() and wait(); watch(false) gives back what was before */
static int term_watch(lua_State *L) {
  if (lua_toboolean(L, 1) && !watched) {
    struct sigaction act;
    memset(&act, 0, sizeof act);
    act.sa_handler = on_interrupt; /* without SA_RESTART: a read that waits returns */
    sigemptyset(&act.sa_mask);
    watched = L;
    sigaction(SIGINT, &act, &before);
  } else if (!lua_toboolean(L, 1) && watched) {
    sigaction(SIGINT, &before, NULL);
    watched = NULL;
    pending = running = 0;
  }
  return 0;
}

/* running(on): while it is on, Ctrl-C raises "interrupted!" in the code that runs */
static int term_running(lua_State *L) {
  running = lua_toboolean(L, 1);
  if (!running) lua_sethook(L, NULL, 0, 0);
  return 0;
}

/* prompt() -> does code of the prompt run? */
static int term_prompt(lua_State *L) {
  lua_pushboolean(L, running);
  return 1;
}

int lia_term_prompt(void) { return running; }

/* interrupted() -> was there a Ctrl-C since the last question? It is answered by asking */
static int term_interrupted(lua_State *L) {
  lua_pushboolean(L, pending);
  pending = 0;
  return 1;
}

/* wait(fd) -> true when something can be read, false after a Ctrl-C */
static int term_wait(lua_State *L) {
  struct pollfd p = { .fd = (int)luaL_checkinteger(L, 1), .events = POLLIN };
  int n = -1;
  while (!pending && (n = poll(&p, 1, -1)) < 0 && errno == EINTR) continue;
  if (!pending) return lua_pushboolean(L, 1), 1;
  term_interrupted(L);
  return lua_pushboolean(L, 0), 1;
}

/* tty(fd) -> is it a terminal? */
static int term_tty(lua_State *L) {
  lua_pushboolean(L, isatty((int)luaL_checkinteger(L, 1)));
  return 1;
}

/* lost() -> did anything printed not arrive? print itself tells nobody */
static int term_lost(lua_State *L) {
  lua_pushboolean(L, fflush(stdout) != 0 || ferror(stdout));
  return 1;
}

/* the table kit.term */
void lia_term_functions(lua_State *L) {
  static const luaL_Reg f[] = {
    { "watch", term_watch }, { "running", term_running }, { "interrupted", term_interrupted }, { "wait", term_wait }, { "tty", term_tty },
    { "lost", term_lost }, { "prompt", term_prompt },
    { NULL, NULL },
  };
  lua_createtable(L, 0, 7);
  for (const luaL_Reg *r = f; r->name; r++) {
    lua_pushcfunction(L, r->func);
    lua_setfield(L, -2, r->name);
  }
}
