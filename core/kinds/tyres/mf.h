/* mf.h - the words that the Magic Formulas 5.2 and 6.1 share
 *
 * Each force is asked at 1 N of load or more and shortened with the load at last, so that a wheel
 * that lifts off needs no division by 0. */
#ifndef LIA_TYRE_MF_H
#define LIA_TYRE_MF_H

#include "kinds/tyres/mf_numbers.h"

/* B x - E (B x - atan(B x)),  C atan of it */
WORD NUM mf_angle(NUM B, NUM C, NUM E, NUM x) {
  NUM Bx = times(B, x);
  return times(C, arctan(minus(Bx, times(E, minus(Bx, arctan(Bx))))));
}
/* cos of it, by that at the shift: 1 where the other slip is 0 */
WORD NUM mf_weight(NUM B, NUM C, NUM E, NUM x, NUM shift) {
  return over(cosine(mf_angle(B, C, E, plus(x, shift))), cosine(mf_angle(B, C, E, shift)));
}
WORD NUM mf_below(NUM E) { return smaller(E, one()); }
/* sqrt(a^2 + (k b)^2) sign(a) */
WORD NUM mf_together(NUM a, NUM k, NUM b) {
  return times(sign_of(a), root_or_rest(plus(square(a), square(times(k, b)))));
}

/* a relaxation length is a tenth of the radius at least: steps of a run need not follow a wheel
 * that hardly touches */
WORD NUM mf_longer(NUM length, NUM R) { return larger(length, times(number(0.1), R)); }

/* N (PTX1 + PTX2 f) exp(-PTX3 f) R LSGKP/FNOMIN,
 * PTY1 sin(2 atan n) (1 - PKY3 |gamma|) R LFZO LSGAL,  n = N/(PTY2 FNOMIN LFZO)   [mftyre52] */
WORD void mf_lengths(const NUM *p, NUM N, NUM f, NUM gamma, NUM R, NUM *out) {
  NUM lx = times(linear_in(f, p[mf_PTX1], p[mf_PTX2]), growth(minus_of(times(p[mf_PTX3], f))));
  lx = times(times(lx, over(N, p[mf_FNOMIN])), times(R, p[mf_LSGKP]));
  NUM most = larger(times(times(p[mf_PTY2], p[mf_FNOMIN]), p[mf_LFZO]), one());
  NUM n = over(N, most), share = over(times(number(2), n), plus(one(), square(n)));
  NUM lean = minus(one(), times(p[mf_PKY3], size_of(gamma)));
  NUM ly = times(times(p[mf_PTY1], share), lean);
  ly = times(times(ly, R), times(p[mf_LFZO], p[mf_LSGAL]));
  out[0] = where_less(number(0), p[mf_PTX1], mf_longer(lx, R), number(0));
  out[1] = where_less(number(0), p[mf_PTY1], mf_longer(ly, R), number(0));
}

#endif
