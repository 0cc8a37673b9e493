/* test_cache.c - the cache of compiled objects under attack: damage, planted folders, threads,
 * killed work, compilers that lie */
#include "gen/cache.h"
#include "gen/kernel.h"

#include "house.h"
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

// y = 2x, as a generated file would say it
static const char twice[] =
  "typedef struct info { int abi, n_in, n_out, sz_w; const char *name, *made_from; const char "
  "*const *in_name, *const *out_name;\n"
  "  const int *in_size, *out_size; } info;\n"
  "static const char *const ins[] = { \"x\" }, *const outs[] = { \"y\" };\n"
  "static const int size[] = { 1 };\n"
  "static const info about = { 1, 1, 1, 0, \"twice\", \"test\", ins, outs, size, size };\n"
  "const info *twice_info(void) { return &about; }\n"
  "int twice(const double *const *in, double *const *out, double *w) { (void)w; out[0][0] = "
  "2*in[0][0]; return 0; }\n";
enum { LETTERS = sizeof twice - 1 };

static char base[] = "/tmp/liaison-cache-XXXXXX";   // all of a test is in here
static char folder[64], compiler[256];

static const char *const quick[] = { "-O0", NULL }, *const other_flags[] = { "-O1", NULL };

static lia_cc setup(void) {
  cr_assert(lia_cc_find("/usr/bin:/bin", "cc", compiler, sizeof compiler));
  cr_assert_not_null(mkdtemp(base));
  snprintf(folder, sizeof folder, "%s/kept", base);
  return (lia_cc){ .compiler = compiler, .folder = folder, .flags = quick };
}

static void cleanup(void) {
  char cmd[100];
  snprintf(cmd, sizeof cmd, "rm -rf '%s'", base);
  cr_assert_eq(system(cmd), 0);
}

// how many names the folder holds
static int names(void) {
  char cmd[100];
  snprintf(cmd, sizeof cmd, "ls -A '%s' | wc -l", folder);
  FILE *p = popen(cmd, "r");
  cr_assert_not_null(p);
  int n = -1;
  cr_assert_eq(fscanf(p, "%d", &n), 1);
  pclose(p);
  return n;
}

// the kernel made now; 1 where the cache had it
static int make(const lia_cc *cc, lia_cc_result *r) {
  lia_error err = { 0 };
  lia_kernel *k;
  cr_assert_eq(lia_kernel_make(&k, cc, twice, LETTERS, "twice", r, &err), LIA_OK, "%s: %s",
      err.path, err.text);
  double x = 21, y = 0, w;
  lia_kernel_call(k)((const double *[]){ &x }, (double *[]){ &y }, &w);
  cr_assert_eq(y, 42);
  lia_kernel_free(k);
  return r->hit;
}

static long size_of(const char *path) {
  struct stat st;
  cr_assert_eq(stat(path, &st), 0);
  return (long)st.st_size;
}

static void flip(const char *path, long at) {
  FILE *f = fopen(path, "r+b");
  cr_assert_not_null(f);
  fseek(f, at, SEEK_SET);
  int c = fgetc(f);
  fseek(f, at, SEEK_SET);
  fputc(c ^ 0x55, f);
  fclose(f);
}

LIA_TEST(cache, damage_is_seen_and_mended) {
  lia_cc cc = setup();
  lia_cc_result r;
  cr_assert(!make(&cc, &r));
  cr_assert(make(&cc, &r));
  long size = size_of(r.path);
  for (int k = 0; k < 10; k++) {
    cr_assert_eq(truncate(r.path, size * k / 10), 0);
    cr_assert(!make(&cc, &r), "cut to %d0 percent it is taken for whole", k);
  }
  for (int k = 0; k < 10; k++) {
    flip(r.path, size * k / 10 + 1);
    cr_assert(!make(&cc, &r), "a byte at %d0 percent is changed and nobody sees it", k);
  }
  flip(r.path, size - 1);
  cr_assert(!make(&cc, &r), "its last letter is changed and nobody sees it");
  cr_assert(make(&cc, &r));
  cr_assert_eq(size_of(r.path), size, "made from the same text it is the same");
  cr_assert_eq(names(), 1);
  cleanup();
}

