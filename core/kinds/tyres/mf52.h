/* mf52.h - the Magic Formula 5.2 (PAC2002), steady, with both slips, camber and load
 *
 * Letters, numbers and order of the equations as published; alpha in rad.    [pacejka02] 4.3.2 */
#include "kinds/tyres/mf_numbers.h"

#define MF52_MORE(X)                                                    \
  X(PHY3, 1, 0, LIA_FORCE_ANY, "", "Fy: shift of the slip over camber") \
  X(LGAX, 1, 1, 0, "", "times: camber in Fx")                           \
  X(LGAY, 1, 1, 0, "", "times: camber in Fy")                           \
  X(LGAZ, 1, 1, 0, "", "times: camber in Mz")
#define TYRE_NUMBERS_mf52(X) MF_NUMBERS(X) MF52_MORE(X)

#define AT_X(name, size, def, least, unit, text) mf52_##name,
enum { mf52_FIRST = mf_END - 1, MF52_MORE(AT_X) mf52_END };
#undef AT_X
#define P(name) p[mf_##name]
#define M(name) p[mf52_##name]

/* what the parts of the law share */
typedef struct NAME(mf52) {
  NUM N, Fz0, f, kappa, alpha, cos_alpha, gy, gz, way, R;   /* f: dfz */
  NUM mx, my;                                /* LMUX, LMUY and the friction of the road */
  NUM Kx, Fx, By, Cy, muy, SHy, SVy, Ky, Fy, Gy;     /* Fx, Fy: of one slip alone; Gy Fy: of both */
} NAME(mf52);

static inline NUM mf52_Fx(const NUM *p, NAME(mf52) *o, NUM gamma) {
  NUM g = times(gamma, M(LGAX)), SH = times(linear_in(o->f, P(PHX1), P(PHX2)), P(LHX));
  NUM kx = plus(o->kappa, SH), C = times(P(PCX1), P(LCX));
  NUM mu = times(linear_in(o->f, P(PDX1), P(PDX2)), o->mx);
  mu = times(mu, minus(one(), times(P(PDX3), square(g))));
  NUM E = times(square_in(o->f, P(PEX1), P(PEX2), P(PEX3)), P(LEX));
  E = mf_below(times(E, minus(one(), times(P(PEX4), sign_of(kx)))));
  NUM K = times(linear_in(o->f, P(PKX1), P(PKX2)), growth(times(P(PKX3), o->f)));
  K = times(K, P(LKX));
  NUM SV = times(linear_in(o->f, P(PVX1), P(PVX2)), times(P(LVX), o->mx));
  // Bx = Kx/(Cx Dx), both by the load
  NUM share = sine(mf_angle(over(K, times(C, mu)), C, E, kx));
  o->Kx = times(o->N, K);
  o->Fx = times(o->N, plus(times(mu, share), times(SV, square(o->way))));
  NUM B = times(times(P(RBX1), cosine_of_slope(times(P(RBX2), o->kappa))), P(LXAL));
  NUM bend = mf_below(linear_in(o->f, P(REX1), P(REX2)));
  return times(mf_weight(B, P(RCX1), bend, o->alpha, P(RHX1)), o->Fx);
}

static inline void mf52_Fy_alone(const NUM *p, NAME(mf52) *o) {
  NUM g = o->gy, Fz0 = o->Fz0, C = times(P(PCY1), P(LCY));
  o->SHy = times(linear_in(o->f, P(PHY1), P(PHY2)), P(LHY));
  o->SHy = plus(o->SHy, times(M(PHY3), g));
  NUM ay = plus(o->alpha, o->SHy), mu = times(linear_in(o->f, P(PDY1), P(PDY2)), o->my);
  mu = times(mu, minus(one(), times(P(PDY3), square(g))));
  NUM E = times(linear_in(o->f, P(PEY1), P(PEY2)), P(LEY));
  E = mf_below(times(E, minus(one(), times(linear_in(g, P(PEY3), P(PEY4)), sign_of(ay)))));
  // sin(2 atan n) = 2 n/(1 + n^2)
  NUM n = over(o->N, times(P(PKY2), Fz0)), K = over(times(number(2), n), plus(one(), square(n)));
  K = times(times(times(P(PKY1), Fz0), K), P(LKY));
  K = times(K, minus(one(), times(P(PKY3), size_of(g))));
  NUM V = times(linear_in(o->f, P(PVY1), P(PVY2)), P(LVY));
  V = plus(V, times(linear_in(o->f, P(PVY3), P(PVY4)), g));
  o->SVy = times(times(o->N, V), o->my);
  o->muy = mu;
  o->Cy = C;
  o->Ky = K;
  o->By = over(K, times(C, times(mu, o->N)));
  NUM share = sine(mf_angle(o->By, C, E, ay));
  o->Fy = plus(times(times(mu, o->N), share), o->SVy);
}

