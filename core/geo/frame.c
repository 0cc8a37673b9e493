/* frame.c - readings of a pose: translation and rotation, 4x4 matrices, how far apart */
#include "geo/frame.h"

#include "geo/rot.h"

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

void lia_frame_of44(lia_frame *X, lia_frame_off *off, const double M[16]) {
  for (int i = 0; i < 3; i++) {
    lia_copy3(X->R + 3*i, M + 4*i);
    X->p[i] = M[4*i+3];
  }
  if (!off) return;
  off->row = 0;
  for (int k = 0; k < 4; k++) {
    double d = fabs(M[12+k] - (k == 3));
    if (d > off->row || isnan(d)) off->row = d;
  }
  off->ortho = lia_rot_defect(X->R);
}

void lia_frame_apart(double *dist, double *angle, const lia_frame *X_AB, const lia_frame *X_AC) {
  double d[3];
  lia_sub3(d, X_AC->p, X_AB->p);
  *dist = lia_norm3(d);
  *angle = lia_rot_angle(X_AB->R, X_AC->R);
}
