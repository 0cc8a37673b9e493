/* big.h - whole numbers of any size
 *
 * A number is limbs, the lowest first, and a sign; it never changes once made. Results live in a
 * scratch of the caller's, which is freed at once, or back to a mark. Memory that gives out sticks:
 * later results are 0 and s->nomem is 1. A number above LIA_BIG_MOST bits is refused in the same
 * way, with s->large. */
#ifndef LIA_BIG_H
#define LIA_BIG_H

#include "base/text.h"

#include <stddef.h>
#include <stdint.h>

LIA_C_BEGIN

#ifdef __SIZEOF_INT128__
typedef uint64_t lia_limb;
__extension__ typedef unsigned __int128 lia_limbs2;
enum { LIA_LIMB = 64 };
#else
typedef uint32_t lia_limb;
typedef uint64_t lia_limbs2;
enum { LIA_LIMB = 32 };
#endif

enum { LIA_BIG_MOST = 1 << 26 };

/* |n| limbs, the highest not 0; n < 0: a negative number; n = 0: zero */
typedef struct lia_big { const lia_limb *v; int32_t n; } lia_big;

typedef struct lia_bigblock lia_bigblock;

typedef struct lia_bigs {
  lia_bigblock *block;
  lia_limb *at, *end;
  int nomem, large;
  int loose;               /* see ratio.h */
  lia_limb local[96];
} lia_bigs;

typedef struct lia_bigmark { lia_bigblock *block; lia_limb *at, *end; } lia_bigmark;

void lia_bigs_start(lia_bigs *s);
void lia_bigs_free(lia_bigs *s);
static inline lia_bigmark lia_bigs_mark(const lia_bigs *s) {
  lia_bigmark m = { s->block, s->at, s->end };
  return m;
}
/* what was made since the mark is gone */
void lia_bigs_back(lia_bigs *s, lia_bigmark m);
static inline int lia_bigs_bad(const lia_bigs *s) { return s->nomem || s->large; }

lia_big lia_big_of(lia_bigs *s, int64_t x);
lia_big lia_big_of_double(lia_bigs *s, double x);               /* of a whole double */
lia_big lia_big_copy(lia_bigs *s, lia_big a);
int lia_big_fits(lia_big a, int64_t *x);                        /* 1 and x where -2^63 < a < 2^63 */
size_t lia_big_bits(lia_big a);                                 /* of |a|; 0 has none */
static inline int lia_big_sign(lia_big a) { return (a.n > 0) - (a.n < 0); }
static inline lia_big lia_big_neg(lia_big a) { a.n = -a.n; return a; }
static inline lia_big lia_big_abs(lia_big a) { return a.n < 0 ? lia_big_neg(a) : a; }
int lia_big_cmp(lia_big a, lia_big b);                          /* sign of a - b */
int lia_big_odd(lia_big a);
size_t lia_big_twos(lia_big a);                                 /* how often 2 divides a; 0 of 0 */

lia_big lia_big_add(lia_bigs *s, lia_big a, lia_big b);
lia_big lia_big_sub(lia_bigs *s, lia_big a, lia_big b);
lia_big lia_big_mul(lia_bigs *s, lia_big a, lia_big b);
lia_big lia_big_shift(lia_bigs *s, lia_big a, int64_t bits);    /* a 2^bits, rounded towards 0 */
/* a = q b + r with |r| < |b|, r of the sign of a; b is not 0; q or r may be NULL */
void lia_big_div(lia_bigs *s, lia_big a, lia_big b, lia_big *q, lia_big *r);
uint64_t lia_big_mod_small(lia_big a, uint32_t m);              /* |a| mod m */
lia_big lia_big_gcd(lia_bigs *s, lia_big a, lia_big b);         /* not negative */
lia_big lia_big_pow(lia_bigs *s, lia_big a, uint64_t n);
/* the largest r with r^k <= a, for a >= 0, k >= 1; *exact (may be NULL): r^k = a */
lia_big lia_big_root(lia_bigs *s, lia_big a, uint32_t k, int *exact);

/* a/b rounded to the nearest double, ties to even; b > 0. Beyond the range inf, below it 0 */
double lia_big_ratio_double(lia_bigs *s, lia_big a, lia_big b);

/* n decimal digits, no sign; and the digits of |a|, at the end of out */
lia_big lia_big_of_digits(lia_bigs *s, const char *digits, size_t n);
void lia_big_digits(lia_bigs *s, lia_big a, lia_text *out);

LIA_C_END

#endif
