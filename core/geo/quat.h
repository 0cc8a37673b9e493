/* quat.h - rotations as unit quaternions, scalar first: product, measure of a vector, exp, log,
 * slerp, rates
 *
 * q = (w, x, y, z) = (cos(t/2), u sin(t/2)) turns by t about the unit axis u; q and -q are one
 * rotation. q_AC = q_AB q_BC, as for matrices [nonhol A5.2]. Where a function says "any q", the
 * length of q does not matter and q = 0 counts as the identity; elsewhere q is taken to be a unit
 * quaternion.
 *
 * Nothing fails or allocates; a result may be one of the arguments; not-a-number in gives
 * not-a-number out. Cost in multiplications and additions: product 16/12, rotate 18/12, rate 15/8
 * [nonhol F47]. */
#ifndef LIA_QUAT_H
#define LIA_QUAT_H

#include "geo/poles.h"
#include "num/small.h"

LIA_C_BEGIN

/* which axes an angular velocity is told in: of the base A (w_AB_A) or of the body B (w_AB_B) */
typedef enum lia_side { LIA_BASE, LIA_BODY } lia_side;

static inline void lia_quat_set(double q[4], double w, double x, double y, double z) {
  q[0] = w;
  lia_set3(q + 1, x, y, z);
}

static inline void lia_quat_identity(double q[4]) { lia_quat_set(q, 1, 0, 0, 0); }

/* (a, A)(b, B) = (ab - A.B, aB + bA + A x B)                                   [nonhol (A5.2.5)] */
static inline void lia_quat_mul(double o[4], const double a[4], const double b[4]) {
  lia_quat_set(o, a[0]*b[0] - a[1]*b[1] - a[2]*b[2] - a[3]*b[3],
      a[0]*b[1] + a[1]*b[0] + a[2]*b[3] - a[3]*b[2],
      a[0]*b[2] - a[1]*b[3] + a[2]*b[0] + a[3]*b[1], a[0]*b[3] + a[1]*b[2] - a[2]*b[1] + a[3]*b[0]);
}

/* q_BA: the inverse of a unit quaternion */
static inline void lia_quat_conj(double o[4], const double q[4]) {
  lia_quat_set(o, q[0], -q[1], -q[2], -q[3]);
}

static inline double lia_quat_dot(const double a[4], const double b[4]) {
  return a[0]*b[0] + a[1]*b[1] + a[2]*b[2] + a[3]*b[3];
}

/* v_A = q v_B q* = v + 2 w (Q x v) + 2 Q x (Q x v) */
static inline void lia_quat_rotate(double v_A[3], const double q[4], const double v_B[3]) {
  double t[3], u[3];
  lia_cross3(t, q + 1, v_B);
  lia_scale3(t, 2, t);
  lia_cross3(u, q + 1, t);
  lia_set3(v_A, v_B[0] + q[0]*t[0] + u[0], v_B[1] + q[0]*t[1] + u[1], v_B[2] + q[0]*t[2] + u[2]);
}

/* R = I + 2 w Q~ + 2 Q~ Q~, any q (of length 1e-150 to 1e150, or 0)                [course F3.4] */
static inline void lia_quat_to_rot(double R[9], const double q[4]) {
  double n = lia_quat_dot(q, q), s = n == 0 ? 0 : 2 / n;
  double w = q[0], x = q[1], y = q[2], z = q[3];
  double sx = s*x, sy = s*y, sz = s*z;
  R[0] = 1 - (sy*y + sz*z); R[1] = sx*y - sz*w;       R[2] = sx*z + sy*w;
  R[3] = sx*y + sz*w;       R[4] = 1 - (sx*x + sz*z); R[5] = sy*z - sx*w;
  R[6] = sx*z - sy*w;       R[7] = sy*z + sx*w;       R[8] = 1 - (sx*x + sy*y);
}

/* angular velocity from the rates of any q != 0: (., w_A) = 2 q' q* / |q|^2, (., w_B) = 2 q* q' /
 * |q|^2 [thesis F2.11] the part of q' along q, a change of length, is no motion */
