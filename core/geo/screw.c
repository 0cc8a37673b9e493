/* screw.c - twists, wrenches and screws: matrices, axes, exponential and logarithm of SE(3),
 * interpolation */
#include "geo/screw.h"

#include "geo/rot.h"

#include <stddef.h>

// ---- brackets and matrices ----------------------------------------------------------------------

void lia_twist_bracket(double o[6], const double U[6], const double V[6]) {
  double a[3], b[3], w[3];
  lia_cross3(a, U + 3, V);
  lia_cross3(b, V + 3, U);
  lia_cross3(w, U + 3, V + 3);
  lia_sub3(o, a, b);
  lia_copy3(o + 3, w);
}

void lia_twist_carry(double o[6], const double V[6], const double F[6]) {
  double a[3], b[3], f[3];
  lia_cross3(a, V + 3, F + 3);
  lia_cross3(b, V, F);
  lia_cross3(f, V + 3, F);
  lia_add3(o + 3, a, b);
  lia_copy3(o, f);
}

// M = [A B; C A], B or C NULL for zero
static void blocks(double M[36], const double A[9], const double *B, const double *C) {
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      M[6*i+j] = M[6*(i+3)+3+j] = A[3*i+j];
      M[6*i+3+j] = B ? B[3*i+j] : 0;
      M[6*(i+3)+j] = C ? C[3*i+j] : 0;
    }
}

void lia_adjoint(double M[36], const lia_frame *X_AB) {
  double pR[9];
  lia_skew3(pR, X_AB->p);
  lia_mul33(pR, pR, X_AB->R);
  blocks(M, X_AB->R, pR, NULL);
}

void lia_adjoint_dual(double M[36], const lia_frame *X_AB) {
  double pR[9];
  lia_skew3(pR, X_AB->p);
  lia_mul33(pR, pR, X_AB->R);
  blocks(M, X_AB->R, NULL, pR);
}

void lia_adjoint_rate(double M[36], const double V[6]) {
  double v[9], w[9];
  lia_skew3(v, V);
  lia_skew3(w, V + 3);
  blocks(M, w, v, NULL);
}

void lia_twist_to44(double M[16], const double V[6]) {
  double w[9];
  lia_skew3(w, V + 3);
  for (int i = 0; i < 3; i++) {
    lia_copy3(M + 4*i, w + 3*i);
    M[4*i+3] = V[i];
  }
  for (int k = 12; k < 16; k++) M[k] = 0;
}

void lia_twist_of44(double V[6], const double M[16]) {
  lia_set3(V, M[3], M[7], M[11]);
  lia_set3(V + 3, (M[9] - M[6]) / 2, (M[2] - M[8]) / 2, (M[4] - M[1]) / 2);
}

// ---- axes ---------------------------------------------------------------------------------------

// of a resultant r (w, f) and a moment m about the origin (v, n): u = r/|r|, pitch = u.m/|r|, point
// = u x m/|r|
static void screw_of(lia_screw *s, const double r[3], const double m[3]) {
  double size = lia_norm3(r), moment = lia_norm3(m);
  *s = (lia_screw){ .kind = LIA_SCREW_none, .u = { 0, 0, 1 } };
  if (size == 0 && moment == 0) return;
  if (moment <= LIA_SCREW_FAR * size) {
    s->kind = LIA_SCREW_axis;
    s->size = size;
    lia_scale3(s->u, 1 / size, r);
    s->pitch = lia_dot3(s->u, m) / size;
    lia_cross3(s->point, s->u, m);
    lia_scale3(s->point, 1 / size, s->point);
  } else {
    s->kind = LIA_SCREW_free;
    s->size = moment;
    s->pitch = INFINITY;
    lia_scale3(s->u, 1 / moment, m);
  }
}

void lia_twist_screw(lia_screw *s, const double V[6]) { screw_of(s, V + 3, V); }
void lia_wrench_screw(lia_screw *s, const double F[6]) { screw_of(s, F, F + 3); }

void lia_frame_screw(lia_screw *s, const lia_frame *X) {
  double V[6];
  lia_twist_log(V, X);
  lia_twist_screw(s, V);
}

// r = size u,  m = pitch r + point x r;  a free one is all moment
static void of_screw(double r[3], double m[3], const lia_screw *s) {
  lia_set3(r, 0, 0, 0);
  lia_scale3(m, s->size, s->u);
  if (s->kind == LIA_SCREW_free) return;
  lia_copy3(r, m);
  lia_cross3(m, s->point, r);
  lia_addto3(m, s->pitch, r);
}

void lia_screw_twist(double V[6], const lia_screw *s) { of_screw(V + 3, V, s); }
void lia_screw_wrench(double F[6], const lia_screw *s) { of_screw(F, F + 3, s); }

