/* cc.c - fingerprint, look, else write, spawn, wait, keep */
#define _GNU_SOURCE   // posix_spawn_file_actions_addfchdir_np
#include "gen/cc.h"

#include "base/clock.h"
#include "base/hash.h"
#include "base/text.h"
#include "gen/cache.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { MAX_FLAGS = 64, MAX_UNITS = 64, SAID = 600 };

// in the work folder, which is the compiler's own while it runs: the same names every time, so the
// same object
static const char source[] = "kernel.c", object[] = "kernel.so";

// straight-line code wants its loads and products spread out: scheduling before registers are
// given, measured 12 % on arms
#define ALWAYS "-O1", "-fschedule-insns", "-fschedule-insns2", "-fsched-pressure", \
    "-ffp-contract=off", "-fno-math-errno", "-pipe", AS_THEY_ARE
#define AS_THEY_ARE "-fno-builtin-sin", "-fno-builtin-cos", "-fno-builtin-tan", \
    "-fno-builtin-asin", "-fno-builtin-acos", "-fno-builtin-atan", "-fno-builtin-exp", \
    "-fno-builtin-log", "-fno-builtin-tanh", "-fno-builtin-pow", "-fno-builtin-atan2"

static const char *const flags_of_isa[LIA_ISA_COUNT][40] = {
#ifdef LIA_ISA_X86
  [LIA_ISA_plain] = { ALWAYS, "-mtune=native", NULL },
  [LIA_ISA_avx2] = { ALWAYS, "-mtune=native", "-mavx2", "-mfma", "-mbmi2", NULL },
  [LIA_ISA_avx512] = { ALWAYS, "-mtune=native", "-mavx2", "-mfma", "-mbmi2", "-mavx512f",
      "-mavx512dq", "-mavx512vl", "-mavx512bw", "-mavx512cd", NULL },
#else
  [LIA_ISA_plain] = { ALWAYS, "-mcpu=native", NULL },
#endif
};

const char *const *lia_cc_flags(lia_isa isa) { return flags_of_isa[isa]; }

static const char *const *flags_of(const lia_cc *cc) {
  return cc->flags ? cc->flags : lia_cc_flags(lia_isa_best());
}

// another compiler under the same name is another compiler: its size and date enter the key
static lia_status cc_fingerprint(const lia_cc *cc, const char *text, size_t n,
    char key[LIA_HASH_TEXT], lia_error *err) {
  struct stat st;
  if (cc->compiler[0] != '/' || stat(cc->compiler, &st) != 0 || access(cc->compiler, X_OK) != 0)
    return LIA_FAIL(err, LIA_ECOMPILER, cc->compiler, "no such compiler");
  double about[3] = { (double)st.st_size, (double)st.st_mtim.tv_sec, (double)st.st_mtim.tv_nsec };
  lia_hash h = lia_hash_start();
  lia_hash_bytes(&h, cc->compiler, strlen(cc->compiler));
  lia_hash_doubles(&h, about, 3);
  for (const char *const *f = flags_of(cc); *f; f++) lia_hash_bytes(&h, *f, strlen(*f));
  const int unit[2] = { cc->units, cc->unit };
  if (cc->units) lia_hash_bytes(&h, unit, sizeof unit);
  lia_hash_bytes(&h, text, n);
  lia_hash_text(&h, key);
  return LIA_OK;
}

