/* test_background.c - texts compiled beside the work: there when they are ready, ended without a
 * trace */
#include "gen/background.h"
#include "gen/kernel.h"

#include "base/clock.h"

#include "house.h"
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

// y = a + b + c, where a and b are made in units of their own
static const char text[] =
  "#define PART __attribute__((visibility(\"hidden\")))\n"
  "PART double one(void);\nPART double two(void);\n"
  "#if LIA_UNIT == 4\nPART double one(void) { return 1; }\n#endif\n"
  "#if LIA_UNIT == 5\nPART double two(void) { return 2; }\n#endif\n"
  "#if LIA_UNIT == 3\n"
  "typedef struct info { int abi, n_in, n_out, sz_w; const char *name, *made_from; const char "
  "*const *in_name, *const *out_name;\n"
  "  const int *in_size, *out_size; } info;\n"
  "static const char *const ins[] = { \"c\" }, *const outs[] = { \"y\" };\n"
  "static const int size[] = { 1 };\n"
  "static const info about = { 1, 1, 1, 0, \"sum\", \"test\", ins, outs, size, size };\n"
  "const info *sum_info(void) { return &about; }\n"
  "int sum(const double *const *in, double *const *out, double *w) {\n"
  "  (void)w; out[0][0] = one() + two() + in[0][0]; return 0; }\n#endif\n";

static char folder[] = "/tmp/liaison-background-XXXXXX", cache[80], slow[80], compiler[256];

// a folder with a cache in it, and a compiler that tells its number and then takes its time
static lia_cc setup_background(void) {
  cr_assert(lia_cc_find("/usr/bin:/bin", "cc", compiler, sizeof compiler));
  cr_assert_not_null(mkdtemp(folder));
  snprintf(cache, sizeof cache, "%s/cache", folder);
  snprintf(slow, sizeof slow, "%s/slow", folder);
  FILE *f = fopen(slow, "w");
  cr_assert_not_null(f);
  fprintf(f, "#!/bin/sh\necho $$ > %s/pid.new\nmv %s/pid.new %s/pid\nsleep 60\n", folder, folder,
      folder);
  fclose(f);
  cr_assert_eq(chmod(slow, 0700), 0);
  return (lia_cc){ .compiler = compiler, .folder = cache };
}

static void remove_folder(void) {
  char cmd[300];
  snprintf(cmd, sizeof cmd, "rm -rf '%s'", folder);
  cr_assert_eq(system(cmd), 0);
}

static int files_in_cache(void) {
  char cmd[300];
  int n = -1;
  snprintf(cmd, sizeof cmd, "ls -A '%s' | wc -l", cache);
  FILE *f = popen(cmd, "r");
  cr_assert(f && fscanf(f, "%d", &n) == 1);
  pclose(f);
  return n;
}

static lia_background *begun(const lia_cc *cc) {
  lia_background *b;
  lia_error err = { 0 };
  cr_assert_eq(lia_background_begin(&b, cc, text, strlen(text), &err), LIA_OK, "%s", err.text);
  return b;
}

// the number of the slow compiler, once it runs
static pid_t slow_pid(void) {
  char path[100];
  int pid = 0;
  snprintf(path, sizeof path, "%s/pid", folder);
  for (int k = 0; k < 4000 && !pid; k++) {
    FILE *f = fopen(path, "r");
    if (f && fscanf(f, "%d", &pid) != 1) pid = 0;
    if (f) fclose(f);
    if (!pid) nanosleep(&(struct timespec){ 0, 5000000 }, NULL);
  }
  cr_assert_gt(pid, 0);
  return pid;
}

static int no_children(void) { return waitpid(-1, NULL, WNOHANG) < 0 && errno == ECHILD; }