/* Gy Fy, and what kappa adds to it */
static inline NUM mf52_Fy_by_kappa(const NUM *p, NAME(mf52) *o, NUM gamma) {
  NUM B = cosine_of_slope(times(P(RBY2), minus(o->alpha, P(RBY3))));
  B = times(times(P(RBY1), B), P(LYKA));
  NUM E = mf_below(linear_in(o->f, P(REY1), P(REY2))), SH = linear_in(o->f, P(RHY1), P(RHY2));
  o->Gy = mf_weight(B, P(RCY1), E, o->kappa, SH);
  NUM D = plus(linear_in(o->f, P(RVY1), P(RVY2)), times(P(RVY3), gamma));
  D = times(times(D, times(o->muy, o->N)), cosine_of_slope(times(P(RVY4), o->alpha)));
  return times(times(D, sine(times(P(RVY5), arctan(times(P(RVY6), o->kappa))))), P(LVYKA));
}

static inline NUM mf52_Mx(const NUM *p, const NAME(mf52) *o, NUM gamma, NUM Fy) {
  NUM part = plus(times(minus_of(P(QSX2)), gamma), times(P(QSX3), over(Fy, o->Fz0)));
  part = plus(times(P(QSX1), P(LVMX)), times(part, P(LMX)));
  return times(times(o->R, o->N), part);
}

static inline NUM mf52_My(const NUM *p, const NAME(mf52) *o, NUM speed, NUM Fx) {
  NUM v = over(speed, P(LONGVL)), v4 = square(square(v));
  NUM part = plus(P(QSY1), times(P(QSY2), over(Fx, o->Fz0)));
  part = plus(part, plus(times(P(QSY3), size_of(v)), times(P(QSY4), v4)));
  return minus_of(times(times(times(o->R, o->N), part), times(P(LMY), o->way)));
}

static inline NUM mf52_trail(const NUM *p, const NAME(mf52) *o) {
  NUM g = o->gz, SH = plus(linear_in(o->f, P(QHZ1), P(QHZ2)),
                           times(linear_in(o->f, P(QHZ3), P(QHZ4)), g));
  NUM at = plus(o->alpha, SH), B = square_in(o->f, P(QBZ1), P(QBZ2), P(QBZ3));
  NUM lean = plus(linear_in(g, one(), P(QBZ4)), times(P(QBZ5), size_of(g)));
  B = over(times(times(B, lean), P(LKY)), o->my);
  NUM D = times(linear_in(o->f, P(QDZ1), P(QDZ2)), square_in(g, one(), P(QDZ3), P(QDZ4)));
  D = times(times(D, P(LTR)), times(over(o->N, o->Fz0), o->R));
  NUM E = square_in(o->f, P(QEZ1), P(QEZ2), P(QEZ3)), C = P(QCZ1);
  NUM turn = times(number(0.63661977236758134308), arctan(times(times(B, C), at)));
  E = mf_below(times(E, plus(one(), times(linear_in(g, P(QEZ4), P(QEZ5)), turn))));
  NUM both = mf_together(at, over(o->Kx, o->Ky), o->kappa);
  return times(times(D, cosine(mf_angle(B, C, E, both))), times(o->cos_alpha, o->way));
}

