/* ratio_inside.h - what the files of ratio share among themselves */
#ifndef LIA_RATIO_INSIDE_H
#define LIA_RATIO_INSIDE_H

#include "sym/expr/ratio.h"

LIA_C_BEGIN

/* besides a denominator, d says: a larger ratio, a double with fewer digits to believe in, no
 * number */
enum {
  LIA_RATIO_BIG = -1,
  LIA_RATIO_DOUBTED = -2,
  LIA_RATIO_NO_DIGIT = -7,
  LIA_RATIO_LOOSE = -8,
  LIA_RATIO_LOST = -16,
  LIA_RATIO_LARGE = -17
};

static inline uint64_t lia_ratio_magnitude(int64_t n) {
  return n < 0 ? 0 - (uint64_t)n : (uint64_t)n;
}

static inline lia_ratio lia_ratio_of_int(int64_t n) { return (lia_ratio){ .n = n, .d = 1 }; }
static inline lia_ratio lia_ratio_none(int64_t why) { return (lia_ratio){ .n = 0, .d = why }; }
static inline int lia_ratio_is_none(lia_ratio a) { return a.d <= LIA_RATIO_LOST; }
static inline int lia_ratio_is_big(lia_ratio a) {
  return a.d == LIA_RATIO_BIG || a.d == LIA_RATIO_LOOSE;
}
static inline int lia_ratio_is_double(lia_ratio a) {
  return a.d == 0 || (a.d <= LIA_RATIO_DOUBTED && a.d >= LIA_RATIO_NO_DIGIT);
}

/* a larger ratio: n and d stand in v, one behind the other */
struct lia_bigratio {
  uint32_t hash;
  lia_big n, d;
  lia_limb v[];
};

/* of a number that is not negative */
static inline int lia_big_is_one(lia_big d) { return d.n == 1 && d.v[0] == 1; }

/* n/d in lowest terms, d > 0 */
lia_ratio lia_ratio_lowest(lia_bigs *s, lia_big n, lia_big d);

LIA_C_END

#endif
