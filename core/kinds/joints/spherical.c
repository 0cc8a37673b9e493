/* spherical.c - any turn about one point: a unit quaternion w x y z; v the velocity in body axes
 *
 *   X_PB = (R(q), 0),  S = (0; 1),  dq/dt = 1/2 q (0, v),  q (+) v h = q exp(v h) */
#include "kinds/joint_type.h"

#include "geo/quat.h"

static const lia_motion motion[] = { { LIA_STEP_QUAT, .q = 0 } };
static const double S[] = { 0, 0, 0,  0, 0, 0,  0, 0, 0,  1, 0, 0,  0, 1, 0,  0, 0, 1 };

static void step(const double *param, const double *q, const double *v, double h, double *qn) {
  (void)param;
  lia_quat_step(qn, q, v, h, LIA_BODY);
}

static void diff(const double *param, const double *q1, const double *q2, double *v) {
  double c[4], e[4];
  (void)param;
  lia_quat_conj(c, q1);
  lia_quat_mul(e, c, q2);
  lia_quat_log(v, e, NULL);
}

static void rate(const double *param, const double *q, const double *v, double *qdot) {
  (void)param;
  lia_quat_rate(qdot, q, v, LIA_BODY);
}

static void normalise(double *q) { lia_quat_unit(q, q); }

static void neutral(double *q) { lia_quat_identity(q); }

static void random(lia_rng *r, double *q) { lia_rng_quat(r, q); }

static const char *const suffix[] = { "wx", "wy", "wz" };

LIA_JOINT_GENERAL(spherical, "any turn: a unit quaternion w x y z", 4, 0, point, suffix,
    LIA_NO_PARAMS, motion, S,
                  step, diff, rate, normalise, neutral, random);
