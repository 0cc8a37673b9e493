/* cache.c - who may change this folder? then: find, write, keep, sweep */
#define _GNU_SOURCE   // ST_NOEXEC
#include "gen/cache.h"

#include "base/clock.h"
#include "base/text.h"

#include <dirent.h>
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <link.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <time.h>
#include <unistd.h>

enum { CHUNK = 1 << 15, DAY = 24 * 3600, LAST_LINE = 16 + 2 * 17 + LIA_HASH_TEXT, OURS = 0600 };

// ---- the folder, and those above it ----

static int others_write(const struct stat *st) { return (st->st_mode & (S_IWGRP | S_IWOTH)) != 0; }

static lia_status unsafe(const char *path, const struct stat *st, lia_error *err) {
  if (others_write(st))
    return LIA_FAIL(err, LIA_EIO, path,
        "others could write there (mode %03o): the code kept in the cache would not be safe to run "
                    "(chmod go-w, or name another folder)", (unsigned)st->st_mode & 07777);
  return LIA_FAIL(err, LIA_EIO, path,
      "belongs to another user (%ld): the code kept in the cache would not be safe to run",
      (long)st->st_uid);
}

// Who owns a folder, or may write in it, may rename what is in it, unless it is sticky. Looked at
// from above: what is below a folder that has passed can be replaced by nobody else, so the path
// stays what it was. The root itself is the system's: who has that has the compiler as well
static lia_status check_above(const char *path, lia_error *err) {
  char part[LIA_CACHE_PATH];
  struct stat st;
  for (const char *p = strchr(path + 1, '/'); p; p = strchr(p + 1, '/')) {
    lia_text_format(part, sizeof part, "%.*s", (int)(p - path), path);
    if (lstat(part, &st) != 0)
      return LIA_FAIL(err, LIA_EIO, part, "cannot be looked at: %s", lia_errno_text(errno));
    int trusted = st.st_uid == geteuid() || st.st_uid == 0;
    if (!S_ISDIR(st.st_mode)) return LIA_FAIL(err, LIA_EIO, part, "is no folder");
    if (!trusted || (others_write(&st) && !(st.st_mode & S_ISVTX))) return unsafe(part, &st, err);
  }
  return LIA_OK;
}

// links above the folder are followed, here and never again; the folder itself is none
static lia_status resolve(lia_cache *c, const char *folder, lia_error *err) {
  char above[LIA_CACHE_PATH], whole[PATH_MAX];
  size_t n = strlen(folder);
  while (n > 1 && folder[n - 1] == '/') n--;
  const char *last = folder + n;
  while (last > folder && last[-1] != '/') last--;
  int named = folder[0] == '/' && last < folder + n &&
      !(folder + n - last <= 2 && memcmp(last, "..", (size_t)(folder + n - last)) == 0);
  if (!named) return LIA_FAIL(err, LIA_EIO, folder, "the cache folder must be an absolute path");
  if (lia_text_format(above, sizeof above, "%.*s", (int)(last - folder),
      folder) >= (int)sizeof above)
    return LIA_FAIL(err, LIA_EIO, folder, "the name is too long");
  if (!realpath(above, whole))
    return LIA_FAIL(err, LIA_EIO, above, "cannot be found: %s", lia_errno_text(errno));
  const char *slash = whole[1] ? "/" : "";
  int length = lia_text_format(c->path, sizeof c->path, "%s%s%.*s", whole, slash,
      (int)(folder + n - last), last);
  if (length + LIA_CACHE_NAME >= (int)sizeof c->path)
    return LIA_FAIL(err, LIA_EIO, folder, "the name is too long");
  return LIA_OK;
}

static lia_status check_folder(const lia_cache *c, lia_error *err) {
  struct stat st;
  struct statvfs disk;
  if (fstat(c->fd, &st) != 0)
    return LIA_FAIL(err, LIA_EIO, c->path, "cannot be looked at: %s", lia_errno_text(errno));
  if (st.st_uid != geteuid() || others_write(&st)) return unsafe(c->path, &st, err);
  if (fstatvfs(c->fd, &disk) == 0 && (disk.f_flag & ST_NOEXEC))
    return LIA_FAIL(err, LIA_EIO, c->path,
        "nothing can be run from there: the disk is mounted noexec (name another folder)");
  return LIA_OK;
}