LIA_TEST(background, is_there_when_it_is_over) {
  lia_cc cc = setup_background();
  cc.units = 3;
  cc.unit = 3;
  lia_cc_result made;
  lia_error err = { 0 };
  cr_assert(lia_cc_look(&cc, text, strlen(text), &made, &err) == LIA_OK && !made.hit);
  // both write the same, in places of their own
  lia_background *b[2] = { begun(&cc), begun(&cc) };
  for (int k = 0; k < 2; k++) {
    cr_assert(lia_background_wait(b[k], 60));
    cr_assert(lia_background_over(b[k]));
    cr_assert_eq(lia_background_made(b[k], &made, &err), LIA_OK, "%s: %s", err.path, err.text);
    cr_assert_gt(made.seconds, 0);
  }
  lia_kernel *kernel;
  cr_assert_eq(lia_kernel_load(&kernel, made.path, "sum", &err), LIA_OK, "%s", err.text);
  double c = 4, y = 0, w;
  lia_kernel_call(kernel)((const double *[]){ &c }, (double *[]){ &y }, &w);
  cr_assert_eq(y, 7);
  lia_kernel_free(kernel);
  lia_background_free(b[0]);
  lia_background_free(b[1]);
  cr_assert(lia_cc_look(&cc, text, strlen(text), &made, &err) == LIA_OK && made.hit);
  cr_assert_eq(files_in_cache(), 1);
  cr_assert(no_children());
  remove_folder();
}

LIA_TEST(background, says_why_there_is_nothing) {
  lia_cc cc = setup_background();
  lia_cc_result made;
  lia_error err = { 0 };
  cc.units = 4;   // one more than it has, which is empty
  cc.unit = 2;
  lia_background *b = begun(&cc);
  cr_assert(lia_background_wait(b, 60));
  cr_assert_eq(lia_background_made(b, &made, &err), LIA_OK);
  lia_background_free(b);
  cc.compiler = "/bin/false";
  b = begun(&cc);
  cr_assert(lia_background_wait(b, 60));
  cr_assert_eq(lia_background_made(b, &made, &err), LIA_ECOMPILER);
  cr_assert(strstr(err.text, "exit code 1"), "%s", err.text);
  lia_background_free(b);
  lia_background_free(NULL);
  cr_assert_eq(files_in_cache(), 1);
  cr_assert(no_children());
  remove_folder();
}

LIA_TEST(background, is_ended_when_it_is_freed) {
  lia_cc cc = setup_background();
  cc.compiler = slow;
  lia_background *b = begun(&cc);
  const pid_t pid = slow_pid();
  cr_assert(!lia_background_wait(b, 0.01));
  const double start = lia_clock();
  lia_background_free(b);
  cr_assert_lt(lia_clock() - start, 5);
  cr_assert(kill(pid, 0) < 0 && errno == ESRCH, "the compiler goes on");
  cr_assert(no_children());
  cr_assert_eq(files_in_cache(), 0);
  remove_folder();
}

// the last of what a child does at its end: LeakSanitizer, which would come after it, still lists
// the thread of the parent there and wonders
static void leave_at_once(void) { _exit(7); }

// a process of its own begins, and what it calls ends it: exit or a fork of it that frees
static void in_a_child(const lia_cc *cc, int forks) {
  pid_t child = fork();
  if (child == 0) {
    if (atexit(leave_at_once) != 0) _exit(1);
    lia_background *b = begun(cc);
    slow_pid();
    const pid_t inner = forks ? fork() : -1;
    if (inner == 0) {
      lia_background_free(b);   // its parent's: nothing to wait for
      _exit(0);
    }
    if (inner > 0) waitpid(inner, NULL, 0);
    if (lia_background_over(b)) _exit(1);
    exit(7);
  }
  int state = 0;
  cr_assert_eq(waitpid(child, &state, 0), child);
  cr_assert(WIFEXITED(state) && WEXITSTATUS(state) == 7, "%d", state);
}

LIA_TEST(background, ends_with_the_process_that_began_it_and_with_no_other) {
  for (int forks = 0; forks < 2; forks++) {
    memcpy(folder + strlen(folder) - 6, "XXXXXX", 6);
    lia_cc cc = setup_background();
    cc.compiler = slow;
    in_a_child(&cc, forks);
    cr_assert(kill(slow_pid(), 0) < 0 && errno == ESRCH, "the compiler goes on");
    cr_assert_eq(files_in_cache(), 0);
    remove_folder();
  }
}
