/* spherical.c - any turn about one point: q the unit quaternion w x y z, v the angular velocity in body axes
 *
 *   X_PB = (R(q), 0),  S = (0; 1),  dq/dt = 1/2 q (0, v),  q (+) v h = q exp(v h) */
#include "kinds/joint.h"

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

extern const lia_joint_row lia_joint_spherical;
const lia_joint_row lia_joint_spherical = {
  .name = "spherical", .text = "any turn: a unit quaternion w x y z",
  .nq = 4, .nv = 3, .nmotion = 1, .motion = motion, .S = S,
  .step = step, .diff = diff, .rate = rate, .normalise = normalise, .neutral = neutral, .random = random,
};
