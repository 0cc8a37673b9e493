/* tyre_words_num.h - the words that laws of tyres need besides those of geo/spatial_num.h: double
 */
#ifndef LIA_TYRE_WORDS_NUM_H
#define LIA_TYRE_WORDS_NUM_H

#include "geo/spatial_num.h"

#include <math.h>

WORD NUM minus_of(NUM s) { return -s; }
WORD NUM root(NUM s) { return sqrt(s); }
WORD NUM root_or_rest(NUM s) { return sqrt(s); }
WORD NUM sine(NUM s) {
  NUM c;
  lia_sincos1(s, &s, &c);
  return s;
}
WORD NUM cosine(NUM s) {
  NUM c;
  lia_sincos1(s, &s, &c);
  return c;
}
WORD NUM arctan(NUM s) { return atan(s); }
WORD NUM growth(NUM s) { return exp(s); }
WORD NUM raised(NUM s, NUM t) { return pow(s, t); }
WORD NUM size_of(NUM s) { return fabs(s); }
WORD NUM sign_of(NUM s) { return (s > 0) - (s < 0); }
WORD NUM larger(NUM s, NUM t) { return s < t ? t : s; }
WORD NUM smaller(NUM s, NUM t) { return t < s ? t : s; }
/* x where a < b, else y */
WORD NUM where_less(NUM a, NUM b, NUM x, NUM y) { return a < b ? x : y; }

#endif
