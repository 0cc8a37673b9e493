/* euler.h - rotations as three angles about a sequence of axes, fixed or moving: conversions,
 * branches, gimbal lock, rates
 *
 * Angles are written in the order the turns are made. About moving axes "zxz" (a, b, c) is Rz(a)
 * Rx(b) Rz(c), about fixed axes "xyz" (a, b, c) is Rz(c) Ry(b) Rx(a): which is moving "zyx" (c, b,
 * a). Roll, pitch, yaw are fixed "xyz". Documents name angles differently (psi is roll in one,
 * precession in another): here only positions count.
 *
 *   first and last axis equal (zxz):   gimbal lock where sin b = 0;
 *                                      two branches (a, b, c) and (a + pi, -b, c + pi)
 *   three axes (xyz):                  gimbal lock where cos b = 0;
 *                                      two branches (a, b, c) and (a + pi, pi - b, c + pi)
 *
 * The first branch has b in [0, pi] (zxz) or [-pi/2, pi/2] (xyz); all angles are in (-pi, pi]. In
 * gimbal lock only one sum of the outer angles is determined: pole->coef . angles = pole->sum; it
 * is
 *   angle of the outermost turn +- angle of the innermost one:
 *   psi + cos(theta) phi, yaw - sign(pitch) roll.
 * At distance LIA_POLE_NOISE or less the angle written last is 0; before that rounding decides, and
 * the angles give back the rotation all the same.
 *
 * Nothing but the parser fails, nothing allocates; nan in gives nan out. */
#ifndef LIA_EULER_H
#define LIA_EULER_H

#include "base/status.h"
#include "geo/quat.h"

LIA_C_BEGIN

/* the twelve proper sequences: name and axes */
#define LIA_EULER_LIST(X)                                                     \
  X(xyz, 0, 1, 2) X(yzx, 1, 2, 0) X(zxy, 2, 0, 1)                             \
  X(xzy, 0, 2, 1) X(yxz, 1, 0, 2) X(zyx, 2, 1, 0)                             \
  X(xyx, 0, 1, 0) X(yzy, 1, 2, 1) X(zxz, 2, 0, 2)                             \
  X(xzx, 0, 2, 0) X(yxy, 1, 0, 1) X(zyz, 2, 1, 2)

typedef enum lia_euler_seq {
#define X(name, i, j, k) LIA_EULER_##name,
  LIA_EULER_LIST(X)
#undef X
  LIA_EULER_COUNT
} lia_euler_seq;

typedef enum lia_euler_kind { LIA_FIXED, LIA_MOVING } lia_euler_kind;

typedef struct lia_euler {
  lia_euler_seq seq;
  lia_euler_kind kind;
} lia_euler;

/* roll, pitch, yaw: R = Rz(yaw) Ry(pitch) Rx(roll) */
#define LIA_EULER_RPY (LIA_LITERAL(lia_euler){ LIA_EULER_xyz, LIA_FIXED })

const char *lia_euler_name(lia_euler_seq seq);   /* "xyz" */

/* "xyz".."zyz" to a sequence; LIA_EPARSE with the reason for anything else ("xxy", "abc", "xy") */
lia_status lia_euler_parse(lia_euler *e, const char *text, lia_euler_kind kind, lia_error *err);

void lia_euler_to_rot(double R[9], lia_euler e, const double a[3]);
void lia_euler_to_quat(double q[4], lia_euler e, const double a[3]);

/* the first branch; pole: other = the second one, GIMBAL within LIA_POLE_NEAR of gimbal lock.
 * From a matrix whose small entries are exact the angles are so too, however near to gimbal lock */
void lia_euler_from_rot(double a[3], lia_euler e, const double R[9], lia_pole *pole);
void lia_euler_from_quat(double a[3], lia_euler e, const double q[4], lia_pole *pole);

/* the same rotation by the other branch, angles in (-pi, pi] */
void lia_euler_other(double b[3], lia_euler e, const double a[3]);

/* w = E a', columns of E are the three axes as they stand now, told in base or body; det E = +-sin
 * b or +-cos b */
void lia_euler_jacobian(double E[9], lia_euler e, const double a[3], lia_side side);
void lia_euler_omega(double w[3], lia_euler e, const double a[3], const double ad[3],
    lia_side side);

/* a' = E^-1 w. Within LIA_POLE_NEAR of gimbal lock: the shortest a' whose E a' comes nearest to w
 * (the two outer rates share what the determined sum must do), and LIA_POLE_NO_INVERSE is returned;
 * else 0 */
unsigned lia_euler_rate(double ad[3], lia_euler e, const double a[3], const double w[3],
    lia_side side);

/* w' = E a'' + E' a', and back */
void lia_euler_accel(double wd[3], lia_euler e, const double a[3], const double ad[3],
    const double add[3], lia_side side);
unsigned lia_euler_rate2(double add[3], lia_euler e, const double a[3], const double ad[3],
    const double wd[3], lia_side side);

LIA_C_END

#endif
