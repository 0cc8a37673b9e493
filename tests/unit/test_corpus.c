/* test_corpus.c - what fuzzing found and what it starts from, each once: tests/fuzz/corpus through
 * the functions of libFuzzer */
#include "house.h"

#include "fuzz/fuzz_expr.h"
#include "fuzz/fuzz_mesh.h"
#include "fuzz/fuzz_urdf.h"

#include <dirent.h>

enum { MOST = 1 << 16 };

// every file of a folder, to this function; how many there were
static int each(const char *folder, void (*fuzz)(const uint8_t *, size_t)) {
  static uint8_t bytes[MOST];
  int n = 0;
  DIR *d = opendir(folder);
  cr_assert_not_null(d, "%s is not here", folder);
  for (struct dirent *e = readdir(d); e; e = readdir(d)) {
    char path[1024];
    snprintf(path, sizeof path, "%s/%s", folder, e->d_name);
    FILE *f = e->d_name[0] == '.' ? NULL : fopen(path, "rb");
    if (!f) continue;
    size_t size = fread(bytes, 1, MOST, f);
    fclose(f);
    cr_assert_lt(size, MOST, "%s is too long", path);
    fprintf(stderr, "%s\n", path);   // which one it was, where the process dies
    fuzz(bytes, size);
    n++;
  }
  closedir(d);
  return n;
}

LIA_TEST(corpus, urdf) { cr_assert_gt(each("tests/fuzz/corpus/urdf", fuzz_urdf), 8); }
LIA_TEST(corpus, meshes) { cr_assert_gt(each("tests/fuzz/corpus/mesh", fuzz_mesh), 1); }
LIA_TEST(corpus, expressions) { cr_assert_gt(each("tests/fuzz/corpus/expr", fuzz_expr), 12); }
