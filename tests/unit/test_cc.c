/* test_cc.c - the compile cache and the kernel loader, with a real compiler */
#include "gen/cc.h"
#include "gen/kernel.h"

#include "house.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// a complete generated file, as an exporter would write it: hypotenuse and its double
static const char text[] =
  "#include <math.h>\n"
  "typedef struct info { int abi, n_in, n_out, sz_w; const char *name, *made_from; const char "
  "*const *in_name, *const *out_name;\n"
  "  const int *in_size, *out_size; } info;\n"
  "static const char *const ins[] = { \"a\", \"b\" }, *const outs[] = { \"c\" };\n"
  "static const int in_size[] = { 1, 1 }, out_size[] = { 2 };\n"
  "static const info about = { ABI, 2, 1, 1, \"hyp\", \"test\", ins, outs, in_size, out_size };\n"
  "const info *hyp_info(void) { return &about; }\n"
  "int hyp(const double *const *in, double *const *out, double *w) {\n"
  "  w[0] = sqrt(in[0][0]*in[0][0] + in[1][0]*in[1][0]); out[0][0] = w[0]; out[0][1] = 2*w[0]; "
  "return 0; }\n";

static char folder[] = "/tmp/liaison-test-XXXXXX";
static char compiler[256], source[2048];

static lia_cc setup(int abi) {
  cr_assert(lia_cc_find("nowhere::/usr/bin:/bin", "cc", compiler, sizeof compiler));
  cr_assert_not_null(mkdtemp(folder));
  snprintf(source, sizeof source, "#define ABI %d\n%s", abi, text);
  return (lia_cc){ .compiler = compiler, .folder = folder };
}

static void cleanup(void) {
  char cmd[300];
  snprintf(cmd, sizeof cmd, "rm -rf '%s'", folder);
  cr_assert_eq(system(cmd), 0);
}

static lia_cc_result build(const lia_cc *cc) {
  lia_cc_result r;
  lia_error err = { 0 };
  cr_assert_eq(lia_cc_build(cc, source, strlen(source), &r, &err), LIA_OK, "%s: %s", err.path,
      err.text);
  return r;
}

LIA_TEST(cc, compiles_once_and_then_remembers) {
  lia_cc cc = setup(LIA_KERNEL_ABI);
  lia_cc_result first = build(&cc), second = build(&cc);
  cr_assert(!first.hit && first.seconds > 0);
  cr_assert(second.hit);
  cr_assert_str_eq(first.path, second.path);

  lia_kernel *k;
  lia_error err = { 0 };
  cr_assert_eq(lia_kernel_load(&k, first.path, "hyp", &err), LIA_OK, "%s: %s", err.path, err.text);
  double a = 3, b = 4, c[2], w;
  cr_assert_eq(lia_kernel_call(k)((const double *[]){ &a, &b }, (double *[]){ c }, &w), 0);
  cr_assert(c[0] == 5 && c[1] == 10);
  cr_assert_str_eq(lia_kernel_about(k)->in_name[1], "b");
  cr_assert_eq(lia_kernel_other(k, "hyp"), lia_kernel_call(k));
  cr_assert(!lia_kernel_other(k, "hyp8"));
  lia_kernel_free(k);
  cr_assert_neq(lia_kernel_load(&k, first.path, "hip", &err), LIA_OK);
  cr_assert_null(k);

  // other flags, other text: other objects
  cc.flags = (const char *[]){ "-O0", NULL };
  cr_assert(!build(&cc).hit);
  source[strlen(source) - 1] = ' ';
  cr_assert(!build(&cc).hit);
  cleanup();
}

