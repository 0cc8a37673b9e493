/* brush.h - bristles that stick and slide: Fiala's tyre, with both slips together
 *
 * Of sx = kappa/|1 + kappa|, sy = (tan alpha + camber gamma/cy)/|1 + kappa|, and
 * S = |(cx sx, cy sy)|, psi = S/(3 mu N):
 *
 *   F = mu N (3 psi - 3 psi^2 + psi^3) where psi < 1, else mu N;  along (cx sx, -cy sy)
 *   trail = half/3 (1 - psi)^3/(1 - psi + psi^2/3)                    [pacejka] 3.2, [fiala] */
#define TYRE_NUMBERS_brush(X)                                                                \
  X(cx, 1, LIA_FORCE_GIVEN, 0, "N", "Fx per slip, where it is small")                        \
  X(cy, 1, LIA_FORCE_GIVEN, 0, "N/rad", "side force per slip angle, where it is small")      \
  X(mu, 1, LIA_FORCE_GIVEN, 0, "", "friction")                                               \
  X(half, 1, 0, 0, "m", "half the length of the contact: its trail is a third of it")        \
  X(camber, 1, 0, LIA_FORCE_ANY, "N/rad", "side force per camber")                           \
  X(rolling, 1, 0, 0, "", "resistance of rolling by load")

#define AT_X(name, size, def, least, unit, text) brush_##name,
enum { TYRE_NUMBERS_brush(AT_X) brush_END };
#undef AT_X
#define P(name) p[brush_##name]

TYRE_LAW(brush) {
  const NUM kappa = in[LIA_TYRE_kappa];
  const NUM most = times(times(P(mu), in[LIA_TYRE_load]), in[LIA_TYRE_friction]);
  NUM Sx = rolled(times(P(cx), kappa), kappa);
  NUM Sy = plus(times(P(cy), in[LIA_TYRE_side]), times(P(camber), in[LIA_TYRE_gamma]));
  Sy = rolled(Sy, kappa);
  NUM S = root_or_rest(plus(square(Sx), square(Sy)));
  NUM psi = over(S, larger(times(number(3), most), number(1e-9)));
  NUM shape = square_in(psi, one(), number(-1), number(1.0 / 3)), stuck = minus(one(), psi);
  NUM part = where_less(psi, one(), shape, over(most, larger(S, number(1e-9))));
  NUM trail = over(times(P(half), times(stuck, square(stuck))), times(number(3), shape));
  trail = where_less(psi, one(), trail, number(0));
  NUM Fx = times(part, Sx), Fy = minus_of(times(part, Sy));
  answer(out, Fx, Fy, number(0), resisting(P(rolling), in), aligning(trail, Fy, in));
}
#undef P

TYRE_AT_ONCE(brush)
TYRE_ROW(brush, "bristles that stick and slide (Fiala), with both slips together", NULL, NULL)
