/* status.c - names and texts of the statuses; the error object keeps the first failure */
#include "base/status.h"

#include "base/assert.h"
#include "base/text_format.h"

#include <locale.h>
#include <stdarg.h>
#include <string.h>

static const char *const names[] = {
#define X(name, text) "LIA_" #name,
  LIA_STATUS_LIST(X)
#undef X
};

static const char *const texts[] = {
#define X(name, text) text,
  LIA_STATUS_LIST(X)
#undef X
};

const char *lia_status_name(lia_status s) {
  return (unsigned)s < LIA_STATUS_COUNT ? names[s] : "LIA_?";
}

const char *lia_status_text(lia_status s) {
  return (unsigned)s < LIA_STATUS_COUNT ? texts[s] : "unknown status";
}

// whole, or "..." and its end: there stand the file's name and the line. No letter of UTF-8 is cut
// in two
static void keep_path(char out[LIA_ERROR_PATH], const char *path) {
  size_t n = strlen(path);
  const char *from = n < LIA_ERROR_PATH ? path : path + n - (LIA_ERROR_PATH - 4);
  while (from != path && ((unsigned char)*from & 0xC0) == 0x80) from++;
  LIA_ASSERT(strlen(from) < LIA_ERROR_PATH && (from == path || strlen(from) < LIA_ERROR_PATH - 3));
  lia_text_format(out, LIA_ERROR_PATH, "%s%s", from == path ? "" : "...", from);
}

// the system's words in the C locale, which newlocale gives without taking memory
const char *lia_errno_text(int why) {
  locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
  return c ? strerror_l(why, c) : "the system refused";
}

lia_status lia_error_set(lia_error *err, lia_status code, const char *file, int line,
                         const char *path, const char *fmt, ...) {
  LIA_ASSERT(code != LIA_OK && fmt);
  if (!err || err->code != LIA_OK) return code;

  err->code = code;
  err->file = file;
  err->line = line;
  keep_path(err->path, path ? path : "");

  va_list ap;
  va_start(ap, fmt);
  lia_text_vformat(err->text, sizeof err->text, fmt, ap);
  va_end(ap);
  return code;
}
