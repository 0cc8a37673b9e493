/* spatial.h - the values that spatial algebra is made of: 3-vectors, matrices, symmetric matrices,
 * told as structs
 *
 * Small structs of numbers, passed by value: a compiler keeps them in registers, where arrays would
 * go through memory. A spatial motion is a pair (u, w), linear and angular; a spatial force a pair
 * (f, n), force and moment; both about the origin of the frame they are told in [RBDA ch. 2, with
 * the two parts exchanged]. */
#ifndef LIA_SPATIAL_H
#define LIA_SPATIAL_H

#include "base/isa.h"

LIA_C_BEGIN

typedef struct lia_vec3 { double x, y, z; } lia_vec3;
/* row major, as double[9] */
typedef struct lia_mat3 { double xx, xy, xz, yx, yy, yz, zx, zy, zz; } lia_mat3;
/* as in lia_inertia */
typedef struct lia_sym3 { double xx, yy, zz, xy, xz, yz; } lia_sym3;

/* a change of frame X_PN = [R p] as the three rows of the matrix, four numbers each: (R_k1, R_k2,
 * R_k3, p_k) */
typedef struct lia_pose { lia_v4d x, y, z; } lia_pose;

LIA_C_END

#endif