void lia_screw_frame(lia_frame *X, const lia_screw *s) {
  double V[6];
  lia_screw_twist(V, s);
  lia_twist_exp(X, V);
}

// ---- exponential and logarithm ------------------------------------------------------------------

// o = v + b w x v + c w x (w x v)
static void screw_turned(double o[3], const double v[3], double b, double c, const double w[3]) {
  double wv[3], wwv[3];
  lia_cross3(wv, w, v);
  lia_cross3(wwv, w, wv);
  for (int k = 0; k < 3; k++) o[k] = v[k] + b * wv[k] + c * wwv[k];
}

void lia_twist_exp(lia_frame *X, const double V[6]) {
  lia_rot_series s = lia_rot_coefs(lia_norm3(V + 3));
  screw_turned(X->p, V, s.B, s.C, V + 3);
  lia_rot_exp(X->R, V + 3);
}

// v = Jl(w)^-1 p = p - w x p / 2 + D w x (w x p),  D = (1 - A/(2B))/t^2 = -dB/B, where nothing
// cancels
static void log_with(double V[6], const double w[3], const double p[3]) {
  lia_rot_series s = lia_rot_coefs(lia_norm3(w));
  screw_turned(V, p, -0.5, -s.dB / s.B, w);
  lia_copy3(V + 3, w);
}

unsigned lia_twist_log(double V[6], const lia_frame *X) {
  lia_pole pole;
  double w[3];
  lia_rot_log(w, X->R, &pole);
  log_with(V, w, X->p);
  return pole.flags;
}

unsigned lia_twist_log_other(double V[6], const lia_frame *X) {
  static const double two_pi = 6.28318530717958647693;
  double w[3], p[3], t;
  unsigned flags = lia_twist_log(V, X);
  t = lia_norm3(V + 3);
  if (flags & LIA_POLE_NO_AXIS) return flags;
  lia_scale3(w, 1 - two_pi / t, V + 3);
  lia_copy3(p, X->p);
  log_with(V, w, p);
  return flags;
}

// [Barfoot (7.86)], MATHS.md:  Q = v~/2 + C (w~v~ + v~w~ + w~v~w~) + E (w~w~v~ + v~w~w~ - 3 w~v~w~)
//                                - dC (w~v~w~w~ + w~w~v~w~)
//                              E = (cos t - 1 + t^2/2)/t^4 = dB + C/2
static void jac_q(double Q[9], const double V[6]) {
  lia_rot_series s = lia_rot_coefs(lia_norm3(V + 3));
  double E = s.dB + s.C / 2, v[9], w[9], wv[9], vw[9], wvw[9], wwv[9], vww[9], wvww[9], wwvw[9];
  lia_skew3(v, V);
  lia_skew3(w, V + 3);
  lia_mul33(wv, w, v);     lia_mul33(vw, v, w);      lia_mul33(wvw, w, vw);
  lia_mul33(wwv, w, wv);   lia_mul33(vww, vw, w);
  lia_mul33(wvww, wvw, w); lia_mul33(wwvw, w, wvw);
  for (int k = 0; k < 9; k++)
    Q[k] = v[k] / 2 + s.C * (wv[k] + vw[k] + wvw[k]) + E * (wwv[k] + vww[k] - 3 * wvw[k]) - s.dC
        * (wvww[k] + wwvw[k]);
}

void lia_twist_jac(double J[36], const double V[6]) {
  double Jl[9], Q[9];
  lia_rot_jleft(Jl, V + 3);
  jac_q(Q, V);
  blocks(J, Jl, Q, NULL);
}

// [Jl Q; 0 Jl]^-1 = [Ji -Ji Q Ji; 0 Ji]
unsigned lia_twist_jac_inv(double J[36], const double V[6]) {
  double Ji[9], Q[9];
  unsigned flags = lia_rot_jleft_inv(Ji, V + 3);
  jac_q(Q, V);
  lia_mul33(Q, Ji, Q);
  lia_mul33(Q, Q, Ji);
  for (int k = 0; k < 9; k++) Q[k] = -Q[k];
  blocks(J, Ji, Q, NULL);
  return flags;
}

// ---- on the way ---------------------------------------------------------------------------------

void lia_frame_interp(lia_frame *X, const lia_frame *A, const lia_frame *B, double s) {
  lia_frame step;
  double V[6];
  lia_frame_between(&step, A, B);
  lia_twist_log(V, &step);
  for (int k = 0; k < 6; k++) V[k] *= s;
  lia_twist_exp(&step, V);
  lia_frame_mul(X, A, &step);
}

void lia_frame_lerp(lia_frame *X, const lia_frame *A, const lia_frame *B, double s) {
  for (int k = 0; k < 3; k++) X->p[k] = (1 - s) * A->p[k] + s * B->p[k];
  lia_rot_slerp(X->R, A->R, B->R, s, LIA_SHORT);
}
