/* save.c - find the file behind the links, write beside it, rename */
#define _GNU_SOURCE   // O_PATH
#include "io/save.h"

#include "base/clock.h"
#include "base/hash.h"
#include "base/text.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { MOST_LINKS = 40 };

// where a path leads: an open folder and a name in it that is no link; name: "" where the path ends
// in '/'
typedef struct target {
  int folder;
  char name[NAME_MAX + 1];
  struct stat st;
  int exists;
} target;

// all of the functions below: 0, or why not

// the folder of a path, seen from another one (AT_FDCWD: from where we are); the system follows
// links on the way
static int save_enter(target *t, int from, const char *path) {
  char above[PATH_MAX];
  const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
  size_t n = slash ? (size_t)(slash - path) : 0;
  if (slash == path) n = 1;
  if (n >= sizeof above || strlen(name) >= sizeof t->name) return ENAMETOOLONG;
  if (!path[0]) return ENOENT;
  memcpy(above, n ? path : ".", n ? n : 1);
  above[n ? n : 1] = 0;
  memcpy(t->name, name, strlen(name) + 1);
  t->folder = openat(from, above, O_PATH | O_DIRECTORY | O_CLOEXEC);
  return t->folder < 0 ? errno : 0;
}

// In a folder where everybody may write, a link may be a trap: one of the folder's owner or of ours
// is followed. The system itself has this rule (protected_symlinks) where it follows links
static int trap(const target *t) {
  struct stat above;
  if (fstat(t->folder, &above) != 0) return 1;
  int open_to_all = (above.st_mode & S_ISVTX) && (above.st_mode & S_IWOTH);
  return open_to_all && t->st.st_uid != geteuid() && t->st.st_uid != above.st_uid;
}

static int save_follow(target *t) {
  char link[PATH_MAX];
  ssize_t n = readlinkat(t->folder, t->name, link, sizeof link);
  if (n < 0) return errno;
  if ((size_t)n >= sizeof link) return ENAMETOOLONG;
  link[n] = 0;
  int from = t->folder, why = save_enter(t, from, link);
  close(from);
  return why;
}

static int find(target *t, const char *path) {
  t->folder = -1;
  int why = save_enter(t, AT_FDCWD, path);
  for (int k = 0; !why; k++) {
    if (!t->name[0]) return EISDIR;
    t->exists = fstatat(t->folder, t->name, &t->st, AT_SYMLINK_NOFOLLOW) == 0;
    if (!t->exists) return errno == ENOENT ? 0 : errno;
    if (!S_ISLNK(t->st.st_mode)) return 0;
    if (k == MOST_LINKS) return ELOOP;
    why = trap(t) ? EACCES : save_follow(t);
  }
  return why;
}

static int save_write_all(int fd, const char *bytes, size_t n) {
  for (size_t at = 0; at < n;) {
    ssize_t put = write(fd, bytes + at, n - at);
    if (put < 0 && errno == EINTR) continue;
    if (put < 0) return errno;
    at += (size_t)put;
  }
  return 0;
}

// a terminal, a pipe, /dev/null: the path again as it was told, since /dev/stdout is a link to what
// has no name
static int write_to(const char *path, const char *bytes, size_t n) {
  int fd = open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY);
  if (fd < 0) return errno;
  int why = save_write_all(fd, bytes, n);
  if (close(fd) != 0 && !why) why = errno;
  return why;
}

// as it was: the group at least, where the owner cannot be given
static int keep_mode(int fd, const struct stat *was) {
  struct stat now;
  if (fstat(fd, &now) != 0) return errno;
  int other = now.st_uid != was->st_uid || now.st_gid != was->st_gid;
  if (other && fchown(fd, was->st_uid, was->st_gid) != 0 &&
      fchown(fd, (uid_t)-1, was->st_gid) != 0 && errno != EPERM)
    return errno;
  return fchmod(fd, was->st_mode & 0777) == 0 ? 0 : errno;
}

static int save_fill(int fd, const target *t, const char *bytes, size_t n) {
  int why = t->exists ? keep_mode(fd, &t->st) : 0;
  if (!why) why = save_write_all(fd, bytes, n);
  if (!why && fsync(fd) != 0) why = errno;
  return why;
}

// a new file in the folder; its name is left to luck, and taken again where it is there already
static int create(const target *t, char name[40]) {
  int fd = -1;
  for (unsigned k = 0; fd < 0 && k < 100; k++) {
    const double now[] = { lia_clock(), (double)time(NULL) };
    const uint64_t who[] = { (uintptr_t)name, (uint64_t)getpid(), k };
    lia_hash h = lia_hash_start();
    lia_hash_doubles(&h, now, 2);
    lia_hash_bytes(&h, who, sizeof who);
    lia_text_format(name, 40, ".liaison-%016llx", (unsigned long long)(h.a ^ h.b));
    fd = openat(t->folder, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
        t->exists ? 0600 : 0666);
    if (fd < 0 && errno != EEXIST) return -1;
  }
  return fd;
}

// so that the new name is on the disk as well; where a folder cannot be read it is left to the
// system
static void sync_folder(int folder) {
  int fd = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd < 0) return;
  fsync(fd);
  close(fd);
}

// shut: it was the folder that refused
static int save_replace(const target *t, const char *bytes, size_t n, int *shut) {
  char part[40];
  if (t->exists && faccessat(t->folder, t->name, W_OK, AT_EACCESS) != 0) return errno;
  int fd = create(t, part);
  *shut = fd < 0 && (errno == EACCES || errno == EPERM || errno == EROFS);
  if (fd < 0) return errno;
  int why = save_fill(fd, t, bytes, n);
  if (close(fd) != 0 && !why) why = errno;
  if (!why && renameat(t->folder, part, t->folder, t->name) != 0) why = errno;
  if (why) unlinkat(t->folder, part, 0);
  else sync_folder(t->folder);
  return why;
}

static int is_device(const char *path) {
  struct stat s;
  return stat(path, &s) == 0 && !S_ISREG(s.st_mode) && !S_ISDIR(s.st_mode);
}

lia_status lia_save(const char *path, const char *bytes, size_t n, lia_error *err) {
  target t = { .folder = -1 };
  int why, shut = 0, device = is_device(path);
  if (device) why = write_to(path, bytes, n);
  else if (!(why = find(&t, path)))
    why = t.exists && S_ISDIR(t.st.st_mode) ? EISDIR : save_replace(&t, bytes, n, &shut);
  if (t.folder >= 0) close(t.folder);
  if (!why) return LIA_OK;
  int trapped = why == EACCES && t.exists && S_ISLNK(t.st.st_mode);
  if (trapped)
    return LIA_FAIL(err, LIA_EIO, path,
        "is a link of another user in a folder where everybody may write");
  return LIA_FAIL(err, LIA_EIO, path, "cannot be written%s: %s",
      shut ? ", no new file can be made in its folder" : "", lia_errno_text(why));
}
