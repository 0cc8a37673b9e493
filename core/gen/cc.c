/* cc.c - fingerprint, look, else write, spawn, wait, keep */
#define _GNU_SOURCE   // posix_spawn_file_actions_addfchdir_np
#include "gen/cc.h"

#include "base/clock.h"
#include "base/hash.h"
#include "base/text.h"
#include "gen/cache.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { MAX_FLAGS = 32, SAID = 600 };

// in the work folder, which is the compiler's own while it runs: the same names every time, so the
// same object
static const char source[] = "kernel.c", object[] = "kernel.so", says[] = "kernel.log";

// straight-line code wants its loads and products spread out: scheduling before registers are
// given, measured 12 % on arms
#define ALWAYS "-O1", "-fschedule-insns", "-fschedule-insns2", "-fsched-pressure", \
    "-ffp-contract=off", "-fno-math-errno"

static const char *const flags_of_isa[LIA_ISA_COUNT][16] = {
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
  lia_hash_bytes(&h, text, n);
  lia_hash_text(&h, key);
  return LIA_OK;
}

// what the compiler said, on one line, as much as fits
static void first_lines(int folder, char said[SAID]) {
  int fd = openat(folder, says, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
  ssize_t n = fd >= 0 ? read(fd, said, SAID - 1) : 0;
  if (fd >= 0) close(fd);
  said[n > 0 ? n : 0] = 0;
  for (char *p = said; *p; p++)
    if ((unsigned char)*p < ' ') *p = ' ';
}

static int spawn(pid_t *pid, char **argv, int folder) {
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
  // a group of its own: a Ctrl-C is ours to answer, and all of the compiler can be ended
  bad = posix_spawnattr_setflags(&attr, POSIX_SPAWN_SETPGROUP);
  if (!bad) bad = posix_spawn_file_actions_addfchdir_np(&act, folder);
  if (!bad) bad = posix_spawn_file_actions_addopen(&act, 0, "/dev/null", O_RDONLY, 0);
  if (!bad)
    bad = posix_spawn_file_actions_addopen(&act, 1, says, O_WRONLY | O_CREAT | O_EXCL, 0600);
  if (!bad) bad = posix_spawn_file_actions_adddup2(&act, 1, 2);
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

enum { OUT_OF_TIME = -1, STOPPED = -2 };

// exit code, 128 + signal, or why the compiler was ended
static int wait_for(const lia_cc *cc, pid_t pid, double seconds) {
  double end = lia_clock() + seconds;
  struct timespec nap = { 0, 500000 };
  int state = 0, why = 0;
  while (!why) {
    pid_t got = waitpid(pid, &state, WNOHANG);
    if (got == pid) return WIFEXITED(state) ? WEXITSTATUS(state) : 128 + WTERMSIG(state);
    // a host that ignores SIGCHLD is told no code: what was made will say
    if (got < 0 && errno == ECHILD) return 0;
    if (got < 0 && errno != EINTR) return 127;
    if (lia_clock() > end) why = OUT_OF_TIME;
    else if (cc->stop && cc->stop(cc->stop_of)) why = STOPPED;
    if (!why) nanosleep(&nap, NULL);
    if (nap.tv_nsec < 2000000) nap.tv_nsec *= 2;
  }
  end_group(pid);
  return why;
}

static lia_status cc_run(const lia_cc *cc, int folder, lia_error *err) {
  char *argv[MAX_FLAGS + 8];
  int n = 0;
  argv[n++] = (char *)cc->compiler;
  for (const char *const *f = flags_of(cc); *f; f++) {
    if (n == MAX_FLAGS) return LIA_FAIL(err, LIA_EARG, "flags", "at most %d flags", MAX_FLAGS - 1);
    argv[n++] = (char *)*f;
  }
  char shared[] = "-shared", pic[] = "-fPIC", to[] = "-o", libm[] = "-lm";
  char *last[] = { shared, pic, to, (char *)object, (char *)source, libm, NULL };
  memcpy(argv + n, last, sizeof last);

  pid_t pid;
  int bad = spawn(&pid, argv, folder);
  if (bad)
    return LIA_FAIL(err, LIA_ECOMPILER, cc->compiler, "cannot start: %s", lia_errno_text(bad));
  double limit = cc->timeout > 0 ? cc->timeout : 120;
  int code = wait_for(cc, pid, limit);
  if (code == 0) return LIA_OK;
  if (code == STOPPED)
    return LIA_FAIL(err, LIA_EINTERRUPT, cc->compiler, "%s", lia_status_text(LIA_EINTERRUPT));
  if (code == OUT_OF_TIME)
    return LIA_FAIL(err, LIA_ECOMPILER, cc->compiler, "not done after %g s", limit);
  char said[SAID];
  first_lines(folder, said);
  return LIA_FAIL(err, LIA_ECOMPILER, cc->compiler, "exit code %d: %s", code, said);
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
