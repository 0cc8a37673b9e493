/* progress.c - who is at work and since when; a thread that says so */
#define _GNU_SOURCE
#include "bindings/kit/progress.h"
#include "bindings/kit/kit.h"

#include "base/clock.h"
#include "base/text.h"

#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

// what may take more than a second: its last name, or all of it where others are called so and are
// quick
static const char *const slow[] = {
  "model:kernel", "equations:compile", "compile", "model:program", "equations:program", "program",
  "model:formula", "model:equations", "model:kane", "model:audit",
  "model:workspace", "model:ik_all", "model:html", "model:tables", "model:constraint_equations",
  "model:inversion", "model:base_parameters", "model:listing", "model:report",
  "model:linearise", "model:follow", "model:constraint_report", "model:generator", "equations:text",
  "equations:latex", "equations:explain", "equations:c", "equations:lua", "equations:js",
  "equations:ops", "equations:tidy", "equations:prune", "equations:linearize", "equations:forms",
  "equations:multipliers", "equations:skew", "equations.__tostring",
  "generator:text", "generator:maple", "generator:results", "generator:determinant",
  "generator:singularities", "generator:inverse", "generator:jacobian", "generator.__tostring",
  "system:kane", "system:equations", "kane:report", "kane:simulate", "kane:linearise",
  "mechanism:equations", "mechanism:assemble", "smat:det", "smat:inverse",
  "smat:solve", "smat:expand", "smat:factor", "smat:simplify", "smat:trig", "smat:cancel",
  "smat:compact", "smat:latex", "smat.__tostring", "expr:expand", "expr:factor",
  "expr:simplify", "expr:trig", "expr:cancel", "expr:is_zero", "expr:equals", "expr:solve",
  "expr:latex", "expr.__tostring", "run:html", "run:plot", "run:csv", "run:json", "run:lua",
  "run:npy", "run:derive", "lagrange", "compare", "urdf", "urdf_text", "load", "robot", "growth",
  "formalisms", "homogeneous", "bracket", "linear:numbers", "linear:modes",
};

enum { NAMES = 4, MOST_TOLD = 96, LINE = 200 };
// seconds before a word is said, and from one to the next; tests have less
static double patience = 1, again = 0.25;

static struct {
  pthread_mutex_t lock;
  pthread_cond_t wake;
  pthread_t thread;
  pid_t process;                    /* of the thread: after a fork there is none */
  int running, over, shown;
  const void *owner;
  int depth;
  struct { const char *name; double part; char told[MOST_TOLD]; } level[NAMES];
  double began;
} work = { .lock = PTHREAD_MUTEX_INITIALIZER };

static int innermost(void) { return (work.depth < NAMES ? work.depth : NAMES) - 1; }

// "html (program): 3 s", "simulate: t = 2.1 40 %, 3 s left": the outermost says how far it is,
// where it does, else the innermost
static void put_line(double now) {
  char line[LINE], far[40];
  int in = innermost(), says = work.level[0].told[0] ? 0 : in;
  const char *told = work.level[says].told;
  double gone = now - work.began, part = work.level[says].part;
  if (part > 0)
    lia_text_format(far, sizeof far, "%3.0f %%, %.0f s left", 100 * part, gone * (1 / part - 1));
  else lia_text_format(far, sizeof far, "%.0f s", gone);
  const char *between = part > 0 ? " " : ", ";
  lia_text_format(line, sizeof line, "\r%s%s%s%s: %s%s%s", work.level[0].name, in > 0 ? " (" : "",
      in > 0 ? work.level[in].name : "", in > 0 ? ")" : "",
      told, told[0] ? between : "", far);
  work.shown = 1;
  fputs(line, stderr);
  fputs("\033[K", stderr);
  fflush(stderr);
}

static void wait_until(double seconds_from_now) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  double end = (double)t.tv_sec + 1e-9 * (double)t.tv_nsec + seconds_from_now;
  t.tv_sec = (time_t)end;
  t.tv_nsec = (long)(1e9 * (end - (double)t.tv_sec));
  pthread_cond_timedwait(&work.wake, &work.lock, &t);
}

static void *watch(void *nothing) {
  pthread_mutex_lock(&work.lock);
  while (!work.over) {
    double now = lia_clock(), due = work.began + patience - now;
    if (!work.owner) {
      pthread_cond_wait(&work.wake, &work.lock);
    } else if (due > 0) {
      wait_until(due);
    } else {
      put_line(now);
      wait_until(again);
    }
  }
  pthread_mutex_unlock(&work.lock);
  return nothing;
}

