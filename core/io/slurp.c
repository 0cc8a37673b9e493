/* slurp.c - read until the end */
#include "io/slurp.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

static int slurp_read_all(int fd, size_t most, lia_text *out) {
  char part[16384];
  while (most > 0 && !out->nomem) {
    ssize_t got = read(fd, part, most < sizeof part ? most : sizeof part);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return errno;
    if (got == 0) break;
    lia_text_add(out, part, (size_t)got);
    most -= (size_t)got;
  }
  return 0;
}

lia_status lia_slurp(const char *path, size_t most, lia_text *out, lia_error *err) {
  int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
  if (fd < 0) return LIA_FAIL(err, LIA_EIO, path, "%s", lia_errno_text(errno));
  int why = slurp_read_all(fd, most, out);
  close(fd);
  if (why) return LIA_FAIL(err, LIA_EIO, path, "%s", lia_errno_text(why));
  return lia_text_status(out, err);
}
