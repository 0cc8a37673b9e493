/* choices.h - functions of doubles that choose, as tapes and expressions mean them */
#ifndef LIA_CHOICES_H
#define LIA_CHOICES_H

#include "base/extern.h"

LIA_C_BEGIN

/* what is no number stays none */
static inline double sign(double x) { return x == x ? (x > 0) - (x < 0) : x; }
static inline double smaller(double x, double y) { return x <= y ? x : y < x ? y : x + y; }
static inline double larger(double x, double y) { return x >= y ? x : y > x ? y : x + y; }
static inline double less(double x, double y) { return x < y; }
static inline double less_equal(double x, double y) { return x <= y; }
static inline double equal(double x, double y) { return x == y; }
static inline double choose(double x, double y, double z) { return x != 0 ? y : z; }

LIA_C_END

#endif
