/* tmeasy.h - TMeasy: slope at rest, peak and sliding at two loads, both slips together
 *
 * Forces over the load by parabolas, slips by lines, with r = N/load (from 2 on they keep their
 * share): F(r) = r (2 F1 - F2/2 - (F1 - F2/2) r),  s(r) = s1 + (s2 - s1)(r - 1). Slips by the
 * speed of rolling, made alike by s^ = sM/(sMx + sMy) + (FM/dF)/(FMx/dFx + FMy/dFy); of their
 * length s and direction (c, d) the numbers of that direction are the roots of sums of squares, and
 *
 *   F = dF s/(1 + z (z + dF sM/FM - 2)),  z = s/sM                   where s <= sM
 *   F = FM - (FM - FS) z^2 (3 - 2 z),     z = (s - sM)/(sS - sM)     where s <= sS,  else FS
 *
 * The trail falls over the side slip from `trail` to 0 at sy0, below and to 0 again at syS.
 *                                                                       [rill] 3.3, 3.4 */
#define TYRE_NUMBERS_tmeasy(X)                                                               \
  X(load, 1, LIA_FORCE_GIVEN, 1, "N", "at which the numbers ..1 hold; those ..2 at twice")   \
  X(dFx1, 1, LIA_FORCE_GIVEN, 0, "N", "slope of Fx at rest")                                 \
  X(sMx1, 1, LIA_FORCE_GIVEN, 0, "", "slip of the peak of Fx")                               \
  X(FMx1, 1, LIA_FORCE_GIVEN, 0, "N", "peak of Fx")                                          \
  X(sSx1, 1, LIA_FORCE_GIVEN, 0, "", "slip where it slides")                                 \
  X(FSx1, 1, LIA_FORCE_GIVEN, 0, "N", "Fx where it slides")                                  \
  X(dFx2, 1, LIA_FORCE_GIVEN, 0, "N", "slope of Fx at rest")                                 \
  X(sMx2, 1, LIA_FORCE_GIVEN, 0, "", "slip of the peak of Fx")                               \
  X(FMx2, 1, LIA_FORCE_GIVEN, 0, "N", "peak of Fx")                                          \
  X(sSx2, 1, LIA_FORCE_GIVEN, 0, "", "slip where it slides")                                 \
  X(FSx2, 1, LIA_FORCE_GIVEN, 0, "N", "Fx where it slides")                                  \
  X(dFy1, 1, LIA_FORCE_GIVEN, 0, "N", "slope of the side force at rest")                     \
  X(sMy1, 1, LIA_FORCE_GIVEN, 0, "", "slip of the peak of the side force")                   \
  X(FMy1, 1, LIA_FORCE_GIVEN, 0, "N", "peak of the side force")                              \
  X(sSy1, 1, LIA_FORCE_GIVEN, 0, "", "slip where it slides")                                 \
  X(FSy1, 1, LIA_FORCE_GIVEN, 0, "N", "side force where it slides")                          \
  X(dFy2, 1, LIA_FORCE_GIVEN, 0, "N", "slope of the side force at rest")                     \
  X(sMy2, 1, LIA_FORCE_GIVEN, 0, "", "slip of the peak of the side force")                   \
  X(FMy2, 1, LIA_FORCE_GIVEN, 0, "N", "peak of the side force")                              \
  X(sSy2, 1, LIA_FORCE_GIVEN, 0, "", "slip where it slides")                                 \
  X(FSy2, 1, LIA_FORCE_GIVEN, 0, "N", "side force where it slides")                          \
  X(trail, 1, 0, 0, "m", "of the side force without slip")                                   \
  X(sy0, 1, 0.2, 0, "", "side slip where the trail is 0")                                    \
  X(syS, 1, 0.5, 0, "", "side slip from which it stays 0")                                   \
  X(camber, 1, 0, LIA_FORCE_ANY, "", "side slip that a camber of 1 rad stands for")          \
  X(rolling, 1, 0, 0, "", "resistance of rolling by load")

#define AT_X(name, size, def, least, unit, text) tmeasy_##name,
enum { TYRE_NUMBERS_tmeasy(AT_X) tmeasy_END };
#undef AT_X
#define P(name) p[tmeasy_##name]

/* the five numbers of one direction at a load */
typedef struct NAME(tmeasy_curve) { NUM dF, sM, FM, sS, FS; } NAME(tmeasy_curve);

WORD NUM tmeasy_force(NUM N, NUM load, NUM F1, NUM F2) {
  NUM half = over(F2, number(2)), r = smaller(over(N, load), number(2));
  NUM share = minus(minus(times(number(2), F1), half), times(minus(F1, half), r));
  return times(over(N, load), share);
}

WORD NUM tmeasy_slip(NUM N, NUM load, NUM s1, NUM s2) {
  NUM r = smaller(over(N, load), number(2));
  return plus(s1, times(minus(s2, s1), minus(r, one())));
}

/* numbers ..1 at a, ..2 behind them; friction f: forces and slips by it, the slope stays */
static inline NAME(tmeasy_curve) tmeasy_at(const NUM *a, NUM N, NUM load, NUM f) {
  return (NAME(tmeasy_curve)){
    tmeasy_force(N, load, a[0], a[5]), times(f, tmeasy_slip(N, load, a[1], a[6])),
    times(f, tmeasy_force(N, load, a[2], a[7])), times(f, tmeasy_slip(N, load, a[3], a[8])),
    times(f, tmeasy_force(N, load, a[4], a[9])),
  };
}

