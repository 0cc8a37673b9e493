/* rot_repr.c - every representation of a rotation by one name: conversions and rates sent where
 * they are at home */
#include "geo/rot_repr.h"

#include "base/assert.h"
#include "geo/axang.h"
#include "geo/evec.h"
#include "geo/gibbs.h"
#include "geo/rot.h"

#include <stddef.h>

int lia_rot_repr_size(lia_rot_repr d) {
  static const int size[LIA_ROT_REPR_COUNT] = {
#define X(name, n, text) n,
    LIA_ROT_REPR_LIST(X)
#undef X
  };
  LIA_ASSERT((unsigned)d.kind < LIA_ROT_REPR_COUNT);
  return size[d.kind];
}

void lia_rot_repr_to_quat(double q[4], lia_rot_repr d, const double *x) {
  switch (d.kind) {
    case LIA_ROT_REPR_matrix: lia_quat_from_rot(q, x, NULL); break;
    case LIA_ROT_REPR_axis: lia_axang_to_quat(q, x, x[3]); break;
    case LIA_ROT_REPR_euler_vector: lia_quat_exp(q, x); break;
    case LIA_ROT_REPR_rodrigues: lia_gibbs_to_quat(q, x); break;
    case LIA_ROT_REPR_euler: lia_euler_to_quat(q, d.euler, x); break;
    default: lia_quat_unit(q, x);
  }
}

void lia_rot_repr_from_quat(double *x, lia_rot_repr d, const double q[4], lia_pole *pole) {
  double c[4], a;
  if (pole) *pole = (lia_pole){ 0 };
  switch (d.kind) {
    case LIA_ROT_REPR_matrix: lia_quat_to_rot(x, q); break;
    case LIA_ROT_REPR_axis:
      lia_axang_from_quat(x, &a, q, pole);
      x[3] = a;
      break;
    case LIA_ROT_REPR_euler_vector: lia_quat_log(x, q, pole); break;
    case LIA_ROT_REPR_rodrigues: lia_gibbs_from_quat(x, q, pole); break;
    case LIA_ROT_REPR_euler: lia_euler_from_quat(x, d.euler, q, pole); break;
    default:
      lia_quat_unit(c, q);
      lia_quat_canon(x, c);
      for (int k = 0; pole && k < 4; k++) pole->other[k] = -x[k];
  }
}

void lia_rot_repr_to_rot(double R[9], lia_rot_repr d, const double *x) {
  double q[4];
  if (d.kind == LIA_ROT_REPR_matrix) lia_copy33(R, x);
  else if (d.kind == LIA_ROT_REPR_euler) lia_euler_to_rot(R, d.euler, x);
  else {
    lia_rot_repr_to_quat(q, d, x);
    lia_quat_to_rot(R, q);
  }
}

void lia_rot_repr_from_rot(double *x, lia_rot_repr d, const double R[9], lia_pole *pole) {
  double q[4];
  if (d.kind == LIA_ROT_REPR_euler) {
    lia_euler_from_rot(x, d.euler, R, pole);
  } else if (d.kind == LIA_ROT_REPR_matrix) {
    if (pole) *pole = (lia_pole){ 0 };
    lia_copy33(x, R);
  } else {
    lia_quat_from_rot(q, R, NULL);
    lia_rot_repr_from_quat(x, d, q, pole);
  }
}

void lia_rot_repr_convert(double *y, lia_rot_repr b, const double *x, lia_rot_repr a,
    lia_pole *pole) {
  double t[9];
  if (a.kind == LIA_ROT_REPR_matrix || b.kind == LIA_ROT_REPR_matrix) {
    lia_rot_repr_to_rot(t, a, x);
    lia_rot_repr_from_rot(y, b, t, pole);
  } else {
    lia_rot_repr_to_quat(t, a, x);
    lia_rot_repr_from_quat(y, b, t, pole);
  }
}