// every byte, without compiling: the fingerprint covers all of the object, the comparison all of
// the text
LIA_TEST(cache, no_changed_byte_is_found) {
  lia_cc cc = setup();
  lia_cc_result r;
  make(&cc, &r);
  lia_cache c;
  lia_error err = { 0 };
  cr_assert_eq(lia_cache_open(&c, folder, &err), LIA_OK);
  char key[LIA_HASH_TEXT], path[LIA_CACHE_PATH];
  memcpy(key, strrchr(r.path, '/') + 1, LIA_HASH_TEXT - 1);
  key[LIA_HASH_TEXT - 1] = 0;
  cr_assert(lia_cache_find(&c, key, twice, LETTERS, path));
  cr_assert_str_eq(path, r.path);
  long size = size_of(r.path);
  for (long at = 0; at < size; at += at < size - 200 ? 13 : 1) {
    flip(r.path, at);
    cr_assert(!lia_cache_find(&c, key, twice, LETTERS, path), "byte %ld of %ld", at, size);
    flip(r.path, at);
  }
  cr_assert(lia_cache_find(&c, key, twice, LETTERS, path));
  // another text under the same key, and one letter less of the same
  cr_assert(!lia_cache_find(&c, key, twice, LETTERS - 1, path));
  cr_assert(!lia_cache_find(&c, key, "", 0, path));
  lia_cache_close(&c);
  cleanup();
}

static lia_status try_folder(const char *path, lia_error *err) {
  lia_cache c;
  *err = (lia_error){ 0 };
  lia_status s = lia_cache_open(&c, path, err);
  if (s == LIA_OK) lia_cache_close(&c);
  return s;
}

LIA_TEST(cache, what_others_may_change_is_refused) {
  lia_error err;
  char parent[80], inner[100];
  setup();
  snprintf(parent, sizeof parent, "%s/home", base);
  snprintf(inner, sizeof inner, "%s/cache/", parent);
  cr_assert_eq(mkdir(parent, 0700), 0);
  cr_assert_eq(try_folder(inner, &err), LIA_OK, "%s: %s", err.path, err.text);
  const struct { mode_t mode; lia_status want; } row[] = {
    { 0755, LIA_OK }, { 0775, LIA_EIO }, { 0757, LIA_EIO }, { 0777, LIA_EIO }, { 01777, LIA_OK },
        { 0711, LIA_OK },
  };
  for (size_t k = 0; k < sizeof row / sizeof *row; k++) {   // the parent, and the one above
    cr_assert_eq(chmod(parent, row[k].mode), 0);
    cr_assert_eq(try_folder(inner, &err), row[k].want, "parent of mode %o", (unsigned)row[k].mode);
    if (row[k].want != LIA_OK)
      cr_assert(strstr(err.text, "others could write there") && !strcmp(err.path, parent), "%s: %s",
          err.path, err.text);
  }
  cr_assert_eq(chmod(parent, 0700), 0);
  cr_assert_eq(chmod(base, 0777), 0);
  cr_assert_eq(try_folder(inner, &err), LIA_EIO);
  cr_assert_str_eq(err.path, base);
  cr_assert_eq(chmod(base, 0700), 0);
  if (geteuid() == 0) {
    cr_assert_eq(chown(parent, 65534, (gid_t)-1), 0);
    cr_assert_eq(try_folder(inner, &err), LIA_EIO, "who owns the parent may rename what is in it");
    cr_assert(strstr(err.text, "belongs to another user (65534)"), "%s", err.text);
    cr_assert_eq(chown(parent, 0, (gid_t)-1), 0);
  }
  cleanup();
}

LIA_TEST(cache, folders_are_told_whole_and_links_above_them_followed) {
  lia_error err;
  lia_cache c;
  char link[80], below[100];
  setup();
  cr_assert_eq(mkdir(folder, 0700), 0);
  snprintf(link, sizeof link, "%s/link", base);
  snprintf(below, sizeof below, "%s/link/kept", base);
  cr_assert_eq(symlink(".", link), 0);
  err = (lia_error){ 0 };
  cr_assert_eq(lia_cache_open(&c, below, &err), LIA_OK, "%s: %s", err.path, err.text);
  cr_assert_str_eq(c.path, folder);
  lia_cache_close(&c);
  cr_assert_eq(try_folder("kept", &err), LIA_EIO);
  cr_assert_eq(try_folder("/", &err), LIA_EIO);
  cr_assert_eq(try_folder("", &err), LIA_EIO);
  cr_assert_eq(try_folder("/tmp/..", &err), LIA_EIO);
  cr_assert_eq(try_folder("/tmp/.", &err), LIA_EIO);
  cr_assert_eq(try_folder("/no/such/place", &err), LIA_EIO);
  cr_assert(strstr(err.text, "cannot be found"), "%s", err.text);
  static char endless[5000];
  memset(endless, 'a', sizeof endless - 1);
  endless[0] = '/';
  cr_assert_eq(try_folder(endless, &err), LIA_EIO);
  cleanup();
}

