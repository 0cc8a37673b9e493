/* clock.h - how much time has passed */
#ifndef LIA_CLOCK_H
#define LIA_CLOCK_H

#include "base/extern.h"

LIA_C_BEGIN

double lia_clock(void);   /* seconds since some moment; never goes back */

LIA_C_END

#endif
