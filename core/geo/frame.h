/* frame.h - poses X_AB: where frame B stands in frame A; compose, invert, apply
 *
 * Nothing here fails or allocates. A result may be one of the arguments. R is taken to be
 * orthonormal (lia_frame_of44 says how far a matrix is from that). */
#ifndef LIA_FRAME_H
#define LIA_FRAME_H

#include "base/status.h"
#include "num/small.h"

LIA_C_BEGIN

/* X_AB: columns of R_AB are B's axes in A, p_AB is B's origin in A; maps B-coordinates to
 * A-coordinates */
typedef struct lia_frame { double R[9], p[3]; } lia_frame;

#define LIA_FRAME_IDENTITY (LIA_LITERAL(lia_frame){ { 1, 0, 0, 0, 1, 0, 0, 0, 1 }, { 0, 0, 0 } })

/* X_AC = X_AB X_BC */
static inline void lia_frame_mul(lia_frame *X_AC, const lia_frame *X_AB, const lia_frame *X_BC) {
  double p[3];
  lia_mv3(p, X_AB->R, X_BC->p);
  lia_add3(X_AC->p, X_AB->p, p);
  lia_mul33(X_AC->R, X_AB->R, X_BC->R);
}

/* X_BA = X_AB^-1 = [R^T, -R^T p] */
static inline void lia_frame_inv(lia_frame *X_BA, const lia_frame *X_AB) {
  double p[3];
  lia_mtv3(p, X_AB->R, X_AB->p);
  lia_scale3(X_BA->p, -1, p);
  lia_transpose33(X_BA->R, X_AB->R);
}

/* X_BC = X_AB^-1 X_AC: where C stands in B */
static inline void lia_frame_between(lia_frame *X_BC, const lia_frame *X_AB,
    const lia_frame *X_AC) {
  double d[3];
  lia_sub3(d, X_AC->p, X_AB->p);
  lia_mtv3(d, X_AB->R, d);
  lia_tmul33(X_BC->R, X_AB->R, X_AC->R);
  lia_copy3(X_BC->p, d);
}

/* a point given in B, told in A */
static inline void lia_frame_point(double p_A[3], const lia_frame *X_AB, const double p_B[3]) {
  double p[3];
  lia_mv3(p, X_AB->R, p_B);
  lia_add3(p_A, X_AB->p, p);
}

/* a point given in A, told in B: R^T (p_A - p) */
static inline void lia_frame_point_back(double p_B[3], const lia_frame *X_AB, const double p_A[3]) {
  double d[3];
  lia_sub3(d, p_A, X_AB->p);
  lia_mtv3(p_B, X_AB->R, d);
}

/* a free vector (velocity, force, direction) given in B, told in A: only turned */
static inline void lia_frame_vector(double v_A[3], const lia_frame *X_AB, const double v_B[3]) {
  lia_mv3(v_A, X_AB->R, v_B);
}

/* a free vector given in A, told in B */
static inline void lia_frame_vector_back(double v_B[3], const lia_frame *X_AB,
    const double v_A[3]) {
  lia_mtv3(v_B, X_AB->R, v_A);
}

/* The two readings of a pose as a translation and a rotation, [course F3.5]. They differ: T(p) R(R)
 * = [R, p], R(R) T(t) = [R, R t]. Translate first along fixed axes, or turn first and translate
 * along turned axes. */
void lia_frame_trans_rot(lia_frame *X, const double p[3], const double R[9]);   /* X = T(p) R(R) */
void lia_frame_rot_trans(lia_frame *X, const double R[9], const double t[3]);   /* X = R(R) T(t) */
/* p and R as they stand */
void lia_frame_as_trans_rot(double p[3], double R[9], const lia_frame *X);
/* R, and t = R^T p */
void lia_frame_as_rot_trans(double R[9], double t[3], const lia_frame *X);

/* 4x4, row major, [R p; 0 0 0 1] */
void lia_frame_to44(double M[16], const lia_frame *X);

/* How far a 4x4 matrix is from a pose; both are zero for one. NaN in M gives NaN here. */
typedef struct lia_frame_off {
  double row;    /* largest |entry| of last row - (0 0 0 1) */
  double ortho;  /* lia_rot_defect: largest |entry| of R^T R - 1, and 2 more for a mirror image */
} lia_frame_off;

/* R and p are copied as they stand: the caller judges by off (which may be NULL) */
void lia_frame_of44(lia_frame *X, lia_frame_off *off, const double M[16]);

/* how far apart two poses are: distance of the origins, angle in [0, pi] of the turn between them
 */
void lia_frame_apart(double *dist, double *angle, const lia_frame *X_AB, const lia_frame *X_AC);

LIA_C_END

#endif