// a compiler that is a script
static lia_cc liar(const lia_cc *cc, const char *text) {
  static char path[80], whole[600];
  snprintf(path, sizeof path, "%s/liar", base);
  FILE *f = fopen(path, "w");
  cr_assert_not_null(f);
  snprintf(whole, sizeof whole, "#!/bin/sh\nfor last; do :; done\n%s\n", text);
  fputs(whole, f);
  fclose(f);
  cr_assert_eq(chmod(path, 0700), 0);
  lia_cc other = *cc;
  other.compiler = path;
  return other;
}

LIA_TEST(cache, a_compiler_that_lies_leaves_nothing) {
  lia_cc cc = setup();
  const char *const say[] = {
    "exit 0",
    "printf garbage > kernel.so",
    "printf '' > kernel.so",
    "mkdir kernel.so",
    "ln -s /etc/passwd kernel.so",
    "mkfifo kernel.so",
    "/usr/bin/cc \"$@\" && truncate -s 5000 kernel.so",
    "/usr/bin/cc \"$@\" && truncate -s 70 kernel.so",
    "/usr/bin/cc \"$@\" && truncate -s 20 kernel.so",
    "cp kernel.c kernel.so",
  };
  lia_cc_result r;
  for (size_t k = 0; k < sizeof say / sizeof *say; k++) {
    lia_error err = { 0 };
    lia_kernel *kernel;
    lia_cc lie = liar(&cc, say[k]);
    cr_assert_eq(lia_kernel_make(&kernel, &lie, twice, LETTERS, "twice", &r, &err), LIA_ECOMPILER,
        "%s", say[k]);
    cr_assert(strstr(err.text, "no whole object"), "%s: %s", say[k], err.text);
    cr_assert_eq(names(), 0, "%s: files are left", say[k]);
  }
  // whole, and not what it should be: nothing is exported
  lia_cc other = liar(&cc, "echo 'int x;' > kernel.c; /usr/bin/cc \"$@\"");
  for (int time = 0; time < 2; time++) {
    lia_error err = { 0 };
    lia_kernel *kernel;
    cr_assert_eq(lia_kernel_make(&kernel, &other, twice, LETTERS, "twice", &r, &err), LIA_EMODEL);
    cr_assert(!r.hit && strstr(err.text, "exports no 'twice'"), "%s", err.text);
    cr_assert_eq(names(), 0, "an object that exports nothing is kept");
  }
  cleanup();
}

// one that was killed between keeping and loading leaves an object that nobody has tried
LIA_TEST(cache, a_kept_object_that_cannot_be_loaded_is_made_again) {
  lia_cc cc = setup();
  lia_cc_result r;
  lia_error err = { 0 };
  make(&cc, &r);
  char key[LIA_HASH_TEXT], path[LIA_CACHE_PATH], cmd[600];
  memcpy(key, strrchr(r.path, '/') + 1, LIA_HASH_TEXT - 1);
  key[LIA_HASH_TEXT - 1] = 0;
  lia_cache c;
  lia_cache_work w;
  cr_assert_eq(lia_cache_open(&c, folder, &err), LIA_OK);
  cr_assert_eq(lia_cache_work_open(&w, &c, key, &err), LIA_OK);
  snprintf(cmd, sizeof cmd, "echo 'int y;' | cc -shared -fPIC -x c - -o '%s/%s/a.so'", folder,
      w.name);
  cr_assert_eq(system(cmd), 0);
  cr_assert_eq(lia_cache_keep(&c, &w, "a.so", key, twice, LETTERS, path, &err), LIA_OK, "%s",
      err.text);
  lia_cache_work_close(&w, &c);
  cr_assert(lia_cache_find(&c, key, twice, LETTERS, path), "it is whole and has the right text");
  lia_cache_close(&c);
  cr_assert(!make(&cc, &r), "it was made again");
  cr_assert(make(&cc, &r));
  cr_assert_eq(names(), 1);
  cleanup();
}

enum { THREADS = 6, TEXTS = 2 };
static pthread_barrier_t start;

static void *one_thread(void *of) {
  const lia_cc *cc = of;
  static char wrong[] = "wrong";
  for (int k = 0; k < TEXTS; k++) {
    char text[LETTERS + 40];
    lia_error err = { 0 };
    lia_kernel *kernel;
    lia_cc_result r;
    int n = snprintf(text, sizeof text, "%s/* %d */\n", twice, k);
    pthread_barrier_wait(&start);
    if (lia_kernel_make(&kernel, cc, text, (size_t)n, "twice", &r, &err) != LIA_OK)
      return fprintf(stderr, "%s: %s\n", err.path, err.text), wrong;
    double x = 4, y = 0, w_;
    lia_kernel_call(kernel)((const double *[]){ &x }, (double *[]){ &y }, &w_);
    lia_kernel_free(kernel);
    if (y != 8) return wrong;
  }
  return NULL;
}

