/* stop.c - how a Ctrl-C is heard: by a handler of ours around long work and at the prompt, else by
 * the interpreter's hook
 *
 * One handler and one flag. The flag is atomic without locks, so that a handler may set it and
 * threads may read it. */
#include "bindings/kit/kit.h"

#include <signal.h>
#include <stdatomic.h>
#include <string.h>

_Static_assert(ATOMIC_INT_LOCK_FREE == 2, "a handler of signals may touch nothing that waits");

static atomic_int heard;      /* a Ctrl-C that nobody has answered */
static atomic_int depth;      /* pieces of long work inside each other that watch */
static atomic_int running;    /* code of the prompt */
static lua_State *prompt;     /* whose code that is; one state at a time */
static struct sigaction before_prompt;

// raise in the Lua code that runs now
static void raise_here(lua_State *L, lua_Debug *ar) {
  (void)ar;
  lua_sethook(L, NULL, 0, 0);
  luaL_error(L, "interrupted!");
}

// the first Ctrl-C asks the work, or the line of the prompt, to stop; a second one that finds the
// first unanswered (a loop LuaJIT has compiled, a long computation in C) ends the program
static void on_interrupt(int sig) {
  if (heard) {
    signal(sig, SIG_DFL);
    raise(sig);
  }
  heard = 1;
  if (running && !depth) lua_sethook(prompt, raise_here, LUA_MASKCALL | LUA_MASKRET | LUA_MASKCOUNT,
                                     1);
}

static void listen(struct sigaction *before) {
  struct sigaction act;
  memset(&act, 0, sizeof act);
  act.sa_handler = on_interrupt;   // without SA_RESTART: a read that waits returns
  sigemptyset(&act.sa_mask);
  sigaction(SIGINT, &act, before);
}

// ---- long work ----

void lia_watch_begin(lia_watch *w) {
  w->on = sigaction(SIGINT, NULL, &w->before) == 0 && w->before.sa_handler != SIG_IGN;
  if (!w->on) return;
  w->unanswered = heard;
  if (depth++ == 0) heard = 0;   // work inside work leaves a Ctrl-C to the outer one too
  listen(NULL);
}

int lia_watch_end(const lia_watch *w) {
  const int stopped = heard;
  if (!w->on) return stopped;
  sigaction(SIGINT, &w->before, NULL);
  if (--depth == 0) heard = w->unanswered;
  return stopped;
}

int lia_watch_heard(void *unused) {
  (void)unused;
  return heard;
}

// ---- the prompt ----

void lia_prompt_watch(lua_State *L, int on) {
  if (on && !prompt) {
    prompt = L;
    listen(&before_prompt);
  } else if (!on && prompt) {
    sigaction(SIGINT, &before_prompt, NULL);
    prompt = NULL;
    heard = running = 0;
  }
}

void lia_prompt_running(lua_State *L, int on) {
  running = on;
  if (!on) lua_sethook(L, NULL, 0, 0);
}

int lia_prompt_runs(void) { return running; }

int lia_prompt_interrupted(void) { return atomic_exchange(&heard, 0); }

// ---- where nothing of ours listens ----

// On SIGINT lua5.4, luajit and the prompt of liaison set a hook on the main thread that is called
// at the next instruction of Lua. The engine runs none, so it looks whether there is such a hook.
// One that was there already when the work began would have been called before it; hooks of
// debug.sethook rarely count to one and hear calls and returns as well
static int stop_asked(void *main) {
  enum { ALL = LUA_MASKCALL | LUA_MASKRET | LUA_MASKCOUNT };
  lua_State *L = main;
  return lua_gethook(L) && (lua_gethookmask(L) & ALL) == ALL && lua_gethookcount(L) == 1;
}

// LuaJIT has one hook for all threads, and no way to ask for the main one: where it is not it that
// opens the library, a thread kept alive will do
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

lia_stop lia_stop_of(lua_State *L) { return (lia_stop){ stop_asked, lia_kit_get(L)->main }; }

// what the hook would have done: it goes, and raises at the user's line
int lia_stop_raise(lua_State *L) {
  lua_sethook(lia_kit_get(L)->main, NULL, 0, 0);
  return lia_error_at(L, "interrupted!");
}

int lia_stop_asked(lua_State *L) { return stop_asked(lia_kit_get(L)->main); }