/* sqrt((a c)^2 + (b d)^2) of c2 = c^2, d2 = d^2 */
WORD NUM tmeasy_between(NUM a, NUM c2, NUM b, NUM d2) {
  return root(plus(times(square(a), c2), times(square(b), d2)));
}

/* F/s */
static inline NUM tmeasy_slope(const NAME(tmeasy_curve) *k, NUM s) {
  NUM z = over(s, k->sM), bend = minus(over(times(k->dF, k->sM), k->FM), number(2));
  NUM first = over(k->dF, plus(one(), times(z, plus(z, bend))));
  NUM y = over(minus(s, k->sM), minus(k->sS, k->sM));
  NUM fall = times(square(y), minus(number(3), times(number(2), y)));
  NUM second = minus(k->FM, times(minus(k->FM, k->FS), fall)), at = larger(s, number(1e-12));
  NUM behind = where_less(k->sS, s, over(k->FS, at), over(second, at));
  return where_less(k->sM, s, behind, first);
}

static inline NUM tmeasy_trail_at(const NUM *p, NUM sy) {
  NUM s = over(size_of(sy), P(sy0)), w = over(P(sy0), P(syS)), v = minus(one(), w);
  NUM cubic = minus(one(), times(square(s), minus(number(3), times(number(2), s))));
  NUM first = plus(times(v, minus(one(), s)), times(w, cubic));
  NUM left = over(minus(P(syS), size_of(sy)), minus(P(syS), P(sy0)));
  NUM second = minus_of(times(times(v, minus(s, one())), square(left)));
  NUM behind = where_less(P(syS), size_of(sy), number(0), second);
  return times(P(trail), where_less(one(), s, behind, first));
}

TYRE_LAW(tmeasy) {
  const NUM kappa = in[LIA_TYRE_kappa], load = in[LIA_TYRE_load];
  // forces at 1 N or more, shortened with the load at last
  const NUM N = larger(load, one()), part = over(load, N);
  const NAME(tmeasy_curve) x = tmeasy_at(&P(dFx1), N, P(load), grip_of(in));
  const NAME(tmeasy_curve) y = tmeasy_at(&P(dFy1), N, P(load), grip_of(in));
  NAME(tmeasy_curve) k;
  NUM steep_x = over(x.FM, x.dF), steep_y = over(y.FM, y.dF), steep = plus(steep_x, steep_y);
  NUM like_x = plus(over(x.sM, plus(x.sM, y.sM)), over(steep_x, steep));
  NUM like_y = plus(over(y.sM, plus(x.sM, y.sM)), over(steep_y, steep));
  NUM sx = rolled(kappa, kappa);
  NUM sy = rolled(plus(in[LIA_TYRE_side], times(P(camber), in[LIA_TYRE_gamma])), kappa);
  NUM nx = over(sx, like_x), ny = over(sy, like_y), s2 = plus(square(nx), square(ny));
  NUM least = larger(s2, number(1e-24)), c2 = over(square(nx), least), d2 = over(square(ny), least);
  c2 = where_less(s2, number(1e-24), one(), c2);
  k.dF = tmeasy_between(times(x.dF, like_x), c2, times(y.dF, like_y), d2);
  k.sM = tmeasy_between(over(x.sM, like_x), c2, over(y.sM, like_y), d2);
  k.FM = tmeasy_between(x.FM, c2, y.FM, d2);
  k.sS = tmeasy_between(over(x.sS, like_x), c2, over(y.sS, like_y), d2);
  k.FS = tmeasy_between(x.FS, c2, y.FS, d2);
  NUM slope = tmeasy_slope(&k, root_or_rest(s2)), tiny = number(1e-24);
  // at rest each has its own slope
  NUM Fx = where_less(s2, tiny, times(x.dF, sx), times(slope, nx));
  NUM Fy = minus_of(where_less(s2, tiny, times(y.dF, sy), times(slope, ny)));
  Fx = times(part, Fx);
  Fy = times(part, Fy);
  NUM Mz = aligning(tmeasy_trail_at(p, sy), Fy, in);
  answer(out, Fx, Fy, number(0), resisting(P(rolling), in), Mz);
}

#ifdef TYRE_ROWS
// five numbers at a load and at twice: what is wrong with them
static const char *wrong_curve(const double *a) {
  for (int k = 0; k < 10; k++)
    if (!(a[k] > 0)) return "slopes, slips and forces of TMeasy must be greater than 0";
  if (a[1] >= a[3] || a[6] >= a[8]) return "the slip of sliding must be above that of the peak";
  if (a[6] >= 2 * a[1] || a[8] >= 2 * a[3])
    return "slips at twice the load must be below twice those at the load";
  for (int k = 0; k < 5; k += 2)
    if (a[5 + k] >= 4 * a[k])
      return "forces at twice the load must be below four times those at it";
  if (2 * a[1] - a[6] >= 2 * a[3] - a[8])
    return "without load the slip of sliding falls below that of the peak";
  return NULL;
}

static const char *wrong_tmeasy(const double *p) {
  const char *x = wrong_curve(&P(dFx1)), *y = wrong_curve(&P(dFy1));
  if (x) return x;
  if (y) return y;
  return 0 < P(sy0) && P(sy0) < P(syS) ? NULL : "expected 0 < sy0 < syS";
}
#endif
#undef P

TYRE_AT_ONCE(tmeasy)
TYRE_ROW(tmeasy, "TMeasy: slope, peak and sliding at two loads, both slips together", wrong_tmeasy,
         NULL)