static inline void lia_quat_omega(double w[3], const double q[4], const double qd[4],
    lia_side side) {
  double c[4], p[4];
  lia_quat_conj(c, q);
  if (side == LIA_BASE) lia_quat_mul(p, qd, c);
  else lia_quat_mul(p, c, qd);
  lia_scale3(w, 2 / lia_quat_dot(q, q), p + 1);
}

/* q' = 1/2 (0, w_A) q = 1/2 q (0, w_B): the length of q stays                  [nonhol (A5.3.1)] */
static inline void lia_quat_rate(double qd[4], const double q[4], const double w[3],
    lia_side side) {
  double h[3], c[3];
  lia_scale3(h, 0.5, w);
  if (side == LIA_BASE) lia_cross3(c, h, q + 1);
  else lia_cross3(c, q + 1, h);
  lia_quat_set(qd, -lia_dot3(h, q + 1), q[0]*h[0] + c[0], q[0]*h[1] + c[1], q[0]*h[2] + c[2]);
}

/* any q made a unit quaternion, in full precision for any finite q; 0 gives the identity, infinite
 * gives nan */
void lia_quat_unit(double o[4], const double q[4]);

/* the one of q and -q with w >= 0; where w is 0 (to LIA_POLE_NOISE) the first number of x, y, z
 * that is not is positive */
void lia_quat_canon(double o[4], const double q[4]);

/* the canonical quaternion of a rotation matrix, accurate for every angle (Shepperd: the largest of
 * w x y z is found first) pole, if not NULL: other = -q */
void lia_quat_from_rot(double q[4], const double R[9], lia_pole *pole);

/* the axis and the angle a in [0, pi] of any q. pole: other = (-u, 2 pi - a), four numbers; NO_AXIS
 * near 0 (u = z at 0), HALF_TURN near pi, where the axis whose first number is positive comes first
 */
void lia_quat_axis(double u[3], double *a, const double q[4], lia_pole *pole);

/* Euler vector v = t u: exp and log. log gives an angle in [0, pi] for any q.
 * pole: other = (t - 2 pi) u, the way round the other side; NO_AXIS near 0 (u = z then), HALF_TURN
 * near pi */
void lia_quat_exp(double q[4], const double v[3]);
void lia_quat_log(double v[3], const double q[4], lia_pole *pole);

/* q^s = exp(s log q) */
void lia_quat_pow(double o[4], const double q[4], double s);

/* from a (s = 0) to b (s = 1) at constant angular velocity: a (a* b)^s; the short way round, or the
 * other one. s may lie outside [0, 1]. Half a turn apart both ways are as short: the one about the
 * canonical axis is taken */
typedef enum lia_way { LIA_SHORT, LIA_LONG } lia_way;
void lia_quat_slerp(double o[4], const double a[4], const double b[4], double s, lia_way way);

/* angle from a to b in [0, pi], accurate everywhere; any a and b */
double lia_quat_angle(const double a[4], const double b[4]);

/* the shortest rotation that turns direction a into direction b, of any length. Opposite ones: half
 * a turn about what of e is perpendicular to a, e the first of the axes that a leans to least,
 * AMBIGUOUS; a zero one: the identity, AMBIGUOUS. Returns flags */
unsigned lia_quat_between(double q[4], const double a[3], const double b[3]);

/* angular acceleration, the derivative of the components of w, for any q != 0 of length L, g = L'/L
 * = q.q'/q.q:
 *   w' = 2 vec(q'' q*)/L^2 - 2 g w  (base), 2 vec(q* q'')/L^2 - 2 g w  (body)
 * and the q'' with L'' = 0, which keeps a unit quaternion one:
 *   q'' = (1/2 w' + g w) q - 1/4 |w|^2 q */
void lia_quat_accel(double wd[3], const double q[4], const double qd[4], const double qdd[4],
    lia_side side);
void lia_quat_rate2(double qdd[4], const double q[4], const double qd[4], const double wd[3],
    lia_side side);

/* attitude after time h at constant w: exp(h w_A) q or q exp(h w_B); exact, and normalised again */
void lia_quat_step(double o[4], const double q[4], const double w[3], double h, lia_side side);

LIA_C_END

#endif