// signals go to the threads of the program
static int progress_start(void) {
  pthread_condattr_t attr;
  sigset_t all, before;
  if (work.running && work.process == getpid()) return 1;
  pthread_condattr_init(&attr);
  pthread_condattr_setclock(&attr, CLOCK_MONOTONIC);
  pthread_cond_init(&work.wake, &attr);
  pthread_condattr_destroy(&attr);
  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all, &before);
  work.running = pthread_create(&work.thread, NULL, watch, NULL) == 0;
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  work.process = getpid();
  return work.running;
}

// the library goes, and its code with it: the thread first
__attribute__((destructor)) static void stop_thread(void) {
  if (!work.running || work.process != getpid()) return;
  pthread_mutex_lock(&work.lock);
  work.over = 1;
  pthread_cond_signal(&work.wake);
  pthread_mutex_unlock(&work.lock);
  pthread_join(work.thread, NULL);
  work.running = 0;
}

int lia_progress_begin(const void *owner, const char *name) {
  if (!isatty(2)) return 0;
  pthread_mutex_lock(&work.lock);
  int mine = (!work.owner || work.owner == owner) && progress_start();
  if (mine && !work.owner) {
    work.owner = owner;
    work.depth = work.shown = 0;
    work.began = lia_clock();
    pthread_cond_signal(&work.wake);
  }
  if (mine) {
    work.depth++;
    int in = innermost();
    work.level[in].name = name;
    work.level[in].part = -1;
    work.level[in].told[0] = 0;
  }
  pthread_mutex_unlock(&work.lock);
  return mine;
}

void lia_progress_end(const void *owner) {
  pthread_mutex_lock(&work.lock);
  if (work.owner == owner) {
    work.depth--;
    if (work.depth == 0) {
      if (work.shown) {
        fputs("\r\033[K", stderr);
        fflush(stderr);
      }
      work.owner = NULL;
    }
  }
  pthread_mutex_unlock(&work.lock);
}

void lia_progress_tell(const void *owner, double part, const char *fmt, ...) {
  if (work.owner != owner) return;
  va_list ap;
  va_start(ap, fmt);
  pthread_mutex_lock(&work.lock);
  if (work.owner == owner) {
    int in = innermost();
    work.level[in].part = part;
    lia_text_vformat(work.level[in].told, sizeof work.level[in].told, fmt, ap);
  }
  pthread_mutex_unlock(&work.lock);
  va_end(ap);
}

// ---- functions that may take long ----

// upvalues: the signature, the function itself, its name
static int run_watched(lua_State *L) {
  const void *owner = lia_kit_get(L);
  int n = lua_gettop(L), shown = lia_progress_begin(owner, lua_tostring(L, lua_upvalueindex(3)));
  lua_pushvalue(L, lua_upvalueindex(2));
  lua_insert(L, 1);
  if (!shown) {
    lua_call(L, n, LUA_MULTRET);
    return lua_gettop(L);
  }
  int failed = lua_pcall(L, n, LUA_MULTRET, 0);
  lia_progress_end(owner);
  return failed ? lua_error(L) : lua_gettop(L);
}

void lia_progress_wrap(lua_State *L, const char *sig) {
  size_t n = strcspn(sig, "("), found = 0;
  for (size_t k = 0; k < sizeof slow / sizeof *slow && !found; k++)
    found = strlen(slow[k]) == n && !memcmp(slow[k], sig, n);
  if (!found) return;
  const char *name = sig + n;
  while (name > sig && name[-1] != ':' && name[-1] != '.') name--;
  if (!lua_getupvalue(L, -1, 1)) return;
  lua_insert(L, -2);
  if (!strncmp(name, "__", 2)) lua_pushliteral(L, "print");
  else lua_pushlstring(L, name, (size_t)(sig + n - name));
  lua_pushcclosure(L, run_watched, 3);
}

// ---- kit.progress ----

// progress(part [, what]): how far the function that runs is, 0 .. 1, or nil where nobody knows
static int progress_tell(lua_State *L) {
  lia_progress_tell(lia_kit_get(L), luaL_optnumber(L, 1, -1), "%s", luaL_optstring(L, 2, ""));
  return 0;
}

// patience(seconds [, again]): how long nothing is said, and how often it is said then
static int progress_patience(lua_State *L) {
  patience = luaL_checknumber(L, 1);
  again = luaL_optnumber(L, 2, again);
  return 0;
}

// clock() -> seconds of a clock on the wall, from some moment on
static int progress_clock(lua_State *L) {
  lua_pushnumber(L, lia_clock());
  return 1;
}

void lia_progress_functions(lua_State *L) {
  lua_pushcfunction(L, progress_clock);
  lua_setfield(L, -2, "clock");
  lua_pushcfunction(L, progress_tell);
  lua_setfield(L, -2, "progress");
  lua_pushcfunction(L, progress_patience);
  lua_setfield(L, -2, "patience");
}
