/* quat.c - unit quaternions: canonical sign, from matrices, exp, log, slerp, second rates */
#include "geo/quat.h"

#include "base/assert.h"
#include "num/sincos.h"

#include <stddef.h>

static const double PI = 3.14159265358979323846;

static void scale4(double o[4], double s, const double a[4]) {
  for (int k = 0; k < 4; k++) o[k] = s * a[k];
}

void lia_quat_unit(double o[4], const double q[4]) {
  double s = lia_quat_dot(q, q);
  if (s > 1e-280 && s < 1e280) {
    scale4(o, 1 / sqrt(s), q);
    return;
  }
  double p[4], m = 0;
  for (int k = 0; k < 4; k++) m = fmax(m, fabs(q[k]));
  if (s == 0 && m == 0) {
    lia_quat_identity(o);
    return;
  }
  // divided, not multiplied by 1/m: that overflows where m is denormal
  for (int k = 0; k < 4; k++) p[k] = q[k] / m;
  scale4(o, 1 / sqrt(lia_quat_dot(p, p)), p);
}

void lia_quat_canon(double o[4], const double q[4]) {
  int k = 0;
  while (k < 3 && fabs(q[k]) <= LIA_POLE_NOISE) k++;
  double sign = q[k] < 0 ? -1 : 1;
  scale4(o, sign, q);
}

// 4 w^2 - 1, 4 x^2 - 1 .. are signed sums of the diagonal; the largest is at least 0, so its root
// divides safely
static void from_rot_far(double q[4], const double R[9], double t) {
  int k = R[4] > R[0] ? 1 : 0;
  if (R[8] > R[4*k]) k = 2;
  if (t >= R[4*k]) {
    lia_quat_set(q, 1 + t, R[7] - R[5], R[2] - R[6], R[3] - R[1]);
  } else {
    int i = (k + 1) % 3, j = (k + 2) % 3;
    q[0] = R[3*j + i] - R[3*i + j];
    q[1 + k] = 1 + R[4*k] - R[4*i] - R[4*j];
    q[1 + i] = R[3*k + i] + R[3*i + k];
    q[1 + j] = R[3*k + j] + R[3*j + k];
  }
  lia_quat_unit(q, q);
  lia_quat_canon(q, q);
}

void lia_quat_from_rot(double q[4], const double R[9], lia_pole *pole) {
  double t = lia_trace33(R), x = R[7] - R[5], y = R[2] - R[6], z = R[3] - R[1],
      n2 = (1 + t)*(1 + t) + x*x + y*y + z*z;
  if (t > 0 && n2 < 1e280) {   // w is the largest
    double s = 1 / sqrt(n2);
    lia_quat_set(q, s * (1 + t), s * x, s * y, s * z);
  } else {
    from_rot_far(q, R, t);
  }
  if (pole) {
    *pole = (lia_pole){ 0 };
    scale4(pole->other, -1, q);
  }
}

// sin(h)/h is even in h = t/2: two terms are exact to rounding below h = 5e-5. The half of v has a
// length wherever v is finite
void lia_quat_exp(double q[4], const double v[3]) {
  double b[3] = { v[0] / 2, v[1] / 2, v[2] / 2 }, h = lia_norm3(b), sine, cosine;
  lia_sincos1(h, &sine, &cosine);
  double s = h < 5e-5 ? 1 - h * h / 6 : sine / h;
  lia_quat_set(q, cosine, s * b[0], s * b[1], s * b[2]);
}

void lia_quat_axis(double u[3], double *a, const double q[4], lia_pole *pole) {
  double c[4];
  lia_quat_unit(c, q);
  lia_quat_canon(c, c);
  double s = lia_unit3(u, c + 1), t = 2 * atan2(s, c[0]);
  if (s == 0) lia_set3(u, 0, 0, 1);
  if (t > PI) t = PI;  // w may be a little below 0, where rounding chose the sign
  *a = t;
  if (!pole) return;
  *pole = (lia_pole){ .flags = 0 };
  if (t < LIA_POLE_NEAR) pole->flags |= LIA_POLE_NO_AXIS;
  if (t > PI - LIA_POLE_NEAR) pole->flags |= LIA_POLE_HALF_TURN;
  lia_scale3(pole->other, -1, u);
  pole->other[3] = 2 * PI - t;
}

