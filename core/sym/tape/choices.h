/* choices.h - comparisons and choices of doubles, as tapes mean them */
#ifndef LIA_CHOICES_H
#define LIA_CHOICES_H

#include "base/extern.h"

LIA_C_BEGIN

static inline double less(double x, double y) { return x < y; }
static inline double less_equal(double x, double y) { return x <= y; }
static inline double equal(double x, double y) { return x == y; }
static inline double choose(double x, double y, double z) { return x != 0 ? y : z; }

LIA_C_END

#endif
