/* evec.c - Euler vector: rates and second rates */
#include "geo/evec.h"

// o = x + B v x x + C v x (v x x)
static void evec_apply(double o[3], double B, double C, const double v[3], const double x[3]) {
  double c[3], cc[3];
  lia_cross3(c, v, x);
  lia_cross3(cc, v, c);
  for (int i = 0; i < 3; i++) o[i] = x[i] + B * c[i] + C * cc[i];
}

void lia_evec_omega(double w[3], const double v[3], const double vd[3], lia_side side) {
  lia_rot_series f = lia_rot_coefs(lia_norm3(v));
  evec_apply(w, side == LIA_BASE ? f.B : -f.B, f.C, v, vd);
}

unsigned lia_evec_rate(double vd[3], const double v[3], const double w[3], lia_side side) {
  double J[9];
  unsigned flags = side == LIA_BASE ? lia_rot_jleft_inv(J, v) : lia_rot_jright_inv(J, v);
  lia_mv3(vd, J, w);
  return flags;
}

// w' = v'' + B v x v'' + C v x (v x v'') + B' v x v' + C' v x (v x v') + C v' x (v x v'), (t^2)' =
// 2 v.v'
void lia_evec_accel(double wd[3], const double v[3], const double vd[3], const double vdd[3],
    lia_side side) {
  lia_rot_series f = lia_rot_coefs(lia_norm3(v));
  double sign = side == LIA_BASE ? 1 : -1, sd = 2 * lia_dot3(v, vd), c[3], cc[3], dc[3];
  lia_cross3(c, v, vd);
  lia_cross3(cc, v, c);
  lia_cross3(dc, vd, c);
  evec_apply(wd, sign * f.B, f.C, v, vdd);
  for (int i = 0; i < 3; i++) wd[i] += sd * (sign * f.dB * c[i] + f.dC * cc[i]) + f.C * dc[i];
}

unsigned lia_evec_rate2(double vdd[3], const double v[3], const double vd[3], const double wd[3],
    lia_side side) {
  static const double still[3] = { 0 };
  double bias[3];
  lia_evec_accel(bias, v, vd, still, side);
  lia_sub3(bias, wd, bias);
  return lia_evec_rate(vdd, v, bias, side);
}
