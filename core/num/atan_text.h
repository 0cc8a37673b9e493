/* atan_text.h - the one text of the arctangent, for every vector width; included by atan.c
 *
 * V is a double or a vector of them, N the integers of its size. BITS and FLOAT see one as the
 * other, NOT_BELOW(a, b) has all bits set where a >= b. */

/* a where all bits of m are set, else b */
static inline V NAME(either)(N m, V a, V b) {
  return FLOAT((BITS(a) & m) | (BITS(b) & ~m));
}

/* Of a = |x|, c the nearest of 0, 1/2, 1, 3/2 and infinity:
 *
 *   atan a = atan c + atan t,   t = (a - c)/(1 + c a);  c infinite: t = -1/a,  |t| <= 7/16
 *   atan t = t - t z P(z),  z = t^2,  P minimax on z <= (7/16)^2 (2^-57)
 *
 * atan c is hi + lo, a - c is exact. */
static inline V NAME(one_atan)(V x) {
  const N sign = BITS(x) & BITS(SPLAT(-0.0));
  const V a = FLOAT(BITS(x) ^ sign);
  const N half = NOT_BELOW(a, SPLAT(0.4375)), one = NOT_BELOW(a, SPLAT(0.6875)),
          more = NOT_BELOW(a, SPLAT(1.1875)), far = NOT_BELOW(a, SPLAT(2.4375));
  const N step = BITS(SPLAT(0.5));
  const V c = FLOAT(half & step) + FLOAT(one & step) + FLOAT(more & step);
  const V above = NAME(either)(far, SPLAT(-1.0), a - c);
  const V t = above / NAME(either)(far, a, FMA(c, a, SPLAT(1.0)));

  V hi = FLOAT(half & BITS(SPLAT(0x1.dac670561bb4fp-2)));
  V lo = FLOAT(half & BITS(SPLAT(0x1.a2b7f222f65e2p-56)));
  hi = NAME(either)(one, SPLAT(0x1.921fb54442d18p-1), hi);
  lo = NAME(either)(one, SPLAT(0x1.1a62633145c07p-55), lo);
  hi = NAME(either)(more, SPLAT(0x1.f730bd281f69bp-1), hi);
  lo = NAME(either)(more, SPLAT(0x1.007887af0cbbdp-56), lo);
  hi = NAME(either)(far, SPLAT(0x1.921fb54442d18p+0), hi);
  lo = NAME(either)(far, SPLAT(0x1.1a62633145c07p-54), lo);

  const V z = t * t, z2 = z * z, z4 = z2 * z2;
  const V p0 = FMA(z, SPLAT(-0x1.999999998eb50p-3), SPLAT(0x1.555555555550dp-2));
  const V p1 = FMA(z, SPLAT(-0x1.c71c6fe19a3bbp-4), SPLAT(0x1.2492492006399p-3));
  const V p2 = FMA(z, SPLAT(-0x1.3b0f2a3e76df6p-4), SPLAT(0x1.745cdc47a2110p-4));
  const V p3 = FMA(z, SPLAT(-0x1.dde286a64c781p-5), SPLAT(0x1.10d663709ef5bp-4));
  const V p4 = FMA(z, SPLAT(-0x1.2b41da1c720d9p-5), SPLAT(0x1.97b38e70681a8p-5));
  const V last = FMA(z2, SPLAT(0x1.0acf4335bd136p-6), p4);
  const V P = FMA(z4, FMA(z4, last, FMA(z2, p3, p2)), FMA(z2, p1, p0));
  const V r = hi - (FMA(t, z * P, -lo) - t);
  return FLOAT(BITS(r) | sign);
}
