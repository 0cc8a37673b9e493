/* mf61.h - the Magic Formula 6.1, steady, with both slips, camber, load and pressure
 *
 * Letters, numbers and order of the equations as published: alpha* = tan alpha, gamma* =
 * sin gamma.                                              [pacejka12] 4.3.2, [besselink10] */
#include "kinds/tyres/mf_numbers.h"

#define MF61_MORE(X)                                                                 \
  X(NOMPRES, 1, 2e5, 1, "Pa", "nominal pressure")                                    \
  X(PEY5, 1, 0, LIA_FORCE_ANY, "", "Fy: bend over camber squared")                   \
  X(PKY4, 1, 2, LIA_FORCE_ANY, "", "Fy: shape of the slope over the load")           \
  X(PKY5, 1, 0, LIA_FORCE_ANY, "", "Fy: load of the most slope over camber squared") \
  X(PKY6, 1, 0, LIA_FORCE_ANY, "", "Fy: slope of camber by load")                    \
  X(PKY7, 1, 0, LIA_FORCE_ANY, "", "Fy: slope of camber over the load")              \
  X(RBX3, 1, 0, LIA_FORCE_ANY, "", "Fx with side slip: slope over camber squared")   \
  X(RBY4, 1, 0, LIA_FORCE_ANY, "", "Fy with kappa: slope over camber squared")       \
  X(PPX1, 1, 0, LIA_FORCE_ANY, "", "Fx: slope over the pressure")                    \
  X(PPX2, 1, 0, LIA_FORCE_ANY, "", "Fx: slope over the pressure squared")            \
  X(PPX3, 1, 0, LIA_FORCE_ANY, "", "Fx: friction over the pressure")                 \
  X(PPX4, 1, 0, LIA_FORCE_ANY, "", "Fx: friction over the pressure squared")         \
  X(PPY1, 1, 0, LIA_FORCE_ANY, "", "Fy: slope over the pressure")                    \
  X(PPY2, 1, 0, LIA_FORCE_ANY, "", "Fy: load of the most slope over the pressure")   \
  X(PPY3, 1, 0, LIA_FORCE_ANY, "", "Fy: friction over the pressure")                 \
  X(PPY4, 1, 0, LIA_FORCE_ANY, "", "Fy: friction over the pressure squared")         \
  X(PPY5, 1, 0, LIA_FORCE_ANY, "", "Fy: slope of camber over the pressure")          \
  X(PPZ1, 1, 0, LIA_FORCE_ANY, "", "Mz: trail over the pressure")                    \
  X(PPZ2, 1, 0, LIA_FORCE_ANY, "", "Mz: the rest over camber and pressure")          \
  X(QBZ6, 1, 0, LIA_FORCE_ANY, "", "Mz: slope over camber squared")                  \
  X(QDZ10, 1, 0, LIA_FORCE_ANY, "", "Mz: the rest over camber squared")              \
  X(QDZ11, 1, 0, LIA_FORCE_ANY, "", "Mz: the rest over camber squared and load")     \
  X(QSX4, 1, 0, LIA_FORCE_ANY, "", "Mx: size of the part over Fy")                   \
  X(QSX5, 1, 0, LIA_FORCE_ANY, "", "Mx: shape of that over the load")                \
  X(QSX6, 1, 0, LIA_FORCE_ANY, "", "Mx: slope of that over the load")                \
  X(QSX7, 1, 0, LIA_FORCE_ANY, "", "Mx: that over camber")                           \
  X(QSX8, 1, 0, LIA_FORCE_ANY, "", "Mx: that over Fy: shape")                        \
  X(QSX9, 1, 0, LIA_FORCE_ANY, "", "Mx: that over Fy: slope")                        \
  X(QSX10, 1, 0, LIA_FORCE_ANY, "", "Mx: camber over the load: size")                \
  X(QSX11, 1, 0, LIA_FORCE_ANY, "", "Mx: camber over the load: slope")               \
  X(QSX12, 1, 0, LIA_FORCE_ANY, "", "Mx: camber by its size")                        \
  X(QSX13, 1, 0, LIA_FORCE_ANY, "", "Mx: arm of Fy")                                 \
  X(QSX14, 1, 0, LIA_FORCE_ANY, "", "Mx: arm of Fy over the size of camber")         \
  X(PPMX1, 1, 0, LIA_FORCE_ANY, "", "Mx: camber over the pressure")                  \
  X(QSY5, 1, 0, LIA_FORCE_ANY, "", "My: over camber squared")                        \
  X(QSY6, 1, 0, LIA_FORCE_ANY, "", "My: over camber squared and load")               \
  X(QSY7, 1, 1, LIA_FORCE_ANY, "", "My: exponent of the load")                       \
  X(QSY8, 1, 0, LIA_FORCE_ANY, "", "My: exponent of the pressure")                   \
  X(LONGITUDINAL_STIFFNESS, 1, 0, 0, "N/m", "of the carcass, along: relaxation")     \
  X(LATERAL_STIFFNESS, 1, 0, 0, "N/m", "of the carcass, across: relaxation")         \
  X(PCFX1, 1, 0, LIA_FORCE_ANY, "", "carcass along, over the load")                  \
  X(PCFX2, 1, 0, LIA_FORCE_ANY, "", "carcass along, over the load squared")          \
  X(PCFX3, 1, 0, LIA_FORCE_ANY, "", "carcass along, over the pressure")              \
  X(PCFY1, 1, 0, LIA_FORCE_ANY, "", "carcass across, over the load")                 \
  X(PCFY2, 1, 0, LIA_FORCE_ANY, "", "carcass across, over the load squared")         \
  X(PCFY3, 1, 0, LIA_FORCE_ANY, "", "carcass across, over the pressure")             \
  X(LKYC, 1, 1, 0, "", "times: slope of camber in Fy")                               \
  X(LKZC, 1, 1, 0, "", "times: camber in the rest of Mz")
