/* frame.c - readings of a pose: translation and rotation, 4x4 matrices, how far apart */
#include "geo/frame.h"

void lia_frame_trans_rot(lia_frame *X, const double p[3], const double R[9]) {
  lia_copy33(X->R, R);
  lia_copy3(X->p, p);
}

void lia_frame_rot_trans(lia_frame *X, const double R[9], const double t[3]) {
  double p[3];
  lia_mv3(p, R, t);
  lia_frame_trans_rot(X, p, R);
}

void lia_frame_as_trans_rot(double p[3], double R[9], const lia_frame *X) {
  lia_copy3(p, X->p);
  lia_copy33(R, X->R);
}

void lia_frame_as_rot_trans(double R[9], double t[3], const lia_frame *X) {
  lia_mtv3(t, X->R, X->p);
  lia_copy33(R, X->R);
}

void lia_frame_to44(double M[16], const lia_frame *X) {
  for (int i = 0; i < 3; i++) {
    lia_copy3(M + 4*i, X->R + 3*i);
    M[4*i+3] = X->p[i];
    M[12+i] = 0;
  }
  M[15] = 1;
}

// the larger one, and NaN if either is
static double larger(double a, double b) { return a >= b || isnan(a) ? a : b; }

void lia_frame_of44(lia_frame *X, lia_frame_off *off, const double M[16]) {
  for (int i = 0; i < 3; i++) {
    lia_copy3(X->R + 3*i, M + 4*i);
    X->p[i] = M[4*i+3];
  }
  if (!off) return;
  double RtR[9];
  lia_tmul33(RtR, X->R, X->R);
  off->row = off->ortho = 0;
  for (int k = 0; k < 4; k++) off->row = larger(off->row, fabs(M[12+k] - (k == 3)));
  for (int k = 0; k < 9; k++) off->ortho = larger(off->ortho, fabs(RtR[k] - (k % 4 == 0)));
  if (lia_det33(X->R) < 0) off->ortho += 2;
}

void lia_frame_apart(double *dist, double *angle, const lia_frame *X_AB, const lia_frame *X_AC) {
  lia_frame X;
  lia_frame_between(&X, X_AB, X_AC);
  *dist = lia_norm3(X.p);
  // the antisymmetric part has length 2 sin, the trace is 1 + 2 cos: right at 0 and at pi
  const double *R = X.R, s[3] = { R[7] - R[5], R[2] - R[6], R[3] - R[1] };
  *angle = atan2(lia_norm3(s), lia_trace33(R) - 1);
}
