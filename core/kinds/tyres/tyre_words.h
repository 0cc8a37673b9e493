/* tyre_words.h - what several laws of tyres say, in words: behind tyre_words_num.h or _sym.h */
#ifndef LIA_TYRE_WORDS_H
#define LIA_TYRE_WORDS_H

WORD NUM one(void) { return number(1); }
WORD NUM square(NUM s) { return times(s, s); }
/* a + b x,  a + b x + c x^2 */
WORD NUM linear_in(NUM x, NUM a, NUM b) { return plus(a, times(b, x)); }
WORD NUM square_in(NUM x, NUM a, NUM b, NUM c) { return plus(a, times(x, plus(b, times(c, x)))); }

/* cos(atan s) */
WORD NUM cosine_of_slope(NUM s) { return over(one(), root(plus(one(), square(s)))); }

/* slips by the speed of the rolling wheel: s/|1 + kappa|, bounded where it is locked */
WORD NUM rolled(NUM s, NUM kappa) {
  return over(s, larger(size_of(plus(one(), kappa)), number(1e-3)));
}

/* moment of rolling resistance, against the way it rolls: -f N R way */
WORD NUM resisting(NUM f, const NUM *in) {
  return minus_of(times(times(f, in[LIA_TYRE_load]), times(in[LIA_TYRE_radius], in[LIA_TYRE_way])));
}

/* aligning moment of a side force a trail behind the contact: in reverse it is in front */
WORD NUM aligning(NUM trail, NUM Fy, const NUM *in) {
  return minus_of(times(times(trail, in[LIA_TYRE_way]), Fy));
}

WORD void answer(NUM *out, NUM Fx, NUM Fy, NUM Mx, NUM My, NUM Mz) {
  out[LIA_TYRE_Fx] = Fx;
  out[LIA_TYRE_Fy] = Fy;
  out[LIA_TYRE_Mx] = Mx;
  out[LIA_TYRE_My] = My;
  out[LIA_TYRE_Mz] = Mz;
}

/* friction of the road as a factor that may divide */
WORD NUM grip_of(const NUM *in) { return larger(in[LIA_TYRE_friction], number(1e-6)); }

#endif
