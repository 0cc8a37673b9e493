/* version.h - the number of this release */
#ifndef LIA_VERSION_H
#define LIA_VERSION_H

#include "base/extern.h"

LIA_C_BEGIN

#define LIA_VERSION "0.1.0"

LIA_C_END

#endif
