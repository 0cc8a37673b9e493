/* frame.h - poses X_AB: where frame B stands in frame A; compose, invert, apply */
#ifndef LIA_FRAME_H
#define LIA_FRAME_H

#include "base/status.h"
#include "num/small.h"

/* X_AB: columns of R_AB are B's axes in A, p_AB is B's origin in A; maps B-coordinates to A-coordinates */
typedef struct lia_frame { double R[9], p[3]; } lia_frame;

#define LIA_FRAME_IDENTITY ((lia_frame){ .R = { 1, 0, 0, 0, 1, 0, 0, 0, 1 } })

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

/* a point given in B, told in A */
static inline void lia_frame_point(double p_A[3], const lia_frame *X_AB, const double p_B[3]) {
  double p[3];
  lia_mv3(p, X_AB->R, p_B);
  lia_add3(p_A, X_AB->p, p);
}

#endif
