/* turn.c - (c + i s)^n by squaring */
#include "sym/expr/turn.h"

#include "sym/expr/build.h"

lia_turn lia_turn_then(lia_pool *p, lia_turn a, lia_turn b) {
  if (a.s == LIA_ZERO && a.c == LIA_ONE) return b;
  lia_turn r;
  r.c = lia_sym_sub(p, lia_sym_mul(p, a.c, b.c), lia_sym_mul(p, a.s, b.s));
  r.s = lia_sym_add(p, lia_sym_mul(p, a.s, b.c), lia_sym_mul(p, a.c, b.s));
  return r;
}

lia_turn lia_turn_multiple(lia_pool *p, lia_turn t, int64_t n) {
  lia_turn r = { LIA_ONE, LIA_ZERO };
  int minus = n < 0;
  for (uint64_t k = minus ? 0 - (uint64_t)n : (uint64_t)n; k; k >>= 1) {
    if (k & 1) r = lia_turn_then(p, r, t);
    if (k > 1) t = lia_turn_then(p, t, t);
  }
  if (minus) r.s = lia_sym_neg(p, r.s);
  return r;
}
