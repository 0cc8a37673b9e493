/* region.h - which eigenvalues come first: left of a line, inside a circle, or none */
#ifndef LIA_REGION_H
#define LIA_REGION_H

#include "base/extern.h"

LIA_C_BEGIN

/* those with real part < bound, with absolute value < bound */
typedef enum lia_region { LIA_REGION_NONE, LIA_REGION_LEFT, LIA_REGION_INSIDE } lia_region;
typedef struct lia_select { lia_region region; double bound; } lia_select;

LIA_C_END

#endif
