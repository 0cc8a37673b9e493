/* test_save.c - files that appear whole: links, modes, planted traps, writers at once, folders that
 * refuse */
#include "io/save.h"

#include "house.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static char base[] = "/tmp/liaison-save-XXXXXX";

static const char *at(const char *name) {   // the last four stay
  static char path[4][400];
  static int k;
  k = (k + 1) % 4;
  snprintf(path[k], sizeof path[k], "%s/%s", base, name);
  return path[k];
}

static void setup(void) {
  umask(022);
  cr_assert_not_null(mkdtemp(base));
}

static void run(const char *fmt, const char *arg) {
  char cmd[600];
  snprintf(cmd, sizeof cmd, fmt, arg);
  cr_assert_eq(system(cmd), 0, "%s", cmd);
}

static void cleanup(void) { run("rm -rf '%s'", base); }

static lia_error last;
static lia_status save(const char *path, const char *text) {
  last = (lia_error){ 0 };
  return lia_save(path, text, strlen(text), &last);
}
#define SAVED(where, what) \
  cr_assert_eq(save((where), (what)), LIA_OK, "%s: %s", last.path, last.text)

static void holds(const char *path, const char *want) {
  char got[100] = "";
  FILE *f = fopen(path, "rb");
  cr_assert_not_null(f, "%s is not there", path);
  size_t n = fread(got, 1, sizeof got - 1, f);
  fclose(f);
  got[n] = 0;
  cr_assert_str_eq(got, want, "%s holds '%s', not '%s'", path, got, want);
}

static unsigned mode_of(const char *path) {
  struct stat st;
  cr_assert_eq(lstat(path, &st), 0, "%s", path);
  return (unsigned)st.st_mode & 0777;
}

static int names(const char *folder) {
  char cmd[500];
  int n = -1;
  snprintf(cmd, sizeof cmd, "ls -A '%s' | wc -l", folder);
  FILE *p = popen(cmd, "r");
  cr_assert_not_null(p);
  cr_assert_eq(fscanf(p, "%d", &n), 1);
  pclose(p);
  return n;
}

LIA_TEST(save, new_files_and_their_modes) {
  setup();
  SAVED(at("a"), "one");
  holds(at("a"), "one");
  cr_assert_eq(mode_of(at("a")), 0644u);
  umask(077);
  SAVED(at("b"), "");
  holds(at("b"), "");
  cr_assert_eq(mode_of(at("b")), 0600u);
  // what was there keeps its mode, whatever the umask says
  const unsigned modes[] = { 0600, 0640, 0664, 0777, 0644 };
  for (int k = 0; k < 5; k++) {
    cr_assert_eq(chmod(at("a"), modes[k]), 0);
    SAVED(at("a"), "two");
    cr_assert_eq(mode_of(at("a")), modes[k]);
  }
  holds(at("a"), "two");
  if (geteuid() == 0) {
    cr_assert_eq(chown(at("a"), 65534, 65533), 0);
    SAVED(at("a"), "three");
    struct stat st;
    cr_assert_eq(stat(at("a"), &st), 0);
    cr_assert(st.st_uid == 65534 && st.st_gid == 65533, "owner and group stay");
  }
  cr_assert_eq(names(base), 2, "nothing else is left");
  cleanup();
}

LIA_TEST(save, a_part_of_the_user_is_the_users) {
  setup();
  run("echo mine > '%s'", at("x.part"));
  SAVED(at("x"), "new");
  holds(at("x.part"), "mine\n");
  cleanup();
}

LIA_TEST(save, links_are_followed) {
  setup();
  cr_assert_eq(mkdir(at("sub"), 0755), 0);
  SAVED(at("sub/real"), "old");
  cr_assert_eq(chmod(at("sub/real"), 0600), 0);
  cr_assert_eq(symlink("sub/real", at("one")), 0);
  cr_assert_eq(symlink("one", at("two")), 0);
  cr_assert_eq(symlink("sub", at("folder")), 0);
  cr_assert_eq(symlink("not yet", at("dangling")), 0);
  SAVED(at("two"), "new");
  holds(at("sub/real"), "new");
  cr_assert_eq(mode_of(at("sub/real")), 0600u);
  SAVED(at("folder/real"), "newer");
  holds(at("sub/real"), "newer");
  SAVED(at("dangling"), "made");
  holds(at("not yet"), "made");
  struct stat st;
  for (const char *const *l =
      (const char *const[]){ "one", "two", "folder", "dangling", NULL }; *l; l++)
    cr_assert(lstat(at(*l), &st) == 0 && S_ISLNK(st.st_mode), "%s is a link no more", *l);
  cr_assert_eq(symlink("circle", at("circle")), 0);
  cr_assert_eq(save(at("circle"), "x"), LIA_EIO);
  cr_assert_eq(names(base), 7);
  cr_assert_eq(names(at("sub")), 1);
  cleanup();
}

