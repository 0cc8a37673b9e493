/* status.h - the one list of things that can go wrong, and the one way to say so */
#ifndef LIA_STATUS_H
#define LIA_STATUS_H

#include "base/extern.h"

LIA_C_BEGIN

/* name, short text; the text is what the user reads when nobody adds detail */
#define LIA_STATUS_LIST(X)                                               \
  X(OK,           "ok")                                                  \
  X(ENOMEM,       "out of memory")                                       \
  X(EARG,         "argument outside what the function accepts")          \
  X(EDIM,         "dimensions do not match")                             \
  X(EMODEL,       "the model description is not valid")                  \
  X(EPARSE,       "text does not follow its grammar")                    \
  X(ESINGULAR,    "matrix is singular to working precision")             \
  X(ENOCONV,      "iteration did not converge")                          \
  X(EDOMAIN,      "value outside the domain of the function")            \
  X(EUNREACHABLE, "the target cannot be reached")                        \
  X(ELIMIT,       "a limit set for safety was exceeded")                 \
  X(EIO,          "a file could not be read or written")                 \
  X(ECOMPILER,    "the C compiler is missing or failed")                 \
  X(EINTERRUPT,   "interrupted by the user")                             \
  X(EUSER,        "a user function failed")

typedef enum lia_status {
#define X(name, text) LIA_##name,
  LIA_STATUS_LIST(X)
#undef X
  LIA_STATUS_COUNT
} lia_status;

enum { LIA_ERROR_PATH = 512 };

/* what went wrong, where in the user's world, and where in ours */
typedef struct lia_error {
  lia_status code;
  /* user's world: "bodies[3].inertia", "constraint 'knee'", "/home/me/arm.urdf:12"; of a longer one
   * the end */
  char path[LIA_ERROR_PATH];
  char text[512];    /* full sentence, no newline */
  const char *file;  /* our world, for bug reports */
  int line;
} lia_error;

const char *lia_status_name(lia_status s);   /* "LIA_ENOMEM" */
const char *lia_status_text(lia_status s);
/* of errno, in English whatever the locale; one thread's until its next */
const char *lia_errno_text(int why);

/* record an error and return its code; the first error wins; err may be NULL */
lia_status lia_error_set(lia_error *err, lia_status code, const char *file, int line,
                                 const char *path, const char *fmt, ...) LIA_PRINTF(6, 7);

#define LIA_FAIL(err, code, path, ...) \
  lia_error_set((err), (code), __FILE__, __LINE__, (path), __VA_ARGS__)

/* call, and hand any failure straight to our own caller */
#define LIA_TRY(call)                                        \
  do {                                                       \
    lia_status try_ = (call);                                \
    if (__builtin_expect(try_ != LIA_OK, 0)) return try_;    \
  } while (0)

LIA_C_END

#endif
