/* tyre_sym.c - the laws of tyres in expressions */
#include "kinds/tyre.h"

#include "kinds/tyres/tyre_words_sym.h"

#define TYRE_ROW(name, text, wrong, relaxes)
#include "kinds/tyres/tyre_laws.h"

#define X(name)                                                                                   \
  void lia_tyre_make_##name(lia_pool *pool, const lia_expr *p, const lia_expr *in,                \
                            lia_expr *out) {                                                      \
    words_pool = pool;                                                                            \
    NAME(tyre_##name)(p, in, out);                                                                \
  }                                                                                               \
  void lia_tyre_wheel_##name(lia_pool *pool, const lia_expr *p, const lia_expr *x,                \
                             const lia_expr *v, const lia_expr *z, lia_expr *f, lia_expr *dz) {   \
    words_pool = pool;                                                                            \
    NAME(wheel_##name)(p, x, v, z, f, dz);                                                        \
  }
#include "kinds/tyres.def"
#undef X
