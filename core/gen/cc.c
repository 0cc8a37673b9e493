/* cc.c - fingerprint, look, else write, spawn, wait, rename */
#include "gen/cc.h"

#include "base/clock.h"
#include "base/hash.h"
#include "base/mem.h"
#include "base/text.h"

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

// 3 names are made in the folder for a text: KEY.c, KEY.so, and KEY.PID.* while at work
enum { NAME_ROOM = 64, MAX_FLAGS = 32, SAID = 600 };

// straight-line code wants its loads and products spread out: scheduling before registers are given, measured 12 % on arms
#define ALWAYS "-O1", "-fschedule-insns", "-fschedule-insns2", "-fsched-pressure", "-ffp-contract=off", "-fno-math-errno"

static const char *const flags_of_isa[LIA_ISA_COUNT][16] = {
#ifdef LIA_ISA_X86
  [LIA_ISA_plain] = { ALWAYS, "-mtune=native", NULL },
  [LIA_ISA_avx2] = { ALWAYS, "-mtune=native", "-mavx2", "-mfma", "-mbmi2", NULL },
  [LIA_ISA_avx512] = { ALWAYS, "-mtune=native", "-mavx2", "-mfma", "-mbmi2", "-mavx512f", "-mavx512dq", "-mavx512vl", "-mavx512bw", "-mavx512cd", NULL },
#else
  [LIA_ISA_plain] = { ALWAYS, "-mcpu=native", NULL },
#endif
};

const char *const *lia_cc_flags(lia_isa isa) { return flags_of_isa[isa]; }

static const char *const *flags_of(const lia_cc *cc) { return cc->flags ? cc->flags : lia_cc_flags(lia_isa_best()); }

// another compiler under the same name is another compiler: its size and date enter the key
static lia_status fingerprint(const lia_cc *cc, const char *text, size_t n, char key[LIA_HASH_TEXT], lia_error *err) {
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

static int ours(const struct stat *st) { return st->st_uid == geteuid() && !(st->st_mode & (S_IWGRP | S_IWOTH)); }

static lia_status check_folder(const lia_cc *cc, lia_error *err) {
  struct stat st;
  if (cc->folder[0] != '/' || strlen(cc->folder) + NAME_ROOM > sizeof((lia_cc_result *)0)->path)
    return LIA_FAIL(err, LIA_EIO, cc->folder, "the cache folder must be an absolute path of at most %d letters",
                    (int)sizeof((lia_cc_result *)0)->path - NAME_ROOM);
  if (mkdir(cc->folder, 0700) != 0 && errno != EEXIST)
    return LIA_FAIL(err, LIA_EIO, cc->folder, "cannot make the cache folder: %s", strerror(errno));
  if (lstat(cc->folder, &st) != 0 || !S_ISDIR(st.st_mode))
    return LIA_FAIL(err, LIA_EIO, cc->folder, "the cache folder is no folder");
  if (!ours(&st)) return LIA_FAIL(err, LIA_EIO, cc->folder, "others could write in the cache folder: its code would not be safe to run");
  return LIA_OK;
}

// the file is a plain one of ours and holds exactly this text
static int same_text(const char *path, const char *text, size_t n) {
  char part[4096];
  struct stat st;
  int fd = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
  int same = fd >= 0 && fstat(fd, &st) == 0 && S_ISREG(st.st_mode) && ours(&st) && (size_t)st.st_size == n;
  for (size_t at = 0; same && at < n;) {
    ssize_t got = read(fd, part, sizeof part);
    same = got > 0 && memcmp(part, text + at, (size_t)got) == 0;
    at += got > 0 ? (size_t)got : 0;
  }
  if (fd >= 0) close(fd);
  return same;
}

static int usable(const char *path) {
  struct stat st;
  return lstat(path, &st) == 0 && S_ISREG(st.st_mode) && ours(&st) && st.st_size > 0;
}

static lia_status write_file(const char *path, const char *text, size_t n, lia_error *err) {
  int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0600);
  size_t at = 0;
  while (fd >= 0 && at < n) {
    ssize_t put = write(fd, text + at, n - at);
    if (put < 0 && errno == EINTR) continue;
    if (put <= 0) break;
    at += (size_t)put;
  }
  int failed = errno;
  if (fd >= 0 && close(fd) == 0 && at == n) return LIA_OK;
  unlink(path);
  return LIA_FAIL(err, LIA_EIO, path, "cannot write: %s", strerror(failed));
}

// what the compiler said, on one line, as much as fits
static void first_lines(const char *path, char said[SAID]) {
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  ssize_t n = fd >= 0 ? read(fd, said, SAID - 1) : 0;
  if (fd >= 0) close(fd);
  said[n > 0 ? n : 0] = 0;
  for (char *p = said; *p; p++)
    if ((unsigned char)*p < ' ') *p = ' ';
}