void lia_rot_repr_mul(double *z, lia_rot_repr d, const double *x, const double *y, lia_pole *pole) {
  double a[9], b[9];
  if (d.kind == LIA_ROT_REPR_matrix || d.kind == LIA_ROT_REPR_euler) {
    lia_rot_repr_to_rot(a, d, x);
    lia_rot_repr_to_rot(b, d, y);
    lia_mul33(a, a, b);
    lia_rot_repr_from_rot(z, d, a, pole);
    return;
  }
  if (d.kind == LIA_ROT_REPR_quat) {
    if (pole) *pole = (lia_pole){ 0 };
    lia_quat_mul(z, x, y);
    for (int k = 0; pole && k < 4; k++) pole->other[k] = -z[k];
    return;
  }
  lia_rot_repr_to_quat(a, d, x);
  lia_rot_repr_to_quat(b, d, y);
  lia_quat_mul(a, a, b);
  lia_rot_repr_from_quat(z, d, a, pole);
}

void lia_rot_repr_omega(double w[3], lia_rot_repr d, const double *x, const double *xd,
    lia_side side) {
  switch (d.kind) {
    case LIA_ROT_REPR_matrix: lia_rot_omega(w, x, xd, side); break;
    case LIA_ROT_REPR_axis: lia_axang_omega(w, x, xd, side); break;
    case LIA_ROT_REPR_euler_vector: lia_evec_omega(w, x, xd, side); break;
    case LIA_ROT_REPR_rodrigues: lia_gibbs_omega(w, x, xd, side); break;
    case LIA_ROT_REPR_euler: lia_euler_omega(w, d.euler, x, xd, side); break;
    default: lia_quat_omega(w, x, xd, side);
  }
}

unsigned lia_rot_repr_rate(double *xd, lia_rot_repr d, const double *x, const double w[3],
    lia_side side) {
  switch (d.kind) {
    case LIA_ROT_REPR_matrix: lia_rot_rate(xd, x, w, side); return 0;
    case LIA_ROT_REPR_axis: return lia_axang_rate(xd, x, w, side);
    case LIA_ROT_REPR_euler_vector: return lia_evec_rate(xd, x, w, side);
    case LIA_ROT_REPR_rodrigues: lia_gibbs_rate(xd, x, w, side); return 0;
    case LIA_ROT_REPR_euler: return lia_euler_rate(xd, d.euler, x, w, side);
    default: lia_quat_rate(xd, x, w, side); return 0;
  }
}

void lia_rot_repr_accel(double wd[3], lia_rot_repr d, const double *x, const double *xd,
    const double *xdd, lia_side side) {
  switch (d.kind) {
    case LIA_ROT_REPR_matrix: lia_rot_accel(wd, x, xdd, side); break;
    case LIA_ROT_REPR_axis: lia_axang_accel(wd, x, xd, xdd, side); break;
    case LIA_ROT_REPR_euler_vector: lia_evec_accel(wd, x, xd, xdd, side); break;
    case LIA_ROT_REPR_rodrigues: lia_gibbs_accel(wd, x, xd, xdd, side); break;
    case LIA_ROT_REPR_euler: lia_euler_accel(wd, d.euler, x, xd, xdd, side); break;
    default: lia_quat_accel(wd, x, xd, xdd, side);
  }
}

unsigned lia_rot_repr_rate2(double *xdd, lia_rot_repr d, const double *x, const double *xd,
    const double wd[3], lia_side side) {
  switch (d.kind) {
    case LIA_ROT_REPR_matrix: lia_rot_rate2(xdd, x, xd, wd, side); return 0;
    case LIA_ROT_REPR_axis: return lia_axang_rate2(xdd, x, xd, wd, side);
    case LIA_ROT_REPR_euler_vector: return lia_evec_rate2(xdd, x, xd, wd, side);
    case LIA_ROT_REPR_rodrigues: lia_gibbs_rate2(xdd, x, xd, wd, side); return 0;
    case LIA_ROT_REPR_euler: return lia_euler_rate2(xdd, d.euler, x, xd, wd, side);
    default: lia_quat_rate2(xdd, x, xd, wd, side); return 0;
  }
}
