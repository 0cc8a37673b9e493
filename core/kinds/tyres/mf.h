/* mf.h - the words that the Magic Formulas 5.2 and 6.1 share
 *
 * Each force is asked at 1 N of load or more and shortened with the load at last, so that a wheel
 * that lifts off needs no division by 0. */
#ifndef LIA_TYRE_MF_H
#define LIA_TYRE_MF_H

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

#endif