// threads have one process number, as have the first processes of two containers
LIA_TEST(cache, threads_compile_the_same_text_at_once) {
  lia_cc cc = setup();
  pthread_t t[THREADS];
  pthread_barrier_init(&start, NULL, THREADS);
  for (int k = 0; k < THREADS; k++) cr_assert_eq(pthread_create(&t[k], NULL, one_thread, &cc), 0);
  for (int k = 0; k < THREADS; k++) {
    void *wrong;
    pthread_join(t[k], &wrong);
    cr_assert_null(wrong, "thread %d", k);
  }
  cr_assert_eq(names(), TEXTS, "one object a text");
  for (int k = 0; k < TEXTS; k++) {
    char text[LETTERS + 40];
    int n = snprintf(text, sizeof text, "%s/* %d */\n", twice, k);
    lia_cc_result r;
    lia_error err = { 0 };
    cr_assert_eq(lia_cc_build(&cc, text, (size_t)n, &r, &err), LIA_OK);
    cr_assert(r.hit, "what the threads left is good");
  }
  cleanup();
}

// a compilation killed where it stands
static void killed(const lia_cc *cc) {
  pid_t pid = fork();
  if (pid == 0) {
    lia_cc_result r;
    lia_error err = { 0 };
    _exit(lia_cc_build(cc, twice, LETTERS, &r, &err));
  }
  struct timespec nap = { 0, 1000000 };
  for (int k = 0; k < 5000 && (access(folder, F_OK) != 0 || names() == 0); k++)
    nanosleep(&nap, NULL);
  kill(pid, SIGKILL);
  cr_assert_eq(waitpid(pid, NULL, 0), pid);
}

LIA_TEST(cache, killed_work_does_no_harm_and_is_swept_a_day_later) {
  lia_cc cc = setup();
  lia_cc_result r;
  lia_cc slow = liar(&cc, "echo $$ > pid; exec sleep 20");
  killed(&slow);
  cr_assert_eq(names(), 1, "the folder it worked in");
  cr_assert(!make(&cc, &r) && make(&cc, &r));
  cr_assert_eq(names(), 2, "work of today may still go on");
  char cmd[300];
  snprintf(cmd, sizeof cmd,
      "cd '%s' && for f in *.*/pid; do kill \"$(cat $f)\"; done; touch -d '2 days ago' *; "
      "touch -d '2 days ago' 0123456789abcdef0123456789abcdef.77.c mine.txt 0123456789abcdef.c",
      folder);
  cr_assert_eq(system(cmd), 0);
  cr_assert(make(&cc, &r), "old objects are kept");
  cc.flags = other_flags;
  cr_assert(!make(&cc, &r));
  snprintf(cmd, sizeof cmd,
      "cd '%s' && rm mine.txt 0123456789abcdef.c && test \"$(ls | grep -c so$)\" = 2", folder);
  cr_assert_eq(system(cmd), 0, "two objects, and what is none of ours");
  cr_assert_eq(names(), 2);
  cleanup();
}

LIA_TEST(cache, a_host_that_ignores_its_children) {
  lia_cc cc = setup();
  lia_cc_result r;
  signal(SIGCHLD, SIG_IGN);
  cr_assert(!make(&cc, &r) && make(&cc, &r));
  lia_error err = { 0 };
  cr_assert_eq(lia_cc_build(&cc, "int f(", 6, &r, &err), LIA_ECOMPILER);
  signal(SIGCHLD, SIG_DFL);
  cleanup();
}

LIA_TEST(cache, a_folder_that_cannot_be_written) {
  lia_cc cc = setup();
  lia_cc_result r;
  lia_error err = { 0 };
  cr_assert_eq(mkdir(folder, 0700), 0);
  if (geteuid() == 0)
    cr_assert(chown(base, 65534, 65534) == 0 && chown(folder, 65534, 65534) == 0 &&
        seteuid(65534) == 0);
  cr_assert_eq(chmod(folder, 0500), 0);
  cr_assert_eq(lia_cc_build(&cc, twice, LETTERS, &r, &err), LIA_EIO);
  cr_assert(strstr(err.text, "Permission denied"), "%s: %s", err.path, err.text);
  cr_assert_eq(chmod(folder, 0700), 0);
  cr_assert(!make(&cc, &r));
  if (getuid() == 0) cr_assert_eq(seteuid(0), 0);
  cleanup();
}
