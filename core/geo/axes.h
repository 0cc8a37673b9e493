/* axes.h - vehicle axes of ISO 8855 (x forward, y left, z up) and of SAE (x forward, y right, z
 * down)
 *
 * One is the other turned by pi about x: D = diag(1, -1, -1) = D^-1, so every function here goes
 * both ways. D is a rotation: moments and angular velocities convert like forces and velocities. A
 * rotation or a pose stands between two frames; the functions change both (road and vehicle).
 * [thesis F1.2] */
#ifndef LIA_AXES_H
#define LIA_AXES_H

#include "geo/frame.h"
#include "geo/inertia.h"

LIA_C_BEGIN

/* v' = D v */
static inline void lia_axes_vector(double o[3], const double v[3]) {
  lia_set3(o, v[0], -v[1], -v[2]);
}

/* twist or wrench: both halves */
static inline void lia_axes_vector6(double o[6], const double x[6]) {
  lia_axes_vector(o, x);
  lia_axes_vector(o + 3, x + 3);
}

/* M' = D M D: rotations and tensors */
static inline void lia_axes_matrix(double o[9], const double M[9]) {
  static const double s[9] = { 1, -1, -1, -1, 1, 1, -1, 1, 1 };
  for (int k = 0; k < 9; k++) o[k] = s[k] * M[k];
}

/* X' = D X D */
static inline void lia_axes_frame(lia_frame *o, const lia_frame *X) {
  lia_axes_matrix(o->R, X->R);
  lia_axes_vector(o->p, X->p);
}

/* (roll, pitch, yaw)' = (roll, -pitch, -yaw): turning right and nose up are positive in SAE */
static inline void lia_axes_rpy(double o[3], const double rpy[3]) { lia_axes_vector(o, rpy); }

/* (w, x, y, z)' = (w, x, -y, -z) */
static inline void lia_axes_quat(double o[4], const double q[4]) {
  o[0] = q[0];
  lia_axes_vector(o + 1, q + 1);
}

/* mass stays, h and the tensor are told in the other axes */
static inline void lia_axes_inertia(lia_inertia *o, const lia_inertia *J) {
  static const double s[6] = { 1, 1, 1, -1, -1, 1 };
  o->m = J->m;
  lia_axes_vector(o->h, J->h);
  for (int k = 0; k < 6; k++) o->I[k] = s[k] * J->I[k];
}

LIA_C_END

#endif