#define TYRE_NUMBERS_mf61(X) MF_NUMBERS(X) MF61_MORE(X)

#define AT_X(name, size, def, least, unit, text) mf61_##name,
enum { mf61_FIRST = mf_END - 1, MF61_MORE(AT_X) mf61_END };
#undef AT_X
#define P(name) p[mf_##name]
#define M(name) p[mf61_##name]

/* what the parts of the law share */
typedef struct NAME(mf61) {
  NUM N, Fz0, f, dp, kappa, side, gamma, cos_alpha, way, R;  /* f: dfz, dp: dpi, gamma: gamma* */
  NUM mx, my, vx, vy;   /* LMUX, LMUY and the friction of the road; the same of shifts */
  NUM Kx, Fx;
} NAME(mf61);

/* the side force of a camber: alone, its weight by kappa, and what Mz asks of it */
typedef struct NAME(mf61_side) { NUM Fy, Gy, mu, B, C, K, SH, SV; } NAME(mf61_side);

/* shifts of forces fall less than friction does: 10 m/(1 + 9 m) */
WORD NUM mf61_shifted(NUM m) {
  return over(times(number(10), m), plus(one(), times(number(9), m)));
}

static inline NUM mf61_Fx(const NUM *p, NAME(mf61) *o) {
  NUM kx = plus(o->kappa, times(linear_in(o->f, P(PHX1), P(PHX2)), P(LHX)));
  NUM C = times(P(PCX1), P(LCX)), g2 = square(o->gamma);
  NUM mu = times(linear_in(o->f, P(PDX1), P(PDX2)), square_in(o->dp, one(), M(PPX3), M(PPX4)));
  mu = times(times(mu, minus(one(), times(P(PDX3), g2))), o->mx);
  NUM E = times(square_in(o->f, P(PEX1), P(PEX2), P(PEX3)), P(LEX));
  E = mf_below(times(E, minus(one(), times(P(PEX4), sign_of(kx)))));
  NUM K = times(linear_in(o->f, P(PKX1), P(PKX2)), growth(times(P(PKX3), o->f)));
  K = times(times(K, square_in(o->dp, one(), M(PPX1), M(PPX2))), P(LKX));
  NUM SV = times(linear_in(o->f, P(PVX1), P(PVX2)), times(P(LVX), o->vx));
  // Bx = Kx/(Cx Dx), both by the load
  NUM share = sine(mf_angle(over(K, times(C, mu)), C, E, kx));
  o->Kx = times(o->N, K);
  o->Fx = times(o->N, plus(times(mu, share), times(SV, square(o->way))));
  NUM B = times(plus(P(RBX1), times(M(RBX3), g2)), cosine_of_slope(times(P(RBX2), o->kappa)));
  NUM bend = mf_below(linear_in(o->f, P(REX1), P(REX2)));
  return times(mf_weight(times(B, P(LXAL)), P(RCX1), bend, o->side, P(RHX1)), o->Fx);
}

