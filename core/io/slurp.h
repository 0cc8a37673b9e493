/* slurp.h - a whole file into memory */
#ifndef LIA_SLURP_H
#define LIA_SLURP_H

#include "base/status.h"
#include "base/text.h"

#include <stddef.h>

LIA_C_BEGIN

/* the first bytes of a file, at most so many, behind what out holds; LIA_EIO with the system's
 * words, LIA_ENOMEM */
LIA_NODISCARD lia_status lia_slurp(const char *path, size_t most, lia_text *out, lia_error *err);

LIA_C_END

#endif