static inline NUM mf52_rest(const NUM *p, const NAME(mf52) *o) {
  NUM ar = plus(o->alpha, plus(o->SHy, over(o->SVy, o->Ky)));
  NUM B = over(times(P(QBZ9), P(LKY)), o->my);
  B = plus(B, times(P(QBZ10), times(o->By, o->Cy)));
  NUM D = times(linear_in(o->f, P(QDZ6), P(QDZ7)), P(LRES));
  D = plus(D, times(linear_in(o->f, P(QDZ8), P(QDZ9)), o->gz));
  D = times(times(D, o->N), times(o->R, o->my));
  NUM both = mf_together(ar, over(o->Kx, o->Ky), o->kappa);
  return times(times(D, cosine_of_slope(times(B, both))), times(o->cos_alpha, o->way));
}

TYRE_LAW(mf52) {
  const NUM N = larger(in[LIA_TYRE_load], one()), part = over(in[LIA_TYRE_load], N);
  const NUM gamma = in[LIA_TYRE_gamma], Fz0 = times(P(FNOMIN), P(LFZO));
  NAME(mf52) o = { .N = N, .Fz0 = Fz0, .f = over(minus(N, Fz0), Fz0), .kappa = in[LIA_TYRE_kappa],
                   .alpha = arctan(in[LIA_TYRE_side]),
                   .cos_alpha = cosine_of_slope(in[LIA_TYRE_side]), .gy = times(gamma, M(LGAY)),
                   .gz = times(gamma, M(LGAZ)), .way = in[LIA_TYRE_way],
                   .R = in[LIA_TYRE_radius], .mx = times(P(LMUX), grip_of(in)),
                   .my = times(P(LMUY), grip_of(in)) };
  NUM Fx = mf52_Fx(p, &o, gamma);
  mf52_Fy_alone(p, &o);
  NUM by_kappa = mf52_Fy_by_kappa(p, &o, gamma), grip = times(o.Gy, o.Fy);
  NUM Fy = plus(grip, by_kappa);
  NUM arm = plus(P(SSZ1), times(P(SSZ2), over(Fy, Fz0)));
  arm = plus(arm, times(linear_in(o.f, P(SSZ3), P(SSZ4)), gamma));
  arm = times(times(arm, o.R), P(LS));
  NUM Mz = minus(mf52_rest(p, &o), times(mf52_trail(p, &o), grip));
  Mz = plus(Mz, times(arm, Fx));
  answer(out, times(part, Fx), times(part, Fy), times(part, mf52_Mx(p, &o, gamma, Fy)),
         times(part, mf52_My(p, &o, in[LIA_TYRE_speed], Fx)), times(part, Mz));
}

#ifdef TYRE_ROWS
// what both Magic Formulas ask of their numbers
static const char *wrong_mf(const double *p) {
  if (!(P(PCX1) > 0 && P(PDX1) > 0 && P(PKX1) > 0)) return "PCX1, PDX1 and PKX1 must be above 0";
  if (!(P(PCY1) > 0 && P(PKY2) > 0)) return "PCY1 and PKY2 must be above 0";
  if (P(PDY1) == 0) return "PDY1 must not be 0";
  if (!(P(PKY1) < 0))
    return "PKY1 must be below 0, as in files with ISO axes: alpha > 0 gives Fy < 0";
  if (!(P(LFZO) > 0 && P(LMUX) > 0 && P(LMUY) > 0 && P(LKY) > 0))
    return "LFZO, LMUX, LMUY and LKY must be above 0";
  return P(LCX) > 0 && P(LCY) > 0 ? NULL : "LCX and LCY must be above 0";
}
#endif
#undef P
#undef M

#define P(name) p[mf_##name]

TYRE_LENGTHS(mf52) {
  const NUM N = larger(in[LIA_TYRE_load], one()), Fz0 = times(P(FNOMIN), P(LFZO));
  mf_lengths(p, N, over(minus(N, Fz0), Fz0), in[LIA_TYRE_gamma], in[LIA_TYRE_radius], out);
}

#ifdef TYRE_ROWS
static int relaxes_mf52(const double *p) { return P(PTX1) > 0 || P(PTY1) > 0; }
#endif
#undef P

TYRE_ROW(mf52, "Magic Formula 5.2 (PAC2002), with both slips, camber and load", wrong_mf,
         relaxes_mf52)