static inline NUM mf61_slope(const NUM *p, const NAME(mf61) *o, NUM g) {
  NUM most = times(plus(P(PKY2), times(M(PKY5), square(g))), linear_in(o->dp, one(), M(PPY2)));
  NUM K = sine(times(M(PKY4), arctan(over(over(o->N, o->Fz0), most))));
  K = times(times(times(P(PKY1), o->Fz0), linear_in(o->dp, one(), M(PPY1))), K);
  return times(times(K, minus(one(), times(P(PKY3), size_of(g)))), P(LKY));
}

static inline NAME(mf61_side) mf61_Fy_alone(const NUM *p, const NAME(mf61) *o, NUM g) {
  NAME(mf61_side) y;
  y.C = times(P(PCY1), P(LCY));
  y.mu = times(linear_in(o->f, P(PDY1), P(PDY2)), square_in(o->dp, one(), M(PPY3), M(PPY4)));
  y.mu = times(times(y.mu, minus(one(), times(P(PDY3), square(g)))), o->my);
  y.K = mf61_slope(p, o, g);
  y.B = over(y.K, times(y.C, times(y.mu, o->N)));
  NUM Vg = times(times(o->N, linear_in(o->f, P(PVY3), P(PVY4))), times(g, o->vy));
  Vg = times(Vg, M(LKYC));
  NUM Kg = times(times(o->N, linear_in(o->f, M(PKY6), M(PKY7))), M(LKYC));
  Kg = times(Kg, linear_in(o->dp, one(), M(PPY5)));
  y.SH = times(linear_in(o->f, P(PHY1), P(PHY2)), P(LHY));
  y.SH = plus(y.SH, over(minus(times(Kg, g), Vg), y.K));
  NUM V = times(times(o->N, linear_in(o->f, P(PVY1), P(PVY2))), times(P(LVY), o->vy));
  y.SV = plus(V, Vg);
  NUM ay = plus(o->side, y.SH), turn = times(linear_in(g, P(PEY3), P(PEY4)), sign_of(ay));
  NUM E = plus(one(), minus(times(M(PEY5), square(g)), turn));
  E = mf_below(times(times(linear_in(o->f, P(PEY1), P(PEY2)), P(LEY)), E));
  y.Fy = plus(times(times(y.mu, o->N), sine(mf_angle(y.B, y.C, E, ay))), y.SV);
  NUM B = cosine_of_slope(times(P(RBY2), minus(o->side, P(RBY3))));
  B = times(times(plus(P(RBY1), times(M(RBY4), square(g))), B), P(LYKA));
  NUM bend = mf_below(linear_in(o->f, P(REY1), P(REY2)));
  y.Gy = mf_weight(B, P(RCY1), bend, o->kappa, linear_in(o->f, P(RHY1), P(RHY2)));
  return y;
}

/* what kappa adds to the side force */
static inline NUM mf61_by_kappa(const NUM *p, const NAME(mf61) *o, NUM mu) {
  NUM D = plus(linear_in(o->f, P(RVY1), P(RVY2)), times(P(RVY3), o->gamma));
  D = times(times(D, times(mu, o->N)), cosine_of_slope(times(P(RVY4), o->side)));
  return times(times(D, sine(times(P(RVY5), arctan(times(P(RVY6), o->kappa))))), P(LVYKA));
}

