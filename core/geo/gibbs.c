/* gibbs.c - Rodrigues parameters: conversions, product, rates, second rates */
#include "geo/gibbs.h"

#include <stddef.h>

// (1, p) made a unit quaternion; where numbers are infinite (0, p), those counting as 1, finite
// ones beside them as 0
void lia_gibbs_to_quat(double q[4], const double p[3]) {
  int far = isinf(p[0]) || isinf(p[1]) || isinf(p[2]);
  double v[3];
  for (int k = 0; k < 3; k++) {
    v[k] = p[k];
    if (far) v[k] = isinf(p[k]) ? copysign(1, p[k]) : 0 * p[k];
  }
  lia_quat_set(q, !far, v[0], v[1], v[2]);
  lia_quat_unit(q, q);
}

void lia_gibbs_from_quat(double p[3], const double q[4], lia_pole *pole) {
  double c[4];
  lia_quat_unit(c, q);
  lia_quat_canon(c, c);
  double w = c[0] <= LIA_POLE_NOISE ? 1e-16 : c[0];
  for (int k = 0; k < 3; k++) p[k] = c[1 + k] / w;
  if (!pole) return;
  *pole = (lia_pole){ .flags = 2 * w < LIA_POLE_NEAR ? LIA_POLE_HALF_TURN | LIA_POLE_INFINITE : 0 };
  lia_scale3(pole->other, pole->flags ? -1 : 1, p);
}

void lia_gibbs_mul(double o[3], const double a[3], const double b[3]) {
  double p[4], q[4];
  lia_gibbs_to_quat(p, a);
  lia_gibbs_to_quat(q, b);
  lia_quat_mul(p, p, q);
  lia_gibbs_from_quat(o, p, NULL);
}

// o = x + p x x in the base, x - p x x in the body
static void gibbs_apply(double o[3], const double p[3], const double x[3], lia_side side) {
  double c[3];
  lia_cross3(c, p, x);
  lia_copy3(o, x);
  lia_addto3(o, side == LIA_BASE ? 1 : -1, c);
}

static double gain(const double p[3]) { return 2 / (1 + lia_dot3(p, p)); }

void lia_gibbs_omega(double w[3], const double p[3], const double pd[3], lia_side side) {
  gibbs_apply(w, p, pd, side);
  lia_scale3(w, gain(p), w);
}

void lia_gibbs_rate(double pd[3], const double p[3], const double w[3], lia_side side) {
  double d = lia_dot3(w, p), o[3];
  gibbs_apply(o, p, w, side == LIA_BASE ? LIA_BODY : LIA_BASE);
  for (int k = 0; k < 3; k++) pd[k] = (o[k] + d * p[k]) / 2;
}

// k = 2/(1 + p.p), k' = -k^2 p.p':  w' = k (p'' +- p x p'') + k' (p' +- p x p')
void lia_gibbs_accel(double wd[3], const double p[3], const double pd[3], const double pdd[3],
    lia_side side) {
  double k = gain(p), kd = -k * k * lia_dot3(p, pd), a[3], b[3];
  gibbs_apply(a, p, pdd, side);
  gibbs_apply(b, p, pd, side);
  lia_scale3(wd, k, a);
  lia_addto3(wd, kd, b);
}

void lia_gibbs_rate2(double pdd[3], const double p[3], const double pd[3], const double wd[3],
    lia_side side) {
  static const double still[3] = { 0 };
  double bias[3];
  lia_gibbs_accel(bias, p, pd, still, side);
  lia_sub3(bias, wd, bias);
  lia_gibbs_rate(pdd, p, bias, side);
}