LIA_TEST(cc, never_believes_what_others_could_have_written) {
  lia_cc cc = setup(LIA_KERNEL_ABI);
  lia_cc_result r = build(&cc);
  cr_assert_eq(chmod(r.path, 0722), 0);
  cr_assert(!build(&cc).hit, "an object that others may write is not a hit");
  cr_assert_eq(truncate(r.path, 0), 0);
  cr_assert(!build(&cc).hit, "an empty object is not a hit");
  cr_assert_eq(chmod(folder, 0777), 0);
  lia_error err = { 0 };
  cr_assert_eq(lia_cc_build(&cc, source, strlen(source), &r, &err), LIA_EIO);
  cr_assert(strstr(err.text, "others could write"), "%s", err.text);
  // a group that may write, a folder of somebody else, a link to a folder of ours
  cr_assert_eq(chmod(folder, 0720), 0);
  cr_assert_eq(lia_cc_build(&cc, source, strlen(source), &r, &err), LIA_EIO);
  cr_assert_eq(chmod(folder, 0700), 0);
  if (geteuid() == 0) {
    cr_assert_eq(chown(folder, 65534, (gid_t)-1), 0);
    cr_assert_eq(lia_cc_build(&cc, source, strlen(source), &r, &err), LIA_EIO);
    cr_assert_eq(chown(folder, 0, (gid_t)-1), 0);
  }
  char other[300];
  snprintf(other, sizeof other, "%s-link", folder);
  cr_assert_eq(symlink(folder, other), 0);
  cr_assert_eq(lia_cc_build(&(lia_cc){ .compiler = compiler, .folder = other }, source,
      strlen(source), &r, &err), LIA_EIO);
  cr_assert_eq(unlink(other), 0);
  cleanup();
}

static int third_time(void *of) { return ++*(int *)of == 3; }

LIA_TEST(cc, says_what_went_wrong) {
  lia_cc cc = setup(LIA_KERNEL_ABI + 1), bad = cc;
  lia_cc_result r = build(&cc);
  lia_kernel *k;
  lia_error err = { 0 };
  cr_assert_eq(lia_kernel_load(&k, r.path, "hyp", &err), LIA_EMODEL);
  cr_assert(strstr(err.text, "ABI"), "%s", err.text);

  err = (lia_error){ 0 };
  cr_assert_eq(lia_cc_build(&cc, "int f(", 6, &r, &err), LIA_ECOMPILER);
  cr_assert(strstr(err.text, "exit code 1") && strstr(err.text, "error"), "%s", err.text);

  bad.compiler = "/nowhere/cc";
  err = (lia_error){ 0 };
  cr_assert_eq(lia_cc_build(&bad, "", 0, &r, &err), LIA_ECOMPILER);
  bad = cc;
  bad.folder = "/nowhere/at/all";
  err = (lia_error){ 0 };
  cr_assert_eq(lia_cc_build(&bad, "", 0, &r, &err), LIA_EIO);
  bad = cc;
  char slow[300];
  snprintf(slow, sizeof slow, "%s-slow", folder);
  FILE *f = fopen(slow, "w");
  cr_assert_not_null(f);
  fputs("#!/bin/sh\nexec sleep 30\n", f);
  fclose(f);
  cr_assert_eq(chmod(slow, 0700), 0);
  bad.compiler = slow;
  bad.timeout = 0.05;
  err = (lia_error){ 0 };
  cr_assert_eq(lia_cc_build(&bad, "", 0, &r, &err), LIA_ECOMPILER);
  cr_assert(strstr(err.text, "not done after 0.05 s"), "%s", err.text);
  int asked = 0;
  bad.timeout = 60;
  bad.stop = third_time;
  bad.stop_of = &asked;
  err = (lia_error){ 0 };
  cr_assert_eq(lia_cc_build(&bad, "", 0, &r, &err), LIA_EINTERRUPT);
  cr_assert_eq(asked, 3);
  unlink(slow);

  // failures leave nothing behind but the one object
  char cmd[300];
  snprintf(cmd, sizeof cmd, "test \"$(ls -A '%s' | wc -l)\" = 1", folder);
  cr_assert_eq(system(cmd), 0, "files were left behind");
  cleanup();
}

LIA_TEST(cc, takes_63_flags_and_refuses_64) {
  const char *flags[65] = { 0 };
  for (int k = 0; k < 63; k++) flags[k] = "-w";
  lia_cc cc = setup(LIA_KERNEL_ABI);
  cc.flags = flags;
  build(&cc);
  flags[63] = "-w";
  lia_cc_result r;
  lia_error err = { 0 };
  cr_assert_eq(lia_cc_build(&cc, source, strlen(source), &r, &err), LIA_EARG);
  cr_assert_str_eq(err.text, "at most 63 flags");
  cleanup();
}