static inline NUM mf61_Mx(const NUM *p, const NAME(mf61) *o, NUM Fy) {
  NUM g = o->gamma, n = over(o->N, o->Fz0), y = over(Fy, o->Fz0);
  NUM part = minus(times(P(QSX1), P(LVMX)),
                   times(times(P(QSX2), g), linear_in(o->dp, one(), M(PPMX1))));
  part = plus(part, minus(times(P(QSX3), y), times(times(M(QSX12), g), size_of(g))));
  NUM first = cosine(times(M(QSX5), arctan(square(times(M(QSX6), n)))));
  NUM second = sine(plus(times(M(QSX7), g), times(M(QSX8), arctan(times(M(QSX9), y)))));
  part = plus(part, times(M(QSX4), times(first, second)));
  part = plus(part, times(times(M(QSX10), arctan(times(M(QSX11), n))), g));
  NUM arm = plus(M(QSX13), times(M(QSX14), size_of(g)));
  return times(times(o->R, P(LMX)), plus(times(o->N, part), times(Fy, arm)));
}

static inline NUM mf61_My(const NUM *p, const NAME(mf61) *o, NUM speed, NUM Fx) {
  NUM v = over(speed, P(LONGVL)), n = over(o->N, o->Fz0), g2 = square(o->gamma);
  NUM part = plus(P(QSY1), times(P(QSY2), over(Fx, o->Fz0)));
  part = plus(part, plus(times(P(QSY3), size_of(v)), times(P(QSY4), square(square(v)))));
  part = plus(part, times(linear_in(n, M(QSY5), M(QSY6)), g2));
  NUM pressed = raised(larger(plus(one(), o->dp), number(1e-6)), M(QSY8));
  part = times(part, times(raised(n, M(QSY7)), pressed));
  return minus_of(times(times(times(o->R, o->Fz0), part), times(P(LMY), o->way)));
}

static inline NUM mf61_trail(const NUM *p, const NAME(mf61) *o, NUM K) {
  NUM g = o->gamma, SH = plus(linear_in(o->f, P(QHZ1), P(QHZ2)),
                              times(linear_in(o->f, P(QHZ3), P(QHZ4)), g));
  NUM at = plus(o->side, SH), B = square_in(o->f, P(QBZ1), P(QBZ2), P(QBZ3));
  NUM lean = plus(square_in(g, one(), P(QBZ4), M(QBZ6)), times(P(QBZ5), size_of(g)));
  B = over(times(times(B, lean), P(LKY)), o->my);
  NUM D = times(linear_in(o->f, P(QDZ1), P(QDZ2)), square_in(g, one(), P(QDZ3), P(QDZ4)));
  D = times(times(D, minus(one(), times(M(PPZ1), o->dp))), P(LTR));
  D = times(times(D, over(o->N, o->Fz0)), times(o->R, o->way));
  NUM E = square_in(o->f, P(QEZ1), P(QEZ2), P(QEZ3)), C = P(QCZ1);
  NUM turn = times(number(0.63661977236758134308), arctan(times(times(B, C), at)));
  E = mf_below(times(E, plus(one(), times(linear_in(g, P(QEZ4), P(QEZ5)), turn))));
  NUM both = mf_together(at, over(o->Kx, K), o->kappa);
  return times(times(D, cosine(mf_angle(B, C, E, both))), o->cos_alpha);
}

static inline NUM mf61_rest(const NUM *p, const NAME(mf61) *o, const NAME(mf61_side) *y) {
  NUM g = o->gamma, ar = plus(o->side, plus(y->SH, over(y->SV, y->K)));
  NUM B = over(times(P(QBZ9), P(LKY)), o->my);
  B = plus(B, times(P(QBZ10), times(y->B, y->C)));
  NUM lean = times(linear_in(o->f, P(QDZ8), P(QDZ9)), linear_in(o->dp, one(), M(PPZ2)));
  lean = plus(lean, times(linear_in(o->f, M(QDZ10), M(QDZ11)), size_of(g)));
  NUM D = plus(times(linear_in(o->f, P(QDZ6), P(QDZ7)), P(LRES)), times(times(lean, g), M(LKZC)));
  D = times(times(D, o->N), times(times(o->R, o->my), o->way));
  NUM both = mf_together(ar, over(o->Kx, y->K), o->kappa);
  return times(times(D, cosine_of_slope(times(B, both))), o->cos_alpha);
}

