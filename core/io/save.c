/* save.c - write, then rename */
#include "io/save.h"

#include "base/text.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

lia_status lia_save(const char *path, const char *bytes, size_t n, lia_error *err) {
  char part[1024];
  if (lia_text_format(part, sizeof part, "%s.part", path) >= (int)sizeof part)
    return LIA_FAIL(err, LIA_EIO, path, "the name is too long");
  FILE *f = fopen(part, "wb");
  if (!f) return LIA_FAIL(err, LIA_EIO, path, "cannot be written: %s", strerror(errno));
  int ok = fwrite(bytes, 1, n, f) == n && fflush(f) == 0, why = errno;
  if (fclose(f) != 0 && ok) {
    ok = 0;
    why = errno;
  }
  if (ok && rename(part, path) == 0) return LIA_OK;
  if (ok) why = errno;
  remove(part);
  return LIA_FAIL(err, LIA_EIO, path, "cannot be written: %s", strerror(why));
}
