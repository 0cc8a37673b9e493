/* axang.c - axis and angle: conversions, rates, second rates */
#include "geo/axang.h"

#include "num/sincos.h"

static const double PI = 3.14159265358979323846;

void lia_axang_to_quat(double q[4], const double u[3], double a) {
  double e[3], s, c;
  lia_sincos1(a / 2, &s, &c);
  q[0] = lia_unit3(e, u) == 0 ? 1 : c;
  lia_scale3(q + 1, s, e);
}

void lia_axang_from_quat(double u[3], double *a, const double q[4], lia_pole *pole) {
  lia_quat_axis(u, a, q, pole);
}

// the unit axis, its rate, its second rate and the length of u: u = L e, so
// e' = (u' - L' e)/L and e'' = (u'' - 2 L' e')/L without its part along e, which is -|e'|^2 e
typedef struct unit_axis { double e[3], ed[3], edd[3], L, Ld; } unit_axis;

static unit_axis unit_of(const double x[4], const double xd[4], const double xdd[4]) {
  unit_axis k = { .L = 0 };
  k.L = lia_unit3(k.e, x);
  if (k.L == 0) return k;
  k.Ld = lia_dot3(k.e, xd);
  for (int i = 0; i < 3; i++) k.ed[i] = (xd[i] - k.Ld * k.e[i]) / k.L;
  for (int i = 0; i < 3; i++) k.edd[i] = (xdd[i] - 2 * k.Ld * k.ed[i]) / k.L;
  lia_addto3(k.edd, -lia_dot3(k.e, k.edd) - lia_dot3(k.ed, k.ed), k.e);
  return k;
}

// o = ad e + sin a v +- (1 - cos a) e x v
static void compose(double o[3], const double e[3], double ad, const double v[3], double a,
    lia_side side) {
  double c[3], sine, half, cosine;
  lia_sincos1(a, &sine, &cosine);
  lia_sincos1(a / 2, &half, &cosine);
  double versine = 2 * half * half;
  lia_cross3(c, e, v);
  for (int i = 0; i < 3; i++)
    o[i] = ad * e[i] + sine * v[i] + (side == LIA_BASE ? versine : -versine) * c[i];
}

// its inverse for v perpendicular to e: ad = e.w, v = (cot(a/2) w -+ e x w)/2 without its part
// along e
static unsigned decompose(double v[3], double *ad, const double e[3], const double w[3], double a,
    lia_side side) {
  double turns = nearbyint(a / (2 * PI)), c[3], p[3];
  *ad = lia_dot3(e, w);
  lia_copy3(p, w);
  lia_addto3(p, -*ad, e);
  if (fabs(a - 2 * PI * turns) < LIA_POLE_NEAR || lia_dot3(e, e) == 0) {
    lia_scale3(v, 0, p);
    return LIA_POLE_NO_INVERSE;
  }
  lia_cross3(c, e, p);
  double sine, cosine;
  lia_sincos1(a / 2, &sine, &cosine);
  for (int i = 0; i < 3; i++) v[i] = (cosine / sine * p[i] - (side == LIA_BASE ? c[i] : -c[i])) / 2;
  return 0;
}

void lia_axang_omega(double w[3], const double x[4], const double xd[4], lia_side side) {
  unit_axis k = unit_of(x, xd, xd);
  compose(w, k.e, xd[3], k.ed, x[3], side);
}

unsigned lia_axang_rate(double xd[4], const double x[4], const double w[3], lia_side side) {
  double e[3], L = lia_unit3(e, x);
  unsigned flags = decompose(xd, xd + 3, e, w, x[3], side);
  lia_scale3(xd, L, xd);
  return flags;
}

// w' = a'' e + a' e' + cos a a' e' + sin a e'' +- (sin a a' e x e' + (1 - cos a) e x e'')
void lia_axang_accel(double wd[3], const double x[4], const double xd[4], const double xdd[4],
    lia_side side) {
  unit_axis k = unit_of(x, xd, xdd);
  double c[3], a = x[3], ad = xd[3], sine, cosine;
  lia_sincos1(a, &sine, &cosine);
  double s = side == LIA_BASE ? sine : -sine;
  compose(wd, k.e, xdd[3], k.edd, a, side);
  lia_cross3(c, k.e, k.ed);
  for (int i = 0; i < 3; i++) wd[i] += ad * ((1 + cosine) * k.ed[i] + s * c[i]);
}

// what is left of w' when e'' only keeps e a unit vector is a'' and the free part v of e'':  u'' =
// L e'' + 2 L' e'
unsigned lia_axang_rate2(double xdd[4], const double x[4], const double xd[4], const double wd[3],
    lia_side side) {
  double bias[3], v[3], add;
  unit_axis k = unit_of(x, xd, xd);   // of second rates nothing is asked
  double b[4] = { 2 * k.Ld * k.ed[0], 2 * k.Ld * k.ed[1], 2 * k.Ld * k.ed[2], 0 };
  lia_axang_accel(bias, x, xd, b, side);
  lia_sub3(bias, wd, bias);
  unsigned flags = decompose(v, &add, k.e, bias, x[3], side);
  lia_addto3(v, -lia_dot3(k.ed, k.ed), k.e);
  lia_addto3(b, k.L, v);
  lia_copy3(xdd, b);
  xdd[3] = add;
  return flags;
}