// what a compiler said, on one line, as much as fits
static void first_lines(int folder, const char *says, char said[SAID]) {
  int fd = openat(folder, says, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
  ssize_t n = fd >= 0 ? read(fd, said, SAID - 1) : 0;
  if (fd >= 0) close(fd);
  said[n > 0 ? n : 0] = 0;
  for (char *p = said; *p; p++)
    if ((unsigned char)*p < ' ') *p = ' ';
}

// ---- a compiler at work ----

// of a new process: where it works and what it reads and writes
static int set_files(posix_spawn_file_actions_t *act, int folder, const char *says) {
  int bad = posix_spawn_file_actions_addfchdir_np(act, folder);
  if (!bad) bad = posix_spawn_file_actions_addopen(act, 0, "/dev/null", O_RDONLY, 0);
  if (!bad)
    bad = posix_spawn_file_actions_addopen(act, 1, says, O_WRONLY | O_CREAT | O_EXCL, 0600);
  if (!bad) bad = posix_spawn_file_actions_adddup2(act, 1, 2);
  return bad;
}

// a group of its own: a Ctrl-C is ours to answer, and all of the compiler can be ended; no signal
// blocked, as they may be in the thread that asks
static int set_signals(posix_spawnattr_t *attr) {
  sigset_t none;
  sigemptyset(&none);
  int bad = posix_spawnattr_setflags(attr, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK);
  return bad ? bad : posix_spawnattr_setsigmask(attr, &none);
}

static int spawn(pid_t *pid, char *const *argv, int folder, const char *says) {
  // nothing of the user's environment reaches the compiler: the same text gives the same object.
  // Its own passing files go where ours are
  static char path[] = "PATH=/usr/local/bin:/usr/bin:/bin", locale[] = "LC_ALL=C",
      tmp[] = "TMPDIR=.";
  static char *env[] = { path, locale, tmp, NULL };
  posix_spawn_file_actions_t act;
  posix_spawnattr_t attr;
  int bad = posix_spawn_file_actions_init(&act);
  if (bad) return bad;
  if ((bad = posix_spawnattr_init(&attr))) {
    posix_spawn_file_actions_destroy(&act);
    return bad;
  }
  bad = set_signals(&attr);
  if (!bad) bad = set_files(&act, folder, says);
  if (!bad) bad = posix_spawn(pid, argv[0], &act, &attr, argv, env);
  posix_spawnattr_destroy(&attr);
  posix_spawn_file_actions_destroy(&act);
  return bad;
}

// politely first: the compiler removes its temporary files
static void end_group(pid_t pid) {
  struct timespec nap = { 0, 5000000 };
  kill(-pid, SIGTERM);
  for (int k = 0; k < 40; k++) {
    if (waitpid(pid, NULL, WNOHANG) == pid) return;
    nanosleep(&nap, NULL);
  }
  kill(-pid, SIGKILL);
  waitpid(pid, NULL, 0);
}

enum { AT_WORK = -1 };

// exit code, 128 + signal, or AT_WORK
static int code_of(pid_t pid) {
  int state = 0;
  pid_t got = waitpid(pid, &state, WNOHANG);
  if (got == pid) return WIFEXITED(state) ? WEXITSTATUS(state) : 128 + WTERMSIG(state);
  if (got == 0 || errno == EINTR) return AT_WORK;
  // a host that ignores SIGCHLD is told no code: what was made will say
  return errno == ECHILD ? 0 : 127;
}

// ---- as many at once as there are processors, over all that is compiled in this process ----

static atomic_int at_work;

static int processors(void) {
  cpu_set_t ours;
  int n = sched_getaffinity(0, sizeof ours, &ours) == 0 ? CPU_COUNT(&ours) : 1;
  return n > 0 ? n : 1;
}

static int take_processor(void) {
  if (atomic_fetch_add(&at_work, 1) < processors()) return 1;
  atomic_fetch_sub(&at_work, 1);
  return 0;
}

static void give_processor(void) { atomic_fetch_sub(&at_work, 1); }

// ---- all units, then one object ----

typedef struct crew {
  const lia_cc *cc;
  int folder;
  double end;                  /* when the time is over */
  int units, next, done;       /* next: the first that has not begun */
  pid_t pid[MAX_UNITS];        /* 0: not begun, or over */
} crew;

static void log_name(int unit, char out[24]) { lia_text_format(out, 24, "says%d.log", unit); }

// clang, whatever name it is called by: it refuses the words for scheduling, which it does itself
static int is_clang(const char *compiler) {
  char real[PATH_MAX];
  const char *path = realpath(compiler, real) ? real : compiler, *name = strrchr(path, '/');
  return strstr(name ? name : path, "clang") != NULL;
}

static int refused(int clang, const char *flag) {
  return clang && strncmp(flag, "-fsched", 7) == 0;
}

// one call of the compiler, with what stands last
static lia_status start_compiler(const crew *c, pid_t *pid, const char *const *last,
    const char *says, lia_error *err) {
  char *argv[MAX_FLAGS + MAX_UNITS + 8];
  int n = 0;
  const int clang = is_clang(c->cc->compiler);
  argv[n++] = (char *)c->cc->compiler;
  for (const char *const *f = flags_of(c->cc); *f; f++) {
    if (refused(clang, *f)) continue;
    if (n == MAX_FLAGS) return LIA_FAIL(err, LIA_EARG, "flags", "at most %d flags", MAX_FLAGS - 1);
    argv[n++] = (char *)*f;
  }
  for (; *last; last++) argv[n++] = (char *)*last;
  argv[n] = NULL;
  int bad = spawn(pid, argv, c->folder, says);
  if (!bad) return LIA_OK;
  return LIA_FAIL(err, LIA_ECOMPILER, c->cc->compiler, "cannot start: %s", lia_errno_text(bad));
}

static lia_status begin_unit(crew *c, int k, lia_error *err) {
  char which[32], to[24], says[24];
  lia_text_format(which, sizeof which, "-DLIA_UNIT=%d", c->cc->unit + k);
  lia_text_format(to, sizeof to, "unit%d.o", k);
  log_name(k, says);
  if (c->cc->units > 1) {
    const char *one[] = { "-c", "-fPIC", which, "-o", to, source, NULL };
    return start_compiler(c, &c->pid[k], one, says, err);
  }
  if (!c->cc->units) which[0] = 0;
  const char *last[] = { "-shared", "-fPIC", "-o", object, source, "-lm", *which ? which : NULL,
      NULL };
  return start_compiler(c, &c->pid[k], last, says, err);
}

static lia_status refuse(const crew *c, int unit, int code, lia_error *err) {
  char said[SAID], says[24];
  log_name(unit, says);
  first_lines(c->folder, says, said);
  return LIA_FAIL(err, LIA_ECOMPILER, c->cc->compiler, "exit code %d: %s", code, said);
}

// out of time, or asked to stop?
static lia_status may_go_on(const crew *c, lia_error *err) {
  const lia_cc *cc = c->cc;
  if (lia_clock() > c->end)
    return LIA_FAIL(err, LIA_ECOMPILER, cc->compiler, "not done after %g s",
        cc->timeout > 0 ? cc->timeout : 120);
  if (cc->stop && cc->stop(cc->stop_of))
    return LIA_FAIL(err, LIA_EINTERRUPT, cc->compiler, "%s", lia_status_text(LIA_EINTERRUPT));
  return LIA_OK;
}

// what can begin begins, what is over is counted
static lia_status look_at_units(crew *c, lia_error *err) {
  while (c->next < c->units && take_processor()) {
    lia_status s = begin_unit(c, c->next, err);
    if (s != LIA_OK) {
      give_processor();
      return s;
    }
    c->next++;
  }
  for (int k = 0; k < c->next; k++) {
    const int code = c->pid[k] ? code_of(c->pid[k]) : AT_WORK;
    if (code == AT_WORK) continue;
    c->pid[k] = 0;
    c->done++;
    give_processor();
    if (code) return refuse(c, k, code, err);
  }
  return LIA_OK;
}

static void end_all(crew *c) {
  for (int k = 0; k < c->next; k++) {
    if (!c->pid[k]) continue;
    end_group(c->pid[k]);
    give_processor();
  }
}

static lia_status wait_for_units(crew *c, lia_error *err) {
  struct timespec nap = { 0, 500000 };
  lia_status s = look_at_units(c, err);
  while (s == LIA_OK && c->done < c->units) {
    s = may_go_on(c, err);
    if (s == LIA_OK) nanosleep(&nap, NULL);
    if (nap.tv_nsec < 2000000) nap.tv_nsec *= 2;
    if (s == LIA_OK) s = look_at_units(c, err);
  }
  if (s != LIA_OK) end_all(c);
  return s;
}

static lia_status link_units(crew *c, lia_error *err) {
  char of[MAX_UNITS][16];
  const char *last[MAX_UNITS + 8] = { "-shared", "-o", object };
  int n = 3;
  for (int k = 0; k < c->units; k++) {
    lia_text_format(of[k], sizeof of[k], "unit%d.o", k);
    last[n++] = of[k];
  }
  last[n++] = "-lm";
  char says[24];
  log_name(c->units, says);
  pid_t pid;
  LIA_TRY(start_compiler(c, &pid, last, says, err));
  struct timespec nap = { 0, 500000 };
  for (int code; (code = code_of(pid)) != 0; nanosleep(&nap, NULL)) {
    if (code != AT_WORK) return refuse(c, c->units, code, err);
    lia_status s = may_go_on(c, err);
    if (s == LIA_OK) continue;
    end_group(pid);
    return s;
  }
  return LIA_OK;
}

static lia_status cc_run(const lia_cc *cc, int folder, lia_error *err) {
  crew c = { .cc = cc, .folder = folder, .units = cc->units > 1 ? cc->units : 1 };
  if (c.units > MAX_UNITS)
    return LIA_FAIL(err, LIA_EARG, "units", "at most %d units", MAX_UNITS);
  c.end = lia_clock() + (cc->timeout > 0 ? cc->timeout : 120);
  LIA_TRY(wait_for_units(&c, err));
  return c.units > 1 ? link_units(&c, err) : LIA_OK;
}

static lia_status cc_make(const lia_cc *cc, const lia_cache *c, const char *key, const char *text,
    size_t n, char *path, lia_error *err) {
  lia_cache_work w;
  LIA_TRY(lia_cache_work_open(&w, c, key, err));
  lia_status s = lia_cache_write(&w, source, text, n, err);
  if (s == LIA_OK) s = cc_run(cc, w.fd, err);
  if (s == LIA_OK) s = lia_cache_keep(c, &w, object, key, text, n, path, err);
  lia_cache_work_close(&w, c);
  return s;
}

lia_status lia_cc_build(const lia_cc *cc, const char *text, size_t n, lia_cc_result *out,
    lia_error *err) {
  char key[LIA_HASH_TEXT];
  lia_cache c;
  *out = (lia_cc_result){ .hit = 0 };
  LIA_TRY(cc_fingerprint(cc, text, n, key, err));
  LIA_TRY(lia_cache_open(&c, cc->folder, err));
  double start = lia_clock();
  lia_status s = LIA_OK;
  out->hit = lia_cache_find(&c, key, text, n, out->path);
  if (!out->hit) {
    s = cc_make(cc, &c, key, text, n, out->path, err);
    out->seconds = lia_clock() - start;
  }
  lia_cache_close(&c);
  return s;
}

lia_status lia_cc_look(const lia_cc *cc, const char *text, size_t n, lia_cc_result *out,
    lia_error *err) {
  char key[LIA_HASH_TEXT];
  lia_cache c;
  *out = (lia_cc_result){ .hit = 0 };
  LIA_TRY(cc_fingerprint(cc, text, n, key, err));
  LIA_TRY(lia_cache_open(&c, cc->folder, err));
  out->hit = lia_cache_find(&c, key, text, n, out->path);
  lia_cache_close(&c);
  return LIA_OK;
}

int lia_cc_find(const char *path_list, const char *name, char *out, size_t size) {
  struct stat st;
  for (const char *p = path_list; *p;) {
    size_t len = strcspn(p, ":");
    if (len > 0 && p[0] == '/' && len + strlen(name) + 2 <= size) {
      lia_text_format(out, size, "%.*s/%s", (int)len, p, name);
      if (stat(out, &st) == 0 && S_ISREG(st.st_mode) && access(out, X_OK) == 0) return 1;
    }
    p += len + (p[len] == ':');
  }
  return 0;
}
