/* rot_repr.h - the representations a rotation comes in, as one list: sizes, conversions between any
 * two, rates of any
 *
 * Whatever has to work for every description of a rotation goes through here: x is laid out as the
 * row says. Between matrices and angles the way is direct, all other ways lead through the
 * quaternion: each keeps what digits there are near 0 and near half a turn. Nothing fails or
 * allocates. */
#ifndef LIA_ROT_REPR_H
#define LIA_ROT_REPR_H

#include "geo/euler.h"
#include "geo/poles.h"
#include "geo/quat.h"

LIA_C_BEGIN

/* name, numbers, layout */
#define LIA_ROT_REPR_LIST(X)                                        \
  X(matrix,       9, "rows of R_AB")                             \
  X(quat,         4, "w, x, y, z")                               \
  X(axis,         4, "axis u (3 numbers), angle")                \
  X(euler_vector, 3, "angle times unit axis")                    \
  X(rodrigues,    3, "tan(angle/2) times unit axis")             \
  X(euler,        3, "angles in the order of the turns")

typedef enum lia_rot_repr_kind {
#define X(name, n, text) LIA_ROT_REPR_##name,
  LIA_ROT_REPR_LIST(X)
#undef X
  LIA_ROT_REPR_COUNT
} lia_rot_repr_kind;

typedef struct lia_rot_repr {
  lia_rot_repr_kind kind;
  lia_euler euler;      /* which angles; only for LIA_ROT_REPR_euler */
} lia_rot_repr;

int lia_rot_repr_size(lia_rot_repr d);

void lia_rot_repr_to_quat(double q[4], lia_rot_repr d, const double *x);
void lia_rot_repr_from_quat(double *x, lia_rot_repr d, const double q[4], lia_pole *pole);
void lia_rot_repr_to_rot(double R[9], lia_rot_repr d, const double *x);
void lia_rot_repr_from_rot(double *x, lia_rot_repr d, const double R[9], lia_pole *pole);

/* y in representation b of the rotation that is x in representation a; pole (may be NULL) is that
 * of the inverse that gave y */
void lia_rot_repr_convert(double *y, lia_rot_repr b, const double *x, lia_rot_repr a,
    lia_pole *pole);

/* z of R(x) R(y), all three in one representation: quaternions by their own product, of whatever
 * length and sign they are; Rodrigues parameters (x + y + x x y)/(1 - x.y), at half a turn infinite
 * as pole says. z may be x or y, pole NULL */
void lia_rot_repr_mul(double *z, lia_rot_repr d, const double *x, const double *y, lia_pole *pole);

/* w from x', x' from w, and one derivative later; flags: 0 or LIA_POLE_NO_INVERSE, see each
 * representation's own header */
void lia_rot_repr_omega(double w[3], lia_rot_repr d, const double *x, const double *xd,
    lia_side side);
unsigned lia_rot_repr_rate(double *xd, lia_rot_repr d, const double *x, const double w[3],
    lia_side side);
void lia_rot_repr_accel(double wd[3], lia_rot_repr d, const double *x, const double *xd,
    const double *xdd, lia_side side);
unsigned lia_rot_repr_rate2(double *xdd, lia_rot_repr d, const double *x, const double *xd,
    const double wd[3], lia_side side);

LIA_C_END

#endif