static int spawn(pid_t *pid, char **argv, const char *log) {
  // nothing of the user's environment reaches the compiler: the same text gives the same object
  static char path[] = "PATH=/usr/local/bin:/usr/bin:/bin", locale[] = "LC_ALL=C";
  static char *env[] = { path, locale, NULL };
  posix_spawn_file_actions_t act;
  int bad = posix_spawn_file_actions_init(&act);
  if (bad) return bad;
  bad = posix_spawn_file_actions_addopen(&act, 0, "/dev/null", O_RDONLY, 0);
  if (!bad) bad = posix_spawn_file_actions_addopen(&act, 1, log, O_WRONLY | O_CREAT | O_TRUNC, 0600);
  if (!bad) bad = posix_spawn_file_actions_adddup2(&act, 1, 2);
  if (!bad) bad = posix_spawn(pid, argv[0], &act, NULL, argv, env);
  posix_spawn_file_actions_destroy(&act);
  return bad;
}

// exit code, 128 + signal, or -1 where time ran out and the compiler was stopped
static int wait_for(pid_t pid, double seconds) {
  double end = lia_clock() + seconds;
  struct timespec nap = { 0, 500000 };
  int state = 0;
  for (;;) {
    pid_t got = waitpid(pid, &state, WNOHANG);
    if (got == pid) return WIFEXITED(state) ? WEXITSTATUS(state) : 128 + WTERMSIG(state);
    if (got < 0 && errno != EINTR) return 127;
    if (lia_clock() > end) break;
    nanosleep(&nap, NULL);
    if (nap.tv_nsec < 8000000) nap.tv_nsec *= 2;
  }
  kill(pid, SIGKILL);
  waitpid(pid, &state, 0);
  return -1;
}

static lia_status run(const lia_cc *cc, const char *source, const char *object, const char *log, lia_error *err) {
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
  int bad = spawn(&pid, argv, log);
  if (bad) return LIA_FAIL(err, LIA_ECOMPILER, cc->compiler, "cannot start: %s", strerror(bad));
  double limit = cc->timeout > 0 ? cc->timeout : 120;
  int code = wait_for(pid, limit);
  if (code == 0) return LIA_OK;
  if (code < 0) return LIA_FAIL(err, LIA_ECOMPILER, cc->compiler, "not done after %g s", limit);
  char said[SAID];
  first_lines(log, said);
  return LIA_FAIL(err, LIA_ECOMPILER, cc->compiler, "exit code %d: %s", code, said);
}

// compile under names of this process, then move both into place: the text first, so that no object lacks its text
static lia_status make(const lia_cc *cc, const char *key, const char *text, size_t n, const char *kept_c, const char *kept_so, lia_error *err) {
  char source[600], object[600], log[600];
  const struct { char *s; const char *end; } name[] = { { source, "c" }, { object, "so" }, { log, "log" } };
  for (int k = 0; k < 3; k++) lia_text_format(name[k].s, 600, "%s/%s.%ld.%s", cc->folder, key, (long)getpid(), name[k].end);

  lia_status s = write_file(source, text, n, err);
  if (s == LIA_OK) s = run(cc, source, object, log, err);
  if (s == LIA_OK && chmod(object, 0700) != 0) s = LIA_FAIL(err, LIA_EIO, object, "cannot set its mode: %s", strerror(errno));
  if (s == LIA_OK && (rename(source, kept_c) != 0 || rename(object, kept_so) != 0))
    s = LIA_FAIL(err, LIA_EIO, kept_so, "cannot move into place: %s", strerror(errno));
  for (int k = 0; k < 3; k++) unlink(name[k].s);
  return s;
}

lia_status lia_cc_build(const lia_cc *cc, const char *text, size_t n, lia_cc_result *out, lia_error *err) {
  char key[LIA_HASH_TEXT], kept[600];
  *out = (lia_cc_result){ .hit = 0 };
  LIA_TRY(fingerprint(cc, text, n, key, err));
  LIA_TRY(check_folder(cc, err));
  lia_text_format(kept, sizeof kept, "%s/%s.c", cc->folder, key);
  lia_text_format(out->path, sizeof out->path, "%s/%s.so", cc->folder, key);
  if (same_text(kept, text, n) && usable(out->path)) {
    out->hit = 1;
    return LIA_OK;
  }
  double start = lia_clock();
  LIA_TRY(make(cc, key, text, n, kept, out->path, err));
  out->seconds = lia_clock() - start;
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
