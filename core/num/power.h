/* power.h - x^y with the same bits on every machine: what controls step sizes may not ask libm,
 * which differs from place to place */
#ifndef LIA_POWER_H
#define LIA_POWER_H

#include "base/extern.h"

LIA_C_BEGIN

/* x^y for x >= 0, to about 1e-15 (1 + |y log2 x|) of it: enough for the length of a step, not for a
 * result. x < 0 and nan give nan; 0^0 and inf^0 are 1; large results are infinite, small ones 0.
 * Only +, -, *, / in one fixed order, no fma; 25 ns */
double lia_power(double x, double y);

LIA_C_END

#endif
