/* tyre_words_sym.h - the words that laws of tyres need besides those of geo/spatial_sym.h:
 * expressions */
#ifndef LIA_TYRE_WORDS_SYM_H
#define LIA_TYRE_WORDS_SYM_H

#include "geo/spatial_sym.h"

WORD NUM root(NUM s) { return lia_sym_sqrt(words_pool, s); }
/* no root of 0: so what is multiplied by it has a slope there */
WORD NUM root_or_rest(NUM s) {
  return lia_sym_if(words_pool, lia_sym_eq(words_pool, s, LIA_ZERO), LIA_ZERO, root(s));
}
WORD NUM sine(NUM s) { return lia_sym_sin(words_pool, s); }
WORD NUM cosine(NUM s) { return lia_sym_cos(words_pool, s); }
WORD NUM arctan(NUM s) { return lia_sym_atan(words_pool, s); }
WORD NUM growth(NUM s) { return lia_sym_exp(words_pool, s); }
WORD NUM raised(NUM s, NUM t) { return lia_sym_pow(words_pool, s, t); }
WORD NUM size_of(NUM s) { return lia_sym_abs(words_pool, s); }
WORD NUM sign_of(NUM s) { return lia_sym_sign(words_pool, s); }
WORD NUM larger(NUM s, NUM t) { return lia_sym_max(words_pool, s, t); }
WORD NUM smaller(NUM s, NUM t) { return lia_sym_min(words_pool, s, t); }
WORD NUM where_less(NUM a, NUM b, NUM x, NUM y) {
  return lia_sym_if(words_pool, lia_sym_lt(words_pool, a, b), x, y);
}

#endif