LIA_TEST(save, a_planted_link_is_not_followed) {
  setup();
  SAVED(at("precious"), "precious");
  cr_assert_eq(mkdir(at("shared"), 0755), 0);
  cr_assert_eq(chmod(at("shared"), 01777), 0);
  // the old name beside the target, guessed by another
  cr_assert_eq(symlink("../precious", at("shared/out.part")), 0);
  SAVED(at("shared/out"), "mine");
  holds(at("shared/out"), "mine");
  holds(at("precious"), "precious");
  // the target itself
  cr_assert_eq(symlink("../precious", at("shared/trap")), 0);
  if (geteuid() == 0) {
    cr_assert_eq(lchown(at("shared/trap"), 65534, 65534), 0);
    cr_assert_eq(save(at("shared/trap"), "mine"), LIA_EIO);
    cr_assert(strstr(last.text, "a link of another user"), "%s", last.text);
    holds(at("precious"), "precious");
    cr_assert_eq(lchown(at("shared/trap"), 0, 0), 0);
  }
  SAVED(at("shared/trap"), "ours");   // our own link is followed there too
  holds(at("precious"), "ours");
  cleanup();
}

LIA_TEST(save, what_cannot_be_written_says_so_and_stays) {
  setup();
  SAVED(at("kept"), "kept");
  char longer[300];
  memset(longer, 'n', sizeof longer - 1);
  longer[sizeof longer - 1] = 0;
  const struct { const char *name, *says; } row[] = {
    { "no/such/folder", "No such file" }, { "", "Is a directory" }, { ".", "Is a directory" },
        { "kept/below", "Not a directory" },
    { "kept/", "Not a directory" }, { longer, "File name too long" },
  };
  for (size_t k = 0; k < sizeof row / sizeof *row; k++) {
    cr_assert_eq(save(at(row[k].name), "x"), LIA_EIO, "%s", row[k].name);
    cr_assert(strstr(last.text, row[k].says), "'%s': %s", row[k].name, last.text);
  }
  cr_assert_eq(save("", "x"), LIA_EIO);
  longer[250] = 0;
  SAVED(at(longer), "a name of 250 letters is none too long");
  cr_assert_eq(chmod(at("kept"), 0444), 0);
  pid_t pid = fork();
  if (pid == 0) {   // as a user who may not
    if (geteuid() == 0 && (chmod(base, 0777) != 0 || setuid(65534) != 0)) _exit(9);
    if (save(at("kept"), "x") != LIA_EIO || !strstr(last.text, "Permission denied")) _exit(1);
    if (geteuid() != 65534) chmod(base, 0555);
    else if (setuid(65534) != 0) _exit(9);
    _exit(0);
  }
  int state = 0;
  cr_assert(waitpid(pid, &state, 0) == pid && state == 0, "%d", state);
  holds(at("kept"), "kept");
  cr_assert_eq(chmod(base, 0555), 0);
  pid = fork();
  if (pid == 0) {
    if (geteuid() == 0 && setuid(65534) != 0) _exit(9);
    _exit(save(at("new"), "x") == LIA_EIO &&
        strstr(last.text, "no new file can be made in its folder: Permission denied") ? 0 : 1);
  }
  cr_assert(waitpid(pid, &state, 0) == pid && state == 0, "%d", state);
  cr_assert_eq(chmod(base, 0755), 0);
  cr_assert_eq(names(base), 2);
  cleanup();
}

LIA_TEST(save, devices_and_pipes_are_written_to) {
  setup();
  SAVED("/dev/null", "x");
  cr_assert_eq(mkfifo(at("pipe"), 0600), 0);
  int fd = open(at("pipe"), O_RDWR);   // both ends, so that nobody waits
  SAVED(at("pipe"), "through");
  char got[20] = "";
  cr_assert_eq(read(fd, got, 7), 7);
  cr_assert_str_eq(got, "through");
  close(fd);
  struct stat st;
  cr_assert(stat(at("pipe"), &st) == 0 && S_ISFIFO(st.st_mode));
  cr_assert(access("/dev/full", W_OK) != 0 || save("/dev/full", "x") == LIA_EIO);
  cleanup();
}

enum { LETTERS = 400000, WRITERS = 3, LOOKS = 300 };

// whole and of one writer, or not there yet
static int mixed(const char *path, char *room) {
  FILE *f = fopen(path, "rb");
  if (!f) return 0;
  size_t n = fread(room, 1, LETTERS + 1, f);
  fclose(f);
  for (size_t k = 1; k < n; k++)
    if (room[k] != room[0]) return 1;
  return n != LETTERS;
}

LIA_TEST(save, writers_at_once_never_mix) {
  setup();
  pid_t pid[WRITERS];
  char *room = malloc(LETTERS + 1);
  cr_assert_not_null(room);
  for (int w = 0; w < WRITERS; w++) {
    if ((pid[w] = fork()) != 0) continue;
    memset(room, 'a' + w, LETTERS);
    for (;;) {
      last = (lia_error){ 0 };
      if (lia_save(at("out"), room, LETTERS, &last) != LIA_OK) _exit(1);
    }
  }
  int bad = 0, looks = 0;
  struct timespec nap = { 0, 200000 };
  for (; looks < LOOKS && !bad; looks++) {
    bad = mixed(at("out"), room);
    nanosleep(&nap, NULL);
  }
  for (int w = 0; w < WRITERS; w++) {
    int state = 0;
    kill(pid[w], SIGKILL);
    cr_assert_eq(waitpid(pid[w], &state, 0), pid[w]);
    cr_assert(WIFSIGNALED(state), "writer %d was refused", w);
  }
  cr_assert(!bad, "half or mixed after %d looks", looks);
  cr_assert(!mixed(at("out"), room), "after all were killed it is whole");
  free(room);
  cleanup();
}
