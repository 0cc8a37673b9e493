/* big_root.c - roots of whole numbers, and the double nearest to a ratio of two */
#include "sym/expr/big.h"

#include "base/assert.h"

#include <math.h>

// Newton from above: r = ((k - 1) r + a/r^(k-1))/k until it falls no more
lia_big lia_big_root(lia_bigs *s, lia_big a, uint32_t k, int *exact) {
  if (exact) *exact = 1;
  if (a.n <= 0 || k == 1) return a;
  lia_big r = lia_big_shift(s, lia_big_of(s, 1), (int64_t)((lia_big_bits(a) + k - 1) / k)),
      K = lia_big_of(s, k);
  while (!lia_bigs_bad(s)) {
    lia_big q, next;
    lia_big_div(s, a, lia_big_pow(s, r, k - 1), &q, NULL);
    q = lia_big_add(s, lia_big_mul(s, lia_big_of(s, (int64_t)k - 1), r), q);
    lia_big_div(s, q, K, &next, NULL);
    if (lia_big_cmp(next, r) >= 0) break;
    r = next;
  }
  if (exact) *exact = !lia_bigs_bad(s) && lia_big_cmp(lia_big_pow(s, r, k), a) == 0;
  return lia_bigs_bad(s) ? (lia_big){ NULL, 0 } : r;
}

// ---- doubles

// 2 to 4 bits more than a double has, and whether anything is left
double lia_big_ratio_double(lia_bigs *s, lia_big a, lia_big b) {
  if (!a.n) return 0;
  int64_t up = (int64_t)lia_big_bits(b) - (int64_t)lia_big_bits(a) + 66;
  LIA_ASSERT(b.n > 0 || lia_bigs_bad(s));
  lia_big x = lia_big_abs(a), y = b, q = { NULL, 0 }, rest = q;
  if (up < -1200) return a.n < 0 ? -HUGE_VAL : HUGE_VAL;
  if (up > 1200) return 0;
  if (up >= 0) x = lia_big_shift(s, x, up);
  else y = lia_big_shift(s, y, -up);
  lia_big_div(s, x, y, &q, &rest);
  // q has 66 or 67 bits; the result keeps 53, fewer where it is subnormal: one rounding, of all
  // that is there
  int64_t bits = (int64_t)lia_big_bits(q), kept = bits - up + 1074 < 53 ? bits - up + 1074 : 53;
  if (lia_bigs_bad(s) || kept < 0) return 0;
  int64_t below = bits - kept, m = 0;
  lia_big whole = lia_big_shift(s, q, -below),
      left = lia_big_sub(s, q, lia_big_shift(s, whole, below));
  int c = lia_big_cmp(left, lia_big_shift(s, lia_big_of(s, 1), below - 1));
  if (!lia_big_fits(whole, &m)) return 0;
  m += c > 0 || (c == 0 && (rest.n != 0 || (m & 1)));
  double r = ldexp((double)m, (int)(below - up));
  return a.n < 0 ? -r : r;
}
