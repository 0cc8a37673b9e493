/* main.c - runs the tests that hung themselves up until one fails
 *
 * unit [glob over suite/name ...], or unit --list */
#include <criterion/criterion.h>

#include <fnmatch.h>
#include <sys/wait.h>
#include <unistd.h>

static mutants_test *tests;
mutants_test **mutants_end;

// before the constructors of the tests
__attribute__((constructor(101))) static void start(void) { mutants_end = &tests; }

static int ended_as_it_should(const mutants_test *t, int status) {
  if (t->signal) return WIFSIGNALED(status) && WTERMSIG(status) == t->signal;
  return status == 0;
}

// in a child, as Criterion does: some tests leave their process other than it was
static int holds(const mutants_test *t) {
  int status = 0;
  fprintf(stderr, "%s\n", t->name);
  pid_t child = fork();
  if (child == 0) {
    t->run();
    exit(0);
  }
  return child > 0 && waitpid(child, &status, 0) == child && ended_as_it_should(t, status);
}

static int all_hold(const char *glob) {
  for (const mutants_test *t = tests; t; t = t->next)
    if (fnmatch(glob, t->name, 0) == 0 && !holds(t)) return 0;
  return 1;
}

int main(int argc, char **argv) {
  if (argc == 2 && strcmp(argv[1], "--list") == 0) {
    for (const mutants_test *t = tests; t; t = t->next) puts(t->name);
    return 0;
  }
  int ok = argc > 1 || all_hold("*");
  for (int k = 1; ok && k < argc; k++) ok = all_hold(argv[k]);
  return ok ? 0 : 1;
}
