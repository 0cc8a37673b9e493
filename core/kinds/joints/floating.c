/* floating.c - any motion: a position and a unit quaternion
 *
 * q: the position of the origin in the parent, then the quaternion w x y z; v = (u; w): the
 * velocity of the origin and the angular velocity, both in body axes
 *
 *   X_PB = (R(q), p),  S = 1,  dp/dt = R u,  dq/dt = 1/2 q (0, w)
 *   X (+) v h = X exp(v h) = (R exp(w h~), p + R V(w h) u h)
 *   V(a) = 1 + (1 - cos t)/t^2 a~ + (t - sin t)/t^3 a~a~,  t = |a|                  [MLS (2.36)] */
#include "kinds/joint_type.h"

#include "geo/quat.h"
#include "num/sincos.h"

static const lia_motion motion[] = {
  { LIA_STEP_SLIDE, { 1, 0, 0 }, .q = 0 },
  { LIA_STEP_SLIDE, { 0, 1, 0 }, .q = 1 },
  { LIA_STEP_SLIDE, { 0, 0, 1 }, .q = 2 },
  { LIA_STEP_QUAT, .q = 3 },
};
static const double S[36] = { [0] = 1, [7] = 1, [14] = 1, [21] = 1, [28] = 1, [35] = 1 };

// o = x + b a x x + c a x (a x x)
static void twice(double o[3], const double a[3], double b, double c, const double x[3]) {
  double y[3], z[3];
  lia_cross3(y, a, x);
  lia_cross3(z, a, y);
  for (int k = 0; k < 3; k++) o[k] = x[k] + b * y[k] + c * z[k];
}

static void step(const double *param, const double *q, const double *v, double h, double *qn) {
  double a[3], u[3], e[4], d[3];
  (void)param;
  lia_scale3(u, h, v);
  lia_scale3(a, h, v + 3);

  // (1 - cos t)/t^2 and (t - sin t)/t^3, by their series where t is small
  double t = lia_norm3(a), t2 = t * t, sine, half, cosine;
  lia_sincos1(t, &sine, &cosine);
  lia_sincos1(t / 2, &half, &cosine);
  double b = t < 1e-3 ? 0.5 - t2 / 24 : 2 * half * half / t2;
  double c = t < 1e-2 ? (1 - t2 / 20 + t2 * t2 / 840) / 6 : (t - sine) / (t2 * t);
  twice(d, a, b, c, u);
  lia_quat_rotate(d, q + 3, d);
  lia_quat_exp(e, a);
  lia_add3(qn, q, d);
  lia_quat_mul(qn + 3, q + 3, e);
  lia_quat_unit(qn + 3, qn + 3);
}

static void diff(const double *param, const double *q1, const double *q2, double *v) {
  double c[4], e[4], d[3], *a = v + 3;
  (void)param;
  lia_quat_conj(c, q1 + 3);
  lia_quat_mul(e, c, q2 + 3);
  lia_quat_log(a, e, NULL);

  // V^-1 = 1 - a~/2 + (1 - (t/2) cot(t/2))/t^2 a~a~
  double t = lia_norm3(a), t2 = t * t, sine, cosine;
  lia_sincos1(t / 2, &sine, &cosine);
  double f = t < 1e-2 ? (1 + t2 / 60 + t2 * t2 / 2520) / 12 : (1 - t / 2 * cosine / sine) / t2;
  lia_sub3(d, q2, q1);
  lia_quat_rotate(d, c, d);
  twice(v, a, -0.5, f, d);
}

static void rate(const double *param, const double *q, const double *v, double *qdot) {
  (void)param;
  lia_quat_rotate(qdot, q + 3, v);
  lia_quat_rate(qdot + 3, q + 3, v + 3, LIA_BODY);
}

static void normalise(double *q) { lia_quat_unit(q + 3, q + 3); }

static void neutral(double *q) {
  lia_set3(q, 0, 0, 0);
  lia_quat_identity(q + 3);
}

static void random(lia_rng *r, double *q) {
  for (int k = 0; k < 3; k++) q[k] = lia_rng_range(r, -1, 1);
  lia_rng_quat(r, q + 3);
}

static const char *const suffix[] = { "x", "y", "z", "wx", "wy", "wz" };

LIA_JOINT_GENERAL(floating, "any motion: position x y z and a unit quaternion w x y z", 7, 0, COUNT,
    suffix,
                  LIA_NO_PARAMS, motion, S, step, diff, rate, normalise, neutral, random);
