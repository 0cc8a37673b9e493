/* cc.h - run the C compiler on generated text, and keep what it made
 *
 * A shared object is kept under the fingerprint of its text, the compiler and the flags, in a
 * folder of this user's (see cache.h). No shell stands in between; each compilation has a folder of
 * its own, so threads, programs and machines that share the cache may compile the same text at
 * once. */
#ifndef LIA_CC_H
#define LIA_CC_H

#include "base/isa.h"
#include "base/status.h"
#include "gen/cache.h"

#include <stddef.h>

LIA_C_BEGIN

typedef struct lia_cc {
  const char *compiler;        /* absolute path */
  const char *const *flags;    /* ends with NULL; NULL: lia_cc_flags of the best this machine has */
  /* absolute; made with mode 700 where missing, its parent must exist */
  const char *folder;
  double timeout;              /* seconds; 0: 120 */
  /* NULL, or asked a hundred times a second: not 0 ends it with LIA_EINTERRUPT */
  int (*stop)(void *of);
  void *stop_of;
  /* 0: the text as it is. Else it is compiled so many times, with -DLIA_UNIT=unit, unit + 1 ..,
   * side by side on the processors there are, and linked to one object */
  int units, unit;
} lia_cc;

typedef struct lia_cc_result {
  char path[LIA_CACHE_PATH];   /* the shared object */
  int hit;                     /* it was there already */
  double seconds;              /* what the compiler took */
} lia_cc_result;

/* -O1 with early scheduling, no contraction, functions of <math.h> called as they are (what is
 * folded has other digits), tuned for this machine and with the vectors of isa: said one by one, so
 * that an object in the cache is taken only where a machine runs it */
const char *const *lia_cc_flags(lia_isa isa);

/* LIA_ECOMPILER: missing, failed (the first lines it said are in the message) or out of time;
 * LIA_EIO: the folder cannot be used, or others could write there. What comes is whole; that it can
 * be loaded and exports what it should, only loading tells: see lia_kernel_make */
LIA_NODISCARD lia_status lia_cc_build(const lia_cc *cc, const char *text, size_t n,
    lia_cc_result *out, lia_error *err);

/* out->hit: 1 where the object of this text is in the cache, at out->path. LIA_ECOMPILER, LIA_EIO:
 * the compiler is missing, the folder cannot be used */
LIA_NODISCARD lia_status lia_cc_look(const lia_cc *cc, const char *text, size_t n,
    lia_cc_result *out, lia_error *err);

/* find an executable in a list of folders as PATH has them ("/usr/bin:/bin"); 0 where there is none
 */
int lia_cc_find(const char *path_list, const char *name, char *out, size_t size);

LIA_C_END

#endif