// v = t u, and the other way round (t - 2 pi) u; tan(t/2) = |Q|/|w| wherever neither is next to
// nothing
void lia_quat_log(double v[3], const double q[4], lia_pole *pole) {
  double n2 = lia_dot3(q + 1, q + 1), w2 = q[0] * q[0];
  if (n2 > 1e-280 && w2 > 1e-6 * n2 && n2 + w2 < 1e280) {
    double n = sqrt(n2), t = 2 * atan(n / fabs(q[0])), s = copysign(1 / n, q[0]);
    if (pole) {
      *pole = (lia_pole){ .flags = t < LIA_POLE_NEAR ? LIA_POLE_NO_AXIS : 0 };
      lia_scale3(pole->other, (t - 2 * PI) * s, q + 1);
    }
    lia_scale3(v, t * s, q + 1);
    return;
  }
  double u[3], t;
  lia_quat_axis(u, &t, q, pole);
  lia_scale3(v, t, u);
  if (!pole) return;
  lia_scale3(pole->other, pole->other[3], pole->other);
  pole->other[3] = 0;
}

void lia_quat_pow(double o[4], const double q[4], double s) {
  double v[3];
  lia_quat_log(v, q, NULL);
  lia_scale3(v, s, v);
  lia_quat_exp(o, v);
}

void lia_quat_slerp(double o[4], const double a[4], const double b[4], double s, lia_way way) {
  double d[4], v[3];
  lia_pole pole;
  lia_quat_conj(d, a);
  lia_quat_mul(d, d, b);
  lia_quat_log(v, d, &pole);
  lia_scale3(v, s, way == LIA_LONG ? pole.other : v);
  lia_quat_exp(d, v);
  lia_quat_mul(o, a, d);
}

double lia_quat_angle(const double a[4], const double b[4]) {
  double d[4];
  lia_quat_conj(d, a);
  lia_quat_mul(d, d, b);
  return 2 * atan2(lia_norm3(d + 1), fabs(d[0]));
}

// perpendicular to a: its cross product with the axis it leans to least, the first of such
static void perpendicular(double o[3], const double a[3]) {
  int k = fabs(a[1]) < fabs(a[0]) ? 1 : 0;
  if (fabs(a[2]) < fabs(a[k])) k = 2;
  double e[3] = { k == 0, k == 1, k == 2 };
  lia_cross3(o, a, e);
}

// two mirrors half the angle apart: q = (a.m, a x m), m the unit bisector. For nearly opposite
// directions a + b is mostly rounding; what must be true of m then is that it is perpendicular to a
// - b
unsigned lia_quat_between(double q[4], const double a[3], const double b[3]) {
  double ua[3], ub[3], m[3], d[3];
  double na = lia_unit3(ua, a), nb = lia_unit3(ub, b);
  if (na == 0 || nb == 0) {
    lia_quat_identity(q);
    return LIA_POLE_AMBIGUOUS;
  }
  lia_add3(m, ua, ub);
  lia_sub3(d, ua, ub);
  double sum = lia_unit3(m, m), difference = lia_unit3(d, d);
  unsigned flags = sum < LIA_POLE_NOISE ? LIA_POLE_AMBIGUOUS : 0;
  if (flags) perpendicular(m, ua);
  if (difference > sum) lia_addto3(m, -lia_dot3(d, m), d);
  q[0] = lia_dot3(ua, m);
  lia_cross3(q + 1, ua, m);
  lia_quat_unit(q, q);
  return flags;
}

// L'/L, L = |q|
static double growth(const double q[4], const double qd[4]) {
  return lia_quat_dot(q, qd) / lia_quat_dot(q, q);
}

// w = 2 vec(q' q*)/L^2; what q' q'* adds to the derivative has no vector part
void lia_quat_accel(double wd[3], const double q[4], const double qd[4], const double qdd[4],
    lia_side side) {
  double w[3], g = growth(q, qd);
  lia_quat_omega(w, q, qd, side);
  lia_quat_omega(wd, q, qdd, side);
  lia_addto3(wd, -2 * g, w);
}

// q' = 1/2 w q + g q, and with L'' = 0, which is g' = -g^2,  q'' = 1/2 (w' + 2 g w) q - 1/4 |w|^2 q
void lia_quat_rate2(double qdd[4], const double q[4], const double qd[4], const double wd[3],
    lia_side side) {
  double w[3], a[3], t[4], g = growth(q, qd);
  lia_quat_omega(w, q, qd, side);
  lia_copy3(a, wd);
  lia_addto3(a, 2 * g, w);
  lia_quat_rate(t, q, a, side);
  double n = lia_dot3(w, w) / 4;
  for (int k = 0; k < 4; k++) qdd[k] = t[k] - n * q[k];
}

void lia_quat_step(double o[4], const double q[4], const double w[3], double h, lia_side side) {
  double v[3], e[4];
  lia_scale3(v, h, w);
  lia_quat_exp(e, v);
  if (side == LIA_BASE) lia_quat_mul(e, e, q);
  else lia_quat_mul(e, q, e);
  lia_quat_unit(o, e);
}
