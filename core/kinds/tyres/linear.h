/* linear.h - a tyre whose forces grow with its slips, on a circle of friction where mu is given
 *
 *   Fx = cx kappa,  Fy = -cy tan alpha - camber gamma,  both times N/load where load is given;
 *   shortened together to mu N where they are longer,  Mz = -trail Fy */
#define TYRE_NUMBERS_linear(X)                                                               \
  X(cx, 1, LIA_FORCE_GIVEN, 0, "N", "Fx per slip")                                           \
  X(cy, 1, LIA_FORCE_GIVEN, 0, "N/rad", "side force per slip angle")                         \
  X(camber, 1, 0, LIA_FORCE_ANY, "N/rad", "side force per camber")                           \
  X(load, 1, 0, 0, "N", "at which these hold: they grow with the load; 0: they do not")      \
  X(mu, 1, -1, -1, "", "most force by load; not given: any")                                 \
  X(trail, 1, 0, LIA_FORCE_ANY, "m", "from the side force to the contact, ahead")            \
  X(rolling, 1, 0, 0, "", "resistance of rolling by load")

#define AT_X(name, size, def, least, unit, text) linear_##name,
enum { TYRE_NUMBERS_linear(AT_X) linear_END };
#undef AT_X
#define P(name) p[linear_##name]

TYRE_LAW(linear) {
  const NUM N = in[LIA_TYRE_load], zero_load = number(0);
  NUM grown = where_less(zero_load, P(load), over(N, larger(P(load), number(1e-9))), one());
  grown = where_less(zero_load, N, grown, zero_load);
  NUM Fx = times(grown, times(P(cx), in[LIA_TYRE_kappa]));
  NUM Fy = times(P(cy), in[LIA_TYRE_side]);
  Fy = minus_of(times(grown, plus(Fy, times(P(camber), in[LIA_TYRE_gamma]))));
  // min(1, mu N/F), F^2 never 0
  NUM most = times(times(P(mu), N), in[LIA_TYRE_friction]), F2 = plus(square(Fx), square(Fy));
  NUM longest = root(larger(larger(F2, square(most)), number(1e-12)));
  NUM part = where_less(P(mu), zero_load, one(), over(most, longest));
  Fx = times(part, Fx);
  Fy = times(part, Fy);
  answer(out, Fx, Fy, zero_load, resisting(P(rolling), in), aligning(P(trail), Fy, in));
}
#undef P

TYRE_AT_ONCE(linear)
TYRE_ROW(linear, "forces that grow with the slips, on a circle of friction where mu is given", NULL,
         NULL)
