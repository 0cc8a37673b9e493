/* four.h - the formula of four coefficients, of both slips together
 *
 *   s = sqrt(kappa^2 + tan^2 alpha),  F = D N sin(C atan(B s - E (B s - atan(B s))))
 *   along (kappa, -tan alpha)/s                                                 [bakker] (1) */
#define TYRE_NUMBERS_four(X)                                                                 \
  X(B, 1, LIA_FORCE_GIVEN, 0, "", "stiffness: the slope at rest is B C D N")                 \
  X(C, 1, LIA_FORCE_GIVEN, 0, "", "shape, at most 2")                                        \
  X(D, 1, LIA_FORCE_GIVEN, 0, "", "most force by load")                                      \
  X(E, 1, 0, LIA_FORCE_ANY, "", "bend near the peak, at most 1")                             \
  X(trail, 1, 0, LIA_FORCE_ANY, "m", "from the side force to the contact, ahead")            \
  X(rolling, 1, 0, 0, "", "resistance of rolling by load")

#define AT_X(name, size, def, least, unit, text) four_##name,
enum { TYRE_NUMBERS_four(AT_X) four_END };
#undef AT_X
#define P(name) p[four_##name]

TYRE_LAW(four) {
  const NUM N = in[LIA_TYRE_load], kappa = in[LIA_TYRE_kappa], side = in[LIA_TYRE_side];
  // friction f: D f and B/f, the slope at rest stays
  const NUM f = grip_of(in);
  NUM s = root_or_rest(plus(square(kappa), square(side))), Bs = over(times(P(B), s), f);
  NUM bent = minus(Bs, times(P(E), minus(Bs, arctan(Bs))));
  NUM F = times(times(P(D), f), sine(times(P(C), arctan(bent))));
  NUM rest = times(P(B), times(P(C), P(D)));
  NUM slope = times(N, where_less(number(0), s, over(F, larger(s, number(1e-12))), rest));
  NUM Fx = times(slope, kappa), Fy = minus_of(times(slope, side));
  answer(out, Fx, Fy, number(0), resisting(P(rolling), in), aligning(P(trail), Fy, in));
}
#undef P

#ifdef TYRE_ROWS
static const char *wrong_four(const double *p) {
  if (p[four_C] > 2) return "C is at most 2: a larger one turns the force round";
  return p[four_E] > 1 ? "E is at most 1" : NULL;
}
#endif
TYRE_AT_ONCE(four)
TYRE_ROW(four, "the formula of four coefficients B, C, D, E, of both slips together", wrong_four,
         NULL)
