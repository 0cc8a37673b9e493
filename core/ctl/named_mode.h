/* named_mode.h - an eigenvalue that stands in the way, and why */
#ifndef LIA_NAMED_MODE_H
#define LIA_NAMED_MODE_H

#include "base/extern.h"

LIA_C_BEGIN

/* sigma: how far the matrices are from one where it cannot be moved (or seen), in a singular value;
 * why: a sentence's end, kept by nobody */
typedef struct lia_named_mode { double re, im, sigma; const char *why; } lia_named_mode;

LIA_C_END

#endif
