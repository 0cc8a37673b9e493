/* sincos_text.h - the one text of sine and cosine, for every vector width; included by sincos.c
 *
 * V is a double or a vector of them, N the integers of its size. BITS and FLOAT see one as the
 * other. */

/* sin and cos of r + (k mod 4) pi/2, where the exact remainder is r - n, |r| <= pi/4 and |n| far
 * below |r|
 *
 *   sin r = r + r z S(z),  cos r = 1 - z/2 + z^2 C(z),  z = r^2,
 *   S and C minimax on |r| <= pi/4 (2^-57, 2^-59)
 *   sin(r - n) = sin r - n cos r,  cos(r - n) = cos r + n sin r, to first order in n */
static inline void NAME(turn)(V r, V n, N k, V *s, V *c) {
  V z = r * r, z2 = z * z, rz = r * z, h = z * SPLAT(0.5);

  // minus S(z), so that the correction below is +0 where r is 0 and sin(-0) stays -0
  V s0 = FMA(z, SPLAT(-0x1.111111110f881p-7), SPLAT(0x1.5555555555549p-3));
  V s1 = FMA(z, SPLAT(-0x1.71de357873670p-19), SPLAT(0x1.a01a019c1269fp-13));
  V s2 = FMA(z, SPLAT(-0x1.5d932f0affb32p-33), SPLAT(0x1.ae5e66d417dbcp-26));
  V S = FMA(z2, FMA(z2, s2, s1), s0);
  V sine = r - FMA(rz, S, FMA(-h, n, n));

  V c0 = FMA(z, SPLAT(-0x1.6c16c16c14f91p-10), SPLAT(0x1.555555555554bp-5));
  V c1 = FMA(z, SPLAT(-0x1.27e4f7eac39e8p-22), SPLAT(0x1.a01a019c844ddp-16));
  V c2 = FMA(z, SPLAT(-0x1.8fa4999d297bdp-37), SPLAT(0x1.1ee9d7b41b22ap-29));
  V C = FMA(z2, FMA(z2, c2, c1), c0);

  // 1 - h rounds; what it lost comes back with the small terms
  V w = SPLAT(1.0) - h, lost = (SPLAT(1.0) - w) - h;
  V cosine = w + (FMA(z2, C, r * n) + lost);

  // quarter turns: odd ones swap the two, the rest is signs
  N odd = -(k & 1), a = BITS(sine), b = BITS(cosine);
  *s = FLOAT(((a & ~odd) | (b & odd)) ^ (-((k >> 1) & 1) & INT64_MIN));
  *c = FLOAT(((b & ~odd) | (a & odd)) ^ (-(((k + 1) >> 1) & 1) & INT64_MIN));
}

/* the same for |x| <= 2^30: x = k pi/2 + (r - n), k the nearest integer, pi/2 = P1 + P2 + P3 (162
 * bits)
 *
 * x - k P1 is exact: both are multiples of 2^-53 and the difference is below 1. The rest is kept as
 * r - n. */
static inline void NAME(near)(V x, V *s, V *c) {
  const V round = SPLAT(0x1.8p52);  // adding it leaves the nearest integer in the low bits
  V kd = FMA(x, SPLAT(0x1.45f306dc9c883p-1), round), k = kd - round;
  V r1 = FMA(-k, SPLAT(0x1.921fb54442d18p+0), x);

  // k P2 = t + tl; r = r1 - t with its rounding error e (two-sum)
  V t = k * SPLAT(0x1.1a62633145c07p-54), tl = FMA(k, SPLAT(0x1.1a62633145c07p-54), -t);
  V r = r1 - t, b = r1 - r;
  V e = (r1 - (r + b)) + (b - t);
  V n = FMA(k, SPLAT(-0x1.f1976b7ed8fbcp-110), tl) - e;
  NAME(turn)(r, n, BITS(kd), s, c);
}

#ifdef LANES

/* up to LANES angles at once; the rare far ones again, one by one */
static inline __attribute__((always_inline)) void NAME(some)(const double *x, int n, V *s, V *c) {
  V X = LOAD(x, n), S, C;
  NAME(near)(X, &S, &C);
  int bad = NAME(far)(X);
  for (int i = 0; __builtin_expect(bad != 0, 0) && i < LANES; i++)
    if (bad >> i & 1) {
      double p, q;
      far(X[i], &p, &q);
      S[i] = p;
      C[i] = q;
    }
  *s = S;
  *c = C;
}

static inline void NAME(block)(const double *x, double *s, double *c, int n) {
  V S, C;
  NAME(some)(x, n, &S, &C);
  STORE(s, n, S);
  STORE(c, n, C);
}

/* with room for all lanes of the results */
static inline __attribute__((unused, always_inline)) void NAME(whole)(const double *x, double *s,
    double *c, int n) {
  V S, C;
  NAME(some)(x, n, &S, &C);
  STORE_ALL(s, S);
  STORE_ALL(c, C);
}

#endif
