/* save.c - write, then rename */
#include "io/save.h"

#include "base/text.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

// 0, or why not
static int put(const char *path, const char *bytes, size_t n) {
  FILE *f = fopen(path, "wb");
  if (!f) return errno;
  int why = fwrite(bytes, 1, n, f) == n && fflush(f) == 0 ? 0 : errno;
  if (fclose(f) != 0 && !why) why = errno;
  return why;
}

// what is there and is no file (a terminal, /dev/null) is written to, not replaced
static int is_device(const char *path) {
  struct stat s;
  return stat(path, &s) == 0 && !S_ISREG(s.st_mode) && !S_ISDIR(s.st_mode);
}

lia_status lia_save(const char *path, const char *bytes, size_t n, lia_error *err) {
  char part[1024];
  int device = is_device(path);
  if (lia_text_format(part, sizeof part, "%s.part", path) >= (int)sizeof part)
    return LIA_FAIL(err, LIA_EIO, path, "the name is too long");
  int why = put(device ? path : part, bytes, n);
  if (!why && !device && rename(part, path) != 0) why = errno;
  if (!why) return LIA_OK;
  if (!device) remove(part);
  return LIA_FAIL(err, LIA_EIO, path, "cannot be written: %s", strerror(why));
}