lia_status lia_cache_open(lia_cache *c, const char *folder, lia_error *err) {
  c->fd = -1;
  LIA_TRY(resolve(c, folder, err));
  LIA_TRY(check_above(c->path, err));
  if (mkdir(c->path, 0700) != 0 && errno != EEXIST)
    return LIA_FAIL(err, LIA_EIO, c->path, "cannot make the cache folder: %s",
        lia_errno_text(errno));
  c->fd = open(c->path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (c->fd < 0)
    return LIA_FAIL(err, LIA_EIO, c->path, "the cache folder cannot be opened: %s",
        lia_errno_text(errno));
  lia_status s = check_folder(c, err);
  if (s != LIA_OK) lia_cache_close(c);
  return s;
}

void lia_cache_close(lia_cache *c) {
  if (c->fd >= 0) close(c->fd);
  c->fd = -1;
}

// ---- files ----

static int open_ours(int folder, const char *name, int how, struct stat *st) {
  int fd = openat(folder, name, how | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK);
  if (fd < 0) return -1;
  if (fstat(fd, st) == 0 && S_ISREG(st->st_mode) && st->st_uid == geteuid() && !others_write(st))
    return fd;
  close(fd);
  return -1;
}

// n bytes from there on, or 0
static int read_at(int fd, off_t at, void *bytes, size_t n) {
  for (size_t have = 0; have < n;) {
    ssize_t got = pread(fd, (char *)bytes + have, n - have, at + (off_t)have);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return 0;
    have += (size_t)got;
  }
  return 1;
}

static int cache_write_all(int fd, const char *text, size_t n) {
  for (size_t at = 0; at < n;) {
    ssize_t put = write(fd, text + at, n - at);
    if (put < 0 && errno == EINTR) continue;
    if (put <= 0) return 0;
    at += (size_t)put;
  }
  return 1;
}

static size_t cache_least(size_t a, size_t b) { return a < b ? a : b; }

// of the first n bytes
static int cache_fingerprint(int fd, size_t n, char out[LIA_HASH_TEXT]) {
  char part[CHUNK];
  lia_hash h = lia_hash_start();
  for (size_t at = 0; at < n; at += CHUNK) {
    size_t k = cache_least(CHUNK, n - at);
    if (!read_at(fd, (off_t)at, part, k)) return 0;
    lia_hash_bytes(&h, part, k);
  }
  lia_hash_text(&h, out);
  return 1;
}

static int same_text(int fd, size_t from, const char *text, size_t n) {
  char part[CHUNK];
  for (size_t at = 0; at < n; at += CHUNK) {
    size_t k = cache_least(CHUNK, n - at);
    if (!read_at(fd, (off_t)(from + at), part, k) || memcmp(part, text + at, k) != 0) return 0;
  }
  return 1;
}

// "\nliaison kernel " object size, text size, fingerprint
static void last_line(char out[LAST_LINE + 1], size_t object, size_t text,
    const char print[LIA_HASH_TEXT]) {
  lia_text_format(out, LAST_LINE + 1, "\nliaison kernel %016zx %016zx %s\n", object, text, print);
}

// the file holds an object, this text, and a last line that is true of both
static int holds(int fd, size_t size, const char *text, size_t n) {
  char got[LAST_LINE], want[LAST_LINE + 1], print[LIA_HASH_TEXT];
  if (size < n + LAST_LINE) return 0;
  size_t object = size - n - LAST_LINE;
  if (!read_at(fd, (off_t)(size - LAST_LINE), got, LAST_LINE)) return 0;
  if (!same_text(fd, object, text, n) || !cache_fingerprint(fd, object, print)) return 0;
  last_line(want, object, n, print);
  return memcmp(got, want, LAST_LINE) == 0;
}

static void kept_name(const char key[LIA_HASH_TEXT], char out[LIA_CACHE_NAME]) {
  lia_text_format(out, LIA_CACHE_NAME, "%s.so", key);
}

int lia_cache_find(const lia_cache *c, const char key[LIA_HASH_TEXT], const char *text, size_t n,
    char out[LIA_CACHE_PATH]) {
  char name[LIA_CACHE_NAME];
  struct stat st;
  kept_name(key, name);
  int fd = open_ours(c->fd, name, O_RDONLY, &st);
  if (fd < 0) return 0;
  int found = holds(fd, (size_t)st.st_size, text, n);
  close(fd);
  lia_text_format(out, LIA_CACHE_PATH, "%s/%s", c->path, name);
  return found;
}

void lia_cache_forget(const char *path) { unlink(path); }

// ---- work ----

static int is_dot(const char *name) { return !strcmp(name, ".") || !strcmp(name, ".."); }

// call each(folder, name) for what is in an open folder
static void each_entry(int fd, void (*each)(int folder, const char *name)) {
  int own = openat(fd, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  DIR *d = own >= 0 ? fdopendir(own) : NULL;
  if (!d && own >= 0) close(own);
  if (!d) return;
  for (struct dirent *e; (e = readdir(d));)
    if (!is_dot(e->d_name)) each(fd, e->d_name);
  closedir(d);
}

// a file, or an empty folder
static void remove_one(int folder, const char *name) {
  if (unlinkat(folder, name, 0) != 0) unlinkat(folder, name, AT_REMOVEDIR);
}

static void remove_work(int folder, const char *name) {
  int fd = openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (fd < 0) return;
  each_entry(fd, remove_one);
  close(fd);
  unlinkat(folder, name, AT_REMOVEDIR);
}

// KEY.so is kept; KEY.anything is of work that is over or was killed
static int is_work(const char *name) {
  return strspn(name, "0123456789abcdef") == LIA_HASH_TEXT - 1 && name[LIA_HASH_TEXT - 1] == '.' &&
      strcmp(name + LIA_HASH_TEXT, "so") != 0;
}

static void sweep(int folder, const char *name) {
  struct stat st;
  if (!is_work(name) || fstatat(folder, name, &st, AT_SYMLINK_NOFOLLOW) != 0 ||
      time(NULL) - st.st_mtime < DAY)
    return;
  if (S_ISDIR(st.st_mode)) remove_work(folder, name);
  else remove_one(folder, name);
}

// clock, process and place tell apart what is at work at once; where they do not, the folder is
// there and the next is tried
static uint64_t unlikely(const void *place, unsigned count) {
  const double now[] = { lia_clock(), (double)time(NULL) };
  const uint64_t who[] = { (uintptr_t)place, (uint64_t)getpid(), count };
  lia_hash h = lia_hash_start();
  lia_hash_doubles(&h, now, 2);
  lia_hash_bytes(&h, who, sizeof who);
  return h.a ^ h.b;
}

lia_status lia_cache_work_open(lia_cache_work *w, const lia_cache *c, const char key[LIA_HASH_TEXT],
    lia_error *err) {
  each_entry(c->fd, sweep);
  int made = -1;
  for (unsigned k = 0; made != 0 && k < 100; k++) {
    lia_text_format(w->name, sizeof w->name, "%s.%016llx", key, (unsigned long long)unlikely(w, k));
    made = mkdirat(c->fd, w->name, 0700);
    if (made != 0 && errno != EEXIST) break;
  }
  if (made != 0)
    return LIA_FAIL(err, LIA_EIO, c->path, "cannot make a folder there: %s", lia_errno_text(errno));
  w->fd = openat(c->fd, w->name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (w->fd >= 0) return LIA_OK;
  int why = errno;
  unlinkat(c->fd, w->name, AT_REMOVEDIR);
  return LIA_FAIL(err, LIA_EIO, c->path, "cannot open a folder there: %s", lia_errno_text(why));
}

void lia_cache_work_close(lia_cache_work *w, const lia_cache *c) {
  if (w->fd >= 0) close(w->fd);
  w->fd = -1;
  remove_work(c->fd, w->name);
}

lia_status lia_cache_write(const lia_cache_work *w, const char *name, const char *text, size_t n,
    lia_error *err) {
  int fd = openat(w->fd, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, OURS);
  int fine = fd >= 0 && cache_write_all(fd, text, n);
  int why = errno;
  if (fd >= 0 && close(fd) != 0 && fine) {
    fine = 0;
    why = errno;
  }
  return fine ? LIA_OK : LIA_FAIL(err, LIA_EIO, name, "cannot write: %s", lia_errno_text(why));
}

// Loading reads what the heads of the file promise: one that is cut short would end the process. A
// compiler that says all went well has been seen to leave such a thing
static int is_whole(int fd, size_t size) {
  ElfW(Ehdr) head;
  ElfW(Phdr) part;
  if (size < sizeof head || !read_at(fd, 0, &head, sizeof head) ||
      memcmp(head.e_ident, ELFMAG, SELFMAG) != 0)
    return 0;
  if (head.e_type != ET_DYN || head.e_phentsize != sizeof part) return 0;
  for (int k = 0; k < head.e_phnum; k++) {
    if (head.e_phoff > size ||
        !read_at(fd, (off_t)(head.e_phoff + (size_t)k * sizeof part), &part, sizeof part))
      return 0;
    if (part.p_filesz > size || part.p_offset > size - part.p_filesz) return 0;
  }
  return head.e_phnum > 0;
}

// text and last line behind the object, and all of it on the disk
static int cache_complete(int fd, size_t size, const char *text, size_t n) {
  char print[LIA_HASH_TEXT], line[LAST_LINE + 1];
  if (!cache_fingerprint(fd, size, print) || lseek(fd, (off_t)size, SEEK_SET) < 0) return 0;
  last_line(line, size, n, print);
  return cache_write_all(fd, text, n) && cache_write_all(fd, line, LAST_LINE) &&
      fchmod(fd, OURS) == 0 && fsync(fd) == 0;
}

lia_status lia_cache_keep(const lia_cache *c, const lia_cache_work *w, const char *name,
    const char key[LIA_HASH_TEXT],
    const char *text, size_t n, char out[LIA_CACHE_PATH], lia_error *err) {
  char kept[LIA_CACHE_NAME];
  struct stat st;
  kept_name(key, kept);
  lia_text_format(out, LIA_CACHE_PATH, "%s/%s", c->path, kept);
  int fd = openat(w->fd, name, O_RDWR | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK);
  if (fd < 0 || fstat(fd, &st) != 0 || !S_ISREG(st.st_mode) || !is_whole(fd, (size_t)st.st_size)) {
    if (fd >= 0) close(fd);
    return LIA_FAIL(err, LIA_ECOMPILER, out,
        "the compiler said that all went well and left no whole object");
  }
  int fine = cache_complete(fd, (size_t)st.st_size, text, n), why = errno;
  if (close(fd) != 0 && fine) {
    fine = 0;
    why = errno;
  }
  if (fine && renameat(w->fd, name, c->fd, kept) != 0) {
    fine = 0;
    why = errno;
  }
  return fine ? LIA_OK : LIA_FAIL(err, LIA_EIO, out, "cannot be kept: %s", lia_errno_text(why));
}
