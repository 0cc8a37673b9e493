/* double_bits.h - a double as its 64 bits, and back */
#ifndef LIA_DOUBLE_BITS_H
#define LIA_DOUBLE_BITS_H

#include "base/extern.h"

#include <stdint.h>
#include <string.h>

LIA_C_BEGIN

static inline int64_t lia_bits_of(double x) {
  int64_t i;
  memcpy(&i, &x, sizeof i);
  return i;
}

static inline double lia_double_of(int64_t i) {
  double x;
  memcpy(&x, &i, sizeof x);
  return x;
}

LIA_C_END

#endif
