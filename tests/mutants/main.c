/* main.c - runs the tests that hung themselves up, one after the other: unit [glob over suite/name] */
#include <criterion/criterion.h>

#include <fnmatch.h>

static mutants_test *tests;
mutants_test **mutants_end;

// before the constructors of the tests
__attribute__((constructor(101))) static void start(void) { mutants_end = &tests; }

int main(int argc, char **argv) {
  for (const mutants_test *t = tests; t; t = t->next)
    if (argc < 2 || fnmatch(argv[1], t->name, 0) == 0) {
      fprintf(stderr, "%s\n", t->name);
      t->run();
    }
  return 0;
}
