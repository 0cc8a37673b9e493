/* status.c - names and texts of the statuses; the error object keeps the first failure */
#include "base/status.h"

#include "base/text.h"

#include <stdarg.h>

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

lia_status lia_error_set(lia_error *err, lia_status code, const char *file, int line,
                         const char *path, const char *fmt, ...) {
  if (!err || err->code != LIA_OK) return code;

  err->code = code;
  err->file = file;
  err->line = line;
  lia_text_format(err->path, sizeof err->path, "%s", path ? path : "");

  va_list ap;
  va_start(ap, fmt);
  lia_text_vformat(err->text, sizeof err->text, fmt, ap);
  va_end(ap);
  return code;
}