TYRE_LAW(mf61) {
  const NUM N = larger(in[LIA_TYRE_load], one()), part = over(in[LIA_TYRE_load], N);
  const NUM Fz0 = times(P(FNOMIN), P(LFZO)), pressure = in[LIA_TYRE_pressure];
  const NUM dp = over(minus(pressure, M(NOMPRES)), M(NOMPRES)), side = in[LIA_TYRE_side];
  NAME(mf61) o = { .N = N, .Fz0 = Fz0, .f = over(minus(N, Fz0), Fz0), .kappa = in[LIA_TYRE_kappa],
                   .side = side, .gamma = sine(in[LIA_TYRE_gamma]), .way = in[LIA_TYRE_way],
                   .R = in[LIA_TYRE_radius], .mx = times(P(LMUX), grip_of(in)),
                   .my = times(P(LMUY), grip_of(in)) };
  o.vx = mf61_shifted(o.mx);
  o.vy = mf61_shifted(o.my);
  o.dp = where_less(number(0), pressure, dp, number(0));
  o.cos_alpha = cosine_of_slope(side);
  NUM Fx = mf61_Fx(p, &o);
  NAME(mf61_side) y = mf61_Fy_alone(p, &o, o.gamma);
  NAME(mf61_side) upright = mf61_Fy_alone(p, &o, number(0));
  NUM Fy = plus(times(y.Gy, y.Fy), mf61_by_kappa(p, &o, y.mu));
  NUM arm = plus(P(SSZ1), times(P(SSZ2), over(Fy, Fz0)));
  arm = plus(arm, times(linear_in(o.f, P(SSZ3), P(SSZ4)), o.gamma));
  arm = times(times(arm, o.R), P(LS));
  // the trail is of the side force without camber
  NUM grip = times(upright.Gy, upright.Fy);
  NUM Mz = minus(mf61_rest(p, &o, &y), times(mf61_trail(p, &o, y.K), grip));
  Mz = plus(Mz, times(arm, Fx));
  answer(out, times(part, Fx), times(part, Fy), times(part, mf61_Mx(p, &o, Fy)),
         times(part, mf61_My(p, &o, in[LIA_TYRE_speed], Fx)), times(part, Mz));
}

/* slope by the stiffness of the carcass, where that is told */
WORD NUM mf61_length(NUM slope, NUM c, NUM a, NUM b, NUM d, const NAME(mf61) *o, NUM other) {
  NUM stiff = times(times(c, square_in(o->f, one(), a, b)), linear_in(o->dp, one(), d));
  NUM length = over(size_of(slope), larger(stiff, one()));
  return where_less(number(0), c, mf_longer(length, o->R), other);
}

TYRE_LENGTHS(mf61) {
  const NUM N = larger(in[LIA_TYRE_load], one()), Fz0 = times(P(FNOMIN), P(LFZO));
  const NUM pressure = in[LIA_TYRE_pressure];
  NAME(mf61) o = { .N = N, .Fz0 = Fz0, .f = over(minus(N, Fz0), Fz0),
                   .gamma = sine(in[LIA_TYRE_gamma]), .R = in[LIA_TYRE_radius] };
  o.dp = where_less(number(0), pressure, over(minus(pressure, M(NOMPRES)), M(NOMPRES)), number(0));
  mf_lengths(p, N, o.f, in[LIA_TYRE_gamma], o.R, out);
  NUM Kx = times(linear_in(o.f, P(PKX1), P(PKX2)), growth(times(P(PKX3), o.f)));
  Kx = times(times(N, times(Kx, P(LKX))), square_in(o.dp, one(), M(PPX1), M(PPX2)));
  out[0] = mf61_length(Kx, M(LONGITUDINAL_STIFFNESS), M(PCFX1), M(PCFX2), M(PCFX3), &o, out[0]);
  out[1] = mf61_length(mf61_slope(p, &o, o.gamma), M(LATERAL_STIFFNESS), M(PCFY1), M(PCFY2),
                       M(PCFY3), &o, out[1]);
}

#ifdef TYRE_ROWS
static int relaxes_mf61(const double *p) {
  const int carcass = M(LONGITUDINAL_STIFFNESS) > 0 || M(LATERAL_STIFFNESS) > 0;
  return carcass || P(PTX1) > 0 || P(PTY1) > 0;
}
#endif
#undef P
#undef M

TYRE_ROW(mf61, "Magic Formula 6.1, with both slips, camber, load and pressure", wrong_mf,
         relaxes_mf61)
