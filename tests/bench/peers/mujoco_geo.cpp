/* mujoco_geo.cpp - the rows of bench_geo.c by MuJoCo's mju_ functions (poses are vector and quaternion there)
 * needs libmujoco-dev: echo -lmujoco */
#define BENCH_WHO "MuJoCo"
#include "bench.h"

#include <mujoco/mujoco.h>

static double v[BENCH_INPUTS][3], w[BENCH_INPUTS][3], p[BENCH_INPUTS][3], q[BENCH_INPUTS][4], r[BENCH_INPUTS][4];
static double R[BENCH_INPUTS][9], S[BENCH_INPUTS][9];
static double o3[BENCH_INPUTS][3], o4[BENCH_INPUTS][4], o9[BENCH_INPUTS][9];

static void exponential(double out[4], const double x[3]) {
  double u[3];
  mju_copy3(u, x);
  double angle = mju_normalize3(u);
  mju_axisAngle2Quat(out, u, angle);
}

int main() {
  for (int k = 0; k < BENCH_INPUTS; k++) {
    bench_fill(v[k], 3);
    bench_fill(w[k], 3);
    bench_fill(p[k], 3);
    exponential(q[k], v[k]);
    exponential(r[k], w[k]);
    mju_quat2Mat(R[k], q[k]);
    mju_quat2Mat(S[k], r[k]);
  }
  BENCH("geo", "quaternion product", mju_mulQuat(o4[k], q[k], r[k]));
  BENCH("geo", "matrix product", mju_mulMatMat(o9[k], R[k], S[k], 3, 3, 3));
  BENCH("geo", "compose", mju_mulPose(o3[k], o4[k], p[k], q[k], v[k], r[k]));
  BENCH("geo", "invert", mju_negPose(o3[k], o4[k], p[k], q[k]));
  BENCH("geo", "point", mju_trnVecPose(o3[k], p[k], q[k], v[k]));
  BENCH("geo", "quaternion rotates a vector", mju_rotVecQuat(o3[k], p[k], q[k]));
  BENCH("geo", "quaternion to matrix", mju_quat2Mat(o9[k], q[k]));
  BENCH("geo", "matrix to quaternion", mju_mat2Quat(o4[k], R[k]));
  BENCH("geo", "exp of a quaternion", exponential(o4[k], v[k]));
  BENCH("geo", "log of a quaternion", mju_quat2Vel(o3[k], q[k], 1));
  return 0;
}
