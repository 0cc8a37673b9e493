/* lterm.c - the terminal as the prompt sees it: is there one, a Ctrl-C that stops the line and not
 * the program, keys as they come */
#define _GNU_SOURCE   /* ppoll, TIOCGWINSZ */
#include "bindings/kit/kit.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

// watch(on): from now on Ctrl-C is kept for interrupted() and wait(); watch(false) gives back what
// was before
static int term_watch(lua_State *L) {
  lia_prompt_watch(L, lua_toboolean(L, 1));
  return 0;
}

// running(on): while it is on, Ctrl-C raises "interrupted!" in the code that runs
static int term_running(lua_State *L) {
  lia_prompt_running(L, lua_toboolean(L, 1));
  return 0;
}

// prompt() -> does code of the prompt run?
static int term_prompt(lua_State *L) {
  lua_pushboolean(L, lia_prompt_runs());
  return 1;
}

// interrupted() -> was there a Ctrl-C since the last question? It is answered by asking
static int term_interrupted(lua_State *L) {
  lua_pushboolean(L, lia_prompt_interrupted());
  return 1;
}

// ---- keys as they come: while it is so, whatever ends the program gives the terminal back first
// ----

static struct termios cooked;
static volatile sig_atomic_t raw;
static const int fatal[] = { SIGTERM, SIGHUP, SIGQUIT };
enum { FATAL = sizeof fatal / sizeof *fatal };
static struct sigaction fatal_before[FATAL];

static void term_give_back(void) {
  if (!raw) return;
  raw = 0;
  tcsetattr(0, TCSADRAIN, &cooked);
  for (int k = 0; k < FATAL; k++) sigaction(fatal[k], &fatal_before[k], NULL);
}

static void on_fatal(int sig) {
  term_give_back();
  raise(sig);
}

// raw(on) -> keys come one by one and are not shown; false where this terminal cannot
static int term_raw(lua_State *L) {
  int on = lua_toboolean(L, 1);
  lua_pushboolean(L, 1);
  if (!on) {
    term_give_back();
    return 1;
  }
  if (raw) return 1;
  if (tcgetattr(0, &cooked) != 0) {
    lua_pushboolean(L, 0);
    return 1;
  }
  struct termios t = cooked;
  t.c_iflag &= ~(tcflag_t)(BRKINT | ICRNL | INPCK | ISTRIP | IXON);
  t.c_lflag &= ~(tcflag_t)(ECHO | ICANON | IEXTEN | ISIG);
  t.c_cc[VMIN] = 1;
  t.c_cc[VTIME] = 0;
  struct sigaction act;
  memset(&act, 0, sizeof act);
  act.sa_handler = on_fatal;
  sigemptyset(&act.sa_mask);
  for (int k = 0; k < FATAL; k++) sigaction(fatal[k], &act, &fatal_before[k]);
  raw = 1;
  if (tcsetattr(0, TCSADRAIN, &t) == 0) return 1;
  term_give_back();
  lua_pushboolean(L, 0);
  return 1;
}

// read([seconds]) -> what was typed, "" where nothing came in time, nil at the end, false after a
// Ctrl-C sent from elsewhere
static int term_read(lua_State *L) {
  double seconds = luaL_optnumber(L, 1, -1);
  struct timespec wait = { (time_t)seconds, (long)(1e9 * (seconds - (double)(time_t)seconds)) };
  struct pollfd p = { .fd = 0, .events = POLLIN };
  char bytes[4096];
  int n = -1;
  // a Ctrl-C between the question and the wait would wait for a key: it is let in only while we
  // wait
  sigset_t interrupt, before_it;
  sigemptyset(&interrupt);
  sigaddset(&interrupt, SIGINT);
  pthread_sigmask(SIG_BLOCK, &interrupt, &before_it);
  while (!lia_watch_heard(NULL) && (n = ppoll(&p, 1, seconds < 0 ? NULL : &wait, &before_it)) < 0 &&
      errno == EINTR)
    continue;
  pthread_sigmask(SIG_SETMASK, &before_it, NULL);
  if (lia_prompt_interrupted()) {
    lua_pushboolean(L, 0);
    return 1;
  }
  if (n == 0) {
    lua_pushliteral(L, "");
    return 1;
  }
  ssize_t got = n > 0 ? read(0, bytes, sizeof bytes) : 0;
  if (got <= 0) {
    lua_pushnil(L);
    return 1;
  }
  lua_pushlstring(L, bytes, (size_t)got);
  return 1;
}

// size() -> columns, rows of the terminal; 80, 24 where it does not say
static int term_size(lua_State *L) {
  struct winsize w;
  int told = ioctl(1, TIOCGWINSZ, &w) == 0 && w.ws_col > 0 && w.ws_row > 0;
  lua_pushinteger(L, told ? w.ws_col : 80);
  lua_pushinteger(L, told ? w.ws_row : 24);
  return 2;
}

// suspend(): as Ctrl-Z does; back when it is continued
static int term_suspend(lua_State *L) {
  (void)L;
  int was = raw;
  term_give_back();
  raise(SIGTSTP);
  lua_settop(L, 0);
  lua_pushboolean(L, was);
  return was ? term_raw(L) : 0;
}

// tty(fd) -> is it a terminal?
static int term_tty(lua_State *L) {
  lua_pushboolean(L, isatty((int)luaL_checkinteger(L, 1)));
  return 1;
}

// lost() -> did anything printed not arrive? print itself tells nobody
static int term_lost(lua_State *L) {
  lua_pushboolean(L, fflush(stdout) != 0 || ferror(stdout));
  return 1;
}

// the table kit.term
void lia_term_functions(lua_State *L) {
  static const luaL_Reg f[] = {
    { "watch", term_watch }, { "running", term_running }, { "interrupted", term_interrupted },
        { "tty", term_tty },
    { "lost", term_lost }, { "prompt", term_prompt }, { "raw", term_raw }, { "read", term_read },
        { "size", term_size },
    { "suspend", term_suspend },
    { NULL, NULL },
  };
  lua_createtable(L, 0, 10);
  for (const luaL_Reg *r = f; r->name; r++) {
    lua_pushcfunction(L, r->func);
    lua_setfield(L, -2, r->name);
  }
}
